"""Sphinx's extension for guide_build: all pages in one folder, and links that leave the site become names."""

import os

from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.transforms import SphinxTransform

from host_tools.guide_build import BEGINNING, ROOT

SHEETS = ("states.png", "selftest.png", ".svg")


class Flat(StandaloneHTMLBuilder):
    """HTML without search and scripts; guide/play.md becomes play.html, and variants.md variants.html beside it."""

    name = "flat"
    search = False

    def get_target_uri(self, docname, typ=None):
        return super().get_target_uri(docname.removeprefix(BEGINNING), typ)

    def get_output_path(self, page_name, /):
        return super().get_output_path(page_name.removeprefix(BEGINNING))


class Names(SphinxTransform):
    """A link to a file of the project that is no page of the site: its text, and the file's name where it says
    something else. The reader of the site need not have the project."""

    default_priority = 200

    def apply(self, **kwargs):
        for node in list(self.document.findall(addnodes.download_reference)):
            self._name(node, os.path.join(os.path.dirname(self.env.docname), node["reftarget"].split("#")[0]))
        for node in list(self.document.findall(addnodes.pending_xref)):
            if node.get("refdomain") == "doc" and node["reftarget"] not in self.env.found_docs:
                self._name(node, node["reftarget"] + ".md")

    def _name(self, node, place):
        """place: of the file, as seen from docs/. Of one that is not there Sphinx complains."""
        path = os.path.normpath(os.path.join(self.env.srcdir, place))
        if not os.path.exists(path):
            return
        name = os.path.relpath(path, ROOT).replace(os.sep, "/")
        parts = [child.deepcopy() for child in node.children]
        if not f"/{name}".endswith("/" + node.astext().strip("/")):
            parts += [nodes.Text(" ("), nodes.literal(name, name), nodes.Text(")")]
        node.replace_self(parts)


class Wide(SphinxTransform):
    """Every table in a box of its own, which scrolls sideways where the window is narrow; so do the pictures that are
    sheets of many small ones, or drawings with words."""

    default_priority = 900

    def apply(self, **kwargs):
        for node in list(self.document.findall(nodes.table)):
            node.replace_self(nodes.container("", node.deepcopy(), classes=["wide"]))
        for node in list(self.document.findall(nodes.image)):
            if node["uri"].endswith(SHEETS) and len(node.parent.children) == 1:
                node.parent.replace_self(nodes.container("", node.parent.deepcopy(), classes=["sheet"]))


def setup(app):
    app.add_builder(Flat)
    app.add_transform(Names)
    app.add_transform(Wide)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

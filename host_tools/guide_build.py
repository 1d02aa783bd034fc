"""The guides of docs/guide as a static site, by Sphinx and MyST: plain HTML and one style sheet, no script.

A part of `litfour web build`, which puts it into dist/guide; `python -m host_tools.guide_build FOLDER` builds it alone.
The reference pages of docs/ become pages of the site; links to other files of the project become their names.
"""

import importlib.util
import io
import os
import sys
import tempfile
import warnings
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
GUIDE = DOCS / "guide"
REFERENCE = ("variants", "selftest", "troubleshooting", "perfect", "reliability")   # of docs/, beside the guides
NEEDS = ("sphinx", "myst_parser")
NOT_SERVED = (".buildinfo", "objects.inv", "documentation_options.js")      # for other tools of Sphinx
BEGINNING = "guide/"        # of the names of the guides' sources below docs/; their pages do without

CONFIG = {
    "project": "Litfour", "language": "en", "root_doc": "guide/index",
    "extensions": ["myst_parser", "host_tools.guide_site"],
    "include_patterns": ["guide/*.md", *(f"{name}.md" for name in REFERENCE)],
    "myst_enable_extensions": ["attrs_block"], "myst_heading_anchors": 3, "myst_links_external_new_tab": False,
    "html_theme": "theme", "html_theme_path": [str(GUIDE)], "html_title": "Litfour guide",
    "html_use_index": False, "html_domain_indices": False, "html_copy_source": False, "html_show_sphinx": False,
    "html_permalinks": False, "smartquotes": False,
}


class GuideError(Exception):
    """The guides can't be built; the text says why."""


def missing():
    """Why the guides can't be built here, in a sentence; "" where they can."""
    names = [name.replace("_", "-") for name in NEEDS if importlib.util.find_spec(name) is None]
    return f"the page has no guides: {' and '.join(names)} missing (make lint installs it)" if names else ""


def build(out):
    """Writes the site into the folder `out`. {file: bytes}. GuideError for a dead link, a missing picture and
    whatever else Sphinx complains of."""
    problem = missing()
    if problem:
        raise GuideError(problem)
    from sphinx.application import Sphinx
    from sphinx.errors import SphinxError
    from sphinx.util.console import nocolor
    nocolor()
    complaints = io.StringIO()
    with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore", PendingDeprecationWarning)      # MyST's, of Sphinx 11: both are pinned
        try:
            Sphinx(DOCS, None, Path(folder) / "site", Path(folder) / "trees", "flat", CONFIG, status=None,
                   warning=complaints, freshenv=True, verbosity=0).build()
        except SphinxError as error:
            raise GuideError(f"the guides: {error}") from error
        if complaints.getvalue():
            raise GuideError("the guides: " + complaints.getvalue().replace(f"{ROOT}{os.sep}", "").strip())
        return copy(Path(folder) / "site", Path(out))


def copy(site, out):
    """Takes over what a browser asks for. {file: bytes}."""
    sizes = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        if path.is_file() and path.name not in NOT_SERVED:
            target = out / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())
            sizes[name] = path.stat().st_size
    return sizes


if __name__ == "__main__":
    try:
        print(f"{sum(build(Path(sys.argv[1])).values()):9,} bytes: the guides")
    except (GuideError, IndexError) as error:
        sys.exit(str(error) if isinstance(error, GuideError) else "python -m host_tools.guide_build FOLDER")

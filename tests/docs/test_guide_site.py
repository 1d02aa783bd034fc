"""The built guide: every link and picture leads somewhere, and nothing is asked of another host."""

import argparse
import re
from html.parser import HTMLParser
from urllib.parse import unquote

import pytest

from host_tools import guide_build, web_build
from tests.docs.guide_blocks import GUIDE, pages

FETCHED = {"img": "src", "link": "href", "script": "src", "source": "src", "iframe": "src"}
LIMIT = 2_500_000           # bytes of all guides, most of them pictures


class Page(HTMLParser):
    """ids, links and what is fetched at once, of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.fetched, self.tags = set(), [], [], []
        self.without_alt = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        named = dict(attrs)
        self.tags.append(tag)
        if "id" in named:
            self.ids.add(named["id"])
        if tag == "a" and "href" in named:
            self.links.append(named["href"])
        if tag in FETCHED and FETCHED[tag] in named:
            self.fetched.append(named[FETCHED[tag]])
        if tag == "img" and not named.get("alt"):
            self.without_alt.append(named.get("src"))


@pytest.fixture(scope="module")
def site(dist):
    """{name: Page} of the guide."""
    return {path.name: Page(path.read_text()) for path in (dist / "guide").glob("*.html")}


def test_every_source_is_a_page(site):
    assert {path.stem for path in pages()} | set(guide_build.REFERENCE) == {name.removesuffix(".html") for name in site}


def test_every_link_and_picture_leads_somewhere(site, dist):
    seen = 0
    for name, page in site.items():
        for address in page.links + page.fetched:
            seen += 1
            path, _, anchor = unquote(address).partition("#")
            assert not re.match(r"[a-z]+:|/", path), f"{name}: {address} leaves the site"
            target = (dist / "guide" / (path or name)).resolve()
            if target.parent == dist.resolve() and not (dist / "index.html").exists():
                continue                        # of the page, which could not be built here
            assert target.is_file() and dist.resolve() in target.parents, f"{name}: {address} leads nowhere"
            if anchor:
                assert anchor in site[target.name].ids, f"{name}: {address}: no such place on that page"
    assert seen > 300


def test_nothing_is_asked_of_another_host_and_no_script_runs(site, dist):
    for name, page in site.items():
        assert not {"script", "iframe", "object", "embed"} & set(page.tags), name
    for path in (dist / "guide").rglob("*"):
        if path.suffix in (".html", ".css", ".svg", ".js"):
            text = path.read_text().replace("http://www.w3.org/2000/svg", "")
            assert not re.search(r"""(?:src|href|url|@import)\s*[=(]?\s*["']?(?:https?:)?//""", text), path.name
        assert path.suffix != ".js", path.name


def test_every_picture_says_what_it_shows(site):
    assert not [name for name, page in site.items() if page.without_alt]


def test_every_page_is_reached_and_leads_back_to_the_board(site):
    for name, page in site.items():
        assert "../index.html" in page.links, name
        for other in site:
            assert other in {link.partition("#")[0] for link in page.links} or other == name, f"{name} lacks {other}"


def test_the_guides_are_light(dist):
    sizes = {path.name: path.stat().st_size for path in (dist / "guide").rglob("*") if path.is_file()}
    print(f"{sum(sizes.values()):,} bytes in {len(sizes)} files")
    assert sum(sizes.values()) < LIMIT and max(sizes.values()) < 700_000
    assert sum(size for name, size in sizes.items() if name.endswith((".html", ".css"))) < 400_000


def test_the_page_links_to_the_guide_and_keeps_none_of_it(dist):
    if not (dist / "index.html").exists():
        pytest.skip("the page can't be built here")
    assert "guide/index.html" in Page((dist / "index.html").read_text()).links
    assert "guide" not in (dist / "worker.js").read_text()


def test_without_guides_the_page_has_no_dead_link_and_says_why(tmp_path, monkeypatch, capsys):
    without, with_link = (text.decode() for text in web_build.GUIDE)
    source = (web_build.SOURCES / "index.html").read_text()
    assert source.count(without) == 1 and "guide/" in with_link and "guide/" not in source
    monkeypatch.setattr(guide_build, "NEEDS", ("sphinx", "a_generator_that_nobody_has"))
    assert "a-generator-that-nobody-has missing" in guide_build.missing()
    with pytest.raises(guide_build.GuideError, match="missing"):
        guide_build.build(tmp_path)
    asked = []
    monkeypatch.setattr(web_build, "build", lambda out, guide: asked.append(guide) or {"index.html": (10, 5)})
    assert web_build.run(argparse.Namespace(out=str(tmp_path))) == 0
    printed = capsys.readouterr().out
    assert asked == [False] and "the page has no guides: " in printed and "that-nobody-has missing" in printed
    assert not (tmp_path / "guide").exists()


@pytest.mark.parametrize(("line", "word"), [("[there](nowhere.md)", "nowhere"), ("![a](nothing.png)", "nothing.png"),
                                            ("[a](play.md#no-such-place)", "no-such-place")])
def test_a_dead_link_fails_the_build(line, word, tmp_path, monkeypatch):
    if guide_build.missing():
        pytest.skip(guide_build.missing())
    (tmp_path / "guide").mkdir()
    (tmp_path / "guide" / "index.md").write_text(f"# A guide\n\n{line}\n\n```{{toctree}}\nplay\n```\n")
    (tmp_path / "guide" / "play.md").write_text("# Play\n")
    monkeypatch.setattr(guide_build, "DOCS", tmp_path)
    with pytest.raises(guide_build.GuideError, match=word):
        guide_build.build(tmp_path / "out")
    assert (GUIDE / "theme" / "page.html").exists()

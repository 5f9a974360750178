# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""The form of every page: whatever the results are, it is well-formed, can be read without seeing
it, explains its tables, and runs nothing that is not its own."""

import re
import urllib.parse

import hostile
import pages
import pytest


@pytest.fixture(scope="module")
def documents(every_page):
    """The pages as they are read, by path. They must be well-formed."""
    return {path: pages.read(path) for path in every_page}


def each(documents, *names):
    """The elements of these names of all pages, with the path of their page."""
    return [(path, found) for path, root in documents.items() for found in root.all(*names)]


def test_all_pages_are_there(documents):
    """Eight pages of each of three reports, and two of rvt check."""
    assert len(documents) == 26


def test_page_has_language_title_and_one_main(documents):
    """What a screen reader announces first."""
    for path, root in documents.items():
        assert root.one("html").attributes["lang"] == "en", path
        assert root.one("head").one("title").text, path
        assert root.one("main").attributes["id"] == "main", path
        assert root.all("a")[0].attributes["href"] == "#main", path
        assert root.all("a")[0].has("skip"), path


def test_headings_are_in_order(documents):
    """One h1, and no level is left out."""
    for path, root in documents.items():
        levels = [int(found.name[1]) for found in root.all("h1", "h2", "h3", "h4", "h5")]
        assert levels[0] == 1 and levels.count(1) == 1, path
        assert all(b <= a + 1 for a, b in zip(levels, levels[1:])), (path, levels)
        assert all(found.text for found in root.all("h1", "h2", "h3", "h4")), path


def test_identifiers_are_unique(documents):
    """A link leads to one place."""
    for path, root in documents.items():
        names = [e.attributes["id"] for e in root.all() if "id" in e.attributes]
        assert len(names) == len(set(names)), (path, sorted(names))


def test_every_table_has_caption_heads_and_legend(documents):
    """What the columns and signs of a table mean is said beside it."""
    tables = each(documents, "table")
    assert len(tables) > 100
    for path, table in tables:
        root = documents[path]
        assert table.all("caption")[0].text, path
        heads = [head for head in table.one("thead").all("th") if head.attributes["scope"] == "col"]
        assert len(heads) == len(table.one("thead").all("th")) > 1, path
        legend = root.one("p", id=table.attributes["aria-describedby"])
        assert legend.has("legend") and len(legend.text) > 40, (path, table.attributes)
        for row in table.one("tbody").all("tr"):
            assert len(row.all("th", "td")) == len(heads), (path, row.text)


def test_parts_of_tables_have_roles(documents):
    """Some browsers take rows that are laid out as cards for no rows unless their role is named."""
    roles = {"table": {"table"}, "tr": {"row"}, "td": {"cell"}, "tbody": {"rowgroup"}}
    roles |= {"thead": {"rowgroup"}, "th": {"columnheader", "rowheader"}}
    for path, found in each(documents, *roles):
        assert found.attributes.get("role") in roles[found.name], (path, found)


def test_every_plot_says_what_it_shows(documents):
    """A plot has a title, and the same in words."""
    plots = [(path, found) for path, found in each(documents, "svg") if not found.has("lanes")]
    assert len(plots) > 10
    for path, plot in plots:
        for name in plot.attributes["aria-labelledby"].split():
            assert [e for e in documents[path].all() if e.attributes.get("id") == name][0].text
    for path, lanes in each(documents, "svg"):
        assert lanes.attributes["role"] == "img", path


def test_every_reference_resolves(documents):
    """Links lead to pages, files and places that exist; labels name elements that exist."""
    names = {
        path: {e.attributes["id"] for e in root.all() if "id" in e.attributes}
        for path, root in documents.items()
    }
    links = each(documents, "a")
    assert len(links) > 400
    for path, link in links:
        address = urllib.parse.urlsplit(link.attributes["href"])
        assert not address.scheme and not address.netloc, link.attributes
        target = (path.parent / urllib.parse.unquote(address.path)) if address.path else path
        assert target.resolve().exists(), (path, link.attributes)
        if address.fragment:
            assert urllib.parse.unquote(address.fragment) in names[target], (path, link.attributes)
    for path, element in each(documents):
        for key in ("aria-labelledby", "aria-describedby", "data-target"):
            assert set(element.attributes.get(key, "").split()) <= names[path], element.attributes


def test_every_control_has_a_name(documents):
    """A control without a name cannot be used by who does not see it."""
    for path, found in each(documents, "button", "a", "summary"):
        assert found.text or found.attributes.get("aria-label"), (path, found.attributes)
    for path, found in each(documents, "input", "select"):
        assert found.parent.name == "label" and found.parent.text, path


def test_nothing_comes_from_a_network(documents):
    """No page loads anything."""
    for path, found in each(documents):
        for key in ("src", "action", "data", "poster", "srcset"):
            assert key not in found.attributes, (path, found)
        if found.name == "link":
            assert found.attributes["href"] == "data:,", path
    for path in documents:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"https?://|@import|url\(", text), path


def test_hostile_texts_are_escaped(documents):
    """Texts of results make no element, attribute or script, and are shown as they are."""
    shown = 0
    for path, root in documents.items():
        assert len(root.all("script")) == 1, path
        assert root.all("script")[0].parent.name == "body", path
        assert not root.all("img", "b onload", "iframe", "object"), path
        for found in root.all():
            assert not [key for key in found.attributes if key.startswith("on")], (path, found)
        shown += hostile.ATTACK in root.text
        assert "49`&" not in root.text, path
    assert shown >= 8


def test_scripts_other_than_its_own_are_forbidden(documents):
    """The policy of a page names its script by its digest."""
    for path, root in documents.items():
        policies = [m for m in root.all("meta") if "http-equiv" in m.attributes]
        policy = policies[0].attributes["content"]
        assert "default-src 'none'" in policy and "script-src 'sha256-" in policy, path
        assert "unsafe-inline" not in policy.partition("script-src")[2], path

# SPDX-License-Identifier: Apache-2.0
# SPDX-FileCopyrightText: rvt contributors
"""A strict reader of the pages: each element that is opened must be closed, in order."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img", "hr", "col"}
EMPTY = {"line", "rect", "circle", "path", "polyline"}  # of SVG, closed at once


@dataclass(eq=False, repr=False)
class Element:
    """An element: name, attributes, the one around it, and what is in it."""

    name: str
    attributes: dict
    parent: "Element | None"
    children: list = field(default_factory=list)
    texts: list = field(default_factory=list)

    def __repr__(self):
        """The element as it begins."""
        return f"<{self.name} {self.attributes}>"

    def all(self, *names):
        """The elements of these names below it, in the order of the page; all without names."""
        found, rest = [], self.children[::-1]
        while rest:
            child = rest.pop()
            if not names or child.name in names:
                found.append(child)
            rest += child.children[::-1]
        return found

    @property
    def text(self):
        """All text in it, blanks joined."""
        return " ".join(" ".join(self._parts()).split())

    def _parts(self):
        """Its pieces of text, in the order of the page."""
        for part in self.texts:
            yield from part._parts() if isinstance(part, Element) else [part]

    def has(self, name):
        """True if one of its classes has this name."""
        return name in self.attributes.get("class", "").split()

    def one(self, name, **attributes):
        """The only element below it with this name and these attributes."""
        found = [
            each
            for each in self.all(name)
            if all(each.attributes.get(key) == value for key, value in attributes.items())
        ]
        assert len(found) == 1, f"{len(found)} of {name} {attributes}"
        return found[0]


class Reader(HTMLParser):
    """Reads a page into elements. ValueError: it is not well-formed."""

    def __init__(self):
        """Begins outside of all elements."""
        super().__init__(convert_charrefs=True)
        self.root = self.open = Element("", {}, None)

    def handle_starttag(self, tag, attrs):
        """Opens an element."""
        names = [name for name, _ in attrs]
        if len(names) != len(set(names)):
            raise ValueError(f"{tag}: an attribute is repeated: {names}")
        element = Element(tag, {name: value or "" for name, value in attrs}, self.open)
        self.open.children.append(element)
        self.open.texts.append(element)
        if tag not in VOID:
            self.open = element

    def handle_startendtag(self, tag, attrs):
        """Opens and closes an element, which HTML knows only in SVG."""
        if tag not in EMPTY:
            raise ValueError(f"<{tag}/>")
        self.handle_starttag(tag, attrs)
        self.open = self.open.parent

    def handle_endtag(self, tag):
        """Closes an element."""
        if tag != self.open.name:
            raise ValueError(f"</{tag}> at {self.getpos()}, but {self.open.name} is open")
        self.open = self.open.parent

    def handle_data(self, data):
        """Takes text."""
        self.open.texts.append(data)


def read(path):
    """The page of a file."""
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    reader.close()
    if reader.open is not reader.root:
        raise ValueError(f"{path}: {reader.open.name} is not closed")
    return reader.root

"""The drawing of a tree as plain shapes, for media that know no SVG; the layout is that of the SVG itself."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

_SVG = "{http://www.w3.org/2000/svg}"


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one node to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Box:
    """A node: a box with round corners and a label in its middle."""

    is_leaf: bool
    x: float
    y: float
    width: float
    height: float
    radius: float
    label: str


@dataclass(frozen=True, slots=True)
class Shapes:
    """A drawing in its own units, lines first so that the boxes cover their ends."""

    width: float
    height: float
    lines: tuple[Line, ...]
    boxes: tuple[Box, ...]


def shapes_of(svg: str) -> Shapes:
    """The shapes of a picture that `arithmetree.expressions.to_svg` made."""
    root = ElementTree.fromstring(svg)
    lines = tuple(
        Line(*(float(line.attrib[name]) for name in ("x1", "y1", "x2", "y2"))) for line in root.iter(f"{_SVG}line")
    )
    return Shapes(
        float(root.attrib["width"]), float(root.attrib["height"]), lines, tuple(map(_box, root.iter(f"{_SVG}g")))
    )


def _box(group: ElementTree.Element) -> Box:
    rect, label = group.find(f"{_SVG}rect"), group.find(f"{_SVG}text")
    assert rect is not None  # to_svg draws every node as a group of a rectangle and a text
    assert label is not None
    x, y, width, height, radius = (float(rect.attrib[name]) for name in ("x", "y", "width", "height", "rx"))
    return Box(group.attrib["class"] == "leaf", x, y, width, height, radius, label.text or "")

"""Bar models as schools draw them: rows of boxes for parts of a whole, comparisons, changes, fractions, equal groups.

Widths follow the sizes, but no box is too narrow for its words. Looks come from solution.css (`.picture`), so that the
drawing fits a page that forbids inline styles, is dark on dark pages and can be printed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from html import escape
from math import fsum

from arithmetree.views.svg_text import text_width

_WIDTH = 330.0  # of the longest row, before words need more room: it fits a phone
_HEIGHT, _GAP, _MARGIN = 42.0, 16.0, 6.0
_BRACE, _CAPTION = 10.0, 20.0
_SIZE = 15.0
_PADDING = 8.0
_WIDE = 400.0
"""A wider drawing is not made so small that it fits a phone, since its words could not be read; it scrolls."""


class Look(StrEnum):
    """What a box is: given, asked for, gone, or one of many equal ones."""

    GIVEN = "given"
    SECOND = "second"
    ASKED = "asked"
    GONE = "gone"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Box:
    """A part of a row: its size among the others, its words, and what it is."""

    size: float
    words: str
    look: Look = Look.GIVEN


@dataclass(frozen=True, slots=True)
class Brace:
    """A brace over some neighbouring boxes of a row, with words: the whole, or what is asked for."""

    first: int
    last: int
    words: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of boxes with a name before it and braces below it."""

    boxes: tuple[Box, ...]
    name: str = ""
    braces: tuple[Brace, ...] = ()


def bar_model(rows: Sequence[Row], *, title: str, description: str) -> str:
    """The rows as an SVG element, aligned on the left; boxes of the same size and words are equally wide."""
    scale = _WIDTH / max(fsum(box.size for box in row.boxes) for row in rows)
    widths = [[_box_width(box, scale) for box in row.boxes] for row in rows]
    _align(rows, widths)
    left = _MARGIN + max((text_width(row.name, _SIZE) + _PADDING for row in rows if row.name), default=0.0)
    shapes: list[str] = []
    y, right = _MARGIN, 0.0
    for row, row_widths in zip(rows, widths, strict=True):
        if row.name:
            shapes.append(_text(left - _PADDING, y + _HEIGHT / 2, row.name, "name", anchor="end"))
        starts = [left]
        for width in row_widths:
            starts.append(starts[-1] + width)
        for box, x, width in zip(row.boxes, starts, row_widths, strict=False):
            shapes.append(_box(box, x, y, width))
        for brace in row.braces:
            first, last = starts[brace.first], starts[brace.last + 1]
            shapes.append(_brace(first, last, y + _HEIGHT + 3, brace.words))
            right = max(right, (first + last + text_width(brace.words, _SIZE)) / 2)
        right = max(right, starts[-1])
        y += _HEIGHT + (_BRACE + _CAPTION if row.braces else 0) + _GAP
    return svg(right + _MARGIN, y - _GAP + _MARGIN, shapes, title=title, description=description)


def svg(width: float, height: float, shapes: Sequence[str], *, title: str, description: str) -> str:
    """Shapes as an SVG element with a title and a description for those who cannot see it."""
    wide = " wide" if width > _WIDE else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="picture{wide}" role="img" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(shapes)}</svg>"
    )


def _align(rows: Sequence[Row], widths: list[list[float]]) -> None:
    """Rows that show the same amount are equally long: the last box of the shorter one is drawn longer."""
    longest = max(fsum(box.size for box in row.boxes) for row in rows)
    full = [i for i, row in enumerate(rows) if abs(fsum(box.size for box in row.boxes) - longest) < 1e-9 * longest]
    target = max(fsum(widths[i]) for i in full)
    for i in full:
        stretch = target / fsum(widths[i])
        widths[i] = [width * stretch for width in widths[i]]
    for i, row in enumerate(rows):
        # Equal first boxes, such as the shared part of a comparison, begin and end at the same place.
        for j in full:
            if i not in full and row.boxes[0].size == rows[j].boxes[0].size:
                widths[i][0] = max(widths[j][0], widths[i][0])


def _box_width(box: Box, scale: float) -> float:
    return max(box.size * scale, text_width(box.words, _SIZE) + 2 * _PADDING if box.words else 0.0)


def _box(box: Box, x: float, y: float, width: float) -> str:
    rect = f'<rect class="{box.look}" x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{_HEIGHT:.0f}"/>'
    return rect + (_text(x + width / 2, y + _HEIGHT / 2, box.words, "words") if box.words else "")


def _brace(first: float, last: float, y: float, words: str) -> str:
    middle, low = (first + last) / 2, y + _BRACE
    path = (
        f"M{first:.1f} {y:.1f}q0 {_BRACE / 2:.1f} {_BRACE / 2:.1f} {_BRACE / 2:.1f}H{middle - 4:.1f}l4 {_BRACE / 2:.1f}"
        f"l4 {-_BRACE / 2:.1f}H{last - _BRACE / 2:.1f}q{_BRACE / 2:.1f} 0 {_BRACE / 2:.1f} {-_BRACE / 2:.1f}"
    )
    return f'<path class="brace" d="{path}"/>' + _text(middle, low + _CAPTION / 2 + 1, words, "total")


def _text(x: float, y: float, words: str, kind: str, anchor: str = "middle") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y + 5:.1f}" text-anchor="{anchor}">{escape(words)}</text>'

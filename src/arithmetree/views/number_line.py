"""A number line with jumps, for times of day and temperatures; looks come from solution.css (`.picture`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from arithmetree.views.bar_model import svg
from arithmetree.views.svg_text import text_width

_WIDTH, _MARGIN, _SIZE = 340.0, 36.0, 15.0
_JUMP, _LINE = 22.0, 74.0
_TICK = 7.0


@dataclass(frozen=True, slots=True)
class Point:
    """A place on the line with its words; `is_asked` for the one that is looked for."""

    value: float
    words: str
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Jump:
    """A jump from one point to another, by their places in the list of points, with its words."""

    start: int
    end: int
    words: str
    is_asked: bool = False


def number_line(points: Sequence[Point], jumps: Sequence[Jump], *, title: str, description: str) -> str:
    """The line as an SVG element; points are placed by their values, but never so near that their words touch."""
    places = _places(points)
    shapes = [f'<path class="axis" d="M{_MARGIN / 2:.1f} {_LINE:.1f}H{max(places) + _MARGIN / 2:.1f}"/>']
    for jump in jumps:
        shapes.append(_jump(places[jump.start], places[jump.end], jump))
    for point, x in zip(points, places, strict=True):
        kind = "total asked" if point.is_asked else "total"
        shapes.append(f'<path class="axis" d="M{x:.1f} {_LINE - _TICK:.1f}V{_LINE + _TICK:.1f}"/>')
        shapes.append(
            f'<text class="{kind}" x="{x:.1f}" y="{_LINE + 26:.1f}" text-anchor="middle">{escape(point.words)}</text>'
        )
    ends = (x + text_width(point.words, _SIZE) / 2 for point, x in zip(points, places, strict=True))
    width = max(max(places) + _MARGIN, *ends) + 6
    return svg(width, _LINE + 36, shapes, title=title, description=description)


def _places(points: Sequence[Point]) -> list[float]:
    """Where the points are, from left to right by value."""
    order = sorted(range(len(points)), key=lambda i: points[i].value)
    low, high = points[order[0]].value, points[order[-1]].value
    scale = _WIDTH / (high - low) if high > low else 0.0
    places = [0.0] * len(points)
    x = max(_MARGIN, text_width(points[order[0]].words, _SIZE) / 2 + 6)
    for before, i in zip([None, *order], order, strict=False):
        if before is not None:
            room = (text_width(points[before].words, _SIZE) + text_width(points[i].words, _SIZE)) / 2 + 14
            same = points[before].value == points[i].value
            x += 0.0 if same else max((points[i].value - points[before].value) * scale, room)
        places[i] = x
    return places


def _jump(start: float, end: float, jump: Jump) -> str:
    kind = "jump asked" if jump.is_asked else "jump"
    middle = (start + end) / 2
    tip = 6.0 if end >= start else -6.0
    arc = f"M{start:.1f} {_LINE - _TICK:.1f}Q{middle:.1f} {_JUMP - 14:.1f} {end:.1f} {_LINE - _TICK:.1f}"
    foot = _LINE - _TICK
    head = f"M{end - tip:.1f} {foot - 7:.1f}L{end:.1f} {foot:.1f}L{end - 2 * tip:.1f} {foot - 2:.1f}"
    return (
        f'<path class="{kind}" d="{arc}"/><path class="{kind}" d="{head}"/>'
        f'<text class="words" x="{middle:.1f}" y="{_JUMP - 2:.1f}" text-anchor="middle">{escape(jump.words)}</text>'
    )

"""The calculation of a solution as SVG: results on top of their operations, numbers of the text at the bottom.

A result that is used again is drawn once; its later uses are boxes of the class `again` with the same result. Every
node carries what a page needs to tie it to the words: `data-step` (the number of the step, from 0) or `data-quantity`.
Looks come from solution.css, so that the drawing fits a page that forbids inline styles.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from html import escape

from arithmetree.derivations import Derivation, Leaf, Mention, Outlined, outline
from arithmetree.derivations.operations import RULES
from arithmetree.solution import Solution
from arithmetree.views.labels import HUES, Label, explained_at, leaf_label, step_label
from arithmetree.views.svg_text import text_width

_BOX_PADDING, _TALL, _LOW = 13.0, 48.0, 36.0
_SIGN_RADIUS = 14.0
_LEVEL = 112.0  # from the top of a box to the tops of the boxes below it
_GAP, _MARGIN = 20.0, 4.0
_NUMBER_SIZE, _UNIT_SIZE = 17.0, 12.5
_WIDE = 440.0
"""A wider drawing is not made so small that it fits a phone, since its words could not be read; it scrolls."""


@dataclass(frozen=True, slots=True)
class _Box:
    """A node in its place: `x` is the middle of the box, `y` its top; `width` is that of the box alone."""

    label: Label
    attributes: str
    x: float
    y: float
    width: float
    sign: str | None = None
    children: tuple[_Box, ...] = ()

    @property
    def height(self) -> float:
        return _TALL if self.label.unit else _LOW

    def moved(self, by: float) -> _Box:
        return replace(self, x=self.x + by, children=tuple(child.moved(by) for child in self.children))

    @property
    def left(self) -> float:
        return min([self.x - self.width / 2, *(child.left for child in self.children)])

    @property
    def right(self) -> float:
        return max([self.x + self.width / 2, *(child.right for child in self.children)])

    @property
    def bottom(self) -> float:
        return max([self.y + self.height, *(child.bottom for child in self.children)])


def tree_svg(solution: Solution) -> str:
    """The calculation of a solution as an SVG element without its own style; ValueError if there are no steps."""
    if solution.calculation is None or not solution.calculation.steps:
        raise ValueError("the solution has no steps to draw; see whether it has `steps` first")
    made = solution.calculation
    places = {value: explained_at(solution, value) for value in range(len(made.leaves), made.size)}
    return draw_calculation(made, partial(leaf_label, solution), partial(step_label, solution), places)


def draw_calculation(
    made: Derivation,
    leaf: Callable[[Leaf], Label],
    step: Callable[[int], Label],
    places: Mapping[int, int | None] | None = None,
) -> str:
    """Any derivation as an SVG element, given labels for its leaves and for its steps, by the number of their value.

    `places` are the numbers of the explained steps that the steps belong to, where they differ.
    """
    edges: list[str] = []
    nodes: list[str] = []
    right, bottom = 0.0, 0.0
    for part in outline(made):
        root = _placed(part, made, leaf, step, 0, places or {})
        root = root.moved(right + (_GAP if right else _MARGIN) - root.left)
        right, bottom = root.right, max(bottom, root.bottom)
        _draw(root, edges, nodes)
    width, height = right + _MARGIN, bottom + _MARGIN
    kind = "tree wide" if width > _WIDE else "tree"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="group" aria-label="Expression tree" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
        f'<g class="edges" aria-hidden="true">{"".join(edges)}</g>{"".join(nodes)}</svg>'
    )


def _placed(
    part: Outlined,
    made: Derivation,
    leaf: Callable[[Leaf], Label],
    step: Callable[[int], Label],
    depth: int,
    places: Mapping[int, int | None],
) -> _Box:
    """Every node in its place: subtrees side by side without overlap, each parent above the middle of its children."""
    y = depth * _LEVEL + _MARGIN
    if part.operation is None:
        found = made.leaves[part.value]
        label = leaf(found)
        quantity = found.quantity if isinstance(found, Mention) else None
        tied = "" if quantity is None else f' data-quantity="{quantity}"'
        hue = "known" if quantity is None else f"hue{quantity % HUES}"
        return _Box(label, f'class="node leaf {hue}"{tied}', 0.0, y, _width(label))
    label = step(part.value)
    kind = "again" if part.is_reference else "result" if depth else "result root"
    place = places.get(part.value)
    attributes = f'class="node {kind}" data-step="{part.value - len(made.leaves) if place is None else place}"'
    if part.is_reference:
        return _Box(label, attributes, 0.0, y, _width(label))
    left, right = (_placed(child, made, leaf, step, depth + 1, places) for child in part.children)
    right = right.moved(left.right + _GAP - right.left)
    sign = RULES[part.operation].sign
    return _Box(label, attributes, (left.x + right.x) / 2, y, _width(label), sign, (left, right))


def _draw(box: _Box, edges: list[str], nodes: list[str]) -> None:
    below = box.y + box.height
    middle = below + _SIGN_RADIUS - 3
    for child in box.children:
        bend = (middle + child.y) / 2 + 6
        edges.append(
            f'<path d="M{box.x:.1f} {middle:.1f}C{box.x:.1f} {bend:.1f} {child.x:.1f} {bend:.1f} '
            f'{child.x:.1f} {child.y:.1f}"/>'
        )
    shapes = [
        f'<rect x="{box.x - box.width / 2:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.0f}" '
        f'rx="9"/>',
        f'<text class="number" x="{box.x:.1f}" y="{box.y + (21 if box.label.unit else 24):.1f}" '
        f'text-anchor="middle">{escape(box.label.number)}</text>',
    ]
    if box.label.unit:
        shapes.append(
            f'<text class="unit" x="{box.x:.1f}" y="{box.y + 38:.1f}" text-anchor="middle">'
            f"{escape(box.label.unit)}</text>"
        )
    if box.sign is not None:
        shapes.append(
            f'<circle cx="{box.x:.1f}" cy="{middle:.1f}" r="{_SIGN_RADIUS:.0f}"/>'
            f'<text class="sign" x="{box.x:.1f}" y="{middle + 6.5:.1f}" text-anchor="middle">{escape(box.sign)}</text>'
        )
    nodes.append(f'<g {box.attributes} role="img" aria-label="{escape(box.label.spoken)}">{"".join(shapes)}</g>')
    for child in box.children:
        _draw(child, edges, nodes)


def _width(label: Label) -> float:
    """The width of a box, by the usual widths of letters; fonts differ, so it is rather wide."""
    return 2 * _BOX_PADDING + max(
        text_width(label.number, _NUMBER_SIZE), text_width(label.unit or "", _UNIT_SIZE), 2 * _SIGN_RADIUS
    )

"""The tree of a solution as SVG: results on top of their operations, numbers of the text at the bottom.

Every node carries what a page needs to tie it to the words: `data-step` (the number of the step, from 0) or
`data-quantity`. Looks come from solution.css, so that the drawing fits a page that forbids inline styles.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import count
from math import fsum

from arithmetree.expressions import Leaf, Op, Tree
from arithmetree.solution import Solution
from arithmetree.views.labels import HUES, Label, quantity_label, step_label

Labeller = Callable[[int], Label]

_SIGNS = {Op.ADD: "+", Op.SUB: "−", Op.MUL: "×", Op.DIV: "÷"}

_BOX_PADDING, _TALL, _LOW = 13.0, 48.0, 36.0
_SIGN_RADIUS = 14.0
_LEVEL = 112.0  # from the top of a box to the tops of the boxes below it
_GAP, _MARGIN = 20.0, 4.0
_NUMBER_SIZE, _UNIT_SIZE = 17.0, 12.5
_NARROW, _WIDE = frozenset("il.,'|!:;() 1fjrt"), frozenset("mwMW%")


@dataclass(frozen=True, slots=True)
class _Box:
    """A node in its place: `x` is the middle of the box, `y` its top; `width` is that of the box alone."""

    label: Label
    attributes: str
    x: float
    y: float
    width: float
    sign: Op | None = None
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
    """The tree of a solution as an SVG element without style of its own; ValueError if it has no steps to draw."""
    if solution.node is None or not solution.steps:
        raise ValueError("the solution has no tree to draw; see whether it has `steps` first")
    return draw_tree(solution.node, partial(quantity_label, solution), partial(step_label, solution))


def draw_tree(tree: Tree, quantity: Labeller, step: Labeller) -> str:
    """Any tree as an SVG element, given what its quantities and its steps (in the order of calculation) are called."""
    root = _placed(tree, quantity, step)
    root = root.moved(_MARGIN - root.left)
    width, height = root.right + _MARGIN, root.bottom + _MARGIN
    edges: list[str] = []
    nodes: list[str] = []
    _draw(root, edges, nodes)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="group" aria-label="Expression tree" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}">'
        f'<g class="edges" aria-hidden="true">{"".join(edges)}</g>{"".join(nodes)}</svg>'
    )


def _placed(tree: Tree, quantity: Labeller, step: Labeller) -> _Box:
    """Every node in its place: subtrees side by side without overlap, each parent above the middle of its children."""
    steps = count()

    def place(tree: Tree, depth: int) -> _Box:
        y = depth * _LEVEL + _MARGIN
        if isinstance(tree, Leaf):
            label = quantity(tree.quantity)
            attributes = f'class="node leaf hue{tree.quantity % HUES}" data-quantity="{tree.quantity}"'
            return _Box(label, attributes, 0.0, y, _width(label))
        left = place(tree.left, depth + 1)
        right = place(tree.right, depth + 1)
        number = next(steps)  # both sides have taken theirs: the order of calculation
        right = right.moved(left.right + _GAP - right.left)
        label = step(number)
        kind = "node result" if depth else "node result root"
        attributes = f'class="{kind}" data-step="{number}"'
        return _Box(label, attributes, (left.x + right.x) / 2, y, _width(label), tree.op, (left, right))

    return place(tree, 0)


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
            f'<text class="sign" x="{box.x:.1f}" y="{middle + 6.5:.1f}" text-anchor="middle">{_SIGNS[box.sign]}</text>'
        )
    nodes.append(f'<g {box.attributes} role="img" aria-label="{escape(box.label.spoken)}">{"".join(shapes)}</g>')
    for child in box.children:
        _draw(child, edges, nodes)


def _width(label: Label) -> float:
    """The width of a box, by the usual widths of letters; fonts differ, so it is rather wide."""
    return 2 * _BOX_PADDING + max(
        _text_width(label.number, _NUMBER_SIZE), _text_width(label.unit or "", _UNIT_SIZE), 2 * _SIGN_RADIUS
    )


def _text_width(text: str, size: float) -> float:
    ems = fsum(0.36 if letter in _NARROW else 0.92 if letter in _WIDE else 0.6 for letter in text)
    return ems * size

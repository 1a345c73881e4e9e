"""Pictures of trees: Unicode text for the terminal and a standalone SVG. Plain functions that return strings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from arithmetree.expressions.tree import Leaf, Node, Op, Tree

_SIGNS = {Op.ADD: "+", Op.SUB: "−", Op.MUL: "×", Op.DIV: "÷"}
_SPOKEN = {Op.ADD: "plus", Op.SUB: "minus", Op.MUL: "times", Op.DIV: "divided by"}


def to_text_tree(tree: Tree, names: Sequence[str], *, results: Sequence[str] = ()) -> str:
    """The tree drawn with box characters, root on top.

    `results` are texts for the inner nodes in the order of calculation, written behind the operation.
    """
    remaining = list(results)

    def draw(tree: Tree) -> list[str]:
        if isinstance(tree, Leaf):
            return [names[tree.quantity]]
        left, right = draw(tree.left), draw(tree.right)
        sign = _SIGNS[tree.op]
        head = f"{sign} = {remaining.pop(0)}" if remaining else sign
        upper = [("├── " if i == 0 else "│   ") + line for i, line in enumerate(left)]
        lower = [("└── " if i == 0 else "    ") + line for i, line in enumerate(right)]
        return [head, *upper, *lower]

    return "\n".join(draw(tree))


@dataclass(frozen=True, slots=True)
class _Placed:
    """A node with its place: x of its middle, depth from the root, its path ("" root, "l", "rl", ...)."""

    tree: Tree
    label: str
    x: float
    depth: int
    path: str
    children: tuple[_Placed, ...] = ()


_CHARACTER = 10.4  # width of a digit of a wide font at the size used, in user units
_HEIGHT, _LEVEL, _GAP, _MARGIN = 34.0, 74.0, 18.0, 12.0

_STYLE = """
.tree{--ink:#1d2733;--line:#6b7a8c;--leaf:#e4f0fb;--leaf-line:#2f6fad;--op:#fff3d6;--op-line:#8f6400}
@media (prefers-color-scheme:dark){
.tree{--ink:#eef3f8;--line:#93a4b5;--leaf:#173a59;--leaf-line:#7db8ec;--op:#4a3a10;--op-line:#e5bf62}}
.tree text{font:600 16px system-ui,sans-serif;fill:var(--ink);text-anchor:middle;dominant-baseline:central}
.tree line{stroke:var(--line);stroke-width:2}
.tree .leaf rect{fill:var(--leaf);stroke:var(--leaf-line);stroke-width:2}
.tree .op rect{fill:var(--op);stroke:var(--op-line);stroke-width:2}
"""


def to_svg(tree: Tree, names: Sequence[str], *, results: Sequence[str] = (), title: str = "Expression tree") -> str:
    """A standalone SVG: tidy, readable by screen readers, good on light and dark grounds.

    Each node is a group with `data-node` (its path from the root) and, for leaves, `data-quantity`. `results` are
    texts for the inner nodes in the order of calculation.
    """
    root, width = _place(tree, names, list(results))
    depth = _deepest(root)
    height = depth * _LEVEL + _HEIGHT + 2 * _MARGIN
    total = width + 2 * _MARGIN
    lines: list[str] = []
    groups: list[str] = []

    def draw(placed: _Placed) -> None:
        x, y = placed.x + _MARGIN, placed.depth * _LEVEL + _MARGIN + _HEIGHT / 2
        for child in placed.children:
            below = child.depth * _LEVEL + _MARGIN + _HEIGHT / 2
            lines.append(f'<line x1="{x:.1f}" y1="{y:.1f}" x2="{child.x + _MARGIN:.1f}" y2="{below:.1f}"/>')
        size = _width(placed.label)
        is_leaf = isinstance(placed.tree, Leaf)
        kind = "leaf" if is_leaf else "op"
        extra = f' data-quantity="{placed.tree.quantity}"' if isinstance(placed.tree, Leaf) else ""
        groups.append(
            f'<g class="{kind}" data-node="{placed.path}"{extra}>'
            f'<rect x="{x - size / 2:.1f}" y="{y - _HEIGHT / 2:.1f}" width="{size:.1f}" height="{_HEIGHT:.0f}" '
            f'rx="{8 if is_leaf else 17}"/><text x="{x:.1f}" y="{y:.1f}">{escape(placed.label)}</text></g>'
        )
        for child in placed.children:
            draw(child)

    draw(root)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" viewBox="0 0 {total:.0f} {height:.0f}" '
        f'width="{total:.0f}" height="{height:.0f}"><title>{escape(title)}</title>'
        f"<desc>{escape(to_speech(tree, names))}</desc><style>{_STYLE}</style>{''.join(lines)}{''.join(groups)}</svg>"
    )


def to_speech(tree: Tree, names: Sequence[str]) -> str:
    """The expression in words, for screen readers: "3 plus 5, times 9"."""
    if isinstance(tree, Leaf):
        return names[tree.quantity]
    left, right = to_speech(tree.left, names), to_speech(tree.right, names)
    left = f"{left}," if isinstance(tree.left, Node) else left
    right = f"the result of {right}" if isinstance(tree.right, Node) else right
    return f"{left} {_SPOKEN[tree.op]} {right}"


def _width(label: str) -> float:
    return max(_HEIGHT + 4, len(label) * _CHARACTER + 20)


def _deepest(placed: _Placed) -> int:
    return max([placed.depth, *(_deepest(child) for child in placed.children)])


def _place(tree: Tree, names: Sequence[str], results: list[str]) -> tuple[_Placed, float]:
    """Places every node: subtrees side by side without overlap, each parent above the middle of its children."""

    def shifted(placed: _Placed, by: float) -> _Placed:
        children = tuple(shifted(child, by) for child in placed.children)
        return _Placed(placed.tree, placed.label, placed.x + by, placed.depth, placed.path, children)

    def place(tree: Tree, depth: int, path: str) -> tuple[_Placed, float]:
        if isinstance(tree, Leaf):
            label = names[tree.quantity]
            return _Placed(tree, label, _width(label) / 2, depth, path), _width(label)
        left, left_width = place(tree.left, depth + 1, path + "l")
        right, right_width = place(tree.right, depth + 1, path + "r")
        label = _SIGNS[tree.op] + (f" = {results.pop(0)}" if results else "")
        right = shifted(right, left_width + _GAP)
        middle = (left.x + right.x) / 2
        width = left_width + _GAP + right_width
        # A wide label may reach over its children on either side.
        over_left = max(0.0, _width(label) / 2 - middle)
        placed = _Placed(tree, label, middle, depth, path, (left, right))
        if over_left:
            placed = shifted(placed, over_left)
        width = max(width + over_left, placed.x + _width(label) / 2)
        return placed, width

    return place(tree, 0, "")

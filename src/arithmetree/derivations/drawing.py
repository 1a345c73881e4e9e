"""Pictures of derivations: Unicode text for the terminal, and shapes that become a standalone SVG."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from html import escape

from arithmetree.derivations.derivation import Derivation
from arithmetree.derivations.mathematics import to_speech
from arithmetree.derivations.notation import LeafNames, leaf_names
from arithmetree.derivations.operations import RULES
from arithmetree.derivations.outline import Outlined, outline


def to_text_tree(
    derivation: Derivation, names: LeafNames | None = None, *, results: Mapping[int, str] | None = None
) -> str:
    """The derivation drawn with box characters, equations first, then the answers.

    `results` are texts for steps, by the numbers of their values. A step that is used again gets a letter, "[A]", and
    its later uses show the letter alone.
    """
    named, known = names or leaf_names(), results or {}

    def draw(part: Outlined) -> list[str]:
        if part.operation is None:
            return [named(derivation.leaves[part.value])]
        head = _label(part, known)
        if part.is_reference:
            return [head]
        left, right = (draw(child) for child in part.children)
        upper = [("├── " if i == 0 else "│   ") + line for i, line in enumerate(left)]
        lower = [("└── " if i == 0 else "    ") + line for i, line in enumerate(right)]
        return [head, *upper, *lower]

    return "\n".join(line for root in outline(derivation) for line in draw(root))


def _label(part: Outlined, results: Mapping[int, str]) -> str:
    assert part.operation is not None
    letter = f"[{part.letter}]" if part.letter else ""
    sign = letter if part.is_reference else f"{RULES[part.operation].sign} {letter}".rstrip()
    return f"{sign} = {results[part.value]}" if part.value in results else sign


@dataclass(frozen=True, slots=True)
class Box:
    """A value in its place: a box with round corners and a label in its middle."""

    value: int
    kind: str  # "leaf", "op" or "again" for a later use of a step
    label: str
    x: float  # of its middle
    y: float  # of its middle
    width: float
    height: float
    radius: float


@dataclass(frozen=True, slots=True)
class Line:
    """A line from one box to another."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing in its own units, lines first so that the boxes cover their ends."""

    width: float
    height: float
    lines: tuple[Line, ...]
    boxes: tuple[Box, ...]


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
.tree .again rect{fill:none;stroke:var(--op-line);stroke-width:2;stroke-dasharray:5 4}
"""


def picture(
    derivation: Derivation, names: LeafNames | None = None, *, results: Mapping[int, str] | None = None
) -> Picture:
    """Where every box and line goes: subtrees side by side without overlap, each parent above its children's middle."""
    named, known = names or leaf_names(), results or {}
    boxes: list[Box] = []
    lines: list[Line] = []
    right = 0.0
    for root in outline(derivation):
        placed, width = _place(root, lambda value: named(derivation.leaves[value]), known, 0)
        _collect(_shifted(placed, right + _MARGIN), boxes, lines)
        right += width + _GAP
    depth = max(box.y for box in boxes)
    return Picture(right - _GAP + 2 * _MARGIN, depth + _HEIGHT / 2 + _MARGIN, tuple(lines), tuple(boxes))


def to_svg(
    derivation: Derivation,
    names: LeafNames | None = None,
    *,
    results: Mapping[int, str] | None = None,
    title: str = "Calculation",
) -> str:
    """A standalone SVG: tidy, readable by screen readers, good on light and dark backgrounds.

    Each box is a group with `data-value`, the number of its value. A step that is used again is drawn once with a
    letter, and its later uses are dashed boxes with that letter.
    """
    drawn = picture(derivation, names, results=results)
    lines = "".join(
        f'<line x1="{line.x1:.1f}" y1="{line.y1:.1f}" x2="{line.x2:.1f}" y2="{line.y2:.1f}"/>' for line in drawn.lines
    )
    groups = "".join(
        f'<g class="{box.kind}" data-value="{box.value}">'
        f'<rect x="{box.x - box.width / 2:.1f}" y="{box.y - box.height / 2:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.0f}" rx="{box.radius:.0f}"/>'
        f'<text x="{box.x:.1f}" y="{box.y:.1f}">{escape(box.label)}</text></g>'
        for box in drawn.boxes
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tree" role="img" '
        f'viewBox="0 0 {drawn.width:.0f} {drawn.height:.0f}" width="{drawn.width:.0f}" height="{drawn.height:.0f}">'
        f"<title>{escape(title)}</title><desc>{escape(to_speech(derivation, names))}</desc>"
        f"<style>{_STYLE}</style>{lines}{groups}</svg>"
    )


@dataclass(frozen=True, slots=True)
class _Placed:
    box: Box
    children: tuple[_Placed, ...] = ()


def _place(part: Outlined, leaf, results: Mapping[int, str], depth: int) -> tuple[_Placed, float]:  # type: ignore[no-untyped-def]
    label = leaf(part.value) if part.operation is None else _label(part, results)
    kind = "leaf" if part.operation is None else "again" if part.is_reference else "op"
    width = max(_HEIGHT + 4, len(label) * _CHARACTER + 20)
    y = depth * _LEVEL + _MARGIN + _HEIGHT / 2
    box = Box(part.value, kind, label, width / 2, y, width, _HEIGHT, 8 if kind == "leaf" else _HEIGHT / 2)
    if not part.children:
        return _Placed(box), width
    left, left_width = _place(part.children[0], leaf, results, depth + 1)
    right, right_width = _place(part.children[1], leaf, results, depth + 1)
    right = _shifted(right, left_width + _GAP)
    middle = (left.box.x + right.box.x) / 2
    total = left_width + _GAP + right_width
    # A wide label may reach over its children on either side.
    over = max(0.0, width / 2 - middle)
    placed = _shifted(_Placed(replace(box, x=middle), (left, right)), over)
    return placed, max(total + over, placed.box.x + width / 2)


def _shifted(placed: _Placed, by: float) -> _Placed:
    if not by:
        return placed
    return _Placed(replace(placed.box, x=placed.box.x + by), tuple(_shifted(child, by) for child in placed.children))


def _collect(placed: _Placed, boxes: list[Box], lines: list[Line]) -> None:
    boxes.append(placed.box)
    for child in placed.children:
        lines.append(Line(placed.box.x, placed.box.y, child.box.x, child.box.y))
        _collect(child, boxes, lines)

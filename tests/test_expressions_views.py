"""Notations and drawings: what a reader, a browser and a screen reader get."""

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given

from arithmetree.expressions import (
    Leaf,
    Tree,
    nodes,
    parse_infix,
    quantities,
    to_latex,
    to_mathml,
    to_speech,
    to_svg,
    to_text_tree,
)
from strategies import trees

SVG = "{http://www.w3.org/2000/svg}"
NAMES = [str(7 * i + 3) for i in range(6)]


@pytest.mark.parametrize(
    ("infix", "latex"),
    [
        ("(3 + 5) * 9", r"\left(3 + 5\right) \times 9"),
        ("3 + 5 * 9", r"3 + 5 \times 9"),
        ("(3 + 5) / (9 - 2)", r"\frac{3 + 5}{9 - 2}"),
        ("3 - (5 - 9)", r"3 - \left(5 - 9\right)"),
        ("3 - 4 / 2", r"3 - \frac{4}{2}"),
    ],
)
def test_latex(infix: str, latex: str) -> None:
    parsed = parse_infix(infix)
    assert to_latex(parsed.tree, parsed.operands) == latex


def test_latex_escapes_names() -> None:
    assert to_latex(Leaf(0), ["$5_{%}"]) == r"\$5\_\{\%\}"


def test_mathml_is_well_formed_and_groups() -> None:
    parsed = parse_infix("(3 + 5) * 9 / x")
    text = to_mathml(parsed.tree, parsed.operands)
    root = ET.fromstring(text)
    assert "".join(root.itertext()) == "(3+5)×9x"
    assert root.find(".//{*}mfrac") is not None
    assert to_mathml(Leaf(0), ["<b>"]).count("&lt;b&gt;") == 1


def test_text_tree() -> None:
    parsed = parse_infix("(3 + 5) * 9")
    assert to_text_tree(parsed.tree, parsed.operands, results=["8", "72"]).splitlines() == [
        "× = 72",
        "├── + = 8",
        "│   ├── 3",
        "│   └── 5",
        "└── 9",
    ]


def test_speech() -> None:
    parsed = parse_infix("(3 + 5) * (9 - 2)")
    assert to_speech(parsed.tree, parsed.operands) == "3 plus 5, times the result of 9 minus 2"


def test_svg_has_title_description_and_escaped_text() -> None:
    parsed = parse_infix("a - b")
    root = ET.fromstring(to_svg(parsed.tree, ["<i>5", "3"], title="A & B"))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "A & B"
    assert root.findtext(f"{SVG}desc") == "<i>5 minus 3"


@given(trees(most=6))
def test_svg_boxes_never_overlap_and_stay_inside(tree: Tree) -> None:
    results = [f"= {10 ** (i % 5)} apples" for i, _ in enumerate(nodes(tree))]
    root = ET.fromstring(to_svg(tree, NAMES, results=results))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))
    groups = list(root.iter(f"{SVG}g"))
    assert len(groups) == len(list(quantities(tree))) + len(results)
    assert len({group.get("data-node") for group in groups}) == len(groups)
    boxes = []
    for rect in root.iter(f"{SVG}rect"):
        x, y, w, h = (float(rect.get(name, 0)) for name in ("x", "y", "width", "height"))
        assert x >= 0
        assert x + w <= width + 1
        assert y + h <= height + 1
        boxes.append((x, y, w))
    for i, (x, y, w) in enumerate(boxes):
        for other_x, other_y, other_w in boxes[:i]:
            assert y != other_y or x + w <= other_x + 0.1 or other_x + other_w <= x + 0.1


def test_svg_makes_no_outside_request() -> None:
    parsed = parse_infix("a - b")
    text = to_svg(parsed.tree, parsed.operands)
    assert re.findall(r"(?:href|src|url)\s*[=(]", text) == []

"""Notation: parse of print is the identity; LaTeX, MathML, words, pictures; clear errors for what cannot be read."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given

from arithmetree.derivations import (
    Constant,
    Derivation,
    Mention,
    Operation,
    Step,
    leaf_names,
    parse,
    picture,
    to_infix,
    to_latex,
    to_mathml,
    to_speech,
    to_svg,
    to_text_tree,
    value_to_infix,
)
from arithmetree.derivations.__main__ import main
from arithmetree.errors import ExpressionError
from derivation_strategies import derivations

MENTIONS = {f"q{place}": Mention(place) for place in range(5)}


@given(derivations())
def test_reading_what_was_written_gives_the_same_derivation(derivation: Derivation) -> None:
    assert parse(to_infix(derivation), MENTIONS) == derivation


@pytest.mark.parametrize(
    "text",
    [
        "(3 + 5) * 9",
        "3 + (5 + 9)",
        "8 - (5 - 2)",
        "8 / (4 / 2)",
        "floor(130 / 45)",
        "ceil(x)",
        "floor(8 / 3 / 1)",
        "mod(17, 5) + gcd(12, lcm(4, 6))",
        "80 - 80 * 0.25",
        "x; y where x + y = 20; x - y = 4",
        "(1/3) * x where (-2) * x = 0.5",
    ],
)
def test_writing_what_was_read_gives_the_same_text(text: str) -> None:
    assert to_infix(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2x+4y", "2 * x + 4 * y"),
        ("1,250 × 3 − 4 ÷ 2", "1250 * 3 - 4 / 2"),
        ("-3 + x", "0 - 3 + x"),
        ("25% * 80", "0.25 * 80"),
        ("floor(130/45)", "floor(130 / 45)"),
        (" y  where x+y=35 ;; 2*x = 4 ; ", "y where x + y = 35; 2 * x = 4"),
        ("gcd(12, 18, 8)", "gcd(gcd(12, 18), 8)"),
    ],
)
def test_people_may_write_it_in_other_ways(text: str, same: str) -> None:
    assert to_infix(parse(text)) == same


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing is asked for"),
        (" where x = 1", "nothing is asked for"),
        ("3 +", "ends where a number was expected"),
        ("(3 + 5", "opened at column 1 is never closed"),
        ("floor(3", "is never closed"),
        ("3 + 5)", "unexpected '\\)' at column 6"),
        ("3 4", "unexpected '4' at column 3"),
        ("3 $ 4", "unexpected '\\$' at column 3"),
        ("x where x + 1", "an equation needs one ="),
        ("x where x = 1 = 2", "unexpected '=' at column 15"),
        ("x = 3", "unexpected '=' at column 3"),
        ("floor(3, 4)", "floor at column 1 takes one value"),
        ("mod(3)", "mod at column 1 takes two values"),
        ("mod(3, 4, 5)", "takes two values"),
        ("(1/0)", "is not a number"),
        ("(" * 10_000, "nested deeper than 100"),
        ("-" * 5_000 + "1", "nested deeper than 100"),
        ("floor(" * 200 + "1", "nested deeper than 100"),
        ("1 + " * 5_000 + "1", "20001 characters; accepted are at most 10000"),
        ("+".join(str(n) for n in range(1000)), "at most 200 leaves"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        parse(text)


def test_forty_unknowns_are_solved() -> None:
    chain = "; ".join(f"x{i} - x{i - 1} = 1" for i in range(1, 40))
    assert main([f"x0 = 1; {chain}", "x39"]) == 0


def test_names_are_those_of_the_text_where_they_are_given() -> None:
    derivation = Derivation(
        (Mention(1), Constant(Fraction(7), "days in a week")), (Step(Operation.MULTIPLY, 0, 1),), (2,)
    )
    assert to_infix(derivation, leaf_names(["3", "£4.50"])) == "£4.50 * 7"
    assert to_infix(derivation) == "q1 * 7"
    assert value_to_infix(derivation, 0) == "q1"


def doubling(times: int) -> Derivation:
    steps = tuple(Step(Operation.ADD, place, place) for place in range(times))
    return Derivation((Mention(0),), steps, (times,))


def test_a_value_that_grows_too_long_is_not_written_in_one_line() -> None:
    for write in (to_infix, to_latex, to_mathml, to_speech):
        with pytest.raises(ExpressionError, match="show its steps instead"):
            write(doubling(60))  # type: ignore[operator]
    assert to_text_tree(doubling(60)).count("\n") == 120


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("(3 + 5) * 9", r"\left(3 + 5\right) \times 9"),
        ("(3 + 5) / 9 * 2", r"\frac{3 + 5}{9} \times 2"),
        ("ceil(130 / 45)", r"\left\lceil \frac{130}{45} \right\rceil"),
        ("mod(17, 5)", r"\operatorname{mod}\left(17, 5\right)"),
        ("8 - (5 - 2)", r"8 - \left(5 - 2\right)"),
        ("x where x + 1 = 3", r"x \quad\text{where}\quad \begin{cases} x + 1 = 3 \end{cases}"),
        ("a_b", r"a\_b"),
    ],
)
def test_latex(text: str, latex: str) -> None:
    assert to_latex(parse(text)) == latex


@given(derivations())
def test_mathml_and_svg_are_well_formed(derivation: Derivation) -> None:
    ET.fromstring(to_mathml(derivation))
    drawing = ET.fromstring(to_svg(derivation, title="A < B"))
    groups = [group for group in drawing.iter() if group.tag.endswith("}g")]
    drawn = [group.attrib["data-value"] for group in groups if group.attrib["class"] == "op"]
    assert sorted(map(int, drawn)) == list(range(len(derivation.leaves), derivation.size))  # every step exactly once


@given(derivations())
def test_boxes_of_one_row_do_not_overlap(derivation: Derivation) -> None:
    rows: dict[float, list[tuple[float, float]]] = {}
    shape = picture(derivation)
    for box in shape.boxes:
        assert box.x - box.width / 2 >= 0
        assert box.x + box.width / 2 <= shape.width
        rows.setdefault(box.y, []).append((box.x - box.width / 2, box.x + box.width / 2))
    for row in rows.values():
        row.sort()
        assert all(left[1] < right[0] for left, right in pairwise(row))


def test_a_value_used_twice_is_drawn_once_and_referred_to() -> None:
    derivation = parse("a * b + ceil(a * b / 3)", {"a": Mention(0), "b": Mention(1)})
    assert to_text_tree(derivation, results={3: "12", 4: "4", 5: "16"}).splitlines() == [
        "+ = 16",
        "├── × [A] = 12",
        "│   ├── q0",
        "│   └── q1",
        "└── ⌈÷⌉ = 4",
        "    ├── [A] = 12",
        "    └── 3",
    ]
    assert to_svg(derivation).count('class="again"') == 1


def test_equations_are_drawn_before_the_answers() -> None:
    assert to_text_tree(parse("x where x + 1 = 3")).splitlines() == [
        "=",
        "├── +",
        "│   ├── x",
        "│   └── 1",
        "└── 3",
        "x",
    ]


def test_signs_in_names_are_escaped() -> None:
    derivation = Derivation((Mention(0), Mention(1)), (Step(Operation.ADD, 0, 1),), (2,))
    names = leaf_names(["<i>5", "$5_{%}"])
    assert to_latex(derivation, names).endswith(r"\$5\_\{\%\}")
    assert "&lt;i&gt;5" in to_mathml(derivation, names)
    root = ET.fromstring(to_svg(derivation, names, title="A & B"))
    assert [element.text for element in root.iter() if element.tag.endswith(("title", "desc"))] == [
        "A & B",
        "<i>5 plus $5_{%}",
    ]
    assert "<i>5" in [element.text for element in root.iter() if element.tag.endswith("text")]


def test_a_drawing_needs_nothing_from_elsewhere() -> None:
    text = to_svg(parse("1 + 2"))
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "prefers-color-scheme" in text


def test_words_for_a_screen_reader() -> None:
    assert to_speech(parse("(3 + 5) * (9 - 2)")) == "3 plus 5, times the result of 9 minus 2"
    assert to_speech(parse("x where x + 1 = 3")) == "x, where x plus 1, equals 3"


@pytest.mark.parametrize(
    ("arguments", "printed"),
    [
        (["x + y = 35; 2*x + 4*y = 94", "y"], "12\n"),
        (["x + y = 35; 2*x + 4*y = 94", "x", "y", "x/y"], "23\n12\n23/12\n"),
        (["x + y = 35", "y"], "open: y\n"),
        (["x = 5; y = 2; x = 6", "y"], "contradictory: x = 5; x = 6\n"),
        (["", "ceil(130 / 45)"], "3\n"),
        (["", "1 / 0"], "undefined\n"),
        (["", "x * y"], "not linear\n"),
    ],
)
def test_the_command_prints_the_exact_outcome(
    arguments: list[str], printed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out == printed


@pytest.mark.parametrize("arguments", [[], ["x = 1"], ["x +", "x"], ["x = 1", "("]])
def test_the_command_says_what_is_wrong(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_the_command_runs_as_a_module() -> None:
    command = [sys.executable, "-m", "arithmetree.derivations", "x + y = 35; 2*x + 4*y = 94", "y"]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "12\n"


def test_where_is_no_name() -> None:
    with pytest.raises(ExpressionError, match="'where' at column 2 is no name"):
        parse("9where x = 3")

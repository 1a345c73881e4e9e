"""Solutions that no tree can hold: JSON, text, page, Markdown, sympy and the checker work with the derivation."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from arithmetree.checking import check_solution
from arithmetree.checking.verdicts import Kind
from arithmetree.derivations import Constant, Leaf, Mention, parse
from arithmetree.explanation import explain
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.service.models import SolutionBody
from arithmetree.solution import Solution
from arithmetree.sympy_forms import equations_to_sympy, to_sympy
from arithmetree.views import html
from arithmetree.views.markdown import markdown_view
from arithmetree.views.text import text_view
from arithmetree.views.tree_svg import tree_svg

COAT = "A coat costs £80. In the sale its price is reduced by 25%. What does it cost now?"
BUSES = "130 children go to the zoo. A bus takes 45 children. How many buses are needed?"
HENS = "A farmer counts 35 heads and 94 legs of hens and rabbits. How many rabbits are there?"
WEEKS = "Ben runs 4 km every day. How far does he run in 3 weeks?"


def solution_of(text: str, calculation: str, unit: str, leaves: dict[str, Leaf] | None = None) -> Solution:
    """A solution whose derivation is given: a is the first number of the text, b the second."""
    problem = read(text, load_parser())
    mentions: dict[str, Leaf] = {"a": Mention(0), "b": Mention(1)}
    made = parse(calculation, mentions | (leaves or {}))
    quantities = tuple(schema.quantity for schema in problem.schemas)
    return Solution(
        problem=problem,
        status="solved",
        reason=None,
        message=None,
        calculation=made,
        confidence=0.99,
        search=None,
        alternatives=(),
        named=unit,
        explained=explain(problem, quantities, made),
    )


@pytest.fixture(scope="module")
def coat() -> Solution:
    return solution_of(COAT, "a - a * b", "pounds")


@pytest.fixture(scope="module")
def hens() -> Solution:
    legs: dict[str, Leaf] = {
        "two": Constant(Fraction(2), "legs of a hen"),
        "four": Constant(Fraction(4), "legs of a rabbit"),
    }
    return solution_of(HENS, "rabbits where hens + rabbits = a; two * hens + four * rabbits = b", "rabbits", legs)


def test_json_of_a_number_used_twice(coat: Solution) -> None:
    found = coat.to_dict()
    assert found["answer"] == "60"
    assert found["expression"] == "80 - 80 * 0.25"
    assert found["tree"] is None
    assert [quantity["relevant"] for quantity in found["quantities"]] == [True, True]
    assert found["derivation"] == {
        "unknowns": [],
        "leaves": [{"quantity": 0}, {"quantity": 1}],
        "steps": [
            {"op": "*", "left": 0, "right": 1, "value": "20"},
            {"op": "-", "left": 0, "right": 2, "value": "60"},
        ],
        "equations": [],
        "answers": [3],
    }
    assert [(step["expression"], step["value"]) for step in found["steps"]] == [("80 * 0.25", "20"), ("80 - 20", "60")]


def test_json_of_equations(hens: Solution) -> None:
    found = hens.to_dict()
    assert found["answer"] == "12"
    assert found["expression"] == "rabbits where hens + rabbits = 35; 2 * hens + 4 * rabbits = 94"
    assert found["tree"] is None
    derivation = found["derivation"]
    assert derivation["unknowns"] == ["rabbits", "hens"] or derivation["unknowns"] == ["hens", "rabbits"]
    assert {"constant": "2", "fact": "legs of a hen"} in derivation["leaves"]
    assert [one["equation"] for one in derivation["equations"]] == [
        "hens + rabbits = 35",
        "2 * hens + 4 * rabbits = 94",
    ]
    assert [step["value"] for step in found["steps"]][-2] == "12"
    assert "Imagine that all 35 were hens" in found["steps"][0]["because"]
    assert found["steps"][-1]["reason"] == "check"


def test_a_tree_is_still_a_tree() -> None:
    solution = solution_of("Sam had 12 apples and ate 5. How many are left?", "a - b", "apples")
    assert solution.tree == {"op": "-", "left": {"quantity": 0}, "right": {"quantity": 1}, "value": "7"}
    assert solution.derivation is not None
    assert solution.derivation["answers"] == [2]


def test_text_shows_steps_and_results() -> None:
    plain = text_view(solution_of(BUSES, "ceil(a / b)", "buses")).plain.splitlines()
    assert plain[:6] == ["3 buses", "ceil(130 / 45) = 3", "", "⌈÷⌉ = 3", "├── 130", "└── 45"]
    assert "1. 130 ÷ 45 = 2 r 40, so 3 buses" in plain
    assert "The 40 children left over need one more" in " ".join(plain)


def test_text_shows_equations(hens: Solution) -> None:
    plain = text_view(hens).plain
    assert plain.startswith("12 rabbits\nrabbits = 12 where hens + rabbits = 35; 2 * hens + 4 * rabbits = 94\n")
    assert "├── + = 35\n│   ├── hens\n│   └── rabbits\n└── 35\n" in plain


def test_the_service_has_a_place_for_every_field(coat: Solution, hens: Solution) -> None:
    for solution in (coat, hens):
        sent = SolutionBody.model_validate(solution.to_dict())
        assert sent.derivation is not None
        assert sent.model_dump(exclude_unset=True)["derivation"] == solution.derivation


def test_page_and_markdown_show_them(coat: Solution, hens: Solution) -> None:
    for solution in (coat, hens, solution_of(WEEKS, "a * 7 * b", "km")):
        card = html.card(solution)
        assert "<svg" in card
        assert "<math" in card
        assert solution.answer_text is not None
        assert solution.answer_text in markdown_view(solution)
    assert "<mi>rabbits</mi><mo>=</mo><mn>12</mn><mtext>" in html.expression(hens)
    drawing = tree_svg(hens)
    assert "legs of a hen" in drawing
    assert "hens, not known yet" in drawing


def test_what_is_used_again_is_drawn_once() -> None:
    solution = solution_of(COAT, "(a + a * b) + (a + a * b) / 2", "pounds")
    assert tree_svg(solution).count('class="node again"') == 1


def test_sympy_gets_the_equations(hens: Solution) -> None:
    assert to_sympy(hens).xreplace(sympy.solve(equations_to_sympy(hens))) == 12


@pytest.mark.parametrize(
    ("answer", "kind", "correct"),
    [
        ("£60", Kind.RIGHT, True),
        ("60", Kind.RIGHT, True),
        ("80 - 80 * 25% = 60", Kind.RIGHT, True),
        ("80 * 0.75 = 60", Kind.RIGHT, True),
        ("80 * 25% = 20", Kind.WRONG, False),
        ("20", Kind.FORGOT_STEP, False),
        ("80 - 80 * 25% = 50", Kind.SLIP, False),
    ],
)
def test_the_checker_compares_with_the_derivation(coat: Solution, answer: str, kind: Kind, correct: bool) -> None:
    verdict = check_solution(coat, answer)
    assert (verdict.kind, verdict.correct) == (kind, correct)


def test_the_checker_takes_a_number_for_equations_and_rounding(hens: Solution) -> None:
    assert check_solution(hens, "12 rabbits").correct
    assert check_solution(hens, "(94 - 2 * 35) / 2 = 12").correct
    assert check_solution(hens, "23").correct is False
    assert check_solution(solution_of(BUSES, "ceil(a / b)", "buses"), "3").correct

"""Texts that are just an equation."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from arithmetree import Solver
from arithmetree.pasting import plain_equation


@pytest.mark.parametrize(
    ("text", "expression", "value"),
    [
        ("Solve 3x + 5 = 20", "x where 3*x + 5 = 20", "5"),
        ("x + 7 = 15. What is x?", "x where x + 7 = 15", "8"),
        ("Solve for x: 2(x - 3) = 10", "x where 2*(x - 3) = 10", "8"),
        ("3) Find n if 4n − 1 = 2n + 9.", "n where 4*n - 1 = 2*n + 9", "5"),
        ("5 + ___ = 12", "x where 5 + x = 12", "7"),
        ("12 = 5 + ?", "x where 12 = 5 + x", "7"),
        ("3 x ___ = 12", "x where 3*x = 12", "4"),
        ("y/4 = 3", "y where y/4 = 3", "12"),
        ("1,200 - x = 450", "x where 1200 - x = 450", "750"),
    ],
)
def test_an_equation_is_solved_exactly(text: str, expression: str, value: str) -> None:
    found = plain_equation(text)
    assert found is not None
    assert (found.expression, found.value) == (expression, Fraction(value))


@pytest.mark.parametrize(
    "text",
    [
        "2x + y = 5",
        "x(x + 1) = 6",
        "Solve 2x + 3 = 2x + 5",
        "x = x",
        "a = 5",
        "Solve 3 x 4 = 12",
        "Solve for y: 2x = 6",
        "Tom + 3 = 5",
        "3 + 4",
        "1 = 2 = x",
        "_ + _ = 5",
        "(" * 200 + "x = 1",
    ],
)
def test_what_is_no_linear_equation_in_one_unknown_is_none(text: str) -> None:
    assert plain_equation(text) is None


@given(st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9), st.integers(-9, 9), st.sampled_from("xnt"))
def test_solutions_are_those_of_sympy(a: int, b: int, c: int, d: int, name: str) -> None:
    found = plain_equation(f"{a}{name} + {b} = {c}({name} - {d})".replace("+ -", "- ").replace("- -", "+ "))
    unknown = sympy.Symbol(name)
    wanted = sympy.solve(a * unknown + b - c * (unknown - d), unknown)
    assert (found is None) == (not wanted)
    assert found is None or found.value == Fraction(int(wanted[0].p), int(wanted[0].q))


def test_an_equation_is_explained_and_checked() -> None:
    solution = Solver.load("full").solve("Solve 3x + 5 = 20")
    assert (solution.status, solution.answer, solution.confidence) == ("solved", "5", 1.0)
    assert [step.shown for step in solution.steps] == ["20 − 5 = 15", "15 ÷ 3 = 5", "3 × 5 + 5 = 20"]

"""What is left where all but some are gone."""

from __future__ import annotations

import pytest

from arithmetree import Solver


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load("full")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A farmer has 17 sheep. All but 9 run away. How many are left?", "9"),
        ("A farmer has 17 sheep. All but 9 run away. How many run away?", "8"),
        ("There were 30 cakes. All of them except four were sold. How many cakes were left?", "4"),
        ("A farmer has 17 sheep. But 9 run away. How many are left?", "8"),
    ],
)
def test_all_but_some_are_gone(text: str, answer: str, solver: Solver) -> None:
    solution = solver.solve(text, precision=0)
    assert solution.answer == answer
    shares = [solution.confidence, *(one.confidence for one in solution.alternatives)]
    assert sum(shares) <= 1.0 + 1e-9

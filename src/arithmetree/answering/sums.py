"""Answering a plain sum: it is calculated, and nothing has to be understood."""

from __future__ import annotations

from functools import partial

from arithmetree.explanation import explain
from arithmetree.pasting import PlainSum
from arithmetree.schemas import Problem
from arithmetree.solution import Solution


def solve_sum(text: str, found: PlainSum) -> Solution:
    """The solution of a text that is just a sum."""
    problem = Problem(text, (), (), None, ())
    return Solution(
        problem=problem,
        status="solved",
        reason=None,
        message=None,
        calculation=found.derivation,
        confidence=1.0,
        search=None,
        alternatives=(),
        named=found.unit,
        explained=partial(explain, problem, (), found.derivation),
        asked=(found.start, found.end),
    )

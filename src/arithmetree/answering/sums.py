"""Answering a plain sum: it is calculated, and nothing has to be understood."""

from __future__ import annotations

from arithmetree.explanation.plain import plain_explanation
from arithmetree.pasting import PlainSum
from arithmetree.schemas import Problem
from arithmetree.solution import Solution


def solve_sum(text: str, found: PlainSum) -> Solution:
    """The solution of a text that is just a sum."""
    return Solution(
        problem=Problem(text, (), (), None, ()),
        status="solved",
        reason=None,
        message=None,
        calculation=found.derivation,
        confidence=1.0,
        search=None,
        alternatives=(),
        named=found.unit,
        explained=plain_explanation(found.derivation, ()),
        asked=(found.start, found.end),
    )

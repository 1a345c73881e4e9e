"""World knowledge about answers: small objects that look at an expression's value and units.

A constraint gives a candidate a score: minus infinity rejects it (a hard constraint), anything else is added to its
score (a scored one). `highest` is the most it can ever give, so that the search knows when it may stop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from arithmetree.expressions import UNDEFINED, Tree, Value, evaluate
from arithmetree.scores import Array
from arithmetree.search.table import Table


@dataclass(frozen=True, slots=True)
class Candidate:
    """An expression with its value, and the values and units (None: unknown) of all quantities of the problem."""

    tree: Tree
    value: Value
    values: tuple[Fraction, ...]
    units: tuple[str | None, ...]

    @property
    def answers(self) -> tuple[Fraction, ...]:
        """The value, where it is defined."""
        return () if self.value is UNDEFINED else (self.value,)

    @classmethod
    def of(cls, tree: Tree, values: Sequence[Fraction], units: Sequence[str | None] | None = None) -> Candidate:
        """Evaluate a tree over the values of the problem."""
        return cls(tree, evaluate(tree, values), tuple(values), tuple(units or [None] * len(values)))


class Answered(Protocol):
    """Anything with answers: an expression has one, a derivation one for each question."""

    @property
    def answers(self) -> tuple[Fraction, ...]: ...


class Constraint(Protocol):
    """Anything hashable with a name, an upper bound of what it gives, and a score for a candidate of defined value."""

    @property
    def name(self) -> str: ...

    @property
    def highest(self) -> float: ...

    def score(self, candidate: Candidate) -> float: ...


@runtime_checkable
class TableConstraint(Protocol):
    """A scored constraint that can also score all labelings of a table at a stroke."""

    def score_table(self, table: Table) -> Array: ...


@dataclass(frozen=True, slots=True)
class Positive:
    """Every answer is above zero; `weight` is added where one is not."""

    weight: float = float("-inf")
    name: str = "positive"

    @property
    def highest(self) -> float:
        return max(self.weight, 0.0)

    def score(self, candidate: Answered) -> float:
        return 0.0 if all(answer > 0 for answer in candidate.answers) else self.weight


@dataclass(frozen=True, slots=True)
class Integral:
    """Every answer is a whole number; `weight` is added where one is not."""

    weight: float = float("-inf")
    name: str = "integral"

    @property
    def highest(self) -> float:
        return max(self.weight, 0.0)

    def score(self, candidate: Answered) -> float:
        return 0.0 if all(answer.denominator == 1 for answer in candidate.answers) else self.weight

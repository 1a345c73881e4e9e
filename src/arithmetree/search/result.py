"""What a search found and how: the expressions, best first, and a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from arithmetree.expressions import Tree, Value

Method = Literal["exact", "beam"]


def margin_between(best: float | None, runner_up: float | None) -> float | None:
    """By how much a best score beats the next one; None where there is no next one."""
    return None if best is None or runner_up is None else best - runner_up


@dataclass(frozen=True, slots=True)
class Found:
    """One expression: a tree of its class, its value and its score, scored constraints included."""

    tree: Tree
    value: Value
    score: float


@dataclass(frozen=True, slots=True)
class Certificate:
    """How the search ended.

    With method "exact" and `satisfied`, every expression with a score above `best_score` was rejected by a
    constraint; `rejected` counts them by constraint ("defined" are divisions by zero). Not `satisfied`: no
    expression among the `examined` ones passed the constraints, and the best one without them was taken;
    `exhausted` says whether these were all there are. "beam" promises nothing.
    """

    method: Method
    best_score: float | None
    runner_up: float | None
    rejected: Mapping[str, int]
    examined: int
    satisfied: bool
    exhausted: bool

    @property
    def margin(self) -> float | None:
        """By how much the best expression beats the next one."""
        return margin_between(self.best_score, self.runner_up)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The k best expressions, best first (none if every one is forbidden), and how they were found."""

    found: tuple[Found, ...]
    certificate: Certificate

"""What the search asks of a model: how probable each next move is, given the steps so far (docs/derivations.md)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from arithmetree.derivations.derivation import Step
from arithmetree.derivations.meaning import Worked
from arithmetree.derivations.operations import Operation
from arithmetree.errors import ScoreError

Array = npt.NDArray[np.float64]

OPERATIONS = tuple(Operation)
"""The operations in the order of the first axis of `Moves.steps`."""

TOO_MUCH = 1 + 1e-6
"""Probabilities may add up to this; the excess over 1 allows for rounding."""


@dataclass(frozen=True, slots=True)
class Prefix:
    """The beginning of a derivation: its steps and answers so far, and what the values come to."""

    steps: tuple[Step, ...]
    answers: tuple[int, ...]
    worked: Worked

    @property
    def size(self) -> int:
        """How many values a next step can use: leaves and steps."""
        return len(self.worked.forms)


@dataclass(frozen=True, eq=False)
class Moves:
    """The log-probabilities of all next moves; minus infinity forbids one.

    Together their probabilities are at most 1. What is missing to 1 is lost to all derivations.
    """

    steps: Array  # (operations, values, values): join the second axis with the third by an operation
    answer: Array  # (values,): the next question is answered by this value
    stop: float  # every question is answered

    def flat(self, size: int) -> Array:
        """All moves in one array: steps, then answers, then stop. ScoreError for a table that no search can use."""
        shape = (len(OPERATIONS), size, size)
        if self.steps.shape != shape or self.answer.shape != (size,):
            raise ScoreError(
                f"moves of the shapes {self.steps.shape} and {self.answer.shape} for {size} values; "
                f"they must be {shape} and {(size,)}"
            )
        flat = np.empty(self.steps.size + size + 1)
        flat[: self.steps.size] = self.steps.ravel()
        flat[self.steps.size : -1] = self.answer
        flat[-1] = self.stop
        if not flat.max() < 1:  # NaN is not less either
            raise ScoreError("the moves hold NaN or log-probabilities above 0; only log-probabilities are accepted")
        return flat


class StepScorer(Protocol):
    """Scores the next moves of a batch of prefixes.

    `order_free` promises that the moves depend on the set of steps alone, not on their order; the search then opens
    prefixes that differ in their order only once.
    """

    @property
    def order_free(self) -> bool: ...

    def moves(self, prefixes: Sequence[Prefix]) -> Sequence[Moves]: ...

"""One linear scorer for all decisions: named features, their pairwise conjunctions, and weights.

A decision is described by the names of its active features. The vocabulary turns names into columns; every pair of
active features is a column too, if training has met it. Scores are sums of weights: numpy alone, no model library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@lru_cache(maxsize=256)
def _pairs(count: int) -> tuple[IntArray, IntArray]:
    """The places of all pairs of so many features; every decision needs them, and they are slow to make."""
    first, second = np.triu_indices(count, 1)
    return first, second


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The known features by name and the known conjunctions of two, as sorted keys first * len(names) + second."""

    names: tuple[str, ...]
    conjunctions: IntArray

    def __len__(self) -> int:
        return len(self.names) + len(self.conjunctions)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def columns(self, features: Sequence[str]) -> IntArray:
        """The columns of the known features among these and of their known conjunctions."""
        numbers = self.numbers
        known = np.array(sorted({numbers[name] for name in features if name in numbers}), dtype=np.int64)
        if not len(self.conjunctions) or len(known) < 2:
            return known
        first, second = _pairs(len(known))
        keys = known[first] * len(self.names) + known[second]
        at = np.searchsorted(self.conjunctions, keys)
        at[at == len(self.conjunctions)] = 0
        return np.concatenate([known, len(self.names) + at[self.conjunctions[at] == keys]])

    def describe(self, column: int) -> str:
        """A column in words: a feature, or two joined by " & "."""
        if column < len(self.names):
            return self.names[column]
        first, second = divmod(int(self.conjunctions[column - len(self.names)]), len(self.names))
        return f"{self.names[first]} & {self.names[second]}"


@dataclass(frozen=True, eq=False)
class LinearScorer:
    """Scores of a decision with several outcomes: the sum of the weight rows of its columns, plus the bias."""

    vocabulary: Vocabulary
    weights: FloatArray  # (columns, outcomes)
    bias: FloatArray  # (outcomes,)

    def scores(self, features: Sequence[str]) -> FloatArray:
        """One score for each outcome."""
        return np.asarray(self.weights[self.vocabulary.columns(features)].sum(axis=0) + self.bias)

    def strongest(self, features: Sequence[str], outcome: int, count: int = 5) -> list[tuple[str, float]]:
        """The columns that speak most for an outcome against the average of all, with how much."""
        columns = self.vocabulary.columns(features)
        rows = self.weights[columns]
        lead = rows[:, outcome] - rows.mean(axis=1) if rows.shape[1] > 1 else rows[:, outcome]
        order = np.argsort(-lead, kind="stable")[:count]
        return [(self.vocabulary.describe(int(columns[i])), float(lead[i])) for i in order if lead[i] > 0]

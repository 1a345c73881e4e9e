"""The learned weights of the traits, as a scored constraint of the search."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from arithmetree.knowledge.expression_traits import Knowledge
from arithmetree.knowledge.traits import TRAITS
from arithmetree.linear import FloatArray
from arithmetree.search import Candidate
from arithmetree.search.table import Table

_HALF = len(TRAITS) // 2
_LOW = (1 << _HALF) - 1


@dataclass(frozen=True, eq=False)
class LearnedKnowledge:
    """The traits with their learned weights, as a scored constraint of the search."""

    knowledge: Knowledge
    weights: FloatArray
    name: str = "knowledge"
    _tables: dict[int, FloatArray] = field(default_factory=dict, init=False, repr=False)

    @property
    def highest(self) -> float:
        """The most that an expression can gain: every trait with a positive weight."""
        return float(np.maximum(self.weights, 0.0).sum())

    def score(self, candidate: Candidate) -> float:
        """What the traits of one expression add to its score."""
        low, high = _worth(self.weights.tobytes())
        bits = self.knowledge.bits_of(candidate.tree)
        return float(low[bits & _LOW] + high[bits >> _HALF])

    def score_table(self, table: Table) -> FloatArray:
        """What the traits add to the score of every labeling of a table; search and posterior both ask for it."""
        size = len(table.trees)
        if size not in self._tables:
            low, high = _worth(self.weights.tobytes())
            bits = self.knowledge.bits_of_all(table)
            self._tables[size] = low.take(bits & _LOW) + high.take(bits >> _HALF)
        return self._tables[size]


@lru_cache(maxsize=8)
def _worth(weights: bytes) -> tuple[FloatArray, FloatArray]:
    """What every set of the first half of the traits and of the second is worth, by bit mask."""
    known = np.frombuffer(weights)
    return _worth_of_sets(known[:_HALF]), _worth_of_sets(known[_HALF:])


def _worth_of_sets(weights: FloatArray) -> FloatArray:
    sets = np.arange(1 << len(weights))
    return np.asarray((sets[:, None] >> np.arange(len(weights)) & 1) @ weights)

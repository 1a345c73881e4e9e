"""Scores: what the scorers say about a problem, and what an expression is worth by them (docs/method.md)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import fsum, isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from arithmetree.errors import ScoreError
from arithmetree.expressions import LABELS, Tree, labels_of, quantities

Array = npt.NDArray[np.float64]

MAX_QUANTITIES = 30
"""The most quantities a score table may have; a word problem has fewer than ten."""


@lru_cache(maxsize=256)
def places_of_pairs(count: int) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Where the pairs i < j of so many things stand in a square table; needed all the time, and slow to make."""
    first, second = np.triu_indices(count, 1)
    return first, second


_BAD_WEIGHT = "the table 'pair_weight' must be finite and not negative"
_LABEL_INDEX = {label: index for index, label in enumerate(LABELS)}


@dataclass(frozen=True, eq=False)
class Scores:
    """A score table for n quantities; minus infinity forbids a choice, anything else must be finite.

    An expression over m quantities is worth the sum of `unused` over the quantities it leaves out, of `used` over
    those it takes, and of `pair[i, j, label]` over its pairs i < j, the last sum multiplied by `pair_weight[m]`.
    """

    unused: Array  # (n,)
    used: Array  # (n,)
    pair: Array  # (n, n, 6), labels in the order of LABELS; read where i < j
    pair_weight: Array  # (n + 1,)

    def __post_init__(self) -> None:
        n = len(self.unused)
        if not 1 <= n <= MAX_QUANTITIES:
            raise ScoreError(f"scores for {n} quantities; accepted are 1 to {MAX_QUANTITIES}")
        for name, table, shape in (
            ("used", self.used, (n,)),
            ("pair", self.pair, (n, n, len(LABELS))),
            ("pair_weight", self.pair_weight, (n + 1,)),
        ):
            if table.shape != shape:
                found = table.shape
                raise ScoreError(f"the table {name!r} has the shape {found}; for {n} quantities it must be {shape}")
        # Whatever is not finite makes a sum that is not either; most tables are, and need no closer look.
        weights: list[float] = self.pair_weight.tolist()
        few = [*self.unused.tolist(), *self.used.tolist(), *weights]
        if not (all(map(isfinite, few)) and isfinite(np.add.reduce(self.pair, axis=None))):
            self._check_entries()
        if min(weights) < 0:
            raise ScoreError(_BAD_WEIGHT)

    def _check_entries(self) -> None:
        read = self.pair[places_of_pairs(len(self))]
        for name, table in (("unused", self.unused), ("used", self.used), ("pair", read)):
            if not (table < np.inf).all():  # NaN is not less either
                raise ScoreError(
                    f"the table {name!r} holds NaN or plus infinity; only finite scores and -inf are accepted"
                )
        if not np.isfinite(self.pair_weight).all():
            raise ScoreError(_BAD_WEIGHT)

    def __len__(self) -> int:
        return len(self.unused)

    @classmethod
    def summed(cls, irrelevance: Any, pair: Any, *, irrelevance_weight: float = 1.0) -> Scores:
        """The paper's score: w_IRR times IRR of the unused quantities plus PAIR over all used pairs."""
        if not (np.isfinite(irrelevance_weight) and irrelevance_weight >= 0):
            raise ScoreError(f"irrelevance_weight is {irrelevance_weight}; it must be finite and not negative")
        table = _table(irrelevance, "irrelevance")
        # 0 * -inf is NaN; a forbidden choice stays forbidden whatever its weight.
        unused = np.where(np.isneginf(table), -np.inf, irrelevance_weight * np.where(np.isneginf(table), 0.0, table))
        return cls(unused, np.zeros_like(unused), _table(pair, "pair"), np.ones(len(unused) + 1))

    @classmethod
    def averaged(cls, log_irrelevant: Any, log_relevant: Any, log_pair: Any) -> Scores:
        """Log-probabilities: relevance summed over all quantities, pairs averaged and scaled by (used - 1).

        A sum over all m * (m - 1) / 2 pairs counts each operation many times; scaled so, a tree with m - 1
        operations weighs like m - 1 decisions.
        """
        unused = _table(log_irrelevant, "log_irrelevant")
        weights = _weights_of_averages(len(unused))
        return cls(unused, _table(log_relevant, "log_relevant"), _table(log_pair, "log_pair"), weights)

    def of(self, tree: Tree) -> float:
        """The score of one expression by the labeling of its monotonic form."""
        taken = set(quantities(tree))
        alone = fsum(float(self.used[i] if i in taken else self.unused[i]) for i in range(len(self)))
        pairs = fsum(float(self.pair[i, j, _LABEL_INDEX[label]]) for (i, j), label in labels_of(tree).items())
        return alone + float(self.pair_weight[len(taken)]) * pairs


@dataclass(frozen=True, eq=False)
class Subsets:
    """What every choice of used quantities (a bit mask) is worth before its pairs are looked at."""

    sizes: npt.NDArray[np.int64]  # (2^n,): number of used quantities
    alone: Array  # (2^n,): scores of the used and the unused quantities
    weights: Array  # (2^n,): weight of the pairs

    @classmethod
    def of(cls, scores: Scores) -> Subsets:
        """Over all subsets, the empty one included."""
        n = len(scores)
        bits = (np.arange(1 << n)[:, None] >> np.arange(n)[None, :]) & 1
        sizes = bits.sum(axis=1)
        alone = np.where(bits == 1, scores.used[None, :], scores.unused[None, :]).sum(axis=1)
        return cls(sizes, alone, scores.pair_weight[sizes])


@lru_cache(maxsize=64)
def _weights_of_averages(count: int) -> Array:
    """The weight of the pairs by the number of used quantities; shared, so it must not be written to."""
    weights = np.asarray(2.0 / np.maximum(np.arange(count + 1), 1))
    weights.flags.writeable = False
    return weights


def _table(numbers: Any, name: str) -> Array:
    try:
        return np.ascontiguousarray(numbers, dtype=np.float64)
    except (TypeError, ValueError):
        raise ScoreError(f"the table {name!r} must hold numbers") from None

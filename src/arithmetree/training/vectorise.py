"""From lists of features to sparse matrices; the vocabulary is learned from the training problems alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from scipy.sparse import csr_matrix

from arithmetree.features.facts import STRONG
from arithmetree.linear import FloatArray, IntArray, Vocabulary

_CHUNK = 10_000
"""Decisions whose conjunctions are counted at a time; all at once would not fit into memory."""
_SHARE = 20_000
"""A feature must occur in one of so many decisions, where there are that many."""


def learn_vocabulary(rows: Sequence[Sequence[str]], *, least: int = 2, conjunctions: bool = True) -> Vocabulary:
    """All features, and all conjunctions of two, that occur in at least `least` decisions, or more among very many."""
    least = max(least, len(rows) // _SHARE)
    counts = Counter(name for row in rows for name in set(row))
    names = tuple(sorted(name for name, count in counts.items() if count >= least))
    known = times = np.zeros(0, dtype=np.int64)
    if conjunctions:
        alone = Vocabulary(names, known)
        for start in range(0, len(rows), _CHUNK):
            keys = np.concatenate([_pairs(alone.columns(row), len(names)) for row in rows[start : start + _CHUNK]])
            known, times = _counted(known, times, *np.unique(keys, return_counts=True))
    return Vocabulary(names, known[times >= least])


def _pairs(columns: IntArray, names: int) -> IntArray:
    first, second = np.triu_indices(len(columns), 1)
    return np.asarray(columns[first] * names + columns[second])


def _counted(known: IntArray, times: IntArray, keys: IntArray, more: IntArray) -> tuple[IntArray, IntArray]:
    """Two counts of sorted keys as one."""
    both, places = np.unique(np.concatenate([known, keys]), return_inverse=True)
    total = np.zeros(len(both), dtype=np.int64)
    np.add.at(total, places, np.concatenate([times, more]))
    return both, total


STRENGTH = 5.0
"""How much larger the values of strong features are, so that the penalty on weights weighs less on theirs."""


def scales(vocabulary: Vocabulary) -> FloatArray:
    """The value of each column where it is active; trained weights must be multiplied by it."""
    return np.array(
        [STRENGTH if name.startswith(STRONG) else 1.0 for name in vocabulary.names]
        + [1.0] * len(vocabulary.conjunctions)
    )


def to_matrix(rows: Sequence[Sequence[str]], vocabulary: Vocabulary) -> csr_matrix:
    """One row for each decision; int32 indices, which is what scikit-learn's linear models take."""
    columns = [vocabulary.columns(row).astype(np.int32) for row in rows]
    indptr = np.concatenate([[0], np.cumsum([len(c) for c in columns])]).astype(np.int32)
    indices = np.concatenate(columns or [np.zeros(0, dtype=np.int32)])
    return csr_matrix((scales(vocabulary)[indices], indices, indptr), shape=(len(rows), len(vocabulary)))

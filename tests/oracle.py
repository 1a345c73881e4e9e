"""Brute force over the full enumeration: what exact search must agree with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np

from arithmetree.expressions import LABELS, UNDEFINED, Tree, class_key, evaluate, labels_of, monotonic_trees
from arithmetree.scores import Scores


@dataclass(frozen=True, eq=False)
class Everything:
    """All labelings over all subsets of at least two of n quantities."""

    trees: list[Tree]
    keys: list[object]
    used: np.ndarray  # (t, n) bool
    labels: np.ndarray  # (t, pairs) index of the label, 6 where the pair is not used
    sizes: np.ndarray


@lru_cache(maxsize=8)
def everything(n: int) -> Everything:
    trees, keys, used, labels = [], [], [], []
    pairs = list(combinations(range(n), 2))
    for size in range(2, n + 1):
        for members in combinations(range(n), size):
            for tree in monotonic_trees(members):
                labeling = labels_of(tree)
                trees.append(tree)
                keys.append(class_key(tree))
                used.append([i in members for i in range(n)])
                labels.append([LABELS.index(labeling[p]) if p in labeling else 6 for p in pairs])
    used_array = np.array(used)
    return Everything(trees, keys, used_array, np.array(labels), used_array.sum(axis=1))


def all_scores(scores: Scores) -> np.ndarray:
    """The score of every labeling, straight from the definition."""
    every = everything(len(scores))
    pairs = list(combinations(range(len(scores)), 2))
    table = np.array([[*scores.pair[i, j], 0.0] for i, j in pairs])
    pair_sum = table[np.arange(len(pairs))[None, :], every.labels].sum(axis=1)
    alone = np.where(every.used, scores.used, scores.unused).sum(axis=1)
    return alone + scores.pair_weight[every.sizes] * pair_sum


def best_per_class(scores: Scores) -> dict[object, float]:
    """Each expression's score: that of its best labeling; forbidden ones are left out."""
    best: dict[object, float] = {}
    for key, score in zip(everything(len(scores)).keys, all_scores(scores), strict=True):
        if score > best.get(key, -np.inf):
            best[key] = float(score)
    return best


def values_of(n: int, values: Sequence[Fraction]) -> list[object]:
    return [evaluate(tree, values) for tree in everything(n).trees]


def answer_weights(scores: Scores, values: Sequence[Fraction], keep: object = None) -> dict[object, float]:
    """The posterior of each defined answer for which keep(value) holds, by summing over everything."""
    weights: dict[object, float] = {}
    for score, value in zip(np.exp(all_scores(scores)), values_of(len(scores), values), strict=True):
        if value is not UNDEFINED and score > 0 and (keep is None or keep(value)):  # type: ignore[operator]
            weights[value] = weights.get(value, 0.0) + float(score)
    total = sum(weights.values())
    return {value: weight / total for value, weight in weights.items()}

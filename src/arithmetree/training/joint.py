"""Tree-level training: weights that make the gold expression probable among all expressions of its problem.

The score of an expression is linear in the features, and for few quantities all expressions are in a table, so the
exact likelihood and its gradient are matrix products. Relevance, pairs and world knowledge are learned together and
are on one scale by construction; all labelings of the gold class count as gold (docs/method.md).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from arithmetree.expressions import LABELS, class_key
from arithmetree.features.facts import facts_of
from arithmetree.knowledge import TRAITS, Knowledge
from arithmetree.linear import FloatArray, IntArray
from arithmetree.model import MIRROR
from arithmetree.search.table import TABLE_UP_TO, Table, table_of
from arithmetree.training.gold import GoldProblem

LARGEST = TABLE_UP_TO
"""The most quantities of a problem that is trained on."""
_BITS = 2.0 ** np.arange(len(TRAITS))


@dataclass(frozen=True, eq=False)
class _Layout:
    """The table for n quantities as matrices."""

    used: FloatArray  # (t, n)
    incidence: FloatArray  # (t, 6 * pairs)
    sizes: IntArray
    valid: IntArray  # rows of the table with at least two quantities


@cache
def _layout(n: int) -> _Layout:
    table = table_of(n)
    cells = len(LABELS) * (n * (n - 1) // 2)
    valid = np.flatnonzero(table.sizes >= 2)
    incidence = np.zeros((len(table.trees), cells + 1), dtype=np.float64)
    np.put_along_axis(incidence, table.cells, 1.0, axis=1)
    return _Layout(table.used[valid].astype(np.float64), incidence[valid, :cells], table.sizes[valid], valid)


@cache
def _keys(n: int) -> dict[object, list[int]]:
    table: Table = table_of(n)
    found: dict[object, list[int]] = {}
    for row, tree in enumerate(table.trees):
        found.setdefault(class_key(tree), []).append(row)
    return found


@dataclass(frozen=True, eq=False)
class Prepared:
    """A problem made ready once for any number of trainings: its traits and which labelings are gold."""

    gold: GoldProblem
    n: int
    traits: npt.NDArray[np.uint32]  # (t,): bit k for trait k
    is_gold: npt.NDArray[np.bool_]


def prepare(gold: GoldProblem) -> Prepared | None:
    """None for a problem that cannot be trained on: no gold tree, too many quantities or too few."""
    n = len(gold.problem.schemas)
    if gold.tree is None or not 2 <= n <= LARGEST:
        return None
    layout = _layout(n)
    rows = _keys(n)[class_key(gold.tree)]
    is_gold = np.zeros(len(table_of(n).trees), dtype=bool)
    is_gold[rows] = True
    traits = Knowledge(facts_of(gold.problem)).traits_of_all(table_of(n))[layout.valid]
    return Prepared(gold, n, (traits @ _BITS).astype(np.uint32), is_gold[layout.valid])


@dataclass(frozen=True, eq=False)
class JointWeights:
    """What tree-level training learns: a score for using a quantity, for each label of a pair, and for each trait."""

    used: FloatArray  # (relevance columns,)
    used_bias: float
    pair: FloatArray  # (pair columns, 6)
    pair_bias: FloatArray  # (6,)
    traits: FloatArray  # (traits,)


def fit_joint(
    prepared: Sequence[Prepared],
    relevance: csr_matrix,
    pairs: csr_matrix,
    mirrored: csr_matrix,
    *,
    averaged: bool,
    penalty: float,
    trait_penalty: float = 0.01,
    iterations: int = 150,
) -> JointWeights:
    """Maximise the likelihood of the gold expressions, less `penalty` / 2 times the squared weights.

    The rows of `relevance` are the quantities of the problems in order, those of `pairs` their pairs i < j, those
    of `mirrored` the same pairs seen from j. One set of weights serves both: what supports i - j when seen from i
    supports the reversed label when seen from j, so that nothing depends on the order of the text by accident.
    """
    groups = _grouped(prepared, averaged)
    columns_used, columns_pair = relevance.shape[1], pairs.shape[1]
    relevance_t, pairs_t, mirrored_t = relevance.T.tocsr(), pairs.T.tocsr(), mirrored.T.tocsr()
    sizes = [columns_used, 1, columns_pair * len(LABELS), len(LABELS), len(TRAITS)]
    ends = np.cumsum(sizes)
    strength = np.concatenate(
        [
            np.full(columns_used, penalty),
            [0.0],
            np.full(columns_pair * len(LABELS), penalty),
            np.full(len(LABELS), 1e-3),
            np.full(len(TRAITS), trait_penalty),
        ]
    )

    def loss(flat: FloatArray) -> tuple[float, FloatArray]:
        used, used_bias, pair, pair_bias, traits = np.split(flat, ends[:-1])
        used_scores = relevance @ used + used_bias[0]
        table = pair.reshape(columns_pair, len(LABELS))
        pair_scores = pairs @ table + pair_bias + (mirrored @ table + pair_bias)[:, MIRROR]
        total = 0.0
        used_slope, pair_slope = np.zeros_like(used_scores), np.zeros_like(pair_scores)
        traits_slope = np.zeros_like(traits)
        for group in groups:
            total += group.add(used_scores, pair_scores, traits, used_slope, pair_slope, traits_slope)
        slope = np.concatenate(
            [
                relevance_t @ used_slope,
                [used_slope.sum()],
                (pairs_t @ pair_slope + mirrored_t @ pair_slope[:, MIRROR]).ravel(),
                (pair_slope + pair_slope[:, MIRROR]).sum(axis=0),
                traits_slope,
            ]
        )
        return total + 0.5 * float(strength @ (flat * flat)), slope + strength * flat

    start = np.zeros(int(ends[-1]))
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": iterations, "maxcor": 8}).x
    used, used_bias, pair, pair_bias, traits = np.split(found, ends[:-1])
    return JointWeights(used, float(used_bias[0]), pair.reshape(columns_pair, len(LABELS)), pair_bias, traits)


@dataclass(frozen=True, eq=False)
class _Group:
    """All problems with the same number of quantities, as one batch."""

    layout: _Layout
    weight: FloatArray  # (t,): weight of the pairs of each labeling
    used_rows: IntArray  # (b, n)
    pair_rows: IntArray  # (b, pairs)
    traits: FloatArray  # (p, traits): the sets of traits that occur
    traits_of: IntArray  # (b, t): which of these sets a labeling has
    is_gold: npt.NDArray[np.bool_]  # (b, t)

    def add(
        self,
        used_scores: FloatArray,
        pair_scores: FloatArray,
        traits: FloatArray,
        used_slope: FloatArray,
        pair_slope: FloatArray,
        traits_slope: FloatArray,
    ) -> float:
        """Add this batch's gradient in place and return its loss."""
        batch = len(self.used_rows)
        alone = used_scores[self.used_rows] @ self.layout.used.T
        together = pair_scores[self.pair_rows].reshape(batch, -1) @ self.layout.incidence.T
        scores = alone + self.weight * together + (self.traits @ traits)[self.traits_of]
        everything, log_all = _softmax(scores)
        gold, log_gold = _softmax(np.where(self.is_gold, scores, -np.inf))
        slope = everything - gold
        np.add.at(used_slope, self.used_rows, slope @ self.layout.used)
        cells = (slope * self.weight) @ self.layout.incidence
        np.add.at(pair_slope, self.pair_rows, cells.reshape(batch, -1, len(LABELS)))
        traits_slope += np.bincount(self.traits_of.ravel(), slope.ravel(), len(self.traits)) @ self.traits
        return float((log_all - log_gold).sum())


def _softmax(scores: FloatArray) -> tuple[FloatArray, FloatArray]:
    top = scores.max(axis=1, keepdims=True)
    weights = np.exp(scores - top)
    total = weights.sum(axis=1, keepdims=True)
    return weights / total, (top + np.log(total))[:, 0]


def _grouped(prepared: Sequence[Prepared], averaged: bool) -> list[_Group]:
    by_size: dict[int, list[tuple[Prepared, int, int]]] = {}
    used_row = pair_row = 0
    for problem in prepared:
        by_size.setdefault(problem.n, []).append((problem, used_row, pair_row))
        used_row += problem.n
        pair_row += problem.n * (problem.n - 1) // 2
    groups = []
    for n, members in sorted(by_size.items()):
        layout = _layout(n)
        weight = 2.0 / layout.sizes if averaged else np.ones(len(layout.sizes))
        sets, traits_of = np.unique(np.stack([problem.traits for problem, _, _ in members]), return_inverse=True)
        groups.append(
            _Group(
                layout,
                weight,
                np.array([np.arange(n) + first for _, first, _ in members]),
                np.array([np.arange(n * (n - 1) // 2) + first for _, _, first in members]),
                (sets[:, None] >> np.arange(len(TRAITS)) & 1).astype(np.float64),
                traits_of.reshape(len(members), -1).astype(np.int32),
                np.stack([problem.is_gold for problem, _, _ in members]),
            )
        )
    return groups

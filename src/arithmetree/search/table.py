"""Few quantities: every labeling written down once, scored at a stroke and valued together.

Up to four quantities there are at most 1,568 labelings over all subsets. Looking at all of them is faster than
any recursion, and the values of all of them give exact posteriors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from arithmetree.expressions import LABELS, Leaf, Node, Op, Tree, labels_of, monotonic_trees, quantities
from arithmetree.scores import Array, Scores, places_of_pairs

TABLE_UP_TO = 4
"""The most quantities for which all labelings are kept in a table (three hundred thousand numbers at most)."""


@dataclass(frozen=True, eq=False)
class Level:
    """All labelings over the same number of quantities: their rows, operations and the rows of their two sides."""

    rows: npt.NDArray[np.int64]
    ops: npt.NDArray[np.int64]  # places in OPS
    chosen: npt.NDArray[np.int64]  # where the results stand in a table of the results of all OPS, a row for each
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]


OPS = tuple(Op)
Number = int | Fraction
_NO_LABEL = np.zeros(1)
"""What a pair is worth of which a labeling does not use both quantities."""


@dataclass(frozen=True, eq=False)
class Table:
    """All labelings over all subsets of n quantities, single quantities first, every subtree before its tree."""

    trees: tuple[Tree, ...]
    used: npt.NDArray[np.bool_]  # (t, n)
    sizes: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]  # (t, pairs): where each label is in the flattened pair table
    steps: Mapping[int, tuple[Op, int, int]]  # for each labeling that is no leaf the rows of its two sides
    levels: tuple[Level, ...]  # the same for all labelings of 2, 3, ... quantities at a stroke

    def score(self, scores: Scores) -> Array:
        """The score of every labeling."""
        flat = np.concatenate((scores.pair[places_of_pairs(len(scores))].ravel(), _NO_LABEL))
        pairs = np.add.reduce(flat.take(self.cells), axis=1)
        alone = np.add.reduce(np.where(self.used, scores.used, scores.unused), axis=1)
        weights = scores.pair_weight.take(self.sizes)
        if np.minimum.reduce(pairs) > -np.inf:
            return np.asarray(alone + weights * pairs)
        # Where the weight is zero, minus infinity still forbids.
        forbidden = np.isneginf(pairs)
        return np.asarray(np.where(forbidden, -np.inf, alone + weights * np.where(forbidden, 0.0, pairs)))

    def rough_values(self, values: Sequence[Fraction]) -> Array:
        """The value of every labeling as a float, for scores alone; NaN where it divides by zero."""
        known = np.empty(len(self.trees))
        known[: len(values)] = [float(value) for value in values]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            for level in self.levels:
                left, right = known.take(level.left), known.take(level.right)
                results = np.empty((len(OPS), len(left)))
                for row, operation in zip(results, _ROUGH, strict=True):
                    operation(left, right, out=row)
                made = results.take(level.chosen)
                made[~np.isfinite(made)] = np.nan
                known[level.rows] = made
        return known

    def exact_values(self, values: Sequence[Fraction]) -> Callable[[int], Number | None]:
        """The exact value of a labeling by its row, None where it divides by zero.

        Every value is worked out once, and whole numbers stay integers, which is much faster.
        """
        known: dict[int, Number | None] = {row: plain(value) for row, value in enumerate(values)}

        def value(row: int) -> Number | None:
            if row not in known:
                op, left, right = self.steps[row]
                known[row] = apply_plain(op, value(left), value(right))
            return known[row]

        return value


_ROUGH: tuple[np.ufunc, ...] = tuple(
    {Op.ADD: np.add, Op.SUB: np.subtract, Op.MUL: np.multiply, Op.DIV: np.divide}[op] for op in OPS
)


def plain(value: Fraction) -> Number:
    """A whole number as an integer, which is equal, hashes alike and is much faster."""
    return value.numerator if value.denominator == 1 else value


def apply_plain(op: Op, left: Number | None, right: Number | None) -> Number | None:
    """The value of one operation, whole numbers as integers; None where it is undefined."""
    if left is None or right is None:
        return None
    if op is Op.ADD:
        return left + right
    if op is Op.SUB:
        return left - right
    if op is Op.MUL:
        return left * right
    if right == 0:
        return None
    if isinstance(left, int) and isinstance(right, int) and left % right == 0:
        return left // right
    return plain(Fraction(left) / Fraction(right))


def exact_value(tree: Tree, numbers: Sequence[Number]) -> Number | None:
    """The value of a tree over such numbers, by the same arithmetic."""
    if isinstance(tree, Leaf):
        return numbers[tree.quantity]
    return apply_plain(tree.op, exact_value(tree.left, numbers), exact_value(tree.right, numbers))


@lru_cache(maxsize=TABLE_UP_TO + 1)
def table_of(n: int) -> Table:
    """The table for n quantities, built on first use."""
    trees: list[Tree] = [
        tree
        for size in range(1, n + 1)
        for members in combinations(range(n), size)
        for tree in monotonic_trees(members)
    ]
    number = {tree: i for i, tree in enumerate(trees)}
    pairs = list(combinations(range(n), 2))
    used, cells = [], []
    for tree in trees:
        labeling = labels_of(tree)
        taken = set(quantities(tree))
        used.append([i in taken for i in range(n)])
        cells.append(
            [
                len(LABELS) * p + LABELS.index(labeling[pair]) if pair in labeling else len(LABELS) * len(pairs)
                for p, pair in enumerate(pairs)
            ]
        )
    steps = {
        row: (tree.op, number[tree.left], number[tree.right])
        for row, tree in enumerate(trees)
        if isinstance(tree, Node)
    }
    used_array = np.array(used)
    sizes = used_array.sum(axis=1)
    levels = tuple(_level(np.flatnonzero(sizes == size), steps) for size in range(2, n + 1))
    return Table(tuple(trees), used_array, sizes, np.array(cells, dtype=np.int64), steps, levels)


def _level(rows: npt.NDArray[np.int64], steps: Mapping[int, tuple[Op, int, int]]) -> Level:
    joined = [steps[row] for row in rows.tolist()]
    ops = np.array([OPS.index(op) for op, _, _ in joined], dtype=np.int64)
    left, right = (np.array([step[side] for step in joined], dtype=np.int64) for side in (1, 2))
    return Level(rows, ops, ops * len(rows) + np.arange(len(rows)), left, right)

"""Few quantities: every labeling written down once, scored at a stroke and valued together.

Up to four quantities there are at most 1,568 labelings over all subsets. Looking at all of them is faster than
any recursion, and the values of all of them give exact posteriors.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations

import numpy as np
import numpy.typing as npt

from arithmetree.expressions import LABELS, UNDEFINED, Node, Op, Tree, Value, labels_of, monotonic_trees, quantities
from arithmetree.scores import Array, Scores

TABLE_UP_TO = 4
"""The most quantities for which all labelings are kept in a table (three hundred thousand numbers at most)."""


@dataclass(frozen=True, eq=False)
class Level:
    """All labelings over the same number of quantities: their rows, operations and the rows of their two sides."""

    rows: npt.NDArray[np.int64]
    ops: npt.NDArray[np.int64]  # places in OPS
    left: npt.NDArray[np.int64]
    right: npt.NDArray[np.int64]


OPS = tuple(Op)


@dataclass(frozen=True, eq=False)
class Table:
    """All labelings over all subsets of n quantities, single quantities first, every subtree before its tree."""

    trees: tuple[Tree, ...]
    used: npt.NDArray[np.bool_]  # (t, n)
    sizes: npt.NDArray[np.int64]
    cells: npt.NDArray[np.int64]  # (t, pairs): where in the flattened pair table each label stands
    steps: tuple[tuple[Op, int, int] | int, ...]  # the quantity of a leaf, or how to get the value from earlier ones
    levels: tuple[Level, ...]  # the same for all labelings of 2, 3, ... quantities at a stroke

    def score(self, scores: Scores) -> Array:
        """The score of every labeling."""
        flat = np.append(scores.pair[self.upper].ravel(), 0.0)
        pairs = flat[self.cells].sum(axis=1)
        alone = np.where(self.used, scores.used, scores.unused).sum(axis=1)
        if flat.min() > -np.inf:
            return np.asarray(alone + scores.pair_weight[self.sizes] * pairs)
        # Where the weight is zero, minus infinity still forbids.
        forbidden = np.isneginf(pairs)
        weighted = scores.pair_weight[self.sizes] * np.where(forbidden, 0.0, pairs)
        return np.asarray(np.where(forbidden, -np.inf, alone + weighted))

    @cached_property
    def upper(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Where the pairs i < j stand in a square table."""
        return np.triu_indices(self.used.shape[1], 1)

    def rough_values(self, values: Sequence[Fraction]) -> Array:
        """The value of every labeling as a float, for scores alone; NaN where it divides by zero."""
        known = np.empty(len(self.trees))
        known[: len(values)] = [float(value) for value in values]
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            for level in self.levels:
                left, right = known[level.left], known[level.right]
                made = np.choose(level.ops, [_ROUGH[op](left, right) for op in OPS])
                known[level.rows] = np.where(np.isfinite(made), made, np.nan)
        return known

    def values_of(self, rows: Sequence[int], values: Sequence[Fraction]) -> list[Value]:
        """The exact values of some labelings; whole numbers stay integers on the way, which is much faster."""
        numbers = [value.numerator if value.denominator == 1 else value for value in values]
        known: dict[int, int | Fraction | None] = {}

        def value(row: int) -> int | Fraction | None:
            if row not in known:
                step = self.steps[row]
                known[row] = numbers[step] if isinstance(step, int) else _apply(step[0], value(step[1]), value(step[2]))
            return known[row]

        exact = map(value, rows)
        return [UNDEFINED if found is None else Fraction(found) for found in exact]


_ROUGH: dict[Op, np.ufunc] = {Op.ADD: np.add, Op.SUB: np.subtract, Op.MUL: np.multiply, Op.DIV: np.divide}


def _apply(op: Op, left: int | Fraction | None, right: int | Fraction | None) -> int | Fraction | None:
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
    quotient = Fraction(left) / Fraction(right)
    return quotient.numerator if quotient.denominator == 1 else quotient


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
    used, cells, steps = [], [], []
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
        steps.append(_step(tree, number))
    used_array = np.array(used)
    sizes = used_array.sum(axis=1)
    levels = tuple(_level(np.flatnonzero(sizes == size), steps) for size in range(2, n + 1))
    return Table(tuple(trees), used_array, sizes, np.array(cells, dtype=np.int64), tuple(steps), levels)


def _level(rows: npt.NDArray[np.int64], steps: Sequence[tuple[Op, int, int] | int]) -> Level:
    joined = [step for step in (steps[row] for row in rows) if not isinstance(step, int)]
    ops = np.array([OPS.index(op) for op, _, _ in joined], dtype=np.int64)
    return Level(rows, ops, *(np.array([step[side] for step in joined], dtype=np.int64) for side in (1, 2)))


def _step(tree: Tree, number: dict[Tree, int]) -> tuple[Op, int, int] | int:
    if isinstance(tree, Node):
        return tree.op, number[tree.left], number[tree.right]
    return tree.quantity

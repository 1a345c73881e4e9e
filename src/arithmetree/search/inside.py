"""Dynamic programming over subsets of quantities: the best score, or the total weight, of all trees over each.

The score decomposes over pairs, so a sum over a set S splits into the added part and the subtracted part, and each
part into the term that holds its first quantity and the rest (docs/method.md). Every labeling is built in
exactly one way; about 3^n steps in all, done layer by layer with numpy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from arithmetree.checkpoints import checkpoint
from arithmetree.expressions import LABELS, Label
from arithmetree.scores import Array

Reduce = Callable[[Array], Array]
IntArray = npt.NDArray[np.int64]

_INDEX = {label: index for index, label in enumerate(LABELS)}


@dataclass(frozen=True, eq=False)
class Layer:
    """All sets with the same number of members, as bit masks, with their parts."""

    sets: IntArray  # (c,)
    terms: IntArray  # (c, 2^(k-1) - 1): proper parts that hold the first quantity
    direct: IntArray  # (c, 2^k - 2): proper parts, none empty


@lru_cache(maxsize=16)
def layers(n: int) -> tuple[Layer, ...]:
    """The layers of two and more members over n quantities."""
    masks = np.arange(1 << n, dtype=np.int64)
    sizes = np.array([mask.bit_count() for mask in range(1 << n)])
    result = []
    for k in range(2, n + 1):
        sets = masks[sizes == k]
        bits = np.array([[1 << i for i in range(n) if mask >> i & 1] for mask in sets.tolist()], dtype=np.int64)
        choices = (np.arange(1 << k)[:, None] >> np.arange(k)[None, :]) & 1  # (2^k, k)
        parts = bits @ choices.T.astype(np.int64)  # (c, 2^k); choice 0 is empty, the last one is everything
        with_first = choices[:, 0] == 1
        with_first[-1] = False
        result.append(Layer(sets, np.ascontiguousarray(parts[:, with_first]), np.ascontiguousarray(parts[:, 1:-1])))
    return tuple(result)


@dataclass(frozen=True, eq=False)
class Join:
    """Sums of pair scores between two disjoint sets that are joined in one way."""

    table: Array  # (n, n), [i, j]: i on the left, j on the right

    @cached_property
    def _sums(self) -> tuple[Array, Array | None]:
        """For every set on the left the sums with each quantity, and how many of the pairs are forbidden, if any is."""
        bits = _bits(len(self.table))
        forbidden = np.isneginf(self.table)
        if not forbidden.any():
            return bits @ self.table, None
        return bits @ np.where(forbidden, 0.0, self.table), bits @ forbidden.astype(np.float64)

    def between(self, left: IntArray, right: IntArray) -> Array:
        """The sum of table[i, j] over i in the set left and j in the set right, for arrays of sets."""
        sums, forbidden = self._sums
        members = _bits(len(self.table)).take(right, axis=0)
        total = np.einsum("...i,...i->...", sums.take(left, axis=0), members)
        if forbidden is None:
            return np.asarray(total)
        crossed = np.einsum("...i,...i->...", forbidden.take(left, axis=0), members)
        return np.asarray(np.where(crossed > 0, -np.inf, total))


@dataclass(frozen=True, eq=False)
class Cross:
    """Sums of pair scores between two disjoint sets, for each kind of join."""

    add: Join  # symmetric
    mul: Join
    sub: Join
    div: Join

    @classmethod
    def of(cls, pair: Array) -> Cross:
        """From a table (n, n, 6) that is read where i < j."""
        upper = _upper(len(pair))

        def directed(forward: Label, backward: Label) -> Join:
            table = np.where(upper, pair[:, :, _INDEX[forward]], 0.0)
            return Join(np.where(upper.T, pair[:, :, _INDEX[backward]].T, table))

        return cls(
            directed(Label.ADD, Label.ADD),
            directed(Label.MUL, Label.MUL),
            directed(Label.SUB, Label.SUB_REVERSED),
            directed(Label.DIV, Label.DIV_REVERSED),
        )


@lru_cache(maxsize=16)
def _bits(n: int) -> Array:
    return np.asarray((np.arange(1 << n)[:, None] >> np.arange(n)[None, :]) & 1, dtype=np.float64)


@lru_cache(maxsize=32)
def _upper(n: int) -> npt.NDArray[np.bool_]:
    """Where i < j in a square table."""
    return np.triu(np.ones((n, n), dtype=bool), 1)


@dataclass(frozen=True, eq=False)
class Inside:
    """For every set of quantities (as a bit mask) the reduced score of each kind of tree over it.

    `total` and `product` have their root in a sum (+ -) or a product (* /); `terms` and `factors` are the joined
    terms of one side of a chain, one or more of them.
    """

    total: Array
    product: Array
    terms: Array
    factors: Array
    root: Array


def inside(pair: Array, reduce: Reduce, *, largest: int | None = None) -> Inside:
    """Run the recursion with `reduce` (maximum, or log of the sum of exponentials, over the last axis).

    `largest` stops at sets of that size; larger sets keep minus infinity.
    """
    n = len(pair)
    cross = Cross.of(pair)
    total, product, terms, factors = (np.full(1 << n, -np.inf) for _ in range(4))
    singles = 1 << np.arange(n)
    terms[singles] = factors[singles] = 0.0
    # One quantity is a term of a sum and a factor of a product, but the root of neither.
    as_term, as_factor = product.copy(), total.copy()
    as_term[singles] = as_factor[singles] = 0.0
    for layer in layers(n)[: None if largest is None else max(largest - 1, 0)]:
        checkpoint()
        whole = layer.sets[:, None]
        rest, inverse = whole ^ layer.terms, whole ^ layer.direct
        for join, split, side, head, chain in (
            (cross.add, cross.sub, terms, as_term, total),
            (cross.mul, cross.div, factors, as_factor, product),
        ):
            joined = reduce(head[layer.terms] + join.between(layer.terms, rest) + side[rest])
            parted = reduce(side[layer.direct] + split.between(layer.direct, inverse) + side[inverse])
            chain[layer.sets] = reduce(np.stack([joined, parted], axis=-1))
            side[layer.sets] = joined  # completed below by the set as one single term
        as_term[layer.sets], as_factor[layer.sets] = product[layer.sets], total[layer.sets]
        terms[layer.sets] = reduce(np.stack([terms[layer.sets], product[layer.sets]], axis=-1))
        factors[layer.sets] = reduce(np.stack([factors[layer.sets], total[layer.sets]], axis=-1))
    root = reduce(np.stack([total, product], axis=-1))
    root[singles] = 0.0
    return Inside(total, product, terms, factors, root)


def maximum(scores: Array) -> Array:
    """The best score along the last axis."""
    return np.asarray(scores.max(axis=-1))


def log_sum(scores: Array) -> Array:
    """The log of the sum of exponentials along the last axis, minus infinity where there is nothing to add."""
    top = scores.max(axis=-1)
    base = np.where(np.isneginf(top), 0.0, top)
    with np.errstate(divide="ignore"):
        return np.asarray(base + np.log(np.exp(scores - base[..., None]).sum(axis=-1)))

"""The trees over each set of quantities, best first and lazily, on top of the dynamic programme.

Each kind of tree over each set is a stream. A stream takes the best join of two smaller streams, and when a join is
taken, queues the two next ones after it (Huang and Chiang's lazy k-best lists). Nothing is built before it is asked
for.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import lru_cache
from math import fsum

import numpy as np

from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.scores import Array, Scores
from arithmetree.search.inside import Cross, Inside, IntArray, inside, maximum


class _Kind(IntEnum):  # of integers, which are much faster to look up
    TOTAL = auto()  # the root is a sum
    PRODUCT = auto()  # the root is a product
    TERMS = auto()  # one or more terms to be added
    FACTORS = auto()  # one or more factors to be multiplied


_Node = tuple[_Kind, int]


@dataclass(frozen=True, eq=False)
class _Edges:
    """The ways to build a stream, best first: score of the best tree each gives, its own part of it, its tails."""

    best: list[float]
    own: list[float]
    tails: list[tuple[_Node, ...]]
    splits: list[bool]  # True: the two sides of - or /; False: a term and the terms after it


@dataclass(frozen=True, slots=True)
class _Item:
    score: float
    edge: int
    ranks: tuple[int, ...]


class _Stream:
    def __init__(self, edges: _Edges) -> None:
        self.edges = edges
        self.items: list[_Item] = []
        self.heap: list[tuple[float, int, tuple[int, ...]]] = []
        self.opened = 0
        self.queued: set[tuple[int, tuple[int, ...]]] = set()


class KBest:
    """The k best trees over any set of quantities, as (score, tree) by rank; pair scores only, without weights."""

    def __init__(self, scores: Scores) -> None:
        self._inside: Inside = inside(scores.pair, maximum)
        self._cross = Cross.of(scores.pair)
        self._streams: dict[_Node, _Stream] = {}
        self._tops = {
            _Kind.TOTAL: self._inside.total,
            _Kind.PRODUCT: self._inside.product,
            _Kind.TERMS: self._inside.terms,
            _Kind.FACTORS: self._inside.factors,
        }

    @property
    def best(self) -> Array:
        """The best score over every set, by bit mask; minus infinity where no tree is possible."""
        return self._inside.root

    def ranked(self, members: int) -> Iterator[tuple[float, Tree]]:
        """All trees over a set given as a bit mask, best first."""
        if members.bit_count() == 1:
            yield 0.0, Leaf(members.bit_length() - 1)
            return
        sources = [(_Kind.TOTAL, members), (_Kind.PRODUCT, members)]
        ranks = [0, 0]
        while True:
            heads = [self._item(node, rank) for node, rank in zip(sources, ranks, strict=True)]
            candidates = [(head.score, -which) for which, head in enumerate(heads) if head is not None]
            if not candidates:
                return
            score, which = max(candidates)
            yield score, self._tree(sources[-which], ranks[-which])
            ranks[-which] += 1

    def _item(self, node: _Node, rank: int) -> _Item | None:
        """The tree of this rank in a stream, or None if the stream ends before it."""
        stream = self._streams.get(node)
        if stream is None:
            stream = self._streams[node] = _Stream(self._edges(*node))
        edges = stream.edges
        while len(stream.items) <= rank:
            while stream.opened < len(edges.best) and (
                not stream.heap or edges.best[stream.opened] >= -stream.heap[0][0]
            ):
                first = (0,) * len(edges.tails[stream.opened])
                heapq.heappush(stream.heap, (-edges.best[stream.opened], stream.opened, first))
                stream.opened += 1
            if not stream.heap:
                return None
            negative, edge, ranks = heapq.heappop(stream.heap)
            stream.items.append(_Item(-negative, edge, ranks))
            for which in range(len(ranks)):
                following = (*ranks[:which], ranks[which] + 1, *ranks[which + 1 :])
                if (edge, following) in stream.queued:
                    continue
                parts = []
                for tail, r in zip(edges.tails[edge], following, strict=True):
                    part = self._score(tail, r)
                    if part is None:
                        break
                    parts.append(part)
                else:
                    heapq.heappush(stream.heap, (-(edges.own[edge] + fsum(parts)), edge, following))
                    stream.queued.add((edge, following))
        return stream.items[rank]

    def _score(self, node: _Node, rank: int) -> float | None:
        if node[1].bit_count() == 1:
            return 0.0 if rank == 0 else None
        if rank == 0:
            return float(self._tops[node[0]][node[1]])
        item = self._item(node, rank)
        return None if item is None else item.score

    def _edges(self, kind: _Kind, members: int) -> _Edges:
        additive = kind in (_Kind.TOTAL, _Kind.TERMS)
        join, split = (self._cross.add, self._cross.sub) if additive else (self._cross.mul, self._cross.div)
        ways = _ways(kind, members)
        side, other = self._tops[ways.side], self._tops[ways.other]
        own = join.between(ways.heads, ways.rests)
        as_head = np.where(ways.heads & (ways.heads - 1) == 0, 0.0, other[ways.heads])  # one is a term by itself
        best = own + as_head + side[ways.rests]
        if ways.parts is not None:
            left, right = ways.parts
            between = split.between(left, right)
            own = np.concatenate([own, between])
            best = np.concatenate([best, between + side[left] + side[right]])
        else:
            own = np.append(own, 0.0)
            best = np.append(best, other[members])
        order = np.argsort(-best, kind="stable")
        order = order[: np.count_nonzero(best > -np.inf)]  # those that are forbidden come last
        places = order.tolist()
        return _Edges(
            best[order].tolist(),
            own[order].tolist(),
            [ways.tails[i] for i in places],
            [ways.splits[i] for i in places],
        )

    def _tree(self, node: _Node, rank: int) -> Tree:
        kind, members = node
        if members.bit_count() == 1:
            return Leaf(members.bit_length() - 1)
        join, split = (Op.ADD, Op.SUB) if kind is _Kind.TOTAL else (Op.MUL, Op.DIV)
        item = self._item(node, rank)
        assert item is not None
        tails = self._streams[node].edges.tails[item.edge]
        if self._streams[node].edges.splits[item.edge]:
            left, right = (_joined(join, self._parts(tail, r)) for tail, r in zip(tails, item.ranks, strict=True))
            return Node(split, left, right)
        head = self._tree(tails[0], item.ranks[0])
        return _joined(join, [head, *self._parts(tails[1], item.ranks[1])])

    def _parts(self, node: _Node, rank: int) -> list[Tree]:
        """The terms (or factors) of a stream of terms, in the order of their first quantities."""
        parts: list[Tree] = []
        while node[1].bit_count() > 1:
            item = self._item(node, rank)
            assert item is not None
            tails = self._streams[node].edges.tails[item.edge]
            parts.append(self._tree(tails[0], item.ranks[0]))
            if len(tails) == 1:
                return parts
            node, rank = tails[1], item.ranks[1]
        return [*parts, Leaf(node[1].bit_length() - 1)]


def _joined(op: Op, parts: list[Tree]) -> Tree:
    tree = parts[0]
    for part in parts[1:]:
        tree = Node(op, tree, part)
    return tree


@dataclass(frozen=True, eq=False)
class _Ways:
    """The ways to build a stream, whatever their scores: first a term and those after it, then all others."""

    side: _Kind  # what the terms, or the factors, are
    other: _Kind  # what a single one of them is
    heads: IntArray
    rests: IntArray
    parts: tuple[IntArray, IntArray] | None  # the two sides of - or /, where the stream has such; else it is one term
    tails: tuple[tuple[_Node, ...], ...]
    splits: tuple[bool, ...]


# The same for every problem with as many quantities.
@lru_cache(maxsize=4096)
def _ways(kind: _Kind, members: int) -> _Ways:
    side, other = (_Kind.TERMS, _Kind.PRODUCT) if kind in (_Kind.TOTAL, _Kind.TERMS) else (_Kind.FACTORS, _Kind.TOTAL)
    parts = _proper_parts(members)
    heads = parts[parts & members & -members != 0]
    rests = members ^ heads
    tails: list[tuple[_Node, ...]] = [
        ((other, head), (side, rest)) for head, rest in zip(heads.tolist(), rests.tolist(), strict=True)
    ]
    splits = [False] * len(tails)
    if kind in (_Kind.TOTAL, _Kind.PRODUCT):
        tails += [((side, part), (side, members ^ part)) for part in parts.tolist()]
        splits += [True] * len(parts)
        return _Ways(side, other, heads, rests, (parts, members ^ parts), tuple(tails), tuple(splits))
    return _Ways(side, other, heads, rests, None, (*tails, ((other, members),)), (*splits, False))


def _proper_parts(members: int) -> IntArray:
    """All subsets of a set but the empty one and itself."""
    bits = [1 << i for i in range(members.bit_length()) if members >> i & 1]
    parts = np.zeros(1, dtype=np.int64)
    for bit in bits:
        parts = np.concatenate([parts, parts | bit])
    return parts[1:-1]

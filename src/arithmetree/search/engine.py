"""Search: from scores to the best expressions under constraints, with a certificate."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from itertools import count
from math import fsum, inf
from typing import NamedTuple

import numpy as np

from arithmetree.checkpoints import checkpoint
from arithmetree.errors import ScoreError
from arithmetree.expressions import UNDEFINED, Tree, Value, canonical, class_key, class_of
from arithmetree.expressions.equivalence import ClassKey
from arithmetree.scores import Scores, Subsets
from arithmetree.search.beam import beam_trees
from arithmetree.search.constraints import Candidate, Constraint
from arithmetree.search.kbest import KBest
from arithmetree.search.result import Certificate, Found, Method, SearchResult
from arithmetree.search.scored import ScoredTable, scored_table
from arithmetree.search.table import TABLE_UP_TO, Table, exact_value, plain

EXACT_UP_TO = 12
"""The most quantities for which search is exact; the linear model abstains above it, and `search` takes the beam."""

MAX_EXAMINED = 20_000
"""How many trees are looked at before the search gives up on constraints that none of them satisfies."""


def search(
    scores: Scores,
    values: Sequence[Fraction],
    constraints: Sequence[Constraint] = (),
    *,
    k: int = 1,
    units: Sequence[str | None] | None = None,
    method: Method | None = None,
    least: int = 2,
    max_examined: int = MAX_EXAMINED,
) -> SearchResult:
    """The k best distinct expressions that use at least `least` quantities and pass the constraints.

    `values` are the exact values of the quantities; `method` is "exact", "beam" or None (exact up to EXACT_UP_TO
    quantities). If no expression passes, the best ones without the constraints are taken, and the certificate says
    so. Expressions are distinct as rational functions, each shown as the member of its class with the fewest
    negative intermediate values.
    """
    if len(values) != len(scores):
        raise ScoreError(f"{len(values)} values for {len(scores)} quantities; give one value for each quantity")
    if k < 1 or least < 1:
        raise ScoreError(f"k is {k} and least is {least}; both must be at least 1")
    method = method or ("exact" if len(scores) <= EXACT_UP_TO else "beam")
    if method not in ("exact", "beam"):
        raise ScoreError(f"unknown search method {method!r}; accepted are 'exact' and 'beam'")
    if method == "exact" and len(scores) > EXACT_UP_TO:
        raise ScoreError(
            f"exact search takes at most {EXACT_UP_TO} quantities, not {len(scores)}; use method='beam' or None"
        )
    if method == "beam":
        ranked = _valued(beam_trees(scores, least=least), values)
    elif len(scores) <= TABLE_UP_TO:
        scored = scored_table(scores, tuple(values), tuple(constraints), least)
        constraints, ranked = scored.constraints, _from_table(scored)
    else:
        ranked = _valued(iter(_drawn_trees(scores, least)), values)
    walk = _Walk(ranked, values, constraints, units, max_examined)
    wanted = max(k, 2)  # the runner-up belongs to the certificate
    found = walk.take(wanted)
    satisfied = bool(found)
    if not found:
        found = walk.passed_over[:wanted]
    return SearchResult(
        tuple(found[:k]),
        Certificate(
            method=method,
            best_score=found[0].score if found else None,
            runner_up=found[1].score if len(found) > 1 else None,
            rejected=walk.rejected_before_best if satisfied else dict(walk.rejected),
            examined=walk.examined,
            satisfied=satisfied,
            exhausted=walk.exhausted,
        ),
    )


def best_first(scores: Scores, *, least: int = 2) -> Iterator[tuple[float, Tree]]:
    """All trees over all subsets of at least `least` quantities, best first: one for each labeling, lazily.

    Trees with a forbidden choice (minus infinity) are left out. Exact for any number of quantities, but the work
    before the first tree grows as 3^n.
    """
    if len(scores) > TABLE_UP_TO:
        return iter(_drawn_trees(scores, least))
    values = (Fraction(1),) * len(scores)  # no matter which
    return ((drawn.score, drawn.tree) for drawn in _from_table(scored_table(scores, values, (), least)))


class _Drawn(NamedTuple):
    """A tree with its score and value, and its row if it comes from a table."""

    score: float
    tree: Tree
    value: Value
    table: Table | None = None
    row: int = 0

    @property
    def key(self) -> ClassKey:
        return _key(self.tree) if self.table is None else _key_of_row(self.table, self.row)

    def shown(self, values: Sequence[Fraction]) -> Tree:
        """The member of the tree's class with the fewest negative intermediate values."""
        only = _only_member(self.tree) if self.table is None else _only_member_of_row(self.table, self.row)
        return only or canonical(self.tree, values)


def _from_table(scored: ScoredTable) -> Iterator[_Drawn]:
    """The trees of a table, best first."""
    order = (-scored.scores).argsort(kind="stable")
    table, trees, value_of = scored.table, scored.table.trees, scored.value
    for row, score in zip(order.tolist(), scored.scores.take(order).tolist(), strict=True):
        if score == -inf:
            return
        value = value_of(row)
        yield _Drawn(score, trees[row], UNDEFINED if value is None else Fraction(value), table, row)


def _valued(ranked: Iterator[tuple[float, Tree]], values: Sequence[Fraction]) -> Iterator[_Drawn]:
    numbers = [plain(value) for value in values]
    for score, tree in ranked:
        value = exact_value(tree, numbers)
        yield _Drawn(score, tree, UNDEFINED if value is None else Fraction(value))


class _Remembered:
    """A stream that can be gone through again from its start; what was drawn once is not drawn again."""

    def __init__(self, stream: Iterator[tuple[float, Tree]]) -> None:
        self._stream = stream
        self._drawn: list[tuple[float, Tree]] = []

    def __iter__(self) -> Iterator[tuple[float, Tree]]:
        for at in count():
            if at == len(self._drawn):
                following = next(self._stream, None)
                if following is None:
                    return
                self._drawn.append(following)
            yield self._drawn[at]


@lru_cache(maxsize=2)
def _drawn_trees(scores: Scores, least: int) -> _Remembered:
    """The trees of a problem, best first; search and posterior both go through them."""
    return _Remembered(_from_recursion(scores, least))


def _from_recursion(scores: Scores, least: int) -> Iterator[tuple[float, Tree]]:
    """Every subset has its own stream of trees; the streams are merged, each opened when its best one is due."""
    ranks = KBest(scores)
    subsets = Subsets.of(scores)
    # Where the weight is zero, minus infinity still forbids.
    forbidden = np.isneginf(ranks.best)
    best = subsets.alone + subsets.weights * np.where(forbidden, 0.0, ranks.best)
    top = np.where(forbidden | (subsets.sizes < least), -np.inf, best)
    order = [mask for mask in np.argsort(-top, kind="stable").tolist() if top[mask] > -np.inf]
    heap: list[tuple[float, int, Tree, Iterator[tuple[float, Tree]]]] = []
    opened = 0
    while heap or opened < len(order):
        while opened < len(order) and (not heap or top[order[opened]] >= -heap[0][0]):
            mask = order[opened]
            opened += 1
            stream = ranks.ranked(mask)
            _, tree = next(stream)
            heapq.heappush(heap, (-float(top[mask]), mask, tree, stream))
        negative, mask, tree, stream = heapq.heappop(heap)
        yield -negative, tree
        following = next(stream, None)
        if following is not None:
            score = float(subsets.alone[mask]) + float(subsets.weights[mask]) * following[0]
            heapq.heappush(heap, (-score, mask, following[1], stream))


@dataclass
class _Walk:
    """Takes trees best first, applies the constraints and keeps the accounts for the certificate."""

    ranked: Iterator[_Drawn]
    values: Sequence[Fraction]
    constraints: Sequence[Constraint]
    units: Sequence[str | None] | None
    max_examined: int
    examined: int = 0
    exhausted: bool = False
    rejected: Counter[str] = field(default_factory=Counter)
    rejected_before_best: dict[str, int] = field(default_factory=dict)
    passed_over: list[Found] = field(default_factory=list)
    _key_passed_over: ClassKey | None = None

    def take(self, wanted: int) -> list[Found]:
        """The best `wanted` distinct expressions that pass, fewer where there are no more."""
        most = fsum(constraint.highest for constraint in self.constraints)
        seen: set[ClassKey] = set()
        waiting: list[tuple[float, int, _Drawn]] = []  # passed, but one still to come may be better
        taken: list[Found] = []
        while len(taken) < wanted:
            checkpoint()
            if self.examined == self.max_examined:
                break
            drawn = next(self.ranked, None)
            if drawn is None:
                self.exhausted = True
                break
            while waiting and -waiting[0][0] >= drawn.score + most and len(taken) < wanted:
                self._accept(taken, heapq.heappop(waiting))
            if len(taken) == wanted:
                break
            self.examined += 1
            score = self._judge(drawn)
            # Constraints look at values, which all members of a class share, so only what passes needs a key.
            if score is not None and (key := drawn.key) not in seen:
                seen.add(key)
                heapq.heappush(waiting, (-score, self.examined, drawn))
        while waiting and len(taken) < wanted:
            self._accept(taken, heapq.heappop(waiting))
        return taken

    def _accept(self, taken: list[Found], passed: tuple[float, int, _Drawn]) -> None:
        if not taken:
            self.rejected_before_best = dict(self.rejected)
        negative, _, drawn = passed
        taken.append(Found(drawn.shown(self.values), drawn.value, -negative))

    def _judge(self, drawn: _Drawn) -> float | None:
        """The score with what the constraints give; None for a tree that is rejected."""
        if drawn.value is UNDEFINED:
            self.rejected["defined"] += 1
            return None
        if not self.constraints:
            return drawn.score
        candidate = Candidate(
            drawn.tree, drawn.value, tuple(self.values), tuple(self.units or [None] * len(self.values))
        )
        score = drawn.score
        for constraint in self.constraints:
            given = constraint.score(candidate)
            if given == float("-inf"):
                self.rejected[constraint.name] += 1
                self._pass_over(drawn)
                return None
            score += given
        return score

    def _pass_over(self, drawn: _Drawn) -> None:
        """Remember the best two expressions in case that none passes."""
        if not self.passed_over or (len(self.passed_over) == 1 and self._key_passed_over != drawn.key):
            self.passed_over.append(Found(drawn.shown(self.values), drawn.value, drawn.score))
            self._key_passed_over = drawn.key


# The same few small trees come up in problem after problem, so what does not depend on the numbers is remembered.
@lru_cache(maxsize=4096)
def _key(tree: Tree) -> ClassKey:
    return class_key(tree)


@lru_cache(maxsize=4096)
def _only_member(tree: Tree) -> Tree | None:
    """The tree that shows a class whatever the values are; None for a class of several trees."""
    members = class_of(tree)
    first = next(members)
    return first if next(members, None) is None else None


# Trees are slow to hash; those of a table are known by their rows.
@lru_cache(maxsize=4096)
def _key_of_row(table: Table, row: int) -> ClassKey:
    return _key(table.trees[row])


@lru_cache(maxsize=4096)
def _only_member_of_row(table: Table, row: int) -> Tree | None:
    return _only_member(table.trees[row])

"""Quotas: what shares of the corpus show which shape and which phenomenon, against what was planned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product

from arithmetree.corpus.record import Record
from arithmetree.expressions import Leaf, Node, Op, Tree

SHAPE_TOLERANCE = 3.0
"""How far, in points of per cent, a share by shape may lie from its target; by phenomenon it may only be higher."""


@dataclass(frozen=True, slots=True)
class Quota:
    """A part of the corpus with a planned share in per cent: at least (or about, for a shape) so much."""

    name: str
    target: float
    by_shape: bool
    holds_for: Callable[[Record], bool]


@dataclass(frozen=True, slots=True)
class QuotaFigure:
    """How a quota came out: how many problems, and their share in per cent."""

    quota: Quota
    count: int
    share: float

    @property
    def met(self) -> bool:
        """True if the share is as planned."""
        if self.quota.by_shape:
            return abs(self.share - self.quota.target) <= SHAPE_TOLERANCE
        return self.share >= self.quota.target


def _has(*tags: str) -> Callable[[Record], bool]:
    return lambda record: any(tag in record.phenomena for tag in tags)


QUOTAS: tuple[Quota, ...] = (
    Quota("one step", 35, True, lambda record: record.steps == 1),
    Quota("two steps", 40, True, lambda record: record.steps == 2),
    Quota("three and more steps", 15, True, lambda record: record.steps is not None and record.steps > 2),
    Quota("unanswerable or out of scope", 10, True, lambda record: record.reason is not None),
    Quota("irrelevant quantities", 30, False, _has("irrelevant")),
    Quota("of these with the unit of the answer", 15, False, _has("irrelevant-same-unit")),
    Quota("question families", 25, False, _has("family")),
    Quota("minimal pairs", 10, False, _has("minimal-pair")),
    Quota("number words", 15, False, _has("number-words")),
    Quota("decimals, fractions, money, thousands", 15, False, _has("decimals", "fractions", "money", "thousands")),
    Quota("comparison", 10, False, _has("comparison")),
    Quota("rates in unusual wording", 15, False, _has("rate-unusual")),
    Quota("missing start or change", 10, False, _has("missing-start", "missing-change")),
)
"""The plan of the corpus, by shape and by phenomenon; the phenomena overlap."""


def quota_figures(records: Sequence[Record]) -> tuple[QuotaFigure, ...]:
    """The count and share of each quota."""
    figures = []
    for quota in QUOTAS:
        count = sum(1 for record in records if quota.holds_for(record))
        figures.append(QuotaFigure(quota, count, 100 * count / max(1, len(records))))
    return tuple(figures)


def one_step_operations(records: Sequence[Record]) -> dict[str, int]:
    """How many one-step problems have each operation."""
    counts = Counter(record.tree.op for record in records if record.steps == 1 and isinstance(record.tree, Node))
    return {op.value: counts[op] for op in Op}


def two_step_forms(records: Sequence[Record]) -> dict[str, int]:
    """How many two-step problems join each ordered pair of operations on each side, zeros included.

    "(a-b)*c" has the inner operation on the left, "a-(b*c)" on the right; where the outer operation is + or x the
    sides are the same and are next to each other.
    """
    counts = {_form(inner, outer, right): 0 for inner, outer, right in product(Op, Op, (False, True))}
    for record in records:
        if record.steps == 2 and record.tree is not None:
            counts[_form_of(record.tree)] += 1
    return counts


def _form(inner: Op, outer: Op, right: bool) -> str:
    if right and outer in (Op.SUB, Op.DIV):
        return f"a {outer} (b {inner} c)"
    return f"(a {inner} b) {outer} c"


def _form_of(tree: Tree) -> str:
    assert isinstance(tree, Node)
    right = isinstance(tree.left, Leaf)
    inside = tree.right if right else tree.left
    assert isinstance(inside, Node)
    return _form(inside.op, tree.op, right)

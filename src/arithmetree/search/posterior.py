"""How sure the scores are: the exact normaliser and the posterior of each answer value.

Scores read as log-weights define a distribution over all labelings; an expression has the weight of all its
labelings together, an answer that of all expressions with its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import exp, fsum, inf

import numpy as np

from arithmetree.errors import ScoreError
from arithmetree.expressions import UNDEFINED, Value
from arithmetree.scores import Array, Scores, Subsets
from arithmetree.search.constraints import Candidate, Constraint
from arithmetree.search.engine import EXACT_UP_TO, best_first
from arithmetree.search.inside import inside, log_sum
from arithmetree.search.scored import scored_table
from arithmetree.search.table import TABLE_UP_TO, Number, exact_value, plain

NEGLIGIBLE = 30.0
"""Expressions that are less probable than the best by this factor, as a logarithm, are left out (10^-13)."""
DRAWN = 500
"""Above the size of the table, how many of the best trees are drawn at most for the lower bound."""
UNDRAWN = 1e-4
"""Drawing ends when all trees that are left have less than this share, whatever the constraints would give them."""

_LARGEST_LOG = 700.0  # its exponential is still a float


@dataclass(frozen=True, slots=True)
class Posterior:
    """The probability of each answer, most probable first; lower bounds unless `exact`.

    `shares` holds whole answers as integers, which are faster to make; they equal the fractions of the same value, and
    so do their keys.
    """

    shares: Mapping[Number, float]
    exact: bool

    @property
    def probabilities(self) -> tuple[tuple[Fraction, float], ...]:
        """Each answer as a fraction with its probability."""
        return tuple((Fraction(value), share) for value, share in self.shares.items())

    def of(self, value: Value) -> float:
        """The probability of an answer, 0.0 for one that was not met."""
        return 0.0 if value is UNDEFINED else self.shares.get(value, 0.0)


def log_normaliser(scores: Scores, *, least: int = 2) -> float:
    """The log of the total weight of all labelings over all subsets of at least `least` quantities, exactly."""
    n = len(scores)
    if n > EXACT_UP_TO:
        raise ScoreError(f"the exact normaliser takes at most {EXACT_UP_TO} quantities, not {n}")
    subsets = Subsets.of(scores)
    # The weight of the pairs depends on the number of used quantities, so each number has its own recursion,
    # unless the weights are equal.
    totals: Array = np.full(1 << n, -inf)
    for weight in sorted({float(weight) for weight in scores.pair_weight[least:]}):
        of_weight = (subsets.weights == weight) & (subsets.sizes >= least)
        pair = np.where(np.isneginf(scores.pair), -inf, weight * np.where(np.isneginf(scores.pair), 0.0, scores.pair))
        table = inside(pair, log_sum, largest=int(subsets.sizes[of_weight].max()))
        totals[of_weight] = (subsets.alone + table.root)[of_weight]
    return float(log_sum(totals))


def posterior(
    scores: Scores,
    values: Sequence[Fraction],
    constraints: Sequence[Constraint] = (),
    *,
    units: Sequence[str | None] | None = None,
    least: int = 2,
    drawn: int = DRAWN,
) -> Posterior:
    """The posterior of each answer value among the expressions that pass the constraints.

    Exact, from the table of all labelings, up to TABLE_UP_TO quantities. Above that a lower bound: the weight of the
    best trees, at most `drawn`, over the exact normaliser, less what the constraints took from those trees.
    """
    if len(scores) <= TABLE_UP_TO:
        return _from_table(scores, values, constraints, units, least)
    log_total = log_normaliser(scores, least=least)
    most = exp(min(fsum(constraint.highest for constraint in constraints), _LARGEST_LOG))
    weights: dict[Number, float] = {}
    numbers, named, known_units = (
        [plain(value) for value in values],
        tuple(values),
        tuple(units or [None] * len(values)),
    )
    total = left = 1.0
    for raw, tree in islice(best_first(scores, least=least), drawn):
        value = exact_value(tree, numbers)
        before = exp(raw - log_total)
        after = 0.0
        if value is not None:
            after = before * exp(_given(Candidate(tree, Fraction(value), named, known_units), constraints))
        total += after - before
        if value is not None and after > 0:
            weights[value] = weights.get(value, 0.0) + after
        left -= before
        if left * most < UNDRAWN * total:
            break
    return _ranked(weights, total, exact=False)


def _from_table(
    scores: Scores,
    values: Sequence[Fraction],
    constraints: Sequence[Constraint],
    units: Sequence[str | None] | None,
    least: int,
) -> Posterior:
    scored = scored_table(scores, tuple(values), tuple(constraints), least)
    top = float(np.maximum.reduce(scored.scores))
    rows = (scored.scores > top - NEGLIGIBLE).nonzero()[0]
    weights: dict[Number, float] = {}
    named, known_units = tuple(values), tuple(units or [None] * len(values))
    for row, score in zip(rows.tolist(), scored.scores.take(rows).tolist(), strict=True):
        value = scored.value(row)
        if value is None:
            continue
        given = 0.0
        if scored.constraints:
            candidate = Candidate(scored.table.trees[row], Fraction(value), named, known_units)
            given = _given(candidate, scored.constraints)
        if given > -inf:
            weights[value] = weights.get(value, 0.0) + exp(score + given - top)
    return _ranked(weights, fsum(weights.values()), exact=True)


def _ranked(weights: Mapping[Number, float], total: float, *, exact: bool) -> Posterior:
    ranked = sorted(weights.items(), key=lambda entry: -entry[1])
    return Posterior({value: weight / total for value, weight in ranked}, exact=exact)


def _given(candidate: Candidate, constraints: Sequence[Constraint]) -> float:
    """What the constraints add to the log-weight of a candidate of defined value."""
    return fsum(constraint.score(candidate) for constraint in constraints)

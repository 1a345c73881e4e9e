"""A second look at the answers that were found: the encoder reads each derivation beside the text.

The search scores a derivation move by move and never sees it whole. The review sees it whole, with the text, and says
how right it looks. An answer's probability is multiplied by how right its best derivation looks, raised to a power that
was chosen on the dev parts. What was not explored keeps its share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, fsum, log1p
from typing import Final

from arithmetree.derivations import FoundAnswer
from arithmetree.steps.leaves import Reading
from arithmetree.steps.network import Networks, TextVectors
from arithmetree.steps.values import Asked, Values
from arithmetree.steps.written import written

WEIGHT: Final = 0.25
"""The power."""
MOST: Final = 2
"""At most so many answers are looked at again; more are no better on the dev parts, and take time."""
LEAST: Final = 0.1
"""Answers less probable than this share of the best one are not."""


@dataclass(frozen=True, slots=True)
class Reviewed:
    """The answers, best first, and how right the first and the best of the others look (log-odds)."""

    found: tuple[FoundAnswer, ...]
    verdict: float
    other_verdict: float


def reviewed(
    found: Sequence[FoundAnswer], reading: Reading, networks: Networks, text: TextVectors, values: Values, asked: Asked
) -> Reviewed:
    """The answers in the order in which they come after the second look."""
    if not found:
        return Reviewed((), 0.0, 0.0)
    likely = [place for place, one in enumerate(found[:MOST]) if one.low >= LEAST * found[0].low]
    rows = {place: written(found[place].derivation, reading, values, asked) for place in likely}
    seen = {place: each for place, each in rows.items() if each is not None}
    scores = dict(zip(seen, networks.review(text, list(seen.values())).tolist(), strict=True)) if seen else {}
    unseen = min(scores.values(), default=0.0)  # what was not looked at gets no more than what looked worst
    verdicts = [scores.get(place, unseen) for place in range(len(found))]
    shares = [one.low * exp(-WEIGHT * _doubt(score)) for one, score in zip(found, verdicts, strict=True)]
    whole, kept = fsum(one.low for one in found), fsum(shares)
    if kept > 0:
        shares = [share * whole / kept for share in shares]
    order = sorted(range(len(found)), key=lambda place: -shares[place])
    changed = [_with_share(found[place], shares[place]) for place in order]
    others = max((verdicts[place] for place in order[1:]), default=unseen)
    return Reviewed(tuple(changed), verdicts[order[0]], others)


def _doubt(score: float) -> float:
    """Minus the logarithm of the probability whose log-odds are `score`."""
    return log1p(exp(-score)) if score > 0 else log1p(exp(score)) - score


def _with_share(one: FoundAnswer, share: float) -> FoundAnswer:
    low = min(1.0, share)
    return replace(one, low=low, high=max(low, min(1.0, low + one.high - one.low)))

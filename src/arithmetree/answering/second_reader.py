"""A second opinion on problems that use each number once: the tree model, and both models' answers together.

The step model says how probable it is that the answer is a read-once calculation. The tree model, which knows nothing
else but knows this better, has a say in which one it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import fsum

from arithmetree.derivations import FoundAnswer, Mention, Operation
from arithmetree.encoder.model import TreeModel
from arithmetree.errors import TooLongError
from arithmetree.features import facts_of
from arithmetree.model import values_of
from arithmetree.quantities import Kind
from arithmetree.schemas import Problem
from arithmetree.search import posterior
from arithmetree.steps.leaves import Reading
from arithmetree.steps.model import Judged

AT_HOME, ELSEWHERE = 2.5, 0.4
"""The powers to which the tree model's probabilities count: at home, where the best answer uses plain numbers of the
text once each, and elsewhere. Chosen on the dev parts of both corpora."""
_DOUBT = 0.02
"""Added to each of them: an answer that the tree model does not see is not ruled out."""
_LEAST = 1e-12
_PLAIN = frozenset({Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE})
_MOST_QUANTITIES = 8
"""With more numbers the exact search of trees takes too long for a second opinion."""


@dataclass(frozen=True, eq=False)
class Opinion:
    """The tree model's answers with their probabilities."""

    answers: Mapping[Fraction, float]

    def share(self, values: tuple[Fraction, ...]) -> float:
        """The probability of an answer."""
        return self.answers.get(values[0], 0.0) if len(values) == 1 else 0.0


def second_opinion(problem: Problem, trees: TreeModel) -> Opinion | None:
    """What the tree model says; None for a problem that it cannot read."""
    if not 2 <= len(problem.schemas) <= _MOST_QUANTITIES:
        return None
    facts = facts_of(problem)
    try:
        judgement = trees.judge(facts)
    except TooLongError:
        return None
    values = values_of(facts)
    applied = trees.constraints(facts, "learned")
    shares = posterior(judgement.scores, values, applied).shares
    answers = {Fraction(value): share for value, share in shares.items() if isinstance(value, int | Fraction)}
    return Opinion(answers)


def combined(judged: Judged, opinion: Opinion | None) -> Judged:
    """The answers of the step model, best first; the read-once ones share their probability as both models see it."""
    found = judged.result.found
    alike = [one for one in found if _is_read_once(one)]
    if opinion is None or not opinion.answers or not alike:
        return judged
    whole = fsum(one.low for one in alike)
    say = AT_HOME if _is_plain(found[0], judged.reading) else ELSEWHERE
    weights = {one.values: one.low * (opinion.share(one.values) + _DOUBT) ** say for one in alike}
    factor = whole / max(fsum(weights.values()), _LEAST)
    weighed = []
    for one in found:
        low = factor * weights[one.values] if one.values in weights else one.low
        weighed.append(replace(one, low=low, high=min(1.0, low + one.high - one.low)))
    weighed.sort(key=lambda one: -one.low)
    return replace(judged, result=replace(judged.result, found=tuple(weighed)))


def _is_plain(one: FoundAnswer, reading: Reading) -> bool:
    """Whether a read-once answer is made of counts and prices of the text alone."""
    leaves = one.derivation.leaves
    return _is_read_once(one) and all(
        isinstance(leaf, Mention) and reading.mentions[leaf.quantity].kind in (Kind.NUMBER, Kind.MONEY)
        for leaf in leaves
    )


def _is_read_once(one: FoundAnswer) -> bool:
    made = one.derivation
    used = [side for step in made.steps for side in (step.left, step.right)]
    plain = all(step.operation in _PLAIN for step in made.steps) and not made.unknowns
    return len(one.values) == 1 and bool(used) and plain and len(set(used)) == len(used)

"""Answering with the linear model: the best read-once tree, found exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import fsum, log
from typing import Any

from arithmetree.answering.outcome import abstained, not_sure
from arithmetree.answering.weighing import Outlook, WordWeighing
from arithmetree.confidence import log_odds
from arithmetree.derivations import from_tree
from arithmetree.errors import TooLongError
from arithmetree.explanation import answer_unit, explain
from arithmetree.expressions import UNDEFINED, Value, format_value, quantities, to_infix
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.knowledge import Knowledge
from arithmetree.model import ConstraintSetting, Judgement, Scorer, values_of
from arithmetree.parsing import Parser
from arithmetree.refusals import Code, contradiction, refusal
from arithmetree.schemas import Problem
from arithmetree.search import EXACT_UP_TO, Found, Method, posterior, search
from arithmetree.solution import Alternative, Solution

ALTERNATIVES = 5
_CANDIDATES = 12


def solve_by_trees(
    problem: Problem,
    model: Scorer,
    parser: Parser,
    *,
    precision: float | None = None,
    constraints: ConstraintSetting = "learned",
    method: Method | None = None,
) -> Solution:
    """Solve a problem that has been read."""
    count = len(problem.schemas)
    refused = refusal(problem)
    if count < 2:
        assert refused is not None
        return abstained(problem, refused.code, refused.message)
    if count > EXACT_UP_TO:
        return abstained(problem, "TOO_LONG", f"The text has {count} numbers; at most {EXACT_UP_TO} can be handled.")
    facts = facts_of(problem)
    try:
        judgement = model.judge(facts)
    except TooLongError as error:
        return abstained(problem, "TOO_LONG", f"That is too long: {error}.")
    values = values_of(facts)
    applied = model.constraints(facts, constraints)
    result = search(judgement.scores, values, applied, k=_CANDIDATES, method=method)
    if not result.found:
        code = refused.code if refused else Code.MISSING_INFORMATION
        return abstained(problem, code, "No expression over the numbers of the text makes sense.")
    best = result.found[0]
    probability = posterior(judgement.scores, values, applied).shares
    confidence, of_another = _confidence(model, facts, judgement, best, probability)
    refused = refused or contradiction(problem, best.tree)
    by_rule = refused is not None
    refused = refused or not_sure(model.confidence, confidence, precision)
    others = _others(result.found, probability, of_another)
    made = from_tree(best.tree)
    mentions = tuple(schema.quantity for schema in problem.schemas)

    reason = None if refused is None or by_rule else str(refused.code)

    def judge(seen: Problem) -> Outlook:
        if not 2 <= len(seen.schemas) <= EXACT_UP_TO:
            return Outlook((), (), {})
        its = facts_of(seen)
        judged, its_values = model.judge(its), values_of(its)
        its_constraints = model.constraints(its, constraints)
        its_found = search(judged.scores, its_values, its_constraints, k=_CANDIDATES, method=method).found
        return _outlook(seen, its_found, posterior(judged.scores, its_values, its_constraints).shares, judged)

    outlook = _outlook(problem, result.found, probability, judgement)
    return Solution(
        problem=problem,
        status="solved" if refused is None else "abstained",
        reason=None if refused is None else str(refused.code),
        message=None if refused is None else refused.message,
        calculation=made,
        confidence=confidence,
        search=result.certificate,
        alternatives=_alternatives(others, values),
        named=partial(answer_unit, problem, mentions, made),
        explained=partial(explain, problem, mentions, made),
        weighing=WordWeighing(problem, parser, judge, outlook, reason),
        answerable=confidence + of_another,
        asked=None if problem.question is None else (problem.question.start, problem.question.end),
    )


def _outlook(
    problem: Problem, found: Sequence[Found], probability: Mapping[Any, float], judgement: Judgement
) -> Outlook:
    """What the model makes of a text, for the evidence: the best tree of each value with the share of the value."""
    once: dict[Value, Found] = {}
    for one in found:
        once.setdefault(one.value, one)
    entries = [
        (probability.get(_plain(value), 0.0), (value,), from_tree(one.tree))
        for value, one in once.items()
        if isinstance(value, Fraction)
    ]
    return Outlook(entries, [schema.quantity.start for schema in problem.schemas], judgement.refusals)


def _confidence(
    model: Scorer, facts: ProblemFacts, judgement: Judgement, best: Found, probability: Mapping[Any, float]
) -> tuple[float, float]:
    """The calibrated probabilities of the best answer and of another; bare posteriors for a model without them."""
    calibrated = model.confidence
    if calibrated is None:
        found = probability.get(best.value, 0.0)
        return found, 1 - found
    signals = signals_of(facts, judgement, best, probability)
    return calibrated.of(signals), calibrated.of_another(signals)


def signals_of(
    facts: ProblemFacts, judgement: Judgement, best: Found, probability: Mapping[Any, float]
) -> dict[str, float]:
    """What the confidence in an answer is computed from (arithmetree.confidence.SIGNALS)."""
    ranked = sorted(probability.values(), reverse=True)
    traits = Knowledge(facts).names_of(best.tree)
    return {
        "posterior": log_odds(probability.get(best.value, 0.0)),
        "runner-up": log_odds(ranked[1] if len(ranked) > 1 else 0.0),
        "uncertainty": -fsum(share * log(share) for share in ranked if share > 0),
        # Whether a problem is out of scope is judged much by its style, so it counts apart from the other reasons.
        "refusal": log_odds(fsum(p for name, p in judgement.refusals.items() if name != Code.OUT_OF_SCOPE)),
        "out of scope": judgement.refusals.get(Code.OUT_OF_SCOPE, 0.0),
        "words": float(len(facts.problem.tokens)),
        "quantities": float(len(facts.quantities)),
        "unused": float(len(facts.quantities) - sum(1 for _ in quantities(best.tree))),
        "not positive": float(not traits.isdisjoint(("not positive", "negative step"))),
        "broken": float("broken step, all whole" in traits),
        "unit against the question": float("unit against the question" in traits),
    }


def _others(found: Sequence[Found], probability: Mapping[Any, float], of_another: float) -> list[tuple[Found, float]]:
    """The best expression of each other answer; they share the probability of another one as the posterior does."""
    best = _plain(found[0].value)
    left = fsum(p for value, p in probability.items() if value != best)
    others = []
    seen = {best, UNDEFINED}
    for other in found[1:]:
        value = _plain(other.value)
        if value not in seen:
            seen.add(value)
            share = probability.get(value, 0.0) / left if left > 0 else 0.0
            others.append((other, share * of_another))
    return others


def _plain(value: Value) -> Value | int:
    """A whole number as an integer, which is the same key and far faster to look up."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _alternatives(others: Sequence[tuple[Found, float]], values: Sequence[Fraction]) -> tuple[Alternative, ...]:
    """Other answers, the best first."""
    names = [format_value(value) for value in values]
    return tuple(
        Alternative(str(other.value), to_infix(other.tree, names), share, from_tree(other.tree))
        for other, share in others[:ALTERNATIVES]
    )

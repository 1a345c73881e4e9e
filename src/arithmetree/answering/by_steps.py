"""Answering with the full model: the best derivation, found step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import fsum

from arithmetree.answering.outcome import abstained, judged_refusal, not_sure
from arithmetree.answering.weighing import Outlook, WordWeighing
from arithmetree.confidence import log_odds
from arithmetree.derivations import FoundAnswer, Unknown, leaf_names, to_infix, work_out
from arithmetree.errors import TooLongError
from arithmetree.explanation import answer_unit, explain
from arithmetree.expressions import format_value
from arithmetree.parsing import Parser
from arithmetree.quantities import Kind
from arithmetree.refusals import MESSAGES, Code, Refusal, no_such_amount, refusal
from arithmetree.schemas import Problem
from arithmetree.solution import Alternative, Solution
from arithmetree.steps.leaves import mentioned
from arithmetree.steps.model import Judged, StepModel
from arithmetree.steps.sense import CONSTRAINTS, measures_below_zero

ALTERNATIVES = 5
SENSELESS = 0.5
"""Where calculations without sense are more probable than this share of the best one with sense, the numbers of the
text contradict each other: the answer was taken for its sense alone. On the dev parts that holds for 24 of 67
contradictory problems, and for 4 of 1,822 that are answered rightly (counted before times of day were left out)."""
SELDOM = 0.1
"""Of all for which it holds, 4 of 43 are answered rightly, so the confidence is this share of what it was."""


def solve_by_steps(problem: Problem, model: StepModel, parser: Parser, *, precision: float | None = None) -> Solution:
    """Answer the question of a problem that has been read."""
    problem = mentioned(problem)
    by_rule = refusal(problem, general=True)
    if not problem.schemas:
        assert by_rule is not None
        return abstained(problem, by_rule.code, by_rule.message)
    try:
        judged = model.judge(problem)
    except TooLongError as error:
        return abstained(problem, "TOO_LONG", f"That is too long: {error}.")
    found = judged.result.found
    if not found:
        code, message = Code.LOW_CONFIDENCE, "No calculation with the numbers of the text was found."
        return abstained(problem, by_rule.code if by_rule else code, by_rule.message if by_rule else message)
    best = found[0]
    signals = step_signals(judged)
    calibrated = model.confidence
    confidence = best.low if calibrated is None else calibrated.of(signals)
    of_another = 1 - confidence if calibrated is None else calibrated.of_another(signals)
    nonsense = None
    if not judged.result.certificate.satisfied and not _has_times(judged):
        nonsense, confidence, of_another = no_such_amount(problem, best.values), 0.0, 0.0
    elif senseless(judged) > SENSELESS * judged.searched[0].low:
        nonsense = Refusal(Code.CONTRADICTORY, MESSAGES[Code.CONTRADICTORY])
        confidence, of_another = SELDOM * confidence, SELDOM * of_another
    unsure = not_sure(calibrated, confidence, precision)
    refused = judged_refusal(calibrated, judged.refusals, signals, by_rule, given=unsure is None) or nonsense or unsure
    mentions = tuple(schema.quantity for schema in problem.schemas)
    reason = None if refused is None or (refused is by_rule and refused.sure) else str(refused.code)

    return Solution(
        problem=problem,
        status="solved" if refused is None else "abstained",
        reason=None if refused is None else str(refused.code),
        message=None if refused is None else refused.message,
        calculation=best.derivation,
        confidence=confidence,
        search=judged.result.certificate,
        alternatives=_alternatives(found, confidence, of_another, problem),
        named=partial(answer_unit, problem, mentions, best.derivation),
        explained=partial(explain, problem, mentions, best.derivation),
        weighing=WordWeighing(problem, parser, lambda seen: _outlook(model.judge(seen)), _outlook(judged), reason),
        answerable=confidence + of_another,
        asked=judged.reading.asked,
    )


def _outlook(judged: Judged) -> Outlook:
    """What the model makes of a text, for the evidence."""
    found = [(one.low, one.values, one.derivation) for one in judged.result.found]
    return Outlook(found, [one.start for one in judged.reading.mentions], judged.refusals)


def senseless(judged: Judged) -> float:
    """The probability of the calculations that give what no answer can be: half a goat, fewer than none.

    Between two times of day less than nothing is no contradiction: the second may be on the next day.
    """
    if _has_times(judged):
        return 0.0
    return fsum(judged.result.certificate.rejected.get(name, 0.0) for name in CONSTRAINTS)


def _has_times(judged: Judged) -> bool:
    return any(mention.kind is Kind.TIME for mention in judged.reading.mentions)


def step_signals(judged: Judged) -> dict[str, float]:
    """What the confidence in an answer is computed from (arithmetree.confidence.SIGNALS)."""
    best, *others = judged.result.found
    reading = judged.reading
    made = best.derivation
    worked = work_out(made, reading.values)
    negative = any((number := worked.number(place)) is not None and number < 0 for place in range(made.size))
    nothing_below = not measures_below_zero(reading.problem.text)
    return {
        "posterior": log_odds(best.low),
        "runner-up": log_odds(others[0].low if others else 0.0),
        "refusal": log_odds(fsum(judged.refusals.values())),
        "verdict": judged.verdict,
        "other verdict": judged.other_verdict,
        "steps": float(len(made.steps)),
        "unknowns": float(sum(isinstance(leaf, Unknown) for leaf in made.leaves)),
        "not positive": float(nothing_below and (negative or any(value <= 0 for value in best.values))),
    }


def _alternatives(
    found: Sequence[FoundAnswer], confidence: float, of_another: float, problem: Problem
) -> tuple[Alternative, ...]:
    """Other answers, the best first; they share the probability of another one as the posterior does.

    None is more probable than the best one: what is left over belongs to answers that were not found.
    """
    names = leaf_names([format_value(schema.quantity.value) for schema in problem.schemas])
    others = [other for other in found[1:] if len(other.values) == 1][:ALTERNATIVES]
    whole = fsum(other.low for other in others)
    return tuple(
        Alternative(
            str(other.values[0]),
            to_infix(other.derivation, names),
            min(confidence, of_another * other.low / whole) if whole > 0 else 0.0,
            other.derivation,
        )
        for other in others
    )

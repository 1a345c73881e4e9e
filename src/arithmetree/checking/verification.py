"""Somebody else's answer against ours: a program's, a language model's, a book's."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from arithmetree.checking.answer_key import alternative_values, value_of
from arithmetree.checking.answer_units import (
    asks_time,
    half_day_in_doubt,
    hits,
    hits_in_another_unit,
    same_unit_or_converted,
    with_duration,
)
from arithmetree.checking.json_forms import VerificationForm
from arithmetree.checking.pupil_work import UnreadableError, read_work
from arithmetree.checking.several import questions_of, split_answers
from arithmetree.checking.trust import RIVAL, SURE_TO_DIFFER
from arithmetree.checking.wording import percent
from arithmetree.solution import Solution
from arithmetree.solver import Solver, solve
from arithmetree.text import read_text


class Agreement(StrEnum):
    """All that can be said about an answer."""

    AGREES = "agrees"
    DIFFERS = "differs"
    CANNOT_TELL = "cannot_tell"


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found about an answer; `given` is its exact value as it was read, `reason` why we cannot tell."""

    verdict: Agreement
    given: str | None
    reason: str | None
    solution: Solution

    def to_dict(self) -> VerificationForm:
        """The verification as JSON values, with our own answer (null unless we have one) and our confidence."""
        solution = self.solution
        solved = solution.status == "solved"
        return {
            "verdict": str(self.verdict),
            "reason": self.reason,
            "given": self.given,
            "answer": solution.answer if solved else None,
            "answer_text": solution.answer_text if solved else None,
            "expression": solution.expression if solved else None,
            "confidence": solution.confidence,
        }


def verify(problem_text: str, answer_text: str, *, solver: Solver | None = None) -> Verification:
    """Compare an answer to a problem with ours; TextError where a text cannot be read at all.

    It agrees if it is the same amount: "3.5", "7/2" and "3 1/2", "80 min" and "1 h 20 min", "£1,200" and "1200". It
    differs only where our confidence is at least SURE_TO_DIFFER.
    """
    return verify_solution(solve(problem_text) if solver is None else solver.solve(problem_text), answer_text)


def verify_solution(solution: Solution, answer_text: str, *, sure_to_differ: float = SURE_TO_DIFFER) -> Verification:
    """Compare an answer to a problem that has been solved; where it asks for several, all of them are compared.

    `sure_to_differ` is the confidence to say that it differs with.
    """
    questions = questions_of(solution)
    if len(questions) == 1:
        return _verified(solution, answer_text, sure_to_differ)
    pieces = split_answers(read_text(answer_text), len(questions))
    texts = pieces or [answer_text] * len(questions)
    found = [_verified(one, text, sure_to_differ) for one, text in zip(questions, texts, strict=True)]
    given = found[-1].given if pieces is None else ", ".join(one.given or "?" for one in found)
    verdicts = [one.verdict for one in found]
    if pieces is None:
        if set(verdicts) == {Agreement.DIFFERS}:
            return Verification(Agreement.DIFFERS, given, None, solution)
        reason = found[-1].reason or "The problem asks for several answers, and not all of them are given."
        return Verification(Agreement.CANNOT_TELL, given, reason, solution)
    order = [Agreement.DIFFERS, Agreement.CANNOT_TELL, Agreement.AGREES]
    first = min(found, key=lambda one: order.index(one.verdict))
    return Verification(first.verdict, given, first.reason, solution)


def _verified(solution: Solution, answer_text: str, sure_to_differ: float) -> Verification:
    """One answer against the solution of one question."""
    try:
        work = read_work(with_duration(read_text(answer_text), solution), asks_time=asks_time(solution))
    except UnreadableError as error:
        return Verification(Agreement.CANNOT_TELL, None, f"The answer cannot be read: {error}.", solution)
    value = value_of(work)
    if value is None:
        return Verification(Agreement.CANNOT_TELL, None, "The answer divides by zero.", solution)
    work = replace(work, number=value)
    verdict, reason = Agreement.CANNOT_TELL, None
    if solution.status != "solved" or solution.exact is None:
        reason = solution.message or "No calculation was found for this problem."
    elif hits(work, solution, solution.exact):
        if same_unit_or_converted(work, solution, solution.exact):
            verdict = Agreement.AGREES
        else:
            reason = f"The number is the same, but it should count {solution.unit}."
    elif half_day_in_doubt(work, solution, solution.exact):
        reason = "The problem does not say which half of the day it means."
    elif hits_in_another_unit(work, solution, solution.exact):
        reason = "The amount is the same, but in another unit of the problem."
    elif solution.confidence < sure_to_differ:
        reason = f"Our own answer is only {percent(solution.confidence)} sure; {percent(sure_to_differ)} is needed."
    elif any(
        value in alternative_values(other) and other.confidence >= RIVAL * solution.confidence
        for other in solution.alternatives
    ):
        reason = "Another reading of the problem gives this number."
    else:
        verdict = Agreement.DIFFERS
    return Verification(verdict, str(value), reason, solution)

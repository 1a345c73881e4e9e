"""What both ways of answering share: abstaining, and what is sure enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from arithmetree.confidence import Confidence
from arithmetree.errors import DataError
from arithmetree.refusals import MESSAGES, Code, Refusal
from arithmetree.schemas import Problem
from arithmetree.solution import Explanation, Solution

Hidden = frozenset[tuple[int, int]]
"""Characters that are hidden from the model, to see what it decides by."""
SHOWN_FROM = 0.5
"""Without a requested precision, an answer less probable than this is only a guess."""


def abstained(problem: Problem, reason: str, message: str) -> Solution:
    """A solution without any calculation."""
    return Solution(problem, "abstained", str(reason), message, None, 0.0, None, (), None, Explanation())


def judged_refusal(
    confidence: Confidence | None,
    refusals: Mapping[str, float],
    signals: Mapping[str, float],
    by_rule: Refusal | None = None,
    *,
    given: bool,
) -> Refusal | None:
    """The reason to refuse: what a rule is sure of, or what the model judges; a rule that fired says it in words.

    `given` says whether the answer would be given otherwise.
    """
    if confidence is None or (by_rule is not None and by_rule.sure):
        return by_rule
    reason = confidence.refused(refusals, signals, given=given, doubted=by_rule is not None)
    return None if reason is None else by_rule or Refusal(Code(reason), MESSAGES[Code(reason)])


def not_sure(calibrated: Confidence | None, confidence: float, precision: float | None) -> Refusal | None:
    """The refusal of an answer that is less sure than requested, or than the half that any answer needs."""
    if precision == 0:
        return None
    if precision is None:
        if calibrated is None or confidence >= SHOWN_FROM:
            return None
        return Refusal(Code.LOW_CONFIDENCE, MESSAGES[Code.LOW_CONFIDENCE])
    if calibrated is None:
        raise DataError("this model has no calibrated confidence; leave out the precision, or use the shipped model")
    if confidence >= calibrated.needed(precision):
        return None
    return Refusal(Code.LOW_CONFIDENCE, MESSAGES[Code.LOW_CONFIDENCE])


def without(text: str, hidden: Hidden) -> str:
    """The text with blanks in place of some of its characters."""
    letters = list(text)
    for start, end in hidden:
        letters[start:end] = " " * (end - start)
    return "".join(letters)


def words_of(problem: Problem) -> Sequence[tuple[int, int]]:
    """The words that can be hidden: all but the numbers."""
    numbers = [(one.start, one.end) for one in problem.quantities]
    return [
        (token.start, token.end)
        for token in problem.tokens
        if token.text.isalpha() and all(token.end <= start or end <= token.start for start, end in numbers)
    ]

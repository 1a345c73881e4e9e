"""What both ways of answering share: abstaining, and what is sure enough."""

from __future__ import annotations

from arithmetree.confidence import Confidence
from arithmetree.errors import DataError
from arithmetree.refusals import MESSAGES, Code, Refusal
from arithmetree.schemas import Problem
from arithmetree.solution import Explanation, Solution

SHOWN_FROM = 0.5
"""Without a requested precision, an answer less probable than this is only a guess."""


def abstained(problem: Problem, reason: str, message: str) -> Solution:
    """A solution without any calculation."""
    return Solution(problem, "abstained", str(reason), message, None, 0.0, None, (), None, Explanation())


def judged_refusal(confidence: Confidence | None, refusals: dict[str, float]) -> Refusal | None:
    """The reason to refuse that the model is sure of, if any."""
    reason = None if confidence is None else confidence.refused(refusals)
    return None if reason is None else Refusal(Code(reason), MESSAGES[Code(reason)])


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

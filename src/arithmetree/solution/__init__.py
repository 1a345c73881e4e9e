"""A solution: the answer and everything that led to it, so that text, JSON and page are views of one object."""

from arithmetree.solution.evidence import Clue, Evidence, Span
from arithmetree.solution.reasons import Explanation, Ignored, Step, StepReason
from arithmetree.solution.solution import Alternative, Solution

__all__ = [
    "Alternative",
    "Clue",
    "Evidence",
    "Explanation",
    "Ignored",
    "Solution",
    "Span",
    "Step",
    "StepReason",
]

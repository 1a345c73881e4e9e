"""Texts as people bring them: worksheets, exercises with parts, price lists, messages and plain sums."""

from arithmetree.pasting.equations import plain_equation
from arithmetree.pasting.mapping import ReadableText, composed
from arithmetree.pasting.problems import AskedQuestion, PastedProblem, split
from arithmetree.pasting.questions import Asking
from arithmetree.pasting.reading import readable, readable_problem, readable_problems
from arithmetree.pasting.sums import PlainSum, plain_sum

__all__ = [
    "AskedQuestion",
    "Asking",
    "PastedProblem",
    "PlainSum",
    "ReadableText",
    "composed",
    "plain_equation",
    "plain_sum",
    "readable",
    "readable_problem",
    "readable_problems",
    "split",
]

"""Texts as people bring them: worksheets, exercises with parts, price lists and messages."""

from arithmetree.pasting.mapping import ReadableText
from arithmetree.pasting.problems import AskedQuestion, PastedProblem, split
from arithmetree.pasting.questions import Asking
from arithmetree.pasting.reading import readable, readable_problem

__all__ = ["AskedQuestion", "Asking", "PastedProblem", "ReadableText", "readable", "readable_problem", "split"]

"""Answers to several questions in one text: "a) 182 b) 152", "182 and 152", or one in each line."""

from __future__ import annotations

import re
from dataclasses import replace

from arithmetree.quantities import find_quantities
from arithmetree.solution import Solution

LABELS = "abcdefghijklmnopqrstuvwxyz"
MOST_ANSWERS = 6
_LABEL = re.compile(r"(?:(?<=\s)|^)\(?(?P<label>[a-z]|\d{1,2})(?:\)|[.:](?=\s))\s*", re.IGNORECASE)
_LIST = re.compile(r",?(?<!\s)\s++and\s+|[,;]\s+")


def questions_of(solution: Solution) -> tuple[Solution, ...]:
    """One solution for every answer that the problem asks for."""
    made = solution.calculation
    if solution.parts or made is None or len(made.answers) < 2:
        return solution.each
    return tuple(replace(solution, calculation=replace(made, answers=(answer,))) for answer in made.answers)


def split_answers(text: str, count: int) -> list[str] | None:
    """As many answers as there are questions, in their order; None where the text does not give so many."""
    marks = list(_LABEL.finditer(text))
    names = [mark["label"].lower() for mark in marks]
    if names in (list(LABELS[:count]), [str(number) for number in range(1, count + 1)]):
        ends = [mark.start() for mark in marks[1:]] + [len(text)]
        return [text[mark.end() : end].strip(" ,;\n") for mark, end in zip(marks, ends, strict=True)]
    for pieces in (re.split(r"[;\n\r]+", text), _LIST.split(text)):
        found = [piece for piece in pieces if find_quantities(piece)]
        if len(found) == count:
            return found
    return None

"""Other languages: a text that has more of their commonest words than of the English ones."""

from __future__ import annotations

import re

from arithmetree.refusals.verdict import Refusal, out_of_scope_because
from arithmetree.schemas import Problem
from arithmetree.word_lists import words

_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_FEWEST_FOREIGN = 2


def foreign(problem: Problem) -> Refusal | None:
    """The refusal of a text in another language or script, by its commonest words."""
    written = [word.lower() for word in _WORD.findall(problem.text)]
    if not written:
        return None
    other = words("refusals", "foreign", "words").intersection(written)
    other_script = not problem.text.isascii() and 2 * _count_latin(written) < len(written)
    if other_script or (len(other) >= _FEWEST_FOREIGN and len(other) > _count_english(written)):
        return out_of_scope_because(
            "The text does not seem to be English, the only language that is read", ((0, len(problem.text)),)
        )
    return None


def _count_latin(written: list[str]) -> int:
    return sum(word.isascii() or any("a" <= letter <= "z" for letter in word) for word in written)


def _count_english(written: list[str]) -> int:
    common = words("refusals", "english", "words")
    return sum(word in common for word in written)

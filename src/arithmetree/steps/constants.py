"""Known numbers that the words of a text call for: 7 for "week", 100 for "%", 60 for "minutes" (data/facts.toml)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from arithmetree.facts import facts_by_word, word_forms
from arithmetree.word_lists import words

_WORD = re.compile(r"[^\W\d_]+(?:[-'’][^\W\d_]+)*|[%$£€¢]")
_LIST = re.compile(r"\w,[^.?!,]+(?:,| and | or )")
_SHORT = 2
"""Words of so few letters are units only after a number: "12 in", "5 m"."""
_NUMBER_BEFORE = re.compile(r"\d ?\Z")
HOW_MANY = "how many there are"
_COUNTS = (3, 4, 5, 6)
"""How many things a list may have: a text with a list, or with named days or months, calls for these."""


@dataclass(frozen=True, slots=True)
class CalledConstant:
    """A known number, the fact in words, and the place of the word that calls for it; -1 where no word is needed."""

    value: Fraction
    fact: str
    start: int


def called_constants(text: str) -> tuple[CalledConstant, ...]:
    """One constant for each value that the words of a text call for, by value."""
    facts = facts_by_word()
    found: dict[Fraction, list[tuple[str, int]]] = {}
    for match in _WORD.finditer(text):
        if (
            len(match[0]) <= _SHORT
            and match[0].isalpha()
            and not _NUMBER_BEFORE.search(text[max(match.start() - 2, 0) : match.start()])
        ):
            continue
        for form in word_forms(match[0]):
            for value, fact in facts.get(form, ()):
                found.setdefault(value, []).append((fact, match.start()))
    chosen = {value: CalledConstant(value, *_most_called(called)) for value, called in found.items()}
    for value, fact in facts[""]:  # facts that need no word
        chosen.setdefault(value, CalledConstant(value, fact, -1))
    if _LIST.search(text) or any(form in _named_times() for form in map(str.lower, _WORD.findall(text))):
        for count in _COUNTS:
            chosen.setdefault(Fraction(count), CalledConstant(Fraction(count), HOW_MANY, -1))
    return tuple(chosen[value] for value in sorted(chosen))


def _most_called(called: list[tuple[str, int]]) -> tuple[str, int]:
    """The fact that most words call for ("minutes" and "hours" for 60), and the first of these words."""
    counts: dict[str, int] = {}
    for fact, _ in called:
        counts[fact] = counts.get(fact, 0) + 1
    best = max(counts, key=lambda fact: counts[fact])
    return next((fact, start) for fact, start in called if fact == best)


@cache
def _named_times() -> frozenset[str]:
    return words("facts", "listed", "days") | words("facts", "listed", "months")

"""Slips of the fingers in words, put right before a text is read: "mnay" is "many", "applles" is "apples".

Only a word that nobody writes is changed, and only into a word that has it as a slip: two letters swapped, a letter
doubled or left out. Capitals, numbers and whatever the text has twice stay as they are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from string import ascii_lowercase

from arithmetree.pasting import ReadableText
from arithmetree.word_lists import table

Rank = Callable[[str], int | None]
"""The place of a word in a list of known words, the commonest first; None for a word that is not in it."""
SHORTEST = 3
COMMON, COMMONEST = 6000, 3000
"""A word that the text does not have elsewhere must be as common as this to be what was meant, the more so if it is
short."""
_SHORT = 4
_WORD = re.compile(r"(?<![\w'’.@/-])[a-z]+(?![\w'’@/-]|\.\w)")
_ENDINGS = ("s", "es", "d", "ed", "r", "er", "ing")
_TABLES = ("spelling", "verbs", "verb_classes", "nouns", "measures", "number_words", "relations", "currencies")


def respelled(text: str, rank: Rank) -> ReadableText | None:
    """The text with its slips put right, each word in the place of what was written; None where there are none."""
    found = list(_WORD.finditer(text))
    times = Counter(match[0] for match in found)
    pieces: list[str] = []
    places: list[int] = []
    end = 0
    for match in found:
        word = match[0]
        meant = None if len(word) < SHORTEST or times[word] > 1 else _meant(word, rank, times)
        if meant is not None:
            start, stop = match.span()
            pieces += [text[end:start], meant]
            places += [*range(end, start), *(min(start + at, stop - 1) for at in range(len(meant)))]
            end = stop
    return ReadableText("".join((*pieces, text[end:])), (*places, *range(end, len(text)))) if pieces else None


def _meant(word: str, rank: Rank, said: Counter[str]) -> str | None:
    """The word that was meant: one that the text has elsewhere, else the commonest; None for one that may be right."""
    if rank(word) is not None or word in _listed() or _is_formed(word, rank):
        return None
    known = [(other not in said, place, other) for other in _unslipped(word) if (place := rank(other)) is not None]
    least = COMMON if len(word) >= _SHORT else COMMONEST
    found = [other for is_new, place, other in sorted(known) if not is_new or place < least]
    return found[0] if found else None


def _is_formed(word: str, rank: Rank) -> bool:
    """Whether a word is a known one with or without an ending, or two known ones in one: "newts", "carve", "teapot"."""
    forms: list[str] = []
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        shortest = SHORTEST if ending == "s" else _SHORT
        if stem != word and len(stem) >= shortest and ending[0] != stem[-1]:
            doubled = len(ending) > 1 and stem[-1] == stem[-2]  # "stopped"
            forms += [stem, *([stem[:-1]] if doubled else []), *([stem + "e"] if ending == "ing" else [])]
    if len(word) >= _SHORT:
        forms += [word + ending for ending in _ENDINGS]
    parts = ((word[:at], word[at:]) for at in range(_SHORT, len(word) - _SHORT + 1))
    return any(rank(form) is not None or form in _listed() for form in forms) or any(
        rank(one) is not None and rank(other) is not None for one, other in parts
    )


@cache
def _listed() -> frozenset[str]:
    """The words of our own lists."""
    return frozenset(word for name in _TABLES for word in _words_in(table(name)))


def _words_in(entry: object) -> Iterator[str]:
    if isinstance(entry, str):
        yield from entry.split()
    elif isinstance(entry, dict):
        for key, value in entry.items():
            yield key
            yield from _words_in(value)
    elif isinstance(entry, list):
        for value in entry:
            yield from _words_in(value)


def _unslipped(word: str) -> Iterator[str]:
    """The words that have this one as a slip; the first letter is never wrong."""
    for at in range(1, len(word)):
        if word[at] == word[at - 1]:
            yield word[:at] + word[at + 1 :]
        elif at + 1 < len(word):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    for at in range(1, len(word) + 1):
        for letter in ascii_lowercase:
            yield word[:at] + letter + word[at:]

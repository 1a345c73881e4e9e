"""Sentences of plain text, by their marks alone."""

from __future__ import annotations

import re

from arithmetree.pasting.lines import word_set

_END = re.compile(
    r"[.?!]+[\"'\u201d\u2019)\]]*+(?=\s|$)"
    r"|(?<=[a-z]{2}|\d[a-z])[.?!](?=[A-Z][a-z])|(?<=[a-z])[?!](?=[A-Z])"  # a space is missing: "cars.He gives"
)
_OPERATORS = frozenset("=+-−×÷*x")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)*)$")
_LONGEST_ABBREVIATION = 12
_VISIBLE = re.compile(r"\S")


def sentences_of(text: str) -> list[tuple[int, int]]:
    """The sentences as (start, end), white space between them aside."""
    found: list[tuple[int, int]] = []
    start = len(text) - len(text.lstrip())
    end = len(text.rstrip())
    for match in _END.finditer(text):
        if match.end() > start and (match.end() >= end or _ends(text, match)):
            found.append((start, match.end()))
            start = next((visible.start() for visible in _VISIBLE.finditer(text, match.end())), end)
    if start < end:
        found.append((start, end))
    return found


def _ends(text: str, match: re.Match[str]) -> bool:
    """True if a mark inside a text ends a sentence."""
    after = text[match.end() : match.end() + 3].strip()[:1]
    if match.group().startswith("?"):
        before = text[max(0, match.start() - 3) : match.start()].rstrip()[-1:]
        return not (after in _OPERATORS and (before in _OPERATORS or not before))  # "5 + ? = 12"
    if match.group().startswith(".."):
        return after.isupper()
    if not match.group().startswith("."):
        return True
    word = _LAST_WORD.search(text, max(0, match.start() - _LONGEST_ABBREVIATION), match.start())
    return word is None or not _is_shortened(text, word, after)


def _is_shortened(text: str, word: re.Match[str], after: str) -> bool:
    """True for "Mr.", "e.g.", and for an initial: "R. has 12 marbles", "J. Smith"."""
    if word[1].lower() in word_set("abbreviations"):
        return True
    if word[1].lower() in word_set("final_abbreviations"):
        return not after.isupper()
    alone = not text[max(0, word.start() - 1) : word.start()].strip()
    initial = alone and len(word[1]) == 1 and word[1].isupper() and word[1] != "I"
    return initial and (after.islower() or word.start() == 0)

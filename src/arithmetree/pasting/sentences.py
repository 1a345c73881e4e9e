"""Sentences of plain text, by their marks alone."""

from __future__ import annotations

import re

from arithmetree.pasting.lines import word_set

_END = re.compile(
    r"[.?!]+[\"'\u201d\u2019)\]]*+(?=\s|$)|(?<=[a-z]{2}|\d[a-z])[.?!](?=[A-Z][a-z])|(?<=[a-z])[?!](?=[A-Z])"
)
_OPERATORS = frozenset("=+-−×÷*")
_LAST_WORD = re.compile(r"([^\W\d_]+(?:\.[^\W\d_]+)*)$")


def sentences_of(text: str) -> list[tuple[int, int]]:
    """The sentences as (start, end), white space between them aside."""
    found: list[tuple[int, int]] = []
    start = _skip_space(text, 0)
    for match in _END.finditer(text):
        if match.end() <= start or not _ends(text, match):
            continue
        found.append((start, match.end()))
        start = _skip_space(text, match.end())
    if start < len(text):
        end = len(text.rstrip())
        found.append((start, end))
    return found


def _skip_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _ends(text: str, match: re.Match[str]) -> bool:
    if text[match.start()] == "?" and text[match.end() : match.end() + 3].strip()[:1] in _OPERATORS:
        return False  # "5 + ? = 12"
    if text[match.start()] != "." or match.end() == len(text.rstrip()):
        return True
    if len(match.group()) > 1 and match.group().startswith(".."):
        return text[match.end() : match.end() + 2].strip()[:1].isupper()
    word = _LAST_WORD.search(text, max(0, match.start() - 12), match.start())
    if word is None:
        return True
    after = text[match.end() : match.end() + 3].strip()[:1]
    if word[1].lower() in word_set("abbreviations"):
        return (
            word[1].lower() in ("a.m", "p.m", "min", "hr", "hrs", "mins", "lb", "lbs", "oz", "etc", "ea", "st", "rd")
            and after.isupper()
        )
    # An initial: "R. has 12 marbles", "J. Smith".
    initial = (
        len(word[1]) == 1
        and word[1].isupper()
        and word[1] != "I"
        and text[max(0, word.start() - 1) : word.start()].strip() == ""
    )
    return not (initial and (after.islower() or (word.start() == 0)))

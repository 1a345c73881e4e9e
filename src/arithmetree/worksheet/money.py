"""One currency and one spelling on a sheet: stories are rewritten, or left out where that would not be natural."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from arithmetree.corpus.practice import PracticeStory
from arithmetree.derivations import Constant
from arithmetree.quantities import Kind
from arithmetree.word_lists import table, words

SIGNS = {"dollars": "$", "pounds": "£", "euros": "€"}
CURRENCIES = tuple(SIGNS)
"""The currencies of sheets."""
_MONEY = re.compile(r"[$£€]|\b(?:dollar|pound|euro)s?\b")
_NAMED = re.compile(r" (?:dollar|pound|euro)s?\b")
_TITLE = re.compile(r"\b(?:Mrs?|Ms|Dr)(\.?)(?= [A-Z])")
_OTHER_SPELLING = {"dollars": "british", "pounds": "american", "euros": "american"}
"""The spelling that a sheet does not have."""
_AFTERNOON = re.compile(r"\b(?:1[3-9]|2[0-3]):[0-5]\d\b")
"""A time that American schools write with "pm"."""
_SPELLINGS = {"dollars": "american", "pounds": "british", "euros": "british"}


@dataclass(frozen=True, slots=True)
class _Edit:
    """Some characters of a text, and what is put in their place."""

    start: int
    end: int
    written: str


def in_currency(story: PracticeStory, currency: str) -> PracticeStory | None:
    """The story for a sheet in a currency; None where it does not suit one."""
    if story.spelling == _OTHER_SPELLING[currency] or (currency == "dollars" and _AFTERNOON.search(story.text)):
        return None
    if story.currency in ("", currency):
        return _edited(story, _spelled(story.text, _SPELLINGS[currency]), _respelling(currency))
    lowered = {word.lower() for word in re.findall(r"[A-Za-z]+", story.text)}
    weighs = story.currency != "pounds" and not lowered.isdisjoint({"pound", "pounds"})
    has_facts = any(isinstance(leaf, Constant) and _MONEY.search(leaf.fact) for leaf in story.derivation.leaves)
    if weighs or has_facts or not lowered.isdisjoint(words("practice", "coins", "words")):
        return None
    edits = [*_spelled(story.text, _SPELLINGS[currency]), *_converted(story, currency)]
    made = _edited(story, edits, lambda unit: _respelling(currency)(_MONEY.sub(lambda m: _word(m[0], currency), unit)))
    return replace(made, currency=currency)


def _converted(story: PracticeStory, currency: str) -> Iterator[_Edit]:
    """The same amounts in another currency: "$5" and "5 dollars" become "£5", "five dollars" becomes "five pounds"."""
    signed = {
        one.end: one.start
        for one in story.quantities
        if one.kind is Kind.MONEY and one.text[0].isdecimal() and _NAMED.match(story.text, one.end)
    }
    for match in _MONEY.finditer(story.text):
        number = signed.get(match.start() - 1)
        if number is None:
            yield _Edit(match.start(), match.end(), _word(match[0], currency))
        else:
            yield _Edit(number, number, SIGNS[currency])
            yield _Edit(match.start() - 1, match.end(), "")


def _word(written: str, currency: str) -> str:
    if len(written) == 1:
        return SIGNS[currency]
    return currency if written.endswith("s") else currency.removesuffix("s")


def _spelled(text: str, spelling: str) -> Iterator[_Edit]:
    """The words that are written in another way in a spelling, and "Mr." or "Mr"."""
    pattern, _ = _spelling(spelling)
    for match in pattern.finditer(text):
        yield _Edit(match.start(), match.end(), _written(match, spelling))
    for title in _TITLE.finditer(text):
        yield _Edit(title.start(1), title.end(1), "." if spelling == "american" else "")


def _written(match: re.Match[str], spelling: str) -> str:
    """The word that was found as a spelling writes it; capital letters stay, and "maths" is no plural of "math"."""
    written = _spelling(spelling)[1][match[1].lower()]
    if match[0].lower() == written:
        return match[0]
    return (written[0].upper() + written[1:] if match[1][0].isupper() else written) + match[2]


def _respelling(currency: str) -> Callable[[str], str]:
    """A function that writes a unit in the spelling of a sheet."""
    spelling = _SPELLINGS[currency]
    return lambda unit: _spelling(spelling)[0].sub(lambda match: _written(match, spelling), unit)


@cache
def _spelling(spelling: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What to look for in a text, and what to write in the place of each word."""
    names: dict[str, str] = table("practice")[spelling]
    longest = sorted(names, key=len, reverse=True)
    pattern = re.compile(rf"\b({'|'.join(longest)})(s?)\b", re.IGNORECASE)
    return pattern, {name.lower(): written for name, written in names.items()}


def _edited(story: PracticeStory, edits: Iterator[_Edit] | list[_Edit], unit: Callable[[str], str]) -> PracticeStory:
    """The story with its text changed; the places of its numbers move with the text."""
    ordered = sorted(edits, key=lambda edit: (edit.start, edit.end))
    text, end = "", 0
    shifts: list[tuple[int, int]] = []  # from this place of the old text on, so many characters
    for edit in ordered:
        text += story.text[end : edit.start] + edit.written
        end = edit.end
        shifts.append((end, len(text) - end))
    text += story.text[end:]

    def moved(place: int) -> int:
        return place + next((shift for start, shift in reversed(shifts) if place >= start), 0)

    return replace(
        story,
        text=text,
        quantities=tuple(replace(one, start=moved(one.start), end=moved(one.end)) for one in story.quantities),
        units=tuple(map(unit, story.units)),
    )

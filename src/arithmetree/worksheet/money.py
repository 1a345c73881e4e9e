"""One currency on a sheet: money problems in another one are rewritten, or left out where that would not be natural."""

from __future__ import annotations

import re
from dataclasses import replace

from arithmetree.corpus.practice import PracticeStory
from arithmetree.derivations import Constant
from arithmetree.word_lists import words

SIGNS = {"dollars": "$", "pounds": "£", "euros": "€"}
CURRENCIES = tuple(SIGNS)
"""The currencies of sheets."""
_MONEY = re.compile(r"[$£€]|\b(?:dollar|pound|euro)s?\b")
_SPELLINGS = {"dollars": "british", "pounds": "american", "euros": "american"}
"""The spelling that a sheet does not have."""


def in_currency(story: PracticeStory, currency: str) -> PracticeStory | None:
    """The story for a sheet in a currency; None where it does not suit one."""
    if story.spelling == _SPELLINGS[currency]:
        return None
    if story.currency in ("", currency):
        return story
    lowered = {word.lower() for word in re.findall(r"[A-Za-z]+", story.text)}
    weighs = story.currency != "pounds" and not lowered.isdisjoint({"pound", "pounds"})
    has_facts = any(isinstance(leaf, Constant) and _MONEY.search(leaf.fact) for leaf in story.derivation.leaves)
    if weighs or has_facts or not lowered.isdisjoint(words("practice", "coins", "words")):
        return None
    return _converted(story, currency)


def _converted(story: PracticeStory, currency: str) -> PracticeStory:
    """The same amounts in another currency; signs and words change, and the places of the numbers with them."""
    text, end = "", 0
    shifts: list[tuple[int, int]] = []  # from this place of the old text on, so many characters
    for match in _MONEY.finditer(story.text):
        text += story.text[end : match.start()] + _word(match[0], currency)
        end = match.end()
        shifts.append((end, len(text) - end))
    text += story.text[end:]

    def moved(place: int) -> int:
        return place + next((shift for start, shift in reversed(shifts) if place >= start), 0)

    return replace(
        story,
        text=text,
        quantities=tuple(replace(one, start=moved(one.start), end=moved(one.end)) for one in story.quantities),
        units=tuple(_MONEY.sub(lambda match: _word(match[0], currency), unit) for unit in story.units),
        currency=currency,
    )


def _word(written: str, currency: str) -> str:
    if len(written) == 1:
        return SIGNS[currency]
    return currency if written.endswith("s") else currency.removesuffix("s")

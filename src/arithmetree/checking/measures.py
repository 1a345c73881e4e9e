"""Units of the same measure: what they are called, how many of one make up the other, and amounts in two of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache

from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Quantity
from arithmetree.word_lists import table

_BETWEEN = re.compile(r"\s*([^\W\d_]+)\.?(?:,|\s+and\b)?\s*[$£€]?")
_WEIGHED = re.compile(r"\blbs?\b")  # a pound that has no pence
_NOTHING = re.compile(r"[\s.!]*(?:,|\band\b)?\s*")


def unit_name(word: str) -> str:
    """The unit of a word: "hour" for "hrs", and the singular where it is no short form."""
    lemma = noun_lemma(word)
    short = abbreviations()
    return str(short.get(word, short.get(lemma, lemma)))


def factor(large: str, small: str) -> Fraction | None:
    """How many of the small unit make up the large one, by way of others if need be; None for other units."""
    return _smaller(large).get(small)


@cache
def _smaller(large: str) -> dict[str, Fraction]:
    """All units that make up a unit, with how many of each."""
    found: dict[str, Fraction] = {}
    waiting = [(large, Fraction(1))]
    while waiting:
        unit, count = waiting.pop()
        for upper, lower, times in table("checking")["measured_in"]:
            if upper == unit and lower not in found:
                found[lower] = count * times
                waiting.append((lower, found[lower]))
    return found


@cache
def abbreviations() -> dict[str, str]:
    """Short forms of units, each with the unit."""
    found: dict[str, str] = table("checking")["abbreviations"]
    return found


def compound(line: str, found: Sequence[Quantity]) -> tuple[Fraction, str] | None:
    """An amount in several units, "1 h 20 min" or "2 pounds 50 pence", in the smallest one; None for anything else.

    The last unit may be left out where it is the next smaller one: "15 pounds 90", "1 hour 20".
    """
    if len(found) < 2:
        return None
    ends = [quantity.start for quantity in found[1:]] + [len(line)]
    total, unit = Fraction(0), None
    for quantity, end in zip(found, ends, strict=True):
        name = _unit_of(line, quantity, end, unit)
        if name is None:
            return None
        if unit is not None:
            times = factor(unit, name)
            if times is None:
                return None
            total *= times
        total, unit = total + quantity.value, name
    assert unit is not None
    return total, unit


def _unit_of(line: str, quantity: Quantity, end: int, unit: str | None) -> str | None:
    """The unit of a quantity, where nothing else comes before the next one; that of its sign in "£2 50p"."""
    written = _BETWEEN.match(line, quantity.end)
    if written is not None and written[1] != "and" and (written.end() == end or end == len(line)):
        return _unit_below(unit, written[1].lower())
    if _NOTHING.fullmatch(line, quantity.end, end) is None:
        return None
    if quantity.unit_hint is not None:
        return unit_name(quantity.unit_hint)
    if unit is None or end != len(line):
        return None
    below = (
        lower
        for upper, lower, times in table("checking")["measured_in"]
        if upper == unit and quantity.value < times and not (lower == "penny" and _WEIGHED.search(line))
    )
    return next(below, None)


def _unit_below(unit: str | None, word: str) -> str:
    # "in" is an ordinary word everywhere but after feet, and "m" is no metre after hours.
    if unit == "foot" and word == "in":
        return "inch"
    return "minute" if unit == "hour" and word == "m" else unit_name(word)

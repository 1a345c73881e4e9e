"""Facts: numbers that everybody knows and a text need not say, such as the 7 days of a week (data/facts.toml)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from arithmetree.word_lists import table, words


@dataclass(frozen=True, slots=True)
class Conversion:
    """How many of a smaller unit make one of a larger one, and how that is said."""

    part: str
    whole: str
    count: int
    says: str


@cache
def conversions() -> tuple[Conversion, ...]:
    """All pairs of units of which one is a whole number of times the other."""
    return tuple(Conversion(**entry) for entry in table("facts")["conversions"])


@cache
def unit_names() -> dict[str, str]:
    """The name in `conversions` of a unit under its other names: "h" is "hour", "kg" is "kilogram"."""
    names: dict[str, str] = table("facts")["same"]
    return names


def fact_for(value: Fraction, word: str) -> str | None:
    """The fact by which a word of a text calls for a number, in words: "days in a week" for 7 and "weeks".

    None where no fact is known. "listed" stands for things that a text lists, whatever their number.
    """
    known = _by_value().get(value, {})
    for form in word_forms(word):
        if form in known:
            return known[form]
    if _is_counted_between(value, word):
        return "how many there are"
    return known.get(_ANY)


_ANY = ""


@cache
def facts_by_word() -> dict[str, tuple[tuple[Fraction, str], ...]]:
    """The numbers that each word calls for, with the fact in words; "" has those that need no word."""
    found: dict[str, list[tuple[Fraction, str]]] = {_ANY: []}
    for value, known in _by_value().items():
        for word, fact in known.items():
            found.setdefault(word, []).append((value, fact))
    return {word: tuple(facts) for word, facts in found.items()}


@cache
def _by_value() -> dict[Fraction, dict[str, str]]:
    """The facts of each number by the word that calls for them."""
    found: dict[Fraction, dict[str, str]] = {}
    for conversion in conversions():
        for unit in (conversion.part, conversion.whole):
            found.setdefault(Fraction(conversion.count), {}).setdefault(unit, conversion.says)
    for entry in table("facts")["facts"]:
        called_by = entry.get("words", "").split() or [_ANY]
        for word in called_by:
            found.setdefault(Fraction(entry["value"]), {}).setdefault(word, entry["says"])
    return found


def _is_counted_between(value: Fraction, word: str) -> bool:
    """A number of things that are listed, or of the days or months between two that are named."""
    counted = words("facts", "listed", "words") | words("facts", "listed", "days") | words("facts", "listed", "months")
    at_most: int = table("facts")["listed"]["at_most"]
    return value.denominator == 1 and 0 < value <= at_most and not counted.isdisjoint(word_forms(word))


def word_forms(word: str) -> Iterator[str]:
    """A word as written, then as a singular, then by the name of its unit."""
    plain = word.lower().strip(".,:;!?'’\"()-")
    singulars = [plain]
    if plain.endswith("ies"):
        singulars.append(plain[:-3] + "y")
    if plain.endswith("es"):
        singulars.append(plain[:-2])
    if plain.endswith("s"):
        singulars.append(plain[:-1])
    singulars.append({"feet": "foot", "inches": "inch", "pence": "penny", "geese": "goose"}.get(plain, plain))
    for form in singulars:
        yield form
        yield unit_names().get(form, form)

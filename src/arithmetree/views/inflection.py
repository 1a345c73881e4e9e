"""Nouns in the number that an amount needs: "book" with 1, "books" with 72, "pots of tea" with 3."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from arithmetree.morphology import noun_lemma
from arithmetree.word_lists import table, words

_JOINTS = (" of ", " per ")


@cache
def singular(phrase: str) -> str:
    """A phrase with its noun in the singular: "pots of tea" gives "pot of tea"."""
    return _with_noun(phrase, _singular_word)


@cache
def plural(phrase: str) -> str:
    """A phrase with its noun in the plural; a noun that has none stays as it is: "kg", "money"."""
    return _with_noun(phrase, _plural_word)


def for_count(value: Fraction, phrase: str, *, is_fraction: bool = False) -> str:
    """The phrase that goes with a value: singular with 1, and with what is written as a fraction below 1."""
    one = abs(value) == 1 or (is_fraction and 0 < abs(value) < 1)
    return singular(phrase) if one else plural(phrase)


def _with_noun(phrase: str, change) -> str:  # type: ignore[no-untyped-def]
    for joint in _JOINTS:
        head, found, rest = phrase.partition(joint)
        if found:
            return _with_noun(head, change) + joint + rest
    before, space, noun = phrase.rpartition(" ")
    return before + space + str(change(noun))


def _singular_word(noun: str) -> str:
    if noun.lower() == "people":
        return "person"
    if noun.lower() in words("explanation", "plurals", "same") or noun[1:] != noun[1:].lower():
        return noun.removesuffix("s") if noun.endswith("s") and noun[:-1].isupper() else noun
    lemma = noun_lemma(noun)
    return lemma if noun.islower() else lemma.capitalize()


def _plural_word(noun: str) -> str:
    if noun == "person":
        return "people"
    irregular: dict[str, str] = table("nouns")["irregular"]
    if noun in words("explanation", "plurals", "same") | words("explanation", "mass", "nouns"):
        return noun
    if irregular.get(noun, noun) != noun:
        return noun  # a plural already: "children"
    for written, lemma in irregular.items():
        if lemma == noun:
            return written
    if noun.endswith("fish"):
        return noun
    if noun in words("nouns", "unchanged", "words") and not noun.endswith(("s", "x")):
        return noun
    if noun in words("explanation", "plurals", "oes"):
        return noun + "es"
    if len(noun) <= 2 or not noun.isascii() or not noun[-1].isalpha() or "/" in noun:
        return noun  # kg, cm, ml, %, km/h
    if noun.rstrip("s").isupper():
        return noun if noun.endswith("s") else noun + "s"  # DVDs
    if noun_lemma(noun) != noun:
        return noun  # a plural already: "boxes"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith("man") and noun not in words("explanation", "plurals", "mans"):
        return noun[:-2] + "en"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun + "s"

"""An amount with its unit as people write it: "1 book", "72 books", "$4.50", "3 1/2 miles"."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arithmetree.expressions import terminating_decimal
from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind
from arithmetree.schemas import Problem
from arithmetree.word_lists import table, words

_COMMON_FRACTIONS = frozenset({2, 3, 4, 5, 6, 8, 10, 12, 16})
"""Denominators that people read as a fraction; any other value is easier as a decimal, where that ends."""


@dataclass(frozen=True, slots=True)
class AmountStyle:
    """How a text writes its amounts, so that answers are written alike.

    `decimals` for texts that write "3.5" themselves; `signs` gives the sign for the lemma of a currency that is
    written with one ("$" for "dollar").
    """

    decimals: bool = False
    signs: tuple[tuple[str, str], ...] = (("dollar", "$"),)

    @classmethod
    def of(cls, problem: Problem) -> AmountStyle:
        """The style of a text: decimals if it has one, "£" if it writes one, and always "$" for dollars."""
        signs: dict[str, str] = table("currencies")["signs"]
        # A pound is a weight too: its sign is used only where the text shows it.
        used = tuple((lemma, sign) for sign, lemma in signs.items() if sign in problem.text and lemma != "cent")
        decimals = any(
            "." in schema.quantity.text for schema in problem.schemas if schema.quantity.kind is not Kind.MONEY
        )
        return cls(decimals, tuple(dict.fromkeys((*used, ("dollar", "$")))))


PLAIN = AmountStyle()


def amount_text(value: Fraction, unit: str | None, style: AmountStyle = PLAIN) -> str:
    """A value with its unit in words; the unit is a phrase with its noun in the plural, or None."""
    if unit is None:
        return number_text(value, style)
    sign = dict(style.signs).get(noun_lemma(unit))
    if sign is not None:
        return _money(value, sign)
    exact, rounded = _number(value, style)
    return f"{exact} {unit_for(value, unit, style)}{rounded}"


def number_text(value: Fraction, style: AmountStyle = PLAIN) -> str:
    """A value alone: "1,500", "3 1/2", "0.35"; one whose decimals never end is told roughly as well."""
    return "".join(_number(value, style))


def unit_for(value: Fraction, unit: str, style: AmountStyle = PLAIN) -> str:
    """The unit in the number that goes with a value: "book" with 1 and with 1/2, else "books"."""
    one = abs(value) == 1 or (abs(value) < 1 and value != 0 and "/" in number_text(value, style))
    return singular(unit) if one else unit


def singular(phrase: str) -> str:
    """A phrase with its noun in the singular: "pots of tea" gives "pot of tea"."""
    for joint in (" of ", " per "):
        head, found, rest = phrase.partition(joint)
        if found:
            return singular(head) + joint + rest
    before, space, noun = phrase.rpartition(" ")
    return before + space + ("person" if noun == "people" else noun_lemma(noun))


def plural(lemma: str) -> str:
    """The plural of a noun by the word list and the rules of spelling; what has none stays as it is."""
    before, space, noun = lemma.rpartition(" ")
    return before + space + _plural_word(noun)


def _plural_word(noun: str) -> str:
    irregular: dict[str, str] = table("nouns")["irregular"]
    if noun in words("explanation", "plurals", "same") or irregular.get(noun, noun) != noun:
        return noun
    for written, lemma in irregular.items():
        if lemma == noun:
            return written
    if noun in words("nouns", "unchanged", "words") and not noun.endswith(("s", "x")):
        return noun
    if noun in words("explanation", "plurals", "oes"):
        return noun + "es"
    if len(noun) <= 2 or not noun.isascii() or noun == noun.upper():
        return noun  # kg, cm, ml
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    return noun + "s"


def _money(value: Fraction, sign: str) -> str:
    minus = "-" if value < 0 else ""
    value = abs(value)
    if value.denominator == 1:
        return f"{minus}{sign}{value.numerator:,}"
    if (value * 100).denominator == 1:
        return f"{minus}{sign}{value.numerator // value.denominator:,}.{int(value * 100) % 100:02d}"
    return f"{minus}{sign}{_mixed(value)} (about {sign}{float(value):,.2f})"


def _number(value: Fraction, style: AmountStyle) -> tuple[str, str]:
    """The exact number and, where its decimals never end, a rounded one in parentheses."""
    if value.denominator == 1:
        return f"{value.numerator:,}", ""
    decimal = terminating_decimal(value)
    if decimal is not None and (style.decimals or value.denominator not in _COMMON_FRACTIONS):
        return decimal, ""
    return _mixed(value), "" if decimal is not None else f" (about {float(value):,.2f})"


def _mixed(value: Fraction) -> str:
    """A mixed number: 7/2 is "3 1/2"."""
    whole, rest = divmod(abs(value.numerator), value.denominator)
    shown = f"{whole:,} {rest}/{value.denominator}" if whole else f"{rest}/{value.denominator}"
    return f"-{shown}" if value < 0 else shown

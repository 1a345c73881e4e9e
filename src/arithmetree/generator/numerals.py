"""How a number is written: digits or words, thousands separators, money signs, "twice", "a third", "two dozen"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from random import Random

from arithmetree.expressions import terminating_decimal
from arithmetree.generator.english import in_words
from arithmetree.generator.world import Amount, Sort
from arithmetree.quantities import Kind


class Habit(StrEnum):
    """How the writer of a text likes numbers."""

    DIGITS = "digits"
    SMALL_WORDS = "small words"  # words up to twelve
    WORDS = "words"  # words below a hundred
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class Written:
    """A number in the text: the span itself and what is directly before and after it."""

    before: str
    span: str
    after: str


KINDS = {
    Sort.COUNT: Kind.NUMBER,
    Sort.MEASURE: Kind.NUMBER,
    Sort.MONEY: Kind.MONEY,
    Sort.TIMES: Kind.MULTIPLIER,
    Sort.SHARE: Kind.NUMBER,
    Sort.PERCENT: Kind.PERCENT,
    Sort.LABEL: Kind.LABEL,
    Sort.DATE: Kind.DATE,
    Sort.YEAR: Kind.YEAR,
    Sort.TIME: Kind.TIME,
    Sort.CLOCK: Kind.TIME,
    Sort.SMALL_MONEY: Kind.MONEY,
}
CLOCKS = ("24 hours", "am/pm", "am/pm", "ampm")
"""The ways of writing a time of day; a text keeps to one of them, the noun of its amounts."""
_SHARE_WORDS = {
    Fraction(1, 2): "half",
    Fraction(1, 3): "a third",
    Fraction(1, 4): "a quarter",
    Fraction(1, 5): "a fifth",
    Fraction(2, 3): "two thirds",
    Fraction(3, 4): "three quarters",
    Fraction(2, 5): "two fifths",
    Fraction(3, 5): "three fifths",
}
_DOZEN = 12
_SMALL_COINS = {"$": (" cents", " cents", "¢"), "£": ("p", "p", " pence")}


def write(amount: Amount, habit: Habit, currency: str, rng: Random, *, opens: bool, dozens: bool) -> Written:
    """The amount as written at the start of a sentence (`opens`) or inside it; `dozens` allows "two dozen"."""
    value = amount.value
    if amount.sort is Sort.MONEY:
        return _money(value, currency, habit)
    if amount.sort is Sort.TIMES:
        if value == 2 and rng.random() < 0.6:
            return Written("", "twice", "")
        return Written("", _plain(value, habit, rng, opens=opens), " times")
    if amount.sort is Sort.SHARE:
        if rng.random() < 0.7 and value in _SHARE_WORDS:
            return Written("", _SHARE_WORDS[value], "")
        return Written("", f"{value.numerator}/{value.denominator}", "")
    if amount.sort is Sort.PERCENT:
        return Written("", _digits(value * 100), rng.choice(("%", "%", " percent")))
    if amount.sort in (Sort.LABEL, Sort.DATE, Sort.YEAR, Sort.TIME):
        return Written("", str(value), "")
    if amount.sort is Sort.CLOCK:
        return Written("", _clock(int(value), amount.noun.singular), "")
    if amount.sort is Sort.SMALL_MONEY:
        return Written("", _digits(value), rng.choice(_SMALL_COINS[currency]))
    if dozens and value in (_DOZEN, 2 * _DOZEN, 3 * _DOZEN) and rng.random() < 0.12:
        return Written("", "a dozen" if value == _DOZEN else f"{in_words(int(value) // _DOZEN)} dozen", "")
    return Written("", _plain(value, habit, rng, opens=opens), "")


def _plain(value: Fraction, habit: Habit, rng: Random, *, opens: bool) -> str:
    if value.denominator != 1:
        return _digits(value)
    words = (
        (opens and value < 100 and rng.random() < 0.8)
        or (habit is Habit.SMALL_WORDS and value <= _DOZEN)
        or (habit is Habit.WORDS and value < 100)
        or (habit is Habit.MIXED and value < 100 and rng.random() < 0.5)
    )
    if words:
        return in_words(int(value))
    return f"{int(value):,}" if value >= 1000 and habit is not Habit.MIXED else str(value)


def _money(value: Fraction, currency: str, habit: Habit) -> Written:
    digits = f"{int(value):,}" if value.denominator == 1 else f"{int(value):,}.{int(value * 100) % 100:02}"
    if not currency.isalpha():
        return Written(currency, digits, "")
    if value.denominator == 1 and value <= _DOZEN and habit in (Habit.WORDS, Habit.SMALL_WORDS):
        digits = in_words(int(value))
    return Written("", digits, f" {currency if value != 1 else currency.removesuffix('s')}")


def _clock(minutes: int, style: str) -> str:
    hour, minute = divmod(minutes, 60)
    if style == "24 hours":
        return f"{hour:02}:{minute:02}"
    half = ("am", "pm")[hour >= _DOZEN]
    digits = f"{(hour - 1) % _DOZEN + 1}" + (f":{minute:02}" if minute else "")
    return f"{digits} {half}" if style == "am/pm" else f"{digits}{half}"


def _digits(value: Fraction) -> str:
    decimal = terminating_decimal(value)
    return decimal if decimal is not None else f"{value.numerator}/{value.denominator}"

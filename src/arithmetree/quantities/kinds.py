"""What kind of number an amount is: a count, money, a per cent, a multiplier, or no count at all."""

from __future__ import annotations

from enum import StrEnum

from arithmetree.quantities.amounts import Amount
from arithmetree.quantities.context import CONTEXT, OCCASIONS, Surroundings
from arithmetree.quantities.dates import ORDINAL_ENDINGS, is_clock_time, is_day_of_month, is_half_day, is_year
from arithmetree.quantities.labels import is_label
from arithmetree.quantities.pronoun_one import is_pronoun
from arithmetree.quantities.tokens import Row, Sort


class Kind(StrEnum):
    """What a number in the text is; only the first four can take part in arithmetic."""

    NUMBER = "number"  # "7", "twenty-five", "2 1/2", "a dozen"
    MONEY = "money"  # "$4.50", "75 cents", "£3"
    PERCENT = "percent"  # "20 %", "20 per cent"
    MULTIPLIER = "multiplier"  # "twice", "half as many", "3 times as many"
    ORDINAL = "ordinal"  # "3rd", "the second day"
    PRONOUN = "pronoun"  # "the red one"
    DATE = "date"  # "May 4", "4/12/2020"
    TIME = "time"  # "3:30", "at 5 pm"
    YEAR = "year"  # "in 1999"
    LABEL = "label"  # "room 12", "page 40", "grade 3"
    NAME = "name"  # "mp3", "7-Up", "version 2.1"


def kind_of(row: Row, amount: Amount, around: Surroundings) -> tuple[Kind, str | None]:
    """The kind of an amount and what the notation says about its unit."""
    if amount.unit is not None:
        sterling = amount.unit in CONTEXT.sterling_words and around.sterling
        money = "pound" if sterling else CONTEXT.currency_words.get(amount.unit)
        return (Kind.NUMBER, amount.unit) if money is None else (Kind.MONEY, money)
    money = _currency(row, amount, around)
    if money is not None:
        return Kind.MONEY, money
    if _is_per_cent(row, amount.stop):
        return Kind.PERCENT, "percent"
    if is_clock_time(row, amount):
        return Kind.TIME, None
    if amount.numeral and amount.value.denominator == 1:
        if is_day_of_month(row, amount):
            return Kind.DATE, None
        if is_year(row, amount):
            return Kind.YEAR, None
    if is_label(row, amount):
        return Kind.LABEL, None
    if _is_part_of_name(row, amount):
        return Kind.NAME, None
    if _is_multiplier(row, amount):
        return Kind.MULTIPLIER, None
    if row[amount.stop - 1].lower == "one" and amount.stop == amount.first + 1 and is_pronoun(row, amount.first):
        return Kind.PRONOUN, None
    return Kind.NUMBER, _unit_hint(row, amount)


def _currency(row: Row, amount: Amount, around: Surroundings) -> str | None:
    before = amount.first - 1
    for sign in (row[before].text, row[amount.first + 1].text if amount.value.numerator < 0 else ""):
        if sign in CONTEXT.currency_signs:
            return CONTEXT.currency_signs[sign]
    if row.lower(before) == "." and row.touches(before):
        before -= 1
    if row.lower(before) in CONTEXT.currency_prefixes:
        return CONTEXT.currency_prefixes[row.lower(before)]
    after = amount.stop
    if row[after].text in CONTEXT.currency_signs and not (
        row[after + 1].sort is Sort.NUMERAL and row.touches(after + 1)
    ):
        return CONTEXT.currency_signs[row[after].text]
    if amount.numeral and row.touches(after) and row[after].text in CONTEXT.currency_suffixes:
        return None if is_half_day(row, after) else CONTEXT.currency_suffixes[row[after].text]
    word = row.lower(after + 1) if row.hyphen(after) else row.lower(after)
    if word in CONTEXT.sterling_words:
        return "pound" if around.sterling and row.lower(after + 1) != "of" else None
    return CONTEXT.currency_words.get(word)


def _is_per_cent(row: Row, stop: int) -> bool:
    at = stop + 1 if row.hyphen(stop) else stop
    if row.lower(at) in {"%", "percent", "percentage"}:
        return True
    return row.lower(at) == "per" and row.lower(at + 1) == "cent"


def _is_part_of_name(row: Row, amount: Amount) -> bool:
    before = row[amount.first - 1]
    return (
        amount.numeral
        and before.lower in CONTEXT.names_with_numbers
        and (before.text != before.lower or before.lower == "version")
    )


def _is_multiplier(row: Row, amount: Amount) -> bool:
    """ "3 times as many", "half as much", "a third the size", "3x", "four-fold"."""
    at = amount.stop
    if row.touches(at) and row.lower(at) in {"x", "×"} and row[at + 1].sort is not Sort.NUMERAL:
        return True
    if (row.touches(at) and row.lower(at) == "fold") or (row.hyphen(at) and row.lower(at + 1) == "fold"):
        return True
    if row.lower(at) in {"times", "time"} and not row.touches(at):
        return _compares(row, at + 1)
    if amount.part or amount.value.numerator < amount.value.denominator:
        if row.lower(at) == "as" and row.is_word(at + 1):
            return True
        if row.lower(at) in {"price", "fare"}:
            return True
        return row.lower(at) in CONTEXT.determiners and row.lower(at + 1) in CONTEXT.measures
    return False


def _compares(row: Row, index: int) -> bool:
    """True if the words after "times" compare: "as many", "more", "the number", "her age", "larger"."""
    word = row.lower(index)
    if word == "the" or word in CONTEXT.possessives:
        return row.lower(index + 1) not in OCCASIONS
    if word == "that":
        return row.lower(index + 1) in {"", ".", "of", ",", "many", "much", "number", "amount", "?"}
    return word in CONTEXT.comparatives


def _unit_hint(row: Row, amount: Amount) -> str | None:
    at = amount.stop
    if row.hyphen(at) and row.is_word(at + 1) and row.lower(at + 1) != "nil":
        return row.lower(at + 1)
    by = row.lower(at) == "x" and row[at + 1].sort is Sort.NUMERAL  # "a 4x6 photo"
    if (
        row.touches(at)
        and row.is_word(at)
        and row[at].text.isalpha()
        and not by
        and row.lower(at) not in ORDINAL_ENDINGS
    ):
        return row.lower(at)
    if row.lower(at) in {"'", "\u2032", "\u2019"} and _is_height(row, at):
        return "foot"
    if row.lower(at) in {'"', "\u2033", "\u201d"} and _is_height(row, at - 2):
        return "inch"
    if row.lower(at) in {"pair", "pairs"} and amount.stop - amount.first == 1:
        return "pair"
    return None


def _is_height(row: Row, index: int) -> bool:
    """True for the mark of feet in 5'10"."""
    joined = row.touches(index) and row.touches(index + 1) and row.touches(index + 2)
    marked = row.lower(index) in {"'", "\u2032", "\u2019"} and row.lower(index + 2) in {'"', "\u2033", "\u201d"}
    return joined and marked and row[index - 1].sort is Sort.NUMERAL and row[index + 1].sort is Sort.NUMERAL

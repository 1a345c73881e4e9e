"""Quantities: the numbers that a text mentions, with exact values and exact places."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from arithmetree.quantities.addresses import find_addresses
from arithmetree.quantities.amounts import AMOUNT_OPENERS, MINUS, read_amount
from arithmetree.quantities.clock_times import ClockTime, find_clock_times, has_spoken_time
from arithmetree.quantities.context import CONTEXT, Surroundings, surroundings
from arithmetree.quantities.dates import ORDINAL_ENDINGS, is_month, month_before
from arithmetree.quantities.kinds import Kind, kind_of
from arithmetree.quantities.numerals import numeral_value
from arithmetree.quantities.tokens import Row, Sort, split
from arithmetree.quantities.words import (
    ARTICLES,
    CARDINALS,
    MONEY_SCALES,
    MULTIPLIERS,
    ONE_PART,
    ORDINALS,
    cardinal,
    is_number_word,
    ordinal,
)

__all__ = ["Kind", "Quantity", "find_quantities"]


# What may come directly after a numeral without making it a name: "5kg", "50p", "5pm", "3x", "$5k".
_ENDINGS = (
    CONTEXT.attached_units | CONTEXT.currency_suffixes.keys() | MONEY_SCALES.keys() | {"a", "am", "pm", "x", "fold"}
)
# The words that can start a quantity by themselves; any other word only with a numeral joined to it.
_OPENERS = AMOUNT_OPENERS | ORDINALS.keys() | MULTIPLIERS.keys()
_MULTIPLYING_VERBS = frozenset({"double", "triple", "treble", "quadruple"})  # adjectives as well: "a double room"
_DOTTED_DATE = re.compile(r"[0-3]?\d\.[01]?\d\.[12]\d{3}")
_BETWEEN = frozenset("-()")  # between the digits of a telephone number
_MOST_PIECES = 9
_NEAR = 12  # how many tokens before "1:50" may say that it is no time
_LEAST_DIGITS, _MOST_DIGITS = 9, 15
_MULTIPLIED = CONTEXT.determiners | {"as", "what", "in"}


@dataclass(frozen=True, slots=True)
class Quantity:
    """One number in the text: where it is, its exact value and what kind of number it is.

    `start` and `end` are character offsets of the number itself ("4.50" in "$4.50", "twenty-five" in
    "twenty-five apples", "a dozen" in "a dozen eggs"); `unit_hint` is what the notation itself says about
    the unit ("dollar" for "$4.50", "day" for "5-day trip"), else None. The value of a per cent is the
    fraction (1/5 for "20%"), that of a clock time its hours, and that of a name or a date with several
    numbers the first of them. `implicit` says what a word implies that is no number itself ("days in a week" for
    the 7 of "week"); None for every number that is written.
    """

    start: int
    end: int
    text: str
    value: Fraction
    kind: Kind = Kind.NUMBER
    unit_hint: str | None = None
    implicit: str | None = None

    @property
    def countable(self) -> bool:
        """True if the number may take part in the arithmetic."""
        return self.kind in (Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.MULTIPLIER)


class _Hit(NamedTuple):
    """A quantity at tokens first..stop-1."""

    first: int
    stop: int
    value: Fraction
    kind: Kind
    unit_hint: str | None = None


def find_quantities(text: str) -> tuple[Quantity, ...]:
    """Find all numbers of a text in order, countable or not, in time proportional to its length.

    Spans never overlap. A minus sign directly before the digits belongs to the number ("-5 degrees" is -5)
    unless it joins two words or numbers ("3-5"). Numerals of more than 30 digits are no quantities, and neither is
    any number inside the address of a letter or a page ("ann2@mail.org").
    """
    row = split(text)
    around = surroundings(row)
    addresses = find_addresses(text)[::-1]
    found: list[Quantity] = []
    index = 0
    while index < len(row):
        while addresses and addresses[-1][1] <= row[index].start:
            addresses.pop()
        if addresses and addresses[-1][0] <= row[index].start:
            index += 1
            continue
        hit = None if _opens_nothing(row, index) else _read(row, index, around)
        if hit is None:
            index += 1
            continue
        start, end = row[hit.first].start, row[hit.stop - 1].end
        found.append(Quantity(start, end, text[start:end], hit.value, hit.kind, hit.unit_hint))
        index = hit.stop
    return tuple(_timed(found, find_clock_times(text)) if has_spoken_time(text) else found)


def _timed(found: list[Quantity], times: tuple[ClockTime, ...]) -> Iterator[Quantity]:
    """The quantities, those that are part of a time of day marked so: "ten" and "six" of "at ten to six"."""
    left = iter(times)
    time = next(left, None)
    for one in found:
        while time is not None and time.end <= one.start:
            time = next(left, None)
        inside = time is not None and time.start <= one.start and one.end <= time.end
        yield replace(one, kind=Kind.TIME, unit_hint=None) if inside and one.countable else one


def _opens_nothing(row: Row, index: int) -> bool:
    """True for a word or mark at which no quantity can start, which most tokens are."""
    token = row[index]
    if token.sort is Sort.MARK:
        return token.text not in MINUS
    return token.sort is Sort.WORD and token.lower not in _OPENERS and not row.touches(index + 1)


def _read(row: Row, index: int, around: Surroundings) -> _Hit | None:
    sort = row[index].sort
    if sort is Sort.WORD:
        if row.hyphen(index - 1) and row.is_word(index - 2) and not is_number_word(row.lower(index - 2)):
            return None  # "all-in-one", "a good-for-nothing"
        return (
            _name(row, index)
            or _year_in_words(row, index)
            or _multiplier_word(row, index)
            or _ordinal_word(row, index, around)
            or _amount(row, index, around)
        )
    if sort in (Sort.NUMERAL, Sort.DOTTED):
        return (
            _series(row, index)
            or _ordinal_numeral(row, index)
            or _mixed_name(row, index)
            or _amount(row, index, around)
        )
    return _amount(row, index, around)


def _amount(row: Row, index: int, around: Surroundings) -> _Hit | None:
    amount = read_amount(row, index, around)
    if amount is None:
        return None
    kind, unit_hint = kind_of(row, amount, around)
    if kind is Kind.PERCENT:
        return _Hit(index, amount.stop, amount.value / 100, kind, unit_hint)
    return _Hit(index, amount.stop, amount.value, kind, unit_hint)


def _name(row: Row, index: int) -> _Hit | None:
    """ "mp3", "F16", "COVID-19": letters with a numeral joined to them."""
    word = row.lower(index)
    if word in CONTEXT.currency_prefixes or is_number_word(word) or row[index - 1].sort is Sort.NUMERAL:
        return None
    at = index + 2 if row.hyphen(index + 1) else index + 1
    if row[at].sort is not Sort.NUMERAL or not row.touches(at):
        return None
    return _times(row, index) or _whole_word(row, index, at)


def _times(row: Row, index: int) -> _Hit | None:
    """The 2 of "apples x2" and "then x2"; "x2 = 5" and "x2y" are names."""
    at, stop = index + 1, index + 2
    written = row[index].text == "x" and row[at].sort is Sort.NUMERAL
    value = numeral_value(row[at].text) if written else None
    ends = not row.touches(stop) or row[stop].sort is Sort.MARK
    if value is None or row.touches(index) or not ends or row.lower(stop) == "=":
        return None
    return _Hit(at, stop, value, Kind.MULTIPLIER)


def _mixed_name(row: Row, index: int) -> _Hit | None:
    """ "7up", "3D", "7-Up", "24/7": a numeral with something after it that is no unit."""
    if not row.touches(index + 1):
        return None
    three = row.lower(index) + row.lower(index + 1) + row.lower(index + 2)
    if three in CONTEXT.names and row.touches(index + 2):
        return _whole_word(row, index, index, stop=index + 3)
    after = row[index + 1]
    if after.sort is not Sort.WORD or not after.text.isalpha():
        return None
    if after.lower in _ENDINGS or (len(after.lower) > 2 and after.text.islower()):
        return None
    return _whole_word(row, index, index)


def _whole_word(row: Row, first: int, numeral: int, stop: int | None = None) -> _Hit | None:
    value = numeral_value(row[numeral].text)
    if value is None:
        return None
    if stop is None:
        stop = numeral + 1
        while row.touches(stop) and row[stop].sort in (Sort.WORD, Sort.NUMERAL):
            stop += 1
    return _Hit(first, stop, value, Kind.NAME)


def _series(row: Row, index: int) -> _Hit | None:
    """Several numerals that make one thing: "3:30", "4/12/2020", "2020-04-12", "555-1234", "3.14.15"."""
    text = row[index].text
    if row[index].sort is Sort.DOTTED:
        value = numeral_value(text.partition(".")[0])
        kind = Kind.DATE if _DOTTED_DATE.fullmatch(text) else Kind.NAME
        return _Hit(index, index + 1, value, kind) if value is not None else None
    phone = _phone_number(row, index)
    if phone is not None:
        return phone
    if not (row.touches(index + 1) and row.touches(index + 2) and row[index + 2].text.isdecimal()):
        return None
    value = numeral_value(text)
    if value is None or not text.isdecimal():
        return None
    mark, second = row[index + 1].text, row[index + 2].text
    goes_on = row[index + 3].text == mark and row.touches(index + 3) and row.touches(index + 4)
    third = row[index + 4].text if goes_on else ""
    if mark == ":" and len(second) == 2 and value <= 24 and int(second) < 60:
        if _is_ratio(row, index):
            return None
        return _Hit(index, index + (5 if third.isdecimal() else 3), value + Fraction(int(second), 60), Kind.TIME)
    if mark == "/" and not goes_on and _is_calendar(row, index, value, second):
        return _Hit(index, index + 3, value, Kind.YEAR if len(text) == 4 else Kind.DATE)
    if mark in {"/", "-"} and third.isdecimal() and (len(third) in (2, 4) or len(text) == 4) and len(second) <= 2:
        return _Hit(index, index + 5, value, Kind.DATE)
    if mark == "-" and len(text) == 3 and (len(second) == 4 or (third.isdecimal() and len(third) >= 3)):
        return _Hit(index, index + (5 if third.isdecimal() else 3), value, Kind.NAME)
    return None


def _is_ratio(row: Row, index: int) -> bool:
    """True for "a scale of 1:50" and "the ratio of boys to girls is 3:25"."""
    for back in range(index - 1, index - _NEAR, -1):
        if row[back].sort is Sort.NUMERAL or row.lower(back) in {".", "?", "!", ""}:
            return False
        if row.lower(back) in {"ratio", "ratios", "scale"}:
            return True
    return False


def _is_calendar(row: Row, index: int, value: Fraction, second: str) -> bool:
    """ "the 2019/20 season", "on 12/3", "from 12/3": no fractions, which would be more than one whole."""
    if 1900 <= value < 2100:
        return len(second) == 2 and (value + 1) % 100 == int(second)
    dated = row.lower(index - 1) in {"on", "from", "since", "until"} and row.lower(index + 3) != "of"
    return dated and 1 <= int(second) <= 12 and int(second) < value <= 31


def _phone_number(row: Row, index: int) -> _Hit | None:
    """ "01234 567890", "+44 20 7946 0958", "(020) 7946 0958": groups of digits after a nought or a plus."""
    area = row[index - 1].text == "(" and row[index + 1].text == ")"
    plus = row[index - 1].text == "+" and row.touches(index)
    if not (area or plus or row[index].text[0] == "0"):
        return None
    groups = [row[at].text for at in range(index, index + _MOST_PIECES)]
    stop = next((place for place, group in enumerate(groups) if not (group.isdecimal() or group in _BETWEEN)), 0)
    while stop and not groups[stop - 1].isdecimal():
        stop -= 1
    digits = sum(len(group) for group in groups[:stop] if group.isdecimal())
    value = numeral_value(row[index].text)
    if stop < 2 or not _LEAST_DIGITS <= digits <= _MOST_DIGITS or value is None:
        return None
    return _Hit(index - 1 if area or plus else index, index + stop, value, Kind.NAME)


def _ordinal_numeral(row: Row, index: int) -> _Hit | None:
    """ "3rd", "21st", "May 4th"; the ending belongs to the span. "1990s" is a year."""
    if not row.touches(index + 1):
        return None
    value, ending = numeral_value(row[index].text), row.lower(index + 1)
    if value is None:
        return None
    if ending in {"s", "'s"} and value % 10 == 0 and 1000 <= value < 3000:
        return _Hit(index, index + 2, value, Kind.YEAR)
    if ending not in ORDINAL_ENDINGS:
        return None
    in_month = month_before(row, index) or is_month(row, index + 2)
    in_month = in_month or (row.lower(index + 2) == "of" and is_month(row, index + 3))
    return _Hit(index, index + 2, value, Kind.DATE if in_month else Kind.ORDINAL)


def _year_in_words(row: Row, index: int) -> _Hit | None:
    """ "in nineteen ninety-nine": two numbers of two digits after a word that opens a year."""
    if row.lower(index - 1) not in CONTEXT.year_openers or not 13 <= CARDINALS.get(row.lower(index), 0) <= 20:
        return None
    rest = cardinal(row, index + 1)
    if rest is None or not 10 <= rest.value <= 99:
        return None
    return _Hit(index, rest.stop, CARDINALS[row.lower(index)] * 100 + rest.value, Kind.YEAR)


def _ordinal_word(row: Row, index: int, around: Surroundings) -> _Hit | None:
    """ "third", "twenty-first"; "second" only as a rank, never as a time; none in "another third went"."""
    rank = ordinal(row, index)
    if rank is None or (row.lower(index) in ONE_PART and read_amount(row, index, around) is not None):
        return None
    if row.lower(index) == "second" and not _is_rank(row, index):
        return None
    return _Hit(index, rank.stop, rank.value, Kind.ORDINAL)


def _is_rank(row: Row, index: int) -> bool:
    before, after = row.lower(index - 1), row.lower(index + 1)
    noun_follows = row.is_word(index + 1) and after not in CONTEXT.function_words
    if before == "the" or before in CONTEXT.possessives or before.endswith("'s"):
        return True
    return noun_follows and before not in {"per", "each", "one", "half"}


def _multiplier_word(row: Row, index: int) -> _Hit | None:
    """ "twice", "thrice", "double the price", "it tripled", "tenfold"; no "double room"."""
    word = row.lower(index)
    if word not in MULTIPLIERS:
        return None
    if word in _MULTIPLYING_VERBS:
        following = row[index + 1]
        compares = following.lower in _MULTIPLIED or following.sort in (Sort.MARK, Sort.NUMERAL)
        if not compares or row.hyphen(index + 1) or row.lower(index - 1) in ARTICLES:
            return None
        if word == "treble" and following.lower not in CONTEXT.determiners | {"what"}:
            return None  # "she sings treble"
    return _Hit(index, index + 1, Fraction(MULTIPLIERS[word]), Kind.MULTIPLIER)

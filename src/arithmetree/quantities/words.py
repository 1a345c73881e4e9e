"""Number words: "twenty-five", "one hundred and five", "two million", "twenty-first", "three point five"."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from importlib.resources import files
from typing import NamedTuple

from arithmetree.quantities.tokens import Row

_TABLES: dict[str, dict[str, int]] = tomllib.loads(
    files("arithmetree.data").joinpath("number_words.toml").read_text(encoding="utf-8")
)
UNITS = _TABLES["units"]
_TEENS = _TABLES["teens"]
_TENS = _TABLES["tens"]
SCALES = _TABLES["scales"]
MONEY_SCALES = _TABLES["money_scales"]
ORDINALS = _TABLES["ordinals"]
CARDINALS = {**UNITS, **_TEENS, **_TENS}
_FOLDED = {**CARDINALS, **SCALES, "hundred": 100}
MULTIPLIERS = {**_TABLES["multipliers"], **{word + "fold": value for word, value in _FOLDED.items() if value > 1}}
_MOST_DECIMALS = 30
ARTICLES = frozenset({"a", "an"})

# Parts by word, one and several: "third" 3, "quarter" 4; a "second" is always a time or a rank, never a part.
_PARTS_FROM_ORDINALS = {word: rank for word, rank in ORDINALS.items() if rank > 2}
ONE_PART = {**_PARTS_FROM_ORDINALS, **_TABLES["parts"]}
SEVERAL_PARTS = {word + "s": rank for word, rank in ONE_PART.items() if word != "half"}


class Read(NamedTuple):
    """A value and the index of the first token after it."""

    value: Fraction
    stop: int


def is_number_word(word: str) -> bool:
    """True for a word that can be part of a cardinal: "two", "twenty", "hundred", "million"."""
    return word in CARDINALS or word == "hundred" or word in SCALES


def cardinal(row: Row, index: int) -> Read | None:
    """Read the longest number in words that starts at the token, "and" inside it included.

    After "between" an "and" always separates two numbers: "between two hundred and three thousand".
    """
    join_by_and = row.lower(index - 1) != "between"
    total, last_scale = 0, None
    stop = index
    while True:
        start = stop
        if total:
            start = _skip_joint(row, stop, join_by_and)
        group = _below_thousand(row, start, join_by_and)
        if group is None:
            break
        value, after = group
        scale = SCALES.get(row.lower(after))
        if scale is not None and (last_scale is None or scale < last_scale):
            total, last_scale, stop = total + value * scale, scale, after + 1
            continue
        if scale is None and (last_scale is None or value < last_scale):
            # "one thousand, five" is a list; "one thousand, five hundred" is one number.
            if row.lower(start - 1) == "," and start > stop and value < 100:
                break
            total, stop = total + value, after
        break
    if stop == index:
        return None
    return _with_decimals(row, Read(Fraction(total), stop))


def ordinal(row: Row, index: int) -> Read | None:
    """Read an ordinal in words: "third", "twenty-first", "twenty first"."""
    word = row.lower(index)
    if word in ORDINALS:
        return Read(Fraction(ORDINALS[word]), index + 1)
    if word in _TENS:
        last = index + 2 if row.hyphen(index + 1) else index + 1
        rank = ORDINALS.get(row.lower(last), 0)
        if 0 < rank < 10:
            return Read(Fraction(_TENS[word] + rank), last + 1)
    return None


def _below_hundred(row: Row, index: int) -> tuple[int, int] | None:
    word = row.lower(index)
    if word in _TENS:
        hyphenated = row.hyphen(index + 1)
        last = index + 2 if hyphenated else index + 1
        unit = UNITS.get(row.lower(last), 0)
        # "twenty five-pound bags" are twenty bags.
        if unit and (hyphenated or not _starts_compound(row, last)):
            return _TENS[word] + unit, last + 1
        return _TENS[word], index + 1
    if word in CARDINALS:
        return CARDINALS[word], index + 1
    return None


def _below_thousand(row: Row, index: int, join_by_and: bool) -> tuple[int, int] | None:
    if row.lower(index) in ARTICLES and row.lower(index + 1) in SCALES:
        return 1, index + 1
    if row.lower(index) in ARTICLES and row.lower(index + 1) == "hundred":
        hundreds, stop = 1, index + 2
    else:
        small = _below_hundred(row, index)
        if small is None:
            return None
        value, after = small
        if row.hyphen(after) and row.lower(after + 1) == "hundred":
            after += 1
        if row.lower(after) != "hundred" or value == 0:
            return small
        hundreds, stop = value, after + 1
    start = stop
    if join_by_and and row.lower(stop) == "and":
        start = stop + 1
    rest = _below_hundred(row, start)
    # "two hundred and three hundred" are two numbers, "five hundred one-pound bags" as well.
    if rest is None or rest[0] == 0 or row.lower(rest[1]) == "hundred" or _starts_compound(row, start):
        return hundreds * 100, stop
    return hundreds * 100 + rest[0], rest[1]


def _skip_joint(row: Row, index: int, join_by_and: bool) -> int:
    """Step over the comma or "and" that may follow "thousand" or "million"."""
    if row.lower(index) == "," or (join_by_and and row.lower(index) == "and"):
        return index + 1
    return index


def _starts_compound(row: Row, index: int) -> bool:
    """True if the number word begins a hyphenated word, such as "five-pound"."""
    return row.hyphen(index + 1) and row.is_word(index + 2) and not is_number_word(row.lower(index + 2))


def _with_decimals(row: Row, read: Read) -> Read:
    """Add the digits of "three point one four"."""
    if row.lower(read.stop) != "point" or row.lower(read.stop + 1) not in UNITS:
        return read
    digits, stop = "", read.stop + 1
    while row.lower(stop) in UNITS and len(digits) < _MOST_DECIMALS:
        digits += str(UNITS[row.lower(stop)])
        stop += 1
    return Read(read.value + Fraction(int(digits), 10 ** len(digits)), stop)

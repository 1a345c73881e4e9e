"""Numerals: digits with their separators, decimals and fractions, as different countries write them."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from unicodedata import normalize

from arithmetree.quantities.context import CONTEXT
from arithmetree.quantities.counted import is_counted, is_plain_noun
from arithmetree.quantities.tokens import FRACTION_SIGNS, Row, Sort
from arithmetree.quantities.words import Read

LONGEST_NUMERAL = 30  # digits; anything longer is a serial number and no quantity
SIGN_VALUES = {sign: Fraction(*map(int, normalize("NFKC", sign).split("\u2044"))) for sign in FRACTION_SIGNS}
_MOST_GROUPS = 4


@lru_cache(maxsize=64)
def numeral_value(text: str) -> Fraction | None:
    """The value of digits with their separators, None beyond LONGEST_NUMERAL digits."""
    if len(text) > 2 * LONGEST_NUMERAL:
        return None
    plain = "".join(character for character in text if character.isdecimal() or character == ".")
    if len(plain) > LONGEST_NUMERAL:
        return None
    return Fraction(plain)


def read_numeral(row: Row, index: int) -> Read | None:
    """Digits, with a fraction after or instead: "7", "3/4", "2 1/2", "2-1/2", "2½", "½"."""
    token = row[index]
    if token.sort is Sort.FRACTION_SIGN:
        return Read(SIGN_VALUES[token.text], index + 1)
    value = numeral_value(token.text)
    if value is None:
        return None
    other = _with_decimal_comma(row, index, value) or _with_spaces(row, index, value)
    if other is not None:
        return other
    if value.denominator > 1 or "." in token.text:
        return Read(value, index + 1)
    fraction = slash_fraction(row, index)
    if fraction is not None:
        return fraction
    start = index + 2 if row.hyphen(index + 1) else index + 1
    if row[start].sort is Sort.FRACTION_SIGN:
        return Read(value + SIGN_VALUES[row[start].text], start + 1)
    rest = slash_fraction(row, start)
    if rest is not None and 0 < rest.value < 1:
        return Read(value + rest.value, rest.stop)
    return Read(value, index + 1)


def _with_decimal_comma(row: Row, index: int, value: Fraction) -> Read | None:
    """ "€2,50", "12,50 euros" and "1.250,50", as they are written where a comma comes before the decimals."""
    text, decimals, stop = row[index].text, row[index + 2].text, index + 3
    joined = row.lower(index + 1) == "," and row.touches(index + 1) and row.touches(index + 2)
    if not joined or not decimals.isdecimal() or len(decimals) > 2 or (row.touches(stop) and row.lower(stop) == ","):
        return None
    whole, _, thousands = text.partition(".")
    if thousands:
        if len(whole) > 3 or len(thousands) != 3 or not whole.isdecimal():
            return None
        return Read(value * 1000 + Fraction(int(decimals), 10 ** len(decimals)), stop)
    euros = "€" in {row.lower(index - 1), row.lower(stop)} or row.lower(stop) in {"euro", "euros", "eur"}
    if not euros or len(decimals) != 2 or not text.isdecimal():
        return None
    return Read(value + Fraction(int(decimals), 100), stop)


def _with_spaces(row: Row, index: int, value: Fraction) -> Read | None:
    """ "12 000 seats", "5 000 000" and "1 250 seats": thousands set apart by plain spaces.

    A single group other than "000" is joined only before a counted noun: "week 2 300 m", "3 250 g bags".
    """
    if not row[index].text.isdecimal() or not 1 <= value <= 999 or row[index].text[0] == "0":
        return None
    stop = index + 1
    while stop - index <= _MOST_GROUPS and _is_thousands(row, stop):
        value, stop = value * 1000 + int(row[stop].text), stop + 1
    if stop == index + 1 or row[stop].sort is Sort.NUMERAL:
        return None
    before = row.lower(index - 1)
    if stop > index + 2 or row[index + 1].text == "000":
        return Read(value, stop)
    if before in CONTEXT.currency_signs:  # "€1 250 in all", but "for €18 250 cards"
        return None if is_counted(row, stop) else Read(value, stop)
    names = before in CONTEXT.labels or before in CONTEXT.time_labels or before in CONTEXT.months
    if names or before in {"#", "at", "by"} or not is_plain_noun(row, stop):
        return None
    return Read(value, stop)


def _is_thousands(row: Row, index: int) -> bool:
    """True for three digits one plain space after a numeral."""
    text, apart = row[index].text, row[index].start - row[index - 1].end
    return len(text) == 3 and text.isdecimal() and apart == 1 and index not in row.line_starts


def slash_fraction(row: Row, index: int) -> Read | None:
    over, under = row[index], row[index + 2]
    if row[index + 1].text not in {"/", "\u2044"} or row.touches(index + 1) != row.touches(index + 2):
        return None
    if not (over.text.isdecimal() and under.text.isdecimal()) or row.lower(index + 3) == "/":
        return None
    numerator, denominator = numeral_value(over.text), numeral_value(under.text)
    if numerator is None or not denominator:
        return None
    return Read(numerator / denominator, index + 3)

"""Amounts: numbers in digits, words, fractions and dozens, read where they start; other modules say what they mean."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from arithmetree.quantities.context import CONTEXT, NO_DESCRIPTIONS, Surroundings
from arithmetree.quantities.counted import is_plain_noun
from arithmetree.quantities.numerals import SIGN_VALUES, read_numeral, slash_fraction
from arithmetree.quantities.pronoun_one import is_pronoun
from arithmetree.quantities.tokens import DASHES, Row, Sort
from arithmetree.quantities.words import (
    ARTICLES,
    CARDINALS,
    MONEY_SCALES,
    ONE_PART,
    ORDINALS,
    SCALES,
    SEVERAL_PARTS,
    Read,
    cardinal,
    is_number_word,
)

_ROUND = {**SCALES, "hundred": 100}
_DOZEN = frozenset({"dozen", "dozens"})
MINUS = frozenset({"-", "\u2212"})
_MINUS_WORDS = frozenset({"minus", "negative"})
_DEGREES = frozenset({"degree", "degrees", "°"})
# The words that can start an amount.
AMOUNT_OPENERS = frozenset({*CARDINALS, *_ROUND, *ARTICLES, *_MINUS_WORDS, *ONE_PART, "dozen", "nil"})
_FAR = 40
"""How many tokens back things may have been counted off."""


class Amount(NamedTuple):
    """A number at tokens first..stop-1; `numeral` if written in digits, `part` if it is a bare fraction.

    `unit` is the word inside a number such as "an hour and a half", else None.
    """

    first: int
    stop: int
    value: Fraction
    numeral: bool = False
    part: bool = False
    unit: str | None = None


def read_amount(row: Row, index: int, around: Surroundings) -> Amount | None:
    """Read the amount that starts at the token, the longest reading first; None if none starts there."""
    token = row[index]
    if token.text in MINUS or token.lower in _MINUS_WORDS:
        return _negative(row, index, around)
    if token.sort in (Sort.NUMERAL, Sort.FRACTION_SIGN):
        return _from_numeral(row, index, around)
    if token.sort is not Sort.WORD:
        return None
    if token.lower in ARTICLES:
        return _from_article(row, index, around)
    if token.lower == "half":
        return _from_half(row, index)
    if token.lower in CARDINALS:
        return _from_words(row, index, around)
    if token.lower == "nil":
        return _nil(row, index)
    if token.lower in ONE_PART:
        return _bare_part(row, index, around)
    if row.lower(index - 1) in CONTEXT.vague:
        return None
    if token.lower in _ROUND:
        return Amount(index, index + 1, Fraction(_ROUND[token.lower]))
    if token.lower == "dozen":
        return Amount(index, index + 1, Fraction(12))
    return None


def _negative(row: Row, index: int, around: Surroundings) -> Amount | None:
    """ "-5" after a space or at the start, "minus five degrees"; "3-5", "10 -5" and "10 minus 5" are two numbers."""
    before = row[index - 1]
    counts = is_number_word(before.lower) and not (before.lower == "one" and is_pronoun(row, index - 1))
    if before.sort is Sort.NUMERAL or counts:
        return None
    if row[index].sort is Sort.WORD:
        signed_twice = row.lower(index + 1) in MINUS | _MINUS_WORDS
        amount = None if signed_twice else read_amount(row, index + 1, around)
        if amount is None or (row.lower(index) == "minus" and row.lower(amount.stop) not in _DEGREES):
            return None
        return amount._replace(first=index, value=-amount.value)
    if row.touches(index) and before.text not in {"(", "[", ","}:
        return None
    at = index + 2 if row[index + 1].text in CONTEXT.currency_signs else index + 1  # "-$5" is one number
    if not (row.touches(index + 1) and row.touches(at)) or row[at].sort is not Sort.NUMERAL:
        return None
    read = read_numeral(row, at)
    return Amount(index, read.stop, -read.value, numeral=True) if read else None


def _from_numeral(row: Row, index: int, around: Surroundings) -> Amount | None:
    read = read_numeral(row, index)
    if read is None:
        return None
    value, stop = read
    if value.denominator == 1:
        parts = _parts(row, stop, value, numeral=True, around=around)
        if parts is not None:
            return Amount(index, parts.stop, parts.value, numeral=True, part=True)
        if row.lower(index - 1) not in CONTEXT.currency_signs:  # "$480 and a quarter of it" are two numbers
            read = _and_a_part(row, read, around)
    read = _times_dozen(row, _times_round_number(row, index, read))
    part = 0 < read.value.numerator < read.value.denominator and "." not in row[index].text
    amount = Amount(index, read.stop, read.value, numeral=True, part=part)
    return _with_unit_and_part(row, amount, around) or amount


def _from_words(row: Row, index: int, around: Surroundings) -> Amount | None:
    read = cardinal(row, index)
    if read is None:
        return None
    parts = _parts(row, read.stop, read.value, numeral=False, around=around)
    if parts is not None:
        return Amount(index, parts.stop, parts.value, part=True)
    read = _and_a_part(row, read, around)
    if read.value.denominator > 1:
        read = _times_round_number(row, index, read)
    read = _times_score(row, index, _times_dozen(row, read))
    amount = Amount(index, read.stop, read.value)
    return _with_unit_and_part(row, amount, around) or amount


def _from_article(row: Row, index: int, around: Surroundings) -> Amount | None:
    word = row.lower(index + 1)
    if word == "half":
        half = _from_half(row, index + 1)
        return half._replace(first=index) if half is not None and half.value > 1 else None
    if word in _ROUND and not _begins_compound(row, index + 1):
        read = cardinal(row, index)
        if read is None:
            return None
        # "a million and a half" is a million and half a million.
        if word in SCALES and [row.lower(read.stop + ahead) for ahead in range(3)] == ["and", "a", "half"]:
            return Amount(index, read.stop + 3, read.value * Fraction(3, 2))
        return Amount(index, read.stop, read.value)
    if word == "dozen" and not _begins_compound(row, index + 1):
        more = [row.lower(index + ahead) for ahead in (2, 3, 4)] == ["and", "a", "half"]
        if more and row.lower(index + 5) not in _DOZEN | {"of"}:
            return Amount(index, index + 5, Fraction(18))
        return Amount(index, index + 2, Fraction(12))
    if word == "score" and row.lower(index + 2) == "of":
        return Amount(index, index + 2, Fraction(20)) if _comes_in_scores(row, index + 3) else None
    if word == "couple":
        return _couple(row, index)
    if word == "pair" and row.lower(index + 2) == "of":
        worn = any(row.lower(index + ahead) in CONTEXT.worn_in_pairs for ahead in (3, 4, 5))
        return None if worn else Amount(index, index + 2, Fraction(2))
    if word in ONE_PART and word != "half" and _is_part(row, index + 1, around):
        return Amount(index, index + 2, Fraction(1, ONE_PART[word]), part=True)
    return _with_unit_and_part(row, Amount(index, index + 1, Fraction(1)), around)


def _from_half(row: Row, index: int) -> Amount | None:
    after = index + 2 if row.lower(index + 1) in ARTICLES or row.hyphen(index + 1) else index + 1
    word = row.lower(after)
    if word == "dozen":
        return Amount(index, after + 1, Fraction(6))
    if word in _ROUND:
        return Amount(index, after + 1, Fraction(_ROUND[word], 2))
    joined = row.lower(_after_hyphen(row, index + 1))
    if joined in CONTEXT.half_is_no_part_before or row.lower(index - 1) in CONTEXT.half_is_no_part_behind:
        return None
    return Amount(index, index + 1, Fraction(1, 2), part=True)


def _couple(row: Row, index: int) -> Amount | None:
    """ "a couple of pens" and "a couple more" are 2, "a couple hundred" is 200; the couple next door is none."""
    after = row.lower(index + 2)
    scale = row.lower(index + 3) if after == "of" else after
    if scale in _ROUND or scale == "dozen":
        stop = index + 4 if after == "of" else index + 3
        return Amount(index, stop, Fraction(2 * {**_ROUND, "dozen": 12}[scale]))
    if after in {"of", "more", "extra", "hours", "days", "weeks", "minutes"}:
        return Amount(index, index + 2, Fraction(2))
    return None


def _nil(row: Row, index: int) -> Amount | None:
    """The 0 of "three nil", "2-nil" and "nil-nil", where the other side of a score is beside it."""
    before = index - 2 if row[index - 1].text in DASHES else index - 1
    after = index + 2 if row[index + 1].text in DASHES else index + 1
    for beside in (before, after):
        if row[beside].sort is Sort.NUMERAL or is_number_word(row.lower(beside)) or row[beside].text == "nil":
            return Amount(index, index + 1, Fraction(0)) if row[index].text == "nil" else None
    return None


def _parts(row: Row, index: int, number: Fraction, *, numeral: bool, around: Surroundings) -> Read | None:
    """ "two thirds", "one-half", "three quarters", "3 fifths": the parts after their number."""
    if number.denominator > 1 or number == 0:
        return None
    at = index + 1 if row.hyphen(index) else index
    word = row.lower(at)
    if word in SEVERAL_PARTS and (number > 1 or numeral):
        size = SEVERAL_PARTS[word]
        counted = word == "quarters" and (numeral or around.coins) and row.lower(at + 1) != "of"
    elif word in ONE_PART and not numeral and (number == 1 or at > index):
        size = ONE_PART[word]
        counted = not (word == "half" or _is_part(row, at, around) or row.lower(at + 1) not in CONTEXT.ordinal_nouns)
        counted = counted or (word == "quarter" and around.coins and row.lower(at + 1) != "of")
    else:
        return None
    return None if counted else Read(number / size, at + 1)


def _is_part(row: Row, index: int, around: Surroundings) -> bool:
    """True if "third", "quarter" and so on mean a part here, no rank, coin or clock time."""
    word, after = row.lower(index), row.lower(index + 1)
    if word == "quarter":
        clock = after in {"past", "to", "before", "after"} and (
            row[index + 2].sort is Sort.NUMERAL or is_number_word(row.lower(index + 2))
        )
        return after in {"of", "as"} or not (clock or around.coins)
    return _has_no_noun(row, index)


def _has_no_noun(row: Row, index: int) -> bool:
    """True for "a third off", "a fifth on food", "a tenth.": no noun follows that the word could rank."""
    after = row.lower(index + 1)
    if after in CONTEXT.part_surely_before or (row[index + 1].sort is Sort.MARK and not row.hyphen(index + 1)):
        return True
    if after in CONTEXT.comparatives:  # "a third longer", but "a third longer rope"
        return not row.is_word(index + 2) or row.lower(index + 2) in CONTEXT.function_words
    return after in CONTEXT.part_before and not _is_counted_off(row, index)


def _is_counted_off(row: Row, index: int) -> bool:
    """True for "a third" after "a second" or "another", for "a fourth" after "a third", and for "then a third"."""
    rank = ONE_PART[row.lower(index)]
    if row.lower(index - 2) == "then":
        return True
    for back in range(index - 2, index - _FAR, -1):
        word, after = row.lower(back), row.lower(back + 1)
        if ORDINALS.get(word) == rank - 1 or (rank == 3 and word == "another" and after not in ONE_PART):
            return after not in CONTEXT.part_surely_before
    return False


def _bare_part(row: Row, index: int, around: Surroundings) -> Amount | None:
    """ "another quarter went", "he gave away his third": a part after a determiner that is no article."""
    before, coin = row.lower(index - 1), around.coins and row.lower(index) == "quarter"
    shared = before in CONTEXT.possessives and around.shares
    if not (before == "another" or shared) or coin or not _has_no_noun(row, index):
        return None
    return Amount(index, index + 1, Fraction(1, ONE_PART[row.lower(index)]), part=True)


def _and_a_part(row: Row, read: Read, around: Surroundings) -> Read:
    """Add the part of "two and a half", "2 and 1/2", "three and two thirds", "two-and-a-half"."""
    at = _after_hyphen(row, read.stop)
    if row.lower(at) != "and" or read.value.denominator > 1:
        return read
    at = _after_hyphen(row, at + 1)
    if row.lower(at) in ARTICLES:
        word_at = _after_hyphen(row, at + 1)
        word = row.lower(word_at)
        # A ranked noun would be singular, so the cups of "two and a third cups" are counted.
        counted = is_plain_noun(row, word_at + 1)
        if word == "half" or (word in ONE_PART and (counted or _is_part(row, word_at, around))):
            return Read(read.value + Fraction(1, ONE_PART[word]), word_at + 1)
        return read
    if row[at].sort is Sort.FRACTION_SIGN:
        return Read(read.value + SIGN_VALUES[row[at].text], at + 1)
    part = slash_fraction(row, at)
    if part is None and row.lower(at) in CARDINALS:
        part = _parts(row, at + 1, Fraction(CARDINALS[row.lower(at)]), numeral=False, around=around)
    if part is None or not 0 < part.value < 1:
        return read
    return Read(read.value + part.value, part.stop)


def _with_unit_and_part(row: Row, amount: Amount, around: Surroundings) -> Amount | None:
    """ "an hour and a half", "4 hours and a half", "a mile and three quarters": a number and a part of its unit."""
    at = amount.stop
    unit = row.lower(at)
    if row.lower(at + 1) != "and" or not row.is_word(at) or unit in NO_DESCRIPTIONS or amount.value.denominator > 1:
        return None
    halved = row.lower(at + 2) in ARTICLES and row.lower(at + 3) == "half"
    singular = unit.removesuffix("s")
    divisible = singular in CONTEXT.divisible_units or unit in {"feet", "inches", "centuries"}
    if halved:
        part = Read(Fraction(1, 2), at + 4)
    elif divisible and row.lower(at + 2) in ARTICLES and row.lower(at + 3) == "quarter":
        part = Read(Fraction(1, 4), at + 4)
    elif divisible and [row.lower(at + ahead) for ahead in (2, 3)] == ["three", "quarters"]:
        part = Read(Fraction(3, 4), at + 4)
    else:
        return None
    after = row.lower(part.stop)
    ends = row[part.stop].sort is Sort.MARK and not row.hyphen(part.stop)
    shown = after in CONTEXT.function_words or after in CONTEXT.part_before or after in CONTEXT.extents
    if after == "of":  # "a cup and a half of flour", but "2 kg and a half of the rest"
        shown = divisible and row.is_word(part.stop + 1) and row.lower(part.stop + 1) not in NO_DESCRIPTIONS
    if not (ends or shown) or (around.coins and not halved):
        return None
    return Amount(amount.first, part.stop, amount.value + part.value, amount.numeral, unit=unit)


def _times_round_number(row: Row, first: int, read: Read) -> Read:
    """ "2 million", "3 hundred thousand", "$5k"."""
    value, stop = read
    if row.lower(first - 1) in CONTEXT.currency_signs and row.touches(stop) and row.lower(stop) in MONEY_SCALES:
        return Read(value * MONEY_SCALES[row.lower(stop)], stop + 1)
    if row.touches(stop) and _is_scale_letter(row, stop):
        return Read(value * MONEY_SCALES[row.lower(stop)], stop + 1)
    at = _after_hyphen(row, stop)
    if row.lower(at) == "hundred":
        value, stop = value * 100, at + 1
        at = stop
    if row.lower(at) in SCALES:
        value, stop = value * SCALES[row.lower(at)], at + 1
    return Read(value, stop)


def _is_scale_letter(row: Row, index: int) -> bool:
    """True for "3bn" and "2k followers"; a "5k run" and "2m planks" are measured."""
    if row.lower(index) == "k":
        return is_plain_noun(row, index + 1) or row.lower(index + 1) == "people"
    return row.lower(index) in {"bn", "mn"}


def _times_dozen(row: Row, read: Read) -> Read:
    at = _after_hyphen(row, read.stop)
    if row.lower(at) in ARTICLES and read.value < 1:
        at += 1
    return Read(read.value * 12, at + 1) if row.lower(at) in _DOZEN else read


def _times_score(row: Row, first: int, read: Read) -> Read:
    """ "two score sheep", "three score and ten years"; no "those two score goals"."""
    if row.lower(read.stop) != "score" or row.lower(first - 1) in CONTEXT.determiners | {"other"}:
        return read
    scores = Read(read.value * 20, read.stop + 1)
    rest = cardinal(row, scores.stop + 1) if row.lower(scores.stop) == "and" else None
    if rest is not None and rest.value < 20:
        scores = Read(scores.value + rest.value, rest.stop)
    return scores if _comes_in_scores(row, scores.stop) else read


def _comes_in_scores(row: Row, index: int) -> bool:
    """True for what may be counted by the score: "a score of ships", but "a score of points"."""
    counted = is_plain_noun(row, index) or row.lower(index) in CONTEXT.plurals_without_s
    return counted and row.lower(index) not in CONTEXT.scored


def _after_hyphen(row: Row, index: int) -> int:
    return index + 1 if row.hyphen(index) else index


def _begins_compound(row: Row, index: int) -> bool:
    """True for "hundred" in "a hundred-dollar bill", where the article belongs to the bill."""
    return row[index + 1].text in DASHES and row.hyphen(index + 1) and not is_number_word(row.lower(index + 2))

"""Numbers of the clock and the calendar: "5 pm", "May 4", "in 1999"."""

from __future__ import annotations

from arithmetree.quantities.amounts import Amount
from arithmetree.quantities.context import CONTEXT
from arithmetree.quantities.counted import is_counted, is_measured, is_plain_noun
from arithmetree.quantities.tokens import DASHES, Row, Sort
from arithmetree.quantities.words import ORDINALS

ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_HALF_DAY = frozenset({"am", "pm"})


def is_month(row: Row, index: int) -> bool:
    """True for the name of a month; "may" and "march" only with a capital."""
    return row.lower(index) in CONTEXT.months and row[index].text[:1].isupper()


def month_before(row: Row, index: int) -> bool:
    """True if a month comes before the token, in full or shortened: "May 4", "Jan. 4"."""
    shortened = row.lower(index - 1) == "." and row.touches(index - 1) and len(row.lower(index - 2)) <= 4
    return is_month(row, index - 2 if shortened else index - 1)


def is_clock_time(row: Row, amount: Amount) -> bool:
    """ "5 pm", "5 o'clock", "half past 5", "5 to 7 pm", "5 in the morning"."""
    stop = amount.stop
    if not 0 < amount.value.numerator <= 24 * amount.value.denominator:
        return False
    if is_half_day(row, stop) or row.lower(stop) in {"o'clock", "oclock"}:
        return True
    if row.lower(amount.first - 1) == "past" and row.lower(amount.first - 2) in {"half", "quarter", "minutes"}:
        return True
    if row.lower(amount.first - 1) in {"to", "past"} and row.lower(amount.first - 2) == "quarter":
        return True
    dated = row.lower(amount.first - 1) in {"at", "by", "until", "till", "since"}
    if row.lower(stop) == "in" and row.lower(stop + 1) == "the":
        return row.lower(stop + 2) in {"morning", "afternoon", "evening"} and dated
    if row.lower(stop) == "at" and row.lower(stop + 1) == "night":
        return dated
    spans = row.lower(stop) in {"to", "and", "until", "till", "or"} or row[stop].text in DASHES
    return spans and row[stop + 1].sort is Sort.NUMERAL and is_half_day(row, stop + 2)


def is_half_day(row: Row, index: int) -> bool:
    if row.lower(index) in _HALF_DAY:
        return True
    dotted = row.lower(index) in {"a", "p"} and row.lower(index + 1) == "." and row.lower(index + 2) == "m"
    return dotted and row.touches(index + 1) and row.touches(index + 2)


def is_day_of_month(row: Row, amount: Amount) -> bool:
    if amount.stop != amount.first + 1 or not 1 <= amount.value <= 31:
        return False
    if month_before(row, amount.first):
        return not (is_plain_noun(row, amount.stop) or is_measured(row, amount.stop) or _counts_in_month(row, amount))
    at = amount.stop + 1 if row.lower(amount.stop) == "of" else amount.stop
    return is_month(row, at) and not is_plain_noun(row, at + 1)  # "3 May queens" are counted


def _counts_in_month(row: Row, amount: Amount) -> bool:
    """True for "in May 12 were sold", "the 3rd of May 12 hens": a count after a month that needs no day."""
    month = amount.first - 1
    if row.lower(amount.stop) == "of" and row.lower(amount.stop + 1) in CONTEXT.determiners:
        return row.lower(amount.stop + 2) != "year"  # "by March 11 of the hives"
    if row.lower(month - 1) == "in" or row.lower(amount.stop) in {"more", "were", "are", "had", "have", "did"}:
        return True
    day = month - 2 if row.lower(month - 1) == "of" else month - 1
    return row.lower(day) in ORDINAL_ENDINGS or row.lower(day) in ORDINALS


def is_year(row: Row, amount: Amount) -> bool:
    text = row[amount.first].text
    if not (len(text) == 4 and text.isdecimal() and 1000 <= amount.value < 3000):
        return False
    before, after = row.lower(amount.first - 1), amount.stop
    dated = before in CONTEXT.dating_words or (before == "of" and row.lower(amount.first - 2) in CONTEXT.dated_things)
    if dated and not is_counted(row, after) and not row.hyphen(after):
        return True  # "a bell marked 1961 weighs 80 kg"
    if is_plain_noun(row, after) or row.hyphen(after):
        return False
    if before in CONTEXT.year_openers or month_before(row, amount.first):
        return True
    if before == ",":  # "May 4, 2020", "May 4th, 2020"
        day = amount.first - (3 if row.lower(amount.first - 2) in ORDINAL_ENDINGS else 2)
        return row[day].sort is Sort.NUMERAL and month_before(row, day)
    if before == "by" and row.starts_sentence(amount.first - 1):
        return True
    if before in {"to", "and"} or row[amount.first - 1].text in DASHES:
        earlier = row[amount.first - 2].text
        opened = row.lower(amount.first - 3) in {"from", "between", "in"}
        return opened and len(earlier) == 4 and earlier.isdecimal()
    if before in {"from", "between"} and row.lower(after) in {"to", "and", "until"}:
        later = row[after + 1].text
        return len(later) == 4 and later.isdecimal() and not is_plain_noun(row, after + 2)
    if before != "the" or not row.is_word(after) or row.lower(after) in CONTEXT.measuring_units:
        return False
    return row[after].text[:1].isupper() or (1900 <= amount.value < 2100 and not is_counted(row, after))

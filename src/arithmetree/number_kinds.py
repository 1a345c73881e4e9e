"""What kind of number an amount is: a count, money, a per cent, a multiplier, or no count at all."""

from __future__ import annotations

from enum import StrEnum

from arithmetree.amounts import Amount
from arithmetree.number_context import CONTEXT, Surroundings
from arithmetree.number_tokens import DASHES, Row, Sort
from arithmetree.number_words import ORDINALS, is_number_word


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


_NO_DESCRIPTIONS = CONTEXT.function_words | CONTEXT.determiners
_OCCASIONS = CONTEXT.story_times | {"week", "month", "year", "first", "next", "last", "same", "other"}
_FAR = 30
"""How many tokens back a label noun may have had its first number."""
ORDINAL_ENDINGS = frozenset({"st", "nd", "rd", "th"})
_HALF_DAY = frozenset({"am", "pm"})


def kind_of(row: Row, amount: Amount, around: Surroundings) -> tuple[Kind, str | None]:
    """The kind of an amount and what the writing tells about its unit."""
    money = _currency(row, amount, around)
    if money is not None:
        return Kind.MONEY, money
    if _is_per_cent(row, amount.stop):
        return Kind.PERCENT, "percent"
    if is_clock_time(row, amount):
        return Kind.TIME, None
    if amount.numeral and amount.value.denominator == 1:
        if _is_day_of_month(row, amount):
            return Kind.DATE, None
        if _is_year(row, amount):
            return Kind.YEAR, None
    if _is_label(row, amount):
        return Kind.LABEL, None
    if _is_part_of_name(row, amount):
        return Kind.NAME, None
    if _is_multiplier(row, amount):
        return Kind.MULTIPLIER, None
    if row[amount.stop - 1].lower == "one" and amount.stop == amount.first + 1 and _is_pronoun(row, amount.first):
        return Kind.PRONOUN, None
    return Kind.NUMBER, _unit_hint(row, amount)


def is_month(row: Row, index: int) -> bool:
    """True for the name of a month; "may" and "march" only with a capital."""
    return row.lower(index) in CONTEXT.months and row[index].text[:1].isupper()


def month_before(row: Row, index: int) -> bool:
    """True if a month stands before the token, in full or shortened: "May 4", "Jan. 4"."""
    shortened = row.lower(index - 1) == "." and row.touches(index - 1) and len(row.lower(index - 2)) <= 4
    return is_month(row, index - 2 if shortened else index - 1)


def _currency(row: Row, amount: Amount, around: Surroundings) -> str | None:
    before = amount.first - 1
    for sign in (row[before].text, row[amount.first + 1].text if amount.value < 0 else ""):
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
        return None if _is_half_day(row, after) else CONTEXT.currency_suffixes[row[after].text]
    word = row.lower(after + 1) if row.hyphen(after) else row.lower(after)
    if word in CONTEXT.sterling_words:
        return "pound" if around.sterling and row.lower(after + 1) != "of" else None
    return CONTEXT.currency_words.get(word)


def _is_per_cent(row: Row, stop: int) -> bool:
    at = stop + 1 if row.hyphen(stop) else stop
    if row.lower(at) in {"%", "percent", "percentage"}:
        return True
    return row.lower(at) == "per" and row.lower(at + 1) == "cent"


def is_clock_time(row: Row, amount: Amount) -> bool:
    """ "5 pm", "5 o'clock", "half past 5", "5 to 7 pm", "5 in the morning"."""
    stop = amount.stop
    if not 0 < amount.value <= 24:
        return False
    if _is_half_day(row, stop) or row.lower(stop) in {"o'clock", "oclock"}:
        return True
    if row.lower(amount.first - 1) == "past" and row.lower(amount.first - 2) in {"half", "quarter", "minutes"}:
        return True
    if row.lower(amount.first - 1) in {"to", "past"} and row.lower(amount.first - 2) == "quarter":
        return True
    told = row.lower(amount.first - 1) in {"at", "by", "until", "till", "since"}
    if [row.lower(stop + ahead) for ahead in range(2)] == ["in", "the"]:
        return row.lower(stop + 2) in {"morning", "afternoon", "evening"} and told
    if [row.lower(stop + ahead) for ahead in range(2)] == ["at", "night"]:
        return told
    spans = row.lower(stop) in {"to", "and", "until", "till", "or"} or row[stop].text in DASHES
    return spans and row[stop + 1].sort is Sort.NUMERAL and _is_half_day(row, stop + 2)


def _is_half_day(row: Row, index: int) -> bool:
    if row.lower(index) in _HALF_DAY:
        return True
    dotted = row.lower(index) in {"a", "p"} and row.lower(index + 1) == "." and row.lower(index + 2) == "m"
    return dotted and row.touches(index + 1) and row.touches(index + 2)


def _is_day_of_month(row: Row, amount: Amount) -> bool:
    if not 1 <= amount.value <= 31 or amount.stop != amount.first + 1:
        return False
    if month_before(row, amount.first):
        return not (_is_plain_noun(row, amount.stop) or _is_measured(row, amount.stop) or _counts_in_month(row, amount))
    at = amount.stop + 1 if row.lower(amount.stop) == "of" else amount.stop
    return is_month(row, at) and not _is_plain_noun(row, at + 1)  # "3 May queens" are counted


def _counts_in_month(row: Row, amount: Amount) -> bool:
    """True for "in May 12 were sold", "the 3rd of May 12 hens": a count behind a month that needs no day."""
    month = amount.first - 1
    if row.lower(month - 1) == "in" or row.lower(amount.stop) in {"more", "were", "are", "had", "have", "did"}:
        return True
    day = month - 2 if row.lower(month - 1) == "of" else month - 1
    return row.lower(day) in ORDINAL_ENDINGS or row.lower(day) in ORDINALS


def _is_measured(row: Row, index: int) -> bool:
    """True if a unit of measure stands behind the number: "by May 14 mm had fallen"."""
    return row.lower(index) in CONTEXT.measuring_units or row.lower(index) in CONTEXT.attached_units - {"in", "s", "t"}


def _is_year(row: Row, amount: Amount) -> bool:
    text = row[amount.first].text
    if not (len(text) == 4 and text.isdecimal() and 1000 <= amount.value < 3000):
        return False
    before, after = row.lower(amount.first - 1), amount.stop
    dated = before in CONTEXT.dating_words or (before == "of" and row.lower(amount.first - 2) in CONTEXT.dated_things)
    if dated and not _is_counted(row, after) and not row.hyphen(after):
        return True  # "a bell marked 1961 weighs 80 kg"
    if _is_plain_noun(row, after) or row.hyphen(after):
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
        return len(later) == 4 and later.isdecimal() and not _is_plain_noun(row, after + 2)
    if before != "the" or not row.is_word(after) or row.lower(after) in CONTEXT.measuring_units:
        return False
    return row[after].text[:1].isupper() or (1900 <= amount.value < 2100 and not _is_counted(row, after))


def _is_plain_noun(row: Row, index: int) -> bool:
    """True for a word in lower case that looks like a counted noun ("stamps", "people") or announces one."""
    token = row[index]
    if token.sort is not Sort.WORD or not token.text.islower() or token.lower in CONTEXT.function_words:
        return False
    plural = len(token.lower) > 3 and token.lower.endswith("s") and not token.lower.endswith(("ss", "us", "is"))
    return plural or token.lower in {"people", "children", "men", "women"}


def _is_label(row: Row, amount: Amount) -> bool:
    """True behind a label noun ("room 12", "pages 3 to 9", "#5") that is not an ordinary noun of the sentence."""
    if amount.value.denominator > 1 or amount.part:
        return False
    if row.lower(amount.stop) == "to" and row.lower(amount.stop + 1) in CONTEXT.determiners:
        return False  # "they sat in rows, 5 to a row"
    before = amount.first - 1
    if row.lower(before) == "#":
        return True
    if row.lower(before) == "." and row.touches(before) and row.lower(before - 1) in {"no", "p", "pp", "apt"}:
        return True
    if _joins_numbers(row, before):
        if row[before - 1].sort is not Sort.NUMERAL:
            return False
        before -= 2
        if not row.lower(before).endswith("s"):
            return False
    noun, opener = row.lower(before), row.lower(before - 1)
    series = before < amount.first - 1 or (
        _joins_numbers(row, amount.stop) and row[amount.stop + 1].sort is Sort.NUMERAL
    )
    if series and _is_plural_label(noun) and not _is_counted(row, amount.stop):
        return opener not in CONTEXT.label_blockers
    if noun not in CONTEXT.labels and noun not in CONTEXT.time_labels:
        return False
    if noun == "number" and (_is_plain_noun(row, before - 1) or _is_counted(row, amount.stop)):
        return False  # "the altos number 32", "they now number 19 players"
    if _is_ordinary_noun(row, before, amount.stop):
        return False
    if noun == "number" and opener == "the":  # "the number 7 bus", but "the number 7 is added"
        return row.is_word(amount.stop) and row.lower(amount.stop) not in CONTEXT.function_words
    if row[before].text[:1].isupper() and not (row.starts_sentence(before) and _is_counted(row, amount.stop)):
        return True
    if row[amount.stop].sort is Sort.NUMERAL and opener not in CONTEXT.label_blockers:
        return True  # "group 2 58 and group 3 49"
    if noun in CONTEXT.attributive_labels and (amount.numeral or noun == "number"):
        return opener not in CONTEXT.label_blockers or opener == "the"
    if noun in CONTEXT.time_labels and opener not in CONTEXT.label_openers:
        return False
    if noun in CONTEXT.verb_labels and not _is_surely_noun(row, before):
        return False
    blocked = opener in CONTEXT.label_blockers or opener.endswith("'s") or is_number_word(opener)
    return not (blocked or row[before - 1].sort is Sort.NUMERAL or _is_counted(row, amount.stop))


def _joins_numbers(row: Row, index: int) -> bool:
    """True for what stands between the numbers of a series: "rooms 3 and 4", "pages 3-9"."""
    return row.lower(index) in {"to", "and", "or"} or row[index].text in DASHES


def _is_plural_label(noun: str) -> bool:
    """True for "pools" and "boxes", which are labels before a series of numbers alone ("pools 3 and 4")."""
    return (noun.endswith("s") and noun[:-1] in CONTEXT.labels) or (noun.endswith("es") and noun[:-2] in CONTEXT.labels)


def _is_ordinary_noun(row: Row, index: int, behind: int) -> bool:
    """True if a label noun is complete without its number: "the blue team 32", "after class 15 of them"."""
    noun, before = row.lower(index), row[index - 1]
    if before.lower in ORDINALS or before.lower in ORDINAL_ENDINGS:
        return True  # "on the 5th floor 12 are empty"
    described = row.is_word(index - 1) and before.lower not in _NO_DESCRIPTIONS
    if described and row.lower(index - 2) in CONTEXT.determiners and noun not in CONTEXT.attributive_labels:
        return True
    if described and noun in CONTEXT.named_places and before.text[:1].isupper() and row[index].text[:1].isupper():
        return True
    return row.lower(behind) == "of" and row.lower(behind + 1) in {"them", "these", "those"}


def _is_surely_noun(row: Row, index: int) -> bool:
    """True for "row" behind a preposition ("in row 3"), and again in "row 3 and row 4"."""
    if row.lower(index - 1) in CONTEXT.label_openers - {"to", "and"}:
        return True
    same = (back for back in range(index - _FAR, index - 1) if row.lower(back) == row.lower(index))
    return any(row[back + 1].sort is Sort.NUMERAL for back in same)


def _is_counted(row: Row, index: int) -> bool:
    """True if the words behind the number are what it counts: "by bus 3 more came", "in class 12 pupils"."""
    if row.lower(index) == "more":
        return True
    if _is_plain_noun(row, index):
        return not _opens_phrase(row, index + 1)
    adjective = row.is_word(index) and row.lower(index) not in CONTEXT.function_words
    return adjective and _is_plain_noun(row, index + 1) and not _opens_phrase(row, index + 2)


def _opens_phrase(row: Row, index: int) -> bool:
    """True if a noun phrase starts here, so that the word before it was a verb: "room 12 holds 30 desks"."""
    word = row.lower(index)
    return row[index].sort is Sort.NUMERAL or is_number_word(word) or (word in CONTEXT.determiners and word != "each")


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
    if amount.part or amount.value < 1:
        if row.lower(at) == "as" and row.is_word(at + 1):
            return True
        if row.lower(at) in {"price", "fare"}:
            return True
        return row.lower(at) in CONTEXT.determiners and row.lower(at + 1) in CONTEXT.measures
    return False


def _compares(row: Row, index: int) -> bool:
    """True if the words behind "times" compare: "as many", "more", "the number", "her age", "larger"."""
    word = row.lower(index)
    if word == "the" or word in CONTEXT.possessives:
        return row.lower(index + 1) not in _OCCASIONS
    if word == "that":
        return row.lower(index + 1) in {"", ".", "of", ",", "many", "much", "number", "amount", "?"}
    return word in CONTEXT.comparatives


def _is_pronoun(row: Row, index: int) -> bool:
    """True for "the red one", "one of them", "one another", "one day" at the start of a story."""
    before, after = row.lower(index - 1), row.lower(index + 1)
    if after in {"more", "less", "fewer"}:
        return False
    if before in {"each", "every"} or (after == "after" and row.lower(index + 2) in {"another", "the"}):
        return True  # "every one of them", "one after another"
    if _is_described(row, index):
        return True
    if after == "of" and row.is_word(index - 1) and before not in CONTEXT.function_words:
        return _is_contrasted(row, index)  # "ate one of the pears" takes one away, "one of them sang" does not
    if after in CONTEXT.one_is_pronoun_before or row[index - 1].sort is Sort.NUMERAL:
        return True
    if row.hyphen(index + 1) and row.lower(index + 2) in {"way", "on", "off", "sided", "time"}:
        return True
    if before in {"which", "no", "any", "some", "number"}:
        return True
    if before in ORDINALS and after not in CONTEXT.measuring_units:  # "the first one runs"
        return True
    if before == "by" and row.lower(index - 2) == "one":
        return True
    if not row.is_word(index + 1) or after in CONTEXT.function_words or is_number_word(after):
        return _stands_for_a_noun(row, index)
    for ahead in (1, 2):
        if row.lower(index + ahead) in CONTEXT.story_times:
            return before not in CONTEXT.one_counts_behind
    # A noun behind "one" would be singular, so a word in -s is its verb: "one weighs 2 kg, another 3 kg".
    return _is_plain_noun(row, index + 1) and _is_contrasted(row, index)


def _is_described(row: Row, index: int) -> bool:
    """True for "a late one of 90 kilograms", "the tall one starts": an article and an adjective before "one"."""
    before, after = row.lower(index - 1), row.lower(index + 1)
    if row.lower(index - 2) not in {"the", "a", "an"} or before in _OCCASIONS:
        return False
    if before in CONTEXT.one_is_pronoun_behind:
        return after not in CONTEXT.story_times
    described = row.is_word(index - 1) and before not in _NO_DESCRIPTIONS
    # "through the hall one child at a time" has a noun before "one" and the counted noun behind it.
    ends = not row.is_word(index + 1) or after in CONTEXT.function_words or _is_plain_noun(row, index + 1)
    return described and ends


def _stands_for_a_noun(row: Row, index: int) -> bool:
    """True for a "one" without a noun behind a determiner or adjective, or with "the other" soon after it."""
    before = row.lower(index - 1)
    if before in CONTEXT.one_is_pronoun_behind or before.endswith("'s"):
        return True
    described = row.is_word(index - 1) and before not in CONTEXT.function_words
    if described and any(row.lower(index - back) in CONTEXT.determiners for back in (2, 3)):
        return True
    opens_clause = row.starts_sentence(index) or before in {",", "and"}
    return opens_clause and _is_contrasted(row, index)


def _is_contrasted(row: Row, index: int) -> bool:
    """True for "One had 4 pages and the other had 7": the first of two, no count of one."""
    return any(row.lower(index + ahead) in {"other", "another"} for ahead in range(2, 16))


def _unit_hint(row: Row, amount: Amount) -> str | None:
    at = amount.stop
    if row.hyphen(at) and row.is_word(at + 1):
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
    if row.lower(at) in {"pair", "pairs"} and amount.stop - amount.first == 1:
        return "pair"
    return None

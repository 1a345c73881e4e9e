"""Numbers that name a thing and count nothing: "room 12", "pages 3 to 9", "pool 4"."""

from __future__ import annotations

from arithmetree.quantities.amounts import Amount
from arithmetree.quantities.context import CONTEXT, NO_DESCRIPTIONS
from arithmetree.quantities.counted import is_counted, is_measured, is_plain_noun
from arithmetree.quantities.dates import ORDINAL_ENDINGS
from arithmetree.quantities.tokens import DASHES, Row, Sort
from arithmetree.quantities.words import ORDINALS, is_number_word

_SHORTENED = frozenset({"no", "nos", "nr", "p", "pp", "apt"})
_FAR = 30
"""How many tokens back a label noun may have had its first number."""


def is_label(row: Row, amount: Amount) -> bool:
    """True after a label noun ("room 12", "pages 3 to 9", "#5") that is not an ordinary noun of the sentence."""
    if amount.value.denominator > 1 or amount.part:
        return False
    if row.lower(amount.stop) == "to" and row.lower(amount.stop + 1) in CONTEXT.determiners:
        return False  # "they sat in rows, 5 to a row"
    before = amount.first - 1
    if row.lower(before) == "#":
        return True
    if row.lower(before) == "." and row.touches(before) and row.lower(before - 1) in _SHORTENED:
        return True
    if amount.numeral and row[before].text in {"No", "Nr"} and not is_counted(row, amount.stop):
        return not is_measured(row, amount.stop)  # "No 7 is empty", but "No 3 cm nails are left"
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
    if series and _is_plural_label(noun) and not is_counted(row, amount.stop):
        return opener not in CONTEXT.label_blockers
    if noun not in CONTEXT.labels and noun not in CONTEXT.time_labels:
        return False
    if noun == "number" and (is_plain_noun(row, before - 1) or is_counted(row, amount.stop)):
        return False  # "the altos number 32", "they now number 19 players"
    if _is_ordinary_noun(row, before, amount.stop):
        return False
    if noun == "number" and opener == "the":  # "the number 7 bus", but "the number 7 is added"
        return row.is_word(amount.stop) and row.lower(amount.stop) not in CONTEXT.function_words
    if row[before].text[:1].isupper() and not (row.starts_sentence(before) and is_counted(row, amount.stop)):
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
    return not (blocked or row[before - 1].sort is Sort.NUMERAL or is_counted(row, amount.stop))


def _joins_numbers(row: Row, index: int) -> bool:
    """True for what comes between the numbers of a series: "rooms 3 and 4", "pages 3-9"."""
    return row.lower(index) in {"to", "and", "or"} or row[index].text in DASHES


def _is_plural_label(noun: str) -> bool:
    """True for "pools" and "boxes", which are labels before a series of numbers alone ("pools 3 and 4")."""
    return (noun.endswith("s") and noun[:-1] in CONTEXT.labels) or (noun.endswith("es") and noun[:-2] in CONTEXT.labels)


def _is_ordinary_noun(row: Row, index: int, after: int) -> bool:
    """True if a label noun is complete without its number: "the blue team 32", "after class 15 of them"."""
    noun, before = row.lower(index), row[index - 1]
    if before.lower in ORDINALS or before.lower in ORDINAL_ENDINGS:
        return True  # "on the 5th floor 12 are empty"
    described = row.is_word(index - 1) and before.lower not in NO_DESCRIPTIONS
    if described and row.lower(index - 2) in CONTEXT.determiners and noun not in CONTEXT.attributive_labels:
        return True
    named = before.text[:1].isupper() and row[index].text[:1].isupper()
    if described and named and (noun in CONTEXT.named_places or noun in CONTEXT.time_labels):
        return True  # "Birch Street 23", "on New Year 5 cousins came"
    return row.lower(after) == "of" and row.lower(after + 1) in {"them", "these", "those"}


def _is_surely_noun(row: Row, index: int) -> bool:
    """True for "row" after a preposition ("in row 3"), and again in "row 3 and row 4"."""
    if row.lower(index - 1) in CONTEXT.label_openers - {"to", "and"}:
        return True
    same = (back for back in range(index - _FAR, index - 1) if row.lower(back) == row.lower(index))
    return any(row[back + 1].sort is Sort.NUMERAL for back in same)

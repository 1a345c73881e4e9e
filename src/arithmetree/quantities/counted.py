"""Whether the words after a number are what it counts."""

from __future__ import annotations

from arithmetree.quantities.context import CONTEXT
from arithmetree.quantities.tokens import Row, Sort
from arithmetree.quantities.words import is_number_word


def is_plain_noun(row: Row, index: int) -> bool:
    """True for a word in lower case that looks like a counted noun ("stamps", "people") or announces one."""
    token = row[index]
    if token.sort is not Sort.WORD or not token.text.islower() or token.lower in CONTEXT.function_words:
        return False
    plural = len(token.lower) > 3 and token.lower.endswith("s") and not token.lower.endswith(("ss", "us", "is"))
    return plural or token.lower in {"people", "children", "men", "women"}


def is_measured(row: Row, index: int) -> bool:
    """True if a unit of measure follows the number: "by May 14 mm had fallen"."""
    return row.lower(index) in CONTEXT.measuring_units or row.lower(index) in CONTEXT.attached_units - {"in", "s", "t"}


def is_counted(row: Row, index: int) -> bool:
    """True if the words after the number are what it counts: "by bus 3 more came", "in class 12 pupils"."""
    if row.lower(index) == "more":
        return True
    if is_plain_noun(row, index):
        return not _opens_phrase(row, index + 1)
    adjective = row.is_word(index) and row.lower(index) not in CONTEXT.function_words
    return adjective and is_plain_noun(row, index + 1) and not _opens_phrase(row, index + 2)


def _opens_phrase(row: Row, index: int) -> bool:
    """True if a noun phrase starts here, so that the word before it was a verb: "room 12 holds 30 desks"."""
    word = row.lower(index)
    return row[index].sort is Sort.NUMERAL or is_number_word(word) or (word in CONTEXT.determiners and word != "each")

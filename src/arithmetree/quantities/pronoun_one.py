"""Whether "one" counts something or stands for it: "the red one", "one of them"."""

from __future__ import annotations

from arithmetree.quantities.context import CONTEXT, NO_DESCRIPTIONS, OCCASIONS
from arithmetree.quantities.counted import is_plain_noun
from arithmetree.quantities.tokens import Row, Sort
from arithmetree.quantities.words import ORDINALS, is_number_word


def is_pronoun(row: Row, index: int) -> bool:
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
            return before not in CONTEXT.one_counts_after
    # A noun after "one" would be singular, so a word in -s is its verb: "one weighs 2 kg, another 3 kg".
    return is_plain_noun(row, index + 1) and _is_contrasted(row, index)


def _is_described(row: Row, index: int) -> bool:
    """True for "a late one of 90 kilograms", "the tall one starts": an article and an adjective before "one"."""
    before, after = row.lower(index - 1), row.lower(index + 1)
    if row.lower(index - 2) not in {"the", "a", "an"} or before in OCCASIONS:
        return False
    if before in CONTEXT.one_is_pronoun_behind:
        return after not in CONTEXT.story_times
    described = row.is_word(index - 1) and before not in NO_DESCRIPTIONS
    # "through the hall one child at a time" has a noun before "one" and the counted noun after it.
    ends = not row.is_word(index + 1) or after in CONTEXT.function_words or is_plain_noun(row, index + 1)
    return described and ends


def _stands_for_a_noun(row: Row, index: int) -> bool:
    """True for a "one" without a noun after a determiner or adjective, or with "the other" soon after it."""
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

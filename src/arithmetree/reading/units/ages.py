"""Bare numbers that tell how old somebody is."""

from __future__ import annotations

from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.word_order import relations


def is_age(table: TokenTable, number: int, subject: int | None, verb: str | None) -> bool:
    """True for the bare number of "who is 11", "Mia, 12," and "under eighteen"."""
    here, behind = table.spans[number]
    if behind < len(table.tokens) and table.tokens[behind].upos not in ("PUNCT", "CCONJ"):
        return False
    if _aside_on_person(table, here, behind):
        return True
    if table.lower[here - 1 : here] in (["under"], ["over"], ["aged"], ["age"], ["turned"]):
        return True
    person = subject is not None and (
        table.tokens[subject].upos == "PROPN"
        or table.lower[subject] in ("he", "she", "who", "i", "you")
        or table.lower[subject] in relations()  # "Dora's mother is 41"
    )
    return (
        verb in ("be", "turn")
        and person
        and verb is not None
        and here > 0
        and table.tokens[here - 1].upos in ("AUX", "VERB", "ADV")
    )


def _aside_on_person(table: TokenTable, here: int, behind: int) -> bool:
    """True between the commas of "Mia, 12, has" and "her teacher, 52, brought"."""
    if here < 2 or table.lower[here - 1] != "," or table.lower[behind : behind + 1] != [","]:
        return False
    before = table.tokens[here - 2]
    opens = table.sentences[before.sent][0] == here - 2 and before.text[:1].isupper() and before.text[-1:] != "s"
    return before.upos == "PROPN" or opens or before.lemma in relations()

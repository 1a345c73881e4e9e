"""The subject of a verb: from the tree, else from word order; the understood one for infinitives and participles."""

from __future__ import annotations

from arithmetree.reading.subjects.in_clause import subject_in_clause
from arithmetree.reading.subjects.of_participles import subject_behind_participle
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.verbs import has_auxiliary, verb_to_the_left

_SHARED_SUBJECTS = 6  # verbs in a row that may share one subject


def subject_of(table: TokenTable, verb: int) -> int | None:
    """The token that heads the subject of a verb, the understood one for participles and infinitives.

    A finite verb behind "and" whose subject the tree does not show shares that of the verb before it.
    """
    current: int | None = verb
    for _ in range(_SHARED_SUBJECTS):
        if current is None:
            break
        found = subject_in_clause(table, current)
        if found is None:
            found = subject_behind_participle(table, current)
        if found is not None:
            return found
        current = _verb_before_joint(table, current)
    return None


def _verb_before_joint(table: TokenTable, verb: int) -> int | None:
    """The verb that a finite verb is joined to by "and", "but", "then" or a comma right before it."""
    if table.tokens[verb].tag == "VBG" and table.lower[verb - 1 : verb] == [","]:
        return verb_to_the_left(table, verb - 1)  # "waters 15 pots, using 2 litres for each"
    if table.tokens[verb].tag not in ("VBD", "VBZ", "VBP", "VBN", "VB"):
        return None
    node = verb - 1
    while node > 0 and table.tokens[node].upos in ("ADV", "AUX"):
        node -= 1
    joined = node > 0 and table.lower[node] in ("and", "but", "then", ",", "or")
    before = verb_to_the_left(table, node) if joined else None
    while before is not None and table.tokens[before].tag == "VBG" and not has_auxiliary(table, before):
        before = verb_to_the_left(table, before)  # "spends 20 on mixing colours and gives 4"
    return before

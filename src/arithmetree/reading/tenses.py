"""Whether a verb refers to the past, the present or the future."""

from __future__ import annotations

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.verbs import clause_head, governing_verb

_FUTURE = frozenset({"will", "'ll", "shall", "wo", "would", "'d"})


def tense_of(table: TokenTable, verb: int) -> str | None:
    """ "past", "present" or "future", from the auxiliaries and the form of the finite verb."""
    node = verb
    for _ in range(REACH):
        head = clause_head(table, node)
        own = _tense_of_auxiliaries(table, head) or _tense_of_form(table, node)
        if own is not None:
            return own
        above = table.head[head]
        if table.dep[head] == "xcomp" and table.lower[above] == "going":
            return "future"
        if above == head:
            return None
        climbed = governing_verb(table, head)
        if climbed is None or climbed == node:
            return None
        node = climbed
    return None


def _tense_of_auxiliaries(table: TokenTable, head: int) -> str | None:
    for kid in table.children[head]:
        token = table.tokens[kid]
        if token.dep.partition(":")[0] not in ("aux", "cop"):
            continue
        if table.lower[kid] in _FUTURE:
            return "future"
        if token.tag == "VBD" or table.lower[kid] == "did":
            return "past"
        if token.lemma == "have" and token.tag in ("VBZ", "VBP"):
            return "past"
        if token.tag in ("VBZ", "VBP", "MD") and token.dep != "cop":
            return "present"
    return None


def _tense_of_form(table: TokenTable, verb: int) -> str | None:
    tag = table.tag[verb]
    if tag == "VBD":
        return "past"
    return "present" if tag in ("VBZ", "VBP") else None

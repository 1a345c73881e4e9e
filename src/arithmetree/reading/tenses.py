"""Whether a verb refers to the past, the present or the future."""

from __future__ import annotations

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.verbs import clause_head, governing_verb

_TENSES = {"VBD": "past", "VBZ": "present", "VBP": "present"}
_FUTURE = frozenset({"will", "'ll", "shall", "wo", "would", "'d"})


def tense_of(table: TokenTable, verb: int) -> str | None:
    """ "past", "present" or "future", from the auxiliaries and the form of the finite verb."""
    node = verb
    for _ in range(REACH):
        head = clause_head(table, node)
        own = _tense_of_auxiliaries(table, head) or _TENSES.get(table.tag[node])
        if own is not None:
            return own
        above, climbed = table.head[head], governing_verb(table, head)
        if table.dep[head] == "xcomp" and table.lower[above] == "going":
            return "future"
        if above == head or climbed is None or climbed == node:
            return None
        node = climbed
    return None


def _tense_of_auxiliaries(table: TokenTable, head: int) -> str | None:
    for kid in table.children[head]:
        word, tag, label = table.lower[kid], table.tag[kid], table.dep[kid]
        if label.partition(":")[0] not in ("aux", "cop"):
            continue
        if word in _FUTURE:
            return "future"
        if tag == "VBD" or word == "did" or (table.lemma[kid] == "have" and tag in ("VBZ", "VBP")):
            return "past"
        if tag in ("VBZ", "VBP", "MD") and label != "cop":
            return "present"
    return None

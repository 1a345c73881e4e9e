"""Who gets a quantity: "gave Mia 3", "handed 3 to Mia", "gave Mia 3 and Tom 5"."""

from __future__ import annotations

from arithmetree.reading.tokens import NOMINAL, TokenTable
from arithmetree.reading.word_order import noun_start, phrase_start
from arithmetree.word_lists import words


def receiver(table: TokenTable, verb: int, index: int) -> int | None:
    """The token that heads the one who gets the quantity at `index`, if the clause names one."""
    lemma = table.lemma[verb]
    gives = lemma in words("clauses", "transfer", "to")
    if not gives and lemma not in words("clauses", "transfer", "for"):
        other = table.child(verb, "iobj")
        return other if other is not None and table.upos[other] in ("PROPN", "PRON") else None
    following = _to_phrase_after(table, index) if gives else None
    near = _between_verb_and_number(table, verb, index) if following is None else following
    if near is not None:
        return near
    for kid in table.children[verb]:
        given_to = gives and table.dep[kid].startswith("obl") and "to" in table.cases(kid)
        if given_to or (table.dep[kid] == "iobj" and kid not in table.quantity_at):
            return kid
    return None


def _between_verb_and_number(table: TokenTable, verb: int, index: int) -> int | None:
    """The head of a noun phrase right before the number, after the verb or after "and": "gave Mia 3 and Tom 5"."""
    head = phrase_start(table, index) - 1
    if head <= verb or table.upos[head] not in NOMINAL or table.tag[head] == "PRP$":
        return None
    node = noun_start(table, head, verb + 1)
    if node - 1 == verb:
        return head
    # A second receiver needs a first one right after the verb.
    first = verb + 1
    while first < node and (table.upos[first] in ("DET", "NUM") or table.tag[first] == "PRP$"):
        first += 1
    started = table.upos[first] in NOMINAL and first + 1 in table.quantity_at
    return head if started and table.lower[node - 1] in ("and", ",", "but") else None


def _to_phrase_after(table: TokenTable, index: int) -> int | None:
    """The head of a "to" phrase after a number, before the next number or verb: "4 to Aron"."""
    seen_to = False
    for node in range(index + 1, table.sentence(index)[1]):
        if node in table.quantity_at and table.quantity_at[node] != table.quantity_at.get(index):
            return None
        if table.lower[node] == "to":
            seen_to = True
        elif table.upos[node] in ("VERB", "CCONJ", "PUNCT") or (seen_to and table.upos[node] == "ADP"):
            return None
        elif seen_to and table.heads_phrase(node):
            return node
    return None

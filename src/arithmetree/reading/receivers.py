"""Who gets a quantity: "gave Mia 3", "handed 3 to Mia", "gave Mia 3 and Tom 5"."""

from __future__ import annotations

from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.word_order import POSSESSIVES, phrase_start
from arithmetree.word_lists import words


def receiver(table: TokenTable, verb: int, index: int) -> int | None:
    """The token that heads the one who gets the quantity at `index`, if the clause names one."""
    lemma = table.lemma[verb]
    gives, makes = lemma in words("clauses", "transfer", "to"), lemma in words("clauses", "transfer", "for")
    if not gives and not makes:
        other = table.child(verb, "iobj")
        return other if other is not None and table.upos[other] in ("PROPN", "PRON") else None
    start = phrase_start(table, index)
    priced = start > 0 and table.lower[start - 1] in ("for", "at")  # "sold them all for 3 dollars"
    following = _to_phrase_after(table, index) if gives else None
    if following is not None:
        return following
    near = _between_verb_and_number(table, verb, index)
    if near is not None:
        return near
    receivers = [
        kid
        for kid in table.children[verb]
        if (table.dep[kid] == "iobj" and kid not in table.quantity_at)
        or (gives and table.dep[kid].startswith("obl") and "to" in _cases(table, kid))
    ]
    if priced:
        receivers = [kid for kid in receivers if table.lower[kid] not in ("them", "it")]
    before = [kid for kid in receivers if kid < index]
    return max(before) if before else min(receivers, default=None)


def _cases(table: TokenTable, index: int) -> list[str]:
    return [table.lower[kid] for kid in table.children[index] if table.dep[kid] == "case"]


def _between_verb_and_number(table: TokenTable, verb: int, index: int) -> int | None:
    """The head of a noun phrase right before the number, after the verb or after "and": "gave Mia 3 and Tom 5"."""
    start = phrase_start(table, index)
    head = start - 1
    if head <= verb or table.upos[head] not in ("NOUN", "PROPN", "PRON") or table.tag[head] == "PRP$":
        return None
    node = head
    while node - 1 > verb and (
        table.upos[node - 1] in ("DET", "ADJ", "NOUN", "PROPN", "NUM")
        or table.tag[node - 1] in ("PRP$", "POS")
        or table.lower[node - 1] in POSSESSIVES
    ):
        node -= 1
    if node - 1 == verb:
        return head
    # A second receiver needs a first one right after the verb.
    joined = table.lower[node - 1] in ("and", ",", "but")
    first = verb + 1
    while first < node and (table.upos[first] in ("DET", "NUM") or table.tag[first] == "PRP$"):
        first += 1
    started = table.upos[first] in ("PROPN", "PRON", "NOUN") and first + 1 in table.quantity_at
    return head if joined and started else None


def _to_phrase_after(table: TokenTable, index: int) -> int | None:
    """The head of a "to" phrase after a number, before the next number or verb: "4 to Aron"."""
    last = table.sentence(index)[1]
    seen_to = False
    for node in range(index + 1, last):
        token = table.tokens[node]
        if node in table.quantity_at and table.quantity_at[node] != table.quantity_at.get(index):
            return None
        if table.lower[node] == "to":
            seen_to = True
        elif token.upos in ("VERB", "CCONJ", "PUNCT"):
            return None
        elif seen_to and token.upos in ("NOUN", "PROPN", "PRON") and token.tag != "PRP$":
            if token.dep not in ("compound", "nmod:desc", "nmod:poss"):
                return node
        elif token.upos == "ADP" and seen_to:
            return None
    return None

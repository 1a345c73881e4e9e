"""The word that heads a subject, whatever numbers, titles and names stand around it."""

from __future__ import annotations

from functools import cache

from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.word_order import POSSESSIVES, relations
from arithmetree.word_lists import words


def head_word(table: TokenTable, node: int, verb: int) -> int:
    """The word that heads a subject: no number ("room 12"), no title ("Mr Hale"), the first of a full name."""
    if table.lower[node] in POSSESSIVES and table.tokens[min(node + 1, verb)].upos == "NOUN":
        node += 1  # "his" read as a pronoun of its own
    token = table.tokens[node]
    if len(token.text) == 1 and token.text.isupper() and node > 0 and table.tokens[node - 1].upos in ("NOUN", "PROPN"):
        return node - 1  # "Hatch A"
    if (
        token.upos == "NUM"
        and node > 0
        and table.tokens[node - 1].upos in ("NOUN", "PROPN")
        and table.tokens[node - 1].tag != "NNS"
    ):
        return node - 1
    if (
        token.upos == "PROPN"
        and node > 0
        and table.tokens[node - 1].upos == "NOUN"
        and table.tokens[node - 1].text in relations()
    ):
        return node - 1
    if token.dep == "flat" and token.head < node and table.lower[token.head].rstrip(".") not in _titles():
        return token.head
    while node + 1 < min(verb, len(table.tokens)) and table.tokens[node + 1].upos in ("NOUN", "PROPN"):
        titled = table.tokens[node].text[:1].isupper() and table.lower[node].rstrip(".") in _titles()
        compound = (
            table.tokens[node].upos == "NOUN"
            and table.tokens[node + 1].upos == "NOUN"
            and table.tokens[node].tag == "NN"
        )
        if not (titled or compound):
            break
        node += 1
    return node


@cache
def _titles() -> frozenset[str]:
    return words("people", "titles", "female") | words("people", "titles", "male") | words("people", "titles", "either")

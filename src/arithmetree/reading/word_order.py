"""Where phrases start and clauses end, by the order of the words alone."""

from __future__ import annotations

from functools import cache

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.word_lists import words

POSSESSIVES = frozenset({"my", "your", "his", "her", "its", "our", "their"})
APPROXIMATE = frozenset(
    {"about", "only", "just", "exactly", "nearly", "almost", "around", "over", "another", "up", "to"}
)
MONEY_SIGNS = frozenset({"$", "£", "€", "¥", "₹"})


def phrase_start(table: TokenTable, start: int) -> int:
    """The first token of a quantity's phrase: articles, possessives and words like "about" belong to it."""
    furthest = max(start - REACH, 0)
    while start > furthest:
        token = table.tokens[start - 1]
        if (
            table.lower[start - 1] in MONEY_SIGNS
            or token.upos in ("DET", "SYM")
            or token.tag == "PRP$"
            or (table.lower[start - 1] in APPROXIMATE and token.upos == "ADV")
            or (token.upos == "ADJ" and table.head[start - 1] >= start)
        ):
            start -= 1
        else:
            break
    return start


def noun_start(table: TokenTable, node: int, first: int) -> int:
    """The first token of the noun phrase that ends at a noun; an article or possessive is always the first."""
    first = max(first, node - REACH)
    while node > first:
        before = table.tokens[node - 1]
        if before.upos == "DET" or before.tag == "PRP$":
            return node - 1
        if before.upos not in ("ADJ", "NUM", "NOUN", "PROPN", "SYM") and before.tag not in ("POS", "HYPH"):
            break
        dated = before.upos == "NUM" and table.upos[node] == "PROPN"  # "On May 4 Emil planted"
        apart = table.upos[node] == "PROPN" and before.upos == "NOUN" and before.text.islower()
        if apart and before.lemma not in relations():  # "in her album Nina has", but "her cousin Noah"
            break
        if dated or (before.upos == "PROPN" and before.lemma.lower() in words("clauses", "time", "words")):
            break
        node -= 1
    return node


def is_border(table: TokenTable, node: int) -> bool:
    token = table.tokens[node]
    if node in table.quantity_at:  # "Since 2015 12 have closed"
        return True
    return token.upos in ("PUNCT", "CCONJ", "SCONJ", "SPACE") or table.lower[node] in ("if", "then", "when", "while")


def is_fronted(table: TokenTable, node: int) -> bool:
    """True at the end of a prepositional phrase that opens a clause: "At the next stop 17 got off"."""
    first = table.sentence(node)[0]
    while node > first and table.upos[node] in ("NOUN", "PROPN"):
        joint = noun_start(table, node, first) - 1
        if joint < first or table.upos[joint] != "ADP":
            return False
        if joint == first or is_border(table, joint - 1):
            return True
        node = joint - 1
    return False


@cache
def relations() -> frozenset[str]:
    """The nouns for people that come before a name: "her cousin Noah"."""
    return words("people", "roles", "female") | words("people", "roles", "male") | words("people", "roles", "either")

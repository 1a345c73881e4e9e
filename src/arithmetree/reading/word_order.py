"""Where phrases start and clauses end, by the order of the words alone."""

from __future__ import annotations

from arithmetree.reading.tokens import NOUNS, REACH, TokenTable
from arithmetree.word_lists import people, words

APPROXIMATE = words("clauses", "approximate")
MONEY_SIGNS = frozenset({"$", "£", "€", "¥", "₹"})


def phrase_start(table: TokenTable, start: int) -> int:
    """The first token of a quantity's phrase: articles, possessives and words like "about" belong to it."""
    furthest = max(start - REACH, 0)
    while start > furthest:
        node, upos = start - 1, table.upos[start - 1]
        opens = table.lower[node] in MONEY_SIGNS or table.is_a(node, ("DET", "SYM", "PRP$"))
        approximate = upos == "ADV" and table.lower[node] in APPROXIMATE
        if not opens and not approximate and not (upos == "ADJ" and table.head[node] >= start):
            break
        start = node
    return start


def noun_start(table: TokenTable, node: int, first: int) -> int:
    """The first token of the noun phrase that ends at a noun; an article or possessive is always the first."""
    first = max(first, node - REACH)
    while node > first:
        before, name = node - 1, table.upos[node] == "PROPN"
        upos, lemma = table.upos[before], table.lemma[before]
        if upos == "DET" or table.tag[before] == "PRP$":
            return before
        if upos not in ("ADJ", "NUM", "NOUN", "PROPN", "SYM") and table.tag[before] not in ("POS", "HYPH"):
            break
        if name and upos == "NUM":  # "On May 4 Emil planted"
            break
        if name and upos == "NOUN" and table.tokens[before].text.islower() and lemma not in people("roles"):
            break  # "in her album Nina has", but "her cousin Noah"
        if upos == "PROPN" and lemma.lower() in words("clauses", "time", "words"):
            break
        node = before
    return node


def is_border(table: TokenTable, node: int) -> bool:
    """True for what can come between two clauses; a number too: "Since 2015 12 have closed"."""
    border = table.upos[node] in ("PUNCT", "CCONJ", "SCONJ", "SPACE") or node in table.quantity_at
    return border or table.lower[node] in ("if", "then", "when", "while")


def is_fronted(table: TokenTable, node: int) -> bool:
    """True at the end of a prepositional phrase that opens a clause: "At the next stop 17 got off"."""
    first, _ = table.sentence(node)
    while node > first and table.upos[node] in NOUNS:
        joint = noun_start(table, node, first) - 1
        if joint < first or table.upos[joint] != "ADP":
            return False
        if joint == first or is_border(table, joint - 1):
            return True
        node = joint - 1
    return False

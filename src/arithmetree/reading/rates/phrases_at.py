"""What begins at a token: a noun group with its head, a comparison, a total."""

from __future__ import annotations

from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.unit_words import joined_lemma
from arithmetree.schemas import Token
from arithmetree.word_lists import words

NOUN_TAGS = ("NOUN", "PROPN")


def noun_behind(table: TokenTable, node: int) -> tuple[int, str] | None:
    """The head of the noun group that starts at a token, numbers stepped over; a span of time is always the head."""
    head, first = None, node
    if table.lower[node : node + 1] == ["second"] and not is_noun_at(table, node + 1):
        return node, "second"
    while node < len(table.tokens):
        token = table.tokens[node]
        if head is not None and token.upos == "PROPN" and table.tokens[head].text.islower():
            break  # "in every room Milos hung 3 lamps"
        if token.upos in NOUN_TAGS:
            head = node
            if token.tag == "NNS" or token.lemma in words("measures", "durations"):
                break
        elif head is not None or not (
            token.upos in ("ADJ", "NUM") or token.tag in ("HYPH", "VBN", "VBG") or node in table.quantity_at
        ):
            break
        node += 1
    return None if head is None else (head, joined_lemma(table, head, first))


def is_noun_at(table: TokenTable, node: int) -> bool:
    return node < len(table.tokens) and table.tokens[node].upos in NOUN_TAGS


def is_plural(token: Token) -> bool:
    """True for a plural noun, by its tag or, where that is wrong, by its ending."""
    return token.tag == "NNS" or (token.upos == "NOUN" and token.lemma.lower() != token.text.lower())


def is_measure(head: str | None) -> bool:
    sorts = ("weights", "volumes", "lengths", "durations", "money", "others")
    return any(head in words("measures", sort) for sort in sorts)


def compares(table: TokenTable, node: int) -> bool:
    """True at the comparative of "10 minutes shorter" and "$30 dearer than"."""
    if node >= len(table.tokens):
        return False
    dearer = table.lower[node].endswith("er") and table.lower[node + 1 : node + 2] == ["than"]
    return dearer or table.tokens[node].tag in ("JJR", "RBR")


def tells_total(table: TokenTable, node: int) -> bool:
    """True at "in all" and "altogether": "5 sacks weighing 75 kg in all"."""
    both = table.lower[node : node + 2] in (["in", "all"], ["in", "total"])
    return both or table.lower[node : node + 1] in (["altogether"], ["together"])

"""Noun phrases of a Universal Dependencies parse: a head with what modifies it from the left.

spaCy's own chunker does not know these labels and misses bare numbers and "$74", so this is our own.
"""

from __future__ import annotations

from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import NounPhrase

_HEAD_TAGS = frozenset({"NOUN", "PROPN", "PRON", "NUM", "SYM"})
_INSIDE_LABELS = frozenset({"compound", "flat", "nummod", "det", "goeswith", "fixed", "amod", "case", "nmod:desc"})
_LEFT_LABELS = frozenset({"det", "amod", "nummod", "compound", "nmod", "advmod", "case", "flat", "goeswith", "acl"})
_DROPPED_TAGS = frozenset({"DET", "NUM", "PUNCT", "ADP", "PART", "CCONJ", "SPACE", "SCONJ", "AUX", "SYM"})
_DROPPED_WORDS = frozenset({"more", "fewer", "less", "other", "another", "many", "much", "few", "several", "such"})


def phrase_heads(table: TokenTable) -> list[int]:
    """The token indices of the heads of all noun phrases, in text order."""
    return [
        index
        for index, token in enumerate(table.tokens)
        if token.upos in _HEAD_TAGS and token.dep not in _INSIDE_LABELS
    ]


def phrase_at(table: TokenTable, head: int) -> NounPhrase:
    """The noun phrase around one head: its left modifiers without a preposition, and the rest of a name."""
    first, last = _left_edge(table, head), head
    for kid in table.children[head]:
        if kid == last + 1 and table.dep[kid] in ("flat", "goeswith"):
            last = kid
    start, end = table.tokens[first].start, table.tokens[last].end
    return NounPhrase(
        start=start,
        end=end,
        head=table.lemma[head],
        words=content_words(table, range(first, last + 1)),
        text=table.text[start:end],
        index=head,
    )


def content_words(table: TokenTable, indices: range) -> tuple[str, ...]:
    """Lemmas of the words that name something: no determiners, possessive pronouns, numbers or prepositions."""
    return tuple(
        token.lemma
        for index in indices
        if (token := table.tokens[index]).upos not in _DROPPED_TAGS
        and not token.tag.endswith("$")
        and index not in table.quantity_at
        and table.lower[index] not in _DROPPED_WORDS
    )


def _left_edge(table: TokenTable, head: int) -> int:
    """The first token of the unbroken run of left modifiers."""
    edge = head
    while edge > 0:
        left = edge - 1
        token = table.tokens[left]
        if token.dep == "case" and token.head == head:
            break
        if token.dep.partition(":")[0] not in _LEFT_LABELS and token.tag != "HYPH":
            break
        if not _belongs(table, left, head):
            break
        edge = left
    return edge


def _belongs(table: TokenTable, index: int, head: int) -> bool:
    """True if `head` is reached from the token by climbing over modifiers only."""
    for above in table.ancestors(index):
        if above == head:
            return True
        if above > head or table.dep[above].partition(":")[0] not in _LEFT_LABELS:
            return False
    return False

"""Noun groups: the run of adjectives and nouns behind a number, and the "of" phrase behind it."""

from __future__ import annotations

from dataclasses import replace

from arithmetree.reading.noun_phrases import content_words
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.group_members import (
    POSSESSIVE_SIGNS,
    goes_on_group,
    is_attributive,
    noun_follows_closely,
    plural_taken_for_verb,
)
from arithmetree.reading.units.unit_words import Unit, describes_size, is_singular, joined_lemma, may_be_plural
from arithmetree.word_lists import words

DETERMINERS = frozenset({"the", "a", "an", "these", "those", "this", "that", "all", "both", "its"})
_ANAPHORS = frozenset({"them", "these", "those", "which", "whom", "it", "this", "that", "ones", "one"})


def noun_group(table: TokenTable, start: int, number: int | None = None) -> Unit:
    """The run of adjectives and nouns from `start` on, with the "of" phrase behind it."""
    node, head = start, None
    while node < len(table.tokens) and goes_on_group(table, node, head, number):
        noun = table.tokens[node].upos in ("NOUN", "PROPN", "SYM") or plural_taken_for_verb(table, node, number)
        if noun or (table.lower[node] in ("one", "ones") and head is None):
            # "Five 14-dollar remote-control cars" are no dollars.
            head = None if is_attributive(table, node) and noun_follows_closely(table, node) else node
        node += 1
    if head is None:
        described = tuple(table.tokens[at].lemma for at in range(start, node) if table.tokens[at].tag == "JJ")
        return Unit(described, None, None, start, start, elided=True)
    end = last = head + 1
    if table.lower[end : end + 1] and table.lower[end] in POSSESSIVE_SIGNS:
        # "5 of his neighbour's", "of the club's pens"
        owned = noun_group(table, end + 1, number)
        if owned.index is None:
            return replace(owned, end=end + 1, last=end + 1)
        if is_singular(table, head) or not is_singular(table, owned.index):
            return owned  # but the days of "4 days' supply"
    named = next((at + 1 for at in range(start, head) if is_attributive(table, at)), start)
    group = content_words(table, range(named, end))
    if table.lower[head] in ("one", "ones", "others"):
        return Unit(group[:-1], None, None, end, end, elided=True)
    if table.lower[end : end + 1] == ["of"]:
        inner = of_phrase(table, end)
        if inner is not None and inner.head is not None:
            group, last = group + inner.words, inner.last
    lemma = joined_lemma(table, head, start)
    if number is not None and head == start and _sort_of_next(table, number, head):
        return Unit(group, None, None, start, start, elided=True)
    return Unit(group, lemma, head, end, last, noun=head)


def _sort_of_next(table: TokenTable, number: int, node: int) -> bool:
    """True for a word that only sorts: the "adult" of "2 adult and 3 child tickets", the "white" of "24 white and"."""
    token, border = table.tokens[node], table.tokens[node + 1] if node + 1 < len(table.tokens) else None
    if table.lower[node] in words("nouns", "colours", "words"):
        return border is None or border.upos in ("PUNCT", "CCONJ")
    if token.tag != "NN" or border is None or border.text not in ("and", "or") or node + 2 not in table.quantity_at:
        return False
    if table.lower[table.spans[number][1] - 1] in ("1", "one", "half") or may_be_plural(token.lemma):
        return False
    sort = table.spans[table.quantity_at[node + 2]][1]
    several = [other.tag for other in table.tokens[sort : sort + 2]] == ["NN", "NNS"]
    return several and not describes_size(token.lemma)


def of_phrase(table: TokenTable, start: int) -> Unit | None:
    """The unit in "5 of the red pens"; "5 of them" leaves it to an earlier mention."""
    if table.lower[start : start + 1] != ["of"]:
        return None
    node = start + 1
    while node < len(table.tokens) and (
        table.lower[node] in DETERMINERS
        or table.tokens[node].tag in ("PRP$", "DT", "PDT")
        or table.tokens[node].dep == "nmod:poss"
        or table.lower[node] in ("'s", "’s", "'")
        or node in table.quantity_at
    ):
        if table.lower[node] in _ANAPHORS and not _noun_follows(table, node + 1):
            break
        node += 1
    return noun_group(table, node)


def _noun_follows(table: TokenTable, node: int) -> bool:
    return any(token.upos in ("NOUN", "PROPN") for token in table.tokens[node : node + 3])

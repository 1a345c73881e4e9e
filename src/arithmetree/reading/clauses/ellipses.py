"""Subjects of clauses whose verb is left out: "Tom bought 3 pens and Mia 5"."""

from __future__ import annotations

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.unit_words import Unit
from arithmetree.reading.word_order import APPROXIMATE, MONEY_SIGNS
from arithmetree.word_lists import words

_BEFORE_NUMBERS = frozenset(
    {"further", "good", "full", "total", "mere", "whole", "extra", "additional", "remaining", "next", "last", "first"}
    | {"other", "final", "same", "usual", "flat", "top", "new", "old"}
)
_NOUNS = frozenset({"NOUN", "PROPN"})
_JOINTS = frozenset({"and", ",", "but", "while", ";", "or", "whereas", "–", "—"})
_NEXT = frozenset({"next", "remaining"})
_STAND_INS = frozenset(
    {"one", "ones", "another", "other", "others", "last", "first", "second", "third", "latter", "former", "rest"}
)


def elliptical_subject(table: TokenTable, number: int) -> int | None:
    """The subject of a clause whose verb is left out: "Mia" for the 5 of "Tom bought 3 pens and Mia 5"."""
    first = table.spans[number][0]
    sentence_start = max(table.sentences[table.tokens[first].sent][0], first - REACH)
    node = first - 1
    while (
        node >= sentence_start
        and (table.lower[node] in APPROXIMATE or table.lower[node] in MONEY_SIGNS)
        and table.lower[node] != "another"
    ):
        node -= 1
    if node > sentence_start + 1 and table.lower[node] in _NEXT and table.lower[node - 1] == "the":
        node -= 2  # "Tom drove the first 145 miles and Ana the next 230"
    if node > sentence_start and _repeats_preposition(table, number, node):
        node -= 1
    comma = node >= sentence_start and table.lower[node] == ","
    node -= comma
    if node <= sentence_start:
        return None
    token = table.tokens[node]
    named = (token.upos in _NOUNS and table.lower[node] != "remaining") or table.lower[node] in _STAND_INS
    named = named or _is_unknown_noun(table, node)
    if not named or _names_time(token.lemma.lower()) or token.tag == "PRP$":
        return None
    if node in table.quantity_at and table.lower[node] not in _STAND_INS:
        return None
    if table.lower[node] in ("another", "other") and "one" not in table.lower[sentence_start:node]:
        return None  # "and another 30"; but "one weighs 2 kg, another 3 kg"
    if len(token.text) == 1 and token.text.isupper() and table.tokens[node - 1].upos in ("NOUN", "PROPN"):
        node -= 1  # "ferry A takes 45 cars, ferry B 30"
    start = node
    while start > sentence_start and (
        table.tokens[start - 1].upos in ("DET", "ADJ", "NOUN", "PROPN", "NUM")
        or table.tokens[start - 1].tag in ("PRP$", "POS", "HYPH", "VBN")
        or table.tokens[start - 1].dep == "amod"
    ):
        start -= 1
    joint = start - 1
    while joint > sentence_start and table.tokens[joint].upos == "ADP" and table.tokens[joint - 1].upos in _NOUNS:
        node = start = joint - 1  # "the room $40 and the night in the clinic $60"
        while start > sentence_start and (
            table.tokens[start - 1].upos in ("DET", "ADJ", "NOUN", "PROPN") or table.tokens[start - 1].tag == "PRP$"
        ):
            start -= 1
        joint = start - 1
    if joint < sentence_start or table.lower[joint] not in _JOINTS:
        return None
    if comma and table.lower[joint] != ";":
        return None
    return node


def _names_time(lemma: str) -> bool:
    """True for a word that tells when; "the first" and "the second" may stand for things."""
    return lemma in words("clauses", "time", "words") and lemma not in _STAND_INS


def _repeats_preposition(table: TokenTable, number: int, node: int) -> bool:
    """True for the second "through" of "the kittens got through 12 tins and the cats through 18"."""
    if number == 0 or table.tokens[node].upos != "ADP":
        return False
    before = table.spans[number - 1][0] - 1
    before -= table.lower[before] in MONEY_SIGNS  # "Children get in for $4 and adults for $7"
    follows = before > 0 and table.tokens[before - 1].upos in ("VERB", "ADV", "ADP")
    return follows and table.lower[before] == table.lower[node]


def _is_unknown_noun(table: TokenTable, node: int) -> bool:
    """True for a rare noun that was read as an adjective: "the room $40 and the anaesthetic $25"."""
    if table.tokens[node].upos != "ADJ" or table.lower[node] in _BEFORE_NUMBERS:
        return False
    return table.lower[node - 1] in ("the", "a", "an") and table.tokens[node].tag == "JJ"


def counted_subject(table: TokenTable, unit: Unit, anchor: int) -> tuple[int | None, int]:
    """The noun of a counted subject whose verb is left out, and the number that it goes with.

    The subject is "families" for the 3 of "2 classes planted 9 trees and 3 families 6".
    """
    behind = unit.end
    while behind < len(table.tokens) and (table.lower[behind] in MONEY_SIGNS or table.lower[behind] in APPROXIMATE):
        behind += 1
    other = table.quantity_at.get(behind)
    if unit.index is None or unit.index < anchor or other is None or other == table.quantity_at.get(anchor):
        return None, anchor
    if elliptical_subject(table, other) != unit.index:
        return None, anchor
    return unit.index, table.anchor(other)


def object_repeats(table: TokenTable, number: int, verb: int) -> bool:
    """True if the number before has a noun between verb and number too: "charges adults $9 and children $5"."""
    if number == 0:
        return False
    noun = table.spans[number - 1][0] - 1
    while noun > verb and table.lower[noun] in MONEY_SIGNS:
        noun -= 1
    return table.tokens[noun].upos in _NOUNS and noun - 1 == verb

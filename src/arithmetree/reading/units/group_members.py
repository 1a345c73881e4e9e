"""Which tokens go on a noun group: adjectives, nouns, and plurals that were read as verbs."""

from __future__ import annotations

from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.unit_words import is_singular, may_be_plural
from arithmetree.word_lists import words

_SKIPPED = frozenset(
    {"more", "fewer", "less", "additional", "extra", "other", "another", "such", "whole", "full", "-", "–", "%", "¢"}
)
_OWNERS = frozenset({"mine", "yours", "hers", "ours", "theirs"})
POSSESSIVE_SIGNS = frozenset({"'s", "’s", "'", "’"})
# Where, and how, behind a number whose noun is left out: "sent 9 back", "marching four abreast".
_PLACES = frozenset(
    {
        "back",
        "abreast",
        "ahead",
        "apart",
        "aside",
        "besides",
        "downstairs",
        "upstairs",
        "indoors",
        "outdoors",
        "upright",
    }
)


def goes_on_group(table: TokenTable, node: int, head: int | None, number: int | None) -> bool:
    """True if the token goes on the noun group that has had `head` as its last noun so far."""
    token = table.tokens[node]
    word = table.lower[node]
    if word in words("rates", "distributive_adverbs") or word in _OWNERS or word in POSSESSIVE_SIGNS or word in _PLACES:
        return False
    if node in table.quantity_at and table.lower[node] not in ("one", "ones"):
        # "two 5-dollar bills": a number inside the group belongs to a hyphenated or money word.
        return (
            head is None
            and number is not None
            and table.lower[node + 1 : node + 2] in (["-"], ["dollar"], ["cent"], ["pound"])
        )
    if table.lower[node] in _SKIPPED:
        return head is None or token.text in "-–"
    if head is None:
        if word in ("last", "next", "this") and _tells_time(table, node + 1):
            return False  # "400 bricks this summer, as against 350 last year"
        if table.lower[node + 1 : node + 2] == ["-"] and token.upos == "VERB":
            return True  # "30 push-ups"
        if token.upos in ("ADJ", "NOUN", "PROPN", "SYM") or token.tag == "HYPH" or table.lower[node] in ("one", "ones"):
            return True
        if token.upos == "CCONJ":
            return node > 0 and table.tokens[node - 1].upos == "ADJ" and _adjective_then_noun(table, node + 1)
        if token.tag in ("VBN", "VBD") and number is not None and node == table.spans[number][1]:
            acts = token.tag == "VBD" and node in table.subjects  # "15 had appointments"
            return not acts and _plural_follows_closely(table, node, number)
        if token.tag in ("VBN", "VBG", "RB", "JJ", "NN", "NNS", "VBD"):
            return noun_follows_closely(table, node)
        return plural_taken_for_verb(table, node, number)
    previous = table.tokens[head]
    if head == node - 1 and plural_taken_for_verb(table, node, number):
        return True
    if token.upos not in ("NOUN", "PROPN") and token.tag not in ("NN", "NNS", "HYPH"):
        return False
    if token.lemma.lower() in words("clauses", "time", "words"):
        joined = head == node - 1 or table.tokens[node - 1].end == token.start  # "7 autumn days", "40 kilowatt-hours"
        return joined and table.lower[node] != token.lemma and previous.tag == "NN"
    if token.upos == "PROPN" and previous.tag == "NNS":
        return False  # "From his 120 marbles Jonas gave"
    if head != node - 1 or is_attributive(table, head):
        return True
    joined = previous.head >= node and previous.dep in (
        "compound",
        "nmod",
        "amod",
        "flat",
        "nmod:unmarked",
        "nmod:desc",
    )
    return (
        joined
        or token.dep in ("flat", "goeswith")
        or (previous.tag in ("NN", "NNP") and token.head != head and token.tag == "NNS")
    )


def _tells_time(table: TokenTable, node: int) -> bool:
    return node < len(table.tokens) and table.lower[node] in words("clauses", "time", "words")


def plural_taken_for_verb(table: TokenTable, node: int, number: int | None) -> bool:
    """True for "12 holds" and "3 airport trips" read as verbs: after a number above one a verb has no -s."""
    if number is None or table.tokens[node].tag != "VBZ" or table.lower[node] in ("is", "has", "'s", "’s", "does"):
        return False
    behind = table.spans[number][1]
    if any(doer < behind - 1 for doer in table.subjects.get(node, ())):
        return False  # "A gang of 9 paves 80 metres"
    singular = node == behind + 1 and table.tokens[behind].tag == "NN" and is_singular(table, behind)
    return table.lower[behind - 1] != "one" and (node == behind or singular)


def is_attributive(table: TokenTable, noun: int) -> bool:
    """True for the unit inside "three fifty-pence coins", which only describes the noun behind it."""
    return noun >= 2 and table.lower[noun - 1] in ("-", "–") and noun - 2 in table.quantity_at


def _adjective_then_noun(table: TokenTable, node: int) -> bool:
    tags = [token.upos for token in table.tokens[node : node + 2]]
    return tags == ["ADJ", "NOUN"]


def _plural_follows_closely(table: TokenTable, node: int, number: int) -> bool:
    """True for "29 painted plates", false for "29 painted black"; one thing may be singular."""
    single = table.lower[table.spans[number][1] - 1] in ("1", "one", "half")
    for index in range(node + 1, min(node + 4, len(table.tokens))):
        token = table.tokens[index]
        if token.upos in ("NOUN", "PROPN") and (single or not is_singular(table, index) or may_be_plural(token.lemma)):
            return True
        if token.upos not in ("ADJ", "NOUN", "PROPN") and token.tag != "HYPH":
            return False
    return False


def noun_follows_closely(table: TokenTable, node: int) -> bool:
    for token in table.tokens[node + 1 : node + 4]:
        if token.upos in ("NOUN", "PROPN"):
            return True
        if token.upos != "ADJ" and token.tag != "HYPH":
            return False
    return False

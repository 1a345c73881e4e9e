"""Noun groups: the run of adjectives and nouns after a number, and the "of" phrase after it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arithmetree.measures import DURATIONS, LENGTHS, VOLUMES, WEIGHTS, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.noun_phrases import content_words
from arithmetree.reading.tokens import TokenTable
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as read: lemmas, the head lemma, the head's token if it is written here, and where it ends.

    `noun` is the token that names the unit, here or at the other mention.
    `end` is the first token after the number and its unit; `last` the first after its "of" phrase too.
    `elided` says that something is counted which another mention has to name.
    """

    words: tuple[str, ...]
    head: str | None
    index: int | None
    end: int
    last: int
    elided: bool = False
    noun: int | None = None


def lemma_of_unit(lemma: str) -> str:
    """One lemma for the spellings of a unit: penny for pence and p."""
    same: dict[str, str] = data_table("measures")["same"]
    signs: dict[str, str] = data_table("currencies")["signs"]
    return same.get(lemma) or signs.get(lemma, lemma)


def joined_lemma(table: TokenTable, head: int, start: int) -> str:
    """The lemma of a head noun; of "push-ups" all of it."""
    token = table.tokens[head]
    plural = token.tag in ("VBZ", "NNPS") or (token.upos == "PROPN" and start > 0 and start - 1 in table.quantity_at)
    lemma = lemma_of_unit(noun_lemma(token.text) if plural else token.lemma.lower())
    while (
        head - 2 >= start
        and table.lower[head - 1] == "-"
        and table.tokens[head - 2].end == table.tokens[head - 1].start
    ):
        if head - 2 in table.quantity_at or table.tokens[head - 1].end != table.tokens[head].start:
            break
        lemma = f"{table.lower[head - 2]}-{lemma}"
        head -= 2
    return lemma


def describes_size(word: str) -> bool:
    """True for measures that say how large a thing is before its noun; "evening classes" and "stone bridges" do not."""
    return word not in words("measures", "kinds") and measures(word, LENGTHS, WEIGHTS, VOLUMES, DURATIONS)


def is_singular(table: TokenTable, node: int) -> bool:
    return table.lower[node] == table.lemma[node].lower()


def may_be_plural(lemma: str) -> bool:
    return lemma in ("people", "fish") or lemma in words("nouns", "unchanged", "words")


_SKIPPED = frozenset(
    {"more", "fewer", "less", "additional", "extra", "other", "another", "such", "whole", "full", "-", "–", "%", "¢"}
)
_OWNERS = frozenset({"mine", "yours", "hers", "ours", "theirs"})
POSSESSIVE_SIGNS = frozenset({"'s", "’s", "'", "’"})
# Where, and how, after a number whose noun is left out: "sent 9 back", "marching four abreast".
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
        return head is None and number is not None and table.lower[node + 1] in ("-", "dollar", "cent", "pound")
    if table.lower[node] in _SKIPPED:
        return head is None or token.text in "-–"
    if head is None:
        if word in ("last", "next", "this") and _tells_time(table, node + 1):
            return False  # "400 bricks this summer, as against 350 last year"
        if table.lower[node + 1] == "-" and token.upos == "VERB":
            return True  # "30 push-ups"
        if token.upos in ("ADJ", "NOUN", "PROPN", "SYM") or token.tag == "HYPH" or table.lower[node] in ("one", "ones"):
            return True
        if token.upos == "CCONJ":
            return node > 0 and table.upos[node - 1] == "ADJ" and _adjective_then_noun(table, node + 1)
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
    if number is None or table.tag[node] != "VBZ" or table.lower[node] in ("is", "has", "'s", "’s", "does"):
        return False
    after = table.spans[number][1]
    if any(doer < after - 1 for doer in table.subjects.get(node, ())):
        return False  # "A gang of 9 paves 80 metres"
    singular = node == after + 1 and table.tag[after] == "NN" and is_singular(table, after)
    return table.lower[after - 1] != "one" and (node == after or singular)


def is_attributive(table: TokenTable, noun: int) -> bool:
    """True for the unit inside "three fifty-pence coins", which only describes the noun after it."""
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


DETERMINERS = frozenset({"the", "a", "an", "these", "those", "this", "that", "all", "both", "its"})
_ANAPHORS = frozenset({"them", "these", "those", "which", "whom", "it", "this", "that", "ones", "one"})


def noun_group(table: TokenTable, start: int, number: int | None = None) -> Unit:
    """The run of adjectives and nouns from `start` on, with the "of" phrase after it."""
    node, head = start, None
    while node < len(table.tokens) and goes_on_group(table, node, head, number):
        noun = table.upos[node] in ("NOUN", "PROPN", "SYM") or plural_taken_for_verb(table, node, number)
        if noun or (table.lower[node] in ("one", "ones") and head is None):
            # "Five 14-dollar remote-control cars" are no dollars.
            head = None if is_attributive(table, node) and noun_follows_closely(table, node) else node
        node += 1
    if head is None:
        described = tuple(table.lemma[at] for at in range(start, node) if table.tag[at] == "JJ")
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
    if table.lower[end] == "of":
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
    if table.lower[start] != "of":
        return None
    node = start + 1
    while node < len(table.tokens) and (
        table.lower[node] in DETERMINERS
        or table.tag[node] in ("PRP$", "DT", "PDT")
        or table.dep[node] == "nmod:poss"
        or table.lower[node] in ("'s", "’s", "'")
        or node in table.quantity_at
    ):
        if table.lower[node] in _ANAPHORS and not _noun_follows(table, node + 1):
            break
        node += 1
    return noun_group(table, node)


def _noun_follows(table: TokenTable, node: int) -> bool:
    return any(token.upos in ("NOUN", "PROPN") for token in table.tokens[node : node + 3])

"""The unit written with a number: the run of adjectives and nouns after it, and the "of" phrase after those."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arithmetree.measures import DURATIONS, LENGTHS, VOLUMES, WEIGHTS, measures
from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind
from arithmetree.reading.noun_phrases import content_words
from arithmetree.reading.tokens import NOUNS, TokenTable
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words


@dataclass(frozen=True, slots=True)
class CountedUnit:
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


Units = Sequence[CountedUnit | None]
"""The units of all quantities of a text; None for a number that counts nothing."""


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
    while head - 2 >= start and table.lower[head - 1] == "-" and head - 2 not in table.quantity_at:
        if table.tokens[head - 1].end != table.tokens[head].start:
            break  # the dash of a list
        lemma = f"{table.lower[head - 2]}-{lemma}"
        head -= 2
    return lemma


def describes_size(word: str) -> bool:
    """True for measures that say how large a thing is before its noun; "evening classes" and "stone bridges" do not."""
    return word not in words("measures", "kinds") and measures(word, LENGTHS, WEIGHTS, VOLUMES, DURATIONS)


def is_singular(table: TokenTable, node: int) -> bool:
    return table.lower[node] == table.lemma[node].lower()


_SKIPPED = words("nouns", "unnamed") | {"-", "–", "%", "¢"}
_DESCRIBING = frozenset({"compound", "nmod", "amod", "flat", "nmod:unmarked", "nmod:desc"})
_ADJECTIVES = frozenset({"ADJ"})
POSSESSIVE_SIGNS = frozenset({"'s", "’s", "'", "’"})
_ENDS_GROUP = POSSESSIVE_SIGNS | words("nouns", "after_groups") | words("rates", "distributive_adverbs")


def _goes_on(table: TokenTable, node: int, head: int | None, number: int | None) -> bool:
    """True if the token goes on the noun group that has had `head` as its last noun so far."""
    word = table.lower[node]
    if word in _ENDS_GROUP:
        return False
    if node in table.quantity_at and word not in ("one", "ones"):
        # "two 5-dollar bills": a number inside the group belongs to a hyphenated or money word.
        joined = table.lower[node + 1] in ("-", "dollar", "cent", "pound")
        return head is None and number is not None and joined
    if word in _SKIPPED:
        return head is None or word in "-–"
    if head is None:
        return _opens(table, node, number)
    return (head == node - 1 and plural_taken_for_verb(table, node, number)) or _is_next_noun(table, node, head)


def _opens(table: TokenTable, node: int, number: int | None) -> bool:
    """True for a token of a noun group that has had no noun yet."""
    word, upos, tag = table.lower[node], table.upos[node], table.tag[node]
    if word in ("last", "next", "this") and table.lower[node + 1] in words("clauses", "time", "words"):
        return False  # "400 bricks this summer, as against 350 last year"
    if upos == "VERB" and table.lower[node + 1] == "-":
        return True  # "30 push-ups"
    if upos in ("ADJ", "NOUN", "PROPN", "SYM") or tag == "HYPH" or word in ("one", "ones"):
        return True
    if upos == "CCONJ":
        return table.upos[node - 1] == "ADJ" and table.upos[node + 1 : node + 3] == ["ADJ", "NOUN"]
    if tag in ("VBN", "VBD") and number is not None and node == table.spans[number][1]:
        return node not in table.subjects and _plural_follows_closely(table, node)
    if tag in ("VBN", "VBG", "RB", "JJ", "NN", "NNS", "VBD"):
        return noun_follows_closely(table, node)
    return plural_taken_for_verb(table, node, number)


def _is_next_noun(table: TokenTable, node: int, head: int) -> bool:
    """True for a token that goes on a noun group after its noun `head`."""
    if table.upos[node] not in NOUNS and table.tag[node] not in ("NN", "NNS", "HYPH"):
        return False
    if table.lemma[node].lower() in words("clauses", "time", "words"):
        # "7 autumn days", "40 kilowatt-hours"
        return table.lower[node] != table.lemma[node] and table.tag[head] == "NN"
    if table.upos[node] == "PROPN" and table.tag[head] == "NNS":
        return False  # "From his 120 marbles Jonas gave"
    if head != node - 1 or table.dep[node] == "flat":
        return True
    if table.head[head] >= node and table.dep[head] in _DESCRIBING:
        return True
    return table.tag[head] in ("NN", "NNP") and table.tag[node] == "NNS"


def plural_taken_for_verb(table: TokenTable, node: int, number: int | None) -> bool:
    """True for "12 holds" and "3 airport trips" read as verbs: after a number above one a verb has no -s."""
    if number is None or table.tag[node] != "VBZ" or table.lower[node] in ("is", "has", "'s", "’s", "does"):
        return False
    after = table.spans[number][1]
    if any(doer < after - 1 for doer in table.subjects.get(node, ())):
        return False  # "A gang of 9 paves 80 metres"
    return table.lower[after - 1] != "one" and (node == after or (node == after + 1 and table.tag[after] == "NN"))


def is_attributive(table: TokenTable, noun: int) -> bool:
    """True for the unit inside "three fifty-pence coins", which only describes the noun after it."""
    return noun >= 2 and table.lower[noun - 1] in ("-", "–") and noun - 2 in table.quantity_at


def _plural_follows_closely(table: TokenTable, node: int) -> bool:
    """True for "29 painted plates", false for "29 painted black"."""
    for index in range(node + 1, node + 4):
        if table.upos[index] in NOUNS and not is_singular(table, index):
            return True
        if table.upos[index] not in NOUNS and table.upos[index] != "ADJ":
            return False
    return False


def noun_follows_closely(table: TokenTable, node: int, reach: int = 3, over: frozenset[str] = _ADJECTIVES) -> bool:
    """True if a noun is among the next tokens, with nothing but adjectives (and what else is stepped `over`) before."""
    for index in range(node + 1, node + 1 + reach):
        if table.upos[index] in NOUNS or (table.upos[index] not in over and table.tag[index] != "HYPH"):
            return table.upos[index] in NOUNS
    return False


_DETERMINERS = frozenset({"the", "a", "an", "these", "those", "this", "that", "all", "both", "its"})
_BEFORE_OWNED = frozenset({"PRP$", "DT", "PDT", "POS"})
_ANAPHORS = frozenset({"them", "these", "those", "which", "whom", "it", "this", "that", "ones", "one"})


def noun_group(table: TokenTable, start: int, number: int | None = None) -> CountedUnit:
    """The run of adjectives and nouns from `start` on, with the "of" phrase after it."""
    node, head = start, None
    while node < len(table) and _goes_on(table, node, head, number):
        noun = table.upos[node] in ("NOUN", "PROPN", "SYM") or plural_taken_for_verb(table, node, number)
        if noun or (table.lower[node] in ("one", "ones") and head is None):
            # "Five 14-dollar remote-control cars" are no dollars.
            head = None if is_attributive(table, node) and noun_follows_closely(table, node) else node
        node += 1
    if head is None:
        described = tuple(table.lemma[at] for at in range(start, node) if table.tag[at] == "JJ")
        return CountedUnit(described, None, None, start, start, elided=True)
    end = last = head + 1
    if table.lower[end] in POSSESSIVE_SIGNS:
        # "5 of his neighbour's", "of the club's pens"
        owned = noun_group(table, end + 1, number)
        if owned.index is None:
            return replace(owned, end=end + 1, last=end + 1)
        if is_singular(table, head) or not is_singular(table, owned.index):
            return owned  # but the days of "4 days' supply"
    named = next((at + 1 for at in range(start, head) if is_attributive(table, at)), start)
    group = content_words(table, range(named, end))
    if table.lower[head] in ("one", "ones", "others"):
        return CountedUnit(group[:-1], None, None, end, end, elided=True)
    if table.lower[end] == "of":
        inner = of_phrase(table, end)
        if inner is not None and inner.head is not None:
            group, last = group + inner.words, inner.last
    lemma = joined_lemma(table, head, start)
    sorts = table.lower[head] in words("nouns", "colours", "words") and table.upos[end] in ("PUNCT", "CCONJ", "")
    if number is not None and head == start and sorts:  # "24 white and 12 red tiles"
        return CountedUnit(group, None, None, start, start, elided=True)
    return CountedUnit(group, lemma, head, end, last, noun=head)


def of_phrase(table: TokenTable, start: int) -> CountedUnit | None:
    """The unit in "5 of the red pens"; "5 of them" leaves it to an earlier mention."""
    if table.lower[start] != "of":
        return None
    node = start + 1
    while table.tag[node] in _BEFORE_OWNED or table.dep[node] == "nmod:poss" or node in table.quantity_at:
        if table.lower[node] in _ANAPHORS and NOUNS.isdisjoint(table.upos[node + 1 : node + 4]):
            break
        node += 1
    return noun_group(table, node)


_PERCENT_WORDS = frozenset({"percent", "per", "cent", "%", "pct"})
_PACK_WORDS = frozenset({"pack", "packs", "count"})
_ABSTRACT = frozenset({"number", "amount", "total", "quantity", "lot", "rest"})


def written_unit(table: TokenTable, number: int) -> CountedUnit | None:
    """The unit written with a quantity; None for a number that counts nothing."""
    quantity, (_, end) = table.quantities[number], table.spans[number]
    if not quantity.countable:
        return None
    hint = quantity.unit_hint
    if quantity.kind is Kind.MONEY and hint is not None:
        return _hinted(table, end, lemma_of_unit(hint))
    if quantity.kind is Kind.PERCENT:
        while table.lower[end] in _PERCENT_WORDS:
            end += 1
        more = table.lower[end] in ("more", "fewer")
        return of_phrase(table, end) or CountedUnit((), None, None, end, end, elided=more)
    if quantity.kind is Kind.MULTIPLIER:
        return _compared(table, end)
    if hint is not None:
        if hint in _PACK_WORDS:
            after = _hinted(table, end, hint).end
            return of_phrase(table, after) or CountedUnit((), None, None, after, after, elided=True)
        hinted = _hinted(table, end, lemma_of_unit(hint))
        joined = table.lower[end] in ("-", "–", "‑") or hinted.index is None
        return hinted if joined else noun_group(table, end, number)
    abbreviation = data_table("rates")["abbreviations"].get(table.lower[end].rstrip("."))
    if abbreviation is not None:
        return CountedUnit((abbreviation[0],), abbreviation[0], end, end + 1, end + 1, noun=end)
    if table.lower[end] in ("a", "an") and quantity.value < 1:
        return noun_group(table, end + 1, number)  # "half an hour"
    part = of_phrase(table, end)
    if part is None:
        return noun_group(table, end, number)
    if quantity.value > 1 and _is_bare_singular(table, end + 1, part):  # "14 bottles of juice and 16 of syrup"
        return CountedUnit((), None, None, end, part.last, elided=True)
    return part


def _is_bare_singular(table: TokenTable, start: int, part: CountedUnit) -> bool:
    """True for what only says which sort: the "syrup" of "16 of syrup" and the "green tea" of "20 of green tea"."""
    if part.index is None or not is_singular(table, part.index):
        return False
    return all(table.upos[node] in ("ADJ", "NOUN", "PROPN") for node in range(start, part.index + 1))


def _hinted(table: TokenTable, end: int, hint: str) -> CountedUnit:
    """A unit that the writing of the number gives; the word itself is stepped over where it is a token."""
    index = None
    for node in (end, end + 1):
        if table.lower[node] in ("-", "–", "‑"):
            continue
        word = lemma_of_unit(table.lemma[node].lower())
        if word == hint or (word and table.lower[node].rstrip("s") == hint.rstrip("s")):
            index, end = node, node + 1
        break
    return CountedUnit((hint,), hint, index, end, end, noun=index)


def _compared(table: TokenTable, end: int) -> CountedUnit:
    """The unit of a multiplier: "times as many pens", "the number of pens"; bare "twice" counts times."""
    node = end + (table.lower[end] in ("times", "time"))
    ahead, measure = table.lower[node : node + 2]
    if ahead in ("a", "an", "each", "every", "per", ".", ",", "and", "?"):
        return CountedUnit(("time",), "time", None, node, node)
    if ahead == "as":
        if measure not in ("many", "much", "few"):
            return CountedUnit((), None, None, node, node)
        group = noun_group(table, node + 2)
        return replace(group, elided=group.head is None and measure == "many")
    start = node
    while table.lower[node] in _DETERMINERS:
        node += 1
    if table.lower[node] in _ABSTRACT:
        return of_phrase(table, node + 1) or CountedUnit((), None, None, node + 1, node + 1, elided=True)
    return noun_group(table, node) if node > start else CountedUnit((), None, None, end, end)

"""Clauses: the verb of each quantity and the subject of that verb.

Word order decides where it is plain (a verb right before the number, a number phrase that opens its clause, a clause
whose verb is left out); elsewhere the dependency tree does (docs/method.md).
"""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.receivers import receiver
from arithmetree.reading.subjects import subject_of
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.noun_groups import Unit
from arithmetree.reading.verbs import governing_verb, main_verb, verb_right_before, verb_to_the_left
from arithmetree.reading.word_order import APPROXIMATE, MONEY_SIGNS, is_border, is_fronted, noun_start, phrase_start
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
    sentence_start = max(table.sentence(first)[0], first - REACH)
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
    if len(token.text) == 1 and token.text.isupper() and table.upos[node - 1] in ("NOUN", "PROPN"):
        node -= 1  # "ferry A takes 45 cars, ferry B 30"
    start = node
    while start > sentence_start and (
        table.upos[start - 1] in ("DET", "ADJ", "NOUN", "PROPN", "NUM")
        or table.tag[start - 1] in ("PRP$", "POS", "HYPH", "VBN")
        or table.dep[start - 1] == "amod"
    ):
        start -= 1
    joint = start - 1
    while joint > sentence_start and table.upos[joint] == "ADP" and table.upos[joint - 1] in _NOUNS:
        node = start = joint - 1  # "the room $40 and the night in the clinic $60"
        while start > sentence_start and (
            table.upos[start - 1] in ("DET", "ADJ", "NOUN", "PROPN") or table.tag[start - 1] == "PRP$"
        ):
            start -= 1
        joint = start - 1
    if joint < sentence_start or table.lower[joint] not in _JOINTS:
        return None
    if comma and table.lower[joint] != ";":
        return None
    return node


def _names_time(lemma: str) -> bool:
    """True for a word that says when; "the first" and "the second" may stand for things."""
    return lemma in words("clauses", "time", "words") and lemma not in _STAND_INS


def _repeats_preposition(table: TokenTable, number: int, node: int) -> bool:
    """True for the second "through" of "the kittens got through 12 tins and the cats through 18"."""
    if number == 0 or table.upos[node] != "ADP":
        return False
    before = table.spans[number - 1][0] - 1
    before -= table.lower[before] in MONEY_SIGNS  # "Children get in for $4 and adults for $7"
    follows = before > 0 and table.upos[before - 1] in ("VERB", "ADV", "ADP")
    return follows and table.lower[before] == table.lower[node]


def _is_unknown_noun(table: TokenTable, node: int) -> bool:
    """True for a rare noun that was read as an adjective: "the room $40 and the anaesthetic $25"."""
    if table.upos[node] != "ADJ" or table.lower[node] in _BEFORE_NUMBERS:
        return False
    return table.lower[node - 1] in ("the", "a", "an") and table.tag[node] == "JJ"


def counted_subject(table: TokenTable, unit: Unit, anchor: int) -> tuple[int | None, int]:
    """The noun of a counted subject whose verb is left out, and the number that it goes with.

    The subject is "families" for the 3 of "2 classes planted 9 trees and 3 families 6".
    """
    after = unit.end
    while after < len(table.tokens) and (table.lower[after] in MONEY_SIGNS or table.lower[after] in APPROXIMATE):
        after += 1
    other = table.quantity_at.get(after)
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
    return table.upos[noun] in _NOUNS and noun - 1 == verb


def opened_clause(table: TokenTable, number: int, unit: Unit) -> tuple[int, int] | None:
    """Verb and subject where the quantity's own phrase is the subject: "7 crayons snapped", "do 4 tickets cost"."""
    first = phrase_start(table, table.spans[number][0])
    sentence_start, sentence_end = table.sentence(first)
    before = first - 1
    inverted = before >= sentence_start and table.upos[before] == "AUX" and table.dep[before].startswith("aux")
    if not inverted and before >= sentence_start and not is_border(table, before) and not is_fronted(table, before):
        return None
    node = unit.last
    while node < sentence_end and table.upos[node] == "ADV":
        node += 1
    if node >= sentence_end:
        return None
    token = table.tokens[node]
    own = unit.index if unit.index is not None and unit.index < unit.end else table.anchor(number)
    if table.lower[unit.end - 1] in ("one", "ones"):
        own = unit.end - 1
    if table.lower[table.spans[number][1] : table.spans[number][1] + 1] == ["of"]:
        own = table.anchor(number)
    own = _first_of_list(table, own)
    if before > sentence_start and table.lower[before] == "and":
        other = before - 1 if table.upos[before - 1] in _NOUNS else own
        asked = noun_start(table, other, sentence_start) - 1
        if asked > sentence_start and table.upos[asked] == "AUX" and own > other:
            own = other  # "do 4 spiders and 5 ants have"
    if inverted:
        describes = token.tag == "VBN" and table.lemma[before] == "do"  # "do the 9 quilts made here contain"
        acts = token.upos == "VERB" and token.dep not in ("amod", "compound") and not describes
        return (node, own) if acts else None
    if token.upos == "AUX" or token.tag == "MD":
        return main_verb(table, node, sentence_end), own
    if (
        token.upos == "VERB"
        and token.tag in ("VBD", "VBZ", "VBP")
        and (table.lower[node] != "left" or token.tag == "VBD")
    ):
        return node, own
    if token.tag == "VBN" and table.lower[node] != "left" and node + 1 < sentence_end:
        # "18 lamps were gilded and 29 painted black": the auxiliary is said once
        ends = is_border(table, node + 1) or (unit.elided and table.upos[node + 1] in ("ADP", "ADJ", "ADV"))
        return (node, own) if ends else None
    return None


def _first_of_list(table: TokenTable, index: int) -> int:
    """The first of the nouns that a noun is coordinated with, as long as there is no verb between them."""
    while table.dep[index] == "conj":
        above = table.head[index]
        if above > index or index - above > REACH or table.upos[above] not in ("NOUN", "PROPN", "NUM"):
            break
        if any(table.upos[node] in ("VERB", "AUX", "ADP") for node in range(above, index)):
            break
        left = verb_to_the_left(table, above)
        if left is not None and not any(is_border(table, node) for node in range(left, above)):
            break  # "has 15 shelves and 23 books lie": the first noun is the object of another verb
        index = above
    return index


_TIMES = frozenset({"when", "while", "before", "after", "until", "once"})


def remnant(table: TokenTable, number: int, unit: Unit) -> tuple[int, int] | None:
    """A bare number that repeats a counted subject: "27 were taken before the flood and 43 after it"."""
    first, end = table.spans[number]
    if not unit.elided or number == 0 or end >= len(table.tokens):
        return None
    joint = phrase_start(table, first) - 1
    if table.upos[end] == "PUNCT":
        return _timed_remnant(table, number, joint)
    if table.upos[end] != "ADP":
        return None
    if joint < 0 or table.lower[joint] not in ("and", ",", "but") or table.lower[end] == "of":
        return None
    anchor, before = table.anchor(number), table.anchor(number - 1)
    opening = openings(table).get(before)
    if opening is None and number > 1:  # the third of a row: "30 on Monday, 20 on Tuesday and 10 on Sunday"
        before = table.anchor(number - 2)
        opening = openings(table).get(before)
    if opening is None or table.tokens[before].sent != table.tokens[anchor].sent:
        return None
    verb, subject = opening
    if table.lower[joint] == "," and table.lower[end] == "to" and table.lower[verb + 1] != "to":
        return None  # "66 boarded the boats, eight to a boat"
    after = verb + 1 < joint and table.upos[verb + 1] in ("ADP", "ADV")
    counted = subject == before or table.head[before] == subject
    return (verb, anchor) if counted and after else None


def _timed_remnant(table: TokenTable, number: int, before: int) -> tuple[int, int] | None:
    """The same with the time in front: "In the first week 120 people came, in the second week 95"."""
    first = table.sentence(before)[0]
    if before <= first or table.upos[before] != "NOUN" or not is_fronted(table, before):
        return None
    for position in range(number - 1, max(number - 4, -1), -1):  # the "second" may come between
        start = table.spans[position][0]
        verb, subject = openings(table).get(table.anchor(position), (first, first))
        counted = start <= subject < verb and subject - start < 4 and first < verb < before
        if counted and table.lower[before] == table.lower[start - 1]:
            return verb, table.anchor(number)
    return None


def parallel_subject(table: TokenTable, number: int, unit: Unit) -> tuple[int, int] | None:
    """A counted subject with its own place: "12 adults got in at $8 and 15 students at $6"."""
    joint, end = phrase_start(table, table.spans[number][0]) - 1, unit.end
    if number == 0 or joint < 0 or unit.index is None or unit.elided or end >= len(table.tokens):
        return None
    if table.lower[joint] not in ("and", ",", "but") or table.upos[end] != "ADP" or table.lower[end] == "of":
        return None
    first = table.sentence(joint)[0]
    for node in range(joint - 1, first, -1):
        opening = openings(table).get(node)
        if opening is not None and opening[0] == node:
            particle = table.upos[node + 1] in ("ADP", "ADV") and table.upos[node + 2] == "ADP"
            place = node + 1 + particle
            counted = any(table.upos[kid] == "NUM" for kid in table.children[opening[1]])
            return (node, unit.index) if counted and table.lower[place] == table.lower[end] else None
    return None


def resumes(table: TokenTable, number: int, unit: Unit) -> bool:
    """True for a second amount of the main verb, after a clause of time: "ran 42 km before it rained and 15 after"."""
    joint = phrase_start(table, table.spans[number][0]) - 1
    if number == 0 or joint < 0 or table.lower[joint] not in ("and", "but"):
        return False
    start = table.spans[number - 1][1]
    if start >= joint:  # as where both numbers lie in the last word
        return False
    alike = unit.elided or (unit.index is not None and table.lower[unit.index] == table.lower[start])
    if not alike or table.tokens[start].sent != table.tokens[joint].sent:
        return False
    timed = next((node for node in range(start, joint) if table.lower[node] in _TIMES), None)
    if timed is None or any(table.upos[node] in ("VERB", "AUX") for node in range(start, timed)):
        return False
    return any(table.upos[node] in ("VERB", "AUX") for node in range(timed, joint))


def is_second_price(table: TokenTable, number: int) -> bool:
    """True for a second amount of money after an activity: "charges $50 for coming out and $35 for every hour"."""
    sign = table.spans[number][0] - 1
    if number == 0 or sign < 2 or table.lower[sign] not in MONEY_SIGNS or table.lower[sign - 1] not in ("and", "plus"):
        return False
    start, end = table.spans[number - 1]
    priced = start > 0 and table.lower[start - 1] in MONEY_SIGNS and end + 1 < sign
    if not priced or table.lower[end] not in ("for", "to"):
        return False
    after = table.spans[number][1]
    same = table.lower[after : after + 2] == table.lower[end : end + 2]  # "$1 for each car he washes and $2 for each"
    return same or table.tag[end + 1] in ("VBG", "VB")


_QUESTION_WORDS = frozenset({"how", "what", "which"})


def quantity_clause(table: TokenTable, number: int, unit: Unit) -> tuple[int | None, int | None]:
    """The verb that governs a quantity and the head of its subject, both as tokens."""
    anchor = table.anchor(number)
    if _is_before_question(table, anchor):
        return None, None
    opening = openings(table).get(anchor)
    if opening is not None:
        return opening
    opened = opened_clause(table, number, unit) or remnant(table, number, unit) or parallel_subject(table, number, unit)
    if opened is not None:
        return opened
    missing, shared = (None if unit.head == "time" else elliptical_subject(table, number)), anchor
    if missing is None:
        missing, shared = counted_subject(table, unit, anchor)
    if missing is not None:
        verb = verb_to_the_left(table, missing)
        if verb is not None:
            if receiver(table, verb, shared) == missing or object_repeats(table, number, verb):
                return verb, subject_of(table, verb)
            return verb, missing
    resumed = number - 1 if resumes(table, number, unit) or is_second_price(table, number) else number
    verb = verb_right_before(table, resumed)
    if verb is None:
        verb = governing_verb(table, table.anchor(resumed))
    return verb, (None if verb is None else subject_of(table, verb))


def _is_before_question(table: TokenTable, index: int) -> bool:
    """True in a list without a verb that a question follows: "Six crates of 20 figs: how many figs is that?"."""
    first, last = table.sentence(index)
    first, last = max(first, index - REACH), min(last, index + REACH)
    asks = next((node for node in range(index + 1, last - 1) if table.lower[node] in _QUESTION_WORDS), None)
    if asks is None or table.lower[asks - 1] not in (":", "-", "–", "—"):
        return False
    return not any(table.upos[node] in ("VERB", "AUX") for node in range(first, asks))

"""Clauses: the verb of each quantity and the subject of that verb.

Word order decides where it is plain (a verb right before the number, a number phrase that opens its clause, a clause
whose verb is left out); elsewhere the dependency tree does (docs/method.md).
"""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.receivers import receiver
from arithmetree.reading.subjects import STAND_INS, subject_of
from arithmetree.reading.tokens import NOUNS, REACH, VERBS, Clause, TokenTable
from arithmetree.reading.units.noun_groups import CountedUnit
from arithmetree.reading.verbs import governing_verb, main_verb, verb_right_before, verb_to_the_left
from arithmetree.reading.word_order import APPROXIMATE, MONEY_SIGNS, is_border, is_fronted, noun_start, phrase_start
from arithmetree.word_lists import words

_JOINTS = frozenset({"and", ",", "but", "while", ";", "or", "whereas", "–", "—"})
_BEFORE_AMOUNTS = (APPROXIMATE | MONEY_SIGNS) - {"another"}
_INSIDE = frozenset({"DET", "ADJ", "NOUN", "PROPN", "NUM", "PRP$"})
_INSIDE_SUBJECTS = _INSIDE | {"POS", "HYPH", "VBN"}


def quantity_clause(table: TokenTable, number: int, unit: CountedUnit | None) -> Clause:
    """The clause of a quantity; without a verb for a number that counts nothing."""
    anchor = table.anchor(number)
    if unit is None or _is_before_question(table, anchor):
        return Clause(None, None)
    opened = openings(table).get(anchor) or _opened_clause(table, number, unit) or _remnant(table, number, unit)
    if opened is not None:
        return Clause(*opened)
    missing, shared = (None if unit.head == "time" else _elliptical_subject(table, number)), anchor
    if missing is None:
        missing, shared = _counted_subject(table, unit, anchor)
    verb = None if missing is None else verb_to_the_left(table, missing)
    if verb is not None:
        return Clause(verb, subject_of(table, verb) if receiver(table, verb, shared) == missing else missing)
    verb = verb_right_before(table, number)
    if verb is None:
        verb = governing_verb(table, anchor)
    return Clause(verb, None if verb is None else subject_of(table, verb))


def _is_before_question(table: TokenTable, index: int) -> bool:
    """True in a list without a verb that a question follows: "Six crates of 20 figs: how many figs is that?"."""
    first, last = table.sentence(index)
    first, last = max(first, index - REACH), min(last, index + REACH)
    asks = next((node for node in range(index + 1, last - 1) if table.lower[node] in ("how", "what", "which")), None)
    opens = asks is not None and table.lower[asks - 1] in (":", "-", "–", "—")
    return opens and VERBS.isdisjoint(table.upos[first:asks])


def _elliptical_subject(table: TokenTable, number: int) -> int | None:
    """The subject of a clause whose verb is left out: "Mia" for the 5 of "Tom bought 3 pens and Mia 5"."""
    here = table.spans[number][0]
    first, node = max(table.sentence(here)[0], here - REACH), here - 1
    while node >= first and table.lower[node] in _BEFORE_AMOUNTS:
        node -= 1
    if node > first + 1 and table.lower[node] in ("next", "remaining") and table.lower[node - 1] == "the":
        node -= 2  # "Tom drove the first 145 miles and Ana the next 230"
    if node > first and _repeats_preposition(table, number, node):
        node -= 1
    if node <= first or not _may_be_subject(table, node, first):
        return None
    if len(table.lower[node]) == 1 and table.upos[node - 1] in NOUNS:
        node -= 1  # "ferry A takes 45 cars, ferry B 30"
    start = node
    while start > first and table.is_a(start - 1, _INSIDE_SUBJECTS):
        start -= 1
    joint = start - 1
    while joint > first and table.upos[joint] == "ADP" and table.upos[joint - 1] in NOUNS:
        node = start = joint - 1  # "the room $40 and the night in the clinic $60"
        while start > first and table.is_a(start - 1, _INSIDE - {"NUM"}):
            start -= 1
        joint = start - 1
    return node if joint >= first and table.lower[joint] in _JOINTS else None


def _may_be_subject(table: TokenTable, node: int, first: int) -> bool:
    """True for a noun, also a rare one that was read as an adjective, and for a word that stands for one."""
    word, stands_in = table.lower[node], table.lower[node] in STAND_INS
    rare = table.tag[node] == "JJ" and table.lower[node - 1] in ("the", "a", "an")  # "and the anaesthetic $25"
    rare = rare and word not in words("nouns", "before_amounts")
    if not stands_in and not rare and (table.upos[node] not in NOUNS or word == "remaining"):
        return False
    if not stands_in and (node in table.quantity_at or table.lemma[node].lower() in words("clauses", "time", "words")):
        return False
    # "and another 30" is none; but "one weighs 2 kg, another 3 kg"
    return word not in ("another", "other") or "one" in table.lower[first:node]


def _repeats_preposition(table: TokenTable, number: int, node: int) -> bool:
    """True for the second "through" of "the kittens got through 12 tins and the cats through 18"."""
    if number == 0 or table.upos[node] != "ADP":
        return False
    before = table.spans[number - 1][0] - 1
    before -= table.lower[before] in MONEY_SIGNS  # "Children get in for $4 and adults for $7"
    return table.upos[before - 1] in ("VERB", "ADV", "ADP") and table.lower[before] == table.lower[node]


def _counted_subject(table: TokenTable, unit: CountedUnit, anchor: int) -> tuple[int | None, int]:
    """The noun of a counted subject whose verb is left out, and the number that it goes with.

    The subject is "families" for the 3 of "2 classes planted 9 trees and 3 families 6".
    """
    after = unit.end
    while table.lower[after] in _BEFORE_AMOUNTS:
        after += 1
    other = table.quantity_at.get(after)
    if unit.index is None or other is None or _elliptical_subject(table, other) != unit.index:
        return None, anchor
    return unit.index, table.anchor(other)


def _opened_clause(table: TokenTable, number: int, unit: CountedUnit) -> tuple[int, int] | None:
    """Verb and subject where the quantity's own phrase is the subject: "7 crayons snapped", "do 4 tickets cost"."""
    start = phrase_start(table, table.spans[number][0])
    (first, last), before = table.sentence(start), start - 1
    inverted = before >= first and table.upos[before] == "AUX" and table.dep[before].startswith("aux")
    if not inverted and before >= first and not is_border(table, before) and not is_fronted(table, before):
        return None
    node = unit.last
    while node < last and table.upos[node] == "ADV":
        node += 1
    if node >= last:
        return None
    own = _counted_head(table, number, unit)
    if before > first and table.lower[before] == "and":
        other = before - 1 if table.upos[before - 1] in NOUNS else own
        asked = noun_start(table, other, first) - 1
        if asked > first and table.upos[asked] == "AUX" and own > other:
            own = other  # "do 4 spiders and 5 ants have"
    upos, tag = table.upos[node], table.tag[node]
    if inverted:
        return (node, own) if upos == "VERB" else None
    if upos == "AUX":
        return main_verb(table, node, last), own
    if upos == "VERB" and tag in ("VBD", "VBZ", "VBP"):
        return node, own
    if tag == "VBN" and table.lower[node] != "left":
        # "18 lamps were gilded and 29 painted black": the auxiliary is said once
        ends = is_border(table, node + 1) or (unit.elided and table.upos[node + 1] in ("ADP", "ADJ", "ADV"))
        return (node, own) if ends else None
    return None


def _counted_head(table: TokenTable, number: int, unit: CountedUnit) -> int:
    """The head of a quantity's own phrase, or of the list that it is in."""
    if table.lower[table.spans[number][1]] == "of":
        own = table.anchor(number)
    elif table.lower[unit.end - 1] in ("one", "ones"):
        own = unit.end - 1
    else:
        own = table.anchor(number) if unit.index is None else unit.index
    while table.dep[own] == "conj":
        above = table.head[own]
        if above > own or table.upos[above] not in ("NOUN", "PROPN", "NUM"):
            break
        if not {"VERB", "AUX", "ADP"}.isdisjoint(table.upos[above:own]):
            break
        left = verb_to_the_left(table, above)
        if left is not None and not any(is_border(table, node) for node in range(left, above)):
            break  # "has 15 shelves and 23 books lie": the first noun is the object of another verb
        own = above
    return own


def _remnant(table: TokenTable, number: int, unit: CountedUnit) -> tuple[int, int] | None:
    """A bare number that repeats a counted subject: "27 were taken before the flood and 43 after it"."""
    first, end = table.spans[number]
    if not unit.elided or number == 0 or end >= len(table):
        return None
    joint = phrase_start(table, first) - 1
    if table.upos[end] != "ADP" or table.lower[joint] not in ("and", ",", "but") or table.lower[end] == "of":
        return None
    anchor, before = table.anchor(number), table.anchor(number - 1)
    if before not in openings(table) and number > 1:
        before = table.anchor(number - 2)  # the third of a row: "30 on Monday, 20 on Tuesday and 10 on Sunday"
    if before not in openings(table) or table.sentence(before) != table.sentence(anchor):
        return None
    verb, subject = openings(table)[before]
    if table.lower[joint] == "," and table.lower[end] == "to":
        return None  # "66 boarded the boats, eight to a boat"
    counted = subject == before or table.head[before] == subject
    return (verb, anchor) if counted and verb + 1 < joint and table.upos[verb + 1] in ("ADP", "ADV") else None

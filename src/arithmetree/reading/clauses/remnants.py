"""Amounts that share the verb of the clause before: "27 were taken before the flood and 43 after it"."""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.unit_words import Unit
from arithmetree.reading.word_order import MONEY_SIGNS, is_fronted, phrase_start

_TIMES = frozenset({"when", "while", "before", "after", "until", "once"})


def remnant(table: TokenTable, number: int, unit: Unit) -> tuple[int, int] | None:
    """A bare number that repeats a counted subject: "27 were taken before the flood and 43 after it"."""
    first, end = table.spans[number]
    if not unit.elided or number == 0 or end >= len(table.tokens):
        return None
    joint = phrase_start(table, first) - 1
    if table.tokens[end].upos == "PUNCT":
        return _timed_remnant(table, number, joint)
    if table.tokens[end].upos == "ADJ" and table.lower[joint] in ("and", ",", "but"):
        return _described_remnant(table, number)
    if table.tokens[end].upos != "ADP":
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
    behind = verb + 1 < joint and table.tokens[verb + 1].upos in ("ADP", "ADV")
    counted = subject == before or table.tokens[before].head == subject
    return (verb, anchor) if counted and behind else None


def _described_remnant(table: TokenTable, number: int) -> tuple[int, int] | None:
    """The same with an adjective behind it: "12 are red and 9 blue"."""
    anchor, before = table.anchor(number), table.anchor(number - 1)
    verb, subject = openings(table).get(before, (None, None))
    end = table.spans[number][1] + 1
    ends = end >= len(table.tokens) or table.tokens[end].upos in ("PUNCT", "CCONJ")
    if verb is None or subject != before or not ends or table.tokens[verb].lemma != "be":
        return None
    between = range(verb + 1, table.spans[number][0])
    plain = all(table.tokens[node].upos in ("ADJ", "PUNCT", "CCONJ", "ADV") for node in between)
    return (verb, anchor) if plain else None


def _timed_remnant(table: TokenTable, number: int, before: int) -> tuple[int, int] | None:
    """The same with the time in front: "In the first week 120 people came, in the second week 95"."""
    first = table.sentences[table.tokens[before].sent][0]
    if before <= first or table.tokens[before].upos != "NOUN" or not is_fronted(table, before):
        return None
    for position in range(number - 1, max(number - 4, -1), -1):  # the "second" may stand between
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
    if table.lower[joint] not in ("and", ",", "but") or table.tokens[end].upos != "ADP" or table.lower[end] == "of":
        return None
    first = table.sentences[table.tokens[joint].sent][0]
    for node in range(joint - 1, first, -1):
        opening = openings(table).get(node)
        if opening is not None and opening[0] == node:
            particle = table.tokens[node + 1].upos in ("ADP", "ADV") and table.tokens[node + 2].upos == "ADP"
            place = node + 1 + particle
            counted = any(table.tokens[kid].upos == "NUM" for kid in table.children[opening[1]])
            return (node, unit.index) if counted and table.lower[place] == table.lower[end] else None
    return None


def resumes(table: TokenTable, number: int, unit: Unit) -> bool:
    """True for a second amount of the main verb, behind a clause of time: "ran 42 km before it rained and 15 after"."""
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
    if timed is None or any(table.tokens[node].upos in ("VERB", "AUX") for node in range(start, timed)):
        return False
    return any(table.tokens[node].upos in ("VERB", "AUX") for node in range(timed, joint))


def is_second_price(table: TokenTable, number: int) -> bool:
    """True for a second amount of money behind an activity: "charges $50 for coming out and $35 for every hour"."""
    sign = table.spans[number][0] - 1
    if number == 0 or sign < 2 or table.lower[sign] not in MONEY_SIGNS or table.lower[sign - 1] not in ("and", "plus"):
        return False
    start, end = table.spans[number - 1]
    priced = start > 0 and table.lower[start - 1] in MONEY_SIGNS and end + 1 < sign
    if not priced or table.lower[end] not in ("for", "to"):
        return False
    behind = table.spans[number][1]
    same = table.lower[behind : behind + 2] == table.lower[end : end + 2]  # "$1 for each car he washes and $2 for each"
    return same or table.tokens[end + 1].tag in ("VBG", "VB")

"""Who does what to a quantity: its verb and that verb's subject.

Word order decides where it is plain (a verb right before the number, a number phrase that opens its clause, a
clause whose verb is left out); elsewhere the dependency tree does (METHOD.md section 2).
"""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.clauses.ellipses import counted_subject, elliptical_subject, object_repeats
from arithmetree.reading.clauses.opened import opened_clause
from arithmetree.reading.clauses.remnants import is_second_price, parallel_subject, remnant, resumes
from arithmetree.reading.receivers import receiver
from arithmetree.reading.subjects.of_verbs import subject_of
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.unit_words import Unit
from arithmetree.reading.verbs import governing_verb, verb_right_before, verb_to_the_left

_QUESTION_WORDS = frozenset({"how", "what", "which"})


def quantity_clause(table: TokenTable, number: int, unit: Unit) -> tuple[int | None, int | None]:
    """The verb that governs a quantity and the head of its subject, both as tokens."""
    anchor = table.anchor(number)
    if _stands_before_question(table, anchor):
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


def _stands_before_question(table: TokenTable, index: int) -> bool:
    """True in a list without a verb that a question follows: "Six crates of 20 figs: how many figs is that?"."""
    first, last = table.sentences[table.tokens[index].sent]
    first, last = max(first, index - REACH), min(last, index + REACH)
    asks = next((node for node in range(index + 1, last - 1) if table.lower[node] in _QUESTION_WORDS), None)
    if asks is None or table.lower[asks - 1] not in (":", "-", "–", "—"):
        return False
    return not any(table.tokens[node].upos in ("VERB", "AUX") for node in range(first, asks))

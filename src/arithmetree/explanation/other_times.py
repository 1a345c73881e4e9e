"""Numbers left out as they are told of another time, or of something else that happened."""

from __future__ import annotations

from itertools import pairwise

from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.places import quoted, verb_span, words_asked, words_near, written_number
from arithmetree.features.facts import ProblemFacts
from arithmetree.word_lists import words


def another_time(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """It is told of last year, of the next time or of a usual day, and no used number is."""
    facts = calc.facts
    wanted = words("explanation", "time", "other")
    times = words("clauses", "time", "words") | words("measures", "durations")
    if words_asked(facts, wanted) or any(words_near(facts, k, wanted, reach=8) for k in used):
        return None
    for word, behind in pairwise(facts.problem.tokens):
        is_near = (word.start, word.end) in words_near(facts, number, wanted, reach=8)
        if is_near and behind.lemma.lower() in times:
            said = quoted(facts, (word.start, behind.end))
            shown = written_number(calc.facts, number)
            return f"The {shown} is told of another time ({said}) than the question asks about."
    return None


def other_time(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """It is told of another day, week or season than the question names."""
    facts = calc.facts
    times = words("clauses", "time", "words") - words("explanation", "time", "vague")
    asked = [word for word in facts.problem.tokens if _in_question(word.start, facts) and word.lemma.lower() in times]
    own = [word for word in facts.quantities[number].schema.time_words if word in times]
    if not asked or not own or {word.lemma.lower() for word in asked} & set(own):
        return None
    if any(set(own) & set(facts.quantities[k].schema.time_words) for k in used):
        return None
    said = _written_time(own[0], number, calc)
    shown = written_number(calc.facts, number)
    return f"The {shown} is told of {said}, but the question asks about {asked[0].text}."


def _in_question(start: int, facts: ProblemFacts) -> bool:
    question = facts.problem.question
    return question is not None and question.start <= start < question.end


def _written_time(word: str, number: int, calc: Calculation) -> str:
    sentence = calc.facts.quantities[number].schema.sentence
    return next((t.text for t in calc.facts.problem.tokens if t.sent == sentence and t.lemma.lower() == word), word)


def other_event(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """Its verb is told of no used number and is not asked about."""
    facts = calc.facts
    question = facts.problem.question
    schema = facts.quantities[number].schema
    span = verb_span(facts, number)
    told = {facts.quantities[k].schema.verb for k in used}
    if question is None or span is None or schema.verb in told | {question.verb, "be", "have", "do"}:
        return None
    if schema.verb_index is None or facts.problem.tokens[schema.verb_index].upos != "VERB":
        return None
    shown = written_number(calc.facts, number)
    return f"The {shown} goes with {quoted(facts, span)}, and the question does not ask about that."

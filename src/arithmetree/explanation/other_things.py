"""Numbers left out as they count another thing, or another kind of it, than the question asks for."""

from __future__ import annotations

from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.nouns import noun_words
from arithmetree.explanation.places import written_number, written_unit
from arithmetree.explanation.units import alike, is_factor, is_money
from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.views.amount_text import singular


def other_kind(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """Red apples where the question asks for green ones."""
    question = calc.facts.problem.question
    schema = calc.facts.quantities[number].schema
    if question is None or question.unit_head is None or schema.unit_head != question.unit_head:
        return None
    wanted, own = set(question.unit) - {question.unit_head}, set(schema.unit) - {schema.unit_head}
    if not wanted or not own or wanted & own:
        return None
    written = written_unit(calc.facts, number)
    if written is None:
        return None
    asked = " ".join(_in_order(question.unit, calc))
    shown = written_number(calc.facts, number)
    return f"The {shown} counts {' '.join(written.words)}, but the question asks for {asked}."


def _in_order(unit: tuple[str, ...], calc: Calculation) -> list[str]:
    question = calc.facts.problem.question
    assert question is not None
    return [
        token.text
        for token in calc.facts.problem.tokens
        if question.start <= token.start < question.end and token.lemma.lower() in unit
    ]


def other_unit(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """Another thing than asked for, which no used number counts either."""
    facts = calc.facts
    schema = facts.quantities[number].schema
    own = schema.rate.numerator if schema.rate is not None else schema.unit_head
    asked = calc.unit_words(calc.tree)
    if own is None or asked is None or is_factor(number, facts):
        return None
    written = written_unit(facts, number) is not None or schema.quantity.kind is Kind.MONEY
    own_words = noun_words(own, facts)
    if not written or own_words == asked or alike(own, _lemma_asked(calc)):
        return None
    if any(alike(own, noun) for k in used for noun in nouns_of(k, facts)):
        return None
    shown = written_number(facts, number)
    each = "" if schema.rate is None else f" for each {calc.one_of(schema.rate.denominator)}"
    if is_money(own):
        return f"The {shown} is an amount of money{each}, but the question asks for {asked}."
    counted = _counted_words(number, calc, own_words or own)
    wanted = "money" if is_money(singular(asked)) else asked
    return f"The {shown} counts {counted}{each}, but the question asks for {wanted}."


def _counted_words(number: int, calc: Calculation, noun: str) -> str:
    written = written_unit(calc.facts, number)
    if written is None:
        return noun
    phrase = list(written.words)
    phrase[written.head] = noun
    return " ".join(phrase)


def nouns_of(number: int, facts: ProblemFacts) -> tuple[str | None, ...]:
    schema = facts.quantities[number].schema
    rate = () if schema.rate is None else (schema.rate.numerator, schema.rate.denominator)
    return (schema.unit_head, *rate)


def _lemma_asked(calc: Calculation) -> str | None:
    question = calc.facts.problem.question
    over = calc.units[calc.tree].over
    return over if question is None or question.unit_head is None else question.unit_head

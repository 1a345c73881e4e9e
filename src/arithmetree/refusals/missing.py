"""Missing information: the question asks for something that nothing in the text measures."""

from __future__ import annotations

from arithmetree.features.facts import concept
from arithmetree.quantities import Kind
from arithmetree.refusals.kinds import another_kind
from arithmetree.refusals.verdict import Code, Refusal
from arithmetree.schemas import Problem, Question, Schema
from arithmetree.word_lists import words

_DIMENSIONS = ("lengths", "weights", "volumes")
_MONEY = "<money>"


def missing_information(problem: Problem, question: Question) -> Refusal | None:
    """The refusal of a question about a price, a measure or a kind of thing of which the text gives no number."""
    span = ((question.start, question.end),)
    if question.asks in ("how much", "what"):
        asked = (token for token in problem.tokens if question.start <= token.start < question.end)
        paying = words("refusals", "missing", "paying")
        pays = next((token for token in asked if token.lemma.lower() in paying), None)
        if pays is not None and not _speaks_of_money(problem):
            message = f'The question asks about money ("{pays.text}"), but the text gives no amount of money.'
            return Refusal(Code.MISSING_INFORMATION, message, span)
    if question.asks == "how many":
        for dimension in _DIMENSIONS:
            if question.unit_head in words("measures", dimension) and not _measured(problem, question, dimension):
                message = (
                    f"The question asks for {question.unit_head}s, but nothing in the text is measured in such units."
                )
                return Refusal(Code.MISSING_INFORMATION, message, span)
    return another_kind(problem, question)


def _speaks_of_money(problem: Problem) -> bool:
    if any(_is_money(schema) for schema in problem.schemas):
        return True
    return any(token.lemma.lower() in words("measures", "money") for token in problem.tokens)  # "costs a dollar"


def _is_money(schema: Schema) -> bool:
    units = [schema.unit_head] if schema.rate is None else [schema.unit_head, *_both(schema)]
    return schema.quantity.kind in (Kind.MONEY, Kind.PERCENT) or any(concept(unit) == _MONEY for unit in units)


def _measured(problem: Problem, question: Question, dimension: str) -> bool:
    """True if a quantity has such a unit, or the story names one ("runs a mile in 12 minutes")."""
    units = words("measures", dimension)
    if any(
        token.lemma.lower() in units for token in problem.tokens if not question.start <= token.start < question.end
    ):
        return True
    return any(unit in units for schema in problem.schemas for unit in (schema.unit_head, *schema.unit, *_both(schema)))


def _both(schema: Schema) -> tuple[str, ...]:
    return () if schema.rate is None else (schema.rate.numerator, schema.rate.denominator)

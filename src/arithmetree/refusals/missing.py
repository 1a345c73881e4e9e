"""Missing information: the question asks for something that nothing in the text measures."""

from __future__ import annotations

from arithmetree.measures import CONCEPT_OF_MONEY, LENGTHS, MONEY, VOLUMES, WEIGHTS, concept, dimensions, measures
from arithmetree.quantities import Kind
from arithmetree.refusals.kinds import another_kind
from arithmetree.refusals.verdict import Code, Refusal, asked_tokens
from arithmetree.schemas import Problem, Question, Schema
from arithmetree.word_lists import words

_SIDES = 3
_SOLIDS = frozenset({"cube", "cubic", "square"})


def missing_information(problem: Problem, question: Question) -> Refusal | None:
    """The refusal of a question about a price, a measure or a kind of thing of which the text gives no number."""
    span = ((question.start, question.end),)
    if question.asks in ("how much", "what"):
        paying = words("refusals", "missing", "paying")
        pays = next((token for token in asked_tokens(problem) if token.lemma.lower() in paying), None)
        if pays is not None and not _speaks_of_money(problem):
            message = f'The question asks about money ("{pays.text}"), but the text gives no amount of money.'
            return Refusal(Code.MISSING_INFORMATION, message, span)
    if question.asks == "how many":
        for dimension in dimensions(question.unit_head) & {LENGTHS, WEIGHTS, VOLUMES}:
            if not _measured(problem, dimension) and not (dimension == VOLUMES and _has_sides(problem)):
                message = (
                    f"The question asks for {question.unit_head}s, but nothing in the text is measured in such units."
                )
                return Refusal(Code.MISSING_INFORMATION, message, span)
    return another_kind(problem, question)


def _speaks_of_money(problem: Problem) -> bool:
    if any(_is_money(schema) for schema in problem.schemas):
        return True
    return any(measures(token.lemma.lower(), MONEY) for token in problem.tokens)  # "costs a dollar"


def _is_money(schema: Schema) -> bool:
    units = [schema.unit_head] if schema.rate is None else [schema.unit_head, *_both(schema)]
    in_money = any(concept(unit) == CONCEPT_OF_MONEY for unit in units)
    return in_money or schema.quantity.kind in (Kind.MONEY, Kind.PERCENT)


def _measured(problem: Problem, dimension: str) -> bool:
    """True if a quantity has such a unit, or the story names one ("runs a mile in 12 minutes")."""
    question = problem.story.question
    story = (token for token in problem.tokens if question is None or not question.covers(token.start))
    units = (unit for schema in problem.schemas for unit in (schema.unit_head, *schema.unit, *_both(schema)))
    return any(measures(token.lemma.lower(), dimension) for token in story) or any(
        measures(unit, dimension) for unit in units
    )


def _has_sides(problem: Problem) -> bool:
    """True if a volume can be worked out from lengths: "50 cm long, 30 cm wide and 40 cm high"."""
    lengths = sum(measures(schema.unit_head, LENGTHS) for schema in problem.schemas)
    return lengths >= _SIDES or (lengths > 0 and any(token.lemma.lower() in _SOLIDS for token in problem.tokens))


def _both(schema: Schema) -> tuple[str, ...]:
    return () if schema.rate is None else (schema.rate.numerator, schema.rate.denominator)

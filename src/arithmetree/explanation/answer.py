"""The unit of the answer: what the question names, else what the algebra of units gives."""

from __future__ import annotations

from arithmetree.explanation.nouns import asked_phrase, noun_words
from arithmetree.explanation.units import Unit, asked_noun, is_measure, is_money, units_of
from arithmetree.expressions import Tree, quantities
from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.views.amount_text import singular
from arithmetree.word_lists import words

_ABSTRACT = frozenset(
    {"number", "amount", "total", "quantity", "sum", "difference", "money", "cost", "price", "weight"}
)


def answer_unit(tree: Tree, facts: ProblemFacts, unit: Unit | None = None) -> str | None:
    """The unit of the answer as a phrase with its noun in the plural; None where the text does not tell.

    `unit` is the unit of the whole tree where it is known already.
    """
    asked = asked_noun(facts)
    if asked is not None and not _asks_rate(facts):
        return asked_phrase(facts)
    unit = units_of(tree, facts)[tree] if unit is None else unit
    if asked is not None:
        return _per(asked_phrase(facts), unit.over == asked, unit, facts)
    counted = _money_asked(tree, facts) or unit.over
    question = facts.problem.question
    named = None if question is None else question.unit_head
    # "How much milk" is answered in liters, "how many did she catch" by what was counted; else by what is named.
    is_answered = is_measure(counted) or is_money(counted) or question is None or question.asks != "how much"
    found = counted if counted is not None and (is_answered or named is None) else named
    if found in _ABSTRACT:
        found = None if counted in _ABSTRACT else counted
    text = noun_words(found, facts)
    return None if text is None else _per(text, found == unit.over, unit, facts)


def _per(text: str, is_counted: bool, unit: Unit, facts: ProblemFacts) -> str:
    """The unit with what it is counted for, where the question asks for a speed or another rate by name."""
    if not is_counted or unit.per is None or not _asks_rate(facts):
        return text
    return f"{text} per {singular(unit.per)}"


def _asks_rate(facts: ProblemFacts) -> bool:
    return bool(facts.question_lemmas & words("explanation", "rates", "asked"))


def _money_asked(tree: Tree, facts: ProblemFacts) -> str | None:
    """The coin of the numbers used, where the question asks for money by its verb: "What do the lessons cost?"."""
    if not facts.question_lemmas & words("feature_words", "money"):
        return None
    used = [facts.quantities[number].schema for number in quantities(tree)]
    coins = {schema.unit_head for schema in used if schema.quantity.kind is Kind.MONEY}
    return coins.pop() if len(coins) == 1 else None

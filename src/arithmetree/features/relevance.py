"""Features of one quantity for the question whether the answer needs it (METHOD.md section 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from arithmetree.features.facts import STRONG, ProblemFacts, QuantityFacts
from arithmetree.features.needs import doubts
from arithmetree.features.story import asked, role_of
from arithmetree.word_lists import table, words

Feature = str


def _unit(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    """The paper's unit group: does the question name the unit, and do other quantities match it better."""
    mine = facts.quantities[i].unit_match
    matches = [quantity.unit_match for quantity in facts.quantities]
    best = max(matches)
    yield f"unit-in-question={mine > 0}"
    yield f"unit-better-elsewhere={sum(match > mine for match in matches) > 0}"
    yield f"unit-best-count={min(matches.count(best), 4)}"
    yield f"unit-match={_compared(mine, best)}"


def _related(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    """The paper's related noun phrase group."""
    mine = facts.quantities[i].related_match
    matches = [quantity.related_match for quantity in facts.quantities]
    yield f"related-in-question={mine > 0}"
    yield f"related-better-elsewhere={sum(match > mine for match in matches) > 0}"
    yield f"related-best-count={min(matches.count(max(matches)), 4)}"


def _miscellaneous(facts: ProblemFacts, i: int) -> Iterator[Feature]:  # noqa: ARG001
    """The paper's miscellaneous group: the number of quantities."""
    yield f"quantities={min(len(facts.quantities), 6)}"


def _verb_class(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    quantity = facts.quantities[i]
    for name in quantity.classes:
        yield f"verb-class={name}"
    others = [other.schema.verb for k, other in enumerate(facts.quantities) if k != i]
    yield f"verb-shared={quantity.schema.verb in others}"
    question = facts.problem.question
    yield f"verb-of-question={same(quantity.schema.verb, None if question is None else question.verb)}"


def _transfer(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    schema = facts.quantities[i].schema
    yield f"subject-is-owner={same(schema.subject_resolved, facts.question_owner)}"
    yield f"recipient-is-owner={same(schema.recipient, facts.question_owner)}"
    subjects = [other.schema.subject_resolved for other in facts.quantities]
    owned = sum(same(subject, facts.question_owner) == "yes" for subject in subjects)
    yield f"owners={min(owned, 3)}-of-{min(len(subjects), 4)}"


def _units_of_all(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    """How the quantity's unit fits the question and the other quantities, rates included."""
    quantity = facts.quantities[i]
    asked = facts.question_concept
    yield f"concept-asked={same(quantity.concept, asked)}"
    alike = [k for k, other in enumerate(facts.quantities) if k != i and other.concept == quantity.concept]
    yield f"same-concept={min(len(alike), 3)}"
    yield f"is-rate={quantity.rate is not None}"
    if quantity.rate is not None:
        yield f"rate-numerator-asked={same(quantity.rate[0], asked)}"
        yield f"rate-denominator-asked={same(quantity.rate[1], asked)}"
        counted = any(other.concept == quantity.rate[1] for k, other in enumerate(facts.quantities) if k != i)
        yield f"rate-denominator-counted={counted}"
    others_rates = [other.rate for k, other in enumerate(facts.quantities) if k != i and other.rate is not None]
    if others_rates:
        yield f"counted-by-rate={any(quantity.concept == rate[1] for rate in others_rates)}"
        yield f"made-by-rate={any(quantity.concept == rate[0] for rate in others_rates)}"
    asked_others = sum(other.concept == asked for k, other in enumerate(facts.quantities) if k != i)
    yield f"asked-elsewhere={min(asked_others, 3)}"
    modifiers = quantity.unit - {quantity.schema.unit_head}
    if modifiers:
        yield f"modifier-in-question={bool(modifiers & facts.question_lemmas)}"
        heads_same = [facts.quantities[k] for k in alike]
        yield f"modifier-shared={any(modifiers & other.unit for other in heads_same)}"


def _sets(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    for word in set_words(facts.question_lemmas):
        yield f"question-{word}"
    for word in facts.quantities[i].near:
        yield f"near={word}"


def _time(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    schema = facts.quantities[i].schema
    question = facts.problem.question
    yield f"tense={schema.tense}"
    yield f"tense-of-question={question is not None and question.tense == schema.tense}"
    for word in schema.time_words:
        yield f"time-asked={word in facts.question_lemmas}"


def _comparison(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    comparison = facts.quantities[i].schema.comparison
    if comparison is not None:
        yield f"comparison={comparison.words}"
        yield f"comparison-target-asked={same(comparison.target, facts.question_owner)}"


def _position(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    quantity = facts.quantities[i]
    n = len(facts.quantities)
    yield f"kind={quantity.schema.quantity.kind}"
    yield f"place={'first' if i == 0 else 'last' if i == n - 1 else 'middle'}"
    yield f"in-question={quantity.in_question}"
    yield f"written-as-word={quantity.schema.quantity.text[:1].isalpha()}"
    yield f"value={_size(quantity)}"
    yield f"before={quantity.before}"
    if quantity.schema.unit_head is not None:
        yield f"unit={quantity.concept}"
    values = [other.value for k, other in enumerate(facts.quantities) if k != i]
    if values:
        yield f"largest={quantity.value > max(values)}"
        yield f"smallest={quantity.value < min(values)}"
        yield f"repeated={quantity.value in values}"


@lru_cache(maxsize=8)
def set_words(lemmas: frozenset[str]) -> tuple[str, ...]:
    """Which kinds of set words (total, left, each, ...) stand among some lemmas."""
    return tuple(name for name in table("feature_words")["sets"] if lemmas & words("feature_words", "sets", name))


def _compared(mine: int, best: int) -> str:
    return "none" if best == 0 else "best" if mine == best else "some" if mine else "less"


def same(one: str | None, other: str | None) -> str:
    """Whether two words are the same: yes, no, or unknown where one is missing."""
    if one is None or other is None:
        return "unknown"
    return "yes" if one.lower() == other.lower() else "no"


def _size(quantity: QuantityFacts) -> str:
    if quantity.value.denominator != 1:
        return "fraction" if quantity.value < 1 else "broken"
    return str(quantity.value) if quantity.value <= 2 else "small" if quantity.value <= 12 else "large"


def _story(facts: ProblemFacts, i: int) -> Iterator[Feature]:
    """The role of the quantity in the plot, and whether it is of the very kind that is asked for."""
    quantity = facts.quantities[i]
    role = role_of(quantity, facts)
    yield f"role={role}"
    for reason in doubts(facts, i) or ["none"]:
        yield f"{STRONG}doubt={reason}"
    yield f"role-for={asked(facts)}:{role}"
    question = facts.problem.question
    kinds = frozenset() if question is None else frozenset(question.unit) - {question.unit_head}
    if kinds and quantity.schema.unit_head is not None:
        others = any(kinds <= other.unit for other in facts.quantities)
        yield f"asked-kind={kinds <= quantity.unit},{others}"
    if question is not None:
        verbs = [other.schema.verb for other in facts.quantities]
        yield f"asked-verb={quantity.schema.verb == question.verb},{question.verb in verbs}"


GROUPS: dict[str, Callable[[ProblemFacts, int], Iterator[Feature]]] = {
    "unit": _unit,
    "related-np": _related,
    "miscellaneous": _miscellaneous,
    "verb-class": _verb_class,
    "transfer": _transfer,
    "rate-algebra": _units_of_all,
    "sets": _sets,
    "time": _time,
    "comparison": _comparison,
    "story": _story,
    "position": _position,
}
"""The groups by name; the first three are the paper's."""

PAPER_GROUPS = ("unit", "related-np", "miscellaneous")

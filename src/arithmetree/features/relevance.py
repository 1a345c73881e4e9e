"""Features of one quantity for the question whether the answer needs it (docs/method.md)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache

from arithmetree.features.facts import STRONG, ProblemFacts
from arithmetree.features.needs import doubts
from arithmetree.features.shared_words import (
    related_words,
    shared_with_others,
    shared_with_question,
    unit_and_related_words,
    unit_words,
)
from arithmetree.features.story import asked, role_of
from arithmetree.features.surroundings import window_of
from arithmetree.word_lists import table, words

Feature = str


def _unit(facts: ProblemFacts, i: int) -> list[Feature]:
    """The paper's unit group: does the question name the unit, and do other quantities match it better."""
    mine = facts.quantities[i].unit_match
    matches = [quantity.unit_match for quantity in facts.quantities]
    best = max(matches)
    return [
        f"unit-in-question={mine > 0}",
        f"unit-better-elsewhere={best > mine}",
        f"unit-best-count={min(matches.count(best), 4)}",
        f"unit-match={_compared(mine, best)}",
    ]


def _related(facts: ProblemFacts, i: int) -> list[Feature]:
    """The paper's related noun phrase group."""
    mine = facts.quantities[i].related_match
    matches = [quantity.related_match for quantity in facts.quantities]
    best = max(matches)
    return [
        f"related-in-question={mine > 0}",
        f"related-better-elsewhere={best > mine}",
        f"related-best-count={min(matches.count(best), 4)}",
    ]


def _miscellaneous(facts: ProblemFacts, i: int) -> list[Feature]:  # noqa: ARG001
    """The paper's miscellaneous group: the number of quantities."""
    return [f"quantities={min(len(facts.quantities), 6)}"]


def _unit_shared(facts: ProblemFacts, i: int) -> list[Feature]:
    """What the authors' code adds to the unit group: units that quantities share with each other."""
    return [f"unit-shared-{fact}" for fact in shared_with_others(facts, i, unit_words)]


def _related_in_sentence(facts: ProblemFacts, i: int) -> list[Feature]:
    """The related noun phrase group of the authors' code, by the paper's definition of a related noun phrase."""
    return [
        *[f"sentence-{fact}" for fact in shared_with_question(facts, i, related_words)],
        *[f"sentence-shared-{fact}" for fact in shared_with_others(facts, i, unit_and_related_words)],
    ]


def _window(facts: ProblemFacts, i: int) -> list[Feature]:
    """What the authors' code adds to the miscellaneous group: words and tags around the number, and small numbers."""
    return [
        f"two-quantities={len(facts.quantities) == 2}",
        f"one-or-two={facts.quantities[i].number in (1, 2)}",
        *window_of(facts, i),
    ]


def _verb_class(facts: ProblemFacts, i: int) -> list[Feature]:
    quantity = facts.quantities[i]
    others = [other.schema.verb for k, other in enumerate(facts.quantities) if k != i]
    question = facts.problem.question
    return [
        *[f"verb-class={name}" for name in quantity.classes],
        f"verb-shared={quantity.schema.verb in others}",
        f"verb-of-question={same(quantity.schema.verb, None if question is None else question.verb)}",
    ]


def _transfer(facts: ProblemFacts, i: int) -> list[Feature]:
    schema = facts.quantities[i].schema
    owner = facts.question_owner
    owned = [same(other.schema.subject_resolved, owner) for other in facts.quantities]
    return [
        f"subject-is-owner={owned[i]}",
        f"recipient-is-owner={same(schema.recipient, owner)}",
        f"owners={min(owned.count('yes'), 3)}-of-{min(len(owned), 4)}",
    ]


def _units_of_all(facts: ProblemFacts, i: int) -> list[Feature]:
    """How the quantity's unit fits the question and the other quantities, rates included."""
    quantity = facts.quantities[i]
    asked = facts.question_concept
    others = [other for k, other in enumerate(facts.quantities) if k != i]
    concepts = [other.concept for other in others]
    features = [
        f"concept-asked={same(quantity.concept, asked)}",
        f"same-concept={min(concepts.count(quantity.concept), 3)}",
        f"is-rate={quantity.rate is not None}",
    ]
    if quantity.rate is not None:
        features.append(f"rate-numerator-asked={same(quantity.rate[0], asked)}")
        features.append(f"rate-denominator-asked={same(quantity.rate[1], asked)}")
        features.append(f"rate-denominator-counted={quantity.rate[1] in concepts}")
    others_rates = [other.rate for other in others if other.rate is not None]
    if others_rates:
        features.append(f"counted-by-rate={any(quantity.concept == rate[1] for rate in others_rates)}")
        features.append(f"made-by-rate={any(quantity.concept == rate[0] for rate in others_rates)}")
    features.append(f"asked-elsewhere={min(concepts.count(asked), 3)}")
    modifiers = quantity.unit - {quantity.schema.unit_head}
    if modifiers:
        alike = [other for other in others if other.concept == quantity.concept]
        features.append(f"modifier-in-question={not modifiers.isdisjoint(facts.question_lemmas)}")
        features.append(f"modifier-shared={any(modifiers & other.unit for other in alike)}")
    return features


def _sets(facts: ProblemFacts, i: int) -> list[Feature]:
    return [
        *[f"question-{word}" for word in set_words(facts.question_lemmas)],
        *[f"near={word}" for word in facts.quantities[i].near],
    ]


def _time(facts: ProblemFacts, i: int) -> list[Feature]:
    schema = facts.quantities[i].schema
    question = facts.problem.question
    return [
        f"tense={schema.tense}",
        f"tense-of-question={question is not None and question.tense == schema.tense}",
        *[f"time-asked={word in facts.question_lemmas}" for word in schema.time_words],
    ]


def _comparison(facts: ProblemFacts, i: int) -> list[Feature]:
    comparison = facts.quantities[i].schema.comparison
    if comparison is None:
        return []
    return [
        f"comparison={comparison.words}",
        f"comparison-target-asked={same(comparison.target, facts.question_owner)}",
    ]


def _position(facts: ProblemFacts, i: int) -> list[Feature]:
    quantity = facts.quantities[i]
    n = len(facts.quantities)
    features = [
        f"kind={quantity.schema.quantity.kind}",
        f"place={'first' if i == 0 else 'last' if i == n - 1 else 'middle'}",
        f"in-question={quantity.in_question}",
        f"written-as-word={quantity.schema.quantity.text[:1].isalpha()}",
        f"value={_size(quantity.number)}",
        f"before={quantity.before}",
    ]
    if quantity.schema.unit_head is not None:
        features.append(f"unit={quantity.concept}")
    others = [other.number for k, other in enumerate(facts.quantities) if k != i]
    if others:
        features.append(f"largest={quantity.number > max(others)}")
        features.append(f"smallest={quantity.number < min(others)}")
        features.append(f"repeated={quantity.number in others}")
    return features


@lru_cache(maxsize=8)
def set_words(lemmas: frozenset[str]) -> tuple[str, ...]:
    """Which kinds of set words (total, left, each, ...) are among some lemmas."""
    return tuple(name for name, of_kind in sets_of_words().items() if lemmas & of_kind)


@cache
def sets_of_words() -> dict[str, frozenset[str]]:
    """The kinds of set words by name; those of totals and shares are the story's."""
    own = {name: words("feature_words", "sets", name) for name in table("feature_words")["sets"]}
    return own | {name: words("story", "asks", name) for name in ("total", "each")}


def _compared(mine: int, best: int) -> str:
    return "none" if best == 0 else "best" if mine == best else "some" if mine else "less"


def same(one: str | None, other: str | None) -> str:
    """Whether two words are the same: yes, no, or unknown where one is missing."""
    if one is None or other is None:
        return "unknown"
    return "yes" if one.lower() == other.lower() else "no"


def _size(number: int | Fraction) -> str:
    if number.denominator != 1:
        return "fraction" if number < 1 else "broken"
    return str(number) if number <= 2 else "small" if number <= 12 else "large"


def _story(facts: ProblemFacts, i: int) -> list[Feature]:
    """The role of the quantity in the plot, and whether it is of the very kind that is asked for."""
    quantity = facts.quantities[i]
    role = role_of(quantity, facts)
    features = [
        f"role={role}",
        *[f"{STRONG}doubt={reason}" for reason in doubts(facts, i) or ["none"]],
        f"role-for={asked(facts)}:{role}",
    ]
    question = facts.problem.question
    if question is None:
        return features
    kinds = frozenset(question.unit) - {question.unit_head}
    if kinds and quantity.schema.unit_head is not None:
        others = any(kinds <= other.unit for other in facts.quantities)
        features.append(f"asked-kind={kinds <= quantity.unit},{others}")
    verbs = [other.schema.verb for other in facts.quantities]
    features.append(f"asked-verb={quantity.schema.verb == question.verb},{question.verb in verbs}")
    return features


GROUPS: dict[str, Callable[[ProblemFacts, int], list[Feature]]] = {
    "unit": _unit,
    "unit/shared": _unit_shared,
    "related-np": _related,
    "related-np/sentence": _related_in_sentence,
    "miscellaneous": _miscellaneous,
    "miscellaneous/window": _window,
    "verb-class": _verb_class,
    "transfer": _transfer,
    "rate-algebra": _units_of_all,
    "sets": _sets,
    "time": _time,
    "comparison": _comparison,
    "story": _story,
    "position": _position,
}
"""The groups by name; the first three, with their parts after "/", are the paper's."""

PAPER_GROUPS = ("unit", "unit/shared", "related-np/sentence", "miscellaneous", "miscellaneous/window")

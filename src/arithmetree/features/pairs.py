"""Features of a pair of quantities for the operation at their lowest common ancestor (METHOD.md section 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from arithmetree.features.facts import STRONG, ProblemFacts, QuantityFacts
from arithmetree.features.plot import suggested
from arithmetree.features.relevance import Feature, same, set_words
from arithmetree.features.story import asked, role_of
from arithmetree.word_lists import words

PairGroup = Callable[[ProblemFacts, int, int], Iterator[Feature]]


def _individual(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    """The paper's group of each quantity: verb, rate, rate components in the question, words near it."""
    for side, k in (("1", i), ("2", j)):
        quantity = facts.quantities[k]
        yield f"{side}:verb={quantity.schema.verb}"
        yield f"{side}:rate={quantity.rate is not None}"
        if quantity.schema.rate is not None:
            yield f"{side}:rate-numerator-in-question={quantity.schema.rate.numerator in facts.question_lemmas}"
            yield f"{side}:rate-denominator-in-question={quantity.schema.rate.denominator in facts.question_lemmas}"
        for word in quantity.near:
            yield f"{side}:near={word}"


def _pair(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    """The paper's group of the pair: same verb, same mention, same unit, rates that meet, order of the values."""
    one, other = facts.quantities[i], facts.quantities[j]
    yield f"same-verb={one.schema.verb == other.schema.verb}"
    yield f"same-mention={one.schema.verb_index == other.schema.verb_index}"
    yield f"same-unit={_unit_overlap(one, other)}"
    for side, rate, unit in (("1", one.rate, other), ("2", other.rate, one)):
        if rate is not None:
            yield f"{side}:rate-meets={_meets(rate, unit)}"
    yield f"greater={one.value > other.value}"


def _question(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:  # noqa: ARG001
    """The paper's group of the question: comparison words, and whether it asks for a rate."""
    asked = facts.question_lemmas
    yield f"question-compares={bool(asked & words('feature_words', 'sets', 'difference'))}"
    yield f"question-rate={facts.asks_rate}"


def _verb_class(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    one, other = facts.quantities[i], facts.quantities[j]
    for side, quantity in (("1", one), ("2", other)):
        for name in quantity.classes:
            yield f"{side}:class={name}"
    for name in facts.question_classes:
        yield f"q:class={name}"
    question = facts.problem.question
    if question is not None:
        yield f"q:verb={question.verb}"
        for side, quantity in (("1", one), ("2", other)):
            yield f"{side}:verb-asked={quantity.schema.verb == question.verb}"
            yield f"{side}:class-asked={bool(set(quantity.classes) & set(facts.question_classes))}"


def _transfer(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    one, other = facts.quantities[i].schema, facts.quantities[j].schema
    owner = facts.question_owner
    for side, schema in (("1", one), ("2", other)):
        yield f"{side}:subject-owner={same(schema.subject_resolved, owner)}"
        if schema.recipient is not None:
            yield f"{side}:recipient-owner={same(schema.recipient, owner)}"
        yield f"{side}:subject-asked={_in(schema.subject_resolved, facts.question_lemmas)}"
    yield f"same-subject={same(one.subject_resolved, other.subject_resolved)}"
    yield f"to-subject={same(other.recipient, one.subject_resolved)}"


def _sets(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    for word in set_words(facts.question_lemmas):
        yield f"q:{word}"
    question = facts.problem.question
    if question is not None:
        yield f"q:asks={question.asks}"
    one, other = facts.quantities[i], facts.quantities[j]
    for side, quantity in (("1", one), ("2", other)):
        yield f"{side}:unit-asked={min(quantity.unit_match, 2)}"
        yield f"{side}:concept-asked={same(quantity.concept, facts.question_concept)}"
        yield f"{side}:modifier-asked={_modifier_asked(quantity, facts)}"
        yield f"{side}:related-asked={quantity.related_match > 0}"
        yield f"{side}:before={quantity.before}"
        yield f"{side}:after={quantity.after}"
    for word in sorted(facts.text_words & words("feature_words", "sets", "rest")):
        yield f"text:{word}"
    yield f"text:left={bool(facts.text_words & words('feature_words', 'sets', 'left'))}"
    yield f"text:each={bool(facts.text_words & words('feature_words', 'sets', 'each'))}"


def _rate_algebra(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    """Which operations give the unit of the question, by the algebra of units."""
    one, other = facts.quantities[i], facts.quantities[j]
    asked = facts.question_concept
    yield f"rates={one.rate is not None},{other.rate is not None}"
    for label in _fitting(one, other, asked):
        yield f"fits={label}"
    yield f"same-concept={same(one.concept, other.concept)}"
    for side, quantity in (("1", one), ("2", other)):
        if quantity.rate is not None:
            yield f"{side}:numerator-asked={same(quantity.rate[0], asked)}"
            yield f"{side}:denominator-asked={same(quantity.rate[1], asked)}"
    others = [facts.quantities[k] for k in range(len(facts.quantities)) if k not in (i, j)]
    yield f"other-rates={min(sum(k.rate is not None for k in others), 2)}"
    for side, quantity in (("1", one), ("2", other)):
        yield f"{side}:counted={any(k.rate is not None and k.rate[1] == quantity.concept for k in others)}"
    is_group = words("feature_words", "sets", "groups")
    for side, quantity in (("1", one), ("2", other)):
        yield f"{side}:group={quantity.schema.unit_head in is_group}"
    question = facts.problem.question
    yield f"q:group={question is not None and question.unit_head in is_group}"


def _time(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    one, other = facts.quantities[i].schema, facts.quantities[j].schema
    question = facts.problem.question
    asked = None if question is None else question.tense
    yield f"tenses={one.tense},{other.tense}"
    yield f"tense-asked={asked}"
    for side, schema in (("1", one), ("2", other)):
        for word in schema.time_words[:3]:
            yield f"{side}:time={word if word in _STEPS else 'other'}"


def _comparison(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    for side, k, rest in (("1", i, j), ("2", j, i)):
        comparison = facts.quantities[k].schema.comparison
        if comparison is None:
            continue
        yield f"{side}:compares={comparison.words}"
        if comparison.target is not None:
            yield f"{side}:target-owner={same(comparison.target, facts.question_owner)}"
            yield f"{side}:target-other={same(comparison.target, facts.quantities[rest].schema.subject_resolved)}"
            compared = facts.quantities[k].schema.subject_resolved
            yield f"{side}:subject-owner-compared={same(compared, facts.question_owner)}"


def _numbers(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    one, other = facts.quantities[i], facts.quantities[j]
    yield f"kinds={one.schema.quantity.kind},{other.schema.quantity.kind}"
    small, large = sorted((one.value, other.value))
    ratio = large / small if small > 0 else None
    yield f"divides={ratio is not None and ratio.denominator == 1}"
    yield f"equal={small == large}"
    yield f"ratio={_size(ratio)}"
    yield f"whole={one.value.denominator == 1},{other.value.denominator == 1}"


def _position(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    one, other = facts.quantities[i], facts.quantities[j]
    last = len(facts.quantities) - 1
    yield f"earlier={i < j}"
    yield f"same-sentence={one.schema.sentence == other.schema.sentence}"
    yield f"neighbours={abs(i - j) == 1}"
    yield f"in-question={one.in_question},{other.in_question}"
    yield f"quantities={min(last + 1, 5)}"
    yield f"first={i == 0},{j == 0}"
    yield f"last={i == last},{j == last}"


_STEPS = frozenset(
    {"now", "then", "later", "after", "before", "first", "already", "still", "next", "last", "finally", "originally"}
)


def _fitting(one: QuantityFacts, other: QuantityFacts, asked: str | None) -> Iterator[str]:
    """The labels whose result has the unit of the question: sums of it, rates times counts, totals over rates."""
    if asked is None:
        return
    for first, second, reverse in ((one, other, ""), (other, one, "r")):
        if first.rate is not None:
            numerator, denominator = first.rate
            if denominator == second.concept and second.rate is None and numerator == asked:
                yield "*"
            # A total over a rate counts what the rate is per: dollars / (dollars per pen) = pens.
            if numerator == second.concept and second.rate is None and denominator == asked:
                yield f"/{'' if reverse else 'r'}"
    if one.rate is None and other.rate is None:
        if one.concept == other.concept == asked:
            yield "+-"
        elif asked == one.concept:
            yield "per-second"
        elif asked == other.concept:
            yield "per-first"


def _unit_overlap(one: QuantityFacts, other: QuantityFacts) -> str:
    if one.unit == other.unit:
        return "same"
    return "head" if one.schema.unit_head == other.schema.unit_head else "no"


def _meets(rate: tuple[str | None, str | None], other: QuantityFacts) -> str:
    if other.concept is None:
        return "unknown"
    return "numerator" if rate[0] == other.concept else "denominator" if rate[1] == other.concept else "no"


def _modifier_asked(quantity: QuantityFacts, facts: ProblemFacts) -> str:
    modifiers = quantity.unit - {quantity.schema.unit_head}
    if not modifiers:
        return "none"
    return "yes" if modifiers & facts.question_lemmas else "no"


def _in(word: str | None, lemmas: frozenset[str]) -> bool:
    return word is not None and word.lower() in lemmas


def _size(ratio: Fraction | None) -> str:
    if ratio is None:
        return "none"
    return "near" if ratio < 2 else "some" if ratio < 10 else "far"


def _story(facts: ProblemFacts, i: int, j: int) -> Iterator[Feature]:
    """The roles of both quantities in the plot, what is asked, and the label that follows."""
    question = asked(facts)
    one, other = role_of(facts.quantities[i], facts), role_of(facts.quantities[j], facts)
    yield f"asked={question}"
    yield f"roles={one},{other}"
    yield f"plot={question}:{one},{other}"
    yield f"{STRONG}suggested={suggested(facts, i, j)}"


GROUPS: dict[str, PairGroup] = {
    "individual": _individual,
    "pair": _pair,
    "question": _question,
    "verb-class": _verb_class,
    "transfer": _transfer,
    "sets": _sets,
    "rate-algebra": _rate_algebra,
    "time": _time,
    "comparison": _comparison,
    "numbers": _numbers,
    "story": _story,
    "position": _position,
}
"""The groups by name; the first three are the paper's."""

PAPER_GROUPS = ("individual", "pair", "question")

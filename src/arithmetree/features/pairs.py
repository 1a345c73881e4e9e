"""Features of a pair of quantities for the operation at their lowest common ancestor (docs/method.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from arithmetree.features.facts import STRONG, ProblemFacts, QuantityFacts
from arithmetree.features.plot import suggested
from arithmetree.features.relevance import Feature, same, set_words
from arithmetree.features.story import asked, role_of
from arithmetree.features.surroundings import close_degrees, window_of
from arithmetree.word_lists import words

PairGroup = Callable[[ProblemFacts, int, int], list[Feature]]


def _individual(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    """The paper's group of each quantity: verb, rate, rate components in the question, words near it."""
    asked = facts.question_lemmas
    features = []
    for side, k in (("1", i), ("2", j)):
        quantity = facts.quantities[k]
        rate = quantity.schema.rate
        features.append(f"{side}:verb={quantity.schema.verb}")
        features.append(f"{side}:rate={quantity.rate is not None}")
        if rate is not None:
            features.append(f"{side}:rate-numerator-in-question={rate.numerator in asked}")
            features.append(f"{side}:rate-denominator-in-question={rate.denominator in asked}")
        for word in quantity.near:
            features.append(f"{side}:near={word}")
    return features


def _pair(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    """The paper's group of the pair: same verb, same mention, same unit, rates that meet, order of the values."""
    one, other = facts.quantities[i], facts.quantities[j]
    features = [
        f"same-verb={one.schema.verb == other.schema.verb}",
        f"same-mention={one.schema.verb_index == other.schema.verb_index}",
        f"same-unit={_unit_overlap(one, other)}",
    ]
    for side, rate, unit in (("1", one.rate, other), ("2", other.rate, one)):
        if rate is not None:
            features.append(f"{side}:rate-meets={_meets(rate, unit)}")
    features.append(f"greater={one.number > other.number}")
    return features


def _question(facts: ProblemFacts, i: int, j: int) -> list[Feature]:  # noqa: ARG001
    """The paper's group of the question: comparison words, and whether it asks for a rate."""
    asked = facts.question_lemmas
    return [
        f"question-compares={not asked.isdisjoint(words('feature_words', 'sets', 'difference'))}",
        f"question-rate={facts.asks_rate}",
    ]


def _window(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    """What the authors' code adds to the individual group: words and tags around each of the two numbers."""
    features = []
    for side, k in (("1", i), ("2", j)):
        features += [f"{side}:{fact}" for fact in window_of(facts, k)]
        features += [f"{side}:close={word}" for word in close_degrees(facts, k)]
    return features


def _signals(facts: ProblemFacts, i: int, j: int) -> list[Feature]:  # noqa: ARG001
    """What the authors' code adds to the question group: "each" and "left" as separate signals."""
    return [f"question-{word}={word in facts.question_words}" for word in ("each", "left")]


def _verb_class(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    one, other = facts.quantities[i], facts.quantities[j]
    asked = facts.question_classes
    features = [
        *[f"1:class={name}" for name in one.classes],
        *[f"2:class={name}" for name in other.classes],
        *[f"q:class={name}" for name in asked],
    ]
    question = facts.problem.question
    if question is not None:
        features.append(f"q:verb={question.verb}")
        for side, quantity in (("1", one), ("2", other)):
            features.append(f"{side}:verb-asked={quantity.schema.verb == question.verb}")
            features.append(f"{side}:class-asked={not set(quantity.classes).isdisjoint(asked)}")
    return features


def _transfer(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    one, other = facts.quantities[i].schema, facts.quantities[j].schema
    owner = facts.question_owner
    features = []
    for side, schema in (("1", one), ("2", other)):
        features.append(f"{side}:subject-owner={same(schema.subject_resolved, owner)}")
        if schema.recipient is not None:
            features.append(f"{side}:recipient-owner={same(schema.recipient, owner)}")
        features.append(f"{side}:subject-asked={_in(schema.subject_resolved, facts.question_lemmas)}")
    features.append(f"same-subject={same(one.subject_resolved, other.subject_resolved)}")
    features.append(f"to-subject={same(other.recipient, one.subject_resolved)}")
    return features


def _sets(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    features = [f"q:{word}" for word in set_words(facts.question_lemmas)]
    question = facts.problem.question
    if question is not None:
        features.append(f"q:asks={question.asks}")
    for side, quantity in (("1", facts.quantities[i]), ("2", facts.quantities[j])):
        features += (
            f"{side}:unit-asked={min(quantity.unit_match, 2)}",
            f"{side}:concept-asked={same(quantity.concept, facts.question_concept)}",
            f"{side}:modifier-asked={_modifier_asked(quantity, facts)}",
            f"{side}:related-asked={quantity.related_match > 0}",
            f"{side}:before={quantity.before}",
            f"{side}:after={quantity.after}",
        )
    present = facts.text_words
    features += [f"text:{word}" for word in sorted(present & words("feature_words", "sets", "rest"))]
    features.append(f"text:left={not present.isdisjoint(words('feature_words', 'sets', 'left'))}")
    features.append(f"text:each={not present.isdisjoint(words('story', 'asks', 'each'))}")
    return features


def _rate_algebra(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    """Which operations give the unit of the question, by the algebra of units."""
    one, other = facts.quantities[i], facts.quantities[j]
    asked = facts.question_concept
    features = [f"rates={one.rate is not None},{other.rate is not None}"]
    features += [f"fits={label}" for label in _fitting(one, other, asked)]
    features.append(f"same-concept={same(one.concept, other.concept)}")
    for side, quantity in (("1", one), ("2", other)):
        if quantity.rate is not None:
            features.append(f"{side}:numerator-asked={same(quantity.rate[0], asked)}")
            features.append(f"{side}:denominator-asked={same(quantity.rate[1], asked)}")
    others = [rest.rate for k, rest in enumerate(facts.quantities) if rest.rate is not None and k not in (i, j)]
    counted = [rate[1] for rate in others]
    is_group = words("feature_words", "sets", "groups")
    question = facts.problem.question
    features += (
        f"other-rates={min(len(others), 2)}",
        f"1:counted={one.concept in counted}",
        f"2:counted={other.concept in counted}",
        f"1:group={one.schema.unit_head in is_group}",
        f"2:group={other.schema.unit_head in is_group}",
        f"q:group={question is not None and question.unit_head in is_group}",
    )
    return features


def _time(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    one, other = facts.quantities[i].schema, facts.quantities[j].schema
    question = facts.problem.question
    asked = None if question is None else question.tense
    features = [f"tenses={one.tense},{other.tense}", f"tense-asked={asked}"]
    for side, schema in (("1", one), ("2", other)):
        for word in schema.time_words[:3]:
            features.append(f"{side}:time={word if word in _STEPS else 'other'}")
    return features


def _comparison(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    features = []
    for side, k, rest in (("1", i, j), ("2", j, i)):
        schema = facts.quantities[k].schema
        comparison = schema.comparison
        if comparison is None:
            continue
        features.append(f"{side}:compares={comparison.words}")
        if comparison.target is not None:
            owner, subject = facts.question_owner, facts.quantities[rest].schema.subject_resolved
            features.append(f"{side}:target-owner={same(comparison.target, owner)}")
            features.append(f"{side}:target-other={same(comparison.target, subject)}")
            features.append(f"{side}:subject-owner-compared={same(schema.subject_resolved, owner)}")
    return features


def _numbers(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    one, other = facts.quantities[i], facts.quantities[j]
    small, large = sorted((one.number, other.number))
    # The ratio over / under in whole numbers, which are far faster than fractions.
    over, under = large.numerator * small.denominator, large.denominator * small.numerator
    return [
        f"kinds={one.schema.quantity.kind},{other.schema.quantity.kind}",
        f"divides={under > 0 and over % under == 0}",
        f"equal={small == large}",
        f"ratio={_size(over, under)}",
        f"whole={one.number.denominator == 1},{other.number.denominator == 1}",
    ]


def _position(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    one, other = facts.quantities[i], facts.quantities[j]
    last = len(facts.quantities) - 1
    return [
        f"earlier={i < j}",
        f"same-sentence={one.schema.sentence == other.schema.sentence}",
        f"neighbours={abs(i - j) == 1}",
        f"in-question={one.in_question},{other.in_question}",
        f"quantities={min(last + 1, 5)}",
        f"first={i == 0},{j == 0}",
        f"last={i == last},{j == last}",
    ]


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


def _size(over: int, under: int) -> str:
    if under <= 0:
        return "none"
    return "near" if over < 2 * under else "some" if over < 10 * under else "far"


def _story(facts: ProblemFacts, i: int, j: int) -> list[Feature]:
    """The roles of both quantities in the plot, what is asked, and the label that follows."""
    question = asked(facts)
    one, other = role_of(facts.quantities[i], facts), role_of(facts.quantities[j], facts)
    return [
        f"asked={question}",
        f"roles={one},{other}",
        f"plot={question}:{one},{other}",
        f"{STRONG}suggested={suggested(facts, i, j)}",
    ]


GROUPS: dict[str, PairGroup] = {
    "individual": _individual,
    "individual/window": _window,
    "pair": _pair,
    "question": _question,
    "question/signals": _signals,
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
"""The groups by name; the first three, with their parts after "/", are the paper's."""

PAPER_GROUPS = ("individual", "individual/window", "pair", "question", "question/signals")

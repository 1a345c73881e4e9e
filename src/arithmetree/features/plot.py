"""The label that the plot of a story suggests for a pair of quantities, from their roles and what is asked."""

from __future__ import annotations

from arithmetree.features.facts import ProblemFacts, QuantityFacts
from arithmetree.features.story import (
    COMPARED,
    FINAL,
    GAIN,
    LOSS,
    NEED,
    OTHER,
    PART,
    RATE,
    STATE,
    asked,
    role_of,
)
from arithmetree.measures import CONCEPT_OF_MONEY, DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.story import Effect
from arithmetree.word_lists import words


def suggested(facts: ProblemFacts, i: int, j: int) -> str:
    """The label that the plot suggests for a pair, or "none"."""
    one, other = facts.quantities[i], facts.quantities[j]
    roles = role_of(one, facts), role_of(other, facts)
    if _is_factor(one) != _is_factor(other):
        return _with_factor(facts, one, other)
    if RATE in roles:
        return _with_rate(facts, one, other)
    question = asked(facts)
    if question == "difference" and {one.schema.unit_head, other.schema.unit_head} <= facts.question_lemmas:
        return "-" if one.number >= other.number else "-r"
    if not _alike(facts, one, other):
        return _shared(facts, one, other) if question == "each" else "none"
    if COMPARED in roles:
        return _compared(facts, one, other, roles)
    by_value = "-" if one.number >= other.number else "-r"
    if question == "difference":
        return _difference(facts, one, other) or by_value
    if question in ("need", "change"):
        alike = [quantity for quantity in facts.quantities if quantity.concept == one.concept]
        told_apart = one.schema.verb_index != other.schema.verb_index
        if len(alike) == 2 or (roles[0] == roles[1] == STATE and told_apart):
            return by_value
    if question == "end" and facts.question_words & words("story", "asks", "left"):
        alike = [quantity for quantity in facts.quantities if quantity.concept == one.concept and quantity.rate is None]
        if all(_side(facts, question, quantity) for quantity in alike):
            # Something must have gone: the largest is the whole.
            whole = max(alike, key=lambda quantity: quantity.number, default=one)
            return "-" if one is whole else "-r" if other is whole else "+"
    sides = _side(facts, question, one), _side(facts, question, other)
    return "+" if sides[0] == sides[1] else "-" if sides[0] else "-r"


def _difference(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts) -> str | None:
    """Between two persons with several amounts: those of one person together, against those of the other."""
    owner = facts.question_owner
    subjects = [quantity.schema.subject_resolved for quantity in (one, other)]
    if len(facts.quantities) == 2 or owner is None or None in subjects:
        return None
    mine = [subject is not None and subject.lower() == owner for subject in subjects]
    return None if mine[0] == mine[1] else "-" if mine[0] else "-r"


def _side(facts: ProblemFacts, question: str, quantity: QuantityFacts) -> bool:
    """Whether an amount in this role is added to find what is asked, or taken off."""
    role = role_of(quantity, facts)
    if role == PART:
        return question == "start"
    if question == "start":
        return role != GAIN  # the plot backwards: what came is taken off the end, what went is put back
    if question == "need":
        return role in (NEED, OTHER, LOSS)
    if question == "change":
        effects = _effects_asked(facts)
        came = Effect.GAIN in effects and effects.isdisjoint((Effect.LOSS, Effect.TRANSFER))
        return (role in (FINAL, LOSS)) == came
    keeps = Effect.STATE in _effects_asked(facts)
    if question == "total" and not keeps:
        asks_spent = facts.question_concept == CONCEPT_OF_MONEY and "spend" in facts.question_classes
        return not (asks_spent and quantity.schema.verb in words("story", "money", "back"))
    if role == OTHER and question == "end" and facts.question_words & words("story", "asks", "left"):
        return not any(role_of(quantity, facts) in (STATE, GAIN) for quantity in facts.quantities)
    return role != LOSS


def _effects_asked(facts: ProblemFacts) -> frozenset[Effect]:
    question = facts.problem.story.question
    return frozenset() if question is None else question.effects


def _alike(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts) -> bool:
    """Whether two amounts can be added: the same thing, or two kinds of what is asked for."""
    if one.concept == other.concept or None in (one.concept, other.concept):
        return True
    kinds = {quantity.concept for quantity in facts.quantities}
    # Tulips and roses make flowers if flowers are asked for and no number counts flowers but as a part of them.
    counted = {quantity.concept for quantity in facts.quantities if quantity.amount.part is None and quantity.unit}
    return (
        facts.question_concept is not None
        and facts.question_concept not in counted
        and not any(measures(kind, DURATIONS) for kind in kinds)
        and all(quantity.rate is None for quantity in facts.quantities)
        and not facts.asks_rate
    )


def _shared(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts) -> str:
    """How much for each: what is asked for is shared out among the other thing."""
    wanted = facts.question_concept
    if (one.concept == wanted) != (other.concept == wanted):
        return "/" if one.concept == wanted else "/r"
    return "/" if one.number >= other.number else "/r"


def _is_factor(quantity: QuantityFacts) -> bool:
    return quantity.schema.quantity.kind in (Kind.MULTIPLIER, Kind.PERCENT)


def _with_factor(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts) -> str:
    """Times as many: multiply to find the one who is said to have so many times more, divide to find the other."""
    factor = one if _is_factor(one) else other
    comparison, owner = factor.schema.comparison, facts.question_owner
    subject = factor.schema.subject_resolved
    about_target = comparison is not None and comparison.target is not None and comparison.target.lower() == owner
    about_subject = subject is not None and subject.lower() == owner
    if about_target and not about_subject:
        return "/r" if factor is one else "/"
    return "*"


def _with_rate(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts) -> str:
    wanted = facts.question_concept
    for first, second, over in ((one, other, "/r"), (other, one, "/")):
        if first.rate is not None and second.rate is None:
            if first.rate[1] == second.concept:
                return "*"
            if first.rate[0] == second.concept or wanted == first.rate[1]:
                return "+-" if wanted == first.rate[0] else over
    if one.rate is not None and other.rate is not None and one.rate[0] == other.rate[0]:
        if asked(facts) == "difference" and len(facts.quantities) == 2:
            return "-" if one.number >= other.number else "-r"
        return "+-"
    return "none"


def _compared(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts, roles: tuple[str, str]) -> str:
    """So many more than the target: add to find the one who has more, subtract to find the one who has less."""
    compared, known = (one, other) if roles[0] == COMPARED else (other, one)
    contrast = compared.amount.contrast
    assert contrast is not None
    assert contrast.target is not None
    target, subject = contrast.target.lower(), compared.schema.subject_resolved
    owner = facts.question_owner
    about_subject = subject is not None and owner is not None and subject.lower() == owner
    about_target = not about_subject and (target == owner or target in facts.question_words)
    if about_target == contrast.is_less:
        return "+"
    return "-" if known is one else "-r"

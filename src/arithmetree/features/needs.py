"""Which quantities the question does not need: another kind, unit, owner, event or setting than it asks about.

A reader leaves a number out for a reason, and only if enough others are left. The rules here name the reasons; they
are features, and training decides how far to trust each of them.
"""

from __future__ import annotations

from functools import lru_cache

from arithmetree.features.facts import ProblemFacts, QuantityFacts
from arithmetree.features.story import COMPARED, asked, role_of
from arithmetree.story import Effect
from arithmetree.word_lists import table, words

ENOUGH = 2
"""A quantity is only left out if so many others have what it lacks."""


def doubts(facts: ProblemFacts, i: int) -> list[str]:
    """Why a reader would leave a quantity out, by name; empty where nothing speaks against it."""
    others = [k for k in range(len(facts.quantities)) if k != i]
    if facts.problem.question is None or len(others) < ENOUGH:
        return []
    return [name for name, rule in _RULES.items() if rule(facts, i, others)]


def _kind(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """The question names a kind (red, short); this is another kind of the same thing, and others are of that one."""
    question = facts.problem.question
    assert question is not None
    kinds = frozenset(question.unit) - {question.unit_head}
    quantity = facts.quantities[i]
    own = quantity.unit - {quantity.schema.unit_head}
    if not kinds or not own or own & kinds:
        return False
    return any(
        kinds & facts.quantities[k].unit and facts.quantities[k].schema.unit_head == quantity.schema.unit_head
        for k in others
    )


def _unit(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """Its unit is neither asked for nor joined by rates to what is, and others' are."""
    quantity = facts.quantities[i]
    if not quantity.unit or quantity.rate is not None:
        return False
    needed = _needed(facts, i)
    if _thing(facts, quantity) in needed:
        return False
    return sum(_thing(facts, facts.quantities[k]) in needed for k in others) >= ENOUGH


def _thing(facts: ProblemFacts, quantity: QuantityFacts) -> str | None:
    """What a quantity counts, as finely as the question does: nickels where nickels are asked for, else money."""
    return quantity.schema.unit_head if _asks_by_name(facts) else quantity.concept


# What follows from the question alone is asked for by every quantity: that of the last problems is remembered.
@lru_cache(maxsize=8)
def _asks_by_name(facts: ProblemFacts) -> bool:
    question = facts.problem.question
    assert question is not None
    named = sum(other.schema.unit_head == question.unit_head for other in facts.quantities)
    return question.asks == "how many" and named >= ENOUGH


def _needed(facts: ProblemFacts, i: int) -> set[str | None]:
    """The units that the question names, and those that rates join to them."""
    question = facts.problem.question
    assert question is not None
    needed: set[str | None] = {question.unit_head, facts.question_concept, *_measured(facts)}
    for k, quantity in enumerate(facts.quantities):
        if k != i and quantity.schema.unit_head in facts.question_lemmas:
            needed.add(_thing(facts, quantity))
    if facts.quantities[i].schema.unit_head in facts.question_lemmas:
        needed.add(_thing(facts, facts.quantities[i]))
    for _ in facts.quantities:
        for quantity in facts.quantities:
            if quantity.rate is not None and needed & set(quantity.rate):
                needed |= set(quantity.rate)
    return needed - {None}


@lru_cache(maxsize=8)
def _measured(facts: ProblemFacts) -> frozenset[str]:
    """The units of measure that answer "how far", "how heavy"; none for questions that name what they count."""
    question = facts.problem.question
    assert question is not None
    found: frozenset[str] = frozenset()
    if question.unit_head is None or question.asks not in ("how many", "how much"):
        for name in table("story")["dimensions"]:
            if {question.asks.removeprefix("how "), question.verb} & words("story", "dimensions", name):
                found |= words("measures", name)
    return found


def _rate(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """A rate of or per something that nobody counts and the question does not ask about."""
    rate, schema = facts.quantities[i].rate, facts.quantities[i].schema
    if rate is None or schema.rate is None:
        return False
    rest = [facts.quantities[k] for k in others]
    known = {unit for other in rest for unit in (other.rate or (other.concept,))} | {facts.question_concept}
    loose = [
        named not in facts.question_lemmas and unit not in known
        for named, unit in ((schema.rate.numerator, rate[0]), (schema.rate.denominator, rate[1]))
    ]
    wanted = sum(other.rate is None and other.concept == facts.question_concept for other in rest)
    return any(loose) and (wanted >= ENOUGH or any(other.rate is not None for other in rest))


def _owner(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """Somebody else's, where the question is about one person or some persons by name."""
    if not facts.question_owners or asked(facts) == "difference":
        return False
    quantity = facts.quantities[i]
    if not _strange(facts, quantity) or role_of(quantity, facts) == COMPARED:
        return False
    question = facts.problem.question
    assert question is not None
    same_event = quantity.schema.verb == question.verb or Effect.STATE in quantity.amount.event.effects
    same_event |= any(
        facts.quantities[k].schema.verb == quantity.schema.verb and _owned(facts, facts.quantities[k]) for k in others
    )
    return same_event and sum(not _strange(facts, facts.quantities[k]) for k in others) >= ENOUGH


def _owned(facts: ProblemFacts, quantity: QuantityFacts) -> bool:
    names = (quantity.schema.subject_resolved, quantity.schema.recipient)
    return any(name is not None and name.lower() in facts.question_owners for name in names)


def _strange(facts: ProblemFacts, quantity: QuantityFacts) -> bool:
    doer = quantity.amount.event.doer
    return doer is not None and doer.is_person and not _owned(facts, quantity)


def _event(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """Another event than the one the question asks about, where others are of that one."""
    question = facts.problem.question
    assert question is not None
    quantity = facts.quantities[i]
    if asked(facts) not in ("total", "difference") or question.verb == "be":
        return False
    if _asks_state(facts) or (quantity.amount.part is not None and _asks_the_rest(facts)):
        return False
    if quantity.rate is not None or _thing(facts, quantity) not in (question.unit_head, facts.question_concept):
        return False
    if quantity.schema.verb == question.verb or set(quantity.classes) & set(facts.question_classes):
        return False
    return sum(facts.quantities[k].schema.verb == question.verb for k in others) >= ENOUGH


def _asks_state(facts: ProblemFacts) -> bool:
    question = facts.problem.story.question
    return question is not None and Effect.STATE in question.effects


def _asks_the_rest(facts: ProblemFacts) -> bool:
    """Whether the question names a kind that no number counts: "how many good ones" after "4 were broken"."""
    question = facts.problem.question
    assert question is not None
    kinds = frozenset(question.unit) - {question.unit_head}
    return bool(kinds) and not any(kinds & quantity.unit for quantity in facts.quantities)


def _wish(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """What somebody only wanted, where the question is about what happened."""
    wishes = words("story", "wishes")
    question = facts.problem.question
    assert question is not None
    if asked(facts) == "need" or question.verb in wishes or facts.quantities[i].schema.verb not in wishes:
        return False
    return sum(facts.quantities[k].schema.verb not in wishes for k in others) >= ENOUGH


def _category(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """For a thing of another sort than the question names: trousers, where the question is about toys."""
    wanted = _categories_asked(facts)
    if not wanted:
        return False
    mine = _categories(facts.quantities[i])
    return (
        bool(mine)
        and not mine & wanted
        and sum(not _categories(facts.quantities[k]) or bool(_categories(facts.quantities[k]) & wanted) for k in others)
        >= ENOUGH
    )


@lru_cache(maxsize=8)
def _categories_asked(facts: ProblemFacts) -> frozenset[str]:
    return frozenset(name for name in table("categories") if facts.question_lemmas & words("categories", name, "names"))


def _categories(quantity: QuantityFacts) -> set[str]:
    things = {phrase.head.lower() for phrase in quantity.schema.related} | quantity.unit
    return {name for name in table("categories") if things & words("categories", name, "members")}


def _setting(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """Another place, container or time than the question names, where others have that one."""
    quantity = facts.quantities[i]
    if not quantity.schema.related or quantity.related_match:
        return False
    return sum(facts.quantities[k].related_match > 0 for k in others) >= ENOUGH


def _one(facts: ProblemFacts, i: int, others: list[int]) -> bool:  # noqa: ARG001
    """A single one ("in one load", "each one"), which counts nothing."""
    quantity = facts.quantities[i]
    return quantity.number == 1 and quantity.schema.comparison is None


def _again(facts: ProblemFacts, i: int, others: list[int]) -> bool:
    """A number that the question only repeats."""
    quantity = facts.quantities[i]
    return quantity.in_question and any(
        facts.quantities[k].number == quantity.number
        and facts.quantities[k].concept == quantity.concept
        and not facts.quantities[k].in_question
        for k in others
    )


_RULES = {
    "kind": _kind,
    "unit": _unit,
    "rate": _rate,
    "owner": _owner,
    "event": _event,
    "wish": _wish,
    "category": _category,
    "setting": _setting,
    "one": _one,
    "again": _again,
}

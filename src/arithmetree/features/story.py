"""What a reader takes from a story: what is asked, and the role of each quantity.

Stories of amounts have few plots (somebody had, got, lost, has now; all together; how many more). The rules here and
in plot.py are only features: training decides how far to trust them.
"""

from __future__ import annotations

from functools import cache, lru_cache

from arithmetree.features.facts import ProblemFacts, QuantityFacts, is_person
from arithmetree.schemas import Comparison
from arithmetree.word_lists import words

STATE, GAIN, LOSS, COMPARED, RATE, OTHER = "state", "gain", "loss", "compared", "rate", "other"
PART, FINAL, NEED = "part", "final", "need"


# What is asked and the roles are looked at for every quantity and pair: those of the last problems are remembered.
@lru_cache(maxsize=8)
def asked(facts: ProblemFacts) -> str:
    """What the question asks for: a difference, a need, a share, the start, a change, the total or the end."""
    question = facts.problem.question
    if question is None:
        return "nothing"
    said = facts.question_words

    def says(name: str) -> bool:
        return bool(said & words("story", "asks", name))

    effects = {effect_of(name) for name in facts.question_classes}
    counts = question.asks in ("how many", "how much")
    if says("compared") and counts and not says("than") and (says("need") or effects & {GAIN}):
        return "need"  # how many more does she need, should she buy
    if says("difference") or (says("compared") and counts) or ("by" in said and counts):
        return "need" if says("need") else "difference"
    if says("each") and not says("total"):
        return "each"
    if says("left"):
        return "end"
    if says("start") or ("had" in said and question.verb != "have" and _tells_an_end(facts)):
        return "start"
    if says("total"):
        return "total"
    if says("need"):
        return "need"
    if "change" in said and question.asks == "how much":
        return "end"
    if any(quantity.is_part for quantity in facts.quantities) and not effects & {GAIN}:
        return "end"
    if question.tense == "past" and STATE in effects and _goes_backwards(facts):
        return "start"
    if _tells_an_end(facts) and question.verb not in {quantity.schema.verb for quantity in facts.quantities}:
        return "change"
    if STATE in effects or (question.asks == "how much" and "cost" in facts.question_classes):
        return "end"
    # An event of another kind than those told, between two states: how many were given away, how many were stored.
    told = {name for quantity in facts.quantities for name in quantity.classes}
    verbs = {quantity.schema.verb for quantity in facts.quantities}
    if question.verb not in verbs and not told & set(facts.question_classes) and told & _states():
        return "change"
    return "total" if effects & {GAIN, LOSS, "transfer"} else "end"


def _goes_backwards(facts: ProblemFacts) -> bool:
    """Whether the story tells a loss or gain and what there is after it, so that only the start is unknown."""
    events = [q for q in facts.quantities if {GAIN, LOSS} & set(map(effect_of, q.classes)) and not q.is_more]
    ends = [q for q in facts.quantities if is_final(facts, q)]
    return len(events) == len(ends) == 1 and events[0] is not ends[0] and events[0] is facts.quantities[0]


def _tells_an_end(facts: ProblemFacts) -> bool:
    """Whether the story itself says what there is in the end, behind other amounts of the same thing."""
    return any(is_final(facts, quantity) for quantity in facts.quantities)


@lru_cache(maxsize=64)
def is_final(facts: ProblemFacts, quantity: QuantityFacts) -> bool:
    """An amount that somebody has, said after another amount and with "now", "left" or in the present."""
    schema = quantity.schema
    if STATE not in map(effect_of, quantity.classes) or quantity.rate is not None or schema.comparison is not None:
        return False
    before = [q for q in facts.quantities if q is not quantity and q.schema.quantity.start < schema.quantity.start]
    alike = [q for q in before if q.concept == quantity.concept and q.rate is None]
    if not alike or quantity.in_question:
        return False
    if {*quantity.near, *schema.time_words} & words("story", "final"):
        return True
    if all(STATE not in map(effect_of, q.classes) for q in alike):
        return True  # baked 9 and 12, had 5 when she came home
    return schema.tense == "present" and all(q.schema.tense == "past" for q in before)


@lru_cache(maxsize=64)
def role_of(quantity: QuantityFacts, facts: ProblemFacts) -> str:
    """What a quantity does to the amount of the one who is asked about."""
    schema = quantity.schema
    if schema.comparison is not None and schema.comparison.target is not None:
        return COMPARED
    if quantity.rate is not None:
        return RATE
    if schema.comparison is not None and is_less(schema.comparison):
        return LOSS  # on Friday 6 fewer
    near = set(quantity.near)
    effects = [effect_of(name) for name in quantity.classes]
    if quantity.concept == "<money>" and schema.verb in words("story", "money", "out"):
        return LOSS  # bought a kite for 9 dollars
    owner = facts.question_owner
    subject = None if schema.subject_resolved is None else schema.subject_resolved.lower()
    recipient = None if schema.recipient is None else schema.recipient.lower()
    if quantity.is_part and not quantity.is_more and (owner is None or recipient != owner):
        stays = schema.verb in words("story", "stays") or (schema.verb == "leave" and quantity.is_passive)
        if stays or "still" in near:
            return FINAL
        if not (GAIN in effects and quantity.is_bare):
            return PART
    if "transfer" in effects:
        # Whoever is asked about either gives or gets; a stranger's gift to nobody named comes to the owner.
        if owner is not None and recipient == owner:
            return GAIN
        if quantity.is_passive and recipient is None and (owner is None or subject == owner):
            return GAIN  # she was given 5 more
        stranger = owner is not None and subject not in (None, owner)
        if stranger and facts.owner_is_person and (recipient is None or quantity.is_more):
            return GAIN
        return LOSS
    stranger = subject is not None and owner is not None and subject != owner and recipient != owner
    if (
        GAIN in effects
        and stranger
        and is_person(schema.subject_resolved)
        and near & words("story", "particles", "source")
    ):
        return LOSS  # somebody else bought 3 of them, took 5 from the drawer
    if not facts.owner_is_person and schema.verb in words("story", "takers") and is_person(schema.subject_resolved):
        return LOSS  # somebody takes them out of what there is
    if not facts.owner_is_person and STATE in effects and quantity.is_taken_out:
        return LOSS  # carried 8 out
    if GAIN in effects and near & words("story", "particles", "loss" if schema.verb == "take" else "away"):
        return LOSS
    if is_final(facts, quantity):
        return FINAL
    for effect in effects:
        if effect in (STATE, GAIN, LOSS):
            if effect == STATE and quantity.is_more and "than" not in near:
                return GAIN
            return NEED if effect == STATE and "need" in quantity.classes else effect
    return GAIN if quantity.is_more else NEED if "cost" in quantity.classes else OTHER


def _states() -> frozenset[str]:
    return words("story", "effects", "state")


@cache
def effect_of(name: str) -> str:
    """What verbs of a class do to the amount of their subject."""
    for effect in ("gain", "loss", "transfer", "state"):
        if name in words("story", "effects", effect):
            return effect
    return OTHER


def is_less(comparison: Comparison) -> bool:
    """Whether a comparison points down: fewer, cheaper, shorter."""
    return bool(set(comparison.words.split()) & words("story", "less"))

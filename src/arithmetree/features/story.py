"""What a reader expects from the plot: the role of each quantity, what is asked, and the label that follows.

Stories of amounts have few plots (somebody had, got, lost, has now; all together; how many more). The rules here
name the role of each quantity and the label that the plot suggests for a pair. They are only features: training
decides how far to trust them.
"""

from __future__ import annotations

from arithmetree.features.facts import ProblemFacts, QuantityFacts
from arithmetree.quantities import Kind
from arithmetree.word_lists import words

STATE, GAIN, LOSS, COMPARED, RATE, OTHER = "state", "gain", "loss", "compared", "rate", "other"


def asked(facts: ProblemFacts) -> str:
    """What the question asks for: a difference, a need, a part, the start, a change, the total or the end."""
    question = facts.problem.question
    if question is None:
        return "nothing"
    lemmas = facts.question_lemmas

    def says(name: str) -> bool:
        return bool(lemmas & words("story", "asks", name))

    if says("difference") or (says("compared") and question.asks in ("how many", "how much")):
        return "need" if says("need") else "difference"
    if says("each") and not says("total"):
        return "each"
    if says("start"):
        return "start"
    if says("left"):
        return "end"
    if says("total"):
        return "total"
    if says("need"):
        return "need"
    if "change" in lemmas:
        return "end"
    effects = {_effect(name) for name in facts.question_classes}
    if STATE in effects or "cost" in facts.question_classes:
        return "end"
    # An event of another kind than those told, between two states: how many were given away, how many were stored.
    told = {name for quantity in facts.quantities for name in quantity.classes}
    verbs = {quantity.schema.verb for quantity in facts.quantities}
    if question.verb not in verbs and not told & set(facts.question_classes) and told & _states():
        return "change"
    return "total" if effects & {GAIN, LOSS, "transfer"} else "end"


def role_of(quantity: QuantityFacts, facts: ProblemFacts) -> str:
    """What a quantity does to the amount of the one who is asked about."""
    schema = quantity.schema
    if schema.comparison is not None and schema.comparison.target is not None:
        return COMPARED
    if quantity.rate is not None:
        return RATE
    near = set(quantity.near)
    effects = [_effect(name) for name in quantity.classes]
    owner = facts.question_owner
    subject = None if schema.subject_resolved is None else schema.subject_resolved.lower()
    recipient = None if schema.recipient is None else schema.recipient.lower()
    if "transfer" in effects:
        # Whoever is asked about either gives or gets; a stranger's gift to nobody named comes to the owner.
        if owner is not None and recipient == owner:
            return GAIN
        if owner is not None and subject not in (None, owner) and recipient is None:
            return GAIN
        return LOSS
    stranger = subject is not None and owner is not None and subject != owner and recipient != owner
    if GAIN in effects and stranger and near & words("story", "particles", "source"):
        return LOSS  # somebody else bought 3 of them, took 5 from the drawer
    if schema.verb == "take" and near & words("story", "particles", "loss"):
        return LOSS
    for effect in effects:
        if effect in (STATE, GAIN, LOSS):
            if effect == STATE and near & words("story", "particles", "more") and "than" not in near:
                return GAIN
            return effect
    return GAIN if near & words("story", "particles", "more") else OTHER


def _states() -> frozenset[str]:
    return words("story", "effects", "state")


def _effect(name: str) -> str:
    for effect in ("gain", "loss", "transfer", "state"):
        if name in words("story", "effects", effect):
            return effect
    return OTHER


def suggested(facts: ProblemFacts, i: int, j: int) -> str:
    """The label that the plot suggests for a pair, or "none"."""
    one, other = facts.quantities[i], facts.quantities[j]
    roles = role_of(one, facts), role_of(other, facts)
    by_value = "-" if one.value >= other.value else "-r"
    if _is_factor(one) != _is_factor(other):
        return _with_factor(facts, one, other)
    if RATE in roles:
        return _with_rate(facts, one, other)
    question = asked(facts)
    if one.concept != other.concept and None not in (one.concept, other.concept):
        return "/" if question == "each" else "none"
    if COMPARED in roles:
        return _compared(facts, one, other, roles)
    if question in ("difference", "need", "change"):
        return by_value
    down = roles[0] == LOSS, roles[1] == LOSS
    if question == "start":
        # The plot backwards: what came is taken off the end, what went is put back.
        up = roles[0] == GAIN, roles[1] == GAIN
        return "+" if up[0] == up[1] else "-r" if up[0] else "-"
    keeps = {STATE} & {_effect(name) for name in facts.question_classes}
    if question == "total" and not (keeps and STATE in roles):
        return "+"
    return "+" if down[0] == down[1] else "-r" if down[0] else "-"


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
            if first.rate[0] == second.concept:
                return over if wanted == first.rate[1] else "+-"
    if one.rate is not None and other.rate is not None and one.rate == other.rate:
        return "+-"
    return "none"


def _compared(facts: ProblemFacts, one: QuantityFacts, other: QuantityFacts, roles: tuple[str, str]) -> str:
    compared, known = (one, other) if roles[0] == COMPARED else (other, one)
    comparison = compared.schema.comparison
    assert comparison is not None
    less = any(word in comparison.words for word in ("fewer", "less"))
    subject = compared.schema.subject_resolved
    owner = facts.question_owner
    about_subject = subject is not None and owner is not None and subject.lower() == owner
    about_target = comparison.target is not None and owner is not None and comparison.target.lower() == owner
    if about_subject == about_target:
        return "none" if less else "+"
    # The one who has more: add to find that one, subtract to find the other.
    if about_subject != less:
        return "+"
    return "-" if known is one else "-r"


def doubt(facts: ProblemFacts, i: int) -> str:
    """Why a reader would leave a quantity out: another kind, unit, owner or event than asked for; or "none"."""
    quantity = facts.quantities[i]
    others = [other for k, other in enumerate(facts.quantities) if k != i]
    question = facts.problem.question
    if question is None or len(others) < 2:
        return "none"
    kinds = frozenset(question.unit) - {question.unit_head}
    alike = [other for other in others if other.concept == quantity.concept]
    if kinds and not kinds & quantity.unit and any(kinds & other.unit for other in alike):
        return "kind"
    wanted = facts.question_concept
    if (
        quantity.concept != wanted
        and sum(other.concept == wanted for other in others) > 1
        and not _meets_rate(quantity, others)
    ):
        return "unit"
    owner = facts.question_owner
    if owner is not None and not _belongs(quantity, owner) and sum(_belongs(other, owner) for other in others) > 1:
        return "owner"
    if quantity.schema.verb != question.verb and sum(other.schema.verb == question.verb for other in others) > 1:
        return "event"
    return "none"


def _belongs(quantity: QuantityFacts, owner: str) -> bool:
    names = (quantity.schema.subject_resolved, quantity.schema.recipient)
    return any(name is not None and name.lower() == owner for name in names)


def _meets_rate(quantity: QuantityFacts, others: list[QuantityFacts]) -> bool:
    return quantity.rate is not None or any(
        other.rate is not None and quantity.concept in other.rate for other in others
    )

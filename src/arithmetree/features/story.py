"""The role of each quantity in the plot, seen from the one who is asked about.

Stories of amounts have few plots (somebody had, got, lost, has now; all together; how many more). The rules here and
in plot.py are only features: training decides how far to trust them.
"""

from __future__ import annotations

from functools import lru_cache

from arithmetree.features.facts import ProblemFacts, QuantityFacts
from arithmetree.measures import CONCEPT_OF_MONEY
from arithmetree.story import Effect
from arithmetree.word_lists import words

STATE, GAIN, LOSS, COMPARED, RATE, OTHER = "state", "gain", "loss", "compared", "rate", "other"
PART, FINAL, NEED = "part", "final", "need"


def asked(facts: ProblemFacts) -> str:
    """What the question asks for: a difference, a need, a share, the start, a change, the total or the end."""
    question = facts.problem.story.question
    return "nothing" if question is None else question.goal


# The roles are looked at for every quantity and pair: those of the last problems are remembered.
@lru_cache(maxsize=64)
def role_of(quantity: QuantityFacts, facts: ProblemFacts) -> str:
    """What a quantity does to the amount of the one who is asked about."""
    amount, event = quantity.amount, quantity.amount.event
    if amount.contrast is not None and amount.contrast.target is not None:
        return COMPARED
    if amount.rate is not None:
        return RATE
    if amount.contrast is not None and amount.contrast.is_less:
        return LOSS  # on Friday 6 fewer
    near = set(quantity.near)
    if quantity.concept == CONCEPT_OF_MONEY and event.verb in words("story", "money", "out"):
        return LOSS  # bought a kite for 9 dollars
    owner = facts.question_owner
    subject = None if event.doer is None else event.doer.name.lower()
    recipient = None if event.receiver is None else event.receiver.name.lower()
    by_person = event.doer is not None and event.doer.is_person
    if amount.part is not None and not event.adds and (owner is None or recipient != owner):
        stays = event.verb in words("story", "stays") or (event.verb == "leave" and event.is_passive)
        if stays or "still" in near:
            return FINAL
        if not (Effect.GAIN in event.effects and quantity.is_bare):
            return PART
    if Effect.TRANSFER in event.effects:
        # Whoever is asked about either gives or gets; a stranger's gift to nobody named comes to the owner.
        if owner is not None and recipient == owner:
            return GAIN
        if event.is_passive and recipient is None and (owner is None or subject == owner):
            return GAIN  # she was given 5 more
        stranger = owner is not None and subject not in (None, owner)
        if stranger and facts.owner_is_person and (recipient is None or event.adds):
            return GAIN
        return LOSS
    stranger = subject is not None and owner is not None and subject != owner and recipient != owner
    gains = Effect.GAIN in event.effects
    if gains and stranger and by_person and near & words("story", "particles", "source"):
        return LOSS  # somebody else bought 3 of them, took 5 from the drawer
    if not facts.owner_is_person and event.verb in words("story", "takers") and by_person:
        return LOSS  # somebody takes them out of what there is
    if not facts.owner_is_person and Effect.STATE in event.effects and event.takes_out:
        return LOSS  # carried 8 out
    if gains and near & words("story", "particles", "loss" if event.verb == "take" else "away"):
        return LOSS
    if event.is_final:
        return FINAL
    for effect in event.effects:
        if effect in (STATE, GAIN, LOSS):
            if effect == STATE and event.adds and "than" not in near:
                return GAIN
            return NEED if effect == STATE and "need" in event.classes else effect
    return GAIN if event.adds else NEED if "cost" in event.classes else OTHER

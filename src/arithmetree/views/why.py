"""What spoke for a decision and against it, for people: the few strongest signals that have a wording."""

from __future__ import annotations

from typing import NamedTuple

from arithmetree.solution import Evidence, Ignored, Step
from arithmetree.views.labels import typeset_expression

MOST_FOR, MOST_AGAINST = 4, 2
_WORTH_TELLING = 0.5
"""What speaks against a decision is told if it is at least half as strong as the strongest that speaks for it."""


class Why(NamedTuple):
    """A question that a reader may have, and the answer: what speaks for the decision and what against."""

    question: str
    for_it: tuple[str, ...]
    against: tuple[str, ...]


def why(decision: Step | Ignored, *, typeset: bool = False) -> Why | None:
    """Why an operation and not another one, or why a number is left out; None where nothing can be said in words."""
    evidence = decision.evidence
    if evidence is None:
        return None
    for_it, against = _told(evidence)
    if not for_it and not against:
        return None
    over = typeset_expression(evidence.over) if typeset else evidence.over
    question = f"Why not {over}?" if isinstance(decision, Step) else "Why leave it out?"
    return Why(question, for_it, against)


def _told(evidence: Evidence) -> tuple[tuple[str, ...], tuple[str, ...]]:
    for_it = evidence.strongest(MOST_FOR, in_words=True)
    least = _WORTH_TELLING * for_it[0].weight if for_it else 0.0
    against = (one for one in evidence.strongest(MOST_AGAINST, against=True, in_words=True) if -one.weight >= least)
    return tuple(one.words for one in for_it if one.words), tuple(one.words for one in against if one.words)

"""The words that a decision of the model rests on, for people."""

from __future__ import annotations

from typing import NamedTuple

from arithmetree.solution import Evidence, Ignored, Solution, Step, StepReason

MOST = 4
_WORTH_SHOWING = 0.001
"""Words whose loss changes the probability by less than this are not shown."""


class Why(NamedTuple):
    """A question that a reader may have, and the words of the text that answer it, the strongest first.

    Each comes with the size of its effect: by how much the decision becomes less probable without it.
    """

    question: str
    words: tuple[str, ...]


def question_of(decision: Step | Ignored) -> str:
    """What a reader may ask about a decision."""
    return "Which words decide this?" if isinstance(decision, Step) else "Which words say that it is not needed?"


def why(decision: Step | Ignored, text: str) -> Why | None:
    """The words by which the model decided; None where it did not, or no words matter alone."""
    return _why(question_of(decision), decision.evidence, text) if is_decided(decision) else None


def is_decided(decision: Step | Ignored) -> bool:
    """Whether a model has decided this; to solve an equation, and to check it, follows from what was decided."""
    follows = isinstance(decision, Step) and decision.reason in (StepReason.SOLVING, StepReason.CHECK)
    return decision.evidence is not None and not follows


def why_refused(solution: Solution) -> Why | None:
    """The words by which the model gave no answer; None where it did, or a rule decided."""
    if solution.status == "solved":
        return None
    return _why("Which words decide that there is no answer?", solution.evidence, solution.problem.text)


def _why(question: str, evidence: Evidence | None, text: str) -> Why | None:
    found = [] if evidence is None else [clue for clue in evidence.clues[:MOST] if clue.effect >= _WORTH_SHOWING]
    if not found:
        return None
    quoted = tuple(
        f'"{" ".join(text[clue.span[0] : clue.span[1]].split())}" (−{_points(clue.effect)} %)' for clue in found
    )
    return Why(question, quoted)


def _points(effect: float) -> str:
    """Percentage points: whole ones, and tenths below 1."""
    return f"{100 * effect:.0f}" if effect >= 0.0095 else f"{100 * effect:.1f}"

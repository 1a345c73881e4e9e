"""The words that a decision of the model rests on, for people."""

from __future__ import annotations

from typing import NamedTuple

from arithmetree.solution import Ignored, Step

MOST = 4
_WORTH_SHOWING = 0.001
"""Words whose loss changes the probability by less than this are not shown."""


class Why(NamedTuple):
    """A question that a reader may have, and the words of the text that answer it, the strongest first."""

    question: str
    words: tuple[str, ...]


def why(decision: Step | Ignored, text: str) -> Why | None:
    """The words by which the model decided; None where no model has judged, or no words matter alone."""
    if decision.evidence is None:
        return None
    found = [clue for clue in decision.evidence.clues[:MOST] if clue.effect >= _WORTH_SHOWING]
    if not found:
        return None
    question = "Which words decide this?" if isinstance(decision, Step) else "Which words say that it is not needed?"
    quoted = tuple(f'"{" ".join(text[clue.span[0] : clue.span[1]].split())}"' for clue in found)
    return Why(question, quoted)

"""Evidence: the words of the text that the model decided by, found by hiding them (explanation.occlusion)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Span = tuple[int, int]
"""A part of the text, by characters."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Words of the text, and by how much the probability of the decision falls when they are hidden."""

    span: Span
    effect: float


@dataclass(frozen=True)
class Evidence:
    """Why the model decided so: how probable the decision is, and the words that it rests on.

    `source` are the clues, the strongest first, or finds them when they are first needed: that takes many runs of the
    model.
    """

    probability: float
    source: tuple[Clue, ...] | Callable[[], tuple[Clue, ...]] = field(compare=False, repr=False)

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The words that the decision rests on, the strongest first."""
        return self.source() if callable(self.source) else self.source

    def to_dict(self, *, why: bool = False) -> dict[str, Any]:
        """The JSON object; it has the clues only with `why`."""
        if not why:
            return {"probability": self.probability}
        clues = [{"span": list(clue.span), "effect": clue.effect} for clue in self.clues]
        return {"probability": self.probability, "clues": clues}

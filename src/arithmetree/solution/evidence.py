"""Evidence: the words of the text that the model decided by, found by hiding them (explanation.occlusion)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from arithmetree.solution.json_forms import ClueForm, EvidenceForm

Span = tuple[int, int]
"""A part of the text, by characters."""


@dataclass(frozen=True, slots=True)
class Clue:
    """Words of the text, and by how much the probability of the decision falls when they are hidden."""

    span: Span
    effect: float


@dataclass(frozen=True)
class Evidence:
    """Why the model decided so: how probable the decision is for it, and the words that it rests on.

    `source` are the clues, the strongest first, or finds them when they are first needed: that takes many runs of the
    model. `without` runs the model once and says how probable the decision is with some characters hidden.
    """

    probability: float
    source: tuple[Clue, ...] | Callable[[], tuple[Clue, ...]] = field(compare=False, repr=False)
    without: Callable[[frozenset[Span]], float] | None = field(default=None, compare=False, repr=False)

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The words that the decision rests on, the strongest first."""
        return self.source() if callable(self.source) else self.source

    def to_dict(self, *, why: bool = False, place: Callable[[int, int], list[int]] | None = None) -> EvidenceForm:
        """The JSON object; it has the clues only with `why`. `place` says where characters are in the text as given."""
        if not why:
            return {"probability": self.probability}
        clues: list[ClueForm] = [
            {"span": list(clue.span) if place is None else place(*clue.span), "effect": clue.effect}
            for clue in self.clues
        ]
        return {"probability": self.probability, "clues": clues}


class Weighing(Protocol):
    """The evidence for each decision about a text; all of them share the runs of the model."""

    def answer(self) -> Evidence:
        """The evidence for the answer as a whole."""
        ...

    def step(self, values: tuple[int, ...]) -> Evidence:
        """The evidence for steps of the derivation, by the numbers of their values."""
        ...

    def unused(self, number: int) -> Evidence:
        """The evidence for leaving out a number, by its index."""
        ...

    def refusal(self) -> Evidence | None:
        """The evidence for giving no answer; None where the model did not decide that."""
        ...

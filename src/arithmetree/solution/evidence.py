"""Evidence: what the model decided by, as signals with their weights and places in the text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

Span = tuple[int, int]
"""A part of the text, by characters."""

SIGNALS_FOR, SIGNALS_AGAINST = 6, 3
"""How many signals the JSON object lists."""


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing in the text that spoke for a decision (a weight above 0) or against it.

    `words` tell it in plain English, None where there is no wording for it; `span` is where the text says so, if one
    place does; `features` are the features behind it, by name.
    """

    weight: float
    words: str | None
    span: Span | None
    features: tuple[str, ...]


@dataclass(frozen=True)
class Evidence:
    """Why the model decided so: what came second, by how much, and what spoke for and against.

    `over` is the second best ("12 + 5"; for a number left out, that it is used), and `margin` by how much the scores
    prefer the decision; `from_features` is the part of it that comes from what the text was read as, and the rest is
    from the network that reads the text itself. `confidence` is the probability that the decision is right, and `firm`
    says whether it may be told as a fact. `source` are all signals, or finds them when they are first asked for.
    """

    over: str
    margin: float
    from_features: float
    confidence: float
    firm: bool
    source: tuple[Signal, ...] | Callable[[], tuple[Signal, ...]] = field(compare=False, repr=False)

    @property
    def signals(self) -> tuple[Signal, ...]:
        """All signals, the strongest first; their weights add up to the margin."""
        return self.source() if callable(self.source) else self.source

    def strongest(self, count: int, *, against: bool = False, in_words: bool = False) -> tuple[Signal, ...]:
        """The strongest signals for the decision, or against it; only those that have a wording if wanted."""
        found = (one for one in self.signals if (one.weight < 0 if against else one.weight > 0))
        return tuple(one for one in found if one.words is not None or not in_words)[:count]

    def to_dict(self, *, why: bool = False) -> dict[str, Any]:
        """The JSON object; only with `why` has it the strongest signals."""
        told = {
            "over": self.over,
            "margin": self.margin,
            "from_features": self.from_features,
            "confidence": self.confidence,
        }
        if not why:
            return told
        shown = (*self.strongest(SIGNALS_FOR), *self.strongest(SIGNALS_AGAINST, against=True))
        signals = [
            {
                "weight": signal.weight,
                "words": signal.words,
                "span": None if signal.span is None else list(signal.span),
                "features": list(signal.features),
            }
            for signal in shown
        ]
        return told | {"signals": signals}

"""How probable it is that an answer is right: the posterior of the search, corrected on problems kept for that.

The posterior takes the scores at their word, and scores are too sure. An answer is right if the problem has one and if
it is this one. Two logistic regressions over a few signals, fitted on problems that no scorer was trained on, say how
probable each is; the confidence is their product. The same problems say how high it must be for a wanted precision.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, fsum, inf, isfinite, log
from typing import Any

SIGNALS: tuple[str, ...] = (
    "posterior",
    "runner-up",
    "uncertainty",
    "refusal",
    "out of scope",
    "words",
    "quantities",
    "unused",
    "not positive",
    "broken",
    "unit against the question",
    "steps",
    "unknowns",
    "verdict",
    "other verdict",
)
OF_THE_PROBLEM = frozenset({"refusal", "out of scope"})
"""Signals that show whether there is an answer at all, but not which one."""
DOUBTED_BELOW = 0.9
"""Where a rule sees no answer, the model must be as sure as this that there is one; chosen on the development parts."""
_SMALLEST = 1e-6
_FEWEST_ODDS = -700.0  # the exponential of more is no float


def log_odds(probability: float) -> float:
    """The logarithm of p / (1 - p), with p kept off both ends."""
    kept = min(max(probability, _SMALLEST), 1 - _SMALLEST)
    return log(kept / (1 - kept))


@dataclass(frozen=True, slots=True)
class Regression:
    """A probability as a logistic function of weighted signals."""

    weights: Mapping[str, float]
    bias: float

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Regression:
        """Read what a model file says."""
        unknown = set(record["weights"]) - set(SIGNALS)
        if unknown:
            raise ValueError(f"its confidence has unknown signals {sorted(unknown)}")
        weights = {name: float(weight) for name, weight in record["weights"].items()}
        bias = float(record["bias"])
        if not all(map(isfinite, (*weights.values(), bias))):
            raise ValueError("its confidence is not made of numbers")
        return cls(weights, bias)

    def to_record(self) -> dict[str, Any]:
        """What a model file says."""
        return {"weights": dict(self.weights), "bias": self.bias}

    def of(self, signals: Mapping[str, float]) -> float:
        """The probability for these signals."""
        odds = self.bias + fsum(weight * signals[name] for name, weight in self.weights.items())
        return 1 / (1 + exp(-max(odds, _FEWEST_ODDS)))


@dataclass(frozen=True, slots=True)
class Confidence:
    """Two regressions, and for rising precisions the least confidence that reaches each on held-out problems."""

    answerable: Regression
    right: Regression  # if there is an answer
    thresholds: tuple[tuple[float, float], ...]
    refuse_below: float = 0.0  # what is less probable than this to have an answer is said to have none

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Confidence:
        """Read what a model file says."""
        answerable, right = (Regression.from_record(record[name]) for name in ("answerable", "right"))
        thresholds = tuple((float(reached), float(needed)) for reached, needed in record["thresholds"])
        return cls(answerable, right, thresholds, float(record["refuse_below"]))

    def to_record(self) -> dict[str, Any]:
        """What a model file says."""
        return {
            "answerable": self.answerable.to_record(),
            "right": self.right.to_record(),
            "thresholds": [list(pair) for pair in self.thresholds],
            "refuse_below": self.refuse_below,
        }

    def of(self, signals: Mapping[str, float]) -> float:
        """The probability that an answer with these signals is right."""
        return self.answerable.of(signals) * self.right.of(signals)

    def of_another(self, signals: Mapping[str, float]) -> float:
        """The probability that there is an answer, but another one."""
        return self.answerable.of(signals) * (1 - self.right.of(signals))

    def refused(
        self, refusals: Mapping[str, float], signals: Mapping[str, float], *, given: bool, doubted: bool = False
    ) -> str | None:
        """The likeliest of the reasons to refuse, if there is hardly an answer; `doubted` where a rule sees none.

        An answer that is sure enough to be `given` is refused only where there is more probably none.
        """
        least = min(self.refuse_below, 0.5) if given else self.refuse_below
        if doubted:
            least = max(least, DOUBTED_BELOW)
        if not refusals or self.answerable.of(signals) >= least:
            return None
        return max(refusals, key=lambda name: refusals[name])

    def needed(self, precision: float) -> float:
        """The confidence that answers must have for a wanted precision; infinite if no held-out problem reached it."""
        return next((threshold for reached, threshold in self.thresholds if reached >= precision), inf)

"""What a search over derivations found: the best answers with bounds on their probability, and a certificate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arithmetree.derivations.derivation import Derivation
from arithmetree.search.result import margin_between

Cut = Literal["prefixes", "time"]


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """An answer (a value for every question), its best derivation, and bounds on its posterior.

    `score` is the log-probability of that one derivation, scored constraints included. The posterior of the answer,
    that is the share of all derivations with these values among all that are determined and pass the constraints, lies
    between `low` and `high`; the gap is what was not explored.
    """

    derivation: Derivation
    values: tuple[Fraction, ...]
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class DerivationCertificate:
    """How the search ended.

    `exact`: every derivation within the limit of steps that scores higher than the best one was rejected; otherwise
    `cut` names the limit that was reached first. `unexplored` is the probability of everything that was not looked at,
    derivations with more steps than allowed included. `rejected` is the probability of what was looked at and has no
    answer, by cause: a flaw, "open", "contradictory" or the name of a constraint. Not `satisfied`: no answer passes
    the constraints, and the best ones without them were taken.
    """

    exact: bool
    cut: Cut | None
    best_score: float | None
    runner_up: float | None
    opened: int
    unexplored: float
    rejected: Mapping[str, float]
    satisfied: bool

    @property
    def margin(self) -> float | None:
        """By how much the best answer's derivation beats that of the next answer."""
        return margin_between(self.best_score, self.runner_up)


@dataclass(frozen=True, slots=True)
class DerivationResult:
    """The k best answers, best first, and how they were found."""

    found: tuple[FoundAnswer, ...]
    certificate: DerivationCertificate

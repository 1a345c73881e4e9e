"""What an answer must be to make sense, whatever the model thinks of it: constraints of the search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf

from arithmetree.derivations import AnswerConstraint, DerivationCandidate
from arithmetree.measures import measures
from arithmetree.quantities import Kind
from arithmetree.steps.leaves import Reading
from arithmetree.steps.values import Asked

_BELOW_ZERO = re.compile(r"(?<!\w)[-−]\d|\b(?:minus|below|negative|degrees?|overdrawn|debt|owes?)\b|°", re.IGNORECASE)
_COLD_OR_OWED = re.compile(r"(?i)\b(?:degrees?|temperatures?|overdrawn|debt|owes?|sea level)\b|°")
_DEGREES = re.compile(r"(?i)\bdegrees?\b|°")
_FALLS = re.compile(
    r"(?i)\b(?:f[ae]ll|falls|fallen|drop(?:s|ped)?|sinks?|sank|decreas\w+|(?:goes|went) down|colder|cooler)\b"
)
_RISES = re.compile(
    r"(?i)\b(?:r[io]se[sn]?|rising|climb\w*|increas\w+|(?:goes|went) up|warm\w*|hotter|higher|before|earlier|first)\b"
)
_ON_AVERAGE = re.compile(r"\b(?:average|mean)\b", re.IGNORECASE)
_DECIMAL = re.compile(r"\d[./]\d|[¼½¾⅓⅔⅛]|\b\w+ and an? (?:half|third|quarter)")


@dataclass(frozen=True, slots=True)
class WholeCount:
    """Things are counted whole: "how many buses" has no fraction for an answer."""

    name: str = "whole count"
    highest: float = 0.0

    def score(self, candidate: DerivationCandidate) -> float:
        """Nothing for whole answers; others are rejected."""
        return 0.0 if all(value.denominator == 1 for value in candidate.answers) else -inf


@dataclass(frozen=True, slots=True)
class NotNegative:
    """Amounts are not below zero where the text speaks of nothing of the kind."""

    name: str = "not negative"
    highest: float = 0.0

    def score(self, candidate: DerivationCandidate) -> float:
        """Nothing for amounts from zero on; others are rejected."""
        return 0.0 if all(value >= 0 for value in candidate.answers) else -inf


@dataclass(frozen=True, slots=True)
class NotWarmer:
    """A temperature that only falls is not above all those that the text gives."""

    warmest: Fraction
    name: str = "not warmer"
    highest: float = 0.0

    def score(self, candidate: DerivationCandidate) -> float:
        """Nothing for answers up to the warmest; others are rejected."""
        return 0.0 if all(value <= self.warmest for value in candidate.answers) else -inf


def measures_below_zero(text: str) -> bool:
    """Whether a text speaks of what is often less than nothing: a temperature, a debt. A count of things is not."""
    return _COLD_OR_OWED.search(text) is not None


def constraints_for(reading: Reading, asked: Asked) -> Sequence[AnswerConstraint]:
    """The constraints on the answer to a question."""
    found: list[AnswerConstraint] = []
    question = reading.problem.question
    text = reading.problem.text
    if not _BELOW_ZERO.search(text):
        found.append(NotNegative())
    degrees = _DEGREES.search(text) and any(one.kind is not Kind.TIME for one in reading.mentions)
    if degrees and _FALLS.search(text) and not _RISES.search(text):
        found.append(NotWarmer(max(one.value for one in reading.mentions if one.kind is not Kind.TIME)))
    counts = question is not None and question.asks == "how many" and question.rate is None
    if counts and asked.unit > 0 and not _can_be_parted(asked.unit_names[asked.unit - 1], reading, asked):
        found.append(WholeCount())
    return found


def _can_be_parted(unit: str, reading: Reading, asked: Asked) -> bool:
    """Whether there can be a part of one: of measures, of what a text has parts of (0.2 bag), and on average."""
    if asked.dimension_of[asked.unit] or measures(unit) or _ON_AVERAGE.search(reading.problem.text):
        return True
    return any(
        one.kind is Kind.NUMBER and one.value.denominator > 1 and schema.unit_head in (unit, None)
        for one, schema in zip(reading.mentions, reading.schemas, strict=True)
        if _DECIMAL.search(one.text)
    )

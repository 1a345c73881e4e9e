"""What an answer must be to make sense, whatever the model thinks of it: constraints of the search."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import inf

from arithmetree.derivations import AnswerConstraint, DerivationCandidate, Operation
from arithmetree.facts import conversions
from arithmetree.measures import SIZES, measures
from arithmetree.quantities import Kind
from arithmetree.steps.leaves import Reading
from arithmetree.steps.values import Asked, Values

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
_POWER_OF_RIGHT = {
    Operation.MULTIPLY: 1, Operation.DIVIDE: -1, Operation.QUOTIENT: -1, Operation.ROUND_UP: -1,
}  # fmt: skip
_PARTS_OF_A_HUNDRED = frozenset({Fraction(1, 100), Fraction(1, 10)})
_DECIMAL = re.compile(r"\d[./]\d|[¼½¾⅓⅔⅛]|\b\w+ and an? (?:half|third|quarter)")

_OF_SEVERAL = re.compile(r"(?i)\s+of\s+(?:the|these|those|them|his|her|their|its|my|our|your|all)\b")
"""After a fraction: 3/8 of the dogs are whole dogs, 3/4 of a bag is none."""


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


@dataclass(frozen=True, slots=True)
class OneUnit:
    """Grams are not divided by kilograms: what stays in an answer of a length, a weight or a volume is in one unit.

    Where a factor of such units is used, it may convert one into the other. `powers` are those of each leaf, by unit.
    """

    powers: Sequence[Mapping[int, int] | None]  # None for a factor
    dimension_of: Sequence[int]
    name: str = "one unit"
    highest: float = 0.0

    def score(self, candidate: DerivationCandidate) -> float:
        """Nothing for answers in one unit; others are rejected."""
        made = candidate.derivation
        used = {place for step in made.steps for place in (step.left, step.right)}
        if any(self.powers[place] is None for place in used if place < len(self.powers)):
            return 0.0
        powers: list[Mapping[int, int]] = [one or {} for one in self.powers]
        for step in made.steps:
            powers.append(_powers_after(step.operation, powers[step.left], powers[step.right]))
        return -inf if any(self._divides_unlike(powers[answer]) for answer in made.answers) else 0.0

    def _divides_unlike(self, powers: Mapping[int, int]) -> bool:
        above, below = (
            {self.dimension_of[unit] for unit, power in powers.items() if sign * power > 0} for sign in (1, -1)
        )
        return not above.isdisjoint(below)


CONSTRAINTS = (WholeCount().name, NotNegative().name, "not warmer", "one unit")
"""The names of all constraints, as the certificate of a search has them."""


def _powers_after(operation: Operation, left: Mapping[int, int], right: Mapping[int, int]) -> Mapping[int, int]:
    """The powers of the units of a result; nothing where they are not known."""
    sign = _POWER_OF_RIGHT.get(operation)
    if sign is None:
        return left if operation is Operation.REMAINDER or left == right else {}
    return {unit: left.get(unit, 0) + sign * right.get(unit, 0) for unit in {**left, **right}}


@cache
def _factors() -> frozenset[Fraction]:
    """How many of one unit of length, weight or volume make another one: 1000, 12, 16."""
    return frozenset(Fraction(one.count) for one in conversions() if measures(one.whole, *SIZES)) | _PARTS_OF_A_HUNDRED


def measures_below_zero(text: str) -> bool:
    """Whether a text speaks of what is often less than nothing: a temperature, a debt. A count of things is not."""
    return _COLD_OR_OWED.search(text) is not None


def constraints_for(reading: Reading, values: Values, asked: Asked) -> Sequence[AnswerConstraint]:
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
    one_unit = _one_unit(reading, values, asked)
    return found if one_unit is None else [*found, one_unit]


def _one_unit(reading: Reading, values: Values, asked: Asked) -> OneUnit | None:
    """The constraint where the numbers of a text measure lengths, weights or volumes in several units."""
    sizes = {unit for unit, name in enumerate(asked.unit_names, start=1) if measures(name, *SIZES)}
    units, pers = values.unit.tolist(), values.per.tolist()
    count = len(reading.mentions)
    measured = sizes.intersection(
        units[:count],
    ) | sizes.intersection(pers[:count])
    dimensions = [asked.dimension_of[unit] for unit in measured]
    if len(set(dimensions)) == len(dimensions):
        return None
    powers: list[Mapping[int, int] | None] = []
    for place in range(len(values)):
        if count <= place < count + len(reading.constants):
            powers.append(None if reading.constants[place - count].value in _factors() else {})
            continue
        unit, per = ({each} & sizes for each in (units[place], pers[place]))
        powers.append(dict.fromkeys(unit - per, 1) | dict.fromkeys(per - unit, -1))
    return OneUnit(powers, asked.dimension_of.tolist())


def _can_be_parted(unit: str, reading: Reading, asked: Asked) -> bool:
    """Whether there can be a part of one: of measures, of what a text has parts of (0.2 bag), and on average."""
    if asked.dimension_of[asked.unit] or measures(unit) or _ON_AVERAGE.search(reading.problem.text):
        return True
    return any(
        one.kind is Kind.NUMBER and one.value.denominator > 1 and schema.unit_head in (unit, None)
        for one, schema in zip(reading.mentions, reading.schemas, strict=True)
        if _DECIMAL.search(one.text) and not (one.value < 1 and _OF_SEVERAL.match(reading.problem.text, one.end))
    )

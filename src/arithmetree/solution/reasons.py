"""Reasons: why each operation of a calculation is done, and why each number that it leaves out is not used."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arithmetree.solution.evidence import Evidence, Span


class StepReason(StrEnum):
    """Why an operation is done, in the words of a classroom; the sentence of a step tells it in full."""

    # Addition and subtraction
    CAME_IN = "came-in"  # more is got, made, put there
    TOOK_AWAY = "took-away"  # some is given away, used up, gone
    PUT_TOGETHER = "put-together"  # amounts side by side make a whole
    HOW_MANY_AT_FIRST = "how-many-at-first"  # a change is undone to find what was there before
    WHAT_IS_LEFT = "what-is-left"  # the question asks for what stays
    MISSING_PART = "missing-part"  # the whole and one part are known
    HOW_MUCH_CHANGED = "how-much-changed"  # two states are known, the change between them is asked for
    STILL_NEEDED = "still-needed"  # up to an aim
    HOW_MANY_MORE = "how-many-more"  # the question compares
    MORE_THAN = "more-than"  # the text compares: "5 more than"
    FEWER_THAN = "fewer-than"  # the text compares: "5 fewer than"
    # Multiplication and division
    EQUAL_GROUPS = "equal-groups"  # so many in each
    PER_ITEM = "per-item"  # so much money for each
    UNIT_RATE = "unit-rate"  # so much in each hour, for each kilogram
    SHARED_EQUALLY = "shared-equally"  # a whole is parted into equal shares
    HOW_MANY_GROUPS = "how-many-groups"  # how often one amount fits into another
    AVERAGE = "average"
    TIMES_AS_MANY = "times-as-many"  # "twice as many"
    PART_OF_WHOLE = "part-of-whole"  # "a third of"
    PER_CENT = "per-cent"
    # Nothing in the text names the reason
    MOST_LIKELY = "most-likely"


@dataclass(frozen=True, slots=True)
class Step:
    """One operation in the order of calculation: in numbers, what it gives, why, and where the text says so.

    `because` is a sentence for a ten-year-old and `reason` its kind; `spans` are the words that speak for it.
    `evidence` is what the model decided by, None for a calculation that no model has judged.
    """

    expression: str
    value: Fraction
    unit: str | None
    because: str
    spans: tuple[Span, ...]
    reason: StepReason = StepReason.MOST_LIKELY
    evidence: Evidence | None = None

    @property
    def firm(self) -> bool:
        """True if the reason is told as a fact; else the sentence says "most likely"."""
        return self.reason is not StepReason.MOST_LIKELY and (self.evidence is None or self.evidence.firm)


@dataclass(frozen=True, slots=True)
class Ignored:
    """A number of the text that the answer does not use, by its index among the quantities, and why not.

    `firm` and `evidence` are as for a step.
    """

    quantity: int
    because: str
    firm: bool = True
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Every step of the calculation, and every number that it leaves out."""

    steps: tuple[Step, ...] = ()
    ignored: tuple[Ignored, ...] = ()

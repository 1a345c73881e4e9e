"""Reasons: why each step of a calculation is done, and why a number is not used that a reader may expect."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arithmetree.solution.evidence import Evidence, Span


class StepReason(StrEnum):
    """Why a step is done, in the words of a classroom; the sentence of a step says it in full."""

    # Addition and subtraction
    CAME_IN = "came-in"  # more is got, made, put there
    TOOK_AWAY = "took-away"  # some is given away, used up, gone
    PUT_TOGETHER = "put-together"  # amounts side by side make a whole
    WHAT_IS_LEFT = "what-is-left"  # the question asks for what stays
    MISSING_PART = "missing-part"  # the whole and one part are known
    HOW_MANY_MORE = "how-many-more"  # the question compares
    MORE_THAN = "more-than"  # the text compares: "5 more than"
    FEWER_THAN = "fewer-than"  # the text compares: "5 fewer than"
    CLOCK = "clock"  # times of day and durations
    BOTH_ENDS = "both-ends"  # counting from 9 to 27 counts one more than 27 - 9
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
    RATIO = "ratio"  # so many parts
    AREA = "area"
    VOLUME = "volume"
    PERIMETER = "perimeter"
    CONVERSION = "conversion"  # another unit for the same amount
    # Whole numbers
    ROUND_UP = "round-up"
    ROUND_DOWN = "round-down"
    REMAINDER = "remainder"
    COMMON_DIVISOR = "common-divisor"
    COMMON_MULTIPLE = "common-multiple"
    # Equations
    LETTERS = "letters"  # what each letter means
    EQUATION = "equation"  # what the text says, as an equation
    SOLVING = "solving"
    CHECK = "check"
    # The text names no reason, so the sentence only says what is done
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Step:
    """One step in the order of calculation: in numbers, what it gives, why, and where the text says so.

    `expression` is the step in plain signs, "216 / 6", and `shown` the whole line as people write it, "216 ÷ 6 = 36
    boxes". `value` is None for a line of an equation that fixes nothing yet. `because` is a sentence for a ten-year-old
    and `reason` its kind; `spans` are the words that it rests on. `firm` is False where the model is unsure of the
    step, and the sentence says "most likely". `values` are the steps of the derivation that it covers, by the numbers
    of their values: several where a long sum is one line or an order was changed. `evidence` are the words that the
    model decided by, None for a calculation that no model has judged.
    """

    expression: str
    value: Fraction | None
    unit: str | None
    because: str
    spans: tuple[Span, ...]
    reason: StepReason = StepReason.PLAIN
    evidence: Evidence | None = None
    firm: bool = True
    shown: str = ""
    values: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ignored:
    """A number of the text that the answer does not use, by its index among the mentions, and why not.

    `firm` is False where the text gives no clear reason; `evidence` is as for a step.
    """

    quantity: int
    because: str
    firm: bool = True
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Every step of the calculation, and every number that it leaves out.

    `picture` is an SVG element, None where no familiar picture fits; `hints` are three that say more and more, without
    the answer.
    """

    steps: tuple[Step, ...] = ()
    ignored: tuple[Ignored, ...] = ()
    picture: str | None = None
    hints: tuple[str, ...] = ()

"""What the step model knows of numbers: every feature against a plain statement of it. Its weights rest on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isfinite, isnan, log10, nan
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer

from arithmetree.derivations import Affine, Operation, Step
from arithmetree.model import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps.constants import HOW_MANY, called_constants
from arithmetree.steps.features import PAIR_FEATURES, VALUE_FEATURES, leaf_features, pair_features, value_features
from arithmetree.steps.leaves import UNKNOWNS, reading_of
from arithmetree.steps.scorer import TextScorer
from arithmetree.steps.values import (
    CONSTANT,
    KINDS,
    MONEY,
    MULTIPLIER,
    NUMBER,
    PERCENT,
    TIME,
    UNKNOWN,
    Asked,
    Values,
    conversion_units,
    leaf_values,
    rough,
    step_unit,
    step_value,
)  # fmt: skip

AMOUNTS = (
    0,
    1,
    2,
    3,
    12,
    13,
    100,
    101,
    1000,
    1001,
    0.5,
    1 / 3,
    2.5,
    0.9,
    -2,
    -0.5,
    6,
    5,
    30,
    300,
    1e7,
    1e6,
    10,
    99.5,
    1000.0005,
)
GIVEN = (0.5, 2, 3, 5, 6, 13, 15, 30)


@dataclass(frozen=True)
class One:
    """A value as a person would write it down."""

    amount: float = 7
    known: int = 1
    kind: int = NUMBER
    unit: int = 0
    per: int = 0
    owner: int = 0
    sentence: int = -1
    order: int = -1


def columns(*ones: One) -> Values:
    facts = [[one.known, one.kind, one.unit, one.per, one.owner, one.sentence, one.order] for one in ones]
    return Values(np.array([float(one.amount) for one in ones]), np.array(facts, dtype=np.int64).T)


def asked_for(unit: int = 0, per: int = 0, owner: int = 0) -> Asked:
    return Asked(unit, per, owner, np.array(GIVEN), np.array([0, 0, 2, 2, 3]))


def drawn(random: Random) -> One:
    known = int(random.random() < 0.85)
    return One(
        amount=random.choice(AMOUNTS) if known else 0, known=known, kind=random.randrange(len(KINDS)),
        unit=random.randrange(5), per=random.choice((0, 0, 1, 2, 3)), owner=random.randrange(3),
        sentence=random.randint(-1, 1), order=random.randint(-1, 4),
    )  # fmt: skip


def over(one: float, other: float) -> float:
    return one / other if other else nan if not one else inf if one > 0 else -inf


def whole(number: float) -> bool:
    return isfinite(number) and abs(number - round(number)) < 1e-9


def given(number: float) -> bool:
    return any(abs(number - one) < 1e-9 for one in GIVEN)


def ratio(one: float, other: float) -> float:
    ways = abs(over(one, other)), abs(over(other, one))
    return nan if any(map(isnan, ways)) else max(ways)


OF_NUMBERS: dict[int, Callable[[float, float], bool]] = {
    4: lambda a, b: a > b,
    5: lambda a, b: a == b,
    6: lambda a, b: whole(over(a, b)),
    7: lambda a, b: whole(over(b, a)),
    8: lambda a, _: whole(a),
    9: lambda _, b: whole(b),
    10: lambda a, _: 0 < a < 1,
    11: lambda _, b: 0 < b < 1,
    12: lambda a, b: ratio(a, b) < 2,
    13: lambda a, b: ratio(a, b) < 10,
    14: lambda a, b: ratio(a, b) >= 100,
    15: lambda a, b: given(a + b),
    16: lambda a, b: given(abs(a - b)),
    17: lambda a, b: given(a * b),
    18: lambda a, b: given(over(a, b)),
    19: lambda a, b: whole(a * b),
    20: lambda a, b: whole(100 * over(a, b)),
    29: lambda a, _: a <= 0,
    30: lambda _, b: b <= 0,
    31: lambda a, b: abs(a * b) > 1e6,
}
"""Only of two numbers that are known."""

OF_VALUES: dict[int, Callable[[One, One, Asked], bool]] = {
    0: lambda a, b, _: bool(a.known and b.known),
    1: lambda a, b, _: bool(not a.known and b.known),
    2: lambda a, b, _: bool(a.known and not b.known),
    3: lambda a, b, _: not a.known and not b.known,
    21: lambda a, b, _: a.kind == b.kind,
    22: lambda a, *_: a.kind == MONEY,
    23: lambda _, b, __: b.kind == MONEY,
    24: lambda a, *_: a.kind == PERCENT,
    25: lambda _, b, __: b.kind == PERCENT,
    26: lambda a, *_: a.kind == TIME,
    27: lambda _, b, __: b.kind == TIME,
    28: lambda a, b, _: a is b,
    32: lambda a, b, _: 0 < a.unit == b.unit,
    33: lambda a, b, _: bool(a.unit and b.unit) and a.unit != b.unit,
    34: lambda a, b, asked: a.unit != b.unit and 0 < asked.dimension_of[a.unit] == asked.dimension_of[b.unit],
    35: lambda a, b, _: 0 < a.per == b.unit,
    36: lambda a, b, _: 0 < b.per == a.unit,
    37: lambda a, _, asked: 0 < asked.unit == a.unit,
    38: lambda _, b, asked: 0 < asked.unit == b.unit,
    39: lambda a, b, _: 0 <= a.sentence == b.sentence,
    40: lambda a, b, _: 0 < a.owner == b.owner,
    41: lambda a, b, _: bool(a.owner and b.owner) and a.owner != b.owner,
    42: lambda a, _, asked: 0 < asked.owner == a.owner,
    43: lambda _, b, asked: 0 < asked.owner == b.owner,
    44: lambda a, b, asked: asked.unit > 0 and unit_of(Operation.MULTIPLY, a, b)[0] == asked.unit,
    45: lambda a, b, asked: asked.unit > 0 and unit_of(Operation.DIVIDE, a, b) == (asked.unit, asked.per),
    46: lambda a, b, _: 0 < a.unit == b.unit and b.per > 0,
    47: lambda a, b, _: a.order >= 0 and b.order >= 0 and abs(a.order - b.order) == 1,
}


def unit_of(operation: Operation, one: One, other: One) -> tuple[int, int]:
    unit, per = step_unit(operation, columns(one), columns(other))
    return int(unit[0]), int(per[0])


def test_every_feature_of_a_pair_is_stated() -> None:
    assert sorted({*OF_NUMBERS, *OF_VALUES}) == list(range(PAIR_FEATURES))
    assert VALUE_FEATURES == 39


@pytest.mark.parametrize("seed", range(6))
def test_features_of_pairs_are_as_stated(seed: int) -> None:
    random = Random(seed)
    ones = [drawn(random) for _ in range(40)]
    asked = asked_for(*((0, 0, 0) if seed == 0 else (random.randrange(4), random.randrange(3), random.randrange(3))))
    found = pair_features(columns(*ones), columns(*ones), asked, same=np.eye(len(ones), dtype=bool))
    for row, one in zip(found, ones, strict=True):
        for features, other in zip(row, ones, strict=True):
            expected = {place: says(one, other, asked) for place, says in OF_VALUES.items()}
            for place, says_of in OF_NUMBERS.items():
                expected[place] = bool(expected[0]) and says_of(one.amount, other.amount)
            assert {place: bool(value) for place, value in enumerate(features)} == expected, (one, other, asked)


@pytest.mark.parametrize("amount", [*AMOUNTS, 11, 99, 1.5, 1e9])
def test_features_of_a_number_say_its_size(amount: float) -> None:
    (row,) = value_features(columns(One(amount, kind=MULTIPLIER)), asked_for())
    assert row[: len(KINDS)].tolist() == [kind == MULTIPLIER for kind in range(len(KINDS))]
    says = [
        True, not whole(amount), not whole(amount) and whole(1 / amount), 0 < amount < 1, amount == 0, amount == 1,
        amount == 2, 2 < amount <= 12, 12 < amount <= 100, 100 < amount <= 1000, amount > 1000, amount < 0,
    ]  # fmt: skip
    size = row[len(KINDS) : len(KINDS) + 13].tolist()
    assert size[:12] == says
    assert size[12] == pytest.approx(log10(abs(amount) + 1) / 4, rel=1e-5)
    assert not row[len(KINDS) + 13 :].any()
    (unknown,) = value_features(columns(One(0, known=0, kind=UNKNOWN)), asked_for())
    assert unknown.sum() == 1


def test_features_of_a_value_say_what_it_has_of_what_is_asked_for() -> None:
    def matches(one: One, asked: Asked) -> list[int]:
        (row,) = value_features(columns(one), asked)
        return [place for place, found in enumerate(row[len(KINDS) + 13 : len(KINDS) + 19]) if found]

    assert matches(One(unit=1, per=2, owner=1), asked_for(1, 2, 1)) == [0, 2, 3, 4]
    assert matches(One(unit=2, per=1, owner=2), asked_for(1, 2, 1)) == [1, 3, 5]
    assert matches(One(unit=2), asked_for()) == [5]
    assert matches(One(), asked_for(1, 2, 1)) == []


# What a step makes of units, kinds and owners: pens are 1, boxes 2, days 3.
PENS, BOXES, DAYS, PENS_A_BOX, BOXES_A_DAY, BARE = (
    One(unit=1), One(unit=2), One(unit=3), One(unit=1, per=2), One(unit=2, per=3), One(),
)  # fmt: skip


@pytest.mark.parametrize(
    ("operation", "left", "right", "made"),
    [
        ("MULTIPLY", BOXES, PENS_A_BOX, (1, 0)),
        ("MULTIPLY", PENS_A_BOX, BOXES, (1, 0)),
        ("MULTIPLY", PENS_A_BOX, BOXES_A_DAY, (1, 3)),
        ("MULTIPLY", PENS, BARE, (1, 0)),
        ("MULTIPLY", BARE, PENS, (1, 0)),
        ("MULTIPLY", PENS_A_BOX, BARE, (1, 2)),
        ("MULTIPLY", BARE, PENS_A_BOX, (1, 2)),
        ("MULTIPLY", PENS, BOXES, (0, 0)),
        ("MULTIPLY", BARE, BARE, (0, 0)),
        ("MULTIPLY", One(per=2), PENS, (0, 0)),  # so many a box, of what is not said
        ("MULTIPLY", PENS, One(per=2), (0, 0)),
        ("DIVIDE", PENS, BOXES, (1, 2)),
        ("DIVIDE", PENS, PENS_A_BOX, (2, 0)),
        ("DIVIDE", PENS, PENS, (0, 0)),
        ("DIVIDE", PENS, BARE, (1, 0)),
        ("DIVIDE", PENS_A_BOX, BARE, (1, 2)),
        ("DIVIDE", BARE, PENS, (0, 1)),
        ("ROUND_UP", PENS, PENS_A_BOX, (2, 0)),
        ("QUOTIENT", PENS, BOXES, (1, 2)),
        ("ADD", PENS, PENS, (1, 0)),
        ("ADD", PENS, BARE, (1, 0)),
        ("ADD", BARE, PENS, (1, 0)),
        ("ADD", BARE, PENS_A_BOX, (1, 2)),
        ("ADD", PENS, BOXES, (0, 0)),
        ("SUBTRACT", PENS_A_BOX, PENS_A_BOX, (1, 2)),
        ("SUBTRACT", PENS_A_BOX, PENS, (0, 0)),
        ("REMAINDER", PENS, BOXES, (1, 0)),
        ("EQUATE", PENS_A_BOX, BOXES, (1, 2)),
    ],
)
def test_the_unit_of_a_step(operation: str, left: One, right: One, made: tuple[int, int]) -> None:
    assert unit_of(Operation[operation], left, right) == made


@pytest.mark.parametrize(
    ("operation", "left", "right", "kind"),
    [
        ("ADD", MONEY, NUMBER, MONEY),
        ("SUBTRACT", NUMBER, MONEY, MONEY),
        ("ADD", NUMBER, PERCENT, NUMBER),
        ("ADD", TIME, NUMBER, TIME),
        ("SUBTRACT", TIME, TIME, NUMBER),
        ("ADD", TIME, MONEY, TIME),
        ("MULTIPLY", MONEY, NUMBER, MONEY),
        ("MULTIPLY", NUMBER, MONEY, MONEY),
        ("MULTIPLY", MONEY, MONEY, NUMBER),
        ("DIVIDE", MONEY, NUMBER, MONEY),
        ("DIVIDE", NUMBER, MONEY, NUMBER),
        ("DIVIDE", MONEY, MONEY, NUMBER),
        ("MULTIPLY", TIME, NUMBER, NUMBER),
        ("ROUND_UP", MONEY, NUMBER, NUMBER),
        ("ADD", UNKNOWN, MONEY, UNKNOWN),
        ("MULTIPLY", NUMBER, UNKNOWN, UNKNOWN),
        ("ADD", CONSTANT, NUMBER, NUMBER),
    ],
)
def test_the_kind_of_a_step(operation: str, left: int, right: int, kind: int) -> None:
    made = step_value(Operation[operation], columns(One(kind=left)), columns(One(kind=right)), 5.0)
    assert int(made.kind[0]) == kind


@pytest.mark.parametrize(
    ("left", "right", "owner", "sentence"),
    [
        (One(owner=1, sentence=2), One(owner=1, sentence=2), 1, 2),
        (One(owner=1, sentence=2), One(owner=0, sentence=1), 1, -1),
        (One(owner=0, sentence=0), One(owner=2, sentence=0), 2, 0),
        (One(owner=1), One(owner=2), 0, -1),
    ],
)
def test_a_step_belongs_to_who_has_both_or_the_only_one(left: One, right: One, owner: int, sentence: int) -> None:
    made = step_value(Operation.ADD, columns(left), columns(right), nan)
    assert (int(made.owner[0]), int(made.sentence[0]), int(made.order[0])) == (owner, sentence, -1)
    assert (float(made.amount[0]), int(made.known[0])) == (0.0, 0)
    known = step_value(Operation.ADD, columns(left), columns(right), 14.0)
    assert (float(known.amount[0]), int(known.known[0])) == (14.0, 1)


def test_values_are_taken_one_by_one_and_grow_at_the_end() -> None:
    values = columns(One(1, unit=1), One(2, unit=2), One(3, unit=3))
    assert values.one(1).amount.tolist() == [2]
    assert values.one(1).unit.tolist() == [2]
    assert values.some(np.array([2, 0])).unit.tolist() == [3, 1]
    more = values.and_one(columns(One(9, per=4)))
    assert (len(more), more.per.tolist()) == (4, [0, 0, 0, 4])
    assert values.as_rows().amount.shape == (3, 1)
    assert values.as_columns().unit.shape == (1, 3)
    assert isnan(rough(None))


def test_without_given_amounts_nothing_is_among_them() -> None:
    asked = Asked(0, 0, 0, np.array([]), np.array([0]))
    found = pair_features(columns(One(2)), columns(One(3)), asked, same=np.zeros((1, 1), dtype=bool))
    assert not found[0, 0, 15:19].any()


def test_the_model_sees_how_each_value_was_used_before() -> None:
    steps = (Step(Operation.ADD, 0, 1), Step(Operation.MULTIPLY, 0, 3))
    prefix: Any = SimpleNamespace(size=5, steps=steps)
    scorer: Any = SimpleNamespace(_leaves=3)
    assert TextScorer._use(scorer, prefix).tolist() == [
        [1, 1, 0, 0],  # twice
        [1, 0, 0, 0],
        [0, 0, 0, 0],  # never
        [1, 0, 0, 1],  # made by a step
        [0, 0, 1, 1],  # and by the last one
    ]


def test_features_of_a_mention_say_how_it_is_written() -> None:
    def mention(text: str, value: float, start: int, hint: str | None = None) -> Any:
        return SimpleNamespace(text=text, value=value, start=start, unit_hint=hint)

    def schema(**facts: Any) -> Any:
        bare = dict.fromkeys(("verb", "tense", "comparison", "unit_head", "subject", "rate"))
        return SimpleNamespace(**bare | facts)

    question = SimpleNamespace(verb="give", tense="past")
    reading: Any = SimpleNamespace(
        mentions=[mention("twelve", 12, 3), mention("5", 5, 20, "cent"), mention("5", 5, 50), mention("9", 9, 60)],
        schemas=[
            schema(verb="give", tense="now"), schema(unit_head="cent", tense="past", verb="take"),
            schema(subject="Ann", comparison="more"), schema(),
        ],
        problem=SimpleNamespace(question=question), asked=(50, 60),
    )  # fmt: skip
    values = columns(One(12), One(5), One(5), One(9))
    written = leaf_features(reading, values, asked_for())[:, -11:]
    assert [[place for place, found in enumerate(row) if found and place != 5] for row in written.tolist()] == [
        [0, 1, 7],  # in words, the largest, with the verb of the question
        [2, 3, 4, 8],  # the smallest, twice, in cents, in the tense of the question
        [2, 3, 6, 9],  # in the question, compared
        [10],  # nothing was read about it
    ]
    assert written[:, 5].tolist() == pytest.approx([4 / 12] * 4)
    nothing: Any = SimpleNamespace(
        mentions=[mention("7", 7, 0)] * 15, schemas=[schema(verb="x", tense="y")] * 15, asked=None,
        problem=SimpleNamespace(question=None),
    )  # fmt: skip
    rows = leaf_features(nothing, columns(*[One(7)] * 15), asked_for())[:, -11:]
    assert rows[0].tolist() == [0, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]


def test_pounds_of_money_and_of_weight_are_two_units() -> None:
    units = {(part, whole): count for part, whole, count in conversion_units()}
    assert units["penny", "pound sterling"] == 100
    assert units["ounce", "pound"] == 16
    assert units["cent", "dollar"] == 100


def test_leaves_have_their_amounts_and_unknowns_have_none() -> None:
    tokenizer = Tokenizer.from_file(str(SHIPPED / "full" / "tokenizer.json"))
    text = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
    reading = reading_of(read(text, load_parser()), tokenizer)
    values, asked = leaf_values(reading)
    assert values.amount[:2].tolist() == [12, 5]
    assert values.known[:2].tolist() == [1, 1]
    assert values.amount[-len(UNKNOWNS) :].tolist() == [0] * len(UNKNOWNS)
    assert not values.known[-len(UNKNOWNS) :].any()
    assert values.unit[0] == values.unit[1] == asked.unit > 0
    assert asked.given.tolist() == [5, 12]
    assert asked.unit_names[asked.unit - 1] == "apple"
    assert len(reading.places) == len(values)


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Ann, Ben and Carl have 9 pens.", [3, 4, 5, 6]),
        ("They met on Monday and on Friday.", [3, 4, 5, 6]),
        ("Ann has 9 pens.", []),
    ],
)
def test_a_list_calls_for_how_many_there_are(text: str, counts: list[int]) -> None:
    found = called_constants(text)
    assert [one.value for one in found if one.fact == HOW_MANY] == counts
    assert [one.value for one in found] == sorted(one.value for one in found)
    assert all(one.start == -1 for one in found if one.fact == HOW_MANY)


def test_a_fact_is_that_of_most_words_at_its_first() -> None:
    text = "A film of 2 hours and 5 minutes has a break of 9 minutes."
    (sixty,) = [one for one in called_constants(text) if one.value == 60]
    assert "minute" in sixty.fact
    assert text[sixty.start :].startswith(("hours", "minutes"))
    text = "A talk of 2 hours has a break of 9 minutes, and a song takes 90 seconds."
    (sixty,) = [one for one in called_constants(text) if one.value == 60]
    assert sixty.fact == "seconds in a minute"
    assert text[sixty.start :].startswith("minutes")


def test_of_facts_that_as_many_words_call_for_the_first_is_taken() -> None:
    (sixty,) = [one for one in called_constants("It lasts 2 hours and 9 minutes.") if one.value == 60]
    assert sixty.fact == "minutes in an hour"


@pytest.mark.parametrize(
    ("value", "number"), [(10**400, 1e30), (-(10**400), -1e30), (Fraction(3, 2), 1.5)], ids=["huge", "low", "half"]
)
def test_a_number_that_is_too_large_is_a_huge_one(value: int | Fraction, number: float) -> None:
    assert rough(Affine(Fraction(value))) == number

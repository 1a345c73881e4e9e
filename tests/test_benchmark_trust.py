"""The simulated pupils: right work is right, wrong work is wrong, and the same seed makes the same class."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from types import ModuleType

import pytest

from arithmetree.checking.pupil_work import read_work
from arithmetree.corpus import Record
from arithmetree.generator import generate
from script_modules import script_modules


@pytest.fixture(scope="module")
def pupils() -> Iterator[ModuleType]:
    with script_modules("trust", ("amounts", "pupils", "classes")) as modules:
        yield modules["pupils"]


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [record for record in generate(40, 5, steps=(1, 2, 3)) if record.answer is not None]


def test_the_same_seed_makes_the_same_class(pupils: ModuleType, records: list[Record]) -> None:
    for record in records[:10]:
        first, second = (pupils.class_of(pupils.Sheet(record), Random("a"), 6) for _ in range(2))
        assert first == second
        assert first != pupils.class_of(pupils.Sheet(record), Random("b"), 6)


def test_wrong_numbers_are_wrong(pupils: ModuleType, records: list[Record]) -> None:
    sorts = set()
    for record in records:
        for pupil in pupils.Sheet(record).wrong(Random(record.id)):
            sorts.add(pupil.sort)
            assert not pupil.right
            try:
                plain = Fraction(pupil.written)
            except ValueError:
                continue
            assert plain not in record.answers, (record.id, pupil)
    assert {"off by one", "wrong operation", "a step left out", "a slip in the last sum"} <= sorts


def test_all_work_can_be_read(pupils: ModuleType, records: list[Record]) -> None:
    for record in records:
        sheet = pupils.Sheet(record)
        for pupil in (*sheet.right(), *sheet.wrong(Random(record.id))):
            assert read_work(pupil.written).number is not None or read_work(pupil.written).steps


def test_amounts_are_the_same_in_every_form() -> None:
    with script_modules("trust", ("amounts",)) as modules:
        amounts = modules["amounts"]
        lengths = dict(amounts.forms(Fraction(3, 2), "m", money=False))
        assert lengths["smaller unit"] == "150 cm"
        assert lengths["two units with and"] == "1 m and 50 cm"
        assert (
            dict(amounts.forms(Fraction(159, 10), "pounds", money=True))["coins without their name"] == "15 pounds 90"
        )
        assert dict(amounts.forms(Fraction(825), "clock", money=False))["clock in words"] == "quarter to two"
        assert amounts.words(Fraction(238)) == "two hundred and thirty-eight"
        assert amounts.is_rounding(Fraction("3.33"), Fraction(10, 3))
        assert not amounts.is_rounding(Fraction("3.34"), Fraction(10, 3))


def test_the_test_parts_are_measured_only_where_they_are_named() -> None:
    script = Path(__file__).resolve().parents[1] / "benchmarks" / "trust" / "classes.py"
    assert 'default=["general_dev", "dev"]' in script.read_text(encoding="utf-8")

"""Answers in which two units of one kind meet."""

from __future__ import annotations

from fractions import Fraction
from math import inf

import pytest

from arithmetree import Solver
from arithmetree.derivations import DerivationCandidate, parse, work_out
from arithmetree.derivations.derivation import Derivation
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps.leaves import Reading, reading_of
from arithmetree.steps.model import StepModel
from arithmetree.steps.sense import constraints_for
from arithmetree.steps.values import leaf_values

NUTS = "A bag with 2 kg of nuts costs $30. What do 600 g of the nuts cost?"


@pytest.fixture(scope="module")
def model() -> StepModel:
    found = Solver.load("full").model
    assert isinstance(found, StepModel)
    return found


def score(text: str, written: str, model: StepModel) -> float | None:
    """What the constraint says of a calculation with the numbers of a text; None if the text has no such constraint."""
    reading = reading_of(read(text, load_parser()), model.tokenizer)
    values, asked = leaf_values(reading)
    wanted = [one for one in constraints_for(reading, values, asked) if one.name == "one unit"]
    if not wanted:
        return None
    made = over_all_leaves(parse(written, dict(zip("abc", reading.leaves, strict=False))), reading)
    return wanted[0].score(DerivationCandidate(made, (Fraction(1),), work_out(made, reading.values)))


def over_all_leaves(made: Derivation, reading: Reading) -> Derivation:
    """The derivation as the search has it, with all leaves of the reading first."""
    leaves = {leaf.value if hasattr(leaf, "value") else leaf: k for k, leaf in enumerate(reading.leaves)}
    before = len(made.leaves)
    place = [leaves[leaf.value if hasattr(leaf, "value") else leaf] for leaf in made.leaves]
    place += range(len(reading.leaves), len(reading.leaves) + len(made.steps))
    assert len(place) == before + len(made.steps)
    steps = tuple(type(step)(step.operation, place[step.left], place[step.right]) for step in made.steps)
    return Derivation(reading.leaves, steps, tuple(place[answer] for answer in made.answers))


@pytest.mark.parametrize(
    ("text", "written", "allowed"),
    [
        (NUTS, "c / a * b", False),
        (NUTS, "b / a * c", False),
        (NUTS, "b * c / a", False),
        (NUTS, "c / (a / b)", False),
        (NUTS, "a / b * b", True),
        (NUTS, "ceil(b / a)", True),
        (NUTS, "floor(c / a * b)", False),
        (NUTS, "(c - b) / a", True),
        (NUTS, "(b + b) / a", True),
        (NUTS, "(b - b) * c / a", False),
        (NUTS, "mod(b, b) * c / a", False),
        (NUTS, "mod(b, c) * c / a", False),
        (NUTS, "b + 1000 - 1000", True),
        (NUTS, "c / (a * 1000) * b", True),
        (NUTS, "b / a", True),
        (NUTS, "b + c", True),
        ("A rope of 3 m is cut into pieces of 20 cm. How many pieces are there?", "a / b", False),
        ("A rope of 3 m is cut into pieces of 20 cm. How many pieces are there?", "a * 100 / b", True),
    ],
)
def test_units_of_one_kind_are_converted_before_they_are_divided(
    text: str, written: str, allowed: bool, model: StepModel
) -> None:
    assert score(text, written, model) == (0.0 if allowed else -inf)


@pytest.mark.parametrize(
    "text",
    [
        "A rope of 3 m is cut into pieces of 2 m. How many pieces are there?",
        "He rests 10 minutes every 2 hours. How many minutes does he rest in 8 hours?",
        "A car uses 6 litres for 100 km. How much does it use for 350 km?",
    ],
)
def test_a_text_in_one_unit_of_each_kind_has_no_such_constraint(text: str, model: StepModel) -> None:
    assert score(text, "a / b", model) is None


def test_a_price_by_the_kilogram_is_paid_for_grams() -> None:
    solution = Solver.load("full").solve("A kilo of nuts costs £3.40. What do 750 grams cost?", precision=0)
    assert solution.answer_text == "£2.55"

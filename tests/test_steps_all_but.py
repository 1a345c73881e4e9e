"""What is left where all but some are gone."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tokenizers import Tokenizer

from arithmetree import Solver
from arithmetree.derivations import FoundAnswer, Mention, parse
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps.all_but import with_what_is_left
from arithmetree.steps.leaves import mentioned, reading_of


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load("full")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A farmer has 17 sheep. All but 9 run away. How many are left?", "9"),
        ("A farmer has 17 sheep. All but 9 run away. How many run away?", "8"),
        ("There were 30 cakes. All of them except four were sold. How many cakes were left?", "4"),
        ("A farmer has 17 sheep. But 9 run away. How many are left?", "8"),
    ],
)
def test_all_but_some_are_gone(text: str, answer: str, solver: Solver) -> None:
    solution = solver.solve(text, precision=0)
    assert solution.answer == answer
    shares = [solution.confidence, *(one.confidence for one in solution.alternatives)]
    assert sum(shares) <= 1.0 + 1e-9


BIRDS = "A yard has 20 birds. All except 6 fly off. How many birds stay?"


def _left(text: str, *found: tuple[float, str, int]) -> list[tuple[int, float]]:
    """The answers over the mentions a and b after the rule, each with its share."""
    tokenizer = Tokenizer.from_file(str(SHIPPED / "full" / "tokenizer.json"))
    names = {"a": Mention(0), "b": Mention(1)}
    before = [FoundAnswer(parse(made, names), (Fraction(value),), 0.0, low, low + 0.02) for low, made, value in found]
    after = with_what_is_left(before, reading_of(mentioned(read(text, load_parser())), tokenizer))
    assert all(each.low <= each.high for each in after)
    return [(int(each.values[0]), pytest.approx(each.low)) for each in after]


def test_the_number_after_all_but_gains_most_of_what_the_difference_had() -> None:
    assert _left(BIRDS, (0.7, "a - b", 14), (0.2, "a + b", 26)) == [(6, 0.63), (26, 0.2), (14, 0.07)]
    assert _left(BIRDS, (0.5, "a - b", 14), (0.3, "b", 6), (0.1, "a", 20)) == [(6, 0.75), (20, 0.1), (14, 0.05)]


@pytest.mark.parametrize("made", ["a + b", "a - b - b", "a", "a - 6", "b - a"])
def test_only_the_whole_less_that_number_is_taken_for_it(made: str) -> None:
    assert _left(BIRDS, (0.7, made, 1), (0.2, "a - b", 14)) == [(1, 0.7), (14, 0.2)]


def test_nothing_is_changed_where_nothing_was_found_or_the_rest_is_not_asked_for() -> None:
    assert _left(BIRDS) == []
    gone = BIRDS.replace("stay", "fly off")
    assert _left(gone, (0.7, "a - b", 14)) == [(14, 0.7)]
    assert _left(BIRDS.replace("How many birds stay?", "All stay."), (0.7, "a - b", 14)) == [(14, 0.7)]

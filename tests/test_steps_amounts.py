"""The same amount in two units is one answer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from tokenizers import Tokenizer

from arithmetree.derivations import Constant, Derivation, FoundAnswer, Mention, Unknown, parse, work_out
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps.amounts import _basic_units, joined
from arithmetree.steps.leaves import Reading, mentioned, reading_of
from arithmetree.steps.values import conversion_units

PURSES = "Tim has £3 and Mia has 45p. How much money do they have together?"
TALKS = "Ben talked for 2 hours and Ida talked for 90 minutes. For how long did both talk?"
PIES = "A baker sold 8 pies and 6 buns. How many more pies than buns did he sell?"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(SHIPPED / "full" / "tokenizer.json"))


def _found(text: str, shares: Sequence[tuple[float, str]], tokenizer: Tokenizer) -> tuple[list[FoundAnswer], Reading]:
    """Answers over the mentions a and b and the constants of a text, with their shares; 0.05 more is not explored."""
    reading = reading_of(mentioned(read(text, load_parser())), tokenizer)
    names = {"a": Mention(0), "b": Mention(1), "x": Unknown("x")}
    found = []
    for share, written in shares:
        made = _with_facts(parse(written, names), reading)
        worked = work_out(made, reading.values)
        values = tuple(worked.number(answer) or Fraction(0) for answer in made.answers)
        found.append(FoundAnswer(made, values, 0.0, share, share + 0.05))
    return found, reading


def _with_facts(made: Derivation, reading: Reading) -> Derivation:
    """The derivation with the constants of the reading in the place of bare ones."""
    facts = {leaf.value: leaf for leaf in reading.leaves if isinstance(leaf, Constant)}
    leaves = tuple(facts[leaf.value] if isinstance(leaf, Constant) else leaf for leaf in made.leaves)
    return Derivation(leaves, made.steps, made.answers)


@pytest.mark.parametrize(
    ("text", "shares", "together"),
    [
        (PURSES, [(0.4, "a + b / 100"), (0.3, "a * 100 + b"), (0.2, "a")], [(0.7, "3.45"), (0.2, "3")]),
        (PURSES, [(0.4, "a"), (0.35, "a + b / 100"), (0.2, "a * 100 + b")], [(0.55, "3.45"), (0.4, "3")]),
        (TALKS, [(0.5, "a * 60 + b"), (0.4, "a + b / 60")], [(0.9, "210")]),
        (TALKS, [(0.5, "a"), (0.4, "b")], [(0.5, "2"), (0.4, "90")]),
        (PIES, [(0.5, "a - b"), (0.3, "b - a"), (0.2, "a + b")], [(0.5, "2"), (0.3, "-2"), (0.2, "14")]),
    ],
)
def test_answers_of_one_amount_are_one_and_the_best_stands_for_them(
    text: str, shares: list[tuple[float, str]], together: list[tuple[float, str]], tokenizer: Tokenizer
) -> None:
    again = joined(*_found(text, shares, tokenizer))
    assert [one.values for one in again] == [(Fraction(value),) for _, value in together]
    assert [one.low for one in again] == pytest.approx([share for share, _ in together])
    assert all(one.low <= one.high <= 1 for one in again)


def test_two_answers_at_once_and_unknowns_are_no_amount(tokenizer: Tokenizer) -> None:
    shares = [(0.5, "a; b / 100"), (0.3, "a * 100; b"), (0.1, "x where x = a * 100"), (0.05, "a")]
    again = joined(*_found(PURSES, shares, tokenizer))
    assert [one.low for one in again] == [0.5, 0.3, 0.1, 0.05]


def test_a_rate_is_no_amount_of_its_unit(tokenizer: Tokenizer) -> None:
    text = "A pump fills 2 litres per minute. Another fills 2000 millilitres per hour. How many litres do they fill?"
    again = joined(*_found(text, [(0.5, "a"), (0.3, "b")], tokenizer))
    assert [one.low for one in again] == [0.5, 0.3]


def test_what_is_joined_is_never_more_than_certain(tokenizer: Tokenizer) -> None:
    (only,) = joined(*_found(TALKS, [(0.6, "a * 60 + b"), (0.6, "a + b / 60")], tokenizer))
    assert (only.low, only.high) == (1.0, 1.0)
    assert joined(*_found(TALKS, [], tokenizer)) == ()


def test_units_of_one_kind_have_one_basic_unit_and_keep_their_proportions() -> None:
    basic = _basic_units()
    for part, whole, count in conversion_units():
        if {part, whole} <= {"day", "week", "year", "month", "fortnight", "decade", "century"}:
            continue  # a year is 52 weeks and also 365 days
        assert basic[part][0] == basic[whole][0]
        assert basic[whole][1] == count * basic[part][1]
    assert basic["kilogram"][0] != basic["kilometre"][0]
    assert basic["gram"][0] != basic["ounce"][0]
    assert basic["mile"][1] / basic["foot"][1] == 5280

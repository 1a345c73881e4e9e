"""Which of two unknowns a question names."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tokenizers import Tokenizer

from arithmetree.derivations import Derivation, FoundAnswer, Leaf, Mention, Unknown, parse
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read
from arithmetree.steps.leaves import Reading, mentioned, reading_of
from arithmetree.steps.named_unknown import named_unknown, with_named_unknown

TICKETS = "Adults paid $6 and children paid $4. The 50 visitors paid $260."
SAVED = "Noor put 900 euros into two accounts, one at 4% and the other at 7%. The interest was 51 euros."
NUMBERS = "Three times a number and two times another make 47. They differ by 4."
SUM = "x + y = n2; n0 * x + n1 * y = n3"
SAVED_SUM = "x + y = n0; n1 * x + n2 * y = n3"
NUMBERS_SUM = "n0 * x + n1 * y = n2; x - y = n3"


@pytest.fixture(scope="module")
def parser() -> Parser:
    return load_parser()


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(SHIPPED / "full" / "tokenizer.json"))


def _read(text: str, values: str, parser: Parser, tokenizer: Tokenizer) -> tuple[Reading, dict[str, Leaf]]:
    """A text and its mentions n0, n1, ... that have these values."""
    reading = reading_of(mentioned(read(text, parser)), tokenizer)
    wanted = [Fraction(value) for value in values.split()]
    places = [next(k for k, one in enumerate(reading.mentions) if one.value == value) for value in wanted]
    return reading, {f"n{number}": Mention(place) for number, place in enumerate(places)}


def _name(made: Derivation, place: int | None) -> str | None:
    leaf = None if place is None else made.leaves[place]
    return leaf.name if isinstance(leaf, Unknown) else None


@pytest.mark.parametrize(
    ("story", "values", "equations", "question", "asked"),
    [
        (TICKETS, "6 4 50 260", SUM, "How many children came?", "y"),
        (TICKETS, "6 4 50 260", SUM, "How many adults came?", "x"),
        (TICKETS, "6 4 50 260", SUM, "How many tickets were sold at $4?", "y"),
        (TICKETS, "6 4 50 260", SUM, "How many of the visitors were locals?", None),
        (SAVED, "900 1/25 7/100 51", SAVED_SUM, "How much did she put in at 7%?", "y"),
        (NUMBERS, "3 2 47 4", NUMBERS_SUM, "What is the larger number?", "x"),
        (NUMBERS, "3 2 47 4", NUMBERS_SUM, "What is the smaller of the two numbers?", "y"),
        (NUMBERS, "3 2 47 4", NUMBERS_SUM, "What is the second number?", None),
    ],
)
def test_the_words_beside_a_factor_say_which_unknown_is_asked_for(
    story: str, values: str, equations: str, question: str, asked: str | None, parser: Parser, tokenizer: Tokenizer
) -> None:
    reading, leaves = _read(f"{story} {question}", values, parser, tokenizer)
    for answer in ("x", "y"):
        made = parse(f"{answer} where {equations}", leaves)
        assert _name(made, named_unknown(made, reading.problem, reading.values)) == asked


def test_nothing_is_named_where_the_answer_is_no_unknown(parser: Parser, tokenizer: Tokenizer) -> None:
    reading, leaves = _read(f"{TICKETS} How many children came?", "6 4 50 260", parser, tokenizer)
    made = parse(f"n1 * y where {SUM}", leaves)
    assert named_unknown(made, reading.problem, reading.values) is None


def _found(leaves: dict[str, Leaf], shares: dict[str, float]) -> list[FoundAnswer]:
    values = {"x": Fraction(30), "y": Fraction(20)}
    return [
        FoundAnswer(parse(f"{name} where {SUM}", leaves), (values[name],), 0.0, share, share)
        for name, share in shares.items()
    ]


@pytest.mark.parametrize(("one", "other", "first"), [(0.5, 0.4, 20), (0.9, 0.05, 30)])
def test_the_named_unknown_gains_odds_but_not_against_every_doubt(
    one: float, other: float, first: int, parser: Parser, tokenizer: Tokenizer
) -> None:
    reading, leaves = _read(f"{TICKETS} How many children came?", "6 4 50 260", parser, tokenizer)
    moved = with_named_unknown(_found(leaves, {"x": one, "y": other}), reading)
    assert moved[0].values == (first,)
    assert sum(each.low for each in moved) == pytest.approx(one + other)
    assert all(each.low <= each.high for each in moved)

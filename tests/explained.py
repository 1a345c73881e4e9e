"""Explanations of calculations that are given by hand, so that no model decides."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from string import ascii_lowercase

from arithmetree.derivations import Constant, Derivation, Leaf, Mention, parse
from arithmetree.explanation import explain
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.equations import letters_of, letters_sentence
from arithmetree.explanation.order import natural_order
from arithmetree.explanation.passage import Passage
from arithmetree.parsing import load_parser
from arithmetree.quantities import Kind, Quantity
from arithmetree.quantities.clock_times import find_clock_times
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.solution import Explanation

FACTS = {
    "WEEK": Constant(Fraction(7), "days in a week"),
    "HOUR": Constant(Fraction(60), "minutes in an hour"),
    "MINUTE": Constant(Fraction(60), "seconds in a minute"),
    "LITRE": Constant(Fraction(1000), "millilitres in a litre"),
    "PAIR": Constant(Fraction(2), "two: both, a pair, two sides"),
    "FIVE": Constant(Fraction(5), "how many there are"),
    "LISTED": Constant(Fraction(3), "how many there are"),
    "KILO": Constant(Fraction(1000), "grams in a kilogram"),
    "METRE": Constant(Fraction(100), "centimetres in a metre"),
    "POUND": Constant(Fraction(100), "pence in a pound"),
    "SPIDER": Constant(Fraction(8), "legs of a spider"),
    "SQUARE": Constant(Fraction(4), "sides of a square"),
    "PERCENT": Constant(Fraction(100), "per cent of a whole"),
    "ONE": Constant(Fraction(1), "one: a whole, an end, the first, oneself"),
    "DAY": Constant(Fraction(1440), "minutes in a day"),
}


@cache
def problem_of(text: str) -> tuple[Problem, tuple[Quantity, ...]]:
    """A problem and its mentions: the numbers with a schema, and times of day as minutes after midnight."""
    problem = read(text, load_parser())
    times = [
        Quantity(time.start, time.end, text[time.start : time.end], Fraction(time.minutes), Kind.TIME)
        for time in find_clock_times(text)
    ]
    covered = {place for time in times for place in range(time.start, time.end)}
    countable = (one for one in problem.quantities if one.countable or one.kind in (Kind.LABEL, Kind.YEAR))
    numbers = [one for one in countable if one.start not in covered and one.implicit is None]
    return problem, tuple(sorted((*times, *numbers), key=lambda one: one.start))


def derivation_of(calculation: str) -> Derivation:
    """A derivation over the mentions a, b, c ... of a text, the known numbers of FACTS, and other names as unknowns."""
    leaves: dict[str, Leaf] = {letter: Mention(number) for number, letter in enumerate(ascii_lowercase[:12])}
    return parse(calculation, leaves | FACTS)


def letters(text: str, calculation: str) -> str:
    """What the letters stand for where a calculation has equations."""
    problem, mentions = problem_of(text)
    calc = Calculation(
        Passage(problem, mentions), natural_order(derivation_of(calculation), Passage(problem, mentions)).made
    )
    return letters_sentence(calc, letters_of(calc))


def explained(text: str, calculation: str, *, unsure: tuple[int, ...] = ()) -> Explanation:
    """The explanation of a calculation over the numbers of a text."""
    problem, mentions = problem_of(text)
    return explain(problem, mentions, derivation_of(calculation), unsure=unsure)

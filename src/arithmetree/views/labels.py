"""What the nodes of a tree are called: a number, its unit below it, and both for a screen reader."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arithmetree.derivations import Leaf, Mention, Unknown, leaf_names, value_to_infix
from arithmetree.quantities import Kind
from arithmetree.solution import Solution
from arithmetree.views.amount_text import CLOCK, YEAR, amount_text, number_text, unit_for
from arithmetree.views.inflection import plural

HUES = 6
"""How many colours the numbers of a text take in turn; solution.css has one for each."""

_SPOKEN = {"+": "plus", "-": "minus", "*": "times", "/": "divided by", "=": "equals"}
_TYPESET = {"-": "−", "*": "×", "/": "÷"}
_DATES = {Kind.TIME: CLOCK, Kind.YEAR: YEAR}
"""Numbers that are no amounts: "9:40" and "2010", not 580 and 2,010."""


@dataclass(frozen=True, slots=True)
class Label:
    """A node of the tree in words: the number, the unit below it (None if it has none), and as spoken."""

    number: str
    unit: str | None
    spoken: str


def quantity_label(solution: Solution, number: int) -> Label:
    """A leaf: the number as digits, whatever the text writes; a rate says for what it is, "$2.50 per notebook"."""
    schema = solution.problem.schemas[number]
    if schema.quantity.kind is Kind.PERCENT:
        share = f"{number_text(schema.quantity.value * 100, solution.style)}%"
        return Label(share, None, f"{share}, from the text")
    if schema.quantity.kind in _DATES:
        date = amount_text(schema.quantity.value, _DATES[schema.quantity.kind], solution.style)
        return Label(date, None, f"{date}, from the text")
    counted = schema.unit_head if schema.rate is None else schema.rate.numerator
    shown, unit, whole = _parts(solution, schema.quantity.value, None if counted is None else plural(counted))
    if schema.rate is not None:
        per = f"per {schema.rate.denominator}"
        unit, whole = f"{unit} {per}" if unit else per, f"{whole} {per}"
    return Label(shown, unit, f"{whole}, from the text")


def leaf_label(solution: Solution, leaf: Leaf) -> Label:
    """A leaf: a number of the text, a constant with the fact it comes from, or an unknown by its name."""
    if isinstance(leaf, Mention):
        return quantity_label(solution, leaf.quantity)
    if isinstance(leaf, Unknown):
        name = leaf.name.replace("_", " ")
        return Label(name, None, f"{name}, not known yet")
    shown = number_text(leaf.value, solution.style)
    fact = leaf.fact.partition(": ")
    if not fact[0] or fact[1]:  # "two: both, a pair, two sides" names no fact, but the words that call for a 2
        return Label(shown, None, shown)
    return Label(shown, leaf.fact, f"{shown}, {leaf.fact}")


def step_label(solution: Solution, value: int) -> Label:
    """An inner node: its result, spoken with its calculation; with an unknown in it, the calculation itself."""
    made = solution.calculation
    assert made is not None
    number = value - len(made.leaves)
    result = solution.results.get(value)
    names = leaf_names(solution.names)
    if result is None:
        written = typeset_expression(value_to_infix(made, value, names))
        return Label(written, None, f"Step {number + 1}: {spoken_expression(written)}")
    at = explained_at(solution, value)
    step = solution.steps[at] if at is not None else None
    is_same = step is not None and step.value == result
    shown, unit, whole = _parts(solution, result, step.unit if step is not None and is_same else None)
    expression = step.expression if step is not None and is_same else value_to_infix(made, value, names)
    place = number if at is None else at
    return Label(shown, unit, f"Step {place + 1}: {spoken_expression(expression)} is {whole}")


def result_label(solution: Solution) -> str:
    """The answer at the end of its calculation: "£60" and "1 h 25 min", but "7" for 7 apples."""
    best, exact = solution.best, solution.exact
    assert best is not None
    assert exact is not None
    number = number_text(exact, solution.style)
    return number if best.answer_text.startswith(f"{number} ") else best.answer_text


def explained_at(solution: Solution, value: int) -> int | None:
    """The explained step that a step of the calculation belongs to, by its place; None where none does."""
    exact = solution.results.get(value)
    found = [at for at, step in enumerate(solution.steps) if value in step.values]
    same = [at for at in found if solution.steps[at].value == exact]
    return next(reversed(same or found), None)


def calculation_line(solution: Solution) -> str:
    """The calculation and its result in one line: "12 - 5 = 7", "x = 12 where x + y = 20; x - y = 4"."""
    assert solution.exact is not None
    asked, where, equations = (solution.expression or "").partition(" where ")
    return f"{asked} = {number_text(solution.exact, solution.style)}{where}{equations}"


def typeset_expression(infix: str) -> str:
    """Infix with the signs of a schoolbook."""
    return " ".join(_TYPESET.get(part, part) for part in infix.split(" "))


def spoken_expression(infix: str) -> str:
    """Infix with words for the signs."""
    return " ".join(_SPOKEN.get(part, part) for part in infix.split(" "))


def _parts(solution: Solution, value: Fraction, unit: str | None) -> tuple[str, str | None, str]:
    """A number, the unit to set below it, and the amount as a whole; money keeps its sign with the number."""
    style = solution.style
    whole = amount_text(value, unit, style)
    below = None if unit is None else unit_for(value, unit, style)
    if below is None or below not in whole:
        return whole, None, whole
    return number_text(value, style), below, whole

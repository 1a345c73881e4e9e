"""What the nodes of a tree are called: a number, its unit below it, and both for a screen reader."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arithmetree.quantities import Kind
from arithmetree.solution import Solution
from arithmetree.views.amount_text import amount_text, number_text, plural, unit_for

HUES = 6
"""How many colours the numbers of a text take in turn; solution.css has one for each."""

_SPOKEN = {"+": "plus", "-": "minus", "*": "times", "/": "divided by"}
_TYPESET = {"-": "−", "*": "×", "/": "÷"}


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
    counted = schema.unit_head if schema.rate is None else schema.rate.numerator
    shown, unit, whole = _parts(solution, schema.quantity.value, None if counted is None else plural(counted))
    if schema.rate is not None:
        per = f"per {schema.rate.denominator}"
        unit, whole = f"{unit} {per}" if unit else per, f"{whole} {per}"
    return Label(shown, unit, f"{whole}, from the text")


def step_label(solution: Solution, number: int) -> Label:
    """An inner node: its result, spoken with the calculation behind it."""
    step = solution.steps[number]
    shown, unit, whole = _parts(solution, step.value, step.unit)
    return Label(shown, unit, f"Step {number + 1}: {spoken_expression(step.expression)} is {whole}")


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

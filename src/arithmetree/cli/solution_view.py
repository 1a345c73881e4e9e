"""A solution as a person reads it in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.console import Console
from rich.text import Text

from arithmetree.expressions import format_value, terminating_decimal, to_text_tree
from arithmetree.solution import Solution


def show(solution: Solution, console: Console) -> None:
    """Print the answer, the expression and its tree, the steps with reasons, and how sure it is."""
    if solution.status == "abstained":
        console.print(Text(f"No answer ({solution.reason}): {solution.message}", style="bold yellow"))
    if solution.node is None or solution.exact is None:
        return
    lead = "" if solution.status == "solved" else "Best guess: "
    console.print(Text(f"{lead}{_amount(solution.exact, solution.unit)}", style="bold green"))
    console.print(Text(f"{solution.expression} = {_number(solution.exact)}"))
    console.print()
    results = [_number(step.value) for step in solution.steps]
    console.print(Text(to_text_tree(solution.node, solution.names, results=results)))
    console.print()
    for number, step in enumerate(solution.steps, start=1):
        console.print(Text(f"{number}. {step.expression} = {_amount(step.value, step.unit)}"))
        console.print(Text(f"   {step.because}", style="dim"))
    console.print()
    for line in _remarks(solution):
        console.print(Text(line))


def _remarks(solution: Solution) -> Iterator[str]:
    unused = [quantity for quantity in solution.quantities if not quantity["relevant"]]
    if unused:
        named = ", ".join(f"{quantity['text']} {quantity['unit'] or ''}".strip() for quantity in unused)
        yield f"Not needed: {named}"
    yield f"Confidence: {_per_cent(solution.confidence)}"
    if solution.alternatives:
        others = ", ".join(
            f"{_number(Fraction(other.answer))} = {other.expression} ({_per_cent(other.confidence)})"
            for other in solution.alternatives
        )
        yield f"Other answers: {others}"


def _amount(value: Fraction, unit: str | None) -> str:
    return f"{_number(value)} {unit or ''}".strip()


def _number(value: Fraction) -> str:
    """The exact value, as a decimal where that ends, with an approximate one where it does not."""
    if terminating_decimal(value) is not None:
        return format_value(value)
    return f"{value} (about {float(value):.2f})"


def _per_cent(probability: float) -> str:
    return "under 1 %" if 0 < probability < 0.01 else f"{100 * probability:.0f} %"

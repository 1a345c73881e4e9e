"""A solution as a person reads it in the terminal."""

from __future__ import annotations

from rich.console import Console

from arithmetree.solution import Solution
from arithmetree.views.text import hints_view, text_view


def show(solution: Solution, console: Console, *, reasons: bool = False) -> None:
    """Print the answer, the expression and its tree, the steps with reasons, and how sure it is."""
    console.print(text_view(solution, width=console.width, reasons=reasons))


def show_hints(solution: Solution, console: Console) -> None:
    """Print the hints alone."""
    console.print(hints_view(solution, width=console.width))

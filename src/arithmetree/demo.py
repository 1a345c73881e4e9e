"""A first look: `python -m arithmetree.demo` solves Example 1 of the paper with the shipped model."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from arithmetree.quick_start import start_without_torch

EXAMPLE_1 = "Gwen was organizing her book case making sure each of the shelves had exactly 9 books on it. If she had 3 shelves of mystery books and 5 shelves of picture books, how many books did she have total?"  # noqa: E501
"""Example 1 of Roy and Roth, "Solving General Arithmetic Word Problems", EMNLP 2015."""


def main() -> None:
    """Print the example and its solution."""
    start_without_torch()
    from arithmetree.cli.solution_view import show
    from arithmetree.solver import solve

    console = Console()
    console.print(Text(EXAMPLE_1, style="italic"))
    console.print()
    show(solve(EXAMPLE_1), console)


if __name__ == "__main__":
    main()

"""How time grows with the length of a text, and with how many numbers, unknowns, questions, answers it has.

    python benchmarks/reliability/growth.py [--out docs/results/growth.json]

Lengths are 1, 10 and 100 KB of each hostile pattern; ten times the text may take ten times as long, and a factor far
above that is quadratic growth. The solver refuses texts over 20,000 characters, so a whole reading is measured on 1 and
10 KB. Counts are doubled as far as the solver accepts them. Times are processor times, the best of three where they are
short.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from arithmetree.checking import check_class, parse_table
from arithmetree.derivations import Affine, outcomes
from arithmetree.derivations import parse as parse_derivation
from arithmetree.derivations.system import system_of
from arithmetree.errors import ArithmetreeError
from arithmetree.expressions import parse_infix
from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.questions import asked_of
from arithmetree.reading import read
from arithmetree.solver import Solver
from arithmetree.views.marked_text import marked_text

T = TypeVar("T")

PATTERNS = (
    "Sam had 3 apples. ", "'", "]", "1-", "5kg ", "5-day ", "3 apples and ", "(", "1/", "a-", "½ ", "x, ", "; ", "one ",
)  # fmt: skip
EXPRESSIONS = ("(", "1+", "1 ", "((1)", "9", "1,000", "a", " ", "1.", "-", ")")
LINES = (
    "1. ",
    "a) ",
    "• 5 pens\n",
    "| 5 |\n",
    "pen £3\n",
    "3 + 4 =\n",
    "How many?\n",
    "Tom: 5?\n",
    "1. 5 pens. How many?\n",
)
"""What worksheets are made of."""
NAMES = [
    "Ann",
    "Ben",
    "Cat",
    "Dan",
    "Eve",
    "Fay",
    "Gus",
    "Hal",
    "Ida",
    "Jon",
    "Kay",
    "Lou",
    "Max",
    "Ned",
    "Oli",
    "Pam",
    "Ray",
    "Sue",
    "Tom",
    "Una",
    "Val",
    "Wes",
    "Zoe",
    "Kit",
]
SHORT = 0.3  # seconds; below this the best of three counts


def seconds(work: Callable[[], object]) -> float:
    """The processor time of some work; raising an error counts as work too."""
    times: list[float] = []
    while len(times) < (3 if not times or times[0] < SHORT else 1):
        begin = time.process_time()
        with suppress(ArithmetreeError):
            work()
        times.append(time.process_time() - begin)
    return min(times)


def measured(patterns: tuple[str, ...], sizes: tuple[int, ...], work: Callable[[str], object]) -> dict[str, object]:
    """The times of each pattern, and the greatest factor from one size to the next."""
    times = {}
    for pattern in patterns:
        texts = [(pattern * (size // len(pattern) + 1))[:size] for size in sizes]
        times[pattern] = [round(seconds(lambda text=text: work(text)), 4) for text in texts]  # type: ignore[misc]
    # Times of a millisecond say nothing about growth.
    factors = {pattern: round(row[-1] / max(row[-2], 0.001), 1) for pattern, row in times.items()}
    worst = max(factors, key=lambda pattern: factors[pattern])
    return {
        "sizes": sizes,
        "greatest_factor": factors[worst],
        "of": worst,
        "slowest_seconds": max(row[-1] for row in times.values()),
        "seconds": times,
    }


def with_numbers(count: int) -> str:
    """A problem with so many numbers."""
    told = " ".join(f"{name} has {number + 3} shells." for number, name in enumerate(NAMES[:count]))
    return f"{told} How many shells do they have altogether?"


def with_questions(count: int) -> str:
    """A worksheet with so many questions."""
    lines = (
        f"{n + 1}. {NAMES[n % len(NAMES)]} has {n + 5} pens and buys {n % 9 + 2} more. How many has she now?"
        for n in range(count)
    )
    return "\n".join(lines)


def with_questions_about_one_story(count: int) -> str:
    """A problem with so many questions."""
    asked = " ".join(f"How many are left if he eats {n % 9 + 2} of them?" for n in range(count))
    return f"Tom has 40 plums. {asked}"


def linear_system(count: int) -> list[Affine]:
    """So many equations in as many unknowns, none of whose coefficients is 0."""
    rng = Random(count)
    return [
        Affine(Fraction(rng.randrange(-99, 99)), tuple((n, Fraction(rng.randrange(1, 99))) for n in range(count)))
        for _ in range(count)
    ]


def written_system(count: int) -> str:
    """The sums of neighbours in a row of so many unknowns, as a derivation is written."""
    pairs = "; ".join(f"x{n} + x{n + 1} = {2 * n + 1}" for n in range(count - 1))
    return f"x0 where {pairs}; x{count - 1} = {count - 1}"


def class_table(count: int) -> str:
    """So many answers to one problem, whose problem is solved once."""
    rows = (f'"Tom had 12 plums. He ate 5 plums. How many plums are left?",{n} + 5 = {n + 5}' for n in range(count))
    return "problem,answer\n" + "\n".join(rows)


def counted(sizes: tuple[int, ...], make: Callable[[int], T], work: Callable[[T], object]) -> dict[str, object]:
    """The times for rising counts, and the greatest factor from one to the next."""
    times = []
    for size in sizes:
        made = make(size)
        times.append(round(seconds(lambda made=made: work(made)), 4))  # type: ignore[misc]
    factors = [round(after / max(before, 0.001), 1) for before, after in pairwise(times)]
    return {"counts": sizes, "factors": factors, "slowest_seconds": max(times), "seconds": times}


def main() -> None:
    """Measure and print; with --out, write the figures as well."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    parser = load_parser()
    solver = Solver.load("linear")
    long, accepted = (1_000, 10_000, 100_000), (1_000, 10_000)
    jobs: dict[str, tuple[tuple[str, ...], tuple[int, ...], Callable[[str], object]]] = {
        "quantity reader": (PATTERNS, long, find_quantities),
        "infix parser": (EXPRESSIONS, long, parse_infix),
        "whole reading": (PATTERNS[:9], accepted, lambda text: read(text, parser)),
        "pasted worksheets": (LINES, accepted, asked_of.__wrapped__),  # which remembers the last texts
        "solving and marking": (PATTERNS[:3], accepted, lambda text: marked_text(solver.solve(text))),
    }
    results = {}
    for name, (patterns, sizes, work) in jobs.items():
        results[name] = measured(patterns, sizes, work)
        print(name, {key: value for key, value in results[name].items() if key != "seconds"}, flush=True)
    full = Solver.load("full")
    solved: dict[str, tuple[tuple[int, ...], Callable[[int], Any], Callable[[Any], object]]] = {
        "numbers of a problem, linear model": ((3, 6, 12), with_numbers, solver.solve),
        "numbers of a problem, full model": ((3, 6, 12, 24), with_numbers, full.solve),
        "questions of a worksheet": ((5, 10, 20, 40), with_questions, full.solve),
        "questions about one story": ((5, 10, 20, 40), with_questions_about_one_story, full.solve),
        "unknowns, elimination": ((5, 10, 20, 40), linear_system, system_of),
        "unknowns, as a text": ((5, 10, 20, 40), written_system, lambda text: outcomes(parse_derivation(text))),
        "answers of a class": ((50, 100, 200, 400), class_table, lambda text: check_class(parse_table(text), full)),
    }
    for name, (sizes, make, act) in solved.items():
        results[name] = counted(sizes, make, act)
        print(name, results[name], flush=True)
    if given.out is not None:
        given.out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""How the time of reading grows with the length of a text: 1, 10 and 100 KB of each hostile pattern.

    python benchmarks/reliability/growth.py [--out docs/results/growth.json]

Times are processor times, the best of three where they are short. Ten times the text may take ten times as long; a
factor far above that is quadratic growth. The solver refuses texts over 20,000 characters, so a whole reading is
measured on 1 and 10 KB.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from arithmetree.errors import ArithmetreeError
from arithmetree.expressions import parse_infix
from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import read
from arithmetree.solver import Solver
from arithmetree.views.marked_text import marked_text

PATTERNS = (
    "Sam had 3 apples. ", "'", "]", "1-", "5kg ", "5-day ", "3 apples and ", "(", "1/", "a-", "½ ", "x, ", "; ", "one ",
)  # fmt: skip
EXPRESSIONS = ("(", "1+", "1 ", "((1)", "9", "1,000", "a", " ", "1.", "-", ")")
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
        "solving and marking": (PATTERNS[:3], accepted, lambda text: marked_text(solver.solve(text))),
    }
    results = {}
    for name, (patterns, sizes, work) in jobs.items():
        results[name] = measured(patterns, sizes, work)
        print(name, {key: value for key, value in results[name].items() if key != "seconds"}, flush=True)
    if given.out is not None:
        given.out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

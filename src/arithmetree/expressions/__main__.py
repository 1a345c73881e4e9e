"""Count expressions: `python -m arithmetree.expressions 5` prints `n labelings classes` for n = 1..5."""

from __future__ import annotations

import sys

from arithmetree.expressions.enumeration import expressions, monotonic_trees

LARGEST = 6


def main(arguments: list[str]) -> int:
    """Print the counts for 1..N; exit status 2 for anything but a number from 1 to LARGEST."""
    if len(arguments) != 1 or not arguments[0].isdecimal() or not 1 <= int(arguments[0]) <= LARGEST:
        print(f"usage: python -m arithmetree.expressions N, with N from 1 to {LARGEST}", file=sys.stderr)
        return 2
    for n in range(1, int(arguments[0]) + 1):
        labelings = sum(1 for _ in monotonic_trees(range(n)))
        classes = sum(1 for _ in expressions(range(n)))
        print(n, labelings, classes, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

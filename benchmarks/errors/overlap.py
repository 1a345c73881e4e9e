"""How far the folds that were not read are unread: copies of their problems in read folds of other sets.

    python benchmarks/errors/overlap.py --data DIR [--out docs/results]

The public sets contain each other's problems, in other folds. Counts for AI2, IL and CC; no text is shown. Writes
fold_overlap.json.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from refitting import ROOT, read_folds

from arithmetree.training.benchmark_sets import load_set

ALL = ("ai2", "illinois", "commoncore", "allArith", "aggregate")
COUNTED = ("ai2", "illinois", "commoncore")
NEARLY = 0.9
"""Two texts have nearly the same words if this share of their different words is in both."""


def letters(text: str) -> str:
    """A text without anything but its letters."""
    return "".join(words(text))


def words(text: str) -> list[str]:
    """The words of a text; numbers are none."""
    return re.findall("[a-z]+", text.lower())


def alike(text: str, other: str) -> bool:
    """Whether two texts have nearly the same words."""
    one, two = set(words(text)), set(words(other))
    return len(one & two) >= NEARLY * len(one | two)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the public sets")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results")
    options = parser.parse_args()
    sets = {name: load_set(name, options.data) for name in ALL}
    texts: dict[tuple[str, bool], list[str]] = {
        (name, read): [
            found.problems[number].problem.text
            for place, fold in enumerate(found.folds)
            if (place in read_folds(name)) == read
            for number in fold
        ]
        for name, found in sets.items()
        for read in (True, False)
    }
    counts = {}
    for name in COUNTED:
        unread = texts[name, False]
        others = [text for other in ALL if other != name for text in texts[other, True]]
        known = set(map(letters, others))
        counts[name] = {
            "unread": len(unread),
            "same_letters": sum(letters(text) in known for text in unread),
            "same_words": sum(any(alike(text, other) for other in others) for text in unread),
        }
    result = {"command": "python benchmarks/errors/overlap.py --data DIR", "nearly": NEARLY, "sets": counts}
    (options.out / "fold_overlap.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(counts, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""How far the folds that were not read are unread: copies of their problems in folds that were read, of any set.

    python benchmarks/errors/overlap.py --data DIR [--out docs/results]

The public sets contain each other's problems, in other folds. A *copy* has the same words apart from names, personal
pronouns and numbers; a *near* problem is near in the sense of arithmetree.corpus.similarity. For AI2, IL and CC; no
text is written. Writes fold_overlap.json, with the ids of the problems that have none, for the figures on these.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from refitting import ROOT, read_folds

from arithmetree.corpus.similarity import StoryIndex, masked_words
from arithmetree.training.benchmark_sets import load_set

ALL = ("ai2", "illinois", "commoncore", "allArith", "aggregate")
COUNTED = ("ai2", "illinois", "commoncore")


def letters(text: str) -> str:
    """A text without anything but its letters."""
    return "".join(re.findall("[a-z]+", text.lower()))


def overlap(unread: Mapping[str, str], read: Sequence[str]) -> dict[str, Any]:
    """How many unread texts have their letters among those that were read; which, by id, have no copy, or none near."""
    same_letters = set(map(letters, read))
    same_words = set(map(masked_words, read))
    index = StoryIndex((str(number), text) for number, text in enumerate(read))
    return {
        "unread": len(unread),
        "same_letters": sum(letters(text) in same_letters for text in unread.values()),
        "no_copy": [name for name, text in unread.items() if masked_words(text) not in same_words],
        "none_near": [name for name, text in unread.items() if not index.search(text)],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder with the public sets")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results")
    options = parser.parse_args()
    texts: dict[tuple[str, bool], dict[str, str]] = {}
    for name in ALL:
        found = load_set(name, options.data)
        for place, fold in enumerate(found.folds):
            part = texts.setdefault((name, place in read_folds(name)), {})
            part |= {number: found.problems[number].problem.text for number in fold}
    read = [text for name in ALL for text in texts[name, True].values()]
    sets = {name: overlap(texts[name, False], read) for name in COUNTED}
    result = {"command": "python benchmarks/errors/overlap.py --data DIR", "sets": sets}
    (options.out / "fold_overlap.json").write_text(json.dumps(result) + "\n", encoding="utf-8")
    for name, counts in sets.items():
        print(name, {key: value if isinstance(value, int) else len(value) for key, value in counts.items()})
    return 0


if __name__ == "__main__":
    sys.exit(main())

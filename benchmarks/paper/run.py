"""The paper's own tables, every cell: its two classifiers with each group of features left out, and its answers.

    OMP_NUM_THREADS=1 python benchmarks/paper/run.py --data DIR [--out docs/results/paper.json] [--workers 2]

DIR holds the data sets. Penalties and the weight of irrelevance are chosen inside the training folds. "text" has only
the features that the text of the paper lists, without those of the authors' code, and is compared with all features by
McNemar's exact test. "right" has one digit for each problem, in the order of the folds; "other_sign" counts the wrong
answers that are negative and would be right without their sign.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

from measuring import EVERYTHING, SETS, TEXT, FoldRow, measure

import arithmetree
from arithmetree.evaluation.classifiers import Counts
from arithmetree.evaluation.closed import SEED
from arithmetree.evaluation.compare import mcnemar
from arithmetree.training.benchmark_sets import load_set

ROOT = Path(__file__).resolve().parents[2]


def row_of(folds: Sequence[FoldRow]) -> dict[str, Any]:
    """All folds of one variant together."""
    row: dict[str, Any] = {"constants": [fold.constants for fold in folds]}
    for name, counts in (("relevance", [f.relevance for f in folds]), ("lca", [f.labels for f in folds])):
        total = sum(counts, Counts())
        row[name] = {"relaxed": total.relaxed_per_cent, "strict": total.strict_per_cent}
    row["answers"] = {}
    for setting in folds[0].right:
        by_fold = [fold.right[setting] for fold in folds]
        every = [is_right for fold in by_fold for is_right in fold]
        row["answers"][setting] = {
            "accuracy": per_cent(every),
            "folds": [per_cent(fold) for fold in by_fold],
            "other_sign": [sum(fold.negated[setting]) for fold in folds],
            "right": "".join("01"[is_right] for is_right in every),
        }
    return row


def per_cent(right: Sequence[bool]) -> float:
    """The share of right answers."""
    return round(100 * sum(right) / max(len(right), 1), 2)


def compared(before: str, after: str) -> dict[str, Any]:
    """Two rows of right answers to the same problems, by McNemar's exact test."""
    lost = sum((one, other) == ("1", "0") for one, other in zip(before, after, strict=True))
    gained = sum((one, other) == ("0", "1") for one, other in zip(before, after, strict=True))
    return {"lost": lost, "gained": gained, "p": float(f"{float(mcnemar(lost, gained)):.3g}")}


def main() -> None:
    """Measure every cell and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the benchmark data sets")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results" / "paper.json")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    begun = time.perf_counter()
    sets: dict[str, Any] = {}
    with ProcessPoolExecutor(options.workers) as pool:
        tasks = {}
        for name in options.sets:
            folds = range(len(load_set(name, options.data).folds))  # parsed here once, before the workers need it
            tasks[name] = [pool.submit(measure, name, options.data, fold) for fold in folds]
        for name, results in tasks.items():
            by_fold = [result.result() for result in results]
            sets[name] = {row: row_of([fold[row] for fold in by_fold]) for row in by_fold[0]}
            print(f"{name}: {time.perf_counter() - begun:.0f} s", file=sys.stderr)
    for rows in sets.values():
        for setting, earlier in rows[TEXT]["answers"].items():
            answers = rows[EVERYTHING]["answers"][setting]
            answers["against_text"] = compared(earlier["right"], answers["right"])
    record = {
        "command": "OMP_NUM_THREADS=1 python benchmarks/paper/run.py --data DIR",
        "seconds": round(time.perf_counter() - begun),
        "workers": options.workers,
        "seed": SEED,
        "versions": {
            "arithmetree": arithmetree.__version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "scikit-learn", "scipy", "spacy")},
        },
        "sets": sets,
    }
    options.out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

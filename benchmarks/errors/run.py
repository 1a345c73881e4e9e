"""Wrong answers of the closed protocol by cause, counted on the folds whose errors may be read.

    python benchmarks/errors/run.py --data DIR [--out docs/results] [--list]

DIR holds the data sets. Takes docs/results/closed-*.json of our own configuration, trains the models of the read
folds again and tests each wrong answer for its cause (causes.py). Of the other folds only the accuracy is reported.
--list prints the ids by cause. Writes errors.json; sets that are not asked for keep their counts in it.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from causes import Cause, cause_of
from refitting import ROOT, SETS, FoldModel, fold_models, load_results, read_folds
from threadpoolctl import threadpool_limits

from arithmetree.evaluation.closed import SEED
from arithmetree.expressions import format_value, to_infix
from arithmetree.training.benchmark_sets import BenchmarkSet, load_set
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import FeatureStore


def accuracy(result: dict[str, Any], dataset: BenchmarkSet, folds: Sequence[int]) -> dict[str, Any]:
    """Problems, wrong answers and accuracy in per cent over some folds, by the result file."""
    ids = [i for fold in folds for i in dataset.folds[fold]]
    wrong = sum(not result["predictions"][i]["right"] for i in ids)
    return {
        "folds": list(folds),
        "problems": len(ids),
        "wrong": wrong,
        "accuracy": round(100 * (1 - wrong / max(len(ids), 1)), 2),
    }


def cause_in_fold(fold: FoldModel, name: str, gold: GoldProblem, expression: str | None) -> Cause | None:
    """The cause of one wrong answer; None if the model does not give that answer any more."""
    judged = fold.judged(gold)
    found = () if judged is None else judged.search(fold.method).found
    tree = found[0].tree if found else None
    names = [format_value(schema.quantity.value) for schema in gold.problem.schemas]
    if (None if tree is None else to_infix(tree, names)) != expression:
        return None
    return cause_of(name, gold, judged, tree)


def analyse(result: dict[str, Any], dataset: BenchmarkSet) -> dict[str, Any]:
    """The causes in the read folds of one set, and the accuracy of the read and the unread folds."""
    name = dataset.facts.name
    reading = read_folds(name)
    ids: dict[str, list[str]] = {cause: [] for cause in Cause}
    changed = 0
    for fold in fold_models(result, dataset, reading, FeatureStore()):
        for gold in fold.test:
            prediction = result["predictions"][gold.id]
            if prediction["right"]:
                continue
            cause = cause_in_fold(fold, name, gold, prediction["expression"])
            if cause is None:
                changed += 1
            else:
                ids[cause].append(gold.id)
    unread = [fold for fold in range(len(dataset.folds)) if fold not in reading]
    return {
        "title": dataset.facts.title,
        "read": accuracy(result, dataset, reading),
        "unread": accuracy(result, dataset, unread),
        "causes": {cause: len(found) for cause, found in ids.items()},
        "changed_since": changed,
        "ids": {cause: found for cause, found in ids.items() if found},
    }


def main() -> None:
    """Analyse every set that has a result file and write the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the benchmark data sets")
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "results", help="folder of closed-*.json")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results", help="folder of errors.json")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--list", action="store_true", help="print the ids of the read folds by cause")
    options = parser.parse_args()
    results = {
        result["dataset"]: result
        for result in load_results(options.results).values()
        if result["configuration"]["system"] == "ours"
        and result["configuration"]["constraints"] == "learned"
        and result["configuration"]["search"] == "exact"
    }
    path = options.out / "errors.json"
    sets: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))["sets"] if path.exists() else {}
    with threadpool_limits(limits=1):  # as in the closed protocol, so that every sum is the same
        for name in options.sets:
            if name in results:
                found = analyse(results[name], load_set(name, options.data))
                sets[name] = {key: value for key, value in found.items() if key != "ids"}
                print(name, json.dumps(found if options.list else sets[name]), file=sys.stderr)
    total = Counter({cause.value: 0 for cause in Cause})
    for found in sets.values():
        total.update(found["causes"])
    record = {
        "command": "python benchmarks/errors/run.py --data DIR",
        "seed": SEED,
        "causes": [cause.value for cause in Cause],
        "sets": {name: sets[name] for name in SETS if name in sets},
        "total": dict(total),
    }
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Exact search against the paper's beam with the models of the closed protocol, on every problem of the sets.

    python benchmarks/errors/exact_beam.py --data DIR [--out docs/results] [--sets ai2 ...]

Takes docs/results/closed-*.json, trains the model of every fold again and runs both searches on the same scores
under the same constraints. Only totals are kept. Sets that are not asked for keep their rows. Writes exact_beam.json.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from refitting import ROOT, SETS, Judged, fold_models, load_results
from threadpoolctl import threadpool_limits

from arithmetree.expressions import UNDEFINED
from arithmetree.search import EXACT_UP_TO, SearchResult
from arithmetree.search.beam import BEAM
from arithmetree.training.benchmark_sets import load_set
from arithmetree.training.recipes import FeatureStore
from arithmetree.training.tuning import is_right

_SAME = 1e-6
"""Scores nearer than this are equal: the two searches add up the same numbers in another order."""


def compared(judged: Judged) -> list[str]:
    """What both searches make of one problem, as names to count."""
    exact, beam = (judged.search(method) for method in ("exact", "beam"))
    found = ["both"]
    order = _order(exact, beam)
    if order != 0:
        found.append("exact above" if order > 0 else "exact below")
    for name, result in (("exact", exact), ("beam", beam)):
        if result.found and result.found[0].value is not UNDEFINED and is_right(result.found[0].value, judged.gold):
            found.append(f"{name} right")
    if exact.found and beam.found and exact.found[0].value != beam.found[0].value:
        found.append("answers differ")
    return found


def _order(exact: SearchResult, beam: SearchResult) -> int:
    """1 where exact search found the better expression, -1 where the beam did, 0 where they are equally good.

    An expression that satisfies the constraints is better than any that does not.
    """
    best = [
        (result.certificate.satisfied, float("-inf") if not result.found else result.found[0].score)
        for result in (exact, beam)
    ]
    if best[0][0] != best[1][0]:
        return 1 if best[0][0] else -1
    if abs(best[0][1] - best[1][1]) <= _SAME or best[0][1] == best[1][1]:
        return 0
    return 1 if best[0][1] > best[1][1] else -1


def compare(result: dict[str, Any], data: Path) -> dict[str, Any]:
    """Both searches over all folds of one result file."""
    dataset = load_set(result["dataset"], data)
    counts: Counter[str] = Counter()
    for fold in fold_models(result, dataset, range(len(dataset.folds)), FeatureStore()):
        for gold in fold.test:
            counts["problems"] += 1
            judged = fold.judged(gold)
            if judged is not None and len(judged.scores) <= EXACT_UP_TO:
                counts.update(compared(judged))
    total = counts["problems"]
    setting = result["configuration"]
    return {
        "dataset": result["dataset"],
        "system": setting["system"],
        "constraints": setting["constraints"],
        "problems": total,
        "searched": counts["both"],
        "exact_above": counts["exact above"],
        "exact_below": counts["exact below"],
        "answers_differ": counts["answers differ"],
        "exact_accuracy": round(100 * counts["exact right"] / max(total, 1), 2),
        "beam_accuracy": round(100 * counts["beam right"] / max(total, 1), 2),
        "result_file_accuracy": result["accuracy"],
    }


def main() -> None:
    """Compare the searches on every set that has a result file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the benchmark data sets")
    parser.add_argument("--results", type=Path, default=ROOT / "docs" / "results", help="folder of closed-*.json")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results", help="folder of exact_beam.json")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    options = parser.parse_args()
    path = options.out / "exact_beam.json"
    rows = {} if not path.exists() else json.loads(path.read_text(encoding="utf-8"))["rows"]
    with threadpool_limits(limits=1):
        for name, result in load_results(options.results).items():
            setting = (result["configuration"]["system"], result["configuration"]["constraints"])
            # The other settings of the constraints train the same models.
            if result["dataset"] in options.sets and setting in (("ours", "learned"), ("paper", "all")):
                rows[name] = compare(result, options.data)
                print(name, json.dumps(rows[name]), file=sys.stderr)
    record = {
        "command": "python benchmarks/errors/exact_beam.py --data DIR",
        "beam": BEAM,
        "rows": rows,
    }
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Results before and after a change, by McNemar's exact test on the same problems.

    python benchmarks/paper/change.py --before DIR [--after docs/results] [--protocol open]

DIR holds the earlier result files closed-*.json or open-*.json, such as those of an earlier revision of docs/results. A
file that is the same in both folders is left out. The result is docs/results/closed_change.json or open_change.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from arithmetree.evaluation.compare import compare_files

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
SETS = ("ai2", "illinois", "commoncore", "allArith", "aggregate")
CLOSED = {"arithmetree": "closed-{}.json", "its method here": "closed-{}-paper.json"}
OPEN_SETS = (*SETS, "alg514", "gsm8k", "umwp", "corpus-full", "general-full")
PROTOCOLS = {"closed": (CLOSED, SETS), "open": ({"full model": "open-{}.json"}, OPEN_SETS)}


def change_of(system: str, dataset: str, before: Path, after: Path) -> dict[str, Any]:
    """One system on one set: both accuracies, the problems gained and lost, and the p-value."""
    found = compare_files(before, after)
    return {
        "dataset": dataset,
        "system": system,
        "before": round(found.first_accuracy, 2),
        "after": round(found.second_accuracy, 2),
        "gained": found.only_second,
        "lost": found.only_first,
        "p": float(f"{found.p_value:.3g}"),
    }


def main() -> None:
    """Compare every file that is in both folders."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", type=Path, required=True, help="folder of the earlier result files")
    parser.add_argument("--after", type=Path, default=RESULTS, help="folder of those of today")
    parser.add_argument("--protocol", choices=tuple(PROTOCOLS), default="closed")
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    rows = []
    systems, sets = PROTOCOLS[options.protocol]
    for system, file in systems.items():
        for dataset in sets:
            before, after = (folder / file.format(dataset) for folder in (options.before, options.after))
            if before.exists() and after.exists() and before.read_bytes() != after.read_bytes():
                rows.append(change_of(system, dataset, before, after))
    asked = "" if options.protocol == "closed" else f" --protocol {options.protocol}"
    record = {"command": f"python benchmarks/paper/change.py --before DIR{asked}", "rows": rows}
    out = options.out or RESULTS / f"{options.protocol}_change.json"
    out.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

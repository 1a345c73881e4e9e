"""What each feature group and each setting of the constraints is worth in the closed protocol.

    OMP_NUM_THREADS=1 python benchmarks/ablation/run.py --data DIR [--out docs/results/ablation.json]
        [--results docs/results] [--sets ai2 ...] [--tables without ...]

DIR holds the data sets. Takes the recipe and the constants of every fold from the result files closed-*.json, where
they were chosen inside the training folds with nothing left out; nothing is chosen again for a variant. The models of
every fold are trained again with each variant of plan.py; for the constraints the same models answer under each
setting. The file is written after each variant, and a run that was interrupted resumes there as long as the code
and the recipes are the same. "right" has one digit for each problem, in the order of the folds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from measuring import System, figures, measure
from plan import TABLES, AblationTable
from threadpoolctl import threadpool_limits

import arithmetree
from arithmetree.evaluation.closed import SEED
from arithmetree.training.benchmark_sets import load_set

ROOT = Path(__file__).resolve().parents[2]
RESULTS = ROOT / "docs" / "results"
SETS = ("ai2", "illinois", "commoncore", "allArith")
CONSTANTS = (
    "Recipes and constants are those that were chosen inside the training folds with nothing left out; "
    "they were not chosen again for each variant."
)


def code_fingerprint() -> str:
    """A checksum of all that decides an answer: the code, the world knowledge and the parser."""
    package = Path(arithmetree.__file__).parent
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*")):
        inside = path.relative_to(package)
        if path.suffix in (".py", ".toml") or (inside.parts[:2] == ("models", "parser") and path.is_file()):
            digest.update(str(inside).encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def load_result(folder: Path, name: str) -> dict[str, Any]:
    """Our result file on a set; SystemExit if there is none, or if it is of another configuration."""
    path = folder / f"closed-{name}.json"
    if not path.exists():
        raise SystemExit(f"there is no {path}; run `arithmetree bench {name}` for it first (docs/results.md)")
    result: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    setting = result["configuration"]
    if (setting["constraints"], setting["search"]) != ("learned", "exact") or setting["without"]:
        raise SystemExit(f"{path} is not the usual configuration; run `arithmetree bench` for it again")
    return result


def entry_for(kept: dict[str, Any], result: dict[str, Any], code: str) -> dict[str, Any]:
    """What is written of one table on one set, with the rows of an earlier run if it was of this code and recipes."""
    recipes = [fold["recipe"] for fold in result["folds"]]
    if kept.get("code") == code and kept.get("recipes") == recipes:
        return kept
    return {
        "code": code,
        "problems": len(result["predictions"]),
        "recipes": recipes,
        "result_file_accuracy": result["accuracy"],
        "rows": {},
    }


def fill(entry: dict[str, Any], table: AblationTable, system: System) -> Any:
    """Measure the rows that are missing, yielding the name of each when it is there."""
    rows = entry["rows"]
    reference = table.variants[0]
    for variant in table.variants:
        if variant.name in rows:
            continue
        if variant is not reference and not system.is_concerned(variant, reference):
            rows[variant.name] = {"used": False}
        else:
            against = None if variant is reference else [digit == "1" for digit in rows[reference.name]["right"]]
            rows[variant.name] = figures(measure(system, variant), against)
        yield variant.name


def write(path: Path, tables: dict[str, Any]) -> None:
    """Write everything that was measured so far, in one step."""
    record = {
        "command": "python benchmarks/ablation/run.py --data DIR",
        "constants": CONSTANTS,
        "seed": SEED,
        "versions": {
            "arithmetree": arithmetree.__version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "scikit-learn", "scipy", "spacy")},
        },
        "tables": tables,
    }
    new = path.with_suffix(".new")
    new.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    os.replace(new, path)


def main() -> None:
    """Measure every table on every set, going on where an earlier run stopped."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the benchmark data sets")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of closed-*.json")
    parser.add_argument("--out", type=Path, default=RESULTS / "ablation.json")
    parser.add_argument("--sets", nargs="+", default=SETS)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=list(TABLES))
    options = parser.parse_args()
    tables: dict[str, Any] = {name: {} for name in TABLES}
    if options.out.exists():
        kept = json.loads(options.out.read_text(encoding="utf-8"))["tables"]
        tables |= {name: kept[name] for name in TABLES if name in kept}
    code = code_fingerprint()
    with threadpool_limits(limits=1):  # as in the closed protocol, so that every sum is the same
        for name in options.sets:
            dataset = load_set(name, options.data)
            result = load_result(options.results, name)
            system = System.of(result, dataset)
            for title in options.tables:
                table = TABLES[title]
                entry = entry_for(tables[title].get(name, {}), result, code)
                tables[title][name] = entry
                begun = time.perf_counter()
                for row in fill(entry, table, system):
                    write(options.out, tables)
                    accuracy = entry["rows"][row].get("accuracy", "not used")
                    print(f"{title}, {name}, {row}: {accuracy} ({time.perf_counter() - begun:.0f} s)", file=sys.stderr)


if __name__ == "__main__":
    main()

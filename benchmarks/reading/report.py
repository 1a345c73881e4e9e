"""All figures of the reading in one file: benchmark quantities and rates, our gold set, agreement of annotators.

    python benchmarks/reading/report.py --data DIR [--out docs/results]

DIR holds ai2, illinois, commoncore, allArith and aggregate. Only totals are printed and kept; single errors are for
quantities.py, rates.py, schemas.py and agreement.py beside this file. Writes reading.json.
"""

from __future__ import annotations

import argparse
import json
import platform
from importlib.metadata import version
from pathlib import Path
from typing import Any

import agreement
import quantities
import rates
import schemas

from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import read_all

ROOT = Path(__file__).resolve().parents[2]


def quantities_found(folder: Path) -> dict[str, Any]:
    """In how many problems of a benchmark set every quantity is found, and in how many we find more."""
    problems = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    compared = [quantities.compare(problem, find_quantities(problem["sQuestion"])) for problem in problems]
    complete = sum(not missed for missed, _, _ in compared)
    return {
        "places_compared": folder.name in quantities.WITH_SPANS,
        "problems": len(problems),
        "complete": complete,
        "complete_per_cent": round(100 * complete / len(problems), 2),
        "with_more": sum(bool(extra) for _, extra, _ in compared),
        "set_aside": sum(bool(aside) for _, _, aside in compared),
    }


def rates_found(folder: Path) -> dict[str, Any]:
    """Precision, recall and F1 of the rates among the quantities of a set, and F1 of the questions for a rate."""
    pairs = list(rates.labelled(folder, None))
    problems = read_all((record["sQuestion"] for record, _ in pairs), load_parser())
    asked, counted = {rates.QUESTION}, [0, 0, 0]
    questions = [0, 0, 0]
    for (record, gold), problem in zip(pairs, problems, strict=True):
        ours = rates.read_rates(record, problem)
        for tally, left, right in ((questions, ours & asked, gold & asked), (counted, ours - asked, gold - asked)):
            for place, labels in enumerate((left & right, left, right)):
                tally[place] += len(labels)
    right, found, gold_count = counted
    return {
        "problems": len(pairs),
        "rates": gold_count,
        "precision": round(100 * right / max(found, 1), 1),
        "recall": round(100 * right / max(gold_count, 1), 1),
        "f1": round(rates.f1(right, found, gold_count), 1),
        "questions_for_a_rate": questions[2],
        "questions_f1": round(rates.f1(*questions), 1),
    }


def gold_figures(path: Path) -> dict[str, Any]:
    """Our reading against one file of the gold set."""
    records = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    counted = sum(entry["kind"] in schemas.COUNTABLE for record in records for entry in record["quantities"])
    return {"problems": len(records), "quantities": counted, "per_cent": schemas.score(records, None)}


def annotators_agree() -> dict[str, Any]:
    """Agreement of the two annotations over both parts of the gold set."""
    pairs = [pair for both in agreement.paired().values() for pair in both]
    table = agreement.figures([found for pair in pairs for found in agreement.compare(*pair)])
    return {
        "problems": len(pairs),
        "rows": {row: {"places": figure.places, "per_cent": figure.per_cent} for row, figure in table.items()},
    }


def main() -> None:
    """Measure everything and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder of the benchmark data sets")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results", help="folder of the result files")
    options = parser.parse_args()
    sets = quantities.WITH_SPANS + quantities.VALUES_ONLY
    missing = [str(options.data / name) for name in sets if not (options.data / name / "questions.json").exists()]
    if missing:
        parser.error(f"no questions.json in {', '.join(missing)}; give the folder that holds all the sets")
    result = {
        "command": "python benchmarks/reading/report.py --data DIR",
        "benchmark_quantities": {name: quantities_found(options.data / name) for name in sets},
        "benchmark_rates": {name: rates_found(options.data / name) for name in rates.SETS},
        "gold": {split: gold_figures(path) for split, path in schemas.FILES.items()},
        "agreement": annotators_agree(),
        "versions": {"python": platform.python_version(), "spacy": version("spacy")},
    }
    text = json.dumps(result, indent=1) + "\n"
    (options.out / "reading.json").write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()

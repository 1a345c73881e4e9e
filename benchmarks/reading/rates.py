"""Score the rates that are read against the rate labels of the benchmark sets.

    python benchmarks/reading/rates.py --data DIR [--set allArith] [--folds 0,1] [--errors]

allArith lists them in rateAnnotations.txt ("id index ...", index -1 for a question that asks for a rate),
aggregate in the field "rates" of questions.json. Sets without labels are left out.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from arithmetree.parsing import load_parser
from arithmetree.reading import read_all
from arithmetree.schemas import Problem

SETS = ("allArith", "aggregate")
QUESTION = -1


def labelled(folder: Path, folds: set[int] | None) -> Iterator[tuple[dict[str, Any], set[int]]]:
    """The problems of a set with the indices of their rates."""
    annotations: dict[int, set[int]] = {}
    listing = folder / "rateAnnotations.txt"
    if listing.exists():
        for line in listing.read_text(encoding="utf-8").splitlines():
            if line.strip():
                identity, *indices = (int(part) for part in line.split())
                annotations.setdefault(identity, set()).update(indices)
    wanted = None
    if folds is not None:
        texts = [(folder / f"fold{fold}.txt").read_text(encoding="utf-8") for fold in sorted(folds)]
        wanted = {int(identity) for text in texts for identity in text.split()}
    for record in json.loads((folder / "questions.json").read_text(encoding="utf-8")):
        if wanted is None or record["iIndex"] in wanted:
            rates = set(record["rates"]) if "rates" in record else annotations.get(record["iIndex"], set())
            yield record, rates


def read_rates(record: dict[str, Any], problem: Problem) -> set[int]:
    """The benchmark's numbers that we read as rates, matched by place where it is given, else by value in order."""
    found: set[int] = set()
    schemas = list(problem.schemas)
    entries = record.get("quantities") or [{"val": value} for value in record["quants"]]
    for index, entry in enumerate(entries):
        for schema in schemas:
            if "start" in entry:
                matches = schema.quantity.start < entry["end"] and entry["start"] < schema.quantity.end
            else:
                matches = abs(float(schema.quantity.value) - entry["val"]) < 1e-6
            if matches:
                schemas.remove(schema)
                if schema.rate is not None:
                    found.add(index)
                break
    if problem.question is not None and problem.question.rate is not None:
        found.add(QUESTION)
    return found


def f1(right: int, found: int, gold: int) -> float:
    """F1 in per cent."""
    return 100.0 if found + gold == 0 else 200 * right / (found + gold)


def main() -> None:
    """Read the options, score, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, required=True, help="folder with the benchmark sets")
    options.add_argument("--set", choices=SETS, action="append", help="only this set")
    options.add_argument("--folds", help="only these folds, as 0,1")
    options.add_argument("--errors", action="store_true", help="list the disagreements")
    chosen = options.parse_args()
    folds = {int(fold) for fold in chosen.folds.split(",")} if chosen.folds else None
    for name in chosen.set or SETS:
        pairs = list(labelled(chosen.data / name, folds))
        problems = read_all((record["sQuestion"] for record, _ in pairs), load_parser())
        right = found = gold = asked_right = asked_found = asked_gold = 0
        for (record, labels), problem in zip(pairs, problems, strict=True):
            ours = read_rates(record, problem)
            asked_right += QUESTION in ours and QUESTION in labels
            asked_found += QUESTION in ours
            asked_gold += QUESTION in labels
            right += len(ours & labels - {QUESTION})
            found += len(ours - {QUESTION})
            gold += len(labels - {QUESTION})
            if chosen.errors and ours != labels:
                print(f"{record['iIndex']} ours {sorted(ours)} gold {sorted(labels)}: {record['sQuestion']}")
        print(
            f"{name}: {len(pairs)} problems; quantities: {gold} rates, precision {100 * right / max(found, 1):.1f}, "
            f"recall {100 * right / max(gold, 1):.1f}, F1 {f1(right, found, gold):.1f}; "
            f"questions: {asked_gold} rates, F1 {f1(asked_right, asked_found, asked_gold):.1f}; "
            f"together F1 {f1(right + asked_right, found + asked_found, gold + asked_gold):.1f}"
        )


if __name__ == "__main__":
    main()

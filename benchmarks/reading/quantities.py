"""Measure the quantity reader against a gold file and against the quantities of the benchmark files.

    python benchmarks/reading/quantities.py --gold tests/gold/dev.jsonl
    python benchmarks/reading/quantities.py --data DIR

DIR holds ai2, illinois, commoncore, allArith and aggregate, each with a questions.json. Problem ids and numbers are
printed, never texts. With --show, the words around a miss are printed as well.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

from arithmetree.quantities import Kind, Quantity, find_quantities

WITH_SPANS = ("ai2", "illinois", "commoncore", "allArith")
VALUES_ONLY = ("aggregate",)
COUNTABLE = {kind.value for kind in (Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.MULTIPLIER)}


def main() -> None:
    """Print the figures that the options ask for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of the benchmark data sets")
    parser.add_argument("--gold", type=Path, help="gold file of our own, one JSON object a line")
    parser.add_argument("--show", action="store_true", help="print the words around each miss and extra number")
    parser.add_argument("--folds", type=int, nargs="*", help="show misses and extras of these folds only")
    options = parser.parse_args()
    if options.data is None and options.gold is None:
        parser.error("give --data DIR, --gold FILE or both")
    if options.gold is not None:
        measure_gold(options.gold, options.show)
    if options.data is not None:
        for name in WITH_SPANS + VALUES_ONLY:
            measure_benchmark(options.data / name, options.show, options.folds)


def measure_gold(path: Path, show: bool) -> None:
    """Countable quantities with exact span, value and kind; other kinds where the reader reports them."""
    problems = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    tally: Counter[str] = Counter()
    for problem in problems:
        found = find_quantities(problem["text"])
        read = {(q.start, q.end): q for q in found if q.countable}
        gold = {(q["start"], q["end"]): q for q in problem["quantities"] if q["kind"] in COUNTABLE}
        wrong: list[str] = []
        for span, quantity in gold.items():
            mine = read.get(span)
            tally["countable gold"] += 1
            if mine is None or mine.value != Fraction(quantity["value"]):
                wrong.append(f"missed {quantity['text']!r} = {quantity['value']} {quantity['kind']}")
                continue
            tally["span and value right"] += 1
            tally["kind right too"] += mine.kind.value == quantity["kind"]
            if mine.kind.value != quantity["kind"]:
                wrong.append(f"kind of {quantity['text']!r}: {quantity['kind']}, read as {mine.kind.value}")
        extra = [read[span] for span in read.keys() - gold.keys()]
        tally["extra countable"] += len(extra)
        wrong += [f"extra {q.text!r} = {q.value} {q.kind.value}" for q in extra]
        others = {(q["start"], q["end"], q["kind"]) for q in problem["quantities"] if q["kind"] not in COUNTABLE}
        reported = {(q.start, q.end, q.kind.value) for q in found if not q.countable}
        tally["other kinds gold"] += len(others)
        tally["other kinds with span and kind right"] += len(others & reported)
        tally["other kinds reported beside"] += len(reported - others)
        tally["problems all right"] += read.keys() == gold.keys() and not wrong
        if show:
            wrong += [f"other kind missed {problem['text'][s:e]!r} {kind}" for s, e, kind in others - reported]
            for line in wrong:
                print(f"  {problem['id']}: {line}   | {problem['text']}")
    print(f"{path}: {len(problems)} problems")
    for name, count in tally.items():
        print(f"  {name}: {count}")


def measure_benchmark(folder: Path, show: bool, folds: list[int] | None) -> None:
    """Problems in which every benchmark quantity is found with its value (and span), and those with extra ones."""
    problems = json.loads((folder / "questions.json").read_text(encoding="utf-8"))
    shown = fold_ids(folder, folds)
    complete = with_extra = with_others = set_aside = 0
    extras: Counter[str] = Counter()
    lines: list[str] = []
    for problem in problems:
        text, found = problem["sQuestion"], find_quantities(problem["sQuestion"])
        missed, extra, aside = compare(problem, found)
        complete += not missed
        set_aside += bool(aside)
        with_extra += bool(extra)
        extras.update(q.text.lower() if q.kind is Kind.NUMBER else q.kind.value for q in extra)
        with_others += any(not q.countable for q in found)
        mine = shown is None or problem["iIndex"] in shown
        if missed:
            words = f"   | {text}" if show and mine else ""
            lines.append(f"  missed in {problem['iIndex']}: {', '.join(missed)}{words}")
        if extra and show and mine:
            lines += [f"  extra in {problem['iIndex']}: {q.text!r} {q.kind.value} | {around(text, q)}" for q in extra]
    share = 100 * complete / len(problems)
    print(f"{folder.name}: all quantities found in {complete} of {len(problems)} problems ({share:.2f} %)")
    print(f"  in {set_aside} of them a quantity of the file is found, but marked as no count (a name, a label ...)")
    print(f"  problems with extra countable quantities: {with_extra}; {extras.most_common(20)}")
    print(f"  problems with numbers of other kinds: {with_others}")
    for line in lines:
        print(line)


def compare(problem: dict[str, Any], found: tuple[Quantity, ...]) -> tuple[list[str], list[Quantity], list[Quantity]]:
    """The benchmark quantities that are not found, the countable ones that the benchmark does not have, and the ones
    of the benchmark that are found and marked with a kind that is no count, as the 3 of "mp3" is."""
    left = list(found)
    missed, set_aside = [], []
    anywhere = {"start": 0, "end": len(problem["sQuestion"])}
    for gold in problem.get("quantities") or [{"val": value, **anywhere} for value in problem["quants"]]:
        value, start, end = Fraction(str(gold["val"])), gold["start"], gold["end"]
        partners = [q for q in left if q.start < end and start < q.end and q.value == value]
        partner = min(partners, key=lambda quantity: not quantity.countable, default=None)
        if partner is None:
            missed.append(f"{gold['val']:g} at {start}" if "quantities" in problem else f"{gold['val']:g}")
            continue
        left.remove(partner)
        if not partner.countable:
            set_aside.append(partner)
    return missed, [q for q in left if q.countable], set_aside


def fold_ids(folder: Path, folds: list[int] | None) -> set[int] | None:
    """The problem ids of the folds, None for all."""
    if folds is None:
        return None
    paths = [folder / f"fold{fold}.txt" for fold in folds]
    return {int(line) for path in paths for line in path.read_text().split()}


def around(text: str, quantity: Quantity) -> str:
    """A few words on both sides of a quantity."""
    return " ".join(text[max(0, quantity.start - 40) : quantity.end + 30].split())


if __name__ == "__main__":
    main()

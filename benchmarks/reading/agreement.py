"""Measure how far two independent annotations of the same problems agree.

    python benchmarks/reading/agreement.py [--show FIELD] [--output FILE]

tests/gold/second.jsonl is compared with the same ids in dev.jsonl and held_out.jsonl. Quantities are paired by span and
value; the fields of a schema are compared over the pairs that both call countable, without regard to capitals. --show
prints the disagreements in one field, without the problem texts. The table also goes to docs/results/agreement.json.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
GOLD = ROOT / "tests" / "gold"
SECOND = GOLD / "second.jsonl"
FIRST = {"dev": GOLD / "dev.jsonl", "held-out": GOLD / "held_out.jsonl"}
OUTPUT = ROOT / "docs" / "results" / "agreement.json"
COMMAND = "python benchmarks/reading/agreement.py"
LIMITS = (
    "Both annotations follow docs/annotation.md, whose examples resemble several of these problems, and the second was "
    "put through the format check of tests/gold/check.py (which changed one subject) before comparing. The figures "
    "say how far the guidelines settle a case, not how often readers without them would agree."
)
COUNTABLE = frozenset({"number", "money", "percent", "multiplier"})

Record = dict[str, Any]


@dataclass(frozen=True)
class Comparison:
    """What two annotators said at one place: sets of labels, so that one label or none is a case of several."""

    id: str
    place: str
    first: frozenset[Any]
    second: frozenset[Any]


@dataclass(frozen=True)
class Figure:
    """Agreement in one field over all places, with the counts it was computed from."""

    measure: str
    places: int
    labels_first: int
    labels_second: int
    agreed: int
    per_cent: float


def word(value: str | None) -> frozenset[str]:
    """A label without its capitals, which sentence starts blur; nothing for null."""
    return frozenset() if value is None else frozenset({value.lower()})


def tokens(record: Record) -> frozenset[tuple[int, str]]:
    """The words of the question with their places in the text."""
    start = record["question_start"]
    return frozenset((start + found.start(), found[0]) for found in re.finditer(r"\S+", record["question"] or ""))


def identity(quantity: Record) -> tuple[int, int, str | None]:
    """Span and value: what two annotators must share to mean the same quantity."""
    return quantity["start"], quantity["end"], quantity["value"]


def rate(quantity: Record) -> frozenset[tuple[str, str]]:
    """The rate's numerator and denominator as one label."""
    if quantity["rate"] is None:
        return frozenset()
    numerator, denominator = quantity["rate"]["per"]
    return frozenset({(numerator.lower(), denominator.lower())})


SCHEMA: dict[str, Callable[[Record], frozenset[Any]]] = {
    "verb": lambda quantity: word(quantity["verb"]),
    "subject": lambda quantity: word(quantity["subject"]),
    "subject_resolved": lambda quantity: word(quantity["subject_resolved"]),
    "unit": lambda quantity: word(quantity["unit"]),
    "unit_head": lambda quantity: word(quantity["unit_head"]),
    "recipient": lambda quantity: word(quantity["recipient"]),
    "rate": rate,
    "related": lambda quantity: frozenset(lemma.lower() for lemma in quantity["related"]),
}
"""The fields of a schema and how to get their labels."""

# A field that is nearly always filled is measured by the share of equal values; one that is mostly empty by F1 over
# what is filled, because agreeing on "nothing here" is easy.
SHARED = ("kind", "verb", "subject", "subject_resolved", "unit", "unit_head", "recipient")
F1 = ("quantities", "recipient", "rate", "related")
MEAN_F1 = ("question",)


def compare(first: Record, second: Record) -> Iterator[tuple[str, Comparison]]:
    """Every comparison of two annotations of one problem, with the name of its field."""
    name = first["id"]
    sides = [{identity(quantity): quantity for quantity in record["quantities"]} for record in (first, second)]
    counted = [frozenset(key for key, q in side.items() if q["kind"] in COUNTABLE) for side in sides]
    yield "quantities", Comparison(name, "all", *counted)
    for key in sorted(sides[0].keys() & sides[1].keys(), key=lambda key: key[0]):
        left, right = sides[0][key], sides[1][key]
        yield "kind", Comparison(name, left["text"], word(left["kind"]), word(right["kind"]))
        if all(key in side for side in counted):
            for field, labels in SCHEMA.items():
                yield field, Comparison(name, left["text"], labels(left), labels(right))
    yield "question", Comparison(name, "all", tokens(first), tokens(second))


def f1(places: Iterable[Comparison]) -> float:
    """F1 of the labels, which is the same from either side; 1 where neither side has any."""
    pairs = list(places)
    labels = sum(len(place.first) + len(place.second) for place in pairs)
    return 2 * sum(len(place.first & place.second) for place in pairs) / labels if labels else 1.0


def figures(comparisons: Sequence[tuple[str, Comparison]]) -> dict[str, Figure]:
    """The table: one row per field and measure."""
    table = {}
    for measure, fields in (("equal", SHARED), ("F1", F1), ("mean F1", MEAN_F1)):
        for field in fields:
            places = [place for name, place in comparisons if name == field]
            equal = sum(place.first == place.second for place in places)
            share = {
                "equal": equal / max(len(places), 1),
                "F1": f1(places),
                "mean F1": sum(f1([place]) for place in places) / max(len(places), 1),
            }[measure]
            table[f"{field}, {measure}"] = Figure(
                measure=measure,
                places=len(places),
                labels_first=sum(len(place.first) for place in places),
                labels_second=sum(len(place.second) for place in places),
                agreed=equal if measure == "equal" else sum(len(place.first & place.second) for place in places),
                per_cent=round(100 * share, 2),
            )
    return table


def read(path: Path) -> list[Record]:
    """The problems of a gold file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def paired() -> dict[str, list[tuple[Record, Record]]]:
    """First and second annotation of the same problems, by split."""
    second = {record["id"]: record for record in read(SECOND)}
    pairs = {
        split: [(record, second[record["id"]]) for record in read(path) if record["id"] in second]
        for split, path in FIRST.items()
    }
    known = {record["id"] for both in pairs.values() for record, _ in both}
    if unknown := sorted(second.keys() - known):
        raise SystemExit(f"{SECOND.name} has ids that no first annotation has: {', '.join(unknown)}. Correct the ids.")
    changed = [left["id"] for both in pairs.values() for left, right in both if left["text"] != right["text"]]
    if changed:
        raise SystemExit(f"The text differs between the annotations of {', '.join(changed)}. Annotate the same text.")
    return pairs


def main() -> None:
    """Compare, print the table, write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--show", choices=("quantities", "kind", *SCHEMA, "question"), help="print these disagreements")
    parser.add_argument("--output", type=Path, default=OUTPUT, help="where the figures go")
    options = parser.parse_args()
    splits = {split: [found for pair in both for found in compare(*pair)] for split, both in paired().items()}
    splits["both"] = [found for comparisons in splits.values() for found in comparisons]
    for split in FIRST:
        for field, place in splits[split]:
            if field == options.show and place.first != place.second:
                sides = [sorted(side, key=str) for side in (place.first - place.second, place.second - place.first)]
                print(f"{split} {place.id} {place.place}: first {sides[0]}, second {sides[1]}")
    tables = {split: figures(comparisons) for split, comparisons in splits.items()}
    print(f"{'':26}" + "".join(f"{split:>20}" for split in tables))
    for row in tables["both"]:
        cells = [f"{table[row].per_cent:.1f} % of {table[row].places}" for table in tables.values()]
        print(f"{row:26}" + "".join(f"{cell:>20}" for cell in cells))
    problems = {split: sum(field == "question" for field, _ in found) for split, found in splits.items()}
    report = {
        "command": COMMAND,
        "limits": LIMITS,
        "problems": problems,
        "figures": {split: {row: vars(figure) for row, figure in table.items()} for split, table in tables.items()},
    }
    options.output.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Fit the weights by which pasted texts are cut into problems.

    python benchmarks/pasting/fit.py [--check] [--parts dev dev_2 ...]

An averaged perceptron over whole segmentations, in whole numbers: the same texts give the same weights on every
machine. It learns from the development parts of the gold set and from sheets made of corpus stories (compose.py).
Writes src/arithmetree/data/pasting_weights.toml. With --check nothing is written: each part is scored with the weights
of the other parts.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from compose import sheets
from report import GOLD, PARTS, Record, as_exercises

from arithmetree.pasting.paste import Paste
from arithmetree.pasting.problems import without_numbered_facts
from arithmetree.pasting.segmentation import Features, Role, Segment, segments_of
from arithmetree.pasting.units import Gap, Unit, units_of

WEIGHTS = Path(__file__).resolve().parents[2] / "src" / "arithmetree" / "data" / "pasting_weights.toml"
ROUNDS = 8
MARGIN = 3
SHEETS = 800
SCALE = 100

Example = tuple[list[Unit], list[Segment]]


def example(record: Record) -> Example | None:
    """The units of a text and how the gold set cuts them; None where no segmentation can say it."""
    units = without_numbered_facts(units_of(Paste(record["text"])))
    gold = as_exercises(record)
    owners = [_owner(unit, gold) for unit in units]
    found: list[Segment] = []
    at = 0
    while at < len(units):
        stop = at + 1
        role = owners[at][0]
        while stop < len(units) and owners[stop] == owners[at]:
            if role is Role.ASIDE and units[stop].gap is not Gap.NOTHING:
                break
            stop += 1
        found.append(Segment(role, at, stop))
        at = stop
    numbers = [owners[one.first][1] for one in found if one.role is Role.PROBLEM]
    if numbers != list(range(len(gold))):
        return None
    features = Features(units)
    for segment in found:
        inside = range(segment.first + (segment.role is Role.PROBLEM), segment.stop)
        if any(features.opens_exercise(place) for place in inside):
            return None
        if segment.role is Role.STORY and features.exercise_after(segment.stop) == len(units):
            return None
    return units, found


def _owner(unit: Unit, gold: Sequence[Record]) -> tuple[Role, int]:
    """The problem that most of a unit belongs to."""
    middle = (unit.end - unit.start) / 2
    for number, problem in enumerate(gold):
        if min(unit.end, problem["end"]) - max(unit.start, problem["start"]) >= middle:
            return Role.PROBLEM, number
        shared = problem.get("shared")
        if shared and min(unit.end, shared["end"]) - max(unit.start, shared["start"]) >= middle:
            return Role.STORY, 0
    return Role.ASIDE, 0


def counted(units: Sequence[Unit], segments: Sequence[Segment]) -> Counter[str]:
    """How often a segmentation has each feature."""
    features = Features(units)
    found: Counter[str] = Counter()
    begun = False
    for segment in segments:
        found.update(features.of(segment, begun=begun))
        begun = begun or segment.role is Role.PROBLEM
    return found


def fit(examples: Sequence[Example]) -> dict[str, int]:
    """The averaged weights after some rounds."""
    weights: Counter[str] = Counter()
    total: Counter[str] = Counter()
    step = 0
    for _ in range(ROUNDS):
        wrong = 0
        for units, gold in examples:
            found = segments_of(units, weights, frozenset(gold), MARGIN)
            if found != gold:
                wrong += 1
                for name, count in counted(units, gold).items():
                    weights[name] += count
                    total[name] += count * step
                for name, count in counted(units, found).items():
                    weights[name] -= count
                    total[name] -= count * step
            step += 1
        print("wrong", wrong, "of", len(examples))
    return {name: round(SCALE * (weights[name] * step - total[name]) / step) for name in sorted(weights)}


def right(examples: Sequence[Example], weights: Mapping[str, int]) -> int:
    """How many texts are cut as in the gold set."""
    return sum(segments_of(units, weights) == gold for units, gold in examples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", default=[part for part in PARTS if part != "held_out"])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    parts: dict[str, list[Example]] = {}
    for part in options.parts:
        records = [json.loads(line) for line in (GOLD / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
        found = [example(record) for record in records]
        parts[part] = [one for one in found if one is not None]
        print(part, "no segmentation for", [at["id"] for at, one in zip(records, found, strict=True) if one is None])
    made = [one for record in sheets(SHEETS, seed=1) if (one := example(record)) is not None]
    if options.check:
        for part, examples in parts.items():
            others = [one for other, known in parts.items() if other != part for one in known] + made
            print(part, right(examples, fit(others)), "of", len(examples))
        return
    weights = fit([one for known in parts.values() for one in known] + made)
    lines = ["# Written by benchmarks/pasting/fit.py.", "[weights]"]
    lines += [f"{json.dumps(name)} = {value}" for name, value in weights.items() if value]
    WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

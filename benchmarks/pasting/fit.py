"""Fit the weights by which pasted texts are cut into problems.

    python benchmarks/pasting/fit.py [--check] [--parts dev dev_2 ...]

An averaged perceptron over whole segmentations, in whole numbers: the same texts give the same weights on every
machine. It learns from the development parts of the gold set and from sheets made of corpus stories (compose.py), first
which candidates are labels, then which units are a problem.
Writes src/arithmetree/data/pasting_weights.toml. With --check nothing is written: each part is scored with the weights
of the other parts.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from compose import sheets
from report import ASIDE, GOLD, PARTS, Record, as_exercises

from arithmetree.pasting.labels import Labels
from arithmetree.pasting.outline import message_lines
from arithmetree.pasting.paste import Paste
from arithmetree.pasting.pieces import Sort
from arithmetree.pasting.problems import without_numbered_facts
from arithmetree.pasting.remarks import shared_range
from arithmetree.pasting.segmentation import Features, Role, Segment, segments_of
from arithmetree.pasting.units import Gap, Unit, units_of

WEIGHTS = Path(__file__).resolve().parents[2] / "src" / "arithmetree" / "data" / "pasting_weights.toml"
ROUNDS = 14
MARGIN = 3
SHEETS = 1000
SCALE = 100

Example = tuple[list[Unit], list[Segment]]


def example(record: Record, weights: Mapping[str, int]) -> Example | None:
    """The units of a text and how the gold set cuts them; None where no segmentation can say it."""
    units = without_numbered_facts(units_of(Paste(record["text"], weights)))
    gold = as_exercises(record)
    owners = [_owner(unit, gold) for unit in units]
    for at in range(len(units) - 1):
        if owners[at + 1][0] is Role.STORY and shared_range(units[at].text):
            owners[at] = owners[at + 1]  # "Use this for questions 1 to 3."
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


LabelExample = tuple[Labels, list[int]]


def labelled(record: Record) -> LabelExample | None:
    """The candidates of a text and which of them are labels in the gold set; None where one is no candidate."""
    text = record["text"]
    labels = Labels(text, message_lines(text)[0])
    gold = as_exercises(record)
    chosen: set[int] = set()
    end = 0
    for problem in gold:
        for asked in (problem, *problem["questions"]):
            if asked["label"] is not None:
                alike = (at for at, one in enumerate(labels.candidates) if one.label == asked["label"])
                places = [at for at in alike if end <= labels.candidates[at].start < asked["start"]]
                if not places:
                    return None
                chosen.add(places[-1])
        end = problem["end"]
    for at, one in enumerate(labels.candidates):
        outside = not any(problem["start"] <= one.start < problem["end"] for problem in gold)
        if outside and one.sort is Sort.PART and labels.follower(at) == "an amount":
            chosen.add(at)  # an answer to choose
        counted = one.place in ("block", "line") and one.form.closing in (".", ")") and not one.form.word
        numbers = (place["start"] for place in record["not_quantities"])
        if not outside and counted and any(one.start <= number < one.end for number in numbers):
            chosen.add(at)  # the number of a fact
    return labels, sorted(chosen)


def fit_labels(examples: Sequence[LabelExample]) -> dict[str, int]:
    """The averaged weights of labels after some rounds."""
    fitter = Fitter()
    for _ in range(ROUNDS):
        wrong = 0
        for labels, gold in examples:
            found = labels.chosen(fitter.weights, frozenset(gold), MARGIN)
            if found != gold:
                wrong += 1
                fitter.learn(labels.features(gold), labels.features(found))
            fitter.step += 1
        print("wrong labels", wrong, "of", len(examples))
    return fitter.averaged()


class Fitter:
    """The weights of an averaged perceptron."""

    def __init__(self) -> None:
        self.weights: Counter[str] = Counter()
        self._total: Counter[str] = Counter()
        self.step = 0

    def learn(self, right: Iterable[str], wrong: Iterable[str]) -> None:
        """Make the features of one choice weigh more and those of another less."""
        for names, sign in ((right, 1), (wrong, -1)):
            for name in names:
                self.weights[name] += sign
                self._total[name] += sign * self.step

    def averaged(self) -> dict[str, int]:
        return {
            name: round(SCALE * (self.weights[name] * self.step - self._total[name]) / self.step)
            for name in sorted(self.weights)
        }


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
    fitter = Fitter()
    for _ in range(ROUNDS):
        wrong = 0
        for units, gold in examples:
            found = segments_of(units, fitter.weights, frozenset(gold), MARGIN)
            if found != gold:
                wrong += 1
                fitter.learn(counted(units, gold).elements(), counted(units, found).elements())
            fitter.step += 1
        print("wrong", wrong, "of", len(examples))
    return fitter.averaged()


def fitted(written: Sequence[Record], made: Sequence[Record]) -> dict[str, int]:
    """The weights of labels, and those of segments of units that are cut with them."""
    records = [*written, *written, *made]  # texts that somebody wrote say more than made ones
    random.Random(1).shuffle(records)
    weights = fit_labels([one for record in records if (one := labelled(record)) is not None])
    return weights | fit([one for record in records if (one := example(record, weights)) is not None])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", default=[part for part in PARTS if part not in ASIDE])
    parser.add_argument("--check", action="store_true")
    options = parser.parse_args()
    records = {
        part: [json.loads(line) for line in (GOLD / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
        for part in options.parts
    }
    made = list(sheets(SHEETS, seed=1))
    if not options.check:
        weights = fitted([one for known in records.values() for one in known], made)
        lines = ["# Written by benchmarks/pasting/fit.py.", "[weights]"]
        lines += [f"{json.dumps(name)} = {value}" for name, value in sorted(weights.items()) if value]
        WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return
    for part, texts in records.items():
        weights = fitted([one for other, known in records.items() if other != part for one in known], made)
        labels = [one for record in texts if (one := labelled(record)) is not None]
        cuts = [one for record in texts if (one := example(record, weights)) is not None]
        print(part, "labels", sum(found.chosen(weights) == gold for found, gold in labels), "of", len(labels))
        print(part, "cuts", sum(segments_of(units, weights) == gold for units, gold in cuts), "of", len(cuts))


if __name__ == "__main__":
    main()

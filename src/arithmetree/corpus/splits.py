"""Splits: train, dev and calibration by whole scenarios, in an order drawn by a hash; families stay together.

Other problems were written for one part alone: those of test, and some of calibration. What was written to have more to
learn from is kept apart and away from the held-out parts, so that these stay what they were.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256

from arithmetree.corpus.record import SPLITS, Record
from arithmetree.corpus.similarity import StoryIndex, near

HELD_OUT = ("dev", "calibration", "test")
_DRAWN = (("calibration", 0.1), ("dev", 0.1), ("calibration", 0.15))
"""The shares of the problems that are drawn one after the other; the rest is for training.

Models are chosen on dev. Calibration is for the confidence alone: nobody reads it or chooses by it, so that it is as
new to a finished model as a user's problem. The first share was the test part, until it had been scored so often that
another was written; and that one went to calibration when it had been scored.
"""
_SALT = "arithmetree corpus"


def split(records: Sequence[Record], own: Mapping[str, Sequence[Record]]) -> dict[str, tuple[Record, ...]]:
    """The records of each part, in the order given; a family goes where the scenario of its first member goes.

    Scenarios are drawn in the order of their hashes, as long as this brings a share nearer to its size, and all others
    go into train. So the parts keep their sizes, and nearly all scenarios their places, as the corpus grows. `own` are
    the problems that were written for a part alone.
    """
    homes = _homes(records)
    sizes = Counter(homes[record.id] for record in records)
    waiting = sorted(sizes, key=_drawn)
    part_of: dict[str, str] = {}
    for part, share in _DRAWN:
        room = share * len(records)
        while waiting and sizes[waiting[0]] / 2 <= room:
            scenario = waiting.pop(0)
            room -= sizes[scenario]
            part_of[scenario] = part
    parts: dict[str, list[Record]] = {name: [] for name in SPLITS}
    for record in records:
        parts[part_of.get(homes[record.id], "train")].append(record)
    for name, written_for_it in own.items():
        parts[name] += written_for_it
    return {name: tuple(part) for name, part in parts.items()}


def training_only(more: Sequence[Record], parts: Mapping[str, Sequence[Record]]) -> tuple[Record, ...]:
    """Those of further records that play in no scenario of the held-out parts and tell none of their stories."""
    held_out = [record for part in HELD_OUT for record in parts[part]]
    scenarios = {record.scenario for record in held_out}
    index = StoryIndex((record.id, record.text) for record in held_out)
    return tuple(record for record in more if record.scenario not in scenarios and not near(record.text, index))


def _homes(records: Sequence[Record]) -> dict[str, str]:
    """The scenario that decides for each record, by id."""
    scenario_of_family: dict[str, str] = {}
    homes: dict[str, str] = {}
    for record in records:
        if record.family is None:
            homes[record.id] = record.scenario
        else:
            homes[record.id] = scenario_of_family.setdefault(record.family, record.scenario)
    return homes


def _drawn(scenario: str) -> str:
    return sha256(f"{_SALT}: {scenario}".encode()).hexdigest()

"""Splits: train, dev and calibration by whole scenarios, in an order drawn by a hash; families stay together.

Other problems were written for one part alone (manifest.py). What models learn from is kept away from the held-out
parts: what comes too near is held back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from hashlib import sha256

from arithmetree.corpus.record import Record
from arithmetree.corpus.similarity import StoryIndex, near

LEARNED = ("train", "families", "general")
"""The parts that models learn from; all others are held out."""
_DRAWN = (("calibration", 0.1), ("dev", 0.1), ("calibration", 0.15))
"""The shares of the problems that are drawn one after the other; the rest is for training.

Models are chosen on dev. Calibration is for the confidence alone: nobody reads it or chooses by it, so that it is as
new to a finished model as a user's problem. The first share was the test part, until it had been scored so often that
another was written; and that one went to calibration when it had been scored.
"""
_SALT = "arithmetree corpus"


def split(records: Sequence[Record]) -> dict[str, tuple[Record, ...]]:
    """The records of each part, in the order given; a family goes where the scenario of its first member goes.

    Scenarios are drawn in the order of their hashes, as long as this brings a share nearer to its size, and all others
    go into train. So the parts keep their sizes, and nearly all scenarios their places, as the corpus grows.
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
    parts: dict[str, list[Record]] = {"train": [], **{part: [] for part, _ in _DRAWN}}
    for record in records:
        parts[part_of.get(homes[record.id], "train")].append(record)
    return {name: tuple(part) for name, part in parts.items()}


def too_near(parts: Mapping[str, Sequence[Record]]) -> dict[str, str]:
    """The problems to learn from, by id, that share a scenario with a held-out part or have one of its stories.

    Read-once and general problems have their own scenarios, so these are compared within each kind of parts.
    """
    found: dict[str, str] = {}
    held_out = [record for name, part in parts.items() if not is_learned(name) for record in part]
    index = StoryIndex((record.id, record.text) for record in held_out)
    scenarios = {(record.kind is None, record.scenario): record.id for record in held_out}
    for name, part in parts.items():
        if name == "train" or not is_learned(name):
            continue  # train was drawn by scenario together with the held-out parts
        for record in part:
            shared = scenarios.get((record.kind is None, record.scenario))
            matches = near(record.text, index)
            if shared is not None:
                found[record.id] = f"scenario of {shared}"
            elif matches:
                found[record.id] = f"near {matches[0].key}"
    return found


def is_learned(part: str) -> bool:
    """True for the parts that models learn from; all others are held out."""
    return part in LEARNED


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

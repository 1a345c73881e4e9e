"""What a teacher wants to know of a checked class: how each pupil did, and which problem was the hardest."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal

from arithmetree.checking.class_table import Row
from arithmetree.checking.json_forms import SummaryForm, TallyForm
from arithmetree.checking.spreadsheet_cells import harmless
from arithmetree.checking.verdicts import Kind, Verdict

Outcome = Literal["right", "wrong", "not_sure", "not_checked"]

_OPEN = (Kind.NOT_SURE, Kind.UNREADABLE)
_RIGHT = (Kind.RIGHT, Kind.EQUIVALENT)


@dataclass(frozen=True, slots=True)
class Checked:
    """A line with its verdict, or with the reason why it has none."""

    row: Row
    verdict: Verdict | None
    error: str | None

    @property
    def outcome(self) -> Outcome:
        """Right, wrong, not sure (an answer to look at yourself), or a line that could not be checked."""
        if self.verdict is None:
            return "not_checked"
        if self.verdict.kind in _OPEN:
            return "not_sure"
        return "right" if self.verdict.kind in _RIGHT else "wrong"


@dataclass(frozen=True, slots=True)
class Tally:
    """The answers of one pupil, or to one problem, counted; `mistake` is the most frequent kind of mistake."""

    name: str
    right: int
    wrong: int
    not_sure: int
    not_checked: int
    mistake: Kind | None

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return self.right + self.wrong + self.not_sure + self.not_checked

    @property
    def wrong_share(self) -> float:
        """The share of wrong answers among those that are right or wrong; below zero where there are none."""
        decided = self.right + self.wrong
        return self.wrong / decided if decided else -1.0

    @property
    def in_words(self) -> str:
        """The counts in words: "3 right, 1 wrong (wrong operation), 0 not sure"."""
        mistake = "" if self.mistake is None else f" (mostly {str(self.mistake).replace('_', ' ')})"
        unchecked = f", {self.not_checked} not checked" if self.not_checked else ""
        return f"{self.right} right, {self.wrong} wrong{mistake}, {self.not_sure} not sure{unchecked}"

    def to_dict(self) -> TallyForm:
        """The counts as JSON values."""
        return {
            "name": self.name,
            "answers": self.answers,
            "right": self.right,
            "wrong": self.wrong,
            "not_sure": self.not_sure,
            "not_checked": self.not_checked,
            "mistake": None if self.mistake is None else str(self.mistake),
        }


@dataclass(frozen=True, slots=True)
class Summary:
    """The pupils in the order of the table, and the problems, the hardest first."""

    pupils: tuple[Tally, ...]
    problems: tuple[Tally, ...]

    def to_dict(self) -> SummaryForm:
        """Both lists as JSON values."""
        return {
            "pupils": [tally.to_dict() for tally in self.pupils],
            "problems": [tally.to_dict() for tally in self.problems],
        }

    def to_csv(self) -> str:
        """One table: first the problems, then the pupils."""
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("of", "name", "answers", "right", "wrong", "not sure", "not checked", "most frequent mistake"))
        for of, tallies in (("problem", self.problems), ("pupil", self.pupils)):
            for tally in tallies:
                mistake = "" if tally.mistake is None else str(tally.mistake).replace("_", " ")
                counts = (tally.answers, tally.right, tally.wrong, tally.not_sure, tally.not_checked)
                writer.writerow((of, harmless(tally.name), *counts, mistake))
        return out.getvalue()


def summary(checked: Iterable[Checked]) -> Summary:
    """The answers counted by pupil and by problem; lines without a name, or without a problem, are in neither list."""
    entries = list(checked)
    problems = _tallies(entries, lambda row: row.problem)
    hardest_first = sorted(problems, key=lambda tally: (-tally.wrong_share, -tally.wrong, -tally.not_sure))
    return Summary(tuple(_tallies(entries, lambda row: row.pupil)), tuple(hardest_first))


def _tallies(entries: Iterable[Checked], name_of: Callable[[Row], str]) -> list[Tally]:
    groups: dict[str, list[Checked]] = {}
    for entry in entries:
        if name := name_of(entry.row):
            groups.setdefault(name, []).append(entry)
    return [_tally(name, group) for name, group in groups.items()]


def _tally(name: str, entries: Iterable[Checked]) -> Tally:
    found: Counter[Outcome] = Counter()
    mistakes: Counter[Kind] = Counter()
    for entry in entries:
        found[entry.outcome] += 1
        if entry.outcome == "wrong" and entry.verdict is not None and entry.verdict.kind is not Kind.WRONG:
            mistakes[entry.verdict.kind] += 1
    mistake = max(mistakes, key=lambda kind: (mistakes[kind], -list(Kind).index(kind)), default=None)
    return Tally(name, found["right"], found["wrong"], found["not_sure"], found["not_checked"], mistake)

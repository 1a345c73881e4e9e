"""The JSON objects of checks, typed: a verdict, a verification, a whole class."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class TeacherForm(TypedDict):
    """What was calculated here and, as far as is known, by the pupil."""

    expression: str | None
    answer: str | None
    unit: str | None
    confidence: float
    calculated: str | None
    key: str | None
    key_agrees: bool | None
    note: str


class VerdictForm(TypedDict):
    """The verdict on an answer; only with `teacher` does it hold what would have been calculated."""

    verdict: str
    correct: bool | None
    sentence: str
    hint: str
    reason: str | None
    teacher: NotRequired[TeacherForm]


class VerificationForm(TypedDict):
    """Whether an answer agrees with ours, and what ours is."""

    verdict: str
    reason: str | None
    given: str | None
    answer: str | None
    answer_text: str | None
    expression: str | None
    confidence: float


class ColumnsForm(TypedDict):
    """The columns of a table by what they were taken for."""

    problem: str | None
    answer: str | None
    pupil: list[str]
    key: str | None
    problems: list[str]


class TallyForm(TypedDict):
    """The answers of one pupil, or to one problem, counted."""

    name: str
    answers: int
    right: int
    wrong: int
    not_sure: int
    not_checked: int
    mistake: str | None


class LineForm(TypedDict):
    """A line of a table with its verdict, or with the reason why it has none."""

    line: int
    columns: dict[str, str]
    pupil: str
    problem: str
    answer: str
    outcome: str
    error: str | None
    verdict: NotRequired[str]
    correct: NotRequired[bool | None]
    sentence: NotRequired[str]
    hint: NotRequired[str]
    reason: NotRequired[str | None]
    teacher: NotRequired[TeacherForm]


class SummaryForm(TypedDict):
    """The pupils in the order of the table, and the problems, the hardest first."""

    pupils: list[TallyForm]
    problems: list[TallyForm]


class ClassForm(SummaryForm):
    """A checked class."""

    columns: ColumnsForm
    said: str
    counts: dict[str, int]
    rows: list[LineForm]

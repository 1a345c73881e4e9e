"""Writers' lines: one hand-written problem a line, with its expression over the numbers of the text.

The fields are `expression | unit | scenario | tags | family | grade | rates | text`. A number of the expression
is written by its value; `5#2` is the second 5 of the text, `7@week` a number that the word "week" implies, `5/2`
without spaces one number, and an expression such as `!NO_QUESTION` gives the reason why there is no answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from arithmetree.corpus.record import Reason
from arithmetree.errors import DataError, ExpressionError
from arithmetree.expressions import Tree, parse_infix

TAGS = frozenset(
    {
        "irrelevant",
        "irrelevant-same-unit",
        "family",
        "minimal-pair",
        "number-words",
        "decimals",
        "fractions",
        "money",
        "thousands",
        "percent",
        "comparison",
        "rate",
        "rate-unusual",
        "missing-start",
        "missing-change",
        "question-first",
        "question-inside",
        "if-clause",
        "imperative",
        "implicit",
        "multiplier",
        "wordy",
    }
)
"""The tags that writers may give; those that can be derived from the line are derived, see phenomena.py."""

GRADES = range(1, 7)
_SEPARATOR = " | "
_NOTHING = "-"
_FIELDS = ("expression", "unit", "scenario", "tags", "family", "grade", "rates", "text")
_FILE_NAME = re.compile(r"(?P<writer>[a-z]+)-(?P<number>\d\d+)")
_NUMBER = r"(?:\d+/\d+|\d+(?:\.\d+)?|\.\d+)%?(?:#\d+)?(?:@[A-Za-z][A-Za-z'-]*)?"
_OPERAND = re.compile(rf"(?<!\S){_NUMBER}(?!\S)")
_OPERAND_PARTS = re.compile(r"(?P<number>[\d./]+)(?P<percent>%?)(?:#(?P<occurrence>\d+))?(?:@(?P<word>.+))?")
_RATE = re.compile(rf"(?P<operand>{_NUMBER})=(?P<over>[^/=]+)/(?P<under>[^/=]+)")
_SCENARIO = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line is: the name of its file without the ending, and its number counted from 1."""

    file: str
    line: int

    @property
    def writer(self) -> str:
        """The writer's name: "a" for a line of a-03.txt."""
        return self.file.partition("-")[0]

    @property
    def id(self) -> str:
        """The name of the problem: "a03-017" for line 17 of a-03.txt."""
        return f"{self.file.replace('-', '')}-{self.line:03}"

    def __str__(self) -> str:
        return f"{self.file}.txt:{self.line}"


@dataclass(frozen=True, slots=True)
class Operand:
    """A number as a writer names it: its value, which occurrence it is, and the word that implies it, if any."""

    text: str
    value: Fraction
    occurrence: int | None = None
    word: str | None = None

    def __str__(self) -> str:
        which = f"#{self.occurrence}" if self.occurrence else ""
        return f"{self.text}{which}{f'@{self.word}' if self.word else ''}"


@dataclass(frozen=True, slots=True)
class WrittenRate:
    """A number of the text that is a rate, and the two units it joins."""

    operand: Operand
    per: tuple[str, str]


@dataclass(frozen=True, slots=True)
class WrittenProblem:
    """One line: either a tree whose leaf i is the i-th operand, or the reason why there is none."""

    place: Place
    text: str
    tree: Tree | None
    operands: tuple[Operand, ...]
    reason: Reason | None
    unit: str | None
    scenario: str
    tags: frozenset[str]
    family: str | None
    grade: int
    rates: tuple[WrittenRate, ...]


def written_files(folder: Path) -> tuple[Path, ...]:
    """The writers' files of a folder in order; DataError where there is none or one has another kind of name."""
    files = tuple(sorted(folder.glob("*.txt")))
    if not files:
        raise DataError(f"there are no writers' files (*.txt) in {folder}; give the folder that holds them")
    for file in files:
        if not _FILE_NAME.fullmatch(file.stem):
            raise DataError(f"{file.name} is not the name of a writers' file; accepted is WRITER-NN.txt (a-03.txt)")
    return files


def lines_of(file: Path) -> Iterator[tuple[Place, str]]:
    """The lines of a writers' file that are not empty, each with its place."""
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1):
        if line.strip():
            yield Place(file.stem, number), line


def read_line(place: Place, line: str) -> WrittenProblem:
    """Read one line; DataError says which field is wrong and what is accepted."""
    fields = [field.strip() for field in line.split(_SEPARATOR)]
    if len(fields) != len(_FIELDS):
        raise DataError(f"{len(fields)} fields; accepted are {len(_FIELDS)}: {_SEPARATOR.join(_FIELDS)}")
    expression, unit, scenario, tags, family, grade, rates, text = fields
    if not text:
        raise DataError("the text is empty; write the problem into the last field")
    if not _SCENARIO.fullmatch(scenario):
        raise DataError(f"the scenario is {scenario!r}; accepted are lower-case words joined by hyphens")
    if not (grade.isdecimal() and int(grade) in GRADES):
        raise DataError(f"the grade is {grade!r}; accepted are {GRADES[0]} to {GRADES[-1]}")
    tree, operands, reason = _read_expression(expression)
    if reason is None and unit == _NOTHING:
        raise DataError("the unit of the answer is missing; give a noun in the plural, such as books")
    return WrittenProblem(
        place=place,
        text=text,
        tree=tree,
        operands=operands,
        reason=reason,
        unit=None if unit == _NOTHING else unit,
        scenario=scenario,
        tags=_read_tags(tags),
        family=None if family == _NOTHING else f"{place.writer}-{family}",
        grade=int(grade),
        rates=() if rates == _NOTHING else tuple(_read_rate(rate.strip()) for rate in rates.split(",")),
    )


def _read_expression(expression: str) -> tuple[Tree | None, tuple[Operand, ...], Reason | None]:
    if expression.startswith("!"):
        if expression[1:] not in list(Reason):
            raise DataError(f"{expression!r} is not a reason; accepted are {', '.join('!' + code for code in Reason)}")
        return None, (), Reason(expression[1:])
    spaced = expression.replace("(", " ( ").replace(")", " ) ")
    operands: list[Operand] = []

    def by_number(match: re.Match[str]) -> str:
        operands.append(_read_operand(match[0]))
        return f"n{len(operands) - 1}"

    numbered = _OPERAND.sub(by_number, spaced)
    try:
        infix = parse_infix(numbered)
    except ExpressionError as error:
        raise DataError(f"the expression {expression!r} cannot be read: {error}") from error
    if len(infix.operands) != len(operands):
        raise DataError(f"the expression {expression!r} holds names; accepted are numbers, as in 5#2 + 7@week")
    if len(operands) < 2:
        raise DataError(f"the expression {expression!r} has fewer than two numbers; write at least one operation")
    return infix.tree, tuple(operands), None


def _read_operand(text: str) -> Operand:
    match = _OPERAND_PARTS.fullmatch(text)
    assert match is not None  # the text was found by _NUMBER
    over, _, under = match["number"].partition("/")
    if under and not int(under):
        raise DataError(f"{text!r} divides by zero; write a number that has a value")
    value = Fraction(over) / (Fraction(under) if under else 1)
    return Operand(
        text=match["number"] + match["percent"],
        value=value / 100 if match["percent"] else value,
        occurrence=int(match["occurrence"]) if match["occurrence"] else None,
        word=match["word"],
    )


def _read_tags(field: str) -> frozenset[str]:
    tags = frozenset() if field == _NOTHING else frozenset(tag.strip() for tag in field.split(","))
    unknown = sorted(tags - TAGS)
    if unknown:
        raise DataError(f"unknown tags {', '.join(unknown)}; accepted are {', '.join(sorted(TAGS))}")
    return tags


def _read_rate(text: str) -> WrittenRate:
    match = _RATE.fullmatch(text)
    if match is None:
        raise DataError(f"the rate {text!r} cannot be read; accepted is value=unit/unit, such as 4=dollar/toy")
    return WrittenRate(_read_operand(match["operand"]), (match["over"].strip(), match["under"].strip()))

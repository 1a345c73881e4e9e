"""A user's own problems, JSONL or CSV, with expressions or answers; and our corpus, which has its own form.

A row that is impossible or ambiguous is listed with its line and the reason, and left out; nothing is guessed.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

from arithmetree.corpus import Record, load
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.expressions import UNDEFINED, Tree, evaluate, quantities
from arithmetree.schemas import Problem
from arithmetree.text import read_text
from arithmetree.training.expression_alignment import align_answer, align_expression, renumbered
from arithmetree.training.gold import GoldProblem
from arithmetree.training.parse_cache import read_cached

ACCEPTED = (
    'accepted are JSONL, a line such as {"text": "...", "expression": "3 * 4"}, and CSV with a header; the columns are '
    "text, and expression or answer, and id if wanted"
)
TOLERANCE = Fraction(1, 100)
"""How far an answer may be from the value of the expression beside it, as answers are often rounded."""

Progress = Callable[[int, int], None]
"""Called with the number of texts that are read and the number of all texts."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """A row that was left out: where it is in its file, and why."""

    file: str
    line: int
    reason: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.reason}"


@dataclass(frozen=True)
class FileProblems:
    """What a file gave: problems to train on, rows left out, and how many are known to have no answer."""

    golds: tuple[GoldProblem, ...]
    skipped: tuple[Skipped, ...]
    unanswerable: int = 0


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a user's file as written."""

    line: int
    id: str
    text: str
    expression: str | None
    answer: str | None
    fold: str | None = None


def read_file(path: Path, progress: Progress | None = None) -> FileProblems:
    """The problems of a JSONL or CSV file; DataError if the file as a whole cannot be read."""
    content = _content(path)
    if path.suffix.lower() == ".jsonl" and _is_corpus(content):
        return _read_corpus(path, progress)
    rows, skipped = _rows_in(path, content)
    golds: list[GoldProblem] = []
    for row, problem in zip(rows, read_texts([row.text for row in rows], progress), strict=True):
        try:
            golds.append(gold_of(row, problem))
        except ArithmetreeError as error:
            skipped.append(Skipped(path.name, row.line, str(error)))
    return FileProblems(tuple(golds), tuple(sorted(skipped, key=lambda each: each.line)))


def read_rows(path: Path) -> tuple[list[Row], list[Skipped]]:
    """The rows of a JSONL or CSV file as written, and those that are none; DataError if it cannot be read at all."""
    return _rows_in(path, _content(path))


def _content(path: Path) -> str:
    if path.suffix.lower() not in _READERS:
        raise DataError(f"{path} is neither .jsonl nor .csv; {ACCEPTED}")
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise DataError(f"cannot read {path} ({error.strerror}); {ACCEPTED}") from error
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8 (byte {error.start}); convert it to UTF-8 first") from error


def _rows_in(path: Path, content: str) -> tuple[list[Row], list[Skipped]]:
    rows: list[Row] = []
    skipped: list[Skipped] = []
    for entry in _READERS[path.suffix.lower()](path, content):
        if isinstance(entry, Row):
            rows.append(entry)
        else:
            skipped.append(entry)
    return rows, skipped


def gold_of(row: Row, problem: Problem) -> GoldProblem:
    """The gold problem of a row; ArithmetreeError says why there is none."""
    values = [schema.quantity.value for schema in problem.schemas]
    answer = None if row.answer is None else _number(row.answer)
    if row.expression is None:
        assert answer is not None
        return GoldProblem(row.id, problem, answer, align_answer(answer, values))
    tree = align_expression(row.expression, values)
    value = evaluate(tree, values)
    assert value is not UNDEFINED
    if answer is not None and abs(answer - value) > TOLERANCE:
        raise DataError(f"the expression gives {value}, but the answer is {answer}; correct one of them")
    return GoldProblem(row.id, problem, value, tree)


def read_texts(texts: Sequence[str], progress: Progress | None = None) -> Iterator[Problem]:
    """Read the texts with the shipped parser, and report progress."""
    if progress is None:
        return read_cached(texts)
    progress(0, len(texts))
    return read_cached(texts, lambda done: progress(done, len(texts)))


def _number(text: str) -> Fraction:
    try:
        return Fraction(text.replace(",", "").strip())
    except (ValueError, ZeroDivisionError):
        raise DataError(f"the answer {text!r} is not a number; accepted are numbers such as 72, 4.5 and 7/2") from None


def _jsonl_rows(path: Path, content: str) -> Iterator[Row | Skipped]:
    for line, written in enumerate(content.split("\n"), start=1):
        if not written.strip():
            continue
        try:
            entry = json.loads(written)
        except ValueError as error:
            yield Skipped(path.name, line, f"this is not JSON ({error})")
            continue
        if isinstance(entry, dict):
            yield _row(path, line, entry)
        else:
            yield Skipped(path.name, line, f"this is a {type(entry).__name__}, not an object; {ACCEPTED}")


def _csv_rows(path: Path, content: str) -> Iterator[Row | Skipped]:
    reader = csv.DictReader(StringIO(content, newline=""), strict=True)
    try:
        columns = reader.fieldnames or ()
        if "text" not in columns or not {"expression", "answer"} & set(columns):
            raise DataError(f"{path} has the columns {', '.join(map(str, columns)) or 'none'}; {ACCEPTED}")
        line = reader.line_num + 1
        for entry in reader:
            if None in entry:
                yield Skipped(path.name, line, f"more fields than the {len(columns)} columns; quote texts with commas")
            else:
                yield _row(path, line, entry)
            line = reader.line_num + 1
    except csv.Error as error:
        raise DataError(f"{path}:{reader.line_num}: this is not CSV ({error}); {ACCEPTED}") from error


def _row(path: Path, line: int, entry: Mapping[str, Any]) -> Row | Skipped:
    try:
        text = read_text(entry.get("text") or "")
    except ArithmetreeError as error:
        return Skipped(path.name, line, str(error))
    if not text.strip():
        return Skipped(path.name, line, f"there is no text; {ACCEPTED}")
    given = {name: _cell(entry.get(name)) for name in ("expression", "answer")}
    if given == {"expression": None, "answer": None}:
        return Skipped(path.name, line, f"there is neither an expression nor an answer; {ACCEPTED}")
    return Row(line, _cell(entry.get("id")) or f"{path.name}:{line}", text, **given, fold=_cell(entry.get("fold")))


def _cell(value: object) -> str | None:
    """A field as text; numbers are taken as written in JSON, anything empty is no value."""
    return (str(value).strip() or None) if isinstance(value, str | int | float) else None


_READERS: dict[str, Callable[[Path, str], Iterator[Row | Skipped]]] = {".jsonl": _jsonl_rows, ".csv": _csv_rows}


def _is_corpus(content: str) -> bool:
    try:
        first = json.loads(content.split("\n", 1)[0])
    except ValueError:
        return False
    return isinstance(first, dict) and {"text", "tree", "quantities", "reason"} <= set(first)


def _read_corpus(path: Path, progress: Progress | None) -> FileProblems:
    records = [(line, record) for line, record in enumerate(load(path), start=1)]
    answerable = [(line, record) for line, record in records if record.tree is not None]
    problems = read_texts([record.text for _, record in answerable], progress)
    golds: list[GoldProblem] = []
    skipped: list[Skipped] = []
    for (line, record), problem in zip(answerable, problems, strict=True):
        tree = _aligned_record(record, problem)
        if tree is None:
            skipped.append(Skipped(path.name, line, "a number of its tree is not written in the text or was not read"))
        else:
            assert record.answer is not None
            golds.append(GoldProblem(record.id, problem, record.answer, tree))
    return FileProblems(tuple(golds), tuple(skipped), len(records) - len(answerable))


def _aligned_record(record: Record, problem: Problem) -> Tree | None:
    """The record's tree over the schemas that were read, by place and value; None if one is missing."""
    read = {
        (schema.quantity.start, schema.quantity.end, schema.quantity.value): number
        for number, schema in enumerate(problem.schemas)
    }
    assert record.tree is not None
    places: dict[int, int] = {}
    for used in quantities(record.tree):
        quantity = record.quantities[used]
        place = read.get((quantity.start, quantity.end, quantity.value))
        if place is None:
            return None
        places[used] = place
    return renumbered(record.tree, places)

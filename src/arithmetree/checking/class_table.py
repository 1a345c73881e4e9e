"""A table of a class as a spreadsheet writes it: one answer in each line, or one problem in each column."""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from arithmetree.checking.class_columns import Columns, Role, decide, is_bare_number, is_key_name, is_problem
from arithmetree.errors import DataError


@dataclass(frozen=True, slots=True)
class Row:
    """An answer of the table: its cells by column, those that matter, and what is wrong with the line, if anything."""

    line: int
    cells: Mapping[str, str]
    problem: str
    answer: str
    pupil: str = ""
    key: str | None = None
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of a class, what they were taken for, and its answers; bad lines are in it, with their errors.

    `notes` says what else was assumed, such as that there is no line with names.
    """

    columns: tuple[str, ...]
    taken: Columns
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What was taken for what, and what was assumed."""
        return " ".join((self.taken.said, *self.notes))


def read_table(path: Path, named: Mapping[Role, str] | None = None) -> Table:
    """Read a CSV file, its cells separated by commas, semicolons or tabs; `named` are columns that the user named.

    DataError if the file cannot be read, ColumnError if its columns cannot be recognised. A bad line becomes a row
    with an error.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DataError(f"Cannot read {path} ({reason}); give a CSV file.") from None
    return read_bytes(content, named, str(path))


def read_bytes(content: bytes, named: Mapping[Role, str] | None = None, name: str = "The table") -> Table:
    """The table in the content of a file, as in `read_table`."""
    if content.startswith((b"PK\x03\x04", b"\xd0\xcf\x11\xe0", b"%PDF")) or (
        b"\0" in content and not _is_utf16(content)
    ):
        raise DataError(f"{name} is not a CSV file; save the sheet of your spreadsheet as CSV.")
    text, notes = decoded(content)
    return parse_table(text, name, named, notes)


def decoded(content: bytes) -> tuple[str, tuple[str, ...]]:
    """The text of a file: UTF-8 or UTF-16 with its mark, else Windows-1252, which older spreadsheets write."""
    if _is_utf16(content):
        return content.decode("utf-16", errors="replace"), ()
    try:
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        note = "The file is not UTF-8 and was read as Windows-1252; look at signs such as £ and é."
        return content.decode("cp1252", errors="replace"), (note,)


def _is_utf16(content: bytes) -> bool:
    return content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))


def parse_table(
    text: str, name: str = "The table", named: Mapping[Role, str] | None = None, notes: Sequence[str] = ()
) -> Table:
    """The table in a CSV text, as in `read_table`; errors call it by its name."""
    if any("\ud800" <= sign <= "\udfff" for sign in text):
        raise DataError(f"{name} holds a lone surrogate, which is not valid Unicode; save it as UTF-8.")
    lines = csv.reader(io.StringIO(text.lstrip("\ufeff"), newline=""), delimiter=_delimiter(text))
    try:
        header = next((cells for cells in lines if any(cell.strip() for cell in cells)), [])
    except csv.Error as error:
        raise DataError(f"{name}: the first line cannot be read ({error}); it must name the columns.") from None
    if not header:
        raise DataError(f"{name} is empty; write the names of the columns in the first line and the answers below it.")
    records = [] if (named_first := not _has_answer(header)) else [_Record(lines.line_num, header)]
    records += _records(lines)
    columns = _names(header if named_first else [""] * len(header))
    if not named_first:
        notes = (*notes, "The first line is an answer, so the columns have no names.")
    cells = {
        column: [found for record in records if (found := record.cell(place).strip())]
        for place, column in enumerate(columns)
    }
    taken = decide(cells, named or {}, name)
    rows = _columns_of_problems if taken.problems else _lines_of_answers
    kept = tuple(column for column in columns if column not in taken.problems)
    shown = (*kept, *(_free(column, kept) for column in (Role.PROBLEM, Role.ANSWER))) if taken.problems else columns
    return Table(shown, taken, tuple(rows(records, columns, shown, taken)), tuple(notes))


def _delimiter(text: str) -> str:
    """What separates the cells of the first line: a tab where there is one, else what is outside quotes most often."""
    first = re.sub(r'"[^"]*"', "", text).strip("\n\r").partition("\n")[0]
    return "\t" if "\t" in first else max(",;", key=first.count)


def _has_answer(header: Sequence[str]) -> bool:
    """Whether the first line is an answer already: it has a problem and, in another cell, a bare number."""
    problems = [is_problem(cell) for cell in header]
    return any(problems) and any(
        is_bare_number(cell) for cell, problem in zip(header, problems, strict=True) if not problem
    )


def _names(header: Sequence[str]) -> tuple[str, ...]:
    """A name for every column: its own, with a number where it has none or an earlier one has the same."""
    names: list[str] = []
    for place, cell in enumerate(header, start=1):
        names.append(_free(cell.strip() or f"column {place}", names))
    return tuple(names)


def _free(name: str, taken: Sequence[str]) -> str:
    """The name, with a number after it where it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = f"{name} ({number})"
    return free


@dataclass(frozen=True, slots=True)
class _Record:
    """A line of the file as it was read."""

    line: int
    cells: Sequence[str]
    error: str | None = None

    def cell(self, place: int) -> str:
        return self.cells[place] if place < len(self.cells) else ""


class _Lines(Protocol):
    """What reads the lines of a file, as the `csv` module makes it."""

    @property
    def line_num(self) -> int: ...
    def __iter__(self) -> Iterator[list[str]]: ...
    def __next__(self) -> list[str]: ...


def _records(lines: _Lines) -> Iterator[_Record]:
    while True:
        try:
            cells = next(lines, None)
        except csv.Error as error:
            yield _Record(lines.line_num, [], f"the line cannot be read ({error})")
            continue
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield _Record(lines.line_num, cells)


def _lines_of_answers(
    records: Sequence[_Record], columns: Sequence[str], _: Sequence[str], taken: Columns
) -> Iterator[Row]:
    for record in records:
        cells = dict(zip(columns, [*record.cells, *[""] * len(columns)], strict=False))
        assert taken.problem is not None
        assert taken.answer is not None
        problem = cells[taken.problem].strip()
        key = cells[taken.key].strip() or None if taken.key is not None else None
        error = record.error or _misfit(record, columns)
        if error is None and not problem:
            error = "the problem is empty; write its text into each line"
        yield Row(record.line, cells, problem, cells[taken.answer], _pupil(cells, taken), key, error)


def _columns_of_problems(
    records: Sequence[_Record], columns: Sequence[str], shown: Sequence[str], taken: Columns
) -> Iterator[Row]:
    """An answer for each column of a problem in each line; a line that is called "key" holds the keys."""
    *kept, problem_column, answer_column = shown
    keys: Mapping[str, str] = {}
    lines = [(record, dict(zip(columns, [*record.cells, *[""] * len(columns)], strict=False))) for record in records]
    for _, cells in lines:
        if is_key_name(_pupil(cells, taken)):
            keys = cells
    for record, cells in lines:
        if cells is keys:
            continue
        beside = {column: cells[column] for column in kept}
        error = record.error or _misfit(record, columns)
        for problem in taken.problems:
            row = beside | {problem_column: problem, answer_column: cells[problem]}
            key = keys.get(problem, "").strip() or None
            yield Row(record.line, row, problem, cells[problem], _pupil(cells, taken), key, error)


def _misfit(record: _Record, columns: Sequence[str]) -> str | None:
    """Why a line does not fit the columns, if it does not."""
    if len(record.cells) != len(columns):
        return f"the line has {len(record.cells)} cells, the first line has {len(columns)}; put quotes around commas"
    return None


def _pupil(cells: Mapping[str, str], taken: Columns) -> str:
    return " ".join(filter(None, (cells[column].strip() for column in taken.pupil)))

"""A whole class: a CSV table of answers in, the same table with verdicts out; each problem is solved only once."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arithmetree.checking.checker import check_solution
from arithmetree.checking.spreadsheet_cells import harmless
from arithmetree.checking.verdicts import Verdict
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.solution import Solution
from arithmetree.solver import Solver

PROBLEM, ANSWER, KEY = "problem", "answer", "key"
_FOR_ALL = ("verdict", "correct", "sentence", "hint", "error")
_FOR_TEACHERS = ("expected", "expression", "calculated", "confidence")
_CORRECT = {True: "yes", False: "no", None: ""}


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table: its cells by column, and what is wrong with the line itself, if anything."""

    line: int
    cells: Mapping[str, str]
    error: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """The columns and the lines of a class; bad lines are in it, with their errors."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """A line with its verdict, or with the reason why it has none."""

    row: Row
    verdict: Verdict | None
    error: str | None

    def to_dict(self, *, teacher: bool = False) -> dict[str, Any]:
        """The line as JSON values."""
        verdict = {} if self.verdict is None else self.verdict.to_dict(teacher=teacher)
        return {"line": self.row.line, "columns": dict(self.row.cells), "error": self.error, **verdict}


def read_table(path: Path) -> Table:
    """Read a CSV file in UTF-8 whose first line names its columns, separated by commas, semicolons or tabs.

    DataError if it is not a CSV file or has no columns "problem" and "answer". A bad line becomes a row with an error.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DataError(f"Cannot read {path} ({reason}); give a CSV file.") from None
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8 (byte {error.start}); save it as CSV UTF-8.") from None
    return parse_table(text, str(path))


def parse_table(text: str, name: str = "The table") -> Table:
    """The table in a CSV text, as in `read_table`; errors call it by its name."""
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    try:
        header = next(lines, [])
    except csv.Error as error:
        raise DataError(f"{name}: the first line cannot be read ({error}); it must name the columns.") from None
    columns = tuple(cell.strip() for cell in header)
    _check_columns(columns, name)
    return Table(columns, tuple(_rows(lines, columns)))


def _check_columns(columns: Sequence[str], name: str) -> None:
    found = ", ".join(filter(None, columns)) or "none"
    missing = [column for column in (PROBLEM, ANSWER) if column not in columns]
    if missing:
        raise DataError(
            f"{name} has no column {' and no column '.join(missing)} (columns found: {found}); "
            "the first line must name the columns problem and answer."
        )
    if len(set(columns)) < len(columns):
        raise DataError(f"{name} has columns of the same name ({found}); give each its own name.")
    taken = [column for column in (*_FOR_ALL, *_FOR_TEACHERS) if column in columns]
    if taken:
        raise DataError(
            f"{name} already has the columns {', '.join(taken)}, which hold verdicts; rename or remove them."
        )


def _rows(lines: Any, columns: Sequence[str]) -> Iterator[Row]:
    while True:
        try:
            cells = next(lines, None)
        except csv.Error as error:
            yield Row(lines.line_num, dict.fromkeys(columns, ""), f"the line cannot be read ({error})")
            continue
        if cells is None:
            return
        if not any(cell.strip() for cell in cells):
            continue
        named = dict(zip(columns, [*cells, *[""] * len(columns)], strict=False))
        if len(cells) != len(columns):
            problem = f"the line has {len(cells)} cells, the first line has {len(columns)}; put quotes around commas"
            yield Row(lines.line_num, named, problem)
        elif not named[PROBLEM].strip():
            yield Row(lines.line_num, named, "the problem is empty; write its text into each line")
        else:
            yield Row(lines.line_num, named)


def check_rows(rows: Iterable[Row], solver: Solver, solved: dict[str, Solution] | None = None) -> Iterator[Checked]:
    """Check every line in order; what cannot be checked comes out with its error.

    In a table with a column "key", the key of a line decides; a line whose key is empty is checked without one.
    `solved` keeps the solutions by problem, for who checks a class in parts.
    """
    solved = {} if solved is None else solved
    for row in rows:
        if row.error is not None:
            yield Checked(row, None, row.error)
            continue
        problem = row.cells[PROBLEM].strip()
        try:
            if problem not in solved:
                solved[problem] = solver.solve(problem)
            key = row.cells.get(KEY, "").strip() or None
            yield Checked(row, check_solution(solved[problem], row.cells[ANSWER], key=key), None)
        except ArithmetreeError as error:
            yield Checked(row, None, str(error))


def to_csv(table: Table, checked: Iterable[Checked], *, teacher: bool = False) -> str:
    """The table with its own columns first and the verdicts after them."""
    added = _FOR_ALL + (_FOR_TEACHERS if teacher else ())
    out = io.StringIO(newline="")
    columns = [*table.columns, *added]
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(map(harmless, columns))
    for entry in checked:
        cells = {**entry.row.cells, **_cells(entry, teacher)}
        writer.writerow(harmless(cells.get(column, "")) for column in columns)
    return out.getvalue()


def _cells(entry: Checked, teacher: bool) -> dict[str, str]:
    verdict = entry.verdict
    if verdict is None:
        return {"error": entry.error or ""}
    cells = {
        "verdict": str(verdict.kind),
        "correct": _CORRECT[verdict.correct],
        "sentence": verdict.sentence,
        "hint": verdict.hint,
    }
    if teacher:
        solution = verdict.solution
        cells |= {
            "expected": f"{solution.answer or ''} {solution.unit or ''}".strip(),
            "expression": solution.expression or "",
            "calculated": verdict.calculated or "",
            "confidence": f"{solution.confidence:.2f}",
        }
    return cells


def counts(checked: Iterable[Checked]) -> dict[str, int]:
    """How often each kind of verdict was given, the most frequent first; lines without one count as "error"."""
    found = Counter("error" if entry.verdict is None else str(entry.verdict.kind) for entry in checked)
    return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

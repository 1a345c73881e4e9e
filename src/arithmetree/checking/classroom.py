"""A whole class: a table of answers in, the same table with verdicts out; each problem is solved only once."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arithmetree.checking.checker import check_solution
from arithmetree.checking.class_summary import Checked, Summary, summary
from arithmetree.checking.class_table import Row, Table
from arithmetree.checking.json_forms import ClassForm, LineForm
from arithmetree.checking.spreadsheet_cells import harmless
from arithmetree.checkpoints import checkpoint
from arithmetree.errors import ArithmetreeError
from arithmetree.solution import Solution
from arithmetree.solver import Solver

_FOR_ALL = ("verdict", "correct", "sentence", "hint", "error")
_FOR_TEACHERS = ("expected", "expression", "calculated", "confidence")
_CORRECT = {True: "yes", False: "no", None: ""}


@dataclass(frozen=True, slots=True)
class CheckedClass:
    """A table with the verdicts on all of its answers, as text, as CSV and as JSON."""

    table: Table
    checked: tuple[Checked, ...]

    @property
    def counts(self) -> dict[str, int]:
        """How often each kind of verdict was given, the most frequent first; lines without one count as "error"."""
        found = Counter("error" if entry.verdict is None else str(entry.verdict.kind) for entry in self.checked)
        return dict(sorted(found.items(), key=lambda item: (-item[1], item[0])))

    @property
    def summary(self) -> Summary:
        """The answers counted by pupil and by problem."""
        return summary(self.checked)

    def to_dict(self, *, teacher: bool = False) -> ClassForm:
        """The class as JSON values: the columns that were taken, the counts, the summary and every line."""
        return {
            "columns": self.table.taken.to_dict(),
            "said": self.table.said,
            "counts": self.counts,
            **self.summary.to_dict(),
            "rows": [_line(entry, teacher) for entry in self.checked],
        }

    def to_csv(self, *, teacher: bool = False) -> str:
        """The table with its own columns first and the verdicts after them."""
        own = self.table.columns
        # A table may have columns that are called as ours are; ours then say whose they are.
        added = {
            name: f"{name} (arithmetree)" if name in own else name
            for name in _FOR_ALL + (_FOR_TEACHERS if teacher else ())
        }
        out = io.StringIO(newline="")
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(map(harmless, (*own, *added.values())))
        for entry in self.checked:
            found = _cells(entry, teacher)
            cells = [entry.row.cells.get(column, "") for column in own] + [found.get(name, "") for name in added]
            writer.writerow(map(harmless, cells))
        return out.getvalue()


def check_class(table: Table, solver: Solver) -> CheckedClass:
    """The table with a verdict on every answer; lines that cannot be checked keep their error."""
    return CheckedClass(table, tuple(check_rows(table.rows, solver)))


def check_rows(rows: Iterable[Row], solver: Solver, solved: dict[str, Solution] | None = None) -> Iterator[Checked]:
    """Check every line in order; what cannot be checked comes out with its error.

    Where a line has a key, the key decides. `solved` keeps the solutions by problem, for who checks a class in parts.
    """
    solved = {} if solved is None else solved
    for row in rows:
        checkpoint()
        if row.error is not None:
            yield Checked(row, None, row.error)
            continue
        try:
            if row.problem not in solved:
                solved[row.problem] = solver.solve(row.problem)
            yield Checked(row, check_solution(solved[row.problem], row.answer, key=row.key), None)
        except ArithmetreeError as error:
            yield Checked(row, None, str(error))


def _line(entry: Checked, teacher: bool) -> LineForm:
    """A line as JSON values."""
    row = entry.row
    line: LineForm = {
        "line": row.line,
        "columns": dict(row.cells),
        "pupil": row.pupil,
        "problem": row.problem,
        "answer": row.answer,
        "outcome": entry.outcome,
        "error": entry.error,
    }
    return line if entry.verdict is None else {**line, **entry.verdict.to_dict(teacher=teacher)}


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
            "expected": verdict.key or f"{solution.answer or ''} {solution.unit or ''}".strip(),
            "expression": solution.expression or "",
            "calculated": verdict.calculated or "",
            "confidence": f"{solution.confidence:.2f}",
        }
    return cells

"""What the page for a whole class shows: a table of answers in, the same table with verdicts out."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from arithmetree.checking.classroom import ANSWER, PROBLEM, Checked, Table, check_rows, counts, parse_table, to_csv
from arithmetree.checking.verdicts import Kind
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.solver import Solver
from arithmetree.web.checks import TITLES
from arithmetree.web.running import Run
from arithmetree.web.solving import Shown

MOST_LINES = 100
"""Answers in one table of the page; the command line takes any number."""

EXAMPLE = """pupil,problem,answer
Ana,Maya had 34 stickers. She gave 9 stickers to her brother. How many stickers does Maya have now?,25 stickers
Ben,Maya had 34 stickers. She gave 9 stickers to her brother. How many stickers does Maya have now?,34 + 9 = 43
Cleo,Maya had 34 stickers. She gave 9 stickers to her brother. How many stickers does Maya have now?,34 - 9 = 24
"""


@dataclass(frozen=True, slots=True)
class Class:
    """A class with its verdicts."""

    table: Table
    checked: tuple[Checked, ...]

    @property
    def others(self) -> tuple[str, ...]:
        """The columns beside problem and answer, such as the pupil's name."""
        return tuple(column for column in self.table.columns if column not in (PROBLEM, ANSWER))

    @property
    def summary(self) -> str:
        """How often each verdict was given."""
        found = counts(self.checked)
        return ", ".join(
            f"{count} × {'line that cannot be checked' if kind == 'error' else TITLES[Kind(kind)].lower()}"
            for kind, count in found.items()
        )

    def to_csv(self) -> str:
        """The table for the teacher, with the right calculations."""
        return to_csv(self.table, self.checked, teacher=True)


async def class_checked(run: Run, written: str, *, longest: int) -> Shown:
    """The verdicts on all lines of a table in CSV."""
    shown: dict[str, object] = {"checked": None, "notice": None, "titles": TITLES}
    try:
        table = _table(written, longest)
        verdicts = await run(lambda solver: _check(table, solver))
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    return Shown(shown | {"checked": verdicts})


def _check(table: Table, solver: Solver) -> Class:
    return Class(table, tuple(check_rows(table.rows, solver)))


def _table(written: str, longest: int) -> Table:
    """The table in a text; DataError if it is none, or larger than the page takes."""
    table = parse_table(written)
    if not table.rows:
        raise DataError("The table has no answers; write one in each line below the names of the columns.")
    if len(table.rows) > MOST_LINES:
        raise DataError(
            f"The table has {len(table.rows)} lines; at most {MOST_LINES} are checked here. "
            "The command `arithmetree check --csv` takes any number."
        )
    if any(len(row.cells[PROBLEM]) > longest for row in table.rows):
        raise DataError(f"A problem of the table is longer than {longest:,} characters; shorten it.")
    return table

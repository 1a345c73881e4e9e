"""What the page for a whole class shows: a table of answers in, the same table with verdicts out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from arithmetree.checking.classroom import (
    ANSWER,
    PROBLEM,
    Checked,
    Row,
    Table,
    check_rows,
    counts,
    parse_table,
    to_csv,
)
from arithmetree.checking.verdicts import Kind
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.solution import Solution
from arithmetree.solver import Solver
from arithmetree.web.checks import TITLES
from arithmetree.web.running import ANSWER_COST, Run, Work
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


async def class_checked(run: Run, written: str, *, longest: int, most_characters: int) -> Shown:
    """The verdicts on all lines of a table in CSV."""
    shown: dict[str, object] = {"checked": None, "notice": None, "titles": TITLES}
    try:
        table = _table(written, longest, most_characters)
        verdicts = await run(_pieces(table))
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    return Shown(shown | {"checked": Class(table, tuple(verdicts))})


def _pieces(table: Table) -> list[Work[Checked]]:
    """Each line as a piece of work; a problem is solved, and paid for, in the first line that has it."""
    solved: dict[str, Solution] = {}
    seen: set[str] = set()
    pieces = []
    for row in table.rows:
        problem = row.cells[PROBLEM].strip()
        new = row.error is None and problem not in seen
        seen.add(problem)
        pieces.append(Work(partial(_check, row, solved), problem if new else None, ANSWER_COST))
    return pieces


def _check(row: Row, solved: dict[str, Solution], solver: Solver) -> Checked:
    return next(check_rows([row], solver, solved))


def _table(written: str, longest: int, most_characters: int) -> Table:
    """The table in a text; DataError if it is none, or larger than the page takes."""
    if len(written) > 2 * most_characters:
        raise DataError(f"The table has {len(written):,} characters; at most {2 * most_characters:,} are read here.")
    table = parse_table(written)
    if not table.rows:
        raise DataError("The table has no answers; write one in each line below the names of the columns.")
    if len(table.rows) > MOST_LINES:
        raise DataError(
            f"The table has {len(table.rows)} lines; at most {MOST_LINES} are checked here. "
            "The command `arithmetree check --csv` takes any number."
        )
    problems = {row.cells[PROBLEM].strip() for row in table.rows}
    if any(len(problem) > longest for problem in problems):
        raise DataError(f"A problem of the table is longer than {longest:,} characters; shorten it.")
    characters = sum(map(len, problems))
    if characters > most_characters:
        raise DataError(
            f"The problems of the table have {characters:,} characters together; at most {most_characters:,} are "
            "taken. Check parts of the class one after the other."
        )
    return table

"""What the page for a whole class shows: a table of answers in, the same table with verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from http import HTTPStatus
from itertools import chain

from arithmetree.checking import (
    Checked,
    CheckedClass,
    ColumnError,
    Kind,
    Role,
    Row,
    Table,
    check_rows,
    parse_table,
    read_bytes,
)
from arithmetree.checking.class_table import decoded
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.solution import Solution
from arithmetree.solver import Solver
from arithmetree.web.checks import LONGEST_ANSWER, TITLES
from arithmetree.web.running import ANSWER_COST, Run, Work
from arithmetree.web.solving import Shown

MOST_LINES = 400
"""Answers in one table of the page or the service; the command line takes any number."""

_LINES_OF_A_PIECE = 10
"""Answers to a problem that is solved already take a few milliseconds each, so ten cost as much as one problem."""

ROLE_TITLES = {
    Role.PROBLEM: "Problems",
    Role.ANSWER: "Answers",
    Role.PUPIL: "Pupils",
    Role.KEY: "Your own answers",
}

EXAMPLE = """pupil,problem,answer
Ana,Maya had 34 stickers. She gave 9 stickers to her brother. How many stickers does Maya have now?,25 stickers
Ben,Maya had 34 stickers. She gave 9 stickers to her brother. How many stickers does Maya have now?,34 + 9 = 43
Cleo,Maya had 34 stickers. She gave 9 stickers to her brother. How many stickers does Maya have now?,34 - 9 = 24
Ana,Each tray holds 6 muffins. How many muffins are on 8 trays?,48
Ben,Each tray holds 6 muffins. How many muffins are on 8 trays?,6 + 8 = 14
Cleo,Each tray holds 6 muffins. How many muffins are on 8 trays?,48 muffins
"""


@dataclass(frozen=True, slots=True)
class ClassForm:
    """What the form sends: a file or a text, and the columns that the teacher named."""

    written: str
    file: bytes = b""
    columns: Mapping[Role, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The table as text, for the form to show again."""
        return decoded(self.file)[0] if self.file else self.written

    def table(self) -> Table:
        """The table; a file goes before the text."""
        return read_bytes(self.file, self.columns) if self.file else parse_table(self.written, named=self.columns)


@dataclass(frozen=True, slots=True)
class ShownClass:
    """A class with its verdicts, as the page shows it."""

    result: CheckedClass

    @property
    def others(self) -> tuple[str, ...]:
        """The columns to show beside the answers, such as the group: neither problem nor answer nor pupil nor key."""
        taken = self.result.table.taken
        shown = {taken.problem, taken.answer, taken.key, *taken.pupil}
        if taken.problems:
            shown |= set(self.result.table.columns[-2:])
        return tuple(column for column in self.result.table.columns if column not in shown)

    @property
    def counted(self) -> str:
        """How often each verdict was given."""
        return ", ".join(
            f"{count} × {'line that cannot be checked' if kind == 'error' else TITLES[Kind(kind)].lower()}"
            for kind, count in self.result.counts.items()
        )


async def class_checked(run: Run, form: ClassForm, *, longest: int, most_characters: int) -> Shown:
    """The verdicts on all lines of a table in CSV."""
    shown: dict[str, object] = {"shown": None, "notice": None, "titles": TITLES, "unclear": None}
    try:
        result = await checked_class(run, form.table, longest=longest, most_characters=most_characters)
    except ColumnError as error:
        notice = f"{error} Name the right one under “{ROLE_TITLES[error.role]}” above and check again."
        return Shown(shown | {"notice": notice, "unclear": error}, HTTPStatus.BAD_REQUEST)
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    return Shown(shown | {"shown": ShownClass(result)})


async def checked_class(run: Run, read: Callable[[], Table], *, longest: int, most_characters: int) -> CheckedClass:
    """The class with its verdicts; DataError if there is no table, or a larger one than the service takes."""
    table = read()
    _check_size(table, longest, most_characters)
    verdicts = await run(_pieces(table))
    return CheckedClass(table, tuple(chain.from_iterable(verdicts)))


def _pieces(table: Table) -> list[Work[list[Checked]]]:
    """A few lines as a piece of work; a problem is solved, and paid for, with the first line that has it."""
    solved: dict[str, Solution] = {}
    seen: set[str] = set()
    pieces: list[tuple[str | None, list[Row]]] = []
    for row in table.rows:
        new = row.error is None and row.problem not in seen
        seen.add(row.problem)
        if new or not pieces or len(pieces[-1][1]) == _LINES_OF_A_PIECE:
            pieces.append((row.problem if new else None, []))
        pieces[-1][1].append(row)
    return [Work(partial(_check, rows, solved), problem, ANSWER_COST) for problem, rows in pieces]


def _check(rows: list[Row], solved: dict[str, Solution], solver: Solver) -> list[Checked]:
    return list(check_rows(rows, solver, solved))


def _check_size(table: Table, longest: int, most_characters: int) -> None:
    if not table.rows:
        raise DataError("The table has no answers; write one in each line below the names of the columns.")
    if len(table.rows) > MOST_LINES:
        raise DataError(
            f"The table has {len(table.rows)} answers; at most {MOST_LINES} are checked here. "
            "The command `arithmetree check --csv` takes any number."
        )
    problems = {row.problem for row in table.rows}
    if any(len(problem) > longest for problem in problems):
        raise DataError(f"A problem of the table is longer than {longest:,} characters; shorten it.")
    if any(len(row.answer) > LONGEST_ANSWER or len(row.key or "") > LONGEST_ANSWER for row in table.rows):
        raise DataError(f"An answer of the table is longer than {LONGEST_ANSWER:,} characters; shorten it.")
    characters = sum(map(len, problems))
    if characters > most_characters:
        raise DataError(
            f"The problems of the table have {characters:,} characters together; at most {most_characters:,} are "
            "taken. Check parts of the class one after the other."
        )

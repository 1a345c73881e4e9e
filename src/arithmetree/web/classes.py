"""What the page for a whole class shows: a table of answers in, the same table with verdicts out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

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
from arithmetree.web.running import Result, Run, Work, cost_of_answers

MOST_LINES = 400
"""Answers in one table of the page or the service; the command line takes any number."""

_CHARACTERS_OF_TABLES = 50_000
"""To read so many characters of a table, and to write it again, takes as long as a short problem."""

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

    @property
    def size(self) -> int:
        """How much there is to read."""
        return len(self.file or self.written)

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


def unclear(error: ArithmetreeError) -> dict[str, object]:
    """What the page shows of a table that cannot be checked."""
    if isinstance(error, ColumnError):
        notice = f"{error} Name the right one under “{ROLE_TITLES[error.role]}” above and check again."
        return {"notice": notice, "unclear": error}
    return {"notice": str(error)}


@dataclass(frozen=True, slots=True)
class Sizes:
    """The most characters of a problem, and of all problems of a table together."""

    problem: int
    together: int


async def checked_class(
    run: Run, read: Callable[[], Table], size: int, show: Callable[[CheckedClass], Result], sizes: Sizes
) -> Result:
    """What `show` makes of a class with its verdicts; `size` is that of what is read.

    DataError if there is no table, or a larger one than the service takes.
    """
    tables: list[Table] = []
    verdicts: list[Checked] = []

    def read_table(_: Solver) -> None:
        table = read()
        _check_size(table, sizes)
        tables.append(table)

    def pieces() -> Iterator[Work[Result | None]]:
        yield Work(read_table, beside=size // _CHARACTERS_OF_TABLES)
        (table,) = tables
        yield from _checks(table, verdicts)
        yield Work(lambda _: show(CheckedClass(table, tuple(verdicts))))

    *_, shown = await run(pieces())
    assert shown is not None
    return shown


def _checks(table: Table, verdicts: list[Checked]) -> list[Work[None]]:
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
    costs = [cost_of_answers(*(text for row in rows for text in (row.answer, row.key))) for _, rows in pieces]
    checks = [partial(_check, rows, solved, verdicts) for _, rows in pieces]
    return [Work(check, problem, cost) for check, (problem, _), cost in zip(checks, pieces, costs, strict=True)]


def _check(rows: list[Row], solved: dict[str, Solution], verdicts: list[Checked], solver: Solver) -> None:
    verdicts.extend(check_rows(rows, solver, solved))


def _check_size(table: Table, sizes: Sizes) -> None:
    if not table.rows:
        raise DataError("The table has no answers; write one in each line below the names of the columns.")
    if len(table.rows) > MOST_LINES:
        raise DataError(
            f"The table has {len(table.rows)} answers; at most {MOST_LINES} are checked here. "
            "The command `arithmetree check --csv` takes any number."
        )
    problems = {row.problem for row in table.rows}
    if any(len(problem) > sizes.problem for problem in problems):
        raise DataError(f"A problem of the table is longer than {sizes.problem:,} characters; shorten it.")
    if any(len(row.answer) > LONGEST_ANSWER or len(row.key or "") > LONGEST_ANSWER for row in table.rows):
        raise DataError(f"An answer of the table is longer than {LONGEST_ANSWER:,} characters; shorten it.")
    characters = sum(map(len, problems))
    if characters > sizes.together:
        raise DataError(
            f"The problems of the table have {characters:,} characters together; at most {sizes.together:,} are "
            "taken. Check parts of the class one after the other."
        )

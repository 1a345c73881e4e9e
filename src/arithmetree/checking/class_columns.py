"""Which columns of a table hold problems, answers, pupils and the key: by their names and their contents."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from arithmetree.checking.json_forms import ColumnsForm
from arithmetree.errors import DataError
from arithmetree.quantities import find_quantities
from arithmetree.word_lists import table as data_file
from arithmetree.word_lists import words

_LOOKED_AT = 40  # cells of a column
_FEWEST_WORDS = 6  # of a problem
_MOST_WORDS = 15  # of an answer
_MOST_WORDS_OF_A_NAME = 4
_LONGEST_CELL = 2_000  # characters of a cell that are looked at
_DATE = re.compile(r"\s*\d{1,4}([-/.])\d{1,2}\1\d{2,4}\b")


class Role(StrEnum):
    """What a column can be taken for."""

    PROBLEM = "problem"
    ANSWER = "answer"
    PUPIL = "pupil"
    KEY = "key"


class ColumnError(DataError):
    """It cannot be decided which column has a role; the user can name one of `columns`."""

    def __init__(self, role: Role, message: str, columns: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.role = role
        self.columns = tuple(columns)


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that were taken for each role; a pupil may be named by two, the first and the last name.

    Where `problems` has columns, each of them is named by a problem and holds the answers to it; then there is no
    column of problems and none of answers.
    """

    problem: str | None
    answer: str | None
    pupil: tuple[str, ...] = ()
    key: str | None = None
    problems: tuple[str, ...] = ()

    @property
    def said(self) -> str:
        """What was taken for what, in a sentence."""
        if self.problems:
            count = len(self.problems)
            parts = [f"the problems from the names of {count} column{'s' if count > 1 else ''}, the answers below them"]
        else:
            parts = [f"the problems from “{self.problem}”", f"the answers from “{self.answer}”"]
        if self.pupil:
            parts.append(f"the pupils from {' and '.join(f'“{column}”' for column in self.pupil)}")
        if self.key is not None:
            parts.append(f"the key from “{self.key}”")
        missing = "" if self.pupil else " No column of pupils was recognised."
        return f"Read {', '.join(parts)}.{missing}"

    def to_dict(self) -> ColumnsForm:
        """The columns by role, as JSON values."""
        return {
            "problem": self.problem,
            "answer": self.answer,
            "pupil": list(self.pupil),
            "key": self.key,
            "problems": list(self.problems),
        }


Cells = Mapping[str, Sequence[str]]
"""The cells of each column that are not empty."""


def decide(cells: Cells, named: Mapping[Role, str], name: str) -> Columns:
    """The columns of a table; what the user named is taken as it is, and the rest is recognised.

    ColumnError if a column that the user named does not exist, or the problems or the answers cannot be recognised.
    """
    columns = list(cells)
    for role, column in named.items():
        if column not in cells:
            raise ColumnError(role, f"{name} has no column {column!r}; its columns are {_listed(columns)}.", columns)
    looked_at = {column: [cell[:_LONGEST_CELL] for cell in found[:_LOOKED_AT]] for column, found in cells.items()}
    free = [column for column in columns if column not in named.values()]
    problems = tuple(column for column in free if is_problem(column))
    if problems and Role.PROBLEM not in named and not any(_mostly(is_problem, looked_at[column]) for column in columns):
        rest = [column for column in free if column not in problems]
        return Columns(None, None, _pupil(rest, looked_at, named), None, problems)
    problem = named.get(Role.PROBLEM) or _problem(free, looked_at, name)
    free = [column for column in free if column != problem]
    key = named.get(Role.KEY) or next((column for column in free if _named(column) is Role.KEY), None)
    free = [column for column in free if column != key]
    answer = named.get(Role.ANSWER) or _answer(free, looked_at, name)
    free = [column for column in free if column != answer]
    return Columns(problem, answer, _pupil(free, looked_at, named), key)


def is_problem(cell: str) -> bool:
    """Whether a text can be a word problem: several words, and a number among them."""
    return len(cell.split()) >= _FEWEST_WORDS and bool(find_quantities(cell[:_LONGEST_CELL]))


def is_key_name(name: str) -> bool:
    """Whether a line that is called so holds the key, in a table with one problem in each column."""
    return _is_exactly(name, Role.KEY)


def is_bare_number(cell: str) -> bool:
    """Whether a cell is a number, perhaps with its unit, so that it is no name of a column."""
    return re.match(r"[-−£$€]?\s?\d", cell.strip()) is not None and len(cell.split()) <= _MOST_WORDS_OF_A_NAME


def _asks(cell: str) -> bool:
    return is_problem(cell) and "?" in cell


def _is_answer(cell: str) -> bool:
    return len(cell.split()) <= _MOST_WORDS and bool(find_quantities(cell)) and not _DATE.match(cell)


def _is_name(cell: str) -> bool:
    return len(cell.split()) <= _MOST_WORDS_OF_A_NAME and not any(sign.isdigit() or sign in "?=" for sign in cell)


def _problem(free: Sequence[str], cells: Cells, name: str) -> str:
    for fits in (_asks, is_problem):
        full = [column for column in free if _mostly(fits, cells[column])]
        pools = ([column for column in full if _named(column) is Role.PROBLEM], full)
        if any(pools):
            return _only(Role.PROBLEM, pools, name, "problems")
    called = [column for column in free if _is_exactly(column, Role.PROBLEM)]
    return _only(Role.PROBLEM, [called], name, "problems", free)


def _answer(free: Sequence[str], cells: Cells, name: str) -> str:
    full = [column for column in free if _mostly(_is_answer, cells[column]) and not _is_count(cells[column])]
    full = [column for column in full if len(set(cells[column])) > 1] or full  # a class 3b is the same in all lines
    named = [column for column in free if _named(column) is Role.ANSWER]
    pools = (
        [column for column in named if _is_exactly(column, Role.ANSWER)],
        [column for column in named if column in full],
        [column for column in full if _named(column) is None and not _is_other(column)],
        named,
    )
    return _only(Role.ANSWER, pools, name, "answers", free)


def _pupil(free: Sequence[str], cells: Cells, named: Mapping[Role, str]) -> tuple[str, ...]:
    """The columns that name a pupil; none where that cannot be decided, as a class can be checked without it."""
    if Role.PUPIL in named:
        return (named[Role.PUPIL],)
    both = [[column for column in free if _plain(column) in data_file("class_columns")[part]] for part in _NAME_PARTS]
    if all(len(part) == 1 for part in both):
        return tuple(part[0] for part in both)
    called = [column for column in free if _named(column) is Role.PUPIL]
    exactly = [column for column in called if _is_exactly(column, Role.PUPIL)]
    if called:
        return ((exactly or called)[0],)
    full = [column for column in free if _mostly(_is_name, cells[column]) and not _is_other(column)]
    return tuple(full) if len(full) == 1 else ()


_NAME_PARTS = ("first_name", "last_name")


def _only(role: Role, pools: Sequence[Sequence[str]], name: str, what: str, columns: Sequence[str] = ()) -> str:
    """The only column of the first pool that has any."""
    found = next((pool for pool in pools if pool), [])
    if len(found) == 1:
        return found[0]
    if found:
        choice = " or ".join(repr(column) for column in found)
        raise ColumnError(role, f"{name} has several columns that can hold the {what}: {choice}.", found)
    rest = f"its other columns are {_listed(columns)}" if columns else "it has no other columns"
    raise ColumnError(role, f"{name} has no column that looks like {what}; {rest}.", columns)


def _listed(columns: Sequence[str]) -> str:
    return ", ".join(repr(column) for column in columns) or "none"


def _mostly(fits: Callable[[str], bool], cells: Sequence[str]) -> bool:
    return bool(cells) and 2 * sum(map(fits, cells)) >= len(cells)


def _is_count(cells: Sequence[str]) -> bool:
    """Whether the cells count the lines: 1, 2, 3, ..."""
    return len(cells) > 1 and [cell.strip(" .") for cell in cells] == [str(n) for n in range(1, len(cells) + 1)]


def _named(column: str) -> Role | None:
    """The role that the name of a column says, if it says one."""
    plain = _plain(column)
    for role in (Role.KEY, Role.PROBLEM, Role.ANSWER, Role.PUPIL):
        if _is_exactly(column, role):
            return role
    last = plain.rpartition(" ")[2]
    return next((role for role in (Role.PROBLEM, Role.ANSWER, Role.PUPIL) if last in _names(role)), None)


def _is_exactly(column: str, role: Role) -> bool:
    return _plain(column) in _names(role)


def _is_other(column: str) -> bool:
    plain = _plain(column)
    return plain in _names("other") or plain.rpartition(" ")[2] in _names("other")


def _names(kind: str) -> list[str]:
    found: list[str] = data_file("class_columns")[kind]
    return found


def _plain(column: str) -> str:
    """The name of a column in the form of the data file."""
    found = re.findall(r"[^\W\d_]+", column.casefold())
    kept = [word for word in found if word not in words("class_columns", "ignored")]
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in kept)

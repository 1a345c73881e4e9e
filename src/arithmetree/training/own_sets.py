"""A benchmark set of a user's own: a JSONL or CSV file with text and answer, and perhaps id and fold."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.quantities import find_quantities
from arithmetree.schemas import Problem
from arithmetree.training.benchmark_sets import BenchmarkSet, SetFacts
from arithmetree.training.gold import GoldProblem
from arithmetree.training.user_files import Row, gold_of, read_rows, read_texts

ACCEPTED = (
    'accepted are JSONL, a line such as {"id": "a1", "text": "...", "answer": "72"}, and CSV with these columns; '
    "fold is optional"
)


def is_own_file(name: str) -> bool:
    """Whether a data set is named by a file and not by the name of a known set."""
    return Path(name).suffix.lower() in (".jsonl", ".csv")


def load_own_set(path: Path) -> BenchmarkSet:
    """The set in a user's file; DataError names the first line that cannot be used, as every problem must count."""
    rows, skipped = read_rows(path)
    if skipped:
        raise DataError(f"{skipped[0]}; correct it, as every problem must count ({len(skipped)} such lines)")
    if not rows:
        raise DataError(f"{path} has no problems; {ACCEPTED}")
    ids = [row.id for row in rows]
    if len(set(ids)) < len(ids):
        twice = next(id for number, id in enumerate(ids) if id in ids[:number])
        raise DataError(f"{path} has the id {twice!r} more than once; give each problem its own")
    folds = _folds(path, rows)
    problems = {
        row.id: _gold(path, row, problem)
        for row, problem in zip(rows, read_texts([row.text for row in rows]), strict=True)
    }
    return BenchmarkSet(SetFacts(path.name, path.name, len(folds), path.name), problems, folds)


def _folds(path: Path, rows: Sequence[Row]) -> tuple[tuple[str, ...], ...]:
    """The ids of each fold in the order of their names; all problems are one fold where none are given."""
    without = [row.line for row in rows if row.fold is None]
    if 0 < len(without) < len(rows):
        raise DataError(f"{path.name}:{without[0]}: there is no fold; give every problem one, or none of them")
    names = sorted({row.fold for row in rows}, key=lambda fold: (len(fold or ""), fold or ""))
    return tuple(tuple(row.id for row in rows if row.fold == name) for name in names)


def _gold(path: Path, row: Row, problem: Problem) -> GoldProblem:
    """The problem with its answer, and with a tree to learn from where one can be found without guessing."""
    if row.answer is None:
        raise DataError(f"{path.name}:{row.line}: there is no answer; {ACCEPTED}")
    answer = _number(path, row)
    try:
        return GoldProblem(row.id, problem, answer, gold_of(row, problem).tree)
    except ArithmetreeError as error:
        return GoldProblem(row.id, problem, answer, None, str(error))


def _number(path: Path, row: Row) -> Fraction:
    """The exact value of an answer such as "7/2", "4.50", "$1,200" or "72 books"."""
    written = row.answer or ""
    found = find_quantities(written)
    if len(found) != 1:
        raise DataError(f"{path.name}:{row.line}: the answer {written!r} is not a single number; {ACCEPTED}")
    return found[0].value

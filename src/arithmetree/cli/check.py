"""`arithmetree check`: is a pupil's answer right, and if not, what went wrong; for one answer or a whole class."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arithmetree.cli.input_output import stop, text_from, write_file
from arithmetree.errors import ArithmetreeError, DataError

if TYPE_CHECKING:
    from arithmetree.checking import CheckedClass

_WIDEST_NAME = 70


def check(
    problem: Annotated[
        str | None, typer.Argument(metavar="PROBLEM", help='The problem in plain English; "-" reads standard input.')
    ] = None,
    answer: Annotated[
        str | None,
        typer.Argument(
            metavar="ANSWER",
            help='A number ("72 books"), a calculation ("12 - 5 = 7") or several steps.',
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="KEY", help="Your own answer or calculation, which then decides what is right."),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option(
            "--csv",
            metavar="IN.csv",
            help="Check a class: a table with problems and answers, and perhaps pupils and a key. The columns are "
            "recognised by their names and contents.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="OUT.csv", help="Write the table with verdicts to this file.")
    ] = None,
    summary: Annotated[
        Path | None,
        typer.Option("--summary", metavar="SUM.csv", help="Write the counts by problem and by pupil to this file."),
    ] = None,
    problem_column: Annotated[
        str | None, typer.Option("--problem-column", metavar="NAME", help="The column of the table with the problems.")
    ] = None,
    answer_column: Annotated[
        str | None, typer.Option("--answer-column", metavar="NAME", help="The column with the answers.")
    ] = None,
    pupil_column: Annotated[
        str | None, typer.Option("--pupil-column", metavar="NAME", help="The column with the pupils' names.")
    ] = None,
    key_column: Annotated[
        str | None, typer.Option("--key-column", metavar="NAME", help="The column with your own answers.")
    ] = None,
    teacher: Annotated[bool, typer.Option("--teacher", help="Also show the right calculation.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder, or full (default) or linear.")
    ] = None,
) -> None:
    """Check a pupil's answer: right, or what went wrong, with a hint that does not give the answer away."""
    columns = {
        "problem": problem_column,
        "answer": answer_column,
        "pupil": pupil_column,
        "key": key_column,
    }
    try:
        if table is not None:
            if problem is not None:
                raise DataError("Give either a problem and an answer, or --csv with a table, not both.")
            if key is not None:
                raise DataError("--key is for a single answer; give the table of --csv a column with your own answers.")
            _check_class(table, out, summary, columns, teacher=teacher, as_json=as_json, model=model)
            return
        if problem is None or answer is None:
            raise DataError("Give a problem and an answer, each in quotes, or --csv with a table of a class.")
        if out is not None or summary is not None or any(columns.values()):
            raise DataError("--out, --summary and the names of columns go with --csv; a single verdict is printed.")
        _check_answer(problem, answer, key, teacher=teacher, as_json=as_json, model=model)
    except ArithmetreeError as error:
        stop(error, as_json)


def _check_answer(
    problem: str, answer: str, key: str | None, *, teacher: bool, as_json: bool, model: Path | None
) -> None:
    # The parser and the model take a moment to load, and `--help` does not need them.
    from rich.console import Console
    from rich.text import Text

    from arithmetree.checking import check as checked
    from arithmetree.solver import Solver

    verdict = checked(text_from(problem), answer, key=key, solver=Solver.load(model))
    if as_json:
        typer.echo(json.dumps(verdict.to_dict(teacher=teacher), ensure_ascii=False))
        return
    console = Console()
    colour = {True: "green", False: "red", None: "yellow"}[verdict.correct]
    console.print(Text(verdict.kind.replace("_", " "), style=f"bold {colour}"))
    console.print(Text(verdict.sentence))
    if verdict.hint:
        console.print(Text(f"Hint: {verdict.hint}", style="dim"))
    if teacher:
        if verdict.reason is not None and verdict.reason not in verdict.sentence:
            console.print(Text(f"Why: {verdict.reason}"))
        console.print(Text(f"For the teacher: {verdict.for_teacher}"))


def _check_class(
    source: Path,
    out: Path | None,
    summary: Path | None,
    columns: Mapping[str, str | None],
    *,
    teacher: bool,
    as_json: bool,
    model: Path | None,
) -> None:
    from arithmetree.checking import ColumnError, Role, check_class, read_table
    from arithmetree.solver import Solver

    try:
        table = read_table(source, {Role(role): name for role, name in columns.items() if name is not None})
    except ColumnError as error:
        raise DataError(f"{error} Name it with --{error.role}-column.") from None
    if not table.rows:
        raise DataError(f"{source} has no answers; write one in each line below the names of the columns.")
    checked = check_class(table, Solver.load(model))
    if out is not None:
        write_file(out, checked.to_csv(teacher=teacher), as_json)
    if summary is not None:
        write_file(summary, checked.summary.to_csv(), as_json)
    if as_json:
        typer.echo(json.dumps(checked.to_dict(teacher=teacher), ensure_ascii=False))
        return
    if out is None:
        typer.echo(checked.to_csv(teacher=teacher), nl=False)
    _report(checked)


def _report(checked: CheckedClass) -> None:
    """What was read and how the class did, on standard error."""
    typer.echo(checked.table.said, err=True)
    for entry in checked.checked:
        if entry.error is not None:
            typer.echo(f"line {entry.row.line}: {entry.error}", err=True)
    found = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in checked.counts.items())
    typer.echo(f"{len(checked.checked)} answers: {found}", err=True)
    for title, tallies in (
        ("Problems, the hardest first:", checked.summary.problems),
        ("Pupils:", checked.summary.pupils),
    ):
        if tallies:
            typer.echo(title, err=True)
        for tally in tallies:
            typer.echo(f"  {_short(tally.name)}: {tally.in_words}", err=True)


def _short(name: str) -> str:
    """A name that fits on the line of a terminal; of a problem, its question."""
    return name if len(name) <= _WIDEST_NAME else f"... {name[-_WIDEST_NAME:].partition(' ')[2]}"

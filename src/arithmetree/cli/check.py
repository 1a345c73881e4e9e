"""`arithmetree check`: is a pupil's answer right, and if not, what went wrong; for one answer or a whole class."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop, text_from, write_file
from arithmetree.errors import ArithmetreeError, DataError


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
            help="Check a class: a table with the columns problem and answer, and key where you have one.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="OUT.csv", help="Write the table with verdicts to this file.")
    ] = None,
    teacher: Annotated[bool, typer.Option("--teacher", help="Also show the right calculation.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder (default: the shipped model).")
    ] = None,
) -> None:
    """Check a pupil's answer: right, or what went wrong, with a hint that does not give the answer away."""
    try:
        if table is not None:
            if problem is not None:
                raise DataError("Give either a problem and an answer, or --csv with a table, not both.")
            if key is not None:
                raise DataError("--key is for a single answer; give the table of --csv a column named key.")
            _check_class(table, out, teacher=teacher, as_json=as_json, model=model)
            return
        if problem is None or answer is None:
            raise DataError("Give a problem and an answer, each in quotes, or --csv with a table of a class.")
        if out is not None:
            raise DataError("--out goes with --csv; a single verdict is printed.")
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


def _check_class(source: Path, out: Path | None, *, teacher: bool, as_json: bool, model: Path | None) -> None:
    from arithmetree.checking import classroom
    from arithmetree.solver import Solver

    table = classroom.read_table(source)
    checked = list(classroom.check_rows(table.rows, Solver.load(model)))
    found = classroom.counts(checked)
    if out is not None:
        write_file(out, classroom.to_csv(table, checked, teacher=teacher), as_json)
    if as_json:
        rows = [entry.to_dict(teacher=teacher) for entry in checked]
        typer.echo(json.dumps({"counts": found, "rows": rows}, ensure_ascii=False))
        return
    if out is None:
        typer.echo(classroom.to_csv(table, checked, teacher=teacher), nl=False)
    for entry in checked:
        if entry.error is not None:
            typer.echo(f"line {entry.row.line}: {entry.error}", err=True)
    summary = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in found.items())
    typer.echo(f"{len(checked)} answers: {summary or 'none'}", err=True)

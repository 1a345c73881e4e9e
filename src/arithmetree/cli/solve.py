"""`arithmetree solve`: the answer to a word problem, with its tree, its reasons and how sure it is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop, text_from
from arithmetree.errors import ArithmetreeError


def solve(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help='The problem in plain English; "-" reads standard input.')
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder (default: the shipped model).")
    ] = None,
) -> None:
    """Solve a problem; an abstention is an answer too, and says why."""
    # The parser and the model take a moment to load, and `--help` does not need them.
    from rich.console import Console

    from arithmetree.cli.solution_view import show
    from arithmetree.solver import Solver

    try:
        solution = Solver.load(model).solve(text_from(text))
    except ArithmetreeError as error:
        stop(error, as_json)
    if as_json:
        typer.echo(json.dumps(solution.to_dict(), ensure_ascii=False))
    else:
        show(solution, Console())

"""`arithmetree verify`: does somebody else's answer agree with ours?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop, text_from
from arithmetree.errors import ArithmetreeError


def verify(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help='The problem in plain English; "-" reads standard input.')
    ],
    answer: Annotated[
        str, typer.Argument(metavar="ANSWER", help='The answer to verify: "72 books", "$4.50", "7/2", "1 h 20 min".')
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder, or full (default) or linear.")
    ] = None,
) -> None:
    """Verify an answer, of a program or a language model: agrees, differs or cannot_tell, with our own answer."""
    # The parser and the model take a moment to load, and `--help` does not need them.
    from arithmetree.checking import verify as verified
    from arithmetree.solver import Solver
    from arithmetree.views.sureness import per_cent

    try:
        found = verified(text_from(text), answer, solver=Solver.load(model))
    except ArithmetreeError as error:
        stop(error, as_json)
    if as_json:
        typer.echo(json.dumps(found.to_dict(), ensure_ascii=False))
        return
    typer.echo(str(found.verdict))
    if found.reason is not None:
        typer.echo(found.reason)
    solution = found.solution
    if solution.status == "solved":
        ours = f"{solution.answer_text} = {solution.expression}"
        typer.echo(f"Our answer: {ours} (confidence {per_cent(solution.confidence)})")

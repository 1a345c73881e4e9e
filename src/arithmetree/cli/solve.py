"""`arithmetree solve`: the answer to a word problem, with its tree, its reasons and how sure it is."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from arithmetree.carefulness import Carefulness, requested_precision
from arithmetree.cli.input_output import ANSWER_OPTION, stop, text_from, write_file
from arithmetree.errors import ArithmetreeError

if TYPE_CHECKING:
    from arithmetree.solution import Solution


class Format(StrEnum):
    """How the solution is printed."""

    TEXT = "text"
    MARKDOWN = "markdown"
    JSON = "json"


def solve(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help='The problem in plain English; "-" reads standard input.')
    ],
    form: Annotated[Format, typer.Option("--format", help="How to print the solution.")] = Format.TEXT,
    as_json: Annotated[bool, typer.Option("--json", help="Short for --format json.")] = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write a page with the solution as well.")
    ] = None,
    why: Annotated[
        bool, typer.Option("--why", help="Also show the words that each decision of the model rests on.")
    ] = False,
    hints: Annotated[
        bool, typer.Option("--hints", help="Print the hints for a pupil, without the answer (text only).")
    ] = False,
    choice: Annotated[Carefulness | None, ANSWER_OPTION] = None,
    precision: Annotated[
        float | None,
        typer.Option("--precision", metavar="SHARE", help="The same as a number: the share that should be right."),
    ] = None,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder, or full (default) or linear.")
    ] = None,
) -> None:
    """Solve a problem; an abstention is an answer too, and says why."""
    # The parser and the model take a moment to load, and `--help` does not need them.
    from arithmetree.any_model import loading

    loaded = loading(model)
    from rich.console import Console

    from arithmetree.cli.solution_view import show, show_hints
    from arithmetree.parsing import load_parser
    from arithmetree.solver import Solver

    form = Format.JSON if as_json else form
    if hints and form is not Format.TEXT:
        raise typer.BadParameter("--hints prints text; JSON has the hints in its field hints")
    try:
        wanted = requested_precision(choice, precision)
        parser = load_parser()
        solution = Solver(loaded(), parser).solve(text_from(text), precision=wanted)
    except ArithmetreeError as error:
        stop(error, form is Format.JSON)
    if html is not None:
        write_file(html, _page(solution), form is Format.JSON)
    if hints:
        show_hints(solution, Console())
    elif form is Format.JSON:
        typer.echo(json.dumps(solution.to_dict(why=why), ensure_ascii=False))
    elif form is Format.MARKDOWN:
        typer.echo(solution.to_markdown(why=why), nl=False)
    else:
        show(solution, Console(), reasons=why)


def _page(solution: Solution) -> str:
    """The card of a solution as a standalone page, without scripts or network access."""
    from arithmetree.views.html import card

    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>A solution</title></head>
<body>
{card(solution)}
</body>
</html>
"""

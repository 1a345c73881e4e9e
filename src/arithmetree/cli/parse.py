"""`arithmetree parse`: what is read from a text, before anything is solved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from arithmetree.cli.input_output import stop, text_from, write_file
from arithmetree.errors import ArithmetreeError
from arithmetree.parse_page import schema_row, schema_titles
from arithmetree.schemas import Problem


def parse(
    text: Annotated[
        str, typer.Argument(metavar="TEXT", help='The problem in plain English; "-" reads standard input.')
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="FILE", help="Write a page with the text, the tree and the schemas."),
    ] = None,
) -> None:
    """Show the quantities of a problem, what the text says about each, and the question."""
    # The parser takes a moment to load, and `--help` does not need it.
    from arithmetree.parse_page import page
    from arithmetree.parsing import load_parser
    from arithmetree.reading import read

    try:
        problem = read(text_from(text), load_parser())
    except ArithmetreeError as error:
        stop(error, as_json)
    if html is not None:
        write_file(html, page(problem), as_json)
    if as_json:
        typer.echo(json.dumps(problem.to_dict(), ensure_ascii=False))
    elif html is None:
        _print(problem)


def _print(problem: Problem) -> None:
    """One column for each quantity, one row for each fact that any of them has."""
    console = Console()
    columns = [schema_row(schema) for schema in problem.schemas]
    table = Table()
    table.add_column("")
    for column in columns:
        table.add_column(Text(column[0]), overflow="fold")
    for title, *cells in zip(schema_titles()[1:], *(column[1:] for column in columns), strict=True):
        if any(cells):
            table.add_row(title, *map(Text, cells))
    console.print(table if columns else "No quantities.")
    asked = problem.question.text if problem.question is not None else "none found"
    console.print(Text(f"Question: {asked}"))

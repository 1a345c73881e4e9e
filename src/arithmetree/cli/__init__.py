"""The command line: one file per command, put together here."""

from __future__ import annotations

import typer

from arithmetree.cli.generate import generate
from arithmetree.cli.parse import parse

app = typer.Typer(
    name="arithmetree",
    help="Read arithmetic word problems in plain English.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _commands() -> None:
    """Read arithmetic word problems in plain English."""


app.command()(generate)
app.command()(parse)


def main() -> None:
    """The `arithmetree` program; exit status 0 done, 1 failure, 2 wrong usage or bad input."""
    app()

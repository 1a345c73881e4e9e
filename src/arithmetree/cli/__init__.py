"""The command line: one file per command, put together here."""

from __future__ import annotations

import typer

from arithmetree.cli.bench import bench
from arithmetree.cli.compare import compare
from arithmetree.cli.generate import generate
from arithmetree.cli.parse import parse
from arithmetree.cli.solve import solve
from arithmetree.cli.train import train

app = typer.Typer(
    name="arithmetree",
    help="Read and solve arithmetic word problems in plain English.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def _commands() -> None:
    """Read and solve arithmetic word problems in plain English."""


for command in (bench, compare, generate, parse, solve, train):
    app.command()(command)


def main() -> None:
    """The `arithmetree` program; exit status 0 done, 1 failure, 2 wrong usage or bad input."""
    app()

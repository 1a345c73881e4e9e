"""The command line: one file per command, put together here."""

from __future__ import annotations

from typing import Annotated

import typer

from arithmetree._version import __version__
from arithmetree.cli.batch import batch
from arithmetree.cli.bench import bench
from arithmetree.cli.check import check
from arithmetree.cli.compare import compare
from arithmetree.cli.faults import reported_faults
from arithmetree.cli.generate import generate
from arithmetree.cli.mcp import mcp
from arithmetree.cli.parse import parse
from arithmetree.cli.serve import serve
from arithmetree.cli.solve import solve
from arithmetree.cli.train import train
from arithmetree.cli.usage import Commands
from arithmetree.cli.verify import verify
from arithmetree.cli.worksheet import worksheet
from arithmetree.quick_start import start_without_torch

app = typer.Typer(
    name="arithmetree",
    help="Read and solve arithmetic word problems in plain English.",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"arithmetree {__version__}")
        raise typer.Exit


@app.callback()
def _commands(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and exit.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Read and solve arithmetic word problems in plain English."""


for command in (batch, bench, check, compare, generate, mcp, parse, serve, solve, train, verify, worksheet):
    app.command()(command)


def main() -> None:
    """The `arithmetree` program; exit status 0 done, 1 failure, 2 wrong usage or bad input."""
    start_without_torch()
    with reported_faults():
        app(prog_name="arithmetree")

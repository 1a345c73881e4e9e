"""`arithmetree compare`: do two result files differ by more than chance?"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop
from arithmetree.errors import ArithmetreeError


def compare(
    first: Annotated[Path, typer.Argument(metavar="A.json", help="A result file of `arithmetree bench`.")],
    second: Annotated[Path, typer.Argument(metavar="B.json", help="Another one on the same data set.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Compare two results over the problems they share, by McNemar's exact test."""
    # Loaded here like the other commands' code, so that `--help` stays quick.
    from arithmetree.evaluation.compare import compare_files

    try:
        found = compare_files(first, second)
    except ArithmetreeError as error:
        stop(error, as_json)
    if as_json:
        typer.echo(json.dumps(asdict(found)))
        return
    typer.echo(f"{found.problems} problems in both, {found.both_right} right in both")
    typer.echo(f"{first}: {found.first_accuracy:.1f} %, {found.only_first} right that the other has wrong")
    typer.echo(f"{second}: {found.second_accuracy:.1f} %, {found.only_second} right that the other has wrong")
    typer.echo(f"McNemar's exact test, two-sided: p = {found.p_value:.4g}")

"""`arithmetree generate`: new word problems with full annotation, the same for the same seed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop, write_file
from arithmetree.errors import ArithmetreeError, DataError


def generate(
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many problems.")] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same problems.")] = 0,
    steps: Annotated[
        str, typer.Option("--steps", metavar="1,2,...", help="The numbers of operations that are allowed, 1 to 4.")
    ] = "1,2,3,4",
    topics: Annotated[
        list[str] | None,
        typer.Option("--topic", metavar="TOPIC", help="A topic such as kitchen; may be given several times."),
    ] = None,
    general: Annotated[
        bool,
        typer.Option(
            "--general",
            help="General school problems: per cents, averages, unknowns, times of day and more. "
            "They have their own numbers of steps and topics.",
        ),
    ] = False,
    kinds: Annotated[
        list[str] | None,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="With --general: a kind such as percent or two-unknowns; may be given several times.",
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write to this file instead of standard output.")
    ] = None,
) -> None:
    """Write new word problems, one JSON object a line, in the form of the corpus."""
    # The word lists take a moment to load, and `--help` does not need them.
    from arithmetree.corpus.stories import KINDS
    from arithmetree.generator import TOPICS, generate_general
    from arithmetree.generator import generate as generated

    try:
        if kinds and not general:
            raise DataError("Kinds are for general problems; add --general.")
        if general and topics:
            raise DataError("General problems are not drawn by topic; choose them by --kind, or leave out --general.")
        if general:
            records = generate_general(count, seed, kinds=kinds or KINDS)
        else:
            records = generated(count, seed, steps=_steps(steps), topics=topics or TOPICS)
        lines = (json.dumps(record.to_dict(), ensure_ascii=False) for record in records)
        if out is None:
            for line in lines:
                typer.echo(line)
        else:
            write_file(out, "".join(f"{line}\n" for line in lines), as_json=False)
    except ArithmetreeError as error:
        stop(error, as_json=False)


def _steps(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise DataError(f"The steps are {text!r}; accepted are numbers joined by commas, as in 1,2.")
    return tuple(int(part) for part in parts)

"""`arithmetree worksheet`: a practice sheet with an answer key, the same for the same seed."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop, write_file
from arithmetree.errors import ArithmetreeError, DataError


def worksheet(
    topics: Annotated[
        list[str] | None,
        typer.Option("--topic", metavar="TOPIC", help="A topic such as kitchen; may be given several times."),
    ] = None,
    steps: Annotated[
        str, typer.Option("--steps", metavar="1,2,...", help="The numbers of operations that are allowed, 1 to 4.")
    ] = "1,2",
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many problems.")] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same sheet.")] = 0,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="G", help="Only problems that suit this school year, 1 to 6.")
    ] = None,
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The heading.")] = "Word problems",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="sheet.html or sheet.pdf; the ending decides.")
    ] = None,
    list_topics: Annotated[bool, typer.Option("--list-topics", help="Print the topics and stop.")] = False,
) -> None:
    """Make a practice sheet with room for working and an answer key with trees."""
    # The word lists take a moment to load, and `--help` does not need them.
    from arithmetree.generator import TOPICS

    if list_topics:
        for topic in TOPICS:
            typer.echo(topic)
        return
    from arithmetree.worksheet import make_sheet, to_html, to_pdf

    try:
        if out is None or out.suffix.lower() not in (".html", ".pdf"):
            given = "No file is given" if out is None else f"{out} ends neither in .html nor in .pdf"
            raise DataError(f"{given}; say where the sheet goes, as in --out sheet.html or --out sheet.pdf.")
        sheet = make_sheet(
            count=count, seed=seed, steps=_steps(steps), topics=topics or TOPICS, grade=grade, title=title
        )
        content = to_pdf(sheet) if out.suffix.lower() == ".pdf" else to_html(sheet).encode("utf-8")
    except ArithmetreeError as error:
        stop(error, as_json=False)
    write_file(out, content, as_json=False)
    typer.echo(f"{out}: {len(sheet.exercises)} problems and their answer key")


def _steps(text: str) -> tuple[int, ...]:
    parts = [part.strip() for part in text.split(",")]
    if not all(part.isdecimal() for part in parts):
        raise DataError(f"The steps are {text!r}; accepted are numbers joined by commas, as in 1,2.")
    return tuple(int(part) for part in parts)

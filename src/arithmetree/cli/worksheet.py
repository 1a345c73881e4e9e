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
        str | None,
        typer.Option(
            "--steps",
            metavar="1,2,...",
            help="The numbers of operations that are allowed, 1 to 4. Default: 1,2; with --grade or --kind, any.",
        ),
    ] = None,
    count: Annotated[int, typer.Option("--count", metavar="N", help="How many problems.")] = 10,
    seed: Annotated[int, typer.Option("--seed", metavar="S", help="The same seed gives the same sheet.")] = 0,
    grade: Annotated[
        int | None, typer.Option("--grade", metavar="G", help="Only problems that suit this school year, 1 to 9.")
    ] = None,
    kinds: Annotated[
        list[str] | None,
        typer.Option("--kind", metavar="KIND", help="A kind such as percent; may be given several times."),
    ] = None,
    currency: Annotated[
        str, typer.Option("--currency", metavar="NAME", help="The currency of the sheet: dollars, pounds or euros.")
    ] = "dollars",
    title: Annotated[str, typer.Option("--title", metavar="TEXT", help="The heading.")] = "Word problems",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="sheet.html or sheet.pdf; the ending decides.")
    ] = None,
    list_topics: Annotated[bool, typer.Option("--list-topics", help="Print the topics and stop.")] = False,
    list_kinds: Annotated[bool, typer.Option("--list-kinds", help="Print the kinds and stop.")] = False,
) -> None:
    """Make a practice sheet with room for working and an answer key with the steps."""
    # The problems take a moment to load, and `--help` does not need them.
    from arithmetree.worksheet import KINDS, TOPICS, make_sheet, to_html, to_pdf

    if list_topics or list_kinds:
        for name in (*(TOPICS if list_topics else ()), *(KINDS if list_kinds else ())):
            typer.echo(name)
        return
    try:
        if out is None or out.suffix.lower() not in (".html", ".pdf"):
            given = "No file is given" if out is None else f"{out} ends neither in .html nor in .pdf"
            raise DataError(f"{given}; say where the sheet goes, as in --out sheet.html or --out sheet.pdf.")
        sheet = make_sheet(
            count=count,
            seed=seed,
            steps=None if steps is None else _steps(steps),
            topics=topics or (),
            grade=grade,
            kinds=kinds or (),
            currency=currency,
            title=title,
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

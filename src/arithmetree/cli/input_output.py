"""What all commands share: where the text comes from and how errors are reported."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import NoReturn

import typer

from arithmetree.atomic_files import write_atomically
from arithmetree.errors import ArithmetreeError, DataError, ExpressionError, ModelPathError, TextError
from arithmetree.text import read_text

STANDARD_INPUT = "-"
BAD_INPUT = 2
FAILURE = 1

ANSWER_OPTION = typer.Option(
    "--answer", help="When to answer: always, where 8 in 10 answers are right (careful), or 95 in 100 (sure)."
)


def text_from(argument: str) -> str:
    """The text of a problem: the argument itself, or standard input for "-"; TextError if it cannot be read."""
    if argument != STANDARD_INPUT:
        return read_text(argument)
    try:
        return read_text(sys.stdin.buffer.read().decode("utf-8"))
    except UnicodeDecodeError as error:
        raise TextError(f"Standard input is not UTF-8 (byte {error.start}); convert the text to UTF-8 first.") from None


def write_file(path: Path, content: str | bytes, as_json: bool) -> None:
    """Write a file whole, a text as UTF-8, or stop with a plain message."""
    try:
        write_atomically(path, content.encode("utf-8") if isinstance(content, str) else content)
    except ArithmetreeError as error:
        stop(error, as_json)


def stop(error: ArithmetreeError | OSError, as_json: bool) -> NoReturn:
    """Report an error and end with the exit status for its kind."""
    report(str(error), as_json)
    bad_input = isinstance(error, TextError | DataError | ExpressionError | ModelPathError)
    raise typer.Exit(BAD_INPUT if bad_input else FAILURE)


def report(message: str, as_json: bool) -> None:
    """Report an error in one line on standard error, or as a JSON object on standard output."""
    message = " ".join(message.split())
    if as_json:
        typer.echo(json.dumps({"status": "error", "message": message}, ensure_ascii=False))
    else:
        typer.echo(f"arithmetree: {message}", err=True)

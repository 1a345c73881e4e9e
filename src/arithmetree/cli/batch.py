"""`arithmetree batch`: a file of problems in, a file of answers out, over all cores or a cluster."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from arithmetree.carefulness import Carefulness, requested_precision
from arithmetree.cli.input_output import ANSWER_OPTION, stop
from arithmetree.errors import ArithmetreeError

if TYPE_CHECKING:
    from arithmetree.batch import BatchReport


class Engine(StrEnum):
    """Where the work is done."""

    LOCAL = "local"
    DASK = "dask"


def batch(
    source: Annotated[
        Path, typer.Argument(metavar="IN.jsonl", help='One JSON object per line, with a "text" and perhaps an "id".')
    ],
    target: Annotated[
        Path, typer.Argument(metavar="OUT.jsonl", help="One answer per line, in input order; made when all is done.")
    ],
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="Processes (default: one for each core).")
    ] = None,
    engine: Annotated[Engine, typer.Option("--engine", help="dask spreads the work over a cluster.")] = Engine.LOCAL,
    scheduler: Annotated[
        str | None,
        typer.Option("--scheduler", metavar="ADDRESS", help="A running dask scheduler (default: start one here)."),
    ] = None,
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder, or full (default) or linear.")
    ] = None,
    choice: Annotated[Carefulness | None, ANSWER_OPTION] = None,
    precision: Annotated[
        float | None,
        typer.Option(
            "--precision", metavar="P", min=0, max=1, help="The same as a number: the share that should be right."
        ),
    ] = None,
    restart: Annotated[bool, typer.Option("--restart", help="Start over instead of resuming a stopped run.")] = False,
) -> None:
    """Solve every line of a file; a bad line gives an error object, and a stopped run resumes where it was.

    The exit status is 1 if no line holds a problem; the output then has nothing but errors.
    """
    if workers is not None and scheduler is not None:
        raise typer.BadParameter("the cluster has its own workers; leave out --workers or --scheduler")
    try:
        wanted = requested_precision(choice, precision)
        report = _run(source, target, workers, engine, scheduler, model, wanted, restart)
    except ArithmetreeError as error:
        stop(error, as_json=False)
    except KeyboardInterrupt:
        stop(ArithmetreeError(f"Stopped; run the same command to resume. What is done is in {target}.part."), False)
    before = f", {report.resumed} of them by an earlier run" if report.resumed else ""
    typer.echo(
        f"{target}: {report.lines} lines{before}; {report.solved} solved, {report.abstained} abstained, "
        f"{report.errors} {'error' if report.errors == 1 else 'errors'}."
    )
    if report.errors == report.lines:
        why = f"{target} says why for each line" if report.lines else "the file is empty"
        accepted = 'give one JSON object with a "text" per line'
        stop(ArithmetreeError(f"No problem could be read in {source}: {why}; {accepted}."), as_json=False)


def _run(
    source: Path,
    target: Path,
    workers: int | None,
    engine: Engine,
    scheduler: str | None,
    model: Path | None,
    precision: float | None,
    restart: bool,
) -> BatchReport:
    # Loaded here because it takes a moment, and `--help` does not need it.
    from arithmetree.batch import run_batch

    console = Console(stderr=True)
    columns = (TextColumn("Solving"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bars:
        bar = bars.add_task("Solving", total=None)
        return run_batch(
            source,
            target,
            model=model,
            precision=precision,
            workers=workers,
            engine=engine.value,
            scheduler=scheduler,
            restart=restart,
            progress=lambda done, total: bars.update(bar, completed=done, total=total),
        )

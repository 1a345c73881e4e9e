"""`arithmetree train`: your own model, from your own problems or from benchmark sets."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from arithmetree.cli.extras import need_training_extra
from arithmetree.cli.input_output import stop
from arithmetree.errors import ArithmetreeError, DataError

if TYPE_CHECKING:
    from arithmetree.model import Model
    from arithmetree.training.sources import Source


def train(
    data: Annotated[
        list[Path],
        typer.Option(
            "--data",
            metavar="FILE_OR_DIR",
            help="JSONL or CSV with text and expression (or answer), a benchmark set, or a folder of them; may be "
            "given several times.",
        ),
    ],
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Where the model is written.")],
    force: Annotated[bool, typer.Option("--force", help="Overwrite the model that is in the folder.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="No progress bars and no list of skipped rows.")] = False,
) -> None:
    """Train a model; rows that are impossible or ambiguous are listed and skipped, never guessed."""
    try:
        need_training_extra()
        sources, model = _trained(data, out, force, quiet)
    except ArithmetreeError as error:
        stop(error, as_json=False)
    for source in sources:
        facts = source.facts()
        typer.echo(
            f"{source.name}: {facts['problems']} problems, {facts['repeated']} repeated, {facts['skipped']} skipped, "
            f"{facts['unanswerable']} without an answer"
        )
    recipe, validation = str(model.provenance["recipe"]), model.provenance["validation"]
    known = validation.get(recipe) if isinstance(validation, dict) else None
    judged = "too few to cross-validate" if known is None else f"{known:.1f} % right in cross-validation"
    typer.echo(f"Trained on {model.provenance['problems']} problems by the recipe {recipe!r}, {judged}.")
    typer.echo(f'The model is in {out}; use it with: arithmetree solve --model {out} "..."')


def _trained(data: list[Path], out: Path, force: bool, quiet: bool) -> tuple[list[Source], Model]:
    # Loaded here because training code takes a moment, and `--help` does not need it.
    from arithmetree.model import check_target
    from arithmetree.training.sources import find_files, read_source, without_repeats
    from arithmetree.training.train import train_model, training_steps

    check_target(out)  # before the work, not after it
    if not force and out.is_dir() and any(out.iterdir()):
        raise DataError(f"There is a model in {out} already; give --force to overwrite it, or another folder.")
    files = list(dict.fromkeys(file for path in data for file in find_files(path)))
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as bars:
        read: list[Source] = []
        for file in files:
            bar = bars.add_task(f"Reading {file.name}", total=None)
            read.append(read_source(file, partial(_advance, bars, bar)))
            rows = len(read[-1].problems.golds) + len(read[-1].problems.skipped)
            bars.update(bar, completed=rows, total=rows)
        sources = without_repeats(read)
        golds = [gold for source in sources for gold in source.problems.golds]
        if not quiet:
            for source in sources:
                for skipped in source.problems.skipped:
                    bars.console.print(f"skipped {skipped}", markup=False, highlight=False, soft_wrap=True)
        bar = bars.add_task("Training", total=training_steps(len(golds)))
        model = train_model(golds, sources=sources, progress=lambda: bars.advance(bar))
    model.save(out)
    return sources, model


def _advance(bars: Progress, bar: TaskID, done: int, total: int) -> None:
    bars.update(bar, completed=done, total=total)

"""`arithmetree bench`: accuracy on a benchmark set by a fixed protocol, with every prediction."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from arithmetree.cli.extras import need_training_extra
from arithmetree.cli.input_output import stop, write_file
from arithmetree.errors import ArithmetreeError, DataError


class Protocol(StrEnum):
    """What a system may be trained on."""

    CLOSED = "closed"
    OPEN = "open"


class Constraints(StrEnum):
    """What is asked of an answer: the paper's four settings, and the learned ones."""

    ALL = "all"
    POSITIVE = "positive"
    INTEGRAL = "integral"
    NONE = "none"
    LEARNED = "learned"


class Search(StrEnum):
    """How expressions are searched."""

    EXACT = "exact"
    BEAM = "beam"


class SystemName(StrEnum):
    """Our features and training, or the paper's."""

    OURS = "ours"
    PAPER = "paper"


def bench(
    dataset: Annotated[str, typer.Argument(metavar="DATASET", help="ai2, illinois, commoncore, allArith, ...")],
    data: Annotated[Path, typer.Option("--data", metavar="DIR", help="The folder that holds the data sets.")],
    protocol: Annotated[
        Protocol, typer.Option("--protocol", help="closed trains on the other folds of the set only.")
    ] = Protocol.CLOSED,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="GROUP", help="Leave out a feature group; may be given several times."),
    ] = None,
    constraints: Annotated[
        Constraints | None, typer.Option("--constraints", help="Default: learned for ours, all for paper.")
    ] = None,
    search: Annotated[Search, typer.Option("--search")] = Search.EXACT,
    system: Annotated[
        SystemName, typer.Option("--system", help="paper: its features, its classifiers, its weights.")
    ] = SystemName.OURS,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="Processes (default: one for each core).")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE.json", help="Write the result with every prediction.")
    ] = None,
) -> None:
    """Train and test on the folds of a benchmark set, as its authors made them."""
    try:
        need_training_extra()
        if protocol is Protocol.OPEN:
            raise DataError("the open protocol is not available yet; accepted is --protocol closed")
        if out is not None and not out.parent.is_dir():
            raise DataError(f"there is no folder {out.parent} to write {out.name} to; give a folder that exists")
        result = _run(dataset, data, without or [], constraints, search, system, workers)
    except ArithmetreeError as error:
        stop(error, as_json=False)
    if out is not None:
        write_file(out, json.dumps(result, indent=1, ensure_ascii=False) + "\n", as_json=False)
    _show(result)


def _run(
    dataset: str,
    data: Path,
    without: list[str],
    constraints: Constraints | None,
    search: Search,
    system: SystemName,
    workers: int | None,
) -> dict[str, Any]:
    # Loaded here because training code takes a moment, and `--help` does not need it.
    from threadpoolctl import threadpool_limits

    from arithmetree.evaluation.closed import Configuration, run_closed
    from arithmetree.features import FeatureSet

    FeatureSet().without(without)  # an unknown group is told before any work
    default = Constraints.LEARNED if system is SystemName.OURS else Constraints.ALL
    configuration = Configuration(
        system=system.value,
        without=tuple(without),
        constraints=(constraints or default).value,
        search=search.value,
    )
    # The folds share the cores already; threads of the matrix library on top of that only wait for each other.
    waiting = Console(stderr=True).status(f"Training and testing on the folds of {dataset}")
    with threadpool_limits(limits=1), waiting:
        return run_closed(dataset, data, configuration, workers=workers)


def _show(result: dict[str, Any]) -> None:
    """The accuracy of each fold and of all, and of the two classifiers."""
    table = Table(title=f"{result['dataset']}, {result['protocol']} protocol, accuracy in per cent")
    for name in ("fold", "problems", "accuracy", "recipe"):
        table.add_column(name, justify="left" if name == "recipe" else "right")
    for number, fold in enumerate(result["folds"]):
        table.add_row(str(number), str(fold["size"]), f"{fold['accuracy']:.1f}", fold["recipe"])
    table.add_row("all", str(len(result["predictions"])), f"{result['accuracy']:.1f}", "")
    console = Console()
    console.print(table)
    for name, figures in result["classifiers"].items():
        console.print(f"{name}: relaxed {figures['relaxed']:.1f}, strict {figures['strict']:.1f}", highlight=False)
    console.print(f"with corrected labels: {result['accuracy_with_errata']:.1f}", highlight=False)

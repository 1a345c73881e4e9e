"""`arithmetree bench`: accuracy on a benchmark set by a fixed protocol, with every prediction."""

from __future__ import annotations

import json
from difflib import get_close_matches
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
    dataset: Annotated[
        str,
        typer.Argument(
            metavar="DATASET",
            help="ai2, illinois, commoncore, allArith, allArithLex, allArithTmpl, aggregate, aggregateLex, "
            "aggregateTmpl, alg514, gsm8k, umwp, corpus, or your own JSONL or CSV file with id, text, answer and "
            "perhaps fold.",
        ),
    ],
    data: Annotated[
        Path | None,
        typer.Option("--data", metavar="DIR", help="The folder that holds the data sets; not for your own file."),
    ] = None,
    protocol: Annotated[
        Protocol | None,
        typer.Option(
            "--protocol",
            help="closed: train on the other folds (default); open: a model that has not seen the set (default for "
            "your own file without folds).",
        ),
    ] = None,
    model: Annotated[
        str | None,
        typer.Option("--model", metavar="NAME|DIR", help="For the open protocol: full, linear or a model folder."),
    ] = None,
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
    """Train and test on the folds of a benchmark set, or test a model on your own problems."""
    try:
        if out is not None and not out.parent.is_dir():
            raise DataError(f"there is no folder {out.parent} to write {out.name} to; give a folder that exists")
        dataset, data, protocol = _checked(dataset, data, protocol)
        if protocol is Protocol.OPEN:
            if without or system is SystemName.PAPER:
                raise DataError("--without and --system train models; accepted with --protocol closed only")
            result = _run_open(dataset, data, model, constraints or Constraints.LEARNED, search)
        elif model is not None:
            raise DataError("--model names a trained model; accepted with --protocol open only")
        else:
            need_training_extra()
            result = _run(dataset, data, without or [], constraints, search, system, workers)
    except ArithmetreeError as error:
        stop(error, as_json=False)
    if out is not None:
        write_file(out, json.dumps(result, indent=1, ensure_ascii=False) + "\n", as_json=False)
    _show(result)


_OPEN_ONLY = ("alg514", "gsm8k", "umwp")
"""Sets of general problems: the models that train here in a closed protocol solve read-once problems only."""
_CORPUS = "corpus"


def _checked(dataset: str, data: Path | None, protocol: Protocol | None) -> tuple[str, Path, Protocol]:
    """The data set, where it is, and the protocol; a user's own file may also be in the folder of the data."""
    if not _is_own_file(dataset):
        _check_known(dataset)
        if data is None:
            raise DataError(f"say where the data set {dataset!r} is, with --data DIR; or name your own .jsonl or .csv")
        if dataset in (*_OPEN_ONLY, _CORPUS):
            if protocol is Protocol.CLOSED:
                raise DataError(f"{dataset} is measured in the open protocol only; leave out --protocol")
            return dataset, data, Protocol.OPEN
        return dataset, data, protocol or Protocol.CLOSED
    path = Path(dataset)
    if data is not None and not path.exists() and (data / path).exists():
        path = data / path
    if protocol is not None:
        return str(path), path, protocol
    from arithmetree.training.user_files import read_rows

    rows, _ = read_rows(path)
    return str(path), path, Protocol.CLOSED if len({row.fold for row in rows}) > 1 else Protocol.OPEN


def _check_known(dataset: str) -> None:
    """DataError for an unknown set, with all that are accepted and the one that is spelt most alike."""
    from arithmetree.training.benchmark_sets import SETS

    known = (*SETS, *_OPEN_ONLY, _CORPUS)
    if dataset not in known:
        close = get_close_matches(dataset, known, n=1, cutoff=0.4)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        raise DataError(
            f"unknown data set {dataset!r}; known are {', '.join(known)}, and your own .jsonl or .csv file{hint}"
        )


def _is_own_file(dataset: str) -> bool:
    return dataset.lower().endswith((".jsonl", ".csv"))


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

    FeatureSet().without(without)  # an unknown group is reported before any work
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


def _run_open(dataset: str, data: Path, model: str | None, constraints: Constraints, search: Search) -> dict[str, Any]:
    from arithmetree.evaluation.corpus_part import run_corpus
    from arithmetree.evaluation.general_sets import GENERAL_SETS, run_general
    from arithmetree.evaluation.open import run_open

    with Console(stderr=True).status(f"Solving {dataset}"):
        if dataset == _CORPUS:
            return run_corpus(data / "test.jsonl" if data.is_dir() else data, model=model)
        if dataset in GENERAL_SETS:
            return run_general(dataset, data, model=model)
        return run_open(dataset, data, model=model, constraints=constraints.value, search=search.value)


def _show(result: dict[str, Any]) -> None:
    """The accuracy of each fold and of all, and of the two classifiers or of the confidence."""
    if result["dataset"].startswith("corpus"):
        _show_corpus(result)
        return
    if result["dataset"] in _OPEN_ONLY:
        _show_general(result)
        return
    published = _published(result)
    table = Table(title=f"{result['dataset']}, {result['protocol']} protocol, accuracy in per cent")
    for name in ("fold", "problems", "accuracy", "recipe"):
        table.add_column(name, justify="left" if name == "recipe" else "right")
    for number, fold in enumerate(result["folds"]):
        table.add_row(str(number), str(fold["size"]), f"{fold['accuracy']:.1f}", fold.get("recipe", ""))
    table.add_row("all", str(len(result["predictions"])), f"{result['accuracy']:.1f}", "")
    if "answers" in published:
        table.add_row("published", "", published["answers"], "Roy and Roth 2015")
    console = Console()
    console.print(table)
    for name, figures in result.get("classifiers", {}).items():
        beside = f" (published: {published[name]})" if name in published else ""
        line = f"{name}: relaxed {figures['relaxed']:.1f}, strict {figures['strict']:.1f}{beside}"
        console.print(line, highlight=False)
    if not _is_own_file(result["dataset"]):  # only the public sets have known mistakes
        console.print(f"with corrected labels: {result['accuracy_with_errata']:.1f}", highlight=False)


def _published(result: dict[str, Any]) -> dict[str, str]:
    """What the paper published for a run of its own system: the answers, and each classifier, where it did."""
    from arithmetree.evaluation.published import CLASSIFIERS, answers

    setting = result.get("configuration", {})
    if setting.get("system") != "paper" or len(setting["without"]) > 1:
        return {}
    found = {}
    accuracy = answers(result["dataset"], setting["constraints"])
    if accuracy is not None and not setting["without"]:
        found["answers"] = f"{accuracy:.1f}"
    for name, rows in CLASSIFIERS.items():
        row = rows.get(setting["without"][0] if setting["without"] else "everything", {})
        if result["dataset"] in row:
            found[name] = "relaxed {:.1f}, strict {:.1f}".format(*row[result["dataset"]])
    return found


def _show_general(result: dict[str, Any]) -> None:
    console = Console(highlight=False)
    console.print(
        f"{result['dataset']}: {result['problems']} problems, {result['accuracy']:.1f} % of the solvable right"
    )
    console.print(f"answered: {result['answered']:.1f} %, of these right: {result['right_of_the_answered']} %")
    if result["unanswerable_refused"] is not None:
        console.print(
            f"refused: {result['unanswerable_refused']:.1f} % of the unanswerable, {result['solvable_refused']:.1f} % "
            f"of the solvable, F1 {result['refusal_f1']:.1f}"
        )


def _show_corpus(result: dict[str, Any]) -> None:
    console = Console(highlight=False)
    families, calibration = result["families"], result["calibration"]
    control = result["control_without_question"]
    console.print(
        f"{result['dataset']}: {result['problems']} problems, {result['accuracy']:.1f} % of the solvable right"
    )
    console.print(f"families with all questions right: {families['all_right']:.1f} % of {families['families']}")
    console.print(f"expected calibration error: {calibration['expected_calibration_error']:.3f}")
    for wanted, found in result["at_precision"].items():
        console.print(f"wanted precision {wanted}: {found['precision']:.1f} % of {found['coverage']:.1f} % answered")
    console.print(
        f"refused: {result['unanswerable_refused']:.1f} % of the unanswerable, "
        f"{result['solvable_refused']:.1f} % of the solvable"
    )
    console.print(f"without the question: {control['accuracy']:.1f} % right")

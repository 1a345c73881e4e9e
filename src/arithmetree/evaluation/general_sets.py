"""Public sets of general problems in the open protocol: algebra, GSM8K, and problems without an answer.

`gsm8k` is the tenth of its training part that the step model does not learn from, `umwp` the unanswerable twins with
odd ids beside their originals; what has even ids may be used for calibration.
"""

from __future__ import annotations

import json
import platform
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arithmetree import __version__
from arithmetree.errors import DataError
from arithmetree.evaluation.open import TOLERANCE, check_unseen
from arithmetree.solution import Solution
from arithmetree.solver import Solver

_HELD_OUT = 0.1
_STEP = re.compile(r"<<[^<>]*>>")


@dataclass(frozen=True)
class GeneralProblem:
    """A problem, all answers that it asks for (None where it has none), and how many steps its solution has."""

    id: str
    text: str
    answers: tuple[Fraction, ...] | None
    steps: int | None = None


def held_out(text: str) -> bool:
    """Whether a problem of GSM8K is among the tenth that the step model does not learn from."""
    return int.from_bytes(sha256(text.encode()).digest()[:4], "big") / 2**32 < _HELD_OUT


def _alg514(folder: Path) -> Iterator[GeneralProblem]:
    for row in json.loads((folder / "alg514" / "questions.json").read_text(encoding="utf-8")):
        answers = tuple(Fraction(str(value)) for value in row["lSolutions"])
        yield GeneralProblem(str(row["iIndex"]), row["sQuestion"], answers)


def _gsm8k(folder: Path) -> Iterator[GeneralProblem]:
    lines = (folder / "gsm8k" / "train.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines):
        row = json.loads(line)
        if held_out(row["question"]):
            answer = row["answer"].rsplit("####", 1)[-1].strip().replace(",", "")
            steps = len(_STEP.findall(row["answer"]))
            yield GeneralProblem(f"gsm8k-{number}", row["question"], (Fraction(answer),), steps)


def _umwp(folder: Path) -> Iterator[GeneralProblem]:
    for line in (folder / "umwp" / "questions.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if int(row["id"]) % 2:
            answers = tuple(Fraction(str(value)) for value in row["answer"]) if row["answerable"] else None
            yield GeneralProblem(str(row["id"]), row["question"].strip(), answers)


GENERAL_SETS: dict[str, Callable[[Path], Iterator[GeneralProblem]]] = {
    "alg514": _alg514,
    "gsm8k": _gsm8k,
    "umwp": _umwp,
}


def run_general(name: str, data: Path, *, model: str | Path | None = None) -> dict[str, Any]:
    """Answer every problem of a set with one model; DataError for alg514 if the model was trained on a public set."""
    try:
        problems = list(GENERAL_SETS[name](data))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"the data set {name} cannot be read from {data} ({type(error).__name__}: {error}); give the folder that "
            "holds the data sets"
        ) from error
    solver = Solver.load(model)
    if name == "alg514":  # of the other sets, only problems that were held out are measured
        check_unseen(solver.model)
    predictions: dict[str, dict[str, Any]] = {}
    for problem, solution in zip(problems, solver.pipe(one.text for one in problems), strict=True):
        predictions[problem.id] = {
            "expression": solution.expression,
            "answers": [str(value) for part in solution.each for value in part.exact_values],
            "right": problem.answers is not None and all_right(solution, problem.answers),
            "solvable": problem.answers is not None,
            "steps": problem.steps,
            "status": _status(solution),
            "reason": solution.reason,
            "confidence": round(min(part.confidence for part in solution.each), 4),
        }
    rows = list(predictions.values())
    solvable = [row for row in rows if row["solvable"]]
    hopeless = [row for row in rows if not row["solvable"]]
    answered = [row for row in rows if row["status"] == "solved"]
    refused = [row for row in rows if row["status"] != "solved"]
    caught = sum(not row["solvable"] for row in refused)
    return {
        "dataset": name,
        "protocol": "open",
        "problems": len(rows),
        "accuracy": _share(solvable, "right"),
        "accuracy_up_to_3_steps": _share([row for row in solvable if row["steps"] and row["steps"] <= 3], "right"),
        "answered": _per_cent(len(answered), len(rows)),
        "right_of_the_answered": _share(answered, "right"),
        "unanswerable_refused": _per_cent(caught, len(hopeless)),
        "solvable_refused": _per_cent(len(refused) - caught, len(solvable)),
        "refusal_f1": _per_cent(2 * caught, len(refused) + len(hopeless)) if hopeless else None,
        "folds": [],
        "configuration": {"model": str(model or "shipped")},
        "versions": {
            "arithmetree": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "onnxruntime", "spacy", "tokenizers")},
        },
        "seed": 0,
        "predictions": predictions,
    }


def all_right(solution: Solution, answers: Sequence[Fraction]) -> bool:
    """Whether every value that is asked for is among the answers, or the best guesses."""
    found = [value for part in solution.each for value in part.exact_values]
    if len(solution.each) == 1 and len(found) == 1:
        # One question: of the values that solve the problem, the one that is asked for.
        return any(abs(found[0] - answer) <= TOLERANCE for answer in answers)
    return all(any(abs(value - answer) <= TOLERANCE for value in found) for answer in answers)


def _status(solution: Solution) -> str:
    return "solved" if all(part.status == "solved" for part in solution.each) else "abstained"


def _share(rows: Sequence[dict[str, Any]], key: str) -> float | None:
    return _per_cent(sum(bool(row[key]) for row in rows), len(rows))


def _per_cent(part: int, whole: int) -> float | None:
    return None if not whole else round(100 * part / whole, 2)

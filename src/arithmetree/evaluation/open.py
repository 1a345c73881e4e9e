"""The open protocol: a model trained on our corpus and other permitted data, tested on a set that it has not seen.

Abstentions count as wrong unless the best guess that they carry is right: the accuracy is that of the answers, and what
confidence and refusals are worth is measured on the corpus (`corpus_part`).
"""

from __future__ import annotations

import platform
from collections.abc import Mapping
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

from arithmetree import __version__
from arithmetree.any_model import AnyModel, load_model
from arithmetree.errors import DataError
from arithmetree.evaluation.errata import ERRATA
from arithmetree.model import ConstraintSetting
from arithmetree.parsing import load_parser
from arithmetree.search import Method
from arithmetree.solution import Solution
from arithmetree.solver import Solver
from arithmetree.training.benchmark_sets import SETS, load_set
from arithmetree.training.own_sets import is_own_file, load_own_set

TOLERANCE = Fraction(1, 100)
_OVERLAPPING = frozenset({*SETS, "alg514"})
"""The public sets contain each other's problems, so a model that was trained on one has seen parts of the others."""


def run_open(
    name: str,
    data: Path,
    *,
    model: str | Path | None = None,
    constraints: ConstraintSetting = "learned",
    search: Method = "exact",
) -> dict[str, Any]:
    """Answer every problem of a set with one model; DataError for a public set if the model was trained on one.

    A set may also be a user's own file (`own_sets`), which no model here was trained on.
    """
    scorer = load_model(model)
    if is_own_file(name):
        dataset = load_own_set(Path(name))
    else:
        check_unseen(scorer)
        dataset = load_set(name, data)
    solver = Solver(scorer, load_parser())
    method: Method | None = None if search == "exact" else search
    predictions = {}
    for id, gold in dataset.problems.items():
        solution = solver.solve_problem(gold.problem, constraints=constraints, method=method)
        corrected = ERRATA.get(name, {}).get(id)
        right = is_right(solution, gold.answer)
        predictions[id] = {
            "expression": solution.expression,
            "answer": solution.answer,
            "right": right,
            "right_with_errata": right if corrected is None else is_right(solution, corrected),
            "status": solution.status,
            "reason": solution.reason,
            "confidence": round(solution.confidence, 4),
        }
    return {
        "dataset": dataset.facts.name,
        "protocol": "open",
        "accuracy": _accuracy(predictions, list(predictions), "right"),
        "accuracy_with_errata": _accuracy(predictions, list(predictions), "right_with_errata"),
        "refused": sum(p["status"] == "abstained" for p in predictions.values()),
        "folds": [{"accuracy": _accuracy(predictions, fold, "right"), "size": len(fold)} for fold in dataset.folds],
        "configuration": {"model": str(model or "shipped"), "constraints": constraints, "search": search},
        "versions": {
            "arithmetree": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "onnxruntime", "spacy", "tokenizers")},
        },
        "seed": 0,
        "predictions": predictions,
    }


def check_unseen(model: AnyModel) -> None:
    """DataError if a model, or one that its weights come from, says that it was trained on one of the public sets."""
    seen = _learned_from(getattr(model, "provenance", {})) & _OVERLAPPING
    if seen:
        raise DataError(
            f"this model was trained on {', '.join(sorted(seen))}, so it has seen problems of the set; give a model "
            "that was not, with --model, or use --protocol closed"
        )


def _learned_from(provenance: Mapping[str, object]) -> set[str]:
    """The sources of a model, of the models it was started from, and of those that taught it."""
    found = {str(source["name"]).split("/")[0] for source in _records(provenance, "sources")}
    for earlier in (*_records(provenance, "weights"), *_records(provenance, "teachers")):
        found |= _learned_from(earlier)
    return found


def _records(provenance: Mapping[str, object], name: str) -> list[dict[str, object]]:
    """The list of objects of that name, as model.json has it."""
    found: Any = provenance.get(name)
    return list(found or ())


def is_right(solution: Solution, answer: Fraction) -> bool:
    """Whether the answer, or the best guess, is within a hundredth."""
    return solution.exact is not None and abs(solution.exact - answer) <= TOLERANCE


def _accuracy(predictions: dict[str, dict[str, Any]], ids: list[str] | tuple[str, ...], key: str) -> float:
    return round(100 * sum(bool(predictions[i][key]) for i in ids) / max(len(ids), 1), 2)

"""The public benchmark sets: where their files are, their folds, and their problems with gold expressions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from arithmetree.errors import DataError
from arithmetree.expressions import parse_infix
from arithmetree.schemas import Problem
from arithmetree.training.gold import GoldProblem, align
from arithmetree.training.parse_cache import read_cached


@dataclass(frozen=True, slots=True)
class SetFacts:
    """What is known of a benchmark set; its problems may be in the folder of another set."""

    name: str
    title: str
    folds: int
    problems_in: str
    relevance: bool = True  # False: all quantities count as relevant in the paper's protocol


SETS: dict[str, SetFacts] = {
    facts.name: facts
    for facts in (
        SetFacts("ai2", "AI2", 3, "ai2"),
        SetFacts("illinois", "IL", 5, "illinois"),
        SetFacts("commoncore", "CC", 6, "commoncore", relevance=False),
        SetFacts("allArith", "allArith", 5, "allArith"),
        SetFacts("allArithLex", "allArithLex", 5, "allArithLex"),
        SetFacts("allArithTmpl", "allArithTmpl", 5, "allArithTmpl"),
        SetFacts("aggregate", "aggregate", 5, "aggregate"),
        SetFacts("aggregateLex", "aggregateLex", 5, "aggregate"),
        SetFacts("aggregateTmpl", "aggregateTmpl", 5, "aggregate"),
    )
}


@dataclass(frozen=True, slots=True)
class BenchmarkSet:
    """The problems of a set and its folds, as the authors made them: the ids of each fold."""

    facts: SetFacts
    problems: dict[str, GoldProblem]
    folds: tuple[tuple[str, ...], ...]


def load_set(name: str, data: Path) -> BenchmarkSet:
    """Read a benchmark set from the folder that holds all sets."""
    facts = SETS.get(name)
    if facts is None:
        raise DataError(f"unknown data set {name!r}; known are {', '.join(SETS)}")
    path = data / facts.problems_in / "questions.json"
    try:
        rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
        folds = tuple(
            tuple((data / name / f"fold{number}.txt").read_text(encoding="utf-8").split())
            for number in range(facts.folds)
        )
    except OSError as error:
        raise DataError(
            f"cannot read the data set {name!r} below {data} ({error.strerror}: {error.filename}); "
            "give the folder that holds its files with --data"
        ) from error
    except ValueError as error:
        raise DataError(f"{path} is not JSON ({error}); fetch the data set again") from error
    texts = [row["sQuestion"] for row in rows]
    problems = {
        str(row["iIndex"]): gold_problem(row, problem) for row, problem in zip(rows, read_cached(texts), strict=True)
    }
    # A fold may list an id that has no problem (datasets' README); it is no problem then.
    return BenchmarkSet(facts, problems, tuple(tuple(i for i in fold if i in problems) for fold in folds))


def gold_problem(row: dict[str, Any], problem: Problem) -> GoldProblem:
    """Bring the gold expression of a benchmark row onto the quantities that were read from its text."""
    infix = parse_infix(row["lEquations"][0].split("=", 1)[1])
    matched = match_quantities(row, problem)
    tree = align(infix.tree, [matched[number] for number in row["lAlignments"]])
    missing = [i for i in row["lAlignments"] if matched[i] is None]
    return GoldProblem(
        id=str(row["iIndex"]),
        problem=problem,
        answer=Fraction(str(row["lSolutions"][0])),
        tree=tree,
        trouble=None if tree is not None else f"quantities {missing} of the data set were not found in the text",
    )


def match_quantities(row: dict[str, Any], problem: Problem) -> list[int | None]:
    """For each quantity of the row the number of the schema that reads it, by place and value, else None."""
    if "quantities" in row:
        return [_at(entry["start"], entry["end"], _exact(entry["val"]), problem) for entry in row["quantities"]]
    # Without places the quantities are matched in the order of the text, each to the next one of its value.
    matched: list[int | None] = []
    free = list(range(len(problem.schemas)))
    for value in row["quants"]:
        found = next((i for i in free if _same(problem.schemas[i].quantity.value, _exact(value))), None)
        matched.append(found)
        if found is not None:
            free.remove(found)
    return matched


def _at(start: int, end: int, value: Fraction, problem: Problem) -> int | None:
    for number, schema in enumerate(problem.schemas):
        quantity = schema.quantity
        if quantity.start < end and start < quantity.end and _same(quantity.value, value):
            return number
    return None


def _exact(value: float) -> Fraction:
    return Fraction(str(value))


def _same(ours: Fraction, theirs: Fraction) -> bool:
    """Equal up to the rounding of thirds, and per cent written as 20 or as 0.2."""
    return any(abs(ours * scale - theirs) < Fraction(1, 1000) for scale in (1, 100))


def within(folds: Sequence[Sequence[str]], problems: dict[str, GoldProblem]) -> list[GoldProblem]:
    """The problems of some folds, in their order."""
    return [problems[i] for fold in folds for i in fold]

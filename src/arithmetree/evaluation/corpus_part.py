"""A part of our corpus: right answers, whole question families, what the confidence is worth, and what is refused."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from math import fsum
from pathlib import Path
from typing import Any

from arithmetree import __version__
from arithmetree.corpus import Record, load
from arithmetree.evaluation.open import TOLERANCE, is_right
from arithmetree.solution import Solution
from arithmetree.solver import Solver

PRECISIONS = (0.8, 0.9, 0.95, 0.98)
BINS = 10


@dataclass(frozen=True)
class Outcome:
    """One problem of the corpus and what the solver said."""

    record: Record
    solution: Solution

    @property
    def right(self) -> bool:
        """Whether every answer, or best guess, is right; never for a problem that has none."""
        if self.record.answer is None:
            return False
        if len(self.record.answers) > 1:
            found = [value for part in self.solution.each for value in part.exact_values]
            return len(found) == len(self.record.answers) and all(
                abs(one - other) <= TOLERANCE for one, other in zip(found, self.record.answers, strict=True)
            )
        return is_right(self.solution, self.record.answer)

    @property
    def answered(self) -> bool:
        """Whether all of it was answered at the default setting."""
        return all(part.status == "solved" for part in self.solution.each)


def run_corpus(path: Path, *, model: str | Path | None = None) -> dict[str, Any]:
    """Solve every problem of a corpus file with one model."""
    records = load(path)
    solver = Solver.load(model)
    solutions = solver.pipe(record.text for record in records)
    outcomes = [Outcome(record, solution) for record, solution in zip(records, solutions, strict=True)]
    solvable = [outcome for outcome in outcomes if outcome.record.answer is not None]
    hopeless = [outcome for outcome in outcomes if outcome.record.answer is None]
    bare = [Outcome(o.record, s) for o, s in zip(solvable, solver.pipe(map(_without_question, solvable)), strict=True)]
    return {
        "dataset": f"corpus {path.stem}",
        "protocol": "open",
        "problems": len(outcomes),
        "accuracy": _share(solvable),
        "by_steps": {
            str(steps): {"problems": len(part), "accuracy": _share(part)}
            for steps in sorted({o.record.steps or 0 for o in solvable})
            if (part := [o for o in solvable if o.record.steps == steps])
        },
        "by_phenomenon": {
            name: {"problems": len(part), "accuracy": _share(part)}
            for name in sorted({name for o in solvable for name in o.record.phenomena})
            if (part := [o for o in solvable if name in o.record.phenomena])
        },
        **{
            f"by_{field}": {
                name: {"problems": len(part), "accuracy": _share(part)}
                for name in sorted({str(getattr(o.record, field)) for o in solvable})
                if (part := [o for o in solvable if getattr(o.record, field) == name])
            }
            for field in ("kind", "style")
        },
        "families": _families(solvable),
        "binding_families": _families([o for o in solvable if o.record.kind == "binding"]),
        "calibration": _calibration([o for o in outcomes if o.solution.search is not None]),
        "at_precision": {str(wanted): _at(solver, outcomes, wanted) for wanted in PRECISIONS},
        "unanswerable_refused": _per_cent(sum(not o.answered for o in hopeless), len(hopeless)),
        "solvable_refused": _per_cent(sum(not o.answered for o in solvable), len(solvable)),
        "refused_with_the_right_code": _per_cent(
            sum(o.solution.reason == o.record.reason for o in hopeless), len(hopeless)
        ),
        "control_without_question": {
            "accuracy": _share(bare),
            "majority": _majority(solvable),
            "same_story": _same_story(solvable, bare),
        },
        "configuration": {"model": str(model or "shipped")},
        "versions": {
            "arithmetree": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "onnxruntime", "spacy", "tokenizers")},
        },
        "seed": 0,
        "predictions": {
            o.record.id: {
                "expression": o.solution.expression,
                "answer": o.solution.answer,
                "right": o.right,
                "status": o.solution.status,
                "reason": o.solution.reason,
                "confidence": round(o.solution.confidence, 4),
            }
            for o in outcomes
        },
    }


def _without_question(outcome: Outcome) -> str:
    """The text without its question, so that only the story can give the answer away."""
    span = outcome.solution.problem.question
    text = outcome.record.text
    if span is None:
        return text
    return f"{text[: span.start].rstrip()} How many? {text[span.end :].lstrip(' .?!')}".strip()


def _same_story(outcomes: Sequence[Outcome], bare: Sequence[Outcome]) -> dict[str, Any]:
    """Stories in the same words with several questions: right with the question, without it, and at best without it.

    Without the question all these problems are one text, so at best the commonest answer of each story is right.
    """
    stories: dict[tuple[str | None, str], list[int]] = {}
    for number, outcome in enumerate(outcomes):
        stories.setdefault((outcome.record.family, _without_question(outcome)), []).append(number)
    several = [story for story in stories.values() if len(story) > 1]
    asked = [number for story in several for number in story]
    answers = [[outcomes[number].record.answer for number in story] for story in several]
    return {
        "problems": len(asked),
        "accuracy": _share([outcomes[number] for number in asked]),
        "without_question": _share([bare[number] for number in asked]),
        "best_without_question": _per_cent(sum(max(map(right.count, right)) for right in answers), len(asked)),
    }


def _majority(outcomes: Sequence[Outcome]) -> float:
    """How often the commonest expression shape over all its numbers in the order of the text would be right."""
    shapes: dict[str, int] = {}
    for outcome in outcomes:
        shape = str(outcome.record.shape) if not outcome.record.irrelevant else ""
        shapes[shape] = shapes.get(shape, 0) + 1
    shapes.pop("", None)
    return _per_cent(max(shapes.values(), default=0), len(outcomes))


def _families(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Stories with several questions: the share of which every question is answered rightly."""
    families: dict[str, list[bool]] = {}
    for outcome in outcomes:
        if outcome.record.family is not None:
            families.setdefault(outcome.record.family, []).append(outcome.right)
    several = [answers for answers in families.values() if len(answers) > 1]
    return {"families": len(several), "all_right": _per_cent(sum(all(answers) for answers in several), len(several))}


def _calibration(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """Confidence against the share of right answers, in bins of equal size, and the mean gap."""
    ranked = sorted(outcomes, key=lambda outcome: (outcome.solution.confidence, outcome.record.id))
    bins = []
    for number in range(BINS):
        part = ranked[number * len(ranked) // BINS : (number + 1) * len(ranked) // BINS]
        if part:
            confidence = fsum(outcome.solution.confidence for outcome in part) / len(part)
            right = sum(outcome.right for outcome in part) / len(part)
            bins.append({"problems": len(part), "confidence": round(confidence, 4), "right": round(right, 4)})
    gap = fsum(each["problems"] * abs(each["confidence"] - each["right"]) for each in bins)
    return {"bins": bins, "expected_calibration_error": round(gap / max(len(ranked), 1), 4)}


def _at(solver: Solver, outcomes: Sequence[Outcome], wanted: float) -> dict[str, float]:
    """The precision and coverage that a wanted precision gives; coverage over the problems that have an answer."""
    confidence = solver.model.confidence
    needed = 2.0 if confidence is None else confidence.needed(wanted)
    given = [o for o in outcomes if o.answered and o.solution.confidence >= needed]
    solvable = sum(o.record.answer is not None for o in outcomes)
    return {
        "precision": _share(given),
        "coverage": _per_cent(sum(o.record.answer is not None for o in given), solvable),
    }


def _share(outcomes: Sequence[Outcome]) -> float:
    return _per_cent(sum(outcome.right for outcome in outcomes), len(outcomes))


def _per_cent(part: int, whole: int) -> float:
    return round(100 * part / max(whole, 1), 2)

"""What each signal is worth in the confidence: `python training/general/signals.py --gsm8k FILE --umwp FILE --out OUT`.

The shipped model is run over the problems that its confidence is fitted on. Then every style is left out in turn, and
the confidence is fitted with one signal less, or with one more that was tried and is not used. `--outcomes` keeps what
was found for each problem, to count again.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import chain
from math import fsum, log
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from calibrate import CORPUS, LEARNED_FROM, Case, corpus_cases, gsm8k_cases, same_answers, thresholds, umwp_cases
from calibrate import Outcome as Kept
from calibrate import regression as calibrated
from candidates import Forgetful
from sklearn.metrics import brier_score_loss, roc_auc_score

from arithmetree import Solver
from arithmetree.answering import step_signals
from arithmetree.confidence import OF_THE_PROBLEM, Confidence
from arithmetree.corpus import load
from arithmetree.derivations import Constant, FoundAnswer
from arithmetree.errors import TooLongError
from arithmetree.marking.stand_ins import stand_ins
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read_all
from arithmetree.schemas import Problem
from arithmetree.steps.leaves import mentioned, reading_of
from arithmetree.steps.model import Judged, StepModel
from arithmetree.steps.values import leaf_values, step_value

FULL = Path(__file__).parents[2] / "src" / "arithmetree" / "models" / "full"
HIDDEN = 0.12
"""The share of the words that is hidden to see whether the answer stays."""
KNOWN_TEXTS = 3000
NEAREST = 5
DIMENSIONS = 32
MOST_REFUSED = 0.03
EVERY = {"calibration": 3}
"""Of large parts every so manieth problem is enough."""
_CHUNK = 100
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Tools:
    """What the signals are found with."""

    parser: Parser
    model: StepModel
    linear: Solver
    mean: Floats
    axes: Floats
    known: Floats


def vector(model: StepModel, problem: Problem) -> Floats:
    """What the network makes of the question of a text."""
    reading = reading_of(problem, model.tokenizer)
    values, asked = leaf_values(reading)
    return np.asarray(model.read(reading, values, asked).question, dtype=np.float64).reshape(-1)


@cache
def tools() -> Tools:
    """The models, and the vectors of some texts that the full model has learned from."""
    parser, model = load_parser(), StepModel.load(FULL)
    texts = [record.text for part in ("general", "families") for record in load(CORPUS / f"{part}.jsonl")]
    drawn = texts[:: len(texts) // KNOWN_TEXTS]
    vectors = [vector(model, problem) for problem in map(mentioned, read_all(drawn, parser)) if problem.schemas]
    table = np.array(vectors)
    mean = table.mean(0)
    _, sizes, rows = np.linalg.svd(table - mean, full_matrices=False)
    axes = (rows[:DIMENSIONS] / sizes[:DIMENSIONS, None] * len(table) ** 0.5).T
    return Tools(parser, model, Solver.load("linear"), mean, axes, (table - mean) @ axes)


def tried_signals(problem: Problem, whole: Problem, judged: Judged, found: Tools) -> dict[str, float]:
    """Signals that are not in use; `whole` is the problem as the linear model reads it."""
    best = judged.result.found[0]
    certificate, shares = judged.result.certificate, [one.low for one in judged.result.found]
    seed = int(sha256(problem.text.encode()).hexdigest()[:8], 16)
    forgetful = replace(found.model, networks=Forgetful(found.model.networks, HIDDEN, seed))
    linear = found.linear.solve_problem(whole, precision=0)
    otherwise = reading_of(problem, found.model.tokenizer, hidden=without_things)
    near = np.sort(np.linalg.norm(found.known - (vector(found.model, problem) - found.mean) @ found.axes, axis=1))
    return {
        "unexplored": certificate.unexplored,
        "uncertainty": -fsum(share * log(share) for share in shares if share > 0),
        "opened": log(certificate.opened),
        "words": float(len(problem.tokens)),
        "numbers not used": float(len(judged.reading.mentions) - len(best.derivation.mentions)),
        "constants": float(sum(isinstance(leaf, Constant) for leaf in best.derivation.leaves)),
        "open or contradictory": fsum(certificate.rejected.get(name, 0.0) for name in ("open", "contradictory")),
        "no sense as an amount": fsum(
            certificate.rejected.get(name, 0.0) for name in ("not negative", "whole count", "one unit")
        ),
        "unit does not fit": float(_unlike_unit(best, judged)),
        "linear model agrees": float(linear.exact_values == best.values),
        "same with words hidden": _share(forgetful.judge(problem), best),
        "same with other stand-ins": _share(found.model.judge_reading(otherwise), best),
        "distance from known texts": float(near[:NEAREST].mean()),
    }


def without_things(problem: Problem) -> Sequence[Any]:
    """The stand-ins for people in the other order, and none for what is counted."""
    own = [one for one in stand_ins(problem) if one.piece not in ("item", "items")]
    pieces = list(dict.fromkeys(one.piece for one in own))
    other = dict(zip(pieces, reversed(pieces), strict=True))
    return [replace(one, piece=other[one.piece]) for one in own]


def _share(judged: Judged, best: FoundAnswer) -> float:
    return fsum(one.low for one in judged.result.found if one.values == best.values)


def _unlike_unit(best: FoundAnswer, judged: Judged) -> bool:
    """Whether the answer counts something, and the question asks for another thing."""
    values, asked = leaf_values(judged.reading)
    made = best.derivation
    known = [values.one(judged.reading.leaves.index(leaf)) for leaf in made.leaves]
    for step in made.steps:
        known.append(step_value(step.operation, known[step.left], known[step.right], 0.0))
    unit = int(known[made.answers[-1]].unit[0])
    return 0 < unit != asked.unit > 0


def outcomes(cases: Sequence[Case]) -> list[Kept]:
    """What the model made of some cases, with all signals."""
    found = tools()
    kept = []
    for case, problem in zip(cases, read_all([case.text for case in cases], found.parser), strict=True):
        mentions = mentioned(problem)
        if not mentions.schemas:
            continue
        try:
            judged = found.model.judge(mentions)
        except TooLongError:
            continue
        if not judged.result.found:
            continue
        signals = step_signals(judged) | tried_signals(mentions, problem, judged, found)
        right = case.answers is not None and same_answers(judged.result.found[0].values, case.answers)
        kept.append(Kept(case.style, case.answers is not None, right, False, {}, signals))
    return kept


def run(parts: Iterable[Sequence[Case]], workers: int) -> Iterator[Kept]:
    """All outcomes in order."""
    cases = list(chain.from_iterable(parts))
    chunks = [cases[start : start + _CHUNK] for start in range(0, len(cases), _CHUNK)]
    with ProcessPoolExecutor(workers) as pool:
        yield from chain.from_iterable(pool.map(outcomes, chunks))


def some_signals(row: Kept, names: Sequence[str]) -> Kept:
    """An outcome with only some of its signals."""
    return replace(row, signals={name: row.signals[name] for name in names})


def worth(rows: Sequence[Kept], names: Sequence[str]) -> dict[str, float]:
    """What a confidence of some signals is worth, on the average of the styles that were left out in turn."""
    chosen = [some_signals(row, names) for row in rows]
    found: dict[str, list[float]] = {}
    for style in sorted({row.style for row in rows}):
        others = [row for row in chosen if row.style != style]
        own = [row for row in chosen if row.style == style]
        for name, value in _measured(others, own).items():
            found.setdefault(name, []).append(value)
    return {
        name: round(float(np.min(values) if name.startswith("worst") else np.mean(values)), 4)
        for name, values in found.items()
    }


def _measured(others: Sequence[Kept], own: Sequence[Kept]) -> dict[str, float]:
    answerable = calibrated(others, [row.solvable for row in others], frozenset())
    fresh = [row for row in others if row.solvable and row.style not in LEARNED_FROM]
    right = calibrated(fresh, [row.right for row in fresh], OF_THE_PROBLEM)
    bare = Confidence(answerable, right, ())
    confidence = replace(bare, thresholds=thresholds(others, bare))
    sure = np.array([confidence.of(row.signals) for row in own])
    good = np.array([row.right for row in own])
    solvable = np.array([row.solvable for row in own])
    found = {"brier": brier_score_loss(good, sure), "order": roc_auc_score(good, sure)}
    above = sure >= confidence.needed(0.95)
    found["coverage at 0.95"] = (above & solvable).sum() / solvable.sum()
    if above.sum():
        found["worst precision at 0.95"] = good[above].mean()
    if not solvable.all():
        likely = np.array([answerable.of(row.signals) for row in own])
        found["refused at 3 %"] = (likely[~solvable] < np.quantile(likely[solvable], MOST_REFUSED)).mean()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gsm8k", type=Path, required=True, help="what gsm8k.py wrote")
    parser.add_argument("--umwp", type=Path, required=True, help="the file of UMWP")
    parser.add_argument("--outcomes", type=Path, help="keep what was found for each problem here, to count again")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=int, help="only so many problems of each part, for a trial")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if arguments.outcomes and arguments.outcomes.exists():
        rows = [Kept(**json.loads(line)) for line in arguments.outcomes.read_text(encoding="utf-8").splitlines()]
    else:
        parts = [list(corpus_cases(part))[:: EVERY.get(part, 1)] for part in ("general_calibration", "calibration")]
        parts += [list(gsm8k_cases(arguments.gsm8k)), list(umwp_cases(arguments.umwp))]
        if arguments.limit:
            parts = [part[:: max(1, len(part) // arguments.limit)] for part in parts]
        rows = list(run(parts, arguments.workers))
        if arguments.outcomes:
            lines = (json.dumps(vars(row)) + "\n" for row in rows)
            arguments.outcomes.write_text("".join(lines), encoding="utf-8")
    used = [name for name in rows[0].signals if name in _used()]
    tried = [name for name in rows[0].signals if name not in _used()]
    report = {
        "command": f"python training/general/signals.py --gsm8k FILE --umwp FILE --workers {arguments.workers}",
        "problems": len(rows),
        "in use": worth(rows, used),
        "without": {name: worth(rows, [other for other in used if other != name]) for name in used},
        "with": {name: worth(rows, [*used, name]) for name in tried},
        "with all": worth(rows, [*used, *tried]),
    }
    arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))
    return 0


@cache
def _used() -> frozenset[str]:
    """The signals of the confidence that ships."""
    confidence = StepModel.load(FULL).confidence
    assert confidence is not None
    return frozenset({*confidence.answerable.weights, *confidence.right.weights})


if __name__ == "__main__":
    sys.exit(main())

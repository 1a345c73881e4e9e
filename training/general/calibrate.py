"""Fit the confidence of the step model and put the model folder together.

`python training/general/calibrate.py --weights FILE --gsm8k FILE --umwp FILE --out FOLDER` exports the networks, runs
them over problems that no weight learned from, in many styles, and fits (arithmetree.confidence):

- how probable it is that a problem has an answer, and that the answer found is the right one;
- below which probability of an answer a problem is refused, so that few of the solvable are;
- the confidence that each precision needs, so that it is reached in every style.

`NAME_report.json` beside the folder NAME says what that is worth on styles that were left out of the fit, each in turn.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from examples import REASONS, constant_values
from export import export
from prepare import Source, corpus_sources
from sklearn.linear_model import LogisticRegression
from train import load_weights

from arithmetree.answering import step_signals
from arithmetree.answering.outcome import SHOWN_FROM
from arithmetree.confidence import OF_THE_PROBLEM, Confidence, Regression
from arithmetree.corpus import load
from arithmetree.derivations import OPERATIONS, work_out
from arithmetree.errors import TooLongError
from arithmetree.model_saving import save_folder
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read_all
from arithmetree.refusals import refusal
from arithmetree.steps.leaves import mentioned
from arithmetree.steps.model import FORMAT, FORMAT_VERSION, SETTINGS_FILE, TOKENIZER_FILE, StepModel
from arithmetree.steps.network import MATRICES_FILE, NETWORK_FILES

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "build" / "corpus"
TOKENIZER = ROOT / "src" / "arithmetree" / "models" / "full" / TOKENIZER_FILE
PRECISIONS = (0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99)
MOST_REFUSED = 0.03
"""This share of the solvable problems may be refused, on the average of the styles; fewer are of the dev parts."""
LIKELY = 0.75
"""A problem that is at least so likely to have an answer is never refused."""
FEWEST = 60
"""Fewer answers than this above a threshold, or in a style, say little about it."""
FEWEST_SURE = 70
_SPARE = 0.27
"""This share of the mistakes that a precision allows is kept in reserve for styles that are not known."""
LEARNED_FROM = frozenset({"umwp"})
"""Styles whose solvable problems were learned from: they say when to refuse, not how often an answer is right."""
GROUPS = 10
"""Of a plot of reliability."""
_CHUNK = 200
_TOLERANCE = Fraction(1, 100)


@dataclass(frozen=True)
class Case:
    """A problem with the answers that are right, None if there is none, and the style it is written in."""

    text: str
    answers: tuple[Fraction, ...] | None
    style: str


@dataclass(frozen=True)
class Outcome:
    """What the model made of a case."""

    style: str
    solvable: bool
    right: bool
    doubted: bool
    refusals: dict[str, float]
    signals: dict[str, float]


def corpus_cases(part: str) -> Iterator[Case]:
    """The problems of a part of the corpus; the read-once ones are one style."""
    path = CORPUS / f"{part}.jsonl"
    styles = {record.id: record.style or "read-once" for record in load(path)}
    for source in corpus_sources(path):
        style = styles.get(source.id) or styles[source.id.rsplit("-", 1)[0]]
        yield Case(source.text, _answers(source), style)


def gsm8k_cases(path: Path) -> Iterator[Case]:
    """The problems of GSM8K that were held out, those without a derivation too."""
    for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
        row = json.loads(line)
        if row["held_out"] and row["answer"] is not None:
            yield Case(row["text"], (Fraction(row["answer"]),), "gsm8k")


def umwp_cases(path: Path) -> Iterator[Case]:
    """The unanswerable twins with even ids, and their originals (only these may be used to calibrate)."""
    for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
        row = json.loads(line)
        if int(row["id"]) % 2 == 0:
            yield Case(row["question"], None if not row["answerable"] else _given(row["answer"]), "umwp")


def _given(answer: Any) -> tuple[Fraction, ...]:
    return tuple(Fraction(str(value)).limit_denominator(10**6) for value in (answer or ()))


def _answers(source: Source) -> tuple[Fraction, ...] | None:
    if source.derivation is None:
        return None
    worked = work_out(source.derivation, [one.value for one in source.quantities])
    found = [worked.number(answer) for answer in source.derivation.answers]
    return tuple(value for value in found if value is not None)


def outcomes_of(folder: Path, cases: Sequence[Case], workers: int = 1) -> Iterator[Outcome]:
    """Run the model of a folder over cases."""
    chunks = [cases[start : start + _CHUNK] for start in range(0, len(cases), _CHUNK)]
    if workers == 1:
        yield from chain.from_iterable(map(partial(_outcomes, folder), chunks))
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from chain.from_iterable(pool.map(partial(_outcomes, folder), chunks))


@cache
def _tools(folder: Path) -> tuple[Parser, StepModel]:
    return load_parser(), StepModel.load(folder)


def _outcomes(folder: Path, cases: Sequence[Case]) -> list[Outcome]:
    parser, model = _tools(folder)
    found = []
    for case, problem in zip(cases, read_all([case.text for case in cases], parser), strict=True):
        mentions = mentioned(problem)
        if not mentions.schemas:
            continue
        try:
            judged = model.judge(mentions)
        except TooLongError:
            continue
        if not judged.result.found:
            continue
        values = judged.result.found[0].values
        right = case.answers is not None and same_answers(values, case.answers)
        doubted = refusal(mentions, general=True) is not None
        refusals, signals = dict(judged.refusals), step_signals(judged)
        found.append(Outcome(case.style, case.answers is not None, right, doubted, refusals, signals))
    return found


def same_answers(found: Sequence[Fraction], answers: Sequence[Fraction]) -> bool:
    """Whether all answers are right, to the digits in which a set may give them."""
    return len(found) == len(answers) and all(
        abs(one - other) <= _TOLERANCE for one, other in zip(found, answers, strict=True)
    )


def regression(rows: Sequence[Outcome], happened: Sequence[bool], without: frozenset[str]) -> Regression:
    """A logistic regression over the signals that vary; every style counts the same."""
    names = [name for name in rows[0].signals if name not in without]
    table = np.array([[row.signals[name] for name in names] for row in rows])
    used = [place for place in range(len(names)) if np.ptp(table[:, place]) > 0]
    counts: dict[str, int] = {}
    for row in rows:
        counts[row.style] = counts.get(row.style, 0) + 1
    weights = np.array([1 / counts[row.style] for row in rows])
    weights *= len(rows) / weights.sum()
    scale = table[:, used].std(0)
    fitted = LogisticRegression(C=1.0, max_iter=20_000).fit(table[:, used] / scale, np.array(happened), weights)
    return Regression(
        {names[place]: float(weight / size) for place, weight, size in zip(used, fitted.coef_[0], scale, strict=True)},
        float(fitted.intercept_[0]),
    )


def fitted(rows: Sequence[Outcome]) -> Confidence:
    """The confidence fitted on some outcomes."""
    answerable = regression(rows, [row.solvable for row in rows], frozenset())
    solvable = [row for row in rows if row.solvable]
    fresh = [row for row in solvable if row.style not in LEARNED_FROM]
    right = regression(fresh, [row.right for row in fresh], OF_THE_PROBLEM)
    least = refuse_below(solvable, answerable)
    bare = Confidence(answerable, right, (), least)
    return Confidence(answerable, right, thresholds(rows, bare), least)


def refuse_below(solvable: Sequence[Outcome], answerable: Regression) -> float:
    """The probability of an answer below which few of the solvable are, on the average of the styles."""
    styles = sorted({row.style for row in solvable})
    of_style = [np.array([answerable.of(row.signals) for row in solvable if row.style == style]) for style in styles]
    tried = np.unique(np.concatenate(of_style))
    few = [p for p in tried if np.mean([(each < p).mean() for each in of_style]) <= MOST_REFUSED]
    return float(min(few[-1], LIKELY)) if few else 0.0


def refused(row: Outcome, confidence: Confidence, *, given: bool) -> bool:
    """Whether a problem is said to have no answer; `given` if its answer is sure enough otherwise."""
    return confidence.refused(row.refusals, row.signals, given=given, doubted=row.doubted) is not None


def thresholds(rows: Sequence[Outcome], confidence: Confidence) -> tuple[tuple[float, float], ...]:
    """For each precision the lowest confidence from which on it is reached in every style.

    A style counts where it has enough answers that are so sure, and it must do a little better than is asked for. A
    precision that no confidence reaches has no entry.
    """
    kept = [row for row in rows if not refused(row, confidence, given=True) and row.style not in LEARNED_FROM]
    styles = sorted({row.style for row in kept})
    sure = np.array([confidence.of(row.signals) for row in kept])
    right = np.array([row.right for row in kept])
    of_style = [np.array([row.style == style for row in kept]) for style in styles]
    tried = np.unique(np.quantile(sure, np.linspace(0, 0.995, 400)))[::-1]
    lowest = np.ones(len(tried))  # the precision of the worst style from each confidence on
    for place, least in enumerate(tried):
        above = sure >= least
        reached = [right[above & each].mean() for each in of_style if (above & each).sum() >= FEWEST_SURE]
        lowest[place] = min(reached, default=1.0)
    found = []
    for precision in PRECISIONS:
        short = np.flatnonzero(lowest < precision + _SPARE * (1 - precision))
        last = len(tried) - 1 if not len(short) else short[0] - 1
        if last >= 0:
            found.append((precision, float(tried[last])))
    return tuple(found)


def measured(rows: Sequence[Outcome], confidence: Confidence) -> dict[str, Any]:
    """What a confidence is worth on some outcomes."""
    solvable = sum(row.solvable for row in rows)
    without = [row for row in rows if refused(row, confidence, given=confidence.of(row.signals) >= SHOWN_FROM)]
    found: dict[str, Any] = {
        "problems": len(rows),
        "right": _per_cent(sum(row.right for row in rows), solvable),
        "solvable_refused": _per_cent(sum(row.solvable for row in without), solvable),
        "unanswerable_refused": _per_cent(sum(not row.solvable for row in without), len(rows) - solvable),
    }
    for precision in (None, 0.9, 0.95, 0.98):
        least = SHOWN_FROM if precision is None else confidence.needed(precision)
        sure = [row for row in rows if confidence.of(row.signals) >= least]
        kept = [row for row in sure if not refused(row, confidence, given=True)]
        found[str(precision or "default")] = {
            "precision": _per_cent(sum(row.right for row in kept), len(kept)),
            "coverage": _per_cent(sum(row.solvable for row in kept), solvable),
        }
    return found


def curves(rows: Sequence[Outcome], confidence: Confidence) -> dict[str, Any]:
    """For plots, from the most to the least sure: confidence and share right in groups of equal size; precisions.

    `risk` is what would be right of each twentieth more of the problems that were answered.
    """
    sure = np.array([confidence.of(row.signals) for row in rows])
    order = np.argsort(-sure, kind="stable")
    right = np.array([row.right for row in rows])[order]
    groups = zip(np.array_split(sure[order], GROUPS), np.array_split(right, GROUPS), strict=True)
    ends = np.linspace(0, len(rows), 2 * GROUPS + 1).astype(int)[1:]
    return {
        "reliability": [[round(float(one.mean()), 4), round(float(other.mean()), 4)] for one, other in groups],
        "risk": [[round(end / len(rows), 4), round(float(right[:end].mean()), 4)] for end in ends.tolist()],
    }


def _per_cent(part: int, whole: int) -> float | None:
    return None if not whole else round(100 * part / whole, 1)


def left_out(rows: Sequence[Outcome]) -> dict[str, Any]:
    """For each style: fitted on all others, measured on it."""
    styles = sorted({row.style for row in rows})
    found = {}
    for style in styles:
        own = [row for row in rows if row.style == style]
        if len(own) >= FEWEST:
            confidence = fitted([row for row in rows if row.style != style])
            found[style] = measured(own, confidence) | curves(own, confidence)
    return found


def write_model(
    folder: Path,
    networks: Path,
    confidence: Confidence | None,
    provenance: dict[str, Any],
    constants: Sequence[str] | None = None,
) -> None:
    """Put a model folder together; `constants` are those the networks know, by default all of today."""

    def write(new: Path) -> None:
        for path in sorted(networks.iterdir()):
            shutil.copy(path, new / path.name)
        shutil.copy(TOKENIZER, new / TOKENIZER_FILE)
        settings = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "operations": [str(operation) for operation in OPERATIONS],
            "constants": constant_values() if constants is None else list(constants),
            "reasons": list(REASONS),
            "confidence": None if confidence is None else confidence.to_record(),
            "provenance": provenance,
        }
        (new / SETTINGS_FILE).write_text(json.dumps(settings) + "\n", encoding="utf-8")

    save_folder(folder, write)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--weights", type=Path, help="what train.py wrote")
    source.add_argument("--model", type=Path, help="a model folder whose confidence is to be fitted again")
    parser.add_argument("--gsm8k", type=Path, help="what gsm8k.py wrote")
    parser.add_argument("--umwp", type=Path, help="the file of UMWP")
    parser.add_argument("--outcomes", type=Path, help="keep what the model made of each problem here, to fit again")
    parser.add_argument("--bytes", action="store_true", help="four bits for word embeddings only (export.py)")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=int, help="only so many problems of each part, for a trial")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        networks = Path(temporary) / "networks"
        if arguments.weights:
            provenance = json.loads(arguments.weights.with_suffix(".provenance.json").read_text(encoding="utf-8"))
            constants = constant_values()
            export(load_weights(arguments.weights, plain=True), networks, four_bits=not arguments.bytes)
        else:
            about = json.loads((arguments.model / SETTINGS_FILE).read_text(encoding="utf-8"))
            provenance, constants = about["provenance"], about["constants"]
            networks.mkdir()
            for name in (*NETWORK_FILES, MATRICES_FILE):
                shutil.copy(arguments.model / name, networks / name)
        write_model(arguments.out, networks, None, provenance, constants)
        parts: list[Iterable[Case]] = [corpus_cases("general_calibration"), corpus_cases("calibration")]
        if arguments.gsm8k:
            parts.append(gsm8k_cases(arguments.gsm8k))
        if arguments.umwp:
            parts.append(umwp_cases(arguments.umwp))
        rows: list[Outcome] = []
        if arguments.outcomes and arguments.outcomes.exists():
            rows = [Outcome(**json.loads(line)) for line in arguments.outcomes.read_text(encoding="utf-8").splitlines()]
            parts = []
        for part in parts:
            cases = list(part)
            if arguments.limit:
                cases = cases[:: max(1, len(cases) // arguments.limit)]
            rows += outcomes_of(arguments.out, cases, arguments.workers)
            print(f"{len(rows)} problems", flush=True)
        if arguments.outcomes:
            arguments.outcomes.write_text("".join(json.dumps(vars(row)) + "\n" for row in rows), encoding="utf-8")
        confidence = fitted(rows)
        report = {"all": measured(rows, confidence), "left_out": left_out(rows), "thresholds": confidence.thresholds,
                  "refuse_below": confidence.refuse_below}  # fmt: skip
        provenance["confidence"] = {"problems": len(rows), "styles": sorted({row.style for row in rows})}
        write_model(arguments.out, networks, confidence, provenance, constants)
    arguments.out.with_name(f"{arguments.out.name}_report.json").write_text(
        json.dumps(report, indent=1) + "\n", encoding="utf-8"
    )
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Put the full model together: `python training/encoder/build.py --weights FILE ... --linear DIR --out DIR`.

Exports the encoder, chooses the weight of the linear scorer, calibrates the confidence and writes the model folder, all
on the dev part of the corpus, which neither scorer was trained on. The test part is not touched.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from export import export, load_network
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold, cross_val_predict

from arithmetree.confidence import SIGNALS, Confidence
from arithmetree.corpus import load
from arithmetree.encoder.model import ENCODER_FILE, FORMAT, FORMAT_VERSION, LINEAR_FOLDER, TOKENIZER_FILE, FullModel
from arithmetree.encoder.scorer import Encoder, EncoderScores
from arithmetree.expressions import LABELS, UNDEFINED
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.generator import generate
from arithmetree.knowledge import TRAITS
from arithmetree.model import SETTINGS_FILE, Model, Scorer, values_of
from arithmetree.model_saving import save_folder
from arithmetree.refusals import contradiction, refusal
from arithmetree.search import posterior, search
from arithmetree.solver import signals_of
from arithmetree.training.parse_cache import read_cached

ROOT = Path(__file__).parents[2]
REASONS = ("", "NO_QUESTION", "TOO_FEW_QUANTITIES", "MISSING_INFORMATION", "OUT_OF_SCOPE", "CONTRADICTORY")
PLACES = frozenset({"examples", "pretrained", "start", "config", "out", "minus", "predict", "save", "teacher"})
"""Settings of a training run that say where things lay, not how it was done."""
JUDGED = ("MISSING_INFORMATION", "CONTRADICTORY")
"""The reasons that are left to the trained judge. The others are found by rules; whether a problem is out of scope it
tells by style more than by content, because nearly all its examples come from one data set."""
WEIGHTS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
MOST_REFUSED = 0.007
"""The share of solvable problems that each reason of the trained judge may refuse, on dev and on generated ones."""
GENERATED = 600
"""Generated problems, of another seed than in training, keep the judge from refusing plain ones by their style."""
DOUBT = 0.2
"""The probability that a threshold does not reach its precision (one-sided Clopper-Pearson bound)."""
PRECISIONS = tuple(round(0.5 + 0.01 * step, 2) for step in range(50))


@dataclass(frozen=True)
class Case:
    """A dev problem with at least two quantities: its facts, its story, and its answer if it has one."""

    facts: ProblemFacts
    story: str
    answer: Fraction | None


class Remembered:
    """An encoder that has scored all its problems already."""

    def __init__(self, encoder: Encoder, cases: Sequence[Case]) -> None:
        self._scores = {case.facts.problem.text: encoder.scores(case.facts.problem) for case in cases}

    def scores(self, problem: Any) -> EncoderScores:
        return self._scores[problem.text]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("weights", "training", "config", "tokenizer", "features", "linear", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    sys.stdout.reconfigure(line_buffering=True)
    scratch = arguments.out.parent / f".{arguments.out.name}-new"
    shutil.rmtree(scratch, ignore_errors=True)
    scratch.mkdir(parents=True)
    network = load_network(arguments.weights, arguments.training, arguments.config)
    export(network, scratch / ENCODER_FILE)
    shutil.copyfile(arguments.tokenizer, scratch / TOKENIZER_FILE)
    features = json.loads(arguments.features.read_text(encoding="utf-8"))
    linear = Model.load(arguments.linear)
    assert linear.traits is not None
    cases = dev_cases()
    encoder = Encoder((scratch / ENCODER_FILE).read_bytes(), (scratch / TOKENIZER_FILE).read_text("utf-8"), features)
    traits = network.traits.detach().numpy().astype(float)
    unfitted = Confidence({}, 0.0, (), {})
    plain = generated_cases()
    model = FullModel(Remembered(encoder, [*cases, *plain]), linear, 0.0, traits, REASONS, unfitted)  # type: ignore[arg-type]
    found = {w: accuracy(replace(model, linear_weight=w, traits=traits + w * linear.traits), cases) for w in WEIGHTS}
    # Neighbours have a say, so that a lucky weight is not taken.
    ends = (WEIGHTS[0], *WEIGHTS, WEIGHTS[-1])
    smooth = {w: np.mean([found[v] for v in ends[i : i + 3]]) for i, w in enumerate(WEIGHTS)}
    weight = max(WEIGHTS, key=lambda w: smooth[w])
    print("accuracy on dev by weight of the linear scorer:", found, "chosen:", weight)
    model = replace(model, linear_weight=weight, traits=traits + weight * linear.traits)
    confidence, report = calibrated(model, cases, plain)
    print(report)
    settings = json.loads(arguments.training.read_text(encoding="utf-8"))["arguments"]
    record = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "labels": [label.value for label in LABELS],
        "reasons": list(REASONS),
        "linear_weight": weight,
        "traits": list(TRAITS),
        "trait_weights": [round(float(value), 6) for value in traits],
        "confidence": confidence.to_record(),
        "provenance": {
            "encoder": "all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), fine-tuned",
            "encoder_sha256_before": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "training": {name: value for name, value in settings.items() if name not in PLACES},
            "trained_on": "corpus (train, families), generated problems, the training part of GSM8K (MIT)",
            "dev": report,
        },
        "features": features,
    }
    # The linear model first: the full one lists its checksums.
    replace(linear, confidence=calibrated(linear, cases, plain)[0]).save(arguments.out.parent / LINEAR_FOLDER)

    def write(folder: Path) -> None:
        for name in (ENCODER_FILE, TOKENIZER_FILE):
            shutil.copyfile(scratch / name, folder / name)
        (folder / SETTINGS_FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")

    save_folder(arguments.out, write, beside=[LINEAR_FOLDER])
    shutil.rmtree(scratch)
    FullModel.load(arguments.out)


def dev_cases() -> list[Case]:
    records = load(ROOT / "corpus" / "dev.jsonl")
    cases = []
    for record, problem in zip(records, read_cached([record.text for record in records]), strict=True):
        if len(problem.schemas) >= 2:
            cases.append(Case(facts_of(problem), record.family or record.id, record.answer))
    return cases


def generated_cases() -> list[Case]:
    records = list(generate(GENERATED, seed=99))
    problems = read_cached([record.text for record in records])
    return [
        Case(facts_of(problem), record.id, record.answer)
        for record, problem in zip(records, problems, strict=True)
        if len(problem.schemas) >= 2
    ]


def accuracy(model: Scorer, cases: Sequence[Case]) -> float:
    """The share of right answers among the solvable problems."""
    solvable = [case for case in cases if case.answer is not None]
    right = 0
    for case in solvable:
        values = values_of(case.facts)
        result = search(model.judge(case.facts).scores, values, model.constraints(case.facts, "learned"))
        right += bool(result.found) and is_right(result.found[0].value, case.answer)
    return right / len(solvable)


def is_right(value: object, answer: Fraction | None) -> bool:
    return answer is not None and value is not UNDEFINED and abs(value - answer) <= Fraction(1, 100)  # type: ignore[operator]


def calibrated(model: Scorer, cases: Sequence[Case], plain: Sequence[Case]) -> tuple[Confidence, dict[str, float]]:
    """The confidence fitted on the cases, and what it is worth in cross-validation over stories."""
    rows, right, stories, refused, judged, solvable = [], [], [], [], [], []
    for case in cases:
        values = values_of(case.facts)
        judgement = model.judge(case.facts)
        applied = model.constraints(case.facts, "learned")
        best = search(judgement.scores, values, applied).found[0]
        probability = dict(posterior(judgement.scores, values, applied).probabilities)
        signals = signals_of(case.facts, judgement, best, probability)
        rows.append([signals[name] for name in SIGNALS])
        right.append(int(is_right(best.value, case.answer)))
        stories.append(case.story)
        problem = case.facts.problem
        refused.append(refusal(problem) is not None or contradiction(problem, best.tree) is not None)
        judged.append(judgement.refusals)
        solvable.append(case.answer is not None)
    table, target, by_rule = np.array(rows), np.array(right), np.array(refused)
    has_answer = np.array(solvable)
    used = [i for i, _ in enumerate(SIGNALS) if np.ptp(table[:, i]) > 0]
    regression = LogisticRegression(C=1.0, max_iter=1000)
    groups = np.array(stories)
    guessed = cross_val_predict(
        regression, table[:, used], target, groups=groups, cv=GroupKFold(10), method="predict_proba"
    )[:, 1]
    regression.fit(table[:, used], target)
    above = refusal_thresholds(
        [each for each, fine in zip(judged, solvable, strict=True) if fine],
        [model.judge(case.facts).refusals for case in plain],
    )
    by_judge = np.array([Confidence({}, 0.0, (), above).refused(each) is not None for each in judged])
    answered = ~by_rule & ~by_judge
    confidence = Confidence(
        {SIGNALS[i]: float(w) for i, w in zip(used, regression.coef_[0], strict=True)},
        float(regression.intercept_[0]),
        thresholds(guessed[answered], target[answered]),
        above,
    )
    report = {
        "problems": len(cases),
        "right": float(target[has_answer].mean()),
        "expected_calibration_error": calibration_error(guessed, target),
        "solvable_refused": float((~answered)[has_answer].mean()),
        "unanswerable_refused": float((~answered)[~has_answer].mean()),
    }
    return confidence, report


def refusal_thresholds(*solvable: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """For each reason the lowest probability that refuses at most MOST_REFUSED of each kind of solvable problems."""
    above = {}
    for reason in JUDGED:
        highest = 0.0
        for problems in solvable:
            ranked = sorted((refusals.get(reason, 0.0) for refusals in problems), reverse=True)
            highest = max(highest, ranked[int(MOST_REFUSED * len(ranked))])
        if highest > 0:
            above[reason] = float(np.nextafter(highest, 2.0))
    return above


def thresholds(confidence: np.ndarray, right: np.ndarray) -> tuple[tuple[float, float], ...]:
    """For each precision the lowest confidence above which it is reached with probability 1 - DOUBT."""
    from scipy.stats import beta

    order = np.argsort(-confidence, kind="stable")
    hits = np.cumsum(right[order])
    counts = np.arange(1, len(order) + 1)
    least = beta.ppf(DOUBT, hits, counts - hits + 1)
    found = []
    for precision in PRECISIONS:
        reaching = np.flatnonzero(least >= precision)
        if len(reaching):
            found.append((precision, float(confidence[order[reaching[-1]]])))
    return tuple(found)


def calibration_error(confidence: np.ndarray, right: np.ndarray, bins: int = 10) -> float:
    """The expected calibration error over equally filled bins."""
    order = np.argsort(confidence, kind="stable")
    parts = np.array_split(order, bins)
    return float(sum(len(p) * abs(confidence[p].mean() - right[p].mean()) for p in parts) / len(order))


if __name__ == "__main__":
    main()

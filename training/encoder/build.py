"""Put the tree model together: `python training/encoder/build.py --weights FILE ... --out DIR`.

Exports the encoder, fits the confidence on the calibration part of the corpus and writes the model folder. The encoder
was not trained on that part, and nothing but the confidence has ever been fitted to it. The test part is not touched.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
from export import export, load_network
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from arithmetree.answering.by_trees import signals_of
from arithmetree.confidence import OF_THE_PROBLEM, SIGNALS, Confidence, Regression
from arithmetree.corpus import load
from arithmetree.encoder.model import ENCODER_FILE, FORMAT, FORMAT_VERSION, TOKENIZER_FILE, TreeModel
from arithmetree.encoder.scorer import Encoder, EncoderScores
from arithmetree.expressions import LABELS, UNDEFINED
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.generator import generate
from arithmetree.knowledge import TRAITS
from arithmetree.model import SETTINGS_FILE, Scorer, values_of
from arithmetree.model_saving import save_folder
from arithmetree.refusals import contradiction, refusal
from arithmetree.search import posterior, search
from arithmetree.training.parse_cache import read_cached

ROOT = Path(__file__).parents[2]
REASONS = ("", "NO_QUESTION", "TOO_FEW_QUANTITIES", "MISSING_INFORMATION", "OUT_OF_SCOPE", "CONTRADICTORY")
PLACES = frozenset({"examples", "pretrained", "start", "config", "out", "minus", "predict", "save", "teacher"})
"""Settings of a training run that say where things lay, not how it was done."""
JUDGED = ("MISSING_INFORMATION", "CONTRADICTORY")
"""The reasons that are left to the trained judge. The others are found by rules; that a problem is out of scope it
tells by style too much, because most of its examples come from one data set, so there it only lowers the confidence."""
MOST_REFUSED = 0.025
"""The share of solvable problems that each reason of the trained judge may refuse, of each style in the calibration
part and of generated ones; both together stay within a twentieth."""
STYLES = ("everyday", "plain")
"""First words of scenarios that tell a style; the other problems are stories."""
LEAST_REFUSING = 0.5
"""The least probability of a reason that refuses a problem."""
GENERATED = 600
"""Generated problems, of another seed than in training, keep the judge from refusing plain ones by their style."""
DOUBT = 0.001
"""The probability that a threshold does not reach its precision (one-sided Clopper-Pearson bound). That bound takes
problems as independent, but those of one writer are alike; see `promise_kept`, which says how often the precision is
reached on the problems of writers to whom it was not fitted."""
PROMISED = (0.9, 0.95, 0.98)
TRIALS = 100
PRECISIONS = tuple(round(0.5 + 0.01 * step, 2) for step in range(50))


@dataclass(frozen=True)
class Case:
    """A problem with at least two quantities: facts, story, writer and style, and its answer if it has one."""

    facts: ProblemFacts
    story: str
    writer: str
    style: str
    answer: Fraction | None


class Remembered:
    """An encoder that has scored all its problems already."""

    def __init__(self, encoder: Encoder, cases: Sequence[Case]) -> None:
        self._scores = {case.facts.problem.text: encoder.scores(case.facts.problem) for case in cases}

    def scores(self, problem: Any) -> EncoderScores:
        return self._scores[problem.text]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("weights", "training", "config", "tokenizer", "features", "out"):
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
    cases, unseen = corpus_cases("dev"), corpus_cases("calibration")
    encoder = Encoder((scratch / ENCODER_FILE).read_bytes(), (scratch / TOKENIZER_FILE).read_text("utf-8"), features)
    traits = network.traits.detach().numpy().astype(float)
    unfitted = Confidence(Regression({}, 0.0), Regression({}, 0.0), (), {})
    generated = generated_cases()
    model = TreeModel(Remembered(encoder, [*cases, *unseen, *generated]), traits, REASONS, unfitted)  # type: ignore[arg-type]
    right = accuracy(model, cases)
    print("accuracy on dev:", right)
    confidence, report = calibrated(model, unseen, generated)
    print(report)
    settings = json.loads(arguments.training.read_text(encoding="utf-8"))["arguments"]
    record = {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "labels": [label.value for label in LABELS],
        "reasons": list(REASONS),
        "traits": list(TRAITS),
        "trait_weights": [round(float(value), 6) for value in traits],
        "confidence": confidence.to_record(),
        "provenance": {
            "encoder": "all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), fine-tuned",
            "encoder_sha256_before": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
            "training": {name: value for name, value in settings.items() if name not in PLACES},
            "trained_on": "corpus (train, families), generated problems, the training part of GSM8K (MIT)",
            "right_on_dev": right,
            "calibration": report,
        },
        "features": features,
    }

    def write(folder: Path) -> None:
        for name in (ENCODER_FILE, TOKENIZER_FILE):
            shutil.copyfile(scratch / name, folder / name)
        (folder / SETTINGS_FILE).write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")

    save_folder(arguments.out, write)
    shutil.rmtree(scratch)
    TreeModel.load(arguments.out)


def corpus_cases(part: str) -> list[Case]:
    records = load(ROOT / "build" / "corpus" / f"{part}.jsonl")
    cases = []
    for record, problem in zip(records, read_cached([record.text for record in records]), strict=True):
        if len(problem.schemas) >= 2:
            style = record.scenario.partition("-")[0]
            cases.append(
                Case(
                    facts_of(problem), record.family or record.id, record.writer,
                    style if style in STYLES else "story", record.answer,
                )
            )  # fmt: skip
    return cases


def generated_cases() -> list[Case]:
    records = list(generate(GENERATED, seed=99))
    problems = read_cached([record.text for record in records])
    return [
        Case(facts_of(problem), record.id, "generator", "generated", record.answer)
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


def calibrated(model: Scorer, cases: Sequence[Case], generated: Sequence[Case]) -> tuple[Confidence, dict[str, Any]]:
    """The confidence fitted on the cases, and what it is worth in cross-validation over stories."""
    rows, right, refused, judged = [], [], [], []
    for case in cases:
        values = values_of(case.facts)
        judgement = model.judge(case.facts)
        applied = model.constraints(case.facts, "learned")
        best = search(judgement.scores, values, applied).found[0]
        probability = dict(posterior(judgement.scores, values, applied).probabilities)
        signals = signals_of(case.facts, judgement, best, probability)
        rows.append([signals.get(name, 0.0) for name in SIGNALS])  # those of steps do not vary here
        right.append(int(is_right(best.value, case.answer)))
        problem = case.facts.problem
        refused.append(refusal(problem) is not None or contradiction(problem, best.tree) is not None)
        judged.append(judgement.refusals)
    solvable = np.array([case.answer is not None for case in cases])
    by_style: dict[str, list[Mapping[str, float]]] = {
        "generated": [model.judge(case.facts).refusals for case in generated]
    }
    for case, refusals in zip(cases, judged, strict=True):
        if case.answer is not None:
            by_style.setdefault(case.style, []).append(refusals)
    above = refusal_thresholds(list(by_style.values()))
    judge = Confidence(Regression({}, 0.0), Regression({}, 0.0), (), above)
    answered = ~np.array(refused) & np.array([judge.refused(each) is None for each in judged])
    stories = np.array([case.story for case in cases])
    outcomes = Outcomes(np.array(rows), np.array(right), solvable, answered, stories)
    guessed = outcomes.guessed()
    answerable, chosen = outcomes.regressions()
    confidence = Confidence(answerable, chosen, thresholds(guessed[answered], outcomes.right[answered]), above)
    report = {
        "problems": len(cases),
        "right": float(outcomes.right[solvable].mean()),
        "expected_calibration_error": calibration_error(guessed, outcomes.right),
        "solvable_refused": float((~answered)[solvable].mean()),
        "unanswerable_refused": float((~answered)[~solvable].mean()),
        "promise_kept": promise_kept(outcomes, np.array([case.writer for case in cases])),
    }
    return confidence, report


@dataclass(frozen=True)
class Outcomes:
    """The signals of problems, and of each whether its answer is right, whether it has one, and whether it is given."""

    signals: np.ndarray
    right: np.ndarray
    solvable: np.ndarray
    answered: np.ndarray
    stories: np.ndarray

    def __getitem__(self, chosen: np.ndarray) -> Outcomes:
        return Outcomes(*(array[chosen] for array in vars(self).values()))

    def regressions(self) -> tuple[Regression, Regression]:
        """That a problem has an answer, and that the answer is right if it has one."""
        among = self[self.solvable]
        return (
            regression(self.signals, self.solvable, frozenset()),
            regression(among.signals, among.right, OF_THE_PROBLEM),
        )

    def confidence(self, answerable: Regression, right: Regression) -> np.ndarray:
        """The confidence in each answer."""
        whole = Confidence(answerable, right, (), {})
        return np.array([whole.of(dict(zip(SIGNALS, row, strict=True))) for row in self.signals.tolist()])

    def guessed(self) -> np.ndarray:
        """The confidence in each answer by regressions that did not see its story."""
        guessed = np.zeros(len(self.right))
        for seen, unseen in GroupKFold(10).split(self.signals, groups=self.stories):
            guessed[unseen] = self[unseen].confidence(*self[seen].regressions())
        return guessed


def regression(signals: np.ndarray, happened: np.ndarray, without: frozenset[str]) -> Regression:
    """A logistic regression over the signals that vary."""
    used = [i for i, name in enumerate(SIGNALS) if name not in without and np.ptp(signals[:, i]) > 0]
    fitted = LogisticRegression(C=1.0, max_iter=20_000).fit(signals[:, used], happened)
    return Regression(
        {SIGNALS[i]: float(weight) for i, weight in zip(used, fitted.coef_[0], strict=True)},
        float(fitted.intercept_[0]),
    )


def promise_kept(outcomes: Outcomes, writers: np.ndarray) -> dict[str, float]:
    """How often a wanted precision is reached on problems of writers that the confidence was not fitted to.

    In each trial two thirds of the writers are drawn to fit on, and the answers given on the others are counted.
    """
    rng = np.random.default_rng(1)
    names = np.unique(writers)
    kept: dict[float, list[bool]] = {precision: [] for precision in PROMISED}
    for _ in range(TRIALS):
        drawn = np.isin(writers, rng.permutation(names)[: 2 * len(names) // 3])
        seen, others = outcomes[drawn], outcomes[~drawn]
        needed = dict(thresholds(seen.guessed()[seen.answered], seen.right[seen.answered]))
        confidence = others.confidence(*seen.regressions())
        for precision in PROMISED:
            given = (confidence >= needed.get(precision, np.inf)) & others.answered
            if given.any():
                kept[precision].append(bool(others.right[given].mean() >= precision))
    return {str(precision): round(float(np.mean(trials)), 3) for precision, trials in kept.items() if trials}


def refusal_thresholds(solvable: Sequence[Sequence[Mapping[str, float]]]) -> dict[str, float]:
    """For each reason the lowest probability, above a half, that refuses at most MOST_REFUSED of each style."""
    above = {}
    known = {reason for problems in solvable for refusals in problems for reason in refusals}
    for reason in (reason for reason in JUDGED if reason in known):
        highest = LEAST_REFUSING
        for problems in solvable:
            ranked = sorted((refusals.get(reason, 0.0) for refusals in problems), reverse=True)
            highest = max(highest, ranked[int(MOST_REFUSED * len(ranked))])
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

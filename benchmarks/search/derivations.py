"""Best-first search over derivations against beams of 4, 16 and 200, with the same scorers, in one process.

    python benchmarks/search/derivations.py [--problems 400] [--data build/corpus/dev.jsonl] [--out docs/results]

Two kinds of scorers. "recorded": the score tables of the linear model on problems of the corpus, turned into
probabilities of steps (join two terms, leave out a number, stop). "drawn": random tables as sharp as a trained model's,
for 2 to 8 numbers of the text, 20 constants and 6 steps. Times are without the scorer's own. Writes
derivation_search.json.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from math import inf, log
from pathlib import Path

import numpy as np

from arithmetree.corpus import load
from arithmetree.derivations import (
    OPERATIONS,
    Constant,
    Leaf,
    Limits,
    Mention,
    Moves,
    Operation,
    Prefix,
    Step,
    leaf_forms,
    search_derivations,
)
from arithmetree.expressions import LABELS
from arithmetree.features.facts import facts_of
from arithmetree.model import SHIPPED, Model
from arithmetree.parsing import load_parser
from arithmetree.reading import read_all
from arithmetree.scores import Scores

BEAMS = (4, 16, 200)
KNOWN = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 24, 25, 30, 52, 60, 100, 360, 1000)
CONSTANTS = len(KNOWN)
STEPS = 6


@dataclass
class Timed:
    """Any scorer, with the time and the calls that it took; the same prefix is scored once."""

    scorer: object
    order_free: bool = False
    seconds: float = 0.0
    calls: int = 0
    known: dict[tuple[tuple[Step, ...], tuple[int, ...]], Moves] = field(default_factory=dict)

    def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
        start = time.perf_counter()
        made = []
        for prefix in prefixes:
            key = (prefix.steps, prefix.answers)
            if key not in self.known:
                self.known[key] = self.scorer.of(prefix)  # type: ignore[attr-defined]
            made.append(self.known[key])
        self.calls += len(prefixes)
        self.seconds += time.perf_counter() - start
        return made


def normalised(steps: np.ndarray, answer: np.ndarray, stop: float) -> Moves:
    flat = np.concatenate((steps.ravel(), answer, [stop]))
    flat = flat - np.logaddexp.reduce(flat)
    return Moves(flat[: steps.size].reshape(steps.shape), flat[steps.size : -1], float(flat[-1]))


@dataclass
class Drawn:
    """Tables drawn from the prefix: one favourite with most of the probability, and everything else as noise."""

    seed: int
    leaves: int

    def of(self, prefix: Prefix) -> Moves:
        digest = blake2b(repr((self.seed, prefix.steps, prefix.answers)).encode(), digest_size=8).digest()
        rng = np.random.default_rng(int.from_bytes(digest, "big"))
        size = prefix.size
        steps = rng.normal(scale=1.5, size=(len(OPERATIONS), size, size))
        answer = rng.normal(scale=1.5, size=size)
        stop = -inf
        if prefix.answers:
            return normalised(np.full_like(steps, -inf), np.full_like(answer, -inf), 0.0)
        done = len(prefix.steps) >= STEPS or (prefix.steps and rng.random() < 0.3)
        if len(prefix.steps) >= STEPS:
            steps[:] = -inf
        weight = log(steps.size) + rng.uniform(0, 6)  # the favourite has a quarter to nearly all of the probability
        if done:
            answer[size - 1] += weight
        else:
            operation, left, right = rng.integers(9), rng.integers(size), rng.integers(size)
            steps[operation, left, right] += weight
        steps[OPERATIONS.index(Operation.EQUATE)] = -inf
        return normalised(steps, answer, stop)


@dataclass
class Recorded:
    """A model's table of pairs as probabilities of steps: a step joins two terms that have not been used yet."""

    scores: Scores

    @cached_property
    def pair(self) -> np.ndarray:
        """The score of joining i and j by each of + - * /, from both sides: [operation, left, right]."""
        n = len(self.scores)
        table = np.full((4, n, n), -inf)
        for i in range(n):
            for j in range(i + 1, n):
                for place, label in enumerate(LABELS):
                    left, right = (j, i) if label.is_reversed else (i, j)
                    table["+-*/".index(label.op), left, right] = self.scores.pair[i, j, place]
        return table

    def of(self, prefix: Prefix) -> Moves:
        n, size = len(self.scores), prefix.size
        members: list[set[int]] = [{i} for i in range(n)]
        free = set(range(n))
        for place, step in enumerate(prefix.steps, start=n):
            members.append(members[step.left] | members[step.right])
            free = {value for value in free if value not in (step.left, step.right)} | {place}
        steps = np.full((len(OPERATIONS), size, size), -inf)
        answer = np.full(size, -inf)
        if prefix.answers:
            return normalised(steps, answer, 0.0)
        for left in free:
            for right in free:
                if left == right or members[left] & members[right]:
                    continue
                pairs = [(a, b) for a in members[left] for b in members[right]]
                for operation in range(4):
                    mean = [self.pair[operation, a, b] for a, b in pairs]
                    if operation in (0, 2) and left > right:
                        continue
                    both = [max(self.pair[operation, a, b], self.pair[operation, b, a]) for a, b in pairs]
                    worth = float(np.mean(both if operation in (0, 2) else mean))
                    gain = sum(
                        float(self.scores.used[q] - self.scores.unused[q])
                        for side in (left, right)
                        if side < n
                        for q in members[side]
                    )
                    if worth > -inf:
                        steps[operation, left, right] = worth + gain
        if prefix.steps:
            answer[size - 1] = 0.0
        if not np.isfinite(np.logaddexp.reduce(np.concatenate((steps.ravel(), answer)))):
            answer[:] = 0.0
        return normalised(steps, answer, -inf)


def beam_search(scorer: Timed, leaves: Sequence[Leaf], values: Sequence[Fraction], width: int) -> tuple[float, object]:
    """The best finished derivation that a beam of this width sees, and its answers."""
    beam = [(0.0, Prefix((), (), leaf_forms(leaves, values)))]
    best: tuple[float, object] = (-inf, None)
    while beam:
        grown: list[tuple[float, Prefix]] = []
        for (score, prefix), moves in zip(beam, scorer.moves([prefix for _, prefix in beam]), strict=True):
            flat = moves.flat(prefix.size)
            size = prefix.size
            steps = len(OPERATIONS) * size * size
            for move in np.argsort(-flat)[: width + 1]:
                total = score + float(flat[move])
                if total <= best[0]:
                    break
                if move == steps + size:
                    numbers = tuple(prefix.worked.number(answer) for answer in prefix.answers)
                    if prefix.answers and None not in numbers:
                        best = max(best, (total, numbers), key=lambda one: one[0])
                elif move >= steps:
                    grown.append((total, Prefix(prefix.steps, (*prefix.answers, int(move - steps)), prefix.worked)))
                elif len(prefix.steps) < STEPS:
                    step = Step(OPERATIONS[move // (size * size)], int(move // size % size), int(move % size))
                    worked = prefix.worked.with_step(step)
                    if hasattr(worked.forms[-1], "constant"):
                        grown.append((total, Prefix((*prefix.steps, step), prefix.answers, worked)))
        beam = sorted(grown, key=lambda one: -one[0])[:width]
    return best


def measure(cases: Sequence[tuple[object, Sequence[Leaf], Sequence[Fraction]]]) -> dict[str, object]:
    times: dict[str, list[float]] = {"exact": [], **{f"beam {width}": [] for width in BEAMS}}
    opened: dict[str, list[int]] = {name: [] for name in times}
    missed = dict.fromkeys(BEAMS, 0)
    missed_answer = dict.fromkeys(BEAMS, 0)
    proven, memory = 0, []
    for number, (scorer, leaves, values) in enumerate(cases):
        timed = Timed(scorer)
        limits = Limits(steps=STEPS, opened=5_000)
        search_derivations(timed, leaves, values, limits=limits)  # fills the memory of the scorer
        timed.seconds, timed.calls = 0.0, 0
        start = time.perf_counter()
        result = search_derivations(timed, leaves, values, limits=limits)
        times["exact"].append(time.perf_counter() - start - timed.seconds)
        opened["exact"].append(timed.calls)
        proven += result.certificate.exact
        if number < 50:
            tracemalloc.start()
            search_derivations(timed, leaves, values, limits=limits)
            memory.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
        for width in BEAMS:
            beam_search(timed, leaves, values, width)
            timed.seconds, timed.calls = 0.0, 0
            start = time.perf_counter()
            score, answers = beam_search(timed, leaves, values, width)
            times[f"beam {width}"].append(time.perf_counter() - start - timed.seconds)
            opened[f"beam {width}"].append(timed.calls)
            best = result.found[0] if result.found else None
            missed[width] += best is not None and score < best.score - 1e-9
            missed_answer[width] += best is not None and answers != best.values
    return {
        "cases": len(cases),
        "exact": _figures(times["exact"], opened["exact"])
        | {"proven": proven, "peak_memory_kb": round(statistics.median(memory) / 1024, 1)},
        **{
            f"beam {width}": _figures(times[f"beam {width}"], opened[f"beam {width}"])
            | {"misses_the_best": missed[width], "misses_the_best_answer": missed_answer[width]}
            for width in BEAMS
        },
    }


def _figures(times: Sequence[float], opened: Sequence[int]) -> dict[str, float]:
    ordered = sorted(times)
    return {
        "median_ms": round(1000 * statistics.median(ordered), 3),
        "p99_ms": round(1000 * ordered[int(0.99 * (len(ordered) - 1))], 3),
        "prefixes_median": statistics.median(opened),
        "prefixes_most": max(opened),
    }


def recorded_cases(data: Path, count: int) -> list[tuple[object, Sequence[Leaf], Sequence[Fraction]]]:
    model = Model.load(SHIPPED / "linear")
    records = [record for record in load(data) if record.reason is None][:count]
    cases: list[tuple[object, Sequence[Leaf], Sequence[Fraction]]] = []
    for problem in read_all([record.text for record in records], load_parser()):
        facts = facts_of(problem)
        if 2 <= len(facts.quantities) <= 8 and problem.question is not None:
            values = [quantity.value for quantity in facts.quantities]
            cases.append((Recorded(model.judge(facts).scores), [Mention(i) for i in range(len(values))], values))
    return cases


def drawn_cases(count: int) -> list[tuple[object, Sequence[Leaf], Sequence[Fraction]]]:
    rng = np.random.default_rng(7)
    cases: list[tuple[object, Sequence[Leaf], Sequence[Fraction]]] = []
    for seed in range(count):
        n = 2 + seed % 7
        leaves: list[Leaf] = [Mention(i) for i in range(n)]
        leaves += [Constant(Fraction(value), "drawn") for value in KNOWN]
        cases.append((Drawn(seed, len(leaves)), leaves, [Fraction(int(value)) for value in rng.integers(1, 90, n)]))
    return cases


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--problems", type=int, default=400)
    parser.add_argument("--data", type=Path, default=Path("build/corpus/dev.jsonl"))
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    result = {
        "command": "python benchmarks/search/derivations.py",
        "python": platform.python_version(),
        "limits": {"quantities": 8, "constants": CONSTANTS, "steps": STEPS},
        "recorded": measure(recorded_cases(options.data, options.problems)),
        "drawn": measure(drawn_cases(options.problems)),
    }
    (options.out / "derivation_search.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Learning curve of the corpus: accuracy on AI2, IL and CC for more and more of its problems in training.

    OMP_NUM_THREADS=1 python benchmarks/corpus/learning_curve.py --data DIR [--recipe "plot joined"]... [--out DIR]

Open protocol. Each of the three sets in turn is the test set, whole. Training starts with the other two sets; then
500, 2,000 and all answerable problems of build/corpus/train.jsonl are added, and at last generated ones. A training
problem near a test problem (arithmetree.corpus.similarity) is removed first. The recipes are fixed beforehand: nothing
is chosen by the figures. Writes learning_curve.json and learning_curve.svg.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import matplotlib

from arithmetree import __version__
from arithmetree.corpus import StoryIndex, near, save
from arithmetree.corpus.similarity import LEAST_TRIGRAMS, NEAR_CONTAINED, NEAR_JACCARD
from arithmetree.generator import generate
from arithmetree.training.benchmark_sets import SETS, load_set
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import OURS, FeatureStore, Recipe, fit
from arithmetree.training.tuning import is_right, predict
from arithmetree.training.user_files import FileProblems, read_file

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "arithmetree"

TESTS = ("ai2", "illinois", "commoncore")
GENERATED = 4000
SEED = 5
TRAIN = Path(__file__).resolve().parents[2] / "build" / "corpus" / "train.jsonl"


@dataclass(frozen=True)
class Point:
    """How much is added to the other two sets; a corpus of None is all of it."""

    name: str
    corpus: int | None
    generated: bool = False


POINTS = (
    Point("0", 0),
    Point("500", 500),
    Point("2,000", 2000),
    Point("all", None),
    Point("all + generated", None, generated=True),
)


@dataclass(frozen=True)
class Pool:
    """The training problems for one test set, by source, and how many near a test problem were removed."""

    sources: dict[str, tuple[GoldProblem, ...]]
    removed: dict[str, int]

    def at(self, point: Point) -> list[GoldProblem]:
        """The problems of a point; those of a smaller point are among those of a larger one."""
        corpus = self.sources["corpus"][: point.corpus]
        return [*self.sources["sets"], *corpus, *(self.sources["generated"] if point.generated else ())]


def drawn(golds: Sequence[GoldProblem]) -> tuple[GoldProblem, ...]:
    """The problems in an order that only their ids decide, so that the first n are a sample, nested in larger ones."""
    return tuple(sorted(golds, key=lambda gold: hashlib.sha256(gold.id.encode()).hexdigest()))


def pool_for(test: Sequence[GoldProblem], sources: dict[str, Sequence[GoldProblem]]) -> Pool:
    """What may be trained on: problems with a tree that are not near a problem of the test set."""
    index = StoryIndex((gold.id, gold.problem.text) for gold in test)
    kept: dict[str, tuple[GoldProblem, ...]] = {}
    removed: dict[str, int] = {}
    for name, golds in sources.items():
        trained = [gold for gold in golds if gold.tree is not None]
        kept[name] = tuple(gold for gold in trained if not near(gold.problem.text, index))
        removed[name] = len(trained) - len(kept[name])
    return Pool(kept, removed)


def generated_problems() -> FileProblems:
    """Generated problems, through the same reader as the corpus."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "generated.jsonl"
        save(generate(GENERATED, SEED), path)
        return read_file(path)


def curve(recipe: Recipe, pool: Pool, test: Sequence[GoldProblem], store: FeatureStore) -> list[dict[str, Any]]:
    """Accuracy on the test set at each point."""
    rows = []
    for point in POINTS:
        start = time.perf_counter()
        training = pool.at(point)
        model = fit(recipe, training, store)
        predictions = [predict(model, gold, recipe, store) for gold in test]
        right = sum(
            is_right(None if found is None else found[1], gold) for found, gold in zip(predictions, test, strict=True)
        )
        rows.append(
            {
                "point": point.name,
                "training_problems": len(training),
                "right": right,
                "accuracy": round(100 * right / len(test), 2),
            }
        )
        seconds = time.perf_counter() - start
        print(f"  {point.name}: {len(training)} problems, {rows[-1]['accuracy']} %, {seconds:.0f} s", flush=True)
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder that holds the benchmark sets")
    parser.add_argument("--recipe", action="append", choices=[recipe.name for recipe in OURS])
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    names = options.recipe or ["plot joined"]
    recipes = [recipe for recipe in OURS if recipe.name in names]

    sets = {name: tuple(load_set(name, options.data).problems.values()) for name in TESTS}
    corpus = read_file(TRAIN)
    generated = generated_problems()
    print(
        f"corpus {len(corpus.golds)} ({len(corpus.skipped)} not aligned), generated {len(generated.golds)}", flush=True
    )

    results: dict[str, Any] = {}
    for name, test in sets.items():
        others = [gold for other, golds in sets.items() if other != name for gold in golds]
        pool = pool_for(test, {"sets": others, "corpus": drawn(corpus.golds), "generated": generated.golds})
        results[name] = {
            "problems": len(test),
            "near_removed": pool.removed,
            "training": {source: len(golds) for source, golds in pool.sources.items()},
            "curves": {},
        }
        for recipe in recipes:
            print(f"{name}, {recipe.name}; removed {pool.removed}", flush=True)
            store = FeatureStore()
            results[name]["curves"][recipe.name] = curve(recipe, pool, test, store)
    result = {
        "command": "python benchmarks/corpus/learning_curve.py --data DIR"
        + "".join(f' --recipe "{name}"' for name in options.recipe or []),
        "protocol": "open",
        "recipes": [recipe.name for recipe in recipes],
        "near": {"jaccard": NEAR_JACCARD, "contained": NEAR_CONTAINED, "least_trigrams": LEAST_TRIGRAMS},
        "corpus": {
            "sha256": hashlib.sha256(TRAIN.read_bytes()).hexdigest(),
            "answerable": len(corpus.golds) + len(corpus.skipped),
            "not_aligned": len(corpus.skipped),
        },
        "generated": {"count": GENERATED, "seed": SEED, "not_aligned": len(generated.skipped)},
        "versions": {
            "arithmetree": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "scikit-learn", "scipy", "spacy")},
        },
        "tests": results,
    }
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "learning_curve.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    plot(result, options.out / "learning_curve.svg")


def plot(result: dict[str, Any], path: Path) -> None:
    """One panel for each recipe, one line for each test set."""
    from matplotlib import pyplot

    recipes = result["recipes"]
    figure, axes = pyplot.subplots(
        1, len(recipes), figsize=(5.5 * len(recipes), 3.6), layout="constrained", squeeze=False
    )
    colours = {"ai2": "#1f6fb2", "illinois": "#b25c1f", "commoncore": "#3b8f4a"}
    for axis, recipe in zip(axes[0], recipes, strict=True):
        for name, test in result["tests"].items():
            accuracies = [row["accuracy"] for row in test["curves"][recipe]]
            axis.plot(range(len(POINTS)), accuracies, "o-", color=colours[name], label=SETS[name].title)
        axis.set_xticks(range(len(POINTS)), [point.name for point in POINTS])
        axis.set(xlabel="corpus problems added", ylabel="accuracy, per cent", ylim=(0, 100), title=f'recipe "{recipe}"')
        axis.grid(alpha=0.3)
        axis.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()

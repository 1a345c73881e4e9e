"""Train the shipped linear model: `python training/model/train.py --recipe tree --out FOLDER`.

Trains on the train part and the families of our corpus, drops what weighs little, checks on the dev part that this
costs next to no right answer, and writes the model folder. The public benchmark sets are left out unless --sets names
some of those in DIR, so that what is shipped can be tested on them.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded; the same sums in the same order everywhere

from arithmetree.errors import ArithmetreeError, ModelError
from arithmetree.features import facts_of
from arithmetree.model import Model, check_target, values_of
from arithmetree.search import search
from arithmetree.training.gold import GoldProblem
from arithmetree.training.pruning import prune
from arithmetree.training.recipes import OURS, Recipe
from arithmetree.training.sources import read_source, without_repeats
from arithmetree.training.train import train_model, training_steps

CORPUS = [Path(__file__).parents[2] / "build" / "corpus" / name for name in ("train.jsonl", "families.jsonl")]
DEV = Path(__file__).parents[2] / "build" / "corpus" / "dev.jsonl"
LARGEST_BYTES = 7_000_000
MOST_LOST = 0.005


def main() -> int:
    """Read the command line, train, prune, check, write."""
    parser = argparse.ArgumentParser(description="Train arithmetree's shipped model.")
    parser.add_argument("--data", type=Path, default=Path(), help="folder with the benchmark sets")
    parser.add_argument(
        "--sets", nargs="*", default=[], help="benchmark sets to train on; of equal texts the first wins"
    )
    parser.add_argument(
        "--corpus", type=Path, nargs="*", default=CORPUS, help="JSONL of our corpus (default: train, families)"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write the model to")
    parser.add_argument("--recipe", choices=[recipe.name for recipe in OURS], help="take this one, no cross-validation")
    parser.add_argument("--conjunctions", type=int, default=180_000, help="most to keep (default: %(default)s)")
    arguments = parser.parse_args()
    try:
        _train(arguments)
    except ArithmetreeError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _train(arguments: argparse.Namespace) -> None:
    check_target(arguments.out)
    files = [arguments.data / name / "questions.json" for name in arguments.sets] + arguments.corpus
    sources = without_repeats([read_source(file) for file in files])
    for source in sources:
        print(source.facts())
        for skipped in source.problems.skipped:
            print(f"  {skipped}")
    golds = [gold for source in sources for gold in source.problems.golds]
    recipes: Sequence[Recipe] = [r for r in OURS if arguments.recipe in (None, r.name)]
    steps = iter(range(1, training_steps(len(golds), recipes) + 1))
    full = train_model(
        golds, sources=sources, recipes=recipes, progress=lambda: print(f"step {next(steps)}", flush=True)
    )
    small = prune(full, arguments.conjunctions)
    held_out = read_source(DEV).problems.golds
    before, after = (_right(model, held_out) for model in (full, small))
    print(
        f"{len(golds)} problems; of {len(full.relevance.vocabulary)} and {len(full.pair.vocabulary)} features "
        f"{len(small.relevance.vocabulary)} and {len(small.pair.vocabulary)} are kept; of {len(held_out)} problems of "
        f"dev {100 * after:.2f} % are right, {100 * before:.2f} % before pruning"
    )
    if before - after > MOST_LOST:
        lost = before - after
        raise ModelError(f"pruning loses {lost:.2%} of the right answers, at most {MOST_LOST:.2%} may be lost")
    pruning = {"conjunctions": arguments.conjunctions, "right_on_dev": {"before": before, "after": after}}
    replace(small, provenance={**full.provenance, "pruning": pruning}).save(arguments.out)
    size = sum(file.stat().st_size for file in arguments.out.iterdir())
    print(f"{arguments.out}: {size / 1e6:.2f} MB")
    if size > LARGEST_BYTES:
        raise ModelError(f"the model has {size} bytes, at most {LARGEST_BYTES} are shipped; lower --conjunctions")


def _right(model: Model, golds: Sequence[GoldProblem]) -> float:
    """The share of the problems with two numbers or more that are answered rightly."""
    solvable = [gold for gold in golds if len(gold.problem.schemas) > 1]
    right = 0
    for gold in solvable:
        facts = facts_of(gold.problem)
        scores = model.scores(model.settings.features.of(facts, mirrored=model.settings.mirrored))
        found = search(scores, values_of(facts), model.constraints(facts, "learned")).found
        right += bool(found) and found[0].value == gold.answer
    return right / len(solvable)


if __name__ == "__main__":
    sys.exit(main())

"""alg514 in the closed protocol: `python training/general/alg514.py --data DIR --weights FILE --out FILE.json`.

For each fold, weights that have not seen the set learn from the other folds alone, and answer the problems of the fold.

The set gives equations over names; every number in them is looked for among the numbers of the text and the constants
that its words call for. Which of the unknowns a question asks for is not given: where one question names one of them,
it is that one, otherwise all. Settings are those of `_SETTINGS`, fixed before the first run.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

from calibrate import write_model
from examples import Example, about, save
from export import export
from prepare import ROOT, Source, _made, _moved, _tools
from train import load_weights

from arithmetree import __version__
from arithmetree.corpus.story_alignment import story_quantities
from arithmetree.derivations import (
    Constant,
    Derivation,
    Determined,
    Leaf,
    Mention,
    Unknown,
    canonical,
    outcomes,
    parse,
    tidy,
)
from arithmetree.errors import ExpressionError
from arithmetree.evaluation.general_sets import GENERAL_SETS, all_right
from arithmetree.questions import asked_of
from arithmetree.solver import Solver
from arithmetree.steps.constants import called_constants

FOLDS = 5
_SETTINGS = [
    "--batch", "32", "--updates", "250", "--encoder-rate", "4e-5", "--rate", "2e-4", "--frozen", "10", "--mean", "80",
    "--hidden-words", "0.08", "--warm", "20", "--report", "1000", "--minutes", "60",
]  # fmt: skip
_NUMBER = re.compile(r"(?<![\w.])(?P<number>\d*\.?\d+)(?P<hundredth>\s*\*\s*0?\.01(?!\d))?(?![\w.])")
_HUNDREDTH_FIRST = re.compile(r"(?<![\w.])0?\.01\s*\*\s*(?P<number>\d*\.?\d+)(?![\w.])")
_CLOSE = Fraction(1, 10_000)


class UnalignedError(Exception):
    """A number of the equations is not in the text."""


def sources_of(row: Mapping[str, Any]) -> Iterator[Source]:
    """What the solver would read of a problem: one source, or one for each question."""
    text = row["sQuestion"]
    quantities = story_quantities(text)
    known = {one.value: one for one in called_constants(text)}
    leaves: dict[str, Leaf] = {}
    used: Counter[int] = Counter()

    def by_name(match: re.Match[str]) -> str:
        value = Fraction(match["number"])
        values = (value / 100,) if match.groupdict().get("hundredth") or match.re is _HUNDREDTH_FIRST else (value,)
        places = [k for k, one in enumerate(quantities) if any(abs(one.value - each) < _CLOSE for each in values)]
        name = f"n{len(leaves)}_"
        if places:
            place = min(places, key=lambda k: used[k])  # two equal numbers are used in turn
            used[place] += 1
            leaves[name] = Mention(place)
        elif values[0] in known:
            leaves[name] = Constant(values[0], known[values[0]].fact)
        else:
            raise UnalignedError(f"{match[0]} is not in the text")
        return name

    named = [_NUMBER.sub(by_name, _HUNDREDTH_FIRST.sub(by_name, each)) for each in row["lEquations"]]
    equations = "; ".join(sorted(named, key=lambda each: _first_place(each, leaves)))
    names = _unknowns(equations, leaves)
    asked = asked_of(text)
    wanted = _wanted(names, text, [one.source.text for one in asked])
    derivation = canonical(parse(f"{'; '.join(wanted)} where {equations}", leaves))
    found = outcomes(derivation, [one.value for one in quantities])
    if not all(isinstance(each, Determined) for each in found):
        raise UnalignedError("the equations do not determine the answer")
    gold = [Fraction(str(value)) for value in row["lSolutions"]]
    values = [each.value for each in found if isinstance(each, Determined)]
    if not all(any(abs(value - one) < Fraction(1, 50) for one in gold) for value in values):
        raise UnalignedError("the equations give another answer")
    if len(asked) == len(wanted) > 1:
        for number, (one, answer) in enumerate(zip(asked, derivation.answers, strict=True)):
            alone = tidy(Derivation(derivation.leaves, derivation.steps, (answer,)))
            yield Source(f"{row['iIndex']}-{number}", one.source.text, _moved(quantities, one.source), alone, "")
    elif len(asked) == 1:
        source = asked[0].source
        yield Source(str(row["iIndex"]), source.text, _moved(quantities, source), derivation, "")
    else:
        raise UnalignedError("another number of questions than of unknowns")


def _first_place(equation: str, leaves: Mapping[str, Leaf]) -> int:
    """The number of the first mention in an equation: the corpus writes equations in the order of the text."""
    found = [leaf.quantity for name, leaf in leaves.items() if isinstance(leaf, Mention) and name in equation]
    return min(found, default=len(leaves))


def _unknowns(equations: str, leaves: Mapping[str, Leaf]) -> list[str]:
    """The names of the unknowns in the order of the equations."""
    made = parse(f"1 where {equations}", leaves)
    return [leaf.name for leaf in made.leaves if isinstance(leaf, Unknown)]


def _wanted(names: list[str], text: str, questions: list[str]) -> list[str]:
    """The unknowns that are asked for: in the order of the text, or the one that a single question names."""
    plain = text.lower()

    def words(name: str) -> list[str]:
        return [word.rstrip("s") for word in re.split(r"[_\W]+", name.lower()) if len(word) > 3]

    def first(name: str, within: str) -> int:
        found = [within.find(word) for word in words(name)]
        return min((place for place in found if place >= 0), default=len(within))

    if len(questions) == len(names) or len(names) == 1:
        return sorted(names, key=lambda name: first(name, plain[plain.rfind(". ") :]))
    asks = plain[max(plain.rfind(mark) for mark in (". ", ", ", " if ")) :]
    named = [name for name in names if first(name, asks) < len(asks)]
    return named if len(named) == 1 else sorted(names, key=lambda name: first(name, plain))


def write_examples(folder: Path, out: Path) -> None:
    """One file of examples for each fold, in the form of prepare.py."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "about.json").write_text(json.dumps(about(_tools()[1])), encoding="utf-8")
    rows = {row["iIndex"]: row for row in json.loads((folder / "questions.json").read_text(encoding="utf-8"))}
    for fold in range(FOLDS):
        sources: list[Source] = []
        missed: Counter[str] = Counter()
        for id in fold_ids(folder, fold):
            try:
                sources += sources_of(rows[int(id)])
            except (UnalignedError, ExpressionError) as error:
                missed[re.sub(r"[\d.]+", "N", str(error))] += 1
        made = _made(sources)
        examples = [one for one in made if isinstance(one, Example)]
        save(out / f"fold{fold}.npz", examples)
        misfits = sum(isinstance(one, str) for one in made)
        print(f"fold {fold}: {len(examples)} examples; not aligned: {dict(missed)}; misfits: {misfits}", flush=True)


def fold_ids(folder: Path, fold: int) -> list[str]:
    """The ids of the problems of a fold."""
    return (folder / f"fold{fold}.txt").read_text(encoding="utf-8").split()


def learned(weights: Path, examples: Path, fold: int, out: Path) -> Path:
    """Weights that went on learning from all folds but one; those that are there already are taken as they are."""
    file = out / f"without{fold}.safetensors"
    if file.exists():
        return file
    others = ",".join(f"fold{each}:1" for each in range(FOLDS) if each != fold)
    code = Path(__file__).with_name("train.py")
    command = [sys.executable, str(code), "--examples", str(examples), "--weights", str(weights), "--plan", others]
    command += ["--dev", f"fold{(fold + 1) % FOLDS}", "--out", str(file), *_SETTINGS]  # measured on a fold it knows
    subprocess.run(command, check=True)
    return file


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the public sets")
    parser.add_argument("--weights", type=Path, required=True, help="weights that train.py wrote, without this set")
    parser.add_argument("--work", type=Path, default=ROOT / "build" / "alg514", help="for examples and weights")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    folder = arguments.data / "alg514"
    examples = arguments.work / "examples"
    write_examples(folder, examples)
    problems = {one.id: one for one in GENERAL_SETS["alg514"](arguments.data)}
    predictions: dict[str, dict[str, Any]] = {}
    folds = []
    for fold in range(FOLDS):
        file = learned(arguments.weights, examples, fold, arguments.work)
        provenance = json.loads(file.with_suffix(".provenance.json").read_text(encoding="utf-8"))
        with tempfile.TemporaryDirectory() as temporary:
            networks = Path(temporary) / "networks"
            export(load_weights(file, plain=True), networks, four_bits=False)
            write_model(arguments.work / "model", networks, None, provenance)
        solver = Solver.load(arguments.work / "model")
        ids = fold_ids(folder, fold)
        for id, solution in zip(ids, solver.pipe(problems[id].text for id in ids), strict=True):
            predictions[id] = {
                "fold": fold, "expression": solution.expression,
                "answers": [str(value) for part in solution.each for value in part.exact_values],
                "right": all_right(solution, problems[id].answers or ()),
            }  # fmt: skip
        right = sum(predictions[id]["right"] for id in ids)
        folds.append({"accuracy": round(100 * right / len(ids), 2), "size": len(ids)})
        print(f"fold {fold}: {folds[-1]}", flush=True)
    accuracy = round(100 * sum(row["right"] for row in predictions.values()) / len(predictions), 2)
    result = {
        "dataset": "alg514", "protocol": "closed", "accuracy": accuracy, "folds": folds,
        "configuration": {"settings": _SETTINGS, "started_from": "the shipped weights, which have not seen the set"},
        "versions": {"arithmetree": __version__, "python": platform.python_version(), "torch": version("torch")},
        "seed": 1, "predictions": predictions,
    }  # fmt: skip
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(f"{accuracy} of {len(predictions)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

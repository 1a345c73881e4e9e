"""Answers to choose among, right and wrong: `python training/general/candidates.py --weights FILE ...`.

The weights are run over problems that they have not learned from, and over the parts to choose by, so they are wrong as
often, and in the same ways, as on any text that they do not know. Of each text the answers that the search finds are
written (NAME.candidates.npz beside the arrays of prepare.py), each with its probability and whether it is right. What
is found for a text without an answer is always wrong.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import islice
from math import log
from pathlib import Path

import numpy as np
from calibrate import write_model
from export import export
from network import StepNetwork
from prepare import CHOOSE, CORPUS, LEARN, Source, corpus_sources, gsm8k_sources
from train import load_weights

from arithmetree.derivations import Limits, work_out
from arithmetree.errors import TooLongError
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read_all
from arithmetree.steps.leaves import mentioned
from arithmetree.steps.model import LIMITS, StepModel
from arithmetree.steps.values import leaf_values
from arithmetree.steps.written import MOST_STEPS, Written, written

FAST = Limits(steps=MOST_STEPS, answers=4, opened=16)
"""How far the search goes in the parts to learn from: most of what it finds later is improbable."""
_CHUNK = 100
_LEAST = 1e-9


@dataclass(frozen=True)
class Found:
    """An answer that was found: its rows, the logarithm of its probability, and whether it is right."""

    written: Written
    log_probability: float
    right: bool


@cache
def _tools(folder: Path) -> tuple[Parser, StepModel]:
    return load_parser(), StepModel.load(folder)


def _found(folder: Path, limits: Limits, sources: list[Source]) -> list[tuple[str, list[Found]]]:
    parser, model = _tools(folder)
    made: list[tuple[str, list[Found]]] = []
    for source, problem in zip(sources, read_all([source.text for source in sources], parser), strict=True):
        try:
            judged = model.judge(mentioned(problem), candidates=5, limits=limits)
        except TooLongError:
            continue
        reading = judged.reading
        values, asked = leaf_values(reading)
        wanted = _answers(source)
        found = []
        for one in judged.searched:
            rows = written(one.derivation, reading, values, asked)
            if rows is not None:
                found.append(Found(rows, log(max(one.low, _LEAST)), one.values == wanted))
        if found:
            made.append((source.id, found))
    return made


def _answers(source: Source) -> tuple[object, ...] | None:
    if source.derivation is None:
        return None
    worked = work_out(source.derivation, [one.value for one in source.quantities])
    return tuple(worked.number(answer) for answer in source.derivation.answers)


def save(path: Path, texts: Iterable[tuple[str, list[Found]]]) -> None:
    """Write the answers of all texts as flat arrays with the ends of each."""
    kept = list(texts)
    every = [one for _, found in kept for one in found]
    rows = [np.asarray(one.written.rows, dtype=np.int16) for one in every]
    features = [one.written.features.astype(np.float16) for one in every]
    np.savez_compressed(
        path,
        id=np.asarray([id for id, _ in kept]),
        ends=np.cumsum([len(found) for _, found in kept]),
        rows=np.concatenate(rows),
        rows_ends=np.cumsum([len(each) for each in rows]),
        features=np.concatenate(features),
        features_ends=np.cumsum([len(each) for each in features]),
        log_probability=np.asarray([one.log_probability for one in every], dtype=np.float32),
        right=np.asarray([one.right for one in every]),
    )


def _chunks(sources: Iterable[Source]) -> Iterator[list[Source]]:
    rest = iter(sources)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def sources_of(part: str, gsm8k: Path) -> Iterator[Source]:
    """What the solver reads of each problem of a part."""
    return gsm8k_sources(gsm8k, held_out=False) if part == "gsm8k" else corpus_sources(CORPUS / f"{part}.jsonl")


def with_review(network: StepNetwork) -> StepNetwork:
    """The network with a review, an untrained one if it had none: answers are taken before it."""
    if network.shape.reviews:
        return network
    whole = StepNetwork(replace(network.shape, reviews=True), plain=True)
    whole.load_state_dict(whole.state_dict() | network.state_dict())
    return whole.eval()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True, help="what train.py wrote: they find the answers")
    parser.add_argument(
        "--unseen", nargs="+", action="append", required=True, metavar=("PART", "START"),
        help="a part, and how the ids of its problems begin that the weights have not learned from",
    )  # fmt: skip
    parser.add_argument("--gsm8k", type=Path, required=True, help="what gsm8k.py wrote")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    unseen = {part: tuple(starts) for part, *starts in arguments.unseen}
    if wrong := set(unseen) - {*LEARN, "gsm8k"}:
        parser.error(f"--unseen has {', '.join(sorted(wrong))}; accepted are {', '.join((*LEARN, 'gsm8k'))}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary, ProcessPoolExecutor(arguments.workers) as pool:
        networks, model = Path(temporary) / "networks", Path(temporary) / "model"
        export(with_review(load_weights(arguments.weights, plain=True)), networks)
        write_model(model, networks, None, {})
        for part in (*CHOOSE, *unseen):
            chosen = (one for one in sources_of(part, arguments.gsm8k) if one.id.startswith(unseen.get(part, "")))
            found = partial(_found, model, LIMITS if part in CHOOSE else FAST)
            made = [one for chunk in pool.map(found, _chunks(chosen)) for one in chunk]
            save(arguments.out / f"{part}.candidates.npz", made)
            first = sum(found[0].right for _, found in made)
            some = sum(any(one.right for one in found) for _, found in made)
            print(part, len(made), "texts;", first, "right at first,", some, "at all", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

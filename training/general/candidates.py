"""Answers to choose among, right and wrong: `python training/general/candidates.py --out build/general`.

The model that ships is run over the parts to learn from, with some words of each text hidden, so that it is wrong about
as often and in the same ways as on a text that it does not know; on the parts to choose by nothing is hidden. Of each
text the answers that the search finds are written (NAME.candidates.npz beside the arrays of prepare.py), each with its
probability and whether it is right. What is found for a text without an answer is always wrong.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from itertools import islice
from math import log
from pathlib import Path

import numpy as np
from prepare import CHOOSE, CORPUS, LEARN, Source, corpus_sources, gsm8k_sources, paired_sources

from arithmetree.derivations import Limits, work_out
from arithmetree.errors import TooLongError
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read_all
from arithmetree.steps.features import Floats
from arithmetree.steps.leaves import mentioned
from arithmetree.steps.model import LIMITS, StepModel
from arithmetree.steps.network import Networks, TextVectors
from arithmetree.steps.values import leaf_values
from arithmetree.steps.written import MOST_STEPS, Written, written

ROOT = Path(__file__).parents[2]
FULL = ROOT / "src" / "arithmetree" / "models" / "full"
HIDDEN = (0.0, 0.1, 0.2, 0.25)
FAST = Limits(steps=MOST_STEPS, answers=4, opened=16)
"""How far the search goes where words are hidden: most of what it finds later is improbable."""
_MASK = 103
_FIRST_WORD = 999
"""Word pieces below this number are marks and other special ones."""
_CHUNK = 200
_LEAST = 1e-9


@dataclass(frozen=True)
class Found:
    """An answer that was found: its rows, the logarithm of its probability, and whether it is right."""

    written: Written
    log_probability: float
    right: bool


class Forgetful(Networks):
    """The networks of a model, which do not see some words."""

    def __init__(self, whole: Networks, share: float, seed: int) -> None:
        self.__dict__.update(whole.__dict__)
        self._share, self._order = share, np.random.default_rng(seed)

    def read(
        self,
        pieces: Sequence[int],
        in_question: Sequence[int],
        places: Sequence[int],
        constants: Sequence[int],
        features: Floats,
        pairs: Floats,
    ) -> TextVectors:
        return super().read(self.hidden(pieces), in_question, places, constants, features, pairs)

    def hidden(self, pieces: Sequence[int]) -> Sequence[int]:
        """The pieces with some words hidden; marks and other special pieces stay."""
        away = self._order.random(len(pieces)) < self._share
        return [_MASK if hide and piece >= _FIRST_WORD else piece for piece, hide in zip(pieces, away, strict=True)]


@cache
def _tools() -> tuple[Parser, StepModel]:
    return load_parser(), StepModel.load(FULL)


def _found(sources: list[Source], hide: bool) -> list[tuple[str, list[Found]]]:
    parser, model = _tools()
    made: list[tuple[str, list[Found]]] = []
    for source, problem in zip(sources, read_all([source.text for source in sources], parser), strict=True):
        seed = int(sha256(source.id.encode()).hexdigest()[:8], 16)
        share = HIDDEN[seed % len(HIDDEN)] if hide else 0.0
        forgetful = replace(model, networks=Forgetful(model.networks, share, seed))
        try:
            judged = forgetful.judge(mentioned(problem), candidates=5, limits=FAST if hide else LIMITS)
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


def _drawn(sources: Iterable[Source], share: float) -> Iterator[Source]:
    """A share of the sources, by their ids."""
    for source in sources:
        if int(sha256(f"draw {source.id}".encode()).hexdigest()[:8], 16) < share * 2**32:
            yield source


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plan", default="general_dev:1,dev:1,gsm8k:1,train:0.25,families:0.06,general:0.3")
    parser.add_argument("--gsm8k", type=Path, required=True, help="what gsm8k.py wrote")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    plan = {name: float(share) for name, share in (entry.split(":") for entry in arguments.plan.split(","))}
    accepted = (*LEARN, *CHOOSE, "paired", "gsm8k")
    if wrong := set(plan) - set(accepted):
        parser.error(f"--plan has {', '.join(sorted(wrong))}; accepted are {', '.join(accepted)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(arguments.workers) as pool:
        for part, share in plan.items():
            if part == "gsm8k":
                sources = gsm8k_sources(arguments.gsm8k, held_out=False)
            elif part == "paired":
                sources = paired_sources(CORPUS / "general.jsonl")
            else:
                sources = corpus_sources(CORPUS / f"{part}.jsonl")
            chunks = list(_chunks(_drawn(sources, share)))
            made = [one for chunk in pool.map(_found, chunks, [part not in CHOOSE] * len(chunks)) for one in chunk]
            save(arguments.out / f"{part}.candidates.npz", made)
            first = sum(found[0].right for _, found in made)
            some = sum(any(one.right for one in found) for _, found in made)
            print(part, len(made), "texts;", first, "right at first,", some, "at all", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Make the examples of the step model: `python training/general/prepare.py --out build/general [--gsm8k FILE]`.

Reads the parts of the corpus in build/corpus (`make corpus`) and the problems that gsm8k.py wrote, reads each text as
the solver does, and writes arrays (examples.py), one file a part.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from itertools import islice
from pathlib import Path

from examples import Example, MisfitError, constant_values, example_of, save
from tokenizers import Tokenizer

from arithmetree.corpus import load
from arithmetree.corpus.record import Record, RecordQuantity, derivation_from_dict, quantity_from_dict
from arithmetree.derivations import Derivation, tidy
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read_all

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "build" / "corpus"
TOKENIZER = ROOT / "src" / "arithmetree" / "models" / "trees" / "tokenizer.json"
LEARN = ("general", "families", "train")
CHOOSE = ("general_dev", "dev", "general_calibration", "calibration")
SHARES = {"families": 0.6}
"""Of these parts only a share of the families, drawn by their names: the rest is more of the same."""
_CHUNK = 500
_ASKS = re.compile(r"[^\s?.!][^?.!]*(?:[.!](?=\d)[^?.!]*)*\?")


def _drawn(name: str) -> float:
    """A number from 0 to 1 that a name always gets."""
    return int.from_bytes(sha256(name.encode()).digest()[:4], "big") / 2**32


@dataclass(frozen=True)
class Source:
    """What an example is made from."""

    id: str
    text: str
    quantities: tuple[RecordQuantity, ...]
    derivation: Derivation | None
    reason: str
    asked: tuple[int, int] | None = None


def corpus_sources(part: str) -> Iterator[Source]:
    """The problems of a part; where a text asks several questions, one source for each."""
    for record in load(CORPUS / f"{part}.jsonl"):
        if record.derivation is None and record.reason is None:
            continue
        if part in SHARES and _drawn(record.family or record.id) >= SHARES[part]:
            continue
        if record.kind == "several" and len(record.asked) > 1:
            yield from _questions(record)
        else:
            yield Source(record.id, record.text, record.quantities, record.derivation, record.reason or "")


def _questions(record: Record) -> Iterator[Source]:
    """One source for each question of a text, where the questions can be told apart."""
    assert record.question is not None
    assert record.derivation is not None
    spans = question_spans(record.text, (record.question.start, record.question.end))
    if len(spans) != len(record.asked):
        return
    for number, (span, answer) in enumerate(zip(spans, record.derivation.answers, strict=True)):
        alone = tidy(Derivation(record.derivation.leaves, record.derivation.steps, (answer,)))
        yield Source(f"{record.id}-{number}", record.text, record.quantities, alone, "", span)


def question_spans(text: str, within: tuple[int, int]) -> list[tuple[int, int]]:
    """The sentences that ask, in a stretch of text."""
    start, end = within
    return [(start + found.start(), start + found.end()) for found in _ASKS.finditer(text[start:end])]


def gsm8k_sources(path: Path, *, held_out: bool) -> Iterator[Source]:
    """The problems of GSM8K to learn from, or those held out."""
    for line in filter(None, path.read_text(encoding="utf-8").split("\n")):
        row = json.loads(line)
        if row["derivation"] is None or row["held_out"] != held_out or (row["near_public"] and not held_out):
            continue
        quantities = tuple(quantity_from_dict(entry) for entry in row["quantities"])
        yield Source(row["id"], row["text"], quantities, derivation_from_dict(row["derivation"]), "")


@cache
def _tools() -> tuple[Parser, Tokenizer, dict[str, int]]:
    tokenizer = Tokenizer.from_file(str(TOKENIZER))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return load_parser(), tokenizer, {value: number for number, value in enumerate(constant_values(), start=1)}


def _made(sources: list[Source]) -> list[Example | str]:
    parser, tokenizer, numbers = _tools()
    made: list[Example | str] = []
    for source, problem in zip(sources, read_all([source.text for source in sources], parser), strict=True):
        try:
            made.append(
                example_of(
                    source.id,
                    problem,
                    source.quantities,
                    source.derivation,
                    source.reason,
                    tokenizer,
                    numbers,
                    source.asked,
                )
            )
        except MisfitError as misfit:
            made.append(str(misfit))
    return made


def _chunks(sources: Iterable[Source]) -> Iterator[list[Source]]:
    rest = iter(sources)
    while chunk := list(islice(rest, _CHUNK)):
        yield chunk


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--parts", default=",".join((*LEARN, *CHOOSE)))
    parser.add_argument("--gsm8k", type=Path, help="what gsm8k.py wrote")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "constants.json").write_text(json.dumps(constant_values()), encoding="utf-8")
    parts: dict[str, Iterable[Source]] = {part: corpus_sources(part) for part in arguments.parts.split(",") if part}
    if arguments.gsm8k:
        parts |= {f"gsm8k{'_held' * held}": gsm8k_sources(arguments.gsm8k, held_out=held) for held in (False, True)}
    with ProcessPoolExecutor(arguments.workers) as pool:
        for part, sources in parts.items():
            made = [one for chunk in pool.map(_made, _chunks(sources)) for one in chunk]
            examples = [one for one in made if isinstance(one, Example)]
            misfits = Counter(one for one in made if isinstance(one, str))
            save(arguments.out / f"{part}.npz", examples)
            print(part, len(examples), "of", len(made), misfits.most_common(6), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

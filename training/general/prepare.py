"""Make the examples of the step model: `python training/general/prepare.py --out build/general`.

Reads the parts of the corpus in build/corpus (`make corpus`), the problems that gsm8k.py wrote (--gsm8k) and generated
ones (--generated), reads each text as the solver does, and writes arrays (examples.py), one file a part.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path

from examples import Example, MisfitError, about, constant_values, example_of, save
from tokenizers import Tokenizer

from arithmetree.corpus import load
from arithmetree.corpus.record import Record, RecordQuantity, derivation_from_dict, quantity_from_dict
from arithmetree.derivations import Derivation, tidy
from arithmetree.parsing import Parser, load_parser
from arithmetree.pasting import ReadableText
from arithmetree.questions import asked_of
from arithmetree.reading import read_all

ROOT = Path(__file__).parents[2]
CORPUS = ROOT / "build" / "corpus"
TOKENIZER = ROOT / "src" / "arithmetree" / "models" / "full" / "tokenizer.json"
LEARN = ("general", "families", "train")
CHOOSE = ("general_dev", "dev")
_CHUNK = 500
_SENTENCES = re.compile(r"[.!?:;\n] ")
_NOWHERE = 10**6


@dataclass(frozen=True)
class Source:
    """What an example is made from."""

    id: str
    text: str
    quantities: tuple[RecordQuantity, ...]
    derivation: Derivation | None
    reason: str


def corpus_sources(path: Path) -> Iterator[Source]:
    """What the solver would read of each problem of a file: each question with as much text as it needs."""
    for record in load(path):
        if record.derivation is None and record.reason is None:
            continue
        if record.kind is None and record.reason == "OUT_OF_SCOPE":
            continue  # of the read-once problems, what is called so is often just not read-once
        yield from _questions(record)


def paired_sources(path: Path) -> Iterator[Source]:
    """Questions asked after another one about the same story, where the solver reads both: the first has a number."""
    before: Record | None = None
    for record in load(path):
        if before is not None and _same_story(before, record):
            assert record.question is not None
            assert record.derivation is not None
            start, shift = record.question.start, len(before.text) + 1
            asked = asked_of(f"{before.text} {record.text[start:]}")
            if len(asked) > 1 and asked[-1].source.text.strip() != record.text.strip():
                new = [one for one in record.quantities if one.start >= start]
                moved = [replace(one, start=one.start - start + shift, end=one.end - start + shift) for one in new]
                old = [one for one in record.quantities if one.start < start]
                placed = _moved((*old, *moved), asked[-1].source)
                yield Source(f"{record.id}-after", asked[-1].source.text, placed, record.derivation, "")
        before = record


def _same_story(one: Record, other: Record) -> bool:
    """Whether two records ask one question each at the end of the same story."""
    spans = [one.question, other.question]
    if one.family != other.family or None in spans or other.derivation is None or len(other.derivation.answers) != 1:
        return False
    stories = {record.text[: span.start] for record, span in zip((one, other), spans, strict=True) if span is not None}
    if _SENTENCES.search(one.text[one.question.start :].rstrip(" .?!") if one.question else ""):
        return False  # the first question says more of the story, and the second may mean the story without it
    ends = all(record.text[span.end :].strip() == "" for record, span in zip((one, other), spans, strict=True) if span)
    return len(stories) == 1 and ends and one.text != other.text


def _questions(record: Record) -> Iterator[Source]:
    """One source for each question that the solver finds; one with all answers where it takes them for one question."""
    asked = asked_of(record.text)
    made = record.derivation
    if made is None or len(made.answers) == 1 or len(asked) == 1:
        # Where the solver sees more questions than there are, the last one is cut like any other.
        source = asked[-1].source if made is None or len(made.answers) == 1 else asked[0].source
        yield Source(record.id, source.text, _moved(record.quantities, source), made, record.reason or "")
    elif len(asked) == len(made.answers):
        for number, (one, answer) in enumerate(zip(asked, made.answers, strict=True)):
            alone = tidy(Derivation(made.leaves, made.steps, (answer,)))
            moved = _moved(record.quantities, one.source)
            yield Source(f"{record.id}-{number}", one.source.text, moved, alone, "")


def _moved(quantities: Sequence[RecordQuantity], source: ReadableText) -> tuple[RecordQuantity, ...]:
    """The quantities at their places in the readable text; one that is not in it is nowhere."""
    place_of: dict[int, int] = {}
    for at, place in enumerate(source.places):
        place_of.setdefault(place, at)
    return tuple(
        replace(one, start=start, end=start + one.end - one.start)
        for one in quantities
        for start in [place_of.get(one.start, _NOWHERE)]
    )


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
    parser.add_argument("--generated", type=Path, help="what training/generated/make.py wrote")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    if held_out := set(filter(None, arguments.parts.split(","))) - {*LEARN, *CHOOSE}:
        parser.error(f"--parts has {', '.join(sorted(held_out))}; accepted are {', '.join((*LEARN, *CHOOSE))}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "about.json").write_text(json.dumps(about(_tools()[1])), encoding="utf-8")
    parts: dict[str, Iterable[Source]] = {
        part: corpus_sources(CORPUS / f"{part}.jsonl") for part in arguments.parts.split(",") if part
    }
    if "general" in parts:
        parts["paired"] = paired_sources(CORPUS / "general.jsonl")
    if arguments.generated:
        parts["generated"] = corpus_sources(arguments.generated)
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

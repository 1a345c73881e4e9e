"""Make the training examples of the encoder: `python training/encoder/prepare.py --data DIR --out build/encoder`.

Reads the corpus, the benchmark sets and GSM8K in DIR, and generated problems, and writes arrays (examples.py).
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from augment import mended_contradictions, with_strangers, without_a_needed_sentence
from examples import Example, bare_example, example_of, feature_names, save_examples, save_tables
from gsm8k import gold_of, is_out_of_scope
from gsm8k import load as load_gsm8k
from tokenizers import Tokenizer
from variation import all_names

from arithmetree.corpus import load
from arithmetree.corpus.public_sets import public_texts
from arithmetree.corpus.record import RecordQuantity
from arithmetree.corpus.similarity import StoryIndex, near
from arithmetree.encoder.people import replaced
from arithmetree.generator import generate
from arithmetree.quantities import Kind, Quantity
from arithmetree.schemas import Problem
from arithmetree.training.benchmark_sets import load_set
from arithmetree.training.expression_alignment import renumbered
from arithmetree.training.gold import GoldProblem
from arithmetree.training.parse_cache import read_cached
from arithmetree.training.sources import read_source

ROOT = Path(__file__).parents[2]
SETS = ("aggregate", "allArith", "ai2", "illinois", "commoncore")
VARIANTS = {"train": 4, "families": 3}
"""Other wordings of each problem of a part (variation.py); families are told in several ways as they are."""
_WORD = re.compile(r"[^\W\d_]+")
LEAST = 8
"""In how many examples a feature must stand to be learned."""


def corpus_examples(part: str, tokenizer: Tokenizer) -> Iterator[Example | None]:
    path = ROOT / "build" / "corpus" / f"{part}.jsonl"
    golds = {gold.id: gold for gold in read_source(path).problems.golds}
    records = load(path)
    for record, problem in zip(records, read_cached([record.text for record in records]), strict=True):
        gold = golds.get(record.id)
        if gold is not None or record.reason is not None:
            yield example_of(
                problem, gold, id=record.id, source=part, reason=record.reason or "", tokenizer=tokenizer,
                variants=VARIANTS.get(part, 0),
            )  # fmt: skip


def benchmark_examples(name: str, data: Path, tokenizer: Tokenizer) -> Iterator[Example | None]:
    for gold in load_set(name, data).problems.values():
        known = gold if gold.tree is not None else None
        yield example_of(gold.problem, known, id=f"{name}-{gold.id}", source=name, reason="", tokenizer=tokenizer)


def gsm8k_examples(data: Path, tokenizer: Tokenizer) -> Iterator[Example | None]:
    # Nothing near a problem of the other public sets, which the open protocol tests on.
    others = {name: texts for name, texts in public_texts(data).items() if name != "GSM8K"}
    index = StoryIndex((f"{name}/{i}", text) for name, texts in others.items() for i, text in enumerate(texts))
    rows = [row for row in load_gsm8k(data / "gsm8k" / "train.jsonl") if not near(row.text, index)]
    for row, problem in zip(rows, read_cached([row.text for row in rows]), strict=True):
        gold = gold_of(row, problem)
        if gold is not None:
            yield example_of(problem, gold, id=row.id, source="gsm8k", reason="", tokenizer=tokenizer)
        elif is_out_of_scope(row, problem):
            yield example_of(problem, None, id=row.id, source="gsm8k", reason="OUT_OF_SCOPE", tokenizer=tokenizer)


def augmented_examples(strangers: int, missing: int, tokenizer: Tokenizer) -> Iterator[Example | None]:
    files = [ROOT / "build" / "corpus" / f"{part}.jsonl" for part in ("train", "families")]
    golds = [gold for file in files for gold in read_source(file).problems.golds]
    impossible = [record for file in files for record in load(file) if record.reason == "CONTRADICTORY"]
    read = read_cached([record.text for record in impossible])
    for made in (
        *with_strangers(golds, strangers, seed=1),
        *without_a_needed_sentence(golds, missing, seed=1),
        *mended_contradictions([(record.id, problem) for record, problem in zip(impossible, read, strict=True)]),
    ):
        yield example_of(
            made.problem, made.gold, id=made.id, source="augmented", reason=made.reason, tokenizer=tokenizer,
            variants=made.variants,
        )  # fmt: skip


def generated_examples(count: int, tokenizer: Tokenizer) -> Iterator[Example | None]:
    named = set(all_names())
    for record in generate(count, seed=17):
        assert record.tree is not None
        assert record.answer is not None
        assert record.question is not None
        counted = [i for i, quantity in enumerate(record.quantities) if countable(quantity)]
        quantities = [
            Quantity(q.start, q.end, q.text, q.value, q.kind) for q in (record.quantities[i] for i in counted)
        ]
        tree = renumbered(record.tree, {old: new for new, old in enumerate(counted)})
        problem = Problem(record.text, tuple(quantities), (), None, ())
        spoken = [(*match.span(), match[0]) for match in _WORD.finditer(record.text)]
        yield bare_example(
            record.text, quantities, (record.question.start, record.question.end), replaced(spoken, named),
            GoldProblem(record.id, problem, record.answer, tree),
            id=record.id, source="generated", reason="", tokenizer=tokenizer,
        )  # fmt: skip


def countable(quantity: RecordQuantity) -> bool:
    """Whether a number of a record is one to calculate with."""
    return quantity.kind not in (Kind.ORDINAL, Kind.PRONOUN)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True, help="tokenizer.json of the pretrained encoder")
    parser.add_argument("--parts", default="", help="parts to make, joined by commas (default: all)")
    parser.add_argument("--generated", type=int, default=150_000)
    parser.add_argument("--strangers", type=int, default=2000)
    parser.add_argument("--missing", type=int, default=1200)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    tokenizer = Tokenizer.from_file(str(arguments.tokenizer))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    makers = {
        **{
            part: [partial(corpus_examples, part, tokenizer)]
            for part in ("train", "families", "dev", "calibration", "test")
        },
        "benchmarks": [partial(benchmark_examples, name, arguments.data, tokenizer) for name in SETS],
        "gsm8k": [partial(gsm8k_examples, arguments.data, tokenizer)],
        "augmented": [partial(augmented_examples, arguments.strangers, arguments.missing, tokenizer)],
        "generated": [partial(generated_examples, arguments.generated, tokenizer)],
    }
    names_file = arguments.out / "features.json"
    names = json.loads(names_file.read_text(encoding="utf-8")) if names_file.exists() else None
    for part in arguments.parts.split(",") if arguments.parts else makers:
        examples = [example for make in makers[part] for example in make() if example is not None]
        if names is None:  # the first part decides, which is the corpus
            names = feature_names(examples, LEAST)
            names_file.write_text(json.dumps(names, indent=0), encoding="utf-8")
        save_examples(arguments.out / f"{part}.npz.xz", examples, names)
        print(part, len(examples), flush=True)
    save_tables(arguments.out / "tables.npz")
    return 0


if __name__ == "__main__":
    sys.exit(main())

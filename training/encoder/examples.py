"""Training examples for the encoder: problems as arrays, so that training needs neither a parser nor our package.

An example holds the marked text, the features by number, the traits of every labeling as bit masks, and which
labelings are gold and which give the right answer. Problems with too many quantities for a table keep their labels
alone.
"""

from __future__ import annotations

import io
import lzma
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import combinations
from pathlib import Path

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer
from variation import varied

from arithmetree.encoder.marking import MarkedText, mark
from arithmetree.encoder.number_features import of_pair, of_quantity
from arithmetree.encoder.people import StandIn
from arithmetree.encoder.stand_ins import stand_ins
from arithmetree.expressions import LABELS, class_key, labels_of
from arithmetree.expressions import quantities as leaves
from arithmetree.features import facts_of
from arithmetree.knowledge import TRAITS, Knowledge
from arithmetree.model import values_of
from arithmetree.quantities import Quantity
from arithmetree.schemas import Problem
from arithmetree.search.table import table_of
from arithmetree.training.gold import GoldProblem

LARGEST_TABLE = 5
"""The most quantities for which every labeling is looked at in training."""
REASONS = ("", "NO_QUESTION", "TOO_FEW_QUANTITIES", "MISSING_INFORMATION", "OUT_OF_SCOPE", "CONTRADICTORY")
NO_GOLD = 255


@dataclass(frozen=True)
class Example:
    """One problem made ready; `reason` is empty for a problem with an answer, `variants` are other wordings of it."""

    id: str
    source: str
    reason: str
    marked: MarkedText
    relevance: list[list[str]]
    pairs: list[list[str]]
    mirrored: list[list[str]]
    used: Sequence[int]
    labels: Sequence[int]
    traits: npt.NDArray[np.uint32]
    gold: Sequence[int]
    right: Sequence[int] | npt.NDArray[np.int64]
    variants: tuple[MarkedText, ...] = ()


def example_of(
    problem: Problem,
    gold: GoldProblem | None,
    *,
    id: str,
    source: str,
    reason: str,
    tokenizer: Tokenizer,
    variants: int = 0,
) -> Example | None:
    """None for a text without quantities, or too long for the encoder."""
    quantities = [schema.quantity for schema in problem.schemas]
    question = None if problem.question is None else (problem.question.start, problem.question.end)
    bare = bare_example(
        problem.text, quantities, question, stand_ins(problem), gold,
        id=id, source=source, reason=reason, tokenizer=tokenizer,
    )  # fmt: skip
    if bare is None:
        return None
    n = len(quantities)
    if gold is not None and gold.tree is not None and 2 <= n <= LARGEST_TABLE:
        table, facts = table_of(n), facts_of(problem)
        bits = Knowledge(facts).traits_of_all(table)
        traits = (bits @ (2.0 ** np.arange(len(TRAITS)))).astype(np.uint32)
        values = table.rough_values(values_of(facts))
        right = np.flatnonzero(np.abs(values - float(gold.answer)) <= 0.01 + 1e-9)
        bare = replace(bare, traits=traits, right=right)
    others = (mark(*varied(problem, f"{id}/{number}"), tokenizer) for number in range(variants))
    return replace(bare, variants=tuple(other for other in others if other.fits))


def bare_example(
    text: str,
    quantities: Sequence[Quantity],
    question: tuple[int, int] | None,
    people: Sequence[StandIn],
    gold: GoldProblem | None,
    *,
    id: str,
    source: str,
    reason: str,
    tokenizer: Tokenizer,
) -> Example | None:
    """An example without the traits that only a parse gives."""
    marked = mark(text, quantities, question, people, tokenizer)
    n = len(quantities)
    if n == 0 or not marked.fits:
        return None
    pairs = list(combinations(range(n), 2))
    used, labels = [NO_GOLD] * n, [NO_GOLD] * len(pairs)
    gold_rows: list[int] = []
    if gold is not None and gold.tree is not None:
        taken, label_of = set(leaves(gold.tree)), labels_of(gold.tree)
        used = [int(i in taken) for i in range(n)]
        labels = [LABELS.index(label_of[pair]) if pair in label_of else NO_GOLD for pair in pairs]
        if 2 <= n <= LARGEST_TABLE:
            gold_rows = _rows(n)[class_key(gold.tree)]
    return Example(
        id, source, reason, marked,
        [of_quantity(quantities, i) for i in range(n)],
        [of_pair(quantities, i, j) for i, j in pairs],
        [of_pair(quantities, j, i) for i, j in pairs],
        used, labels, np.zeros(0, dtype=np.uint32), gold_rows, gold_rows,
    )  # fmt: skip


@cache
def _rows(n: int) -> dict[object, list[int]]:
    found: dict[object, list[int]] = {}
    for row, tree in enumerate(table_of(n).trees):
        found.setdefault(class_key(tree), []).append(row)
    return found


@dataclass
class Ragged:
    """Lists of different lengths as one array and the ends of each."""

    values: list[npt.NDArray[np.generic]] = field(default_factory=list)

    def arrays(self, name: str, dtype: npt.DTypeLike) -> dict[str, npt.NDArray[np.generic]]:
        flat = [np.asarray(value, dtype=dtype) for value in self.values]
        joined = np.concatenate(flat) if flat else np.zeros(0, dtype=dtype)
        return {name: joined, f"{name}.ends": np.cumsum([len(value) for value in flat]).astype(np.int64)}


def feature_names(examples: Iterable[Example], least: int) -> dict[str, list[str]]:
    """The features that stand in at least so many examples, by kind, in a fixed order."""
    relevance: Counter[str] = Counter()
    pairs: Counter[str] = Counter()
    for example in examples:
        relevance.update({name for row in example.relevance for name in row})
        pairs.update({name for row in (*example.pairs, *example.mirrored) for name in row})
    return {
        "relevance": sorted(name for name, count in relevance.items() if count >= least),
        "pair": sorted(name for name, count in pairs.items() if count >= least),
    }


def save_examples(path: Path, examples: Sequence[Example], names: Mapping[str, Sequence[str]]) -> None:
    """Write examples as one compressed file of arrays."""
    relevance = {name: number for number, name in enumerate(names["relevance"])}
    pair = {name: number for number, name in enumerate(names["pair"])}

    def numbers(rows: list[list[str]], known: Mapping[str, int]) -> list[list[int]]:
        return [[known[name] for name in row if name in known] for row in rows]

    columns: dict[str, tuple[Ragged, npt.DTypeLike]] = {
        name: (Ragged(), dtype)
        for name, dtype in (
            ("pieces", np.uint16), ("lengths", np.uint16), ("in_question", np.uint8), ("marks", np.uint16),
            ("used", np.uint8), ("labels", np.uint8), ("traits", np.uint32), ("gold", np.uint16), ("right", np.uint16),
            ("relevance", np.uint16), ("relevance_sizes", np.uint8), ("pairs", np.uint16), ("pair_sizes", np.uint8),
            ("mirrored", np.uint16), ("mirrored_sizes", np.uint8),
        )
    }  # fmt: skip
    for example in examples:
        rows = {
            "relevance": numbers(example.relevance, relevance),
            "pairs": numbers(example.pairs, pair),
            "mirrored": numbers(example.mirrored, pair),
        }
        for name in ("used", "labels", "traits", "gold", "right"):
            columns[name][0].values.append(np.asarray(getattr(example, name)))
        for name in ("pieces", "in_question", "marks"):
            texts = [getattr(text, name) for text in (example.marked, *example.variants)]
            columns[name][0].values.append(np.asarray([number for numbers in texts for number in numbers]))
        columns["lengths"][0].values.append(np.asarray([len(t.pieces) for t in (example.marked, *example.variants)]))
        for name, sizes in (("relevance", "relevance_sizes"), ("pairs", "pair_sizes"), ("mirrored", "mirrored_sizes")):
            columns[name][0].values.append(np.asarray([number for row in rows[name] for number in row]))
            columns[sizes][0].values.append(np.asarray([len(row) for row in rows[name]]))
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name, (ragged, dtype) in columns.items():
        arrays |= ragged.arrays(name, dtype)
    arrays["masks"], numbers_of_masks = np.unique(arrays["traits"], return_inverse=True)
    arrays["traits"] = numbers_of_masks.astype(np.uint16)
    arrays["reason"] = np.asarray([REASONS.index(example.reason) for example in examples], dtype=np.uint8)
    arrays["id"] = np.asarray([example.id for example in examples])
    arrays["source"] = np.asarray([example.source for example in examples])
    plain = io.BytesIO()
    np.savez(plain, **arrays)
    path.write_bytes(lzma.compress(plain.getvalue()))


def save_tables(path: Path) -> None:
    """The tables of labelings that training needs: which quantities each uses, and the label of each pair."""
    arrays = {}
    for n in range(2, LARGEST_TABLE + 1):
        table = table_of(n)
        arrays[f"used{n}"] = table.used
        arrays[f"cells{n}"] = table.cells.astype(np.uint8)
    np.savez_compressed(path, **arrays)

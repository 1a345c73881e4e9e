"""Training examples of the step model: problems as flat arrays; training needs neither a parser nor the corpus."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from tokenizers import Tokenizer

from arithmetree.corpus.record import RecordQuantity
from arithmetree.derivations import OPERATIONS, Constant, Derivation, Mention, Operation, Step, Unknown, work_out
from arithmetree.derivations.operations import RULES
from arithmetree.facts import facts_by_word
from arithmetree.marking.people import STAND_INS, people_stand_ins
from arithmetree.marking.stand_ins import stand_ins
from arithmetree.schemas import Problem
from arithmetree.steps.constants import HOW_MANY
from arithmetree.steps.features import PAIR_FEATURES, VALUE_FEATURES, leaf_features, pair_features, value_features
from arithmetree.steps.leaves import UNKNOWNS, Reading, reading_of
from arithmetree.steps.values import leaf_values, rough, step_value

REASONS = ("", "MISSING_INFORMATION", "NO_QUESTION", "CONTRADICTORY", "OUT_OF_SCOPE", "TOO_FEW_QUANTITIES")
NUMBER_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen", "fourteen",
    "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy",
    "eighty", "ninety",
)  # fmt: skip
"""Numbers that say no more as words than as digits, one word piece each."""
MOST_PIECES = 200
MOST_STEPS = 12
MOST_VALUES = 40


def constant_values() -> list[str]:
    """The values of all constants, in the order of their numbers in the network, from 1."""
    known = {value for facts in facts_by_word().values() for value, _ in facts} | {Fraction(n) for n in (3, 4, 5, 6)}
    return [str(value) for value in sorted(known)]


def about(tokenizer: Tokenizer) -> dict[str, Any]:
    """What a network must know of the arrays, so that training needs nothing else of the package."""
    return {
        "constants": constant_values(),
        "unknowns": len(UNKNOWNS),
        "value_features": VALUE_FEATURES,
        "pair_features": PAIR_FEATURES,
        "operations": [str(operation) for operation in OPERATIONS],
        "rising": [RULES[each].commutative or each is Operation.EQUATE for each in OPERATIONS],
        "reasons": list(REASONS),
        "stand_ins": [[tokenizer.token_to_id(piece) for piece in pieces] for pieces in STAND_INS.values()],
        "number_words": [tokenizer.token_to_id(piece) for piece in NUMBER_WORDS],
        "punctuation": [tokenizer.token_to_id(piece) for piece in ".,;:!?'\"()"],
    }


@dataclass(frozen=True, eq=False)
class View:
    """One way to read a text: its word pieces, which of them ask, and the piece of each leaf."""

    pieces: Sequence[int]
    in_question: Sequence[int]
    places: Sequence[int]


VIEWS = (stand_ins, people_stand_ins)
"""What is hidden in each view: people and what is counted, or people alone."""


@dataclass(frozen=True, eq=False)
class Example:
    """One problem; `steps` are (operation, left, right) over leaves, then steps; empty with a reason to refuse."""

    id: str
    reason: str
    views: tuple[View, ...]  # the text as it can be read, in the order of VIEWS
    constants: Sequence[int]
    features: npt.NDArray[np.float32]  # of all values: leaves, then steps
    bits: npt.NDArray[np.uint64]
    steps: Sequence[tuple[int, int, int]]
    answers: Sequence[int]


class MisfitError(Exception):
    """A problem that the step model cannot learn from: its derivation uses what the reading does not have."""


def example_of(
    id: str,
    problem: Problem,
    quantities: Sequence[RecordQuantity],
    derivation: Derivation | None,
    reason: str,
    tokenizer: Tokenizer,
    numbers: Mapping[str, int],
) -> Example:
    """The arrays of one problem; MisfitError where its derivation cannot be written over the reading's leaves."""
    readings = [reading_of(problem, tokenizer, hidden=hidden) for hidden in VIEWS]
    reading = readings[0]
    if max(len(each.marked.pieces) for each in readings) > MOST_PIECES or not reading.mentions:
        raise MisfitError("too long, or no number")
    steps, answers = ([], []) if derivation is None else _renumbered(derivation, quantities, reading)
    if len(steps) > MOST_STEPS or len(reading.places) + len(steps) > MOST_VALUES:
        raise MisfitError("too many steps or values")
    made = Derivation(
        reading.leaves, tuple(Step(OPERATIONS[op], left, right) for op, left, right in steps), tuple(answers)
    )
    forms = work_out(made, reading.values).forms
    values, wanted = leaf_values(reading)
    rows = [leaf_features(reading, values, wanted)]
    for place, (op, left, right) in enumerate(steps, start=len(made.leaves)):
        new = step_value(OPERATIONS[op], values.one(left), values.one(right), rough(forms[place]))
        rows.append(value_features(new, wanted))
        values = values.and_one(new)
    pairs = pair_features(values, values, wanted, same=np.eye(len(values), dtype=bool))
    bits = _packed(pairs)
    constants = [0] * len(reading.mentions)
    constants += [numbers.get(str(one.value), 0) for one in reading.constants]
    constants += [len(numbers) + 1 + place for place in range(len(UNKNOWNS))]
    return Example(
        id, reason, tuple(View(each.marked.pieces, each.marked.in_question, each.places) for each in readings),
        constants, np.concatenate(rows), bits, steps, answers,
    )  # fmt: skip


def _packed(pairs: npt.NDArray[np.float32]) -> npt.NDArray[np.uint64]:
    """Features of 0 and 1 as the bits of one number."""
    places = np.arange(pairs.shape[2], dtype=np.uint64)
    return np.bitwise_or.reduce(pairs.astype(np.uint64) << places, axis=2)


def _renumbered(
    derivation: Derivation, quantities: Sequence[RecordQuantity], reading: Reading
) -> tuple[list[tuple[int, int, int]], list[int]]:
    """Steps and answers over the leaves of the reading; operands of commutative steps in rising order."""
    mentions = {(one.start, one.value): number for number, one in enumerate(reading.mentions)}
    constants = {one.value: len(mentions) + number for number, one in enumerate(reading.constants)}
    first_unknown = len(reading.mentions) + len(reading.constants)
    if len(derivation.unknowns) > len(UNKNOWNS):
        raise MisfitError("too many unknowns")
    number_of: list[int] = []
    unknowns = 0
    for leaf in derivation.leaves:
        if isinstance(leaf, Unknown):
            number_of.append(first_unknown + unknowns)
            unknowns += 1
            continue
        quantity = quantities[leaf.quantity] if isinstance(leaf, Mention) else None
        if quantity is not None and (quantity.start, quantity.value) in mentions:
            number_of.append(mentions[quantity.start, quantity.value])
            continue
        if quantity is not None and quantity.implicit is None:
            raise MisfitError(f"{quantity.text} is read differently")
        value = quantity.value if quantity is not None else leaf.value if isinstance(leaf, Constant) else None
        if value not in constants:
            fact = leaf.fact if isinstance(leaf, Constant) else "implied"
            raise MisfitError("a count of a list" if fact == HOW_MANY else f"no word calls for {value} ({fact})")
        number_of.append(constants[value])
    leaves = first_unknown + len(UNKNOWNS)
    steps: list[tuple[int, int, int]] = []
    for step in derivation.steps:
        left, right = number_of[step.left], number_of[step.right]
        if RULES[step.operation].commutative or step.operation is Operation.EQUATE:
            left, right = min(left, right), max(left, right)
        number_of.append(leaves + len(steps))
        steps.append((OPERATIONS.index(step.operation), left, right))
    return steps, [number_of[answer] for answer in derivation.answers]


def save(path: Path, examples: Iterable[Example]) -> None:
    """Write examples as flat arrays with the ends of each."""
    kept = list(examples)
    columns: dict[str, tuple[list[npt.NDArray[np.generic]], npt.DTypeLike]] = {
        "constants": ([np.asarray(e.constants) for e in kept], np.uint8),
        "features": ([e.features.ravel() for e in kept], np.float16),
        "bits": ([e.bits.ravel() for e in kept], np.uint64),
        "steps": ([np.asarray(e.steps).ravel() for e in kept], np.uint8),
        "answers": ([np.asarray(e.answers) for e in kept], np.uint8),
    }
    for view in range(len(VIEWS)):
        for name, dtype in (("pieces", np.uint16), ("in_question", np.uint8), ("places", np.uint8)):
            columns[f"{name}{view}"] = ([np.asarray(getattr(e.views[view], name)) for e in kept], dtype)
    arrays: dict[str, npt.NDArray[np.generic]] = {}
    for name, (rows, dtype) in columns.items():
        arrays[name] = np.concatenate([row.astype(dtype) for row in rows]) if rows else np.zeros(0, dtype)
        arrays[f"{name}.ends"] = np.cumsum([len(row) for row in rows]).astype(np.int64)
    arrays["reason"] = np.asarray([REASONS.index(e.reason) for e in kept], dtype=np.uint8)
    arrays["id"] = np.asarray([e.id for e in kept])
    np.savez_compressed(path, **arrays)  # type: ignore[arg-type]

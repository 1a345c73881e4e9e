"""The finished record: one problem of the corpus with full annotation, and its form as a line of JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from pathlib import Path
from typing import Any

from arithmetree.atomic_files import write_atomically
from arithmetree.derivations import Constant, Derivation, Mention, Operation, Step, Unknown
from arithmetree.derivations import Leaf as DerivationLeaf
from arithmetree.errors import DataError, ExpressionError
from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.quantities import Kind

SPLITS = ("train", "dev", "calibration", "test")
"""The parts of read-once problems that are read together; see manifest.py for all parts."""


class Reason(StrEnum):
    """Why a problem has no answer."""

    MISSING_INFORMATION = "MISSING_INFORMATION"  # a needed number is not given
    NO_QUESTION = "NO_QUESTION"  # a story without a question or request
    CONTRADICTORY = "CONTRADICTORY"  # the numbers contradict each other
    OUT_OF_SCOPE = "OUT_OF_SCOPE"  # needs outside constants, or is no arithmetic
    TOO_FEW_QUANTITIES = "TOO_FEW_QUANTITIES"  # one number or none


@dataclass(frozen=True, slots=True)
class RecordQuantity:
    """A number of the text; `implicit` is the word that implies it where it is not written out ("week" for 7)."""

    text: str
    start: int
    end: int
    value: Fraction
    kind: Kind
    implicit: str | None = None

    @property
    def countable(self) -> bool:
        """True if the number may take part in the arithmetic."""
        return self.kind in (Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.MULTIPLIER)


@dataclass(frozen=True, slots=True)
class RecordRate:
    """A quantity, by its index, that is a rate of one unit per other unit."""

    quantity: int
    per: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Span:
    """A part of the text, by characters."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Record:
    """One problem: its text and everything known about it.

    An answerable problem has `tree` (over indices of `quantities`), `expression` (the same in infix with the
    values), `answer`, `unit`, `steps` and `shape`, and `reason` is None; for any other one `reason` says why. Where a
    number is used twice, or a constant, an unknown or rounding is needed, `tree` and `shape` are None, and the
    calculation is in `derivation`, which every answerable problem has: `asked` are its expressions, one for each
    question, `equations` its equations and `answers` the values. `expression`, `answer` and `unit` are those of the
    last question. `irrelevant` are the countable quantities that the calculation does not use. `question` is the asking
    part of the text, None where the writer did not mark it. `kind` and `style` are given for general problems.
    """

    id: str
    text: str
    quantities: tuple[RecordQuantity, ...]
    expression: str | None
    tree: Tree | None
    answer: Fraction | None
    unit: str | None
    reason: Reason | None
    irrelevant: tuple[int, ...]
    rates: tuple[RecordRate, ...]
    question: Span | None
    scenario: str
    phenomena: tuple[str, ...]
    family: str | None
    grade: int
    steps: int | None
    shape: str | None
    equations: tuple[str, ...] = ()
    asked: tuple[str, ...] = ()
    answers: tuple[Fraction, ...] = ()
    units: tuple[str, ...] = ()
    derivation: Derivation | None = None
    kind: str | None = None
    style: str | None = None

    @property
    def writer(self) -> str:
        """The writer's name: "a" for the problem a03-017."""
        return self.id.partition("-")[0].rstrip("0123456789")

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON values; exact numbers are written as text ("7/2")."""
        return {
            "id": self.id,
            "text": self.text,
            "quantities": [
                {
                    "text": quantity.text,
                    "start": quantity.start,
                    "end": quantity.end,
                    "value": str(quantity.value),
                    "kind": quantity.kind.value,
                    "implicit": quantity.implicit,
                }
                for quantity in self.quantities
            ],
            "expression": self.expression,
            "tree": None if self.tree is None else _tree_to_dict(self.tree),
            "answer": None if self.answer is None else str(self.answer),
            "unit": self.unit,
            "reason": None if self.reason is None else self.reason.value,
            "irrelevant": list(self.irrelevant),
            "rates": [{"quantity": rate.quantity, "per": list(rate.per)} for rate in self.rates],
            "question": None if self.question is None else {"start": self.question.start, "end": self.question.end},
            "scenario": self.scenario,
            "phenomena": list(self.phenomena),
            "family": self.family,
            "grade": self.grade,
            "steps": self.steps,
            "shape": self.shape,
            "equations": list(self.equations),
            "asked": list(self.asked),
            "answers": [str(answer) for answer in self.answers],
            "units": list(self.units),
            "derivation": None if self.derivation is None else derivation_to_dict(self.derivation),
            "kind": self.kind,
            "style": self.style,
        }

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> Record:
        """The record of a JSON object; DataError where a field is missing or has another type."""
        try:
            question = entry["question"]
            return cls(
                id=entry["id"],
                text=entry["text"],
                quantities=tuple(quantity_from_dict(quantity) for quantity in entry["quantities"]),
                expression=entry["expression"],
                tree=None if entry["tree"] is None else _tree_from_dict(entry["tree"]),
                answer=None if entry["answer"] is None else Fraction(entry["answer"]),
                unit=entry["unit"],
                reason=None if entry["reason"] is None else Reason(entry["reason"]),
                irrelevant=tuple(entry["irrelevant"]),
                rates=tuple(RecordRate(rate["quantity"], _pair(rate["per"])) for rate in entry["rates"]),
                question=None if question is None else Span(question["start"], question["end"]),
                scenario=entry["scenario"],
                phenomena=tuple(entry["phenomena"]),
                family=entry["family"],
                grade=entry["grade"],
                steps=entry["steps"],
                shape=entry["shape"],
                equations=tuple(entry["equations"]),
                asked=tuple(entry["asked"]),
                answers=tuple(Fraction(answer) for answer in entry["answers"]),
                units=tuple(entry["units"]),
                derivation=None if entry["derivation"] is None else derivation_from_dict(entry["derivation"]),
                kind=entry["kind"],
                style=entry["style"],
            )
        except (KeyError, TypeError, ValueError, ExpressionError) as error:
            raise DataError(f"this is not a record of the corpus ({error!r}); see the card for its fields") from error


def load(path: Path | str) -> tuple[Record, ...]:
    """The records of a JSONL file, or of all parts in a folder; DataError names the bad line."""
    path = Path(path)
    files = [path / f"{split}.jsonl" for split in SPLITS] if path.is_dir() else [path]
    records: list[Record] = []
    for file in files:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except (OSError, UnicodeDecodeError) as error:
            raise DataError(f"{file} cannot be read ({error}); give a JSONL file or the corpus folder") from error
        for number, line in enumerate(lines, start=1):
            try:
                records.append(Record.from_dict(json.loads(line)))
            except (ValueError, DataError) as error:
                raise DataError(f"{file}:{number}: {error}") from error
    return tuple(records)


def save(records: Iterable[Record], file: Path) -> None:
    """Write records as JSONL, one a line, in the order given; a program that is killed leaves the file as it was."""
    lines = (json.dumps(record.to_dict(), ensure_ascii=False) + "\n" for record in records)
    write_atomically(file, "".join(lines).encode())


def quantity_from_dict(entry: Mapping[str, Any]) -> RecordQuantity:
    value, kind = Fraction(entry["value"]), Kind(entry["kind"])
    return RecordQuantity(entry["text"], entry["start"], entry["end"], value, kind, entry["implicit"])


def _pair(units: list[str]) -> tuple[str, str]:
    over, under = units
    return over, under


def derivation_to_dict(derivation: Derivation) -> dict[str, Any]:
    """A derivation as plain JSON values: leaves, steps as [operation, left, right], and answers, by number."""
    leaves: list[dict[str, Any]] = []
    for leaf in derivation.leaves:
        if isinstance(leaf, Mention):
            leaves.append({"quantity": leaf.quantity})
        elif isinstance(leaf, Constant):
            leaves.append({"constant": str(leaf.value), "fact": leaf.fact})
        else:
            leaves.append({"unknown": leaf.name})
    return {
        "leaves": leaves,
        "steps": [[str(step.operation), step.left, step.right] for step in derivation.steps],
        "answers": list(derivation.answers),
    }


def derivation_from_dict(entry: Mapping[str, Any]) -> Derivation:
    """The derivation of such values."""
    leaves: list[DerivationLeaf] = []
    for leaf in entry["leaves"]:
        if "quantity" in leaf:
            leaves.append(Mention(leaf["quantity"]))
        elif "constant" in leaf:
            leaves.append(Constant(Fraction(leaf["constant"]), leaf["fact"]))
        else:
            leaves.append(Unknown(leaf["unknown"]))
    steps = tuple(Step(Operation(operation), left, right) for operation, left, right in entry["steps"])
    return Derivation(tuple(leaves), steps, tuple(entry["answers"]))


def _tree_to_dict(tree: Tree) -> dict[str, Any]:
    if isinstance(tree, Leaf):
        return {"quantity": tree.quantity}
    return {"op": tree.op.value, "left": _tree_to_dict(tree.left), "right": _tree_to_dict(tree.right)}


def _tree_from_dict(entry: Mapping[str, Any]) -> Tree:
    if "quantity" in entry:
        return Leaf(entry["quantity"])
    return Node(Op(entry["op"]), _tree_from_dict(entry["left"]), _tree_from_dict(entry["right"]))

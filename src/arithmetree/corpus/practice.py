"""The problems of practice sheets: stories of the corpus with the places of their numbers, as one file of the package.

`practice_choice` picks them; practice sheets give them new numbers.
"""

from __future__ import annotations

import gzip
import json
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from arithmetree.corpus.record import RecordQuantity
from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, Step, Unknown
from arithmetree.errors import DataError
from arithmetree.quantities import Kind

FILE = "practice.jsonl.gz"
BASICS = "basics"
"""The kind of problems with one step over whole numbers; all others are kinds of the corpus."""


@dataclass(frozen=True, slots=True)
class PracticeStory:
    """One problem: its text, its numbers in the order of the text, and its calculation over them.

    `currency` is "dollars", "pounds" or "euros", or empty where no money occurs. `spelling` is "british", "american" or
    empty. `topic` is empty where no topic fits.
    """

    id: str
    text: str
    quantities: tuple[RecordQuantity, ...]
    derivation: Derivation
    units: tuple[str, ...]
    kind: str
    grade: int
    currency: str
    spelling: str
    topic: str

    @property
    def values(self) -> list[Fraction]:
        """The values of the numbers."""
        return [quantity.value for quantity in self.quantities]

    @property
    def steps(self) -> int:
        """How many operations the calculation takes; equations themselves do not count."""
        return len(self.derivation.steps) - len(self.derivation.equations)

    def to_dict(self) -> dict[str, Any]:
        """The story as plain JSON values; what is empty, and the kind of plain numbers, is left out."""
        entry = {
            "id": self.id,
            "text": self.text,
            "numbers": [
                [one.start, one.end, str(one.value), *([] if one.kind is Kind.NUMBER else [str(one.kind)])]
                for one in self.quantities
            ],
            "leaves": [_leaf_entry(leaf) for leaf in self.derivation.leaves],
            "steps": [[str(step.operation), step.left, step.right] for step in self.derivation.steps],
            "answers": list(self.derivation.answers),
            "units": list(self.units),
            "kind": self.kind,
            "grade": self.grade,
            "currency": self.currency,
            "spelling": self.spelling,
            "topic": self.topic,
        }
        return {name: value for name, value in entry.items() if value != ""}

    @classmethod
    def from_dict(cls, entry: Mapping[str, Any]) -> PracticeStory:
        """The story of such values."""
        text = entry["text"]
        return cls(
            id=entry["id"],
            text=text,
            quantities=tuple(
                RecordQuantity(text[start:end], start, end, Fraction(value), Kind(kind[0]) if kind else Kind.NUMBER)
                for start, end, value, *kind in entry["numbers"]
            ),
            derivation=Derivation(
                tuple(map(_leaf, entry["leaves"])),
                tuple(Step(Operation(operation), left, right) for operation, left, right in entry["steps"]),
                tuple(entry["answers"]),
            ),
            units=tuple(entry["units"]),
            kind=entry["kind"],
            grade=entry["grade"],
            currency=entry.get("currency", ""),
            spelling=entry.get("spelling", ""),
            topic=entry.get("topic", ""),
        )


def _leaf_entry(leaf: Leaf) -> int | str | list[str]:
    """A leaf as JSON: the number of a quantity, the name of an unknown, or the value of a constant with its fact."""
    if isinstance(leaf, Mention):
        return leaf.quantity
    return leaf.name if isinstance(leaf, Unknown) else [str(leaf.value), leaf.fact]


def _leaf(entry: int | str | list[str]) -> Leaf:
    if isinstance(entry, int):
        return Mention(entry)
    return Unknown(entry) if isinstance(entry, str) else Constant(Fraction(entry[0]), entry[1])


def practice_text(stories: Iterable[PracticeStory]) -> str:
    """The content of the file, one story a line."""
    lines = (json.dumps(story.to_dict(), ensure_ascii=False, separators=(",", ":")) for story in stories)
    return "".join(f"{line}\n" for line in lines)


def write_practice(file: Path, text: str) -> None:
    """Write that content, compressed; the same content gives the same file."""
    file.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


def read_practice(file: Path) -> tuple[PracticeStory, ...]:
    """The stories of a file; DataError says what is wrong with it, or names the bad line."""
    try:
        text = gzip.decompress(file.read_bytes()).decode("utf-8")
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise DataError(f"{file} cannot be read as problems for practice sheets: {error}") from error
    stories: list[PracticeStory] = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            stories.append(PracticeStory.from_dict(json.loads(line)))
        except (KeyError, TypeError, ValueError) as error:
            raise DataError(f"{file}:{number}: this is not a problem for practice sheets ({error!r})") from error
    return tuple(stories)


@cache
def practice_stories() -> tuple[PracticeStory, ...]:
    """The stories of the package."""
    return read_practice(Path(str(files("arithmetree") / "data" / FILE)))

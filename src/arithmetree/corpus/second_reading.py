"""The second reading: somebody who sees only the texts solves a sample, and the answers are compared."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from hashlib import sha256
from pathlib import Path

from arithmetree.corpus.record import Record
from arithmetree.errors import DataError


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A problem where the second reader's answer was another one; `verdict` is what looking at it showed."""

    id: str
    corpus: str
    reader: str
    verdict: str = ""


@dataclass(frozen=True, slots=True)
class SecondReading:
    """How many problems were read again, and all disagreements as they were at the time of the reading."""

    read: int
    disagreements: tuple[Disagreement, ...]

    @property
    def rate(self) -> float:
        """The share of disagreements in per cent."""
        return 100 * len(self.disagreements) / self.read


def sample(records: Sequence[Record], share: float, seed: int) -> tuple[Record, ...]:
    """A random share of the records, drawn by a hash of seed and id, in the order drawn."""
    drawn = sorted(records, key=lambda record: sha256(f"{seed}: {record.id}".encode()).digest())
    return tuple(drawn[: round(share * len(records))])


def compare(records: Sequence[Record], answers: Mapping[str, str]) -> SecondReading:
    """Compare a reader's answers by id (exact values as text, "72" or "3; 7/2", or a reason code) with the corpus."""
    by_id = {record.id: record for record in records}
    unknown = sorted(set(answers) - by_id.keys())
    if unknown or not answers:
        raise DataError(f"no problems of the corpus: {', '.join(unknown) or 'no answers at all'}; give ids of a sample")
    found = []
    for key, answer in sorted(answers.items()):
        record = by_id[key]
        expected = "; ".join(map(str, record.answers)) if record.reason is None else record.reason.value
        if not _agree(expected, answer):
            found.append(Disagreement(key, expected, answer))
    return SecondReading(len(answers), tuple(found))


def _agree(expected: str, answer: str) -> bool:
    """Whether two lists of values are the same, however they are written: "7/2" is "3.5"."""
    try:
        return [Fraction(part) for part in expected.split(";")] == [Fraction(part) for part in answer.split(";")]
    except (ValueError, ZeroDivisionError):
        return expected == answer


def save_second_reading(reading: SecondReading, file: Path) -> None:
    """Write a second reading as JSON."""
    file.write_text(json.dumps(asdict(reading), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def load_second_reading(file: Path) -> SecondReading | None:
    """Read a second reading; None where there is none yet."""
    if not file.exists():
        return None
    try:
        entry = json.loads(file.read_text(encoding="utf-8"))
        disagreements = tuple(Disagreement(**each) for each in entry["disagreements"])
        reading = SecondReading(int(entry["read"]), disagreements)
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise DataError(f"{file} holds no second reading ({error}); write it with the compare command") from error
    if reading.read < max(1, len(disagreements)):
        raise DataError(f"{file}: {len(disagreements)} disagreements in {reading.read} problems cannot be")
    return reading

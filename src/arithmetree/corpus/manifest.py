"""The manifest: which part each folder of written lines belongs to, which problems stay out, and what was built."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from arithmetree.atomic_files import write_atomically
from arithmetree.errors import DataError

FILE = "manifest.json"
DRAWN = "drawn"
"""The folder with this part is split into train, dev and calibration by scenario (splits.py)."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a finished part came to."""

    problems: int
    sha256: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """`folders` names the part of each folder of written lines, or DRAWN, and `stories` those in the form of families.

    `dropped` are problems that stay out, by id, with the reason. `held_back` are problems to learn from that come too
    near to a held-out part. `built` are the parts that a build must give.
    """

    folders: Mapping[str, str]
    stories: tuple[str, ...] = ()
    dropped: Mapping[str, str] = field(default_factory=dict)
    held_back: Mapping[str, str] = field(default_factory=dict)
    built: Mapping[str, Built] = field(default_factory=dict)

    @property
    def left_out(self) -> frozenset[str]:
        """All ids that no part has."""
        return frozenset(self.dropped) | frozenset(self.held_back)

    def with_built(self, built: Mapping[str, Built]) -> Manifest:
        """The same with other finished parts."""
        return replace(self, built=dict(built))

    @classmethod
    def load(cls, corpus: Path) -> Manifest:
        """The manifest of a corpus folder; DataError where it cannot be read."""
        file = corpus / FILE
        try:
            entry: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
            return cls(
                folders=entry["folders"],
                stories=tuple(entry["stories"]),
                dropped=entry["dropped"],
                held_back=entry["held_back"],
                built={name: Built(**part) for name, part in entry["built"].items()},
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(
                f"{file} is not a manifest of a corpus ({error!r}); give the folder that holds the written lines"
            ) from error

    def save(self, corpus: Path) -> None:
        """Write the manifest, everything in a fixed order."""
        entry = asdict(self)
        for name in ("dropped", "held_back", "built"):
            entry[name] = dict(sorted(entry[name].items()))
        text = json.dumps(entry, indent=1, ensure_ascii=False)
        write_atomically(corpus / FILE, f"{text}\n".encode())

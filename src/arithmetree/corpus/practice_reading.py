"""Which stories somebody has read for practice sheets, as a strict teacher would, and which of them are fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arithmetree.errors import DataError

FILE = "practice_reading.txt"
FIT = "fit"


@dataclass(frozen=True, slots=True)
class Reading:
    """The ids of stories by verdict: FIT, or the fault that was found."""

    verdicts: Mapping[str, frozenset[str]]

    @property
    def fit(self) -> frozenset[str]:
        """The stories that are used."""
        return self.verdicts.get(FIT, frozenset())

    @property
    def seen(self) -> frozenset[str]:
        """All stories that were read."""
        return frozenset().union(*self.verdicts.values())

    @classmethod
    def load(cls, corpus: Path) -> Reading:
        """The reading of a corpus folder: lines of ids below a verdict, which ends with a colon; "#" begins a remark.

        DataError where it cannot be read, where ids stand before any verdict, or where an id has two verdicts.
        """
        file = corpus / FILE
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except OSError as error:
            raise DataError(f"{file} cannot be read ({error}); it lists the stories that were read") from error
        verdicts: dict[str, list[str]] = {}
        verdict = ""
        for number, line in enumerate(lines, start=1):
            if line.endswith(":") and not line.startswith("#"):
                verdict = line.removesuffix(":")
            elif line and not line.startswith("#"):
                if not verdict:
                    raise DataError(f"{file}:{number}: ids before any verdict; a verdict is a line such as '{FIT}:'")
                verdicts.setdefault(verdict, []).extend(line.split())
        counts = Counter(each for ids in verdicts.values() for each in ids)
        twice = sorted(each for each, count in counts.items() if count > 1)
        if twice:
            raise DataError(f"{file}: {', '.join(twice)} has two verdicts; keep one")
        return cls({name: frozenset(ids) for name, ids in verdicts.items()})

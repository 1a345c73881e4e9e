"""Dropped problems: the list of ids that stay out of the corpus, each with the reason."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arithmetree.errors import DataError


def load_dropped(file: Path) -> dict[str, str]:
    """The reasons by id of a file with lines `id: reason`; a file that does not exist drops nothing."""
    dropped: dict[str, str] = {}
    if not file.exists():
        return dropped
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        key, colon, reason = line.partition(": ")
        if not colon or not reason.strip() or key in dropped:
            raise DataError(f"{file}:{number}: accepted is `id: reason`, every id once, such as a03-017: near b01-002")
        dropped[key] = reason.strip()
    return dropped


def save_dropped(dropped: Mapping[str, str], file: Path) -> None:
    """Write the list in the order of the ids."""
    file.write_text("".join(f"{key}: {reason}\n" for key, reason in sorted(dropped.items())), encoding="utf-8")

"""Which problems of a part a share of it holds, so that one program learns from a share and another takes the rest."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

_OF_MANY_WRITERS = frozenset({"gsm8k"})
"""Parts whose problems belong to no file of one writer; each is drawn by itself."""


def shares(written: str) -> dict[str, float]:
    """The share of each part that is written as general:0.6,gsm8k:0.5."""
    return {name: float(share) for name, share in (entry.split(":") for entry in filter(None, written.split(",")))}


def within(key: str, part: str, of: Mapping[str, float]) -> bool:
    """Whether a problem is in the share of its part; a larger share holds every smaller one.

    What comes before the first hyphen of an id is the file of its writer, so no family is in two shares.
    """
    file = key if part in _OF_MANY_WRITERS else key.partition("-")[0]
    return int(sha256(file.encode()).hexdigest()[:8], 16) < of.get(part, 1.0) * 2**32

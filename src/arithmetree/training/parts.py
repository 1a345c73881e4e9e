"""Parts of some problems, for cross-validation inside them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from arithmetree.training.gold import GoldProblem

PARTS = 3
"""How many parts cross-validation holds out in turn."""


def in_parts(golds: Sequence[GoldProblem], parts: int = PARTS) -> list[list[GoldProblem]]:
    """Parts of about equal size, by a checksum of the text, so that a problem's part never depends on the others."""
    found: list[list[GoldProblem]] = [[] for _ in range(parts)]
    for gold in golds:
        digest = hashlib.sha256(gold.problem.text.encode()).digest()
        found[int.from_bytes(digest[:8], "big") % parts].append(gold)
    return found

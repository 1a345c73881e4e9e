"""The weights by which pasted texts are read, fitted by benchmarks/pasting/fit.py."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arithmetree.word_lists import table


@cache
def fitted_weights() -> Mapping[str, int]:
    """The weights of the features, as fitted."""
    weights = table("pasting_weights")["weights"]
    assert isinstance(weights, dict)
    return weights

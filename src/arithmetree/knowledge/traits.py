"""The traits that an expression may have, by name and as bits of a mask."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from arithmetree.linear import FloatArray

TRAITS: tuple[str, ...] = (
    "not positive",
    "negative step",
    "broken answer to how many, all whole",
    "broken answer, all whole",
    "broken answer to how many, not all whole",
    "broken step, all whole",
    "same as a number of the text",
    "unit fits the question",
    "unit against the question",
    "sum of unlike things",
    "rate added to an amount",
    "product of two like amounts",
    "product without a rate",
    "quantity of the question unused",
    "rate unused",
    "uses 2",
    "uses 3",
    "uses 4",
    "uses 5 or more",
    "all used",
    "one unused",
    "two or more unused",
)
BIT = {name: 1 << i for i, name in enumerate(TRAITS)}
_PLACES = np.arange(len(TRAITS))


def unpacked(traits: npt.NDArray[np.int64]) -> FloatArray:
    bits = traits[:, None] >> _PLACES
    return np.asarray(bits & 1, dtype=np.float64)

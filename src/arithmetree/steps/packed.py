"""Weights in four bits: how the large matrices of a network are kept in a file, and how they become bytes again.

A matrix of bytes is cut into blocks of 16 rows. In every column of a block each byte is a small whole number from -8 to
7 times a step that they share, so the file holds half a byte for each and one more for each step. Unpacked, they are
bytes for the same fast operations as before, and the same bytes on every machine.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.int8]
BLOCK: Final = 16
LEVELS: Final = ".levels"
STEPS: Final = ".steps"
ROWS: Final = ".rows"
_LOWEST: Final = -8
_HIGHEST: Final = 7
_MOST: Final = 127 // _HIGHEST
_TRIED: Final = 6


def packed(matrix: Bytes) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint8]]:
    """The levels, two rows to a byte, and the step of each block and column: those with the least squared error."""
    rows, columns = matrix.shape
    blocks = -(-rows // BLOCK)
    padded = np.zeros((blocks * BLOCK, columns), dtype=np.float32)
    padded[:rows] = matrix
    cut = padded.reshape(blocks, BLOCK, columns)
    natural = np.ceil(np.abs(cut).max(1, keepdims=True) / _HIGHEST)
    best = np.full((blocks, 1, columns), np.inf, dtype=np.float32)
    levels = np.zeros_like(cut)
    steps = np.ones((blocks, 1, columns), dtype=np.float32)
    for smaller in range(_TRIED):  # a smaller step cuts off the largest and is closer to the others
        step = np.clip(natural - smaller, 1, _MOST)
        level = np.clip(np.round(cut / step), _LOWEST, _HIGHEST)
        error = ((level * step - cut) ** 2).sum(1, keepdims=True)
        better = error < best
        best, steps, levels = (
            np.where(better, new, old) for new, old in ((error, best), (step, steps), (level, levels))
        )
    halves = (levels.reshape(-1, 2, columns) - _LOWEST).astype(np.uint8)
    return np.bitwise_or(halves[:, 0], np.left_shift(halves[:, 1], 4, dtype=np.uint8)), steps[:, 0].astype(np.uint8)


def unpacked(levels: npt.NDArray[np.uint8], steps: npt.NDArray[np.uint8], rows: int) -> Bytes:
    """The matrix of bytes again."""
    pairs, columns = levels.shape
    made = np.empty((pairs, 2, columns), dtype=np.int8)
    np.bitwise_and(levels, 15, out=made[:, 0].view(np.uint8))
    np.right_shift(levels, 4, out=made[:, 1].view(np.uint8))
    made += _LOWEST
    blocks = made.reshape(len(steps), BLOCK, columns)
    blocks *= steps.view(np.int8)[:, None, :]
    return blocks.reshape(-1, columns)[:rows]


def matrices(stored: dict[str, npt.NDArray[np.uint8]]) -> dict[str, Bytes]:
    """All matrices of a file, by name; each is taken out of `stored`, so that both are never whole in memory.

    A matrix that is kept as bytes has no levels.
    """
    names = [name.removesuffix(LEVELS) for name in stored if name.endswith(LEVELS)]
    found = {
        name: unpacked(
            stored.pop(name + LEVELS), stored.pop(name + STEPS), int(stored.pop(name + ROWS).view(np.uint32)[0])
        )
        for name in sorted(names)
    }
    return found | {name: stored.pop(name).view(np.int8) for name in sorted(stored)}

"""Matrices in four bits: what comes back is near what went in, and what fits exactly comes back as it was."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.steps.packed import BLOCK, LEVELS, ROWS, STEPS, matrices, packed, unpacked


def _random(rows: int, columns: int, seed: int) -> npt.NDArray[np.int8]:
    drawn = np.random.default_rng(seed).normal(0, 30, (rows, columns))
    return np.clip(np.round(drawn), -127, 127).astype(np.int8)


@given(st.integers(1, 70), st.integers(1, 9), st.integers(0, 10_000))
def test_a_matrix_comes_back_in_its_shape_and_near_its_values(rows: int, columns: int, seed: int) -> None:
    matrix = _random(rows, columns, seed)
    levels, steps = packed(matrix)
    again = unpacked(levels, steps, rows)
    assert again.shape == matrix.shape
    assert again.dtype == np.int8
    # In each column of a block no value is farther off than rounding to the whole range of the block would be.
    for start in range(0, rows, BLOCK):
        block, found = (each[start : start + BLOCK].astype(float) for each in (matrix, again))
        step = np.ceil(np.abs(block).max(0) / 7)
        assert (((found - block) ** 2).sum(0) <= len(block) * (np.maximum(step, 1) / 2) ** 2 + 1e-9).all()


@given(st.integers(0, 10_000))
def test_whole_multiples_of_one_step_come_back_exactly(seed: int) -> None:
    order = np.random.default_rng(seed)
    steps = order.integers(1, 19, (3, 1, 5))
    levels = order.integers(-7, 8, (3, BLOCK, 5))
    levels[:, 0] = 7  # the largest level is used, so the step is known
    matrix = (levels * steps).reshape(-1, 5).astype(np.int8)
    assert (unpacked(*packed(matrix), len(matrix)) == matrix).all()


def test_two_values_take_one_byte() -> None:
    matrix = _random(64, 10, 1)
    levels, steps = packed(matrix)
    assert levels.nbytes == matrix.nbytes // 2
    assert steps.nbytes == matrix.nbytes // BLOCK


def test_matrices_are_found_by_name_with_their_rows() -> None:
    matrix = _random(30, 4, 2)
    levels, steps = packed(matrix)
    rows = np.array([30], dtype=np.uint32).view(np.uint8)
    found = matrices({"one" + LEVELS: levels, "one" + STEPS: steps, "one" + ROWS: rows})
    assert list(found) == ["one"]
    assert found["one"].shape == (30, 4)


def test_a_matrix_kept_as_bytes_comes_back_as_it_is() -> None:
    small, large = _random(30, 4, 2), _random(48, 4, 3)
    levels, steps = packed(large)
    rows = np.array([48], dtype=np.uint32).view(np.uint8)
    stored = {"small": small.view(np.uint8), "large" + LEVELS: levels, "large" + STEPS: steps, "large" + ROWS: rows}
    found = matrices(stored)
    assert sorted(found) == ["large", "small"]
    assert found["small"].dtype == np.int8
    assert (found["small"] == small).all()
    assert not stored

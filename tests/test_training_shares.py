"""Shares of parts: what one program learns from and another takes the rest of."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from script_modules import script_modules


@pytest.fixture(scope="module")
def shares() -> Iterator[ModuleType]:
    with script_modules("../training/general", ("shares",)) as found:
        yield found["shares"]


def test_a_file_of_a_writer_is_never_divided(shares: ModuleType) -> None:
    for share in (0.2, 0.5, 0.8):
        within = {shares.within(f"ga01-{number}-0", "general", {"general": share}) for number in range(200)}
        assert len(within) == 1


def test_a_larger_share_holds_every_smaller_one(shares: ModuleType) -> None:
    keys = [f"g{number}-1" for number in range(500)]
    smaller, larger = (
        {key for key in keys if shares.within(key, "general", {"general": share})} for share in (0.3, 0.6)
    )
    assert smaller < larger
    assert 100 < len(smaller) < 200 < len(larger) < 360


def test_problems_without_a_file_are_drawn_one_by_one(shares: ModuleType) -> None:
    taken = sum(shares.within(f"gsm8k-{number}", "gsm8k", {"gsm8k": 0.5}) for number in range(400))
    assert 150 < taken < 250


def test_a_part_that_is_not_named_is_whole(shares: ModuleType) -> None:
    assert shares.within("a01-004", "train", shares.shares("general:0.6"))
    assert shares.shares("general:0.6,gsm8k:0.5") == {"general": 0.6, "gsm8k": 0.5}

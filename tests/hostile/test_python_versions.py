"""From Python 3.12 on the built-in `sum` adds decimals more exactly than before; no answer may depend on it."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable
from typing import Any

import pytest

from arithmetree.generator import generate
from arithmetree.solver import Solver
from arithmetree.views.tree_svg import tree_svg

built_in_sum = builtins.sum


def sum_without_decimals(addends: Iterable[Any], /, start: Any = 0) -> Any:
    """The built-in `sum`, which fails where our own code adds decimals; numpy's numbers are added as ever."""
    listed = list(addends)
    caller = sys._getframe(1).f_globals["__name__"]
    if caller.startswith("arithmetree.") and any(type(addend) is float for addend in listed):
        raise AssertionError(f"{caller} adds decimals with sum; math.fsum gives the same in all versions")
    return built_in_sum(listed, start)


@pytest.mark.parametrize("model", ["linear", "full"])
def test_no_answer_adds_decimals_with_the_built_in_sum(model: str, monkeypatch: pytest.MonkeyPatch) -> None:
    solver = Solver.load(model)
    monkeypatch.setattr(builtins, "sum", sum_without_decimals)
    drawn = 0
    for record in generate(10, 5):
        solution = solver.solve(record.text)
        assert solution.to_dict(why=True)["quantities"]
        if solution.tree is not None:
            assert tree_svg(solution).startswith("<svg")
            drawn += 1
    assert drawn

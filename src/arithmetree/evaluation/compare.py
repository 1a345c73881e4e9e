"""Whether two systems differ by more than chance: McNemar's exact test over the problems that both answered."""

from __future__ import annotations

import json
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

from arithmetree.errors import DataError


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on the same problems: how many each has right, alone and together, and the two-sided p-value."""

    problems: int
    both_right: int
    only_first: int
    only_second: int
    p_value: float

    @property
    def first_accuracy(self) -> float:
        """Accuracy of the first system in per cent."""
        return 100 * (self.both_right + self.only_first) / self.problems

    @property
    def second_accuracy(self) -> float:
        """Accuracy of the second system in per cent."""
        return 100 * (self.both_right + self.only_second) / self.problems


def compare_files(first: Path, second: Path) -> Comparison:
    """Compare two result files of `arithmetree bench`; DataError if they cannot be compared."""
    one, other = _load(first), _load(second)
    if one["dataset"] != other["dataset"]:
        raise DataError(
            f"{first} is about {one['dataset']} and {second} about {other['dataset']}; give two results on one data set"
        )
    mine, theirs = one["predictions"], other["predictions"]
    shared = sorted(set(mine) & set(theirs))
    if not shared:
        raise DataError(f"{first} and {second} share no problem; give two results on the same problems")
    pairs = [(mine[i]["right"], theirs[i]["right"]) for i in shared]
    only_first, only_second = pairs.count((True, False)), pairs.count((False, True))
    return Comparison(
        len(shared), pairs.count((True, True)), only_first, only_second, float(mcnemar(only_first, only_second))
    )


def mcnemar(only_first: int, only_second: int) -> Fraction:
    """The exact two-sided p-value: how likely a split of the disagreements at least this uneven is by fair coins."""
    total = only_first + only_second
    tail = sum(comb(total, k) for k in range(min(only_first, only_second) + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**total))


def _load(path: Path) -> dict[str, Any]:
    try:
        result: Any = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise DataError(f"cannot read {path} ({error.strerror}); give a file that arithmetree bench wrote") from error
    except ValueError as error:
        raise DataError(f"{path} is not JSON ({error}); give a file that arithmetree bench wrote") from error
    if isinstance(result, dict) and "dataset" in result and isinstance(result.get("predictions"), dict):
        predictions = result["predictions"].values()
        if all(isinstance(each, dict) and isinstance(each.get("right"), bool) for each in predictions):
            return result
    raise DataError(f"{path} holds no predictions; give a file that arithmetree bench wrote")

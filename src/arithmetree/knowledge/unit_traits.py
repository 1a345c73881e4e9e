"""The algebra of units: what unit a result has, what is odd about it, and whether it fits the question."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arithmetree.expressions import Op
from arithmetree.knowledge.traits import BIT
from arithmetree.search.table import OPS, Table

Unit = tuple[str | None, str | None]
"""Numerator and denominator as concepts; (None, None) is a bare number, ("%", None) a share or a multiple of something,
("?", "?") a sum of unlike things."""

BARE: Unit = (None, None)
SHARE_NAME = "%"
SHARE: Unit = (SHARE_NAME, None)
MIXED_NAME = "?"
_MIXED: Unit = (MIXED_NAME, MIXED_NAME)
_SCALES = (BARE, SHARE)
_NAMES_OF_SHARES = frozenset({"percent", "percentage", "fraction", "part", "share", "portion"})


@lru_cache(maxsize=4096)
def joined_unit(op: Op, left: Unit, right: Unit) -> tuple[Unit, int]:
    """The unit of a result and the trait that is odd about it (0: none), by the algebra of units."""
    if _MIXED in (left, right):
        return _MIXED, 0
    if op.is_additive:
        if BARE in (left, right) or left == right:
            return (right if left == BARE else left), 0
        if left[0] == right[0]:
            # Six pens and eight pens per box: one of the two is meant as a plain amount.
            return (left[0], None), BIT["rate added to an amount"]
        return _MIXED, BIT["sum of unlike things"]
    if op is Op.MUL:
        return _product(left, right)
    if right in _SCALES:
        return left, 0
    if left == right:
        return BARE, 0
    if right[1] is not None and right[0] == left[0]:
        return (right[1], None), 0  # dollars / (dollars per pen) = pens
    if left[1] is not None and left[1] == right[0]:
        return left, 0
    return (left[0], right[0]), 0


def _product(left: Unit, right: Unit) -> tuple[Unit, int]:
    if left in _SCALES or right in _SCALES:
        return (right if left in _SCALES and right != BARE else left), 0
    for rate, counted in ((left, right), (right, left)):
        if rate[1] is not None and rate[1] == counted[0]:
            return (rate[0], counted[1]), 0
    if left[1] is None and right[1] is None:
        return BARE, BIT["product of two like amounts" if left == right else "product without a rate"]
    return ((left if left[1] is not None else right)[0], None), 0


def traits_of_unit(unit: Unit, asked: str | None) -> int:
    if asked is None or unit[0] in (None, MIXED_NAME) or (unit == SHARE and asked in _NAMES_OF_SHARES):
        return 0
    return BIT["unit fits the question" if asked == unit[0] else "unit against the question"]


# Few patterns of units come up in problem after problem, so their traits are remembered.
@lru_cache(maxsize=512)
def traits_of_units(table: Table, leaves: tuple[Unit, ...], asked: str | None) -> npt.NDArray[np.int64]:
    """For every labeling of a table the odd steps, and whether its unit fits the question."""
    units = list(leaves)
    bits = np.zeros(len(table.trees), dtype=np.int64)
    unit_of = np.arange(len(table.trees))
    for level in table.levels:
        # Few units meet: each pair of them is worked out once.
        count = len(units)
        kinds = (level.ops * count + unit_of[level.left]) * count + unit_of[level.right]
        met = np.unique(kinds)
        results = [
            joined_unit(OPS[kind // count**2], units[kind // count % count], units[kind % count])
            for kind in met.tolist()
        ]
        which = met.searchsorted(kinds)
        odd = np.array([trait for _, trait in results], dtype=np.int64)[which]
        unit_of[level.rows] = np.array([_place(unit, units) for unit, _ in results], dtype=np.int64)[which]
        bits[level.rows] = bits[level.left] | bits[level.right] | odd
    return bits | np.array([traits_of_unit(unit, asked) for unit in units], dtype=np.int64)[unit_of]


def _place(unit: Unit, units: list[Unit]) -> int:
    """Where a unit is in a list; a new one is added."""
    if unit not in units:
        units.append(unit)
    return units.index(unit)

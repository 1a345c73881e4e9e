"""The table of few quantities with the scores of one problem, worked out once for the search and the posterior."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import cast

import numpy as np

from arithmetree.scores import Array, Scores
from arithmetree.search.constraints import Constraint, TableConstraint
from arithmetree.search.table import Number, Table, table_of


@dataclass(frozen=True, eq=False)
class ScoredTable:
    """Every labeling with its score, minus infinity for those that use too few quantities.

    The scores hold what the constraints give that can score a table; `constraints` are the others. `value` gives the
    exact value of a row, None where it is undefined.
    """

    table: Table
    scores: Array
    constraints: tuple[Constraint, ...]
    value: Callable[[int], Number | None]


@lru_cache(maxsize=4)
def scored_table(
    scores: Scores, values: tuple[Fraction, ...], constraints: tuple[Constraint, ...], least: int
) -> ScoredTable:
    """Score all labelings; asked twice for the same problem, it remembers the last few."""
    table = table_of(len(scores))
    totals = table.score(scores)
    left = []
    for constraint in constraints:
        if _scores_tables(type(constraint)):
            totals = totals + cast(TableConstraint, constraint).score_table(table)
        else:
            left.append(constraint)
    enough = np.where(table.sizes >= least, totals, -np.inf)
    return ScoredTable(table, enough, tuple(left), table.exact_values(values))


@cache
def _scores_tables(kind: type) -> bool:
    """Whether constraints of a class can score tables; protocols are slow to ask."""
    return issubclass(kind, TableConstraint)

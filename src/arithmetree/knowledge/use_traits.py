"""The traits of using some quantities of a problem and leaving out the others."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from arithmetree.knowledge.traits import BIT
from arithmetree.search.table import Table


def traits_of_use(used: int, in_question: Sequence[bool], is_rate: Sequence[bool]) -> int:
    """The traits of using just these quantities (a bit mask)."""
    unused = [i for i in range(len(is_rate)) if not used >> i & 1]
    traits = BIT[("all used", "one unused", "two or more unused")[min(len(unused), 2)]]
    if any(in_question[i] for i in unused):
        traits |= BIT["quantity of the question unused"]
    if any(is_rate[i] for i in unused):
        traits |= BIT["rate unused"]
    size = used.bit_count()
    if size > 1:
        traits |= BIT[f"uses {size}" if size <= 4 else "uses 5 or more"]
    return traits


# Few patterns of used quantities come up in problem after problem, so their traits are remembered.
@lru_cache(maxsize=512)
def traits_of_uses(table: Table, in_question: tuple[bool, ...], is_rate: tuple[bool, ...]) -> npt.NDArray[np.int64]:
    """For every labeling of a table the traits of using its quantities and leaving out the others."""
    masks = table.used @ (1 << np.arange(len(is_rate)))
    traits = [traits_of_use(mask, in_question, is_rate) for mask in range(1 << len(is_rate))]
    return np.array(traits, dtype=np.int64)[masks]

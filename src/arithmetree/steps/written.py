"""A derivation as the network reads it again: one row for each operand, operation and answer, in the order of steps.

The first row is where the verdict is read off. Every row names a value of the derivation: a leaf of the reading, or
what a step gives, numbered after the leaves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from arithmetree.derivations import OPERATIONS, Derivation, work_out
from arithmetree.steps.features import VALUE_FEATURES, Floats, value_features
from arithmetree.steps.leaves import Reading
from arithmetree.steps.values import Asked, Values, rough, step_value

ROLES: Final = 5
VERDICT, LEFT, MADE, RIGHT, ANSWER = range(ROLES)
MOST_STEPS: Final = 10
MOST_ROWS: Final = 1 + 3 * MOST_STEPS + 4

Row = tuple[int, int, int]
"""Its role, the number of the operation from 1 (0 for none), and the value, -1 for none."""


@dataclass(frozen=True, eq=False, slots=True)
class Written:
    """The rows of a derivation, and the features of what each of its steps gives."""

    rows: Sequence[Row]
    features: Floats  # (steps, features)


def written(made: Derivation, reading: Reading, values: Values, asked: Asked) -> Written | None:
    """A derivation over the leaves of a reading; None where it has too many steps to be read again."""
    if len(made.steps) > MOST_STEPS or len(made.answers) > MOST_ROWS - 1 - 3 * MOST_STEPS:
        return None
    number_of = [reading.leaves.index(leaf) for leaf in made.leaves]
    known = [values.one(number) for number in number_of]
    forms = work_out(made, reading.values).forms
    rows: list[Row] = [(VERDICT, 0, -1)]
    features = np.zeros((len(made.steps), VALUE_FEATURES), dtype=np.float32)
    for place, step in enumerate(made.steps):
        new = step_value(step.operation, known[step.left], known[step.right], rough(forms[len(made.leaves) + place]))
        known.append(new)
        features[place] = value_features(new, asked)[0]
        number_of.append(len(reading.leaves) + place)
        rows += [
            (LEFT, 0, number_of[step.left]),
            (MADE, OPERATIONS.index(step.operation) + 1, number_of[-1]),
            (RIGHT, 0, number_of[step.right]),
        ]
    rows += [(ANSWER, 0, number_of[answer]) for answer in made.answers]
    return Written(rows, features)

"""The moves of a search over derivations, scored by the step model: what it knows of a prefix, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np

from arithmetree.derivations import OPERATIONS, Moves, Operation, Prefix
from arithmetree.derivations.derivation import Step
from arithmetree.derivations.operations import RULES
from arithmetree.steps.features import UNLIKE_UNITS, Bools, joined_features, value_features
from arithmetree.steps.network import Floats, Networks, TextVectors
from arithmetree.steps.values import Asked, Ints, Values, rough, step_value

USE_FEATURES: Final = 4
_RISING: Final = np.array([RULES[op].commutative or op is Operation.EQUATE for op in OPERATIONS])
"""Operations whose operands are written in rising order, so that each sum is one move."""


_SAME_UNIT: Final = np.array([op in (Operation.ADD, Operation.SUBTRACT) for op in OPERATIONS])
"""Operations that need both operands in the same unit."""


@cache
def _pairs_with_last(size: int) -> tuple[Ints, Ints, Bools]:
    """All pairs with the last of some values, it first and then second, and which is the pair with itself."""
    last, all_places = np.full(size, size - 1), np.arange(size)
    left = np.concatenate((last, all_places[:-1]))
    right = np.concatenate((all_places, last[:-1]))
    return left, right, (left == size - 1) & (right == size - 1)


@cache
def _falling(size: int) -> Bools:
    """The moves (operations, values, values) that are written with their operands the other way round."""
    return np.asarray(_RISING[:, None, None] & np.tri(size, k=-1, dtype=bool))


class _State:
    """What is known after some steps: columns, vectors, use and pair features of all values, and forbidden steps."""

    __slots__ = ("forbidden", "pairs", "use", "values", "vectors")

    def __init__(self, values: Values, vectors: Floats, pairs: Floats, use: Floats) -> None:
        self.values = values
        self.vectors = vectors
        self.pairs = pairs
        self.use = use
        self.forbidden = _falling(len(values))
        # Pounds and pence, or hours and minutes, are brought to one unit before they are added or compared.
        unlike = pairs[:, :, UNLIKE_UNITS] > 0
        if unlike.any():
            self.forbidden = self.forbidden | (_SAME_UNIT[:, None, None] & unlike)


class TextScorer:
    """Scores the moves of derivations over one text; a StepScorer."""

    order_free = False

    def __init__(self, networks: Networks, text: TextVectors, leaves: Values, asked: Asked) -> None:
        self._networks = networks
        self._text = text
        self._asked = asked
        self._leaves = len(leaves)
        use = np.zeros((len(leaves), USE_FEATURES), dtype=np.float32)
        self._states: dict[tuple[Step, ...], _State] = {(): _State(leaves, text.leaves, text.pairs, use)}

    def moves(self, prefixes: Sequence[Prefix]) -> Sequence[Moves]:
        """The log-probabilities of the next moves of each prefix."""
        return [self._moves(prefix) for prefix in prefixes]

    def _moves(self, prefix: Prefix) -> Moves:
        state = self._state(prefix)
        size, steps = prefix.size, len(prefix.steps)
        pairs, answers, stop = self._networks.moves(
            self._text,
            state.vectors,
            state.vectors[[*range(self._leaves, size), *prefix.answers]]
            if size > self._leaves or prefix.answers
            else state.vectors[:0],
            np.array([0.0] * steps + [1.0] * len(prefix.answers), dtype=np.float32),
            state.use,
            state.pairs,
        )
        flat = np.empty(pairs.size + size + 1)
        scores = flat[: pairs.size].reshape(-1, size, size)
        if prefix.answers:  # after the first answer come only answers and the end
            scores.fill(-np.inf)
        else:
            scores[:] = pairs.transpose(2, 0, 1)
            scores[state.forbidden] = -np.inf
        flat[pairs.size : -1], flat[-1] = answers, stop
        highest = flat.max()
        flat -= highest + np.log(np.exp(flat - highest).sum())
        return Moves(scores, flat[pairs.size : -1], float(min(flat[-1], 0.0)))

    def _state(self, prefix: Prefix) -> _State:
        found = self._states.get(prefix.steps)
        if found is not None:
            return found
        step = prefix.steps[-1]
        before = self._states[prefix.steps[:-1]]
        left, right = before.values.one(step.left), before.values.one(step.right)
        new = step_value(step.operation, left, right, rough(prefix.worked.forms[-1]))
        vector = self._networks.step(
            OPERATIONS.index(step.operation),
            before.vectors[step.left],
            before.vectors[step.right],
            value_features(new, self._asked)[0],
        )
        values = before.values.and_one(new)
        size = len(values)
        first, second, same = _pairs_with_last(size)
        added = joined_features(values.some(first), values.some(second), self._asked, same=same)
        pairs = np.empty((size, size, before.pairs.shape[2]), dtype=np.float32)
        pairs[:-1, :-1] = before.pairs
        pairs[-1], pairs[:-1, -1] = added[:size], added[size:]
        vectors = np.concatenate((before.vectors, vector[None]))
        state = _State(values, vectors, pairs, self._use(prefix))
        self._states[prefix.steps] = state
        return state

    def _use(self, prefix: Prefix) -> Floats:
        """How each value was used before: at least once, twice, made by the last step, made by a step."""
        counts = [0] * prefix.size
        for step in prefix.steps:
            counts[step.left] += 1
            counts[step.right] += 1
        last = prefix.size - 1
        return np.array(
            [(count >= 1, count > 1, place == last, place >= self._leaves) for place, count in enumerate(counts)],
            dtype=np.float32,
        )

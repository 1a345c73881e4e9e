"""The moves of a search over derivations, scored by the step model: what it knows of a prefix, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from arithmetree.derivations import OPERATIONS, Moves, Operation, Prefix
from arithmetree.derivations.derivation import Step
from arithmetree.derivations.operations import RULES
from arithmetree.steps.features import UNLIKE_UNITS, pair_features, value_features
from arithmetree.steps.network import Floats, Networks, TextVectors
from arithmetree.steps.values import Asked, Values, rough, step_value

USE_FEATURES: Final = 4
_RISING: Final = np.array([RULES[op].commutative or op is Operation.EQUATE for op in OPERATIONS])
"""Operations whose operands are written in rising order, so that each sum is one move."""


_SAME_UNIT: Final = np.array([op in (Operation.ADD, Operation.SUBTRACT) for op in OPERATIONS])
"""Operations that need both operands in the same unit."""


class _State:
    """What is known after some steps: columns, vectors and pair features of all values."""

    __slots__ = ("pairs", "values", "vectors")

    def __init__(self, values: Values, vectors: Floats, pairs: Floats) -> None:
        self.values = values
        self.vectors = vectors
        self.pairs = pairs


class TextScorer:
    """Scores the moves of derivations over one text; a StepScorer."""

    order_free = False

    def __init__(self, networks: Networks, text: TextVectors, leaves: Values, asked: Asked) -> None:
        self._networks = networks
        self._text = text
        self._asked = asked
        self._leaves = len(leaves)
        pairs = pair_features(leaves, leaves, asked, same=np.eye(len(leaves), dtype=bool))
        self._states: dict[tuple[Step, ...], _State] = {(): _State(leaves, text.leaves, pairs)}

    def moves(self, prefixes: Sequence[Prefix]) -> Sequence[Moves]:
        """The log-probabilities of the next moves of each prefix."""
        return [self._moves(prefix) for prefix in prefixes]

    def _moves(self, prefix: Prefix) -> Moves:
        state = self._state(prefix)
        size, steps = prefix.size, len(prefix.steps)
        named = [*range(self._leaves, self._leaves + steps), *prefix.answers]
        pairs, answers, stop = self._networks.moves(
            self._text,
            state.vectors,
            state.vectors[named] if named else np.zeros((0, state.vectors.shape[1]), dtype=np.float32),
            np.array([0.0] * steps + [1.0] * len(prefix.answers), dtype=np.float32),
            self._use(prefix),
            state.pairs,
        )
        scores = np.full((len(OPERATIONS), size, size), -np.inf)
        if not prefix.answers:  # after the first answer come only answers and the end
            scores[:] = np.moveaxis(pairs, -1, 0)
            falling = np.tri(size, k=-1, dtype=bool)
            scores[_RISING[:, None, None] & falling[None]] = -np.inf
            # Pounds and pence, or hours and minutes, are brought to one unit before they are added or compared.
            scores[_SAME_UNIT[:, None, None] & (state.pairs[None, :, :, UNLIKE_UNITS] > 0)] = -np.inf
        flat = np.concatenate([scores.ravel(), answers.astype(np.float64), [stop]])
        highest = flat.max()
        flat -= highest + np.log(np.exp(flat - highest).sum())
        count = scores.size
        return Moves(flat[:count].reshape(scores.shape), flat[count:-1], float(min(flat[-1], 0.0)))

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
        pairs = np.empty((size, size, before.pairs.shape[2]), dtype=np.float32)
        pairs[:-1, :-1] = before.pairs
        last = np.zeros((1, size), dtype=bool)
        last[0, -1] = True
        pairs[-1:, :] = pair_features(new, values, self._asked, same=last)
        pairs[:-1, -1:] = pair_features(before.values, new, self._asked, same=np.zeros((size - 1, 1), dtype=bool))
        state = _State(values, np.concatenate([before.vectors, vector[None]]), pairs)
        self._states[prefix.steps] = state
        return state

    def _use(self, prefix: Prefix) -> Floats:
        """How each value was used before: at least once, twice, made by the last step, made by a step."""
        counts = np.zeros(prefix.size)
        for step in prefix.steps:
            counts[step.left] += 1
            counts[step.right] += 1
        use = np.zeros((prefix.size, USE_FEATURES), dtype=np.float32)
        use[:, 0] = counts >= 1
        use[:, 1] = counts >= 2
        if prefix.steps:
            use[-1, 2] = 1
            use[self._leaves :, 3] = 1
        return use

"""One linear scorer for all decisions: named features, their pairwise conjunctions, and weights.

A decision is described by the names of its active features. The vocabulary turns names into columns; every pair of
active features is a column too, if training has met it. Scores are sums of weights: numpy alone, no model library.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat

import numpy as np
import numpy.typing as npt

from arithmetree.scores import places_of_pairs

IntArray = npt.NDArray[np.int64]
FloatArray = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class _Places:
    """Where each key is among sorted keys, found by counting bits: far faster than a binary search for each.

    One bit for every key there could be, 64 to a word, and after every word how many keys come before it, so that
    both come out of memory together.
    """

    words: npt.NDArray[np.uint64]  # (words, 2)

    @classmethod
    def of(cls, keys: IntArray, limit: int) -> _Places:
        """For sorted keys below a limit."""
        words = np.zeros(((limit >> 6) + 1, 2), dtype=np.uint64)
        filled, starts = np.unique(keys >> 6, return_index=True)
        words[filled, 0] = np.bitwise_or.reduceat(np.uint64(1) << (keys & 63).view(np.uint64), starts)
        words[1:, 1] = np.cumsum(np.bitwise_count(words[:-1, 0]), dtype=np.uint64)
        return cls(words)

    def of_all(self, keys: IntArray) -> IntArray:
        """The place of each key, counted from 1; 0 for one that is not there."""
        words = self.words.take(keys >> 6, axis=0)
        # The bit of the key becomes the highest one, and those of larger keys fall out.
        shifted = words[..., 0] << (~keys & 63).view(np.uint64)
        places = words[..., 1] + np.bitwise_count(shifted)
        places *= shifted >> _HIGHEST
        return np.asarray(places.view(np.int64))


_HIGHEST = np.uint64(63)


@dataclass(frozen=True, eq=False)
class Vocabulary:
    """The known features by name and the known conjunctions of two, as sorted keys first * len(names) + second."""

    names: tuple[str, ...]
    conjunctions: IntArray

    def __len__(self) -> int:
        return len(self.names) + len(self.conjunctions)

    @cached_property
    def numbers(self) -> dict[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def _places(self) -> _Places:
        return _Places.of(self.conjunctions, (len(self.names) + 2) * len(self.names))

    def columns(self, features: Sequence[str]) -> IntArray:
        """The columns of the known features among these and of their known conjunctions."""
        columns = self.columns_of([features])[0]
        nothing = len(self.names)
        columns = columns[columns != nothing]
        return np.asarray(columns - (columns > nothing))

    def columns_of(self, decisions: Sequence[Sequence[str]]) -> IntArray:
        """The same for some decisions at a stroke: a row of columns for each.

        After the features comes an empty column, which pads the rows, and then the conjunctions.
        """
        size = len(self.names)
        numbers = [sorted(self._known(features)) for features in decisions]
        most = max(map(len, numbers))
        # first * size + size is the key of no conjunction either, as the second of two features is never number 0.
        known = np.array([row + [size] * (most - len(row)) for row in numbers], dtype=np.int64)
        if not len(self.conjunctions):
            return known
        first, second = places_of_pairs(most)
        places = self._places.of_all((known * size).take(first, axis=1) + known.take(second, axis=1))
        places += size
        return np.concatenate((known, places), axis=1)

    def _known(self, features: Sequence[str]) -> set[int]:
        numbers = set(map(self.numbers.get, features, repeat(-1)))
        numbers.discard(-1)
        return numbers

    def describe(self, column: int) -> str:
        """A column in words: a feature, or two joined by " & "."""
        if column < len(self.names):
            return self.names[column]
        first, second = divmod(int(self.conjunctions[column - len(self.names)]), len(self.names))
        return f"{self.names[first]} & {self.names[second]}"


@dataclass(frozen=True, eq=False)
class LinearScorer:
    """Scores of a decision with several outcomes: the sum of the weight rows of its columns, plus the bias."""

    vocabulary: Vocabulary
    weights: FloatArray  # (columns, outcomes)
    bias: FloatArray  # (outcomes,)

    def check(self, outcomes: int) -> None:
        """Raise ValueError if the parts do not belong together, which those of a foreign file may not."""
        names, keys = self.vocabulary.names, self.vocabulary.conjunctions
        if not all(isinstance(name, str) for name in names) or len(set(names)) != len(names):
            raise ValueError("its features are not names, each once")
        if (
            keys.ndim != 1
            or (len(keys) and not 0 <= keys[0] <= keys[-1] < len(names) ** 2)
            or (np.diff(keys) <= 0).any()
        ):
            raise ValueError("its conjunctions are not pairs of its features in order")
        if self.weights.shape != (len(self.vocabulary), outcomes) or self.bias.shape != (outcomes,):
            raise ValueError(
                f"{self.weights.shape} weights and {self.bias.shape} biases for {len(self.vocabulary)} features and "
                f"{outcomes} outcomes"
            )
        if not (np.isfinite(self.weights).all() and np.isfinite(self.bias).all()):
            raise ValueError("its weights are not all numbers")

    def scores(self, features: Sequence[str]) -> FloatArray:
        """One score for each outcome."""
        return np.asarray(self.scores_of([features])[0])

    def scores_of(self, decisions: Sequence[Sequence[str]]) -> FloatArray:
        """The scores of some decisions, a row for each."""
        if not decisions:
            return np.zeros((0, len(self.bias)))
        columns = self.vocabulary.columns_of(decisions)
        # Times ones: far faster than a sum over an axis in the middle.
        return np.asarray(np.ones(columns.shape[1]) @ self._rows.take(columns, axis=0, mode="clip") + self.bias)

    @cached_property
    def _rows(self) -> FloatArray:
        """The weights with an empty row after those of the features."""
        names = len(self.vocabulary.names)
        return np.insert(self.weights, names, 0.0, axis=0)

    def shares(self, features: Sequence[str], contrast: FloatArray) -> tuple[float, list[tuple[str, float]]]:
        """What is usual, and what each known feature adds to that: shares of `scores(features) @ contrast`.

        A feature has its own weight and half of that of its conjunctions (its Shapley value), less what features of
        its kind, such as "verb=...", have on average: that a number has some verb says nothing.
        """
        columns = self.vocabulary.columns(features)
        names = len(self.vocabulary.names)
        known, joined = columns[columns < names], columns[columns >= names]
        shares = self.weights[known] @ contrast
        halves = self.weights[joined] @ contrast / 2
        for side in np.divmod(self.vocabulary.conjunctions[joined - names], names):
            shares += np.bincount(np.searchsorted(known, side), halves, minlength=len(known))
        usual = self._usual[known] @ contrast
        known_names = [self.vocabulary.names[column] for column in known.tolist()]
        return float(self.bias @ contrast + usual.sum()), list(zip(known_names, (shares - usual).tolist(), strict=True))

    @cached_property
    def _usual(self) -> FloatArray:
        """For each feature what its kind has on average, (names, outcomes); none for a feature without a value.

        The number of other features that training has seen it with shows how common a feature is.
        """
        names = self.vocabulary.names
        first, second = np.divmod(self.vocabulary.conjunctions, len(names))
        met = 1.0 + np.bincount(np.concatenate([first, second]), minlength=len(names))
        often = met / met.max()
        usual = self.weights[: len(names)].copy()
        for outcome, halves in enumerate((self.weights[len(names) :] / 2).T):
            for one, other in ((first, second), (second, first)):
                usual[:, outcome] += np.bincount(one, halves * often[other], minlength=len(names))
        kinds: dict[str, list[int]] = {}
        for number, name in enumerate(names):
            kind, valued, _ = name.partition("=")
            kinds.setdefault(kind if valued else "", []).append(number)
        for kind, members in kinds.items():
            usual[members] = np.average(usual[members], axis=0, weights=met[members]) if kind else 0.0
        return usual

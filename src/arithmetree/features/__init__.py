"""Features: what the two classifiers see of a problem, by named groups that can be switched off (docs/method.md)."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations

from arithmetree.errors import DataError
from arithmetree.features import pairs, relevance
from arithmetree.features.facts import ProblemFacts, facts_of

__all__ = ["ALL_GROUPS", "PAPER", "PAPER_TEXT", "FeatureSet", "ProblemFacts", "ProblemFeatures", "facts_of", "whole"]

ALL_GROUPS: tuple[str, ...] = tuple(dict.fromkeys([*relevance.GROUPS, *pairs.GROUPS]))
"""Every group by name: the paper's (unit, related-np, miscellaneous; individual, pair, question) and ours.

"unit/shared" is a part of the group "unit": whoever switches off "unit" switches off its parts too.
"""


def whole(group: str) -> str:
    """The group that a part belongs to: "unit" of "unit/shared"; any other group is whole itself."""
    return group.partition("/")[0]


@dataclass(frozen=True, slots=True)
class ProblemFeatures:
    """The active features of each quantity, of each pair i < j, and of each pair seen from j."""

    relevance: list[list[str]]
    pairs: list[list[str]]
    mirrored: list[list[str]]


@dataclass(frozen=True, slots=True)
class FeatureSet:
    """Which groups each classifier uses, and whether all conjunctions of two features are features too."""

    relevance: tuple[str, ...] = tuple(relevance.GROUPS)
    pair: tuple[str, ...] = tuple(pairs.GROUPS)
    conjunctions: bool = True

    def without(self, groups: Iterable[str]) -> FeatureSet:
        """The same set with some groups and their parts switched off; an unknown name gets a suggestion."""
        left_out = set(groups)
        for name in sorted(left_out - set(ALL_GROUPS)):
            close = difflib.get_close_matches(name, ALL_GROUPS, n=1, cutoff=0.4)
            hint = f"; did you mean {close[0]!r}?" if close else ""
            raise DataError(f"unknown feature group {name!r}; known are {', '.join(ALL_GROUPS)}{hint}")
        return FeatureSet(
            tuple(group for group in self.relevance if left_out.isdisjoint((group, whole(group)))),
            tuple(group for group in self.pair if left_out.isdisjoint((group, whole(group)))),
            self.conjunctions,
        )

    @property
    def unknown(self) -> list[str]:
        """Groups that are not those of their classifier, as the settings of a foreign model may name them."""
        return sorted((set(self.relevance) - set(relevance.GROUPS)) | (set(self.pair) - set(pairs.GROUPS)))

    def of(self, facts: ProblemFacts, *, mirrored: bool = True) -> ProblemFeatures:
        """The features of a problem; the pairs seen from the other side only if wanted."""
        n = len(facts.quantities)
        places = list(combinations(range(n), 2))
        return ProblemFeatures(
            [self.of_quantity(facts, i) for i in range(n)],
            [self.of_pair(facts, i, j) for i, j in places],
            [self.of_pair(facts, j, i) for i, j in places] if mirrored else [],
        )

    def of_quantity(self, facts: ProblemFacts, i: int) -> list[str]:
        """The features of one quantity."""
        features: list[str] = []
        for group in self.relevance:
            features += relevance.GROUPS[group](facts, i)
        return features

    def of_pair(self, facts: ProblemFacts, i: int, j: int) -> list[str]:
        """The features of a pair, seen from i."""
        features: list[str] = []
        for group in self.pair:
            features += pairs.GROUPS[group](facts, i, j)
        return features


PAPER = FeatureSet(relevance.PAPER_GROUPS, pairs.PAPER_GROUPS)
"""The paper's features, those of the authors' code included."""

PAPER_TEXT = FeatureSet(("unit", "related-np", "miscellaneous"), ("individual", "pair", "question"))
"""The features that the text of the paper lists, without those that only the authors' code has."""

"""What is left out, added or asked for in each table of the ablation, as data.

The first variant of a table is the one that all others of it are compared with.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from arithmetree.features import ALL_GROUPS, PAPER, FeatureSet, ProblemFacts, ProblemFeatures, whole
from arithmetree.features.facts import STRONG
from arithmetree.features.pairs import GROUPS as PAIR_GROUPS
from arithmetree.features.relevance import GROUPS as RELEVANCE_GROUPS
from arithmetree.model import CONSTRAINT_SETTINGS, ConstraintSetting

PAPER_GROUPS = tuple(dict.fromkeys(whole(group) for group in (*PAPER.relevance, *PAPER.pair)))
OUR_GROUPS = tuple(group for group in ALL_GROUPS if whole(group) not in PAPER_GROUPS)


STORY_PARTS: dict[str, frozenset[str]] = {
    "story: suggested label": frozenset({f"{STRONG}suggested"}),
    "story: doubts": frozenset({f"{STRONG}doubt"}),
    "story: roles": frozenset({"role", "role-for", "roles", "plot", "asked", "asked-kind", "asked-verb"}),
}
"""The features of our largest group by what they say: the label of a pair, reasons to leave a number out, the rest."""


@dataclass(frozen=True, slots=True)
class Thinned(FeatureSet):
    """A feature set without the features of some names (what comes before "="), finer than whole groups."""

    dropped: frozenset[str] = frozenset()

    def of(self, facts: ProblemFacts, *, mirrored: bool = True) -> ProblemFeatures:
        """The features of a problem that are left."""
        whole = FeatureSet.of(self, facts, mirrored=mirrored)
        return ProblemFeatures(*(self._thin(rows) for rows in (whole.relevance, whole.pairs, whole.mirrored)))

    def _thin(self, rows: list[list[str]]) -> list[list[str]]:
        return [[name for name in row if name.partition("=")[0] not in self.dropped] for row in rows]


def _same(features: FeatureSet) -> FeatureSet:
    return features


def _without(groups: Sequence[str]) -> Callable[[FeatureSet], FeatureSet]:
    return lambda features: features.without(groups)


def _without_part(names: frozenset[str]) -> Callable[[FeatureSet], FeatureSet]:
    return lambda features: (
        Thinned(features.relevance, features.pair, features.conjunctions, names)
        if "story" in (*features.relevance, *features.pair)
        else features
    )


def _papers_with(groups: Sequence[str]) -> Callable[[FeatureSet], FeatureSet]:
    """The paper's groups and some others, in place of those of the recipe; conjunctions as in the recipe."""

    def changed(features: FeatureSet) -> FeatureSet:
        relevance = tuple(group for group in RELEVANCE_GROUPS if group in (*PAPER.relevance, *groups))
        pair = tuple(group for group in PAIR_GROUPS if group in (*PAPER.pair, *groups))
        return replace(features, relevance=relevance, pair=pair)

    return changed


@dataclass(frozen=True, slots=True)
class Variant:
    """One row of a table: how the features of the chosen recipe change, and what is asked of an answer."""

    name: str
    constraints: ConstraintSetting
    features: Callable[[FeatureSet], FeatureSet] = _same


@dataclass(frozen=True, slots=True)
class AblationTable:
    """The variants of one table, the one that they are compared with first."""

    variants: tuple[Variant, ...]


def _constraints(usual: ConstraintSetting) -> AblationTable:
    settings = sorted(CONSTRAINT_SETTINGS, key=lambda setting: setting != usual)
    return AblationTable(tuple(Variant(setting, setting) for setting in settings))


TABLES: dict[str, AblationTable] = {
    "without": AblationTable(
        (
            Variant("everything", "learned"),
            *(Variant(group, "learned", _without([group])) for group in (*PAPER_GROUPS, *OUR_GROUPS)),
            *(Variant(name, "learned", _without_part(names)) for name, names in STORY_PARTS.items()),
            Variant("all of the paper's", "learned", _without(PAPER_GROUPS)),
            Variant("all of ours", "learned", _without(OUR_GROUPS)),
        ),
    ),
    "added": AblationTable(
        (
            Variant("the paper's", "learned", _papers_with([])),
            *(Variant(group, "learned", _papers_with([group])) for group in OUR_GROUPS),
            Variant("all of ours", "learned", _papers_with(OUR_GROUPS)),
        ),
    ),
    "constraints_ours": _constraints("learned"),
}
"""Feature groups out of our models; ours added to the paper's; constraints. For its own tables see benchmarks/paper."""

"""Features by named groups: they can be switched off, and a pair looks the same from its other side."""

from itertools import combinations

import pytest

from arithmetree.errors import DataError
from arithmetree.features import ALL_GROUPS, PAPER, FeatureSet, facts_of, pairs, relevance
from arithmetree.features.facts import concept, verb_classes
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Problem

TEXT = "Ines had 40 plums. She gave 12 plums to Emil and 3 pears to Noa. How many plums does Ines have now?"


@pytest.fixture(scope="module")
def problem() -> Problem:
    return read(TEXT, load_parser())


@pytest.mark.parametrize("group", ALL_GROUPS)
def test_every_group_can_be_switched_off(problem: Problem, group: str) -> None:
    facts = facts_of(problem)
    everything, rest = FeatureSet().of(facts), FeatureSet().without([group]).of(facts)
    assert group not in FeatureSet().without([group]).relevance + FeatureSet().without([group]).pair
    for full, less in ((everything.relevance, rest.relevance), (everything.pairs, rest.pairs)):
        for one, other in zip(full, less, strict=True):
            assert set(other) <= set(one)
    left_out = sum(map(len, everything.relevance + everything.pairs)) - sum(map(len, rest.relevance + rest.pairs))
    own = sum(len(list(relevance.GROUPS[group](facts, i))) for i in range(3)) if group in relevance.GROUPS else 0
    if group in pairs.GROUPS:
        own += sum(len(list(pairs.GROUPS[group](facts, i, j))) for i, j in combinations(range(3), 2))
    assert left_out == own


def test_the_groups_of_the_paper_are_there_by_name() -> None:
    assert PAPER.relevance == ("unit", "related-np", "miscellaneous")
    assert PAPER.pair == ("individual", "pair", "question")
    assert {*PAPER.relevance, *PAPER.pair} < set(ALL_GROUPS)


def test_an_unknown_group_gets_a_suggestion() -> None:
    with pytest.raises(DataError, match=r"unknown feature group 'units'.*did you mean 'unit'"):
        FeatureSet().without(["units"])
    with pytest.raises(DataError, match="known are unit, related-np"):
        FeatureSet().without(["zzz"])


def test_a_mirrored_pair_is_the_pair_seen_from_the_second_quantity(problem: Problem) -> None:
    facts = facts_of(problem)
    features = FeatureSet().of(facts)
    assert len(features.relevance) == 3
    assert len(features.pairs) == len(features.mirrored) == 3
    for (i, j), mirrored in zip(combinations(range(3), 2), features.mirrored, strict=True):
        assert mirrored == [f for group in pairs.GROUPS.values() for f in group(facts, j, i)]
    first, back = features.pairs[0], features.mirrored[0]
    assert {"1:verb=have", "2:verb=give", "greater=True"} <= set(first)
    assert {"2:verb=have", "1:verb=give", "greater=False"} <= set(back)
    assert FeatureSet().of(facts, mirrored=False).mirrored == []


def test_relevance_sees_which_units_the_question_names(problem: Problem) -> None:
    rows = FeatureSet(relevance=("unit",)).of(facts_of(problem)).relevance
    assert ["unit-in-question=True" in row for row in rows] == [True, True, False]
    assert "unit-better-elsewhere=True" in rows[2]
    assert all("unit-best-count=2" in row for row in rows)


def test_a_problem_without_numbers_or_question_has_no_rows() -> None:
    for text in ("", "Nothing to count here."):
        features = FeatureSet().of(facts_of(read(text, load_parser())))
        assert (features.relevance, features.pairs, features.mirrored) == ([], [], [])


def test_features_without_a_question_can_be_computed() -> None:
    features = FeatureSet().of(facts_of(read("Ines had 40 plums and 12 pears.", load_parser())))
    assert len(features.pairs) == 1


def test_verbs_and_units_fall_into_classes() -> None:
    assert "give" in verb_classes("give")
    assert verb_classes("zorble") == verb_classes(None) == ()
    assert concept("dollar") == concept("cent") == "<money>"
    assert concept("plum") == "plum"
    assert concept(None) is None

"""Features by named groups: they can be switched off, and a pair looks the same from its other side."""

from itertools import combinations

import pytest

from arithmetree.errors import DataError
from arithmetree.features import ALL_GROUPS, PAPER, PAPER_TEXT, FeatureSet, facts_of, pairs, relevance, whole
from arithmetree.measures import concept
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.storytelling import verb_classes

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
    parts = [name for name in ALL_GROUPS if group in (name, whole(name))]
    own = sum(len(relevance.GROUPS[name](facts, i)) for name in parts if name in relevance.GROUPS for i in range(3))
    for name in parts:
        if name in pairs.GROUPS:
            own += sum(len(pairs.GROUPS[name](facts, i, j)) for i, j in combinations(range(3), 2))
    assert left_out == own


def test_the_groups_of_the_paper_are_there_by_name() -> None:
    assert PAPER_TEXT.relevance == ("unit", "related-np", "miscellaneous")
    assert PAPER_TEXT.pair == ("individual", "pair", "question")
    for paper, text in ((PAPER.relevance, PAPER_TEXT.relevance), (PAPER.pair, PAPER_TEXT.pair)):
        assert list(dict.fromkeys(map(whole, paper))) == list(text)
    assert {*PAPER.relevance, *PAPER.pair} < set(ALL_GROUPS)


def test_a_group_is_switched_off_with_its_parts_and_a_part_alone() -> None:
    without_unit = PAPER.without(["unit"])
    assert without_unit.relevance == ("related-np/sentence", "miscellaneous", "miscellaneous/window")
    assert without_unit.pair == PAPER.pair
    assert "unit" in PAPER.without(["unit/shared"]).relevance
    assert PAPER.without(["individual", "pair", "question"]).pair == ()


def test_an_unknown_group_gets_a_suggestion() -> None:
    with pytest.raises(DataError, match=r"unknown feature group 'units'.*did you mean 'unit'"):
        FeatureSet().without(["units"])
    with pytest.raises(DataError, match="known are unit, unit/shared, related-np"):
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


def rows_of(text: str, group: str) -> list[list[str]]:
    """The relevance features of one group, for each quantity."""
    return FeatureSet(relevance=(group,)).of(facts_of(read(text, load_parser()))).relevance


def test_quantities_share_units_with_one_or_two_others_or_with_none() -> None:
    text = "Ola has 4 red pens, 6 red pens, 3 red pens and 8 cups. How many pens does Ola have?"
    *pens, cups = rows_of(text, "unit/shared")
    for row in pens:
        assert {"unit-shared-another=True", "unit-shared-two-others=True", "unit-shared-none=False"} <= set(row)
        assert "unit-shared-best-overlap=True" in row
    assert {"unit-shared-another=False", "unit-shared-none=True", "unit-shared-best-overlap=False"} <= set(cups)


def test_the_best_overlap_may_be_of_units_that_are_not_the_same() -> None:
    text = "Ola has 4 small red pens, 6 red pens and 8 green cups. How many pens does Ola have?"
    small, red, cups = rows_of(text, "unit/shared")
    assert "unit-shared-another=False" in small
    assert "unit-shared-best-overlap=True" in small
    assert "unit-shared-best-overlap=True" in red
    assert "unit-shared-best-overlap=False" in cups


def test_all_nouns_of_a_sentence_are_related_to_its_only_quantity() -> None:
    text = "Ola found 4 shells. Edith found 6 shells. How many shells did Ola find?"
    ola, edith = rows_of(text, "related-np/sentence")
    assert "sentence-better-elsewhere=False" in ola
    assert "sentence-better-elsewhere=True" in edith
    together = rows_of("Ola found 4 shells and Edith found 6 shells. How many did Ola find?", "related-np/sentence")
    assert all("sentence-in-question=False" in row for row in together)


def test_the_window_holds_words_and_tags_within_two_tokens_of_the_sentence() -> None:
    text = "Ola sold 5 old cups today. 2 cups broke. How many cups are left?"
    five, two = rows_of(text, "miscellaneous/window")
    assert {"word=ola", "word=sell", "word=old", "word=cup", "tag=VBD"} <= set(five)
    assert not {"word=5", "word=today"} & set(five)
    assert {"word=cup", "word=break"} <= set(two)
    assert "word=today" not in two
    assert ["one-or-two=True" in row for row in (five, two)] == [False, True]
    assert all("two-quantities=True" in row for row in (five, two))


def test_each_quantity_of_a_pair_has_its_window_and_the_adverbs_close_to_it() -> None:
    text = "Ola sold 5 cups. Later she also bought 12 more cups. How many cups does each child have left?"
    facts = facts_of(read(text, load_parser()))
    (row,) = FeatureSet(pair=("individual/window", "question/signals")).of(facts, mirrored=False).pairs
    assert {"1:word=sell", "2:word=buy", "2:close=also", "2:close=more"} <= set(row)
    assert "1:close=more" not in row
    assert {"question-each=True", "question-left=True"} <= set(row)

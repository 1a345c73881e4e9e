"""Which features and conjunctions are learned, against counting by hand; and what may be reworded."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.training import vectorise
from arithmetree.training.rewording import things

ROWS = st.lists(st.lists(st.sampled_from("abcdef"), max_size=5, unique=True).map(sorted), max_size=12)


@given(rows=ROWS, chunk=st.integers(1, 5), least=st.integers(1, 3))
def test_what_occurs_often_enough_is_learned_whatever_the_chunks(rows: list[list[str]], chunk: int, least: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(vectorise, "_CHUNK", chunk)
        vocabulary = vectorise.learn_vocabulary(rows, least=least)
    alone = Counter(name for row in rows for name in row)
    together = Counter(pair for row in rows for pair in combinations(row, 2))
    names = [name for name in sorted(alone) if alone[name] >= least]
    found = [divmod(int(key), len(names)) for key in vocabulary.conjunctions]
    assert list(vocabulary.names) == names
    assert [(names[one], names[other]) for one, other in found] == sorted(
        pair for pair, times in together.items() if times >= least
    )


def test_among_very_many_decisions_a_feature_must_occur_more_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vectorise, "_SHARE", 2)
    rows = [["rare"], ["rare"], *[["common"]] * 6]
    assert vectorise.learn_vocabulary(rows).names == ("common",)


def test_things_are_used_by_themselves() -> None:
    plurals = [noun.plural for noun in things()]
    assert len(plurals) > 50
    assert not any(" of " in plural for plural in plurals)

from functools import cache
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.errors import ExpressionError
from arithmetree.expressions import (
    LABELS,
    Label,
    Pair,
    Tree,
    class_of,
    labels_of,
    monotonic_trees,
    parse_infix,
    quantities,
    to_monotonic,
    tree_of,
)
from strategies import trees


def test_labels_of_the_papers_shape() -> None:
    assert labels_of(parse_infix("(a + b) * c").tree) == {(0, 1): Label.ADD, (0, 2): Label.MUL, (1, 2): Label.MUL}


def test_two_subtracted_quantities_are_labeled_as_added() -> None:
    assert labels_of(parse_infix("a - b - c").tree)[1, 2] is Label.ADD


def test_reversed_labels_follow_the_order_of_the_text() -> None:
    tree = tree_of({(0, 1): Label.SUB_REVERSED})
    assert tree == to_monotonic(tree)
    assert list(quantities(tree)) == [1, 0]
    assert labels_of(tree) == {(0, 1): Label.SUB_REVERSED}


@given(trees(least=2))
def test_labels_to_tree_and_back_is_the_identity(tree: Tree) -> None:
    labels = labels_of(tree)
    assert tree_of(labels) == to_monotonic(tree)
    assert labels_of(tree_of(labels)) == labels


@given(trees(least=2))
def test_labels_change_inside_a_class_only_by_sign(tree: Tree) -> None:
    """Every member has the same operation up to + for -, and the same products and quotients."""
    reference = labels_of(tree)
    for member in class_of(tree):
        for pair, label in labels_of(member).items():
            if label.op.is_additive:
                assert reference[pair].op.is_additive
            else:
                assert label is reference[pair]


@given(st.integers(2, 4).flatmap(lambda n: st.lists(st.sampled_from(LABELS), min_size=n * (n - 1) // 2, max_size=6)))
def test_a_labeling_gives_its_tree_or_a_clear_error(labels: list[Label]) -> None:
    n = max(k for k in range(2, 5) if k * (k - 1) // 2 <= len(labels))
    labeling = dict(zip(combinations(range(n), 2), labels, strict=False))
    if tuple(labeling.items()) in _consistent(n):
        assert labels_of(tree_of(labeling)) == labeling
    else:
        with pytest.raises(ExpressionError, match="contradict"):
            tree_of(labeling)


@cache
def _consistent(n: int) -> set[tuple[tuple[Pair, Label], ...]]:
    return {tuple(labels_of(tree).items()) for tree in monotonic_trees(range(n))}


@pytest.mark.parametrize(
    ("labeling", "message"),
    [
        ({}, "at least one pair"),
        ({(0, 1): "plus"}, "unknown label 'plus'; accepted are Label.ADD"),
        ({(1, 0): Label.ADD}, "earlier quantity first"),
        ({(0, 1): Label.ADD, (1, 2): Label.ADD}, r"no label for the pairs \(0, 2\)"),
        ({(0, 1): Label.SUB, (1, 2): Label.SUB, (0, 2): Label.SUB}, r"\(0, 1\) \(-\) and \(1, 2\) \(-\) contradict"),
        ({(0, 1): Label.SUB, (1, 2): Label.ADD, (0, 2): Label.ADD}, "contradict"),
        ({(0, 1): Label.MUL, (1, 2): Label.ADD, (0, 2): Label.SUB}, r"\(0, 2\) \(-\) and \(1, 2\) \(\+\) contradict"),
        (
            dict(
                zip(
                    combinations(range(4), 2),
                    [Label.ADD, Label.MUL, Label.MUL, Label.ADD, Label.MUL, Label.ADD],
                    strict=True,
                )
            ),
            "no tree has sums and products that cross",
        ),
    ],
)
def test_an_inconsistent_labeling_names_the_pairs(labeling: dict[Pair, Label], message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        tree_of(labeling)

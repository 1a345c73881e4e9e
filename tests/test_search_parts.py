"""The parts of the search by themselves: values of a table, ranked trees over a set, and which tree is shown."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf, isnan

import numpy as np
import pytest

from arithmetree.errors import ScoreError
from arithmetree.expressions import LABELS, UNDEFINED, Leaf, Node, Op, Tree, evaluate, labels_of, nodes, to_infix
from arithmetree.scores import Scores
from arithmetree.search import Candidate, Integral, Positive, best_first, log_normaliser, posterior, search
from arithmetree.search.beam import beam_trees
from arithmetree.search.inside import log_sum
from arithmetree.search.kbest import KBest
from arithmetree.search.table import TABLE_UP_TO, Number, apply_plain, exact_value, table_of

VALUES = [Fraction(6), Fraction(0), Fraction(5, 2), Fraction(-3)]


def even(n: int) -> Scores:
    """Scores that prefer nothing."""
    return Scores.summed(np.zeros(n), np.zeros((n, n, 6)))


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_table_knows_the_value_of_every_tree_roughly_and_exactly(n: int) -> None:
    table, values = table_of(n), VALUES[:n]
    rough, exact = table.rough_values(values), table.exact_values(values)
    for row, tree in enumerate(table.trees):
        value = evaluate(tree, values)
        if value is UNDEFINED:
            assert exact(row) is None
            assert isnan(rough[row])
        else:
            assert isinstance(value, Fraction)
            assert exact(row) == value == exact_value(tree, values)
            assert rough[row] == pytest.approx(float(value))
    assert table.trees[:n] == tuple(map(Leaf, range(n)))


def test_whole_results_stay_integers() -> None:
    calculations: list[tuple[Op, Number, Number, int]] = [
        (Op.ADD, 2, 3, 5),
        (Op.SUB, 2, 3, -1),
        (Op.MUL, 2, 3, 6),
        (Op.DIV, 6, 3, 2),
        (Op.DIV, Fraction(3), Fraction(3, 2), 2),
    ]
    for op, left, right, value in calculations:
        found = apply_plain(op, left, right)
        assert (found, type(found)) == (value, int)
    assert apply_plain(Op.DIV, 2, 3) == Fraction(2, 3)
    for undefined in ((Op.DIV, 2, 0), (Op.ADD, None, 1), (Op.ADD, 1, None)):
        assert apply_plain(*undefined) is None


def test_a_single_quantity_is_its_own_only_tree() -> None:
    ranked = KBest(even(3)).ranked
    assert list(ranked(0b100)) == [(0.0, Leaf(2))]
    assert list(ranked(0b001)) == [(0.0, Leaf(0))]
    assert len(list(ranked(0b101))) == 6


def test_the_sum_of_nothing_has_no_logarithm_above_minus_infinity() -> None:
    assert log_sum(np.array([-inf, -inf])) == -inf
    assert log_sum(np.array([0.0, 0.0])) == pytest.approx(np.log(2))
    assert log_sum(np.array([1000.0, 1000.0])) == pytest.approx(1000 + np.log(2))


def of_labels(n: int, wanted: Tree) -> Scores:
    """Scores by which one expression wins, whatever its members are."""
    pair = np.full((n, n, 6), -5.0)
    for (i, j), label in labels_of(wanted).items():
        pair[i, j, LABELS.index(label)] = 5.0
    return Scores.summed(np.full(n, -9.0), pair)


@pytest.mark.parametrize(
    ("values", "shown"),
    [((2, 5, 9, 4), "2 + 9 - 5 + 4"), ((9, 5, 2, 4), None)],
)
def test_the_member_with_the_fewest_negative_values_is_shown(values: tuple[int, ...], shown: str | None) -> None:
    a, b, c, d = map(Leaf, range(4))
    wanted = Node(Op.ADD, Node(Op.ADD, Node(Op.SUB, a, b), c), d)
    fractions = [Fraction(value) for value in values]
    (found,) = search(of_labels(4, wanted), fractions).found
    assert found.value == evaluate(wanted, fractions)
    for node in nodes(found.tree):
        value = evaluate(node, fractions)
        assert isinstance(value, Fraction)
        assert value >= 0
    assert shown is None or sorted(to_infix(found.tree, list(map(str, values)))) == sorted(shown)


@pytest.mark.parametrize("n", [2, TABLE_UP_TO + 1])
@pytest.mark.parametrize("method", [None, "beam"])
def test_at_least_so_many_quantities_are_used(n: int, method: str | None) -> None:
    scores = Scores.summed(np.full(n, 9.0), np.zeros((n, n, 6)))  # nothing should be used
    values = [Fraction(number + 2) for number in range(n)]
    for least in (1, 2):
        found = search(scores, values, least=least, method=method).found  # type: ignore[arg-type]
        assert sum(isinstance(leaf, Leaf) for leaf in _leaves(found[0].tree)) == least
    for wrong in (0, -1):
        with pytest.raises(ScoreError, match=f"least is {wrong}"):
            search(scores, values, least=wrong)


def _leaves(tree: Tree) -> list[Leaf]:
    return [tree] if isinstance(tree, Leaf) else [*_leaves(tree.left), *_leaves(tree.right)]


@pytest.mark.parametrize("n", [3, TABLE_UP_TO + 1])
def test_a_single_quantity_counts_in_all_sums_where_it_may(n: int) -> None:
    scores = even(n)
    with_singles = [tree for _, tree in best_first(scores, least=1)] if n == 3 else None
    less, more = log_normaliser(scores, least=2), log_normaliser(scores, least=1)
    assert np.exp(more) == pytest.approx(np.exp(less) + n)
    if with_singles is not None:
        assert len(with_singles) == round(np.exp(more))


def test_the_beam_keeps_as_many_as_it_is_wide() -> None:
    scores = even(4)
    assert len(list(beam_trees(scores, beam=3))) <= 3 * 4
    assert list(beam_trees(scores, beam=1))


@pytest.mark.parametrize(("used", "count"), [(0.0, 4), (-1.0, 2), (1.0, 4)])
def test_a_narrow_beam_takes_the_best_choice_of_quantities_and_of_equal_ones_the_largest(
    used: float, count: int
) -> None:
    scores = replace(even(4), used=np.full(4, used))
    _, tree = next(iter(beam_trees(scores, beam=1)))
    assert len(_leaves(tree)) == count


def test_a_narrow_beam_keeps_the_choices_of_each_size_apart_until_the_last_quantity() -> None:
    scores = replace(even(4), used=np.array([-1.0, -1.0, -1.0, 9.0]), unused=np.zeros(4))
    score, tree = next(iter(beam_trees(scores, beam=1)))
    assert score == 8.0
    assert Leaf(3) in _leaves(tree)
    assert len(_leaves(tree)) == 2


def test_the_posterior_names_its_best_answers_first() -> None:
    rng = np.random.default_rng(3)
    scores = Scores.averaged(np.log([0.5] * 3), np.log([0.5] * 3), np.log(rng.dirichlet(np.ones(6), (3, 3))))
    found = posterior(scores, [Fraction(6), Fraction(4), Fraction(7)])
    shares = [share for _, share in found.probabilities]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(1)
    assert found.of(found.probabilities[0][0]) == shares[0]


@pytest.mark.parametrize(("value", "positive", "integral"), [("3", 0, 0), ("0", -2, 0), ("-1", -2, 0), ("1/2", 0, -2)])
def test_constraints_give_their_weight_to_what_they_do_not_like(value: str, positive: float, integral: float) -> None:
    candidate = Candidate(Leaf(0), Fraction(value), (Fraction(value),), (None,))
    assert Positive(weight=-2.0).score(candidate) == positive
    assert Integral(weight=-2.0).score(candidate) == integral
    assert Positive().score(candidate) == (0 if positive == 0 else -inf)
    assert Positive(weight=-2.0).highest == 0.0
    assert Integral(weight=1.5).highest == 1.5


def test_minus_infinity_forbids_even_where_it_weighs_nothing() -> None:
    pair = np.zeros((2, 2, 6))
    pair[0, 1, 0] = pair[1, 0, 0] = -inf
    scores = Scores.averaged(np.log([0.5] * 2), np.log([0.5] * 2), pair)
    assert len([tree for _, tree in best_first(scores)]) == 5
    assert not any(isnan(score) for score, _ in best_first(scores))

"""World knowledge: the traits of expressions over a problem, and their weights in the search."""

import numpy as np
import pytest

from arithmetree.expressions import Tree
from arithmetree.features import facts_of
from arithmetree.knowledge import TRAITS, Knowledge, LearnedKnowledge
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.search import Candidate
from arithmetree.search.table import table_of
from arithmetree.training.expression_alignment import align_expression

SHOP = "Nils had 20 dollars. He bought 4 pens for 3 dollars each. How many dollars does he have left?"
FRUIT = "Ida has 12 pears and 5 figs. She buys 2 pears. How many pears does Ida have?"
RICE = "A bag holds 2.5 kilograms of rice. A box holds 4 kilograms of rice. How many kilograms is that in total?"
SWIMMERS = "Of 20 swimmers 3/4 of the girls passed, then 25% of the boys, then 6 swimmers. How many swimmers passed?"


def knowledge(text: str) -> Knowledge:
    return Knowledge(facts_of(read(text, load_parser())))


def tree_of(known: Knowledge, expression: str) -> Tree:
    return align_expression(expression, [quantity.value for quantity in known.facts.quantities])


@pytest.mark.parametrize(
    ("text", "expression", "has", "lacks"),
    [
        (SHOP, "20 - 4 * 3", {"uses 3", "all used", "unit fits the question"}, {"not positive", "negative step"}),
        (SHOP, "4 - 20", {"not positive", "negative step", "rate unused"}, {"all used"}),
        (SHOP, "4 * 3 - 20", {"not positive", "negative step"}, {"rate unused"}),
        (SHOP, "20 / 3", {"broken answer to how many, all whole", "broken step, all whole"}, {"not positive"}),
        (SHOP, "20 + 3", {"rate added to an amount", "uses 2", "one unused"}, {"sum of unlike things"}),
        (SHOP, "4 * 20", {"product without a rate", "rate unused"}, {"unit fits the question"}),
        (FRUIT, "12 + 2", {"unit fits the question", "one unused"}, {"sum of unlike things"}),
        (FRUIT, "12 + 5", {"sum of unlike things"}, {"unit fits the question"}),
        (FRUIT, "12 * 2", {"product of two like amounts"}, {"product without a rate"}),
        (FRUIT, "5 - 12 / 2", {"not positive", "negative step", "all used"}, {"broken answer, all whole"}),
        (FRUIT, "12 - 5 * 2", {"same as a number of the text"}, {"not positive"}),
        (SWIMMERS, "3/4 + 6", {"sum of unlike things"}, {"unit fits the question"}),
        (SWIMMERS, "3/4 * 20 + 6", {"unit fits the question"}, {"sum of unlike things"}),
        (SWIMMERS, "(3/4 + 25%) * 20", {"unit fits the question"}, {"sum of unlike things"}),
        (SWIMMERS, "20 / 25%", {"unit fits the question"}, {"sum of unlike things"}),
        (SWIMMERS, "3/4 + 25%", {"unit against the question"}, {"sum of unlike things"}),
        (RICE, "2.5 + 4", {"broken answer to how many, not all whole"}, {"broken answer, all whole"}),
    ],
)
def test_an_expression_has_these_traits(text: str, expression: str, has: set[str], lacks: set[str]) -> None:
    known = knowledge(text)
    row = known.traits_of(tree_of(known, expression))
    found = {name for name, value in zip(TRAITS, row, strict=True) if value}
    assert found >= has
    assert not found & lacks


@pytest.mark.parametrize("text", [SHOP, FRUIT, RICE, SWIMMERS])
def test_the_table_has_the_traits_of_each_of_its_trees(text: str) -> None:
    known = knowledge(text)
    table = table_of(len(known.facts.quantities))
    rows = known.traits_of_all(table)
    assert rows.shape == (len(table.trees), len(TRAITS))
    for tree, row in zip(table.trees, rows, strict=True):
        assert np.array_equal(row, known.traits_of(tree))


def test_learned_weights_add_up_alike_for_one_tree_and_for_the_table() -> None:
    known = knowledge(SHOP)
    weights = np.random.default_rng(5).normal(size=len(TRAITS))
    learned = LearnedKnowledge(known, weights)
    table = table_of(3)
    values = [quantity.value for quantity in known.facts.quantities]
    singly = [learned.score(Candidate.of(tree, values)) for tree in table.trees]
    assert singly == pytest.approx(learned.score_table(table))
    assert max(singly) <= learned.highest

from hypothesis import given, settings

from arithmetree.expressions import (
    Leaf,
    Node,
    Op,
    Tree,
    chains,
    is_monotonic,
    parse_infix,
    quantities,
    to_infix,
    to_monotonic,
    top_chain,
)
from strategies import same_function, trees


def test_chain_terms_are_sorted_by_side() -> None:
    tree = parse_infix("a - (b - c * d) + e").tree
    assert isinstance(tree, Node)
    chain = top_chain(tree)
    assert chain.additive
    assert [to_infix(term, "abcde") for term in chain.direct] == ["a", "c * d", "e"]
    assert [to_infix(term, "abcde") for term in chain.inverse] == ["b"]
    assert len(list(chains(tree))) == 2


def test_the_four_conditions() -> None:
    a, b, c = Leaf(0), Leaf(1), Leaf(2)
    assert not is_monotonic(Node(Op.ADD, Node(Op.SUB, a, b), c))
    assert not is_monotonic(Node(Op.MUL, a, Node(Op.DIV, b, c)))
    assert not is_monotonic(Node(Op.SUB, Node(Op.SUB, a, b), c))
    assert not is_monotonic(Node(Op.DIV, a, Node(Op.DIV, b, c)))
    assert is_monotonic(Node(Op.SUB, Node(Op.ADD, a, b), c))
    assert is_monotonic(Node(Op.MUL, Node(Op.SUB, a, b), c))


@settings(max_examples=60)
@given(trees())
def test_every_tree_becomes_monotonic_with_the_same_value(tree: Tree) -> None:
    monotonic = to_monotonic(tree)
    assert is_monotonic(monotonic)
    assert sorted(quantities(monotonic)) == sorted(quantities(tree))
    assert same_function(monotonic, tree)


@given(trees())
def test_to_monotonic_changes_nothing_twice(tree: Tree) -> None:
    once = to_monotonic(tree)
    assert to_monotonic(once) == once

"""Expression trees: their values, notations, monotonic form, labels and equivalence (docs/method.md)."""

from arithmetree.expressions.enumeration import expressions, monotonic_trees
from arithmetree.expressions.equivalence import canonical, class_key, class_of, equivalent
from arithmetree.expressions.infix import Infix, format_value, parse_infix, terminating_decimal, to_infix
from arithmetree.expressions.labels import LABELS, Label, Labeling, Pair, labels_of, tree_of
from arithmetree.expressions.monotonic import Chain, chains, is_monotonic, to_monotonic, top_chain
from arithmetree.expressions.tree import UNDEFINED, Leaf, Node, Op, Tree, Value, evaluate, nodes, quantities

__all__ = [
    "LABELS",
    "UNDEFINED",
    "Chain",
    "Infix",
    "Label",
    "Labeling",
    "Leaf",
    "Node",
    "Op",
    "Pair",
    "Tree",
    "Value",
    "canonical",
    "chains",
    "class_key",
    "class_of",
    "equivalent",
    "evaluate",
    "expressions",
    "format_value",
    "is_monotonic",
    "labels_of",
    "monotonic_trees",
    "nodes",
    "parse_infix",
    "quantities",
    "terminating_decimal",
    "to_infix",
    "to_monotonic",
    "top_chain",
    "tree_of",
]

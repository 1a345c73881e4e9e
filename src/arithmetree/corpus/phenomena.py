"""Phenomena: what a problem shows. What follows from its text, tree and rates is derived; the rest is the writer's."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count
from string import ascii_lowercase

from arithmetree.corpus.record import RecordQuantity, RecordRate
from arithmetree.expressions import Leaf, Node, Tree, nodes, quantities, to_infix
from arithmetree.quantities import Kind

DERIVED = frozenset(
    {
        "irrelevant",
        "family",
        "number-words",
        "decimals",
        "fractions",
        "money",
        "thousands",
        "percent",
        "rate",
        "implicit",
        "multiplier",
    }
)
"""The tags that are derived; a writer's own word on them is not used."""

# Numbers that never count; ordinals only in digits, since "the first day" is in every other story.
_NEVER_COUNTED = (Kind.DATE, Kind.TIME, Kind.YEAR, Kind.LABEL, Kind.NAME)


def unused(tree: Tree, found: Sequence[RecordQuantity]) -> tuple[int, ...]:
    """The countable quantities that a tree does not use, by index."""
    used = set(quantities(tree))
    return tuple(index for index, quantity in enumerate(found) if quantity.countable and index not in used)


def shape_of(tree: Tree) -> str:
    """The form of an expression with letters for its numbers, in the order in which they appear: "(a-b)*c"."""
    return to_infix(_renumbered(tree, count()), ascii_lowercase).replace(" ", "")


def _renumbered(tree: Tree, numbers: Iterator[int]) -> Tree:
    if isinstance(tree, Leaf):
        return Leaf(next(numbers))
    left = _renumbered(tree.left, numbers)
    return Node(tree.op, left, _renumbered(tree.right, numbers))


def steps_of(tree: Tree) -> int:
    """The number of operations."""
    return sum(1 for _ in nodes(tree))


def phenomena_of(
    tags: frozenset[str],
    tree: Tree | None,
    found: Sequence[RecordQuantity],
    rates: Sequence[RecordRate],
    *,
    in_family: bool,
) -> tuple[str, ...]:
    """The tags of a record in alphabetical order: the derived ones, and the writer's own for the others."""
    shown = {tag for tag in tags if tag not in DERIVED}
    counted = [quantity for quantity in found if quantity.countable]
    unneeded = [] if tree is None else [found[index] for index in unused(tree, found)]
    # "one" is often hardly more than an article, so by itself it distracts nobody.
    if any(quantity.text.lower() != "one" for quantity in unneeded):
        shown.add("irrelevant")
    else:
        shown.discard("irrelevant-same-unit")
    if tree is not None and any(_is_distraction(quantity) for quantity in found):
        shown.add("irrelevant")
    if in_family:
        shown.add("family")
    else:
        shown.discard("minimal-pair")
    if rates:
        shown.add("rate")
    for quantity in counted:
        shown.update(_writing(quantity))
    return tuple(sorted(shown))


def _is_distraction(quantity: RecordQuantity) -> bool:
    return quantity.kind in _NEVER_COUNTED or (quantity.kind is Kind.ORDINAL and quantity.text[:1].isdecimal())


def _writing(quantity: RecordQuantity) -> set[str]:
    """How a quantity is written."""
    if quantity.implicit is not None:
        return {"implicit"}
    shown = set()
    in_digits = any(character.isdecimal() for character in quantity.text)
    if quantity.kind is Kind.MONEY:
        shown.add("money")
    if quantity.kind is Kind.PERCENT:
        shown.add("percent")
    elif "." in quantity.text:
        shown.add("decimals")
    elif quantity.value.denominator > 1:
        shown.add("fractions")
    if quantity.kind is Kind.MULTIPLIER:
        shown.add("multiplier")
    elif not in_digits:
        shown.add("number-words")
    if in_digits and "," in quantity.text:
        shown.add("thousands")
    return shown

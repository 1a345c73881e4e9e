"""Which quantities of a text a written expression, or a bare answer, stands for. By value, never by a guess."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from math import factorial, prod

from arithmetree.errors import DataError
from arithmetree.expressions import (
    UNDEFINED,
    Leaf,
    Node,
    Op,
    Tree,
    class_key,
    evaluate,
    expressions,
    format_value,
    parse_infix,
)

MOST_USED = 3
"""The most quantities that an expression found from an answer alone may use; larger ones fit too many answers."""
_MOST_ASSIGNMENTS = 5040

Written = Fraction | tuple[Op, "Written", "Written"]
"""A written expression by its values, before it is known which quantities they are."""


def align_expression(expression: str, values: Sequence[Fraction]) -> Tree:
    """The tree over the quantities with these values that a written expression means.

    Every number must be the value of a quantity. A value that appears several times in the text is accepted only if
    it does not matter which is which. DataError says what is impossible or ambiguous; ExpressionError, where it is
    no expression at all.
    """
    infix = parse_infix(expression)
    tree = _folded(infix.tree, infix.values, Counter(values))
    numbers = list(_numbers(tree))
    if len(numbers) < 2:
        raise DataError("the expression has one number; at least two are needed")
    places = _places(numbers, values)
    found: dict[object, Tree] = {}
    for assignment in _assignments(numbers, places):
        aligned = _aligned(tree, iter(assignment))
        found.setdefault(class_key(aligned), aligned)
        if len(found) > 1:
            twice = next(number for number in numbers if len(places[number]) > 1)
            raise DataError(f"ambiguous: {format_value(twice)} appears {len(places[twice])} times in the text")
    (aligned,) = found.values()
    if evaluate(aligned, values) is UNDEFINED:
        raise DataError("the expression divides by zero")
    return aligned


def align_answer(answer: Fraction, values: Sequence[Fraction]) -> Tree:
    """The only expression over two or three of the quantities that gives an answer; DataError if none or several do."""
    found: list[Tree] = []
    for size in range(2, min(MOST_USED, len(values)) + 1):
        for chosen in combinations(range(len(values)), size):
            taken = [values[i] for i in chosen]
            for shape in _shapes(size):
                if evaluate(shape, taken) == answer:
                    found.append(renumbered(shape, chosen))
                    if len(found) > 1:
                        raise DataError(f"ambiguous: several expressions give {answer}; add the expression")
    if not found:
        raise DataError(f"no expression over up to {MOST_USED} numbers of the text gives {answer}; add the expression")
    return found[0]


@cache
def _shapes(size: int) -> tuple[Tree, ...]:
    return tuple(expressions(range(size)))


def _folded(tree: Tree, operands: Sequence[Fraction], known: Counter[Fraction]) -> Written:
    """The tree by values; a division of two written numbers that is one quantity of the text ("1/2") is taken as it."""
    if isinstance(tree, Leaf):
        return operands[tree.quantity]
    if tree.op is Op.DIV and isinstance(tree.left, Leaf) and isinstance(tree.right, Leaf):
        over, under = operands[tree.left.quantity], operands[tree.right.quantity]
        if under != 0 and known[over / under]:
            if not (known[over] and known[under]):
                return over / under
            raise DataError(f"ambiguous: {over}/{under} may be one number of the text or a division of two")
    return tree.op, _folded(tree.left, operands, known), _folded(tree.right, operands, known)


def _numbers(tree: Written) -> Iterator[Fraction]:
    if isinstance(tree, Fraction):
        yield tree
    else:
        yield from _numbers(tree[1])
        yield from _numbers(tree[2])


def _places(numbers: Sequence[Fraction], values: Sequence[Fraction]) -> dict[Fraction, list[int]]:
    """The quantities of each value that the expression uses, as many as it uses."""
    places: dict[Fraction, list[int]] = {}
    for number, uses in Counter(numbers).items():
        places[number] = [i for i, value in enumerate(values) if value == number]
        shown, found = format_value(number), len(places[number])
        if not found:
            known = ", ".join(map(format_value, values)) or "none"
            raise DataError(f"{shown} is not a number of the text; the numbers read are {known}")
        if found < uses:
            raise DataError(
                f"{shown} is used {uses} times, but appears {found} times in the text; each one can be used once"
            )
        if found > uses:
            raise DataError(f"ambiguous: {shown} is used {uses} times, but appears {found} times in the text")
    if prod(factorial(len(same)) for same in places.values()) > _MOST_ASSIGNMENTS:
        raise DataError("ambiguous: too many numbers of the text have the same value")
    return places


def _assignments(numbers: Sequence[Fraction], places: dict[Fraction, list[int]]) -> Iterator[list[int]]:
    """All ways to give each number of the expression a quantity of its value, each quantity once."""
    for orders in product(*(permutations(same) for same in places.values())):
        free = {number: list(order) for number, order in zip(places, orders, strict=True)}
        yield [free[number].pop(0) for number in numbers]


def _aligned(tree: Written, quantities: Iterator[int]) -> Tree:
    if isinstance(tree, Fraction):
        return Leaf(next(quantities))
    left = _aligned(tree[1], quantities)
    return Node(tree[0], left, _aligned(tree[2], quantities))


def renumbered(tree: Tree, chosen: Sequence[int] | Mapping[int, int]) -> Tree:
    """The tree with every leaf i replaced by chosen[i]."""
    if isinstance(tree, Leaf):
        return Leaf(chosen[tree.quantity])
    return Node(tree.op, renumbered(tree.left, chosen), renumbered(tree.right, chosen))

"""The algebra of a story: amounts joined by equations, and the read-once expression for any one of them.

Every event or relation of a story is one equation, a sum or a product. Two equations share at most one amount and
never close a circle, so solving for an amount meets every given number once: the expression is read-once by nature.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from math import prod

from arithmetree.errors import ExpressionError
from arithmetree.expressions import Leaf, Node, Op, Tree, quantities


@dataclass(frozen=True, slots=True)
class Sum:
    """total = everything in `plus` - everything in `minus`; the amounts are given by name."""

    total: str
    plus: tuple[str, ...]
    minus: tuple[str, ...] = ()

    @property
    def amounts(self) -> tuple[str, ...]:
        """All names of the equation."""
        return (self.total, *self.plus, *self.minus)

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Whether the equation is true for these values."""
        gained = sum((values[name] for name in self.plus), Fraction(0))
        return values[self.total] == gained - sum((values[name] for name in self.minus), Fraction(0))


@dataclass(frozen=True, slots=True)
class Product:
    """total = all factors multiplied; the amounts are given by name."""

    total: str
    factors: tuple[str, ...]

    @property
    def amounts(self) -> tuple[str, ...]:
        """All names of the equation."""
        return (self.total, *self.factors)

    def holds(self, values: Mapping[str, Fraction]) -> bool:
        """Whether the equation is true for these values."""
        return values[self.total] == prod((values[name] for name in self.factors), start=Fraction(1))


Equation = Sum | Product


def solve(asked: str, given: Sequence[str], equations: Sequence[Equation]) -> Tree:
    """The expression for `asked` over the given amounts; leaf i is the i-th of them.

    ExpressionError where the equations do not determine the amount.
    """
    places = {name: index for index, name in enumerate(given)}

    def expression(name: str, used: tuple[Equation, ...]) -> Tree | None:
        if name in places:
            return Leaf(places[name])
        for equation in equations:
            if equation in used or name not in equation.amounts:
                continue
            others = {other: expression(other, (*used, equation)) for other in equation.amounts if other != name}
            known = {other: tree for other, tree in others.items() if tree is not None}
            if len(known) == len(others):
                return _isolated(name, equation, known)
        return None

    tree = expression(asked, ())
    if tree is None:
        raise ExpressionError(f"the story does not determine {asked!r} from {', '.join(given)}; give more amounts")
    return tree


def _isolated(name: str, equation: Equation, known: Mapping[str, Tree]) -> Tree:
    """The equation solved for one of its amounts."""
    if isinstance(equation, Product):
        factors = [known[factor] for factor in equation.factors if factor != name]
        if name == equation.total:
            return reduce(lambda left, right: Node(Op.MUL, left, right), factors)
        return reduce(lambda left, right: Node(Op.DIV, left, right), factors, known[equation.total])
    if name == equation.total:
        return _in_order(equation, known)
    if name in equation.plus:
        direct = [equation.total, *equation.minus]
        inverse = [other for other in equation.plus if other != name]
    else:
        direct = list(equation.plus)
        inverse = [equation.total, *(other for other in equation.minus if other != name)]
    # What is added comes before what is subtracted, so that nothing on the way is negative.
    tree = reduce(lambda left, right: Node(Op.ADD, left, right), [known[other] for other in direct])
    return reduce(lambda left, right: Node(Op.SUB, left, right), [known[other] for other in inverse], tree)


def _in_order(equation: Sum, known: Mapping[str, Tree]) -> Tree:
    """The total in the order of the story: 12 - 5 + 3 where 5 went before 3 came."""
    first, *others = equation.plus
    terms = [(Op.ADD, known[other]) for other in others] + [(Op.SUB, known[other]) for other in equation.minus]
    terms.sort(key=lambda term: min(quantities(term[1])))
    return reduce(lambda left, term: Node(term[0], left, term[1]), terms, known[first])

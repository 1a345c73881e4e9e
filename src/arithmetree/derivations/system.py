"""Systems of linear equations, solved by elimination over fractions, one equation at a time.

Each row remembers which combination of the given equations it is. So a value that is fixed can be checked by hand, and
a contradiction names the equations that clash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb

from arithmetree.derivations.affine import ZERO, Affine

Combination = tuple[tuple[int, Fraction], ...]
"""Equations by their numbers, each with its factor, sorted; no factor is 0."""

MAX_SUBSETS = 5_000
"""How many sets of equations are tried for one that clashes and is smaller than the set elimination found."""


@dataclass(frozen=True, slots=True)
class Row:
    """A form that equals 0 and has the coefficient 1 at its pivot, and the combination of equations that gives it."""

    pivot: int
    form: Affine
    combination: Combination


@dataclass(frozen=True)
class System:
    """Equations `form = 0`, kept fully reduced: no row has the pivot of another. Immutable; adding gives a new one.

    `clash` are equations that cannot all hold, none of which can be left out of the clash; empty if there is none.
    """

    equations: tuple[Affine, ...] = ()
    rows: tuple[Row, ...] = ()
    clash: tuple[int, ...] = ()

    @property
    def consistent(self) -> bool:
        """True as long as the equations can all hold."""
        return not self.clash

    def reduce(self, form: Affine) -> tuple[Affine, Combination]:
        """What is left of a form when every fixed unknown is replaced, and the combination c that was used:

        form = what is left + the sum of c_k * equation_k, where every equation is 0.
        """
        if not form.terms or not self.rows:
            return form, ()
        combination: Combination = ()
        coefficients = dict(form.terms)
        for row in self.rows:
            factor = coefficients.get(row.pivot)
            if factor:
                form = form.plus(row.form, -factor)
                combination = _added(combination, row.combination, factor)
        return form, combination

    def reduced(self, form: Affine) -> Affine:
        """What is left of a form when every fixed unknown is replaced."""
        return self.reduce(form)[0]

    def with_equation(self, form: Affine) -> System:
        """The system with one more equation, form = 0."""
        equations = (*self.equations, form)
        if self.clash:
            return System(equations, self.rows, self.clash)
        left, used = self.reduce(form)
        # left = form - sum of used, so its combination has the new equation once and the used ones taken off.
        combination = _added(((len(self.equations), Fraction(1)),), used, Fraction(-1))
        if not left.terms:
            clash = tuple(number for number, _ in combination) if left.constant else ()
            return System(equations, self.rows, clash)
        pivot, factor = left.terms[0]
        new = Row(pivot, left.scaled(1 / factor), tuple((number, value / factor) for number, value in combination))
        return System(equations, (*(_without_pivot(row, new) for row in self.rows), new))

    @cached_property
    def smallest_clash(self) -> tuple[int, ...]:
        """The fewest equations that cannot all hold.

        Sets smaller than the one elimination found are tried by brute force, up to MAX_SUBSETS of them; beyond that the
        set that elimination found is given, from which no equation can be left out.
        """
        count = len(self.equations)
        if sum(comb(count, size) for size in range(1, len(self.clash))) > MAX_SUBSETS:
            return self.clash
        for size in range(1, len(self.clash)):
            for chosen in combinations(range(count), size):
                if not system_of([self.equations[number] for number in chosen]).consistent:
                    return chosen
        return self.clash


NO_EQUATIONS = System()


def system_of(equations: Sequence[Affine]) -> System:
    """The system of these equations."""
    system = NO_EQUATIONS
    for form in equations:
        system = system.with_equation(form)
    return system


def combined(equations: Sequence[Affine], combination: Combination) -> Affine:
    """The sum of the equations, each times its factor."""
    total = ZERO
    for number, factor in combination:
        total = total.plus(equations[number], factor)
    return total


def _without_pivot(row: Row, new: Row) -> Row:
    factor = row.form.coefficient(new.pivot)
    if not factor:
        return row
    return Row(row.pivot, row.form.plus(new.form, -factor), _added(row.combination, new.combination, -factor))


def _added(combination: Combination, other: Combination, factor: Fraction) -> Combination:
    factors = dict(combination)
    for number, value in other:
        factors[number] = factors.get(number, Fraction(0)) + factor * value
    return tuple(sorted((number, value) for number, value in factors.items() if value))

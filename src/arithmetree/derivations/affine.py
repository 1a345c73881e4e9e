"""Affine forms: exact values that may still contain unknowns, and the named reasons why a step has no value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

Term = tuple[int, Fraction]
"""An unknown, by its number, and its coefficient."""

_ZERO: Final = Fraction(0)
_ONE: Final = Fraction(1)


class Flaw(StrEnum):
    """Why a step has no value. A flaw is passed on to every step that uses it; it is never an exception."""

    NOT_LINEAR = "not linear"  # x * y, 1 / x, floor(x): no affine form can say it
    UNDEFINED = "undefined"  # a division by zero, the remainder of a fraction
    NO_VALUE = "an equation, not a value"  # an equation used as an operand


@dataclass(frozen=True, slots=True)
class Affine:
    """constant + a1 * x1 + a2 * x2 + ..., with exact coefficients; equal values are equal objects.

    `terms` are sorted by unknown and none has the coefficient 0. Build forms with `number`, `unknown` and the methods.
    """

    constant: Fraction
    terms: tuple[Term, ...] = ()

    @property
    def is_number(self) -> bool:
        """True if no unknown is left."""
        return not self.terms

    @property
    def unknowns(self) -> tuple[int, ...]:
        """The unknowns with a coefficient other than 0."""
        return tuple(unknown for unknown, _ in self.terms)

    def coefficient(self, unknown: int) -> Fraction:
        """The coefficient of an unknown; 0 where it does not occur."""
        return next((value for number, value in self.terms if number == unknown), _ZERO)

    def plus(self, other: Affine, times: Fraction = _ONE) -> Affine:
        """self + times * other."""
        constant = self.constant + times * other.constant
        if not other.terms:
            return Affine(constant, self.terms)
        coefficients = dict(self.terms)
        for unknown, value in other.terms:
            coefficients[unknown] = coefficients.get(unknown, _ZERO) + times * value
        return Affine(constant, _sorted_terms(coefficients.items()))

    def scaled(self, factor: Fraction) -> Affine:
        """factor * self."""
        if not factor:
            return ZERO
        return Affine(self.constant * factor, tuple((unknown, value * factor) for unknown, value in self.terms))


ZERO: Final = Affine(_ZERO)


def number(value: Fraction | int) -> Affine:
    """The form of a known number."""
    return Affine(Fraction(value))


def unknown(index: int) -> Affine:
    """The form of a single unknown."""
    return Affine(_ZERO, ((index, _ONE),))


def _sorted_terms(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(term for term in terms if term[1]))

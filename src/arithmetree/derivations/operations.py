"""The operations of a derivation, one table entry each: what it computes, how it is written, spoken and compared.

To add an operation, add a member to `Operation` and its entry to `RULES`. Evaluation, elimination, sameness, search,
every notation and the sympy converter read this table and need no change.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import floor, gcd, lcm
from types import MappingProxyType
from typing import Final

from arithmetree.derivations.affine import Affine, Flaw, number


class Operation(StrEnum):
    """What a step does with its two values."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    QUOTIENT = "floor"  # how many times the second fits whole into the first
    REMAINDER = "mod"
    ROUND_UP = "ceil"  # how many of the second are needed to hold the first
    GCD = "gcd"
    LCM = "lcm"
    EQUATE = "="  # states that both values are equal; has no value itself


Residue = Callable[[int, int, int], int | None]
"""An operation modulo a prime: (left, right, prime) to the result, None where the divisor is 0."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One operation.

    `binding` is how tightly its sign binds in infix (1 sums, 2 products); None for one written as a function. A
    function with `of_ratio` is written over a division: floor(a / b). `latex`, `mathml` and `spoken` are templates over
    the two operands, `grouped` says that the LaTeX and MathML enclose their operands and need no parentheses.
    `sympy` names the function of sympy, over the ratio where `of_ratio` is set.
    """

    apply: Callable[[Affine, Affine], Affine | Flaw]
    residue: Residue
    sign: str
    spoken: str
    latex: str
    mathml: str
    sympy: str
    binding: int | None = None
    commutative: bool = False
    of_ratio: bool = False
    grouped: bool = False


def apply(operation: Operation, left: Affine | Flaw, right: Affine | Flaw) -> Affine | Flaw:
    """The value of one step; a flaw of an operand is passed on."""
    if isinstance(left, Flaw):
        return left
    if isinstance(right, Flaw):
        return right
    return RULES[operation].apply(left, right)


def _multiply(left: Affine, right: Affine) -> Affine | Flaw:
    if right.is_number:
        return left.scaled(right.constant)
    return right.scaled(left.constant) if left.is_number else Flaw.NOT_LINEAR


def _divide(left: Affine, right: Affine) -> Affine | Flaw:
    if not right.is_number:
        return Flaw.NOT_LINEAR
    return left.scaled(1 / right.constant) if right.constant else Flaw.UNDEFINED


def _of_numbers(
    function: Callable[[Fraction, Fraction], Fraction | int | None],
) -> Callable[[Affine, Affine], Affine | Flaw]:
    """A function of two known numbers; None means undefined."""

    def applied(left: Affine, right: Affine) -> Affine | Flaw:
        if not (left.is_number and right.is_number):
            return Flaw.NOT_LINEAR
        value = function(left.constant, right.constant)
        return Flaw.UNDEFINED if value is None else number(value)

    return applied


def _quotient(left: Fraction, right: Fraction) -> int | None:
    return floor(left / right) if right else None


def _round_up(left: Fraction, right: Fraction) -> int | None:
    return -floor(-left / right) if right else None


def _remainder(left: Fraction, right: Fraction) -> Fraction | None:
    whole = left.denominator == right.denominator == 1
    return left % right if whole and right > 0 else None


def _of_counts(function: Callable[[int, int], int]) -> Callable[[Fraction, Fraction], int | None]:
    """A function of two whole numbers above 0."""

    def applied(left: Fraction, right: Fraction) -> int | None:
        whole = left.denominator == right.denominator == 1
        return function(left.numerator, right.numerator) if whole and left > 0 and right > 0 else None

    return applied


def _ratio(left: int, right: int, prime: int) -> int | None:
    return left * pow(right, -1, prime) % prime if right else None


def _opaque(name: str, *values: int, prime: int) -> int:
    """A residue for a function that is no polynomial: the same for the same arguments, else as good as random."""
    mixed = sum(ord(letter) << (8 * place) for place, letter in enumerate(name)) % prime
    for value in values:
        # Squaring after adding makes the result depend on the order and on every argument.
        mixed = (mixed + value + 0x9E3779B97F4A7C15) % prime
        mixed = mixed * mixed % prime * (mixed + 0x2545F4914F6CDD1D) % prime
    return mixed


def _quotient_residue(left: int, right: int, prime: int) -> int | None:
    ratio = _ratio(left, right, prime)
    return None if ratio is None else _opaque("floor", ratio, prime=prime)


def _round_up_residue(left: int, right: int, prime: int) -> int | None:
    # ceil(q) = -floor(-q), so both are one function to compare by.
    ratio = _ratio(-left, right, prime)
    return None if ratio is None else -_opaque("floor", ratio, prime=prime) % prime


def _remainder_residue(left: int, right: int, prime: int) -> int | None:
    # a mod b = a - b * floor(a / b)
    quotient = _quotient_residue(left, right, prime)
    return None if quotient is None else (left - right * quotient) % prime


def _gcd_residue(left: int, right: int, prime: int) -> int:
    return _opaque("gcd", *sorted((left, right)), prime=prime)


def _lcm_residue(left: int, right: int, prime: int) -> int | None:
    return _ratio(left * right % prime, _gcd_residue(left, right, prime), prime)


_ROW = "<mrow>{0}<mo>%s</mo>{1}</mrow>"
_CALL = "<mrow><mi>%s</mi><mo>(</mo>{0}<mo>,</mo>{1}<mo>)</mo></mrow>"
_FRACTION = "<mfrac><mrow>{0}</mrow><mrow>{1}</mrow></mfrac>"

RULES: Final[Mapping[Operation, Rule]] = MappingProxyType(
    {
        Operation.ADD: Rule(
            apply=lambda left, right: left.plus(right),
            residue=lambda left, right, prime: (left + right) % prime,
            sign="+",
            spoken="{0} plus {1}",
            latex="{0} + {1}",
            mathml=_ROW % "+",
            sympy="Add",
            binding=1,
            commutative=True,
        ),
        Operation.SUBTRACT: Rule(
            apply=lambda left, right: left.plus(right, Fraction(-1)),
            residue=lambda left, right, prime: (left - right) % prime,
            sign="−",
            spoken="{0} minus {1}",
            latex="{0} - {1}",
            mathml=_ROW % "−",
            sympy="Subtract",
            binding=1,
        ),
        Operation.MULTIPLY: Rule(
            apply=_multiply,
            residue=lambda left, right, prime: left * right % prime,
            sign="×",
            spoken="{0} times {1}",
            latex=r"{0} \times {1}",
            mathml=_ROW % "×",
            sympy="Mul",
            binding=2,
            commutative=True,
        ),
        Operation.DIVIDE: Rule(
            apply=_divide,
            residue=_ratio,
            sign="÷",
            spoken="{0} divided by {1}",
            latex=r"\frac{{{0}}}{{{1}}}",
            mathml=_FRACTION,
            sympy="Divide",
            binding=2,
            grouped=True,
        ),
        Operation.QUOTIENT: Rule(
            apply=_of_numbers(_quotient),
            residue=_quotient_residue,
            sign="⌊÷⌋",
            spoken="{0} divided by {1}, rounded down",
            latex=r"\left\lfloor \frac{{{0}}}{{{1}}} \right\rfloor",
            mathml=f"<mrow><mo>⌊</mo>{_FRACTION}<mo>⌋</mo></mrow>",
            sympy="floor",
            of_ratio=True,
            grouped=True,
        ),
        Operation.REMAINDER: Rule(
            apply=_of_numbers(_remainder),
            residue=_remainder_residue,
            sign="mod",
            spoken="the remainder of {0} divided by {1}",
            latex=r"\operatorname{{mod}}\left({0}, {1}\right)",
            mathml=_CALL % "mod",
            sympy="Mod",
            grouped=True,
        ),
        Operation.ROUND_UP: Rule(
            apply=_of_numbers(_round_up),
            residue=_round_up_residue,
            sign="⌈÷⌉",
            spoken="{0} divided by {1}, rounded up",
            latex=r"\left\lceil \frac{{{0}}}{{{1}}} \right\rceil",
            mathml=f"<mrow><mo>⌈</mo>{_FRACTION}<mo>⌉</mo></mrow>",
            sympy="ceiling",
            of_ratio=True,
            grouped=True,
        ),
        Operation.GCD: Rule(
            apply=_of_numbers(_of_counts(gcd)),
            residue=_gcd_residue,
            sign="gcd",
            spoken="the greatest common divisor of {0} and {1}",
            latex=r"\gcd\left({0}, {1}\right)",
            mathml=_CALL % "gcd",
            sympy="gcd",
            commutative=True,
            grouped=True,
        ),
        Operation.LCM: Rule(
            apply=_of_numbers(_of_counts(lcm)),
            residue=_lcm_residue,
            sign="lcm",
            spoken="the least common multiple of {0} and {1}",
            latex=r"\operatorname{{lcm}}\left({0}, {1}\right)",
            mathml=_CALL % "lcm",
            sympy="lcm",
            commutative=True,
            grouped=True,
        ),
        Operation.EQUATE: Rule(
            apply=lambda left, right: Flaw.NO_VALUE,  # noqa: ARG005
            residue=lambda left, right, prime: None,  # noqa: ARG005
            sign="=",
            spoken="{0} equals {1}",
            latex="{0} = {1}",
            mathml=_ROW % "=",
            sympy="Eq",
            binding=0,
        ),
    }
)

"""When two derivations are the same calculation: the same function of their leaves.

The key of a derivation is its answers at a random point modulo two primes of 61 bits: each mention is a random residue,
each constant itself, and equations are solved modulo the prime. The random point is fixed, so keys are the same in
every run. Equal rational functions have equal keys. Different ones have equal keys with a probability of about
(steps / 2^61)^2: the key is *probabilistic*, with an error that no run will ever see.

`floor`, `mod`, `ceil`, `gcd` and `lcm` are not rational functions. They are compared by their arguments (`floor(a / b)`
by the ratio), with mod(a, b) = a - b * floor(a / b), ceil(q) = -floor(-q) and lcm(a, b) = a * b / gcd(a, b). Other
identities, such as gcd(2a, 2b) = 2 * gcd(a, b), are not recognised. An equation that follows from those before it, or
clashes with them, does not count.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from hashlib import blake2b

from arithmetree.derivations.derivation import Constant, Derivation, Leaf, Mention
from arithmetree.derivations.operations import RULES, Operation

PRIMES = (2**61 - 1, 2**61 - 31)

CalculationKey = tuple[tuple[int | None, ...], ...]
"""For each prime the residue of each answer; None where it is undefined, open or not linear."""

_Form = dict[int, int]
"""A form modulo a prime: coefficients by unknown, the constant under -1."""
_CONSTANT = -1


def calculation_key(derivation: Derivation) -> CalculationKey:
    """Equal for two derivations if they are the same function of their leaves; see the module for the error."""
    return tuple(_residues(derivation, prime) for prime in PRIMES)


def same_calculation(one: Derivation, other: Derivation) -> bool:
    """Whether two derivations are the same function of their leaves."""
    return calculation_key(one) == calculation_key(other)


def _residues(derivation: Derivation, prime: int) -> tuple[int | None, ...]:
    places: dict[Leaf, int] = {leaf: place for place, leaf in enumerate(derivation.unknowns)}
    forms: list[_Form | None] = [_leaf_form(leaf, places, prime) for leaf in derivation.leaves]
    rows: dict[int, _Form] = {}  # fully reduced, by pivot
    for step in derivation.steps:
        left, right = _reduced(forms[step.left], rows, prime), _reduced(forms[step.right], rows, prime)
        if step.operation is Operation.EQUATE:
            if left is not None and right is not None:
                _equate(_plus(left, right, prime - 1, prime), rows, prime)
            forms.append(None)
        else:
            forms.append(_apply(step.operation, left, right, prime))
    found = (_reduced(forms[answer], rows, prime) for answer in derivation.answers)
    return tuple(form[_CONSTANT] if form is not None and len(form) == 1 else None for form in found)


@lru_cache(maxsize=4096)
def _random_residue(quantity: int, prime: int) -> int:
    digest = blake2b(f"{quantity}/{prime}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big") % prime


def _leaf_form(leaf: Leaf, places: Mapping[Leaf, int], prime: int) -> _Form:
    if isinstance(leaf, Mention):
        return {_CONSTANT: _random_residue(leaf.quantity, prime)}
    if isinstance(leaf, Constant):
        return {_CONSTANT: leaf.value.numerator * pow(leaf.value.denominator, -1, prime) % prime}
    return {_CONSTANT: 0, places[leaf]: 1}


def _plus(form: _Form, other: _Form, factor: int, prime: int) -> _Form:
    total = dict(form)
    for place, value in other.items():
        total[place] = (total.get(place, 0) + factor * value) % prime
    return {place: value for place, value in total.items() if value or place == _CONSTANT}


def _scaled(form: _Form, factor: int, prime: int) -> _Form:
    return _plus({_CONSTANT: 0}, form, factor, prime)


def _reduced(form: _Form | None, rows: Mapping[int, _Form], prime: int) -> _Form | None:
    if form is None or len(form) == 1:
        return form
    for place in [place for place in form if place in rows]:
        form = _plus(form, rows[place], prime - form[place], prime)
    return form


def _equate(form: _Form, rows: dict[int, _Form], prime: int) -> None:
    """Add a row; one without unknowns says nothing new, or clashes, and is left out."""
    pivot = min((place for place in form if place != _CONSTANT), default=None)
    if pivot is None:
        return
    new = _scaled(form, pow(form[pivot], -1, prime), prime)
    for place, row in rows.items():
        if pivot in row:
            rows[place] = _plus(row, new, prime - row[pivot], prime)
    rows[pivot] = new


def _apply(operation: Operation, left: _Form | None, right: _Form | None, prime: int) -> _Form | None:
    if left is None or right is None:
        return None
    if len(left) == len(right) == 1:
        value = RULES[operation].residue(left[_CONSTANT], right[_CONSTANT], prime)
        return None if value is None else {_CONSTANT: value}
    if operation in (Operation.ADD, Operation.SUBTRACT):
        return _plus(left, right, 1 if operation is Operation.ADD else prime - 1, prime)
    if operation is Operation.MULTIPLY and 1 in (len(left), len(right)):
        known, other = (right, left) if len(right) == 1 else (left, right)
        return _scaled(other, known[_CONSTANT], prime)
    if operation is Operation.DIVIDE and len(right) == 1 and right[_CONSTANT]:
        return _scaled(left, pow(right[_CONSTANT], -1, prime), prime)
    return None

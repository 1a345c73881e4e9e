"""The lowest grade that a calculation is right for, whatever its story says."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arithmetree.corpus.record import RecordQuantity
from arithmetree.derivations import Constant, Derivation, Mention, Operation, Step, Unknown, work_out
from arithmetree.quantities import Kind

_PER_CENT = frozenset({"%", "percent", "per cent", "percentage"})
_SEVERAL_UNKNOWNS = _UNKNOWN_TWICE = 7
_ONE_UNKNOWN = _REVERSE_PER_CENT = _NEGATIVE = 6
_SHARE = _FRACTIONAL = _LONG = 5
_MOST_STEPS = 4
_LARGE = ((1_000, 4), (100, 3))
"""Numbers above these bounds belong to these grades."""
_SUMS = (Operation.ADD, Operation.SUBTRACT)


def grade_floor(made: Derivation, quantities: Sequence[RecordQuantity], units: Sequence[str]) -> int:
    """The lowest grade for a calculation over the numbers of a text."""
    values = _values(made, quantities)
    floors = [1]
    if len(made.unknowns) > 1:
        floors.append(_SEVERAL_UNKNOWNS)
    elif made.unknowns:
        twice = any(_uses_of_unknowns(made, equation) > 1 for equation in made.equations)
        floors.append(_UNKNOWN_TWICE if twice else _ONE_UNKNOWN)
    if any(one.kind is Kind.PERCENT for one in quantities) or not _PER_CENT.isdisjoint(units):
        floors.append(_SHARE)
    if any(
        step.operation is Operation.DIVIDE and _kind_of(made, quantities, step.right) is Kind.PERCENT
        for step in made.steps
    ):
        floors.append(_REVERSE_PER_CENT)
    if any(value < 0 for value in values.values()):
        floors.append(_NEGATIVE)
    results = [place for place in values if made.step(place) is not None]
    if any(values[place].denominator > 1 and not _is_price(made, quantities, place) for place in results):
        floors.append(_FRACTIONAL)
    if len(made.steps) - len(made.equations) > _MOST_STEPS:
        floors.append(_LONG)
    # Times count minutes since midnight, which nobody sees.
    sizes = [abs(values[place]) for place in values if _kind_of(made, quantities, place) is not Kind.TIME]
    sizes += [one.value for one in quantities if one.countable]
    floors += [grade for bound, grade in _LARGE if max(sizes, default=Fraction(0)) > bound]
    return max(floors)


def _values(made: Derivation, quantities: Sequence[RecordQuantity]) -> dict[int, Fraction]:
    """The values of leaves and steps by their places; dates and years, which are only named, are left out."""
    worked = work_out(made, [one.value for one in quantities])
    named = {place for place, one in enumerate(quantities) if one.kind in (Kind.YEAR, Kind.DATE)}
    found = ((place, worked.number(place)) for place in range(made.size))
    leaves = made.leaves
    return {
        place: value
        for place, value in found
        if value is not None and not (place < len(leaves) and _mentions(leaves[place], named))
    }


def _mentions(leaf: object, places: set[int]) -> bool:
    return isinstance(leaf, Mention) and leaf.quantity in places


def _uses_of_unknowns(made: Derivation, place: int) -> int:
    """How often an unknown appears when the value is written out."""
    step = made.step(place)
    if step is None:
        return int(isinstance(made.leaves[place], Unknown))
    return _uses_of_unknowns(made, step.left) + _uses_of_unknowns(made, step.right)


def _is_price(made: Derivation, quantities: Sequence[RecordQuantity], place: int) -> bool:
    return _kind_of(made, quantities, place) is Kind.MONEY


def _kind_of(made: Derivation, quantities: Sequence[RecordQuantity], place: int) -> Kind:
    """Whether a value is money, a time or a share in per cent; NUMBER for all others."""
    step = made.step(place)
    if step is None:
        leaf = made.leaves[place]
        kind = quantities[leaf.quantity].kind if isinstance(leaf, Mention) else Kind.NUMBER
        return kind if kind in (Kind.MONEY, Kind.TIME, Kind.PERCENT) else Kind.NUMBER
    left, right = (_kind_of(made, quantities, side) for side in (step.left, step.right))
    return _kind_of_step(made, step, left, right)


def _kind_of_step(made: Derivation, step: Step, left: Kind, right: Kind) -> Kind:
    sides = {left, right}
    if Kind.PERCENT in sides:
        # 1 − 20 % is a share, and 20 % of $30 is money.
        whole = any(
            side < len(made.leaves) and isinstance(made.leaves[side], Constant) for side in (step.left, step.right)
        )
        if step.operation in _SUMS and (whole or left is right):
            return Kind.PERCENT
        return Kind.MONEY if Kind.MONEY in sides else Kind.NUMBER
    if step.operation in _SUMS:
        if left is right is Kind.TIME:
            return Kind.NUMBER
        return Kind.MONEY if Kind.MONEY in sides else Kind.TIME if Kind.TIME in sides else Kind.NUMBER
    if step.operation is Operation.MULTIPLY:
        return Kind.MONEY if Kind.MONEY in sides else Kind.NUMBER
    # What is left of money is money; money by money is a count.
    return (
        Kind.MONEY
        if left is Kind.MONEY and (right is not Kind.MONEY or step.operation is Operation.REMAINDER)
        else Kind.NUMBER
    )

"""The lowest grade that a calculation is right for, whatever its story says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from arithmetree.corpus.record import RecordQuantity
from arithmetree.derivations import Constant, Derivation, Mention, Operation, Step, Unknown, work_out
from arithmetree.quantities import Kind

_PER_CENT = frozenset({"%", "percent", "per cent", "percentage"})
_SEVERAL_UNKNOWNS = _UNKNOWN_TWICE = _REVERSE_PER_CENT = 7
_ONE_UNKNOWN = _NEGATIVE = _ODD_SHARE = _WHAT_SHARE = _BY_DECIMAL = 6
_SHARE = _FRACTIONAL = _LONG = _BY_TWO_DIGITS = _LONG_PRODUCT = _DIVISORS = 5
_TWO_DIGIT_PRODUCT = _DECIMAL_PRODUCT = _LONG_DIVIDEND = _PAST_TEN = _PARTS = 4
_BEYOND_TABLES = _SHORT_DIVISION = _ONE_PART = 3
_TABLES = 2
_MOST_STEPS = 4
_EASY_TABLES = frozenset({2, 5, 10})
_DOUBLE = 2
_EASY_PRODUCT = 30
"""Products up to here are in reach before all tables are known."""
_TEN, _DOZEN, _HUNDRED = 10, 12, 100
_LONG_PRODUCT_DIGITS = 5
_EASY_SHARES = frozenset({Fraction(n, 20) for n in range(2, 20, 2)} | {Fraction(1, 4), Fraction(3, 4), Fraction(1, 2)})
"""10 %, 20 %, 25 % and the like."""
_LARGE = ((1_000, 4), (100, 3))
"""Numbers above these bounds belong to these grades."""
_SUMS = (Operation.ADD, Operation.SUBTRACT)
_DIVISIONS = (Operation.DIVIDE, Operation.QUOTIENT, Operation.REMAINDER, Operation.ROUND_UP)


def grade_floor(made: Derivation, quantities: Sequence[RecordQuantity], units: Sequence[str]) -> int:
    """The lowest grade for a calculation over the numbers of a text."""
    values = _values(made, quantities)
    floors = [1]
    if len(made.unknowns) > 1:
        floors.append(_SEVERAL_UNKNOWNS)
    elif made.unknowns:
        twice = any(_uses_of_unknowns(made, equation) > 1 for equation in made.equations)
        floors.append(_UNKNOWN_TWICE if twice else _ONE_UNKNOWN)
    shares = [one.value for one in quantities if one.kind is Kind.PERCENT]
    if shares:
        floors.append(_SHARE if _EASY_SHARES.issuperset(shares) else _ODD_SHARE)
    if not _PER_CENT.isdisjoint(units):
        floors.append(_WHAT_SHARE)
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
    floors += [_step_floor(made, quantities, values, step) for step in made.steps]
    return max(floors)


def _step_floor(
    made: Derivation, quantities: Sequence[RecordQuantity], values: Mapping[int, Fraction], step: Step
) -> int:
    """The lowest grade for one step, by its operation and the digits of its numbers."""
    if step.operation in (Operation.GCD, Operation.LCM):
        return _DIVISORS
    sides = (step.left, step.right)
    if any(side not in values for side in sides):
        return 1
    left, right = (abs(values[side]) for side in sides)
    if _is_conversion(made, quantities, step):
        is_long = step.operation is Operation.MULTIPLY and left.denominator == right.denominator == 1
        return _TWO_DIGIT_PRODUCT if is_long and min(_digits(left), _digits(right)) > 1 else 1  # 15 a day in May
    if step.operation is Operation.MULTIPLY:
        return _product_floor(left, right, Kind.MONEY in {_kind_of(made, quantities, side) for side in sides})
    return _quotient_floor(left, right) if step.operation in _DIVISIONS else 1


def _is_conversion(made: Derivation, quantities: Sequence[RecordQuantity], step: Step) -> bool:
    """Whether a step only changes a unit, by a known number, or takes a share in per cent, which has its own rules."""
    return any(
        (made.step(side) is None and isinstance(made.leaves[side], Constant))
        or _kind_of(made, quantities, side) in (Kind.PERCENT, Kind.TIME)
        for side in (step.left, step.right)
    )


def _product_floor(one: Fraction, other: Fraction, is_price: bool) -> int:
    small, large = sorted((one, other))
    if small.denominator > 1 and large.denominator > 1:
        return _BY_DECIMAL
    part = next((side for side in (small, large) if side.denominator > 1), None)
    if part is not None:
        if is_price:
            return _DECIMAL_PRODUCT
        return (_ONE_PART if part.numerator == 1 else _PARTS) if part < 1 else _FRACTIONAL
    if small <= 1:
        return 1
    digits = _digits(small), _digits(large)
    if min(digits) > 1:
        return _LONG_PRODUCT if sum(digits) >= _LONG_PRODUCT_DIGITS else _TWO_DIGIT_PRODUCT
    return _TABLES if _is_easy_product(small * large, small, large) else _BEYOND_TABLES


def _quotient_floor(dividend: Fraction, divisor: Fraction) -> int:
    if not divisor or divisor == 1:
        return 1
    if divisor.denominator > 1:
        return _BY_DECIMAL if divisor > 1 else _FRACTIONAL
    if divisor > _DOZEN and _digits(divisor) > 1:
        return _BY_TWO_DIGITS
    if divisor > _TEN:
        return _PAST_TEN
    if dividend > _HUNDRED:
        return _LONG_DIVIDEND
    is_easy = not dividend % divisor and _is_easy_product(dividend, divisor, dividend / divisor)
    return _TABLES if is_easy else _SHORT_DIVISION


def _is_easy_product(product: Fraction, one: Fraction, other: Fraction) -> bool:
    """Whether a product is small, the double of something, or in the tables of 5 and 10."""
    in_easy_table = max(one, other) <= _DOZEN and not _EASY_TABLES.isdisjoint((one, other))
    return product <= _EASY_PRODUCT or (product <= _HUNDRED and min(one, other) == _DOUBLE) or in_easy_table


def _digits(value: Fraction) -> int:
    """How many digits a number has without the zeros at its end: 1 for 8 and for 800, 2 for 45."""
    return len(str(value.numerator).rstrip("0")) or 1


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

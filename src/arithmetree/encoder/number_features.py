"""What the encoder is told about the numbers themselves, which it does not see: kinds, sizes and how two compare."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.quantities import Quantity


def of_quantity(quantities: Sequence[Quantity], i: int) -> list[str]:
    """The features of one number among the others."""
    one = quantities[i]
    values = [quantity.value for quantity in quantities]
    size = "broken" if one.value.denominator > 1 else "one" if one.value == 1 else _size(float(one.value))
    return [
        f"kind={one.kind.value}",
        f"size={size}",
        f"below one={one.value < 1}",
        f"in words={not any(letter.isdigit() for letter in one.text)}",
        f"implied={one.implicit is not None}",
        f"largest={one.value == max(values)}",
        f"smallest={one.value == min(values)}",
        f"repeated={values.count(one.value) > 1}",
        f"numbers={min(len(values), 6)}",
    ]


def of_pair(quantities: Sequence[Quantity], i: int, j: int) -> list[str]:
    """The features of two numbers, seen from the first."""
    one, other = quantities[i], quantities[j]
    greater, less = max(one.value, other.value), min(one.value, other.value)
    ratio = float(greater / less) if less > 0 else 0.0
    return [
        f"compared={(one.value > other.value) - (one.value < other.value)}",
        f"multiple={other.value != 0 and (one.value / other.value).denominator == 1}",
        f"factor={one.value != 0 and (other.value / one.value).denominator == 1}",
        f"whole={one.value.denominator == 1},{other.value.denominator == 1}",
        f"ratio={'near' if ratio < 2 else 'some' if ratio < 10 else 'far'}",
        f"kinds={one.kind.value},{other.kind.value}",
        f"earlier={i < j}",
        f"next={abs(i - j) == 1}",
        f"numbers={min(len(quantities), 6)}",
    ]


def _size(value: float) -> str:
    return "small" if value <= 12 else "middle" if value <= 100 else "large"

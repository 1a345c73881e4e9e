"""Amounts as pupils write them: numbers, money, measures and times of day, each in several forms.

The tables are those of the benchmark alone, so that the checker is not measured against itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arithmetree.expressions import terminating_decimal

DAY, HALF_DAY = 24 * 60, 12 * 60
_SMALL = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_PAST = {5: "five", 10: "ten", 15: "quarter", 20: "twenty", 25: "twenty-five", 30: "half"}
# For each unit of the corpus: how pupils write it, and the next smaller unit with how many of it make up one.
_MEASURES = {
    "m": (("m", "metres", "meters"), "cm", 100),
    "cm": (("cm", "centimetres", "centimeters"), "mm", 10),
    "mm": (("mm", "millimetres"), None, 0),
    "km": (("km", "kilometres", "kilometers"), "m", 1000),
    "kg": (("kg", "kilograms", "kilos"), "g", 1000),
    "g": (("g", "grams"), None, 0),
    "tonnes": (("tonnes", "t"), "kg", 1000),
    "litres": (("l", "litres", "liters"), "ml", 1000),
    "ml": (("ml", "millilitres"), None, 0),
    "hours": (("hours", "h", "hrs"), "minutes", 60),
    "minutes": (("minutes", "min", "mins"), "seconds", 60),
    "seconds": (("seconds", "s", "sec"), None, 0),
    "days": (("days",), "hours", 24),
    "weeks": (("weeks",), "days", 7),
    "feet": (("feet", "ft"), "inches", 12),
    "inches": (("inches", "in"), None, 0),
}
_SAME = {
    "metres": "m", "meters": "m", "centimetres": "cm", "centimeters": "cm", "millimetres": "mm", "millimeters": "mm",
    "kilometres": "km", "kilometers": "km", "kilograms": "kg", "grams": "g", "liters": "litres", "l": "litres",
    "millilitres": "ml", "milliliters": "ml", "tons": "tonnes", "min": "minutes",
}  # fmt: skip
_MONEY = {"dollars": ("$", "cents", "c"), "euros": ("€", "cents", "c"), "pounds": ("£", "pence", "p")}
_COINS = {"pence": ("pounds", "p"), "cents": ("dollars", "c")}
_SPECIAL = {
    "square metres": ("m²", "square meters", "sq m", "m2", "m^2"),
    "square centimetres": ("cm²", "sq cm", "cm2"),
    "cubic metres": ("m³", "cubic meters", "m3"),
    "km/h": ("km per hour", "kph", "kilometres per hour"),
    "percent": ("%", "per cent", "percent"),
}

Form = tuple[str, str]
"""The name of a form, and an answer written in it."""


def digits(value: Fraction) -> str | None:
    """A number in digits with at most four decimals; None for any other."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = terminating_decimal(value)
    return decimal if decimal is not None and len(decimal.partition(".")[2]) <= 4 else None


def written(value: Fraction) -> str:
    """A number in digits, or as a fraction where its decimals do not end."""
    return digits(value) or f"{value.numerator}/{value.denominator}"


def words(value: Fraction) -> str | None:
    """A whole number below 1,000 in words; None for any other."""
    if value.denominator != 1 or not 0 <= value < 1000:
        return None
    hundreds, rest = divmod(value.numerator, 100)
    parts = [f"{_SMALL[hundreds]} hundred"] if hundreds else []
    if rest or not hundreds:
        tens, ones = divmod(rest, 10)
        below = _SMALL[rest] if rest < 20 else _TENS[tens] + (f"-{_SMALL[ones]}" if ones else "")
        parts.append(below)
    return " and ".join(parts)


def is_rounding(number: Fraction, value: Fraction) -> bool:
    """Whether a number is a value rounded to some of its decimals, which no teacher calls wrong."""
    return any(number == round(value * 10**places) / Fraction(10**places) for places in range(1, 5))


def forms(value: Fraction, unit: str | None, *, money: bool) -> Iterator[Form]:
    """All ways to write an amount; `money` says that pounds are no weight."""
    if unit == "clock":
        yield from _clock(value)
        return
    number = digits(value)
    if number is not None:
        yield "number", number
        yield "= number", f"= {number}"
        if abs(value) >= 1000 and value.denominator == 1:
            yield "thousands comma", f"{value.numerator:,}"
        if value.denominator == 1:
            yield "number.0", f"{number}.0"
    if (spelled := words(value)) is not None:
        yield "number word", spelled
    if value.denominator != 1:
        yield "fraction", f"{value.numerator}/{value.denominator}"
        whole, rest = divmod(value.numerator, value.denominator)
        if whole > 0:
            yield "mixed number", f"{whole} {rest}/{value.denominator}"
        if number is None:
            yield "rounded", f"{float(value):.2f}"
    if unit is None or unit in ("number", "year"):
        return
    yield from _with_unit(value, unit, money=money)


def _with_unit(value: Fraction, unit: str, *, money: bool) -> Iterator[Form]:
    number = written(value)
    named = _SAME.get(unit, unit)
    if unit in _MONEY and (money or unit != "pounds"):
        yield from _money(value, unit)
    elif unit in _COINS:
        yield from _coins(value, unit)
    elif named in _MEASURES:
        for name in _MEASURES[named][0]:
            yield "unit", f"{number} {name}"
        yield (
            "unit joined",
            f"{number}{_MEASURES[named][0][0]}" if len(_MEASURES[named][0][0]) <= 2 else f"{number} {unit}",
        )
        yield from _converted(value, named)
    elif unit in _SPECIAL:
        yield "unit", f"{number} {unit}" if unit != "percent" else f"{number}%"
        for name in _SPECIAL[unit]:
            yield "unit in another form", f"{number}{name}" if name == "%" else f"{number} {name}"
    else:
        yield "unit", f"{number} {unit}"


def _money(value: Fraction, unit: str) -> Iterator[Form]:
    sign, coins, short = _MONEY[unit]
    if (100 * value).denominator != 1 or value < 0:
        yield "money rounded", f"{sign}{float(value):.2f}"
        return
    whole, rest = divmod((100 * value).numerator, 100)
    exact = f"{whole}.{rest:02d}" if rest else str(whole)
    yield "money", f"{sign}{exact}"
    yield "money with two decimals", f"{sign}{whole}.{rest:02d}"
    yield "sign behind", f"{exact} {sign}" if sign == "€" else f"{exact}{sign}"
    yield "currency word", f"{exact} {unit}"
    yield "in coins", f"{100 * whole + rest}{short}"
    yield "in coins", f"{100 * whole + rest} {coins}"
    if rest and whole:
        yield "money in two units", f"{whole} {unit} {rest} {coins}"
        yield "money in two units", f"{sign}{whole} and {rest} {coins}"
        yield "coins without their name", f"{whole} {unit} {rest:02d}"


def _coins(value: Fraction, unit: str) -> Iterator[Form]:
    larger, short = _COINS[unit]
    if value.denominator != 1 or value < 0:
        return
    yield "unit", f"{value} {unit}"
    yield "in coins", f"{value}{short}"
    sign = _MONEY[larger][0]
    yield "coins as money", f"{sign}{float(value / 100):.2f}"


def _converted(value: Fraction, unit: str) -> Iterator[Form]:
    """The same amount in the next smaller or the next larger unit, and in both."""
    _, small, count = _MEASURES[unit]
    if small is not None and digits(value * count) is not None:
        yield "smaller unit", f"{digits(value * count)} {_MEASURES[small][0][0]}"
        whole, rest = divmod(value * count, count)
        if whole and rest and rest.denominator == 1:
            yield from _two_units(whole, unit, rest, small)
    for large, (_, smaller, times) in _MEASURES.items():
        if smaller == unit and value >= times:
            if (number := digits(value / times)) is not None:
                yield "larger unit", f"{number} {_MEASURES[large][0][0]}"
            whole, rest = divmod(value, times)
            if rest and rest.denominator == 1:
                yield from _two_units(whole, large, rest, unit)


def _two_units(whole: Fraction | int, large: str, rest: Fraction, small: str) -> Iterator[Form]:
    for one, other in zip(_MEASURES[large][0], _MEASURES[small][0], strict=False):
        yield "two units", f"{whole} {one} {rest} {other}"
    yield "two units with and", f"{whole} {_MEASURES[large][0][0]} and {rest} {_MEASURES[small][0][0]}"
    if large == "hours":
        yield "two units joined", f"{whole}h{int(rest):02d}"
        yield "two units joined", f"{whole}h {rest}m"
    if large in ("m", "kg", "hours", "feet"):
        yield "small unit without its name", f"{whole} {_MEASURES[large][0][0]} {int(rest):02d}"


def clock(value: Fraction, *, half_day: bool) -> str:
    """Minutes after midnight as a time of day."""
    hour, minute = divmod(int(value) % DAY, 60)
    return f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}" if half_day else f"{hour:02d}:{minute:02d}"


def _clock(value: Fraction) -> Iterator[Form]:
    if value.denominator != 1:
        return
    hour, minute = divmod(int(value) % DAY, 60)
    twelve, half = hour % 12 or 12, "am" if hour < 12 else "pm"
    yield "24-hour clock", clock(value, half_day=False)
    yield "12-hour clock", f"{twelve}:{minute:02d} {half}"
    yield "12-hour clock", f"{twelve}:{minute:02d}{half}"
    yield "12-hour clock", f"{twelve}:{minute:02d} {half[0]}.m."
    yield "clock with a point", f"{twelve}.{minute:02d} {half}"
    yield "clock with a point", f"{hour}.{minute:02d}"
    yield "clock without am or pm", f"{twelve}:{minute:02d}"
    yield "clock in a sentence", f"It is {twelve}:{minute:02d} {half}."
    yield "clock in a sentence", f"at {clock(value, half_day=False)}"
    if minute in _PAST:
        yield "clock in words", f"{_PAST[minute]} past {_SMALL[twelve]}"
    elif 60 - minute in _PAST:
        yield "clock in words", f"{_PAST[60 - minute]} to {_SMALL[twelve % 12 + 1]}"
    elif minute == 0:
        yield "clock in words", f"{_SMALL[twelve]} o'clock"

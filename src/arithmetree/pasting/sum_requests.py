"""Sums put as a request: "add 6, 7 and 8", "the lowest common multiple of 6 and 8", "convert 3.5 km to metres"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Final

from arithmetree.derivations.derivation import Derivation
from arithmetree.derivations.meaning import Determined, outcomes
from arithmetree.derivations.notation import parse
from arithmetree.errors import ExpressionError
from arithmetree.facts import conversions, word_forms

NUMBER: Final = "#"
"""Stands for each number in the words of a request."""
PER_CENT: Final = "per cent"


@dataclass(frozen=True, slots=True)
class Request:
    """A request as an expression, and the unit of its result; `keeps_unit` where a price stays a price."""

    expression: str
    unit: str | None = None
    keeps_unit: bool = False


def requested(words: Sequence[str], values: Sequence[str]) -> Request | None:
    """What is to be worked out, from the words with `NUMBER` for each number, and these numbers as expressions."""
    asked = re.sub(r"^the ", "", " ".join(words))
    for pattern, make in _REQUESTS:
        if found := pattern.fullmatch(asked):
            return make(values, found)
    return None


def worked_out(expression: str) -> tuple[Derivation, Fraction] | None:
    """The derivation that an expression stands for, and its value; None where it has none."""
    try:
        derivation = parse(expression)
        outcome = outcomes(derivation)[0]
    except ExpressionError:
        return None
    return (derivation, outcome.value) if isinstance(outcome, Determined) else None


Make = Callable[[Sequence[str], re.Match[str]], Request | None]


def _joined(operator: str) -> Make:
    return lambda values, _: Request(operator.join(values))


def _nested(function: str) -> Make:
    return lambda values, _: Request(reduce(lambda before, value: f"{function}({before}, {value})", values))


def _written(template: str, unit: str | None = None) -> Make:
    return lambda values, _: Request(template.format(*values), unit)


def _mean(values: Sequence[str], _: re.Match[str]) -> Request:
    return Request(f"({' + '.join(values)}) / {len(values)}")


def _difference(values: Sequence[str], _: re.Match[str]) -> Request | None:
    """The larger less the smaller."""
    sizes = [worked_out(f"{value} + 0") for value in values]
    if sizes[0] is None or sizes[1] is None:
        return None
    larger, smaller = values if sizes[0][1] >= sizes[1][1] else reversed(values)
    return Request(f"{larger} - {smaller}")


def _changed(sign: str) -> Make:
    """ "Increase 80 by 25%" takes 25% of the 80, "increase 80 by 5" takes 5."""

    def make(values: Sequence[str], _: re.Match[str]) -> Request:
        value, change = values
        by = f"{change} * {value}" if change.endswith("%") else change
        return Request(f"{value} {sign} {by}", keeps_unit=True)

    return make


_STEPS: Final = {
    "hundred": "100", "thousand": "1000", "million": "1000000", "tenth": "(1/10)", "hundredth": "(1/100)",
    "thousandth": "(1/1000)",
}  # fmt: skip
_MOST_PLACES: Final = 9


def _rounded(values: Sequence[str], found: re.Match[str]) -> Request | None:
    """To the nearest multiple of the step; what lies in the middle goes up."""
    if found["places"]:
        if not values[1].isdecimal() or not 0 < int(values[1]) <= _MOST_PLACES:
            return None
        step = f"(1/{10 ** int(values[1])})"
    else:
        step = values[1] if found["step"] == NUMBER else _STEPS.get(found["step"], "1")
    # Twice the part beyond the last multiple, less one step: what is not below zero goes up.
    excess = worked_out(f"2 * ({values[0]} / {step} - floor({values[0]} / {step})) - 1")
    if excess is None:
        return None
    way = "floor" if excess[1] < 0 else "ceil"
    return Request(f"{way}({values[0]} / {step}) * {step}", keeps_unit=True)


def _converted(values: Sequence[str], found: re.Match[str]) -> Request | None:
    """In another unit of the same kind; the result is written with the unit that is asked for."""
    factors = [
        factor
        for unit in word_forms(found["of"])
        for other, factor in _factors(unit).items()
        if other in word_forms(found["into"])
    ]
    if not factors or factors[0] == 1:
        return None
    factor = factors[0]
    by = f"* {factor}" if factor.denominator == 1 else f"/ {1 / factor}" if factor.numerator == 1 else f"* ({factor})"
    return Request(f"{values[0]} {by}", found["into"])


_TWO_MEANINGS: Final = "pound"


def _factors(unit: str) -> dict[str, Fraction]:
    """How many of every other unit make one of this unit, where that is a known fact or follows from some."""
    found = {unit: Fraction(1)}
    waiting = [unit]
    while waiting:
        here = waiting.pop()
        if here == _TWO_MEANINGS and here != unit:
            continue
        for fact in conversions():
            for near, far, factor in (
                (fact.whole, fact.part, Fraction(fact.count)),
                (fact.part, fact.whole, Fraction(1, fact.count)),
            ):
                if near == here and far not in found:
                    found[far] = found[here] * factor
                    waiting.append(far)
    return found


_LIST = r"#(?: #)*(?: and)? #"
_PER_CENT = r"(?:percentage|percent|per cent)"
_REQUESTS: Final[Sequence[tuple[re.Pattern[str], Make]]] = tuple(
    (re.compile(pattern), make)
    for pattern, make in (
        (rf"(?:add(?: up| together)?|sum of|total of) {_LIST}(?: together)?", _joined(" + ")),
        (rf"(?:product of|multiply) {_LIST}(?: together)?", _joined(" * ")),
        (rf"(?:(?:least|lowest|smallest) common multiple|lcm) of {_LIST}", _nested("lcm")),
        (rf"(?:(?:greatest|highest|largest|biggest) common (?:divisor|factor)|gcd|gcf|hcf) of {_LIST}", _nested("gcd")),
        (rf"(?:average|mean)(?: value)? of {_LIST}", _mean),
        (r"(?:subtract|take) #(?: away)? from #", _written("{1} - {0}")),
        (r"multiply # by #", _written("{0} * {1}")),
        (r"(?:divide # by|share # (?:between|by)|quotient of # and) #", _written("{0} / {1}")),
        (r"remainder (?:when # is divided by|of # divided by|when dividing # by) #", _written("mod({0}, {1})")),
        (r"increase # by #", _changed("+")),
        (r"(?:decrease|reduce) # by #", _changed("-")),
        (r"# more than #", _written("{1} + {0}")),
        (r"# less than #", _written("{1} - {0}")),
        (r"difference (?:between|of) # and #", _difference),
        (
            r"(?:round # (?:off )?|# (?:rounded )?(?:off )?)(?:correct )?to "
            r"(?:the nearest (?P<step>#|hundred|thousand|million|whole(?: number)?|unit|integer|tenth|hundredth"
            r"|thousandth)|(?P<places># (?:decimal places?|dp)))",
            _rounded,
        ),
        (rf"(?:express|write|give|find) # as an? {_PER_CENT} of #", _written("{0} / {1} * 100", PER_CENT)),
        (rf"what {_PER_CENT} of # is #", _written("{1} / {0} * 100", PER_CENT)),
        (rf"# is what {_PER_CENT} of #", _written("{0} / {1} * 100", PER_CENT)),
        (rf"(?:express|write|give|convert|change) # (?:as|to|into) a {_PER_CENT}", _written("{0} * 100", PER_CENT)),
        (r"(?:express|write|give|convert|change|turn) # (?P<of>\w+) (?:as|to|into|in) (?P<into>\w+)", _converted),
    )
)

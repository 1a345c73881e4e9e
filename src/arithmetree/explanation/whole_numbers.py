"""Why a quotient is rounded up or down, what a remainder means, and common divisors and multiples."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from arithmetree.derivations import Operation
from arithmetree.explanation.passage import capital, listed
from arithmetree.explanation.reason import Reason, View
from arithmetree.explanation.units import canonical, is_duration
from arithmetree.solution.reasons import StepReason
from arithmetree.views.amount_text import amount_text
from arithmetree.views.inflection import singular


def rounded(view: View) -> Reason:
    """A whole quotient, a remainder or a quotient rounded up."""
    return {Operation.QUOTIENT: _down, Operation.ROUND_UP: _up, Operation.REMAINDER: _remainder}[view.operation](view)


def _division(view: View) -> tuple[str, int, str]:
    """The division with its remainder, "130 ÷ 45 = 2 r 40", its whole quotient and the remainder, "0" for none."""
    left, right = view.number(view.left), view.number(view.right)
    whole = floor(left / right)
    rest = left - whole * right
    shown = f"{view.bare(view.left)} ÷ {view.bare(view.right)} = {whole:,}"
    if rest == 0:
        return shown, whole, "0"
    if left.denominator == right.denominator == 1:
        shown = f"{shown} r {rest}"
        over = amount_text(rest, view.calc.unit_words(view.left), view.calc.style)
        return shown, whole, over
    over = amount_text(rest, view.calc.unit_words(view.left), view.calc.style)
    return f"{shown} r {over}", whole, over


def _size(view: View) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The division, with what one group holds or what is found."""
    do = f"divide {view.amount(view.left)} by {view.figure(view.right)}"
    found = view.clause(view.right)
    if found is None:
        return f"{view.to_find(do, f'{capital(do)}.')} ", ()
    return f"{capital(found[0])}, so {do}. ", (found[1],)


def _is_one(amount: str) -> bool:
    """True for "1 cork" and "€1.30", but not for "5 corks"."""
    number = amount.partition(" ")[0]
    return number == "1" or not number.replace(",", "").isdigit()


def _another(view: View, more: str) -> str:
    """ "one more bus", "another one"."""
    unit = view.calc.unit_words(view.value)
    if unit is not None:
        return f"{more} {singular(unit)}"
    return more if more == "one more" else "another one"


def _even(view: View, shown: str) -> Reason:
    """A division without a remainder: nothing has to be rounded."""
    said, spans = _size(view)
    return Reason(
        StepReason.HOW_MANY_GROUPS, said.strip(), spans, f"{shown.rpartition(' = ')[0]} = {view.amount(view.value)}"
    )


def _up(view: View) -> Reason:
    shown, _, rest = _division(view)
    said, spans = _size(view)
    result = view.amount(view.value)
    if rest == "0":
        return _even(view, shown)
    over = f"The {rest} left over"
    verb = "needs" if _is_one(rest) else "need"
    return Reason(
        StepReason.ROUND_UP,
        f"{said}{over} {verb} {_another(view, 'one more')}, so round up.",
        spans,
        f"{shown}, so {result}",
    )


def _down(view: View) -> Reason:
    shown, _, rest = _division(view)
    said, spans = _size(view)
    result = view.amount(view.value)
    if rest == "0":
        return _even(view, shown)
    if view.number(view.right) == 1:
        return Reason(StepReason.ROUND_DOWN, "Only whole ones count, so round down.", spans)
    if canonical(view.calc.unit_words(view.value)) == view.unit(view.left).noun is not None:
        because = f"{said}The {rest} left over cannot be shared out equally, so round down."  # 17 sweets for 5 children
        return Reason(StepReason.ROUND_DOWN, because, spans, f"{shown}, so {result}")
    over = f"The {rest} left over {'is' if _is_one(rest) else 'are'}"
    return Reason(
        StepReason.ROUND_DOWN, f"{said}{over} not enough for {_another(view, 'another')}, so round down.", spans,
        f"{shown}, so {result}",
    )  # fmt: skip


def _remainder(view: View) -> Reason:
    shown, _, rest = _division(view)
    said, spans = _size(view)
    result = view.amount(view.value)
    return Reason(
        StepReason.REMAINDER,
        f"{said}The remainder is what is left over.",
        spans,
        f"{shown}, so {result}" if rest != "0" else f"{shown} r 0, so {result}",
    )


def common(view: View, terms: Sequence[int] = ()) -> Reason:
    """A greatest common divisor or a least common multiple, of two numbers or of more."""
    numbers = [view.figure(term) for term in terms or (view.left, view.right)]
    both = "both " if len(numbers) == 2 else ""
    if view.operation is Operation.GCD:
        return Reason(
            StepReason.COMMON_DIVISOR,
            view.to_find(
                f"find the largest number that divides {both}{listed(numbers)} without a remainder",
                f"Nothing may be left over, so find the largest number that divides {both}{listed(numbers)}.",
            ),
            shown=f"greatest common divisor of {listed(numbers)} = {view.amount(view.value)}",
        )
    first = "They come together at" if is_duration(view.unit(view.value).noun) else "The number has to be"
    multiple = listed([numbers[0], *(f"of {number}" for number in numbers[1:])])
    return Reason(
        StepReason.COMMON_MULTIPLE,
        f"{first} a multiple of {multiple}, so find the smallest one.",
        shown=f"least common multiple of {listed(numbers)} = {view.amount(view.value)}",
    )

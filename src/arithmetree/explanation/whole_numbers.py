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
    """A whole quotient, a remainder or a quotient rounded up: "130 ÷ 45 = 2 r 40, so 3 buses"."""
    left, right = view.number(view.left), view.number(view.right)
    whole = floor(left / right)
    rest = left - whole * right
    over = amount_text(rest, view.calc.unit_words(view.left), view.calc.style)
    said, spans = _size(view)
    division, result = f"{view.bare(view.left)} ÷ {view.bare(view.right)}", view.amount(view.value)
    if rest == 0 and view.operation is not Operation.REMAINDER:
        return Reason(StepReason.HOW_MANY_GROUPS, said, spans, f"{division} = {result}")
    remainder = rest if left.denominator == right.denominator == 1 else over
    kind, why = _rounding(view, over)
    return Reason(kind, f"{said} {why}", spans, f"{division} = {whole:,} r {remainder}, so {result}")


def _rounding(view: View, over: str) -> tuple[StepReason, str]:
    """What becomes of what is left over."""
    unit = view.calc.unit_words(view.value)
    is_one = not over.partition(" ")[0].replace(",", "").isdigit() or over.partition(" ")[0] == "1"  # "€1.30"
    if view.operation is Operation.REMAINDER:
        return StepReason.REMAINDER, "The remainder is what is left over."
    if view.operation is Operation.ROUND_UP:
        more = "one more" if unit is None else f"one more {singular(unit)}"
        return StepReason.ROUND_UP, f"The {over} left over {'needs' if is_one else 'need'} {more}, so round up."
    if canonical(unit) == view.unit(view.left).noun is not None:
        why = "cannot be shared out equally, so round down."  # 17 sweets for 5 children
        return StepReason.ROUND_DOWN, f"The {over} left over {why}"
    another = "another one" if unit is None else f"another {singular(unit)}"
    why = f"{'is' if is_one else 'are'} not enough for {another}, so round down."
    return StepReason.ROUND_DOWN, f"The {over} left over {why}"


def _size(view: View) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The division, with what one group holds or what is found."""
    do = f"divide {view.amount(view.left)} by {view.figure(view.right)}"
    found = view.clause(view.right)
    if found is None:
        return view.to_find(do, f"{capital(do)}."), ()
    return f"{capital(found[0])}, so {do}.", (found[1],)


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

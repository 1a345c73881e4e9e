"""Which familiar picture fits a calculation, and what its parts say: bar models, fraction bars, number lines."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arithmetree.derivations import Derivation, Operation
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.order import natural_order
from arithmetree.explanation.passage import Passage
from arithmetree.explanation.products import addends
from arithmetree.explanation.reason import View
from arithmetree.explanation.steps import explained, views
from arithmetree.explanation.units import Sort, is_measure, is_money
from arithmetree.quantities import Quantity
from arithmetree.schemas import Problem
from arithmetree.solution.reasons import Step, StepReason
from arithmetree.views.bar_model import Box, Brace, Look, Row, bar_model
from arithmetree.views.number_line import Jump, Point, number_line
from arithmetree.word_lists import words

_MOST_GROUPS, _MOST_PARTS = 12, 6
_ASKED = "?"
_TITLE = "Bar model"


def picture(problem: Problem, mentions: Sequence[Quantity], made: Derivation) -> str | None:
    """A picture of the last step, which answers the question, as SVG; None where none fits.

    What is asked for is marked with a question mark, so it can be shown before the answer is known.
    """
    passage = Passage(problem, mentions)
    calc = Calculation(passage, natural_order(made, passage).made)
    if calc.made.equations or any(calc.values[answer] is None for answer in calc.made.answers):
        return None
    last = next((view for view in views(calc) if view.value == calc.made.answers[-1]), None)
    if last is None or any(number < 0 for number in _numbers(last)) or last.unit(last.left).noun == "degree":
        return None
    drawn = _DRAWERS.get(last.operation)
    return None if drawn is None else drawn(last, explained(last))


def _numbers(view: View) -> tuple[Fraction, Fraction, Fraction]:
    return view.number(view.left), view.number(view.right), view.number(view.value)


def _sum(view: View, step: Step) -> str | None:
    if view.unit(view.value).sort is Sort.CLOCK:
        return _clock(view)
    if view.unit(view.value).sort in (Sort.SHARE, Sort.YEAR) or step.reason is StepReason.BOTH_ENDS:
        return None
    if step.reason in (StepReason.MORE_THAN, StepReason.FEWER_THAN):
        return _compared(view)
    if step.reason is StepReason.CAME_IN:
        return _changed(view)
    terms = list(addends(view, view.value))
    if len(terms) > _MOST_PARTS or not all(view.number(term) > 0 for term in terms):
        return None
    looks = (Look.GIVEN, Look.SECOND)
    boxes = tuple(Box(float(view.number(term)), view.amount(term), looks[i % 2]) for i, term in enumerate(terms))
    row = Row(boxes, braces=(Brace(0, len(boxes) - 1, _ASKED),))
    said = ", ".join(box.words for box in boxes)
    return bar_model([row], title=_TITLE, description=f"A bar of the parts {said}; the whole is asked for.")


def _difference(view: View, step: Step) -> str | None:
    if view.unit(view.left).sort is Sort.CLOCK:
        return _clock(view)
    if Sort.AMOUNT not in (view.unit(view.left).sort, view.unit(view.right).sort) or not view.number(view.value):
        return None
    if not view.number(view.right) or view.calc.fact(view.right).startswith("one:"):
        return None
    if step.reason in (StepReason.MORE_THAN, StepReason.FEWER_THAN):
        return _compared(view)
    if step.reason is StepReason.HOW_MANY_MORE:
        return _two_bars(view)
    if step.reason is StepReason.TOOK_AWAY and view.asked & (words("explanation", "stays", "asked") | {"now"}):
        return _changed(view)
    left, right = view.amount(view.left), view.amount(view.right)
    boxes = (
        Box(float(view.number(view.right)), right, Look.SECOND),
        Box(float(view.number(view.value)), _ASKED, Look.ASKED),
    )
    row = Row(boxes, braces=(Brace(0, 1, left),))
    text = f"A bar of {left}. One part is {right}; the other part is asked for."
    return bar_model([row], title=_TITLE, description=text)


def _two_bars(view: View) -> str:
    """The difference of two amounts."""
    left, right = view.amount(view.left), view.amount(view.right)
    large, small, rest = (float(number) for number in _numbers(view))
    rows = [
        Row((Box(large, left),)),
        Row((Box(small, right, Look.SECOND), Box(rest, _ASKED, Look.ASKED))),
    ]
    text = f"Two bars, {left} above {right}; the difference is asked for."
    return bar_model(rows, title=_TITLE, description=text)


def _compared(view: View) -> str | None:
    """So many more or fewer than another."""
    number = view.calc.mention(view.right)
    base, extra = (view.left, view.right) if number is not None else (view.right, view.left)
    if view.calc.mention(extra) is None:
        return None
    known, more = view.amount(base), view.bare(extra)
    size, by, result = float(view.number(base)), float(view.number(extra)), float(view.number(view.value))
    if view.operation is Operation.ADD:
        rows = [
            Row((Box(size, known),)),
            Row((Box(size, "", Look.EMPTY), Box(by, f"+ {more}", Look.SECOND)), braces=(Brace(0, 1, _ASKED),)),
        ]
    else:
        rows = [
            Row((Box(size, known),)),
            Row((Box(result, _ASKED, Look.ASKED), Box(by, f"− {more}", Look.GONE))),
        ]
    is_sized = is_measure(view.unit(base).noun) or is_money(view.unit(base).noun)
    word = "more" if view.operation is Operation.ADD else "less" if is_sized else "fewer"
    return bar_model(rows, title=_TITLE, description=f"A bar of {known}, and below it one that is {more} {word}.")


def _changed(view: View) -> str:
    """Before and after something came or went."""
    before, by = view.amount(view.left), view.bare(view.right)
    size, change, result = (float(number) for number in _numbers(view))
    if view.operation is Operation.ADD:
        after = Row((Box(size, ""), Box(change, f"+ {by}", Look.SECOND)), "after", (Brace(0, 1, _ASKED),))
        return bar_model(
            [Row((Box(size, before),), "before"), after],
            title=_TITLE,
            description=f"Before: {before}. Then {by} more. What there is after that is asked for.",
        )
    after = Row((Box(result, _ASKED, Look.ASKED), Box(change, f"− {by}", Look.GONE)), "after")
    return bar_model(
        [Row((Box(size, before),), "before"), after],
        title=_TITLE,
        description=f"Before: {before}. Then {by} less. What is left is asked for.",
    )


def _product(view: View, step: Step) -> str | None:
    for share, whole in view.sides:
        if view.unit(share).sort is Sort.SHARE and not view.unit(whole).is_factor:
            return _fraction(view, share, whole)
    if step.reason is StepReason.TIMES_AS_MANY:
        return _times(view)
    if step.reason not in (StepReason.EQUAL_GROUPS, StepReason.PER_ITEM, StepReason.UNIT_RATE, StepReason.RATIO):
        return None
    return _groups(view)


def _groups(view: View) -> str | None:
    """Equal groups, at most twelve of them."""
    for count, each in view.sides:
        groups = view.number(count)
        is_count = view.unit(count).per is None and not view.calc.fact(each)
        is_each = view.unit(each).is_rate or view.unit(each).owner is not None or view.unit(count).sort is Sort.PART
        if is_count and is_each and groups.denominator == 1 and 2 <= groups <= _MOST_GROUPS:
            words = view.bare(each)
            boxes = tuple(Box(1.0, words) for _ in range(int(groups)))
            row = Row(boxes, braces=(Brace(0, len(boxes) - 1, _ASKED),))
            text = f"A bar of {groups} equal parts of {words}; the whole is asked for."
            return bar_model([row], title=_TITLE, description=text)
    return None


def _times(view: View) -> str | None:
    for times, other in view.sides:
        number = view.number(times)
        if view.unit(times).sort is Sort.TIMES and number.denominator == 1 and 2 <= number <= _MOST_GROUPS:
            known = view.amount(other)
            many = tuple(Box(1.0, view.bare(other), Look.SECOND) for _ in range(int(number)))
            rows = [Row((Box(1.0, known),)), Row(many, braces=(Brace(0, len(many) - 1, _ASKED),))]
            text = f"A bar of {known}, and below it one that is {number} times as long."
            return bar_model(rows, title=_TITLE, description=text)
    return None


def _fraction(view: View, share: int, whole: int) -> str | None:
    """A whole in equal parts, some of them meant; or a bar of 100% with a part of it."""
    part, written, amount = view.number(share), view.calc.share(share), view.amount(whole)
    if not 0 < part < 1:
        return None
    if "%" not in written and part.denominator <= _MOST_GROUPS:
        boxes = tuple(Box(1.0, "", Look.SECOND if i < part.numerator else Look.EMPTY) for i in range(part.denominator))
        above = Row((Box(float(part.denominator), amount),))
        below = Row(boxes, braces=(Brace(0, part.numerator - 1, f"{written}: {_ASKED}"),))
        are = "is" if part.numerator == 1 else "are"
        text = f"{amount} in {part.denominator} equal parts, of which {part.numerator} {are} meant."
        return bar_model([above, below], title="Fraction bar", description=text)
    boxes = (Box(float(part), written, Look.SECOND), Box(float(1 - part), "", Look.EMPTY))
    row = Row(boxes, braces=(Brace(0, 0, _ASKED),))
    text = f"A bar of {amount}; {written} of it is asked for."
    return bar_model([Row((Box(1.0, amount),)), row], title="Fraction bar", description=text)


def _quotient(view: View, step: Step) -> str | None:
    if step.reason in (StepReason.SHARED_EQUALLY, StepReason.UNIT_RATE, StepReason.AVERAGE, StepReason.RATIO):
        parts = view.number(view.right)
        words, whole = _ASKED, view.amount(view.left)
    elif step.reason is StepReason.HOW_MANY_GROUPS:
        parts = view.number(view.value)
        words, whole = view.bare(view.right), view.amount(view.left)
    else:
        return None
    if parts.denominator != 1 or not 2 <= parts <= _MOST_GROUPS:
        return None
    look = Look.ASKED if words == _ASKED else Look.GIVEN
    boxes = tuple(Box(1.0, words if i == 0 or words != _ASKED else "", look) for i in range(int(parts)))
    row = Row(boxes, braces=(Brace(0, len(boxes) - 1, whole),))
    meant = "One part is asked for." if words == _ASKED else f"Each part is {words}; how many there are is asked for."
    count = f" in {parts} equal parts" if words == _ASKED else " in equal parts"
    return bar_model([row], title=_TITLE, description=f"A bar of {whole}{count}. {meant}")


def _clock(view: View) -> str | None:
    """Times of day on a line, with the time between them."""
    left, right = (view.unit(side).sort is Sort.CLOCK for side in (view.left, view.right))
    is_span = left and right
    start, by = (view.left, view.right) if left and not right else (view.right, view.left)
    end = view.left if is_span else view.value
    points = [
        Point(float(view.number(start)), view.amount(start)),
        Point(float(view.number(end)), view.amount(end) if is_span else _ASKED, is_asked=not is_span),
    ]
    sign = "+" if view.operation is Operation.ADD else "−"
    said = _ASKED if is_span else f"{sign} {view.amount(by)}"
    text = f"A line from {points[0].words}, with a jump of {said}; where it ends is asked for."
    if is_span:
        text = f"A line from {points[0].words} to {points[1].words}; the time between them is asked for."
    return number_line(points, [Jump(0, 1, said, is_asked=is_span)], title="Time line", description=text)


_DRAWERS = {
    Operation.ADD: _sum,
    Operation.SUBTRACT: _difference,
    Operation.MULTIPLY: _product,
    Operation.DIVIDE: _quotient,
}

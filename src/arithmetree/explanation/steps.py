"""The steps of a calculation in the order in which a teacher writes them, each with its line and its reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from arithmetree.derivations import Derivation, Operation
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.equations import equation_steps
from arithmetree.explanation.order import natural_order
from arithmetree.explanation.passage import Passage, capital, without_overlaps
from arithmetree.explanation.plain import listed_amounts, sum_sentence
from arithmetree.explanation.products import product, quotient
from arithmetree.explanation.reason import Reason, View, spans_of
from arithmetree.explanation.sums import difference, total
from arithmetree.explanation.units import Sort
from arithmetree.explanation.whole_numbers import common, rounded
from arithmetree.expressions import format_value
from arithmetree.solution.reasons import Step, StepReason
from arithmetree.views.amount_text import amount_text

_REASONS = {
    Operation.ADD: total,
    Operation.SUBTRACT: difference,
    Operation.MULTIPLY: product,
    Operation.DIVIDE: quotient,
    Operation.QUOTIENT: rounded,
    Operation.REMAINDER: rounded,
    Operation.ROUND_UP: rounded,
    Operation.GCD: common,
    Operation.LCM: common,
}
_LONG = frozenset(
    {
        *((Operation.ADD, reason) for reason in (StepReason.PUT_TOGETHER, StepReason.PLAIN, StepReason.RATIO)),
        (Operation.GCD, StepReason.COMMON_DIVISOR),
        (Operation.LCM, StepReason.COMMON_MULTIPLE),
    }
)
"""Steps that go on in one line."""
_SIGNS = {Operation.ADD: "+", Operation.SUBTRACT: "−", Operation.MULTIPLY: "×", Operation.DIVIDE: "÷"}


def steps_of(made: Derivation, passage: Passage, unsure: Collection[int] = ()) -> tuple[Step, ...]:
    """Every step of a derivation; none where an answer has no value. `unsure` are values of the given derivation."""
    ordered = natural_order(made, passage)
    calc = Calculation(passage, ordered.made)
    if any(calc.values[answer] is None for answer in calc.made.answers):
        return ()
    found = list(equation_steps(calc, lambda value: explained(_view(calc, value)))) if calc.made.equations else []
    if not calc.made.steps:
        return tuple(_given(calc, answer) for answer in calc.made.answers)
    doubted = frozenset(unsure)
    explained_views = [(view, explained(view)) for view in views(calc)]
    joined = _joined(explained_views)
    for view, step in explained_views:
        if view.value in joined.inner or _is_idle(view):
            continue
        terms = joined.terms.get(view.value)
        made_of = [view.value] if terms is None else [view.value, *(one for one in joined.inner_of[view.value])]
        step = step if terms is None else _whole_sum(view, terms, step)
        came_from = frozenset(one for value in made_of for one in ordered.origins.get(value, frozenset()))
        step = replace(step, values=tuple(sorted(came_from)))
        found.append(_unsure(step) if doubted & came_from else step)
    return tuple(found)


def _is_idle(view: View) -> bool:
    """True for 1 x 18 dishes, where the text has "1 dish in every 21"."""
    ones = [one for one, other in view.sides if view.number(one) == 1 and view.unit(one).noun == view.unit(other).noun]
    if view.operation is not Operation.MULTIPLY or view.is_answer:
        # One part of a ratio, which the step before has found.
        same = [other for one, other in view.sides if view.number(one) == 1 and view.unit(one).sort is Sort.PART]
        words_ = [view.calc.unit_words(value) for value in (*same, view.value)]
        return len(words_) == 2 and words_[0] == words_[1] and view.calc.operation(same[0]) is not None
    in_per_cent = [view.calc.fact(one).startswith("per cent") and "%" in view.bare(other) for one, other in view.sides]
    return any(in_per_cent) or any(view.unit(one).noun for one in ones)


def _given(calc: Calculation, answer: int) -> Step:
    """The only step where the text gives the answer: "all but 9 ran away"."""
    value, unit = calc.number(answer), calc.answer_unit(answer)
    shown = amount_text(value, unit, calc.style)
    because = "The text gives the answer, so no calculation is needed."
    return Step(format_value(value), value, unit, because, tuple(calc.spans([answer])), shown=shown)


@dataclass(frozen=True, slots=True)
class _Joined:
    """Sums of three and more amounts, which people write in one line: the terms and the inner steps of each."""

    terms: dict[int, list[int]]
    inner_of: dict[int, list[int]]
    inner: frozenset[int]


def _joined(steps: Sequence[tuple[View, Step]]) -> _Joined:
    """Additions that only continue another one and have no reason but that all belong together."""
    uses: dict[int, int] = {}
    for view, _ in steps:
        for side in (view.left, view.right):
            uses[side] = uses.get(side, 0) + 1
    plain = {view.value: view for view, step in steps if (view.operation, step.reason) in _LONG}
    terms: dict[int, list[int]] = {}
    inner_of: dict[int, list[int]] = {}
    inner: set[int] = set()
    for value, view in plain.items():
        below = next((side for side in (view.left, view.right) if side in plain), view.left)
        is_same = below in plain and plain[below].operation is view.operation
        is_two_sums = view.left in plain and view.right in plain and plain[view.left].right == plain[view.right].right
        is_line = below == view.left or view.operation is not Operation.ADD
        if is_same and is_line and not is_two_sums and uses[below] == 1:
            if plain[below].is_answer:
                continue
            first = terms.pop(below, [plain[below].left, plain[below].right])
            terms[value] = [*first, view.right if below == view.left else view.left]
            inner_of[value] = [*inner_of.pop(below, []), below]
            inner.add(below)
    return _Joined(terms, inner_of, frozenset(inner))


def _whole_sum(view: View, terms: list[int], step: Step) -> Step:
    """The line and the sentence of a step with all its terms."""
    spans = without_overlaps((*step.spans, *view.calc.spans(terms)))
    if view.operation is not Operation.ADD:
        terms = sorted(terms, key=lambda term: view.calc.leaves_of(term)[:1])
        reason = common(view, terms)
        arguments = ", ".join(format_value(view.number(term)) for term in terms)
        return replace(
            step,
            expression=f"{view.operation}({arguments})",
            shown=reason.shown or "",
            because=reason.sentence,
            spans=spans,
        )
    because = sum_sentence(view, terms)
    if step.reason is StepReason.RATIO:
        because = f"Add the parts of the ratio: {listed_amounts([view.amount(term) for term in terms])}."
    result = step.shown.rpartition(" = ")[2]
    return replace(
        step,
        expression=" + ".join(format_value(view.number(term)) for term in terms),
        shown=f"{' + '.join(view.bare(term) for term in terms)} = {result}",
        because=because,
        spans=spans,
    )


def views(calc: Calculation) -> Iterator[View]:
    """The steps that the answers need, in order, without those that only an equation needs."""
    made = calc.made
    needed: set[int] = set()
    waiting = list(made.answers)
    while waiting:
        value = waiting.pop()
        step = made.step(value)
        if step is not None and value not in needed:
            needed.add(value)
            waiting += (step.left, step.right)
    for value in sorted(needed):
        yield _view(calc, value)


def _view(calc: Calculation, value: int) -> View:
    step = calc.made.step(value)
    assert step is not None
    return View(calc, value, step.operation, step.left, step.right)


def explained(view: View) -> Step:
    """One step with its line, its sentence and its places."""
    reason: Reason = _REASONS[view.operation](view)
    return Step(
        expression=_expression(view),
        value=view.number(view.value),
        unit=view.calc.unit_words(view.value),
        because=f"{_dozens(view, reason.sentence)}{reason.sentence}",
        spans=spans_of(view, reason),
        reason=reason.kind,
        shown=reason.shown or _line(view, is_mean=reason.kind is StepReason.AVERAGE),
    )


def _dozens(view: View, sentence: str) -> str:
    """ "Four dozen is 48. ", where the sentence has only the number."""
    numbers = (view.calc.mention(side) for side in (view.left, view.right))
    said = [view.passage.mentions[number] for number in numbers if number is not None]
    many = [one for one in said if re.search(r"\b(?:dozen|score|gross)\b", one.text, re.IGNORECASE)]
    return "".join(
        f"{capital(one.text)} is {format_value(one.value)}. "
        for one in many
        if one.value != 12 or "dozen" not in sentence
    )


def _unsure(step: Step) -> Step:
    return replace(step, because=f"Most likely: {step.because[:1].lower()}{step.because[1:]}", firm=False)


def _expression(view: View) -> str:
    left, right = (format_value(view.number(side)) for side in (view.left, view.right))
    if view.operation in _SIGNS:
        return f"{left} {view.operation} {right}"
    if view.operation in (Operation.QUOTIENT, Operation.ROUND_UP):
        return f"{view.operation}({left} / {right})"
    return f"{view.operation}({left}, {right})"


def _line(view: View, *, is_mean: bool) -> str:
    sign = _SIGNS.get(view.operation, "÷")
    result = view.calc.amount(view.value) if is_mean else view.calc.result(view.value)
    return f"{view.bare(view.left)} {sign} {view.bare(view.right)} = {result}"

"""A solution as text for the terminal: the answer, its tree, the steps with their reasons, and how sure it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from textwrap import fill

from rich.text import Text

from arithmetree.derivations import leaf_names, to_text_tree
from arithmetree.solution import Ignored, Solution, Step
from arithmetree.views.amount_text import number_text
from arithmetree.views.labels import calculation_line
from arithmetree.views.questions import heading, question_text
from arithmetree.views.sureness import doubt, per_cent
from arithmetree.views.why import Why, why, why_refused

_INDENT = "   "
_NARROWEST = 20
_QUOTED = r'"[^"]+"'
_SOLVED, _ABSTAINED, _STEP, _WORDS, _UNSURE, _FAINT = "bold green", "bold yellow", "bold", "cyan", "yellow", "dim"
_QUESTION = "bold underline"


def text_view(solution: Solution, *, width: int = 100, reasons: bool = False) -> Text:
    """The whole view with sentences no wider than `width`; `.plain` is the same without colour.

    A text with several questions has a part for each, under its label. With `reasons` it also shows the words by which
    the model decided.
    """
    width = max(width, _NARROWEST)
    return _by_question(solution, width, lambda part: _lines(part, width, reasons))


def hints_view(solution: Solution, *, width: int = 100) -> Text:
    """The hints for every question, which say more and more without giving the answer away."""
    width = max(width, _NARROWEST)
    return _by_question(solution, width, lambda part: _hint_lines(part, width))


def _by_question(solution: Solution, width: int, lines: Callable[[Solution], Iterator[Text]]) -> Text:
    if not solution.parts:
        return Text("\n").join(lines(solution))
    made = []
    for number, part in enumerate(solution.parts, start=1):
        title = f"{heading(part, number)}: {question_text(part)}".removesuffix(": ")
        made.append(Text("\n").join([Text(_wrapped(title, width, first=""), style=_QUESTION), *lines(part)]))
    return Text("\n\n").join(made)


def _hint_lines(solution: Solution, width: int) -> Iterator[Text]:
    if solution.status == "abstained":
        yield _refusal(solution)
    elif not solution.hints:
        yield Text("There are no hints for this question.")
    else:
        for number, hint in enumerate(solution.hints, start=1):
            yield Text(_wrapped(f"{number}. {hint}", width, first=""))


def _refusal(solution: Solution) -> Text:
    return Text(f"No answer ({solution.reason}): {solution.message}", style=_ABSTAINED)


def _lines(solution: Solution, width: int, reasons: bool) -> Iterator[Text]:
    if solution.status == "abstained":
        yield _refusal(solution)
        if reasons:
            yield from _word_lines(why_refused(solution), width)
    best = solution.best
    if solution.calculation is None or best is None:
        return
    if solution.status == "solved":
        yield Text(best.answer_text, style=_SOLVED)
    else:
        yield Text()
        yield Text(f"Best guess: {best.answer_text}")
    yield Text(calculation_line(solution))
    yield Text()
    results = {value: number_text(result, solution.style) for value, result in solution.results.items()}
    yield Text(to_text_tree(solution.calculation, leaf_names(solution.names), results=results))
    yield Text()
    for number, step in enumerate(solution.steps, start=1):
        yield from _step_lines(number, step, width)
        if reasons:
            yield from _why_lines(step, solution, width)
    if solution.ignored:
        yield Text()
        yield Text("Not needed", style=_STEP)
        for ignored in solution.ignored:
            yield _sentence(ignored.because, width, style="" if ignored.firm else _UNSURE)
            if reasons:
                yield from _why_lines(ignored, solution, width)
    yield Text()
    yield Text(f"Confidence: {per_cent(solution.confidence)}")
    if solution.alternatives:
        yield Text(_wrapped(f"Other answers: {_alternatives(solution)}", width, first=""), style=_FAINT)
    if (doubtful := doubt(solution)) is not None:
        yield Text(_wrapped(doubtful, width, first=""))


def _step_lines(number: int, step: Step, width: int) -> Iterator[Text]:
    yield Text(f"{number}. {step.shown}", style=_STEP)
    yield _sentence(step.because, width, style="" if step.firm else _UNSURE)


def _why_lines(decision: Step | Ignored, solution: Solution, width: int) -> Iterator[Text]:
    """The words that a decision of the model rests on."""
    yield from _word_lines(why(decision, solution.problem.text), width)


def _word_lines(found: Why | None, width: int) -> Iterator[Text]:
    if found is not None:
        text = Text(_wrapped(f"{found.question} {', '.join(found.words)}", width, first=_INDENT), style=_FAINT)
        text.highlight_regex(_QUOTED, _WORDS)
        yield text


def _sentence(sentence: str, width: int, *, style: str = "") -> Text:
    """A sentence set in, with the words of the problem in colour."""
    text = Text(_wrapped(sentence, width, first=_INDENT), style=style)
    text.highlight_regex(_QUOTED, _WORDS)
    return text


def _wrapped(line: str, width: int, *, first: str) -> str:
    return fill(line, width, initial_indent=first, subsequent_indent=_INDENT, break_on_hyphens=False)


def _alternatives(solution: Solution) -> str:
    return ", ".join(
        f"{number_text(Fraction(other.answer), solution.style)} = {other.expression} ({per_cent(other.confidence)})"
        for other in solution.alternatives
    )

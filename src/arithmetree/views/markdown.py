"""A solution as Markdown, for notes, issues and worksheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from arithmetree.solution import Ignored, Solution, Step
from arithmetree.views.amount_text import number_text
from arithmetree.views.labels import calculation_line
from arithmetree.views.questions import heading, is_shared, opens_problem, question_text
from arithmetree.views.sureness import doubt, per_cent
from arithmetree.views.why import why, why_refused

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~$&])")
_LIST_OPENER = re.compile(r"^([^\S\n]*+)([-+]|\d+[.)])(?=\s)", re.MULTILINE)


def markdown_view(solution: Solution, *, reasons: bool = False) -> str:
    """The problem with its numbers in bold, the answer, the steps with their reasons, and how sure it is.

    A text with several questions has a section for each. With `reasons` it also shows the words by which the model
    decided.
    """
    if not solution.parts:
        return "\n".join([*_problem_lines(solution), *_lines(solution, reasons)]) + "\n"
    lines: list[str] = []
    for number, part in enumerate(solution.parts, start=1):
        if opens_problem(part, solution):
            lines += _problem_lines(part, marked=not is_shared(part, solution))
        title = f"{heading(part, number)}: {question_text(part)}".removesuffix(": ")
        lines += [f"### {escaped(title)}", "", *_lines(part, reasons), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, whatever signs it has."""
    return _LIST_OPENER.sub(r"\1\\\2", _SPECIAL.sub(r"\\\1", text))


def _problem_lines(solution: Solution, *, marked: bool = True) -> list[str]:
    text = _problem(solution) if marked else escaped(solution.problem.text)
    return [*(f"> {line}".rstrip() for line in text.splitlines() or [""]), ""]


def _lines(solution: Solution, reasons: bool) -> Iterator[str]:
    if solution.status == "abstained":
        yield f"**No answer** ({escaped(str(solution.reason))}): {escaped(str(solution.message))}"
        yield ""
        refused = why_refused(solution) if reasons else None
        if refused is not None:
            yield f"*{escaped(refused.question)}* {escaped(', '.join(refused.words))}"
            yield ""
    best = solution.best
    if best is None:
        return
    is_solved = solution.status == "solved"
    yield f"**Answer: {escaped(best.answer_text)}**" if is_solved else f"Best guess: {escaped(best.answer_text)}"
    yield ""
    yield f"`{calculation_line(solution)}`"
    yield ""
    for number, step in enumerate(solution.steps, start=1):
        yield f"{number}. {escaped(step.shown)}  "
        yield f"   {escaped(step.because)}"
        if reasons:
            yield from _why_lines(step, solution, "   ")
    if solution.ignored:
        yield ""
        yield "Not needed:"
        yield ""
        for ignored in solution.ignored:
            yield f"- {escaped(ignored.because)}"
            if reasons:
                yield from _why_lines(ignored, solution, "  ")
    yield ""
    yield f"Confidence: {per_cent(solution.confidence)}"
    if solution.alternatives:
        yield ""
        yield "| other answer | expression | confidence |"
        yield "|---|---|---|"
        for other in solution.alternatives:
            value = escaped(number_text(Fraction(other.answer), solution.style))
            yield f"| {value} | `{other.expression}` | {per_cent(other.confidence)} |"
    if (doubtful := doubt(solution)) is not None:
        yield ""
        yield doubtful


def _why_lines(decision: Step | Ignored, solution: Solution, indent: str) -> Iterator[str]:
    found = why(decision, solution.problem.text)
    if found is not None:
        yield f"{indent}- *{escaped(found.question)}* {escaped(', '.join(found.words))}"


def _problem(solution: Solution) -> str:
    """The text with the numbers in bold that the answer uses, and those struck through that it does not."""
    text = solution.problem.text
    pieces: list[str] = []
    done = 0
    for schema, quantity in zip(solution.problem.schemas, solution.quantities, strict=True):
        number = schema.quantity
        is_left_out = solution.status == "solved" and number.implicit is None
        is_used = solution.status == "solved" and quantity["relevant"]
        mark = "**" if is_used else "~~" if is_left_out else ""
        pieces += [escaped(text[done : number.start]), f"{mark}{escaped(number.text)}{mark}"]
        done = number.end
    return "".join(pieces) + escaped(text[done:])

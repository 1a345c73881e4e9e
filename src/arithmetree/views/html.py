"""A solution as HTML: fragments for the web page, and a separate card for notebooks. Plain functions, no script."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files

from arithmetree.derivations import to_mathml
from arithmetree.derivations.mathematics import WHERE
from arithmetree.solution import Ignored, Solution, Step, StepReason
from arithmetree.views.amount_text import number_text
from arithmetree.views.labels import leaf_label, result_label, typeset_expression
from arithmetree.views.marked_text import marked_text, unneeded_words
from arithmetree.views.questions import heading, is_shared, opens_problem, question_text
from arithmetree.views.sureness import doubt, in_words, is_answer, per_cent
from arithmetree.views.tree_svg import tree_svg
from arithmetree.views.why import why

_BAR = 120  # width of the confidence bar in user units

Reasons = Callable[[Step | Ignored, str, Solution], str]
"""What is shown under a decision, given with its name, about the words that it rests on: finding them takes many runs
of the model."""


def card(solution: Solution) -> str:
    """Everything about a solution in one self-contained element: what a notebook shows."""
    if solution.parts:
        parts = [_question(part, number, solution) for number, part in enumerate(solution.parts, start=1)]
    else:
        parts = [problem(solution), _findings(solution)]
    return f'<div class="solution card"><style>{stylesheet()}</style>{"".join(parts)}</div>'


def _question(part: Solution, number: int, whole: Solution) -> str:
    """One of several questions; a problem that has several is shown once, before its first question."""
    shown = ""
    if opens_problem(part, whole):
        shown = plain_problem(part) if is_shared(part, whole) else problem(part)
    return f'<section class="question-card">{shown}<h3>{title(part, number)}</h3>{_findings(part)}</section>'


def _findings(solution: Solution) -> str:
    """The answer with all that led to it; a guess is folded up below the reason for not answering."""
    working = [ignored(solution), confidence(solution), alternatives(solution)]
    if solution.steps:
        working = [picture(solution), figure(solution), steps(solution), *working]
    if is_answer(solution):
        return "".join([answer(solution), *working])
    if solution.best is None:
        return refusal(solution)
    folded = "".join([guess(solution), *working])
    return f'{refusal(solution)}<details class="guess"><summary>Best guess</summary>{folded}</details>'


def title(part: Solution, number: int) -> str:
    """The heading of one of several questions: its label and its words."""
    return f'<span class="label">{escape(heading(part, number))}</span> {escape(question_text(part))}'


@cache
def stylesheet() -> str:
    """The looks of all fragments, light and dark; every rule begins at `.solution`."""
    return files("arithmetree.views").joinpath("solution.css").read_text(encoding="utf-8")


def problem(solution: Solution) -> str:
    """The text with its numbers and the words that each step rests on marked."""
    return f'<p class="problem" dir="auto">{marked_text(solution)}</p>'


def plain_problem(solution: Solution) -> str:
    """The text without marks: what is used differs from question to question."""
    return f'<p class="problem" dir="auto">{escape(solution.problem.text)}</p>'


def refusal(solution: Solution) -> str:
    """Why there is no answer, or that it is only a guess; nothing where there is one."""
    if is_answer(solution):
        return ""
    if solution.status == "solved":
        return '<p class="refusal"><strong>Only a guess.</strong> It is more probably wrong than right.</p>'
    return f'<p class="refusal"><strong>No answer.</strong> {escape(solution.message or "")}</p>'


def answer(solution: Solution) -> str:
    """The answer with its unit and expression; nothing where there is none, or only a guess."""
    if solution.answer_text is None or not is_answer(solution):
        return ""
    amount = f"<strong>{escape(solution.answer_text)}</strong>"
    return (
        f'<div class="answer"><p class="amount"><span class="title">Answer</span> {amount}</p>'
        f'<p class="expression">{expression(solution)}</p></div>'
    )


def guess(solution: Solution) -> str:
    """The best guess in plain letters, with its expression and how probable it is; nothing where there is none."""
    found = solution.best
    if found is None or is_answer(solution):
        return ""
    return (
        f'<p class="guessed">{escape(found.answer_text)} '
        f'<span class="figure">({per_cent(found.confidence)} sure)</span></p>'
        f'<p class="expression">{expression(solution)}</p>'
    )


def hints(solution: Solution) -> str:
    """The hints, each folded up: they say more and more, without the answer. Nothing unless solved."""
    if not solution.hints:
        return ""
    made = "".join(
        f"<details><summary>Hint {number}</summary><p>{escape(hint)}</p></details>"
        for number, hint in enumerate(solution.hints, start=1)
    )
    return f'<div class="hints">{made}</div>'


def first_step(solution: Solution) -> str:
    """The first line of the calculation; nothing unless solved."""
    if solution.status != "solved" or not solution.steps:
        return ""
    step = solution.steps[0]
    line = step.because if step.reason is StepReason.LETTERS else step.shown  # "x = ?" alone says nothing
    return f'<p class="first"><span class="title">First step</span> {escape(line)}</p>'


def expression(solution: Solution) -> str:
    """The expression and its value as MathML, with money, per cents and times of day as the text writes them."""
    assert solution.calculation is not None
    assert solution.best is not None
    whole = to_mathml(solution.calculation, lambda leaf: _operand(leaf_label(solution, leaf).number))
    value = f"<mo>=</mo><mn>{escape(result_label(solution))}</mn>"
    if solution.calculation.equations:
        return whole.replace(WHERE, value + WHERE, 1)
    return f"{whole.removesuffix('</math>')}{value}</math>"


def _operand(number: str) -> str:
    """A number as a part of a calculation: "3 1/2" gets parentheses."""
    return f"({number})" if " " in number or "/" in number else number


def picture(solution: Solution) -> str:
    """A bar model or a number line; nothing where none fits."""
    drawn = solution.explanation.picture
    return "" if drawn is None else f'<figure class="drawing" tabindex="0" aria-label="Picture">{drawn}</figure>'


def figure(solution: Solution) -> str:
    """The tree."""
    return f'<figure class="drawing" tabindex="0" aria-label="Tree">{tree_svg(solution)}</figure>'


def step_name(number: int) -> str:
    """The name of a step among the decisions about a text."""
    return f"step-{number}"


def number_name(number: Ignored) -> str:
    """The name of the decision not to use a number."""
    return f"number-{number.quantity}"


def no_words(*_: object) -> str:
    """Nothing under a decision."""
    return ""


def words_folded(decision: Step | Ignored, name: str, solution: Solution, *, is_open: bool = False) -> str:
    """The words that a decision of the model rests on, folded up; nothing where no model has judged."""
    found = why(decision, solution.problem.text)
    if found is None:
        return ""
    words = "".join(f"<li>{escape(word)}</li>" for word in found.words)
    start = f'<details class="why" id="why-{name}" open>' if is_open else '<details class="why">'
    return f"{start}<summary>{escape(found.question)}</summary><ul>{words}</ul></details>"


def steps(solution: Solution, *, reasons: Reasons = words_folded) -> str:
    """The steps in the order of calculation, each with its reason and what `reasons` says of its words."""
    made = []
    for number, step in enumerate(solution.steps):
        calculation, sign, result = step.shown.rpartition(" = ")
        line = f"{escape(calculation)}{sign}<strong>{escape(result)}</strong>"
        made.append(
            f'<li class="step" data-step="{number}"><span class="calculation">{line}</span> '
            f'<span class="because">{escape(step.because)}</span>'
            f"{reasons(step, step_name(number), solution)}</li>"
        )
    return f'<ol class="steps">{"".join(made)}</ol>'


def ignored(solution: Solution, *, reasons: Reasons = words_folded) -> str:
    """The numbers that the answer does not use, each with the reason and what `reasons` says of its words."""
    made = [
        f'<li data-quantity="{number.quantity}"><span class="number">'
        f"{escape(solution.problem.schemas[number.quantity].quantity.text)}</span> "
        f"{escape(number.because)}{reasons(number, number_name(number), solution)}</li>"
        for number in solution.ignored
        if number.quantity not in unneeded_words(solution)
    ]
    return f'<ul class="ignored">{"".join(made)}</ul>' if made else ""


def confidence(solution: Solution) -> str:
    """How sure the solver is, in words, as a figure and as a bar, and whether there may be no answer.

    Nothing where there is no answer, or only a guess.
    """
    if not is_answer(solution):
        return ""
    share = solution.confidence
    doubtful = doubt(solution)
    return (
        f'<p class="confidence"><span class="words">{in_words(share)}</span> '
        f'<svg class="bar" viewBox="0 0 {_BAR} 10" width="{_BAR}" height="10" aria-hidden="true">'
        f'<rect class="all" width="{_BAR}" height="10" rx="5"/>'
        f'<rect class="share" width="{max(share * _BAR, 3):.1f}" height="10" rx="5"/></svg> '
        f'<span class="figure">{per_cent(share)}</span></p>'
        + ("" if doubtful is None else f'<p class="doubt">{escape(doubtful)}</p>')
    )


def alternatives(solution: Solution) -> str:
    """Other answers with their probabilities."""
    if not solution.alternatives:
        return ""
    style = solution.style
    rows = "".join(
        f'<tr><th scope="row">{escape(number_text(Fraction(other.answer), style))}</th>'
        f"<td>{escape(typeset_expression(other.expression))}</td><td>{per_cent(other.confidence)}</td></tr>"
        for other in solution.alternatives
    )
    return (
        '<table class="alternatives"><caption>Other answers that were weighed</caption><thead><tr>'
        '<th scope="col">answer</th><th scope="col">expression</th><th scope="col">probability</th></tr></thead>'
        f"<tbody>{rows}</tbody></table>"
    )

"""A solution as HTML: fragments for the web page, and a card of its own for notebooks. Plain functions, no script."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from html import escape
from importlib.resources import files

from arithmetree.derivations import leaf_names, to_mathml
from arithmetree.derivations.mathematics import WHERE
from arithmetree.expressions import format_value
from arithmetree.solution import Ignored, Solution, Step
from arithmetree.views.amount_text import number_text
from arithmetree.views.labels import typeset_expression
from arithmetree.views.marked_text import marked_text, unneeded_words, worth_showing
from arithmetree.views.sureness import doubt, per_cent
from arithmetree.views.tree_svg import tree_svg
from arithmetree.views.why import why

_SURENESS = ((0.95, "Very sure"), (0.8, "Fairly sure"), (0.5, "Not very sure"), (0.0, "Little more than a guess"))
_BAR = 120  # width of the confidence bar in user units


def card(solution: Solution) -> str:
    """Everything about a solution in one self-contained element: what a notebook shows."""
    parts = [problem(solution), refusal(solution)]
    if worth_showing(solution):
        tree = [picture(solution), figure(solution), steps(solution)] if solution.steps else []
        parts += [answer(solution), *tree, ignored(solution), confidence(solution), alternatives(solution)]
    return f'<div class="solution card"><style>{stylesheet()}</style>{"".join(parts)}</div>'


@cache
def stylesheet() -> str:
    """The looks of all fragments, light and dark; every rule begins at `.solution`."""
    return files("arithmetree.views").joinpath("solution.css").read_text(encoding="utf-8")


def problem(solution: Solution) -> str:
    """The text with its numbers and the words behind each step marked."""
    return f'<p class="problem" dir="auto">{marked_text(solution)}</p>'


def refusal(solution: Solution) -> str:
    """Why there is no answer; nothing where there is one."""
    if solution.status != "abstained":
        return ""
    return f'<p class="refusal"><strong>No answer.</strong> {escape(solution.message or "")}</p>'


def answer(solution: Solution) -> str:
    """The answer, or the best guess, with its unit and expression; nothing where there is no expression."""
    if solution.calculation is None or solution.exact is None:
        return ""
    title = "Answer" if solution.status == "solved" else "Best guess"
    amount = f"<strong>{escape(solution.answer_text or '')}</strong>"
    return (
        f'<div class="answer"><p class="amount"><span class="title">{title}</span> {amount}</p>'
        f'<p class="expression">{expression(solution)}</p></div>'
    )


def expression(solution: Solution) -> str:
    """The expression and its value as MathML."""
    assert solution.calculation is not None
    assert solution.exact is not None
    whole = to_mathml(solution.calculation, leaf_names(solution.names))
    value = f"<mo>=</mo><mn>{escape(format_value(solution.exact))}</mn>"
    if solution.calculation.equations:
        return whole.replace(WHERE, value + WHERE, 1)
    return f"{whole.removesuffix('</math>')}{value}</math>"


def picture(solution: Solution) -> str:
    """A bar model or a number line; nothing where none fits."""
    drawn = solution.explanation.picture
    return "" if drawn is None else f'<figure class="drawing">{drawn}</figure>'


def figure(solution: Solution) -> str:
    """The tree."""
    return f'<figure class="drawing">{tree_svg(solution)}</figure>'


def steps(solution: Solution) -> str:
    """The steps in the order of calculation, each with its reason."""
    made = []
    for number, step in enumerate(solution.steps):
        calculation, sign, result = step.shown.rpartition(" = ")
        line = f"{escape(calculation)}{sign}<strong>{escape(result)}</strong>"
        made.append(
            f'<li class="step" data-step="{number}"><span class="calculation">{line}</span> '
            f'<span class="because">{escape(step.because)}</span>{evidence(step, solution)}</li>'
        )
    return f'<ol class="steps">{"".join(made)}</ol>'


def ignored(solution: Solution) -> str:
    """The numbers that the answer does not use, each with the reason."""
    made = [
        f'<li data-quantity="{number.quantity}"><span class="number">'
        f"{escape(solution.problem.schemas[number.quantity].quantity.text)}</span> "
        f"{escape(number.because)}{evidence(number, solution)}</li>"
        for number in solution.ignored
        if number.quantity not in unneeded_words(solution)
    ]
    return f'<ul class="ignored">{"".join(made)}</ul>' if made else ""


def evidence(decision: Step | Ignored, solution: Solution) -> str:
    """The words that a decision of the model rests on, folded up; nothing where no model has judged."""
    found = why(decision, solution.problem.text)
    if found is None:
        return ""
    words = "".join(f"<li>{escape(word)}</li>" for word in found.words)
    return f'<details class="why"><summary>{escape(found.question)}</summary><ul>{words}</ul></details>'


def confidence(solution: Solution) -> str:
    """How sure the solver is, in words, as a figure and as a bar, and whether there may be no answer.

    Nothing about a guess that it does not stand by.
    """
    if not worth_showing(solution):
        return ""
    share = solution.confidence
    words = next(words for least, words in _SURENESS if share >= least)
    doubtful = doubt(solution)
    return (
        f'<p class="confidence"><span class="words">{words}</span> '
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

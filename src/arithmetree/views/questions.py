"""The questions of a text, as the headings above their answers."""

from __future__ import annotations

from arithmetree.solution import Solution


def heading(part: Solution, number: int) -> str:
    """What a question is called: its label in the text ("2 b"), or its number among all questions."""
    return part.label or f"Question {number}"


def question_span(solution: Solution) -> tuple[int, int] | None:
    """The characters of the question in the text of its problem, with its question mark; None without a question."""
    found = solution.problem.question
    span = solution.asked or (None if found is None else (found.start, found.end))
    if span is None:
        return None
    start, end = span
    return start, end + (solution.problem.text[end : end + 1] == "?")


def question_text(solution: Solution) -> str:
    """The words of the question in one line; empty without a question."""
    span = question_span(solution)
    return "" if span is None else " ".join(solution.problem.text[span[0] : span[1]].split())


def is_shared(part: Solution, whole: Solution) -> bool:
    """Whether other questions of the text are about the same problem."""
    return sum(other.problem is part.problem for other in whole.each) > 1


def opens_problem(part: Solution, whole: Solution) -> bool:
    """Whether a question is the first one of its problem."""
    return next(other for other in whole.each if other.problem is part.problem) is part

"""A solution as it is read aloud: the answers, and the steps with words for the signs."""

from __future__ import annotations

from collections.abc import Iterator

from arithmetree.solution import Solution
from arithmetree.views.labels import spoken_expression
from arithmetree.views.questions import heading, question_text
from arithmetree.views.sureness import is_answer

_SPOKEN_SIGNS = {"−": "minus", "×": "times", "÷": "divided by"}


def spoken_answer(solution: Solution) -> str:
    """The answer in a sentence, or that there is none and why; how many there are for several questions."""
    if solution.parts:
        answered = sum(map(is_answer, solution.parts))
        return f"{len(solution.parts)} questions, {answered} answered."
    if is_answer(solution):
        return f"Answer: {solution.answer_text}"
    return f"No answer. {solution.message or 'There is only a guess, more probably wrong than right.'}"


def spoken_solution(solution: Solution) -> str:
    """All questions with their answers and steps; a guess is not read."""
    return " ".join(sentence for number, part in enumerate(solution.each, start=1) for sentence in _part(part, number))


def _part(part: Solution, number: int) -> Iterator[str]:
    name = f"{heading(part, number)}." if part.label else ""
    yield from (words for words in (name, question_text(part)) if words)
    yield f"{spoken_answer(part).removesuffix('.')}."
    if is_answer(part):
        for at, step in enumerate(part.steps, start=1):
            line = " ".join(_SPOKEN_SIGNS.get(word, word) for word in step.shown.split(" "))
            yield f"Step {at}: {spoken_expression(line)}. {step.because}"

"""The questions of a text, each with the problem it belongs to as the reader should see it."""

from __future__ import annotations

from dataclasses import dataclass

from arithmetree.pasting import AskedQuestion, PastedProblem, ReadableText, readable, readable_problem, split


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the readable text of its problem, its characters there, and its label ("2 b").

    `first` says that it is the first question of its problem. `span` is None where a problem has one question or none:
    the reader finds it.
    """

    source: ReadableText
    span: tuple[int, int] | None
    label: str | None
    first: bool


def asked_of(text: str) -> tuple[Asked, ...]:
    """The questions of a text in order; a text without any is one problem all the same."""
    problems = split(text)
    if not problems:
        return (Asked(readable(text), None, None, first=True),)
    found: list[Asked] = []
    for problem in problems:
        source = readable_problem(text, problem)
        spans = [(question, source.from_original(question.start, question.end)) for question in problem.questions]
        placed = [(question, span) for question, span in spans if span is not None]
        if len(placed) < 2:
            label = _label(problem, placed[0][0] if placed else None)
            found.append(Asked(source, None, label, first=True))
            continue
        found += [
            Asked(source, span, _label(problem, question), first=number == 0)
            for number, (question, span) in enumerate(placed)
        ]
    return tuple(found)


def _label(problem: PastedProblem, question: AskedQuestion | None) -> str | None:
    labels = [problem.label, None if question is None else question.label]
    return " ".join(label for label in labels if label) or None

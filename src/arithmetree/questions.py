"""The questions of a text, each with the problem it belongs to as the reader should see it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from arithmetree.pasting import AskedQuestion, PastedProblem, ReadableText, readable, readable_problems
from arithmetree.quantities import find_quantities

_END_OF_SENTENCE = re.compile(r"[.?!](?:\s+|$)")


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the readable text of its problem as far as it matters for it, and its label ("2 b")."""

    source: ReadableText
    label: str | None


def asked_of(text: str) -> tuple[Asked, ...]:
    """The questions of a text in order; a text without any is one problem all the same."""
    found: list[Asked] = []
    for problem, source in readable_problems(text):
        spans = [(question, source.from_original(question.start, question.end)) for question in problem.questions]
        placed = [(question, span) for question, span in spans if span is not None]
        if len(placed) < 2:
            found.append(Asked(source, _label(problem, placed[0][0] if placed else None)))
            continue
        earlier: list[tuple[int, int]] = []
        for question, span in placed:
            sentence = _sentence(source.text, *span)
            found.append(Asked(_up_to(source, sentence[1], earlier), _label(problem, question)))
            earlier.append(sentence)
    return tuple(found) or (Asked(readable(text), None),)


def _up_to(source: ReadableText, end: int, earlier: list[tuple[int, int]]) -> ReadableText:
    """A problem as far as one of its questions, which is then its last and is answered.

    Earlier questions stay where they give a number ("If she buys 3 more, how many ...?"); the others only distract.
    """
    kept: list[int] = []
    dropped = [span for span in earlier if not any(one.countable for one in find_quantities(source.text[slice(*span)]))]
    for place in range(end):
        if not any(start <= place < stop for start, stop in dropped):
            kept.append(place)
    return ReadableText("".join(source.text[place] for place in kept), tuple(source.places[place] for place in kept))


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    """The sentence that a question is in, with its mark and the space after it."""
    begin = max((found.end() for found in _END_OF_SENTENCE.finditer(text, 0, start)), default=0)
    after = _END_OF_SENTENCE.search(text, max(len(text[:end].rstrip()) - 1, start))
    return begin, len(text) if after is None else after.end()


def _label(problem: PastedProblem, question: AskedQuestion | None) -> str | None:
    labels = [problem.label, None if question is None else question.label]
    return " ".join(label for label in labels if label) or None

"""The text of a problem with its evidence marked: numbers used and not used, the words of each step, the question."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise

from arithmetree.solution import Solution
from arithmetree.views.labels import HUES
from arithmetree.views.questions import question_span


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of text all of whose characters mean the same: the number they write, the steps they support."""

    start: int
    end: int
    quantity: int | None
    steps: tuple[int, ...]
    asks: bool


def marked_text(solution: Solution) -> str:
    """The text as HTML; the marks carry `data-quantity`, `data-steps`, and the places `data-start` and `data-end`.

    Places are those of the text as it was given, and count characters as Python does. Used and unused numbers differ by
    more than colour: an unused one has a dashed outline and says so to screen readers. A word that implies a number
    ("week") shows it as a tip.
    """
    text = solution.problem.text
    made = []
    for asks, sentence in groupby(pieces(solution), key=lambda piece: piece.asks):
        inner = []
        parts = list(sentence)
        for quantity, run in groupby(parts, key=lambda piece: piece.quantity):
            stretch = list(run)
            if quantity is None:
                inner += [_evidence(text, piece) for piece in stretch]
            else:
                inner.append(_number(solution, quantity, stretch))
        whole = "".join(inner)
        if asks:
            whole = f'<span class="question" {_place(solution, parts[0].start, parts[-1].end)}>{whole}</span>'
        made.append(whole)
    return "".join(made)


def pieces(solution: Solution) -> Iterator[Piece]:
    """The text cut wherever a number, a piece of evidence or the question begins or ends."""
    problem = solution.problem
    numbers = {
        number: (schema.quantity.start, schema.quantity.end)
        for number, schema in enumerate(problem.schemas)
        if number not in unneeded_words(solution)
    }
    evidence = [step.spans for step in solution.steps]
    asked = question_span(solution)
    question = [] if asked is None else [asked]
    spans = [*numbers.values(), *question, *(span for spans in evidence for span in spans)]
    cuts = sorted({0, len(problem.text), *(place for span in spans for place in span)})
    for start, end in pairwise(cuts):
        yield Piece(
            start,
            end,
            next((number for number, span in numbers.items() if _inside(start, end, span)), None),
            tuple(step for step, spans in enumerate(evidence) if any(_inside(start, end, span) for span in spans)),
            any(_inside(start, end, span) for span in question),
        )


def unneeded_words(solution: Solution) -> frozenset[int]:
    """Quantities that a word only implies ("week") and that the answer does not use: for a reader no numbers at all."""
    return frozenset(
        number
        for number, quantity in enumerate(solution.quantities)
        if not quantity["relevant"] and solution.problem.schemas[number].quantity.implicit
    )


def _place(solution: Solution, start: int, end: int) -> str:
    start, end = solution.place(start, end)
    return f'data-start="{start}" data-end="{end}"'


def _inside(start: int, end: int, span: tuple[int, int]) -> bool:
    return span[0] <= start and end <= span[1]


def _evidence(text: str, piece: Piece) -> str:
    words = escape(text[piece.start : piece.end])
    if not piece.steps or not words.strip():
        return words
    return f'<span class="evidence" data-steps="{_numbers(piece.steps)}">{words}</span>'


def _number(solution: Solution, number: int, stretch: list[Piece]) -> str:
    start, end = stretch[0].start, stretch[-1].end
    steps = sorted({step for piece in stretch for step in piece.steps})
    words = escape(solution.problem.text[start:end])
    implied = solution.problem.schemas[number].quantity
    title = f' title="{implied.value} {escape(implied.implicit)}"' if implied.implicit else ""
    # Without an answer nothing is known to be unused.
    used = solution.status != "solved" or solution.quantities[number]["relevant"]
    kind = f"quantity used hue{number % HUES}" if used else "quantity unused"
    note = "" if used else '<span class="spoken"> (not used)</span>'
    return (
        f'<mark class="{kind}" data-quantity="{number}" data-steps="{_numbers(steps)}" '
        f"{_place(solution, start, end)}{title}>{words}{note}</mark>"
    )


def _numbers(steps: tuple[int, ...] | list[int]) -> str:
    return " ".join(map(str, steps))

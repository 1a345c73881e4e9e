"""An exercise of a sheet: a story with its answer, and what the answer key and the hints say about it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.corpus.practice import PracticeStory
from arithmetree.derivations import Constant, Derivation, Determined, Mention, outcomes
from arithmetree.explanation import explain
from arithmetree.parsing import Parser
from arithmetree.quantities import Quantity
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.solution import Explanation, Solution
from arithmetree.views.amount_text import PER_CENT, AmountStyle, amount_text

_NO_UNITS = frozenset({"number", "numbers", "digit", "digits", "value"})
_FRACTION = frozenset({"fraction", "fractions"})
_PER_CENT = frozenset({"%", "percent", "per cent", "percentage"})


@dataclass(frozen=True, slots=True)
class Exercise:
    """A problem of the sheet: its text, its answer with the unit, and the explanation of its calculation."""

    text: str
    answer: str
    steps: int
    kind: str
    grade: int
    calculation: Derivation
    explanation: Explanation
    solution: Solution

    @property
    def lines(self) -> tuple[str, ...]:
        """The steps of the answer key, one a line: "12 × $4 = $48"."""
        return tuple(step.shown for step in self.explanation.steps)

    @property
    def hints(self) -> tuple[str, ...]:
        """Three hints, each saying more; none gives the result."""
        return self.explanation.hints

    @property
    def expression(self) -> str:
        """The whole calculation, or the equations."""
        return self.hints[-1].removesuffix(" = ?") if self.hints else ""

    @property
    def words(self) -> int:
        """How long the text is."""
        return len(self.text.split())


def exercise_of(story: PracticeStory, parser: Parser) -> Exercise:
    """The exercise of a story; nothing is guessed, because the calculation is known."""
    problem = read(story.text, parser)
    mentions = _mentions(story, problem)
    explanation = explain(problem, mentions, story.derivation)
    found = outcomes(story.derivation, story.values)
    values = [one.value for one in found if isinstance(one, Determined)]
    style = AmountStyle.of(problem)
    units = [_unit(unit) for unit in story.units]
    answers = [
        str(value) if written in _FRACTION else amount_text(value, unit, style)
        for value, written, unit in zip(values, story.units, units, strict=True)
    ]
    return Exercise(
        text=story.text,
        answer=answers[0] if len(answers) == 1 else "; ".join(f"{'abc'[k]}) {one}" for k, one in enumerate(answers)),
        steps=story.steps,
        kind=story.kind,
        grade=story.grade,
        calculation=story.derivation,
        explanation=explanation,
        solution=Solution(
            problem=problem,
            status="solved",
            reason=None,
            message=None,
            calculation=_over_schemas(story, problem, values),
            confidence=1.0,
            search=None,
            alternatives=(),
            named=units[-1],
            explained=explanation,
        ),
    )


def _unit(unit: str) -> str | None:
    if unit in _NO_UNITS or unit in _FRACTION:
        return None
    return PER_CENT if unit in _PER_CENT else unit


def _mentions(story: PracticeStory, problem: Problem) -> tuple[Quantity, ...]:
    """The numbers of the story as the reader found them, with the values that the calculation uses."""
    found = {(one.start, one.end): one for one in problem.quantities}
    return tuple(
        replace(found[one.start, one.end], value=one.value, kind=one.kind)
        if (one.start, one.end) in found
        else Quantity(one.start, one.end, one.text, one.value, one.kind)
        for one in story.quantities
    )


def _over_schemas(story: PracticeStory, problem: Problem, values: list[Fraction]) -> Derivation:
    """The calculation over what the reader found, for checking; the bare values where it found other ones."""
    places = {schema.quantity.start: (k, schema.quantity.value) for k, schema in enumerate(problem.schemas)}
    used = [story.quantities[leaf.quantity] for leaf in story.derivation.leaves if isinstance(leaf, Mention)]
    if any(places.get(one.start, (0, None))[1] != one.value for one in used):
        return Derivation(tuple(map(Constant, values)), (), tuple(range(len(values))))
    return replace(
        story.derivation,
        leaves=tuple(
            Mention(places[story.quantities[leaf.quantity].start][0]) if isinstance(leaf, Mention) else leaf
            for leaf in story.derivation.leaves
        ),
    )

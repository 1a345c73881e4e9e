"""An exercise of a sheet: a story with its answer, and what the answer key and the hints say about it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.checking.measures import unit_name
from arithmetree.corpus.practice import PracticeStory
from arithmetree.derivations import Constant, Derivation, Determined, Mention, outcomes
from arithmetree.explanation import explain
from arithmetree.parsing import Parser
from arithmetree.quantities import Quantity
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.solution import Explanation, Solution, StepReason
from arithmetree.views.amount_text import PER_CENT, AmountStyle, amount_text, number_text
from arithmetree.word_lists import words

_NO_UNITS = frozenset({"number", "numbers", "digit", "digits", "value", "integer", "integers"})
_THE = "the "
_ORDINALS = words("practice", "kept", "ordinals")
_FRACTION = frozenset({"fraction", "fractions"})
_ASKS_FRACTION = re.compile(r"\bwhat (?:fraction|part)\b", re.IGNORECASE)
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
    answers = [_answer(value, written, style, story.text) for value, written in zip(values, story.units, strict=True)]
    if len(answers) == 1:
        explanation, answers[0] = agreed(explanation, values[0], units[0], answers[0])
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


def _answer(value: Fraction, unit: str, style: AmountStyle, text: str) -> str:
    """An answer of the key: "12 cards", "5/8", "the 16th"."""
    if unit in _ORDINALS and value.denominator == 1:
        return f"{_THE}{_ordinal(value.numerator)}"
    if unit in _FRACTION or (value < 1 and _ASKS_FRACTION.search(text)):
        return str(value)
    return amount_text(value, _unit(unit), style)


def _ordinal(number: int) -> str:
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def agreed(explanation: Explanation, value: Fraction, unit: str | None, answer: str) -> tuple[Explanation, str]:
    """The explanation and the answer, with the same words for the result.

    The unit of the answer is known, and that of a step is only read from the text: where they mean different things,
    the last step gets the answer; where they only differ in writing ("kg", "kilograms"), the answer is written like the
    step.
    """
    places = [k for k, step in enumerate(explanation.steps) if step.reason is not StepReason.CHECK]
    if not places or explanation.steps[places[-1]].value != value:
        return explanation, answer
    step = explanation.steps[places[-1]]
    head, equals, result = step.shown.rpartition(" = ")
    if not equals or result == answer or ", so " in result:
        return explanation, answer
    if step.unit is not None and unit is not None:
        written, known = _Unit.of(step.unit), _Unit.of(unit)
        if written == known:
            return explanation, result
        if written.counted == known.counted and not known.per:  # "litres per day" where a day is asked about
            return explanation, answer
    steps = list(explanation.steps)
    result = number_text(value) if answer.startswith(_THE) else answer
    steps[places[-1]] = replace(step, shown=f"{head} = {result}", unit=unit)
    return replace(explanation, steps=tuple(steps)), answer


@dataclass(frozen=True, slots=True)
class _Unit:
    """A unit whatever it is written like: "km/h", "kilometres per hour"; of things, only the noun."""

    counted: tuple[str, str]
    per: str

    @classmethod
    def of(cls, written: str) -> _Unit:
        """The unit of a phrase."""
        for short, long in _SHORT_UNITS.items():
            written = written.replace(short, long)
        counted, _, per = written.partition(" per ")
        *before, noun = counted.split(" of ")[0].split() or [""]
        power = next((word for word in before if word in ("square", "cubic")), "")
        return cls((power, unit_name(noun)), unit_name(per))


_SHORT_UNITS = {
    "km²": "square km", "cm²": "square cm", "m²": "square m", "km³": "cubic km", "cm³": "cubic cm", "m³": "cubic m",
    "km/h": "km per hour", "kph": "km per hour", "mph": "miles per hour", "m/s": "metres per second",
}  # fmt: skip


def _unit(unit: str) -> str | None:
    if unit in _NO_UNITS or unit in _FRACTION or unit in _ORDINALS:
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

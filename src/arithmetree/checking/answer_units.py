"""Whether an amount that was given is the one that the problem asks for: its unit, conversions, times, remainders."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import takewhile

from arithmetree.checking.measures import abbreviations, factor, unit_name
from arithmetree.checking.pupil_work import Work
from arithmetree.checking.slips import is_rounded
from arithmetree.checking.spelling import spelled
from arithmetree.derivations import Operation, work_out
from arithmetree.expressions import terminating_decimal
from arithmetree.measures import concept, dimensions
from arithmetree.quantities.clock_times import HALF_DAY, find_clock_times
from arithmetree.quantities.context import CONTEXT
from arithmetree.schemas import Problem
from arithmetree.solution import Solution
from arithmetree.views.amount_text import CLOCK
from arithmetree.word_lists import words

_HOURS_AND_MINUTES = re.compile(r"(\d{1,2}):([0-5]\d)")
_POWERS = {"square": 2, "cubic": 3}


@dataclass(frozen=True, slots=True)
class Unit:
    """What is counted or measured: the names of its words, and 2 or 3 for squares and cubes."""

    names: tuple[str, ...]
    power: int = 1

    @classmethod
    def of(cls, written: Iterable[str]) -> Unit:
        """The unit of some words, as far as they say what is counted: "4 cookies in each bag" counts cookies."""
        counted = list(takewhile(lambda word: word not in words("checking", "unit_ends"), written))
        powers = [word for word in counted[:-1] if word in _POWERS]  # the last word is what is counted, squares as well
        names = (unit_name(word) for word in counted if word not in powers)
        return cls(tuple(dict.fromkeys(names)), _POWERS[powers[0]] if powers else 1)

    def __str__(self) -> str:
        """The words of the unit."""
        powers = [word for word, power in _POWERS.items() if power == self.power]
        return " ".join((*powers, *self.names))

    @property
    def measures(self) -> tuple[str, ...]:
        """The names that measure: metres, minutes, dollars, and no things."""
        return tuple(name for name in self.names if _dimensions(name))


def asks_time(solution: Solution) -> bool:
    """Whether the answer is a time of day."""
    return solution.best_unit == CLOCK


def with_duration(text: str, solution: Solution) -> str:
    """The answer with "1 h 30 min" for "1:30", where a length of time is asked for."""
    written = _HOURS_AND_MINUTES.fullmatch(text.strip())
    if written is None or not {"minute", "hour"} & set(_wanted(solution).names):
        return text
    return f"{written[1]} h {written[2]} min"


def unit_differs(work: Work, solution: Solution) -> bool:
    """True if another unit is given than the one that is asked for.

    A unit of measure is another one where the text or the key measures the same in a different one, and where nothing
    of the kind is measured at all. Any other word is so only where the text counts something else by it and the
    question says outright what it asks for: there are too many words for the same thing.
    """
    given, wanted = _given(work, solution), _wanted(solution)
    if _is_other_money(given, solution.problem):
        return True
    if not given.names or any(_same(one, other) for one in given.names for other in wanted.names):
        return False
    if given.measures:
        known = [name for unit in (wanted, *_units_of_text(solution.problem)) for name in unit.measures]
        if not known or wanted.measures:
            return bool(wanted.names)
        return all(name not in known for name in given.measures)
    question, counted = solution.problem.question, _counted(solution.problem)
    if question is None or _is_general(wanted) or not _asks_outright(solution.problem):
        return False
    return unit_name(question.unit_head or "") in counted and not counted.isdisjoint(given.names)


def strange_word(work: Work, solution: Solution) -> str | None:
    """The word that a number was given with, if the problem does not use it and asks for something else."""
    given, wanted = _given(work, solution), _wanted(solution)
    if not given.names or not wanted.names or given.measures or _is_general(wanted):
        return None
    if any(_same(one, other) for one in given.names for other in wanted.names):
        return None
    used = {unit_name(token.text.lower()) for token in solution.problem.tokens}
    strange = [word for word in work.words if unit_name(word) == given.names[-1] and word.endswith("s")]
    return strange[0] if strange and used.isdisjoint(given.names) else None


def amounts(work: Work, solution: Solution) -> Iterator[Fraction]:
    """The number that was given, and the same amount as the solution may write it: in its unit, or 20 for 20 %."""
    if work.number is None:
        return
    number = _with_remainder(work, solution)
    if number is None:
        return
    yield number
    if work.currency == "percent":
        yield 100 * number
    wanted = _wanted(solution)
    frames = [wanted] if wanted.measures else _units_of_text(solution.problem)
    yield from _converted(number, _given(work, solution), frames)


def hits(work: Work, solution: Solution, answer: Fraction) -> bool:
    """Whether what was given is the answer, in its unit or in another one, or the answer rounded."""
    if work.time is not None:
        return work.time.is_time(answer)
    found = list(amounts(work, solution))
    plainly = any(number == answer or is_rounded(number, answer, work.decimals) for number in found[:1])
    return plainly or _hits_converted(work, found, answer)


def _hits_converted(work: Work, found: Sequence[Fraction], answer: Fraction) -> bool:
    """Whether the amount is the answer in another unit; in a smaller one it may be rounded: 3333 ml of 3 1/3 l."""
    if answer in found[1:]:
        return True
    if terminating_decimal(answer) is not None:
        return False
    smaller = [found[0] / amount for amount in found[1:] if 0 < amount < found[0]]
    return any(abs(answer * times - found[0]) * 2 <= Fraction(1, 10**work.decimals) for times in smaller)


def half_day_in_doubt(work: Work, solution: Solution, answer: Fraction) -> bool:
    """Whether a time is the answer but for half a day, in a text that does not say which half it means."""
    if work.time is None or any(time.sure for time in find_clock_times(solution.problem.text)):
        return False
    return (work.time.minutes - answer) % HALF_DAY == 0


def same_unit_or_converted(work: Work, solution: Solution, answer: Fraction) -> bool:
    """Whether a number that hits the answer also counts the same thing."""
    return not unit_differs(work, solution) or _hits_converted(work, list(amounts(work, solution)), answer)


def is_unit_of_text(work: Work, solution: Solution) -> bool:
    """Whether the unit that was given is one that the text measures the same in."""
    given, wanted = _given(work, solution), _wanted(solution)
    used = {name for unit in _units_of_text(solution.problem) if unit.power == given.power for name in unit.names}
    return any(
        one in used and (factor(one, other) is not None or factor(other, one) is not None)
        for one in given.names
        for other in wanted.names
    )


def hits_in_another_unit(work: Work, solution: Solution, answer: Fraction) -> bool:
    """Whether the amount is the answer if its unit is another one of the text: 70p for 0.7, where pounds occur."""
    if work.number is None or work.time is not None:
        return False
    given = _given(work, solution)
    units = [given] if given.measures else [_wanted(solution)]
    return any(answer in list(_converted(work.number, unit, _units_of_text(solution.problem))) for unit in units)


def asked_measure(problem: Problem) -> str | None:
    """The unit of measure that the question itself names: "how many metres", "in grams"."""
    question = problem.question
    asking = problem.text.strip() if question is None else problem.text[question.start : question.end]
    said = [word.strip(",.?!") for word in spelled(asking.lower()).split()]
    for place, word in enumerate(said):
        after = said[place + 1 :] if word in ("in", "many") else []
        unit = after[:2] if after and after[0] in _POWERS else after[:1]
        # "in grams" ends a question, and "in week two" says when.
        if Unit.of(unit).measures and (word == "many" or after == unit):
            return " ".join(unit)
    return None


def _converted(number: Fraction, given: Unit, frames: Iterable[Unit]) -> Iterator[Fraction]:
    for frame in frames:
        if frame.power != given.power:
            continue
        for one in given.names:
            for other in frame.names:
                if (times := factor(other, one)) is not None:
                    yield number / times**given.power
                elif (times := factor(one, other)) is not None:
                    yield number * times**given.power


def _with_remainder(work: Work, solution: Solution) -> Fraction | None:
    """The number that was given; "9 r 2" is 9 2/5 where 47 are divided by 5, and 9 where whole ones are asked for."""
    number, rest = work.number, work.remainder
    calculation = solution.calculation
    if number is None or not rest or calculation is None:
        return number
    step = calculation.step(calculation.answers[-1])
    if step is None or step.operation is not Operation.DIVIDE:
        return number
    values = tuple(schema.quantity.value for schema in solution.problem.schemas)
    divisor = work_out(calculation, values).number(step.right)
    return number + rest / divisor if divisor else None


def _wanted(solution: Solution) -> Unit:
    """The units that the answer may be given in; none where the text does not say."""
    if asks_time(solution):
        return Unit(())
    question = solution.problem.question
    outright = question is not None and _asks_outright(solution.problem)
    asked = Unit.of(question.unit if question is not None and (outright or solution.best_unit) else ())
    unit = Unit.of(spelled(solution.best_unit or "").split())
    # What is named may be a kind of what is asked for, but "how much does a stamp cost" asks for no stamps.
    return unit if unit.measures else Unit((*unit.names, *asked.names), unit.power)


def _given(work: Work, solution: Solution) -> Unit:
    unit = Unit.of(work.words)
    names = [name for name in unit.names if not _says_nothing(name, solution)]
    if work.currency not in (None, "percent"):
        names.append(unit_name(str(work.currency)))
    return Unit(tuple(names), unit.power)


def _units_of_text(problem: Problem) -> list[Unit]:
    """The units that the text measures in, also those without a number: "a kilogram of cheese"."""
    hints = [schema.quantity.unit_hint for schema in problem.schemas]
    named = [
        *(schema.unit for schema in problem.schemas),
        *((hint,) for hint in hints if hint is not None),
        *((token.text.lower(),) for token in problem.tokens if token.upos == "NOUN"),
    ]
    return [unit for unit in dict.fromkeys(map(Unit.of, named)) if unit.measures]


def _dimensions(name: str) -> frozenset[str]:
    if name in _POWERS or name == "percent":
        return frozenset()
    short = [word for word, unit in abbreviations().items() if unit == name]
    return dimensions(name).union(*map(dimensions, short))


def _same(given: str, wanted: str) -> bool:
    """The same word, or another one for the same thing; two currencies are never the same."""
    currencies = set(CONTEXT.currency_words.values())
    if given == wanted:
        return True
    return concept(given) == concept(wanted) and not {given, wanted} <= currencies


def _is_other_money(given: Unit, problem: Problem) -> bool:
    """Whether a currency is given that the text does not pay in."""
    currencies = set(CONTEXT.currency_words.values())
    known = {name for unit in _units_of_text(problem) for name in unit.names} & currencies
    paid = set(given.names) & currencies
    related = ((one, other) for one in paid for other in known)
    return bool(known and paid) and not any(
        one == other or factor(one, other) or factor(other, one) for one, other in related
    )


def _is_general(unit: Unit) -> bool:
    """Whether a word names a class that others belong to: diners are people."""
    return not words("checking", "general").isdisjoint(unit.names)


def _asks_outright(problem: Problem) -> bool:
    """Whether the question puts its noun right after "how many": not "how many do six riders eat"."""
    question = problem.question
    if question is None or question.unit_head is None:
        return False
    said = problem.text[question.start : question.end].lower().split()
    if "many" not in said:
        return False
    following = said[said.index("many") + 1 :]
    before = list(takewhile(lambda word: unit_name(word.strip(",.")) != unit_name(question.unit_head or ""), following))
    if len(before) == len(following) or following[len(before) + 1 : len(before) + 2] in (["and"], ["or"]):
        return False
    return not any(word in CONTEXT.function_words for word in before)


def _counted(problem: Problem) -> set[str]:
    """What the text counts by whole numbers; parsers take "4/5 drank juice" for so much juice."""
    whole = (schema for schema in problem.schemas if schema.quantity.value.denominator == 1)
    return {unit_name(word) for schema in whole for word in schema.unit[-1:]}


def _says_nothing(name: str, solution: Solution) -> bool:
    if name in abbreviations().values():
        return False
    if name in CONTEXT.function_words or name in words("checking", "no_units"):
        return True
    kinds = {token.upos for token in solution.problem.tokens if token.text.lower() == name}
    return bool(kinds) and "NOUN" not in kinds

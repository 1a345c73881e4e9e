"""From a written story problem to a derivation over the quantities of its text. Never a guess: doubts are faults."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.corpus.alignment import Cause, DoubtError, Fault
from arithmetree.corpus.record import RecordQuantity
from arithmetree.corpus.stories import StoryProblem
from arithmetree.derivations import Constant, Derivation, Determined, Leaf, Mention, outcomes, parse
from arithmetree.errors import ExpressionError
from arithmetree.facts import fact_for
from arithmetree.quantities import Kind, Quantity, find_quantities
from arithmetree.quantities.clock_times import HALF_DAY, find_clock_times

_OPERAND = re.compile(
    r"(?<![\w.])(?:(?P<hour>\d{1,2}):(?P<minute>\d\d)(?P<half>am|pm)?"
    r"|(?P<number>\d+/\d+|\d+\.\d+|\d+)(?P<percent>%?)(?:#(?P<occurrence>\d+))?(?:@(?P<word>[^\s()+*;,|]+))?)(?![\w.])"
)


@dataclass(frozen=True, slots=True)
class StoryAlignment:
    """The quantities of a text, times of day in minutes, and the derivation; None where there are faults."""

    quantities: tuple[RecordQuantity, ...]
    derivation: Derivation | None
    answers: tuple[Fraction, ...]
    faults: tuple[Fault, ...]


def align_story(problem: StoryProblem) -> StoryAlignment:
    """Find every number of the calculation among the quantities of the text, the facts and the times of day."""
    quantities = story_quantities(problem.text)
    if problem.reason is not None:
        return StoryAlignment(tuple(quantities), None, (), ())
    leaves: dict[str, Leaf] = {}

    def by_name(match: re.Match[str]) -> str:
        name = f"n{len(leaves)}_"
        leaves[name] = _leaf(match, quantities, problem)
        return name

    try:
        asked = "; ".join(_OPERAND.sub(by_name, part) for part in problem.asked)
        equations = "; ".join(_OPERAND.sub(by_name, part) for part in problem.equations)
        derivation = parse(f"{asked} where {equations}" if equations else asked, leaves)
        values = [quantity.value for quantity in quantities]
        found = outcomes(derivation, values)
        answers = tuple(outcome.value for outcome in found if isinstance(outcome, Determined))
        if len(answers) < len(found):
            raise DoubtError(Cause.ANSWER, f"an answer is not determined: {found}")
        if any(answer < 0 for answer in answers):
            raise DoubtError(Cause.ANSWER, f"an answer is negative: {', '.join(map(str, answers))}")
    except DoubtError as doubt:
        return _faulty(quantities, problem, doubt.cause, doubt.message)
    except ExpressionError as error:
        return _faulty(quantities, problem, Cause.FORMAT, str(error))
    return StoryAlignment(tuple(quantities), derivation, answers, ())


def _faulty(quantities: Sequence[RecordQuantity], problem: StoryProblem, cause: Cause, message: str) -> StoryAlignment:
    return StoryAlignment(tuple(quantities), None, (), (Fault(problem.place, cause, message),))


def story_quantities(text: str) -> list[RecordQuantity]:
    """The numbers that the reader finds; where a time of day is written, one quantity in minutes after midnight."""
    times = find_clock_times(text)
    found = [
        RecordQuantity(one.text, one.start, one.end, one.value, one.kind)
        for one in find_quantities(text)
        if all(one.end <= time.start or time.end <= one.start for time in times)
    ]
    found += [
        RecordQuantity(text[time.start : time.end], time.start, time.end, Fraction(time.minutes), Kind.TIME)
        for time in times
    ]
    return sorted(found, key=lambda quantity: quantity.start)


def _leaf(match: re.Match[str], quantities: list[RecordQuantity], problem: StoryProblem) -> Leaf:
    if match["hour"]:
        return Mention(_clock(match, quantities))
    over, _, under = match["number"].partition("/")
    if under and not int(under):
        raise DoubtError(Cause.FORMAT, f"{match[0]} divides by zero")
    value = Fraction(over) / Fraction(under or 1) / (100 if match["percent"] else 1)
    if match["word"]:
        for place, quantity in enumerate(quantities):
            if quantity.value == value and quantity.text.lower() == match["word"].lower():
                return Mention(place)  # an ordinal: "the third"
        return Constant(value, _fact(value, match["word"], problem.text))
    places = {quantity.start: place for place, quantity in enumerate(quantities) if quantity.value == value}
    same = [
        places.get(one.start, -1) for one in find_quantities(problem.text) if one.value == value and _is_counted(one)
    ]
    if not same:
        known = ", ".join(f"{quantity.text!r}={quantity.value}" for quantity in quantities) or "none"
        raise DoubtError(Cause.UNALIGNED, f"{match[0]} is not a number of the text; its numbers are {known}")
    if match["occurrence"] is None:
        if len(same) > 1:
            raise DoubtError(Cause.AMBIGUOUS, f"{match[0]} appears {len(same)} times; say which with {match[0]}#k")
    elif not 0 < int(match["occurrence"]) <= len(same):
        raise DoubtError(Cause.UNALIGNED, f"{match[0]}: the text has this value {len(same)} times")
    chosen = same[int(match["occurrence"] or 1) - 1]
    if chosen < 0:
        raise DoubtError(Cause.OTHER_KIND, f"{match[0]} is part of a time of day; write it as one, such as 17:50")
    return Mention(chosen)


def _is_counted(quantity: Quantity) -> bool:
    """Whether writers count a number as an occurrence of its value; "one" and "third" in words are none."""
    in_words = not quantity.text[:1].isdecimal()
    return quantity.kind is not Kind.PRONOUN and not (quantity.kind is Kind.ORDINAL and in_words)


def _fact(value: Fraction, word: str, text: str) -> str:
    if word != "listed" and word.lower() not in text.lower():
        raise DoubtError(Cause.UNALIGNED, f"the word {word!r} is not in the text")
    fact = fact_for(value, word)
    if fact is None:
        raise DoubtError(Cause.UNKNOWN_FACT, f"{value}@{word} is not a known fact; see data/facts.toml")
    return fact


def _clock(match: re.Match[str], quantities: list[RecordQuantity]) -> int:
    """The time of day that a calculation uses; the text may leave open which half of the day it is."""
    hour = int(match["hour"])
    if match["half"]:
        hour = hour % 12 + (12 if match["half"] == "pm" else 0)
    minutes = Fraction(60 * hour + int(match["minute"]))
    times = [place for place, quantity in enumerate(quantities) if quantity.kind is Kind.TIME]
    fitting = [place for place in times if quantities[place].value == minutes] or [
        place for place in times if (quantities[place].value - minutes) % HALF_DAY == 0
    ]
    if not fitting and not int(match["minute"]):
        # "at 5", "from 9 to 5": a bare number that is meant as an hour
        fitting = [
            place
            for place, quantity in enumerate(quantities)
            if quantity.kind is not Kind.TIME and 60 * quantity.value % HALF_DAY == minutes % HALF_DAY
        ]
    if not fitting:
        raise DoubtError(Cause.UNALIGNED, f"the time {match[0]} is not in the text")
    place = fitting[0]
    old = quantities[place]
    quantities[place] = RecordQuantity(old.text, old.start, old.end, minutes, Kind.TIME)
    return place

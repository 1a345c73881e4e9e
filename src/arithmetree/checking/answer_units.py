"""Whether the words after a pupil's number name what the problem asks for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import takewhile

from arithmetree.checking.measures import abbreviations, factor, unit_name
from arithmetree.checking.pupil_work import Work
from arithmetree.checking.slips import is_rounded
from arithmetree.measures import concept
from arithmetree.quantities.context import CONTEXT
from arithmetree.solution import Solution
from arithmetree.word_lists import words


def unit_differs(work: Work, solution: Solution) -> bool:
    """True if a unit is given and is another one; words that name no unit, and no words at all, are no other one."""
    given, wanted = _given(work, solution), _wanted(solution)
    return bool(given and wanted) and not any(_same(one, other) for one in given for other in wanted)


def amounts(work: Work, solution: Solution) -> Iterator[Fraction]:
    """The number that was given, and the same amount as the solution may write it: in its unit, or 20 for 20 %."""
    if work.number is None:
        return
    yield work.number
    if work.currency == "percent":
        yield 100 * work.number
    for given in _given(work, solution):
        for wanted in _wanted(solution):
            if (times := factor(wanted, given)) is not None:
                yield work.number / times
            elif (times := factor(given, wanted)) is not None:
                yield work.number * times


def hits(work: Work, solution: Solution, answer: Fraction) -> bool:
    """Whether the number that was given is the answer, in its unit or in another one, or the answer rounded."""
    found = list(amounts(work, solution))
    return answer in found or (bool(found) and is_rounded(found[0], answer, work.decimals))


def same_unit_or_converted(work: Work, solution: Solution, answer: Fraction) -> bool:
    """Whether a number that hits the answer also counts the same thing."""
    return not unit_differs(work, solution) or answer in list(amounts(work, solution))[1:]


def _wanted(solution: Solution) -> set[str]:
    """The units that the answer may be given in; none where the text does not tell."""
    if solution.unit is None:
        return set()
    question = solution.problem.question
    asked = () if question is None else question.unit
    return {unit_name(word) for word in (*solution.unit.split(), *asked)}


def _given(work: Work, solution: Solution) -> list[str]:
    # "4 cookies in each bag" counts cookies, and "4 per bag" does not say what it counts.
    counted = takewhile(lambda word: word not in words("checking", "unit_ends"), work.words)
    given = [unit_name(word) for word in counted if not _says_nothing(word, solution)]
    if work.currency not in (None, "percent"):
        given.append(unit_name(str(work.currency)))
    return given


def _same(given: str, wanted: str) -> bool:
    """The same word, or another one for the same thing; two currencies are never the same."""
    currencies = set(CONTEXT.currency_words.values())
    if given == wanted:
        return True
    return concept(given) == concept(wanted) and not {given, wanted} <= currencies


def _says_nothing(word: str, solution: Solution) -> bool:
    if word in abbreviations():
        return False
    if word in CONTEXT.function_words or word in words("checking", "no_units"):
        return True
    kinds = {token.upos for token in solution.problem.tokens if token.text.lower() == word}
    return bool(kinds) and "NOUN" not in kinds

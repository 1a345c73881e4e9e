"""Whether the words behind a pupil's number name what the problem asks for."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import takewhile

from arithmetree.checking.pupil_work import Work
from arithmetree.measures import concept
from arithmetree.morphology import noun_lemma
from arithmetree.quantities.context import CONTEXT
from arithmetree.solution import Solution
from arithmetree.word_lists import table, words


def unit_differs(work: Work, solution: Solution) -> bool:
    """True if a unit is given and is another one; words that name no unit, and no words at all, are no other one."""
    given, wanted = _given(work, solution), _wanted(solution)
    return bool(given and wanted) and not any(_same(one, other) for one in given for other in wanted)


def converted(work: Work, solution: Solution) -> Fraction | None:
    """The number in the unit of the solution, where it was given in another unit of the same measure."""
    if work.number is None:
        return None
    given, wanted = _given(work, solution), _wanted(solution)
    for large, small, factor in table("checking")["measured_in"]:
        if small in given and large in wanted:
            return work.number / Fraction(factor)
        if large in given and small in wanted:
            return work.number * Fraction(factor)
    return None


def _wanted(solution: Solution) -> set[str]:
    """The units that the answer may be given in; none where the text does not tell."""
    if solution.unit is None:
        return set()
    question = solution.problem.question
    asked = () if question is None else question.unit
    return {_unit(word) for word in (*solution.unit.split(), *asked)}


def _given(work: Work, solution: Solution) -> list[str]:
    # "4 cookies in each bag" counts cookies, and "4 per bag" does not say what it counts.
    counted = takewhile(lambda word: word not in words("checking", "unit_ends"), work.words)
    given = [_unit(word) for word in counted if not _says_nothing(word, solution)]
    if work.currency not in (None, "percent"):
        given.append(_unit(str(work.currency)))
    return given


def _same(given: str, wanted: str) -> bool:
    """The same word, or another one for the same thing; two currencies are never the same."""
    currencies = set(CONTEXT.currency_words.values())
    if given == wanted:
        return True
    return concept(given) == concept(wanted) and not {given, wanted} <= currencies


def _unit(word: str) -> str:
    lemma = noun_lemma(word)
    return str(_abbreviations().get(word, _abbreviations().get(lemma, lemma)))


def _says_nothing(word: str, solution: Solution) -> bool:
    if word in _abbreviations():
        return False
    if word in CONTEXT.function_words or word in words("checking", "no_units"):
        return True
    kinds = {token.upos for token in solution.problem.tokens if token.text.lower() == word}
    return bool(kinds) and "NOUN" not in kinds


@cache
def _abbreviations() -> dict[str, str]:
    found: dict[str, str] = table("checking")["abbreviations"]
    return found

"""Which of two unknowns a question names: "How much was invested at 7%?" where 4% x + 7% y is an equation.

The network calls unknowns x and y and may not know which is which. But each of the two is multiplied by a number of the
text, and the words beside that number say what it is: "adults paid $6, children $4". Where the question takes up such
a word, or the number itself, for one of the two and not for the other, that one is asked for. "The larger number" is
the one with the larger value.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.derivations import Derivation, Determined, FoundAnswer, Mention, Operation, Unknown, outcomes
from arithmetree.schemas import Problem, Token
from arithmetree.steps.leaves import Reading

_ODDS = 10.0
"""How much more probable the unknown becomes that the question names."""
_NAMING = frozenset({"NOUN", "PROPN", "ADJ"})
_NO_NAMES = frozenset({"first", "second", "other"})
"""What these mean depends on the order in which the text names the two."""
_LARGER = "larger greater bigger higher longer wider largest greatest biggest highest longest"
_SMALLER = "smaller lesser lower shorter narrower smallest least lowest shortest"
_BY_SIZE = re.compile(
    rf"\bthe\s(?:(?P<larger>{_LARGER.replace(' ', '|')})|(?:{_SMALLER.replace(' ', '|')}))"
    r"\s(?:of\s(?:the|these|those|both)\s(?:\w+\s)?)?(?:numbers?|integers?|part|piece|side|angle|odd|even)\b",
    re.IGNORECASE,
)
_APART = frozenset({",", ";", ":", "and", "but", "while", "or"})


def with_named_unknown(found: Sequence[FoundAnswer], reading: Reading) -> Sequence[FoundAnswer]:
    """The answers with the odds of the best one and of its other unknown changed by what the question names."""
    if not found or len(found[0].derivation.answers) != 1:
        return found
    best = found[0]
    asked = named_unknown(best.derivation, reading.problem, reading.values)
    if asked is None or asked == best.derivation.answers[0]:
        return found
    other = outcomes(replace(best.derivation, answers=(asked,)), reading.values)[0]
    if not isinstance(other, Determined):
        return found
    for one in found[1:]:
        if one.values == (other.value,):
            whole = best.low + one.low
            share = _ODDS * one.low / (_ODDS * one.low + best.low)
            changed = {best.values: whole * (1 - share), one.values: whole * share}
            moved = [
                replace(each, low=changed[each.values], high=max(each.high, changed[each.values]))
                if each.values in changed
                else each
                for each in found
            ]
            return sorted(moved, key=lambda each: -each.low)
    return found


def named_unknown(made: Derivation, problem: Problem, values: Sequence[Fraction]) -> int | None:
    """The place of the unknown that the question names, if the answer is one of two; `values` are the mentions'."""
    unknowns = [place for place, leaf in enumerate(made.leaves) if isinstance(leaf, Unknown)]
    if len(unknowns) != 2 or made.answers[0] not in unknowns or problem.question is None:
        return None
    if by_size := _BY_SIZE.search(problem.question.text):
        return _larger(made, unknowns, values, smaller=by_size["larger"] is None)
    factors = [_factors(made, place) for place in unknowns]
    if not all(factors):
        return None
    one, other = (_words(each, problem) for each in factors)
    asks = _asked_words(problem)
    takes_up = (bool((one - other) & asks), bool((other - one) & asks))
    return unknowns[takes_up.index(True)] if sum(takes_up) == 1 else None


def _larger(made: Derivation, unknowns: Sequence[int], values: Sequence[Fraction], *, smaller: bool) -> int | None:
    """The unknown with the larger value, or with the smaller one."""
    both = outcomes(replace(made, answers=tuple(unknowns)), values)
    known = [each.value for each in both if isinstance(each, Determined)]
    if len(known) != 2 or known[0] == known[1]:
        return None
    return unknowns[known.index(min(known) if smaller else max(known))]


def _factors(made: Derivation, unknown: int) -> list[int]:
    """The mentions that an unknown is multiplied by."""
    found = []
    for step in made.steps:
        if step.operation is Operation.MULTIPLY and unknown in (step.left, step.right):
            leaf = made.leaves[place] if (place := step.left + step.right - unknown) < len(made.leaves) else None
            if isinstance(leaf, Mention):
                found.append(leaf.quantity)
    return found


def _words(mentions: Sequence[int], problem: Problem) -> set[str | Fraction]:
    """The values of some mentions, and the words beside them, up to the next number, comma or "and"."""
    tokens = problem.tokens
    numbers = {schema.quantity.start for schema in problem.schemas}
    found: set[str | Fraction] = set()
    for mention in mentions:
        quantity = problem.schemas[mention].quantity
        found.add(quantity.value)
        here = next((k for k, token in enumerate(tokens) if token.start <= quantity.start < token.end), None)
        if here is None:
            continue
        for way in (-1, 1):
            place = here + way
            while 0 <= place < len(tokens) and not _ends(tokens[place], tokens[here], numbers):
                if tokens[place].upos in _NAMING:
                    found.add(_plain(tokens[place]))
                place += way
    return found - _NO_NAMES


def _plain(token: Token) -> str:
    """The word without its ending; the first word of a sentence may be taken for a name ("Adults paid $6")."""
    word = token.lemma.lower()
    return word.removesuffix("s") if token.upos == "PROPN" else word


def _ends(token: Token, here: Token, numbers: set[int]) -> bool:
    return token.sent != here.sent or token.text.lower() in _APART or token.start in numbers


def _asked_words(problem: Problem) -> set[str | Fraction]:
    """The naming words and the numbers among the words that ask."""
    question = problem.question
    assert question is not None
    words: set[str | Fraction] = {
        _plain(token)
        for token in problem.tokens
        if question.start <= token.start < question.end and token.upos in _NAMING
    }
    inside = (schema.quantity for schema in problem.schemas)
    return words | {one.value for one in inside if question.start <= one.start < question.end}

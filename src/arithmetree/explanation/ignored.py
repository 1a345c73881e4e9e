"""Why a number of the text is not needed: it counts something else, belongs to somebody else, or nobody asks for it."""

from __future__ import annotations

from collections.abc import Callable

from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.grammar import uncapital
from arithmetree.explanation.other_people import not_asked_about, other_comparison, other_owner
from arithmetree.explanation.other_things import other_kind, other_unit
from arithmetree.explanation.other_times import another_time, other_event, other_time
from arithmetree.explanation.places import written_number, written_unit
from arithmetree.explanation.signals import Weighing
from arithmetree.expressions import Tree, quantities
from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.solution import Ignored

Check = Callable[[int, Calculation, frozenset[int]], str | None]


def ignored_of(tree: Tree, facts: ProblemFacts, weighing: Weighing | None = None) -> tuple[Ignored, ...]:
    """The quantities that a tree does not use, in the order of the text, each with a sentence that says why.

    With the weighing of a model each has its evidence too, and is told as a fact only where that is firm.
    """
    used = frozenset(quantities(tree))
    calculation = Calculation(tree, facts)
    return tuple(
        _ignored(number, calculation, used, weighing) for number in range(len(facts.quantities)) if number not in used
    )


def _ignored(number: int, calc: Calculation, used: frozenset[int], weighing: Weighing | None) -> Ignored:
    evidence = None if weighing is None else weighing.of_unused(number)
    reason = next((found for check in _CHECKS if (found := check(number, calc, used)) is not None), None)
    if reason is None:
        return Ignored(number, _unexplained(number, calc), firm=False, evidence=evidence)
    if evidence is None or evidence.firm:
        return Ignored(number, reason, firm=True, evidence=evidence)
    return Ignored(number, f"Most likely it is not needed: {uncapital(reason)}", firm=False, evidence=evidence)


def _unexplained(number: int, calc: Calculation) -> str:
    return f"Most likely the {written_number(calc.facts, number)} is not needed to answer the question."


def _label(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """A number that names a thing and counts nothing: "badge 330"; or an age: "Arvo, 61,"."""
    facts = calc.facts
    quantity = facts.quantities[number].schema.quantity
    tokens = facts.problem.tokens
    at = next((i for i, token in enumerate(tokens) if token.start == quantity.start), None)
    if at is None or at == 0 or written_unit(facts, number) is not None or not quantity.text.isdigit():
        return None
    before = tokens[at - 1]
    behind = tokens[at + 1].text if at + 1 < len(tokens) else "."
    if before.text == "," and behind == "," and tokens[at - 2].upos in ("PROPN", "NOUN") and at > 1:
        return f"The {quantity.text} tells an age, and the question does not ask about that."
    is_bare = at == 1 or tokens[at - 2].upos in ("ADP", "PUNCT", "VERB", "SCONJ", "CCONJ")
    if quantity.kind is Kind.NUMBER and before.upos == "NOUN" and before.tag == "NN" and is_bare:
        return f'The {quantity.text} only names something ("{before.text} {quantity.text}") and counts nothing.'
    return None


def _implied(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """A number that no numeral writes, such as the 7 of "week"."""
    quantity = calc.facts.quantities[number].schema.quantity
    if quantity.implicit is None:
        return None
    return (
        f'"{quantity.text}" may stand for a number ({quantity.value}: {quantity.implicit}), which is not needed here.'
    )


def _single(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """A "one" that only points at a single thing."""
    if calc.facts.quantities[number].schema.quantity.text.lower() != "one":
        return None
    return "The one only points to a single thing, and counting it changes nothing."


_CHECKS: tuple[Check, ...] = (
    *(_implied, _single, _label, other_kind, other_unit, other_owner, other_comparison),
    *(other_time, another_time, other_event, not_asked_about),
)
"""The surest first."""

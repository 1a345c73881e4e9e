"""Why an answer is wrong: the first of these tests that holds, from the text towards the answer."""

from __future__ import annotations

from enum import StrEnum

from refitting import Judged

from arithmetree.evaluation.errata import ERRATA
from arithmetree.expressions import UNDEFINED, Label, Tree, class_of, evaluate, labels_of, quantities
from arithmetree.features import ProblemFacts
from arithmetree.model import values_of
from arithmetree.search import Candidate
from arithmetree.storytelling import verb_classes
from arithmetree.training.gold import GoldProblem
from arithmetree.training.tuning import TOLERANCE
from arithmetree.word_lists import words

NO_ARITHMETIC = {"illinois": {"1176"}}
"""Problems whose question no number answers, as the README of the data sets says."""

_SAME = 1e-9


class Cause(StrEnum):
    """The causes of wrong answers, in the order in which they are looked for."""

    LABEL = "label error"
    NOT_READ = "quantity not read"
    CONSTRAINT = "constraint"
    SEARCH = "search"
    LEFT_OUT = "relevance: needed number left out"
    NOT_NEEDED = "relevance: number used that is not needed"
    WRONG_SET = "relevance: both"
    REVERSED = "order reversed"
    RATE = "operation: rate not recognised"
    SCALED = "operation: multiplied or divided instead of added or subtracted"
    VERB = "operation: verb without a class"
    COMPARISON = "operation: comparison"
    OTHER = "operation: other"


def is_label_error(dataset: str, gold: GoldProblem) -> bool:
    """Whether the label itself is at fault: a known erratum, or an equation that does not give the answer."""
    if gold.id in ERRATA.get(dataset, {}) or gold.id in NO_ARITHMETIC.get(dataset, set()):
        return True
    if gold.tree is None:
        return False
    value = evaluate(gold.tree, tuple(schema.quantity.value for schema in gold.problem.schemas))
    return value is UNDEFINED or abs(value - gold.answer) > TOLERANCE


def cause_of(dataset: str, gold: GoldProblem, judged: Judged | None, answered: Tree | None) -> Cause:
    """The cause of a wrong answer; `judged` is None where too little was read for any answer."""
    if is_label_error(dataset, gold):
        return Cause.LABEL
    if gold.tree is None or judged is None or answered is None:
        return Cause.NOT_READ
    # Of all trees of the right expression the one that the scores like best.
    right = max(class_of(gold.tree), key=judged.scores.of)
    if judged.scores.of(right) > judged.scores.of(answered) + _SAME:
        better = _total(judged, right) > _total(judged, answered) + _SAME
        return Cause.SEARCH if better else Cause.CONSTRAINT
    needed, used = set(quantities(gold.tree)), set(quantities(answered))
    if needed != used:
        if used < needed:
            return Cause.LEFT_OUT
        return Cause.NOT_NEEDED if needed < used else Cause.WRONG_SET
    return _of_operations(judged.facts, gold.tree, answered)


def _total(judged: Judged, tree: Tree) -> float:
    """The score of an expression with all that the constraints give it."""
    candidate = Candidate.of(tree, values_of(judged.facts))
    if candidate.value is UNDEFINED:
        return float("-inf")
    return judged.scores.of(tree) + sum(constraint.score(candidate) for constraint in judged.constraints)


def _of_operations(facts: ProblemFacts, right: Tree, answered: Tree) -> Cause:
    """What is wrong between the right quantities, by the pairs with another label than in the nearest right tree."""
    given = labels_of(answered)
    nearest = min((labels_of(member) for member in class_of(right)), key=lambda wanted: len(_differing(wanted, given)))
    differing = _differing(nearest, given)
    if all(nearest[pair].op is given[pair].op for pair in differing):
        return Cause.REVERSED
    places = {place for pair in differing for place in pair}
    schemas = [facts.quantities[place].schema for place in sorted(places)]
    if any(not nearest[pair].op.is_additive for pair in differing) and not any(schema.rate for schema in schemas):
        return Cause.RATE
    if all(nearest[pair].op.is_additive and not given[pair].op.is_additive for pair in differing):
        return Cause.SCALED
    if any(not verb_classes(schema.verb) for schema in schemas):
        return Cause.VERB
    if facts.question_lemmas & words("questions", "words", "comparison") or any(s.comparison for s in schemas):
        return Cause.COMPARISON
    return Cause.OTHER


def _differing(wanted: dict[tuple[int, int], Label], given: dict[tuple[int, int], Label]) -> list[tuple[int, int]]:
    return [pair for pair, label in wanted.items() if given[pair] is not label]

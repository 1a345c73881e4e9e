"""More examples out of the corpus: a strange sentence put in, a needed sentence left out, a contradiction mended.

The first teaches which numbers do not matter, the second what it looks like when something is missing, the third that
it is the numbers that contradict each other and not the way a story is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from arithmetree.expressions import Leaf, Node, Tree, quantities
from arithmetree.schemas import Problem
from arithmetree.training.gold import GoldProblem
from arithmetree.training.parse_cache import read_cached

# fmt: off
_PRONOUNS = frozenset({
    "he", "she", "they", "it", "him", "her", "them", "his", "hers", "their", "its", "this", "that", "these", "those",
    "both", "another", "other", "then",
})
_ADDING_UP = frozenset({
    "other", "others", "rest", "remaining", "which", "each", "every", "altogether", "total", "all", "kinds", "to",
    "between",
})
# fmt: on
_MOST = 4
"""The most quantities of an example that is made."""
_ENOUGH = 5
"""The first number times this is enough for all that is taken from it."""


@dataclass(frozen=True)
class Made:
    """An example made from a problem: with a tree, or with the reason why there is none."""

    id: str
    problem: Problem
    gold: GoldProblem | None
    reason: str
    variants: int = 0


@dataclass(frozen=True)
class _Draft:
    id: str
    text: str
    gold: GoldProblem
    moved_from: int  # characters from here on are moved by this many
    moved_by: int


def sentences(problem: Problem) -> list[tuple[int, int]]:
    """The places of the sentences."""
    found: dict[int, tuple[int, int]] = {}
    for token in problem.tokens:
        start, _ = found.get(token.sent, (token.start, 0))
        found[token.sent] = (start, token.end)
    return list(found.values())


def with_strangers(golds: Sequence[GoldProblem], count: int, seed: int) -> Iterator[Made]:
    """Problems with a sentence of another story at their beginning, or in front of their question."""
    rng = Random(f"strangers/{seed}")
    strangers = [text for gold in golds for text in _strangers(gold.problem)]
    drafts = []
    while len(drafts) < count:
        gold = rng.choice(golds)
        if len(gold.problem.schemas) >= _MOST:
            continue
        spans = sentences(gold.problem)
        place = 0
        if rng.random() < 0.5:
            words = {token.text.lower() for token in gold.problem.tokens if token.start >= spans[-1][0]}
            if words & _PRONOUNS or len(spans) < 2:
                continue
            place = spans[-1][0]
        stranger = rng.choice(strangers)
        text = gold.problem.text[:place] + stranger + " " + gold.problem.text[place:]
        drafts.append(_Draft(f"{gold.id}+{len(drafts)}", text, gold, place, len(stranger) + 1))
    for draft, problem in zip(drafts, read_cached([draft.text for draft in drafts]), strict=True):
        tree = _moved(draft, problem)
        if tree is not None:
            yield Made(draft.id, problem, GoldProblem(draft.id, problem, draft.gold.answer, tree), "")


def without_a_needed_sentence(golds: Sequence[GoldProblem], count: int, seed: int) -> Iterator[Made]:
    """Problems that lack a sentence with a number that the answer needs.

    Of the needed numbers one is left at most, because with two the rest could be a story of its own; of all numbers
    two are left at least.
    """
    rng = Random(f"missing/{seed}")
    texts = []
    for _ in range(20 * count):
        if len(texts) == count:
            break
        gold = rng.choice(golds)
        problem, spans = gold.problem, sentences(gold.problem)
        question = problem.question
        assert gold.tree is not None
        used = [problem.schemas[i].quantity.start for i in quantities(gold.tree)]
        removable = [
            (start, end)
            for start, end in spans
            if sum(not (start <= place < end) for place in used) <= 1
            and question is not None
            and not (start <= question.start < end)
            and sum(not (start <= schema.quantity.start < end) for schema in problem.schemas) >= 2
        ]
        if not removable:
            continue
        start, end = rng.choice(removable)
        texts.append((f"{gold.id}-{len(texts)}", (problem.text[:start] + problem.text[end:].lstrip()).strip()))
    for (id, _), problem in zip(texts, read_cached([text for _, text in texts]), strict=True):
        yield Made(id, problem, None, "MISSING_INFORMATION")


def mended_contradictions(contradictory: Sequence[tuple[str, Problem]]) -> Iterator[Made]:
    """The same stories with numbers that can be: two of them exchanged, or the first of three large enough.

    Which expression answers them is not known, so that they teach nothing but that they have an answer.
    """
    drafts = []
    for id, problem in contradictory:
        found = [schema.quantity for schema in problem.schemas]
        if len(found) not in (2, 3) or not all(quantity.text.isdecimal() for quantity in found):
            continue
        said = {token.text.lower() for token in problem.tokens}
        if len(found) == 3 and said & _ADDING_UP:  # numbers that must add up to the first one
            continue
        numbers = [quantity.text for quantity in found]
        numbers = numbers[::-1] if len(numbers) == 2 else [str(_ENOUGH * int(numbers[0])), *numbers[1:]]
        text, end = "", 0
        for quantity, number in zip(found, numbers, strict=True):
            text += problem.text[end : quantity.start] + number
            end = quantity.end
        drafts.append((f"{id}=", text + problem.text[end:]))
    for (id, _), problem in zip(drafts, read_cached([text for _, text in drafts]), strict=True):
        yield Made(id, problem, None, "", variants=2)


def _strangers(problem: Problem) -> Iterator[str]:
    question = problem.question
    for start, end in sentences(problem):
        words = {token.text.lower() for token in problem.tokens if start <= token.start < end}
        counts = any(start <= schema.quantity.start < end for schema in problem.schemas)
        asks = question is None or start <= question.start < end
        if counts and not asks and not words & _PRONOUNS and "?" not in problem.text[start:end]:
            yield problem.text[start:end]


def _moved(draft: _Draft, problem: Problem) -> Tree | None:
    """The tree over the quantities of the new text; None if one is read otherwise there."""
    places = {(schema.quantity.start, schema.quantity.end): number for number, schema in enumerate(problem.schemas)}
    old = draft.gold.problem.schemas

    def moved(tree: Tree) -> Tree | None:
        if isinstance(tree, Leaf):
            quantity = old[tree.quantity].quantity
            by = draft.moved_by if quantity.start >= draft.moved_from else 0
            place = places.get((quantity.start + by, quantity.end + by))
            if place is None or problem.schemas[place].quantity.value != quantity.value:
                return None
            return Leaf(place)
        left, right = moved(tree.left), moved(tree.right)
        return None if left is None or right is None else Node(tree.op, left, right)

    assert draft.gold.tree is not None
    return moved(draft.gold.tree)

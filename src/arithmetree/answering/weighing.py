"""The evidence for every decision about a text: what the model says of it with words hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property, partial
from math import fsum

from arithmetree.answering.outcome import Hidden, without, words_of
from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, calculation_key
from arithmetree.explanation.occlusion import Occlusion
from arithmetree.parsing import Parser
from arithmetree.reading import read
from arithmetree.refusals import Code
from arithmetree.schemas import Problem
from arithmetree.solution.evidence import Evidence


@dataclass(frozen=True, eq=False)
class Outlook:
    """What a model makes of a text: the calculations it considers, the places of the numbers, reasons to refuse.

    `found` has a share of the probability, the values and the derivation of each answer; `Mention(k)` is the number at
    the character `places[k]`. A text with words hidden keeps the places of its numbers.
    """

    found: Sequence[tuple[float, tuple[Fraction, ...], Derivation]]
    places: Sequence[int]
    refusals: Mapping[str, float]

    def answer(self, values: tuple[Fraction, ...]) -> float:
        """How probable an answer is."""
        return fsum(share for share, other, _ in self.found if other == values)

    def step(self, key: object) -> float:
        """How probable it is that a value, by its key, is worked out."""
        return fsum(share for (share, _, _), keys in zip(self.found, self._keys, strict=True) if key in keys)

    def unused(self, place: int) -> float:
        """How probable it is that the number at a place is not needed."""
        uses = (({self.places[one] for one in made.mentions}, share) for share, _, made in self.found)
        return fsum(share for used, share in uses if place not in used)

    def sure(self) -> float:
        """How probable the best answer is."""
        return max((share for share, _, _ in self.found), default=0.0)

    @cached_property
    def _keys(self) -> list[frozenset[object]]:
        return [
            frozenset(
                value_key(made, value, self.places)
                for value in range(len(made.leaves), made.size)
                if made.steps[value - len(made.leaves)].operation is not Operation.EQUATE
            )
            for _, _, made in self.found
        ]


def value_key(made: Derivation, value: int, places: Sequence[int]) -> object:
    """What a value is as a function of the numbers of the text, whatever the order of its steps."""

    def placed(leaf: Leaf) -> Leaf:
        if isinstance(leaf, Mention):
            return Mention(places[leaf.quantity])
        return Constant(leaf.value) if isinstance(leaf, Constant) else leaf

    return calculation_key(replace(made, leaves=tuple(map(placed, made.leaves)), answers=(value,)))


class WordWeighing:
    """Evidence by hiding words, with one budget of runs of the model for all decisions about a text."""

    def __init__(
        self,
        problem: Problem,
        parser: Parser,
        judge: Callable[[Problem], Outlook],
        outlook: Outlook,
        reason: str | None,
    ) -> None:
        self._outlook = outlook
        self._reason = reason
        self._best = outlook.found[0]

        def hidden_outlook(hidden: Hidden) -> Outlook:
            return judge(read(without(problem.text, hidden), parser)) if hidden else outlook

        self._hidden = hidden_outlook
        self._occlusion = Occlusion(hidden_outlook, words_of(problem))

    def _evidence(self, probability: Callable[[Outlook], float]) -> Evidence:
        return Evidence(
            probability(self._outlook),
            cache(partial(self._occlusion.clues, probability)),
            lambda hidden: probability(self._hidden(hidden)),
        )

    def answer(self) -> Evidence:
        """The evidence for the answer as a whole."""
        values = self._best[1]
        return self._evidence(lambda outlook: outlook.answer(values))

    def step(self, values: tuple[int, ...]) -> Evidence:
        """The evidence for steps of the derivation: that the last of their values is worked out."""
        made = self._best[2]
        if not values or made.unknowns:
            return self.answer()
        key = value_key(made, max(values), self._outlook.places)
        return self._evidence(lambda outlook: outlook.step(key))

    def unused(self, number: int) -> Evidence:
        """The evidence for leaving out a number."""
        place = self._outlook.places[number]
        return self._evidence(lambda outlook: outlook.unused(place))

    def refusal(self) -> Evidence | None:
        """The evidence for giving no answer, where the model judged so or was unsure; None where a rule decided."""
        reason = self._reason
        if reason == Code.LOW_CONFIDENCE:
            return self._evidence(lambda outlook: 1 - outlook.sure())
        if reason is None or reason not in self._outlook.refusals:
            return None
        return self._evidence(lambda outlook: outlook.refusals.get(reason, 0.0))

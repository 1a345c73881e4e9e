"""The words that a model decided by: those whose hiding lowers the probability of its decision most.

Pure: the model is a callback that judges the text with some characters hidden. Groups of neighbouring words are hidden
first; only the groups that matter are looked at word by word, so few calls are enough. Then the strongest words are
hidden together, since a model may do without any one of them and not without two. Decisions about the same text share
what the model said of it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Generic, TypeVar

from arithmetree.solution.evidence import Clue, Span

Hidden = frozenset[Span]
Probability = Callable[[Hidden], float]
"""The probability of the decision when these characters are hidden; hiding nothing gives that of the whole text."""

MOST_CALLS = 40
MOST_CLUES = 4
_GROUPS = 8
"""Into how many groups of neighbouring words the text is cut at first."""
_SMALL = 6
"""A group of so many words is looked at word by word; a larger one is halved first."""
_TRIALS = (6, 5, 4)
"""How many words are tried beside the first one, beside the first two, and so on."""
_LEAST_EFFECT = 0.001
"""What lowers the probability by less is noise."""
_TOGETHER = 0.5
"""Words matter together where none of them alone has so large a part of the effect of all."""
_NEARLY_ALL = 0.8

Judged = TypeVar("Judged")
"""What a model says of a text, from which the probability of each decision can be read."""

_Group = Sequence[Span]
_Effect = tuple[float, _Group]


def deciding_words(
    probability: Probability, words: Sequence[Span], *, most: int = MOST_CLUES, calls: int = MOST_CALLS
) -> tuple[Clue, ...]:
    """The words whose hiding lowers one probability most, with at most `calls` calls.

    `words` are the spans that may be hidden, in the order of the text. The first clue is the strongest one, and each
    further one the strongest once those before it are hidden. Words that matter together and not alone are given as one
    span.
    """
    return Occlusion(probability, words).clues(lambda found: found, most=most, calls=calls)


class Occlusion(Generic[Judged]):
    """What a model says with words hidden, for any number of decisions; it is never asked the same twice."""

    def __init__(self, judge: Callable[[Hidden], Judged], words: Sequence[Span]) -> None:
        self._judge = judge
        self._words = words
        self._known: dict[Hidden, Judged] = {}

    def judged(self, hidden: Hidden) -> Judged:
        """What the model says with these characters hidden."""
        if hidden not in self._known:
            self._known[hidden] = self._judge(hidden)
        return self._known[hidden]

    def clues(
        self, probability: Callable[[Judged], float], *, most: int = MOST_CLUES, calls: int = MOST_CALLS
    ) -> tuple[Clue, ...]:
        """The words whose hiding lowers the probability of a decision most, as for `deciding_words`."""
        if calls < 1 or not self._words:
            return ()
        search = _Search(lambda hidden: probability(self.judged(hidden)), calls)
        found = search.alone(self._words)
        return tuple(Clue((group[0][0], group[-1][1]), effect) for effect, group in search.together(found, most))


@dataclass
class _Search:
    """The search for the words of one decision; it counts its calls."""

    probability: Probability
    left: int

    def __post_init__(self) -> None:
        self.left -= 1
        self.whole = self.probability(frozenset())

    def fall(self, hidden: Hidden, before: float) -> float | None:
        """By how much the probability falls from what it was; None where no call is left."""
        if self.left <= 0:
            return None
        self.left -= 1
        return before - self.probability(hidden)

    def effects(self, groups: Sequence[_Group]) -> list[_Effect]:
        """By how much hiding each group lowers the probability; without those for which no call is left."""
        found = [(self.fall(frozenset(group), self.whole), group) for group in groups]
        return [(effect, group) for effect, group in found if effect is not None]

    def alone(self, words: Sequence[Span]) -> list[_Effect]:
        """The words and groups that matter by themselves, the strongest first; calls are kept for the second part."""
        kept = min(sum(_TRIALS), self.left // 3)
        self.left -= kept
        found: list[_Effect] = []
        groups = self.effects(_cut(words, min(_GROUPS, len(words))))
        waiting = list(groups)
        while waiting:
            waiting.sort(key=lambda one: one[0])
            effect, group = waiting.pop()
            if effect < _LEAST_EFFECT:
                break
            if len(group) == 1:
                found.append((effect, group))
                continue
            pieces = len(group) if len(group) <= _SMALL else 2
            parts = self.effects(_cut(group, pieces))
            if len(parts) < pieces or max(part for part, _ in parts) < _TOGETHER * effect:
                found.append(self._shrunk(effect, group))
            else:
                waiting += parts
        self.left += kept
        # A model that does without any group may still need one of two.
        return sorted(found or groups, key=lambda one: (-one[0], one[1][0]))

    def _shrunk(self, effect: float, group: _Group) -> _Effect:
        """One half of a group whose words matter together, if it has nearly the whole effect."""
        if not 2 < len(group) <= _SMALL:
            return effect, group
        best = max(self.effects(_cut(group, 2)), default=(0.0, group), key=lambda one: one[0])
        return best if best[0] >= _NEARLY_ALL * effect else (effect, group)

    def together(self, found: Sequence[_Effect], most: int) -> list[_Effect]:
        """The strongest of them, then the one that is strongest beside it, and so on, each with what it adds."""
        if not found:
            return []
        if found[0][0] < _LEAST_EFFECT:
            return self._pair(found)
        chosen, rest = [found[0]], list(found[1:])
        hidden, fallen = frozenset(found[0][1]), found[0][0]
        for trials in _TRIALS:
            if len(chosen) >= most:
                break
            tried: list[_Effect] = []
            for one in rest[:trials]:
                fall = self.fall(hidden | frozenset(one[1]), self.whole)
                if fall is not None:
                    tried.append((fall - fallen, one[1]))
            if not tried:
                break
            effect, group = max(tried, key=lambda one: one[0])
            if effect < _LEAST_EFFECT:
                break
            chosen.append((effect, group))
            hidden, fallen = hidden | frozenset(group), fallen + effect
            rest = [one for one in rest if one[1] is not group]
        return chosen

    def _pair(self, groups: Sequence[_Effect]) -> list[_Effect]:
        """The two groups that the model cannot do without both, where it can do without any one."""
        best: tuple[float, _Effect, _Group] | None = None
        for one, other in combinations(groups, 2):
            fall = self.fall(frozenset(one[1]) | frozenset(other[1]), self.whole)
            if fall is not None and (best is None or fall > best[0]):
                best = fall, one, other[1]
        if best is None or best[0] < _LEAST_EFFECT:
            return []
        return [best[1], (best[0] - best[1][0], best[2])]


def _cut(words: _Group, parts: int) -> list[_Group]:
    """Neighbouring words in groups of nearly the same size."""
    size, more = divmod(len(words), parts)
    groups, start = [], 0
    for part in range(parts):
        end = start + size + (part < more)
        groups.append(words[start:end])
        start = end
    return groups

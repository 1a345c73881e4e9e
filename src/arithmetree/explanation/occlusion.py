"""The words that a model decided by: those whose hiding lowers the probability of its decision most.

Pure: the model is a callback that says how probable the decision is when some characters are hidden. Groups of words
are hidden first; only the groups that matter are then looked at word by word, so few calls are enough.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from arithmetree.solution.evidence import Clue, Span

Hidden = frozenset[Span]
Probability = Callable[[Hidden], float]
"""The probability of the decision when these characters are hidden; hiding nothing gives that of the whole text."""

MOST_CALLS = 40
_GROUPS = 8
"""Into how many groups of neighbouring words the text is cut at first."""
_LEAST_EFFECT = 0.001
"""What lowers the probability by less is noise."""


def deciding_words(
    probability: Probability, words: Sequence[Span], *, most: int = 6, calls: int = MOST_CALLS
) -> tuple[Clue, ...]:
    """The words whose hiding lowers the probability most, the strongest first, with at most `calls` calls.

    `words` are the spans that may be hidden, in the order of the text. A group that matters although none of its words
    does alone is given as one span.
    """
    search = _Search(probability, calls)
    whole = search.probability(frozenset())
    if whole is None or not words:
        return ()
    groups = _cut(words, min(_GROUPS, len(words)))
    found: list[tuple[float, Sequence[Span]]] = []
    waiting = search.effects(groups, whole)
    while waiting:
        waiting.sort(key=lambda one: one[0])
        effect, group = waiting.pop()
        if effect < _LEAST_EFFECT:
            break
        if len(group) == 1:
            found.append((effect, group))
            continue
        parts = search.effects(_cut(group, 2), whole)
        if len(parts) < 2 or max(part for part, _ in parts) < _LEAST_EFFECT:
            found.append((effect, group))  # no calls are left, or only the words together matter
            continue
        waiting += parts
    found.sort(key=lambda one: (-one[0], one[1][0]))
    return tuple(Clue((group[0][0], group[-1][1]), effect) for effect, group in found[:most])


class _Search:
    """Counts the calls, and never asks the same twice."""

    def __init__(self, probability: Probability, calls: int) -> None:
        self._probability = probability
        self._left = calls
        self._known: dict[Hidden, float] = {}

    def probability(self, hidden: Hidden) -> float | None:
        """The probability with these characters hidden; None where no call is left."""
        if hidden not in self._known:
            if self._left <= 0:
                return None
            self._left -= 1
            self._known[hidden] = self._probability(hidden)
        return self._known[hidden]

    def effects(self, groups: Sequence[Sequence[Span]], whole: float) -> list[tuple[float, Sequence[Span]]]:
        """By how much hiding each group lowers the probability; without those for which no call is left."""
        found: list[tuple[float, Sequence[Span]]] = []
        for group in groups:
            left = self.probability(frozenset(group))
            if left is not None:
                found.append((whole - left, group))
        return found


def _cut(words: Sequence[Span], parts: int) -> list[Sequence[Span]]:
    """Neighbouring words in groups of nearly the same size."""
    size, more = divmod(len(words), parts)
    groups, start = [], 0
    for part in range(parts):
        end = start + size + (part < more)
        groups.append(words[start:end])
        start = end
    return groups

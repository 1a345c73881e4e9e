"""Which quantities share the words of their units and noun phrases, with each other and with the question.

The features of the paper that compare quantities, in the form that the authors' code gives them (docs/method.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import combinations

from arithmetree.features.facts import ProblemFacts

Words = frozenset[str]
WordsOf = Callable[[ProblemFacts, int], Words]


def unit_words(facts: ProblemFacts, i: int) -> Words:
    """The words of the unit."""
    return facts.quantities[i].unit


def related_words(facts: ProblemFacts, i: int) -> Words:
    """The words of the related noun phrases as the paper defines them.

    If the sentence has no other quantity, all its nouns are related; the reader's own `related` phrases are fewer.
    """
    schema = facts.quantities[i].schema
    found = {word.lower() for phrase in schema.related for word in phrase.words}
    if sum(other.schema.sentence == schema.sentence for other in facts.quantities) == 1:
        sentence = [token for token in facts.problem.tokens if token.sent == schema.sentence]
        found.update(token.lemma.lower() for token in sentence if token.upos in ("NOUN", "PROPN"))
    return frozenset(found)


def unit_and_related_words(facts: ProblemFacts, i: int) -> Words:
    """The words of the unit and of the related noun phrases together."""
    return unit_words(facts, i) | related_words(facts, i)


@lru_cache(maxsize=64)
def shared_with_question(facts: ProblemFacts, i: int, words_of: WordsOf) -> tuple[str, ...]:
    """Whether the question has words of quantity i, whether others match it better, and how many match it best."""
    matches = [len(words_of(facts, k) & facts.question_lemmas) for k in range(len(facts.quantities))]
    best = max(matches)
    return (
        f"in-question={matches[i] > 0}",
        f"better-elsewhere={best > matches[i]}",
        f"best-count={min(matches.count(best), 4)}",
    )


@lru_cache(maxsize=64)
def shared_with_others(facts: ProblemFacts, i: int, words_of: WordsOf) -> tuple[str, ...]:
    """Whether one or two others have exactly the words of quantity i, whether none has any, and the best overlap."""
    words = [words_of(facts, k) for k in range(len(facts.quantities))]
    others = [other for k, other in enumerate(words) if k != i]
    same = sum(bool(other) and other == words[i] for other in others)
    overlaps = {(j, k): len(words[j] & words[k]) for j, k in combinations(range(len(words)), 2)}
    best = max(overlaps.values(), default=0)
    return (
        f"another={same >= 1}",
        f"two-others={same >= 2}",
        f"none={all(words[i].isdisjoint(other) for other in others)}",
        f"best-overlap={best > 0 and any(i in pair for pair, overlap in overlaps.items() if overlap == best)}",
    )

"""The words and tags around a quantity, which the authors' code looks at (docs/method.md)."""

from __future__ import annotations

from functools import lru_cache

from arithmetree.features.facts import DEGREE_TAGS, ProblemFacts

WINDOW = 2
"""How many tokens on each side of a quantity belong to its window."""
CLOSE = 3
"""How many tokens away an adverb or comparative may be to count as close."""


# A pair asks for the windows of both its quantities: those of the last problems are remembered.
@lru_cache(maxsize=64)
def window_of(facts: ProblemFacts, i: int) -> tuple[str, ...]:
    """The lemmas and the tags of the tokens in the window of quantity i; the number itself is not in it."""
    first, last = _span(facts, i)
    tokens = facts.problem.tokens
    around = [
        token
        for token in (*tokens[max(0, first - WINDOW) : first], *tokens[last + 1 : last + 1 + WINDOW])
        if token.sent == tokens[first].sent
    ]
    words = [f"word={token.lemma.lower()}" for token in around]
    return tuple(dict.fromkeys([*words, *(f"tag={token.tag}" for token in around)]))


@lru_cache(maxsize=64)
def close_degrees(facts: ProblemFacts, i: int) -> tuple[str, ...]:
    """The adverbs and comparatives close to quantity i, each once."""
    first, last = _span(facts, i)
    tokens = facts.problem.tokens
    near = tokens[max(0, first - CLOSE) : last + CLOSE + 1]
    found = [token.lemma.lower() for token in near if token.tag in DEGREE_TAGS and token.sent == tokens[first].sent]
    return tuple(dict.fromkeys(found))


def _span(facts: ProblemFacts, i: int) -> tuple[int, int]:
    """The first and the last token of a quantity; the token before it where it has none, as an implicit one may."""
    quantity = facts.quantities[i].schema.quantity
    places = range(len(facts.problem.tokens))
    tokens = facts.problem.tokens
    inside = [k for k in places if tokens[k].start < quantity.end and quantity.start < tokens[k].end]
    if inside:
        return inside[0], inside[-1]
    before = max((k for k in places if tokens[k].start <= quantity.start), default=0)
    return before, before

"""What words measure: the lists of data/measures.toml that a unit is in, and one name for units of the same thing."""

from __future__ import annotations

from functools import cache

from arithmetree.word_lists import table, words

MONEY, DURATIONS, LENGTHS, WEIGHTS, VOLUMES, OTHERS = "money", "durations", "lengths", "weights", "volumes", "others"
SIZES = frozenset({LENGTHS, WEIGHTS, VOLUMES, OTHERS})
"""The dimensions of things themselves; money and time measure what is paid and how long it takes."""
DIMENSIONS = SIZES | {MONEY, DURATIONS}
CONCEPT_OF_MONEY = "<money>"


@cache
def dimensions(word: str | None) -> frozenset[str]:
    """The dimensions that a lemma measures: two for "pound" and "quarter", none for things."""
    return frozenset(name for name in DIMENSIONS if word in words("measures", name))


@cache
def measures(word: str | None, *names: str) -> bool:
    """Whether a lemma measures one of some dimensions; without names, any."""
    found = dimensions(word)
    return bool(found) if not names else not found.isdisjoint(names)


@cache
def concept(unit: str | None) -> str | None:
    """What a unit measures where several words do ("dollar", "cent", "change" all measure money), else the word."""
    for name in table("concepts"):
        if unit in words("concepts", name):
            return f"<{name}>"
    return unit

"""What may be reworded in a problem without changing its arithmetic: what is counted."""

from __future__ import annotations

from functools import cache

from arithmetree.generator.english import Noun
from arithmetree.generator.lexicon import TOPICS, topic


@cache
def things() -> tuple[Noun, ...]:
    """Nouns of countable things that are used by themselves ("mugs", no "cups of tea")."""
    found = {item.noun for name in TOPICS for item in topic(name).items if item.counted and not item.noun.of}
    return tuple(sorted(found, key=lambda noun: noun.plural))

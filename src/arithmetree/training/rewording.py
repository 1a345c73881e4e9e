"""What of a problem may be told in other words without changing its arithmetic: who it is about and what is counted."""

from __future__ import annotations

from functools import cache

from arithmetree.generator.english import Noun
from arithmetree.generator.lexicon import TOPICS, topic
from arithmetree.quantities.context import CONTEXT
from arithmetree.schemas import Problem
from arithmetree.word_lists import words


def people(problem: Problem) -> set[str]:
    """The names in a list, and names of one word that do something."""
    listed = words("people", "names", "female") | words("people", "names", "male")
    tokens = problem.tokens
    names = [token.upos == "PROPN" for token in tokens]
    found = set()
    for place, token in enumerate(tokens):
        alone = names[place] and not any(names[max(place - 1, 0) : place]) and not any(names[place + 1 : place + 2])
        acts = (
            token.dep == "nsubj"
            and token.text.isalpha()
            and token.text.istitle()
            and token.text.lower() not in CONTEXT.months
        )
        before, after = tokens[max(place - 1, 0)], tokens[min(place + 1, len(tokens) - 1)]
        named = before.tag != "DT" and after.tag != "CD"  # no "the Taverna", no "Episode 7"
        if alone and named and (token.text in listed or acts):
            found.add(token.text)
    return found


@cache
def things() -> tuple[Noun, ...]:
    """Nouns of countable things that stand by themselves ("mugs", no "cups of tea")."""
    found = {item.noun for name in TOPICS for item in topic(name).items if item.counted and not item.noun.of}
    return tuple(sorted(found, key=lambda noun: noun.plural))

"""What a question counts as the encoder reads it: by one word for whatever it is.

Whether stamps or shells are counted does not change the arithmetic, so the encoder does not see it; it sees where the
same thing is spoken of. A measure is not just any thing, and a thing that stands in the question alone may be a word
for several others ("vehicles" after cars and lorries): these stay.
"""

from __future__ import annotations

from functools import cache

from arithmetree.encoder.people import StandIn
from arithmetree.schemas import Problem
from arithmetree.word_lists import words

ONE, MANY = "item", "items"
_NO_THINGS = frozenset({"time", "number", "percent", "point"})  # "points" measure a game


def thing_stand_ins(problem: Problem) -> list[StandIn]:
    """The stand-in at every mention of what the question counts, in the order of the text."""
    question = problem.question
    if question is None or question.unit_head is None or question.unit_head in _measures():
        return []
    places = [token for token in problem.tokens if token.lemma == question.unit_head and token.tag in ("NN", "NNS")]
    in_story = any(not question.start <= token.start < question.end for token in places)
    of_measure = any(problem.tokens[token.head].lemma in _measures() for token in places)  # "litres of the teas"
    if of_measure or not in_story or not any(token.tag == "NNS" for token in places):
        return []
    return [StandIn(token.start, token.end, MANY if token.tag == "NNS" else ONE) for token in places]


@cache
def _measures() -> frozenset[str]:
    sorts = ("durations", "lengths", "weights", "volumes", "others", "money")
    return frozenset().union(_NO_THINGS, *(words("measures", sort) for sort in sorts))

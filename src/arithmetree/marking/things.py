"""What a question counts as the encoder reads it: by one word for whatever it is.

Whether stamps or shells are counted does not change the arithmetic, so the encoder does not see it; it sees where the
same thing is meant. A measure is not just any thing, and a thing that is in the question alone may be a word
for several others ("vehicles" after cars and lorries): these stay.
"""

from __future__ import annotations

from arithmetree.marking.people import StandIn
from arithmetree.measures import measures
from arithmetree.schemas import Problem

ONE, MANY = "item", "items"
_NO_THINGS = frozenset({"time", "number", "percent", "point"})  # "points" measure a game


def thing_stand_ins(problem: Problem) -> list[StandIn]:
    """The stand-in at every mention of what the question counts, in the order of the text."""
    question = problem.story.question
    if question is None or question.thing.head is None or _is_measure(question.thing.head):
        return []
    places = [token for token in problem.tokens if token.lemma == question.thing.head and token.tag in ("NN", "NNS")]
    in_story = any(not question.covers(token.start) for token in places)
    of_measure = any(_is_measure(problem.tokens[token.head].lemma) for token in places)  # "litres of the teas"
    if of_measure or not in_story or not any(token.tag == "NNS" for token in places):
        return []
    return [StandIn(token.start, token.end, MANY if token.tag == "NNS" else ONE) for token in places]


def _is_measure(lemma: str) -> bool:
    return measures(lemma) or lemma in _NO_THINGS

"""What the feature functions look at: facts of a problem computed once and shared by all quantities and pairs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arithmetree.schemas import Problem, Schema
from arithmetree.story import StoryAmount
from arithmetree.word_lists import words

STRONG = "*"
"""Begins the names of features that sum up much knowledge; training finds their weights cheaper (vectorise.py)."""

NEAR = 5
"""How many tokens count as near a quantity (the paper's window)."""

DEGREE_TAGS = frozenset({"RB", "RBR", "RBS", "JJR", "JJS"})
"""The tags of adverbs and comparatives."""


@dataclass(frozen=True, slots=True, eq=False)
class QuantityFacts:
    """One quantity as the features see it; the same only as itself, so that what follows from it can be remembered."""

    schema: Schema
    amount: StoryAmount  # what the story says about it
    value: Fraction
    number: int | Fraction  # the value, a whole one as an integer: far faster to compare
    unit: frozenset[str]
    concept: str | None
    rate: tuple[str | None, str | None] | None  # concepts of numerator and denominator
    classes: tuple[str, ...]
    near: tuple[str, ...]  # adverbs and comparatives within NEAR tokens
    before: str  # the word in front of the number
    after: str  # the word after its unit
    unit_match: int  # tokens of the unit that are in the question
    related_match: int  # related noun phrases whose head is in the question
    is_bare: bool  # a verb comes right after the number: "5 arrived"
    in_question: bool  # is in the sentence of the question
    sentence_from_end: int


@dataclass(frozen=True, slots=True, eq=False)
class ProblemFacts:
    """A problem as the features see it; the same only as itself, so that what follows from it can be remembered."""

    problem: Problem
    quantities: tuple[QuantityFacts, ...]
    question_lemmas: frozenset[str]
    question_words: frozenset[str]  # the lemmas, and the words as they are written
    question_concept: str | None
    question_classes: tuple[str, ...]
    question_owner: str | None
    owner_is_person: bool
    question_owners: frozenset[str]  # all that the question is about by name; none where it is about everybody
    asks_rate: bool
    text_words: frozenset[str]


def facts_of(problem: Problem) -> ProblemFacts:
    """The facts of a problem from its story; a problem without a question has empty question facts."""
    question = problem.story.question
    asked: frozenset[str] = frozenset() if question is None else question.lemmas
    at = {token.start: index for index, token in enumerate(problem.tokens)}
    return ProblemFacts(
        problem=problem,
        quantities=tuple(
            _quantity_facts(problem, schema, amount, asked, at)
            for schema, amount in zip(problem.schemas, problem.story.amounts, strict=True)
        ),
        question_lemmas=asked,
        question_words=frozenset() if question is None else question.words,
        question_concept=None if question is None else question.thing.concept,
        question_classes=() if question is None else question.classes,
        question_owner=None if question is None else question.owner,
        owner_is_person=question is not None and question.owner_is_person,
        question_owners=frozenset() if question is None else question.owners,
        asks_rate=question is not None and question.is_rate,
        text_words=frozenset(token.lemma.lower() for token in problem.tokens),
    )


def _quantity_facts(
    problem: Problem, schema: Schema, amount: StoryAmount, asked: frozenset[str], at: dict[int, int]
) -> QuantityFacts:
    value, tokens, unit = schema.quantity.value, problem.tokens, amount.thing.words
    index = _token_index(schema.quantity.start, at)
    near = []
    near_words = words("feature_words", "near")
    for other in tokens[max(0, index - NEAR) : index + NEAR + 1]:
        if other.sent == schema.sentence:
            lemma = other.lemma.lower()
            if other.tag in DEGREE_TAGS or lemma in near_words:
                near.append(lemma)
    place = index + 1
    while place < len(tokens) and (tokens[place].lemma.lower() in unit or tokens[place].start < schema.quantity.end):
        place += 1
    return QuantityFacts(
        schema=schema,
        amount=amount,
        value=value,
        number=value.numerator if value.denominator == 1 else value,
        unit=unit,
        concept=amount.thing.concept,
        rate=None if amount.rate is None else (amount.rate.over, amount.rate.per),
        classes=amount.event.classes,
        near=tuple(dict.fromkeys(near)),
        before=tokens[index - 1].lemma.lower() if index > 0 else "",
        after=tokens[place].lemma.lower() if place < len(tokens) else "",
        unit_match=len(unit & asked),
        related_match=sum(phrase.head.lower() in asked for phrase in schema.related),
        is_bare=index + 1 < len(tokens) and tokens[index + 1].upos in ("AUX", "VERB"),
        in_question=amount.in_question,
        sentence_from_end=tokens[-1].sent - schema.sentence,
    )


def _token_index(start: int, at: dict[int, int]) -> int:
    while start > 0 and start not in at:
        start -= 1
    return at.get(start, 0)

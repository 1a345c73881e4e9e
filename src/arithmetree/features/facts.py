"""What the feature functions look at: facts of a problem computed once and shared by all quantities and pairs."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from arithmetree.quantities import Kind
from arithmetree.schemas import Problem, Schema, Token
from arithmetree.word_lists import table, words

STRONG = "*"
"""Begins the names of features that sum up much knowledge; training finds their weights cheaper (vectorise.py)."""

NEAR = 5
"""How many tokens count as near a quantity (the paper's window)."""

DEGREE_TAGS = frozenset({"RB", "RBR", "RBS", "JJR", "JJS"})
"""The tags of adverbs and comparatives."""


@cache
def verb_classes(lemma: str | None) -> tuple[str, ...]:
    """The classes of a verb, in the order of the data file; none for a verb that it does not list."""
    return tuple(name for name in table("verb_classes") if lemma in words("verb_classes", name))


@cache
def concept(unit: str | None) -> str | None:
    """What a unit measures where several words do ("dollar", "cent", "change" all measure money), else the word."""
    for name in table("concepts"):
        if unit in words("concepts", name):
            return f"<{name}>"
    return unit


@dataclass(frozen=True, slots=True, eq=False)
class QuantityFacts:
    """One quantity as the features see it; the same only as itself, so that what follows from it can be remembered."""

    schema: Schema
    value: Fraction
    number: int | Fraction  # the value, a whole one as an integer: far faster to compare
    unit: frozenset[str]
    concept: str | None
    rate: tuple[str | None, str | None] | None  # concepts of numerator and denominator
    classes: tuple[str, ...]
    near: tuple[str, ...]  # adverbs and comparatives within NEAR tokens
    before: str  # the word in front of the number
    after: str  # the word behind its unit
    unit_match: int  # tokens of the unit that stand in the question
    related_match: int  # related noun phrases whose head stands in the question
    is_part: bool  # "5 of them", "3 were broken"
    is_bare: bool  # a verb stands right behind the number: "5 arrived"
    is_more: bool  # "5 more", "another 5"
    is_taken_out: bool  # "carried 5 pots out"
    is_passive: bool  # "was given 5"
    in_question: bool  # stands in the sentence of the question
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
    """Compute the facts of a problem; a problem without a question has empty question facts."""
    question = problem.question
    lemmas: list[str] = []
    said: list[str] = []
    question_sentence = -1
    if question is not None:
        for token in problem.tokens:
            if question.start <= token.start < question.end:
                lemmas.append(token.lemma.lower())
                said.append(token.text.lower())
                question_sentence = token.sent
    asked = frozenset(lemmas)
    last_sentence = problem.tokens[-1].sent if problem.tokens else 0
    at = {token.start: index for index, token in enumerate(problem.tokens)}
    quantities = tuple(
        _quantity_facts(problem, schema, asked, question_sentence, last_sentence, at) for schema in problem.schemas
    )
    return ProblemFacts(
        problem=problem,
        quantities=quantities,
        question_lemmas=asked,
        question_words=asked | frozenset(said),
        question_concept=_question_concept(problem, asked),
        question_classes=() if question is None else verb_classes(question.verb),
        question_owner=_owner(problem),
        owner_is_person=question is not None and is_person(question.subject_resolved),
        question_owners=_owners(problem),
        asks_rate=question is not None
        and (question.rate is not None or bool(asked & words("questions", "words", "rate"))),
        text_words=frozenset(token.lemma.lower() for token in problem.tokens),
    )


def _owner(problem: Problem) -> str | None:
    """Whose amount is asked for; "he" behind "Ben gave him 5" is taken for the one who got, not for the giver."""
    question = problem.question
    if question is None or question.subject_resolved is None:
        return None
    owner = question.subject_resolved
    if question.subject is not None and question.subject.text.lower() in ("he", "she"):
        had: set[str | None] = set()
        for schema in problem.schemas:
            if schema.subject_resolved == owner and schema.recipient in had and owner not in had:
                return str(schema.recipient).lower()
            had.add(schema.subject_resolved)
    return owner.lower()


@cache
def is_person(name: str | None) -> bool:
    """Whether a subject is a person: a name, or a word for people."""
    return name is not None and (name[:1].isupper() or any(name in words("people", "roles", part) for part in _ROLES))


_ROLES = ("female", "male", "either")


def _owners(problem: Problem) -> frozenset[str]:
    question = problem.question
    if question is None or question.subject is None or question.subject_resolved is None:
        return frozenset()
    asked = [token for token in problem.tokens if question.start <= token.start < question.end]
    if any(token.lemma.lower() in words("feature_words", "everybody") for token in asked):
        return frozenset()
    names = {token.text.lower() for token in asked}
    told = {name.lower() for schema in problem.schemas for name in (schema.subject_resolved, schema.recipient) if name}
    return frozenset({str(_owner(problem)), *(names & told)})


def _question_concept(problem: Problem, asked: frozenset[str]) -> str | None:
    question = problem.question
    if question is None:
        return None
    found = concept(question.unit_head)
    unknown = found is None or found == question.unit_head
    if question.asks == "how much" and unknown and asked & words("feature_words", "money"):
        return "<money>"
    return found


def _quantity_facts(
    problem: Problem,
    schema: Schema,
    asked: frozenset[str],
    question_sentence: int,
    last_sentence: int,
    at: dict[int, int],
) -> QuantityFacts:
    quantity, value = schema.quantity, schema.quantity.value
    tokens = problem.tokens
    index = _token_index(quantity.start, at)
    near = []
    near_words = words("feature_words", "near")
    for other in tokens[max(0, index - NEAR) : index + NEAR + 1]:
        if other.sent == schema.sentence:
            lemma = other.lemma.lower()
            if other.tag in DEGREE_TAGS or lemma in near_words:
                near.append(lemma)
    unit = frozenset(schema.unit)
    behind = index + 1
    while behind < len(tokens) and (tokens[behind].lemma.lower() in unit or tokens[behind].start < quantity.end):
        behind += 1
    return QuantityFacts(
        schema=schema,
        value=value,
        number=value.numerator if value.denominator == 1 else value,
        unit=unit,
        concept="<money>" if quantity.kind is Kind.MONEY else concept(schema.unit_head),
        rate=None if schema.rate is None else (concept(schema.rate.numerator), concept(schema.rate.denominator)),
        classes=verb_classes(schema.verb),
        near=tuple(dict.fromkeys(near)),
        before=tokens[index - 1].lemma.lower() if index > 0 else "",
        after=tokens[behind].lemma.lower() if behind < len(tokens) else "",
        unit_match=len(unit & asked),
        related_match=sum(phrase.head.lower() in asked for phrase in schema.related),
        is_part=_is_part(tokens, index, schema),
        is_bare=index + 1 < len(tokens) and tokens[index + 1].upos in ("AUX", "VERB"),
        is_more=_is_more(tokens, index),
        is_taken_out=behind < len(tokens) and tokens[behind].lemma.lower() in words("story", "particles", "out"),
        is_passive=schema.subject is not None and tokens[schema.subject.index].dep == "nsubj:pass",
        in_question=schema.sentence == question_sentence,
        sentence_from_end=last_sentence - schema.sentence,
    )


def _is_part(tokens: tuple[Token, ...], index: int, schema: Schema) -> bool:
    """Some of an amount told before: "5 of them", "7 shells but 3 were broken"."""
    if index + 2 >= len(tokens) or tokens[index + 1].sent != schema.sentence:
        return False
    word = tokens[index + 1]
    if word.lemma.lower() == "of":
        return tokens[index + 2].upos in ("DET", "PRON", "PROPN") or tokens[index + 2].tag == "PRP$"
    is_verb = word.upos == "AUX" or word.tag in ("VBD", "VBP", "VBZ")
    return index > 0 and is_verb and tokens[index - 1].lemma.lower() != "of"


def _is_more(tokens: tuple[Token, ...], index: int) -> bool:
    around = {token.lemma.lower() for token in (*tokens[max(0, index - 1) : index], *tokens[index + 1 : index + 2])}
    return bool(around & words("story", "particles", "more"))


def _token_index(start: int, at: dict[int, int]) -> int:
    while start > 0 and start not in at:
        start -= 1
    return at.get(start, 0)

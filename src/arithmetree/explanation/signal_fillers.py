"""Fillers: what stands in the place of each pair of braces of data/signals.toml, and where the text says it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from arithmetree.explanation.nouns import noun_words
from arithmetree.explanation.places import comparison_span, quoted, verb_span, words_anywhere, words_asked, words_near
from arithmetree.features.facts import ProblemFacts, QuantityFacts
from arithmetree.features.relevance import sets_of_words
from arithmetree.features.story import asked
from arithmetree.quantities import Kind
from arithmetree.solution import Span
from arithmetree.views.amount_text import singular
from arithmetree.word_lists import table

_POINTERS = frozenset(
    {"i", "you", "he", "she", "it", "we", "they", "me", "him", "her", "us", "them", "this", "that", "these", "those"}
    | {"there", "who", "which", "what", "one"}
)
NUMBERS = frozenset({"number", "partner", "one", "other", "larger", "smaller", "factor"})


@dataclass(frozen=True, slots=True)
class Filled:
    """What stands in the place of braces, and where the text says it, if one place does."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Feature:
    """One feature: what it is called without its side, its value, and the quantity that it is about.

    `numbers` are all numbers of the problem as the text writes them.
    """

    facts: ProblemFacts
    numbers: tuple[Filled, ...]
    key: str
    value: str
    places: tuple[int, ...]
    number: int

    @property
    def about(self) -> QuantityFacts:
        return self.facts.quantities[self.number]

    @property
    def span(self) -> Span | None:
        """Where its number stands, with its unit."""
        return self.numbers[self.number].span

    def written(self, place: int) -> Filled:
        """A number as the text writes it."""
        return self.numbers[place]


def _partner(feature: Feature) -> Filled | None:
    return next((feature.written(place) for place in feature.places if place != feature.number), None)


def _both(feature: Feature) -> Filled:
    return Filled(" and ".join(feature.written(place).text for place in sorted(feature.places)))


def _by_size(feature: Feature, place: int) -> Filled | None:
    ordered = sorted(feature.places, key=lambda number: feature.facts.quantities[number].value)
    small, large = (feature.facts.quantities[number].value for number in ordered)
    return None if small == large else feature.written(ordered[place])


def _factor(feature: Feature) -> Filled | None:
    kinds = [feature.facts.quantities[place].schema.quantity.kind for place in feature.places]
    factors = [kind in (Kind.MULTIPLIER, Kind.PERCENT) for kind in kinds]
    return feature.written(feature.places[factors.index(True)]) if sum(factors) == 1 else None


def _verb(feature: Feature) -> Filled | None:
    span = verb_span(feature.facts, feature.number)
    if span is None:
        return None
    return Filled(_glossed(feature.facts, span, feature.about.schema.verb, feature.about.classes), span)


def _asking(feature: Feature) -> Filled | None:
    """The verb of the question."""
    question = feature.facts.problem.question
    if question is None or question.verb is None:
        return None
    spans = words_asked(feature.facts, {question.verb})
    if not spans:
        return None
    return Filled(_glossed(feature.facts, spans[-1], question.verb, feature.facts.question_classes), spans[-1])


def _glossed(facts: ProblemFacts, span: Span, verb: str | None, classes: tuple[str, ...]) -> str:
    """A verb as written, with what verbs of its class do: the class that has its name, else the first."""
    glosses: dict[str, str] = table("signals")["classes"]
    gloss = glosses.get(verb if verb in classes else classes[0]) if classes else None
    return f"{quoted(facts, span)} ({gloss})" if gloss else quoted(facts, span)


def _near(feature: Feature) -> Filled | None:
    spans = words_near(feature.facts, feature.number, {feature.value})
    return Filled(quoted(feature.facts, spans[0]), spans[0]) if spans and feature.value.isalpha() else None


def _beside(feature: Feature, *, behind: bool) -> Filled | None:
    """The word right before a number, or right behind it and its unit."""
    if feature.span is None or not feature.value.isalpha():
        return None
    start, end = feature.span
    text = feature.facts.problem.text
    for token in feature.facts.problem.tokens:
        between = text[end : token.start] if behind else text[token.end : start]
        touches = token.start >= end if behind else token.end <= start
        if touches and not between.strip() and token.lemma.lower() == feature.value:
            span = (token.start, token.end)
            return Filled(quoted(feature.facts, span), span)
    return None


def _units(feature: Feature) -> Filled | None:
    noun = noun_words(feature.about.schema.unit_head, feature.facts)
    return None if noun is None else Filled(noun, feature.span)


def _rate(feature: Feature, *, over: bool, many: bool) -> Filled | None:
    rate = feature.about.schema.rate
    if rate is None:
        return None
    lemma = rate.numerator if over else rate.denominator
    noun = noun_words(lemma, feature.facts) if many else singular(lemma)
    return None if noun is None else Filled(noun, feature.span)


def _subject(feature: Feature) -> Filled | None:
    schema = feature.about.schema
    phrase = schema.subject
    return _named(schema.subject_resolved, None if phrase is None else (phrase.start, phrase.end))


def _owner(feature: Feature) -> Filled | None:
    question = feature.facts.problem.question
    phrase = None if question is None else question.subject
    if question is None or phrase is None:
        return None
    return _named(question.subject_resolved, (phrase.start, phrase.end))


def _target(feature: Feature) -> Filled | None:
    comparison = feature.about.schema.comparison
    return None if comparison is None else _named(comparison.target, comparison_span(feature.facts, feature.number))


def _named(name: str | None, span: Span | None = None) -> Filled | None:
    """A person or a thing as a sentence names it; nobody is told of who is only pointed at."""
    if name is None or name.lower() in _POINTERS:
        return None
    return Filled(name if name[:1].isupper() else f"the {name}", span)


def _comparison(feature: Feature) -> Filled | None:
    span = comparison_span(feature.facts, feature.number)
    return None if span is None else Filled(quoted(feature.facts, span), span)


def _asks(feature: Feature) -> Filled | None:
    question = feature.facts.problem.question
    at = -1 if question is None else question.text.lower().find(feature.value.lower())
    if question is None or at < 0:
        return None
    span = (question.start + at, question.start + at + len(feature.value))
    return Filled(quoted(feature.facts, span), span)


def _set_word(name: str, feature: Feature) -> Filled | None:
    """A word of a set (total, left, each, ...) in the question."""
    spans = words_asked(feature.facts, sets_of_words()[name])
    return Filled(quoted(feature.facts, *spans), spans[0]) if spans else None


def _told(feature: Feature) -> Filled | None:
    """The same anywhere in the text; "text:rest" names the word itself, "text:left" a set."""
    name = feature.key.removeprefix("text:")
    spans = words_anywhere(feature.facts, sets_of_words()[name] if feature.value else {name})
    return Filled(quoted(feature.facts, spans[0]), spans[0]) if spans else None


def _asked_for(feature: Feature) -> Filled | None:
    return _listed("asked", asked(feature.facts))


def _role(feature: Feature) -> Filled | None:
    return _listed("roles", feature.value.rpartition(":")[2])


def _roles(feature: Feature) -> Filled | None:
    """What both numbers do in the story, in the order of the text."""
    roles: dict[str, str] = table("signals")["roles"]
    told = sorted(zip(feature.places, feature.value.rpartition(":")[2].split(","), strict=True))
    if any(role not in roles for _, role in told):
        return None
    return Filled(" and ".join(f"{feature.written(place).text} is {roles[role]}" for place, role in told))


def _listed(part: str, name: str) -> Filled | None:
    """An entry of a small table."""
    words: str | None = table("signals")[part].get(name)
    return None if words is None else Filled(words)


FILLERS: dict[str, Callable[[Feature], Filled | None]] = {
    "number": lambda feature: feature.written(feature.number),
    "partner": _partner,
    "one": lambda feature: feature.written(feature.places[0]),
    "other": lambda feature: feature.written(feature.places[1]),
    "both": _both,
    "larger": lambda feature: _by_size(feature, 1),
    "smaller": lambda feature: _by_size(feature, 0),
    "factor": _factor,
    "verb": _verb,
    "asking": _asking,
    "near": _near,
    "before": lambda feature: _beside(feature, behind=False),
    "after": lambda feature: _beside(feature, behind=True),
    "units": _units,
    "over": lambda feature: _rate(feature, over=True, many=True),
    "per": lambda feature: _rate(feature, over=False, many=False),
    "pers": lambda feature: _rate(feature, over=False, many=True),
    "subject": _subject,
    "recipient": lambda feature: _named(feature.about.schema.recipient),
    "owner": _owner,
    "target": _target,
    "comparison": _comparison,
    "asks": _asks,
    **{
        name: partial(_set_word, name)
        for name in ("total", "left", "rest", "difference", "each", "begin", "need", "groups")
    },
    "told": _told,
    "asked": _asked_for,
    "role": _role,
    "roles": _roles,
}
"""What each pair of braces of the table is filled with."""

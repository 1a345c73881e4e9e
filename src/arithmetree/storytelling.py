"""The story of a problem: each fact about its amounts, people and question, worked out once, with its place.

Everything here follows from the schemas, the question and the tokens; nothing is looked up again later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from arithmetree.measures import CONCEPT_OF_MONEY, concept, dimensions
from arithmetree.quantities import Kind
from arithmetree.schemas import Question, Schema, Token
from arithmetree.story import (
    AmountKind,
    Contrast,
    Effect,
    Goal,
    Holder,
    Part,
    PerOne,
    Story,
    StoryAmount,
    StoryEvent,
    StoryQuestion,
    TextSpan,
    Thing,
)
from arithmetree.word_lists import table, words

_NEAR = 5  # tokens on either side of a number in which "now" and "left" are about it
_FINITE = frozenset({"VBD", "VBP", "VBZ"})
_ROLES = ("female", "male", "either")


def tell(tokens: Sequence[Token], schemas: Sequence[Schema], questions: Sequence[Question]) -> Story:
    """Build the story of a text from what has been read of it."""
    places = _Places(tokens)
    asked_sentence = places.sentence_at(questions[-1].end - 1) if questions else -1
    amounts = tuple(_amount(places, schema, schemas, asked_sentence) for schema in schemas)
    amounts = tuple(_with_end(places, schemas, amounts, number) for number in range(len(amounts)))
    return Story(
        amounts=amounts,
        unknowns=tuple(_unknown_amounts(places)),
        people=tuple(_people(tokens)),
        questions=tuple(_asked(places, schemas, amounts, question) for question in questions),
    )


class _Places:
    """The tokens of a text and which of them is at a character."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tokens
        self.at = {token.start: index for index, token in enumerate(tokens)}
        self.lemmas = [token.lemma.lower() for token in tokens]

    def index(self, start: int) -> int:
        """The token at a character, or the last that begins before it."""
        while start > 0 and start not in self.at:
            start -= 1
        return self.at.get(start, 0)

    def sentence_at(self, start: int) -> int:
        return self.tokens[self.index(start)].sent

    def span(self, index: int | None) -> TextSpan | None:
        return None if index is None else TextSpan(self.tokens[index].start, self.tokens[index].end)

    def lemma(self, index: int) -> str:
        return self.lemmas[index] if index < len(self.lemmas) else ""


def _amount(places: _Places, schema: Schema, schemas: Sequence[Schema], asked_sentence: int) -> StoryAmount:
    quantity = schema.quantity
    return StoryAmount(
        kind=AmountKind.NUMBER if quantity.implicit is None else AmountKind.IMPLIED,
        value=quantity.value,
        span=TextSpan(quantity.start, quantity.end),
        thing=_thing(schema.unit, schema.unit_head, quantity.kind is Kind.MONEY, schema.unit_span),
        event=_event(places, schema),
        contrast=_contrast(schema),
        rate=_rate(places, schema),
        part=_part(places, schema, schemas),
        in_question=schema.sentence == asked_sentence,
    )


def _thing(unit: tuple[str, ...], head: str | None, is_money: bool, span: tuple[int, int] | None) -> Thing:
    return Thing(
        words=frozenset(unit),
        head=head,
        concept=CONCEPT_OF_MONEY if is_money else concept(head),
        dimensions=dimensions(head),
        span=None if span is None else TextSpan(*span),
    )


def _event(places: _Places, schema: Schema) -> StoryEvent:
    index, subject = places.index(schema.quantity.start), schema.subject
    following = _after_unit(places, schema, index)
    around = {places.lemma(index - 1) if index else "", places.lemma(index + 1)}
    after_verb = "" if schema.verb_index is None else places.lemma(schema.verb_index + 1)
    classes = verb_classes(schema.verb)
    return StoryEvent(
        verb=schema.verb,
        span=places.span(schema.verb_index),
        classes=classes,
        effects=tuple(effect_of(name) for name in classes),
        doer=_holder(schema.subject_resolved, None if subject is None else TextSpan(subject.start, subject.end)),
        receiver=_holder(schema.recipient, None if schema.recipient_span is None else TextSpan(*schema.recipient_span)),
        adds=not around.isdisjoint(words("story", "particles", "more")),
        is_passive=subject is not None and places.tokens[subject.index].dep == "nsubj:pass",
        takes_out=not words("story", "particles", "out").isdisjoint((places.lemma(following), after_verb)),
        is_final=False,
    )


def _after_unit(places: _Places, schema: Schema, index: int) -> int:
    """The first token after a number and the words of its unit."""
    place = index + 1
    while place < len(places.tokens) and (
        places.lemma(place) in schema.unit or places.tokens[place].start < schema.quantity.end
    ):
        place += 1
    return place


def _holder(name: str | None, span: TextSpan | None) -> Holder | None:
    return None if name is None else Holder(name, is_person(name), span)


def _contrast(schema: Schema) -> Contrast | None:
    comparison = schema.comparison
    if comparison is None:
        return None
    is_less = not words("story", "less").isdisjoint(comparison.words.split())
    span = None if comparison.span is None else TextSpan(*comparison.span)
    return Contrast(comparison.words, is_less, comparison.target, span)


def _rate(places: _Places, schema: Schema) -> PerOne | None:
    """The rate by its concepts; it rests on the word for what it is per, nearest in the sentence of its number."""
    rate = schema.rate
    if rate is None:
        return None
    named = [token for token, lemma in zip(places.tokens, places.lemmas, strict=True) if lemma == rate.denominator]
    here = [token for token in named if token.sent == schema.sentence]
    nearest = min(here, key=lambda token: abs(token.start - schema.quantity.start), default=None)
    span = None if nearest is None else TextSpan(nearest.start, nearest.end)
    return PerOne(concept(rate.numerator), concept(rate.denominator), span)


def _part(places: _Places, schema: Schema, schemas: Sequence[Schema]) -> Part | None:
    """Some of an amount mentioned before: "5 of them", "5 of the 9", "7 shells but 3 were broken"."""
    tokens, index = places.tokens, places.index(schema.quantity.end - 1)
    if index + 2 >= len(tokens) or tokens[index + 1].sent != schema.sentence:
        return None
    word, ahead = tokens[index + 1], tokens[index + 2]
    if places.lemma(index + 1) == "of":
        if ahead.upos not in ("DET", "PRON", "PROPN") and ahead.tag != "PRP$":
            return None
        place = index + 3 + (index + 3 < len(tokens) and tokens[index + 3].upos == "SYM")
        start = tokens[place].start if place < len(tokens) else -1
        whole = next((number for number, other in enumerate(schemas) if other.quantity.start == start), None)
        return Part(whole, ahead.text.lower(), TextSpan(word.start, ahead.end))
    is_verb = word.upos == "AUX" or word.tag in _FINITE
    first = places.index(schema.quantity.start)
    if first == 0 or not is_verb or places.lemma(first - 1) == "of":
        return None
    return Part(None, None, TextSpan(word.start, word.end))


def _with_end(places: _Places, schemas: Sequence[Schema], amounts: tuple[StoryAmount, ...], number: int) -> StoryAmount:
    """The amount with whether it is what there is in the end: "had 9, gave 4 away, has 5 left"."""
    amount = amounts[number]
    event = amount.event
    if Effect.STATE not in event.effects or amount.rate is not None or amount.contrast is not None:
        return amount
    before = [k for k in range(len(amounts)) if schemas[k].quantity.start < schemas[number].quantity.start]
    alike = [k for k in before if amounts[k].thing.concept == amount.thing.concept and amounts[k].rate is None]
    if not alike or amount.in_question:
        return amount
    schema = schemas[number]
    index = places.index(schema.quantity.start)
    around = range(max(0, index - _NEAR), min(index + _NEAR + 1, len(places.tokens)))
    near = {places.lemmas[at] for at in around if places.tokens[at].sent == schema.sentence}
    said = not words("story", "final").isdisjoint(near.union(schema.time_words))
    # "baked 9 and 12, had 5 when she came home"
    only_events = all(Effect.STATE not in amounts[k].event.effects for k in alike)
    later = schema.tense == "present" and all(schemas[k].tense == "past" for k in before)
    return replace(amount, event=replace(event, is_final=True)) if said or only_events or later else amount


def _unknown_amounts(places: _Places) -> Iterator[StoryAmount]:
    """Amounts without a number: "some marbles", "several of them", "a number"."""
    tokens, vague = places.tokens, words("story", "unknown", "words")
    for index in [at for at, lemma in enumerate(places.lemmas) if lemma in vague]:
        token = tokens[index]
        if token.upos == "NOUN" and (index == 0 or tokens[index - 1].text.lower() not in ("a", "an", "certain")):
            continue  # "the number of" names an amount that is given elsewhere
        if index > 0 and tokens[index - 1].text.lower() in ("how", "as", "so", "too"):
            continue
        named = [kid for kid in tokens[index + 1 : index + 4] if kid.upos == "NOUN"]
        head = named[0] if named else None
        unit = () if head is None else (head.lemma,)
        span = None if head is None else (head.start, head.end)
        thing = _thing(unit, None if head is None else head.lemma, False, span)
        yield StoryAmount(AmountKind.UNKNOWN, None, TextSpan(token.start, token.end), thing, _NOTHING_HAPPENS)


_NOTHING_HAPPENS = StoryEvent(None, None, (), (), None, None, False, False, False, False)


def _people(tokens: Sequence[Token]) -> Iterator[Holder]:
    """The mentions of people by name: names of the list, and names of one word that do something."""
    known = set(_names(tokens))
    for token in tokens if known else ():
        if token.text in known:
            yield Holder(token.text, True, TextSpan(token.start, token.end))


def _names(tokens: Sequence[Token]) -> Iterator[str]:
    for place, token in enumerate(tokens):
        if token.upos != "PROPN":
            continue
        before, after = tokens[max(place - 1, 0)], tokens[min(place + 1, len(tokens) - 1)]
        alone = (place == 0 or before.upos != "PROPN") and (after is token or after.upos != "PROPN")
        named = before.tag != "DT" and after.tag != "CD"  # no "the Taverna", no "Episode 7"
        acts = token.dep == "nsubj" and token.text.isalpha() and token.text.istitle()
        listed = any(token.text in words("people", "names", gender) for gender in ("female", "male"))
        # "June has 5 pens" is about somebody, "rain in June" and "Saturday was hot" are not.
        if alone and named and (listed and acts if _is_date(token) else listed or acts):
            yield token.text


def _is_date(token: Token) -> bool:
    """Whether a word is the name of a month or a day of the week."""
    return any(token.text.lower() in words("facts", "listed", kind) for kind in ("months", "days"))


def _asked(
    places: _Places, schemas: Sequence[Schema], amounts: Sequence[StoryAmount], question: Question
) -> StoryQuestion:
    inside = [index for index, token in enumerate(places.tokens) if question.start <= token.start < question.end]
    lemmas = frozenset(places.lemma(index) for index in inside)
    said = lemmas | {places.tokens[index].text.lower() for index in inside}
    thing = _thing(question.unit, question.unit_head, False, question.unit_span)
    unknown = thing.concept in (None, thing.head)
    if question.asks == "how much" and unknown and lemmas & words("feature_words", "money"):
        thing = replace(thing, concept=CONCEPT_OF_MONEY)
    classes = verb_classes(question.verb)
    owner = _owner(schemas, question)
    asked = StoryQuestion(
        span=TextSpan(question.start, question.end),
        first=inside[0] if inside else 0,
        last=inside[-1] + 1 if inside else 0,
        sentence=places.tokens[inside[-1]].sent if inside else -1,
        goal=Goal.END,
        thing=thing,
        lemmas=lemmas,
        words=said,
        classes=classes,
        effects=frozenset(effect_of(name) for name in classes),
        owner=owner,
        owner_is_person=is_person(question.subject_resolved),
        owners=_owners(schemas, question, owner, said, lemmas),
        is_rate=question.rate is not None or not lemmas.isdisjoint(words("questions", "words", "rate")),
    )
    return replace(asked, goal=_goal(asked, question, amounts))


def _owner(schemas: Sequence[Schema], question: Question) -> str | None:
    """Whose amount is asked for; "he" after "Ben gave him 5" is taken for the one who got, not for the giver."""
    owner = question.subject_resolved
    if owner is None:
        return None
    if question.subject is not None and question.subject.text.lower() in ("he", "she"):
        had: set[str | None] = set()
        for schema in schemas:
            if schema.subject_resolved == owner and schema.recipient in had and owner not in had:
                return str(schema.recipient).lower()
            had.add(schema.subject_resolved)
    return owner.lower()


def _owners(
    schemas: Sequence[Schema], question: Question, owner: str | None, said: frozenset[str], lemmas: frozenset[str]
) -> frozenset[str]:
    if question.subject is None or owner is None or lemmas & words("feature_words", "everybody"):
        return frozenset()
    named = {name.lower() for schema in schemas for name in (schema.subject_resolved, schema.recipient) if name}
    return frozenset({owner, *(said & named)})


def _goal(asked: StoryQuestion, question: Question, amounts: Sequence[StoryAmount]) -> Goal:
    """What is asked for: a difference, a need, a share, the start, a change, the total or the end."""

    def says(name: str) -> bool:
        return not asked.words.isdisjoint(words("story", "asks", name))

    effects, events = asked.effects, [amount.event for amount in amounts]
    counts = question.asks in ("how many", "how much")
    has_end = any(event.is_final for event in events)
    if says("compared") and counts and not says("than") and (says("need") or Effect.GAIN in effects):
        return Goal.NEED  # how many more does she need, should she buy
    if says("difference") or (says("compared") and counts) or ("by" in asked.words and counts):
        return Goal.NEED if says("need") else Goal.DIFFERENCE
    if says("each") and not says("total"):
        return Goal.EACH
    if says("left"):
        return Goal.END
    if says("start") or ("had" in asked.words and question.verb != "have" and has_end):
        return Goal.START
    if says("total"):
        return Goal.TOTAL
    if says("need"):
        return Goal.NEED
    if "change" in asked.words and question.asks == "how much":
        return Goal.END
    if any(amount.part is not None for amount in amounts) and Effect.GAIN not in effects:
        return Goal.END
    if question.tense == "past" and Effect.STATE in effects and _goes_backwards(amounts):
        return Goal.START
    verbs = {event.verb for event in events}
    if has_end and question.verb not in verbs:
        return Goal.CHANGE
    if Effect.STATE in effects or (question.asks == "how much" and "cost" in asked.classes):
        return Goal.END
    # An event of another kind than those in the text, between two states: how many were given away or stored.
    classes = {name for event in events for name in event.classes}
    stated = any(Effect.STATE in event.effects for event in events)
    if question.verb not in verbs and classes.isdisjoint(asked.classes) and stated:
        return Goal.CHANGE
    return Goal.TOTAL if effects & {Effect.GAIN, Effect.LOSS, Effect.TRANSFER} else Goal.END


def _goes_backwards(amounts: Sequence[StoryAmount]) -> bool:
    """Whether the story gives a loss or gain and what there is after it, so that only the start is unknown."""
    changes = [
        number
        for number, amount in enumerate(amounts)
        if {Effect.GAIN, Effect.LOSS} & set(amount.event.effects) and not amount.event.adds
    ]
    ends = [number for number, amount in enumerate(amounts) if amount.event.is_final]
    return changes == [0] and len(ends) == 1 and ends != changes


@cache
def verb_classes(lemma: str | None) -> tuple[str, ...]:
    """The classes of a verb, in the order of the data file; none for a verb that it does not list."""
    return tuple(name for name in table("verb_classes") if lemma in words("verb_classes", name))


@cache
def effect_of(name: str) -> Effect:
    """What verbs of a class do to the amount of their subject."""
    found = (effect for effect in Effect if effect is not Effect.OTHER and name in words("story", "effects", effect))
    return next(found, Effect.OTHER)


@cache
def is_person(name: str | None) -> bool:
    """Whether a subject is a person: a name, or a word for people."""
    return name is not None and (name[:1].isupper() or any(name in words("people", "roles", part) for part in _ROLES))

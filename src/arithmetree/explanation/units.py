"""The algebra of units: what every value of a derivation counts, from what the text says about its numbers.

A unit is a noun over another one: 25 candles an hour is candle per hour, 8 hours are hour over nothing, and their
product counts candles. Constants carry the units of their fact: "minutes in an hour" is minute per hour.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cache

from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, Unknown
from arithmetree.explanation.passage import GROUP_SIZE, Asked, Passage
from arithmetree.facts import unit_names
from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind
from arithmetree.word_lists import table, words


class Sort(Enum):
    """What kind of number a value is."""

    AMOUNT = auto()  # so many of something
    CLOCK = auto()  # a time of day
    YEAR = auto()  # a calendar year
    SHARE = auto()  # a fraction or a per cent of something
    TIMES = auto()  # "twice", "3 times as many"
    PART = auto()  # a number of a ratio
    RATIO = auto()  # how many times one amount fits into another; what that counts only the text can say
    NUMBER = auto()  # a bare number
    MIXED = auto()  # a sum of different things
    UNCLEAR = auto()  # a number of the text that counts something, but the text does not say what


@dataclass(frozen=True, slots=True)
class Unit:
    """Lemmas of what is counted and of what it is counted for each of.

    `owner` is what has the amount: "a rope is 8 feet long" are feet of a rope, and 6 ropes have 6 times as many.
    `is_whole` marks all parts of a ratio together, `is_guess` a noun that the text does not write at the number,
    `is_both` the 2 of two sides and the like.
    """

    noun: str | None = None
    per: str | None = None
    sort: Sort = Sort.AMOUNT
    owner: str | None = field(default=None, compare=False)
    is_whole: bool = field(default=False, compare=False)
    is_guess: bool = field(default=False, compare=False)
    is_both: bool = field(default=False, compare=False)

    @property
    def is_rate(self) -> bool:
        """True for so much of one thing for each of another."""
        return self.noun is not None and self.per is not None

    @property
    def is_plain(self) -> bool:
        """True for so many of one thing."""
        return self.noun is not None and self.per is None and self.sort is Sort.AMOUNT

    @property
    def is_factor(self) -> bool:
        """True for a bare factor: a share, a multiplier, a number of a ratio, or nothing known."""
        return self.sort in (Sort.SHARE, Sort.TIMES, Sort.PART, Sort.RATIO, Sort.NUMBER, Sort.UNCLEAR, Sort.MIXED)


BARE = Unit(sort=Sort.NUMBER)
UNCLEAR = Unit(sort=Sort.UNCLEAR)
MIXED = Unit(sort=Sort.MIXED)
_VAGUE = frozenset({Sort.UNCLEAR, Sort.MIXED})
SHARE = Unit(sort=Sort.SHARE)
CLOCK_TIME = Unit(sort=Sort.CLOCK)
CALENDAR_YEAR = Unit(sort=Sort.YEAR)
MINUTES = Unit("minute")

_FACT = re.compile(r"^((?:square |cubic )?\w+)(?: or \w+)? (?:in|of) (?:an?|the) ((?:square |cubic )?\w+)")
ANYTHING = "*"
"""The owner of a mean: so much on average for each, whatever is counted."""
# "5 : 3" and "5:3", but not "Race 1: 14 runners".
_RATIO_BEFORE, _RATIO_AFTER = re.compile(r"\d(?:\s+:\s*|:)$"), re.compile(r"^(?:\s+:\s*|:)\d")
_PARTS_AFTER, _ASKS_PARTS = re.compile(r"^\s*parts?\b"), re.compile(r"how many (?:[a-z]+ )?parts\b", re.IGNORECASE)
_FOR = re.compile(r"\b(?:per|for every|for each|every|for|from|in)\s*$", re.IGNORECASE)
_NEAR = 60
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_AREA = re.compile(r"\s*(?:sq\.?\s*)?(mm|cm|m|km)(?:²|2\b)|\s*sq\.?\s*(mm|cm|m|km)\b")
_ONE_IN = re.compile(r"\b(?:1|one)\s+(?:[a-z]+\s+){0,2}?in\s+every\s+$", re.IGNORECASE)
_TIMES_A_DAY = re.compile(r"\s+(?:a|per|each|every)\s+(?:day|week|month|year|hour)\b", re.IGNORECASE)
_OF_THINGS = re.compile(r"\s*%?\s+of (?:all )?(?:the|these|those|his|her|their) ([a-z]+s)\b(?! of\b)")
_OF_ONE = re.compile(r"\s+of an?\s+([a-z]+)\b", re.IGNORECASE)
_DEGREES = re.compile(r"\s*(?:°|degrees?\b)", re.IGNORECASE)
_PRICE = re.compile(r"\d+\.\d\d")
_BY_BEFORE, _BY_AFTER = re.compile(r"\bby\s*$"), re.compile(r"\s*[a-z]*\s+by\s+\d")
_EVERY = re.compile(r"\bevery\s*$", re.IGNORECASE)


@cache
def lengths() -> frozenset[str]:
    """All names of lengths."""
    return frozenset(canonical(one) or one for one in words("measures", "lengths"))


@cache
def is_measure(noun: str | None) -> bool:
    """True for units of measure: metres, kilograms, hours."""
    groups = ("durations", "lengths", "weights", "volumes", "others")
    named = noun is not None and noun.startswith(("square ", "cubic "))
    return named or any(noun in words("measures", group) for group in groups)


@cache
def is_money(noun: str | None) -> bool:
    """True for coins and currencies."""
    return noun in words("measures", "money") or noun in table("currencies")["words"].values()


def is_points(noun: str | None) -> bool:
    """True for points of games and tests, which add up as money does."""
    return noun in words("explanation", "points", "words")


@cache
def is_duration(noun: str | None) -> bool:
    """True for units of time."""
    return noun in words("measures", "durations")


def canonical(noun: str | None) -> str | None:
    """One name for a noun: "km" is "kilometre", "people" is "person"."""
    if noun is None:
        return None
    lemma = noun.lower()
    lemma = lemma if lemma in unit_names() else noun_lemma(lemma)
    lemma = {"people": "person", "ppl": "person", "kid": "child"}.get(lemma, lemma)
    return unit_names().get(lemma, lemma)


def units_of(made: Derivation, passage: Passage, inferred: Mapping[int, Unit] | None = None) -> tuple[Unit, ...]:
    """The unit of every value, leaves first; what the text does not say is a bare number.

    `inferred` are units of leaves that follow from the calculation.
    """
    read = [leaf_unit(leaf, passage) for leaf in made.leaves]
    leaves = read if inferred is None else [inferred.get(value, unit) for value, unit in enumerate(read)]
    known = unknown_units(made, leaves) if made.unknowns else {}
    found = [known.get(leaf, unit) for leaf, unit in zip(made.leaves, leaves, strict=True)]
    for place, step in enumerate(made.steps, start=len(made.leaves)):
        unit = combined(step.operation, found[step.left], found[step.right])
        workers = _workers(found[step.left], found[step.right]) if step.operation is Operation.MULTIPLY else None
        shared = {found[one.right].noun for one in made.steps if one.left == place and one.right < len(found)}
        found.append(UNCLEAR if workers is not None and workers not in shared else unit)
    return tuple(found)


def _workers(left: Unit, right: Unit) -> str | None:
    """The machines of 8 machines for 27 hours, which are 216 hours of one machine; none for any other product."""
    for time, things in ((left, right), (right, left)):
        is_time = time.is_plain and is_duration(time.noun) and time.owner is None
        if is_time and things.is_plain and not is_measure(things.noun) and not is_money(things.noun):
            return things.noun
    return None


def inferred_units(made: Derivation, passage: Passage) -> dict[int, Unit]:
    """Units that follow from the calculation: of a bare number added to a measure, and of the parts of a ratio."""
    units = units_of(made, passage)
    found = {
        value: Unit(sort=Sort.PART)
        for value in _ratio(made)
        if units[value].sort is Sort.UNCLEAR or units[value].is_guess
    }
    for step in made.steps:
        for value, other in ((step.left, step.right), (step.right, step.left)):
            inner = made.step(value)
            if inner is not None and inner.operation is Operation.MULTIPLY and units[value].sort is Sort.UNCLEAR:
                value = inner.left  # "he owes me $40 and pays back 3 a week"
            leaf = made.leaves[value] if value < len(made.leaves) else None
            is_alike = step.operation in (Operation.ADD, Operation.SUBTRACT, Operation.GCD, Operation.LCM)
            if not is_alike or not isinstance(leaf, Mention) or passage.mentions[leaf.quantity].kind is not Kind.NUMBER:
                continue
            is_open = units[value].sort is Sort.UNCLEAR or units[value].is_guess
            unit = units[other]
            is_sized = unit.is_plain and not unit.is_guess and (is_measure(unit.noun) or is_money(unit.noun))
            if is_open and passage.nouns[leaf.quantity] is None and is_sized and value not in found:
                found[value] = Unit(unit.noun)
    return found


def _ratio(made: Derivation) -> Iterator[int]:
    """The numbers of a ratio by what is done with them: 1,400 g ÷ (5 + 2) × 2, or × (5 - 2)."""
    for place, step in enumerate(made.steps, start=len(made.leaves)):
        terms = _given(made, step.right) if step.operation is Operation.DIVIDE and made.step(step.right) else []
        for user in made.steps if len(terms) > 1 else ():
            sides = {user.left, user.right}
            others = [one for side in sides - {place} for one in _given(made, side)]
            if user.operation is Operation.MULTIPLY and place in sides and others and set(terms).issuperset(others):
                yield from terms


def _given(made: Derivation, value: int) -> list[int]:
    """The numbers of the text in a sum or a difference; none for anything else."""
    step = made.step(value)
    if step is None:
        return [value] if isinstance(made.leaves[value], Mention) else []
    if step.operation not in (Operation.ADD, Operation.SUBTRACT):
        return []
    return [*_given(made, step.left), *_given(made, step.right)]


def unknown_units(made: Derivation, leaves: Sequence[Unit]) -> dict[Leaf, Unit]:
    """What unknowns count: minibuses where 14 people per minibus are multiplied by one, else as the equation says."""
    found: dict[Leaf, Unit] = {}
    for step in made.steps:
        for rate, other in ((step.left, step.right), (step.right, step.left)):
            if step.operation is Operation.MULTIPLY and max(rate, other) < len(leaves) and leaves[rate].is_rate:
                leaf = made.leaves[other]
                if isinstance(leaf, Unknown) and isinstance(made.leaves[rate], Mention):
                    found.setdefault(leaf, Unit(leaves[rate].per))
    units = list(leaves)
    for step in made.steps:
        units.append(combined(step.operation, units[step.left], units[step.right]))
    wanted: list[tuple[Leaf, Unit]] = []
    for equation in made.equations:
        step = made.steps[equation - len(leaves)]
        for known, open_ in ((step.left, step.right), (step.right, step.left)):
            if units[known].noun is not None and units[known].sort is Sort.AMOUNT:
                wanted += _pushed(made, units, open_, units[known])
    for leaf, unit in sorted(wanted, key=lambda entry: not entry[1].is_rate):
        found.setdefault(leaf, unit)
    return found


def _pushed(made: Derivation, units: Sequence[Unit], value: int, wanted: Unit) -> Iterator[tuple[Leaf, Unit]]:
    """The units that the unknowns of a value need to have so that it counts what is wanted."""
    step = made.step(value)
    if step is None:
        leaf = made.leaves[value]
        if isinstance(leaf, Unknown):
            yield leaf, wanted
    elif step.operation in (Operation.ADD, Operation.SUBTRACT):
        yield from _pushed(made, units, step.left, wanted)
        yield from _pushed(made, units, step.right, wanted)
    elif step.operation is Operation.MULTIPLY and wanted.is_plain:
        for factor, other in ((units[step.left], step.right), (units[step.right], step.left)):
            if factor.is_plain and factor.noun != wanted.noun and not factor.is_guess:
                yield from _pushed(made, units, other, Unit(wanted.noun, factor.noun))
            elif factor.sort in (Sort.TIMES, Sort.SHARE):
                yield from _pushed(made, units, other, wanted)


def leaf_unit(leaf: Leaf, passage: Passage) -> Unit:
    """What a leaf counts."""
    if isinstance(leaf, Mention):
        return _mention_unit(leaf.quantity, passage)
    if not isinstance(leaf, Constant):
        return UNCLEAR
    unit = fact_unit(known_fact(leaf, passage))
    is_thing = unit.is_rate and not is_measure(unit.noun) and not is_money(unit.noun)
    if not is_thing or is_named(passage, unit.noun):
        return unit
    asked = asked_unit(passage.questions[-1]) if passage.questions else None
    return BARE if asked is None or asked.noun == unit.per else Unit(asked.noun, unit.per)


def is_named(passage: Passage, noun: str | None) -> bool:
    """True for what the text speaks of: legs, but not the wheels of a bicycle where the question asks for pedals."""
    return noun in passage.lemmas or noun in {canonical(lemma) for lemma in passage.lemmas}


def known_fact(leaf: Constant, passage: Passage) -> str:
    """The fact of a constant; a hundred cents make a euro where the text pays in euros."""
    text = passage.problem.text
    if leaf.fact == "cents in a dollar" and ("€" in text or "euro" in text.lower()) and "$" not in text:
        return "cents in a euro"
    return leaf.fact


def fact_unit(fact: str | None) -> Unit:
    """The unit of a constant: "days in a week" is day per week, "legs of a spider" leg per spider."""
    if (fact or "").startswith("two: both"):
        return Unit(sort=Sort.NUMBER, is_both=True)
    match = _FACT.match(fact or "")
    if match is None or match[2] in ("month", "right", "half", "full", "whole"):
        return BARE
    if canonical(match[1]) in words("explanation", "shapes", "parts"):
        # 4 times a side is a length; 4 times a number of squares is a number of sides
        return Unit(sort=Sort.TIMES, owner=canonical(match[1]))
    return Unit(_canonical_phrase(match[1]), _canonical_phrase(match[2]))


def _canonical_phrase(phrase: str) -> str | None:
    kind, _, noun = phrase.rpartition(" ")
    return f"{kind} {canonical(noun)}" if kind else canonical(noun)


def _mention_unit(number: int, passage: Passage) -> Unit:
    quantity, schema = passage.mentions[number], passage.schemas[number]
    if quantity.implicit is not None:
        return fact_unit(quantity.implicit)
    if quantity.kind is Kind.TIME:
        return CLOCK_TIME
    if quantity.kind is Kind.YEAR:
        return CALENDAR_YEAR
    if quantity.kind is Kind.ORDINAL and passage.nouns[number] is None:
        return BARE  # four throws with the fourth
    of = _OF_THINGS.match(passage.problem.text, quantity.end)
    share = Unit(sort=Sort.SHARE, owner=None if of is None else canonical(of[1]))
    if quantity.kind is Kind.PERCENT:
        return share
    if quantity.kind is Kind.MULTIPLIER:
        if _TIMES_A_DAY.match(passage.problem.text, quantity.end):
            return UNCLEAR  # "twice a day" is no multiple of an amount
        return share if quantity.value < 1 else Unit(sort=Sort.TIMES)
    text = passage.problem.text
    before, after = text[: quantity.start], text[quantity.end :]
    if _ONE_IN.search(before):
        return Unit(sort=Sort.TIMES)  # "1 dish in every 21": a 21st of the dishes
    is_part = _PARTS_AFTER.match(after) and not _ASKS_PARTS.search(text)
    if _RATIO_BEFORE.search(before) or _RATIO_AFTER.match(after) or is_part:
        return Unit(sort=Sort.PART)
    written = passage.nouns[number]
    if written is None and quantity.kind is Kind.NUMBER and _PRICE.fullmatch(quantity.text):
        signs: dict[str, str] = table("currencies")["signs"]
        coins = {coin for sign, coin in signs.items() if sign in text}
        if len(coins) == 1:
            return Unit(coins.pop())  # "gran gave me $25, then i spent 17.50"
    if _DEGREES.match(after):
        return Unit("degree")
    of_one = _OF_ONE.match(after) if 0 < quantity.value < 1 else None
    if of_one is not None and is_measure(canonical(of_one[1])):
        return Unit(canonical(of_one[1]))  # "3/4 of a metre of silk"
    if schema is None or schema.unit_head is None:
        return CALENDAR_YEAR if _YEAR.fullmatch(quantity.text) else UNCLEAR
    if schema.unit_head == "time":
        return BARE if schema.rate is not None else Unit("time")  # "3 times a day" counts no things
    noun = schema.unit_head if written is None else written.head
    area = _AREA.match(after)
    if area is not None:
        return Unit(f"square {canonical(area[1] or area[2])}")
    square = next((word for word in schema.unit if word in ("square", "cubic")), None)
    noun = canonical(noun) or noun
    noun = f"{square} {noun}" if square and noun in lengths() else noun  # a square table is no area
    if 0 < quantity.value < 1 and quantity.value.denominator > 1 and quantity.kind is not Kind.MONEY:
        is_decimal = "." in quantity.text
        is_amount = written is not None and (is_measure(noun) or " of " in written.words)
        if not is_decimal and not is_amount:
            return share  # "a third of the pupils", "1/2 sand", but "half a metre" and "3/4 cup of milk"
    if noun in lengths() and (_BY_BEFORE.search(before) or _BY_AFTER.match(after)):
        return Unit(noun)  # "a wall of 12 m by 1.5 m" gives two sides
    if _EVERY.search(before) and is_measure(noun):
        return Unit(noun)  # "every 3 hours" is the time from one to the next
    if schema.rate is not None and re.search(rf"\d\s*{re.escape(schema.rate.denominator)}\s+(?:and\s+)?$", before):
        return Unit(noun)  # "6 kg 500 g each" is no rate for one kilogram
    groups = passage.nouns[number - 1] if number else None
    is_of = groups is not None and text[groups.end : quantity.start].strip() == "of"
    if groups is not None and is_of and written is not None and not is_measure(canonical(groups.head)):
        return Unit(noun, canonical(groups.head))  # "6 stacks of 40 boards"
    if quantity.kind is Kind.NUMBER and (group := GROUP_SIZE.match(text, quantity.end)) is not None:
        named = [one for one in passage.sentence(number) if one.end <= quantity.start and one.tag == "NNS"]
        holders = {canonical(one[1]) for one in GROUP_SIZE.finditer(text)}
        things = {canonical(one.lemma) for one in named} - holders
        told = None if schema.rate is None else canonical(schema.rate.numerator)
        if told is None or is_measure(told) or told in holders:
            return Unit(things.pop(), canonical(group[1])) if len(things) == 1 else UNCLEAR  # "216 eggs, 6 to a box"
    if schema.rate is not None and not (is_measure(noun) and _is_size(number, passage)):
        per = _denominator(number, schema.rate.denominator, passage)
        owner = _owner(number, passage)
        counted = noun if written is not None and is_measure(noun) else canonical(schema.rate.numerator)
        return Unit(counted, per, owner=owner if owner != per else None)
    if written is None and quantity.kind is Kind.NUMBER and is_money(noun) and _is_before_price(number, passage):
        return UNCLEAR  # "six £1 coins"
    owner = ANYTHING if passage.is_mean(number) else _owner(number, passage)
    return Unit(noun, owner=owner, is_guess=written is None and quantity.kind is Kind.NUMBER)


def _owner(number: int, passage: Passage) -> str | None:
    """The one thing that a statement about a number is about: rope for "A rope is 8 feet long"."""
    sentence = passage.sentence(number)
    for at, token in enumerate(sentence):
        if token.start >= passage.mentions[number].start:
            return None
        if token.dep.startswith("nsubj") and token.upos == "NOUN":
            before = {other.text.lower() for other in sentence[max(0, at - 3) : at]}
            return canonical(token.lemma) if before & {"a", "an", "each", "every", "one"} else None
    return None


def _denominator(number: int, noun: str, passage: Passage) -> str | None:
    """What a rate is counted for: "square metre" for "48 euros per square metre"; none for the side of a shape."""
    if canonical(noun) in words("explanation", "shapes", "parts") or not noun[:1].isalpha():
        return None
    if _is_stuff(noun, passage):
        return None
    end = passage.mentions[number].end
    is_for_one = re.match(
        rf"\s*(?:[\w-]+\s+){{0,3}}?(?:an?|per|each|every)\s+{re.escape(noun)}\b", passage.problem.text[end:]
    )
    for one, counted in () if is_for_one else zip(passage.mentions, passage.nouns, strict=True):
        is_same = counted is not None and canonical(counted.head) == canonical(noun)
        is_near = one.start != passage.mentions[number].start and abs(one.start - end) < _NEAR
        between = passage.problem.text[min(end, one.start) : max(end, one.start)]
        if is_same and is_near and ". " not in between and _FOR.search(passage.problem.text[: one.start]):
            return None  # "11 litres per 100 km" is no rate for one kilometre
    after = passage.problem.text[passage.mentions[number].end :][:40].lower()
    squared = re.search(rf"\b(square|cubic) {re.escape(noun.lower())}", after)
    return f"{squared[1]} {canonical(noun)}" if squared else canonical(noun)


def _is_before_price(number: int, passage: Passage) -> bool:
    """True for a number right before a price: the six of "six £1 coins"."""
    end = passage.mentions[number].end
    return any(one.kind is Kind.MONEY and 0 < one.start - end <= 2 for one in passage.mentions)


def _is_stuff(noun: str, passage: Passage) -> bool:
    """True for the hay of "Hay costs $54", which is never counted: no plural, and no word for a single one."""
    tokens = passage.problem.tokens
    places = [i for i, token in enumerate(tokens) if token.lemma.lower() == noun.lower() and token.upos == "NOUN"]
    one = frozenset({"a", "an", "each", "every", "per", "one", "any", "another", "this", "that", "/"})
    return bool(places) and not any(
        tokens[i].tag == "NNS" or {token.text.lower() for token in tokens[max(0, i - 3) : i]} & one for i in places
    )


def _is_size(number: int, passage: Passage) -> bool:
    """True for "24 m long": the size of a thing, which is no rate."""
    return passage.near(number, ("long", "wide", "high", "tall", "deep", "old", "thick"), before=0, after=3) is not None


def combined(operation: Operation, left: Unit, right: Unit) -> Unit:
    """The unit of a step; bare where the units do not fit."""
    if operation in (Operation.ADD, Operation.SUBTRACT):
        return _summed(operation, left, right)
    if operation is Operation.MULTIPLY:
        return _product(left, right)
    if operation is Operation.DIVIDE:
        return _quotient(left, right)
    if operation in (Operation.QUOTIENT, Operation.ROUND_UP):
        whole = _quotient(left, right)
        if whole.is_rate and not right.is_rate:
            return UNCLEAR  # 325 tacos by 16 shells are bags
        return Unit(whole.noun) if whole.is_rate else whole
    if operation is Operation.EQUATE:
        return BARE
    if operation is Operation.REMAINDER:
        return Unit(left.noun)
    # The common divisor of 96 roses and 72 lilies is a number of garlands, that of 84 cm and 126 cm a length.
    return Unit(left.noun) if left.noun == right.noun and is_measure(left.noun) else UNCLEAR


def fits(operation: Operation, left: Unit, right: Unit) -> bool:
    """True where a product or a quotient means something by its units."""
    if operation is Operation.MULTIPLY:
        if left.is_factor or right.is_factor:
            return not {left.sort, right.sort} & {Sort.NUMBER, *_VAGUE}
        if left.per == right.noun or right.per == left.noun or area_unit(left, right) is not None:
            return True
        return _owned(left, right) or _owned(right, left)
    if right.is_factor:
        return right.sort not in (Sort.NUMBER, *_VAGUE)
    if left.is_factor:
        return False
    if right.is_rate:
        return left.noun == right.noun
    return left.per is None or right.noun == left.noun


def _owned(amount: Unit, count: Unit) -> bool:
    is_amount = amount.noun is not None and amount.sort is Sort.AMOUNT
    return is_amount and count.is_plain and amount.owner in (ANYTHING, count.noun) and amount.owner is not None


def _summed(operation: Operation, left: Unit, right: Unit) -> Unit:
    for place, duration in ((CLOCK_TIME, MINUTES), (CALENDAR_YEAR, Unit("year"))):
        if place in (left, right):
            if left == right:
                return duration if operation is Operation.SUBTRACT else BARE
            return place
    if left.sort is right.sort is Sort.PART:
        return Unit(sort=Sort.PART, is_whole=True)
    if left == right:
        return left
    if left.noun == right.noun and left.noun is not None:
        return Unit(left.noun)
    if Sort.SHARE in (left.sort, right.sort) and left.is_factor and right.is_factor:
        return SHARE
    is_things = all(unit.is_plain and not is_measure(unit.noun) and not is_money(unit.noun) for unit in (left, right))
    if operation is Operation.SUBTRACT and is_things:
        return MIXED if not right.is_guess else Unit(left.noun, is_guess=left.is_guess)  # 33 frogs less 8 newts
    if left.is_plain and right.is_plain and left.is_guess is not right.is_guess:
        guess, known = (left, right) if left.is_guess else (right, left)
        is_other = is_things and guess.noun != known.noun  # 85 wildebeest and 40 zebras
        return MIXED if is_other else known  # "Nia is 12 years old ... when Nia is 20"
    vague = (Sort.NUMBER, Sort.UNCLEAR, Sort.RATIO)
    if Sort.MIXED not in (left.sort, right.sort) and (left.sort in vague or right.sort in vague):
        known = right if left.sort in vague else left
        return known if known.is_plain else UNCLEAR
    return MIXED


def _product(left: Unit, right: Unit) -> Unit:
    if _VAGUE & {left.sort, right.sort}:
        coin = next((unit.noun for unit in (left, right) if is_money(unit.noun) or is_points(unit.noun)), None)
        return UNCLEAR if coin is None else Unit(coin)  # so much money times anything is money
    if left.is_factor and right.is_factor:
        if left.sort is right.sort is Sort.NUMBER:
            return UNCLEAR  # twice a day on 5 days is a number of something
        return SHARE if left.sort is right.sort is Sort.SHARE else BARE
    if left.is_factor or right.is_factor:
        factor, known = (left, right) if left.is_factor else (right, left)
        if factor.sort is Sort.NUMBER and not (is_measure(known.noun) or is_money(known.noun)):
            return known if factor.is_both and known.noun != "pair" else UNCLEAR  # twice so many people may be legs
        if factor.sort is Sort.RATIO and not (is_measure(known.noun) or is_money(known.noun)):
            return UNCLEAR
        is_whole = not is_measure(known.per) or (is_duration(known.per) and not factor.is_both)
        if factor.sort in (Sort.NUMBER, Sort.RATIO) and known.is_rate and is_whole:
            return Unit(known.noun)  # twice $3 a crossing is no longer for one crossing
        if factor.owner is not None and known.is_plain and not (is_measure(known.noun) or is_money(known.noun)):
            return Unit(factor.owner)
        return known
    area = area_unit(left, right)
    if area is not None:
        return area
    for rate, other in ((left, right), (right, left)):
        if rate.is_rate and rate.per == other.noun:
            return Unit(rate.noun, other.per)
    for one, count in ((left, right), (right, left)):
        if _owned(one, count):
            return Unit(one.noun, one.per)
    coins = [unit.noun for unit in (left, right) if is_money(unit.noun) or is_points(unit.noun)]
    if len(coins) == 1:
        return Unit(coins[0])
    if "time" in (left.noun, right.noun):
        return Unit(left.noun if right.noun == "time" else right.noun)  # 20 riders each time, 9 times
    for amount, count in ((left, right), (right, left)):
        is_sized = is_measure(amount.noun) and not is_duration(amount.noun) and amount.is_plain
        is_space = (count.noun or "").startswith(("square ", "cubic ")) and amount.noun in words("measures", "weights")
        if is_sized and count.is_plain and (is_space or not is_measure(count.noun)):
            return Unit(amount.noun)  # 13 litres for each of 3 boats, 2 g for each cubic centimetre
    if _workers(left, right) is not None:
        return Unit(left.noun if is_duration(left.noun) else right.noun)
    for rate, other in ((left, right), (right, left)):
        is_conversion = is_measure(rate.noun) and is_measure(rate.per)
        if rate.is_rate and other.is_plain and not is_conversion:
            return Unit(rate.noun)  # so much for each of something else that the reader did not see
    return UNCLEAR


def _quotient(left: Unit, right: Unit) -> Unit:
    if _VAGUE & {left.sort, right.sort}:
        return Unit(left.noun) if is_money(left.noun) else UNCLEAR
    if right.sort is Sort.SHARE and left.noun is not None and not (is_measure(left.noun) or is_money(left.noun)):
        return UNCLEAR  # 84 pipers are 3/4 of the pupils: the whole are not pipers
    if right.is_factor:
        is_kept = right.sort is not Sort.PART or is_measure(left.noun) or is_money(left.noun) or right.is_whole
        return left if is_kept else UNCLEAR  # one part of 35 basses need not be basses
    if left.is_factor:
        return BARE
    if right.is_rate:
        if left.noun == right.noun and left.per is None:
            return Unit(right.per)
        if left == right:
            return Unit(sort=Sort.RATIO)
        if left.per == right.per:
            return Unit(left.noun, right.noun)  # 80 ml a flask by 4 tubes a flask
        return Unit(right.per, left.per) if left.noun == right.noun else UNCLEAR
    if left.noun == right.noun:
        return Unit(sort=Sort.RATIO)
    if right.is_guess:
        # So much for one of something that the text does not name there.
        return Unit(left.noun) if is_measure(left.noun) or is_money(left.noun) else UNCLEAR
    lowered = _lowered(left, right)
    if lowered is not None:
        return lowered
    if left.per is None:
        return Unit(left.noun, right.noun)
    return Unit(left.noun) if is_measure(left.noun) or is_money(left.noun) else UNCLEAR


def area_unit(left: Unit, right: Unit) -> Unit | None:
    """Length by length is an area, area by length a volume."""
    if left.per is not None or right.per is not None or left.noun is None or right.noun is None:
        return None
    for one, other in ((left.noun, right.noun), (right.noun, left.noun)):
        if other in lengths():
            if one == other:
                return Unit(f"square {one}")
            if one == f"square {other}":
                return Unit(f"cubic {other}")
    return None


def _lowered(left: Unit, right: Unit) -> Unit | None:
    """An area by a length is a length, a volume by an area too."""
    if left.noun is None or right.noun is None or left.per is not None:
        return None
    kind, _, name = left.noun.partition(" ")
    if kind == "square" and right.noun == name:
        return Unit(name)
    if kind == "cubic" and right.noun == name:
        return Unit(f"square {name}")
    return Unit(name) if kind == "cubic" and right.noun == f"square {name}" else None


def asked_unit(asked: Asked | None) -> Unit | None:
    """The unit that a question names: "how many boxes", "what per cent", "at what time"."""
    if asked is None:
        return None
    if asked.lemmas & {"percent", "percentage"}:
        return Unit(sort=Sort.SHARE)
    if asked.head is not None and asked.noun is not None:
        first = asked.noun.split()[0]
        noun = canonical(asked.head)
        return Unit(f"{first} {noun}" if first in ("square", "cubic") else noun)
    return None

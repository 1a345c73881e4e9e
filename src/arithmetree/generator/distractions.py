"""Numbers that have nothing to do with the question: ages, other things, other owners, dates, rooms, prices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random

from arithmetree.generator.english import noun
from arithmetree.generator.lexicon import names, topic, wording
from arithmetree.generator.world import Amount, Person, Role, Slot, Sort, Statement, Story

_NAME = "distraction"
_SAME_THING = 0.7
_MONTHS = ("January", "March", "April", "June", "July", "August", "September", "October", "December")


def distract(story: Story, rng: Random) -> Story:
    """The story with one more number that a careful reader leaves aside; the story itself where none fits."""
    ways: list[Callable[[Story, Random], Story | None]] = [_age, _other_thing, _opening, _fare, _minutes]
    rng.shuffle(ways)
    # Somebody else's things distract best, so they come before all others where they fit.
    ways.insert(0 if rng.random() < _SAME_THING else len(ways), _other_owner)
    return next((changed for way in ways if (changed := way(story, rng)) is not None), story)


def _with(story: Story, amount: Amount, statement: Statement) -> Story:
    amounts = {**story.amounts, amount.name: amount}
    return replace(story, amounts=amounts, statements=(statement, *story.statements))


def _extra(value: int, sort: Sort = Sort.COUNT, thing: str = "thing") -> Amount:
    return Amount(_NAME, Fraction(value), sort, noun(thing), Role.DISTRACTION)


def _hero(story: Story) -> Person | None:
    hero = story.question.slots.get("S")
    named = any("{S" in template for template in (*story.question.templates, *story.statements[0].templates))
    return hero if isinstance(hero, Person) and named else None


def _age(story: Story, rng: Random) -> Story | None:
    hero = _hero(story)
    years = any(amount.noun.singular == "year" for amount in story.amounts.values())
    if hero is None or hero.pronouns is None or hero.pronouns[0] not in ("she", "he") or years:
        return None
    slots: dict[str, Slot] = {**story.question.slots, "d": _NAME}
    return _with(story, _extra(rng.randint(16, 70)), Statement(wording("asides", "age"), slots))


def _other_thing(story: Story, rng: Random) -> Story | None:
    """Something else that the hero has, of another kind."""
    hero = _hero(story)
    used = [amount.noun.many for amount in story.amounts.values()]
    items = [
        item
        for item in topic(story.topic).items
        if item.counted and item.gains and not item.scored and not any(item.noun.plural in name for name in used)
    ]
    if hero is None or not items:
        return None
    item = rng.choice(items)
    amount = Amount(_NAME, Fraction(rng.randint(2, int(item.range[1]))), Sort.COUNT, item.noun, Role.DISTRACTION)
    slots: dict[str, Slot] = {**story.question.slots, "d": _NAME}
    return _with(story, amount, Statement(wording("asides", "thing"), slots))


def _other_owner(story: Story, rng: Random) -> Story | None:
    """Somebody else's things of the very kind that is asked for."""
    asked = story.amounts[story.asked]
    plain = tuple(
        text for text in story.question.templates if "have@" in text and "@{S}" in text and "than" not in text
    )
    if _hero(story) is None or not plain or asked.sort is not Sort.COUNT or asked.per is not None:
        return None
    gender = rng.choice(("female", "male"))
    taken = {person.name for person in story.question.slots.values() if isinstance(person, Person)}
    name = rng.choice([name for name in names(gender) if name not in taken])
    third = Person(name, ("she", "her", "her") if gender == "female" else ("he", "him", "his"))
    value = Fraction(max(2, int(asked.value * rng.randint(5, 15) / 10)))
    amount = Amount(_NAME, value, Sort.COUNT, asked.noun, Role.DISTRACTION)
    slots: dict[str, Slot] = {**story.question.slots, "T": third, "d": _NAME}
    about_the_hero = replace(story, question=replace(story.question, templates=plain))
    return _with(about_the_hero, amount, Statement(wording("asides", "owner"), slots))


def _opening(story: Story, rng: Random) -> Story | None:
    """A date, a year, an hour or, with people, a room in front of the story."""
    first = story.statements[0]
    if not all(template.startswith(("{S}", "{R}", "{n}", "there ")) for template in first.templates):
        return None
    rooms = story.topic in ("school", "office", "library") and _hero(story) is not None
    indoors = [("in room {when#}, ", _extra(rng.randint(2, 40), Sort.LABEL))] if rooms else []
    text, amount = rng.choice(
        (
            *indoors,
            (f"on {rng.choice(_MONTHS)} {{when#}}, ", _extra(rng.randint(2, 28), Sort.DATE)),
            ("in {when#}, ", _extra(rng.randint(1995, 2024), Sort.YEAR)),
            ("at {when#} o'clock, ", _extra(rng.randint(2, 12), Sort.TIME)),
        )
    )
    first = replace(first, slots={**first.slots, "when": _NAME}, opening=text)
    return replace(story, amounts={**story.amounts, _NAME: amount}, statements=(first, *story.statements[1:]))


def _fare(story: Story, rng: Random) -> Story | None:
    """What the bus cost, in a story that has nothing to do with money."""
    if _hero(story) is None or any(amount.sort is Sort.MONEY for amount in story.amounts.values()):
        return None
    slots: dict[str, Slot] = {**story.question.slots, "d": _NAME}
    return _with(story, _extra(rng.randint(2, 6), Sort.MONEY), Statement(wording("asides", "fare"), slots))


def _minutes(story: Story, rng: Random) -> Story | None:
    """How long the way there took, in a story that has nothing to do with time."""
    units = {amount.noun.singular for amount in story.amounts.values()}
    timed = units & {"minute", "hour", "day", "kilometre", "mile"}
    if _hero(story) is None or timed:
        return None
    slots: dict[str, Slot] = {**story.question.slots, "d": _NAME}
    return _with(
        story, _extra(rng.randint(5, 50), Sort.MEASURE, "minute"), Statement(wording("asides", "minutes"), slots)
    )

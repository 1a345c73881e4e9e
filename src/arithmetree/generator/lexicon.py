"""The words of the generator: names, topics with their things and places, events and wordings, read once from data."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from arithmetree.errors import DataError
from arithmetree.generator.english import Noun, noun
from arithmetree.word_lists import table

TOPICS = (
    "building",
    "craft",
    "farm",
    "garden",
    "kitchen",
    "library",
    "music",
    "nature",
    "office",
    "party",
    "savings",
    "school",
    "shop",
    "sport",
    "travel",
)
"""The topics; each is a data file."""

Range = tuple[Fraction, Fraction]


@dataclass(frozen=True, slots=True)
class Pack:
    """A container and how many things it usually holds."""

    noun: Noun
    holds: Range


@dataclass(frozen=True, slots=True)
class Making:
    """How somebody comes by a thing at a steady pace: the verb, the times that fit, how many in each."""

    verb: str
    times: tuple[Noun, ...]
    pace: Range


@dataclass(frozen=True, slots=True)
class Item:
    """Something that is owned, made, bought or used up, with what is plausible about it."""

    noun: Noun
    range: Range
    step: Fraction  # 1 for things that are counted
    kinds: tuple[str, ...]
    packs: tuple[Pack, ...]
    price: Range | None
    gains: tuple[str, ...]
    losses: tuple[str, ...]
    making: Making | None
    scored: bool

    @property
    def counted(self) -> bool:
        """True for whole things; False for what is measured."""
        return not self.noun.of or self.step == 1


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere things come and go: "on the bus"."""

    where: str
    noun: Noun
    range: Range
    gains: tuple[str, ...]
    losses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """The world of one topic."""

    name: str
    roles: tuple[str, ...]
    settings: tuple[str, ...]
    people: tuple[Noun, ...]
    items: tuple[Item, ...]
    places: tuple[Place, ...]


@cache
def topic(name: str) -> Topic:
    """The topic of this name; DataError with the nearest one where there is none."""
    if name not in TOPICS:
        near = difflib.get_close_matches(name, TOPICS, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise DataError(f"{name!r} is not a topic; {hint}Accepted are {', '.join(TOPICS)}.")
    entry = table(f"generator/topics/{name}")
    return Topic(
        name=name,
        roles=tuple(entry["roles"]),
        settings=tuple(entry["settings"]),
        people=tuple(noun(text) for text in entry["people"]),
        items=tuple(_item(item) for item in entry["items"]),
        places=tuple(_place(place) for place in entry["places"]),
    )


def _item(entry: Mapping[str, Any]) -> Item:
    making = entry.get("makes")
    return Item(
        noun=noun(entry["noun"]),
        range=_range(entry["range"]),
        step=Fraction(str(entry.get("step", 1))),
        kinds=_split(entry.get("kinds", "")),
        packs=tuple(_pack(text) for text in _split(entry.get("packs", ""))),
        price=_range(entry["price"]) if "price" in entry else None,
        gains=_split(entry["gains"]),
        losses=_split(entry["losses"]),
        making=_making(making) if making is not None else None,
        scored=bool(entry.get("scored", False)),
    )


def _place(entry: Mapping[str, Any]) -> Place:
    gains, losses = tuple(entry["gains"]), tuple(entry["losses"])
    return Place(entry["place"], noun(entry["noun"]), _range(entry["range"]), gains, losses)


def _pack(text: str) -> Pack:
    name, _, holds = text.rpartition(" ")
    return Pack(noun(name), _range(holds.split("-")))


def _making(text: str) -> Making:
    verb, times, pace = text.split(" ")
    return Making(verb, tuple(noun(time) for time in times.split("|")), _range(pace.split("-")))


def _range(bounds: Any) -> Range:
    low, high = bounds
    return Fraction(str(low)), Fraction(str(high))


def _split(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("|") if part)


def events(direction: str, key: str) -> tuple[str, ...]:
    """The wordings of an event: events("loss", "give")."""
    return tuple(table("generator/events")[direction][key])


def wording(relation: str, situation: str, **words: str) -> tuple[str, ...]:
    """The wordings of a relation in a situation, with words such as the verb put in."""
    found = []
    for text in table("generator/wording")[relation][situation]:
        for name, word in words.items():
            text = text.replace(f"{{{name}}}", word)
        found.append(text)
    return tuple(found)


@cache
def names(gender: str) -> tuple[str, ...]:
    """All names that "female" or "male" pronouns take up, or the "families"."""
    return tuple(table("generator/names")[gender].split())


@cache
def kin(gender: str) -> tuple[str, ...]:
    """Words for relatives and friends, by "female", "male" or "either"."""
    return tuple(table("generator/names")["kin"][gender])

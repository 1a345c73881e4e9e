"""What the story of somebody's things will be: the source, the events, the disposal, and what is asked."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from arithmetree.generator.lexicon import Item
from arithmetree.generator.scene import Implausible

_ASKED_AT_THE_END = 0.6
_MOST_EVENTS = 3


@dataclass(frozen=True, slots=True)
class Event:
    """Something that changes how much is there; `boxed` if what comes is so many boxes of so many."""

    gain: bool
    boxed: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The skeleton of a story; `disposal` is empty where the things stay; `asked` names an amount of the story."""

    source: str
    events: tuple[Event, ...]
    disposal: str
    asked: str

    @property
    def goes_on(self) -> bool:
        """True if something happens after the source."""
        return bool(self.events or self.disposal)


def plan(item: Item, steps: int, rng: Random) -> Plan:
    """A story about this thing that needs so many operations; Implausible where the thing allows none."""
    kept = bool(item.gains) and not item.scored
    sources = {
        "direct": bool(item.gains),
        "grouped": kept and bool(item.packs),
        "kinds": kept and len(item.kinds) > 1,
        "days": item.making is not None,
        "produced": item.making is not None,
        "compared": item.counted and (kept or item.making is not None),
    }
    disposals = {
        "": True,
        "pack": kept and item.counted and bool(item.packs),
        "share": kept and item.counted,
        "sell": kept and item.price is not None,
    }
    plans = []
    for source, fits in sources.items():
        for disposal, suits in disposals.items():
            left = steps - (source != "direct") - (disposal != "")
            if fits and suits and 0 <= left <= _MOST_EVENTS and (item.gains or not left):
                plans.append((source, left, disposal))
    if not plans:
        raise Implausible(f"no story of {steps} steps about {item.noun.plural}")
    source, left, disposal = rng.choice(plans)
    events: list[Event] = []
    while left > 0:
        boxed = left >= 2 and kept and bool(item.packs) and rng.random() < 0.4
        events.append(Event(gain=True, boxed=True) if boxed else Event(gain=rng.random() < 0.5))
        left -= 2 if boxed else 1
    return Plan(source, tuple(events), disposal, _asked(source, events, disposal, rng))


def _asked(source: str, events: list[Event], disposal: str, rng: Random) -> str:
    ends = {"": ["end" if events else "start"], "sell": ["total", "price"]}.get(disposal, ["count", "each"])
    if rng.random() < _ASKED_AT_THE_END:
        return rng.choice(ends)
    inner = {
        "direct": ["start"],
        "grouped": ["boxes", "inside"],
        "kinds": ["second"],
        "days": ["second"],
        "produced": ["pace", "time"],
        "compared": ["theirs"] if events or disposal else ["theirs", "gap"],
    }[source]
    return rng.choice([*inner, *(f"boxes{i}" if event.boxed else f"change{i}" for i, event in enumerate(events))])

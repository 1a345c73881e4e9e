"""Relations of general problems, from data/generator/general: amounts, facts that give them, and questions.

    [percent.sale]
    words = { thing = "coat|lamp" }
    amounts = { price = "20-90+5 money", off = "10-50+5 percent", paid = "= price - price * off : money" }
    facts = [["price", "{a thing} <cost:sg> {price}"], ["off", "..."], ["paid", "..."]]
    asks = [["price - price * off | money | price off", "how much @{S} pay@"]]

An amount is drawn from a range ("2-9", "1.5-4+0.5", "9:00-11:30+5" for times), from choices ("5|10|20"), or worked
out from the amounts before it ("= a + b :"); "(2-40)" after that limits it. The noun gives its sort: `money`, `minor`
(cents or pence), `percent`, `share`, `times`, `clock`, a measure or a thing that is counted.

A question is `calculation | units | what the text gives`, in the notation of derivations: names of amounts that the
text gives, constants with the word that implies them (`7@week`, `100@minor`), and unknowns. What the text gives is
everything that was drawn where nothing is said; the word `end` marks a question about how the story ends.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from arithmetree.errors import DataError
from arithmetree.generator.lexicon import TOPICS
from arithmetree.generator.paraphrases import with_paraphrases
from arithmetree.generator.relations import Fact, read_fact
from arithmetree.word_lists import table

FILES = (
    "amounts",
    "binding",
    "everyday",
    "geometry",
    "measures",
    "money",
    "numbers",
    "percents",
    "ratios",
    "rounding",
    "steps",
    "times",
    "unknowns",
)
_RANGE = re.compile(r"(?P<low>[\d.:]+)-(?P<high>[\d.:]+)(?:\+(?P<step>[\d.]+))?")
_LIMITS = re.compile(r"\((?P<least>[\d.:]+)-(?P<most>[\d.:]+)\)")
_SLOT = re.compile(r"\{(\w+)[+#-]?\}")

_RESERVED = frozenset({"one", "now", "end", "major", "minor", "S", "R", "T"})  # slots with their own meaning


@dataclass(frozen=True, slots=True)
class Drawn:
    """How an amount gets its value: by a range, one of several values, a calculation, or the usual range of a thing."""

    noun: str
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(0)
    step: Fraction = Fraction(0)  # 0: not by a range
    choices: tuple[Fraction, ...] = ()
    calculation: str = ""
    usual: bool = False
    limits: tuple[Fraction, Fraction] | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A question: its calculation, its units, the amounts that the text gives, and its wordings."""

    calculation: str
    units: tuple[str, ...]
    given: frozenset[str]
    templates: tuple[str, ...]
    about_end: bool

    @property
    def mentioned(self) -> frozenset[str]:
        """The slots of the question itself: amounts among them are given by it."""
        return frozenset(_SLOT.findall(self.templates[0]))


@dataclass(frozen=True, slots=True)
class GeneralRelation:
    """One entry of the data files."""

    name: str
    kind: str
    topics: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    amounts: Mapping[str, Drawn]
    facts: tuple[Fact, ...]
    asks: tuple[Ask, ...]
    different: tuple[str, ...]  # words and amounts that differ from each other
    named: bool  # the people have names; so they do in the present, which is written for "she" and "he"
    tense: str  # "present" or "past" where the story is always in that tense
    any_order: bool
    pounds: bool  # money has cents or pence
    signs: bool  # money is written with a sign: "a $10 note"
    joins: bool  # two of its questions may be asked in one text


@cache
def general_relations() -> tuple[GeneralRelation, ...]:
    """All relations of the data files."""
    return tuple(
        _relation(name, kind, entry)
        for file in FILES
        for kind, entries in table(f"generator/general/{file}").items()
        for name, entry in entries.items()
    )


@cache
def relations_of(kind: str) -> tuple[GeneralRelation, ...]:
    """The relations of one kind; for "several" all of which two questions may be asked in one text."""
    found = tuple(one for one in general_relations() if one.kind == kind)
    if kind == "several":
        found += tuple(one for one in general_relations() if one.joins and one.kind != kind)
    return found


def _relation(name: str, kind: str, entry: Mapping[str, Any]) -> GeneralRelation:
    named_by_words = "|".join(map(re.escape, entry.get("words", {}))) or "-"
    a_word = re.compile(rf"\ba \{{((?:{named_by_words})\d?)\}}")

    def with_articles(templates: list[str]) -> tuple[str, ...]:
        """ "a {thing}" as "{a thing}", which is "an apple" where it has to be."""
        return tuple(a_word.sub(r"{a \1}", template) for template in templates)

    amounts = {amount: _drawn(text) for amount, text in entry["amounts"].items()}
    facts = tuple(read_fact(marks.split(), with_articles(templates)) for marks, *templates in entry["facts"])
    stated = frozenset[str]().union(*(fact.says for fact in facts))
    drawn = frozenset(amount for amount, how in amounts.items() if not how.calculation) & stated
    asks = tuple(
        _ask(name, head, with_paraphrases(with_articles(templates)), drawn, frozenset(amounts))
        for head, *templates in entry["asks"]
    )
    words = {word + part for word in entry.get("words", {}) for part in ("", "1", "2", "3", "4", "s")}
    wrong = (_RESERVED | words) & amounts.keys() | _RESERVED & words
    if wrong:
        raise DataError(f"{name}: {', '.join(sorted(wrong))} is already in use for something else; choose another name")
    unknown = stated - amounts.keys()
    if unknown:
        raise DataError(f"{name}: the facts give {', '.join(sorted(unknown))}, which are not amounts of the relation")
    plain = [ask for ask in asks if ask.given == drawn]
    return GeneralRelation(
        name=name,
        kind=kind,
        topics=TOPICS if "topics" not in entry else tuple(entry["topics"].split()),
        words={word: tuple(options.split("|")) for word, options in entry.get("words", {}).items()},
        amounts=amounts,
        facts=facts,
        asks=asks,
        different=tuple(entry.get("different", "").split()),
        named=bool(entry.get("named")) or entry.get("tense") == "present" or "@+they" in str(entry["asks"]),
        tense=entry.get("tense", ""),
        any_order=bool(entry.get("any_order", False)),
        pounds=any(how.noun.startswith("minor") for how in amounts.values())
        or any("@minor" in ask.calculation or "minor" in ask.units for ask in asks),
        signs=bool(entry.get("signs", False)),
        joins=bool(entry.get("joins", True)) and len(plain) > 1,
    )


def _ask(name: str, head: str, templates: tuple[str, ...], drawn: frozenset[str], amounts: frozenset[str]) -> Ask:
    calculation, units, *more = (part.strip() for part in head.split("|"))
    words = more[0].split() if more else []
    given = frozenset(word for word in words if word != "end") or drawn
    ask = Ask(calculation, tuple(unit.strip() for unit in units.split(";")), given, templates, "end" in words)
    if not templates or not given <= amounts:
        raise DataError(
            f"{name}: the question {head!r} has no wording, or gives something that is not an amount of the relation"
        )
    return ask


def _drawn(text: str) -> Drawn:
    calculation = ""
    if text.startswith("= "):
        calculation, _, text = text[2:].partition(" : ")
    first, _, rest = text.partition(" ")
    bounds = _RANGE.fullmatch(first)
    choices = tuple(Fraction(part) for part in first.split("|")) if first[:1].isdecimal() and not bounds else ()
    usual = first == "usual"
    noun = rest if bounds or choices or usual else text
    limited = _LIMITS.match(noun)
    limits = (_number(limited["least"]), _number(limited["most"])) if limited else None
    noun = noun[limited.end() :].strip() if limited else noun
    if bounds:
        low, high = _number(bounds["low"]), _number(bounds["high"])
        return Drawn(noun, low, high, Fraction(bounds["step"] or 1), limits=limits)
    return Drawn(noun, choices=choices, calculation=calculation, usual=usual, limits=limits)


def _number(text: str) -> Fraction:
    hour, colon, minute = text.partition(":")
    return Fraction(60 * int(hour) + int(minute)) if colon else Fraction(text)

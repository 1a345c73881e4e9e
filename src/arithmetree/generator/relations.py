"""Stories made from the relations of data/generator/relations: who earns, travels, shares, compares, fills.

A relation lists amounts with plausible ranges, the equations between them, the facts that a text can state and the
questions it can ask. Any amount with a question may be asked; the facts that give all others are then put together.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Any

from arithmetree.errors import ExpressionError
from arithmetree.expressions import UNDEFINED, evaluate, quantities
from arithmetree.generator.algebra import Equation, Product, Sum, solve
from arithmetree.generator.english import Tense, article, noun
from arithmetree.generator.lexicon import TOPICS, Item
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.world import Role, Sort, Story
from arithmetree.word_lists import table

FILES = ("comparing", "grouping", "money", "motion", "pace", "sharing")
_AMOUNT = re.compile(
    r"(?P<drawn>(?P<low>[\d.]+)-(?P<high>[\d.]+)(?:\+(?P<step>[\d.]+))? )?(?:\((?P<least>[\d.]+)-(?P<most>[\d.]+)\) )?"
    r"(?P<noun>.+?)(?: / (?P<per>.+))?"
)
_ENOUGH = 12
_DRAWS = 60
_SHARES = tuple(Fraction(*pair) for pair in ((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (3, 4), (2, 5), (3, 5)))
_PERCENTS = tuple(Fraction(percent, 100) for percent in (5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80))


@dataclass(frozen=True, slots=True)
class Fact:
    """A statement and the amounts it gives."""

    says: frozenset[str]
    templates: tuple[str, ...]
    event: bool
    only_for: frozenset[str] = frozenset()  # stated only where one of these amounts is asked for


@dataclass(frozen=True, slots=True)
class Relation:
    """One entry of the data files; `asks` gives the wordings for each amount that can be asked for."""

    name: str
    topics: tuple[str, ...]
    words: Mapping[str, tuple[str, ...]]
    amounts: Mapping[str, str]
    equations: tuple[Equation, ...]
    facts: tuple[Fact, ...]
    asks: Mapping[str, tuple[str, ...]]
    result: str
    tags: tuple[str, ...]
    priced: bool
    named: bool  # both people have names: nobody's grandmother is 13 years old

    @property
    def tellable(self) -> frozenset[str]:
        """The amounts that some fact gives."""
        return frozenset().union(*(fact.says for fact in self.facts))

    def given_for(self, asked: str) -> frozenset[str]:
        """What has to be given when this amount is asked for: everything else that can be, but no end of the story."""
        given = self.tellable - {asked}
        return given if asked in self.tellable or asked == self.result else given - {self.result}

    def steps(self, asked: str) -> int:
        """The number of operations that lead to an amount."""
        given = sorted(self.given_for(asked))
        return len(list(quantities(solve(asked, given, self.equations)))) - 1


@cache
def relations() -> tuple[Relation, ...]:
    """All relations of the data files."""
    return tuple(
        _relation(name, entry) for file in FILES for name, entry in table(f"generator/relations/{file}").items()
    )


@cache
def _askable(topic: str, steps: int) -> tuple[tuple[Relation, str], ...]:
    return tuple(
        (relation, asked)
        for relation in relations()
        if topic in relation.topics
        for asked in relation.asks
        if relation.steps(asked) == steps
    )


def related(scene: Scene, steps: int) -> Story:
    """A story by one of the relations of the scene's topic that takes this many operations."""
    choices = _askable(scene.topic.name, steps)
    # Where few relations are this long, they must not crowd out the other stories.
    if len(choices) < scene.rng.randint(1, _ENOUGH):
        raise Implausible(f"{len(choices)} relations of {steps} steps in {scene.topic.name}")
    return story_of(scene, *scene.rng.choice(choices))


def story_of(scene: Scene, relation: Relation, asked: str) -> Story:
    """A story by this relation that asks for this amount; Implausible where no numbers make sense."""
    words = {name: scene.rng.choice(options) for name, options in relation.words.items()}
    item = None
    if relation.named:
        scene.other = scene.named()
    if relation.priced:
        item = scene.rng.choice([item for item in scene.topic.items if item.price and item.counted])
        words["thing"] = f"{item.noun.singular}/{item.noun.plural}" + (f" of {item.noun.of}" if item.noun.of else "")
    _draw_sensibly(scene, relation, words, item)
    scene.equations.extend(relation.equations)
    scene.phenomena.extend(relation.tags)
    _tell(scene, relation, asked, words)
    _cast(scene, relation, asked)
    ends = asked == relation.result
    return scene.finish(
        asked,
        [worded(template, words) for template in relation.asks[asked]],
        _unit(scene, asked),
        {name: name for name in relation.amounts},
        tenses=(Tense.PAST, Tense.PRESENT) if ends else (Tense.PAST,),
        open_ended=ends,
    )


def _draw_sensibly(scene: Scene, relation: Relation, words: Mapping[str, str], item: Item | None) -> None:
    """Draw the amounts until they make sense, so that relations with rare solutions are used as often as others."""
    for _ in range(_DRAWS):
        try:
            _draw(scene, relation, words, item)
        except Implausible:
            continue
        return
    raise Implausible(f"{relation.name} with {item.noun.plural if item else 'these ranges'}")


def _draw(scene: Scene, relation: Relation, words: Mapping[str, str], item: Item | None) -> None:
    """Draw the amounts that have a range and work out the others."""
    drawn: dict[str, Fraction] = {}
    parsed = {name: _parsed(specified(text, words)) for name, text in relation.amounts.items()}
    for name, match in parsed.items():
        if match["drawn"]:
            drawn[name] = _value(scene, match)
        elif match["noun"] == "share":
            drawn[name] = scene.rng.choice(_SHARES)
        elif match["noun"] == "price":
            assert item is not None
            assert item.price is not None
            drawn[name] = scene.price(item.price)
    values = list(drawn.values())
    for name, match in parsed.items():
        if name in drawn:
            value = drawn[name]
        else:
            found = evaluate(solve(name, list(drawn), relation.equations), values)
            if found is UNDEFINED:
                raise Implausible(f"{name} is undefined")
            value = found
        if match["least"] and not Fraction(match["least"]) <= value <= Fraction(match["most"]):
            raise Implausible(f"{name} = {value}")
        kind, per = match["noun"], noun(match["per"]).singular if match["per"] else None
        if kind in ("money", "price"):
            scene.money(name, value, per=per)
            continue
        sort = _sort(kind)
        thing = noun(kind) if sort in (Sort.COUNT, Sort.MEASURE) else noun("time")
        scene.amount(name, value, thing, sort, per=(thing.singular, per) if per else None)


def _sort(kind: str) -> Sort:
    special = {"times": Sort.TIMES, "share": Sort.SHARE, "percent": Sort.PERCENT}
    if kind in special:
        return special[kind]
    measured: str = table("generator/relations/units")["measured"]
    unit = kind.partition("/")[0].partition(" of ")[0]
    return Sort.MEASURE if unit in measured.split() else Sort.COUNT


def _value(scene: Scene, match: re.Match[str]) -> Fraction:
    low, high = Fraction(match["low"]), Fraction(match["high"])
    if match["noun"] == "percent":
        return scene.rng.choice([percent for percent in _PERCENTS if low <= percent * 100 <= high])
    return scene.draw((low, high), Fraction(match["step"] or 1))


def _tell(scene: Scene, relation: Relation, asked: str, words: Mapping[str, str]) -> None:
    """Put together facts that give exactly the needed amounts, each once, and hint at the one that is asked for."""
    needed = relation.given_for(asked)
    ways = covers(tuple(fact for fact in relation.facts if not fact.only_for or asked in fact.only_for), needed)
    if not ways:
        raise Implausible(f"{relation.name} cannot give {', '.join(sorted(needed))}")
    slots = {name: name for name in relation.amounts}
    for fact in scene.rng.choice(ways):
        scene.tell([worded(template, words) for template in fact.templates], slots, event=fact.event)


def covers(facts: tuple[Fact, ...], needed: frozenset[str]) -> list[tuple[Fact, ...]]:
    """All ways to give the needed amounts by facts that share none, in the order of the data file."""
    if not facts:
        return [] if needed else [()]
    first, rest = facts[0], facts[1:]
    if not first.says:
        return [(first, *others) for others in covers(rest, needed)]
    found = covers(rest, needed)
    if first.says <= needed:
        found = [(first, *others) for others in covers(rest, needed - first.says)] + found
    return found


def _cast(scene: Scene, relation: Relation, asked: str) -> None:
    """Give every amount its role: needed for the answer, given for nothing, or left to be worked out."""
    given = sorted(relation.given_for(asked))
    used = {given[index] for index in quantities(solve(asked, given, relation.equations))}
    for name in relation.amounts:
        role = Role.HIDDEN if name not in given else Role.GIVEN if name in used else Role.DISTRACTION
        scene.amounts[name] = replace(scene.amounts[name], role=role)


def _unit(scene: Scene, asked: str) -> str:
    amount = scene.amounts[asked]
    if amount.sort is Sort.TIMES:
        return "times"
    if amount.per is not None and amount.sort is not Sort.MONEY:
        return f"{amount.noun.plural} per {amount.per[1]}"
    return amount.noun.plural


def worded(template: str, words: Mapping[str, str]) -> str:
    """The template with its words put in: {thing}, its plural {things}, {a thing}."""
    for name, text in words.items():
        thing = noun(text)
        singular = f"{thing.singular} of {thing.of}" if thing.of else thing.singular
        template = template.replace(f"{{{name}}}", singular).replace(f"{{a {name}}}", article(singular))
        template = template.replace(f"{{{name}s}}", thing.many)
    return template


def specified(amount: str, words: Mapping[str, str]) -> str:
    """The description of an amount with its words put in as they are in the data: "2-9 loaf/loaves"."""
    for name, text in words.items():
        amount = amount.replace(f"{{{name}}}", text)
    return amount


def _parsed(text: str) -> re.Match[str]:
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise ExpressionError(f"the amount {text!r} cannot be read; accepted is '2-9 hour' or '40-90 mile / hour'")
    return match


def _relation(name: str, entry: Mapping[str, Any]) -> Relation:
    topics = TOPICS if entry["topics"] == "any" else tuple(entry["topics"].split())
    facts = tuple(read_fact(says.split(), tuple(templates)) for says, *templates in entry["facts"])
    equations = tuple(_equation(text) for text in entry["equations"])
    return Relation(
        name=name,
        topics=topics,
        words={word: tuple(options.split("|")) for word, options in entry.get("words", {}).items()},
        amounts=entry["amounts"],
        equations=equations,
        facts=facts,
        asks={asked: tuple(templates) for asked, templates in entry["asks"].items()},
        result=entry["result"],
        tags=tuple(entry.get("tags", "").split()),
        named=bool(entry.get("named", False)),
        priced=any(text.startswith("price") for text in entry["amounts"].values()),
    )


def read_fact(marks: list[str], templates: tuple[str, ...]) -> Fact:
    """The fact of "count price !" (an event that gives two amounts) or "?other" (a hint where other is asked for)."""
    says = frozenset(mark for mark in marks if mark[0] not in "!?")
    return Fact(says, templates, "!" in marks, frozenset(mark[1:] for mark in marks if mark[0] == "?"))


def _equation(text: str) -> Equation:
    """ "total = a + b - c" or "total = a * b"."""
    total, _, terms = text.partition(" = ")
    if " * " in terms:
        return Product(total, tuple(terms.split(" * ")))
    plus, *minus = terms.split(" - ")
    return Sum(total, tuple(plus.split(" + ")), tuple(minus))

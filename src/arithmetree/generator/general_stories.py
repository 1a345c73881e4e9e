"""Stories by the relations of general problems: amounts that make sense, the facts that give them, the question."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from typing import Final

from arithmetree.derivations import (
    Constant,
    Derivation,
    Determined,
    Leaf,
    Mention,
    Operation,
    outcomes,
    parse,
    work_out,
)
from arithmetree.errors import DataError
from arithmetree.facts import fact_for
from arithmetree.generator.american import american
from arithmetree.generator.english import Tense, noun
from arithmetree.generator.general_relations import Ask, Drawn, GeneralRelation
from arithmetree.generator.lexicon import Item
from arithmetree.generator.numerals import CLOCKS
from arithmetree.generator.relations import covers, specified, worded
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.world import Amount, Question, Role, Slot, Sort, Story
from arithmetree.word_lists import table, words

ANSWER: Final = "answer"
"""The name of the asked amount, which no fact of the story gives."""
_DRAWS = 80
_LARGEST = 2_000_000
_SHARES = tuple(Fraction(*pair) for pair in ((1, 2), (1, 3), (1, 4), (1, 5), (2, 3), (3, 4), (2, 5), (3, 5)))
_SORTS = {
    "money": Sort.MONEY,
    "minor": Sort.SMALL_MONEY,
    "percent": Sort.PERCENT,
    "share": Sort.SHARE,
    "times": Sort.TIMES,
    "clock": Sort.CLOCK,
    "date": Sort.DATE,  # the day of a month
    "label": Sort.LABEL,  # always in digits: the page of a book, the parts of a ratio
}
_SMALL_COINS = {"dollar": "cent", "pound": "penny/pence"}
_SIGNS = (("$", "dollar"), ("£", "pound"), ("€", "euro"))  # the first two for money with cents or pence
_CONSTANT = re.compile(r"(?P<number>\d+(?:\.\d+)?(?:/\d+)?)@(?P<word>[^\s()+*;,|=]+)")
_FROM_TOPIC = "*"
_ON_THE_WAY = "value"  # the noun of a number that no text gives: it may be 1 or any fraction
_AMERICAN = {"dollar": 0.8, "pound": 0}  # how often a story is in American English, by its money
_SET = 0.06  # how often a sentence about the scene opens a story about the things of a topic
_MOST_DECIMALS = {Sort.MONEY: 100, Sort.SMALL_MONEY: 1, Sort.MEASURE: 100, Sort.PERCENT: 10, Sort.TIMES: 2}


@dataclass(frozen=True, slots=True)
class GeneralStory:
    """A story, the amounts its text gives, and the calculation over them (mention i is the i-th of `given`)."""

    story: Story
    given: tuple[str, ...]
    derivation: Derivation
    units: tuple[str, ...]
    implied_by: tuple[str, ...]  # words that the text must contain, because constants are implied by them


def general_story(scene: Scene, relation: GeneralRelation, asks: Sequence[Ask]) -> GeneralStory:
    """A story by this relation that asks these questions; Implausible where no numbers make sense."""
    if relation.pounds or relation.signs:
        scene.currency, scene.coin = scene.rng.choice(_SIGNS[:2] if relation.pounds else _SIGNS)
    if relation.named:
        scene.hero = scene.named()
        scene.other = scene.named(
            {"she": "male", "he": "female"}[_subject(scene)] if scene.rng.random() < 0.6 else None
        )
    for _ in range(_DRAWS):
        try:
            return _drawn_story(scene, relation, asks)
        except Implausible:
            scene.amounts.clear()
            scene.statements.clear()
    raise Implausible(f"{relation.name} with these ranges")


def _subject(scene: Scene) -> str:
    assert scene.hero.pronouns is not None
    return scene.hero.pronouns[0]


def _drawn_story(scene: Scene, relation: GeneralRelation, asks: Sequence[Ask]) -> GeneralStory:
    chosen, item = _words(scene, relation)
    asks = [_with_words(ask, chosen) for ask in asks]
    _draw(scene, relation, chosen, item)
    mentioned = frozenset[str]().union(*(ask.mentioned for ask in asks)) & scene.amounts.keys()
    given = frozenset[str]().union(*(ask.given for ask in asks))
    named = tuple(name for name in scene.amounts if name in given | mentioned)
    derivation, implied_by = calculation(_joined(asks, scene.coin), named)
    units = tuple(unit for ask in asks for unit in ask.units)
    _check(scene, derivation, [scene.value(name) for name in named], units)
    for name in scene.amounts:
        role = Role.GIVEN if name in named else Role.HIDDEN
        scene.amounts[name] = replace(scene.amounts[name], role=role)
    slots: dict[str, Slot] = {name: name for name in scene.amounts}
    slots["T"] = scene.named()
    _tell(scene, relation, given - mentioned, chosen, slots)
    story = _story(scene, relation, asks, slots)
    labels = tuple(_label(scene, unit) for unit in units)
    if story.american:
        labels = tuple(map(american, labels))
        implied_by = tuple(map(american, implied_by))
    return GeneralStory(story, named, derivation, labels, implied_by)


def _words(scene: Scene, relation: GeneralRelation) -> tuple[dict[str, str], Item | None]:
    """The words of the story; "*" is one of the things of the topic. With "*kinds" there are `kind1` and `thing1`.

    The parts of "bolt&nut" belong together; for the word `p` they are `p1` and `p2`.
    """
    chosen = {"major": scene.coin, "minor": _SMALL_COINS.get(scene.coin, "")}
    item = None
    for name, options in relation.words.items():
        if options[0].startswith(_FROM_TOPIC):
            fitting = [one for one in scene.topic.items if _fits(one, options[0]) and one is not item]
            if not fitting:
                raise Implausible(f"no thing for {relation.name} in {scene.topic.name}")
            item = scene.rng.choice(fitting)
            chosen[name] = f"{item.noun.singular}/{item.noun.plural}" + (f" of {item.noun.of}" if item.noun.of else "")
            if "kinds" in options[0]:
                for number, kind in enumerate(scene.rng.sample(item.kinds, 2), start=1):
                    described = item.noun.described(kind)
                    chosen[f"kind{number}"] = kind
                    chosen[f"{name}{number}"] = f"{described.singular}/{described.plural}"
        else:
            taken = [chosen[other] for other in relation.different if other in chosen]
            option = scene.rng.choice([option for option in options if option not in taken])
            parts = option.split("&")
            chosen |= {name: option} if len(parts) == 1 else {f"{name}{i}": part for i, part in enumerate(parts, 1)}
    # A word may be made of others: "{colour} pen".
    return {name: specified(text, chosen) for name, text in chosen.items()}, item


def _fits(item: Item, wanted: str) -> bool:
    if not item.counted or item.noun.of or item.scored:
        return False
    return (len(item.kinds) > 1 or "kinds" not in wanted) and (item.price is not None or "price" not in wanted)


def _with_words(ask: Ask, chosen: Mapping[str, str]) -> Ask:
    return replace(
        ask,
        calculation=worded(ask.calculation, chosen),
        units=tuple(specified(unit, chosen) for unit in ask.units),
        templates=tuple(worded(template, chosen) for template in ask.templates),
    )


def _joined(asks: Sequence[Ask], coin: str) -> str:
    """The calculations of all questions as one."""
    parts = [ask.calculation.partition(" where ") for ask in asks]
    equations = dict.fromkeys(part.strip() for _, _, right in parts for part in right.split(";") if part.strip())
    asked = "; ".join(left for left, _, _ in parts)
    return (f"{asked} where {'; '.join(equations)}" if equations else asked).replace("@minor", f"@{coin}")


@cache
def calculation(text: str, names: tuple[str, ...]) -> tuple[Derivation, tuple[str, ...]]:
    """The derivation over the named amounts, mention i being the i-th, and the words that imply its constants."""
    leaves: dict[str, Leaf] = {name: Mention(place) for place, name in enumerate(names)}
    implied_by: list[str] = []

    def by_name(match: re.Match[str]) -> str:
        value, word = Fraction(match["number"]), match["word"]
        fact = fact_for(value, word)
        if fact is None:
            raise DataError(f"{match[0]} in {text!r} is not a known fact; see data/facts.toml")
        if word not in (*_SMALL_COINS, "listed"):
            implied_by.append(word)
        name = f"c{len(leaves)}_"
        leaves[name] = Constant(value, fact)
        return name

    derivation = parse(_CONSTANT.sub(by_name, text), leaves)
    if derivation.unknowns and not derivation.equations:
        raise DataError(f"nothing gives {derivation.unknowns[0].name} in {text!r}; give it, or add an equation")
    if any(isinstance(leaf, Constant) and not leaf.fact for leaf in derivation.leaves):
        raise DataError(f"{text!r} has a number without the word that implies it, as in 7@week")
    return derivation, tuple(implied_by)


# Amounts


def _draw(scene: Scene, relation: GeneralRelation, chosen: Mapping[str, str], item: Item | None) -> None:
    clock = noun(scene.rng.choice(CLOCKS))
    for name, how in relation.amounts.items():
        value = _value(scene, how, chosen, item)
        if how.limits and not how.limits[0] <= value <= how.limits[1]:
            raise Implausible(f"{name} = {value}")
        kind, _, per = specified(how.noun, chosen).partition(" / ")
        sort = _sort(kind)
        thing = clock if sort is Sort.CLOCK else noun(_plural_of_money(scene, kind))
        if kind != _ON_THE_WAY and not _is_sensible(value, sort):
            raise Implausible(f"{name} = {value}")
        rate = (thing.singular, noun(per).singular) if per else None
        scene.amounts[name] = Amount(name, value, sort, thing, per=rate)
    differing = [scene.value(name) for name in relation.different if name in scene.amounts]
    if len(set(differing)) < len(differing):
        raise Implausible("two amounts are the same")


def _value(scene: Scene, how: Drawn, chosen: Mapping[str, str], item: Item | None) -> Fraction:
    rng = scene.rng
    if how.calculation:
        text = worded(how.calculation, chosen).replace("@minor", f"@{scene.coin}")
        found = outcomes(calculation(text, tuple(scene.amounts))[0], [one.value for one in scene.amounts.values()])[0]
        if not isinstance(found, Determined):
            raise Implausible(f"{text}: {found}")
        return found.value
    if how.usual:
        assert item is not None
        if how.noun == "money":
            assert item.price is not None
            return scene.price(item.price)
        return scene.draw(item.range, item.step)
    if how.step:
        value = how.low + how.step * rng.randint(0, int((how.high - how.low) / how.step))
    else:
        value = rng.choice(how.choices or _SHARES)
    return value / 100 if how.noun == "percent" else value


def _sort(kind: str) -> Sort:
    if kind in _SORTS:
        return _SORTS[kind]
    unit = kind.partition("/")[0].partition(" of ")[0].partition(" per ")[0]
    measured = words("generator/general/units", "measured") | words("generator/relations/units", "measured")
    return Sort.MEASURE if unit in measured else Sort.COUNT


def _plural_of_money(scene: Scene, kind: str) -> str:
    if kind == "money":
        return scene.coin
    return "time" if kind in _SORTS else kind


def _is_sensible(value: Fraction, sort: Sort) -> bool:
    """Whether an amount of a story may have this value: whole people, prices of two decimals."""
    if value <= 0 or value > _LARGEST:
        return False
    if sort is Sort.COUNT or sort is Sort.TIMES:
        return value.denominator == 1 and value > 1
    if sort is Sort.PERCENT:
        return (value * 1000).denominator == 1
    if sort is Sort.SHARE:
        return value < 1
    if sort in (Sort.LABEL, Sort.DATE):
        return value.denominator == 1
    if sort is Sort.CLOCK:
        return value.denominator == 1 and 60 <= value < 24 * 60
    return (value * _MOST_DECIMALS[sort]).denominator == 1 and value != 1


def _check(scene: Scene, derivation: Derivation, values: Sequence[Fraction], units: Sequence[str]) -> None:
    """Implausible where an answer or a step on the way to it makes no sense."""
    worked = work_out(derivation, values)
    for place, step in enumerate(derivation.steps, start=len(derivation.leaves)):
        number = None if step.operation is Operation.EQUATE else worked.number(place)
        if number is not None and number < 0:
            raise Implausible(f"a step comes to {number}")
    found = outcomes(derivation, values)
    if len(found) != len(units):
        raise DataError(f"{len(found)} answers and {len(units)} units in a question about {', '.join(scene.amounts)}")
    for outcome, unit in zip(found, units, strict=True):
        if not isinstance(outcome, Determined) or not _is_sensible_answer(outcome.value, _sort(unit)):
            raise Implausible(f"the answer is {outcome} {unit}")


def _is_sensible_answer(value: Fraction, sort: Sort) -> bool:
    if not 0 < value <= _LARGEST:
        return False
    if sort is Sort.SHARE:
        return value < 1 and value.denominator <= 20
    if sort is Sort.CLOCK:
        return value.denominator == 1 and value < 24 * 60
    return (value * _MOST_DECIMALS.get(sort, 1)).denominator == 1


def _label(scene: Scene, unit: str) -> str:
    """The unit as a record has it."""
    if unit == "money":
        return noun(scene.coin).plural
    if unit == "minor":
        return noun(_SMALL_COINS[scene.coin]).plural
    if unit == "share":
        return "fraction"
    if unit in (*_SORTS, *table("generator/general/units")["as_written"].split("|")):
        return unit
    over, per, under = unit.partition(" per ")
    return noun(over).plural + per + under


# Text


def _tell(
    scene: Scene,
    relation: GeneralRelation,
    needed: frozenset[str],
    chosen: Mapping[str, str],
    slots: Mapping[str, Slot],
) -> None:
    """Facts that give exactly the needed amounts, each once; a fact with "?x" only where x is not given."""
    possible = tuple(fact for fact in relation.facts if not fact.only_for & needed)
    ways = covers(possible, needed)
    if not ways:
        raise DataError(f"the facts of {relation.name} cannot give {', '.join(sorted(needed))}; add one that does")
    facts = list(scene.rng.choice(ways))
    if relation.any_order:
        scene.rng.shuffle(facts)
    tense = Tense.PRESENT if relation.tense == "present" else None
    for fact in facts:
        templates = [worded(template, chosen) for template in fact.templates]
        scene.tell(templates, slots, event=fact.event, tense=tense)


def _story(scene: Scene, relation: GeneralRelation, asks: Sequence[Ask], slots: Mapping[str, Slot]) -> Story:
    tenses = (Tense.PRESENT,) if relation.tense == "present" else (Tense.PAST,)
    people: dict[str, Slot] = {"S": scene.hero, "R": scene.other, **slots}
    questions = [Question(ask.templates, people, tenses, ask.about_end) for ask in asks]
    unit = asks[-1].units[-1]
    answer = Amount(ANSWER, Fraction(0), _sort(unit), noun(_plural_of_money(scene, unit)), Role.ASKED)
    of_topic = any(options[0].startswith(_FROM_TOPIC) for options in relation.words.values())
    return Story(
        topic=scene.topic.name,
        amounts={**scene.amounts, ANSWER: answer},
        equations=(),
        statements=tuple(scene.statements),
        question=questions[0],
        asked=ANSWER,
        unit=unit,
        currency=scene.currency,
        setting=scene.rng.choice(scene.topic.settings) if of_topic and scene.rng.random() < _SET else "",
        further=tuple(questions[1:]),
        plain=True,
        american=scene.rng.random() < _AMERICAN.get(scene.coin, 0.3),
        timeless=not relation.tense,
    )

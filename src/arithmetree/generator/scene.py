"""A scene under construction: amounts, equations and statements are added as the story is simulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from arithmetree.generator.algebra import Equation
from arithmetree.generator.english import Agreement, Noun, Tense, noun
from arithmetree.generator.lexicon import Range, Topic, kin, names
from arithmetree.generator.world import Amount, Person, Question, Role, Slot, Sort, Statement, Story

_CURRENCIES = (
    ("$", "dollar"),
    ("$", "dollar"),
    ("$", "dollar"),
    ("€", "euro"),
    ("£", "pound"),
    ("dollars", "dollar"),
    ("euros", "euro"),
    ("rupees", "rupee"),
    ("pesos", "peso"),
)
_SET = 0.15  # how often a sentence about the scene opens the story
_SMALL_COINS = ("rupee", "peso")  # prices in them are whole and larger
_PRONOUNS = {"female": ("she", "her", "her"), "male": ("he", "him", "his")}


class Implausible(Exception):  # noqa: N818 - it is no error, only a bad draw
    """The numbers drawn do not make a sensible story; draw again."""


class Scene:
    """Collects what a story is made of; `finish` gives the story."""

    def __init__(self, topic: Topic, rng: Random) -> None:
        self.topic = topic
        self.rng = rng
        self.amounts: dict[str, Amount] = {}
        self.equations: list[Equation] = []
        self.statements: list[Statement] = []
        self.phenomena: list[str] = []
        self.currency, self.coin = rng.choice(_CURRENCIES)
        self._used_names: set[str] = set()
        self.hero = self._hero()
        self.other = self._other()

    # People

    def named(self, gender: str | None = None) -> Person:
        """A new person with a name."""
        gender = gender or self.rng.choice(("female", "male"))
        name = self.rng.choice([name for name in names(gender) if name not in self._used_names])
        self._used_names.add(name)
        return Person(name, _PRONOUNS[gender])

    def _hero(self) -> Person:
        roll = self.rng.random()
        if roll < 0.80:
            return self.named()
        if roll < 0.90:
            role = self.rng.choice(self.topic.roles)
            opening = "an" if role[0] in "aeiou" else "a"
            pronouns = _PRONOUNS[self.rng.choice(("female", "male"))]
            return Person(f"the {role}", pronouns, introduced=f"{opening} {role}")
        if roll < 0.95:
            return Person("I", ("I", "me", "my"), Agreement.FIRST)
        if roll < 0.97:
            return Person("we", ("we", "us", "our"), Agreement.PLURAL)
        return Person(f"the {self.rng.choice(names('families'))} family", ("they", "them", "their"))

    def _other(self) -> Person:
        hero = self.hero.pronouns
        if self.rng.random() < 0.4 and " " not in self.hero.name:
            gender = self.rng.choice(("female", "male", "either"))
            word = self.rng.choice(kin(gender))
            return Person(f"{{S.s}} {word}", _PRONOUNS.get(gender))
        opposite = {"she": "male", "he": "female"}.get(hero[0] if hero else "")
        return self.named(opposite if self.rng.random() < 0.7 else None)

    # Amounts

    def amount(
        self,
        name: str,
        value: Fraction | int,
        thing: Noun,
        sort: Sort = Sort.COUNT,
        *,
        per: tuple[str, str] | None = None,
        groups: tuple[str, str] | None = None,
    ) -> str:
        """Add an amount that the text gives; Implausible where it is not positive, not whole as it must be, or one."""
        value = Fraction(value)
        whole = sort is Sort.COUNT or sort is Sort.TIMES
        if value <= 0 or (whole and (value.denominator != 1 or value < 2)):
            raise Implausible(f"{name} = {value}")
        if sort is Sort.MONEY and (value * 100).denominator != 1:
            raise Implausible(f"{name} = {value}")
        if sort is Sort.MEASURE and (value == 1 or ((value * 8).denominator != 1 and (value * 10).denominator != 1)):
            raise Implausible(f"{name} = {value}")
        self.amounts[name] = Amount(name, value, sort, thing, per=per, groups=groups)
        return name

    def money(self, name: str, value: Fraction | int, *, per: str | None = None) -> str:
        """Add a sum of money, or a price of one thing where `per` names it."""
        rate = (self.coin, per) if per else None
        return self.amount(name, value, noun(self.coin), Sort.MONEY, per=rate)

    def value(self, name: str) -> Fraction:
        """The value of an amount."""
        return self.amounts[name].value

    def hide(self, *hidden: str) -> None:
        """Leave amounts to be worked out."""
        for name in hidden:
            self.amounts[name] = replace(self.amounts[name], role=Role.HIDDEN)

    def draw(self, bounds: Range, step: Fraction = Fraction(1)) -> Fraction:
        """A plausible value between two bounds, in whole steps; often a round one where the numbers are large."""
        low, high = bounds
        steps = int((high - low) / step)
        if steps < 0:
            raise Implausible(f"{low} to {high}")
        value = low + step * self.rng.randint(0, steps)
        if value > 40 and self.rng.random() < 0.4:
            value = Fraction(round(value / 5) * 5)
        return value

    def price(self, bounds: Range) -> Fraction:
        """A price: whole, or with the cents that shops like."""
        low, high = bounds
        low = max(low, Fraction(2)) if high >= 4 else low
        if high >= 4 and self.coin not in _SMALL_COINS and self.rng.random() < 0.6:
            return self.draw((Fraction(max(1, -(-low // 1))), Fraction(high // 1)))
        price = self.draw((low, high), Fraction(1, 4) if high >= 1 else Fraction(1, 20))
        if self.coin in _SMALL_COINS:
            price = Fraction(round(price * 20))
        if price == 1:
            raise Implausible("multiplying by one is no step")
        return price

    def divisor(self, value: Fraction, bounds: Range) -> Fraction:
        """A whole divisor of a value within bounds, other than the value; Implausible where there is none."""
        low, high = max(Fraction(2), bounds[0]), bounds[1]
        fitting = [Fraction(n) for n in range(int(low), int(high) + 1) if value % n == 0 and value > n]
        if not fitting:
            raise Implausible(f"{value} has no divisor between {low} and {high}")
        return self.rng.choice(fitting)

    # Text

    def tell(
        self,
        templates: Sequence[str],
        slots: Mapping[str, Slot],
        *,
        event: bool = False,
        tense: Tense | None = None,
    ) -> None:
        """Add a statement; S and R are the two people unless the slots say otherwise."""
        self.statements.append(Statement(tuple(templates), self._people(slots), event, tense))

    def finish(
        self,
        asked: str,
        templates: Sequence[str],
        unit: str,
        slots: Mapping[str, Slot],
        *,
        tenses: tuple[Tense, ...] = (Tense.PAST,),
        open_ended: bool = False,
    ) -> Story:
        """The story that asks for this amount."""
        if not templates:
            raise Implausible(f"no wording asks for {asked}")
        self.amounts[asked] = replace(self.amounts[asked], role=Role.ASKED)
        question = Question(tuple(templates), self._people(slots), tenses, open_ended)
        return Story(
            topic=self.topic.name,
            amounts=dict(self.amounts),
            equations=tuple(self.equations),
            statements=tuple(self.statements),
            question=question,
            asked=asked,
            unit=unit,
            currency=self.currency,
            phenomena=tuple(self.phenomena),
            setting=self.rng.choice(self.topic.settings) if self.rng.random() < _SET else "",
        )

    def _people(self, slots: Mapping[str, Slot]) -> dict[str, Slot]:
        return {"S": self.hero, "R": self.other, **slots}

"""What a story is made of: people, places, amounts, statements that give them, and the question.

A story says nothing about sentence order, tense or pronouns; narration.py decides those. Wording is given as
templates in the small notation of grammar.py.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from arithmetree.generator.algebra import Equation
from arithmetree.generator.english import Agreement, Noun, Tense


class Sort(StrEnum):
    """What kind of amount it is; it decides how the number is written and whether it must be whole."""

    COUNT = "count"
    MEASURE = "measure"  # "2.5 litres"
    MONEY = "money"
    TIMES = "times"  # "twice", "3 times"
    SHARE = "share"  # "half of", "a third of"
    PERCENT = "percent"
    LABEL = "label"  # "room 12"; no part of any arithmetic
    DATE = "date"
    YEAR = "year"
    TIME = "time"
    CLOCK = "clock"  # "5:50 pm", in minutes after midnight
    SMALL_MONEY = "small money"  # "85p", "40 cents"


class Role(StrEnum):
    """Whether the text gives an amount, asks for it, or leaves it to be worked out on the way."""

    GIVEN = "given"
    ASKED = "asked"
    HIDDEN = "hidden"
    DISTRACTION = "distraction"  # given, and of no use


@dataclass(frozen=True, slots=True)
class Amount:
    """A number of the story; `groups` names the two amounts (how many, how many in each) that make it up, if any."""

    name: str
    value: Fraction
    sort: Sort
    noun: Noun
    role: Role = Role.GIVEN
    per: tuple[str, str] | None = None
    groups: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts: a name, "I" or "we", or a description such as "the baker" or "{S.s} cousin"."""

    name: str
    pronouns: tuple[str, str, str] | None  # "she", "her", "her"; None: never taken up by a pronoun
    agreement: Agreement = Agreement.SINGULAR
    introduced: str = ""  # how it is called at the start: "a baker" for "the baker"

    @property
    def speaks(self) -> bool:
        """True for "I" and "we", who have no other name."""
        return self.pronouns is not None and self.name == self.pronouns[0]


Slot = Person | str
"""What a template slot stands for: a person, or the text of an amount's name or of a phrase."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Something the text says, with the wordings to choose from.

    An `event` follows the one before it in time, so it may take "then" or be in an "if" clause. `tense`
    fixes the tense where the statement is about now; `opening` comes before it where it opens a sentence.
    """

    templates: tuple[str, ...]
    slots: Mapping[str, Slot] = field(default_factory=dict)
    event: bool = False
    tense: Tense | None = None
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, worded without its question mark; `tenses` are those that fit a story told in the past."""

    templates: tuple[str, ...]
    slots: Mapping[str, Slot]
    tenses: tuple[Tense, ...] = (Tense.PAST,)
    open_ended: bool = False  # about how the story ends, so it may be put in the present or the future


@dataclass(frozen=True, slots=True)
class Story:
    """A simulated story: all its amounts, how they hang together, what the text says of it and what is asked."""

    topic: str
    amounts: Mapping[str, Amount]
    equations: tuple[Equation, ...]
    statements: tuple[Statement, ...]
    question: Question
    asked: str
    unit: str
    currency: str
    phenomena: tuple[str, ...] = ()
    setting: str = ""  # a sentence about the scene, in the past, without numbers
    further: tuple[Question, ...] = ()  # asked after the question, in the same text
    plain: bool = False  # long, so the question nearly always comes at the end
    timeless: bool = False  # may be told in the present whatever is asked
    american: bool = False  # in American English

    @property
    def given(self) -> tuple[str, ...]:
        """The amounts that the expression is made of, in the order in which the story has them."""
        return tuple(name for name, amount in self.amounts.items() if amount.role is Role.GIVEN)

"""A story: what a text says, each fact once, with its value and the characters it rests on.

Reading builds the story of a problem (`arithmetree.storytelling`); features, knowledge, refusals and marking only
look it up. The amounts of a story are aligned with the schemas of its problem, and everything that is said about
one amount is with it: the thing counted, the event, the comparison, the rate, the whole it is a part of.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class AmountKind(StrEnum):
    """How a text mentions an amount."""

    NUMBER = "number"  # written: "12", "half"
    IMPLIED = "implied"  # by a word: the 7 of "a week"
    UNKNOWN = "unknown"  # without a number: "some", "a number"


class Effect(StrEnum):
    """What an event does to the amount of whoever acts in it."""

    GAIN = "gain"
    LOSS = "loss"
    TRANSFER = "transfer"  # a loss for the giver, a gain for the receiver
    STATE = "state"
    OTHER = "other"


class Goal(StrEnum):
    """What a question wants to know about the amounts of a story."""

    DIFFERENCE = "difference"
    NEED = "need"
    EACH = "each"
    START = "start"
    CHANGE = "change"
    TOTAL = "total"
    END = "end"


@dataclass(frozen=True, slots=True)
class TextSpan:
    """The characters of the text from `start` up to `end`."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Thing:
    """What is counted: the lemmas of its words and of its head, what it measures, and where it is named.

    `concept` is one name for words that measure the same ("<money>" for dollars and cents), else the head;
    `dimensions` are the lists of measures it is in, none for things. `span` is its noun, here or at another mention.
    """

    words: frozenset[str]
    head: str | None
    concept: str | None
    dimensions: frozenset[str]
    span: TextSpan | None


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody or something that has, gives or gets: by name or noun, pronouns resolved, with the words that say it."""

    name: str
    is_person: bool
    span: TextSpan | None


@dataclass(frozen=True, slots=True)
class StoryEvent:
    """What happens to an amount: the verb and its place, its classes and their effects, who acts and who receives."""

    verb: str | None
    span: TextSpan | None
    classes: tuple[str, ...]
    effects: tuple[Effect, ...]
    doer: Holder | None
    receiver: Holder | None
    adds: bool  # the amount comes on top of another: "5 more", "another 5"
    is_passive: bool  # the one who acts is acted upon: "was given 5"
    takes_out: bool  # a particle takes the amount away: "carried 5 out", "5 got off"
    is_final: bool  # what there is in the end, after other amounts: "has 5 left", "now there are 9"


@dataclass(frozen=True, slots=True)
class Contrast:
    """One amount measured against another: "5 more than Tom"; `is_less` where it points down."""

    words: str
    is_less: bool
    target: str | None
    span: TextSpan | None


@dataclass(frozen=True, slots=True)
class PerOne:
    """A rate: so much of one thing for one of another, by their concepts; `span` is where the second is named."""

    over: str | None
    per: str | None
    span: TextSpan | None


@dataclass(frozen=True, slots=True)
class Part:
    """Some of an amount mentioned before: "5 of them", "14 of the 20", "3 were broken"; `span` are the words for it.

    `whole` is the amount that "of the" names, None where it means one mentioned before; `of` is the word after "of",
    None where a verb says it.
    """

    whole: int | None
    of: str | None
    span: TextSpan


@dataclass(frozen=True, slots=True)
class StoryAmount:
    """An amount that the text mentions, and all that it says about it."""

    kind: AmountKind
    value: Fraction | None
    span: TextSpan
    thing: Thing
    event: StoryEvent
    contrast: Contrast | None = None
    rate: PerOne | None = None
    part: Part | None = None
    in_question: bool = False  # in the sentence of the question


@dataclass(frozen=True, slots=True)
class StoryQuestion:
    """A question: its characters, its tokens (first and past the last), its sentence, and what it asks for.

    `lemmas` are those of its words, `words` also the words as written. `owner` is whose amount is asked for, in lower
    case, and `owners` all that it is about by name, empty where it is about everybody.
    """

    span: TextSpan
    first: int
    last: int
    sentence: int
    goal: Goal
    thing: Thing
    lemmas: frozenset[str]
    words: frozenset[str]
    classes: tuple[str, ...]
    effects: frozenset[Effect]
    owner: str | None
    owner_is_person: bool
    owners: frozenset[str]
    is_rate: bool

    def covers(self, start: int) -> bool:
        """Whether a character is among the words that ask."""
        return self.span.start <= start < self.span.end


@dataclass(frozen=True, slots=True)
class Story:
    """The facts of a text: amounts as its schemas have them, unknown amounts, mentions of people, and the questions.

    The problem is about the last question; those before it are asked on the way.
    """

    amounts: tuple[StoryAmount, ...] = ()
    unknowns: tuple[StoryAmount, ...] = ()
    people: tuple[Holder, ...] = ()
    questions: tuple[StoryQuestion, ...] = ()

    @property
    def question(self) -> StoryQuestion | None:
        """The question that the problem is about."""
        return self.questions[-1] if self.questions else None

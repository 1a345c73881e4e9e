"""One step to explain, and what a reason for it looks like."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.derivations import Mention, Operation
from arithmetree.explanation.calculation import Calculation, exactly
from arithmetree.explanation.passage import Passage, capital, without_overlaps
from arithmetree.explanation.purpose import purpose
from arithmetree.explanation.units import Unit, canonical, is_duration, is_measure, is_money, leaf_unit
from arithmetree.solution.evidence import Span
from arithmetree.solution.reasons import StepReason
from arithmetree.views.amount_text import exact_text
from arithmetree.word_lists import words

_LONGEST_QUOTE = 8  # words
_UNNAMED = words("explanation", "phrases", "pronouns") - {"i", "me", "mine"}
_ARTICLE = re.compile(r"^(\w+(?: or \w+)?) of (an? .+|the .+)$")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a step is done: the kind, the sentence, places beside the numbers, and the line where it is a special one."""

    kind: StepReason
    sentence: str
    spans: tuple[Span, ...] = ()
    shown: str | None = None


@dataclass(frozen=True)
class View:
    """A step of a calculation, by the numbers of its values."""

    calc: Calculation
    value: int
    operation: Operation
    left: int
    right: int

    @property
    def passage(self) -> Passage:
        """The text."""
        return self.calc.passage

    @property
    def is_answer(self) -> bool:
        """True for a step that answers a question."""
        return self.value in self.calc.made.answers

    @property
    def asked(self) -> frozenset[str]:
        """The words of the question that the step answers; none for a step on the way."""
        found = self.calc.asked(self.value)
        return frozenset() if found is None else found.lemmas

    @property
    def sides(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Both orders of the operands."""
        return (self.left, self.right), (self.right, self.left)

    def unit(self, value: int) -> Unit:
        """The unit of a value."""
        return self.calc.units[value]

    def unit_of(self, number: int) -> Unit:
        """The unit of a number of the text."""
        return leaf_unit(Mention(number), self.passage)

    @property
    def is_sure(self) -> bool:
        """True if the text itself writes the units of both operands."""
        return self.calc.sure[self.left] and self.calc.sure[self.right]

    def amount(self, value: int) -> str:
        """A value in words, never rounded."""
        return exactly(self.calc.amount(value))

    def bare(self, value: int) -> str:
        """A value as an operand."""
        return self.calc.bare(value)

    def number(self, value: int) -> Fraction:
        """The number of a value."""
        return self.calc.number(value)

    def figure(self, value: int) -> str:
        """The number of a value without its unit."""
        return exact_text(self.number(value), self.calc.style_of(value))

    def be(self, value: int) -> str:
        """ "is" or "are" after an amount."""
        noun = self.unit(value).noun
        number = self.number(value)
        is_one = number == 1 or is_money(noun) or (is_measure(noun) and not is_duration(noun))
        return "is" if is_one or (noun is None and number.denominator > 1) else "are"

    def there(self, value: int) -> str:
        """How a sentence about an amount for each of something begins."""
        unit = self.unit(value)
        if unit.noun is None or is_money(unit.noun) or is_measure(unit.noun) or is_duration(unit.per):
            return "It is"
        return "There is" if self.number(value) == 1 else "There are"

    def to_find(self, do: str, otherwise: str = "") -> str:
        """ "To find how many rolls a guest got, ..." where a plain question is answered, else another sentence."""
        asked = self.calc.asked(self.value)
        aim = purpose(self.passage, asked)
        if (
            aim is None
            and asked is not None
            and asked.noun
            and not (self.passage.is_careful or is_measure(canonical(asked.head)))
        ):
            aim = f"the number of {asked.noun}" if self.calc.unit_words(self.value) == asked.noun else None
        return otherwise if aim is None else f"To find {aim}, {do}."

    def clause(self, value: int) -> tuple[str, Span] | None:
        """The statement that a number of the text is part of."""
        number = self.calc.mention(value)
        found = None if number is None else self.passage.clause(number)
        return None if found is None else (self.passage.to_reader(found[0]), found[1])

    def quote(self, value: int, pattern: re.Pattern[str]) -> str | None:
        """A number of the text with what follows it there: "17 seals more than North Beach"."""
        number = self.calc.mention(value)
        if number is None or not self.passage.is_careful or self.passage.is_spoken(number):
            return None
        text, (start, end) = self.passage.problem.text, self.passage.amount_span(number)
        found = pattern.match(text, end) or pattern.match(text, self.passage.mentions[number].end)
        if found is None or len(found[0].split()) > _LONGEST_QUOTE or _UNNAMED & {*found[0].lower().split()}:
            return None
        said = " ".join(text[start : found.end()].split())
        return self.passage.to_reader(f"{said[:1].lower()}{said[1:]}")

    def so(self, value: int, do: str, kind: StepReason, otherwise: str | None = None) -> Reason | None:
        """What the text says of a number, "so" what to do; with no statement to repeat, another sentence or none."""
        found = self.clause(value)
        if found is None:
            return None if otherwise is None else Reason(kind, otherwise)
        words, span = found
        return Reason(kind, f"{capital(words)}, so {do}.", (span,))


def spans_of(view: View, reason: Reason) -> tuple[Span, ...]:
    """The numbers of both operands, and the places that the reason names."""
    return without_overlaps((*view.calc.spans((view.left, view.right)), *reason.spans))


def fact_sentence(fact: str, number: str, owner: str | None = None) -> str | None:
    """A fact as a clause: "there are 7 days in a week", "a square has 4 sides"; None where it is no such fact.

    `owner` is who has it where the text names it closer than the fact: "each goat" for the legs of an animal.
    """
    owned = _ARTICLE.match(fact)
    if owned:
        whose = "each of them" if " or " in owned[2] else owned[2]  # "legs of a bird or a person"
        return f"{owner or whose} has {number} {owned[1].partition(' or ')[0]}"
    if " in a" in fact or " in the " in fact:
        return f"there are {number} {fact.partition(',')[0]}"
    return None

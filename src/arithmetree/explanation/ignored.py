"""Why a number of the text is not needed: short, and true."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from arithmetree.derivations import Constant, Derivation, Mention, Operation
from arithmetree.derivations import Step as DerivationStep
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.passage import Passage
from arithmetree.explanation.units import Sort, Unit, is_measure, leaf_unit
from arithmetree.quantities import Kind, Quantity
from arithmetree.solution.reasons import Ignored
from arithmetree.word_lists import words

_NAMES = {
    Kind.NAME: "is only part of a name",
    Kind.TIME: "is a time of day, which is not needed",
}
_NO_NUMBERS = frozenset({Kind.ORDINAL, Kind.PRONOUN, Kind.YEAR, Kind.DATE})
"""Years, dates and words such as "first" and "one", which nobody expects in a calculation."""
_SMALL = 12
"""Numbers up to this one are often spelled for things that the text lists anyway: "two friends", "four tests"."""
_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_CORRECTED = re.compile(r"^[^.?!]{0,40}?(?:\.\.\.|,|–|-)?\s*\b(?:no,|no sorry|sorry,|i mean|rather,)", re.IGNORECASE)
_AGE = re.compile(r"^,\s")

_BEFORE_THINGS = frozenset(
    {*("the", "a", "an", "each", "every", "this", "that", "our", "my", "his", "her", "their", "one", "per"),
     *("first", "second", "third", "fourth", "last", "next", "other", "same", "new", "old")}
)  # fmt: skip
_LABELLED = re.compile(
    r"(?:\b(\w+)\s+)?\b(?:line|bus|tram|room|class|pool|floor|gate|platform|chapter|lane|ward|zone|group|block)\s$",
    re.IGNORECASE,
)
_POINTING = frozenset({"they", "them", "their", "theirs", "these", "those", "each", "everyone", "everybody", "all"})
"""Words of a question that may mean the things of a number."""


def _same_sort(noun: str, other: str | None) -> bool:
    """True for two measures of the same kind, such as centimetres and metres: the unit is no reason then."""
    groups = ("durations", "lengths", "weights", "volumes")
    return any(noun in words("measures", group) and other in words("measures", group) for group in groups)


def ignored_of(made: Derivation, passage: Passage) -> tuple[Ignored, ...]:
    """The mentions that a derivation does not use, in the order of the text, each with a sentence that says why.

    Left out is what a reader does not miss: ordinals, "one", small numbers in words, a number that the text names
    again, and a number that the calculation has from elsewhere, such as the 5 of "5 tests" where five scores are added.
    """
    calc = Calculation(passage, made)
    counted = {leaf.value for leaf in made.leaves if isinstance(leaf, Constant)} | {Fraction(1)}
    counted |= {Fraction(len(terms)) for step in made.steps if len(terms := _terms(made, step)) > 1}
    once: dict[str, Ignored] = {}
    for number, quantity in enumerate(passage.mentions):
        unused = _Unused(calc, number)
        is_counted = quantity.value in counted and not unused.is_sized
        if number not in made.mentions and not is_counted and unused.is_missed:
            found = unused.explained()
            once.setdefault(found.because, found)
    return tuple(once.values())


def _terms(made: Derivation, step: DerivationStep) -> list[int]:
    """The terms of a sum."""
    if step.operation is not Operation.ADD:
        return []
    found: list[int] = []
    for side in (step.left, step.right):
        inner = made.step(side)
        found += [side] if inner is None or inner.operation is not Operation.ADD else _terms(made, inner)
    return found


@dataclass(frozen=True)
class _Unused:
    calc: Calculation
    number: int

    @property
    def is_sized(self) -> bool:
        """True for a measure or money, which is no number of things."""
        is_written = self._passage.nouns[self.number] is not None and is_measure(self._unit.noun)
        return self._quantity.kind is not Kind.NUMBER or is_written

    @property
    def is_missed(self) -> bool:
        """True for a number that a reader expects to be used, or wants a reason for."""
        quantity = self._quantity
        if quantity.kind in _NO_NUMBERS or quantity.implicit is not None or self._is_repeated:
            return False
        if quantity.value == 1 or self._passage.is_asked(quantity.start):
            return False  # nobody misses a 1, and what the question names is needed to understand it
        if self.number and _Unused(self.calc, self.number - 1).whole_end > quantity.start:
            return False
        is_named = re.search(rf"\b[A-Z][a-z]+ {re.escape(quantity.text)}\b", self._passage.problem.text)  # "Bed 2"
        if (is_named or _YEAR.fullmatch(quantity.text)) and self._passage.nouns[self.number] is None:
            return False
        is_spelled = not any(letter.isdigit() for letter in quantity.text)
        is_small = quantity.value.denominator == 1 and quantity.value <= _SMALL
        return not is_spelled or (quantity.countable and not is_small)

    def explained(self) -> Ignored:
        """The first reason that holds, the surest first."""
        because = self._name() or self._corrected()
        if because is not None:
            return Ignored(self.number, because)
        return Ignored(self.number, f"The {self._amount} {self._be} not needed to answer the question.", firm=False)

    # What is known of it

    @property
    def _passage(self) -> Passage:
        return self.calc.passage

    @property
    def _quantity(self) -> Quantity:
        return self._passage.mentions[self.number]

    @cached_property
    def _written(self) -> str:
        written = self._passage.written(self.number)
        return written if any(letter.isdigit() for letter in written) else f'"{written}"'

    @cached_property
    def _amount(self) -> str:
        """The number with its noun as the text writes them."""
        noun = self._passage.nouns[self.number]
        if self._written.startswith('"') or noun is None or noun.head in ("time", "times"):
            return self._written
        start, end = self._passage.amount_span(self.number)[0], self.whole_end
        inside = [token for token in self._passage.problem.tokens if self._quantity.end <= token.start < noun.end]
        if any(token.upos in ("VERB", "AUX") and token.tag not in ("VBN", "VBG") for token in inside):
            return self._written  # "6 lay asleep"
        first = self._passage.problem.text[self._quantity.end :].lstrip()[:2]
        if first.istitle():
            return self._written  # "office 302 Dr. Shah"
        if self._passage.problem.text[self._quantity.end : self._quantity.end + 1] in ("-", "–"):
            return self._written  # "the 4-hectare meadow"
        return " ".join(self._passage.problem.text[start:end].split())

    @cached_property
    def _unit(self) -> Unit:
        return leaf_unit(Mention(self.number), self._passage)

    @property
    def _be(self) -> str:
        """ "are" for several things that are named with the number: the 7 hours, but the 7 kg and the $7."""
        noun = self._passage.nouns[self.number]
        is_named = noun is not None and self._amount != self._written
        word = "" if noun is None else noun.words.partition(" of ")[0].split()[-1]
        is_short = len(word) <= 2 or (len(word) == 3 and is_measure(self._unit.noun))
        return "are" if is_named and not is_short and self._quantity.value > 1 else "is"

    @property
    def whole_end(self) -> int:
        """Where the amount ends, with a smaller measure that belongs to it: "5 m 20 cm"."""
        end = self._passage.amount_span(self.number)[1]
        following = next((i for i, one in enumerate(self._passage.mentions) if one.start > end), None)
        if following is None or following in self.calc.made.mentions or not is_measure(self._unit.noun):
            return end
        gap = self._passage.problem.text[end : self._passage.mentions[following].start]
        small = leaf_unit(Mention(following), self._passage).noun
        is_one = gap.strip() in ("", "and") and is_measure(small) and _same_sort(self._unit.noun or "", small)
        return self._passage.amount_span(following)[1] if is_one and small != self._unit.noun else end

    @property
    def _is_repeated(self) -> bool:
        """True for a number that the text gives twice of the same things, of which the other one is used."""
        for other in self.calc.made.mentions:
            one, unit = self._passage.mentions[other], leaf_unit(Mention(other), self._passage)
            if one.value == self._quantity.value and one.kind is self._quantity.kind:
                is_mean = self._passage.is_mean(other), self._passage.is_mean(self.number)
                is_open = unit.is_guess or self._unit.is_guess or None in (unit.noun, self._unit.noun)
                if is_mean[0] is is_mean[1] and (unit.noun == self._unit.noun or is_open):
                    return True
        return False

    # Reasons

    def _name(self) -> str | None:
        text, quantity = self._passage.problem.text, self._quantity
        asks_time = any(self.calc.units[answer].sort is Sort.CLOCK for answer in self.calc.made.answers)
        if quantity.kind in _NAMES and not (asks_time and quantity.kind is Kind.TIME):
            return f"The {self._written} {_NAMES[quantity.kind]}."
        is_lettered = quantity.kind is Kind.LABEL and re.match(r"[A-Za-z]\b", text[quantity.end :]) is not None
        is_row = re.match(r":\s", text[quantity.end :]) is not None and quantity.text.isdigit()  # "Race 1: 14 runners"
        label = _LABELLED.search(text[: quantity.start])
        if is_lettered or is_row or (label is not None and (label[1] or "").lower() not in _BEFORE_THINGS):
            return f"The {self._written} {_NAMES[Kind.NAME]}."
        tokens = self._passage.problem.tokens
        at = self._passage.token_at(quantity.start)
        is_age = at > 1 and tokens[at - 1].text == "," and tokens[at - 2].upos == "PROPN"
        if is_age and _AGE.match(text[quantity.end :]) and quantity.text.isdigit():
            return f"The {self._written} is an age, which is not needed."
        return None

    def _corrected(self) -> str | None:
        if not _CORRECTED.match(self._passage.problem.text[self._quantity.end :]):
            return None
        return f"The {self._written} is corrected in the text, so it does not count."

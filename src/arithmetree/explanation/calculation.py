"""A calculation in words: every value with its number, its unit and how people write it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, Unknown, work_out
from arithmetree.explanation.passage import GROUP_SIZE, Asked, Passage, running
from arithmetree.explanation.units import (
    Sort,
    Unit,
    asked_unit,
    canonical,
    inferred_units,
    is_duration,
    is_measure,
    is_money,
    is_points,
    known_fact,
    leaf_unit,
    units_of,
)
from arithmetree.quantities import Kind
from arithmetree.solution.evidence import Span
from arithmetree.views.amount_text import CLOCK, PER_CENT, YEAR, AmountStyle, amount_text, exact_text, number_text
from arithmetree.views.inflection import plural, singular
from arithmetree.word_lists import words

_ABSTRACT = words("explanation", "abstract", "nouns")
_VAGUE = words("explanation", "abstract", "adjectives")
_NUMBER_ASKED = re.compile(
    r"^(?:what|find|which|work out|calculate)\b[^?.]*\b(?:number|of the(?: \w+)? numbers)\W*$", re.IGNORECASE
)
_WHICH = re.compile(
    r"\b(?:which|what) (?:floor|page|place|row|seat|house|room|storey|stage|number bus)\b", re.IGNORECASE
)
_IN_UNITS = re.compile(
    r"\b(?:time|length|distance|weight|mass|area|volume|height|cost|price) in ((?:square |cubic )?)([a-z]+)\b"
)
_GROUPS_OF = re.compile(r"\b([a-z]+s) of\s*$")
_LIST = re.compile(r"\s*(?:,|and|or|,\s*and|by|x|×)\s*[$£€]?")


@dataclass(frozen=True)
class Calculation:
    """A derivation in the order in which it is explained, over the numbers of a text."""

    passage: Passage
    made: Derivation

    @cached_property
    def style(self) -> AmountStyle:
        """How the text writes amounts."""
        return AmountStyle.of(self.passage.problem)

    @cached_property
    def _as_calculated(self) -> AmountStyle:
        """How amounts are written on the way: 200 minutes and 455p, not yet 3 h 20 min and £4.55."""
        return replace(self.style, hours_and_minutes=False, counts_coins=True)

    def style_of(self, value: int) -> AmountStyle:
        """How a value is written: 0.4 stays a decimal in a text that also writes 3/8."""
        number = self.mention(value)
        is_decimal = number is not None and "." in self.passage.mentions[number].text
        return replace(self.style, decimals=True, fractions=False) if is_decimal else self.style

    @cached_property
    def values(self) -> tuple[Fraction | None, ...]:
        """The number of every value; None for equations and for what no equation fixes."""
        worked = work_out(self.made, [one.value for one in self.passage.mentions])
        return tuple(worked.number(value) for value in range(self.made.size))

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The unit of every value."""
        return units_of(self.made, self.passage, self._inferred)

    @cached_property
    def _inferred(self) -> dict[int, Unit]:
        return inferred_units(self.made, self.passage)

    def number(self, value: int) -> Fraction:
        """The number of a value that is known."""
        found = self.values[value]
        assert found is not None
        return found

    # What is asked

    def asked(self, value: int) -> Asked | None:
        """The question that a value answers; None for what is only a step on the way."""
        questions, answers = self.passage.questions, self.made.answers
        if value not in answers or not questions:
            return None
        place = answers.index(value)
        if len(questions) == len(answers):
            return questions[place]
        return questions[-1] if place == len(answers) - 1 else None

    @cached_property
    def asked_lemmas(self) -> frozenset[str]:
        """The words of all questions."""
        return frozenset(word for one in self.passage.questions for word in one.lemmas)

    def answer_unit(self, value: int) -> str | None:
        """The unit of an answer as a phrase with its noun in the plural; None where the text does not say."""
        asked, unit = self.asked(value), self.units[value]
        named = asked_unit(asked)
        is_count = asked is None or (asked.head is not None and "many" in asked.lemmas)
        if named is not None and named.sort is Sort.SHARE and not is_count:
            return PER_CENT if self._is_hundredths(value) else None
        if unit.sort in (Sort.CLOCK, Sort.YEAR):
            return CLOCK if unit.sort is Sort.CLOCK else YEAR
        if (
            asked is not None
            and "many" not in asked.lemmas
            and _NUMBER_ASKED.search(self.passage.problem.text[asked.span[0] : asked.span[1]])
        ):
            return None  # "Find the largest number"
        if asked is not None and _WHICH.search(self.passage.problem.text[asked.span[0] : asked.span[1]]):
            return None  # "on which floor" asks for a name
        measured = self._asked_in(asked)
        if measured is not None:
            return measured
        lemmas = frozenset() if asked is None else asked.lemmas
        asks_rate = bool(lemmas & words("explanation", "rates", "asked"))
        if named is not None and asked is not None and asked.noun is not None and asked.head not in _ABSTRACT:
            is_rate = asks_rate and unit.is_rate and unit.noun == named.noun
            return f"{asked.noun} per {singular(self.noun(unit.per or ''))}" if is_rate else asked.noun
        money = self._money_asked(lemmas, unit)
        if money is not None:
            return money
        sized = self._size_asked(lemmas, unit)
        if sized is not None:
            return sized
        written = [canonical(noun.head) for noun in self.passage.nouns if noun is not None and "many" in lemmas]
        named_ = next((noun for noun in written if noun in lemmas), None)  # "by how many did the number of bats fall"
        counted = unit.noun if self.sure[value] or unit.noun in lemmas else named_ or unit.noun
        is_read = self.sure[value] or is_measure(counted) or is_money(counted)
        if unit.is_guess and not is_read and "many" not in lemmas and self.noun(counted or "") not in lemmas:
            counted = None  # the reader only guessed, and the question does not count
        counted = "year" if counted == "age" or (counted is None and "old" in lemmas) else counted
        if counted is None and unit.sort is Sort.RATIO:
            counted = self._same_measure(value)
        if counted is None or counted in _ABSTRACT:
            return None
        if unit.is_rate and asks_rate:
            return f"{self.noun(counted)} per {singular(self.noun(unit.per or ''))}"
        return self.noun(counted)

    def _same_measure(self, value: int) -> str | None:
        """The measure of 45 cubic metres of snow from 18 cubic metres of water: so much snow for one of water."""
        step = self.made.step(value)
        sides = () if step is None else tuple(self.mention(side) for side in (step.left, step.right))
        nouns = [None if side is None else self.passage.nouns[side] for side in sides]
        of = [noun.words.partition(" of ")[2] for noun in nouns if noun is not None]
        return self.units[step.left].noun if step is not None and len(of) == 2 and of[0] != of[1] else None

    def _asked_in(self, asked: Asked | None) -> str | None:
        """The unit that a question wants the answer in: "in square metres", "in pence"."""
        if asked is None:
            return None
        text = self.passage.problem.text[asked.span[0] : asked.span[1]].lower().rstrip(" .?!")
        found = re.search(r"\bin ((?:square |cubic )?)([a-z]+)$", text) or _IN_UNITS.search(text)
        if found is None:
            return None
        noun = canonical(found[2])
        is_unit = is_money(noun) or (is_measure(noun) and not is_duration(noun)) or noun in ("minute", "hour", "second")
        return f"{found[1]}{plural(found[2])}" if is_unit and found[2] != "total" else None

    def _is_hundredths(self, value: int) -> bool:
        step = self.made.step(value)
        if step is None:
            return False
        hundred = [side for side in (step.left, step.right) if self.values[side] == 100]
        return bool(hundred) or self._is_hundredths(step.left) or self._is_hundredths(step.right)

    def _money_asked(self, lemmas: frozenset[str], unit: Unit) -> str | None:
        """The coin of the numbers used, where the question asks for money by its verb: "What do the lessons cost?"."""
        if not lemmas & words("feature_words", "money") or (unit.noun is not None and not is_money(unit.noun)):
            return None
        if is_money(unit.noun) and unit.noun is not None:
            return self.noun(unit.noun)
        coins = {self.units[i].noun for i in range(len(self.made.leaves)) if is_money(self.units[i].noun)}
        coin = coins.pop() if len(coins) == 1 else None
        return None if coin is None else self.noun(coin)

    def _size_asked(self, lemmas: frozenset[str], unit: Unit) -> str | None:
        """The measure of the numbers used, where the question asks for a weight, a length or a score by its words."""
        read = [self.units[i] for i in range(len(self.made.leaves)) if not self.units[i].is_guess]
        nouns = {noun for one in read for noun in (one.noun, one.per)}
        for kind, asked, named in (
            ("weights", words("explanation", "sizes", "weights"), words("measures", "weights")),
            ("lengths", words("explanation", "sizes", "lengths"), words("measures", "lengths")),
            ("points", words("explanation", "points", "asked"), words("explanation", "points", "words")),
        ):
            found = {noun for noun in nouns if noun is not None and noun in named}
            is_open = unit.noun not in named or kind == "points"
            if lemmas & asked and is_open and len(found) == 1 and "many" not in lemmas:
                return self.noun(found.pop())
        return None

    # In words

    @cached_property
    def _forms(self) -> dict[str, str]:
        """Nouns in the plural as the text writes them, by their one name."""
        found: dict[str, str] = {}
        for token in self.passage.problem.tokens:
            if token.upos not in ("NOUN", "SYM", "X", "ADJ", "NUM") and token.text.lower() not in ("m", "l", "g", "h"):
                continue
            name = canonical(token.lemma)
            assert name is not None
            text = token.text.rstrip(".") or token.text
            text = running(text)
            is_plural = token.tag == "NNS"
            if name not in found or (is_plural and found[name] != text and plural(found[name]) != text):
                found[name] = text if is_plural else plural(text)
        phrases: dict[str, set[str]] = {}
        for noun, quantity in zip(self.passage.nouns, self.passage.mentions, strict=True):
            if noun is not None and (" " in noun.words.partition(" of ")[0] or not is_measure(canonical(noun.head))):
                phrase = noun.words.partition(" of ")[0]
                if phrase.startswith(("square ", "cubic ")):
                    continue
                # "8 loose candles" do not make all candles loose, but 20 new music boxes are music boxes.
                phrase = " ".join([*self._kinds(quantity.end, noun.end, phrase), phrase.split()[-1]])
                is_hyphened = self.passage.problem.text[quantity.end : quantity.end + 1] == "-"
                many = phrase if quantity.value > 1 and not is_hyphened else plural(phrase)
                phrases.setdefault(canonical(noun.head) or "", set()).add(many)
        guessed = {leaf_unit(Mention(i), self.passage).noun for i in self._guesses}
        for name, written in phrases.items():
            phrase = next(iter(written))
            is_said = name not in guessed or self.passage.problem.text.lower().count(phrase) > 1
            if len(written) == 1 and is_said and not (set(next(iter(written)).split()[:-1]) & _VAGUE):
                found[name] = next(iter(written))  # "music boxes", where there are no others
        for asked in self.passage.questions:
            if asked.noun is not None and asked.head is not None and not is_measure(canonical(asked.head)):
                found.setdefault(canonical(asked.head) or "", asked.noun.split()[-1])
        return found

    def _kinds(self, start: int, end: int, phrase: str) -> list[str]:
        """The nouns right before the last noun of a phrase: the music of "new music boxes"."""
        tokens = [token for token in self.passage.problem.tokens if start <= token.start < end]
        adjectives = {token.text.lower() for token in tokens if token.upos == "ADJ" or token.tag == "VBN"}
        kinds = phrase.split()[:-1]
        last = max((i for i, word in enumerate(kinds) if word.lower() in adjectives), default=-1)
        return kinds[last + 1 :]

    @cached_property
    def _guesses(self) -> list[int]:
        """The numbers whose noun the text leaves out: "14 leather sofas and 22 cloth ones"."""
        count = range(len(self.passage.mentions))
        return [i for i in count if leaf_unit(Mention(i), self.passage).is_guess]

    def noun(self, name: str) -> str:
        """A noun in the plural as the text writes it, else by the rules of spelling."""
        kind, _, base = name.partition(" ")
        if kind in ("square", "cubic") and base:
            written = self._forms.get(base, plural(base))
            short = written if len(written) <= 2 else None
            return f"{short}{'²' if kind == 'square' else '³'}" if short else f"{name[: len(kind)]} {written}"
        if name == "person":
            return self._forms.get(name, "people")
        return self._forms.get(name, plural(name))

    @cached_property
    def sure(self) -> tuple[bool, ...]:
        """Whether the text itself writes the unit of each value, and the reader did not take it from elsewhere."""
        found = [
            self.units[value].noun is not None if isinstance(leaf, Unknown) else self._is_known(value, leaf)
            for value, leaf in enumerate(self.made.leaves)
        ]
        for step in self.made.steps:
            both = found[step.left], found[step.right]
            sides = step.left, step.right
            if step.operation in (Operation.ADD, Operation.SUBTRACT):
                found.append(any(both))
            else:
                # So much money times anything is money, whatever is counted, and so many times some grams are grams.
                unit, is_product = self.units[len(found)], step.operation is Operation.MULTIPLY
                same = [
                    found[side]
                    for side in sides
                    if (is_money(unit.noun) and is_money(self.units[side].noun))
                    or (is_points(unit.noun) and self.units[side].noun == unit.noun)
                    or (is_measure(unit.noun) and is_product and unit.is_plain and self.units[side].noun == unit.noun)
                ]
                found.append(any(same) if is_money(unit.noun) else all(both) or any(same))
        return tuple(found)

    def _is_known(self, value: int, leaf: Leaf) -> bool:
        """True for a unit that the text writes, or that follows from what the number is added to."""
        return value in self._inferred or self._is_written(leaf)

    def _is_written(self, leaf: Leaf) -> bool:
        if not isinstance(leaf, Mention):
            return isinstance(leaf, Constant)
        passage = self.passage
        quantity = passage.mentions[leaf.quantity]
        if quantity.kind is not Kind.NUMBER or quantity.implicit is not None:
            return True
        unit = leaf_unit(leaf, passage)
        if unit.sort is Sort.UNCLEAR and passage.nouns[leaf.quantity] is None:
            return False
        is_part = 0 < quantity.value < 1 and is_measure(unit.noun)  # "a quarter of a litre"
        is_read = (is_money(unit.noun) or unit.noun == "degree" or is_part) and not unit.is_guess
        if passage.nouns[leaf.quantity] is not None or unit.is_factor or is_read or self._is_group_size(leaf.quantity):
            return True
        # "4, 7 and 10 pages": the noun comes at the end of the list.
        following = [one for one in passage.mentions[leaf.quantity + 1 :] if one.start >= quantity.end]
        if not following or not _LIST.fullmatch(passage.problem.text[quantity.end : following[0].start]):
            return False
        return self._is_written(Mention(passage.mentions.index(following[0])))

    def _is_group_size(self, number: int) -> bool:
        """True for the 24 of "jars in boxes of 24", where the sentence says both what is counted and for each what."""
        group = _GROUPS_OF.search(self.passage.problem.text[: self.passage.mentions[number].start])
        unit = leaf_unit(Mention(number), self.passage)
        if GROUP_SIZE.match(self.passage.problem.text, self.passage.mentions[number].end):
            return unit.is_rate  # "216 eggs, 6 per box"
        said = {canonical(token.lemma) for token in self.passage.sentence(number)}
        return group is not None and unit.noun in said and canonical(group[1]) == unit.per

    def unit_words(self, value: int) -> str | None:
        """The unit of a value as a phrase in the plural; for an answer what the question names."""
        if value in self.made.answers:
            return self.answer_unit(value)
        unit = self.units[value]
        if self.sure[value] and unit.sort in (Sort.CLOCK, Sort.YEAR):
            return CLOCK if unit.sort is Sort.CLOCK else YEAR
        if not self.sure[value] or unit.noun is None or unit.noun in _ABSTRACT:
            return self._summands.get(value)
        return self.noun(unit.noun)

    def _kinds_together(self, value: int) -> str | None:
        """ "students and teachers" for the sum of 17 students and 13 teachers."""
        step = self.made.step(value)
        if step is None or step.operation is not Operation.ADD or None in map(self.mention, (step.left, step.right)):
            return None
        units = [self.units[side] for side in (step.left, step.right)]
        written = [self.passage.nouns[number] for number in self.leaves_of(value)]
        is_things = all(one.is_plain and not is_measure(one.noun) and not is_money(one.noun) for one in units)
        if not is_things or "time" in (units[0].noun, units[1].noun) or units[0].noun == units[1].noun:
            return None
        kinds = [noun.words.partition(" of ")[0] for noun in written if noun is not None]
        return " and ".join(kinds) if len(kinds) == 2 and all(plural(kind) == kind for kind in kinds) else None

    @cached_property
    def _summands(self) -> dict[int, str]:
        """The results that an answer is the sum or the difference of, which count what the question asks for."""
        found: dict[int, str] = {}
        waiting = [(answer, self.asked(answer)) for answer in self.made.answers]
        while waiting:
            value, asked = waiting.pop()
            step = self.made.step(value)
            if step is None or step.operation not in (Operation.ADD, Operation.SUBTRACT):
                continue
            if asked is None or asked.noun is None or "many" not in asked.lemmas:
                continue
            sides = (step.left, step.right)
            if any(side < len(self.made.leaves) and isinstance(self.made.leaves[side], Constant) for side in sides):
                continue  # one post more than there are gaps
            kinds = {self.units[side].noun for side in sides if self.sure[side] and self.units[side].is_plain}
            is_mixed = any(self.units[side].sort is Sort.MIXED for side in sides) or " and " in asked.noun
            if is_mixed or kinds - {canonical(asked.head), asked.head}:
                continue  # pupils and teachers, and seats
            results = [side for side in sides if self.made.step(side) is not None]
            found |= dict.fromkeys(results, asked.noun)
            waiting += [(side, asked) for side in results]
        return found

    def amount(self, value: int) -> str:
        """A value in words: "12 apples", "14 kilograms of veal", "$4.50", "20%", "7:15"."""
        if value < len(self.made.leaves):
            leaf = self.made.leaves[value]
            if isinstance(leaf, Mention) and value not in self._inferred:
                return self._mention_amount(leaf.quantity, self.units[value])
            if isinstance(leaf, Constant) and self.units[value].is_rate:
                return number_text(leaf.value, self.style)
        number = self.values[value]
        if number is None:
            return "?"
        if self.units[value].sort is Sort.SHARE and value not in self.made.answers:
            return self.share(value)
        if value in self.made.answers:
            return amount_text(number, self.unit_words(value), self.style)
        unit = self.unit_words(value)
        plain = self._as_calculated
        return exact_text(number, plain) if unit is None else amount_text(number, unit, plain)

    def result(self, value: int) -> str:
        """The result of a step: an amount, with what it is for each of where it is a rate on the way to the answer."""
        unit, words_ = self.units[value], self.unit_words(value)
        shown = self.amount(value)
        if value in self.made.answers and words_ is not None:
            plain = amount_text(self.number(value), words_, self._as_calculated)
            return shown if plain == shown else f"{plain} = {shown}"
        step = self.made.step(value)
        kinds = self._kinds_together(value)
        shown = exactly(shown) if kinds is None or words_ is not None else f"{shown} {kinds}"
        is_new = step is not None and step.operation is Operation.DIVIDE and self.units[step.left].is_plain
        is_given = step is None or max(step.left, step.right) < len(self.made.leaves)
        is_shown = unit.is_rate and words_ is not None and ((is_duration(unit.per) and is_given) or is_new)
        return f"{shown} per {self.each(unit.per)}" if is_shown else shown

    def _mention_amount(self, number: int, unit: Unit) -> str:
        quantity = self.passage.mentions[number]
        style = replace(self.style_of(self.made.leaves.index(Mention(number))), hours_and_minutes=False)
        if quantity.kind is Kind.TIME:
            return amount_text(quantity.value, CLOCK, style)
        if quantity.kind is Kind.YEAR:
            return amount_text(quantity.value, YEAR, style)
        if quantity.kind is Kind.PERCENT:
            return amount_text(quantity.value * 100, PER_CENT, style)
        if unit.is_factor or quantity.implicit is not None:
            written = _as_written(quantity.text) if quantity.value < 1 else None
            return written or number_text(quantity.value, style)
        noun = self.passage.nouns[number]
        if noun is None and not self._is_written(Mention(number)):
            return number_text(quantity.value, style)
        if noun is None or is_money(unit.noun) or unit.noun is None or unit.noun == "degree":
            return amount_text(quantity.value, None if unit.noun is None else self.noun(unit.noun), style)
        shown = number_text(quantity.value, style)
        is_several = quantity.value > 1 and shown.replace(",", "").isdigit() and not is_measure(unit.noun)
        if is_several and self.passage.problem.text[quantity.end : quantity.end + 1] != "-":
            return f"{shown} {noun.words}"  # the text knows its plural best
        return amount_text(quantity.value, noun.words, style)

    def share(self, value: int) -> str:
        """A share: as a per cent where the text writes per cents, else as a fraction."""
        number = self.number(value)
        if value < len(self.made.leaves):
            leaf = self.made.leaves[value]
            if isinstance(leaf, Mention):
                return self._mention_amount(leaf.quantity, self.units[value])
        kinds = {self.passage.mentions[one].kind for one in self.made.mentions}
        if Kind.PERCENT in kinds:
            return amount_text(number * 100, PER_CENT, self.style)
        return str(number)

    def bare(self, value: int) -> str:
        """A value as an operand of a line: money, per cents and times with their sign, else the number alone."""
        unit = self.units[value]
        number = self.values[value]
        if number is None:
            return self.amount(value)
        written = canonical(self.unit_words(value))
        if unit.sort in (Sort.SHARE, Sort.CLOCK, Sort.YEAR) or is_money(unit.noun) or is_money(written):
            said = exactly(self.amount(value))
            is_spelled = unit.sort is Sort.SHARE and not any(map(str.isdigit, said))
            return str(number) if is_spelled else said  # 36 ÷ 1/2, not 36 ÷ half
        return exact_text(number, self.style_of(value))

    # Places

    def leaves_of(self, value: int) -> list[int]:
        """The mentions in a value, by their place in the text."""
        step = self.made.step(value)
        if step is None:
            leaf = self.made.leaves[value]
            return [leaf.quantity] if isinstance(leaf, Mention) else []
        return list(dict.fromkeys((*self.leaves_of(step.left), *self.leaves_of(step.right))))

    def mention(self, value: int) -> int | None:
        """The number of the text that a value is, if it is one."""
        leaf = self.made.leaves[value] if value < len(self.made.leaves) else None
        return leaf.quantity if isinstance(leaf, Mention) else None

    def fact(self, value: int) -> str:
        """The fact of a known number, "days in a week"; empty for anything else."""
        leaf = self.made.leaves[value] if value < len(self.made.leaves) else None
        if isinstance(leaf, Constant):
            return known_fact(leaf, self.passage)
        if isinstance(leaf, Mention):
            return self.passage.mentions[leaf.quantity].implicit or ""
        return ""

    def spans(self, values: Sequence[int]) -> list[Span]:
        """The numbers of values with their units."""
        return [self.passage.amount_span(number) for value in values for number in self.leaves_of(value)]

    def operation(self, value: int) -> Operation | None:
        """The operation that makes a value."""
        step = self.made.step(value)
        return None if step is None else step.operation

    def each(self, noun: str | None) -> str:
        """One thing of a kind as it follows "each": "box"; "one" for what the text does not name."""
        one = "one" if noun is None else singular(self.noun(noun))
        return one.capitalize() if one in words("facts", "listed", "days") else one


def exactly(amount: str) -> str:
    """An amount without its rounded value: "€105 1/3" for "€105 1/3 (about €105.33)"."""
    return amount.partition(" (about ")[0]


def _as_written(text: str) -> str | None:
    """A fraction that the text writes with digits or words: "3/4", "half"."""
    lowered = text.lower().removeprefix("a ").removeprefix("one ").strip()
    return {"half": "half", "third": "a third", "quarter": "a quarter", "fifth": "a fifth"}.get(lowered)

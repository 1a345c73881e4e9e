"""What the rules for rates look at: the quantities of a text, their units, verbs and subjects, and who shares what."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from arithmetree.measures import DURATIONS, MONEY, measures
from arithmetree.quantities import Kind, Quantity
from arithmetree.reading.tokens import NOUNS, REACH, Clause, Resolve, TokenTable
from arithmetree.reading.units.noun_groups import CountedUnit, Units, joined_lemma
from arithmetree.word_lists import words

PERSON = "person"  # stands for named people and pronouns in the denominator of a rate
PACKS = ("pack", "packs", "count")
ONE = frozenset({"a", "an", "one"})
STAND_INS = frozenset({"one", "other", "rest"})  # nouns that stand for another one
_SIGNS = frozenset({"$", "£", "€", "¥", "₹", "about", "only", "just"})
_BEFORE_NOUNS = frozenset({"ADJ", "NUM", "HYPH", "VBN", "VBG"})
_JOINTS = ("-", "'", "’", "'s", "’s")  # inside a noun group: "a check-up", "a child's tray"


class NounHead(NamedTuple):
    """The head of a noun group: its token and lemma; -1 and "" where there is none."""

    node: int
    lemma: str


@dataclass(frozen=True, slots=True)
class Distributive:
    """An "each box", "every day" or "each of them": its token, the noun's token and lemma, and its verb."""

    index: int
    noun: int
    lemma: str
    verb: int | None


@dataclass(frozen=True, slots=True)
class RateCandidate:
    """A quantity whose rate is looked for: its unit, the tokens of its verb and subject, and its own (start, end).

    `joint` is the token before it, currency signs and words like "only" stepped over.
    """

    number: int
    quantity: Quantity
    unit: CountedUnit
    verb: int | None
    subject: int | None
    start: int
    end: int
    joint: int


class RateFacts:
    """All that is known of the quantities of one text before their rates are; `several` are kinds mentioned in general.

    `distributives` are None until `distributives_of` has found them.
    """

    def __init__(self, table: TokenTable, units: Units, clauses: Sequence[Clause], resolve: Resolve) -> None:
        self.table = table
        self.quantities = table.quantities
        self.units = units
        self.clauses = clauses
        self.resolve = resolve
        self.several = _kinds_mentioned(table, units)
        self.distributives: Sequence[Distributive] | None = None
        found = zip(table.quantities, units, clauses, table.spans, strict=True)
        self.amounts = [
            None if unit is None else RateCandidate(i, quantity, unit, *clause, *span, self.before_signs(span[0]))
            for i, (quantity, unit, clause, span) in enumerate(found)
        ]

    def head(self, number: int) -> str | None:
        """What a quantity counts; None for none, and past the last one."""
        unit = self.units[number] if number < len(self.units) else None
        return None if unit is None else unit.head

    def noun_after(self, node: int) -> NounHead:
        """The head of the noun group from a token on, numbers stepped over; a span of time is always the head."""
        table, head, first = self.table, -1, node
        if table.lower[node] == "second" and table.upos[node + 1] not in NOUNS:
            return NounHead(node, "second")
        while node < len(table):
            if head >= 0 and table.upos[node] == "PROPN" and table.tokens[head].text.islower():
                break  # "in every room Milos hung 3 lamps"
            if table.upos[node] in NOUNS:
                head = node
                if table.tag[node] == "NNS" or measures(table.lemma[node], DURATIONS):
                    break
            elif head >= 0 or not (table.is_a(node, _BEFORE_NOUNS) or node in table.quantity_at):
                break
            node += 1
        return NounHead(head, joined_lemma(table, head, first) if head >= 0 else "")

    def is_one(self, node: int) -> bool:
        """True at "a", "an" and the number one."""
        number = self.table.quantity_at.get(node)
        if number is None:
            return self.table.lower[node] in ONE
        return self.quantities[number].value == 1 and self.quantities[number].kind is not Kind.ORDINAL

    def any_one(self, index: int) -> bool:
        """True if a noun is introduced by "a", "an" or "one"."""
        table, first = self.table, index
        while table.upos[first - 1] in ("NOUN", "ADJ") or table.lower[first - 1] in _JOINTS:
            first -= 1
        return self.is_one(first - 1) or any(self.is_one(kid) for kid in table.children[index])

    def is_money(self, number: int) -> bool:
        """True for an amount of money, the sign may be left out."""
        unit = self.units[number]
        elided = unit is not None and unit.elided and measures(unit.head, MONEY)
        return elided or self.quantities[number].kind is Kind.MONEY

    def prices(self, verb: int | None) -> bool:
        """True for a verb such as "cost" and "sell"."""
        return verb is not None and self.table.lemma[verb] in words("rates", "prices", "verbs")

    def is_container(self, lemma: str | None) -> bool:
        """True for what holds a number of things: "pack", "box"."""
        return lemma in words("rates", "containers", "nouns")

    def number_between(self, start: int, end: int) -> bool:
        found = (self.table.quantity_at[node] for node in range(start, end) if node in self.table.quantity_at)
        return any(self.quantities[number].countable for number in found)

    def quantities_before(self, node: int) -> int:
        return bisect_left(self.table.spans, (node, 0))

    def counted_before(self, stop: int, number: int) -> str | None:
        """The thing counted nearest before a token, else the nearest plural, in the same sentence."""
        table = self.table
        first, _ = table.sentence(stop)
        for position in range(number - 1, max(number - REACH, -1), -1):
            head, start = self.head(position), table.spans[position][0]
            if head in (None, self.head(number)) or measures(head, MONEY):
                continue
            if table.sentence(start)[0] == first:
                return head
        nodes = range(stop - 1, max(first, stop - REACH) - 1, -1)
        plurals = (table.lemma[at] for at in nodes if table.tag[at] == "NNS" and table.lemma[at] not in STAND_INS)
        nouns = (table.lemma[at] for at in nodes if table.upos[at] == "NOUN" and table.dep[at] in ("obj", "nsubj"))
        return next(plurals, None) or next(nouns, None)

    def counted_earlier(self, number: int) -> str | None:
        """The thing counted last before a quantity, in whatever sentence."""
        heads = (self.head(position) for position in range(number - 1, max(number - REACH, 0) - 1, -1))
        return next((head for head in heads if head not in (None, self.head(number)) and not measures(head)), None)

    def counted_right_before(self, node: int) -> str | None:
        """What is counted by the quantity whose phrase ends right before a token: "2 shops" of "2 shops $80 each"."""
        after = self.quantities_before(node)
        for position in range(after - 1, max(after - REACH, -1), -1):
            unit = self.units[position]
            if unit is not None:
                several = self.quantities[position].value > 1 and not measures(unit.head, MONEY)
                return unit.head if several and node in (unit.end, unit.last) else None
        return None

    def before_signs(self, node: int) -> int:
        """The token before a number, currency signs and words like "only" stepped over."""
        node -= 1
        while node >= 0 and (self.table.upos[node] in ("SYM", "ADV") or self.table.lower[node] in _SIGNS):
            node -= 1
        return node

    def sharer(self, index: int) -> str:
        """The lemma of those who share; named people and pronouns for people count as "person"."""
        if self.table.lemma[index] in STAND_INS:  # "the others", "the rest"
            return self.counted_earlier(self.quantities_before(index)) or PERSON
        return joined_lemma(self.table, index, 0) if self.table.upos[index] == "NOUN" else self.meant(index) or PERSON

    def meant(self, index: int) -> str | None:
        """The lemma of the noun that a pronoun stands for; "person" for a name."""
        name = self.resolve(index)
        for token in self.table.tokens:
            if token.text == name and token.upos in NOUNS:
                return PERSON if token.upos == "PROPN" else token.lemma
        return None

    def is_single(self, index: int) -> bool:
        """True for one person or thing, who cannot be meant by "each"."""
        table = self.table
        if any(table.dep[kid] == "conj" for kid in table.children[index]):
            return False
        if table.upos[index] == "PROPN":
            return True
        if table.tag[index] == "NN" and table.lower[index] == table.lemma[index] not in STAND_INS:
            return any(table.lower[kid] in ("the", "a", "an") for kid in (*table.children[index], index - 1))
        return table.lower[index] in ("he", "she", "i", "it")


def _kinds_mentioned(table: TokenTable, units: Units) -> frozenset[str]:
    """Lemmas that the text also counts or uses in the plural or with "one", "each", "per": any one may be meant."""
    kinds = {unit.head for quantity, unit in zip(table.quantities, units, strict=True) if unit and quantity.value > 1}
    for index in range(len(table)):
        if table.tag[index] == "NNS" or (table.upos[index] == "NOUN" and table.lower[index] != table.lemma[index]):
            kinds |= {table.lemma[index], joined_lemma(table, index, 0)}
        elif table.upos[index] == "NOUN" and table.lower[index - 1] in ("one", "each", "every", "per"):
            kinds.add(table.lemma[index])
    return frozenset(kind for kind in kinds if kind is not None)

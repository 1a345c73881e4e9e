"""What the rules for rates look at: the quantities of a text, their units, verbs and subjects, and who shares what."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arithmetree.measures import DURATIONS, MONEY, measures
from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind, Quantity
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.noun_groups import Unit, joined_lemma
from arithmetree.schemas import Token
from arithmetree.word_lists import words

NOUN_TAGS = ("NOUN", "PROPN")


def noun_after(table: TokenTable, node: int) -> tuple[int, str] | None:
    """The head of the noun group that starts at a token, numbers stepped over; a span of time is always the head."""
    head, first = None, node
    if table.lower[node] == "second" and not is_noun_at(table, node + 1):
        return node, "second"
    while node < len(table.tokens):
        token = table.tokens[node]
        if head is not None and token.upos == "PROPN" and table.tokens[head].text.islower():
            break  # "in every room Milos hung 3 lamps"
        if token.upos in NOUN_TAGS:
            head = node
            if token.tag == "NNS" or measures(token.lemma, DURATIONS):
                break
        elif head is not None or not (
            token.upos in ("ADJ", "NUM") or token.tag in ("HYPH", "VBN", "VBG") or node in table.quantity_at
        ):
            break
        node += 1
    return None if head is None else (head, joined_lemma(table, head, first))


def is_noun_at(table: TokenTable, node: int) -> bool:
    return node < len(table.tokens) and table.upos[node] in NOUN_TAGS


def is_plural(token: Token) -> bool:
    """True for a plural noun, by its tag or, where that is wrong, by its ending."""
    return token.tag == "NNS" or (token.upos == "NOUN" and token.lemma.lower() != token.text.lower())


def compares(table: TokenTable, node: int) -> bool:
    """True at the comparative of "10 minutes shorter" and "$30 dearer than"."""
    if node >= len(table.tokens):
        return False
    dearer = table.lower[node].endswith("er") and table.lower[node + 1] == "than"
    return dearer or table.tag[node] in ("JJR", "RBR")


def tells_total(table: TokenTable, node: int) -> bool:
    """True at "in all" and "altogether": "5 sacks weighing 75 kg in all"."""
    both = table.lower[node : node + 2] in (["in", "all"], ["in", "total"])
    return both or table.lower[node] in ("altogether", "together")


PERSON = "person"  # stands for named people and pronouns in the denominator of a rate
PACKS = ("pack", "packs", "count")
ONE = frozenset({"a", "an", "one"})
SIGNS = frozenset({"$", "£", "€", "¥", "₹", "about", "only", "just"})
JOINTS = ("-", "'", "’", "'s", "’s")  # inside a noun group: "a check-up", "a child's tray"
STAND_INS = frozenset({"one", "other", "rest"})  # nouns that stand for another one


@dataclass(frozen=True, slots=True)
class Distributive:
    """An "each box", "every day" or "each of them": its token, the noun's token and lemma, and its verb."""

    index: int
    noun: int
    lemma: str
    verb: int | None


class RateFacts:
    """All that is known of the quantities of one text before their rates are; `several` are kinds mentioned in general.

    `distributives` are None until `distributives_of` has found them.
    """

    def __init__(
        self,
        table: TokenTable,
        quantities: Sequence[Quantity],
        units: Sequence[Unit | None],
        verbs: Sequence[int | None],
        subjects: Sequence[int | None],
        resolve: Callable[[int], str],
    ) -> None:
        self.table = table
        self.quantities = quantities
        self.units = units
        self.verbs = verbs
        self.subjects = subjects
        self.resolve = resolve
        self.several = _kinds_spoken_of(table, quantities, units)
        self.distributives: Sequence[Distributive] | None = None

    def is_one(self, node: int) -> bool:
        """True at "a", "an" and the number one."""
        if node >= len(self.table.tokens):
            return False
        number = self.table.quantity_at.get(node)
        if number is None:
            return self.table.lower[node] in ONE
        return self.quantities[number].value == 1 and self.quantities[number].kind is not Kind.ORDINAL

    def any_one(self, index: int) -> bool:
        """True if a noun is introduced by "a", "an" or "one"."""
        first = index
        tokens = self.table.tokens
        while first > 0 and (tokens[first - 1].upos in ("NOUN", "ADJ") or tokens[first - 1].text in JOINTS):
            first -= 1
        return any(self.is_one(kid) for kid in self.table.children[index]) or (first > 0 and self.is_one(first - 1))

    def is_money(self, number: int) -> bool:
        unit = self.units[number]
        elided = unit is not None and unit.elided and measures(unit.head, MONEY)
        return elided or self.quantities[number].kind is Kind.MONEY

    def prices(self, verb: int | None) -> bool:
        return verb is not None and self.table.lemma[verb] in words("rates", "prices", "verbs")

    def number_between(self, start: int, end: int) -> bool:
        return any(
            self.quantities[self.table.quantity_at[node]].countable
            for node in range(start, end)
            if node in self.table.quantity_at
        )

    def quantities_before(self, node: int) -> int:
        """How many quantities come before a token."""
        return bisect_left(self.table.spans, (node, 0))

    def counted_before(self, stop: int, number: int) -> str | None:
        """The thing counted nearest before a token, else the nearest plural, in the same sentence."""
        table = self.table
        sentence = table.tokens[stop].sent
        for position in range(number - 1, max(number - REACH, -1), -1):
            unit = self.units[position]
            if unit is None or unit.head in (None, self._head(number)) or measures(unit.head, MONEY):
                continue
            if measures(unit.head) and self.counted_right_before(self.table.spans[position][0] - 1) is not None:
                continue  # "18 turbines of 2 megawatts, each with 3 blades"
            if table.tokens[table.spans[position][0]].sent == sentence:
                return "pack" if self.quantities[position].unit_hint in PACKS else unit.head
        first = max(table.sentences[sentence][0], stop - REACH)
        for node in range(stop - 1, first - 1, -1):
            if table.tag[node] == "NNS" and table.lemma[node] not in STAND_INS:
                return table.lemma[node]
        for node in range(stop - 1, first - 1, -1):
            if table.upos[node] == "NOUN" and table.dep[node] in ("obj", "nsubj"):
                return table.lemma[node]
        return None

    def counted_earlier(self, number: int) -> str | None:
        """The thing counted last before a quantity, in whatever sentence."""
        for unit in reversed(self.units[max(number - REACH, 0) : number]):
            if unit is not None and unit.head not in (None, self._head(number)) and not measures(unit.head):
                return unit.head
        return None

    def is_counted(self, lemma: str, number: int) -> bool:
        """True if another quantity counts the thing."""
        return any(
            self._head(other) == lemma for other in range(max(number - REACH, 0), number + REACH) if other != number
        )

    def _head(self, number: int) -> str | None:
        unit = self.units[number] if number < len(self.units) else None
        return None if unit is None else unit.head

    def counted_right_before(self, node: int) -> str | None:
        """What is counted by the quantity whose phrase ends right before a token: "2 shops" of "2 shops $80 each"."""
        after = self.quantities_before(node)
        for position in range(after - 1, max(after - REACH, -1), -1):
            unit = self.units[position]
            if unit is None:
                continue
            value = self.quantities[position].value
            counts = unit.head is not None and not measures(unit.head, MONEY)
            several = counts and value is not None and value > 1
            return unit.head if several and node in (unit.end, unit.last) else None
        return None

    def before_signs(self, node: int) -> int:
        """The token before a number, currency signs and words like "only" stepped over."""
        node -= 1
        while node >= 0 and (self.table.upos[node] in ("SYM", "ADV") or self.table.lower[node] in SIGNS):
            node -= 1
        return node

    def sharer(self, index: int) -> str:
        """The lemma of those who share; named people and pronouns for people count as "person"."""
        token = self.table.tokens[index]
        if token.upos == "NOUN" and token.lemma not in STAND_INS:
            return joined_lemma(self.table, index, 0)
        if token.upos == "PROPN":
            return noun_lemma(token.text.lower()) if self._opens_with_plural(index) else PERSON
        if token.upos == "NOUN":  # "the others", "the rest"
            return self.counted_earlier(self.quantities_before(index)) or PERSON
        return self.lemma_of(self.resolve(index)) or PERSON

    def _opens_with_plural(self, index: int) -> bool:
        """True for a plural at the start of a sentence whose capital made it look like a name: "Leeks go for $1"."""
        token = self.table.tokens[index]
        first = self.table.sentences[token.sent][0]
        start = index == first or (index == first + 1 and self.table.upos[first] == "PUNCT")
        named = token.text in words("people", "names", "female") or token.text in words("people", "names", "male")
        return start and not named and noun_lemma(token.text.lower()) != token.text.lower()

    def is_single(self, index: int) -> bool:
        """True for one person or thing, who cannot be meant by "each"."""
        token = self.table.tokens[index]
        listed = self.table.lower[index + 1] in ("and", ",") or any(
            self.table.dep[kid] == "conj" for kid in self.table.children[index]
        )
        if token.upos == "PROPN":
            return not listed and not self._opens_with_plural(index)
        if token.tag == "NN" and self.table.lower[index] == token.lemma and token.lemma not in STAND_INS:
            articles = {self.table.lower[kid] for kid in (*self.table.children[index], max(index - 1, 0))}
            return not listed and not articles.isdisjoint(("the", "a", "an"))
        return not listed and self.table.lower[index] in ("he", "she", "i", "it")

    def lemma_of(self, name: str) -> str | None:
        """The lemma of a noun of the text; "person" for a name."""
        for token in self.table.tokens:
            if token.text == name and token.upos in NOUN_TAGS:
                return PERSON if token.upos == "PROPN" else token.lemma
        return None


def _kinds_spoken_of(table: TokenTable, quantities: Sequence[Quantity], units: Sequence[Unit | None]) -> frozenset[str]:
    """Lemmas that the text also counts or uses in the plural or with "one", "each", "per": any one may be meant."""
    kinds = set()
    for quantity, unit in zip(quantities, units, strict=True):
        value = quantity.value
        if unit is not None and unit.head is not None and value.numerator > value.denominator:
            kinds.add(unit.head)
    for index, token in enumerate(table.tokens):
        if token.tag == "NNS" or (token.upos == "NOUN" and table.lower[index] != token.lemma):
            kinds |= {token.lemma, joined_lemma(table, index, 0)}
    for index in range(1, len(table.tokens)):
        if table.lower[index - 1] in ("one", "each", "every", "per") and table.upos[index] == "NOUN":
            kinds.add(table.lemma[index])
    return frozenset(kinds)

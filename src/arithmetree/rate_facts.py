"""What the rules for rates look at: the quantities of a text, their units, verbs and subjects, and who shares what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arithmetree.quantities import Kind, Quantity
from arithmetree.tokens import TokenTable
from arithmetree.units import Unit, joined_lemma
from arithmetree.verbs import governing_verb
from arithmetree.word_lists import words

PERSON = "person"  # stands for named people and pronouns in the denominator of a rate
NOUN_TAGS = ("NOUN", "PROPN")
PACKS = ("pack", "packs", "count")
ONE = frozenset({"a", "an", "one"})


@dataclass(frozen=True, slots=True)
class Distributive:
    """An "each box", "every day" or "each of them": its token, the noun's token and lemma, and its verb."""

    index: int
    noun: int
    lemma: str
    verb: int | None


class RateFacts:
    """All that is known of the quantities of one text before their rates are; `several` are kinds spoken of in general.

    `distributives` are all phrases with each, every and per, in text order.
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
        self.several = _kinds_spoken_of(table)
        self.distributives = _find_distributives(self)

    def is_one(self, node: int) -> bool:
        """True at "a", "an" and the number one."""
        if node >= len(self.table.tokens):
            return False
        number = self.table.quantity_at.get(node)
        return self.table.lower[node] in ONE or (number is not None and self.quantities[number].value == 1)

    def any_one(self, index: int) -> bool:
        """True if a noun is introduced by "a", "an" or "one"."""
        return any(self.is_one(kid) for kid in self.table.children[index]) or (index > 0 and self.is_one(index - 1))

    def is_money(self, number: int) -> bool:
        unit = self.units[number]
        elided = unit is not None and unit.elided and unit.head in words("measures", "money")
        return elided or self.quantities[number].kind is Kind.MONEY

    def prices(self, verb: int | None) -> bool:
        return verb is not None and self.table.tokens[verb].lemma in words("rates", "prices", "verbs")

    def number_between(self, start: int, end: int) -> bool:
        return any(
            self.quantities[self.table.quantity_at[node]].countable
            for node in range(start, end)
            if node in self.table.quantity_at
        )

    def counted_before(self, stop: int, number: int) -> str | None:
        """The thing counted nearest before a token, else the nearest plural, in the same sentence."""
        table = self.table
        sentence = table.tokens[stop].sent
        for position in range(number - 1, -1, -1):
            unit = self.units[position]
            if unit is None or unit.head is None or unit.head in words("measures", "money"):
                continue
            if table.tokens[table.spans[position][0]].sent == sentence:
                return "pack" if self.quantities[position].unit_hint in PACKS else unit.head
        first = table.sentences[sentence][0]
        for node in range(stop - 1, first - 1, -1):
            if table.tokens[node].tag == "NNS":
                return table.tokens[node].lemma
        for node in range(stop - 1, first - 1, -1):
            if table.tokens[node].upos == "NOUN" and table.tokens[node].dep in ("obj", "nsubj"):
                return table.tokens[node].lemma
        return None

    def sharer(self, index: int) -> str:
        """The lemma of those who share; named people and pronouns for people count as "person"."""
        token = self.table.tokens[index]
        if token.upos == "NOUN" and token.lemma not in ("one", "other"):
            return token.lemma
        if token.upos == "PROPN":
            return PERSON
        return self.lemma_of(self.resolve(index)) or PERSON

    def lemma_of(self, name: str) -> str | None:
        """The lemma of a noun of the text; "person" for a name."""
        for token in self.table.tokens:
            if token.text == name and token.upos in NOUN_TAGS:
                return PERSON if token.upos == "PROPN" else token.lemma
        return None


def is_measure(head: str | None) -> bool:
    return any(head in words("measures", sort) for sort in ("weights", "volumes", "lengths", "durations", "money"))


def noun_behind(table: TokenTable, node: int) -> tuple[int, str] | None:
    """The head of the noun group that starts at a token, numbers stepped over; a span of time is always the head."""
    head, first = None, node
    while node < len(table.tokens):
        token = table.tokens[node]
        if token.upos in NOUN_TAGS:
            head = node
            if token.tag == "NNS" or token.lemma in words("measures", "durations"):
                break
        elif head is not None or not (
            token.upos in ("ADJ", "NUM") or token.tag in ("HYPH", "VBN", "VBG") or node in table.quantity_at
        ):
            break
        node += 1
    return None if head is None else (head, joined_lemma(table, head, first))


def _kinds_spoken_of(table: TokenTable) -> frozenset[str]:
    """Lemmas that the text also uses in the plural or with "one", "each", "per": any one of them may be meant."""
    kinds = set()
    for index, token in enumerate(table.tokens):
        if token.tag == "NNS":
            kinds |= {token.lemma, joined_lemma(table, index, 0)}
    for index in range(1, len(table.tokens)):
        if table.lower[index - 1] in ("one", "each", "every", "per") and table.tokens[index].upos == "NOUN":
            kinds.add(table.tokens[index].lemma)
    return frozenset(kinds)


def _find_distributives(facts: RateFacts) -> list[Distributive]:
    """All "each box", "every day", "per hour", "each of the boxes" and "each of them", in text order."""
    table = facts.table
    found = []
    for index, word in enumerate(table.lower):
        if word not in words("rates", "distributive_determiners") and word != "per":
            continue
        if skips(table, index) or (word == "per" and table.tokens[index].text != "per"):
            continue
        node = index + 1
        if table.lower[node : node + 1] == ["of"]:
            node += 1
            while node < len(table.tokens) and (
                table.tokens[node].upos in ("DET", "NUM") or table.tokens[node].tag == "PRP$"
            ):
                node += 1
            if node < len(table.tokens) and table.lower[node] in ("them", "which", "these", "those", "us"):
                found.append(Distributive(index, index, facts.sharer(node), governing_verb(table, index)))
                continue
            counted = facts.units[table.quantity_at[node - 1]] if node - 1 in table.quantity_at else None
            if counted is not None and is_measure(counted.head):
                continue
        behind = noun_behind(table, node)
        if behind is not None and table.lower[behind[0] + 1 : behind[0] + 2] in (["'s"], ["'"], ["’s"]):
            behind = noun_behind(table, behind[0] + 2) or behind
        if behind is not None and behind[0] - node < 6:
            found.append(Distributive(index, behind[0], behind[1], governing_verb(table, behind[0])))
        elif _each_alone(facts, index):
            found.append(Distributive(index, index, facts.sharer(index), governing_verb(table, index)))
    return found


def _each_alone(facts: RateFacts, index: int) -> bool:
    """True for "each" as a subject ("each costs 5") and for "each one"."""
    table = facts.table
    if index + 1 >= len(table.tokens) or table.lower[index] == "per":
        return False
    if facts.is_one(index + 1) and table.lower[index + 1] not in ("a", "an"):
        return True
    follows = table.tokens[index + 1].upos in ("VERB", "AUX") or table.lower[index + 1] == "there"
    return (
        table.lower[index] == "each"
        and follows
        and (index == 0 or table.tokens[index - 1].upos not in ("PRON", "NOUN", "PROPN"))
    )


def skips(table: TokenTable, index: int) -> bool:
    """True for "per cent", "every second day" and "each other", which make no rate."""
    return table.lower[index + 1 : index + 2] in (["cent"], ["second"], ["other"], ["third"])

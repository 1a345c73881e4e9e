"""What the rules for rates look at: the quantities of a text, their units, verbs and subjects, and who shares what."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind, Quantity
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units import Unit, joined_lemma
from arithmetree.reading.verbs import governing_verb
from arithmetree.schemas import Token
from arithmetree.word_lists import words

PERSON = "person"  # stands for named people and pronouns in the denominator of a rate
NOUN_TAGS = ("NOUN", "PROPN")
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
        self.several = _kinds_spoken_of(table, quantities, units)
        self.distributives = _find_distributives(self)

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
        for position in range(number - 1, max(number - REACH, -1), -1):
            unit = self.units[position]
            if unit is None or unit.head in (None, self._head(number)) or unit.head in words("measures", "money"):
                continue
            if is_measure(unit.head) and self.counted_right_before(self.table.spans[position][0] - 1) is not None:
                continue  # "18 turbines of 2 megawatts, each with 3 blades"
            if table.tokens[table.spans[position][0]].sent == sentence:
                return "pack" if self.quantities[position].unit_hint in PACKS else unit.head
        first = max(table.sentences[sentence][0], stop - REACH)
        for node in range(stop - 1, first - 1, -1):
            if table.tokens[node].tag == "NNS" and table.tokens[node].lemma not in STAND_INS:
                return table.tokens[node].lemma
        for node in range(stop - 1, first - 1, -1):
            if table.tokens[node].upos == "NOUN" and table.tokens[node].dep in ("obj", "nsubj"):
                return table.tokens[node].lemma
        return None

    def counted_earlier(self, number: int) -> str | None:
        """The thing counted last before a quantity, in whatever sentence."""
        for unit in reversed(self.units[max(number - REACH, 0) : number]):
            if unit is not None and unit.head not in (None, self._head(number)) and not is_measure(unit.head):
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
        behind = _quantities_before(self, node)
        for position in range(behind - 1, max(behind - REACH, -1), -1):
            unit = self.units[position]
            if unit is None:
                continue
            value = self.quantities[position].value
            counts = unit.head is not None and unit.head not in words("measures", "money")
            several = counts and value is not None and value > 1
            return unit.head if several and node in (unit.end, unit.last) else None
        return None

    def before_signs(self, node: int) -> int:
        """The token before a number, currency signs and words like "only" stepped over."""
        node -= 1
        while node >= 0 and (self.table.tokens[node].upos in ("SYM", "ADV") or self.table.lower[node] in SIGNS):
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
            return self.counted_earlier(_quantities_before(self, index)) or PERSON
        return self.lemma_of(self.resolve(index)) or PERSON

    def _opens_with_plural(self, index: int) -> bool:
        """True for a plural at the start of a sentence whose capital made it look like a name: "Leeks go for $1"."""
        token = self.table.tokens[index]
        first = self.table.sentences[token.sent][0]
        start = index == first or (index == first + 1 and self.table.tokens[first].upos == "PUNCT")
        named = token.text in words("people", "names", "female") or token.text in words("people", "names", "male")
        return start and not named and noun_lemma(token.text.lower()) != token.text.lower()

    def is_single(self, index: int) -> bool:
        """True for one person or thing, who cannot be meant by "each"."""
        token = self.table.tokens[index]
        listed = self.table.lower[index + 1 : index + 2] in (["and"], [","]) or any(
            self.table.tokens[kid].dep == "conj" for kid in self.table.children[index]
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


def is_measure(head: str | None) -> bool:
    sorts = ("weights", "volumes", "lengths", "durations", "money", "others")
    return any(head in words("measures", sort) for sort in sorts)


def is_plural(token: Token) -> bool:
    """True for a plural noun, by its tag or, where that is wrong, by its ending."""
    return token.tag == "NNS" or (token.upos == "NOUN" and token.lemma.lower() != token.text.lower())


def noun_behind(table: TokenTable, node: int) -> tuple[int, str] | None:
    """The head of the noun group that starts at a token, numbers stepped over; a span of time is always the head."""
    head, first = None, node
    if table.lower[node : node + 1] == ["second"] and not _a_noun(table, node + 1):
        return node, "second"
    while node < len(table.tokens):
        token = table.tokens[node]
        if head is not None and token.upos == "PROPN" and table.tokens[head].text.islower():
            break  # "in every room Milos hung 3 lamps"
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


def _kinds_spoken_of(table: TokenTable, quantities: Sequence[Quantity], units: Sequence[Unit | None]) -> frozenset[str]:
    """Lemmas that the text also counts or uses in the plural or with "one", "each", "per": any one may be meant."""
    kinds = set()
    for quantity, unit in zip(quantities, units, strict=True):
        if unit is not None and unit.head is not None and quantity.value is not None and quantity.value > 1:
            kinds.add(unit.head)
    for index, token in enumerate(table.tokens):
        if token.tag == "NNS" or (token.upos == "NOUN" and table.lower[index] != token.lemma):
            kinds |= {token.lemma, joined_lemma(table, index, 0)}
    for index in range(1, len(table.tokens)):
        if table.lower[index - 1] in ("one", "each", "every", "per") and table.tokens[index].upos == "NOUN":
            kinds.add(table.tokens[index].lemma)
    return frozenset(kinds)


def _find_distributives(facts: RateFacts) -> list[Distributive]:
    """All "each box", "every day", "per hour", "each of the boxes" and "each of them", in text order."""
    table = facts.table
    found = []
    everybody, determiners = words("rates", "everybody"), words("rates", "distributive_determiners")
    for index, word in enumerate(table.lower):
        if word in everybody:
            if table.tokens[min(index + 1, len(table.tokens) - 1)].upos not in ("VERB", "AUX", "ADP"):
                continue
            found.append(Distributive(index, index, PERSON, governing_verb(table, index)))
            continue
        if word not in determiners and word != "per":
            continue
        if skips(table, index) or (word == "per" and not _is_per(table, index)):
            continue
        node = index + 1
        if word == "every" and table.lower[node : node + 3] == ["one", "of", "the"]:
            node += 1
        if table.lower[node : node + 1] == ["of"]:
            node += 1
            while node < len(table.tokens) and (
                table.tokens[node].upos in ("DET", "NUM") or table.tokens[node].tag == "PRP$"
            ):
                node += 1
            if node < len(table.tokens) and table.lower[node] in ("them", "which", "these", "those", "us"):
                lemma = None
                if table.lower[node] == "which":
                    lemma = facts.counted_before(index, _quantities_before(facts, index))
                found.append(Distributive(index, node, lemma or facts.sharer(node), governing_verb(table, index)))
                continue
            counted = facts.units[table.quantity_at[node - 1]] if node - 1 in table.quantity_at else None
            if counted is not None and is_measure(counted.head) and counted.head not in words("measures", "durations"):
                continue
        if word == "each" and opens_description(table, index):
            continue
        behind = noun_behind(table, node)
        if behind is not None and _floating(table, index):
            continue
        if behind is not None and shares_evenly(table, index, behind[0]):
            continue
        if behind is not None and table.lower[behind[0] + 1 : behind[0] + 2] in (["'s"], ["'"], ["’s"]):
            behind = noun_behind(table, behind[0] + 2) or behind
        if behind is not None and behind[0] - node < 6:
            lemma = behind[1]
            if lemma in STAND_INS:  # "each of the others"
                lemma = facts.counted_earlier(_quantities_before(facts, index)) or lemma
            found.append(Distributive(index, behind[0], lemma, governing_verb(table, behind[0])))
        elif word == "each" and _closes_phrase(table, index):
            lemma = facts.counted_before(index, _quantities_before(facts, index)) or PERSON
            found.append(Distributive(index, index, lemma, governing_verb(table, index)))
        elif _each_alone(facts, index):
            found.append(Distributive(index, index, facts.sharer(index), governing_verb(table, index)))
    return found


def _is_per(table: TokenTable, index: int) -> bool:
    """True for "per hour" and "Per person they need 2 rolls", false for the name in "Per has 5 pens"."""
    if table.tokens[index].text == "per":
        return True
    behind = table.tokens[index + 1] if index + 1 < len(table.tokens) else None
    opens = index == table.sentences[table.tokens[index].sent][0]
    return opens and behind is not None and behind.tag == "NN" and behind.text.islower()


def opens_description(table: TokenTable, each: int) -> bool:
    """True for the "each" of "3 ghosts, each worth 40 points" and "14 bags, each weighing 20 kg"."""
    node = each + 1
    if table.lower[node : node + 1] == [] or each == 0:
        return False
    if table.lower[each - 1] == ",":
        if node in table.quantity_at:
            return True  # "4 songs, each 3 minutes long"
        if table.lower[node] == "of" and node + 1 in table.quantity_at:  # "9 groups, each of 5 children"
            return not any(token.upos in ("VERB", "AUX", "NUM") for token in table.tokens[node + 2 : node + 5])
    describes = table.lower[node] in ("worth", "with") or table.lower[node].endswith("ing")
    if describes and any(at in table.quantity_at for at in range(node + 1, min(node + 3, len(table.tokens)))):
        return True
    return table.lower[each - 1] == "," and _number_behind_prepositions(table, node)


def _number_behind_prepositions(table: TokenTable, node: int) -> bool:
    """True at the words behind "each" in "3 pots, each good for 8 cups" and "6 chairs, each with room for 90"."""
    joined = False
    for at in range(node, min(node + 5, len(table.tokens))):
        if at in table.quantity_at:
            return joined
        token = table.tokens[at]
        if at == node and token.tag == "VBN":
            continue  # "50 cakes, each cut into 6"
        if token.upos not in ("ADP", "ADJ", "NOUN") or token.tag == "NNS" or table.lower[at] == "of":
            return False
        joined = joined or token.upos == "ADP"
    return False


def _quantities_before(facts: RateFacts, index: int) -> int:
    return bisect_left(facts.table.spans, (index, 0))


def _floating(table: TokenTable, each: int) -> bool:
    """True for the "each" of "Five brothers each hire a wig" where the verb was read as a noun."""
    first = table.sentences[table.tokens[each].sent][0]
    if table.tokens[each - 1].upos == "AUX" and table.tokens[each + 1].upos == "VERB" and each > first:
        return table.lower[each] == "each"  # "The twins were each given 15 stickers"
    return (
        table.lower[each] == "each"
        and each > first
        and table.tokens[each - 1].upos in NOUN_TAGS
        and each + 2 < len(table.tokens)
        and table.tokens[each + 2].upos in ("DET", "NUM", "SYM", "ADP")
        and not any(table.tokens[node].upos in ("VERB", "AUX") for node in range(first, each))
    )


def shares_evenly(table: TokenTable, index: int, noun: int) -> bool:
    """True where "each" only says that a total is shared: "300 trees, each village the same number"."""
    for nodes in (range(index - 1, max(index - 4, -1), -1), range(noun + 1, min(noun + 4, len(table.tokens)))):
        for node in nodes:
            if table.lower[node] in words("rates", "even_shares"):
                return True
            if table.tokens[node].upos in ("PUNCT", "VERB", "AUX") and table.tokens[node].tag != "VBG":
                break
    return False


def _closes_phrase(table: TokenTable, each: int) -> bool:
    """True for the "each" of "45 blankets were carried into each."."""
    ends = each + 1 >= len(table.tokens) or table.tokens[each + 1].upos in ("PUNCT", "CCONJ")
    return ends and each > 0 and table.tokens[each - 1].upos == "ADP" and not shares_evenly(table, each, each)


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
        and (index == 0 or table.tokens[index - 1].upos not in ("PRON", "NOUN", "PROPN", "ADP"))
    )


def tells_total(table: TokenTable, node: int) -> bool:
    """True at "in all" and "altogether": "5 sacks weighing 75 kg in all"."""
    both = table.lower[node : node + 2] in (["in", "all"], ["in", "total"])
    return both or table.lower[node : node + 1] in (["altogether"], ["together"])


def compares(table: TokenTable, node: int) -> bool:
    """True at the comparative of "10 minutes shorter" and "$30 dearer than"."""
    if node >= len(table.tokens):
        return False
    dearer = table.lower[node].endswith("er") and table.lower[node + 1 : node + 2] == ["than"]
    return dearer or table.tokens[node].tag in ("JJR", "RBR")


def skips(table: TokenTable, index: int) -> bool:
    """True for "per cent", "every second day" and "each other", which make no rate; "20 metres a second" does."""
    if table.lower[index + 1 : index + 2] in (["second"], ["third"]):
        return table.lower[index] in ("each", "every") and _a_noun(table, index + 2)
    return table.lower[index + 1 : index + 2] in (["cent"], ["other"])


def _a_noun(table: TokenTable, node: int) -> bool:
    return node < len(table.tokens) and table.tokens[node].upos in NOUN_TAGS

"""Units that are not written with their number: "He ate 3", "Mia has 5 more", "52.3, 54.1 and 50.8 seconds"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arithmetree.measures import DURATIONS, LENGTHS, MONEY, SIZES, WEIGHTS, measures
from arithmetree.reading.tokens import REACH, Clause, TokenTable
from arithmetree.reading.units.noun_groups import CountedUnit, Units, noun_group
from arithmetree.word_lists import people, words

_OPEN_PLACES = frozenset({"in", "on", "at", "into", "onto", "among", "between", "over", "for", "during", "within"})


def fill_elided(table: TokenTable, units: Units, clauses: Sequence[Clause]) -> list[CountedUnit | None]:
    """Give numbers without a noun the unit they mean: that of their own list or clause, else one mentioned before."""
    filled = list(units)
    # From the right as well, because the last of "52.3, 54.1 and 50.8 seconds" names the unit of all.
    for number in reversed(range(len(filled) - 1)):
        unit, after = filled[number], filled[number + 1]
        if unit is None or after is None or not unit.elided or after.head is None:
            continue
        verb, verb_after = clauses[number].verb, clauses[number + 1].verb
        if (verb == verb_after or None in (verb, verb_after)) and _same_list(table, number, unit):
            filled[number] = _borrowed(unit, after)
    asked: list[tuple[int, CountedUnit]] | None = None
    for number, unit in enumerate(filled):
        if unit is not None and unit.elided and unit.head is None:
            asked = _asked_nouns(table) if asked is None else asked
            meant = _Bare(table, number, unit, filled, clauses, asked).meant()
            if meant is not None:
                filled[number] = _borrowed(unit, meant)
    return filled


def _borrowed(unit: CountedUnit, named: CountedUnit) -> CountedUnit:
    borrowed = named.words if not unit.words or named.head is None else (named.head,)
    return replace(unit, words=unit.words + borrowed, head=named.head, noun=named.noun)


def _same_list(table: TokenTable, number: int, unit: CountedUnit) -> bool:
    """True if only commas, "and" and adjectives part a number from the next one: "6 ordinary and 2 large stamps"."""
    if table.lower[unit.end - 1] in ("one", "ones"):
        return False
    gap = range(table.spans[number][1], table.spans[number + 1][0])
    joint = [table.lower[node] for node in gap if table.upos[node] not in ("ADJ", "NOUN")]
    return 0 < len(joint) <= 2 and all(word in (",", "and", "or", "to", "$", "£", "€") for word in joint)


def _asked_nouns(table: TokenTable) -> list[tuple[int, CountedUnit]]:
    """The nouns after "how many" and "how much", with their places."""
    asking = [node for node, word in enumerate(table.lower) if word in ("many", "much")]
    found = [(node, noun_group(table, node + 1)) for node in asking if table.lower[node - 1] == "how"]
    return [(node, unit) for node, unit in found if _is_countable(unit.head)]


def _is_countable(head: str | None) -> bool:
    return head not in (None, "time") and not measures(head, DURATIONS, MONEY)


@dataclass
class _Bare:
    """A number without a noun: its place, its verb, and the units that other mentions name."""

    table: TokenTable
    number: int
    unit: CountedUnit
    units: Units
    clauses: Sequence[Clause]
    asked: Sequence[tuple[int, CountedUnit]]

    def __post_init__(self) -> None:
        self.here, self.end = self.table.spans[self.number]
        self.verb, self.subject = self.clauses[self.number]
        self.lemma = None if self.verb is None else self.table.lemma[self.verb]
        self.before = self.table.lower[self.here - 1]

    def meant(self) -> CountedUnit | None:
        """The unit that the number means."""
        table, here, verb, unit = self.table, self.here, self.verb, self.unit
        if unit.end == self.end and self._is_age():
            return self._unit("year")
        if self.before == "of" and table.lemma[here - 2] == "family":
            return self._unit("person")  # "3 families of 5"
        named = self._named()
        plural = self._plural_before(holders=True) if self._is_share() else None
        if plural is not None:
            return plural
        if unit.end > self.end and named:  # "8 of them", "half of it"
            return self._part_of(named)
        parallel = self._parallel(named) or self._same_verb(named)
        if parallel is not None:
            return parallel
        if self.lemma in words("measures", "money_verbs") and verb is not None and verb < here:
            money = [other for _, other in named if measures(other.head, MONEY)]  # not in "What do 36 cost?"
            if money and table.lower[here] not in ("a", "per"):
                return money[-1]
        earlier = [(table.spans[position][0], other) for position, other in named if _is_countable(other.head)]
        earlier += [(node, other) for node, other in self.asked if node < here]
        if self._acts():  # "Of 76 towels washed at 60 degrees, 25 shrank"
            earlier = [(node, other) for node, other in earlier if not measures(other.head, *SIZES)] or earlier
        if earlier:
            return max(earlier, key=lambda pair: pair[0])[1]
        plural = self._plural_before(holders=self.before == "of")
        if plural is not None:
            return plural
        later = (other for other in self.units[self.number + 1 : self.number + REACH] if other is not None)
        countable = (other for other in later if _is_countable(other.head) and not self._rules_out(other.head or ""))
        first = next(countable, None) or next((other for _, other in self.asked), None)
        return first or (named[-1][1] if named else None)

    def _unit(self, head: str, noun: int | None = None) -> CountedUnit:
        return CountedUnit((head,), head, None, self.here, self.here, noun=noun)

    def _is_age(self) -> bool:
        """True for the bare number of "who is 11", "Mia, 12," and "under eighteen"."""
        table, here, after, subject = self.table, self.here, self.end, self.subject
        if table.upos[after] not in ("PUNCT", "CCONJ", ""):
            return False
        if self.before == "," and table.lower[after] == ",":  # "Mia, 12, has", "her teacher, 52, brought"
            return table.upos[here - 2] == "PROPN" or table.lemma[here - 2] in people("roles")
        if self.before in ("under", "over", "aged", "age", "turned"):
            return True
        if subject is None or self.lemma not in ("be", "turn") or table.upos[here - 1] not in ("AUX", "VERB", "ADV"):
            return False
        word = table.lower[subject]
        speaks = word in ("he", "she", "who", "i", "you")
        return table.upos[subject] == "PROPN" or speaks or word in people("roles")  # "Dora's mother is 41"

    def _named(self) -> list[tuple[int, CountedUnit]]:
        """The units named before, with the numbers of their quantities, except for those that cannot be meant."""
        first = max(self.number - REACH, 0)
        before = [(position, other) for position, other in enumerate(self.units[first : self.number], first) if other]
        return [
            (position, other)
            for position, other in before
            if other.head is not None
            and self.table.lower[self.table.spans[position][1]] != "-"  # the 5 of "5-day"
            and not self._takes(position, other)
            and not self._rules_out(other.head)
        ]

    def _takes(self, position: int, other: CountedUnit) -> bool:
        """True if a thing counted has what the number counts, so is not it: "6 cushions took 18", "8 bags with 12"."""
        table, here, verb = self.table, self.here, self.verb
        there = table.spans[position][0]
        if other.index is None:
            return False
        if table.lower[max(there - 2, 0) : there] == ["each", "of"]:
            return True  # "25 parcels on each of 6 days and 30 on each of 4 others"
        if self.before in (",", ":", "–", "-"):
            return False
        if self.before in ("with", "of", "worth") and here - 1 in (other.end, other.last):
            return True
        if verb is None or not other.index < verb < here:
            return False
        between = self.subject is not None and other.index < self.subject < verb
        if between and table.lemma[self.subject or 0] == other.head:
            return True  # "64 points were shared by 4 teams, and one team got 7 extra"
        shared = table.lower[max(there - 3, 0) : max(there - 1, 0)] == ["each", "of"]
        owned = table.lower[there - 1] == "with"  # "A farmer with 80 sheep sold a quarter of them"
        return other.index == self.subject or (other.last == verb and not owned) or shared

    def _rules_out(self, head: str) -> bool:
        """True for what a number without a noun cannot count, by the words around it.

        "2 at $25" counts no money, "5 quick ones of 12 minutes" no minutes, "9 an hour" no hours, and neither "6 to a
        box" nor "boxes of 6" boxes.
        """
        table, end = self.table, max(self.unit.end, self.end)
        if self.before == "of":
            holder = table.lemma[self.here - 2]
            if holder == head or (holder in words("rates", "containers", "nouns") and measures(head, MONEY)):
                return True  # "sold for 80 cents or in packs of 5"
        after = table.lower[end]
        if after == "for" and measures(head, MONEY) and {end + 1, end + 2} & table.quantity_at.keys():
            return True  # "Lamps cost $30 apiece, or 3 for $80"
        if after == "at" or table.lower[end - 1] == "ones":
            return not _is_countable(head) or measures(head, LENGTHS, WEIGHTS)
        end += after in ("to", "in")
        each = table.lower[end] in ("a", "an", "per", "the", "each", "every")
        return each and head in table.lemma[end + 1 : end + 3]

    def _is_share(self) -> bool:
        """True for a number that gives the share of one: "plates, a dozen to a crate"."""
        lower, end = self.table.lower, self.end
        one = lower[end] == "to" and lower[end + 1] in ("a", "an", "the", "each")
        each = lower[end] in ("each", "apiece") or lower[end : end + 2] == ["in", "each"]
        return one or (each and self.before == ",")

    def _part_of(self, named: Sequence[tuple[int, CountedUnit]]) -> CountedUnit:
        """What "8 of them" counts; a number that only says where or when does not name it: "on 8 platters"."""
        table, end = self.table, self.unit.end
        counted = [other for position, other in named if table.lower[table.spans[position][0] - 1] not in _OPEN_PLACES]
        if "them" in table.lower[end - 1 : end + 1]:  # "Records at $3 apiece! Four of them tempted him": no dollars
            plural = self._plural_before()
            counted = [other for other in counted if _is_countable(other.head)] or ([plural] if plural else [])
        return counted[-1] if counted else named[-1][1]

    def _parallel(self, named: Sequence[tuple[int, CountedUnit]]) -> CountedUnit | None:
        """The unit of a number in the same place: "took 45 minutes for the first 6 km and 50 for the next six"."""
        table, after = self.table, self.table.lower[self.end]
        if self.before not in ("and", ",", "but", "or") or table.upos[self.end] != "ADP" or after in ("of", "to"):
            return None
        if not named or table.lower[named[-1][1].last] == after:
            return None
        first, _ = table.sentence(self.here)
        alike = (other for position, other in reversed(named) if table.spans[position][0] >= first)
        return next((other for other in alike if table.lower[other.last] == after), None)

    def _same_verb(self, named: Sequence[tuple[int, CountedUnit]]) -> CountedUnit | None:
        """The unit that the same verb has in this sentence: "bought 3 pens and Tom bought 5"."""
        table, first = self.table, self.table.sentence(self.here)[0]
        for position, other in reversed(named):
            verb, there = self.clauses[position].verb, table.spans[position][0]
            if self.verb is None or verb is None or there < first or there <= verb:
                continue
            if verb == self.verb or table.lemma[verb] == self.lemma:
                priced = measures(other.head, MONEY) and table.lower[self.here] in ("a", "per")
                return None if priced else other
        return None

    def _acts(self) -> bool:
        """True for a number that does something itself: no measure does, though it may be left or spilt."""
        table, verb = self.table, self.verb
        if verb is None or not self.here < verb <= self.here + 3 or table.upos[verb] != "VERB":
            return False
        return not table.is_passive(verb)

    def _plural_before(self, holders: bool = False) -> CountedUnit | None:
        """The nearest plural noun before a number: "Lemons are 3 for $2", "T-shirts come in packs of 6"."""
        table = self.table
        for node in range(self.here - 1, max(self.here - 4 * REACH, -1), -1):
            if table.tag[node] != "NNS":
                continue
            lemma = table.lemma[node]
            if lemma in (table.lower[node], "one", "other") or not _is_countable(lemma):
                continue
            if (holders or lemma not in words("rates", "containers", "nouns")) and not self._rules_out(lemma):
                return self._unit(lemma, node)
        return None

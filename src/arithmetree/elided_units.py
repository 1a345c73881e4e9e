"""Units that are not written with their number: "He ate 3", "Mia has 5 more", "52.3, 54.1 and 50.8 seconds"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.tokens import REACH, TokenTable
from arithmetree.units import Unit, noun_group
from arithmetree.word_lists import words


def fill_elided(
    table: TokenTable,
    units: Sequence[Unit | None],
    verbs: Sequence[int | None],
    subjects: Sequence[int | None],
) -> list[Unit | None]:
    """Give numbers without a noun the unit they mean: that of their own list or clause, else one spoken of before."""
    filled = list(units)
    asked = _asked_nouns(table)
    # From the right as well, because the last of "52.3, 54.1 and 50.8 seconds" names the unit of all.
    for number in reversed(range(len(filled) - 1)):
        unit, behind = filled[number], filled[number + 1]
        if (
            unit is not None
            and unit.elided
            and behind is not None
            and behind.head is not None
            and _same_list(table, number, unit)
        ):
            filled[number] = _borrowed(unit, behind)
    for number, unit in enumerate(filled):
        if unit is None or not unit.elided or unit.head is not None:
            continue
        meant = _meant(table, number, filled, verbs, subjects, asked)
        if meant is not None:
            filled[number] = _borrowed(unit, meant)
    return filled


def _borrowed(unit: Unit, named: Unit) -> Unit:
    borrowed = named.words if not unit.words or named.head is None else (named.head,)
    return replace(unit, words=unit.words + borrowed, head=named.head, noun=named.noun)


def _same_list(table: TokenTable, number: int, unit: Unit) -> bool:
    """True if only commas, "and" and adjectives part a number from the next one: "6 ordinary and 2 large stamps"."""
    if table.lower[unit.end - 1] in ("one", "ones"):
        return False
    gap = range(table.spans[number][1], table.spans[number + 1][0])
    joint = [node for node in gap if table.tokens[node].upos != "ADJ"]
    return 0 < len(joint) <= 2 and all(table.lower[node] in (",", "and", "or", "to", "$", "£", "€") for node in joint)


def _meant(
    table: TokenTable,
    number: int,
    units: Sequence[Unit | None],
    verbs: Sequence[int | None],
    subjects: Sequence[int | None],
    asked: Sequence[tuple[int, Unit]],
) -> Unit | None:
    """The unit that a number without a noun means."""
    here, verb = table.spans[number][0], verbs[number]
    sentence = table.tokens[here].sent
    unit = units[number]
    lemma = None if verb is None else table.tokens[verb].lemma
    if unit is not None and unit.end == table.spans[number][1] and _is_age(table, number, subjects[number], lemma):
        return Unit(("year",), "year", None, here, here)
    named = [
        (position, other)
        for position, other in enumerate(units[max(number - REACH, 0) : number], max(number - REACH, 0))
        if other is not None and other.head is not None
    ]
    if unit is not None and unit.end > table.spans[number][1] and named:  # "8 of them", "half of it"
        return named[-1][1]
    same = [
        other
        for position, other in named
        if verb is not None
        and verbs[position] is not None
        and table.tokens[table.spans[position][0]].sent == sentence
        and (verbs[position] == verb or table.tokens[verbs[position] or 0].lemma == lemma)
        and table.spans[position][0] > (verbs[position] or 0)
    ]
    if same and not (same[-1].head in words("measures", "money") and table.lower[here] in ("a", "per")):
        return same[-1]
    if lemma in words("measures", "money_verbs") and table.lower[here] not in ("a", "per"):
        money = [other for _, other in named if other.head in words("measures", "money")]
        if money:
            return money[-1]
    earlier = [(table.spans[position][0], other) for position, other in named if _countable_unit(other.head)] + [
        (node, other) for node, other in asked if node < here
    ]
    if earlier:
        return max(earlier, key=lambda pair: pair[0])[1]
    later = [
        other
        for other in units[number + 1 : number + REACH]
        if other is not None and other.head is not None and _countable_unit(other.head)
    ]
    plural = _plural_before(table, here)
    if plural is not None or later:
        return plural or later[0]
    return next((other for _, other in asked), None) or (named[-1][1] if named else None)


def _is_age(table: TokenTable, number: int, subject: int | None, verb: str | None) -> bool:
    """True for the bare number of "who is 11", "Mia, 12," and "under eighteen"."""
    here, behind = table.spans[number]
    if behind < len(table.tokens) and table.tokens[behind].upos not in ("PUNCT", "CCONJ"):
        return False
    if table.lower[here - 1 : here] in (["under"], ["over"], ["aged"], ["age"], ["turned"]):
        return True
    person = subject is not None and (
        table.tokens[subject].upos == "PROPN" or table.lower[subject] in ("he", "she", "who", "i", "you")
    )
    return (
        verb in ("be", "turn")
        and person
        and verb is not None
        and here > 0
        and table.tokens[here - 1].upos in ("AUX", "VERB", "ADV")
    )


def _countable_unit(head: str | None) -> bool:
    return (
        head is not None
        and head not in words("measures", "durations")
        and head not in words("measures", "money")
        and head != "time"
    )


def _asked_nouns(table: TokenTable) -> list[tuple[int, Unit]]:
    """The nouns behind "how many" and "how much", with their places."""
    found = []
    for node in range(1, len(table.tokens)):
        if table.lower[node] in ("many", "much") and table.lower[node - 1] == "how":
            unit = noun_group(table, node + 1)
            if unit.head is not None and _countable_unit(unit.head):
                found.append((node, unit))
    return found


def _plural_before(table: TokenTable, here: int) -> Unit | None:
    """The nearest plural noun before a number: "Lemons are 3 for $2", "T-shirts come in packs of 6"."""
    for node in range(here - 1, max(here - 4 * REACH, -1), -1):
        token = table.tokens[node]
        if (
            token.tag == "NNS"
            and token.lemma != table.lower[node]
            and _countable_unit(token.lemma)
            and token.lemma not in words("rates", "containers", "nouns")
        ):
            return Unit((token.lemma,), token.lemma, None, here, here, noun=node)
    return None

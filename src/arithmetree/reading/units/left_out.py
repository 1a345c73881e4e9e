"""Units that are not written with their number: "He ate 3", "Mia has 5 more", "52.3, 54.1 and 50.8 seconds"."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.measures import DURATIONS, LENGTHS, MONEY, SIZES, WEIGHTS, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.noun_groups import Unit, noun_group
from arithmetree.reading.word_order import relations
from arithmetree.word_lists import words


def is_age(table: TokenTable, number: int, subject: int | None, verb: str | None) -> bool:
    """True for the bare number of "who is 11", "Mia, 12," and "under eighteen"."""
    here, after = table.spans[number]
    if after < len(table.tokens) and table.upos[after] not in ("PUNCT", "CCONJ"):
        return False
    if _aside_on_person(table, here, after):
        return True
    if table.lower[here - 1] in ("under", "over", "aged", "age", "turned"):
        return True
    person = subject is not None and (
        table.upos[subject] == "PROPN"
        or table.lower[subject] in ("he", "she", "who", "i", "you")
        or table.lower[subject] in relations()  # "Dora's mother is 41"
    )
    return (
        verb in ("be", "turn")
        and person
        and verb is not None
        and here > 0
        and table.upos[here - 1] in ("AUX", "VERB", "ADV")
    )


def _aside_on_person(table: TokenTable, here: int, after: int) -> bool:
    """True between the commas of "Mia, 12, has" and "her teacher, 52, brought"."""
    if here < 2 or table.lower[here - 1] != "," or table.lower[after] != ",":
        return False
    before = table.tokens[here - 2]
    opens = table.sentences[before.sent][0] == here - 2 and before.text[:1].isupper() and before.text[-1:] != "s"
    return before.upos == "PROPN" or opens or before.lemma in relations()


def takes(
    table: TokenTable, position: int, other: Unit, number: int, verb: int | None, subjects: Sequence[int | None]
) -> bool:
    """True if a thing counted has what the number counts, and so is not it: "6 cushions took 18", "8 bags with 12"."""
    here, there = table.spans[number][0], table.spans[position][0]
    if other.index is not None and there < here and table.lower[max(there - 2, 0) : there] == ["each", "of"]:
        return True  # "25 parcels on each of 6 days and 30 on each of 4 others"
    if other.index is None or there > here or table.lower[here - 1] in (",", ":", "–", "-"):
        return False
    if table.lower[here - 1] in ("with", "of", "worth") and here - 1 in (other.end, other.last):
        return True
    subject = subjects[number]
    if verb is None or not other.index < verb < here:
        return False
    if subject is not None and other.index < subject < verb and table.lemma[subject] == other.head:
        return True  # "64 points were shared by 4 teams, and one team got 7 extra"
    shared = table.lower[max(there - 3, 0) : there]
    owned = there > 0 and table.lower[there - 1] == "with"  # "A farmer with 80 sheep sold a quarter of them"
    return other.index == subjects[number] or (other.last == verb and not owned) or shared[:2] == ["each", "of"]


def is_ruled_out(table: TokenTable, number: int, unit: Unit | None, head: str) -> bool:
    """True for what a number without a noun cannot count, by the words around it.

    "2 at $25" counts no money, "5 quick ones of 12 minutes" no minutes, "9 an hour" no hours, and neither "6 to a box"
    nor "boxes of 6" boxes.
    """
    here = table.spans[number][0]
    if here > 1 and table.lower[here - 1] == "of":
        holder = table.lemma[here - 2]
        if holder == head or (holder in words("rates", "containers", "nouns") and measures(head, MONEY)):
            return True  # "sold for 80 cents or in packs of 5"
    end = table.spans[number][1] if unit is None else max(unit.end, table.spans[number][1])
    ahead = table.lower[end : end + 3]
    priced = end + 1 in table.quantity_at or table.lower[end + 1] in ("$", "£", "€")
    if ahead[:1] == ["for"] and priced and measures(head, MONEY):
        return True  # "Lamps cost $30 apiece, or 3 for $80"
    if ahead[:1] == ["of"] and end + 1 in table.quantity_at:  # "6 rides of 14 minutes and 5 of 9 minutes"
        return any(token.lemma == head for token in table.tokens[end + 2 : end + 4])
    if table.lower[end - 1] in ("pack", "packs"):
        return head == "pack"
    if ahead[:1] == ["at"] or table.lower[end - 1] == "ones":
        return not is_countable(head) or measures(head, LENGTHS, WEIGHTS)
    if ahead[:1] == ["to"] or ahead[:1] == ["in"]:
        end += 1
    if table.lower[end : end + 1] and table.lower[end] in ("a", "an", "per", "the", "each", "every"):
        return any(token.lemma == head for token in table.tokens[end + 1 : end + 3])
    return False


def is_located(table: TokenTable, position: int) -> bool:
    """True for a number that only says where, when or with whom: "over 3 nights", "on 8 platters"."""
    before = table.lower[max(table.spans[position][0] - 1, 0)]
    return before in ("in", "on", "at", "into", "onto", "among", "between", "over", "for", "during", "within")


def is_countable(head: str | None) -> bool:
    return head is not None and not measures(head, DURATIONS, MONEY) and head != "time"


def fill_elided(
    table: TokenTable,
    units: Sequence[Unit | None],
    verbs: Sequence[int | None],
    subjects: Sequence[int | None],
) -> list[Unit | None]:
    """Give numbers without a noun the unit they mean: that of their own list or clause, else one mentioned before."""
    filled = list(units)
    asked = _asked_nouns(table)
    # From the right as well, because the last of "52.3, 54.1 and 50.8 seconds" names the unit of all.
    for number in reversed(range(len(filled) - 1)):
        unit, after = filled[number], filled[number + 1]
        if (
            unit is not None
            and unit.elided
            and after is not None
            and after.head is not None
            and (verbs[number] == verbs[number + 1] or None in (verbs[number], verbs[number + 1]))
            and _same_list(table, number, unit)
        ):
            filled[number] = _borrowed(unit, after)
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
    joint = [node for node in gap if table.upos[node] not in ("ADJ", "NOUN")]
    return 0 < len(joint) <= 2 and all(table.lower[node] in (",", "and", "or", "to", "$", "£", "€") for node in joint)


def _hyphen_after(table: TokenTable, number: int) -> bool:
    """True for the 5 of "5-day"; the last token has nothing after it, and several numbers may lie in it ("¼½¾")."""
    end = table.spans[number][1]
    return end < len(table.lower) and table.lower[end] == "-"


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
    lemma = None if verb is None else table.lemma[verb]
    if unit is not None and unit.end == table.spans[number][1] and is_age(table, number, subjects[number], lemma):
        return Unit(("year",), "year", None, here, here)
    if table.lower[here - 1] == "of" and table.lemma[here - 2] == "family":
        return Unit(("person",), "person", None, here, here)  # "3 families of 5"
    shared = _one_of_group(table, here)
    if shared is not None:
        return Unit((shared,), shared, None, here, here)
    named = [
        (position, other)
        for position, other in enumerate(units[max(number - REACH, 0) : number], max(number - REACH, 0))
        if other is not None
        and other.head is not None
        and not _hyphen_after(table, position)
        and not takes(table, position, other, number, verb, subjects)
        and not is_ruled_out(table, number, unit, other.head)
    ]
    if _shared_out(table, number):
        plural = _plural_before(table, here, number, unit, holders=True)
        if plural is not None:
            return plural
    if unit is not None and unit.end > table.spans[number][1] and named:  # "8 of them", "half of it"
        counted = [other for position, other in named if not is_located(table, position)]
        if (
            "them" in table.lower[unit.end - 1 : unit.end + 1]
        ):  # "Records at $3 apiece! Four of them tempted him": no dollars
            counted = [other for other in counted if is_countable(other.head)]
            counted = counted or [
                plural for plural in [_plural_before(table, here, number, unit)] if plural is not None
            ]
        return counted[-1] if counted else named[-1][1]
    same = [
        other
        for position, other in named
        if verb is not None
        and verbs[position] is not None
        and table.tokens[table.spans[position][0]].sent == sentence
        and (verbs[position] == verb or table.lemma[verbs[position] or 0] == lemma)
        and table.spans[position][0] > (verbs[position] or 0)
    ]
    alike = _parallel(table, number, named)
    if alike is not None:
        return alike
    if same and not (measures(same[-1].head, MONEY) and table.lower[here] in ("a", "per")):
        return same[-1]
    pays = lemma in words("measures", "money_verbs") and verb is not None and verb < here  # not in "What do 36 cost?"
    if pays and table.lower[here] not in ("a", "per"):
        money = [other for _, other in named if measures(other.head, MONEY)]
        if money:
            return money[-1]
    earlier = [(table.spans[position][0], other) for position, other in named if is_countable(other.head)] + [
        (node, other) for node, other in asked if node < here
    ]
    if earlier and _acts(table, here, verb):  # "Of 76 towels washed at 60 degrees, 25 shrank"
        earlier = [(node, other) for node, other in earlier if not measures(other.head, *SIZES)] or earlier
    if earlier:
        return max(earlier, key=lambda pair: pair[0])[1]
    later = [
        other
        for other in units[number + 1 : number + REACH]
        if other is not None
        and other.head is not None
        and is_countable(other.head)
        and not is_ruled_out(table, number, unit, other.head)
    ]
    held = table.lower[here - 1] == "of" and table.lemma[here - 2] in words("rates", "containers", "nouns")
    plural = _plural_before(table, here, number, unit, holders=held)
    if plural is not None or later:
        return plural or later[0]
    return next((other for _, other in asked), None) or (named[-1][1] if named else None)


def _one_of_group(table: TokenTable, here: int) -> str | None:
    """What a group counts if the text mentions each of it: pupil for "Every pupil in the class of 28"."""
    if here < 5 or table.lower[here - 1] != "of" or table.lower[here - 4] not in ("in", "of", "from"):
        return None
    if table.upos[here - 5] != "NOUN":
        return None
    each = table.lower[here - 6 : here - 5] if here > 5 else []
    return table.lemma[here - 5] if each in (["each"], ["every"]) else None


def _parallel(table: TokenTable, number: int, named: Sequence[tuple[int, Unit]]) -> Unit | None:
    """The unit of a number in the same place: "took 45 minutes for the first 6 km and 50 for the next six"."""
    here, end = table.spans[number]
    joined = here > 0 and table.lower[here - 1] in ("and", ",", "but", "or")
    if not joined or end >= len(table.tokens) or table.upos[end] != "ADP" or table.lower[end] in ("of", "to"):
        return None
    if not named or table.lower[named[-1][1].last : named[-1][1].last + 1] == [table.lower[end]]:
        return None
    for position, other in reversed(named):
        if table.tokens[table.spans[position][0]].sent != table.tokens[here].sent:
            break
        if other.last < len(table.tokens) and table.lower[other.last] == table.lower[end]:
            return other
    return None


def _acts(table: TokenTable, here: int, verb: int | None) -> bool:
    """True for a number that does something itself: no measure does, though it may be left or spilt."""
    if verb is None or not here < verb <= here + 3 or table.upos[verb] != "VERB":
        return False
    passive = any(table.dep[kid] == "aux:pass" for kid in table.children[verb])
    return not passive and table.lemma[verb] not in ("remain", "leave", "fall", "go")


def _shared_out(table: TokenTable, number: int) -> bool:
    """True for a number that gives the share of one: "plates, a dozen to a crate"."""
    here, end = table.spans[number]
    one = table.lower[end + 1] in ("a", "an", "the", "each")
    each = table.lower[end] in ("each", "apiece") or table.lower[end : end + 2] == ["in", "each"]
    return here > 0 and ((table.lower[end] == "to" and one) or (each and table.lower[here - 1] == ","))


def _asked_nouns(table: TokenTable) -> list[tuple[int, Unit]]:
    """The nouns after "how many" and "how much", with their places."""
    found = []
    for node in range(1, len(table.tokens)):
        if table.lower[node] in ("many", "much") and table.lower[node - 1] == "how":
            unit = noun_group(table, node + 1)
            if unit.head is not None and is_countable(unit.head):
                found.append((node, unit))
    return found


def _plural_before(table: TokenTable, here: int, number: int, unit: Unit | None, holders: bool = False) -> Unit | None:
    """The nearest plural noun before a number: "Lemons are 3 for $2", "T-shirts come in packs of 6"."""
    for node in range(here - 1, max(here - 4 * REACH, -1), -1):
        token = table.tokens[node]
        if table.lower[node - 1] == "the" and token.text[:1].isupper() and node > 0:
            continue  # "The Okafors bought 5"
        opens = token.tag == "NNPS" and node == table.sentences[token.sent][0]  # "Tulips stand in vases, 9 in each"
        lemma = noun_lemma(table.lower[node]) if opens else token.lemma
        if (
            (token.tag == "NNS" or opens)
            and lemma != table.lower[node]
            and is_countable(lemma)
            and (holders or lemma not in words("rates", "containers", "nouns"))
            and lemma not in ("one", "other")
            and not is_ruled_out(table, number, unit, lemma)
        ):
            return Unit((lemma,), lemma, None, here, here, noun=node)
    return None

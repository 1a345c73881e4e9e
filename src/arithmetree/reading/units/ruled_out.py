"""What a number without a noun cannot count, by the words around it and around the things counted before."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.unit_words import Unit
from arithmetree.word_lists import words


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
    if subject is not None and other.index < subject < verb and table.tokens[subject].lemma == other.head:
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
    if table.lower[here - 1] == "into" and any(
        token.lemma == head for token in table.tokens[max(here - REACH, 0) : here]
    ):
        return True  # "50 cakes, each cut into 6"
    if here > 1 and table.lower[here - 1] == "of":
        holder = table.tokens[here - 2].lemma
        if holder == head or (holder in words("rates", "containers", "nouns") and head in words("measures", "money")):
            return True  # "sold for 80 cents or in packs of 5"
    end = table.spans[number][1] if unit is None else max(unit.end, table.spans[number][1])
    ahead = table.lower[end : end + 3]
    priced = end + 1 in table.quantity_at or table.lower[end + 1 : end + 2] in (["$"], ["£"], ["€"])
    if ahead[:1] == ["for"] and priced and head in words("measures", "money"):
        return True  # "Lamps cost $30 apiece, or 3 for $80"
    if ahead[:1] == ["of"] and end + 1 in table.quantity_at:  # "6 rides of 14 minutes and 5 of 9 minutes"
        return any(token.lemma == head for token in table.tokens[end + 2 : end + 4])
    if table.lower[end - 1] in ("pack", "packs"):
        return head == "pack"
    if ahead[:1] == ["at"] or table.lower[end - 1] == "ones":
        return not is_countable(head) or any(head in words("measures", sort) for sort in ("lengths", "weights"))
    if ahead[:1] == ["to"] or ahead[:1] == ["in"]:
        end += 1
    if table.lower[end : end + 1] and table.lower[end] in ("a", "an", "per", "the", "each", "every"):
        return any(token.lemma == head for token in table.tokens[end + 1 : end + 3])
    return False


def is_located(table: TokenTable, position: int) -> bool:
    """True for a number that only tells where, when or with whom: "over 3 nights", "on 8 platters"."""
    before = table.lower[max(table.spans[position][0] - 1, 0)]
    return before in ("in", "on", "at", "into", "onto", "among", "between", "over", "for", "during", "within")


def is_countable(head: str | None) -> bool:
    return (
        head is not None
        and head not in words("measures", "durations")
        and head not in words("measures", "money")
        and head != "time"
    )

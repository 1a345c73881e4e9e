"""A unit as read, and the words that name one: their lemmas, and whether they measure or count."""

from __future__ import annotations

from dataclasses import dataclass

from arithmetree.morphology import noun_lemma
from arithmetree.reading.tokens import TokenTable
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as read: lemmas, the head lemma, the head's token if it is written here, and where it ends.

    `noun` is the token that names the unit, here or at the other mention.
    `end` is the first token behind the number and its unit; `last` the first behind its "of" phrase too.
    `elided` says that something is counted which another mention has to name.
    """

    words: tuple[str, ...]
    head: str | None
    index: int | None
    end: int
    last: int
    elided: bool = False
    noun: int | None = None


def lemma_of_unit(lemma: str) -> str:
    """One lemma for the spellings of a unit: penny for pence and p."""
    same: dict[str, str] = data_table("measures")["same"]
    signs: dict[str, str] = data_table("currencies")["signs"]
    return same.get(lemma) or signs.get(lemma, lemma)


def joined_lemma(table: TokenTable, head: int, start: int) -> str:
    """The lemma of a head noun; of "push-ups" all of it."""
    token = table.tokens[head]
    plural = token.tag in ("VBZ", "NNPS") or (token.upos == "PROPN" and start > 0 and start - 1 in table.quantity_at)
    lemma = lemma_of_unit(noun_lemma(token.text) if plural else token.lemma.lower())
    while (
        head - 2 >= start
        and table.lower[head - 1] == "-"
        and table.tokens[head - 2].end == table.tokens[head - 1].start
    ):
        if head - 2 in table.quantity_at or table.tokens[head - 1].end != table.tokens[head].start:
            break
        lemma = f"{table.lower[head - 2]}-{lemma}"
        head -= 2
    return lemma


def describes_size(word: str) -> bool:
    """True for measures that say how large a thing is before its noun; "evening classes" and "stone bridges" do not."""
    sorts = ("lengths", "weights", "volumes", "durations")
    return word not in words("measures", "kinds") and any(word in words("measures", sort) for sort in sorts)


def is_singular(table: TokenTable, node: int) -> bool:
    return table.lower[node] == table.tokens[node].lemma.lower()


def may_be_plural(lemma: str) -> bool:
    return lemma in ("people", "fish") or lemma in words("nouns", "unchanged", "words")

"""People as the encoder reads them: by a stand-in for each in the order of their coming, not by their names.

Who is called what does not change the arithmetic, so the encoder does not see it; it sees who is the same, and who
"he" and "she" can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache

from arithmetree.schemas import Problem
from arithmetree.word_lists import words

STAND_INS: Mapping[str, tuple[str, ...]] = {
    "female": ("mary", "anna", "jane", "kate", "lucy", "emma", "sarah", "alice"),
    "male": ("john", "tom", "paul", "jack", "peter", "david", "james", "henry"),
    "either": ("alex", "sam", "chris", "robin", "lee", "terry", "kim", "jordan"),
}
"""Names that are one word piece each; whoever comes after the eighth keeps his name."""
_SHE, _HE = frozenset({"she", "her", "hers"}), frozenset({"he", "him", "his"})


@dataclass(frozen=True, slots=True)
class StandIn:
    """The characters of a name and the word piece that is read in its place."""

    start: int
    end: int
    piece: str


def people(problem: Problem) -> set[str]:
    """The names of those whom the story names."""
    return {person.name for person in problem.story.people}


@cache
def listed_names() -> frozenset[str]:
    """Names of people of either gender."""
    return words("people", "names", "female") | words("people", "names", "male")


def people_stand_ins(problem: Problem) -> list[StandIn]:
    """The stand-in at every mention of somebody, in the order of the text."""
    known = people(problem)
    return replaced(((token.start, token.end, token.text) for token in problem.tokens), known) if known else []


def replaced(spoken: Iterable[tuple[int, int, str]], known: AbstractSet[str]) -> list[StandIn]:
    """The stand-ins of known names among the words of a text, given with their places."""
    all_words = list(spoken)
    said = {word.lower() for _, _, word in all_words}
    by_pronouns = "female" if said & _SHE and not said & _HE else "male" if said & _HE and not said & _SHE else "either"
    waiting = {gender: iter(pieces) for gender, pieces in STAND_INS.items()}
    piece_of: dict[str, str | None] = {}
    found = []
    for start, end, word in all_words:
        if word in known:
            if word not in piece_of:
                piece_of[word] = next(waiting[_gender(word) or by_pronouns], None)
            piece = piece_of[word]
            if piece is not None:
                found.append(StandIn(start, end, piece))
    return found


def _gender(name: str) -> str | None:
    """The gender of a name that is listed for one alone."""
    genders = [gender for gender in ("female", "male") if name in words("people", "names", gender)]
    return genders[0] if len(genders) == 1 else None

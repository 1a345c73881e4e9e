"""Talk between people: "Teacher: The bus holds 48. Ben: How many are we? Teacher: 130 pupils.", or 'How much is it?'
asked Ida. 'Jars are £3 each,' said the woman.

A dialogue is one problem, and what somebody asks and another answers is no question to solve. Somebody must speak
twice, or ask and be answered: "Monday: 12 visitors. Tuesday: 15 visitors." is a list.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from arithmetree.pasting.paste import count_numbers
from arithmetree.pasting.questions import asks

_TURN = re.compile(r"(?:^|(?<=[.?!\n]))[ \t]*(?P<who>[^\W\d_][\w'’.-]*(?: [^\W\d_][\w'’.-]*){0,2}):[ \t]+(?=\S)")
_SPOKEN = re.compile(r"(?:^|(?<=\s))['\"\u201c\u2018](?=[\w£$€])[^\n]+?[,.?!\u2026]['\"\u201d\u2019](?=\s|$)")
_SPEAKS = re.compile(
    r"(?i)\b(?:said|says|asks?|asked|answers|answered|replies|replied|adds|added|explains|explained)\b"
)
_SENTENCES = re.compile(r"(?<=[.?!])\s+")
_LONGEST_NAME = 30
_WHOLE = 2
"""Numbers of a turn that is a problem by itself, if it asks; a chat about several of them is no dialogue."""
_NO_SPEAKERS = frozenset({"problem", "question", "answer", "task", "exercise", "solution", "hint", "note", "story"})
"""What a worksheet has before a colon, again and again."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody says, from `start` to the next turn."""

    who: str
    start: int


def turns_of(text: str) -> list[Turn]:
    """The turns of a dialogue in order; none if a text is no dialogue."""
    return _played(text) or _quoted(text)


def _played(text: str) -> list[Turn]:
    """Turns with the name of the speaker before each."""
    found = [
        Turn(match["who"].lower(), match.start("who"))
        for match in _TURN.finditer(text)
        if len(match["who"]) <= _LONGEST_NAME
        and match["who"][0].isupper()
        and _NO_SPEAKERS.isdisjoint(match["who"].lower().split())
    ]
    speakers = [turn.who for turn in found]
    again = any(speakers.index(who) < at - 1 and speakers[at - 1] != who for at, who in enumerate(speakers))
    said = [text[one:other] for one, other in pairwise([*(turn.start for turn in found), len(text)])]
    if sum(count_numbers(each) >= _WHOLE and any(map(asks, _SENTENCES.split(each))) for each in said) > 1:
        return []
    answered = any("?" in one and "?" not in other for one, other in pairwise(said))
    return found if again or (answered and len(set(speakers)) > 1) else []


def _quoted(text: str) -> list[Turn]:
    """What is said in quotation marks, where the text says that people speak; at least two times."""
    found = [Turn("", match.start()) for match in _SPOKEN.finditer(text)]
    return found if len(found) > 1 and _SPEAKS.search(text) else []

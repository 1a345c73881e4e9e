"""Exercise numbers, part letters and bullets: "3.", "Q4:", "1st one:", "(b)", "ii.", "•"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from arithmetree.pasting.lines import BOX, EMOJI, one_of


class Level(Enum):
    """What a marker opens."""

    EXERCISE = 0
    PART = 1
    BULLET = 2


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker at text[start:end] with the label it gives: "3", "b", None for a bullet.

    `sure` is False where the same characters could be the start of a sentence: "8 A factory", "1 Tom has".
    """

    level: Level
    start: int
    end: int
    label: str | None
    sure: bool = True


ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_KEYWORDS = one_of("exercise")
_ROMANS = "|".join(sorted(ROMAN, key=len, reverse=True))
_BULLET = re.compile(
    r"(?:[•‣·∙»>]|\*(?=[\s\w])|\*{2,5}(?=\s)|\\item\b|--?(?=\s)|[-=]>(?=\s)|-(?=[A-Z])|[–—~+](?=\s)|o(?=\s+[A-Z\d])|\[\s\](?=\s)"
    rf"|\|(?=\s)|(?!🔟|{BOX}\s?[-+×÷*=−]){EMOJI.pattern})\s*+"
)
_EXERCISE = re.compile(
    rf"""
    (?:\#{{1,4}}\s)?+[*_]{{0,3}}+
    (?:
      (?P<keycap>\d)\ufe0f?\u20e3
    | (?P<ten>🔟)
    | (?P<circled>[①-⑳])
    | (?i:question|problem|task|exercise|challenge|activity)\s(?P<lettered>[A-H])(?:\s?[:.)\-–—]+(?=\s|$)|(?=\s*$))
    | (?P<ranked>\d{{1,2}})(?:st|nd|rd|th)(?:\s(?:one|question|problem|q|sum))?\s?(?:[:)]|[-–—.](?=\s))
    | (?i:(?:{_KEYWORDS})\b|q)\.?\s?\#?(?P<keyed>\d{{1,3}})(?:(?P<keyed_part>[a-h])|\s?\((?P<closed_part>[a-h])\))?
        (?:\s?[.):\]\-–—/]+(?=\s|$|[^\W\d])|(?=[*_]{{0,3}}\s*$)|(?=[*_]{{0,3}}\s+["'“‘]?[A-Z£$€\d])|(?=\s+[(\[]))
    | (?P<joined>\d{{1,3}})\s?(?:\((?P<in_brackets>[a-hA-H]|{_ROMANS})\)[.:]?|(?P<bare_part>[a-hA-H])(?=\s+[A-Z])
        |[.-]?(?P<marked_part>[A-H]|{_ROMANS})[.)](?=\s))
    | [(\[]?(?P<plain>[A-Z]?\d{{1,3}})(?P<plain_part>[a-h])?\s?
        (?:[.)\]]{{1,2}}(?=\s|$|[^\W\d]|["“‘'£$€*(])|[）．、]|:(?=\s)
        |/(?=\s)(?!\s*\d[\d.,]*\s*(?:[=?./]|$)))  # no "144 / 12"
    | \#(?P<hash>\d{{1,3}})[.):]?(?=\s)
    )
    [*_]{{0,3}}+\s*+
    """,
    re.VERBOSE,
)
_LABELS = ("keycap", "circled", "lettered", "ranked", "keyed", "joined", "plain", "hash")
_PARTS = ("keyed_part", "closed_part", "in_brackets", "bare_part", "marked_part", "plain_part")
_TITLED = re.compile(
    rf"[*_]{{0,3}}(?i:{one_of('titles')})(?i:\s(?:question|problem|task|challenge))?"
    r"[*_]{0,3}\s*(?::|[-–—](?=\s))[*_]{0,3}\s*(?=[^\s].{15})"
)
_KEYWORD_ALONE = re.compile(r"[*_]{0,3}(?i:q|question|problem)\s?[:.)]\s+(?=[A-Z])[*_]{0,3}")
_BARE_NUMBER = re.compile(r"(?P<number>\d{1,3})(?P<gap>[ \t\u00a0]+)(?=\S)")
_SENTENCE_START = re.compile(
    r"(?:A|An|The|There|It|He|She|In|On|At|If|Each|Every|How|What|Find|Work|Calculate|Mr|Mrs|Ms|One|I|My)\b"
)
_PART = re.compile(
    rf"""
    [*_]{{0,3}}+
    (?:
      [(\[](?P<closed>[a-lA-L]|{_ROMANS}|[IVX]{{1,4}})\.?[)\]][.:]?
    | (?P<open>[a-lA-L]|{_ROMANS}|[IVX]{{1,4}})(?:\s?\)[.:]?|\.\)|/(?=\s)|[.](?=\s|$|[A-Z]))
    | (?i:part)\s(?P<part>[a-lA-L]|{_ROMANS})(?:\s?[:.)\-–]|(?=\s+[A-Z])|$)
    | (?P<colon>[a-l]|{_ROMANS}):(?=\s+[^\W\d])
    )
    [*_]{{0,3}}+\s*+
    """,
    re.VERBOSE,
)
_BARE_LETTER = re.compile(r"(?P<letter>[a-h])[ \t\u00a0]+(?:[-–—]\s+)?(?=[A-Z])")


def bullet_at(text: str, start: int, end: int) -> Marker | None:
    """The bullet at the start of a line."""
    match = _BULLET.match(text, start, end)
    return Marker(Level.BULLET, start, match.end(), None) if match else None


def exercise_at(text: str, start: int, end: int) -> tuple[Marker, ...]:
    """The exercise number at the start of a line, and the letter joined to it ("3b.")."""
    match = _EXERCISE.match(text, start, end)
    if match:
        found = match.groupdict()
        label = next((found[key] for key in _LABELS if found[key]), "10")
        if found["circled"]:
            label = str(ord(label) - ord("①") + 1)
        part = next((key for key in _PARTS if found[key]), None)
        if part is None:
            return (Marker(Level.EXERCISE, start, match.end(), label),)
        middle = match.start(part)
        return (Marker(Level.EXERCISE, start, middle, label), Marker(Level.PART, middle, match.end(), found[part]))
    match = _KEYWORD_ALONE.match(text, start, end) or _TITLED.match(text, start, end)
    if match:
        return (Marker(Level.EXERCISE, start, match.end(), None),)
    match = _BARE_NUMBER.match(text, start, end)
    if match:
        sure = len(match["gap"]) > 1 or "\t" in match["gap"] or bool(_SENTENCE_START.match(text, match.end()))
        sure = sure and text[match.end()].isupper()
        return (Marker(Level.EXERCISE, start, match.end(), match["number"], sure=sure),)
    return ()


def part_at(text: str, start: int, end: int) -> Marker | None:
    """The letter or Roman numeral at the start of a line."""
    match = _PART.match(text, start, end)
    if match:
        label = next(label for label in match.groups() if label)
        return Marker(Level.PART, start, match.end(), label)
    match = _BARE_LETTER.match(text, start, end)
    return Marker(Level.PART, start, match.end(), match["letter"], sure=False) if match else None


def follows(before: str | None, label: str) -> bool:
    """True if a part label comes directly after another: "b" after "a", "ii" after "i", "a" and "i" after none."""
    lower = label.lower()
    if before is None:
        return lower in ("a", "i")
    before = before.lower()
    if before in ROMAN and lower in ROMAN and ROMAN.index(lower) == ROMAN.index(before) + 1:
        return True
    return len(before) == len(lower) == 1 and ord(lower) == ord(before) + 1

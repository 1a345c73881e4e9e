"""Lines that count up, however they are labelled: "Card #1 ...", "Card #2 ..."; "1 Tom has ...", "2 A box ...".

A label such as "3." or "Question 3" is known for what it is. Any other start of a line is a label if the lines that
start in the same way count up and each of them is followed by a question. So "Week 1: 30 visitors" stays a fact.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arithmetree.pasting.lines import Line, one_of, word_set
from arithmetree.pasting.markers import ROMAN, Level, Marker
from arithmetree.pasting.questions import asks
from arithmetree.word_lists import table

_HEAD = re.compile(
    rf"""
    [*_>|\s]{{0,4}}+(?:\#{{1,4}}\s)?+(?P<open>[*_]{{0,3}}[(\[{{<]?)
    (?P<prefix>(?:[^\W\d_]{{1,12}}[.:°\s(\-]{{0,2}}){{0,3}}?)
    (?P<hash>[\#№☆★]?)\s?
    (?: (?P<decimal>\d{{1,3}}) (?:\.(?P<second>\d{{1,2}})|\s?(?:/|of\s)\s?\d{{1,3}}(?![\d/]))?  # "3.2", "3 of 10"
      | (?P<circled>[①-⑳❶-❿➀-➉➊-➓⓵-⓾])
      | (?P<word>(?i:{one_of("series", "words")}))
      | (?P<ordinal>(?i:{one_of("series", "ordinals")}))
      | (?P<day>(?i:{one_of("series", "days")}))
      | (?P<roman>[IVX]{{1,4}})
      | (?P<letter>[A-L])
    )
    (?P<suffix>(?:\s?[).:|/]{{1,2}}|\s[-–—]{{1,2}})(?=\s|$)|\\?[^\w\s"'“‘£$€(\[*+=×÷−]{{0,3}})[*_]{{0,3}}
    (?=\s|$|[A-Z][a-z])\s*+
    """,
    re.VERBOSE,
)
_CIRCLES = ("①", "❶", "➀", "➊", "⓵")
_SHARE_THAT_ASKS = 0.75


@dataclass(frozen=True, slots=True)
class _Head:
    """The start of a line that may be a label: how it is written around its number, the number, and what it says."""

    line: int
    end: int
    form: tuple[str, ...]
    kind: str
    number: int
    label: str


def find_series(text: str, lines: Sequence[Line]) -> dict[int, Marker]:
    """The markers of the longest series of lines that count up, by line; none where no such lines ask questions."""
    forms: dict[tuple[str, ...], list[_Head]] = {}
    for at, line in enumerate(lines):
        head = _head(at, line) if line.text else None
        if head is not None:
            forms.setdefault(head.form, []).append(head)
    candidates = [chain for heads in forms.values() if len(chain := _counting_up(heads)) > 1]
    for heads in sorted(candidates, key=lambda heads: (heads[0].kind in ("letter", "roman"), -len(heads))):
        if _each_asks(text, lines, heads):
            return {head.line: _marker(lines[head.line], head) for head in heads}
    return {}


def _head(at: int, line: Line) -> _Head | None:
    match = _HEAD.match(line.text)
    if match is None:
        return None
    kind = next(kind for kind in ("decimal", "circled", "word", "ordinal", "day", "roman", "letter") if match[kind])
    written = match[kind]
    prefix = match["prefix"].lower().strip(" .:°(-")
    suffix = match["suffix"].strip(" \\")
    alone = not prefix and not suffix and match.end() < len(line.text)
    spaced = kind == "letter" and match.group()[-2:].isspace()  # "B  A box holds ..."
    if kind != "decimal" and ":" in match["prefix"]:
        return None  # "Question: A box holds ..."
    if kind in ("word", "ordinal", "day", "roman", "letter") and alone and not spaced:
        return None  # "Two friends share ..." starts a story
    label, number = _label(kind, written)
    if len(prefix) == 1 and prefix not in "nqp" and not match["prefix"].endswith((" ", "-")):
        label = prefix.upper() + label  # "A1", "B2"
    if match["second"]:
        prefix, number, label = f"{prefix} n.", int(match["second"]), f"{written}.{match['second']}"
    return _Head(at, match.end(), (match["open"], prefix, match["hash"], kind, suffix), kind, number, label)


def _label(kind: str, written: str) -> tuple[str, int]:
    """The label that a counter gives, and its place in the order."""
    lower = written.lower()
    if kind == "decimal":
        return str(int(written)), int(written)
    if kind == "circled":
        number = min(ord(written) - ord(first) + 1 for first in _CIRCLES if first <= written)
        return str(number), number
    if kind == "word":
        number = table("number_words")["units"][lower]
        return str(number), number
    if kind == "ordinal":
        number = table("number_words")["ordinals"][lower]
        return str(number), number
    if kind == "day":
        return written, sorted(word_set("series", "days")).index(lower)
    if kind == "roman":
        return written, ROMAN.index(lower) + 1 if lower in ROMAN else 0
    return written, ord(lower) - ord("a") + 1


def _counting_up(heads: Sequence[_Head]) -> list[_Head]:
    """Those of the heads that count up by one or start again at one; days only have to differ.

    Other heads are numbers of a story: "3 friends share ..." after the label 3.
    """
    if heads[0].kind == "day":
        return list(heads) if len({head.number for head in heads}) == len(heads) else []
    chain: list[_Head] = []
    marked = any(heads[0].form[:3]) or bool(heads[0].form[4])
    starts_at_one = heads[0].kind in ("letter", "roman") or any(head.number == 1 for head in heads)
    for head in heads:
        expected = {chain[-1].number + 1} if chain else ({1} if starts_at_one else {head.number})
        if head.number in (expected | {1} if marked else expected):
            chain.append(head)
    return chain


def _each_asks(text: str, lines: Sequence[Line], heads: Sequence[_Head]) -> bool:
    stops = [lines[head.line].start for head in heads[1:]] + [len(text)]
    asking = sum(
        asks(" ".join(text[lines[head.line].start + head.end : stop].split()))
        for head, stop in zip(heads, stops, strict=True)
    )
    return asking == len(heads) or (len(heads) > 3 and asking >= _SHARE_THAT_ASKS * len(heads))


def _marker(line: Line, head: _Head) -> Marker:
    """A letter or Roman numeral without a word before it may be a part of one problem; all else opens an exercise."""
    part = head.kind in ("letter", "roman") and head.form[1] in ("", "part")
    return Marker(Level.PART if part else Level.EXERCISE, line.start, line.start + head.end, head.label)

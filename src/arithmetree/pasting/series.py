"""Lines that count up, however they are labelled: "Card #1 ...", "Card #2 ..."; "1 Tom has ...", "2 A box ...".

A label such as "3." or "Question 3" is known for what it is. Any other start of a line is a label if the lines that
start in the same way count up and each of them is followed by a question. So "Week 1: 30 visitors" stays a fact.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from arithmetree.pasting.furniture import MARKS
from arithmetree.pasting.lines import Line, one_of, word_set
from arithmetree.pasting.markers import ROMAN, Level, Marker
from arithmetree.pasting.questions import asks
from arithmetree.word_lists import table

_HEAD = re.compile(
    rf"""
    [*_>|\s]{{0,4}}+(?:\#{{1,4}}\s)?+(?P<open>[*_]{{0,3}}(?:[(\[{{<]|[-=]{{1,2}})?)
    (?P<prefix>(?:[^\W\d_]{{1,12}}[.:°\s(\-_]{{0,2}}){{0,3}}?)
    (?P<hash>[\#№☆★]?)\s?
    (?: (?P<decimal>\d{{1,3}}) (?:\.(?P<second>\d{{1,2}})|\s?(?:/|of\s)\s?\d{{1,3}}(?![\d/]))?  # "3.2", "3 of 10"
      | (?P<circled>[①-⑳❶-❿➀-➉➊-➓⓵-⓾])
      | (?P<word>(?i:{one_of("series", "words")}))
      | (?P<ordinal>(?i:{one_of("series", "ordinals")}))(?:\s(?i:{one_of("series", "counted")}))?
      | (?P<day>(?i:{one_of("series", "days")}))
      | (?<![^\W\d_])(?P<roman>[IVX]{{1,4}}|[ivx]{{1,4}})
      | (?<![^\W\d_])(?P<letter>[A-La-l])
    )
    (?P<suffix>(?:\s?[).:|/）]{{1,2}}|\s[-–—]{{1,2}})(?=\s|$|[A-Z])|\\?(?:[^\w\s"'“‘£$€(\[*+=×÷−]|º){{0,3}}=?)[*_]{{0,3}}
    (?=\s|$|[A-Z][a-z])\s*+
    """,
    re.VERBOSE,
)
_PART_KINDS = frozenset({"letter", "roman"})
_CIRCLES = ("①", "❶", "➀", "➊", "⓵")
_SHARE_THAT_ASKS = 0.75
_SENTENCE_ENDS = frozenset(".?!=_)]:\"'\u201d\u2019*")
_INSIDE = re.compile(  # before a number with a mark or a word, and after a sentence
    r"\s(?=[(\[#{<*]{0,3}(?:[^\W\d_]{1,9}[.\s]{0,2}#?)?\d{1,2}(?:[).:\]/>}*]|\s[-–—A-Z]))"
    r"|(?<=[.?!=_)\]\"'\u201d\u2019*])\s+"
)


@dataclass(frozen=True, slots=True)
class _Head:
    """What may be a label at text[start:end]: how it is written around its number, the number, and what it says."""

    start: int
    end: int
    form: tuple[str, ...]
    kind: str
    number: int
    label: str


def cut_at_series(text: str, lines: Sequence[Line]) -> list[Line]:
    """The lines, cut where labels inside them count up: "Task 1: ... ? Task 2: ... ?" on one line."""
    inside = [head for line in lines for head in _heads_inside(text, line)]
    if not inside:
        return list(lines)
    heads = sorted([*_heads(text, lines), *inside], key=lambda head: head.start)
    chain = _longest_series(text, heads)
    if not chain or (chain[0] in inside and chain[0].number != 1):
        return list(lines)
    cuts = [head.start for head in chain]
    found: list[Line] = []
    for line in lines:
        within = cuts[bisect_right(cuts, line.start) : bisect_left(cuts, line.end)]
        for start, end in pairwise([line.start, *within, line.end]):
            piece = text[start:end].rstrip()
            found.append(Line(start, start + len(piece), piece))
    return found


def _heads_inside(text: str, line: Line) -> Iterator[_Head]:
    """What may be a label inside a line; "What do 2 adults pay?" has none."""
    for match in _INSIDE.finditer(text, line.start + 1, line.end):
        head = _head(text, match.end(), line.end)
        if head is None or head.kind == "day" or head.end >= line.end:
            continue
        _, prefix, hashed, kind, suffix = head.form
        if kind != "decimal" and text[match.end() - 2] not in _SENTENCE_ENDS:
            continue
        if hashed or suffix or prefix in word_set("exercise"):
            yield head


def find_series(text: str, lines: Sequence[Line]) -> dict[int, Marker]:
    """The markers of lines that count up, by line; none where no such lines ask questions.

    Besides the longest series there can be one of letters or Roman numerals for the parts of its exercises.
    """
    places = {line.start: at for at, line in enumerate(lines) if line.text}
    heads = _heads(text, lines)
    found = _longest_series(text, heads)
    markers = [_marker(head) for head in found]
    if found and found[0].kind not in _PART_KINDS:
        parts = _longest_series(text, [head for head in heads if head.kind in _PART_KINDS])
        markers += [Marker(Level.PART, head.start, head.end, head.label) for head in parts]
    return {places[marker.start]: marker for marker in markers}


def _heads(text: str, lines: Sequence[Line]) -> list[_Head]:
    heads = (_head(text, line.start, line.end) for line in lines if line.text)
    return [head for head in heads if head is not None]


def _longest_series(text: str, heads: Sequence[_Head]) -> list[_Head]:
    forms: dict[tuple[str, ...], list[_Head]] = {}
    for head in heads:
        forms.setdefault(head.form, []).append(head)
    candidates = []
    for alike in forms.values():
        chain = _counting_up(alike)
        # "[1]", "[2]", "[2]" are marks, not labels.
        sure = chain == alike or MARKS.fullmatch(text[alike[0].start : alike[0].end].strip()) is None
        if sure and len({head.number for head in chain}) > 1:
            candidates.append(chain)
    for chain in sorted(candidates, key=lambda chain: (chain[0].kind in _PART_KINDS, -len(chain))):
        if _each_asks(text, chain):
            return chain
    return []


def _head(text: str, start: int, end: int) -> _Head | None:
    match = _HEAD.match(text, start, end)
    if match is None:
        return None
    kind = next(kind for kind in ("decimal", "circled", "word", "ordinal", "day", "roman", "letter") if match[kind])
    written = match[kind]
    prefix = match["prefix"].lower().strip(" .:°(-_")
    suffix = match["suffix"].strip(" \\")
    alone = not prefix and not suffix and match.end() < end
    spaced = kind == "letter" and match.group()[-2:].isspace()  # "B  A box holds ..."
    if kind != "decimal" and ":" in match["prefix"]:
        return None  # "Question: A box holds ..."
    if kind in ("word", "ordinal", "day", "roman", "letter") and alone and not spaced:
        return None  # "Two friends share ..." starts a story
    if kind in ("letter", "roman") and written.islower() and not suffix and match.end() < end and not spaced:
        return None  # "In a park ..."
    label, number = _label(kind, written)
    if len(prefix) == 1 and prefix not in "nqp" and not match["prefix"].endswith((" ", "-")):
        label = prefix.upper() + label  # "A1", "B2"
    if match["second"]:
        prefix, number, label = f"{prefix} n.", int(match["second"]), f"{written}.{match['second']}"
    return _Head(start, match.end(), (match["open"], prefix, match["hash"], kind, suffix), kind, number, label)


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


def _each_asks(text: str, heads: Sequence[_Head]) -> bool:
    stops = [head.start for head in heads[1:]] + [len(text)]
    asking = sum(asks(" ".join(text[head.end : stop].split())) for head, stop in zip(heads, stops, strict=True))
    return asking == len(heads) or (len(heads) > 3 and asking >= _SHARE_THAT_ASKS * len(heads))


def _marker(head: _Head) -> Marker:
    """A letter or Roman numeral without a word before it may be a part of one problem; all else opens an exercise."""
    part = head.kind in _PART_KINDS and head.form[1] in ("", "part")
    return Marker(Level.PART if part else Level.EXERCISE, head.start, head.end, head.label)

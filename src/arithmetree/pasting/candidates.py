"""What may be the label of an exercise or part: "3.", "Q4:", "Station 2", "(b)", "ii.", "Monday:".

A candidate stands at the start of a line, after a bullet or another candidate, or inside a line where one may start. A
letter or Roman numeral is the label of a part, all else that of an exercise.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from arithmetree.pasting.furniture import is_furniture, is_heading
from arithmetree.pasting.lines import Line, bullet_end, one_of, word_set, words_of
from arithmetree.pasting.pieces import Sort
from arithmetree.pasting.questions import is_sum
from arithmetree.word_lists import table

_ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
_ROMANS = "|".join(sorted(_ROMAN, key=len, reverse=True))
_LETTER = f"{_ROMANS}|{_ROMANS.upper()}|[a-lA-L]"
_CIRCLES = ("①", "❶", "➀", "➊", "⓵")
_CIRCLED = "①-⑳❶-❿➀-➉➊-➓⓵-⓾"
_OPENS = (
    r"(?:\#{1,4}\s|(?:&nbsp;)++)?+(?:<[a-z]{1,6}>)*+[*_]{0,3}+(?P<open>[(\[（{<]|[-=]{1,2}(?=\d)|)"
    r"(?P<word>(?:[^\W\d_]{1,12}[.:°\s(\-_]{0,2}){0,3}?)(?P<hash>[\#№☆★]?)\s?"
)
_LABEL = re.compile(
    rf"""
    {_OPENS}
    (?: (?P<keycap>\d)\ufe0f?\u20e3 | (?P<ten>🔟) | (?P<circled>[{_CIRCLED}])
      | (?P<number>\d{{1,3}})(?:\.(?P<second>\d{{1,2}})(?!\d)|\s?(?:/|of\s)\s?\d{{1,3}}(?![\d/])|(?:st|nd|rd|th)\b)?
      | (?P<counted>(?i:{one_of("series", "words")}))\b
      | (?P<ranked>(?i:{one_of("series", "ordinals")}))\b
      | (?P<day>(?i:{one_of("series", "days")}))\b
      | (?<![^\W\d_])(?P<letter>{_LETTER})
    )
    (?:\s(?i:{one_of("series", "counted")})(?=\s?[:)]|\s[-–—]|$))?(?:\s[(\[][^()\[\]]{{2,15}}[)\]](?=\s?:))?
    (?P<close>\s?(?:[.)\]>}}/]|[°º](?=[\s)])){{1,3}}:?(?=\s|$|</|[^\W\d]|["“‘'£$€*(_&])|[）．、]|\s?[:|/](?=[\s*_<]|$)|(?=</)
      |\s?(?:[-–—]{{1,2}}|·)(?=[\s*_A-Z]|$)|(?<=st|nd|rd|th),(?=\s)|(?=[\s*_]|$|[A-Z][a-z])|(?<=[\u20e3🔟{_CIRCLED}]))
    (?:[*_]{{1,3}}|</[a-z]{{1,6}}>)?\s*+
    """,
    re.VERBOSE,
)
_JOINED = re.compile(  # "3a", "3(b)", "Q3 (b)", "3.b)"
    rf"{_OPENS}(?P<number>\d{{1,3}})(?P<close>\s?(?=\((?:{_LETTER})\))|[.-]?(?=(?:{_LETTER})(?:[.):]|\s+[A-Z]|$)))",
    re.VERBOSE,
)
_INSIDE = re.compile(
    rf"""
    (?<=[.?!:;=_)\]"'”’*|])\s+(?=\S) | (?:\s{{2,}}|\t)(?=\S)                  # after a sentence or a gap
  | \s(?=[(\[*_]{{0,3}}(?:\d{{1,2}}|{_LETTER})(?:\.?[)\]]|[.:]\s))
  | \s(?=[①-⑳]|(?i:q)\.?\s?\d|(?i:{one_of("exercise")})\.?\s?\d{{1,3}}:\s)
  | (?<=[.?!])(?=\(?(?:[a-l1-9]\)|[2-9]\.\s))
    """,
    re.VERBOSE,
)
_GAP = re.compile(r"(?:\s\s|\t\s?|\|\s?)$")
_SENTENCE = re.compile(r"[.?!:;=_)\]\"'”’*|](?:\s*(?:and|or))?\s*$")
_COUNTERS = ("keycap", "ten", "circled", "number", "counted", "ranked", "day", "letter")
_IN_WORDS = frozenset({"counted", "ranked", "day", "letter"})
_NO_LABEL_BEFORE = re.compile(r"[-+−–×÷*/=^]|[x×]\s|\d+/\d(?!\d*\s+of)")  # "3 + 4", "2 x Milk", "1 1/2"
_SMALL = frozenset("abcdefghijklmnopqrstuvwxyz,;%")
_AFTER_WORDS = frozenset({":", ",", ")", "-", "–", "—", ""})
_CELLS = re.compile(r"\s{2,}|\t|[;,|]\s")
_CELL = 60
"""Characters in which a sum is looked for."""
_LONG = 25
"""Characters of a line that may go on in the next."""


@dataclass(frozen=True, slots=True)
class Form:
    """How a label is written around its counter: "Q", "#", "number", ")"."""

    opening: str
    word: str
    known: str
    """What is known of the word."""
    kind: str
    closing: str

    @property
    def is_bare(self) -> bool:
        """True without a word or a mark."""
        return not (self.opening or self.word) and self.closing in ("", "gap") and self.kind != "circled"


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be a label at text[start:end]; `place` is where in its line."""

    start: int
    end: int
    label: str
    sort: Sort
    form: Form
    place: str

    @property
    def opens(self) -> bool:
        """True for the first of a series."""
        return self.label.lower() in ("a", "i") or counter(self.label)[1] == 1 or self.form.kind == "day"

    def counts_on(self, before: Candidate) -> bool:
        """True for the next after another: "4" after "3", "b" after "a", "ii" after "i", "2.1" after "1.3"."""
        one, here = before.label.lower(), self.label.lower()
        if self.form.kind == "day" == before.form.kind:
            return one != here
        if one in _ROMAN and here in _ROMAN and _ROMAN.index(here) == _ROMAN.index(one) + 1:
            return True
        if len(one) == len(here) == 1 and one.isalpha():
            return ord(here) == ord(one) + 1
        (start, number), (begin, following) = counter(one), counter(here)
        return 0 < following == number + 1 if start == begin else following == 1 and start < begin


def counter(label: str) -> tuple[str, int]:
    """A label without the number at its end, and this number; -1 if there is none."""
    match = re.fullmatch(r"(.*?)(\d+)", label)
    return (match[1], int(match[2])) if match else (label, -1)


def candidates_of(text: str, lines: Sequence[Line]) -> Iterator[Candidate]:
    """All candidates in order."""
    before: Line | None = None
    for line in lines:
        yield from _of_line(text, line, _place(before))
        before = line


def _place(before: Line | None) -> str:
    """Where a line stands: after a blank one, after a line, or in a sentence that goes on."""
    if before is None or not before.text:
        return "block"
    going_on = len(before.text) > _LONG and not before.ends_sentence
    return "wrapped" if going_on and not is_heading(before, alone=True) and not is_furniture(before) else "line"


def _of_line(text: str, line: Line, place: str) -> Iterator[Candidate]:
    edge = line.start
    while (after := bullet_end(text, edge, line.end)) > edge:
        edge = after
    for found in _at(text, edge, line.end, place):
        yield found
        edge = found.end
    for match in _INSIDE.finditer(text, edge, line.end):
        if match.end() <= edge:
            continue
        gap = _GAP.search(text, max(edge, match.end() - 3), match.end())
        sentence = _SENTENCE.search(text, max(edge, match.end() - 9), match.end())
        for found in _at(text, match.end(), line.end, "gap" if gap else "sentence" if sentence else "inside"):
            yield found
            edge = found.end


def _at(text: str, start: int, end: int, place: str) -> Iterator[Candidate]:
    """The candidate at a place, and those right after it."""
    while start < end:
        joined = _JOINED.match(text, start, end) if place != "inside" else None
        match = joined or _LABEL.match(text, start, end)
        found = _candidate(text, match, end, place) if match else None
        if found is None:
            return
        yield found
        if found.form.kind == "second":
            if not (found.form.opening or found.form.word) and text[found.end : found.end + 1].isalpha():
                yield _without_second(found)
            return
        start, place = found.end, "label"


def _without_second(found: Candidate) -> Candidate:
    """The "4." of "4.12 cakes"."""
    first = found.label.partition(".")[0]
    form = replace(found.form, kind="number", closing=".0")
    return replace(found, label=first, end=found.start + len(first) + 1, form=form)


def _candidate(text: str, match: re.Match[str], end: int, place: str) -> Candidate | None:
    """None for what cannot be a label where it stands: "In a park", "What do 2 adults pay"."""
    groups = match.groupdict()
    kind = next(kind for kind in _COUNTERS if groups.get(kind))
    word = match["word"].lower().strip(" .:°(-_")
    known = _known(word)
    rest, gap = text[match.end() : end], text[match.end() - 2 : match.end()].isspace() or text[match.end() - 1] == "\t"
    marked = match["close"].strip() or match["hash"] or known in ("exercise", "part") or match.re is _JOINED
    inside = place in ("inside", "sentence", "gap", "label")
    goes_on = rest[:1] in _SMALL if word else inside
    if place == "label" and kind != "letter":
        return None
    if inside and (
        kind == "day"
        or (known == "other" and (place in ("inside", "label") or not match["word"][0].isupper()))
        or (not rest and place != "label")
    ):
        return None
    if not marked and rest and kind == "letter":  # "b How many", "3A A boat"
        joined = place == "label" and not text[match.start() - 1].isspace()
        if word or not (gap or joined or (match["letter"].islower() and rest[0].isupper() and place != "label")):
            return None
    elif not marked and rest and kind in _IN_WORDS:
        return None  # "Two friends share"
    elif not marked and rest and kind == "number" and (_NO_LABEL_BEFORE.match(rest) or (not gap and goes_on)):
        return None  # "What do 2 adults pay"
    if match["close"].strip() in ("-", "–", "/") and is_sum(_CELLS.split(text[match.start() : end][:_CELL])[0]):
        return None  # "90 - 37"
    closings = _AFTER_WORDS if inside or place == "wrapped" else _AFTER_WORDS | {"."}
    if kind in ("counted", "ranked") and not word and match["close"].strip() not in closings:
        return None  # "one. How many"
    if kind in _IN_WORDS and (":" in match["word"] or match["close"].strip() == "|"):
        return None  # "Question: A box holds ..."
    label = _label(kind, match[kind])
    kind = "circled" if kind in ("keycap", "ten") else kind
    if known == "letter":
        label = word.upper() + label
    if groups.get("second"):
        label, kind = f"{label}.{int(match['second'])}", "second"
    part = kind == "letter" and (known in ("", "part") or label.islower())
    sort = Sort.PART if part else Sort.EXERCISE
    closing = re.sub("[–—]+|--", "-", match["close"].strip()).replace(".)", ")")
    closing = closing or ("gap" if gap and not match["hash"] else "")
    case = " in capitals" if kind == "letter" and label.isupper() else ""
    form = Form(match["open"], match["hash"] + ("A" if known == "letter" else word), known, kind + case, closing)
    return Candidate(match.start(), match.end(), label, sort, form, place)


def _label(kind: str, written: str) -> str:
    """The label that a counter gives."""
    if kind == "ten":
        return "10"
    if kind == "circled":
        return str(min(ord(written) - ord(first) + 1 for first in _CIRCLES if first <= written))
    if kind in ("counted", "ranked"):
        return str(table("number_words")["units" if kind == "counted" else "ordinals"][written.lower()])
    return str(int(written)) if kind == "number" else written


def _known(word: str) -> str:
    """What is known of the word before a counter."""
    last = words_of(word)[-1:]
    if not last:
        return ""
    if last[0] == "part" or last[0] in word_set("exercise"):
        return "part" if last[0] == "part" else "exercise"
    if len(word) == 1 and word not in "npq":
        return "letter"
    return "heading" if last[0] in word_set("heading") else "other"

"""The outline of a pasted text: markers, headings, tables and prose, in order."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum

from arithmetree.pasting.furniture import (
    is_caption,
    is_choice,
    is_furniture,
    is_heading,
    is_rule,
    is_title,
    opens_answers,
)
from arithmetree.pasting.inline import inline_markers, inline_sums
from arithmetree.pasting.lines import EMOJI, Line, lines_of
from arithmetree.pasting.markers import Level, Marker, bullet_at, exercise_at, follows, part_at
from arithmetree.pasting.questions import is_sum
from arithmetree.pasting.remarks import is_plea
from arithmetree.pasting.series import cut_at_series, find_series
from arithmetree.pasting.tables import Table, find_tables


class Sort(Enum):
    """What a piece of a pasted text is."""

    EXERCISE = 0
    PART = 1
    BULLET = 2
    HEADING = 3
    CAPTION = 4  # the title of a table
    FURNITURE = 5
    RULE = 6
    PROSE = 7
    TABLE = 8
    GAP = 9  # blank lines


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text. Prose never goes over the end of a line."""

    sort: Sort
    start: int
    end: int
    label: str | None = None
    table: Table | None = None


CONTENT = frozenset({Sort.PROSE, Sort.TABLE, Sort.CAPTION})
_SORTS = {Level.EXERCISE: Sort.EXERCISE, Level.PART: Sort.PART, Level.BULLET: Sort.BULLET}
_TICKED = re.compile(r"[☐□○◯▢⬜◻]|\[\s\]")
_ANSWER = re.compile(r"A\s?:\s*[£$€]?\d[\d.,]*\s?[^\W\d_]{0,12}$")
_IN_BRACKETS = re.compile(r"\([^()?]{1,30}\)$")
"""A note after a label: "Station 2 (10 min)"."""
_SENDER = re.compile(r"[A-Z][^\W\d_]{1,14}(?:\s[A-Z][^\W\d_]{0,14})?:\s+(?=\S)")
_FEWEST_MESSAGES = 3
_SAID_BY = re.compile(
    r"(?:\[?\d{1,2}[/.]\d{1,2}[/.]\d{2,4},?\s|\[)\d{1,2}:\d{2}(?::\d\d)?(?:\s?[AaPp][Mm])?\]?(?:\s[-–])?\s[^:]{1,25}:\s+"
)
"""The time and the sender before a message of a chat."""


def outline(text: str) -> list[Piece]:
    """The pieces of a text in order."""
    lines = cut_at_series(text, lines_of(text))
    series = find_series(text, lines)
    # A line with a label is no row of a table: "1   48 + 36".
    cells = [Line(line.start, line.start, "") if at in series else line for at, line in enumerate(lines)]
    return _Outliner(text, lines, find_tables(cells), series).pieces()


def _messages(lines: Sequence[Line]) -> frozenset[int]:
    """The lines of a chat, where somebody writes more than once: "Leo: stuck on these", "Leo: a train leaves ..."."""
    senders = {at: match.group() for at, line in enumerate(lines) if (match := _SENDER.match(line.text))}
    filled = sum(bool(line.text) for line in lines)
    again = len(set(senders.values())) < len(senders)
    chat = again and len(senders) >= _FEWEST_MESSAGES and 2 * len(senders) > filled
    return frozenset(senders) if chat else frozenset()


class _Outliner:
    def __init__(self, text: str, lines: Sequence[Line], tables: Sequence[Table], series: Mapping[int, Marker]) -> None:
        self._text = text
        self._lines = lines
        self._many = sum(bool(line.text) for line in lines) > 1
        self._tables = {table.first: table for table in tables}
        self._captions = self._find_captions(tables)
        self._exercise: str | None = None
        self._part: str | None = None
        self._before: Sort | None = None
        self._series = series
        self._messages = _messages(lines)

    def _find_captions(self, tables: Sequence[Table]) -> frozenset[int]:
        """The lines that are titles of tables: the last one before the table, blank lines aside."""
        found = set()
        covered = {at for table in tables for at in range(table.first, table.stop)}
        for table in tables:
            at = table.first - 1
            while at >= 0 and (not self._lines[at].text or is_rule(self._lines[at])):
                at -= 1
            if at < 0 or at in covered or is_furniture(self._lines[at]):
                continue
            line = self._lines[at]
            if bullet_at(self._text, line.start, line.end) and bullet_at(
                self._text, self._lines[table.first].start, self._lines[table.first].end
            ):
                continue  # an item of the same list: "- 4 teachers" above "- coach £276"
            marked = exercise_at(self._text, line.start, line.end) or part_at(self._text, line.start, line.end)
            if is_caption(line) and not marked:
                found.add(at)
        return frozenset(found)

    def pieces(self) -> list[Piece]:
        found: list[Piece] = []
        at = 0
        while at < len(self._lines):
            table = self._tables.get(at)
            if table is not None:
                found.append(Piece(Sort.TABLE, self._lines[at].start, self._lines[table.stop - 1].end, table=table))
                at = table.stop
                continue
            if at and opens_answers(self._lines[at]):
                found.append(Piece(Sort.FURNITURE, self._lines[at].start, self._lines[-1].end))
                break
            pieces = list(self._line(at))
            found.extend(pieces)
            if pieces:
                self._before = pieces[-1].sort
            at += 1
        return self._without_choices(found)

    def _without_choices(self, pieces: list[Piece]) -> list[Piece]:
        """Turn the answers to choose from into furniture: "A) 7", "B) 8", "C) 9" below one question."""
        outside: set[int] = set()
        for places in self._lettered(pieces):
            chosen = all(is_choice(self._text[pieces[at + 1].start : pieces[at + 1].end].strip()) for at in places)
            if chosen and len(places) > 2:
                outside.update(index for at in places for index in (at, at + 1))
        return [
            Piece(Sort.FURNITURE, piece.start, piece.end) if index in outside else piece
            for index, piece in enumerate(pieces)
        ]

    def _lettered(self, pieces: Sequence[Piece]) -> Iterator[list[int]]:
        """The places of the letters or boxes of each exercise; those below a line with a colon are no choices."""
        places: list[int] = []
        listed = False
        for at, piece in enumerate(pieces[:-1]):
            boxed = piece.sort is Sort.BULLET and _TICKED.match(self._text, piece.start, piece.end) is not None
            if piece.sort is Sort.PART or boxed:
                places.append(at)
            elif piece.sort is Sort.EXERCISE or (piece.sort is Sort.PROSE and places and places[-1] != at - 1):
                yield places
                places, listed = [], False
            elif piece.sort is Sort.PROSE and not places:
                listed = self._text[piece.start : piece.end].rstrip().endswith(":")
            if listed:
                places = []
        yield places

    def _line(self, at: int) -> Iterator[Piece]:
        line = self._lines[at]
        said = _SAID_BY.match(line.text) or (_SENDER.match(line.text) if at in self._messages else None)
        if said:
            yield Piece(Sort.FURNITURE, line.start, line.start + said.end())
            line = Line(line.start + said.end(), line.end, line.text[said.end() :])
        sort = self._sort_of_whole_line(line, is_caption=at in self._captions)
        if sort is not None and at not in self._series:
            yield Piece(sort, line.start, line.end)
            return
        before = self._lines[at - 1] if at else None
        if before is not None and before.text.endswith("?") and _ANSWER.match(line.text):
            yield Piece(Sort.FURNITURE, line.start, line.end)
            return
        opening = self._opening_markers(line, before, self._series.get(at))
        numbered = any(marker.level is Level.EXERCISE for marker in opening)
        yield from map(self._marked, opening)
        start = opening[-1].end if opening else line.start
        rest = Line(start, line.end, self._text[start : line.end])
        if at in self._captions and rest.text:
            yield Piece(Sort.CAPTION, start, line.end)
        elif self._is_heading(rest, opening, before):
            yield self._heading(rest)
        elif numbered and (is_title(rest) or _IN_BRACKETS.match(rest.text)) and self._before_story(rest):
            yield Piece(Sort.FURNITURE, rest.start, rest.end)
        else:
            yield from self._prose(start, line.end)

    def _sort_of_whole_line(self, line: Line, *, is_caption: bool) -> Sort | None:
        """What a line is that has no markers and no prose."""
        if not line.text or not EMOJI.sub("", line.text).strip():
            return Sort.GAP
        if is_rule(line):
            return Sort.RULE
        if self._many and not is_caption and (is_furniture(line) or is_plea(line)):
            return Sort.FURNITURE
        return None

    def _is_heading(self, rest: Line, opening: Sequence[Marker], before: Line | None) -> bool:
        if not self._many or any(marker.level is not Level.BULLET for marker in opening):
            return False
        alone = before is None or not before.text or is_rule(before) or self._before in (Sort.HEADING, Sort.FURNITURE)
        return is_heading(rest, alone=alone, before_story=self._before_story(rest))

    def _before_story(self, line: Line) -> bool:
        """True if the line after this one may start a story."""
        after = self._line_after(line)
        return after is not None and (after.text[:1].isupper() or after.text[:1].isdigit()) and len(after.text) > 15

    def _line_after(self, line: Line) -> Line | None:
        """The next line with characters."""
        at = bisect_right(self._lines, line.start, key=lambda other: other.start)
        return next((other for other in self._lines[at : at + 3] if other.text), None)

    def _heading(self, line: Line) -> Piece:
        self._exercise = self._part = None
        return Piece(Sort.HEADING, line.start, line.end)

    def _marked(self, marker: Marker) -> Piece:
        """The piece of a marker; the next one is expected to count on from it."""
        if marker.level is Level.EXERCISE:
            self._exercise, self._part = marker.label, None
        elif marker.level is Level.PART:
            self._part = marker.label
        return Piece(_SORTS[marker.level], marker.start, marker.end, marker.label)

    def _prose(self, start: int, end: int) -> Iterator[Piece]:
        """Prose, with the markers inside it."""
        for marker in inline_markers(self._text, start, end, self._exercise, self._part):
            yield from self._stretch(start, marker.start)
            before = self._exercise, self._part
            yield self._marked(marker)
            if not marker.sure:  # in the next column; the next line counts on from the first
                self._exercise, self._part = before
            start = marker.end
        yield from self._stretch(start, end)

    def _stretch(self, start: int, end: int) -> Iterator[Piece]:
        """Prose between two markers, each of several sums apart."""
        sums = inline_sums(self._text, start, end)
        stop = sums[0][0] if sums else end
        if self._text[start:stop].strip(" |"):
            yield Piece(Sort.FURNITURE if sums else Sort.PROSE, start, stop)  # "Work these out:" before sums
        yield from (Piece(Sort.PROSE, first, last) for first, last in sums)

    def _opening_markers(self, line: Line, before: Line | None, counted: Marker | None) -> list[Marker]:
        """The markers at the start of a line: a bullet, an exercise number, a letter, in this order or repeated."""
        found = [] if counted is None else [counted]
        start = line.start if counted is None else counted.end
        while start < line.end:
            found_here = self._marker_at(start, line, before, found)
            if not found_here:
                break
            found.extend(found_here)
            start = found_here[-1].end
        return found

    def _marker_at(self, start: int, line: Line, before: Line | None, found: Sequence[Marker]) -> tuple[Marker, ...]:
        bullet = bullet_at(self._text, start, line.end)
        if bullet is not None and bullet.end < line.end:
            return (bullet,)
        exercises = exercise_at(self._text, start, line.end)
        if exercises and self._is_exercise(exercises[0], line, before, found):
            if len(exercises) > 1 and exercises[0].label == self._exercise:
                return (replace(exercises[1], start=exercises[0].start),)  # "3b" after "3a"
            inner = part_at(self._text, exercises[0].end, line.end)
            if inner is not None and inner.sure and exercises[0].label == self._exercise:
                return (replace(inner, start=exercises[0].start),)  # "3. b)" after "3. a)"
            if exercises[0].label is None and found and found[-1].level is Level.EXERCISE:
                return (replace(exercises[0], label=found[-1].label),)  # "3. Question: ..."
            return exercises
        part = part_at(self._text, start, line.end)
        if part is not None and self._is_part(part, before, found):
            return (part,)
        return ()

    def _is_exercise(self, marker: Marker, line: Line, before: Line | None, found: Sequence[Marker]) -> bool:
        """False where a wrapped line happens to start with a number: "There were\\n24. How many ..."."""
        label, written = marker.label, self._text[marker.start : marker.end].strip()
        if label is None:
            return True
        if written.isdecimal():
            if not found and self._counts_on(label) and self._sum_follows(marker, line):
                return True
            return marker.sure and not found
        if marker.end >= line.end and not written[:1].isalpha():
            return self._counts_on(label)  # "24." alone on a line is a number of the story unless it counts on
        wrapped = before is not None and before.text and not before.ends_sentence and self._is_running_prose(before)
        return not wrapped or self._counts_on(label) or written[:1].isalpha()

    def _sum_follows(self, marker: Marker, line: Line) -> bool:
        """True for "1   45 + 78 =   2   93 - 27 =", where a gap and a sum follow a number."""
        gap = self._text[marker.start : marker.end].lstrip("0123456789")
        following = re.split(r"\s{2,}|\t", self._text[marker.end : line.end], maxsplit=1)[0]
        return (len(gap) > 1 or "\t" in gap) and is_sum(following)

    def _counts_on(self, label: str) -> bool:
        if not label.isdecimal():
            return True
        expected = 1 if self._exercise is None or not self._exercise.isdecimal() else int(self._exercise) + 1
        return int(label) == expected

    def _is_running_prose(self, line: Line) -> bool:
        """True for a line that may go on in the next one: long, and no heading or furniture."""
        return len(line.text) > 25 and not is_heading(line, alone=True) and not is_furniture(line)

    def _is_part(self, marker: Marker, before: Line | None, found: Sequence[Marker]) -> bool:
        label = marker.label or ""
        if any(other.level is Level.PART for other in found):
            return found[-1].level is Level.PART and marker.sure  # "b) i)"
        if not marker.sure:
            return follows(self._part, label) and not found
        if self._text[marker.start : marker.end].strip() == label + "." and label.isupper():
            return follows(self._part, label)  # "B. Smith" starts with an initial
        if follows(self._part, label) or follows(None, label):
            return True
        wrapped = before is not None and bool(before.text) and not before.ends_sentence
        return not wrapped

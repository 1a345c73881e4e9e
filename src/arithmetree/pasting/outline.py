"""The outline of a pasted text: labels, headings, tables and prose, in order."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from arithmetree.pasting.furniture import (
    MARKS_COLUMN,
    is_caption,
    is_choice,
    is_furniture,
    is_heading,
    is_rule,
    is_title,
    opens_answers,
)
from arithmetree.pasting.labels import find_labels
from arithmetree.pasting.lines import EMOJI, Line, bullet_end, lines_of, one_of
from arithmetree.pasting.pieces import Piece, Sort
from arithmetree.pasting.questions import asks, inline_sums, is_plain_sum
from arithmetree.pasting.remarks import ends_with_request, is_plea
from arithmetree.pasting.tables import Table, find_tables

_TICKED = re.compile(r"[☐□○◯▢⬜◻]|\[\s\]")
_ANSWER = re.compile(r"A\s?:\s*[£$€]?\d[\d.,]*\s?[^\W\d_]{0,12}$")
_NOTE = re.compile(r"\([^()?]{1,30}\)$|\d{1,2}\s?(?:marks?|points?|pts?)$")
"""A note after a label: "Station 2 (10 min)", "Question 3   2 pts"."""
_SENDER = re.compile(r"[^\W\d_][\w.-]{1,14}(?:\s[A-Z][^\W\d_]{0,14})?:\s+(?=\S)")
_CELL_EDGE = re.compile(r"\s(?=[|/]\s)")
_FEWEST_MESSAGES = 3
_SAID_BY = re.compile(
    r"(?:\[?\d{1,2}[/.]\d{1,2}(?:[/.]\d{2,4})?,?\s|\[)\d{1,2}:\d{2}(?::\d\d)?(?:\s?[AaPp][Mm])?\]?(?:\s[-–])?\s[^:]{1,25}:\s+"
)
"""The time and the sender before a message of a chat."""
_TITLED = re.compile(  # "Challenge: A train ..."
    rf"[*_]{{0,3}}(?i:{one_of('titles')})(?i:\s(?:question|problem|task|challenge))?"
    r"[*_]{0,3}\s*(?::|[-–—](?=\s))[*_]{0,3}\s*(?=[^\s].{15})"
    r"|[*_]{0,3}(?i:q|question|problem)\s?[:.)]\s+(?=[A-Za-z])[*_]{0,3}"
)


def outline(text: str, weights: Mapping[str, int] | None = None) -> list[Piece]:
    """The pieces of a text in order."""
    lines, senders = message_lines(text)
    labels = find_labels(text, lines, weights)
    return _Outliner(text, _cut(text, lines, labels), labels, senders).pieces()


def message_lines(text: str) -> tuple[list[Line], dict[int, Piece]]:
    """The lines without the senders of messages, and the senders by the starts of these lines."""
    whole = lines_of(text)
    chat = _is_chat(whole)
    lines = [_after_sender(line, chat) for line in whole]
    senders = {
        line.start: Piece(Sort.FURNITURE, said.start, line.start)
        for said, line in zip(whole, lines, strict=True)
        if said.start < line.start
    }
    return lines, senders


def _is_chat(lines: Sequence[Line]) -> bool:
    """True if somebody writes more than once: "Leo: stuck on these", "Leo: a train leaves ..."."""
    senders = [match.group() for line in lines if (match := _SENDER.match(line.text))]
    again = len(set(senders)) < len(senders)
    return again and len(senders) >= _FEWEST_MESSAGES and 2 * len(senders) > sum(bool(line.text) for line in lines)


def _after_sender(line: Line, chat: bool) -> Line:
    """A line without the time and the sender of a message."""
    said = _SAID_BY.match(line.text) or (_SENDER.match(line.text) if chat else None)
    return Line(line.start + said.end(), line.end, line.text[said.end() :]) if said else line


def _cut(text: str, lines: Sequence[Line], labels: Sequence[Piece]) -> list[Line]:
    """The lines, cut before the labels of exercises inside them."""
    cuts = [label.start for label in labels if label.sort is Sort.EXERCISE]
    found: list[Line] = []
    for line in lines:
        inside: Sequence[int] = cuts[bisect_right(cuts, line.start) : bisect_left(cuts, line.end)]
        opening = bullet_end(text, line.start, line.end)
        cells = [line.start, *(edge.end() for edge in _CELL_EDGE.finditer(text, line.start, line.end)), line.end]
        if len(cells) > 2 and all(asks(text[one:other].strip(" |/")) for one, other in pairwise(cells)):
            inside = sorted({*inside, *cells[1:-1]})  # a problem in each cell
        edges = [line.start, *(cut for cut in inside if text[opening:cut].strip()), line.end]
        for start, end in pairwise(edges):
            piece = text[start:end].rstrip()
            found.append(Line(start, start + len(piece), piece))
    return found


class _Outliner:
    def __init__(self, text: str, lines: Sequence[Line], labels: Sequence[Piece], senders: Mapping[int, Piece]) -> None:
        self._text = text
        self._lines = lines
        self._many = sum(bool(line.text) for line in lines) > 1
        self._labels = labels
        self._senders = senders
        self._starts = [label.start for label in labels]
        # A line with a label is no row of a table: "1   48 + 36".
        tables = find_tables([Line(line.start, line.start, "") if self._inside(line) else line for line in lines])
        self._tables = {table.first: table for table in tables}
        self._captions = self._find_captions(tables)
        self._before: Sort | None = None

    def _inside(self, line: Line) -> Sequence[Piece]:
        """The labels in a line."""
        return self._labels[bisect_left(self._starts, line.start) : bisect_left(self._starts, line.end)]

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
            row = self._lines[table.first]
            listed = bullet_end(self._text, row.start, row.end) > row.start
            if listed and bullet_end(self._text, line.start, line.end) > line.start:
                continue  # an item of the same list: "- 4 teachers" above "- coach £276"
            if is_caption(line) and not self._inside(line):
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
            told = [self._text[pieces[at + 1].start : pieces[at + 1].end].strip() for at in places]
            short = all(len(each) <= 25 and not (asks(each) and not is_choice(each)) for each in told)
            if short and len(places) > 2 and 2 * sum(map(is_choice, told)) >= len(places):
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
                before = self._text[piece.start : piece.end].rstrip()
                listed = before.endswith(":") or ends_with_request(before)
            if listed:
                places = []
        yield places

    def _line(self, at: int) -> Iterator[Piece]:
        line = self._lines[at]
        if line.start in self._senders:
            yield self._senders[line.start]
        before = self._lines[at - 1] if at else None
        opening = list(self._opening(line))
        numbered = any(piece.sort is Sort.EXERCISE for piece in opening)
        sort = (
            None
            if numbered and any(piece.label for piece in opening)
            else self._sort_of_whole_line(line, is_caption=at in self._captions)
        )
        if sort is None and before is not None and before.text.endswith("?") and _ANSWER.match(line.text):
            sort = Sort.FURNITURE
        if sort is not None:
            yield Piece(sort, line.start, line.end)
            return
        yield from opening
        start = opening[-1].end if opening else line.start
        rest = Line(start, line.end, self._text[start : line.end])
        if at in self._captions and rest.text:
            yield Piece(Sort.CAPTION, start, line.end)
        elif self._is_heading(rest, opening, before):
            yield Piece(Sort.HEADING, rest.start, rest.end)
        elif numbered and (is_title(rest) or _NOTE.match(rest.text)) and self._before_story(rest):
            yield Piece(Sort.FURNITURE, rest.start, rest.end)
        else:
            yield from self._prose(rest)

    def _opening(self, line: Line) -> Iterator[Piece]:
        """The bullets, labels and titles at the start of a line."""
        labels = {label.start: label for label in self._inside(line)}
        start, label = line.start, None
        while start < line.end:
            here = labels.get(start)
            title = _TITLED.match(self._text, start, line.end)
            bullet = bullet_end(self._text, start, line.end)
            if here is not None:
                yield here
                start, label = here.end, here.label if here.sort is Sort.EXERCISE else label
            elif start < bullet < line.end:
                yield Piece(Sort.BULLET, start, bullet)
                start = bullet
            elif title:
                yield Piece(Sort.EXERCISE, start, title.end(), label)  # "3. Question: ..."
                start = title.end()
            else:
                break

    def _sort_of_whole_line(self, line: Line, *, is_caption: bool) -> Sort | None:
        """What a line is that has no markers and no prose."""
        if not line.text or not EMOJI.sub("", line.text).strip():
            return Sort.GAP
        if is_rule(line):
            return Sort.RULE
        if self._many and not is_caption and (is_furniture(line) or is_plea(line)):
            return Sort.FURNITURE
        return None

    def _is_heading(self, rest: Line, opening: Sequence[Piece], before: Line | None) -> bool:
        if not self._many or any(piece.sort is not Sort.BULLET for piece in opening):
            return False
        alone = before is None or not before.text or is_rule(before) or self._before in (Sort.HEADING, Sort.FURNITURE)
        return is_heading(rest, alone=alone, before_story=self._before_story(rest))

    def _before_story(self, line: Line) -> bool:
        """True if the line after this one may start a story."""
        at = bisect_right(self._lines, line.start, key=lambda other: other.start)
        after = next((other for other in self._lines[at : at + 3] if other.text), None)
        if after is None or not (after.text[:1].isupper() or after.text[:1].isdigit()):
            return False
        return len(after.text) > 15 or is_plain_sum(after.text)

    def _prose(self, line: Line) -> Iterator[Piece]:
        """Prose, with the labels of parts inside it."""
        start = line.start
        for label in self._inside(line):
            yield from self._stretch(start, label.start)
            yield label
            start = label.end
        marks = MARKS_COLUMN.search(self._text, start, line.end)
        yield from self._stretch(start, marks.start() if marks else line.end)
        if marks:
            yield Piece(Sort.FURNITURE, *marks.span())

    def _stretch(self, start: int, end: int) -> Iterator[Piece]:
        """Prose between two markers, each of several sums apart."""
        sums = inline_sums(self._text, start, end)
        stop = sums[0][0] if sums else end
        if self._text[start:stop].strip(" |"):
            yield Piece(Sort.FURNITURE if sums else Sort.PROSE, start, stop)  # "Work these out:" before sums
        yield from (Piece(Sort.PROSE, first, last) for first, last in sums)

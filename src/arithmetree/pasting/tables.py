"""Tables and price lists in a text: columns between "|", tabs, wide gaps or commas, "Tea ..... £1.20", "Monday 34"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arithmetree.pasting.furniture import BLANK, is_furniture, is_rule
from arithmetree.pasting.lines import Line, bullet_end, word_set, words_of
from arithmetree.pasting.questions import is_plain_sum, is_sum

LONGEST_CELL = 45
_LONGEST_ROW = 400
_MOST_ROWS = 100
SIGNS = "£$€¥₹"
"""Currency signs that are written before the amount."""
_NUMBER = r"[-−]?\d[\d,]*(?:\.\d+)?(?:\s\d/\d)?"
_EACH = r"(?:\s*(?:each|ea\.?|a\s\w+|per\s\w+(?:\s\w+)?|/\s?\w+|for\s\d+|\(\w+\)))?"
_MONEY_WORDS = "(?i:pence|cents?|dollars?|pounds?|euros?)"
_PRICE = rf"(?:[{SIGNS}]\s?{_NUMBER}|{_NUMBER}\s?(?:p|c|¢|€|{_MONEY_WORDS})){_EACH}"
PRICE = re.compile(rf"{_PRICE}$")
"""A cell that is a price: "£1.20", "45p each"."""
BARE_NUMBER = re.compile(rf"{_NUMBER}$")
"""A cell that is a number without a unit."""
PRICE_LINE = re.compile(
    rf"(?P<name>[^\W\d_][^\d.?!:={SIGNS}|\t]{{0,40}}?(?:\([^()]{{1,30}}\))?)"
    rf"\s*+(?:(?:[:=,→]|[-–—](?=\s))\s*)?(?P<price>{_PRICE})$"
)
"""A name and its price: "Tea £1.20", "Tea: £1.20"."""
_DASHED_PRICE_LINE = re.compile(  # "Up to 2 hours - £2.80"
    rf"(?P<name>[^\W_][^?!={SIGNS}|\t]{{0,40}}?)\s*(?:\s[-–—]|:)\s+(?P<price>{_PRICE})$"
)
_VALUE = re.compile(rf"(?:[{SIGNS}]\s?)?{_NUMBER}|\d{{1,2}}[:.]\d\d|[¼½¾⅓⅔]")
_LEADERS = re.compile(r"\s*(?:\.{3,}|…+|(?:\s\.){3,}|_{3,}|-{3,}|·{3,})\s*")
_PLAIN_ROW = re.compile(rf"(?P<name>[A-Z][^\W\d_]*(?:[ '’-][^\W\d_]+){{0,3}})\s+(?P<value>{_NUMBER})$")
_COMMA_ROW = re.compile(r"[^,.?!:;\s][^,.?!:;]{0,25}(?:,(?!\s)[^,.?!:;]{1,20}(?:\.\d+)?){1,5}$")
_TWO_WORDS = re.compile(r"(?P<first>[A-Z][\w'’]*)\s+(?P<second>[A-Z][\w'’]*(?:\s[\w'’]+){0,2})$")
_GAP = re.compile(r"\s{2,}|\t+")
_BLANK = re.compile(rf"{BLANK}$")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with its place, white space aside."""

    start: int
    end: int
    text: str

    def part(self, start: int, end: int) -> Cell:
        """The cell of some of its characters."""
        return Cell(self.start + start, self.start + end, self.text[start:end])


@dataclass(frozen=True, slots=True)
class Table:
    """Lines first..stop-1 of a text as rows of cells; `header` is the first row if it names the columns."""

    first: int
    stop: int
    header: tuple[Cell, ...] | None
    rows: tuple[tuple[Cell, ...], ...]


def find_tables(lines: Sequence[Line]) -> list[Table]:
    """All runs of lines that are rows of a table or of a price list."""
    found: list[Table] = []
    at = 0
    while at < len(lines):
        rows, stop, by_pipes = _rows_at(lines, at)
        table = _built(at, stop, rows, by_pipes=by_pipes)
        if table is not None:
            found.append(table)
            at = table.stop
            continue
        # A table can still start at the row before the first with a number.
        valued = (row for row, cells in enumerate(rows) if any(map(_is_value, cells)))
        at += max(1, next(valued, len(rows)) - 1)
    return found


def _rows_at(lines: Sequence[Line], first: int) -> tuple[list[tuple[Cell, ...]], int, bool]:
    """The rows that start at a line, the line after them, and whether "|" separates their cells."""
    rows: list[tuple[Cell, ...]] = []
    if not lines[first].text or len(lines[first].text) > _LONGEST_ROW:
        return rows, first, False
    cut = next((cut for cut in _CUTS if cut(lines[first])), None)
    if cut is None:
        return rows, first, False
    stop = first
    for line in lines[first : first + _MOST_ROWS]:
        if not (rows and cut is _by_pipes and is_rule(line)):
            row = cut(line)
            if not row and rows and cut not in (_by_pipes, _by_space):
                row = _by_leaders(line) or _by_price(line)
            if not row or _has_sums(row) or (cut is _by_gaps and rows and len(row) > len(rows[0]) + 1):
                break
            rows.append(row)
        stop += 1
    return rows, stop, cut is _by_pipes


def _built(first: int, stop: int, rows: list[tuple[Cell, ...]], *, by_pipes: bool) -> Table | None:
    """The table of some rows, or None if they are too few or hold no numbers."""
    header = None
    if len(rows) > 1 and not any(_is_value(cell) for cell in rows[0][1:]) and not PRICE.match(rows[0][-1].text):
        header, rows = rows[0], rows[1:]
    valued = sum(any(_is_value(cell) for cell in row) for row in rows)
    listed = all(len(row) == 2 and PRICE.match(row[1].text) for row in rows)
    if valued == 0 or 2 * valued < len(rows):
        return None
    if len(rows) < 2 and header is None and not listed and not by_pipes:
        return None
    return Table(first, stop, header, tuple(rows))


def _has_sums(row: Sequence[Cell]) -> bool:
    """True for a line with sums to work out, which is no row of a table: "3 + 4 = ___    5 + 6 = ___"."""
    sums = [cell.text for cell in row if is_sum(cell.text)]
    to_answer = any(not cell.text or _BLANK.match(cell.text) for cell in row)
    return any(map(is_plain_sum, sums)) or (bool(sums) and to_answer)


def _is_value(cell: Cell) -> bool:
    return _VALUE.match(cell.text) is not None or PRICE_LINE.match(cell.text) is not None


def _cells(line: Line, breaks: Iterator[re.Match[str]], start: int = 0) -> tuple[Cell, ...]:
    edges = [start]
    for match in breaks:
        edges.extend(match.span())
    edges.append(len(line.text))
    found = []
    for start, end in zip(edges[::2], edges[1::2], strict=True):
        text = line.text[start:end]
        stripped = text.strip(" \t\u00a0*")
        begin = line.start + start + (text.find(stripped) if stripped else 0)
        found.append(Cell(begin, begin + len(stripped), stripped))
    return tuple(found)


def _by_pipes(line: Line) -> tuple[Cell, ...]:
    if "|" not in line.text or is_rule(line):
        return ()
    cells = _cells(line, re.finditer(r"\|", line.text))
    if line.text.startswith("|"):
        cells = cells[1:]
    if line.text.endswith("|"):
        cells = cells[:-1]
    return cells if len(cells) > 1 and all(len(cell.text) <= LONGEST_CELL for cell in cells) else ()


def _by_gaps(line: Line) -> tuple[Cell, ...]:
    if not _GAP.search(line.text) or is_furniture(line):
        return ()
    start = bullet_end(line.text, 0, len(line.text))
    cells = tuple(cell for cell in _cells(line, _GAP.finditer(line.text, start), start) if cell.text)
    short = all(len(cell.text) <= LONGEST_CELL and cell.text[-1] not in "?!" for cell in cells)
    ended = any(cell.text[-1] == "." and len(cell.text) > 6 for cell in cells)
    return cells if len(cells) > 1 and short and not ended else ()


def _by_leaders(line: Line) -> tuple[Cell, ...]:
    match = _LEADERS.search(line.text)
    if not match or is_furniture(line):
        return ()
    start = bullet_end(line.text, 0, len(line.text))
    name, value = cells = _cells(line, iter([match]), min(start, match.start()))
    fits = 0 < len(name.text) <= LONGEST_CELL >= len(value.text)
    return cells if fits and _VALUE.match(value.text) else ()


def _by_price(line: Line) -> tuple[Cell, ...]:
    if len(line.text) > 2 * LONGEST_CELL or is_furniture(line):
        return ()
    start = bullet_end(line.text, 0, len(line.text))
    match = PRICE_LINE.match(line.text, start) or _DASHED_PRICE_LINE.match(line.text, start)
    if not match or not word_set("verbs").isdisjoint(words_of(match["name"])):
        return ()
    if match["name"].split()[-1].lower() in word_set("unfinished"):
        return ()
    return _named(line, match, "name", "price")


def _by_commas(line: Line) -> tuple[Cell, ...]:
    """ "Monday,34,12", as a spreadsheet writes it."""
    if len(line.text) > 2 * LONGEST_CELL or not _COMMA_ROW.match(line.text):
        return ()
    cells = _cells(line, re.finditer(",", line.text))
    return cells if word_set("verbs").isdisjoint(words_of(line.text)) else ()


def _by_space(line: Line) -> tuple[Cell, ...]:
    """ "Monday 34", and "Day Visitors" above it."""
    if len(line.text) > LONGEST_CELL:
        return ()
    match = _PLAIN_ROW.match(line.text)
    if match:
        words = words_of(match["name"])
        if word_set("verbs").isdisjoint(words) and words[-1] not in word_set("unfinished"):
            return _named(line, match, "name", "value")
        return ()
    match = _TWO_WORDS.match(line.text)
    if match and match["first"].lower() in word_set("table", "row_headers"):
        return _named(line, match, "first", "second")
    return ()


def _named(line: Line, match: re.Match[str], *groups: str) -> tuple[Cell, ...]:
    return tuple(Cell(line.start + match.start(group), line.start + match.end(group), match[group]) for group in groups)


_CUTS = (_by_pipes, _by_leaders, _by_gaps, _by_price, _by_commas, _by_space)
"""The ways to cut a line into cells; the first that applies to the first line of a table cuts all of it."""

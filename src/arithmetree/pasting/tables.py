"""Tables and price lists as sentences: "Tea ..... £1.20" is "Tea costs £1.20.", "Monday | 34" below "Visitors" is
"On Monday there were 34 visitors."."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arithmetree.pasting.furniture import is_furniture, is_rule
from arithmetree.pasting.lines import Line, word_set, words_of
from arithmetree.pasting.mapping import Writer
from arithmetree.pasting.markers import bullet_at, exercise_at, part_at

LONGEST_CELL = 45
_SIGNS = "£$€¥₹"
_NUMBER = r"[-−]?\d[\d,]*(?:\.\d+)?(?:\s\d/\d)?"
_PER = r"(?:\s*(?:each|ea\.?|a\s\w+|per\s\w+(?:\s\w+)?|/\s?\w+|for\s\d+|\(\w+\)))?"
_PRICE = rf"(?:[{_SIGNS}]\s?{_NUMBER}|{_NUMBER}\s?(?:p|c|¢|€|pence|cents?|dollars?|pounds?|euros?)){_PER}"
_PRICE_CELL = re.compile(rf"(?i:{_PRICE})$")
_VALUE_CELL = re.compile(rf"(?:[{_SIGNS}]\s?)?{_NUMBER}|\d{{1,2}}[:.]\d\d|[¼½¾⅓⅔]")
_EMPTY_CELL = re.compile(r"[?_.…\-–—\s]*$")
_BARE_CELL = re.compile(rf"{_NUMBER}$")
_LEADERS = re.compile(r"\s*(?:\.{3,}|…+|(?:\s\.){3,}|_{3,}|-{3,}|·{3,})\s*")
_PRICE_LINE = re.compile(
    rf"(?P<name>[^\W\d_][^\d.?!:=£$€¥₹|\t]{{0,40}}?(?:\([^()]{{1,30}}\))?)\s*+(?:(?:[:=,→]|[-–—](?=\s))\s*)?(?P<price>(?i:{_PRICE}))$"
)
_DASHED_PRICE_LINE = re.compile(
    rf"(?P<name>[^\W_][^?!=£$€¥₹|\t]{{0,40}}?)\s*(?:\s[-–—]|:)\s+(?P<price>(?i:{_PRICE}))$"  # "Up to 2 hours - £2.80"
)
_PLAIN_ROW = re.compile(rf"(?P<name>[A-Z][^\W\d_]*(?:[ '’-][^\W\d_]+){{0,3}})\s+(?P<value>{_NUMBER})$")
_COMMA_ROW = re.compile(r"[^,.?!:;\s][^,.?!:;]{0,25}(?:,(?!\s)[^,.?!:;]{1,20}(?:\.\d+)?){1,5}$")
_TWO_WORDS = re.compile(r"(?P<first>[A-Z][\w'’]*)\s+(?P<second>[A-Z][\w'’]*(?:\s[\w'’]+){0,2})$")
_GAP = re.compile(r"\s{2,}|\t+")
_UNIT_IN_HEADER = re.compile(r"\(\s*(?:in\s+)?(?P<unit>[^()\d]{1,15}?)\s*\)\s*$")
_NUMBERED_TIME = re.compile(r"(?:week|day|month|year|term|round|hour)\s\d{1,4}$")
_COUNTED_LABEL = re.compile(r"(?P<number>\d{1,3})\s?[x×]\s+(?=[^\W\d_])")
_COUNT_OF = re.compile(r"(?i)(?:number|no\.?|amount|#)\s+(?:of\s+)?")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with its place, white space aside."""

    start: int
    end: int
    text: str


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
        table = _table_at(lines, at)
        if table is None:
            at += 1
            continue
        found.append(table)
        at = table.stop
    return found


def _table_at(lines: Sequence[Line], first: int) -> Table | None:
    if not lines[first].text or len(lines[first].text) > 400:
        return None
    cut = next(
        (cut for cut in (_by_pipes, _by_leaders, _by_gaps, _by_price, _by_commas, _by_space) if cut(lines[first])), None
    )
    if cut is None:
        return None
    rows: list[tuple[Cell, ...]] = []
    stop = first
    while stop < len(lines):
        line = lines[stop]
        if rows and cut is _by_pipes and is_rule(line):
            stop += 1
            continue
        row = cut(line)
        if not row and rows and cut not in (_by_pipes, _by_space):
            row = _by_leaders(line) or _by_price(line)
        if not row or (cut is _by_gaps and rows and len(row) > len(rows[0]) + 1):
            break
        rows.append(row)
        stop += 1
    return _built(first, stop, rows, cut is _by_pipes)


def _built(first: int, stop: int, rows: list[tuple[Cell, ...]], by_pipes: bool) -> Table | None:
    """The table of some rows, or None if they are too few or hold no numbers."""
    header = None
    if len(rows) > 1 and not any(_is_value(cell) for cell in rows[0][1:]) and not _PRICE_CELL.match(rows[0][-1].text):
        header, rows = rows[0], rows[1:]
    valued = sum(any(_is_value(cell) for cell in row) for row in rows)
    listed = all(len(row) == 2 and _PRICE_CELL.match(row[1].text) for row in rows)
    if valued == 0 or 2 * valued < len(rows):
        return None
    if len(rows) < 2 and header is None and not listed and not by_pipes:
        return None
    return Table(first, stop, header, tuple(rows))


def _is_value(cell: Cell) -> bool:
    return _VALUE_CELL.match(cell.text) is not None


def _cells(line: Line, breaks: Iterator[re.Match[str]]) -> tuple[Cell, ...]:
    edges = [0]
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
    opening = bullet_at(line.text, 0, len(line.text))
    start = opening.end if opening else 0
    if any(found.sure for found in exercise_at(line.text, start, len(line.text))) or part_at(
        line.text, start, len(line.text)
    ):
        return ()
    cells = tuple(cell for cell in _cells(line, _GAP.finditer(line.text, start)) if cell.text)
    if opening and cells:
        cells = (_without(cells[0], start), *cells[1:])
    short = all(len(cell.text) <= LONGEST_CELL and cell.text[-1] not in "?!" for cell in cells)
    ended = any(cell.text[-1] == "." and len(cell.text) > 6 for cell in cells)
    return cells if len(cells) > 1 and short and not ended else ()


def _without(cell: Cell, characters: int) -> Cell:
    text = cell.text[characters:].lstrip()
    return Cell(cell.end - len(text), cell.end, text)


def _by_leaders(line: Line) -> tuple[Cell, ...]:
    match = _LEADERS.search(line.text)
    if not match or is_furniture(line):
        return ()
    opening = bullet_at(line.text, 0, len(line.text))
    cells = _cells(line, iter([match]))
    name = _without(cells[0], opening.end) if opening else cells[0]
    if not name.text or not _VALUE_CELL.match(cells[1].text) or len(cells[1].text) > LONGEST_CELL:
        return ()
    return (name, cells[1]) if len(name.text) <= LONGEST_CELL else ()


def _by_price(line: Line) -> tuple[Cell, ...]:
    if len(line.text) > 2 * LONGEST_CELL:
        return ()
    opening = bullet_at(line.text, 0, len(line.text))
    start = opening.end if opening else 0
    match = _PRICE_LINE.match(line.text, start) or _DASHED_PRICE_LINE.match(line.text, start)
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


def write_table(table: Table, writer: Writer) -> None:
    """Add the facts of a table as sentences; the characters of every cell keep their places."""
    for row in table.rows:
        if table.header is None and row and all(_PRICE_LINE.match(cell.text) for cell in row):
            for cell in row:
                _write_listed(cell, writer)
            continue
        label, values = row[0], row[1:]
        for column, value in enumerate(values, start=1):
            if _EMPTY_CELL.match(value.text) or not label.text:
                continue
            header = None
            if table.header is not None:
                # A header without a cell above the labels is one cell shorter than the rows.
                shift = len(row) - len(table.header)
                place = column - shift if shift in (0, 1) else column
                header = table.header[place] if 0 <= place < len(table.header) else None
            numbered = label.text.isdecimal() and table.header is not None and len(table.header) == len(row)
            if numbered and table.header is not None:
                writer.space(table.header[0].start)
                writer.copy(table.header[0].start, table.header[0].end)
            _write_fact(
                label,
                header,
                value,
                table.header[0] if table.header and len(table.header) == len(row) else None,
                writer,
            )


def _write_listed(cell: Cell, writer: Writer) -> None:
    match = _PRICE_LINE.match(cell.text)
    assert match is not None
    _write_costs(
        _cut(cell, match.start("name"), match.end("name")), _cut(cell, match.start("price"), match.end("price")), writer
    )


def _cut(cell: Cell, start: int, end: int) -> Cell:
    return Cell(cell.start + start, cell.start + end, cell.text[start:end])


def _write_costs(label: Cell, value: Cell, writer: Writer, unit: Cell | None = None) -> None:
    _write_label(label, writer)
    plural = re.search(r"[^s]s$", label.text) is not None and not label.text.lower().endswith(("us", "is"))
    writer.add(" cost " if plural else " costs ", label.end - 1)
    _write_value(value, unit, writer)
    writer.add(".", value.end - 1)


def _write_label(label: Cell, writer: Writer) -> None:
    """The name of a row; "2 x Milk" is 2 milk."""
    writer.space(label.start)
    start, end = label.start, label.start + len(label.text.rstrip(":= "))
    count = _COUNTED_LABEL.match(label.text)
    if count:
        writer.copy(start, start + count.end("number"))
        writer.add(" ", start + count.end("number"))
        start += count.end()
    writer.copy(start, end)


def _write_value(value: Cell, unit: Cell | None, writer: Writer) -> None:
    """A value with the unit of its column: "£" before it, any other after it."""
    if unit is not None and unit.text in _SIGNS:
        writer.copy(unit.start, unit.end)
        writer.copy(value.start, value.end)
        return
    per = re.search(r"\s*/\s?(?=[^\W\d])", value.text)
    if per and _PRICE_CELL.match(value.text):
        writer.copy(value.start, value.start + per.start())
        writer.add(" per ", value.start + per.start())
        writer.copy(value.start + per.end(), value.end)
    else:
        writer.copy(value.start, value.end)
    if unit is not None:
        if unit.text not in ("p", "c", "¢", "%"):
            writer.add(" ", value.end - 1)
        writer.copy(unit.start, unit.end)


def _write_fact(label: Cell, header: Cell | None, value: Cell, corner: Cell | None, writer: Writer) -> None:
    unit = _unit_of(header) if header is not None else None
    header_name = "" if header is None else _UNIT_IN_HEADER.sub("", header.text).strip().lower()
    bare = _BARE_CELL.match(value.text) is not None
    if not bare:
        unit = None
    if _PRICE_CELL.match(value.text) or (
        bare and (header_name in word_set("table", "price_headers") or _is_money(unit))
    ):
        if (
            header is None
            or header_name in word_set("table", "price_headers")
            or "price" in header_name
            or "cost" in header_name
        ):
            _write_costs(label, value, writer, unit)
            return
    if header is None or header_name in word_set("table", "plain_headers") or not header_name:
        noun = _counted_noun(corner) if corner is not None and bare and unit is None else None
        _write_plain(label, value, unit, noun, writer)
        return
    if bare and unit is None:
        when, counted = (label, header) if not _is_when(header) else (header, label)
        noun = _counted_noun(counted)
        if (
            noun is not None
            and noun.text.lower() in ("sold", "made", "scored", "read", "eaten", "seen")
            and corner is not None
        ):
            _write_plain(when, value, None, _counted_noun(corner), writer)
            return
        if _is_when(when):
            _write_when(when, value, noun, writer)
        else:
            _write_plain(when, value, None, noun, writer)
        return
    _write_label(label, writer)
    writer.add(", ", label.end - 1)
    writer.copy(header.start, header.start + len(_UNIT_IN_HEADER.sub("", header.text).rstrip()))
    writer.add(": ", label.end - 1)
    _write_value(value, unit, writer)
    writer.add(".", value.end - 1)


def _is_money(unit: Cell | None) -> bool:
    return unit is not None and (unit.text in _SIGNS or unit.text in ("p", "c", "¢"))


def _days() -> frozenset[str]:
    return word_set("table", "days")


def _seasons() -> frozenset[str]:
    return word_set("table", "months") | word_set("table", "seasons")


def _unit_of(header: Cell) -> Cell | None:
    match = _UNIT_IN_HEADER.search(header.text)
    return _cut(header, match.start("unit"), match.end("unit")) if match else None


def _is_when(cell: Cell) -> bool:
    text = cell.text.lower().rstrip(".")
    return text in _days() or text in _seasons() or _NUMBERED_TIME.match(text) is not None


def _counted_noun(cell: Cell | None) -> Cell | None:
    """What a column counts: "visitors" of "Number of visitors"; None for a word that says nothing."""
    if cell is None:
        return None
    text = _UNIT_IN_HEADER.sub("", cell.text).strip()
    match = _COUNT_OF.match(text)
    start = match.end() if match else 0
    noun = text[start:].strip()
    lower = noun.lower()
    if not noun or lower in word_set("table", "row_headers") or lower in word_set("table", "plain_headers"):
        return None
    begin = cell.start + cell.text.find(noun, start)
    return Cell(begin, begin + len(noun), noun)


def _write_when(when: Cell, value: Cell, noun: Cell | None, writer: Writer) -> None:
    writer.space(when.start)
    day = when.text.lower().rstrip(".") in _days() or when.text.lower().startswith("day")
    writer.add("On " if day else "In ", when.start)
    writer.copy(when.start, when.end)
    writer.add(" there were ", when.end - 1)
    writer.copy(value.start, value.end)
    _write_noun(noun, value, writer)
    writer.add(".", value.end - 1)


def _write_noun(noun: Cell | None, value: Cell, writer: Writer) -> None:
    if noun is None:
        return
    writer.add(" ", value.end - 1)
    # A lower-case first letter, because the noun now follows its number.
    first = noun.text[0].lower() if not noun.text.isupper() else noun.text[0]
    writer.add(first if len(first) == 1 else noun.text[0], noun.start)
    writer.copy(noun.start + 1, noun.end)


def _write_plain(label: Cell, value: Cell, unit: Cell | None, noun: Cell | None, writer: Writer) -> None:
    _write_label(label, writer)
    writer.add(": ", label.end - 1)
    _write_value(value, unit, writer)
    _write_noun(noun, value, writer)
    writer.add(".", value.end - 1)

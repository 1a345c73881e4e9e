"""The facts of a table as sentences: "Tea costs £1.20.", "On Monday there were 34 visitors."."""

from __future__ import annotations

import re

from arithmetree.pasting.lines import one_of, word_set
from arithmetree.pasting.mapping import Writer
from arithmetree.pasting.tables import BARE_NUMBER, PRICE, PRICE_LINE, SIGNS, Cell, Table

_EMPTY = re.compile(r"[?_.…\-–—\s]*$")
_UNIT_IN_HEADER = re.compile(r"\s*\(\s*(?:in\s+)?(?P<unit>[^()\d]{1,15}?)\s*\)\s*$")
_NUMBERED_TIME = re.compile(rf"(?:{one_of('table', 'times')})\s\d{{1,4}}$")
_COUNTED_LABEL = re.compile(r"(?P<number>\d{1,3})\s?[x×]\s+(?=[^\W\d_])")
_COUNT_OF = re.compile(r"(?i)(?:number|no\.?|amount|#)\s+(?:of\s+)?")
_PER = re.compile(r"\s*/\s?(?=[^\W\d])")
_PLURAL = re.compile(r"(?i)(?<![suoi])s$")


def write_table(table: Table, writer: Writer) -> None:
    """Add the facts of a table as sentences; the characters of every cell keep their places."""
    for row in table.rows:
        if table.header is None and all(PRICE_LINE.match(cell.text) for cell in row):
            for cell in row:  # "Tea £1.20 | Cake £2.50"
                match = PRICE_LINE.match(cell.text)
                assert match is not None
                name, price = (cell.part(match.start(group), match.end(group)) for group in ("name", "price"))
                _Fact(name, price, None, None, writer).write()
            continue
        corner = table.header[0] if table.header is not None and len(table.header) == len(row) else None
        for column, value in enumerate(row[1:], start=1):
            if row[0].text and not _EMPTY.match(value.text):
                _Fact(row[0], value, _header_of(table, row, column), corner, writer).write()


def _header_of(table: Table, row: tuple[Cell, ...], column: int) -> Cell | None:
    if table.header is None:
        return None
    # A header without a cell above the labels is one cell shorter than the rows.
    place = column - 1 if len(row) == len(table.header) + 1 else column
    return table.header[place] if place < len(table.header) else None


class _Fact:
    """One value of a table with what it belongs to: the label of its row, its header, and the cell above the labels."""

    def __init__(self, label: Cell, value: Cell, header: Cell | None, corner: Cell | None, writer: Writer) -> None:
        self._label, self._value, self._header, self._corner, self._writer = label, value, header, corner, writer
        self._bare = BARE_NUMBER.match(value.text) is not None
        self._heading = "" if header is None else _UNIT_IN_HEADER.sub("", header.text).lower()
        self._unit = _unit_of(header) if header is not None and self._bare else None

    def write(self) -> None:
        """Add the fact as a sentence."""
        if self._is_price():
            self._write_price()
        elif not self._heading or self._heading in word_set("table", "plain_headers"):
            self._write_value_of(self._label, None if self._unit else self._corner)
        elif self._bare and self._unit is None:
            self._write_count()
        else:
            self._write_measure()
        self._writer.add(".", self._value.end - 1)

    def _is_price(self) -> bool:
        if _is_when(self._label):
            return False  # "Week 1: £12"
        listed = self._heading in word_set("table", "price_headers")
        named = listed or re.search(r"price|cost", self._heading) is not None
        if PRICE.match(self._value.text):
            return named or self._header is None
        money = self._unit is not None and (self._unit.text in SIGNS or self._unit.text in ("p", "c", "¢"))
        return self._bare and named and (money or listed)

    def _write_price(self) -> None:
        self._write_label(self._label)
        plural = _PLURAL.search(self._label.text) is not None
        self._writer.add(" cost " if plural else " costs ", self._label.end - 1)
        self._write_value()

    def _write_count(self) -> None:
        """ "On Monday there were 34 visitors.", "Ava: 12 stickers."; days can be rows or columns."""
        assert self._header is not None
        who, counted = (self._header, self._label) if _is_when(self._header) else (self._label, self._header)
        if counted.text.lower() in word_set("table", "done") and self._corner is not None:
            counted = self._corner  # "Ice creams" above the labels, "Sold" above the numbers
        if not _is_when(who):
            self._write_value_of(who, counted)
            return
        self._writer.space(who.start)
        on_day = _plain(who) in word_set("table", "days") or _plain(who).startswith("day")
        self._writer.add("On " if on_day else "In ", who.start)
        self._writer.copy(who.start, who.end)
        self._writer.add(" there were ", who.end - 1)
        self._write_value()
        self._write_noun(counted)

    def _write_measure(self) -> None:
        """ "Ava, height: 132 cm."."""
        assert self._header is not None
        self._write_label(self._label)
        self._writer.add(", ", self._label.end - 1)
        self._writer.copy(self._header.start, self._header.start + len(self._heading))
        self._writer.add(": ", self._label.end - 1)
        self._write_value()

    def _write_value_of(self, label: Cell, counted: Cell | None) -> None:
        self._write_label(label)
        self._writer.add(": ", label.end - 1)
        self._write_value()
        if self._bare and counted is not None:
            self._write_noun(counted)

    def _write_label(self, label: Cell) -> None:
        """The name of a row; "2 x Milk" is 2 milk, and 3 below "Day" is day 3."""
        self._writer.space(label.start)
        if label.text.isdecimal() and self._corner is not None:
            self._writer.copy(self._corner.start, self._corner.end)
            self._writer.add(" ", self._corner.end - 1)
        start, end = label.start, label.start + len(label.text.rstrip(":= "))
        count = _COUNTED_LABEL.match(label.text)
        if count:
            self._writer.copy(start, start + count.end("number"))
            self._writer.add(" ", start + count.end("number"))
            start += count.end()
        self._writer.copy(start, end)

    def _write_value(self) -> None:
        """The value with the unit of its column: "£" before it, any other after it; "/kg" is "per kg"."""
        value, unit = self._value, self._unit
        if unit is not None and unit.text in SIGNS:
            self._writer.copy(unit.start, unit.end)
        per = _PER.search(value.text) if PRICE.match(value.text) else None
        if per:
            self._writer.copy(value.start, value.start + per.start())
            self._writer.add(" per ", value.start + per.start())
        self._writer.copy(value.start + (per.end() if per else 0), value.end)
        if unit is not None and unit.text not in SIGNS:
            if unit.text not in ("p", "c", "¢", "%"):
                self._writer.add(" ", value.end - 1)
            self._writer.copy(unit.start, unit.end)

    def _write_noun(self, counted: Cell) -> None:
        """What is counted, in lower case because it now follows its number; nothing for "Name" or "Total"."""
        text = _UNIT_IN_HEADER.sub("", counted.text)
        match = _COUNT_OF.match(text)
        start = match.end() if match else 0
        noun = text[start:].strip()
        if not noun or noun.lower() in word_set("table", "row_headers") | word_set("table", "plain_headers"):
            return
        begin = counted.start + counted.text.find(noun, start)
        self._writer.add(" ", self._value.end - 1)
        lower = noun[0].lower()
        self._writer.add(noun[0] if noun.isupper() or len(lower) > 1 else lower, begin)
        self._writer.copy(begin + 1, begin + len(noun))


def _plain(cell: Cell) -> str:
    return cell.text.lower().rstrip(".")


def _is_when(cell: Cell) -> bool:
    text = _plain(cell)
    named = text in word_set("table", "days") or text in word_set("table", "months") | word_set("table", "seasons")
    return named or _NUMBERED_TIME.match(text) is not None


def _unit_of(header: Cell) -> Cell | None:
    match = _UNIT_IN_HEADER.search(header.text)
    return header.part(match.start("unit"), match.end("unit")) if match else None

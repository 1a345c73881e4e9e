"""A practice sheet as a PDF file, made with fpdf2 and the fonts that every PDF reader has."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from arithmetree.errors import DataError, MissingExtraError
from arithmetree.worksheet.exercise import Exercise
from arithmetree.worksheet.layout import Numbered, has_lonely_page, pages_of, rows_of, working_mm
from arithmetree.worksheet.sheet import Sheet

if TYPE_CHECKING:
    from fpdf import FPDF

# All lengths in millimetres, on A4.
_MARGIN, _BOTTOM, _INDENT = 16.0, 18.0, 9.0
_LINE_HEIGHT = 6.0
_COLUMN_GAP = 8.0
_FONT = "Helvetica"
_ENCODING = "cp1252"  # what the built-in fonts can show
_INK, _SOFT = (22, 32, 43), (120, 133, 146)
_UNDER = 19.0  # the answer line and the gaps of an exercise
_SCALES = (1.0, 0.85, 0.7, 0.55)  # of the room for working, to avoid a page with a single problem
_SIGNS = str.maketrans({"−": "–", "≈": "~", "\u202f": " ", "\u2009": " ", "⅓": "1/3", "⅔": "2/3"})
_MADE = datetime(2000, 1, 1, tzinfo=UTC)  # always the same, so that the same sheet is the same file


def to_pdf(sheet: Sheet) -> bytes:
    """The file; MissingExtraError without fpdf2, DataError for a title in letters that it cannot show."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise MissingExtraError("a PDF", "worksheet", otherwise="write sheet.html and print it") from None
    try:
        sheet.title.encode(_ENCODING)
    except UnicodeEncodeError as error:
        letter = sheet.title[error.start]
        raise DataError(
            f"The PDF fonts have no {letter!r}; change the title, or write sheet.html and print it."
        ) from None

    class Page(FPDF):
        """A page with its number at the foot."""

        def footer(self) -> None:
            self.set_y(-12)
            self.set_font(_FONT, size=9)
            self.set_text_color(*_SOFT)
            self.cell(0, 5, str(self.page_no()), align="C")
            self.set_text_color(*_INK)

    pdf = Page(format="A4")
    pdf.core_fonts_encoding = _ENCODING
    pdf.set_creation_date(_MADE)
    pdf.set_title(sheet.title)
    pdf.set_lang("en")
    pdf.set_margin(_MARGIN)
    pdf.c_margin = 0  # texts begin where the boxes do
    pdf.set_auto_page_break(False)
    _write_exercises(pdf, sheet)
    _write_key(pdf, sheet)
    return bytes(pdf.output())


def _write_exercises(pdf: FPDF, sheet: Sheet) -> None:
    _new_page(pdf, sheet.title)
    y = pdf.get_y()
    _blank_line(pdf, "Name", _MARGIN, y, 108)
    _blank_line(pdf, "Date", _MARGIN + 116, y, pdf.epw - 116)
    pdf.set_y(y + 14)
    rows = rows_of(sheet.exercises)
    scale, pages = _placed(pdf, rows)
    for page in pages:
        if page is not pages[0]:
            _new_page(pdf)
        for row in page:
            _write_row(pdf, rows[row], scale)


def _placed(pdf: FPDF, rows: list[tuple[Numbered, ...]]) -> tuple[float, list[list[int]]]:
    """The scale of the room for working, and the rows of each page."""
    counts = [len(row) for row in rows]
    other = pdf.h - _MARGIN - _BOTTOM
    first = pdf.h - pdf.get_y() - _BOTTOM
    found: list[tuple[float, list[list[int]]]] = []
    for scale in _SCALES:
        pages = pages_of([_row_height(pdf, row, scale) for row in rows], counts, first, other)
        if not has_lonely_page(pages, counts):
            return scale, pages
        found.append((scale, pages))
    return found[0]


def _width(pdf: FPDF, row: tuple[Numbered, ...]) -> float:
    """The width of one exercise of a row."""
    return (pdf.epw - _COLUMN_GAP * (len(row) - 1)) / len(row)


def _row_height(pdf: FPDF, row: tuple[Numbered, ...], scale: float) -> float:
    pdf.set_font(_FONT, size=12)
    width = _width(pdf, row) - _INDENT
    text = max(_text_height(pdf, _shown(item.text), width) for _, item in row)
    return text + max(working_mm(item) for _, item in row) * scale + _UNDER


def _write_row(pdf: FPDF, row: tuple[Numbered, ...], scale: float) -> None:
    """Exercises side by side, their boxes at one height."""
    top, height = pdf.get_y(), _row_height(pdf, row, scale)
    working = max(working_mm(item) for _, item in row) * scale
    width = _width(pdf, row) - _INDENT
    box = top + height - _UNDER - working + 2
    for column, (number, item) in enumerate(row):
        x = _MARGIN + column * (width + _INDENT + _COLUMN_GAP)
        _write_number(pdf, number, x, top)
        pdf.set_xy(x + _INDENT, top)
        pdf.multi_cell(width, _LINE_HEIGHT, _shown(item.text), align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.set_draw_color(*_SOFT)
        pdf.set_line_width(0.25)
        pdf.rect(x + _INDENT, box, width, working, round_corners=True, corner_radius=2)
        _blank_line(pdf, "Answer", x + _INDENT, box + working + 3, width * (0.7 if len(row) == 1 else 1.0))
    pdf.set_y(top + height)


def _write_key(pdf: FPDF, sheet: Sheet) -> None:
    """Two columns; a row is as high as the higher of its two."""
    _new_page(pdf, "Answer key")
    width = (pdf.epw - _COLUMN_GAP) / 2
    items = list(enumerate(sheet.exercises, start=1))
    y = pdf.get_y()
    for row in (items[start : start + 2] for start in range(0, len(items), 2)):
        height = max(_key_height(pdf, item, width - _INDENT) for _, item in row)
        if y + height > pdf.h - _BOTTOM:
            _new_page(pdf)
            y = pdf.get_y()
        for column, (number, item) in enumerate(row):
            x = _MARGIN + column * (width + _COLUMN_GAP)
            _write_number(pdf, number, x, y)
            below = y
            for text, style in _key_lines(item):
                pdf.set_font(_FONT, style=style, size=11)
                pdf.set_xy(x + _INDENT, below)
                pdf.multi_cell(width - _INDENT, _LINE_HEIGHT, text, align="L", new_x="LMARGIN", new_y="NEXT")
                below = pdf.get_y()
        y += height + 4
    pdf.set_font(_FONT, size=9)
    pdf.set_text_color(*_SOFT)
    pdf.set_xy(_MARGIN, min(y, pdf.h - _BOTTOM))
    pdf.multi_cell(0, 4.5, _shown(f"{sheet.title}: {sheet.recipe}"), align="L")
    pdf.set_text_color(*_INK)


def _key_lines(item: Exercise) -> Iterator[tuple[str, str]]:
    yield _shown(item.answer), "B"
    for line in item.lines:
        yield _shown(line), ""


def _key_height(pdf: FPDF, item: Exercise, width: float) -> float:
    height = 2.0
    for text, style in _key_lines(item):
        pdf.set_font(_FONT, style=style, size=11)
        height += _text_height(pdf, text, width)
    return height


def _text_height(pdf: FPDF, text: str, width: float) -> float:
    """How high a text in the current font will be."""
    height = pdf.multi_cell(width, _LINE_HEIGHT, text, align="L", dry_run=True, output="HEIGHT")
    assert isinstance(height, float | int)
    return height


def _new_page(pdf: FPDF, heading: str = "") -> None:
    pdf.add_page()
    pdf.set_text_color(*_INK)
    if heading:
        pdf.set_font(_FONT, style="B", size=20)
        pdf.multi_cell(0, 10, _shown(heading), align="L", new_x="LMARGIN", new_y="NEXT")
        pdf.set_y(pdf.get_y() + 4)


def _write_number(pdf: FPDF, number: int, x: float, y: float) -> None:
    pdf.set_font(_FONT, style="B", size=12)
    pdf.set_xy(x, y)
    pdf.cell(_INDENT, _LINE_HEIGHT, f"{number}.")
    pdf.set_font(_FONT, size=12)


def _blank_line(pdf: FPDF, label: str, x: float, y: float, width: float) -> None:
    """A word and a line to write on."""
    pdf.set_font(_FONT, size=12)
    pdf.set_xy(x, y)
    pdf.cell(0, _LINE_HEIGHT, label)
    pdf.set_draw_color(*_INK)
    pdf.set_line_width(0.3)
    pdf.line(x + pdf.get_string_width(label) + 4, y + _LINE_HEIGHT, x + width, y + _LINE_HEIGHT)


def _shown(text: str) -> str:
    """The text with signs that the built-in fonts have."""
    return text.translate(_SIGNS).encode(_ENCODING, "replace").decode(_ENCODING)

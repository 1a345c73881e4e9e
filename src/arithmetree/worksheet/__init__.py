"""Practice sheets: generated problems chosen to differ, as printable HTML or PDF, with an answer key."""

from arithmetree.worksheet.html_sheet import to_html
from arithmetree.worksheet.pdf_sheet import to_pdf
from arithmetree.worksheet.sheet import Exercise, Sheet, make_sheet

__all__ = ["Exercise", "Sheet", "make_sheet", "to_html", "to_pdf"]

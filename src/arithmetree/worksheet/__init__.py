"""Practice sheets: stories of the corpus with new numbers, as printable HTML or PDF, with an answer key.

Read in this order: new_numbers and money (a story made new), exercise (its answer and explanation), sheet (which
problems are on it), layout, html_sheet and pdf_sheet (how it is printed).
"""

from arithmetree.worksheet.exercise import Exercise
from arithmetree.worksheet.html_sheet import to_html
from arithmetree.worksheet.money import CURRENCIES
from arithmetree.worksheet.pdf_sheet import to_pdf
from arithmetree.worksheet.sheet import KINDS, STEPS, TOPICS, Sheet, TooFewError, make_sheet

__all__ = [
    "CURRENCIES",
    "KINDS",
    "STEPS",
    "TOPICS",
    "Exercise",
    "Sheet",
    "TooFewError",
    "make_sheet",
    "to_html",
    "to_pdf",
]

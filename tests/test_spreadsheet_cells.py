"""Cells that a spreadsheet would execute come out as plain text in the CSV files that we write."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.checking import check_class, parse_table
from arithmetree.checking.spreadsheet_cells import harmless
from arithmetree.solver import Solver

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
FORMULAS = [
    "=1+1",
    '=HYPERLINK("http://example.org";"click")',
    "+1+1",
    "@SUM(A1)",
    "-SUM(A1)",
    "-2+3+cmd|' /C calc'!A0",
    "- A1",
    "\t=1+1",
    "\r=1+1",
    " =1+1",
    "\n=1+1",
    "＝1+1",
    "-",
    "－A1",
    "-1/A1",
    "-1*A1",
    "-1%A1",
    "\ufeff=1+1",
    "\u200b@SUM(A1)",
    "\xa0+1+1",
    "\x0b=1+1",
]


@pytest.mark.parametrize("cell", FORMULAS)
def test_what_would_be_executed_is_made_into_text(cell: str) -> None:
    assert harmless(cell) == "'" + cell.replace("\r", "\n")


PLAIN = ["", "7", "-7", "-7 apples", "-3.5", "- 7", "-1/2", "-5cm", "-20 %", "12 - 5 = 7", "a=b", "'=1", "É"]


@pytest.mark.parametrize("cell", PLAIN)
def test_everything_else_stays_as_it_is(cell: str) -> None:
    assert harmless(cell) == cell


@pytest.mark.parametrize("cell", FORMULAS)
def test_no_cell_of_a_checked_class_is_executed(cell: str) -> None:
    written = io.StringIO(newline="")
    csv.writer(written).writerows([["pupil", "problem", "answer", "=column"], [cell, APPLES, cell, cell]])
    table = parse_table(written.getvalue())
    out = check_class(table, Solver.load()).to_csv(teacher=True)
    rows = list(csv.reader(io.StringIO(out, newline="")))
    assert rows[0][3] == "'=column"
    assert rows[1][0] == rows[1][2] == rows[1][3] == harmless(cell)
    assert len(rows) == 2
    assert all(harmless(value) == value for row in rows for value in row)


def test_a_carriage_return_starts_no_new_line() -> None:
    assert harmless("Ann\r=1+1") == "Ann\n=1+1"


@given(st.text(max_size=20))
def test_no_cell_begins_like_a_formula(cell: str) -> None:
    written = harmless(cell).lstrip(" \n")
    assert not written.startswith(("=", "+", "@", "\t", "\r"))
    assert not written.lstrip("\ufeff\xa0\u200b").startswith(("=", "+", "@"))
    assert "\r" not in written

"""Checking answers: pupils' numbers and calculations, and answers of other programs, against the solution."""

from arithmetree.checking.checker import check, check_solution
from arithmetree.checking.class_columns import ColumnError, Columns, Role
from arithmetree.checking.class_summary import Checked, Summary, Tally
from arithmetree.checking.class_table import Row, Table, parse_table, read_bytes, read_table
from arithmetree.checking.classroom import CheckedClass, check_class, check_rows
from arithmetree.checking.trust import SURE_TO_DIFFER
from arithmetree.checking.verdicts import Kind, Verdict
from arithmetree.checking.verification import Agreement, Verification, verify, verify_solution

__all__ = [
    "SURE_TO_DIFFER",
    "Agreement",
    "Checked",
    "CheckedClass",
    "ColumnError",
    "Columns",
    "Kind",
    "Role",
    "Row",
    "Summary",
    "Table",
    "Tally",
    "Verdict",
    "Verification",
    "check",
    "check_class",
    "check_rows",
    "check_solution",
    "parse_table",
    "read_bytes",
    "read_table",
    "verify",
    "verify_solution",
]

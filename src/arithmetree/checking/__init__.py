"""Checking pupils' work: their numbers and calculations against the solution of the problem and its near misses."""

from arithmetree.checking.checker import check, check_solution
from arithmetree.checking.verdicts import Kind, Verdict

__all__ = ["Kind", "Verdict", "check", "check_solution"]

"""Checking answers: pupils' numbers and calculations, and answers of other programs, against the solution."""

from arithmetree.checking.checker import check, check_solution
from arithmetree.checking.trust import SURE_TO_DIFFER
from arithmetree.checking.verdicts import Kind, Verdict
from arithmetree.checking.verification import Agreement, Verification, verify, verify_solution

__all__ = [
    "SURE_TO_DIFFER",
    "Agreement",
    "Kind",
    "Verdict",
    "Verification",
    "check",
    "check_solution",
    "verify",
    "verify_solution",
]

"""Search: a pure function from scores to expressions; it knows nothing of text (docs/method.md)."""

from arithmetree.search.constraints import Candidate, Constraint, Integral, Positive
from arithmetree.search.engine import EXACT_UP_TO, best_first, search
from arithmetree.search.posterior import Posterior, log_normaliser, posterior
from arithmetree.search.result import Certificate, Found, Method, SearchResult

__all__ = [
    "EXACT_UP_TO",
    "Candidate",
    "Certificate",
    "Constraint",
    "Found",
    "Integral",
    "Method",
    "Positive",
    "Posterior",
    "SearchResult",
    "best_first",
    "log_normaliser",
    "posterior",
    "search",
]

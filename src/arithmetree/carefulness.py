"""How sure an answer has to be before it is given: three choices in words, each for a precision."""

from __future__ import annotations

from enum import StrEnum

from arithmetree.errors import DataError


class Carefulness(StrEnum):
    """When to answer."""

    ALWAYS = "always"
    CAREFUL = "careful"
    SURE = "sure"

    @property
    def precision(self) -> float:
        """The share of the answers given that should be right; 0 always answers."""
        return _PRECISIONS[self]


_PRECISIONS = {Carefulness.ALWAYS: 0.0, Carefulness.CAREFUL: 0.8, Carefulness.SURE: 0.95}


def requested_precision(choice: Carefulness | None, precision: float | None) -> float | None:
    """The precision for a choice in words or a number; DataError for both. Neither is None, the solver's default."""
    if choice is not None and precision is not None:
        raise DataError(f"there is both a choice ({choice}) and a precision ({precision:g}); give one of them")
    return precision if choice is None else choice.precision

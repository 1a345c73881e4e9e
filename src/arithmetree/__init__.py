"""Reads an arithmetic word problem in plain English and answers with an exact calculation.

`arithmetree.solve(text)` solves one problem with the shipped model; `Solver.load(path)` keeps a model at hand for
many. The names below are all that is public. Reading and solving are loaded when they are first asked for, so that
`import arithmetree` is quick.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from arithmetree._version import __version__
from arithmetree.errors import ArithmetreeError, DataError, ExpressionError, ModelError, ScoreError, TextError

if TYPE_CHECKING:
    from arithmetree.model import Model
    from arithmetree.solution import Solution
    from arithmetree.solver import Solver, solve

__all__ = [
    "ArithmetreeError",
    "DataError",
    "ExpressionError",
    "Model",
    "ModelError",
    "ScoreError",
    "Solution",
    "Solver",
    "TextError",
    "__version__",
    "solve",
]

_LOADED_WHEN_ASKED_FOR = {
    "Model": "arithmetree.model",
    "Solution": "arithmetree.solution",
    "Solver": "arithmetree.solver",
    "solve": "arithmetree.solver",
}


def __getattr__(name: str) -> object:
    module = _LOADED_WHEN_ASKED_FOR.get(name)
    if module is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; public are {', '.join(__all__)}")
    return getattr(import_module(module), name)


def __dir__() -> list[str]:
    return sorted(__all__)

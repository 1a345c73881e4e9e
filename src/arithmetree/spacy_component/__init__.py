"""The solver as a spaCy component: `nlp.add_pipe("arithmetree")` sets `doc._.solution`, in any English pipeline.

The component reads the text of the document with its own parser, so that it works after `spacy.blank("en")` as well
as after a pipeline with other labels. Offsets in the solution are characters of `doc.text`. Settings: `model` (a model
folder, None for the shipped model) and `precision` (abstain rather than be right less often than this).
"""

from __future__ import annotations

from functools import cache
from typing import Any

import srsly  # type: ignore[import-untyped]
from spacy.language import Language
from spacy.tokens import Doc

from arithmetree.solution import Solution
from arithmetree.solver import Solver
from arithmetree.spacy_component.codec import from_plain, to_plain

__all__ = ["NAME", "SolutionSetter", "make_component"]

NAME = "arithmetree"
EXTENSION = "solution"
_MARK = "__arithmetree_solution__"


class SolutionSetter:
    """A pipe that solves the text of every document it is given.

    Errors about one document (such as a text that is too long) are raised as from any component, and spaCy's
    `nlp.set_error_handler` decides what becomes of the others.
    """

    def __init__(self, solver: Solver, precision: float | None) -> None:
        self._solver = solver
        self._precision = precision

    def __call__(self, doc: Doc) -> Doc:
        doc._.set(EXTENSION, self._solver.solve(doc.text, precision=self._precision))
        return doc


@Language.factory(NAME, assigns=[f"doc._.{EXTENSION}"], default_config={"model": None, "precision": None})
def make_component(nlp: Language, name: str, model: str | None, precision: float | None) -> SolutionSetter:  # noqa: ARG001
    """What spaCy calls for `nlp.add_pipe("arithmetree")`; `doc._.solution` is None until a document went through."""
    if not Doc.has_extension(EXTENSION):
        Doc.set_extension(EXTENSION, default=None)
    return SolutionSetter(_solver(model), precision)


@cache
def _solver(model: str | None) -> Solver:
    return Solver.load(model)


# Documents travel between processes (`nlp.pipe(..., n_process=2)`) and into files (`DocBin`) as msgpack.


def _encode(value: Any, chain: Any = None) -> Any:
    if isinstance(value, Solution):
        return {_MARK: to_plain(value)}
    return value if chain is None else chain(value)


def _decode(value: Any, chain: Any = None) -> Any:
    if isinstance(value, dict) and _MARK in value:
        return from_plain(value[_MARK])
    return value if chain is None else chain(value)


srsly.msgpack_encoders.register("arithmetree_solution", func=_encode)
srsly.msgpack_decoders.register("arithmetree_solution", func=_decode)

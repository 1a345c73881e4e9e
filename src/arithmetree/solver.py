"""From a text to an answer: read it, and answer each of its questions with one model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from pathlib import Path

from arithmetree.answering import solve_by_steps, solve_by_trees
from arithmetree.encoder.model import FORMAT_VERSION as OF_TREES
from arithmetree.encoder.model import FullModel
from arithmetree.errors import DataError
from arithmetree.model import SETTINGS_FILE, SHIPPED, ConstraintSetting, Model
from arithmetree.model_folder import ModelFolder
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read, read_all
from arithmetree.schemas import Problem
from arithmetree.search import Method
from arithmetree.solution import Solution
from arithmetree.steps.model import FORMAT as FULL
from arithmetree.steps.model import StepModel
from arithmetree.text import read_text

DEFAULT_MODEL = "full"
SHIPPED_MODELS = (DEFAULT_MODEL, "linear")

AnyModel = Model | FullModel | StepModel


class Solver:
    """Reads and solves problems with one model; load it once and use it for many texts."""

    def __init__(self, model: AnyModel, parser: Parser) -> None:
        self.model = model
        self.parser = parser

    @classmethod
    def load(cls, path: str | Path | None = None) -> Solver:
        """The solver with a shipped model ("full", the default, or "linear"), or with the model in a folder."""
        return cls(load_model(path), load_parser())

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        """Solve one problem; a text that cannot be a problem at all raises TextError.

        With a requested `precision`, such as 0.95, it abstains from answers that are not sure enough for it; 0 always
        answers. Without one, it abstains from answers that are more probably wrong than right.
        """
        return self.solve_problem(read(read_text(text), self.parser), precision=checked_precision(precision))

    def pipe(self, texts: Iterable[str], *, precision: float | None = None) -> Iterator[Solution]:
        """Solve many problems in order, parsed in batches."""
        one = partial(self.solve_problem, precision=checked_precision(precision))
        return map(one, read_all(map(read_text, texts), self.parser))

    def solve_problem(
        self,
        problem: Problem,
        *,
        precision: float | None = None,
        constraints: ConstraintSetting = "learned",
        method: Method | None = None,
    ) -> Solution:
        """Solve a problem that has been read; `constraints` and `method` are for the linear model."""
        if isinstance(self.model, StepModel):
            return solve_by_steps(problem, self.model, precision=precision)
        return solve_by_trees(problem, self.model, precision=precision, constraints=constraints, method=method)


def load_model(path: str | Path | None = None) -> AnyModel:
    """A shipped model by name, or the model in a folder; ModelError says what is wrong with it."""
    folder = SHIPPED / str(path or DEFAULT_MODEL) if path is None or str(path) in SHIPPED_MODELS else Path(path)
    found = ModelFolder.read(folder, SETTINGS_FILE)
    if found.settings.get("format") != FULL:
        return Model.of(found)
    return FullModel.of(found) if found.settings.get("format_version") == OF_TREES else StepModel.of(found)


def checked_precision(precision: float | None) -> float | None:
    """The requested precision, if it is a share; DataError otherwise."""
    if precision is not None and not 0 <= precision < 1:
        raise DataError(
            f"the requested precision is {precision}; accepted are 0 (always answer) and shares below 1, such as 0.95"
        )
    return precision


@cache
def _default() -> Solver:
    return Solver.load()


def solve(text: str, *, precision: float | None = None) -> Solution:
    """Solve one problem with the shipped model."""
    return _default().solve(text, precision=precision)

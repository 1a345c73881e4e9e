"""From a text to an answer: read it, and answer each of its questions with one model."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

from arithmetree.answering import solve_by_steps, solve_by_trees, solve_sum
from arithmetree.any_model import AnyModel, load_model
from arithmetree.errors import DataError
from arithmetree.model import ConstraintSetting
from arithmetree.parsing import Parser, load_parser
from arithmetree.pasting import PlainSum, composed, plain_equation, plain_sum
from arithmetree.pasting.sums import LONGEST_SUM
from arithmetree.questions import Asked, asked_of
from arithmetree.reading import read_all
from arithmetree.respelling import respelled
from arithmetree.schemas import Problem
from arithmetree.search import Method
from arithmetree.solution import Solution
from arithmetree.steps.model import StepModel
from arithmetree.text import read_text

_CHUNK = 256


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
        """Solve a text: one problem, or several, with one question or several; `parts` has a solution for each.

        A text that cannot be a problem at all raises TextError. With a requested `precision`, such as 0.95, it abstains
        from answers that are not sure enough for it; 0 always answers. Without one, it abstains from answers that are
        more probably wrong than right.
        """
        return next(self.pipe([text], precision=precision))

    def pipe(self, texts: Iterable[str], *, precision: float | None = None) -> Iterator[Solution]:
        """Solve many texts in order, parsed in batches."""
        precision = checked_precision(precision)
        waiting = map(read_text, texts)
        while chunk := list(islice(waiting, _CHUNK)):
            sums = [_sum_of(text) for text in chunk]
            asked = [() if found else self._asked(text) for text, found in zip(chunk, sums, strict=True)]
            problems = read_all([one.source.text for each in asked for one in each], self.parser)
            for text, found, each in zip(chunk, sums, asked, strict=True):
                yield solve_sum(text, found) if found else self._solved(text, each, problems, precision)

    def _asked(self, text: str) -> tuple[Asked, ...]:
        """The questions of a text, its slips put right if the model knows which words there are."""
        spelled = respelled(text, self.model.tokenizer.token_to_id) if isinstance(self.model, StepModel) else None
        if spelled is None:
            return asked_of(text)
        return tuple(replace(one, source=composed(one.source, spelled)) for one in asked_of(spelled.text))

    def _solved(
        self, text: str, asked: tuple[Asked, ...], problems: Iterator[Problem], precision: float | None
    ) -> Solution:
        """The solution of one text; `problems` yields what was read of its problems."""
        parts: list[Solution] = []
        for one in asked:
            problem, found = next(problems), _sum_of(one.source.text)
            solved = solve_sum(one.source.text, found) if found else self.solve_problem(problem, precision=precision)
            parts.append(replace(solved, source=None if one.source.text == text else one.source, label=one.label))
        return parts[0] if len(parts) == 1 else replace(parts[-1], parts=tuple(parts))

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
            return solve_by_steps(problem, self.model, self.parser, precision=precision)
        return solve_by_trees(
            problem, self.model, self.parser, precision=precision, constraints=constraints, method=method
        )


def checked_precision(precision: float | None) -> float | None:
    """The requested precision, if it is a share; DataError otherwise."""
    if precision is not None and not 0 <= precision < 1:
        raise DataError(
            f"the requested precision is {precision}; accepted are 0 (always answer) and shares below 1, such as 0.95"
        )
    return precision


def _sum_of(text: str) -> PlainSum | None:
    """The sum or the equation that a text is; the usual text has too many words for one."""
    return plain_sum(text) or plain_equation(text) if len(text) <= LONGEST_SUM else None


@cache
def _default() -> Solver:
    return Solver.load()


def solve(text: str, *, precision: float | None = None) -> Solution:
    """Solve one problem with the shipped model."""
    return _default().solve(text, precision=precision)

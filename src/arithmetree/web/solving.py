"""What the first page shows: nothing yet, a solution in all its forms, or what was wrong with the request."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlencode

from arithmetree.carefulness import Carefulness
from arithmetree.derivations import leaf_names, to_latex
from arithmetree.errors import ArithmetreeError, TextError
from arithmetree.questions import asked_of
from arithmetree.solution import Solution
from arithmetree.solver import Solver
from arithmetree.views.spoken import spoken_answer, spoken_solution
from arithmetree.views.text import text_view
from arithmetree.web.deciding_words import DecidingWords
from arithmetree.web.running import Run, Work

USUAL = Carefulness.CAREFUL
"""The choice of the page until somebody makes another one."""


class Choice(NamedTuple):
    """A choice of the form, by the name that is sent and in words."""

    name: Carefulness
    title: str


CHOICES = (
    Choice(Carefulness.ALWAYS, "Always"),
    Choice(Carefulness.CAREFUL, "Careful"),
    Choice(Carefulness.SURE, "Only when sure"),
)


class Shown(NamedTuple):
    """The values of a template and the status of the response."""

    values: dict[str, object]
    status: HTTPStatus = HTTPStatus.OK


@dataclass(frozen=True, slots=True)
class Wanted:
    """When to answer: a choice in words, or a precision, which then counts alone."""

    choice: Carefulness = USUAL
    precision: float | None = None

    @classmethod
    def read(cls, choice: str, precision: str) -> Wanted:
        """What a form or an address says; empty fields are those that nobody filled in."""
        try:
            chosen = Carefulness(choice or USUAL)
        except ValueError:
            names = ", ".join(Carefulness)
            raise TextError(f"The choice when to answer is {choice!r}; give one of {names}.") from None
        return cls(chosen, _number(precision) if precision.strip() else None)

    @property
    def query(self) -> dict[str, str]:
        """What an address says to want the same."""
        if self.precision is not None:
            return {"precision": f"{self.precision:g}"}
        return {} if self.choice is USUAL else {"answer": self.choice}

    def solve(self, solver: Solver, text: str) -> Solution:
        """The solution of a text.

        The usual choice needs no calibrated model: it then leaves the precision to the solver, and the page says so.
        """
        if self.precision is not None:
            return solver.solve(text, precision=self.precision)
        if self.choice is USUAL and not _is_calibrated(solver):
            return solver.solve(text)
        return solver.solve(text, precision=self.choice.precision)


class Lengths(NamedTuple):
    """The most characters of a problem, and of a worksheet that has several."""

    problem: int
    sheet: int


class Page(NamedTuple):
    """A page, or a part of one, and the status of the response."""

    html: str
    status: HTTPStatus = HTTPStatus.OK


async def solved(
    run: Run,
    show: Callable[[dict[str, object]], str],
    text: str | None,
    choice: str,
    precision: str,
    *,
    longest: Lengths,
    why: str = "",
) -> Page:
    """The page of a solution, as sure as a form or an address wants it; None asks for nothing.

    `show` makes the page of its values. `why` is the name of a decision whose words are to be shown, if any.
    """
    shown: dict[str, object] = {"solution": None, "notice": None, "precision": None, "chosen": USUAL}
    if text is None:
        return Page(show(shown))
    try:
        wanted = Wanted.read(choice, precision)
        shown |= {"precision": wanted.precision, "chosen": wanted.choice}
        problem = readable(text, longest.sheet)
        *_, page = await run(_pieces(problem, wanted, longest, why, lambda forms: show(shown | forms)))
    except ArithmetreeError as error:
        return Page(show(shown | {"notice": str(error)}), HTTPStatus.BAD_REQUEST)
    assert page is not None
    return Page(page)


def _pieces(
    text: str, wanted: Wanted, longest: Lengths, why: str, show: Callable[[dict[str, object]], str]
) -> Iterator[Work[str | None]]:
    """The work for a text: to solve it, to find the words of a decision, and to show everything."""
    found: list[tuple[Solution, bool]] = []
    words = DecidingWords({"text": text} | wanted.query, why)

    def solve(solver: Solver) -> None:
        if len(text) > longest.problem:
            check_problems(text, longest.problem)
        found.append((wanted.solve(solver, text), _is_calibrated(solver)))

    yield Work(solve, text)
    ((solution, calibrated),) = found
    yield from words.work(solution)
    yield Work(lambda _: show(_forms(solution, text, words) | {"calibrated": calibrated}))


def readable(text: str, longest: int) -> str:
    """The text with line ends as the server counts them; TextError if it is empty or too long."""
    text = text.replace("\r\n", "\n")  # forms send them so, and places in the text would move
    if not text.strip():
        raise TextError("Type a problem first: a short story with at least two numbers and a question.")
    if len(text) > longest:
        raise TextError(
            f"The text has {len(text):,} characters; at most {longest:,} are read. Give fewer problems at a time."
        )
    return text


def check_problems(sheet: str, longest: int) -> None:
    """TextError if a problem of a worksheet is too long."""
    for asked in asked_of(sheet):
        if len(asked.source.text) > longest:
            start = " ".join(asked.source.text.split())[:40]
            raise TextError(
                f"The problem that begins “{start} …” has {len(asked.source.text):,} characters; at most {longest:,} "
                "are read. Number the problems if there are several."
            )


def _number(written: str) -> float:
    try:
        wanted = float(written)
    except ValueError:
        wanted = -1.0
    if not 0 <= wanted < 1:
        raise TextError(f"The wanted precision is {written!r}; give a number from 0 up to 1, such as 0.9.")
    return wanted


def _is_calibrated(solver: Solver) -> bool:
    return solver.model.confidence is not None


def _forms(solution: Solution, text: str, words: DecidingWords) -> dict[str, object]:
    """A solution in the forms that people take away."""
    return {
        "solution": solution,
        "read": text,
        "spoken": spoken_answer(solution),
        "aloud": spoken_solution(solution),
        "words": text_view(solution).plain,
        "link": f"/?{urlencode(words.query)}",
        "deciding_words": words,
        "latex": _latex(solution),
        "json": json.dumps(solution.to_dict(), ensure_ascii=False, indent=2),
    }


def _latex(solution: Solution) -> str | None:
    if solution.calculation is None or solution.status != "solved" or not solution.steps:
        return None
    formula = to_latex(solution.calculation, leaf_names(solution.names))
    return f"{formula} = {solution.answer}" if not solution.calculation.equations else formula

"""What the first page shows: nothing yet, a solution in all its forms, or what was wrong with the request."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import urlencode

from arithmetree.derivations import leaf_names, to_latex
from arithmetree.errors import ArithmetreeError, TextError
from arithmetree.solution import Solution
from arithmetree.web.running import Run, Work


class Shown(NamedTuple):
    """The values of a template and the status of the response."""

    values: dict[str, object]
    status: HTTPStatus = HTTPStatus.OK


async def solved(run: Run, text: str | None, precision: str, *, longest: int) -> Shown:
    """The solution of a text, at the precision that the slider or an address writes; None asks for nothing."""
    shown: dict[str, object] = {"solution": None, "notice": None, "precision": None}
    if text is None:
        return Shown(shown)
    try:
        wanted = _wanted(precision)
        shown["precision"] = wanted
        problem = readable(text, longest)
        (forms,) = await run([Work(lambda solver: _forms(solver.solve(problem, precision=wanted), wanted), problem)])
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    return Shown(shown | forms)


def readable(text: str, longest: int) -> str:
    """The text with line ends as the server counts them; TextError if it is empty or too long."""
    text = text.replace("\r\n", "\n")  # forms send them so, and places in the text would move
    if not text.strip():
        raise TextError("Type a problem first: a short story with at least two numbers and a question.")
    if len(text) > longest:
        raise TextError(
            f"The text has {len(text):,} characters; at most {longest:,} are read. Give one problem at a time."
        )
    return text


def _wanted(written: str) -> float | None:
    """The wanted precision; nothing and 0 ask for none."""
    try:
        wanted = float(written or 0)
    except ValueError:
        wanted = -1.0
    if not 0 <= wanted < 1:
        raise TextError(f"The wanted precision is {written!r}; give a number from 0 up to 1, such as 0.9.")
    return wanted or None


def _forms(solution: Solution, precision: float | None) -> dict[str, object]:
    """A solution in the forms that people take away."""
    spoken = f"Answer: {solution.answer_text}" if solution.status == "solved" else f"No answer. {solution.message}"
    query = {"text": solution.problem.text} | ({} if precision is None else {"precision": f"{precision:g}"})
    return {
        "solution": solution,
        "spoken": spoken,
        "link": f"/?{urlencode(query)}",
        "latex": _latex(solution),
        "json": json.dumps(solution.to_dict(why=True), ensure_ascii=False, indent=2),
    }


def _latex(solution: Solution) -> str | None:
    if solution.calculation is None:
        return None
    formula = to_latex(solution.calculation, leaf_names(solution.names))
    return f"{formula} = {solution.answer}" if not solution.calculation.equations else formula

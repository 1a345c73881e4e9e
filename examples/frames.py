"""Word problems in a table: one column of texts in, columns of answers out, with pandas and with polars.

    python examples/frames.py

Answers stay exact as text ("7/2"); `value` is the same as a number, for statistics. The solver is loaded once and
`pipe` reads the texts in batches; for more than a few thousand rows use `arithmetree batch` and read its output.
"""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd
import polars as pl

from arithmetree import Solver

COLUMNS = {
    "status": pl.String,
    "answer": pl.String,
    "value": pl.Float64,
    "unit": pl.String,
    "expression": pl.String,
    "confidence": pl.Float64,
}
PROBLEMS = [
    "Lena picked 14 plums and her brother picked 9 plums. How many plums did they pick together?",
    "A rope of 7 meters is cut into 2 equal pieces. How long is each piece?",
    "Each tray holds 6 muffins. How many muffins are on 8 trays?",
    "The library is open on Sundays.",
]


def solved_pandas(frame: pd.DataFrame, solver: Solver, column: str = "text") -> pd.DataFrame:
    """The frame with the columns of the answers added."""
    answers = pd.DataFrame(_rows(frame[column], solver), columns=list(COLUMNS), index=frame.index)
    return frame.join(answers)


def solved_polars(frame: pl.DataFrame, solver: Solver, column: str = "text") -> pl.DataFrame:
    """The frame with the columns of the answers added."""
    answers = pl.DataFrame(list(_rows(frame[column], solver)), schema=COLUMNS, orient="row", strict=False)
    return frame.hstack(answers)


def _rows(texts: Iterable[str], solver: Solver) -> Iterable[tuple[object, ...]]:
    for solution in solver.pipe(texts):
        yield tuple(getattr(solution, name) for name in COLUMNS)


def main() -> None:
    """Solve the same problems in both kinds of table and say how many were answered."""
    solver = Solver.load()
    table = solved_pandas(pd.DataFrame({"text": PROBLEMS}), solver)
    print(table[["answer", "unit", "expression", "status"]].to_string())
    frame = solved_polars(pl.DataFrame({"text": PROBLEMS}), solver)
    print(frame.group_by("status", maintain_order=True).agg(pl.len().alias("problems")))


if __name__ == "__main__":
    main()

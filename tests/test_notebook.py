"""The examples run: the notebook, cell by cell as its reader would run it, and the tables."""

from __future__ import annotations

import runpy
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pandas as pd
import polars as pl
import pytest
from nbclient import NotebookClient

from arithmetree import Solver

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


def _outputs(notebook: nbformat.NotebookNode) -> Iterator[tuple[str, set[str]]]:
    """Of every cell of code, what kinds of output it has."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            yield (
                cell.source,
                {
                    kind
                    for output in cell.outputs
                    for kind in ([output.name] if output.output_type == "stream" else output.get("data", ["error"]))
                },
            )


def _printed(notebook: nbformat.NotebookNode) -> str:
    return "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", []))


@pytest.mark.slow
def test_the_notebook_runs_and_shows_what_is_stored_in_it(tmp_path: Path) -> None:
    stored = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    nbformat.validate(stored)
    fresh = nbformat.read(EXAMPLES / "tour.ipynb", as_version=4)
    client = NotebookClient(fresh, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}})
    client.execute()
    assert dict(_outputs(fresh)) == dict(_outputs(stored)), "run: jupyter execute --inplace examples/tour.ipynb"
    assert "stderr" not in str(list(_outputs(fresh)))
    card = fresh.cells[1].outputs[0].data["text/html"]
    assert "<svg" in card
    assert "24 - 9" in _printed(fresh)
    assert "Fraction(7, 2) in sympy 7/2\nin general q0/q1" in _printed(fresh)
    assert "48 from 6" in _printed(fresh)


@pytest.fixture(scope="module")
def frames() -> SimpleNamespace:
    return SimpleNamespace(**runpy.run_path(str(EXAMPLES / "frames.py")))


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load()


def _check(rows: list[dict[str, Any]], solver: Solver) -> None:
    for row in rows:
        solution = solver.solve(row["text"])
        assert (row["status"], row["answer"], row["unit"]) == (solution.status, solution.answer, solution.unit)
        assert row["value"] == solution.value
    assert [row["answer"] for row in rows] == ["23", "7/2", "48", None]


def test_a_pandas_frame_gets_its_answers_row_by_row(frames: SimpleNamespace, solver: Solver) -> None:
    given = pd.DataFrame({"text": frames.PROBLEMS, "note": list("abcd")}, index=[7, 3, 5, 1])
    found = frames.solved_pandas(given, solver)
    assert list(found.index) == [7, 3, 5, 1]
    assert list(found["note"]) == list("abcd")
    _check(found.astype(object).where(found.notna(), None).to_dict("records"), solver)


def test_a_polars_frame_gets_its_answers_row_by_row(frames: SimpleNamespace, solver: Solver) -> None:
    given = pl.DataFrame({"text": frames.PROBLEMS, "note": list("abcd")})
    found = frames.solved_polars(given, solver)
    assert found["note"].to_list() == list("abcd")
    assert found.schema["value"] == pl.Float64
    _check(found.to_dicts(), solver)


def test_an_empty_frame_stays_empty(frames: SimpleNamespace, solver: Solver) -> None:
    assert len(frames.solved_pandas(pd.DataFrame({"text": []}), solver)) == 0
    assert len(frames.solved_polars(pl.DataFrame({"text": []}, schema={"text": pl.String}), solver)) == 0


def test_the_tables_are_shown(frames: SimpleNamespace, capsys: pytest.CaptureFixture[str]) -> None:
    frames.main()
    shown = capsys.readouterr().out
    assert "7/2" in shown
    assert "abstained" in shown

"""The answers of a whole class, and the `check` command."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.checking import classroom
from arithmetree.cli import app
from arithmetree.errors import DataError
from arithmetree.solution import Solution
from arithmetree.solver import Solver, solve

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
CRAYONS = "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
runner = CliRunner()


class Counting(Solver):
    """A solver that counts how often it is asked."""

    def __init__(self) -> None:
        self.texts: list[str] = []

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        assert precision is None
        self.texts.append(text)
        return solve(text)


def _table(path: Path, rows: list[list[str]], delimiter: str = ",") -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, delimiter=delimiter).writerows(rows)
    return path


@pytest.fixture
def class_file(tmp_path: Path) -> Path:
    return _table(
        tmp_path / "class.csv",
        [
            ["pupil", "problem", "answer", "group"],
            ["Ada", APPLES, "7", "red"],
            ["Bo", APPLES, "12 + 5 = 17", "blue"],
            ["Cy", "", "7", "red"],
            ["Di", APPLES, "7", "red", "too much"],
            ["Ed", "x" * 30_000 + " 1 2?", "7", "red"],
            [],
            ["Flo", CRAYONS, "", "blue"],
            ["Gus", APPLES, "3 + 5 = 8\n8 - 1 = 7", "blue"],
        ],
    )


def test_every_line_comes_out_in_order_and_bad_lines_stop_nothing(class_file: Path) -> None:
    table = classroom.read_table(class_file)
    solver = Counting()
    checked = list(classroom.check_rows(table.rows, solver))
    assert [entry.row.cells["pupil"] for entry in checked] == ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
    kinds = [None if entry.verdict is None else str(entry.verdict.kind) for entry in checked]
    assert kinds == ["right", "wrong_operation", None, None, None, "unreadable", "right"]
    assert [bool(entry.error) for entry in checked] == [False, False, True, True, True, False, False]
    assert "30005 characters" in str(checked[4].error)
    assert solver.texts.count(APPLES) == 1


def test_other_columns_pass_through_and_verdicts_follow(class_file: Path) -> None:
    table = classroom.read_table(class_file)
    checked = list(classroom.check_rows(table.rows, Counting()))
    rows = list(csv.DictReader(io.StringIO(classroom.to_csv(table, checked))))
    assert list(rows[0]) == ["pupil", "problem", "answer", "group", "verdict", "correct", "sentence", "hint", "error"]
    assert [row["group"] for row in rows] == ["red", "blue", "red", "red", "red", "blue", "blue"]
    assert (rows[1]["verdict"], rows[1]["correct"], rows[1]["error"]) == ("wrong_operation", "no", "")
    assert rows[2]["verdict"] == ""
    assert "problem is empty" in rows[2]["error"]
    assert rows[6]["answer"] == "3 + 5 = 8\n8 - 1 = 7"
    taught = list(csv.DictReader(io.StringIO(classroom.to_csv(table, checked, teacher=True))))
    assert (taught[1]["expected"], taught[1]["expression"], taught[1]["calculated"]) == ("7 apples", "12 - 5", "12 + 5")
    assert "12 - 5" not in classroom.to_csv(table, checked)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_of_all_spreadsheets_are_read(tmp_path: Path, delimiter: str) -> None:
    file = _table(tmp_path / "class.csv", [["problem", "answer"], [APPLES, "7, I think"]], delimiter)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    table = classroom.read_table(file)
    assert [row.cells for row in table.rows] == [{"problem": APPLES, "answer": "7, I think"}]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "no column problem and no column answer"),
        (b"problem,solution\n", "no column answer"),
        (b"problem,answer,answer\n", "same name"),
        (b"problem,answer,hint\n", "already has the columns hint"),
        (b"problem,answer\n\xff\xfe", "not UTF-8"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "class.csv"
    file.write_bytes(content)
    with pytest.raises(DataError, match=message):
        classroom.read_table(file)


def test_a_table_is_also_read_from_a_text() -> None:
    table = classroom.parse_table(f"pupil;problem;answer\r\nAda;{APPLES};7\r\n")
    assert [row.cells["pupil"] for row in table.rows] == ["Ada"]
    with pytest.raises(DataError, match="The table has no column problem"):
        classroom.parse_table("answer\n7\n")


def test_a_cell_beyond_all_bounds_is_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    rows = [["problem", "answer"], [APPLES, "7" * 200_000], [APPLES, "7"]]
    table = classroom.read_table(_table(tmp_path / "class.csv", rows))
    checked = list(classroom.check_rows(table.rows, Counting()))
    assert "cannot be read" in str(checked[0].error)
    assert checked[-1].verdict is not None


def test_command_checks_a_class(class_file: Path, tmp_path: Path) -> None:
    out = tmp_path / "checked.csv"
    result = runner.invoke(app, ["check", "--csv", str(class_file), "--out", str(out)])
    assert result.exit_code == 0
    assert len(list(csv.DictReader(io.StringIO(out.read_bytes().decode("utf-8"))))) == 7
    assert result.stdout == ""
    assert "line 4: the problem is empty" in result.stderr
    assert "7 answers: 3 error, 2 right, 1 unreadable, 1 wrong operation" in result.stderr
    as_json = json.loads(runner.invoke(app, ["check", "--csv", str(class_file), "--json"]).stdout)
    assert as_json["counts"] == {"error": 3, "right": 2, "unreadable": 1, "wrong_operation": 1}
    assert as_json["rows"][1]["verdict"] == "wrong_operation"
    assert as_json["rows"][1]["columns"]["pupil"] == "Bo"


def test_command_checks_an_answer() -> None:
    result = runner.invoke(app, ["check", APPLES, "17"])
    assert result.exit_code == 0
    assert result.stdout.startswith("wrong operation\n")
    assert "Hint: " in result.stdout
    assert "12 - 5" not in result.stdout
    taught = runner.invoke(app, ["check", APPLES, "17", "--teacher"])
    assert "Calculated 12 - 5 = 7 apples" in " ".join(taught.stdout.split())
    found = json.loads(runner.invoke(app, ["check", "-", "7", "--json"], input=APPLES).stdout)
    assert (found["verdict"], found["correct"]) == ("right", True)


@pytest.mark.parametrize(
    "arguments",
    [[], [APPLES], ["--csv", "no/such/file.csv"], [APPLES, "7", "--csv", "x.csv"], [APPLES, "7", "--out", "x.csv"]],
)
def test_wrong_use_ends_with_status_2_and_one_line(arguments: list[str]) -> None:
    result = runner.invoke(app, ["check", *arguments])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert runner.invoke(app, ["check", *arguments, "--json"]).exit_code == 2

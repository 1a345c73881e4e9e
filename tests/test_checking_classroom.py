"""The answers of a whole class, and the `check` command."""

import csv
import io
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.checking import (
    CheckedClass,
    ColumnError,
    Role,
    Table,
    check_class,
    parse_table,
    read_bytes,
    read_table,
)
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


def _checked(table: Table, solver: Solver | None = None) -> CheckedClass:
    return check_class(table, solver or Counting())


def test_every_line_comes_out_in_order_and_bad_lines_stop_nothing(class_file: Path) -> None:
    solver = Counting()
    checked = _checked(read_table(class_file), solver).checked
    assert [entry.row.pupil for entry in checked] == ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
    kinds = [None if entry.verdict is None else str(entry.verdict.kind) for entry in checked]
    assert kinds == ["right", "wrong_operation", None, None, None, "unreadable", "right"]
    assert [bool(entry.error) for entry in checked] == [False, False, True, True, True, False, False]
    assert "30005 characters" in str(checked[4].error)
    assert solver.texts.count(APPLES) == 1


def test_other_columns_pass_through_and_verdicts_follow(class_file: Path) -> None:
    checked = _checked(read_table(class_file))
    rows = list(csv.DictReader(io.StringIO(checked.to_csv())))
    assert list(rows[0]) == ["pupil", "problem", "answer", "group", "verdict", "correct", "sentence", "hint", "error"]
    assert [row["group"] for row in rows] == ["red", "blue", "red", "red", "red", "blue", "blue"]
    assert (rows[1]["verdict"], rows[1]["correct"], rows[1]["error"]) == ("wrong_operation", "no", "")
    assert rows[2]["verdict"] == ""
    assert "problem is empty" in rows[2]["error"]
    assert rows[6]["answer"] == "3 + 5 = 8\n8 - 1 = 7"
    taught = list(csv.DictReader(io.StringIO(checked.to_csv(teacher=True))))
    assert (taught[1]["expected"], taught[1]["expression"], taught[1]["calculated"]) == ("7 apples", "12 - 5", "12 + 5")
    assert "12 - 5" not in checked.to_csv()


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_tables_of_all_spreadsheets_are_read(tmp_path: Path, delimiter: str) -> None:
    file = _table(tmp_path / "class.csv", [["problem", "answer"], [APPLES, "7, I think"]], delimiter)
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    table = read_table(file)
    assert [row.cells for row in table.rows] == [{"problem": APPLES, "answer": "7, I think"}]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\n\n", "is empty"),
        (b"problem,solution\n", "no column that looks like answers"),
        (b"pupil,answer\nAda,7\n", "no column that looks like problems; its other columns are 'pupil', 'answer'"),
        (b"PK\x03\x04 a workbook", "not a CSV file"),
        (b"problem,answer\n\x00\x00", "not a CSV file"),
    ],
)
def test_a_file_that_is_no_table_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "class.csv"
    file.write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_table(file)


def test_a_table_is_also_read_from_a_text() -> None:
    table = parse_table(f"pupil;problem;answer\r\nAda;{APPLES};7\r\n")
    assert [row.cells["pupil"] for row in table.rows] == ["Ada"]
    with pytest.raises(ColumnError, match="The table has no column that looks like problems"):
        parse_table("answer\n7\n")
    with pytest.raises(DataError, match="surrogate"):
        parse_table("problem,answer\n\ud800,7\n")


def test_a_cell_beyond_all_bounds_is_reported_and_the_rest_is_checked(tmp_path: Path) -> None:
    rows = [["problem", "answer"], [APPLES, "7" * 200_000], [APPLES, "7"]]
    checked = _checked(read_table(_table(tmp_path / "class.csv", rows))).checked
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


BOXES = "Each of 6 boxes holds 8 pencils. How many pencils are there in all?"


def _taken(*lines: str, **named: str) -> tuple[str | None, str | None, tuple[str, ...], str | None]:
    """Problem, answer, pupil and key as they were recognised in a table with semicolons."""
    taken = parse_table("\n".join(lines), named={Role(role): name for role, name in named.items()}).taken
    return taken.problem, taken.answer, taken.pupil, taken.key


@pytest.mark.parametrize(
    ("header", "line", "taken"),
    [
        ("Name;Question;Response", f"Ada;{APPLES};7", ("Question", "Response", ("Name",), None)),
        ("STUDENT_NAME;Word problem;Pupil's answer;Correct answer", f"Ada;{APPLES};7;7 apples",
         ("Word problem", "Pupil's answer", ("STUDENT_NAME",), "Correct answer")),
        ("Surname;First name;Task;Answer given", f"Bee;Ada;{APPLES};7",
         ("Task", "Answer given", ("First name", "Surname"), None)),
        ("Question no.;Question text;Answer;Score", f"4;{APPLES};7;1", ("Question text", "Answer", (), None)),
        ("Question;Text;Answer", f"Q1;{APPLES};7", ("Text", "Answer", (), None)),
        # Names that say nothing: the contents decide.
        ("Kind;Aufgabe;Lösung des Kindes", f"Ada;{APPLES};7", ("Aufgabe", "Lösung des Kindes", ("Kind",), None)),
        ("a;b;c;d", f"2026-11-02;Ada;{APPLES};12 - 5 = 7", ("c", "d", ("b",), None)),
        (";;", f"Ada;{APPLES};7", ("column 2", "column 3", ("column 1",), None)),
        (";;x", f"Ada;{APPLES};7", ("column 2", "x", ("column 1",), None)),
        ("answer;answer;pupil", f"{APPLES};7;Ada", ("answer", "answer (2)", ("pupil",), None)),
        ("how;story;answer", f"I took 5 from 12 because he gave them away;{APPLES};7", ("story", "answer", (), None)),
    ],
)  # fmt: skip
def test_columns_may_have_any_names(header: str, line: str, taken: tuple[object, ...]) -> None:
    assert _taken(header, line) == taken


def test_a_running_number_and_a_column_that_never_changes_are_no_answers() -> None:
    lines = [f"{number};3b;{APPLES};{number + 5}" for number in (1, 2, 3)]
    assert _taken("w;x;y;z", *lines) == ("y", "z", (), None)


def test_what_was_taken_is_said_and_can_be_named(tmp_path: Path) -> None:
    lines = ("Ada;first;second;text", f"Bo;7;8;{APPLES}", f"Cy;9;17;{APPLES}")
    with pytest.raises(ColumnError, match="several columns that can hold the answers: 'first' or 'second'") as refused:
        _taken(*lines)
    assert refused.value.role is Role.ANSWER
    assert _taken(*lines, answer="second", pupil="Ada") == ("text", "second", ("Ada",), None)
    assert _taken(*lines, answer="first", key="second")[3] == "second"
    with pytest.raises(ColumnError, match="no column 'third'; its columns are 'Ada', 'first', 'second', 'text'"):
        _taken(*lines, answer="third")
    file = tmp_path / "class.csv"
    file.write_text("\n".join(lines), encoding="utf-8")
    refused_command = runner.invoke(app, ["check", "--csv", str(file)])
    assert refused_command.exit_code == 2
    assert refused_command.stderr.endswith("'first' or 'second'. Name it with --answer-column.\n")
    result = runner.invoke(app, ["check", "--csv", str(file), "--answer-column", "second", "--pupil-column", "Ada"])
    assert result.exit_code == 0
    assert "Read the problems from “text”, the answers from “second”, the pupils from “Ada”." in result.stderr


def test_a_table_without_names_of_columns_is_read() -> None:
    table = parse_table(f'Ada,"{APPLES}",7\nBo,"{APPLES}",8\n')
    assert [(row.line, row.pupil, row.answer) for row in table.rows] == [(1, "Ada", "7"), (2, "Bo", "8")]
    assert "the columns have no names" in table.said


def test_one_line_for_each_pupil_and_a_column_for_each_problem() -> None:
    table = parse_table(f'Timestamp,Name,"{APPLES}","{BOXES}"\n9:00,Key,7,48\n9:01,Ada,7,48\n9:02,Bo,17,\n')
    assert table.columns == ("Timestamp", "Name", "problem", "answer")
    assert [(row.pupil, row.problem, row.answer, row.key) for row in table.rows] == [
        ("Ada", APPLES, "7", "7"),
        ("Ada", BOXES, "48", "48"),
        ("Bo", APPLES, "17", "7"),
        ("Bo", BOXES, "", "48"),
    ]
    checked = _checked(table)
    assert [(tally.name, tally.right, tally.wrong, tally.not_sure) for tally in checked.summary.pupils] == [
        ("Ada", 2, 0, 0),
        ("Bo", 0, 1, 1),
    ]
    rows = list(csv.DictReader(io.StringIO(checked.to_csv(teacher=True))))
    assert [(row["Name"], row["answer"], row["expected"]) for row in rows][2] == ("Bo", "17", "7")


@pytest.mark.parametrize(("encoding", "said"), [("utf-8-sig", False), ("utf-16", False), ("cp1252", True)])
def test_files_of_all_spreadsheets_are_decoded(encoding: str, said: bool) -> None:
    table = read_bytes("pupil;problem;answer\nZoë;A pen costs £2. How much do 3 pens cost?;£6\n".encode(encoding))
    assert [(row.pupil, row.answer) for row in table.rows] == [("Zoë", "£6")]
    assert ("Windows-1252" in table.said) is said


def test_a_table_may_have_columns_that_are_called_as_ours() -> None:
    checked = _checked(parse_table(f"problem,answer,correct,hint\n{APPLES},17,17,none\n"))
    assert checked.table.taken.key == "correct"
    header, line = csv.reader(io.StringIO(checked.to_csv()))
    named = dict(zip(header, line, strict=True))
    assert (named["correct"], named["correct (arithmetree)"], named["hint"]) == ("17", "yes", "none")


def test_the_summary_counts_by_pupil_and_by_problem_with_the_hardest_first(tmp_path: Path) -> None:
    lines = [
        f"Ada,{APPLES},7",
        f"Bo,{APPLES},17",
        f"Ada,{BOXES},14",
        f"Bo,{BOXES},6 + 8",
        f"Cy,{BOXES},no idea",
        "Di,,7",
    ]
    file = tmp_path / "class.csv"
    file.write_text("\n".join(("pupil,problem,answer", *lines)), encoding="utf-8")
    summary = _checked(read_table(file)).summary
    assert [(t.name, t.answers, t.right, t.wrong, t.not_sure, t.not_checked) for t in summary.problems] == [
        (BOXES, 3, 0, 2, 1, 0),
        (APPLES, 2, 1, 1, 0, 0),
    ]
    assert [(t.name, t.right, t.wrong, t.not_sure, t.not_checked) for t in summary.pupils] == [
        ("Ada", 1, 1, 0, 0),
        ("Bo", 0, 2, 0, 0),
        ("Cy", 0, 0, 1, 0),
        ("Di", 0, 0, 0, 1),
    ]
    assert str(summary.problems[0].mistake) == "wrong_operation"
    counts = tmp_path / "summary.csv"
    result = runner.invoke(
        app, ["check", "--csv", str(file), "--out", str(tmp_path / "o.csv"), "--summary", str(counts)]
    )
    assert result.exit_code == 0
    written = list(csv.DictReader(io.StringIO(counts.read_text(encoding="utf-8"))))
    assert [(row["of"], row["right"], row["wrong"], row["not sure"]) for row in written][:3] == [
        ("problem", "0", "2", "1"),
        ("problem", "1", "1", "0"),
        ("pupil", "1", "1", "0"),
    ]
    assert "Problems, the hardest first:" in result.stderr
    assert "  Bo: 0 right, 2 wrong (mostly wrong operation), 0 not sure" in result.stderr
    found = json.loads(runner.invoke(app, ["check", "--csv", str(file), "--json"]).stdout)
    assert [tally["wrong"] for tally in found["problems"]] == [2, 1]
    assert found["pupils"][3] | {"name": "Di", "answers": 1, "not_checked": 1} == found["pupils"][3]
    assert found["columns"]["pupil"] == ["pupil"]


def test_a_table_without_answers_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "class.csv"
    file.write_text("pupil,problem,answer\n", encoding="utf-8")
    result = runner.invoke(app, ["check", "--csv", str(file)])
    assert (result.exit_code, "has no answers" in result.stderr) == (2, True)


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
    [
        [],
        [APPLES],
        ["--csv", "no/such/file.csv"],
        [APPLES, "7", "--csv", "x.csv"],
        [APPLES, "7", "--out", "x.csv"],
        [APPLES, "7", "--answer-column", "x"],
    ],
)
def test_wrong_use_ends_with_status_2_and_one_line(arguments: list[str]) -> None:
    result = runner.invoke(app, ["check", *arguments])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
    assert runner.invoke(app, ["check", *arguments, "--json"]).exit_code == 2

"""One input line, one output line: the solution, or what is wrong with the line."""

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.batch import answering
from arithmetree.batch.answering import DEEPEST, answer, answers, worker_died
from arithmetree.batch.job import Job, fingerprint, solver_for
from arithmetree.batch.lines import LONGEST_LINE, Chunk
from arithmetree.errors import DataError, ModelError
from arithmetree.solution import Solution
from arithmetree.solver import Solver

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load()


def _unused(text: str) -> Solution:
    raise AssertionError(f"nothing to solve in {text!r}")


def _read(line: bytes) -> dict[str, Any]:
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert line.isascii()
    return dict(json.loads(line))


def test_a_line_with_several_questions_has_an_answer_for_each(solver: Solver) -> None:
    text = f"1. {TEXT}\n2. Each of 6 boxes holds 8 pencils. How many pencils are there in all?"
    found = _read(answer(1, json.dumps({"text": text}).encode(), solver.solve))
    assert [(one["label"], one["answer_text"]) for one in found["answers"]] == [("1", "7 apples"), ("2", "48 pencils")]
    assert len(found["hints"]) == 3


@pytest.mark.parametrize("identity", ["a", 7, 1.5, None, True, ["x", {"y": "é\u2028"}], "\ud800"])
def test_an_answer_is_the_solution_with_the_id_of_the_line(solver: Solver, identity: object) -> None:
    line = json.dumps({"text": TEXT, "id": identity, "note": "ignored"}).encode()
    found = _read(answer(3, line, solver.solve))
    assert found.pop("id") == identity
    assert found == json.loads(json.dumps(solver.solve(TEXT).to_dict()))


def test_a_line_without_an_id_gets_none(solver: Solver) -> None:
    assert "id" not in _read(answer(1, json.dumps({"text": TEXT}).encode(), solver.solve))


def test_a_byte_order_mark_and_a_carriage_return_do_no_harm(solver: Solver) -> None:
    line = b"\xef\xbb\xbf" + json.dumps({"text": TEXT}).encode() + b"\r"
    assert _read(answer(1, line, solver.solve))["answer"] == "7"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"", "empty"),
        (b" \t\r", "empty"),
        (b"{bad", "not JSON"),
        (b'{"text": "x"} {}', "not JSON"),
        (b"\xff\xfe{}", "not UTF-8 (byte 1)"),
        (b"\x00\x01\x02", "not JSON"),
        (b"[1]", "a list, not an object"),
        (b'"text"', "a string, not an object"),
        (b"null", "null, not an object"),
        (b'{"text": "x", "id": NaN}', "NaN is no JSON number"),
        (b'{"text": "x", "id": 1e999}', "too large"),
        (b'{"text": "x", "id": ' + b"9" * 5000 + b"}", "not JSON that can be read"),
        (b"[" * 100_000, "deeper than"),
        (b'{"text": "x", "id": ' + b"[" * DEEPEST + b"]" * DEEPEST + b"}", "deeper than"),
        (b"x" * (LONGEST_LINE + 1), f"more than {LONGEST_LINE} bytes"),
    ],
)
def test_a_line_that_cannot_be_read_yields_an_error_object(line: bytes, message: str) -> None:
    found = _read(answer(12, line, _unused))
    assert set(found) == {"status", "line", "message"}
    assert (found["status"], found["line"]) == ("error", 12)
    assert message in found["message"]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({}, 'no "text"'),
        ({"text": None}, "not a string but null"),
        ({"text": 5}, "not a string but a number"),
        ({"text": ["x"]}, "not a string but a list"),
        ({"text": "\ud800"}, "lone surrogate"),
        ({"text": "x" * 30_000}, "30000 characters"),
    ],
)
def test_an_object_without_a_text_to_read_keeps_its_id(solver: Solver, fields: dict[str, Any], message: str) -> None:
    found = _read(answer(1, json.dumps({"id": "mine", **fields}).encode(), solver.solve))
    assert set(found) == {"status", "id", "line", "message"}
    assert found["id"] == "mine"
    assert message in found["message"]


def test_nesting_up_to_the_limit_is_passed_through(solver: Solver) -> None:
    identity = b"[" * (DEEPEST - 1) + b"]" * (DEEPEST - 1)
    found = answer(1, b'{"text": "x", "id": ' + identity + b"}", solver.solve)
    assert identity in found


@given(line=st.binary(max_size=60).filter(lambda line: b"\n" not in line))
def test_no_bytes_raise(line: bytes) -> None:
    assert _read(answer(1, line, _unused))["status"] == "error"


def test_a_fault_of_the_program_costs_one_line_only() -> None:
    def fails(text: str) -> Solution:
        raise ZeroDivisionError(f"in {len(text)}\ncharacters")

    found = _read(answer(4, b'{"text": "abc", "id": 1}', fails))
    assert (found["status"], found["id"], found["line"]) == ("error", 1, 4)
    assert "ZeroDivisionError: in 3 characters" in found["message"]


@pytest.mark.parametrize(("line", "known"), [(b'{"id": 9, "text": "x"}', {"id": 9}), (b"\xff", {})])
def test_the_line_of_a_dead_worker_keeps_its_id(line: bytes, known: dict[str, Any]) -> None:
    found = _read(worker_died(5, line))
    assert {name: found[name] for name in found if name == "id"} == known
    assert (found["status"], found["line"]) == ("error", 5)


def test_answers_are_in_order_and_numbered() -> None:
    chunk = Chunk(21, (b"{}", json.dumps({"text": TEXT, "id": 1}).encode(), b"[]"))
    first, second, third = map(_read, answers(Job.of(None, None), chunk))
    assert (first["line"], second["answer"], third["line"]) == (21, "7", 23)


@pytest.mark.parametrize("precision", [None, 0.9])
def test_the_wanted_precision_reaches_the_solver(monkeypatch: pytest.MonkeyPatch, precision: float | None) -> None:
    class Asked:
        def solve(self, text: str, *, precision: float | None = None) -> Solution:
            raise DataError(f"{text} {precision}")

    monkeypatch.setattr(answering, "solver_for", lambda _: Asked())
    (line,) = answers(Job(None, precision, ""), Chunk(1, (b'{"text": "x"}',)))
    assert _read(line)["message"] == f"x {precision}"


def test_the_model_is_loaded_once_for_a_job() -> None:
    assert solver_for(Job.of(None, None)) is solver_for(Job.from_json(Job.of(None, None).to_json()))


def test_a_worker_with_another_model_refuses_the_job() -> None:
    with pytest.raises(ModelError, match="another model or version"):
        solver_for(Job(None, None, "0" * 64))


def test_a_precision_that_the_model_cannot_give_is_refused_before_any_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(DataError, match=r"1\.5.*accepted"):
        solver_for(Job.of(None, 1.5))
    uncalibrated = SimpleNamespace(model=SimpleNamespace(confidence=None))
    monkeypatch.setattr(Solver, "load", lambda _: uncalibrated)
    with pytest.raises(DataError, match="no calibrated confidence"):
        solver_for(Job.of(None, 0.9))


def test_fingerprints_tell_models_apart(tmp_path: Path) -> None:
    shipped, own = Job.of(Path("linear"), None), tmp_path / "linear"
    assert shipped.model == "linear"
    own.mkdir()
    prints = [Job.of(None, None).fingerprint, shipped.fingerprint]
    for content in ("", "a", "b"):
        (own / "model.json").write_text(content)
        prints.append(Job.of(own, None).fingerprint)
    (own / "model.json").rename(own / "other.json")
    prints.append(Job.of(own, None).fingerprint)
    assert len(set(prints)) == len(prints)
    own.rename(tmp_path / "moved")
    assert Job.of(tmp_path / "moved", 0.9).fingerprint == prints[-1]


def test_a_missing_model_folder_is_reported() -> None:
    with pytest.raises(ModelError, match="there is no model folder no/such"):
        fingerprint("no/such")

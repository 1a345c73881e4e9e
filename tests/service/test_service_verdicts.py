"""How the pages show verdicts: a separate sign for each, no cross where it is not sure, no hint for what is right."""

from __future__ import annotations

import json
import re

import pytest
from fastapi.testclient import TestClient
from httpx import Response

from arithmetree.checking import Kind, check_class, parse_table
from arithmetree.service import Settings, create_app
from arithmetree.solver import Solver

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
BOXES = "Each of 6 boxes holds 8 pencils. How many pencils are there in all?"
NO_QUESTION = "Lena has 4 dogs and 3 cats."


@pytest.mark.parametrize(
    ("problem", "answer", "kind", "hint"),
    [
        (APPLES, "7", Kind.RIGHT, False),
        (APPLES, "12 + 5 = 17", Kind.WRONG_OPERATION, True),
        (APPLES, "hello", Kind.UNREADABLE, True),
        (NO_QUESTION, "7", Kind.NOT_SURE, True),
    ],
)
def test_the_page_of_one_answer(client: TestClient, problem: str, answer: str, kind: Kind, hint: bool) -> None:
    page = client.get("/check", params={"problem": problem, "answer": answer, "key": ""}).text
    (mark,) = re.findall(r'<span class="mark" aria-hidden="true">(.)</span>', page)
    assert mark == kind.icon
    assert ("Hint." in page) is hint


def test_the_page_of_a_class(client: TestClient) -> None:
    table = f"text,answer\n{APPLES},7\n{NO_QUESTION},7\n"
    page = client.post("/check/class", data={"table": table}, headers={"origin": "http://testserver"}).text
    assert re.findall(r'<span aria-hidden="true">(.)</span> <strong>', page) == [Kind.RIGHT.icon, Kind.NOT_SURE.icon]
    assert "✗" not in page


TABLE = f"Name;Task;What they wrote\nAda;{APPLES};7\nBo;{APPLES};17\nAda;{BOXES};14\n"


def test_the_service_checks_a_class_with_any_columns(client: TestClient, solver: Solver) -> None:
    found = client.post("/api/check/class", json={"table": TABLE}).json()
    assert found == check_class(parse_table(TABLE), solver).to_dict()
    assert found["columns"] | {"problem": "Task", "answer": "What they wrote", "pupil": ["Name"]} == found["columns"]
    assert [(tally["name"], tally["right"], tally["wrong"]) for tally in found["problems"]] == [
        (BOXES, 0, 1),
        (APPLES, 1, 1),
    ]
    assert [(tally["name"], tally["answers"]) for tally in found["pupils"]] == [("Ada", 2), ("Bo", 1)]
    assert [row["outcome"] for row in found["rows"]] == ["right", "wrong", "wrong"]
    taught = client.post("/api/check/class", json={"table": TABLE, "teacher": True}).json()
    assert taught["rows"][1]["teacher"]["expression"] == "12 - 5"


def test_the_service_says_how_to_name_a_column(client: TestClient) -> None:
    table = f"a;b;c\n{APPLES};7;8\n{APPLES};17;9\n"
    refused = client.post("/api/check/class", json={"table": table})
    assert refused.status_code == 422
    assert refused.json()["message"].endswith("'b' or 'c'. Name it in columns.answer.")
    accepted = client.post("/api/check/class", json={"table": table, "columns": {"answer": "b", "key": "c"}})
    assert [row["correct"] for row in accepted.json()["rows"]] == [False, False]  # the key says 8 and 9
    for body in ({"table": ""}, {"table": "\ud800"}, {"table": TABLE, "columns": {"answer": "no"}}, {"tables": TABLE}):
        response = client.post(
            "/api/check/class", content=json.dumps(body), headers={"content-type": "application/json"}
        )
        assert (response.status_code, response.json()["status"]) == (422, "error")


def test_a_file_is_uploaded_without_a_script_and_goes_before_the_text(client: TestClient) -> None:
    def send(file: bytes, **fields: str) -> Response:
        headers = {"origin": "http://testserver"}
        return client.post("/check/class", data=fields, files={"file": ("class.csv", file)}, headers=headers)

    page = send(TABLE.encode("utf-16"), table="problem,answer").text
    assert "the answers from “What they wrote”, the pupils from “Name”" in page
    assert "Name;Task;What they wrote" in page  # in the form, to check it again
    saved = send(TABLE.encode(), table="", save="summary")
    assert saved.headers["content-disposition"] == 'attachment; filename="summary.csv"'
    assert saved.text.splitlines()[1].startswith(f"problem,{BOXES},1,0,1,0,0")
    assert "not a CSV file" in send(b"PK\x03\x04", table="").text
    assert send(b"", table=TABLE).text.count("<tr>") == page.count("<tr>")  # no file was chosen


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        (b"--x--", "multipart/form-data; boundary=x"),
        (b"table=1", "multipart/form-data"),
        (b"--x\r\n\r\nno name\r\n--x--", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="table"\r\n\r\n\xff\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
        (
            b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n' * 20 + b"--x--",
            "multipart/form-data; boundary=x",
        ),
    ],
)
def test_what_is_no_form_is_refused(client: TestClient, body: bytes, kind: str) -> None:
    headers = {"origin": "http://testserver", "content-type": kind}
    assert client.post("/check/class", content=body, headers=headers).status_code == 400


def test_a_class_pays_for_its_problems_and_little_for_each_answer(solver: Solver) -> None:
    app = create_app(Settings(rate=0.001, rate_burst=60), solver=solver)
    with TestClient(app) as client:
        lines = "".join(f"{pupil};{problem};7\n" for pupil in range(150) for problem in (APPLES, BOXES))
        first = client.post("/api/check/class", json={"table": f"pupil;problem;answer\n{lines}"})
        assert (first.status_code, len(first.json()["rows"])) == (200, 300)
        assert client.post("/api/check/class", json={"table": TABLE}).status_code == 200
        too_many = client.post("/api/check/class", json={"table": f"pupil;problem;answer\n{lines * 2}"})
        assert "600 answers; at most 400" in too_many.json()["message"]


def test_only_what_is_wrong_has_a_cross() -> None:
    assert [kind for kind in Kind if kind.icon in "✗✘×"] == [Kind.WRONG]
    assert len({kind.icon for kind in Kind}) == len(Kind)

"""What the API answers to good and to bad requests."""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient
from held_solver import HeldSolver

from arithmetree.checking import check
from arithmetree.errors import DataError
from arithmetree.service import Settings, create_app
from arithmetree.service.examples import OTHER_TEXT, TEXT
from arithmetree.solution import Solution
from arithmetree.solver import Solver

NO_QUESTION = "Lena has 4 dogs and 3 cats."


def test_solve_gives_the_solution_as_the_library_does(client: TestClient, solver: Solver) -> None:
    response = client.post("/api/solve", json={"text": TEXT})
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/json"
    assert response.json() == json.loads(json.dumps(solver.solve(TEXT).to_dict()))
    assert response.json()["answer"] == "7"


def test_every_question_has_its_answer(client: TestClient) -> None:
    found = client.post("/api/solve", json={"text": f"1. {TEXT}\n2. {OTHER_TEXT}\n3. {NO_QUESTION}"}).json()
    assert [(one["label"], one["answer_text"]) for one in found["answers"]][:2] == [
        ("1", "7 apples"),
        ("2", "48 pencils"),
    ]


def test_a_guess_is_no_answer(client: TestClient) -> None:
    found = client.post("/api/solve", json={"text": NO_QUESTION}).json()
    assert (found["answer"], found["value"], found["answer_text"], found["unit"]) == (None, None, None, None)
    assert found["guess"]["answer"] == "7"
    assert found["answers"][0]["guess"] == found["guess"]


@pytest.mark.parametrize("text", ["", NO_QUESTION, "9" * 1999, "(" * 2000])
def test_solve_answers_200_where_the_solver_abstains(client: TestClient, text: str) -> None:
    response = client.post("/api/solve", json={"text": text})
    assert response.status_code == 200
    assert response.json()["status"] == "abstained"
    assert response.json()["reason"]


def test_solve_hands_the_wanted_precision_on(held: HeldSolver) -> None:
    held.let_go.set()
    with TestClient(create_app(solver=held)) as client:
        client.post("/api/solve", json={"text": TEXT, "precision": 0.95})
        client.post("/api/batch", json={"texts": [TEXT], "precision": 0.5})
        for words in ("always", "careful", "sure"):
            client.post("/api/solve", json={"text": TEXT, "answer": words})
    assert held.precisions == [0.95, 0.5, 0, 0.8, 0.95]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({"text": 3}, "Text: Input should be a valid string."),
        ({}, "Text is missing."),
        ({"text": "x", "texts": []}, "Texts is not accepted here."),
        ({"text": "x", "precision": 2}, "Precision: Input should be less than 1."),
        ({"text": "x", "precision": True}, "Precision: Input should be a valid number."),
        ({"text": "x", "answer": "never"}, "Answer: Input should be 'always', 'careful' or 'sure'."),
        ({"text": "x", "answer": "sure", "precision": 0.9}, "The body: Give precision or answer, not both."),
        ([], "The body is not a JSON object; send one, with the header Content-Type: application/json"),
        (None, "The body is missing."),
    ],
)
def test_solve_refuses_what_is_not_accepted_and_says_what(client: TestClient, body: object, message: str) -> None:
    response = client.post("/api/solve", json=body)
    assert response.status_code == 422
    assert set(response.json()) == {"status", "message"}
    assert response.json()["status"] == "error"
    assert response.json()["message"].startswith(message)


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b'{"text": "\xff"}', b'{"text": "\\ud800"}', b"[" * 100_000, b'{"precision": ' + b"9" * 9_000],
)
def test_bodies_that_are_no_json_are_refused(client: TestClient, content: bytes) -> None:
    response = client.post("/api/solve", content=content, headers={"content-type": "application/json"})
    assert response.status_code in {400, 422}
    assert response.json()["status"] == "error"


def test_not_a_number_is_no_precision(client: TestClient) -> None:
    content = b'{"text": "x", "precision": NaN}'
    response = client.post("/api/solve", content=content, headers={"content-type": "application/json"})
    assert response.status_code == 422


def test_errors_do_not_repeat_the_text(client: TestClient) -> None:
    response = client.post("/api/solve", json={"text": ["a secret"], "precision": "secret"})
    assert response.status_code == 422
    assert "secret" not in response.text


def test_batch_of_texts_keeps_the_order_and_puts_errors_in_place(client: TestClient) -> None:
    texts = [TEXT, None, NO_QUESTION, "a" * 2001, {"text": "x"}, OTHER_TEXT]
    results = client.post("/api/batch", json={"texts": texts}).json()["results"]
    assert [result["status"] for result in results] == ["solved", "error", "abstained", "error", "error", "solved"]
    assert [results[0]["answer"], results[5]["answer"]] == ["7", "48"]
    assert "null" in results[1]["message"]
    assert "2000" in results[3]["message"]
    assert all("id" not in result for result in results)


def test_batch_of_problems_gives_ids_of_any_kind_back(client: TestClient) -> None:
    ids: list[object] = ["a", 7, None, [1, {"b": 2.5}], True]
    problems: list[object] = [{"id": given, "text": TEXT} for given in ids]
    problems += [{"text": TEXT}, {"id": "no text"}, {"id": "odd", "text": "x", "grade": 3}, "bare"]
    results = client.post("/api/batch", json={"problems": problems}).json()["results"]
    assert [result["id"] for result in results[:5]] == ids
    assert "id" not in results[5]
    assert [result["status"] for result in results[5:]] == ["solved", "error", "error", "error"]
    assert [result.get("id") for result in results[6:]] == ["no text", "odd", None]
    assert "grade" in results[7]["message"]


def test_an_id_that_is_no_unicode_is_refused_in_its_place(client: TestClient) -> None:
    body = json.dumps({"problems": [{"id": ["\ud800"], "text": TEXT}, {"id": "good", "text": TEXT}]})
    found = client.post("/api/batch", content=body, headers={"content-type": "application/json"})
    assert found.status_code == 200
    refused, solved = found.json()["results"]
    assert (refused["status"], "lone surrogate" in refused["message"]) == ("error", True)
    assert (solved["id"], solved["status"]) == ("good", "solved")


def test_an_empty_batch_has_no_results(client: TestClient) -> None:
    assert client.post("/api/batch", json={"texts": []}).json() == {"results": []}


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "The body: Give an object with texts"),
        (["x"], "The body: Give an object with texts"),
        ({"texts": ["x"], "problems": []}, "Problems is not accepted here."),
        ({"texts": "x"}, "Texts: Input should be a valid list."),
    ],
)
def test_batch_wants_either_texts_or_problems(client: TestClient, body: object, message: str) -> None:
    response = client.post("/api/batch", json=body)
    assert response.status_code == 422
    assert response.json()["message"].startswith(message)


@pytest.mark.parametrize("answer", ["7", "12 - 5 = 7 apples", "17", "12 + 5", "seven?!"])
@pytest.mark.parametrize("teacher", [False, True])
def test_check_gives_the_verdict_of_the_library(client: TestClient, solver: Solver, answer: str, teacher: bool) -> None:
    response = client.post("/api/check", json={"problem": TEXT, "answer": answer, "teacher": teacher})
    assert response.status_code == 200
    assert response.json() == check(TEXT, answer, solver=solver).to_dict(teacher=teacher)


def test_unknown_addresses_and_methods_are_reported_in_json(client: TestClient) -> None:
    missing, wrong = client.get("/api/nothing"), client.get("/api/solve")
    assert (missing.status_code, wrong.status_code) == (404, 405)
    assert wrong.headers["allow"] == "POST"
    assert missing.json()["status"] == wrong.json()["status"] == "error"
    assert "/docs" in missing.json()["message"]


def test_a_browser_gets_its_error_as_a_page(client: TestClient) -> None:
    response = client.get("/nothing", headers={"accept": "text/html"})
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("text/html")


def test_the_service_is_alive_and_ready(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "alive"}
    assert client.get("/readyz").json()["status"] == "ready"


def test_the_service_is_not_ready_before_the_model_is_loaded(solver: Solver) -> None:
    not_started = TestClient(create_app(solver=solver))  # without `with` nothing is started
    assert not_started.get("/healthz").status_code == 200
    assert not_started.get("/readyz").status_code == 503
    assert not_started.post("/api/solve", json={"text": "x"}).status_code == 503


def test_the_app_loads_the_model_of_its_settings_by_itself() -> None:
    with TestClient(create_app(Settings())) as client:
        assert client.post("/api/solve", json={"text": TEXT}).json()["status"] == "solved"


class Broken(Solver):
    """A solver that fails in the way a test wants."""

    def __init__(self, error: type[Exception]) -> None:
        self._error = error

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        raise self._error(f"no {precision} for {text}")


def test_a_failure_inside_is_a_plain_500() -> None:
    with TestClient(create_app(solver=Broken(ZeroDivisionError))) as client:
        response = client.post("/api/solve", json={"text": "a secret"})
    assert response.status_code == 500
    assert response.headers["x-request-id"] in response.json()["message"]
    assert "secret" not in response.text


@pytest.mark.parametrize("body", [{"text": "x", "precision": 0.5}, {"texts": ["x"], "precision": 0.5}])
def test_what_a_model_cannot_do_is_reported(body: dict[str, object]) -> None:
    with TestClient(create_app(solver=Broken(DataError))) as client:
        response = client.post("/api/batch" if "texts" in body else "/api/solve", json=body)
    assert response.status_code == 422
    assert response.json() == {"status": "error", "message": "no 0.5 for x"}


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/solve", "/nothing", "/openapi.json"])
def test_every_response_has_the_security_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_pages_are_solved_through_the_same_desk(client: TestClient) -> None:
    response = client.get("/", params={"text": TEXT}, headers={"accept": "text/html"})
    assert response.status_code == 200
    assert "7 apples" in response.text

"""Keys and verification over HTTP: the teacher's own answer decides, in the API, on the page and for a class."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient

from arithmetree.checking import SURE_TO_DIFFER
from arithmetree.service.examples import TEXT


def checked(client: TestClient, **body: Any) -> Any:
    return client.post("/api/check", json={"problem": TEXT, **body})


def test_a_key_decides_in_the_api(client: TestClient) -> None:
    assert checked(client, answer="17").json()["verdict"] == "wrong_operation"
    found = checked(client, answer="17", key="12 + 5", teacher=True).json()
    assert (found["verdict"], found["correct"]) == ("right", True)
    assert (found["teacher"]["key"], found["teacher"]["key_agrees"]) == ("12 + 5", False)
    assert checked(client, answer="17", key=None).json()["verdict"] == "wrong_operation"


def test_a_key_that_cannot_be_read_is_422(client: TestClient) -> None:
    refused = checked(client, answer="17", key="no idea")
    assert refused.status_code == 422
    assert "The key cannot be read" in refused.json()["message"]


def test_a_key_decides_on_the_page(client: TestClient) -> None:
    page = client.get("/check", params={"problem": TEXT, "answer": "17", "key": "17"})
    assert '<h2 id="verdict-title"><span class="mark" aria-hidden="true">✓</span> Right</h2>' in page.text
    assert "The key says 17." in page.text
    assert 'class="solution"' not in page.text  # what the solver found is not what the key says
    agreed = client.get("/check", params={"problem": TEXT, "answer": "17", "key": "7"})
    assert '<h2 id="verdict-title">' in agreed.text
    assert "</span> Right</h2>" not in agreed.text
    assert 'class="solution"' in agreed.text
    refused = client.get("/check", params={"problem": TEXT, "answer": "17", "key": "none"})
    assert refused.status_code == 400
    assert "The key cannot be read" in refused.text


@pytest.mark.parametrize("save", [False, True])
def test_a_column_of_keys_decides_for_a_class(client: TestClient, save: bool) -> None:
    table = f"pupil,problem,answer,key\n=Ann,{TEXT},17,17\nBen,{TEXT},17,\n"
    form = {"table": table} | ({"save": "csv"} if save else {})
    headers = {"content-type": "application/x-www-form-urlencoded"}
    response = client.post("/check/class", content=urlencode(form), headers=headers)
    assert response.status_code == 200
    if save:
        first, second = response.text.splitlines()[1:]
        assert first.startswith("'=Ann,")
        assert ",17,17,right,yes," in first
        assert ",17,,wrong_operation,no," in second
    else:
        assert "<strong>Right</strong>" in response.text
        assert "<strong>Another operation is needed</strong>" in response.text


@pytest.mark.parametrize(("answer", "verdict"), [("7 apples", "agrees"), ("7/1", "agrees"), ("no idea", "cannot_tell")])
def test_answers_are_verified(client: TestClient, answer: str, verdict: str) -> None:
    found = client.post("/api/verify", json={"text": TEXT, "answer": answer}).json()
    assert found["verdict"] == verdict
    assert found["answer"] == "7"


def test_another_answer_differs_where_we_are_sure(client: TestClient) -> None:
    found = client.post("/api/verify", json={"text": TEXT, "answer": "17"}).json()
    assert found["verdict"] == ("differs" if found["confidence"] >= SURE_TO_DIFFER else "cannot_tell")
    assert found["given"] == "17"

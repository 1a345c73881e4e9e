"""The API lists the words that each decision rests on where it is asked to, and only there."""

from __future__ import annotations

import json

from fastapi.testclient import TestClient

from arithmetree.service.examples import OTHER_TEXT, TEXT
from arithmetree.solver import Solver


def test_words_are_listed_where_they_are_asked_for(client: TestClient, solver: Solver) -> None:
    plain = client.post("/api/solve", json={"text": TEXT}).json()
    asked = client.post("/api/solve", json={"text": TEXT, "why": True}).json()
    assert "clues" not in plain["steps"][0]["evidence"]
    assert "clues" in asked["steps"][0]["evidence"]
    assert asked == json.loads(json.dumps(solver.solve(TEXT).to_dict(why=True)))


def test_a_batch_lists_them_too(client: TestClient) -> None:
    for body in ({"texts": [TEXT, OTHER_TEXT]}, {"problems": [{"text": TEXT}, {"text": OTHER_TEXT}]}):
        results = client.post("/api/batch", json={**body, "why": True}).json()["results"]
        assert all("clues" in result["steps"][0]["evidence"] for result in results)


def test_anything_but_yes_or_no_is_refused(client: TestClient) -> None:
    response = client.post("/api/solve", json={"text": TEXT, "why": "yes"})
    assert response.status_code == 422
    assert "Why" in response.json()["message"]

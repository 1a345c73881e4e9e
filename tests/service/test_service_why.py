"""The API lists the words that each decision rests on where it is asked to, and only there."""

from __future__ import annotations

import json

from fastapi.testclient import TestClient

from arithmetree.service import Settings, create_app
from arithmetree.service.cost import Bounds, cost_of_problem
from arithmetree.service.examples import OTHER_TEXT, TEXT
from arithmetree.service.explained import in_pieces
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


def test_the_words_of_each_decision_are_a_piece_of_work_and_paid_for(solver: Solver) -> None:
    solved = len(list(in_pieces(TEXT, lambda _: b"refused", lambda _: b"", why=True)))
    assert solved == 1  # a problem that cannot be read has no decisions
    results = []
    costs = []
    for piece in in_pieces(TEXT, lambda one: one.solve(TEXT), lambda one: one.answer.encode(), why=True):
        solving = 0 if piece.problem is None else cost_of_problem(piece.problem, Bounds(24, 100))
        costs.append(piece.beside + piece.times * solving)
        results.append(piece.do(solver))
    assert results[-1] == b"7"
    assert set(results[:-1]) == {None}
    assert costs == [1, 20, 20, 0]  # the answer as a whole, and its only step


def test_who_asks_for_words_all_the_time_has_to_wait(solver: Solver) -> None:
    with TestClient(create_app(Settings(rate=0.5, rate_burst=30, timeout=60), solver=solver)) as client:
        assert client.post("/api/solve", json={"text": TEXT, "why": True}).status_code == 200
        assert client.post("/api/solve", json={"text": TEXT}).status_code == 429

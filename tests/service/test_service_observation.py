"""What the service reports about itself: the log and the metrics."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from arithmetree.service import Settings, create_app
from arithmetree.service.examples import TEXT
from arithmetree.service.logs import JsonLines
from arithmetree.solver import Solver


def _lines(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    formatter = JsonLines()
    ours = [record for record in caplog.records if record.name == "arithmetree.service"]
    return [json.loads(formatter.format(record)) for record in ours]


def _metrics(client: TestClient) -> dict[tuple[str, ...], float]:
    """The samples by name and values of the labels."""
    families = text_string_to_metric_families(client.get("/metrics").text)
    return {
        (sample.name, *(value for _, value in sorted(sample.labels.items()))): sample.value
        for family in families
        for sample in family.samples
    }


@pytest.fixture
def serving(solver: Solver, caplog: pytest.LogCaptureFixture) -> Any:
    caplog.set_level(logging.INFO, logger="arithmetree.service")

    def start(**settings: Any) -> TestClient:
        return TestClient(create_app(Settings(**settings), solver=solver))

    return start


def test_a_request_is_one_line_without_the_text(serving: Any, caplog: pytest.LogCaptureFixture) -> None:
    with serving() as client:
        response = client.post("/api/solve", json={"text": TEXT})
        client.get("/", params={"text": TEXT})
        client.get("/apples")
    lines = _lines(caplog)
    assert [(line["method"], line["route"], line["status"]) for line in lines] == [
        ("POST", "/api/solve", 200),
        ("GET", "/", 200),
        ("GET", "unmatched", 404),
    ]
    assert lines[0]["request_id"] == response.headers["x-request-id"]
    assert lines[0]["ms"] > 0
    assert "apples" not in json.dumps(lines)


def test_texts_are_logged_where_the_settings_say_so(serving: Any, caplog: pytest.LogCaptureFixture) -> None:
    with serving(log_texts=True) as client:
        client.post("/api/solve", json={"text": TEXT})
        client.post("/api/batch", json={"problems": [{"text": "one"}, {"id": 2}]})
        client.post("/api/check", json={"problem": TEXT, "answer": "7"})
        client.get("/", params={"text": "four dogs"})
    texts = [(line["texts"], line["query"]) for line in _lines(caplog)]
    assert texts == [
        ([TEXT], ""),
        (["one", None], ""),
        ([TEXT, "7"], ""),
        ([], "text=four dogs"),
    ]


def test_the_log_of_an_exception_has_its_place_but_not_its_message() -> None:
    try:
        raise ValueError("a secret")
    except ValueError:
        record = logging.getLogger("x").makeRecord(
            "x", logging.ERROR, "f", 1, "failure", (), __import__("sys").exc_info()
        )
    line = JsonLines().format(record)
    assert json.loads(line)["exception"] == "ValueError"
    assert "test_service_observation.py" in line
    assert "secret" not in line


@pytest.mark.parametrize(
    ("trusted", "given", "kept"),
    [(True, "abc-1", True), (True, "a b\n", False), (True, "x" * 65, False), (False, "abc-1", False)],
)
def test_the_request_id_is_taken_from_a_trusted_proxy_only(serving: Any, trusted: bool, given: str, kept: bool) -> None:
    with serving(trusted_proxy=trusted) as client:
        got = client.get("/healthz", headers={"x-request-id": given.strip()}).headers["x-request-id"]
    assert (got == given) is kept


def test_metrics_count_requests_problems_and_refusals(serving: Any) -> None:
    with serving(rate=0.1, rate_burst=9, max_text_length=300) as client:
        client.post("/api/solve", json={"text": TEXT})
        client.post("/api/solve", json={"text": "a" * 301})
        client.post("/api/batch", json={"texts": ["", None, TEXT]})
        client.post("/api/check", json={"problem": TEXT, "answer": "7"})
        client.get("/", params={"text": TEXT})
        client.post("/api/solve", json={"text": TEXT})
        assert client.post("/api/solve", json={"text": TEXT}).status_code == 429
        counted = _metrics(client)
    assert counted["arithmetree_problems_total", "none", "solved"] == 5
    assert counted["arithmetree_problems_total", "NO_QUESTION", "abstained"] == 1
    assert counted["arithmetree_problems_total", "none", "error"] == 1
    assert counted["arithmetree_refused_total", "size"] == 1
    assert counted["arithmetree_refused_total", "rate"] == 1
    assert counted["arithmetree_refused_total", "timeout"] == 0
    assert counted["arithmetree_requests_total", "POST", "/api/solve", "2xx"] == 2
    assert counted["arithmetree_requests_total", "POST", "/api/solve", "4xx"] == 2
    assert counted["arithmetree_request_seconds_count", "/api/solve"] == 4
    assert counted["arithmetree_requests_in_progress",] == 1  # the scrape itself


def test_labels_of_metrics_are_bounded(serving: Any) -> None:
    with serving(rate=0) as client:
        before = len(_metrics(client))
        for number in range(20):
            client.get(f"/nothing/{number}")
            client.request(f"ODD{number}", "/nothing")
            client.get(f"/static/{number}.css")
            client.get("/", params={"x": str(number)})
        after = len(_metrics(client))
        for number in range(20, 40):
            client.get(f"/nothing/{number}")
            client.request(f"ODD{number}", "/nothing")
            client.get(f"/static/{number}.css")
        assert len(_metrics(client)) == after > before

"""Hostile texts through every door: library, batch, command line, service and page."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from hostile_texts import ALL, HOSTILE, MARKED, MARKER
from typer.testing import CliRunner

from arithmetree import ArithmetreeError, Solver
from arithmetree.batch import run_batch
from arithmetree.cli import app
from arithmetree.refusals import Code
from arithmetree.service import Settings, create_app
from arithmetree.views.html import card

MOST_SECONDS = 10.0
"""Processor time for one text; those of the greatest length take about 3 s, those of everyday length 0.02 s."""

STATUSES = {"solved", "abstained", "error"}
BAD_LINES = (
    b"", b" ", b"{", b"}", b'{"text"', b'{"text": "x"', b'{"text": "\xff"}', b'{"text": 1e999}', b'{"text": NaN}',
    b"NaN", b"[]", b"null", b"12", b'"text"', b'{"text": null}', b'{"text": ["12"]}', b'{"Text": "12"}',
    b'{"text": "\\ud800"}', b"\x00\x01\x02", b"\xef\xbb\xbf{}", b"\x1f\x8b\x08\x00",
    b"PK\x03\x04", b"[" * 100_000,
    b'{"a":' * 50_000, b'{"text": "' + b"x" * 1_100_000 + b'"}', bytes(range(11, 256)), b'{"id": 1e400, "text": "12"}',
)  # fmt: skip


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load("linear")


@pytest.fixture(scope="module")
def client(solver: Solver) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(rate=0), solver=solver)) as running:
        yield running


def _sample(count: int) -> Sequence[str]:
    """Texts spread evenly over all kinds, the long ones left out."""
    texts = [text for text in ALL if len(text) <= 1_000]
    return texts[:: len(texts) // count][:count]


def test_there_are_at_least_500_of_them() -> None:
    assert len(ALL) + len(BAD_LINES) >= 500


@pytest.mark.parametrize("kind", HOSTILE)
def test_the_library_answers_abstains_or_says_what_is_wrong(solver: Solver, kind: str) -> None:
    reasons = {str(code) for code in Code} | {"TOO_LONG"}
    for text in HOSTILE[kind]:
        begin = time.process_time()
        try:
            solution = solver.solve(text)
        except ArithmetreeError as error:
            message = str(error)
        else:
            message = ""
            assert solution.status in ("solved", "abstained")
            assert (solution.reason is None) == (solution.status == "solved")
            assert solution.reason is None or solution.reason in reasons
            assert all(0 <= one["start"] <= one["end"] <= len(text) for one in solution.quantities)
            assert 0 <= solution.confidence <= 1
            json.dumps(solution.to_dict(), allow_nan=False)
        assert len(message) < 500, f"{text[:80]!r} has an error that is longer than anybody reads"
        assert time.process_time() - begin < MOST_SECONDS, f"{text[:80]!r} takes too long"


def test_a_batch_has_a_line_for_every_line(tmp_path: Path) -> None:
    texts = [text for text in ALL if len(text) <= 1_000]
    lines = [json.dumps({"id": number, "text": text}).encode() for number, text in enumerate(texts)]
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"\n".join([*lines, *BAD_LINES]))
    report = run_batch(source, target, workers=1)
    answers = [json.loads(line) for line in target.read_bytes().splitlines()]
    assert report.lines == len(answers) == len(lines) + len(BAD_LINES)
    assert [answer["id"] for answer in answers[: len(lines)]] == list(range(len(lines)))
    assert {answer["status"] for answer in answers} == STATUSES
    for line, answer in zip(BAD_LINES, answers[len(lines) :], strict=True):
        assert answer["status"] == "error", line[:80]
        assert answer["message"]


def test_the_command_line_prints_json_and_ends_as_promised() -> None:
    runner = CliRunner()
    for text in _sample(20):
        ran = runner.invoke(app, ["solve", "--json", "--model", "linear", "--", text])
        assert ran.exit_code in (0, 2), f"{text!r}: {ran.output} {ran.exception!r}"
        assert json.loads(ran.stdout)["status"] in STATUSES


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", bytes(range(256)), b"\x1f\x8b\x08\x00", b"x" * 1_000_000, b""])
def test_the_command_line_reads_any_bytes(content: bytes) -> None:
    ran = CliRunner().invoke(app, ["solve", "--json", "--model", "linear", "-"], input=content)
    assert ran.exit_code in (0, 2), f"{ran.output} {ran.exception!r}"
    assert json.loads(ran.stdout)["status"] in ("abstained", "error")


def test_the_service_answers_or_refuses(client: TestClient) -> None:
    for text in _sample(60):
        body = json.dumps({"text": text}).encode()  # escapes anything but valid Unicode
        response = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
        assert response.status_code in (200, 413, 422), text
        assert response.json()["status"] in STATUSES
    for line in BAD_LINES:
        response = client.post("/api/solve", content=line, headers={"content-type": "application/json"})
        assert 400 <= response.status_code < 500, line[:80]
        assert response.json()["status"] in STATUSES


def test_the_page_shows_markup_as_text(client: TestClient) -> None:
    for text in MARKED:
        response = client.get("/", params={"text": text})
        assert response.status_code == 200
        seen = _Seen(response.text)
        assert MARKER in seen.text, text
        assert MARKER not in seen.markup, text


def test_the_card_shows_markup_as_text(solver: Solver) -> None:
    shown = 0
    for text in MARKED:
        seen = _Seen(card(solver.solve(text)))
        assert MARKER not in seen.markup, text
        shown += MARKER in seen.text
    assert shown > len(MARKED) / 3  # tags of a pasted page are left out, the others are shown


class _Seen(HTMLParser):
    """What a browser takes for text in a page, and what for elements, scripts, styles or comments."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.text = ""
        self.markup = ""
        self._raw = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._raw = tag in ("script", "style")
        self.markup += f"<{tag} {' '.join(name for name, _ in attrs)}>"
        for name, value in attrs:
            if name in ("src", "style", "id") or name.startswith("on") or (value or "").startswith("javascript"):
                self.markup += value or ""

    def handle_endtag(self, tag: str) -> None:
        self._raw = False
        self.markup += f"</{tag}>"

    def handle_data(self, data: str) -> None:
        if self._raw:
            self.markup += data
        else:
            self.text += data

    def handle_comment(self, data: str) -> None:
        self.markup += data

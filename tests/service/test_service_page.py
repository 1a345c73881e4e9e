"""The examples on the page about the service are what the service answers."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

PAGE = Path(__file__).resolve().parents[2] / "docs" / "service.md"
CALL = r"```bash\ncurl http://127\.0\.0\.1:8000(\S+) -H 'content-type: application/json' \\\n  -d '(.+?)'\n```"
EXAMPLES = re.findall(CALL + r".*?```json\n(.+?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_the_page_has_examples_of_every_call() -> None:
    assert {path for path, _, _ in EXAMPLES} == {
        "/api/solve",
        "/api/batch",
        "/api/check",
        "/api/check/class",
        "/api/verify",
    }
    assert len(EXAMPLES) == 9


@pytest.mark.parametrize(("path", "body", "shown"), EXAMPLES)
def test_the_service_answers_what_the_page_shows(client: TestClient, path: str, body: str, shown: str) -> None:
    response = client.post(path, json=json.loads(body)).json()
    assert _part_of(response, json.loads(shown)) == json.loads(shown)


def _part_of(whole: Any, shown: Any) -> Any:
    """As much of a response as is shown of it."""
    if isinstance(whole, dict) and isinstance(shown, dict):
        return {name: _part_of(whole.get(name), part) for name, part in shown.items()}
    if isinstance(whole, list) and isinstance(shown, list) and len(whole) == len(shown):
        return [_part_of(one, part) for one, part in zip(whole, shown, strict=True)]
    return whole

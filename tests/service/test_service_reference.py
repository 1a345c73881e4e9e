"""The readable reference of the API: complete, and without anything from elsewhere."""

from __future__ import annotations

import re
from html import unescape

from fastapi.testclient import TestClient


def test_the_page_describes_every_operation_and_every_object(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    response = client.get("/docs")
    assert response.status_code == 200
    page = unescape(re.sub(r"</?code>", "`", response.text))
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            assert f"{method.upper()} {path}" in page
            assert operation["summary"] in page
    anchors = set(re.findall(r'id="([\w-]+)"', page))
    for name, schema in document["components"]["schemas"].items():
        if name.endswith("ValidationError"):
            continue
        assert name in anchors
        for field, facts in schema.get("properties", {}).items():
            assert f"`{field}`" in page
            assert facts.get("description", "") in page
    assert set(re.findall(r'href="#([\w-]+)"', page)) <= anchors


def test_the_page_shows_the_limits_in_force_and_an_example(client: TestClient) -> None:
    page = unescape(client.get("/docs").text)
    assert "string (at most 2000 characters)" in page
    assert "(at most 100)" in page
    assert '"problem": "Sam had 12 apples.' in page


def test_the_page_loads_nothing_from_elsewhere(client: TestClient) -> None:
    page = client.get("/docs").text
    assert not re.search(r'(?:src|href|action)="(?:\w+:)?//', page)
    assert "<script" not in page
    assert client.get("/").text.count('href="/docs"') == 1

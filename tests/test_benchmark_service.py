"""The load of the service's benchmarks goes to every route, the pages included."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, repeat
from types import ModuleType

import pytest

from arithmetree.service import create_app
from script_modules import script_modules


@pytest.fixture(scope="module")
def load() -> Iterator[ModuleType]:
    with script_modules("service", ["load"]) as modules:
        yield modules["load"]


def test_every_route_is_visited(load: ModuleType) -> None:
    known = next(one.kwargs["known"] for one in create_app().user_middleware if "known" in one.kwargs)
    visited = {request.route for request in islice(load.visits(repeat("Ann has 3 pens.")), 100)}
    assert visited == known | {"/openapi.json"}


def test_a_request_is_well_formed(load: ModuleType) -> None:
    for request in islice(load.visits(repeat("Ann: 3 £ & 4 “pens”?")), 100):
        head, _, body = request.content.partition(b"\r\n\r\n")
        lines = head.decode("ascii").split("\r\n")
        assert lines[0].endswith(" HTTP/1.1")
        assert lines[0].count(" ") == 2
        lengths = [int(line.partition(":")[2]) for line in lines if line.startswith("content-length")]
        assert lengths == ([len(body)] if lines[0].startswith("POST") else [])

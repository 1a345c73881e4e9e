"""Everything that is answered with an error: the refusals, and how an error looks to programs and to people."""

from __future__ import annotations

import math
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from fastapi.exceptions import HTTPException, RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.datastructures import Headers
from starlette.types import Scope

from arithmetree.web import error_page

RETRY_SOON = 1  # seconds


class Refusal(HTTPException):
    """A request that is not served; `cause` is its name in the metrics."""

    def __init__(self, cause: str, status: HTTPStatus, message: str, retry_after: float | None = None) -> None:
        headers = None if retry_after is None else {"Retry-After": str(max(1, math.ceil(retry_after)))}
        super().__init__(status, message, headers)
        self.cause = cause


class OverCapacity(Refusal):
    """All places at work and in the queue are taken."""

    def __init__(self) -> None:
        message = "The service is busy and its queue is full; try again in a moment."
        super().__init__("capacity", HTTPStatus.SERVICE_UNAVAILABLE, message, RETRY_SOON)


class NotReady(Refusal):
    """The model has not been loaded yet."""

    def __init__(self) -> None:
        message = "The model is still being loaded; try again in a moment."
        super().__init__("capacity", HTTPStatus.SERVICE_UNAVAILABLE, message, RETRY_SOON)


class OverRate(Refusal):
    """A client sends more than its share."""

    def __init__(self, wait: float) -> None:
        message = f"Too many problems from this address; try again in {max(1, math.ceil(wait))} s."
        super().__init__("rate", HTTPStatus.TOO_MANY_REQUESTS, message, wait)


class OutOfTime(Refusal):
    """A request took longer than the time it is given."""

    def __init__(self, seconds: float) -> None:
        message = f"The request took longer than {seconds:g} s and was given up; try again, or send shorter problems."
        super().__init__("timeout", HTTPStatus.SERVICE_UNAVAILABLE, message, RETRY_SOON)


class TooLarge(Refusal):
    """A body, a text or a batch above its limit."""

    def __init__(self, message: str) -> None:
        super().__init__("size", HTTPStatus.REQUEST_ENTITY_TOO_LARGE, message)


def failure(scope: Scope, status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """An error as a JSON object, or as a page where a browser asks for one."""
    if not scope["path"].startswith("/api/") and "text/html" in Headers(scope=scope).get("accept", ""):
        page = error_page(status, message, asked=_address(scope) if scope["method"] == "GET" else None)
        page.headers.update(headers or {})
        return page
    return JSONResponse({"status": "error", "message": message}, status, dict(headers or {}))


def _address(scope: Scope) -> str:
    """The address on this server that was asked for; "//elsewhere.org" would lead to another one."""
    query = scope.get("query_string", b"").decode("latin-1")
    return f"/{quote(scope['path'].lstrip('/'))}?{query}".removesuffix("?")


def described(error: RequestValidationError) -> str:
    """What is wrong with a request, in one line and without the user's text."""
    faults = "; ".join(_described(fault) for fault in error.errors())
    return f"{faults[0].upper()}{faults[1:]}. See /docs for what is accepted."


def _described(fault: Mapping[str, Any]) -> str:
    place = list(fault["loc"][1:])  # without "body"
    if len(place) > 1 and place[0] in ("texts", "problems"):
        del place[0]  # the kind of batch, which says nothing about the place
    where = ".".join(map(str, place)) or "the body"
    if fault["type"] == "json_invalid":
        return f"the body is not JSON ({fault['ctx']['error']})"
    if fault["type"] == "model_attributes_type" and not place:
        return "the body is not a JSON object; send one, with the header Content-Type: application/json"
    if fault["type"] == "missing":
        return f"{where} is missing"
    if fault["type"] == "extra_forbidden":
        return f"{where} is not accepted here"
    return f"{where}: {fault['msg']}"

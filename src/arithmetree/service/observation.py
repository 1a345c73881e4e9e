"""The outermost layer: request id, security headers, one line in the log and the metrics for every request."""

from __future__ import annotations

import re
import time
import uuid
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote_plus

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arithmetree.service.failures import failure
from arithmetree.service.logs import REQUESTS
from arithmetree.service.metrics import UNMATCHED, Metrics
from arithmetree.service.settings import Settings

TEXTS = "arithmetree.texts"
"""Where in the scope an endpoint leaves the texts of a request, for a log that may have them."""

SECURITY_HEADERS = {
    # No inline scripts or styles and nothing from elsewhere; blob: and data: are for copying the tree as an image.
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; "
    "img-src 'self' data: blob:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A permanent link holds the text of the problem, which is nobody else's business.
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Observation:
    """Watches every request from outside; an exception that nobody foresaw becomes a plain 500."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics, known: frozenset[str]) -> None:
        self.app = app
        self.known = known
        self.settings = settings
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begin = time.perf_counter()
        request_id = self._request_id(scope)
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = request_id
                headers.setdefault("Cache-Control", "no-store")
                for name, value in SECURITY_HEADERS.items():
                    headers[name] = value
            await send(message)

        self.metrics.request_begins()
        try:
            await self.app(scope, receive, send_with_headers)
        except Exception:
            REQUESTS.exception("failure", extra={"facts": {"request_id": request_id, "route": self._route(scope)}})
            if not status:
                sorry = f"Something went wrong inside; the log has it under the request id {request_id}."
                response = failure(scope, HTTPStatus.INTERNAL_SERVER_ERROR, sorry)
                await response(scope, receive, send_with_headers)
        finally:
            seconds = time.perf_counter() - begin
            self.metrics.request_ends(self._route(scope), scope["method"], status or 499, seconds)
            self._log(scope, request_id, status, seconds)

    def _route(self, scope: Scope) -> str:
        """The template of a request's route, so that labels stay few; a refused request has not reached its route."""
        reached = scope.get("route")
        if reached is None:
            return scope["path"] if scope["path"] in self.known else UNMATCHED
        return str(getattr(reached, "path", UNMATCHED))

    def _request_id(self, scope: Scope) -> str:
        """The proxy's id where there is a trusted one, else a new one."""
        if self.settings.trusted_proxy:
            given = Headers(scope=scope).get("x-request-id", "")
            if _REQUEST_ID.fullmatch(given):
                return given
        return uuid.uuid4().hex

    def _log(self, scope: Scope, request_id: str, status: int, seconds: float) -> None:
        facts: dict[str, Any] = {
            "request_id": request_id,
            "method": scope["method"],
            "route": self._route(scope),  # the template: the address itself may hold a text
            "status": status,
            "ms": round(seconds * 1000, 1),
        }
        if self.settings.log_texts:
            facts["query"] = unquote_plus(scope["query_string"].decode("latin-1"))
            facts["texts"] = scope.get(TEXTS, [])
        REQUESTS.info("request", extra={"facts": facts})

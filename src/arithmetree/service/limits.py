"""The limits that hold before an endpoint is reached: rate, capacity, size of the body, time."""

from __future__ import annotations

import asyncio

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from arithmetree.service.clients import client_of, serve_client
from arithmetree.service.failures import OutOfTime, OverCapacity, OverRate, Refusal, TooLarge, failure
from arithmetree.service.gate import Gate
from arithmetree.service.metrics import Metrics
from arithmetree.service.rate import RateLimit
from arithmetree.service.settings import Settings

FREE = ("/healthz", "/readyz", "/metrics", "/openapi.json", "/static/")
"""Addresses that cost no token: probes, and what a page consists of."""


class Limits:
    """Refuses as early, and so as cheaply, as it can; a service under ten times its load mostly refuses."""

    def __init__(self, app: ASGIApp, settings: Settings, gate: Gate, rate: RateLimit, metrics: Metrics) -> None:
        self.app = app
        self.settings = settings
        self.gate = gate
        self.rate = rate
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request within the limits."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def watched_send(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            self._check(scope)
            async with asyncio.timeout(self.settings.timeout) as time_limit:
                await self.app(scope, self._counted(receive), watched_send)
        except Refusal as refusal:
            await self._refuse(refusal, scope, receive, send)
        except TimeoutError:
            if not time_limit.expired():
                raise
            if not begun:
                await self._refuse(OutOfTime(self.settings.timeout), scope, receive, send)

    def _check(self, scope: Scope) -> None:
        path: str = scope["path"]
        if path.startswith(FREE):
            return
        client = client_of(scope, trusted_proxy=self.settings.trusted_proxy)
        serve_client(client)
        wait = self.rate.take(client)
        if wait:
            raise OverRate(wait)
        if path.startswith("/api/") and self.gate.full(client):
            raise OverCapacity
        length = Headers(scope=scope).get("content-length", "")
        if length.isdecimal() and int(length) > self.settings.max_body_bytes:
            raise self._too_large()

    def _counted(self, receive: Receive) -> Receive:
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self.settings.max_body_bytes:
                raise self._too_large()
            return message

        return counted

    def _too_large(self) -> TooLarge:
        return TooLarge(f"The body has more than {self.settings.max_body_bytes} bytes; send it in parts.")

    async def _refuse(self, refusal: Refusal, scope: Scope, receive: Receive, send: Send) -> None:
        self.metrics.refused(refusal.cause)
        response = failure(scope, refusal.status_code, refusal.detail, refusal.headers)
        await response(scope, receive, send)

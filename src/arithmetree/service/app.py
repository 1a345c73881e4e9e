"""The application: limits around the API, the probes and the pages, and a solver that lives as long as it does."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Route

from arithmetree._version import __version__
from arithmetree.errors import ArithmetreeError, TooLongError
from arithmetree.service.api import api_router
from arithmetree.service.cost import Bounds
from arithmetree.service.desk import Desk
from arithmetree.service.failures import Refusal, described, failure
from arithmetree.service.gate import Gate
from arithmetree.service.limits import Limits
from arithmetree.service.metrics import SHARED_FOLDER, Metrics, forget_dead_workers
from arithmetree.service.models import BATCH, TEXT
from arithmetree.service.observation import Observation
from arithmetree.service.probes import probes_router
from arithmetree.service.rate import RateLimit
from arithmetree.service.settings import Settings
from arithmetree.solver import Solver
from arithmetree.web import router as pages_router


def create_app(settings: Settings | None = None, *, solver: Solver | None = None) -> FastAPI:
    """The service as an ASGI application; it loads the model of the settings when it starts, unless given a solver."""
    settings = settings or Settings()
    metrics = Metrics()
    gate = Gate(concurrent=settings.concurrent, waiting=settings.waiting)
    rate = RateLimit(
        rate=settings.rate, burst=settings.rate_burst, clients=settings.rate_clients, file=_shared_file("client-rates")
    )
    desk = Desk(gate, rate, metrics, Bounds(settings.max_numbers, settings.max_batch_size))

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        forget_dead_workers()
        desk.open(solver or Solver.load(settings.model))
        yield
        desk.close()

    app = _Documented(
        title="arithmetree",
        version=__version__,
        summary="Arithmetic word problems in, exact expression trees with reasons out.",
        lifespan=lifespan,
        docs_url=None,  # their pages load scripts from elsewhere
        redoc_url=None,
    )
    app.settings = settings
    routers = (
        api_router(settings, desk, metrics),
        probes_router(desk, metrics),
        pages_router(
            desk,
            longest_text=settings.max_text_length,
            longest_sheet=max(settings.max_text_length, settings.max_sheet_length),
            most_characters=settings.max_batch_characters,
            openapi=lambda: app.openapi(),
        ),
    )
    for router in routers:
        app.include_router(router)
    known = frozenset(route.path for router in routers for route in router.routes if isinstance(route, Route))
    _report_errors(app, metrics)
    app.add_middleware(Limits, settings=settings, gate=gate, rate=rate, metrics=metrics)
    app.add_middleware(Observation, settings=settings, metrics=metrics, known=known)
    return app


def _shared_file(name: str) -> Path | None:
    """A file in the folder that the workers share, if there are several."""
    folder = os.environ.get(SHARED_FOLDER)
    return None if folder is None else Path(folder) / name


def app_from_environment() -> FastAPI:
    """The application of a worker process, which gets its settings from `arithmetree serve` by the environment."""
    return create_app(Settings.from_environment(os.environ))


class _Documented(FastAPI):
    """An application whose OpenAPI document has the limits that it was started with."""

    settings: Settings

    def openapi(self) -> dict[str, Any]:
        """The OpenAPI document."""
        if self.openapi_schema is None:
            self.openapi_schema = super().openapi()
            self._write_limits(self.openapi_schema)
        return self.openapi_schema

    def _write_limits(self, schema: Any) -> None:
        if isinstance(schema, list):
            for part in schema:
                self._write_limits(part)
        elif isinstance(schema, dict):
            if schema.pop(TEXT, False):
                schema["maxLength"] = self.settings.max_text_length
            if schema.pop(BATCH, False):
                schema["maxItems"] = self.settings.max_batch_size
            for part in schema.values():
                self._write_limits(part)


_PLAIN: dict[int, str] = {
    HTTPStatus.NOT_FOUND: "There is nothing at this address; /docs lists what there is.",
    HTTPStatus.METHOD_NOT_ALLOWED: "{method} is not accepted here; /docs says what is.",
}
"""Better words for what the framework says in two."""


def _report_errors(app: FastAPI, metrics: Metrics) -> None:
    @app.exception_handler(HTTPException)
    async def refused(request: Request, error: HTTPException) -> Response:
        if isinstance(error, Refusal):
            metrics.refused(error.cause)
        message = _PLAIN.get(error.status_code, "{detail}").format(method=request.method, detail=error.detail)
        return failure(request.scope, error.status_code, message, error.headers)

    @app.exception_handler(RequestValidationError)
    async def not_accepted(request: Request, error: RequestValidationError) -> Response:
        return failure(request.scope, HTTPStatus.UNPROCESSABLE_ENTITY, described(error))

    @app.exception_handler(ArithmetreeError)
    async def unusable(request: Request, error: ArithmetreeError) -> Response:
        metrics.problem("error")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if isinstance(error, TooLongError):
            metrics.refused("size")
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return failure(request.scope, status, str(error))

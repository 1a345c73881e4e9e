"""What machines ask about the service: is it alive, is it ready, what has it counted."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

from arithmetree._version import __version__
from arithmetree.service.desk import Desk
from arithmetree.service.failures import NotReady
from arithmetree.service.metrics import Metrics
from arithmetree.service.models import ErrorBody, Health, Readiness


def probes_router(desk: Desk, metrics: Metrics) -> APIRouter:
    """Liveness, readiness and metrics."""
    router = APIRouter(tags=["operation"])

    @router.get("/healthz", summary="Is the process alive?")
    async def healthz() -> Health:
        """Answers as long as the event loop runs."""
        return Health(status="alive")

    @router.get(
        "/readyz",
        summary="Is the model loaded?",
        responses={503: {"model": ErrorBody, "description": "The model is not loaded yet."}},
    )
    async def readyz() -> Readiness:
        """Answers 200 once requests can be served."""
        if not desk.ready:
            raise NotReady
        return Readiness(status="ready", version=__version__)

    @router.get(
        "/metrics",
        summary="Prometheus metrics",
        response_class=Response,
        responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
    )
    async def prometheus() -> Response:
        """The counts of all workers together."""
        return Response(metrics.text(), media_type=CONTENT_TYPE_LATEST)

    return router

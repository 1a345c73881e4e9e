"""Running the service: one process, or a parent with several workers."""

from __future__ import annotations

import os
import signal
import socket
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import uvicorn

from arithmetree.errors import ArithmetreeError
from arithmetree.service.app import create_app
from arithmetree.service.logs import LOGGING
from arithmetree.service.metrics import SHARED_FOLDER
from arithmetree.service.settings import Settings
from arithmetree.solver import Solver

GRACE = 5
"""Seconds beyond the time-out of a request after which a shutdown no longer waits."""

SLOW_START = 60
"""Seconds that a worker may be silent, as it is while it loads on a busy machine, before it is replaced."""


def serve(settings: Settings) -> None:
    """Serve until stopped (SIGTERM, Ctrl-C); requests that have begun are finished first.

    An address that is taken raises ArithmetreeError, and a model that cannot be loaded ModelError, before anything is
    started; a worker that failed on them would be started again and again.
    """
    _check_address(settings.host, settings.port)
    solver = Solver.load(settings.model)
    signal.signal(signal.SIGTERM, _end)  # uvicorn raises the signal again when all is finished
    if settings.workers == 1:
        uvicorn.run(create_app(settings, solver=solver), **_options(settings))
        return
    del solver
    with TemporaryDirectory(prefix="arithmetree-metrics-") as folder:
        os.environ.update(settings.to_environment() | {SHARED_FOLDER: folder})
        factory = "arithmetree.service.app:app_from_environment"
        uvicorn.run(factory, factory=True, workers=settings.workers, **_options(settings))


def _check_address(host: str, port: int) -> None:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ArithmetreeError(f"Cannot listen on {host}, port {port} ({reason}); choose another --port.") from None


def _end(*_: object) -> NoReturn:
    raise SystemExit(0)


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "host": settings.host,
        "port": settings.port,
        "log_config": LOGGING,
        "access_log": False,
        "server_header": False,
        "proxy_headers": False,  # clients.py reads them, and only if the proxy is trusted
        "ws": "none",
        "timeout_graceful_shutdown": int(settings.timeout) + GRACE,
        "timeout_worker_healthcheck": SLOW_START,
    }

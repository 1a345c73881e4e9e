"""Prometheus metrics with bounded labels, right for one process and for several.

With several workers each scrape adds up what all of them have counted (prometheus_client's multiprocess mode: the
workers share files in the folder PROMETHEUS_MULTIPROC_DIR, which `arithmetree serve` makes and removes), so it does
not matter which worker answers it.
"""

from __future__ import annotations

import os
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from arithmetree._version import __version__
from arithmetree.refusals import Code

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
UNMATCHED = "unmatched"
OTHER = "OTHER"
NONE = "none"
CAUSES = ("capacity", "rate", "size", "timeout")
SECONDS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)

METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
REASONS = frozenset(Code) | {"TOO_LONG"}
"""The reasons that get their own label; any other is counted as OTHER."""

disable_created_metrics()  # type: ignore[no-untyped-call]  # a time for every series would double their number


class Metrics:
    """What one process counts; `text()` is what all processes have counted."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "arithmetree_requests",
            "Requests by route template, method and class of status.",
            ("route", "method", "status"),
            registry=self._registry,
        )
        self._request_seconds = Histogram(
            "arithmetree_request_seconds",
            "Time from the first byte of a request to the end of its response.",
            ("route",),
            buckets=SECONDS,
            registry=self._registry,
        )
        self._problems = Counter(
            "arithmetree_problems",
            "Problems by status, and by the reason where they were not solved.",
            ("status", "reason"),
            registry=self._registry,
        )
        self._refused = Counter(
            "arithmetree_refused",
            "Requests refused for their size, for the client's rate, for lack of capacity or of time.",
            ("cause",),
            registry=self._registry,
        )
        for cause in CAUSES:
            self._refused.labels(cause)  # there from the start, at 0
        self._in_progress = Gauge(
            "arithmetree_requests_in_progress",
            "Requests being served at this moment.",
            registry=self._registry,
            multiprocess_mode="livesum",
        )
        Gauge(
            "arithmetree_info",
            "Always 1; the version is in the label.",
            ("version",),
            registry=self._registry,
            multiprocess_mode="max",
        ).labels(__version__).set(1)

    def request_begins(self) -> None:
        """Count a request as being served."""
        self._in_progress.inc()

    def request_ends(self, route: str, method: str, status: int, seconds: float) -> None:
        """Count a request that was served or refused."""
        self._in_progress.dec()
        self._requests.labels(route, method if method in METHODS else OTHER, f"{status // 100}xx").inc()
        self._request_seconds.labels(route).observe(seconds)

    def refused(self, cause: str) -> None:
        """Count a refusal; the causes are those of `failures`."""
        self._refused.labels(cause).inc()

    def problem(self, status: str, reason: str | None = None) -> None:
        """Count a problem that was solved, abstained from, or an error."""
        self._problems.labels(status, NONE if reason is None else reason if reason in REASONS else OTHER).inc()

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        if SHARED_FOLDER not in os.environ:
            return generate_latest(self._registry)
        together = CollectorRegistry()
        MultiProcessCollector(together)  # type: ignore[no-untyped-call]
        return generate_latest(together)


def forget_dead_workers() -> None:
    """Drop what dead workers had in progress; their counts stay.

    Called when a worker starts, which is also what happens after one has died and is replaced.
    """
    folder = os.environ.get(SHARED_FOLDER)
    if folder is None:
        return
    for file in Path(folder).glob("gauge_live*_*.db"):
        process = int(file.stem.rpartition("_")[2])
        if not _alive(process):
            mark_process_dead(process, folder)  # type: ignore[no-untyped-call]


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True

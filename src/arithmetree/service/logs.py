"""The log: one JSON object per line, without the users' texts."""

from __future__ import annotations

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any

REQUESTS = logging.getLogger("arithmetree.service")


class JsonLines(logging.Formatter):
    """Writes time, level and event, and whatever was given as `extra={"facts": {...}}`."""

    def format(self, record: logging.LogRecord) -> str:
        """One line. Of an exception it keeps its kind and where it came from; its message may quote a text."""
        entry: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": record.getMessage(),
        }
        entry |= getattr(record, "facts", {})
        if record.exc_info and record.exc_info[0] is not None:
            kind, _, trace = record.exc_info
            entry["exception"] = kind.__name__
            entry["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(trace)]
        return json.dumps(entry)


LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"lines": {"()": "arithmetree.service.logs.JsonLines"}},
    "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
    "loggers": {
        name: {"handlers": ["lines"], "level": "INFO", "propagate": False}
        for name in ("arithmetree.service", "uvicorn")
    },
}
"""For uvicorn, whose own messages become lines of the same kind; its access log is not used, ours says more."""

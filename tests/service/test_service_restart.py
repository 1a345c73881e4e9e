"""A restart by SIGHUP: every worker is replaced by one that is ready, and no request is lost meanwhile."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import httpx2

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
PATIENCE = 120  # seconds, for a machine that is busy with other tests


def test_all_workers_are_replaced_without_a_failed_request(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = tmp_path / "log.jsonl"
    options = ["--port", str(port), "--workers", "2", "--rate", "0", "--model", "linear", "--timeout", "60"]
    command = [sys.executable, "-c", "from arithmetree.cli import main; main()", "serve", *options]
    with log.open("w", encoding="utf-8") as lines:
        service = subprocess.Popen(command, stderr=lines, env=os.environ | {"OMP_NUM_THREADS": "1"})

    def events(pattern: str) -> int:
        return len(re.findall(pattern, log.read_text(encoding="utf-8")))

    def wait_for(pattern: str, count: int) -> None:
        deadline = time.monotonic() + PATIENCE
        while events(pattern) < count:
            assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
            time.sleep(0.1)

    try:
        wait_for("Application startup complete", 2)
        service.send_signal(signal.SIGHUP)
        deadline, answers = time.monotonic() + PATIENCE, 0
        while events("Finished server process") < 2:  # both old workers, and requests go on until then
            assert time.monotonic() < deadline, log.read_text(encoding="utf-8")
            response = httpx2.post(f"http://127.0.0.1:{port}/api/solve", json={"text": TEXT}, timeout=60)
            assert response.status_code == 200
            answers += 1
        assert answers > 0
        assert events("Application startup complete") == 4
    finally:
        service.terminate()
        assert service.wait(timeout=60) == 0

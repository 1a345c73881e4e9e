"""The container file and the systemd unit, as far as they can be tried without a container and without root."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arithmetree.service import Settings

ROOT = Path(__file__).resolve().parents[1]
UNIT = (ROOT / "deploy" / "arithmetree.service").read_text(encoding="utf-8")
CONTAINER = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8").replace("\\\n", " ")
PROGRAM = "/opt/arithmetree/bin/arithmetree"
MOST_EXPOSED = 2.0
"""systemd's own rating of what a service may do, from 0 (nothing) to 10."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")


def _last_stage() -> str:
    return CONTAINER.rpartition("\nFROM ")[2]


def _environment(text: str) -> dict[str, str]:
    return dict(re.findall(r"\b([A-Z_]+)=(\S+)", text))


@needs_systemd
def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "arithmetree.service"
    unit.write_text(UNIT.replace(PROGRAM, "/bin/true"), encoding="utf-8")
    ran = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (ran.returncode, [line for line in ran.stderr.splitlines() if unit.name in line]) == (0, [])


@needs_systemd
def test_systemd_finds_the_unit_well_shut_off(tmp_path: Path) -> None:
    unit = tmp_path / "arithmetree.service"
    unit.write_text(UNIT, encoding="utf-8")
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", unit]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    rated = re.search(r"Overall exposure level for .*: ([\d.]+)", ran.stdout)
    assert rated is not None, ran.stdout + ran.stderr
    assert float(rated[1]) <= MOST_EXPOSED


def test_the_unit_gives_requests_more_time_to_finish_than_they_have() -> None:
    stop = re.search(r"TimeoutStopSec=(\d+)", UNIT)
    assert stop is not None
    assert int(stop[1]) > Settings().timeout + 5


def test_what_the_container_copies_is_there() -> None:
    copied = [
        line.split()[1:-1] for line in CONTAINER.splitlines() if line.startswith("COPY ") and "--from" not in line
    ]
    assert copied
    assert all((ROOT / name).exists() for names in copied for name in names)


@pytest.mark.parametrize("text", [_last_stage(), UNIT], ids=["container", "unit"])
def test_the_program_starts_with_these_settings_is_healthy_and_ends_with_sigterm(text: str) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    if text is UNIT:
        started = re.search(rf"ExecStart={PROGRAM} (.*)", UNIT)
        assert started is not None
        arguments = started[1].split()
        environment = _environment("".join(re.findall(r"^Environment=(.*)$", UNIT, re.MULTILINE)))
    else:
        entry = re.search(r"^ENTRYPOINT (.*)$", text, re.MULTILINE)
        assert entry is not None
        program, *arguments = json.loads(entry[1])
        assert program == PROGRAM
        environment = _environment("".join(re.findall(r"^ENV (.*)$", text, re.MULTILINE)))
    environment |= {"ARITHMETREE_PORT": str(port), "ARITHMETREE_HOST": "127.0.0.1"}
    code = "import sys; from arithmetree.cli import main; sys.argv[0] = 'arithmetree'; main()"
    service = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], env=os.environ | environment, stderr=subprocess.DEVNULL
    )
    try:
        check = re.search(r"^HEALTHCHECK .*CMD (.*)$", CONTAINER, re.MULTILINE)
        assert check is not None
        command = [sys.executable, *json.loads(check[1].replace(":8000/", f":{port}/"))[1:]]
        deadline = time.monotonic() + 60
        while subprocess.run(command, capture_output=True, check=False).returncode != 0:
            assert service.poll() is None, "the service has stopped while starting"
            assert time.monotonic() < deadline, "the service is not healthy after 60 s"
            time.sleep(0.2)
        service.terminate()
        assert service.wait(timeout=20) == 0
    finally:
        service.kill()

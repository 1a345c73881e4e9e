"""The machine gives out, no room on the disk or no memory: one plain line, exit status 1, nothing half-written."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arithmetree.atomic_files import write_atomically
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.training.parse_cache import CACHE_VARIABLE, read_cached

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
COMMAND = [sys.executable, "-c", "from arithmetree.cli import main; main()"]


def run(*arguments: str, limit: Callable[[], None] | None = None, out: int | None = None) -> tuple[int, bytes, str]:
    """Status, output and errors of a command within a limit."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        stdout=subprocess.PIPE if out is None else out,
        stderr=subprocess.PIPE,
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        preexec_fn=limit,
        check=False,
    )
    return done.returncode, done.stdout or b"", done.stderr.decode()


def small_files() -> None:
    """What a full disk does, for any file: nothing over 100 bytes can be written."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def test_a_sheet_without_room_leaves_the_old_one(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.html"
    sheet.write_text("the old one")
    status, _, message = run("worksheet", "--count", "3", "--out", str(sheet), limit=small_files)
    assert status == 1
    assert message.startswith(f"arithmetree: Cannot write {sheet} (File too large); make room")
    assert sheet.read_text() == "the old one"
    assert list(tmp_path.iterdir()) == [sheet]


def test_standard_output_without_room_is_reported() -> None:
    with Path("/dev/full").open("wb") as full:
        status, _, message = run("generate", "--count", "2", out=full.fileno())
    assert status == 1
    assert message == "arithmetree: Cannot use standard output (No space left on device); make room for it.\n"


def test_too_little_memory_is_reported() -> None:
    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (40 << 20, 40 << 20))

    status, output, message = run("solve", TEXT, "--json", limit=limit)
    assert status == 1
    assert message == ""
    assert "not enough memory" in json.loads(output)["message"]


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    write_atomically(file, b"one")
    write_atomically(file, b"two")
    assert file.read_bytes() == b"two"
    (tmp_path / "link.html").symlink_to(file)
    write_atomically(tmp_path / "link.html", b"three")
    assert file.read_bytes() == b"three"
    assert len(list(tmp_path.iterdir())) == 2


def test_another_place_is_asked_for_where_that_would_help(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="give a file in a folder that exists"):
        write_atomically(tmp_path / "nowhere" / "page.html", b"page")
    with pytest.raises(ArithmetreeError, match="make room") as raised:
        write_atomically(Path("/dev/full"), b"page")
    assert not isinstance(raised.value, DataError)


def test_a_cache_of_parses_that_cannot_be_written_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "file" / "cache"))
    with pytest.raises(DataError, match=f"set {CACHE_VARIABLE} to a folder"):
        list(read_cached([TEXT]))

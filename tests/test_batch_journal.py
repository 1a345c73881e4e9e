"""What is done is kept: a part goes on where it was cut, and never from other input."""

import errno
import fcntl
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from arithmetree.batch.job import Job
from arithmetree.batch.journal import Journal, Origin, side_files
from arithmetree.batch.lines import Survey
from arithmetree.errors import ArithmetreeError, DataError

ORIGIN = Origin(Survey(lines=4, size=40, sha256="5" * 64), Job(None, None, "f" * 64))
LINES = [b'{"status": "solved", "id": 1}\n', b'{"status": "error", "id": "solved"}\n', b'{"status": "abstained"}\n']
WHOLE = b"".join(LINES)


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.jsonl"


def _half_done(target: Path) -> Path:
    with Journal(target, ORIGIN) as journal:
        journal.append(LINES)
    return side_files(target)[0]


def test_a_part_goes_on_where_it_stopped_and_becomes_the_output_whole(target: Path) -> None:
    target.write_text("older output")
    part = _half_done(target)
    with Journal(target, ORIGIN) as journal:
        assert journal.counts == {"solved": 1, "abstained": 1, "error": 1}
        assert target.read_text() == "older output"
        journal.append([LINES[0]])
        assert journal.done == 4
        journal.finish()
    assert target.read_bytes() == WHOLE + LINES[0]
    assert os.listdir(target.parent) == ["out.jsonl"]
    assert not part.exists()


@pytest.mark.parametrize("cut", range(len(WHOLE) + 1))
def test_a_torn_last_line_is_dropped(target: Path, cut: int) -> None:
    part = _half_done(target)
    os.truncate(part, cut)
    with Journal(target, ORIGIN) as journal:
        whole = WHOLE[:cut].count(b"\n")
        assert journal.done == whole
        journal.append(LINES[whole:])
    assert part.read_bytes() == WHOLE


def test_blocks_that_never_reached_the_disk_are_dropped(target: Path) -> None:
    part = _half_done(target)
    part.write_bytes(LINES[0] + b"\0" * 100 + b"\n" + LINES[2])
    with Journal(target, ORIGIN) as journal:
        assert journal.done == 1
    assert part.read_bytes() == LINES[0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (replace(ORIGIN, survey=replace(ORIGIN.survey, sha256="6" * 64)), "another input"),
        (replace(ORIGIN, job=replace(ORIGIN.job, fingerprint="e" * 64)), "another model or version"),
        (replace(ORIGIN, job=replace(ORIGIN.job, precision=0.9)), r"another precision \(None, now 0.9\)"),
    ],
)
def test_a_part_of_something_else_is_refused_and_kept(target: Path, changed: Origin, message: str) -> None:
    part = _half_done(target)
    with pytest.raises(DataError, match=f"{message}.*--restart"):
        Journal(target, changed)
    assert part.read_bytes() == WHOLE
    with Journal(target, changed, restart=True) as journal:
        assert journal.done == 0
    with Journal(target, changed) as journal:
        journal.append(LINES)
    with pytest.raises(DataError, match=message.partition(r" \(")[0]):
        Journal(target, ORIGIN)


def test_where_the_model_lies_does_not_matter(target: Path) -> None:
    _half_done(target)
    with Journal(target, replace(ORIGIN, job=replace(ORIGIN.job, model="/elsewhere"))) as journal:
        assert journal.done == 3


@pytest.mark.parametrize("record", [None, b"{", b"[]", b'{"format": "other"}'])
def test_a_part_of_unknown_origin_is_refused(target: Path, record: bytes | None) -> None:
    part = _half_done(target)
    if record is None:
        side_files(target)[1].unlink()
    else:
        side_files(target)[1].write_bytes(record)
    with pytest.raises(DataError, match="--restart"):
        Journal(target, ORIGIN)
    assert part.read_bytes() == WHOLE


def test_a_part_with_too_many_lines_is_refused(target: Path) -> None:
    with Journal(target, ORIGIN) as journal:
        journal.append([*LINES, *LINES])
    with pytest.raises(DataError, match="more lines than the input"):
        Journal(target, ORIGIN)


def test_an_empty_part_is_begun_whatever_it_was_meant_for(target: Path) -> None:
    Journal(target, ORIGIN).__exit__(None, None, None)
    with Journal(target, replace(ORIGIN, job=replace(ORIGIN.job, precision=0.5))) as journal:
        assert journal.done == 0


def test_a_second_run_on_the_same_output_is_kept_out(target: Path) -> None:
    with Journal(target, ORIGIN) as journal:
        with pytest.raises(DataError, match="Another run is writing"):
            Journal(target, ORIGIN)
        with pytest.raises(DataError, match="Another run is writing"):
            Journal(target, ORIGIN, restart=True)
        journal.append(LINES)
    with Journal(target, ORIGIN) as journal:
        assert journal.done == 3


def test_a_folder_that_cannot_be_written_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"Cannot write .*what is done is kept"):
        Journal(tmp_path / "none" / "out.jsonl", ORIGIN)


def _disk(monkeypatch: pytest.MonkeyPatch, *watched: Path) -> list[str]:
    """What becomes of some files, in order: forced to disk, or put in the place of another."""
    seen: list[str] = []
    force, put = os.fsync, os.replace

    def forced(handle: int) -> None:
        force(handle)
        there = [path for path in watched if path.exists() and os.path.samestat(os.fstat(handle), path.stat())]
        seen.extend(f"{path.name} forced" for path in there)

    def replaced(one: Path, other: Path) -> None:
        put(one, other)
        seen.append(f"{other.name} in place")

    monkeypatch.setattr(os, "fsync", forced)
    monkeypatch.setattr(os, "replace", replaced)
    return seen


def test_what_is_written_is_forced_to_disk_before_it_counts(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    part, record = side_files(target)
    new = record.with_name(f"{record.name}.new")
    seen = _disk(monkeypatch, part, new, target.parent)
    folder = f"{target.parent.name} forced"
    with Journal(target, ORIGIN) as journal:
        assert seen == [f"{new.name} forced", f"{record.name} in place", folder]
        seen.clear()
        journal.append(LINES)
        assert seen == [f"{part.name} forced"]
        seen.clear()
        journal.finish()
        assert seen == [f"{target.name} in place", folder]


def test_a_line_that_is_written_piece_by_piece_is_whole(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, bytes(data[:7])))
    assert _half_done(target).read_bytes() == WHOLE


@pytest.mark.parametrize("name", ["write", "fsync"])
def test_a_full_disk_is_reported_and_what_it_did_not_take_is_not_counted(
    name: str, target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal(target, ORIGIN) as journal:
        journal.append(LINES[:1])
        monkeypatch.setattr(os, name, _fails(errno.ENOSPC))
        with pytest.raises(ArithmetreeError, match=r"Cannot write .*part \(No space left on device\); make room"):
            journal.append(LINES[1:])
        assert journal.done == 1


def test_an_output_that_cannot_be_put_in_its_place_is_reported(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(target, ORIGIN) as journal:
        journal.append(LINES)
        monkeypatch.setattr(os, "replace", _fails(errno.EACCES))
        with pytest.raises(DataError, match=r"Cannot write .*out\.jsonl \(Permission denied\)"):
            journal.finish()
    assert side_files(target)[0].read_bytes() == WHOLE


def test_a_record_that_cannot_be_written_is_reported(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "replace", _fails(errno.EROFS))
    with pytest.raises(DataError, match=r"Cannot write .*out\.jsonl\.part\.json \(Read-only file system\)"):
        Journal(target, ORIGIN)


def test_a_file_system_without_locks_is_reported(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "flock", _fails(errno.ENOLCK))
    with pytest.raises(DataError, match=r"Cannot write .*part \(No locks available\)"):
        Journal(target, ORIGIN)


def test_a_part_that_another_run_made_the_output_meanwhile_is_left_alone(
    target: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = _half_done(target)
    lock = fcntl.flock

    def finished(handle: int, how: int) -> None:
        lock(handle, how)
        part.replace(target)

    with monkeypatch.context() as patch:
        patch.setattr(fcntl, "flock", finished)
        with pytest.raises(DataError, match="Another run is writing"):
            Journal(target, ORIGIN)

    def begun_again(handle: int, how: int) -> None:
        lock(handle, how)
        part.unlink()
        part.write_bytes(b"of the other run")

    monkeypatch.setattr(fcntl, "flock", begun_again)
    with pytest.raises(DataError, match="Another run is writing"):
        Journal(target, ORIGIN)
    assert part.read_bytes() == b"of the other run"


def test_a_journal_that_was_refused_holds_no_lock(target: Path) -> None:
    _half_done(target)
    with pytest.raises(DataError):
        Journal(target, replace(ORIGIN, survey=replace(ORIGIN.survey, lines=9)))
    with Journal(target, ORIGIN) as journal:
        assert journal.done == 3


def test_the_output_may_be_read_by_whom_the_user_lets_read_files(target: Path) -> None:
    before = os.umask(0o027)
    try:
        part = _half_done(target)
        assert part.stat().st_mode & 0o777 == 0o640
    finally:
        os.umask(before)


def _fails(number: int) -> Callable[..., None]:
    def fails(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    return fails

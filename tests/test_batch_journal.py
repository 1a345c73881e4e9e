"""What is done is kept: a part goes on where it was cut, and never from other input."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from arithmetree.batch.job import Job
from arithmetree.batch.journal import Journal, Origin, side_files
from arithmetree.batch.lines import Survey
from arithmetree.errors import DataError

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

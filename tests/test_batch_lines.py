"""The input of a batch: lines, whatever they are, in chunks of bounded size."""

import hashlib
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.batch.lines import LINES_PER_CHUNK, LONGEST_LINE, Chunk, read_chunks, stamp, survey
from arithmetree.errors import DataError


def _lines(path: Path, done: int = 0) -> list[bytes]:
    return [line for chunk in read_chunks(path, done=done) for line in chunk.lines]


@given(
    content=st.lists(st.sampled_from([b"", b"a", b"\r", b"\n", b"\n\n", b"\x00\xff", b"\xe2\x80\xa8"])).map(b"".join)
)
def test_only_newlines_end_lines(content: bytes, tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("lines") / "in.jsonl"
    path.write_bytes(content)
    expected = content.split(b"\n")
    if expected[-1] == b"":
        expected.pop()
    assert _lines(path) == expected
    assert survey(path).lines == len(expected)


def test_chunks_are_numbered_from_one_and_go_on_after_what_is_done(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"".join(b"%d\n" % number for number in range(1, 3 * LINES_PER_CHUNK)))
    for done in (0, 1, LINES_PER_CHUNK, 3 * LINES_PER_CHUNK - 1):
        numbered = [
            (number, line)
            for chunk in read_chunks(path, done=done)
            for number, line in enumerate(chunk.lines, chunk.first)
        ]
        assert numbered == [(number, b"%d" % number) for number in range(done + 1, 3 * LINES_PER_CHUNK)]
        sizes = [len(chunk.lines) for chunk in read_chunks(path, done=done)]
        assert all(size == LINES_PER_CHUNK for size in sizes[:-1])
        assert all(size <= LINES_PER_CHUNK for size in sizes)


def test_lines_share_a_chunk_until_they_are_too_many_bytes(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    half = LONGEST_LINE // 2
    path.write_bytes(b"\n".join([b"a" * half, b"b" * half, b"c", b"d", b"e" * LONGEST_LINE, b"f"]))
    assert [len(chunk.lines) for chunk in read_chunks(path, done=0)] == [3, 2, 1]


def test_a_line_that_is_too_long_is_cut_and_the_next_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"x" * LONGEST_LINE + b"\n" + b"y" * (4 * LONGEST_LINE) + b"\nshort\n" + b"z" * (LONGEST_LINE + 7))
    assert [len(line) for line in _lines(path)] == [LONGEST_LINE, LONGEST_LINE + 1, 5, LONGEST_LINE + 1]
    assert survey(path).lines == 4
    assert max(sum(map(len, chunk.lines)) for chunk in read_chunks(path, done=0)) <= 2 * (LONGEST_LINE + 1)


def test_the_survey_identifies_the_contents(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"one\ntwo")
    found = survey(path)
    assert (found.lines, found.size, found.sha256) == (2, 7, hashlib.sha256(b"one\ntwo").hexdigest())


def test_what_cannot_be_read_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"Cannot read .*no\.jsonl \(No such file or directory\)"):
        survey(tmp_path / "no.jsonl")
    with pytest.raises(DataError, match="not a regular file"):
        survey(tmp_path)
    with pytest.raises(DataError, match=r"Cannot read .*no\.jsonl"):
        stamp(tmp_path / "no.jsonl")
    with pytest.raises(DataError, match=r"Cannot read .*no\.jsonl"):
        next(read_chunks(tmp_path / "no.jsonl", done=0))


def test_a_file_that_somebody_writes_to_has_another_stamp(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"one")
    os.utime(path, ns=(5, 5))
    before = stamp(path)
    assert stamp(path) == before
    os.utime(path, ns=(5, 6))
    assert stamp(path) != before
    os.utime(path, ns=(5, 5))
    path.write_bytes(b"more")
    os.utime(path, ns=(5, 5))
    assert stamp(path) != before


def test_an_empty_file_has_no_lines_and_an_empty_line_is_one(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    for content, lines in ((b"", 0), (b"\n", 1), (b"a", 1), (b"a\n", 1), (b"a\n\n", 2), (b"a\nb", 2)):
        path.write_bytes(content)
        assert (survey(path).lines, survey(path).size) == (lines, len(content))


def test_a_chunk_splits_into_its_lines() -> None:
    assert Chunk(7, (b"a", b"b")).split() == [Chunk(7, (b"a",)), Chunk(8, (b"b",))]

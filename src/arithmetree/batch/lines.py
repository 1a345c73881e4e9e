"""The input: a file of lines, surveyed once, then read in chunks with bounded memory."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from arithmetree.errors import DataError

LONGEST_LINE = 1_000_000  # bytes; a text of the greatest length fits four times, however it is escaped
LINES_PER_CHUNK = 16  # about half a second of work: little is lost with a worker, and handing over costs nothing
_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class Chunk:
    """Consecutive input lines; `first` is the number of the first one, counted from 1."""

    first: int
    lines: tuple[bytes, ...]

    def split(self) -> list[Chunk]:
        """The same lines as chunks of one."""
        return [Chunk(number, (line,)) for number, line in enumerate(self.lines, start=self.first)]


@dataclass(frozen=True, slots=True)
class Survey:
    """What identifies the contents of an input file."""

    lines: int
    size: int
    sha256: str


def survey(path: Path) -> Survey:
    """Count and hash the input; DataError if it is no file that can be read twice."""
    if path.exists() and not path.is_file():
        raise DataError(f"{path} is not a regular file, which a run needs in order to resume; save the lines first.")
    digest, newlines, size, last = hashlib.sha256(), 0, 0, b"\n"
    try:
        with path.open("rb") as file:
            while block := file.read(_BLOCK):
                digest.update(block)
                newlines += block.count(b"\n")
                size += len(block)
                last = block[-1:]
    except OSError as error:
        raise _unreadable(path, error) from error
    return Survey(newlines + (last != b"\n"), size, digest.hexdigest())


def stamp(path: Path) -> tuple[int, int]:
    """Size and time of change, a cheap way to notice that somebody writes to a file that was surveyed."""
    try:
        found = path.stat()
    except OSError as error:
        raise _unreadable(path, error) from error
    return found.st_size, found.st_mtime_ns


def read_chunks(path: Path, *, done: int) -> Iterator[Chunk]:
    """The lines after the first `done` ones, in order; a line over LONGEST_LINE is cut to one byte more than that."""
    try:
        with path.open("rb") as file:
            lines = islice(_lines(file), done, None)
            first = done + 1
            while chunk := tuple(_take(lines)):
                yield Chunk(first, chunk)
                first += len(chunk)
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> DataError:
    """The error for an input that cannot be read."""
    return DataError(f"Cannot read {path} ({error.strerror}); give a file with one JSON object per line.")


def _lines(file: BinaryIO) -> Iterator[bytes]:
    """The lines without their ends; only "\\n" ends a line, whatever else the bytes are."""
    while line := file.readline(LONGEST_LINE + 1):
        tail = line
        while tail and not tail.endswith(b"\n"):
            tail = file.readline(_BLOCK)
        yield line.removesuffix(b"\n")


def _take(lines: Iterator[bytes]) -> Iterator[bytes]:
    """The next lines for one chunk: LINES_PER_CHUNK of them, or fewer where they are very long."""
    size = 0
    for line in islice(lines, LINES_PER_CHUNK):
        yield line
        size += len(line)
        if size > LONGEST_LINE:
            return

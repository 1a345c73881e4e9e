"""How the local engine and its worker processes talk: chunks in a length-prefixed form, answers as plain lines."""

from __future__ import annotations

from typing import IO

from arithmetree.batch.lines import Chunk

READY = b'{"status": "ready"}\n'
"""The first line of a worker that has its model."""


def send_chunk(file: IO[bytes], chunk: Chunk) -> None:
    """Write a chunk: its first number, the length of each line, then all the bytes."""
    lengths = " ".join(str(len(line)) for line in chunk.lines)
    file.write(f"{chunk.first} {lengths}\n".encode() + b"".join(chunk.lines))
    file.flush()


def receive_chunk(file: IO[bytes]) -> Chunk | None:
    """Read what `send_chunk` wrote; None where the stream ends, also in the middle of a chunk."""
    head = file.readline()
    if not head.endswith(b"\n"):
        return None
    first, *lengths = map(int, head.split())
    lines = tuple(file.read(length) for length in lengths)
    return Chunk(first, lines) if [len(line) for line in lines] == lengths else None

"""The rate limit: a token bucket for each client, in a table of fixed size that all workers share."""

from __future__ import annotations

import mmap
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from struct import Struct

BUCKET = Struct("=8sdd")  # which client, how many tokens, and when it had so many
NOBODY = bytes(8)
ROW = 8
"""A client has one of so many places; if all are taken, the one that was quiet the longest is forgotten."""


class RateLimit:
    """Each client may send `rate` problems per second, and up to `burst` at once after a quiet time.

    A request costs a token when it comes in, and what its work costs (cost.py) while it is done. That may put the
    bucket into debt, so that a batch is never impossible, only paid for afterwards. The table has room for `clients`;
    with a `file` it is shared by all processes that name the same one, so that the limit holds for the service and not
    for each worker.
    """

    def __init__(
        self,
        *,
        rate: float,
        burst: int,
        clients: int,
        file: Path | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._rate = rate
        self._burst = float(burst)
        self._clock = clock  # the system's own, which all processes agree on
        self._rows = -(-clients // ROW)
        size = self._rows * ROW * BUCKET.size
        self._shared = None if file is None else os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
        if self._shared is None:
            self._table = mmap.mmap(-1, size)
        else:
            os.truncate(self._shared, size)  # zeros when new, and the size it has when not
            self._table = mmap.mmap(self._shared, size)

    def __len__(self) -> int:
        """How many clients are remembered."""
        return sum(client != NOBODY for client, _, _ in BUCKET.iter_unpack(self._table[:]))

    def take(self, client: str) -> float:
        """Take a token and give 0, or take none and give the seconds until there is one again."""
        if self._rate == 0:
            return 0.0
        with self._locked():
            place, name, left = self._find(client)
            if left < 1.0:
                return (1.0 - left) / self._rate
            BUCKET.pack_into(self._table, place, name, left - 1.0, self._clock())
        return 0.0

    def charge(self, client: str, tokens: int) -> None:
        """Take the tokens that the work of a request costs beyond its first."""
        if self._rate == 0 or tokens == 0:
            return
        with self._locked():
            place, name, left = self._find(client)
            BUCKET.pack_into(self._table, place, name, left - tokens, self._clock())

    def _find(self, client: str) -> tuple[int, bytes, float]:
        """The place of the client in the table, its short name, and the tokens it has by now."""
        name = blake2b(client.encode(), digest_size=len(NOBODY)).digest()
        first = int.from_bytes(name) % self._rows * ROW * BUCKET.size
        places = range(first, first + ROW * BUCKET.size, BUCKET.size)
        quiet_since: dict[int, float] = {}
        for place in places:
            found, tokens, then = BUCKET.unpack_from(self._table, place)
            if found == name:
                return place, name, min(self._burst, tokens + (self._clock() - then) * self._rate)
            quiet_since[place] = -1.0 if found == NOBODY else then
        return min(places, key=quiet_since.__getitem__), name, self._burst

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Alone with the table, for the microseconds that it takes."""
        if self._shared is None:
            yield
            return
        import fcntl  # where there is none, one worker still runs

        fcntl.flock(self._shared, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(self._shared, fcntl.LOCK_UN)

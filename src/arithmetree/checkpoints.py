"""Checkpoints in long work: places where a program may stop work that nobody waits for, or let other work go first.

The code that works calls `checkpoint()` often, and knows no more. Only who runs the work in a thread, as the service
does, says what happens there; for everybody else a checkpoint does nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class Stopped(BaseException):
    """The work is no longer wanted; like KeyboardInterrupt no fault, so nothing but its runner catches it."""


_AT_CHECKPOINT: ContextVar[Callable[[], None] | None] = ContextVar("arithmetree_checkpoint", default=None)


def checkpoint() -> None:
    """May wait, and raises Stopped where the work is no longer wanted."""
    act = _AT_CHECKPOINT.get()
    if act is not None:
        act()


@contextmanager
def at_checkpoints(act: Callable[[], None]) -> Iterator[None]:
    """Do this at every checkpoint of the work inside, which runs in this thread."""
    before = _AT_CHECKPOINT.set(act)
    try:
        yield
    finally:
        _AT_CHECKPOINT.reset(before)

"""What the number reader and the parser should see of a pasted text."""

from __future__ import annotations

from collections.abc import Iterator

from arithmetree.checkpoints import checkpoint
from arithmetree.pasting.mapping import ReadableText, composed
from arithmetree.pasting.paste import Paste
from arithmetree.pasting.problems import PastedProblem, ProblemPieces, problems_of

_MOST_ROUNDS = 20
"""Each round takes off what the one before has laid bare; ordinary texts need one or two."""


def readable(text: str) -> ReadableText:
    """A pasted text as plain sentences, with the place that every character comes from."""
    paste = Paste(text)
    return _settled(paste, paste.readable(paste.pieces))


def readable_problem(text: str, problem: PastedProblem) -> ReadableText:
    """One problem of a pasted text as plain sentences, a shared story first."""
    paste = Paste(text)
    for found in problems_of(paste):
        if found.problem == problem:
            return _read(paste, found)
    raise ValueError("the problem is not one of this text; take it from split(text)")


def readable_problems(text: str) -> Iterator[tuple[PastedProblem, ReadableText]]:
    """The problems that split(text) gives, each as plain sentences."""
    paste = Paste(text)
    return ((found.problem, _read(paste, found)) for found in problems_of(paste))


def _read(paste: Paste, found: ProblemPieces) -> ReadableText:
    return _settled(paste, paste.readable(found.pieces))


def _settled(paste: Paste, read: ReadableText) -> ReadableText:
    """The same after reading it again until nothing changes, so that reading a readable text changes nothing."""
    for _ in range(_MOST_ROUNDS):
        checkpoint()
        if paste.text != read.text:
            paste = Paste(read.text)
        again = paste.readable(paste.pieces)
        if again.text == read.text:
            break
        read = composed(again, read)
    return read

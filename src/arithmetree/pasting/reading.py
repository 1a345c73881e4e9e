"""What the number reader and the parser should see of a pasted text."""

from __future__ import annotations

from arithmetree.pasting.mapping import ReadableText, Writer, composed
from arithmetree.pasting.outline import outline
from arithmetree.pasting.problems import PastedProblem, problems_with_pieces
from arithmetree.pasting.prose import write_pieces

_MOST_ROUNDS = 20
"""Each round takes off what the one before has laid bare; ordinary texts need one or two."""


def readable(text: str) -> ReadableText:
    """A pasted text as plain sentences, with the place that every character comes from."""
    read = _once(text)
    return read if read.text == text else _settled(read)


def readable_problem(text: str, problem: PastedProblem) -> ReadableText:
    """One problem of a pasted text as plain sentences, a shared story first."""
    for found in problems_with_pieces(text):
        if found.problem == problem:
            writer = Writer(text)
            write_pieces(found.pieces, writer)
            return _settled(writer.finish())
    raise ValueError("the problem is not one of this text; take it from split(text)")


def _once(text: str) -> ReadableText:
    writer = Writer(text)
    write_pieces(outline(text), writer)
    return writer.finish()


def _settled(read: ReadableText) -> ReadableText:
    """The same after reading it again until nothing changes, so that reading a readable text changes nothing."""
    for _ in range(_MOST_ROUNDS):
        again = _once(read.text)
        if again.text == read.text:
            break
        read = composed(again, read)
    return read

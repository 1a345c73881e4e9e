"""A text made from another one, with the place in the original that every character comes from."""

from __future__ import annotations

from dataclasses import dataclass

_TAIL = 300
"""No sentence that lacks its mark is looked at further back than this."""


@dataclass(frozen=True, slots=True)
class ReadableText:
    """A text and, for each of its characters, the place in the original that it comes from.

    A character that was added ("." at a line end, "costs" between two cells) has the place of the character it follows
    or belongs to. The places rise, except where the cells of a table change their order.
    """

    text: str
    places: tuple[int, ...]

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original from which text[start:end] was made."""
        if not 0 <= start < end <= len(self.text):
            raise ValueError(f"{start}:{end} is not a span of a text of {len(self.text)} characters")
        places = self.places[start:end]
        return min(places), max(places) + 1

    def from_original(self, start: int, end: int) -> tuple[int, int] | None:
        """The span of this text made from original[start:end]; None where nothing of it was kept."""
        inside = [at for at, place in enumerate(self.places) if start <= place < end]
        return (inside[0], inside[-1] + 1) if inside else None


class Writer:
    """Collects a readable text: characters copied from the original, and characters added to it."""

    def __init__(self, original: str) -> None:
        self.original = original
        self._parts: list[str] = []
        self._places: list[int] = []
        self.last = ""
        """The last character so far, "" at the start."""

    def copy(self, start: int, end: int) -> None:
        """Add original[start:end] as it is."""
        if start < end:
            self._parts.append(self.original[start:end])
            self._places.extend(range(start, end))
            self.last = self.original[end - 1]

    def add(self, added: str, place: int) -> None:
        """Add characters that the original does not have at a place of it."""
        if added:
            self._parts.append(added)
            self._places.extend([place] * len(added))
            self.last = added[-1]

    def space(self, place: int) -> None:
        """Add a space unless there is one, or nothing at all, before it."""
        if self.last and self.last != " ":
            self.add(" ", place)

    def close(self, mark: str) -> None:
        """Add a mark that belongs to the last character."""
        if self._places:
            self.add(mark, self._places[-1])

    def tail(self) -> str:
        """The last characters so far, enough for a sentence."""
        parts: list[str] = []
        length = 0
        for part in reversed(self._parts):
            parts.append(part)
            length += len(part)
            if length > _TAIL:
                break
        return "".join(reversed(parts))[-_TAIL:]

    def trim(self) -> None:
        """Take back a space at the end."""
        if self.last == " ":
            self._parts[-1] = self._parts[-1][:-1]
            self._places.pop()
            while self._parts and not self._parts[-1]:
                self._parts.pop()
            self.last = self._parts[-1][-1] if self._parts else ""

    def finish(self) -> ReadableText:
        """The text so far, without white space at its ends."""
        text = "".join(self._parts)
        stripped = text.strip()
        start = len(text) - len(text.lstrip()) if stripped else 0
        return ReadableText(stripped, tuple(self._places[start : start + len(stripped)]))


def composed(outer: ReadableText, inner: ReadableText) -> ReadableText:
    """`outer` was made from the text of `inner`: the same with places in the original of `inner`."""
    return ReadableText(outer.text, tuple(inner.places[place] for place in outer.places))

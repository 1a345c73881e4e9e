"""The first gate: what may be read as the text of a problem."""

from __future__ import annotations

from arithmetree.errors import TextError

LONGEST_TEXT = 20_000  # characters


def read_text(raw: object) -> str:
    """Give back the text unchanged, so that all offsets are those of the user's own text.

    Raises TextError for anything but a string, and if it is longer than LONGEST_TEXT characters or holds half of a
    surrogate pair. An empty text is accepted; it has no quantities.
    """
    if not isinstance(raw, str):
        raise TextError(f"The text is a {type(raw).__name__}, not a string; give the problem as one str.")
    if len(raw) > LONGEST_TEXT:
        raise TextError(
            f"The text has {len(raw)} characters; at most {LONGEST_TEXT} are read. Give one problem at a time."
        )
    try:
        raw.encode("utf-8")
    except UnicodeEncodeError as error:
        raise TextError(
            f"The text holds a lone surrogate at character {error.start}, which is not valid Unicode; "
            "decode the input as UTF-8 (or with errors='replace') first."
        ) from None
    return raw

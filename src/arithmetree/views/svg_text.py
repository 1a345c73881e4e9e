"""How wide text is in a drawing, by the usual widths of letters; fonts differ, so it is rather wide."""

from __future__ import annotations

from math import fsum

_NARROW, _WIDE = frozenset("il.,'|!:;() 1fjrt"), frozenset("mwMW%")


def text_width(text: str, size: float) -> float:
    """The width of a text of a font size, in the units of the size."""
    ems = fsum(0.36 if letter in _NARROW else 0.92 if letter in _WIDE else 0.6 for letter in text)
    return ems * size * (1.1 if len(text) > 12 else 1.0)

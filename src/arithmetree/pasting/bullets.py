"""The bullets at the start of a line: "•", "-", "→", "☐", pictures."""

from __future__ import annotations

import re

from arithmetree.pasting.lines import BOX, EMOJI

_BULLET = re.compile(
    r"(?:[•‣·∙»>]|\*(?=[\s\w])|\*{2,5}(?=\s)|\\item\b|--?(?=\s)|[-=]>(?=\s)|-(?=[A-Z])|[–—~+](?=\s)|o(?=\s+[A-Z\d])|\[\s\](?=\s)"
    rf"|\|(?=\s)|(?!🔟|{BOX}\s?[-+×÷*=−]){EMOJI.pattern})\s*+"
)


def bullet_end(text: str, start: int, end: int) -> int:
    """Where the bullet at the start of a line ends, white space included; `start` if there is none."""
    match = _BULLET.match(text, start, end)
    return match.end() if match else start

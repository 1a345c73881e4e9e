"""The lines of a pasted text, with their places."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from arithmetree.word_lists import table

_LINE = re.compile(r"[^\n\r\u2028\u2029\x0b\x0c\x85]+|\r\n|[\n\r\u2028\u2029\x0b\x0c\x85]")
_BREAKS = frozenset({"\n", "\r", "\r\n", "\u2028", "\u2029", "\x0b", "\x0c", "\x85"})
WORD = re.compile(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*")
SENTENCE_ENDS = frozenset(".?!")
EMOJI = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u2600-\u26ff\ufe00-\ufe0f\u200b-\u200d\u2060\ufeff\u20e3\u00ad"
    "\U0001f000-\U0001faff\U000e0020-\U000e007f]+"
)
"""Pictures, arrows, list marks and characters without width."""
BOX = "[□▢⬜◻☐]"
"""An empty box, which stands for a number in "5 + □ = 12"."""
_BULLET = re.compile(
    r"(?:[•‣·∙»>]|\*(?=[\s\w])|\*{2,5}(?=\s)|\\item\b|--?(?=\s)|[-=]>(?=\s)|-(?=[A-Z])|[–—~+](?=\s)|o(?=\s+[A-Z\d])|\[\s\](?=\s)"
    rf"|[|/](?=\s)|(?!🔟|{BOX}\s?[-+×÷*=−]){EMOJI.pattern})\s*+"
)


@dataclass(frozen=True, slots=True)
class Line:
    """A line without the white space at its ends; `text` is empty for a blank line."""

    start: int
    end: int
    text: str

    @property
    def ends_sentence(self) -> bool:
        """True if the line ends with a full stop, question or exclamation mark, closing marks aside."""
        return self.text.rstrip("\"'\u201d\u2019)]*_ ")[-1:] in SENTENCE_ENDS


def lines_of(text: str) -> list[Line]:
    """Cut a text into lines; blank lines are kept, as lines without characters."""
    found: list[Line] = []
    fresh = True
    for match in _LINE.finditer(text):
        piece = match.group()
        if piece in _BREAKS:
            if fresh:
                found.append(Line(match.start(), match.start(), ""))
            fresh = True
            continue
        fresh = False
        stripped = piece.strip()
        start = match.start() + len(piece) - len(piece.lstrip()) if stripped else match.start()
        found.append(Line(start, start + len(stripped), stripped))
    return found


def bullet_end(text: str, start: int, end: int) -> int:
    """Where the bullet at the start of a line ends, white space included; `start` if there is none."""
    match = _BULLET.match(text, start, end)
    return match.end() if match else start


@cache
def word_set(*path: str) -> frozenset[str]:
    """The words of an entry of data/pasting.toml; "_" inside a word is a space."""
    entry = table("pasting")
    for key in path:
        entry = entry[key]
    assert isinstance(entry, str)
    return frozenset(word.replace("_", " ") for word in entry.split())


def one_of(*path: str) -> str:
    """The words of an entry of data/pasting.toml as alternatives of a regular expression, long ones first."""
    return "|".join(
        re.escape(word).replace(r"\ ", r"\s+") for word in sorted(word_set(*path), key=lambda word: (-len(word), word))
    )


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The lines of an entry of data/pasting.toml that lists one phrase a line."""
    return tuple(line for line in table("pasting")[name].splitlines() if line)


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, with straight apostrophes."""
    return [word.lower().replace("\u2019", "'") for word in WORD.findall(text)]

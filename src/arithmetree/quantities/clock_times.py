"""Times of day in a text: "17:50", "5.30 pm", "half past six", "noon", as minutes after midnight."""

from __future__ import annotations

import re
from bisect import bisect
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter

from arithmetree.quantities.words import CARDINALS

HALF_DAY = 12 * 60
"""Minutes from midnight to noon."""

_HOUR_WORDS = {word: int(value) for word, value in CARDINALS.items() if 1 <= value <= 12}
_MINUTE_WORDS = {"five": 5, "ten": 10, "quarter": 15, "twenty": 20, "twenty-five": 25, "twenty five": 25, "half": 30}
_HALF = r"(?P<half>[ap]\.?\s?m\b\.?)"
_HOURS = r"\d{1,2}|" + "|".join(sorted(_HOUR_WORDS, key=len, reverse=True))
_MINUTES = "5|10|20|25|" + "|".join(sorted(_MINUTE_WORDS, key=len, reverse=True))
_WORDS = "|".join(sorted(_HOUR_WORDS, key=len, reverse=True))
_TOLD = "|".join(rf"(?<=\b{words} )" for words in ("at", "before", "until", "till", "it was", "it is", "it's", "it’s"))
_UNCOUNTED = r"(?! (?!(?:as|has|is|this|was)\b)[a-z]+s\b)"  # "5 minutes to 3 pupils"
_RATIO = re.compile(r"\b(?:ratio|ratios|scale)\b[^.?!\d]*$", re.IGNORECASE)
_NEAR = 60
"""How many characters before "1:50" may say that it is no time."""
_PATTERNS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<![\d:.])(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?!\.?\d|:)(?:\s?{_HALF})?",  # 17:50, 5:50 pm
        r"(?<=\bat )(?P<hour>[01]?\d|2[0-4])h(?P<minute>[0-5]\d)(?![\d:])",  # at 14h30
        rf"(?<![\d:.,])(?P<hour>1?\d)(?:\.(?P<minute>[0-5]\d))?\s?{_HALF}",  # 7 pm, 7.45 p.m.
        rf"\b(?P<to>{_MINUTES})(?: minutes)? (?P<way>past) (?P<hour>{_HOURS})\b(?:\s?{_HALF})?",  # half past six
        # "ten to six" is a time where "at" says so; elsewhere it may be a range or a score.
        rf"\b(?P<to>quarter|(?:\d+|{_MINUTES}) minutes) (?P<way>to) (?P<hour>{_HOURS})\b{_UNCOUNTED}(?:\s?{_HALF})?",
        rf"(?:{_TOLD})(?P<to>{_MINUTES}) (?P<way>to) (?P<hour>{_HOURS})\b{_UNCOUNTED}(?:\s?{_HALF})?",
        rf"(?<=\bat )half (?P<half_of>{_WORDS})\b(?! times| of| and)(?:\s?{_HALF})?",  # at half ten
        rf"(?<=\bat )half (?P<half_of>1[0-2]|[1-9])\b(?! times| of){_UNCOUNTED}",  # at half 2
        rf"(?<![\d:.,])\b(?P<hour>{_HOURS}) o['’]clock\b",  # not the "05 o'clock" of "12.05 o'clock"
        r"\b(?P<noon>noon|midday|midnight)\b",
    )
)


_SPOKEN = re.compile(rf"\b(?:past|to|half) (?:{_HOURS})\b|\dh\d", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day, its place, and minutes after midnight; `sure` if the text says which half of the day it is."""

    start: int
    end: int
    minutes: int
    sure: bool


def has_spoken_time(text: str) -> bool:
    """True if a time of two numbers may be in a text ("ten past six", "14h30"); most texts have none."""
    return _SPOKEN.search(text) is not None


@lru_cache(maxsize=16)
def find_clock_times(text: str) -> tuple[ClockTime, ...]:
    """All times of day in a text that are written as such, in order; none overlaps another."""
    found: list[ClockTime] = []
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            place = bisect(found, match.start(), key=attrgetter("start"))
            apart = place == 0 or found[place - 1].end <= match.start()
            if apart and (place == len(found) or match.end() <= found[place].start):
                time = _time(match)
                if time is not None:
                    found.insert(place, time)
    return tuple(found)


def _time(match: re.Match[str]) -> ClockTime | None:
    parts = match.groupdict()
    before = match.string[max(0, match.start() - _NEAR) : match.start()]
    if parts.get("minute") and not parts.get("half") and _RATIO.search(before):
        return None  # "on a scale of 1:50"
    if noon := parts.get("noon"):
        return ClockTime(match.start(), match.end(), 0 if noon.lower() == "midnight" else HALF_DAY, True)
    said = parts.get("hour") or parts["half_of"]
    hour = _number(said, _HOUR_WORDS)
    minute = 30 if parts.get("half_of") else int(parts.get("minute") or 0)
    if parts.get("to"):
        shift = _number(parts["to"].removesuffix(" minutes"), _MINUTE_WORDS)
        minute = shift if parts["way"].lower() == "past" else -shift
        if not 0 < shift <= 30:
            return None
    if hour > 24:
        return None
    half = (parts.get("half") or "").lower().replace(".", "").replace(" ", "")
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    return ClockTime(match.start(), match.end(), hour * 60 + minute, bool(half) or hour > 12 or said[0] == "0")


def _number(text: str, words: dict[str, int]) -> int:
    return int(text) if text.isdecimal() else words[text.lower()]

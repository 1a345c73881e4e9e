"""Times of day as answers: "17:05", "5.05 pm", "1705", "five past five", in minutes after midnight."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.quantities import find_quantities
from arithmetree.quantities.clock_times import HALF_DAY, find_clock_times

DAY = 2 * HALF_DAY
# "17.05", "17h05", "1705" and the like, after a few words at most.
_PLAIN = re.compile(
    r"(?:[^\W\d_]+\s+){0,6}(?P<hour>[01]?\d|2[0-4])(?:\s?[:.h]\s?|(?=\d\d\b))(?P<minute>[0-5]\d)(?:\s?(?:h|hrs?|hours))?[.!]?",
    re.IGNORECASE,
)
_HALF_OF_DAY = re.compile(r"\d\s?[ap]\.?\s?m\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AnsweredTime:
    """A time of day; `sure` if it is written so that it says which half of the day is meant."""

    minutes: int
    sure: bool

    def is_time(self, minutes: Fraction) -> bool:
        """Whether it is this time of any day, or of either half of it where the answer does not say which."""
        return (self.minutes - minutes) % (DAY if self.sure else HALF_DAY) == 0


def read_time(text: str) -> AnsweredTime | None:
    """The single time of day that a text gives; None where it gives none, several, or other numbers as well."""
    # "five to six" is a time in an answer to "when", and in a story only after "at".
    found = find_clock_times(text) or find_clock_times(f"at {text.strip()}")
    if len(found) == 1:
        shift = 0 if find_clock_times(text) else len("at ") - (len(text) - len(text.lstrip()))
        time = found[0]
        rest = text[: max(time.start - shift, 0)] + " " + text[max(time.end - shift, 0) :]
        if any(one.countable for one in find_quantities(rest)):
            return None
        return AnsweredTime(time.minutes % DAY, time.sure)
    plain = _PLAIN.fullmatch(text.strip()) if not found else None
    if plain is None:
        return _hour(text)
    hour, minute = int(plain["hour"]), int(plain["minute"])
    return AnsweredTime((60 * hour + minute) % DAY, hour > 12 or plain["hour"].startswith("0"))


def _hour(text: str) -> AnsweredTime | None:
    """The hour of "at 5" and "17"."""
    found = find_quantities(text)
    if len(found) != 1 or found[0].value.denominator != 1 or not 0 <= found[0].value <= 24:
        return None
    hour = found[0].value.numerator
    return None if any(map(str.isalpha, text[found[0].end :])) else AnsweredTime(60 * hour % DAY, hour > 12)


def is_only_a_time(text: str) -> bool:
    """Whether a text is a time of day and nothing else, "17:05" or "half past five"."""
    found = find_clock_times(text.strip())
    return len(found) == 1 and found[0].start == 0 and found[0].end >= len(text.strip().rstrip("."))


def says_half_of_day(text: str) -> bool:
    """Whether there is an "am" or "pm" after a number."""
    return _HALF_OF_DAY.search(text) is not None

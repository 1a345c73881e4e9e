"""An amount with its unit as people write it: "1 book", "£4.55", "3 1/2 miles", "5:05 pm", "1 h 20 min"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.expressions import terminating_decimal
from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind
from arithmetree.schemas import Problem
from arithmetree.views.inflection import for_count
from arithmetree.word_lists import table, words

CLOCK = "clock"
"""The unit of a time of day, whose value is minutes after midnight."""
YEAR = "year"
"""The unit of a calendar year, which has no comma; a number of years has the unit "years"."""
PER_CENT = "per cent"
"""The unit of a number of hundredths."""

_FRACTIONS = frozenset({2, 3, 4, 5, 6, 8, 9, 10, 12, 16})
"""Denominators that people read as a fraction, in a text that writes fractions itself."""
_LARGEST_DENOMINATOR = 24
_DAY = 24 * 60
_SMALL = {"penny": "pound", "pence": "pound", "p": "pound", "cent": "dollar"}
"""Coins of which a hundred make a larger one."""
_WRITTEN_FRACTION = re.compile(
    r"\d/\d|\b(?:half|halves|quarters?|thirds|fifths|sixths|eighths|fraction)\b"
    r"|\b(?:an?|one)[ -](?:third|fifth|sixth|eighth)\b",
    re.IGNORECASE,
)
_DIGIT_FRACTION = re.compile(r"\d/\d")
_HALF_DAY = re.compile(r"\d\s*[ap]\.?m\b", re.IGNORECASE)
_HOURS_AND_MINUTES = re.compile(
    r"\b\d+\s*(?:h|hrs?|hours?)\s*(?:and\s+)?\d+\s*(?:m|mins?|minutes?)\b|\bhow long\b", re.IGNORECASE
)
_COUNTS_COINS = re.compile(r"\b(?:how many|in)\s+(?:\w+\s+)?(?:pence|cents|pennies)\b", re.IGNORECASE)
_COUNTS_MINUTES = re.compile(r"\b(?:how many|in)\s+(?:\w+\s+)?(?:minutes|mins?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AmountStyle:
    """How a text writes its amounts, so that answers are written alike.

    `decimals` for texts that write "3.5" or measure in metres and the like, `fractions` for those that write "3/8";
    `signs` gives the sign for the lemma of a currency that is written with one ("$" for "dollar"), `pence` whether
    pence are written "85p". `half_days` for texts that write "5 pm", `hours_and_minutes` for those that measure time
    by "2 h 40 min"; `celsius` where degrees are written with "°C", `angles` where they are
    written with "°" alone, and `counts_coins` where the question asks how many pence or cents.
    """

    decimals: bool = False
    fractions: bool = False
    signs: tuple[tuple[str, str], ...] = (("dollar", "$"),)
    pence: bool = False
    half_days: bool = False
    hours_and_minutes: bool = False
    celsius: bool = False
    angles: bool = False
    counts_coins: bool = False

    @classmethod
    def of(cls, problem: Problem) -> AmountStyle:
        """The style of a text: "£" if it writes one, and always "$" for dollars."""
        text = problem.text
        signs: dict[str, str] = table("currencies")["signs"]
        # A pound is a weight too: its sign is used only where the text shows it.
        has_money = any(one.kind is Kind.MONEY for one in problem.quantities)
        used = [(lemma, sign) for sign, lemma in signs.items() if sign in text and lemma != "cent"]
        # "half" beside "7.7 kg" is only a word; the amounts are decimals.
        has_decimals = any("." in one.text for one in problem.quantities if one.kind is not Kind.MONEY)
        pence = bool(re.search(r"\d\s?p\b(?!\.?m)|\bpence\b", text))
        if pence and not used:
            used.append(("pound", "£"))
        return cls(
            decimals=has_money
            or any(one.kind is Kind.PERCENT for one in problem.quantities)
            or has_decimals
            or any(
                token.lemma.lower().rstrip(".") in words("explanation", "metric", "words") for token in problem.tokens
            ),
            fractions=bool(_WRITTEN_FRACTION.search(text)) and (not has_decimals or bool(_DIGIT_FRACTION.search(text))),
            signs=tuple(dict.fromkeys((*used, ("dollar", "$")))),
            pence=pence,
            half_days=bool(_HALF_DAY.search(text)),
            hours_and_minutes=bool(_HOURS_AND_MINUTES.search(text)) and not _COUNTS_MINUTES.search(text),
            celsius="°C" in text,
            angles="°" in text and "°F" not in text and "°C" not in text,
            counts_coins=bool(_COUNTS_COINS.search(text)),
        )


PLAIN = AmountStyle()


def amount_text(value: Fraction, unit: str | None, style: AmountStyle = PLAIN) -> str:
    """A value with its unit in words; the unit is a phrase with its noun in the plural, or None."""
    if unit is None:
        return number_text(value, style)
    if unit == CLOCK:
        return clock_text(value, style)
    if unit == YEAR and value.denominator == 1:
        return str(value)
    if unit == PER_CENT:
        return f"{_number(value, style)[0]}%"
    lemma = noun_lemma(unit)
    sign = dict(style.signs).get(lemma)
    if sign is not None:
        return _money(value, sign)
    if lemma in _SMALL:
        return _small_money(value, lemma, unit, style)
    if lemma in ("minute", "min") and style.hours_and_minutes and value >= 60 and value.denominator == 1:
        hours, minutes = divmod(value.numerator, 60)
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if lemma == "degree" and style.celsius:
        return f"{_number(value, style)[0]} °C"
    if lemma == "degree" and style.angles:
        return f"{_number(value, style)[0]}°"
    if lemma in table("currencies")["words"] and value.denominator != 1 and (value * 100).denominator == 1:
        return f"{_two_places(value)} {unit}"
    exact, rounded = _number(value, style)
    return f"{exact} {unit_for(value, unit, style)}{rounded}"


def number_text(value: Fraction, style: AmountStyle = PLAIN) -> str:
    """A value alone: "1,500", "3 1/2", "0.35"; one whose decimals never end is also given rounded."""
    return "".join(_number(value, style))


def exact_text(value: Fraction, style: AmountStyle = PLAIN) -> str:
    """A value alone, never rounded: an operand of a calculation."""
    return _number(value, style)[0]


def unit_for(value: Fraction, unit: str, style: AmountStyle = PLAIN) -> str:
    """The unit in the number that goes with a value: "book" with 1 and with 1/2, else "books"."""
    return for_count(value, unit, is_fraction="/" in number_text(value, style))


def clock_text(value: Fraction, style: AmountStyle = PLAIN) -> str:
    """Minutes after midnight as a time of day, "17:05" or "5:05 pm" as the text writes times."""
    if value.denominator != 1:
        return f"{number_text(value, style)} minutes after midnight"
    days, minutes = divmod(value.numerator, _DAY)
    hour, minute = divmod(minutes, 60)
    shown = (
        f"{hour % 12 or 12}:{minute:02d} {'am' if hour < 12 else 'pm'}" if style.half_days else f"{hour}:{minute:02d}"
    )
    if days == 0:
        return shown
    return f"{shown} the next day" if days == 1 else f"{shown} the day before" if days == -1 else shown


def _money(value: Fraction, sign: str) -> str:
    minus = "−" if value < 0 else ""
    value = abs(value)
    if value.denominator == 1:
        return f"{minus}{sign}{value.numerator:,}"
    if (value * 100).denominator == 1:
        return f"{minus}{sign}{_two_places(value)}"
    decimal = terminating_decimal(value)
    if decimal is not None and len(decimal.partition(".")[2]) <= 4:
        return f"{minus}{sign}{decimal}"
    return f"{minus}{sign}{_mixed(value)} (about {sign}{float(value):,.2f})"


def _small_money(value: Fraction, lemma: str, unit: str, style: AmountStyle) -> str:
    """ "85p" and "75 cents", but "£4.55" where a hundred and more are written with the sign of the larger coin."""
    larger = dict(style.signs).get(_SMALL[lemma]) if lemma != "cent" else _sign_for_cents(style)
    if larger is not None and abs(value) >= 100 and not style.counts_coins and (lemma != "cent" or _has_signs(style)):
        return _money(value / 100, larger)
    shown = _number(value, style)[0]
    if lemma != "cent" and style.pence:
        return f"{shown}p"
    return f"{shown} {unit_for(value, 'pence' if lemma != 'cent' else unit, style)}"


def _sign_for_cents(style: AmountStyle) -> str | None:
    signs = dict(style.signs)
    return signs.get("euro") or signs.get("dollar")


def _has_signs(style: AmountStyle) -> bool:
    return len(style.signs) > 1 or style.signs != PLAIN.signs


def _two_places(value: Fraction) -> str:
    minus, value = ("−" if value < 0 else ""), abs(value)
    return f"{minus}{value.numerator // value.denominator:,}.{int(value * 100) % 100:02d}"


def _number(value: Fraction, style: AmountStyle) -> tuple[str, str]:
    """The exact number and, where its decimals never end, a rounded one in parentheses."""
    minus, size = ("−" if value < 0 else ""), abs(value)
    if size.denominator == 1:
        return f"{minus}{size.numerator:,}", ""
    decimal = terminating_decimal(size)
    as_fraction = _FRACTIONS if style.fractions else frozenset({2, 4})
    if style.fractions and size < 1 and size.denominator <= _LARGEST_DENOMINATOR:
        return minus + _mixed(size), ""
    if decimal is not None and ((style.decimals and not style.fractions) or size.denominator not in as_fraction):
        whole, _, places = decimal.partition(".")
        return f"{minus}{int(whole):,}.{places}", ""
    return minus + _mixed(size), "" if decimal is not None or size < 1 else f" (about {float(value):,.2f})"


def _mixed(value: Fraction) -> str:
    """A mixed number: 7/2 is "3 1/2"."""
    whole, rest = divmod(value.numerator, value.denominator)
    return f"{whole:,} {rest}/{value.denominator}" if whole else f"{rest}/{value.denominator}"

"""What pupils write, spelled as the rest of checking reads it: signs for words, plain fractions, one sum a line."""

from __future__ import annotations

import re
from unicodedata import normalize

from arithmetree.quantities import Kind, find_quantities

MONEY = "$£€¥₹¢"
_FEW = "an?|one|two|three|four|five|six|seven|eight|nine|ten"
_SIGNS = (
    (re.compile(r"\b(?:divided by|shared by)\b", re.IGNORECASE), "÷"),
    (re.compile(r"\b(?:multiplied by|times)\b", re.IGNORECASE), "×"),
    (re.compile(r"\bplus\b", re.IGNORECASE), "+"),
    (re.compile(r"(?<=\w)\s+(?:minus|take away)\b", re.IGNORECASE), " -"),
    (re.compile(rf"(?<=[\d)])\s*[xX]\s*(?=[-−(\d{MONEY}.])"), " × "),
    (re.compile(r"(?<=[\d)])\s*:\s*(?=[(\d])"), " ÷ "),
    (re.compile(rf"(?<=[\d)])\s+(?:is|equals|makes|gives)\s+(?=[-(\d{MONEY}.])"), " = "),
    (re.compile(rf"(?<=\w)\s+(?:equals|makes|(?:and\s+)?(?:I\s+)?got)\s+(?=[-(\d{MONEY}.])", re.IGNORECASE), " = "),
    (re.compile("[–‒﹣－]"), "-"),
)
_UNITS = (
    (re.compile(r"\b(mm|cm|km|m|ft|in)(?:\s?²|\s?\^\s?2|2)(?![\d\w])"), r"square \1"),
    (re.compile(r"\b(mm|cm|km|m|ft|in)(?:\s?³|\s?\^\s?3|3)(?![\d\w])"), r"cubic \1"),
    (re.compile(r"(?<=\d)(mm|cm|km|m|ft)(?:\s?²|\s?\^\s?2|2)(?![\d\w])"), r" square \1"),
    (re.compile(r"(?<=\d)(mm|cm|km|m|ft)(?:\s?³|\s?\^\s?3|3)(?![\d\w])"), r" cubic \1"),
    (re.compile(r"\bsq\b\.?", re.IGNORECASE), "square"),
    (re.compile(r"(?<=[a-z])/(?=[a-z])"), " per "),  # "km/h"
    (re.compile(r"(?<=\d)(h|m|kg)(?=\d\d)"), r" \1 "),  # "1h20"
)
_SIGN_WORD = re.compile(r"\b(?:plus|minus|times|take away|divided by|shared by|multiplied by)\b", re.IGNORECASE)
_AND_A_PART = re.compile(rf"\b({_FEW}|\d{{1,9}})\s+([a-z]+)\s+and\s+a\s+(half|quarter)\b", re.IGNORECASE)
_WHY = re.compile(r"(?<=\w)[ ,]+(?:because|since)\b([^;\n]*)", re.IGNORECASE)
_DECIMAL_COMMA = re.compile(r"(?<![\d.,])(\d+),(\d{1,2})(?![\d,]|\.\d)")
_SPACED_THOUSANDS = re.compile(r"(?<![\d.,/])\d{1,3}(?: \d{3})+(?![\d,./])")
_SAID_TWICE = re.compile(rf"(=\s*+[{MONEY}]?(\d{{1,3}})) \2(?![\d,./])")  # "= 370 370 stamps" is no six-digit number
_CALCULATES = re.compile(r"[-+*/×÷·−=]")
_STEP_NAME = re.compile(r"\b(?:step|sum)\s?\d{1,2}\s*[:.)]", re.IGNORECASE)
_STEP_NUMBER = re.compile(rf"(?<![\w.,+*/×÷=−-])\d{{1,2}}\)\s+(?=[\d{MONEY}])")
# A run of spaces is tried from its beginning alone, lest time grow with its square.
_LINE_END = re.compile(
    r"[;\n\r]+|,?(?<!\s)\s++(?:and\s+)?(?:then|so|therefore|because|since)\b\s*,?|,\s++(?=\S)|(?<=[\w%)])[.!?]\s++(?=\S)"
    r"|(?<!\s)\s*+(?:=>|→|⇒)"
)
# "2x9=18 4x5=20": a number after a result, with a sign after it, begins another sum, unless it is that of "3 1/2".
_NEXT_SUM = re.compile(
    rf"(=\s*-?[{MONEY}]?\d[\d,.]*%?(?:\s?[^\W\d_]++){{0,3}})\s+(?=\(?[{MONEY}]?(\d[\d,.]*)[^\W\d_]*\s*([-+*/×÷·−])\s*(\d*))"
)


def spelled(text: str) -> str:
    """The text with plain fractions, units and decimal points."""
    written = "".join(_fraction_sign(character) for character in text)
    for pattern, plain in _UNITS:
        written = pattern.sub(plain, written)
    written = _AND_A_PART.sub(_half_of_unit, written)
    written = _DECIMAL_COMMA.sub(r"\1.\2", written)
    written = _SAID_TWICE.sub(r"\1", written)
    if _SIGN_WORD.search(written):
        written = _in_digits(written)
    if not _CALCULATES.search(written):
        written = _SPACED_THOUSANDS.sub(lambda found: found[0].replace(" ", ""), written)
    return written


def with_signs(text: str) -> str:
    """The text with signs in place of the words for them."""
    for pattern, sign in _SIGNS:
        text = pattern.sub(sign, text)
    return text


def lines_of(text: str) -> list[str]:
    """The sums and statements of a text, one by one, without the names of the steps."""
    text = _STEP_NAME.sub("\n", _WHY.sub(lambda why: why[0] if _CALCULATES.search(why[1]) else "", text))
    if "(" not in text:
        text = _STEP_NUMBER.sub("\n", text)
    parts = _LINE_END.split(text)
    lines = (line for part in parts for line in _NEXT_SUM.sub(_ended, with_signs(part)).split("\n"))
    return [line for each in lines if (line := each.strip(" \t.!?,:"))]


def _half_of_unit(amount: re.Match[str]) -> str:
    """ "one and a half hour" for "an hour and a half"."""
    count = "one" if amount[1].lower() in ("a", "an") else amount[1]
    whole = f"{count} 1/2" if count.isdecimal() and amount[3] == "half" else f"{count} and a {amount[3]}"
    return f"{whole} {amount[2]}"


def _in_digits(text: str) -> str:
    """The text with digits for whole numbers in words: "12 minus 5"."""
    for number in reversed(find_quantities(text)):
        if number.text.isalpha() and number.value.denominator == 1 and number.kind is Kind.NUMBER:
            text = f"{text[: number.start]}{number.value}{text[number.end :]}"
    return text


def _ended(result: re.Match[str]) -> str:
    """The result of a sum with the end of a line after it; as it is where the rest of a mixed number follows."""
    over, under = result[2], result[4]
    mixed = result[3] == "/" and over.isdecimal() and under.isdecimal() and int(over) < int(under)
    return result[0] if mixed else f"{result[1]}\n"


def _fraction_sign(character: str) -> str:
    over, slash, under = normalize("NFKC", character).partition("\u2044")
    return f" {over}/{under}" if slash and under else character

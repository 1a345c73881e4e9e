"""What a sheet holds besides its problems: names, dates, marks, page numbers, blanks, instructions, headings."""

from __future__ import annotations

import re
from functools import cache

from arithmetree.pasting.lines import EMOJI, Line, phrases, word_set, words_of
from arithmetree.word_lists import table

_BLANK = r"(?:_{2,}|\.{4,}|…{2,}|(?:\. ){4,}|-{4,})"
_SHEET_WORDS = "|".join(sorted((re.escape(word) for word in word_set("sheet")), key=len, reverse=True))
_SHEET_LINE = re.compile(rf"(?i)(?:{_SHEET_WORDS})\s*(?::|{_BLANK})|(?:name|class|date|form|set)s?\s*:?\s*$")
_HAS_BLANK_FIELD = re.compile(rf"(?i)\b(?:name|class|date|form|score|teacher|mark|marks|set)\s*:?\s*{_BLANK}")
_ANSWER_LINE = re.compile(
    rf"(?i)(?:[*_]{{0,2}}(?:answers?|ans|a|working|workings|solution|calculation|r|total)[*_]{{0,2}}\s*[:.=]\s*)?[£$€]?\s*{_BLANK}[.\s]*\S{{0,15}}$"
    r"|(?:answers?|ans|working|workings|solution|calculation)\s*[:=]?\s*[£$€]?\s*$"
    rf"|[^\W\d_]+(?:\s[^\W\d_]+){{0,4}}\s*[:=]\s*[£$€]?\s*{_BLANK}[.\s]*\S{{0,15}}$"  # "Number sentence: ____"
    r"|(?:total|score|mark)\b.{0,30}\bmarks?\W*$|(?:total|score|mark)s?\s*:?\s*[_.]*\s*/\s*\d{1,3}$|time(?:\s+allowed)?\s*:\s*\d{1,3}\s*\w+$"
)
_LEAD_IN = re.compile(
    r"(?i)(?:work\s+out|solve|calculate|find|complete|answer|try|evaluate|compute)(?:\s+(?:these|this|the|each|all|of|following|sums?|calculations?|problems?|questions?|answers?))*\s*:$"
)
_ANSWER_SPACE = re.compile(
    rf"(?:[(\[][^()\[\]]{{1,20}}[)\]]\s*)?(?:[£$€]?\s*{_BLANK}\s*[^\W\d_]{{0,12}}[.²³\s]*)+(?:[(\[][^()\[\]]{{1,20}}[)\]])?$"
)
_CHOICES = re.compile(
    r"\(?[Aa][).:]\s*\S[^?=+×÷*]{0,25}?\s\(?[Bb][).:]\s*\S[^?=+×÷*]{0,25}?(?:\s\(?[Cc][).:]\s*\S[^?=+×÷*]{0,60})?$"
)
_BOXES = re.compile(r"(?:[☐□○◯▢⬜◻]\s*\S{1,12}(?:\s[^\W_]\S{0,10})?\s*){2,8}$")
_GIVEN_ANSWER = re.compile(r"(?i)(?:answer|ans)\s*[:=]\s*\S.{0,25}$")
_CHOICE = re.compile(r"[£$€]?\s?[-−]?\d[\d.,/:]*\s?[^\W\d_°]{0,12}[.°%]?[^\W\d_]?$")
_PLEA = re.compile(
    r"(?i).*\b(?:stuck|help|homework|this one|this question|(?:this|week's|day's) problem|solve this|work this out)\b.*:$"
    r"|dear\b[^\d?]{0,60}[,:]$|[^\d]{0,40}\b(?:questions?|problems?|puzzles?)\b[^\d]{0,30}:$"
)
_PLEA_SENTENCE = re.compile(
    r"(?i)(?:please\s+)?(?:can|could|would|will)\s+(?:you|u|someone|somebody|anyone|anybody)\b[^\d]{0,40}\b(?:help|check|solve|explain|do)\b[^\d]{0,40}$"
)
_SIGN_OFF = re.compile(
    r"(?i)(?:(?:kind|best|warm|many)\s+(?:regards|wishes|thanks)|regards|yours|best|love|cheers|thanks|thank you|sent from my)\b[^?\d]{0,40}$"
)
_PAGE = re.compile(
    r"(?i)(?:[-–—\s|]*)(?:page|p\.|pg\.?)\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?[-–—\s|]*$|[-–—]\s*\d{1,4}\s*[-–—]$|\d{1,3}\s*/\s*\d{1,3}$"
    r"|\d{1,4}$|©|\(c\)\s*\d{4}|copyright\b|https?://|www\.|.*\b(?:turn over|all rights reserved|p\.?t\.?o\.?)\b\W*$"
)
_RULE = re.compile(r"[-–—=_*~#·.•\s|+]*$")
_DATE_LINE = re.compile(
    r"(?i)(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day,?\s+)?(?:the\s+)?(?:\d{1,2}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    r"|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+\d{1,2}(?:st|nd|rd|th)?)(?:,?\s+\d{4})?$"
    r"|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$"
)
_DECORATED = re.compile(r"(?P<mark>[*=~#_]{2,}|#+\s|[-–—]{2,})\s*(?P<title>[^*=~#_].*?)\s*(?P=mark)?$")
_WORD_LIMIT = 10
_TITLE_LIMIT = 7

MARKS = re.compile(
    r"""(?ix)
    [(\[]\s*(?:\d{1,2}|one|two|three|four)\s*(?:marks?|points?|pts?|m)\s*(?:each)?\s*[)\]]   # (2 marks), [3 pts]
  | \[\s*\d{1,2}\s*\]                                                                        # [2]
  | (?:(?<=[?.!_]\s)|(?<=[?.!_])|(?<=\s\s)|^)\(\s*\d\s*\)(?=\s*$)                             # (2) at the end of a line
  | [(\[]\s*total[^()\[\]]{0,40}\bmarks?\s*[)\]]
  | (?:(?<=[?.!_]\s)|(?<=[?.!_])|(?<=\s\s)|^)[-–—]?\s?\d{1,2}\s+marks?\.?(?=\s*$)
  | (?:(?<=[?.!_]\s)|(?<=[?.!_])|(?<=\s\s))/\s?\d{1,2}(?=\s*$)                                                 # /3 at the end of a line
    """
)
"""Marks to be scored, inside a line."""


def is_rule(line: Line) -> bool:
    """True for "-----", "***", "____": a line without letters and numbers."""
    return len(line.text) > 1 and _RULE.match(line.text) is not None


def is_furniture(line: Line) -> bool:
    """True for a line about the sheet: "Name: ____ Class: 4B", "Page 1 of 2", "Answer: £____", "Monday 6th October"."""
    text = line.text
    if _HAS_BLANK_FIELD.search(text) or _SHEET_LINE.match(text):
        return True
    if _ANSWER_LINE.match(text) or _PAGE.match(text) or _DATE_LINE.match(text):
        return True
    if _GIVEN_ANSWER.match(text) or _BOXES.match(text):
        return True
    if _PLEA.match(text) or (_CHOICES.match(text) and re.search(r"\d", text)):
        return True
    return MARKS.fullmatch(text) is not None


def is_choice(text: str) -> bool:
    """True for the text of a possible answer: "45", "£3.20", "7 bags"."""
    return len(text) <= 25 and _CHOICE.match(text) is not None


def is_sign_off(line: Line) -> bool:
    """True for the line after which a message has its sender: "Kind regards,"."""
    return len(line.text) <= 60 and _SIGN_OFF.match(line.text) is not None


def is_decorated(line: Line) -> bool:
    """True for "*** Camping ***", "## Money", "== Part 2 ==": a title between marks."""
    return len(line.text) <= 120 and not line.ends_sentence and _DECORATED.match(line.text) is not None


def is_heading(line: Line, *, alone: bool) -> bool:
    """True for a title without a sentence; `alone` if the line before is blank, a rule, or none."""
    text = EMOJI.sub("", line.text).strip()
    if not text or line.ends_sentence:
        return False
    words = words_of(text)
    if not words or len(words) > _WORD_LIMIT or _asks(words):
        return False
    letters = [character for character in text if character.isalpha()]
    if len(letters) > 3 and all(character.isupper() for character in letters):
        return True
    known = not word_set("heading").isdisjoint(words)
    if known and word_set("verbs").isdisjoint(words) and text[:1].isupper() and not text.endswith(":"):
        return True
    if re.search(r"\d", text) or text[-1] in ",;:=" or not alone or len(words) > _TITLE_LIMIT:
        return False
    return _is_title_case(text) and word_set("verbs").isdisjoint(words)


def is_caption(line: Line) -> bool:
    """True for a line that can be the title of a table below it."""
    words = words_of(line.text)
    return bool(words) and not line.ends_sentence and len(words) <= _WORD_LIMIT and not line.text.endswith(",")


def _asks(words: list[str]) -> bool:
    return words[0] in ("how", "what", "find", "calculate") and len(words) > 1 and words[1] not in ("we", "i")


def _is_title_case(text: str) -> bool:
    """True if every word of some length has a capital: "Sports Day", "At the Market"."""
    long_words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return bool(long_words) and all(word[0].isupper() for word in long_words) and text[:1].isupper()


@cache
def _instruction() -> re.Pattern[str]:
    listed = "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in phrases("instructions"))
    return re.compile(rf"(?i)[\s(\[*_]*(?:please\s+|and\s+|now\s+|then\s+)?(?:{listed})(?!\w)")


@cache
def _for_questions() -> re.Pattern[str]:
    return re.compile(
        r"(?i)\b(?:questions?|exercises?|problems?|numbers?|qs?\.?)\s*\(?(?P<first>\d{1,3})(?:\s*,\s*\d{1,3}){0,9}\s*,?\s*(?:to|and|through|[-–—&])\s*(?:q\s?)?(?P<last>\d{1,3})\b"
    )


def shared_range(text: str) -> tuple[int, int] | None:
    """The exercises that a story says it is for: (1, 3) for "Use the price list to answer questions 1 to 3"."""
    match = _for_questions().search(text)
    return (int(match["first"]), int(match["last"])) if match else None


def is_instruction(sentence: str) -> bool:
    """True for a sentence that asks for no number: "Show your working.", "Use this table for questions 1 to 3."."""
    if (
        _instruction().match(sentence)
        or _LEAD_IN.match(sentence)
        or _PLEA_SENTENCE.match(sentence)
        or _ANSWER_SPACE.match(sentence)
    ):
        return True
    return shared_range(sentence) is not None and not re.search(r"\d.*\d.*\d", sentence)


@cache
def _chatter() -> re.Pattern[str]:
    listed = "|".join(
        re.escape(phrase.strip()).replace(r"\ ", r"\s+")
        for phrase in sorted(table("pasting")["chatter"].replace("\n", "").split("|"), key=len, reverse=True)
    )
    return re.compile(rf"(?i)(?:^|(?<=[\s.,!?]))(?:{listed})[\s.,!?]*$")


@cache
def _greeting() -> re.Pattern[str]:
    listed = "|".join(
        re.escape(phrase).replace(r"\ ", r"\s+") for phrase in sorted(phrases("greetings"), key=len, reverse=True)
    )
    return re.compile(rf"(?i)\s*(?:(?:{listed})(?:[\s,.:;!?\-–—]|{EMOJI.pattern})+)+")


def greeting_end(text: str) -> int:
    """Where the story starts after "hi", "ok so", "can you solve:"; 0 where nothing comes before it."""
    match = _greeting().match(text)
    return match.end() if match else 0


def chatter_start(text: str) -> int:
    """Where "thx" or "please help" starts at the end of a text; its length if nowhere."""
    end = len(text)
    while (match := _chatter().search(text, max(0, end - 60), end)) is not None:
        end = match.start()
    return end

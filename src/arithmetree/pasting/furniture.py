"""Lines of a sheet that belong to no problem: names, dates, marks, page numbers, answer lines, choices, headings."""

from __future__ import annotations

import re

from arithmetree.pasting.lines import EMOJI, Line, one_of, word_set, words_of

BLANK = r"(?:_{2,}+|\.{4,}+|…{2,}+|(?:\. ){4,}+|-{4,}+)"
"""Space for an answer, as a regular expression; it is never taken apart, which would take exponential time."""
LONGEST_LINE = 200
"""Characters; a longer line is a part of a story, whatever it starts with."""
_MOST_WORDS = 10
_MOST_TITLE_WORDS = 7
_MOST_WORDS_AFTER_NUMBER = 4
_UNIT = r"[.\s]*\S{0,15}$"  # what may follow a blank: "____ cm"
_MONTH = f"(?:{one_of('sheet', 'months')})[a-z]*"
_DAY_OF_MONTH = r"\d{1,2}(?:st|nd|rd|th)?"
_MARKED = r"(?:(?<=[?.!_]\s)|(?<=[?.!_])|(?<=\s\s)|^)"  # after a sentence, a blank or a gap

_FURNITURE = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\(?(?:{one_of('sheet', 'fields')})\s*(?::|{BLANK})|(?:name|class|date|form|set)s?\s*:?\s*$",  # Name: ____
        rf"(?:[*_]{{0,2}}(?:{one_of('sheet', 'answers')}|a|r|total)[*_]{{0,2}}\s*[:.=]\s*)?[£$€]?\s*{BLANK}{_UNIT}",
        rf"(?:{one_of('sheet', 'answers')})\s*[:=]?\s*[£$€]?\s*$",  # Answer:
        r"(?:answer|ans|solution|working)\s*[:=]\s*\S.{0,25}$|(?:answers|answer key|solutions)\s*:",  # Answer: 72
        rf"[*_]{{0,2}}[^\W\d_]+(?:\s[^\W\d_]+){{0,4}}\s*[:=][*_]{{0,2}}\s*[£$€]?\s*{BLANK}{_UNIT}",  # Working: ____
        r"(?:>\s*)?on\s.{5,80}\bwrote:$",  # On Mon, 4 Mar 2024 at 16:40, Ann wrote:
        r"[-–—\s|]*(?:page|p\.|pg\.?)\s*\d{1,4}(?:\s*(?:of|/)\s*\d{1,4})?[-–—\s|]*$",  # Page 1 of 2
        r"[-–—]\s*\d{1,4}\s*[-–—]$|\d{1,3}\s*/\s*\d{1,3}$|\d{1,4}$",  # - 3 -
        r"©|\(c\)\s*\d{4}|copyright\b|https?://|www\.",
        r".*\b(?:turn over|all rights reserved|p\.?t\.?o\.?)\b\W*$",
        rf"(?:(?:{one_of('sheet', 'days')})day,?\s+)?(?:the\s+)?"  # Monday 6th October
        rf"(?:{_DAY_OF_MONTH}\s+(?:of\s+)?{_MONTH}|{_MONTH}\s+{_DAY_OF_MONTH})(?:,?\s+\d{{4}})?$",
        r"\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4}$|\d{4}-\d{2}-\d{2}$|20\d{2}\s?[/–-]\s?(?:20)?\d{2}$",
        r"[£$€]?\d[\d.,]*(?:\s+/\s+[£$€]?\d[\d.,]*){2,7}$",  # 12 / 24 / 36
        r"(?:[☐□○◯▢⬜◻]\s*\S{1,12}(?:\s[^\W_]\S{0,10})?\s*){2,8}$",  # boxes to tick
    )
)
_ASKS = re.compile(r"(?i)\d.*\bhow\s+(?:many|much|far|long)\b.*\?")  # "Teacher: Ana has 12 pens ... How many ...?"
_BLANK_FIELD = re.compile(rf"(?i)\b(?:{one_of('sheet', 'blank_fields')})\s*:?\s*{BLANK}")
_CHOSEN = r"[^?=+×÷*]"
_CHOICES = re.compile(
    rf"\(?[Aa][).:]\s*\S{_CHOSEN}{{0,25}}?\s\(?[Bb][).:]\s*\S{_CHOSEN}{{0,25}}?(?:\s\(?[Cc][).:]\s*\S{_CHOSEN}{{0,60}})?$"
)
_CHOICE = re.compile(r"(?:[£$€]?\s?[-−]?\d[\d.,/:]*\s?[^\W\d_°]{0,12}[.°%]?[^\W\d_]?(?:\s(?=\d)|$)){1,2}$")
_RULE = re.compile(r"[-–—=_*~#·.•\s|+]*$")
_STATES_AMOUNT = re.compile(r"[:=–—-]\s*[£$€]?\d[\d.,]*\s?[a-z%]|:\s*[£$€]?\d|[£$€]\d")  # "Week 1: 30 visitors"
_NUMBERED_TITLE = re.compile(r"[A-Z][^\W\d_]+(?:\s[^\W\d_]+)?\s\d{1,2}[A-Za-z]?$")  # "Round 3"
_ANSWER = r"[£$€]?\d[\d.,:/]*\s?[^\W\d_]{0,8}%?"
_WORKED = re.compile(  # "148 × 9 = 1332"
    r"(?=[^=]*\d[%)]?(?:\s?[+×÷*x−]|\s[-–/:]\s))[-\d\s.,%()£$€+−–*×x·÷/:]+=\s?[£$€]?\d[\d.,]*\s?\S{0,8}$"
)
MARKS = re.compile(
    rf"""(?ix)
    [*_]?[(\[]\s*(?:\d{{1,2}}|one|two|three|four)\s*(?:marks?|points?|pts?|m)\s*(?:each)?\s*[)\]][*_]?[.:]?  # (2 marks)
  | \[\s*\d{{0,2}}\s*\]|(?<![\w}}])\{{\d{{1,2}}\}}                                             # [2]
  | [(\[]\s*total(?:[^()\[\]]{{0,40}}\bmarks?|[\s:=]*\d{{1,3}})\s*[)\]]                       # (Total 5 marks)
  | {_MARKED}\(\s*\d\s*\)(?=\s*$)                                                           # (2) at the end of a line
  | {_MARKED}[-–—]?\s?\d{{1,2}}\s+marks?\.?(?=\s*$)
  | (?:(?<=[?.!_]\s)|(?<=[?.!_])|(?<=\s\s))/\s?\d{{1,2}}(?=\s*$)                             # /3
  | (?:(?<=[?.\d])|(?<=[?.\d]\s)|(?<=\s\s))(?:→|[-=]>)\s*{_ANSWER}(?=\s*$)|(?<=\?\s)[(\[]{_ANSWER}[)\]](?=\s*$)
    """
)
"""Marks to be scored, inside a line."""


MARKS_COLUMN = re.compile(r"(?<=[?.!])(?:\s{3,}|\t\s*)\d{1,2}$")
"""Marks to be scored without a word, far from the end of the question."""


def is_rule(line: Line) -> bool:
    """True for "-----", "***", "____": a line without letters and numbers."""
    return len(line.text) > 1 and _RULE.match(line.text) is not None


def is_furniture(line: Line) -> bool:
    """True for a line about the sheet: "Name: ____ Class: 4B", "Page 1 of 2", "Answer: £____", "A) 7  B) 8  C) 9"."""
    text = line.text
    if len(text) > LONGEST_LINE or _ASKS.search(text):
        return False
    if any(pattern.match(text) for pattern in (*_FURNITURE, _WORKED)) or _BLANK_FIELD.search(text):
        return True
    chosen = _CHOICES.match(text) is not None and re.search(r"\d", text) is not None
    return chosen or MARKS.fullmatch(text) is not None


def opens_answers(line: Line) -> bool:
    """True for the heading of the answers at the end of a sheet."""
    return re.match(rf"(?i)[*_#\s]*(?:{one_of('sheet', 'answer_keys')})\W*$", line.text[:40]) is not None


def is_choice(text: str) -> bool:
    """True for the text of a possible answer: "45", "£3.20", "7 bags"."""
    return len(text) <= 25 and _CHOICE.match(EMOJI.sub("", text).strip()) is not None


def is_heading(line: Line, *, alone: bool, before_story: bool = False) -> bool:
    """True for a title without a sentence.

    `alone` if the line before is blank, a rule, a heading, or none, and `before_story` if a new sentence follows.
    """
    if len(line.text) > LONGEST_LINE:
        return False
    text = EMOJI.sub("", line.text).strip()
    words = words_of(text)
    if not words or line.ends_sentence or len(words) > _MOST_WORDS or _asks(words):
        return False
    letters = [character for character in text if character.isalpha()]
    if len(letters) > 3 and all(character.isupper() for character in letters):
        return True
    tells = not word_set("verbs").isdisjoint(words) or _STATES_AMOUNT.search(text) is not None
    if not word_set("heading").isdisjoint(words) and not tells and text[:1].isupper() and not text.endswith(":"):
        return True
    if alone and before_story and _NUMBERED_TITLE.match(text) and not tells:
        return True
    if re.search(r"\d", text) or text[-1] in ",;=" or tells or not alone or len(words) > _MOST_TITLE_WORDS:
        return False
    if text.endswith(":"):
        return len(words) <= 3 and before_story
    return _is_title_case(text) or ((before_story and text[:1].isupper()) or text[:1] in "[(*")


def is_title(line: Line) -> bool:
    """True for a few words with capitals and without a sentence, as after a number: "Exercise 2: Travel"."""
    words = words_of(line.text[:LONGEST_LINE])
    return len(words) <= _MOST_WORDS_AFTER_NUMBER and _is_title_case(line.text) and is_heading(line, alone=True)


def is_caption(line: Line) -> bool:
    """True for a line that can be the title of a table below it."""
    words = words_of(line.text[:LONGEST_LINE])
    return bool(words) and not line.ends_sentence and len(words) <= _MOST_WORDS and not line.text.endswith(",")


def _asks(words: list[str]) -> bool:
    return words[0] in ("how", "what", "find", "calculate") and len(words) > 1 and words[1] not in ("we", "i")


def _is_title_case(text: str) -> bool:
    """True if every word of some length has a capital: "Sports Day", "At the Market"."""
    long_words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return bool(long_words) and all(word[0].isupper() for word in long_words) and text[:1].isupper()

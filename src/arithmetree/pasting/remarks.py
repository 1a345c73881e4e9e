"""What people write around a problem: instructions, greetings, pleas for help, thanks, notes."""

from __future__ import annotations

import re

from arithmetree.pasting.furniture import BLANK, LONGEST_LINE
from arithmetree.pasting.lines import EMOJI, Line, one_of, phrases


def _one_of_phrases(name: str) -> str:
    listed = sorted(phrases(name), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(re.escape(phrase).replace(r"\ ", r"\s+") for phrase in listed)


_INSTRUCTION = re.compile(rf"(?i)[\s(\[*_]*(?:(?:please|and|now|then)\s+)?(?:{_one_of_phrases('instructions')})(?!\w)")
_LEAD_IN = re.compile(  # "Work out the following:"
    rf"(?i)(?:work\s+out|{one_of('remarks', 'lead_in_verbs')})(?:\s+(?:{one_of('remarks', 'lead_in_words')}))*\s*:$"
    rf"|(?i:work\s+out|{one_of('remarks', 'lead_in_verbs')})\s*[.]?$"
)
SHARED_REQUEST = re.compile(  # "Find" before "a) the cost", "Change these to minutes." before "a) 2 h"
    rf"(?i)\b(?:{one_of('remarks', 'listed_verbs')})(?=[\s:;,.–—-]*$)"
    rf"|(?<![^\s.?!])(?:{one_of('remarks', 'shared_verbs')})\s"
    r"(?:[^.?!:]{1,60}(?=\s?:$)|(?:these|the\s+following)\b[^.?!:]{0,60}(?=[.:]?$))"
)
_IN_BRACKETS = r"[(\[][^()\[\]]{1,20}[)\]]"
_ANSWER_SPACE = re.compile(  # "(2 marks) ____ h ____ min"
    rf"(?i)(?:{_IN_BRACKETS}\s*)?(?:(?:answer|ans)\.?\s*:?\s*|=\s*)?(?:[£$€]?\s*+{BLANK}\s*+[^\W\d_]{{0,12}}+[²³]?+(?:\.(?!\.))?+\s*+)++(?:{_IN_BRACKETS})?$"
)
_NO_WORDS = re.compile(r"[^\w?=+×÷]*=?$")
_PLEA = re.compile(
    r"(?i)(?:(?:hi|hello|hey)\b[^?.]{0,20}[,!.]\s*)?(?:please\s+)?"
    rf"(?:can|could|would|will)\s+(?:{one_of('remarks', 'helpers')})\b"
    rf"[^\d]{{0,40}}\b(?:{one_of('remarks', 'helping')})\b[^\d]{{0,40}}$"
)
_CHALLENGE = re.compile(  # "Can you solve all 3?", "How many can you do in 10 minutes?"
    rf"(?i)(?:who\s+can|(?:how\s+many\s+)?can\s+(?:{one_of('remarks', 'helpers')}))"
    rf"\s+(?:{one_of('remarks', 'solving')})(?:\s+(?:\d+|{one_of('remarks', 'challenge_words')}))*\W*$"
)
_PLEA_LINE = re.compile(
    rf"(?i).*\b(?:{one_of('remarks', 'pleas')})\b.*:$|dear\b[^\d?]{{0,60}}[,:]$"
    r"|(?:hi|hello|hey|good\s+(?:morning|afternoon|evening))\s[^\d?.]{0,40}[,:!]$"
    r"|[^\d]{0,40}\b(?:questions?|problems?|puzzles?)\b[^\d]{0,30}:$"
)
_PLEA_OPENS = re.compile(
    rf"(?i)[^\d:?.!]{{0,60}}\b(?:{one_of('remarks', 'pleas')}|solve)\b[^\d:?.!]{{0,30}}:\s+(?=\W?[^\W\d_]+\s?[^\W\d_])"
)
_GREETING = re.compile(rf"(?i)\s*(?:(?:{_one_of_phrases('greetings')})(?:[\s,.:;!?\-–—]|{EMOJI.pattern})+)+")
_THANKS = re.compile(rf"(?i)(?:^|(?<=[\s.,!?]))(?:{_one_of_phrases('thanks')})[\s.,!?]*$")
_LONGEST_THANKS = 60
_NOTE = re.compile(rf"(?i)(?:(?<=\s)|^)\((?:{one_of('remarks', 'notes')})\b[^()]{{0,80}}\)[.!]?$")
_FOR_QUESTIONS = re.compile(
    r"(?i)\b(?:questions?|exercises?|problems?|numbers?|qs?\.?)\s*\(?(?P<first>\d{1,3})(?:\s*,\s*\d{1,3}){0,9}"
    r"\s*,?\s*(?:to|and|through|[-–—&])\s*(?:q\s?)?(?P<last>\d{1,3})\b"
)
_AMOUNT = r"[£$€]?\d[\d.,/]*"
_OWN_ANSWER = re.compile(  # "I think 600", "I got 48 but she says it's wrong??"; "I got 12." may be a fact
    rf"(?i)(?:(?:and|but|so)\s+)?(?:i|we)\s+(?:(?:get|got|make\s+it|made\s+it)\s+{_AMOUNT}.*\b(?:wrong|right|correct|sure)\b"
    rf"|think\s+(?:(?:it|it's|it\s+is|the\s+answer\s+is)\s+)?{_AMOUNT}\s*[^\W\d_]{{0,8}}%?(?:[\s.!?]*$|,?\s+(?:but|is)\b))"
)
_THREE_NUMBERS = re.compile(r"\d+\D+\d+\D+\d")


_NO_QUESTIONS = (_INSTRUCTION, _LEAD_IN, _PLEA, _CHALLENGE, _OWN_ANSWER, _ANSWER_SPACE, _NO_WORDS)


def is_instruction(sentence: str) -> bool:
    """True for a sentence that asks for no number: "Show your working.", "Use this table for questions 1 to 3."."""
    if any(pattern.match(sentence) for pattern in _NO_QUESTIONS):
        return True
    return shared_range(sentence) is not None and not _THREE_NUMBERS.search(sentence)


def shared_range(text: str) -> tuple[int, int] | None:
    """The exercises that a story says it is for: (1, 3) for "Use the price list to answer questions 1 to 3"."""
    match = _FOR_QUESTIONS.search(text)
    return (int(match["first"]), int(match["last"])) if match else None


def ends_with_request(text: str) -> bool:
    """True for "A train travels 180 km. Calculate", before parts that say what."""
    return SHARED_REQUEST.search(text) is not None


def is_plea(line: Line) -> bool:
    """True for a line before a problem: "My daughter is stuck on this one:", "Dear parents,"."""
    return len(line.text) <= LONGEST_LINE and _PLEA_LINE.match(line.text) is not None


def without_remarks(sentence: str) -> tuple[int, int]:
    """The part of a sentence after "hi", "ok so" and before "thx", "please help", "(use a bar model)"."""
    greeting = _GREETING.match(sentence)
    plea = _PLEA_OPENS.match(sentence, greeting.end() if greeting else 0)
    start = plea.end() if plea else greeting.end() if greeting else 0
    end = len(sentence)
    while (match := _THANKS.search(sentence, max(start, end - _LONGEST_THANKS), end)) is not None:
        end = match.start()
    note = _NOTE.search(sentence, max(start, end - 2 * _LONGEST_THANKS), end)
    if note and not set("=?") & set(note.group()):
        end = note.start()
    if end < len(sentence):
        end = max(start, len(sentence[:end].rstrip(" ,")))
    return start, end

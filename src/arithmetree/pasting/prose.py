"""Prose as plain text: marks, blanks, pictures and shorthand out, words and sentence ends in."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from arithmetree.pasting.furniture import MARKS
from arithmetree.pasting.lines import BOX, EMOJI, SENTENCE_ENDS, word_set, words_of
from arithmetree.pasting.mapping import Writer
from arithmetree.pasting.pieces import Piece, Sort
from arithmetree.pasting.questions import Asking, asks, find_questions, is_sum
from arithmetree.pasting.remarks import SHARED_REQUEST, is_instruction, without_remarks
from arithmetree.pasting.sentences import sentences_of
from arithmetree.pasting.table_sentences import write_table
from arithmetree.word_lists import table

_QUOTES = {
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "\u2018": "'",
    "\u2019": "'",
    "\u201a": "'",
    "\u2032": "'",
    "\u2033": '"',
}
_MARKUP = {
    "nbsp": " ",
    "amp": "and",
    "pound": "£",
    "pounds": "£",
    "euro": "€",
    "times": "×",
    "cdot": "×",
    "div": "÷",
    "frac12": "½",
    "frac14": "¼",
    "frac34": "¾",
    "#39": "'",
    "quot": '"',
    "%": "%",
    "$": "$",
}
"""What the names of characters in HTML and LaTeX stand for; other commands are left out."""
_LONGEST_ITEM = 35
"""Characters of a line that can be an item of a list without bullets."""
_SHORTEST_WRAPPED = 60
"""A longer line without capitals may go on in the next."""
_AFTER_PART = re.compile(r"(?i)[\s,;]*(?:\band)?[\s,;]*$")
_BLANK = r"(?:_{2,}|\.{4,}|…{2,})"


@cache
def _tidy() -> re.Pattern[str]:
    forms = "|".join(sorted((re.escape(form) for form in table("pasting")["short_forms"]), key=len, reverse=True))
    return re.compile(
        rf"""
        (?P<tag></?[a-zA-Z][^<>\n]{{0,60}}>)                     # "<b>", "</p>", "<br/>"
      | (?P<entity>&(?:nbsp|amp|pound|euro|quot|lt|gt|times|frac12|frac14|frac34|\#39);)
      | (?P<fraction>\\[dt]?frac\{{(?P<top>\d+)\}}\{{(?P<bottom>\d+)\}})
      | (?P<formula>\\(?:times|div|cdot|pounds|text\{{|%|\(|\)|\[|\]|,|\$|\\))
      | (?P<dollar>\$(?P<between>\d[\d.,]*)\$(?!\d)|\$(?=\\[a-z])|(?<=\}})\$)   # "$60$", "$\\frac{{3}}{{4}}$"
      | (?P<unknown>(?<=[-+×÷*=−(])\s?(?:_{{2,}}|{BOX})|\s?(?:_{{2,}}|{BOX})(?=\s?[-+×÷*=−]))   # "5 + ___ = 12"
      | (?P<emoji>{EMOJI.pattern})
      | (?P<quote>[\u201c\u201d\u201e\u2018\u2019\u201a\u2032\u2033])
      | (?P<asked>=\s*(?:\?|{_BLANK}))                        # "7 × 8 = ?"
      | (?P<gap>(?<=[A-Za-z][a-z])\s(?:{_BLANK}(?=\s[a-z])|[£$€]{_BLANK}(?=\s[a-z]|\.)))  # "She has ____ eggs."
      | (?P<blank>[£$€]?\s*{_BLANK})
      | (?P<short>(?<![\w/])(?i:{forms})(?![\w/]))
      | (?P<count>(?<![\w.])(?P<number>\d{{1,3}})\s?[x×](?=\s+[^\W\d_]))   # "2x coffee"
      | (?P<glued>(?<=[a-z])(?<!\w\d)(?=\d))                   # "has24"
      | (?P<stars>\*{{1,3}}(?=[^\W\d_])|(?<=[^\W\d_.?!:])\*{{1,3}}|(?<!\w)_(?=[^\W_])|(?<=[^\W_])_(?!\w)|`+)
      | (?P<points>([?!])[?!]+)
      | (?P<bar>\s*\|)
      | (?P<space>\s{{2,}}|[^\S ])
        """,
        re.VERBOSE,
    )


def write_pieces(pieces: Sequence[Piece], writer: Writer) -> None:
    """Add prose and tables as plain sentences; everything else is left out."""
    text = writer.original
    previous: Piece | None = None
    broken = False
    request, opened = "", False
    for piece, verb in zip(pieces, _verbs_before_parts(text, pieces), strict=True):
        if verb is not None:
            request, piece = verb.group(), replace(piece, end=verb.start())
        if piece.sort is Sort.EXERCISE:
            request = ""
        if piece.sort is Sort.TABLE:
            if previous is not None:
                _end_sentence(writer)
            assert piece.table is not None
            write_table(piece.table, writer)
            previous, broken = None, False
        elif piece.sort is Sort.PROSE or (piece.sort is Sort.CAPTION and _has_amount(text[piece.start : piece.end])):
            goes_on = previous is not None and _join(previous, piece, broken, writer)
            if previous is None:
                writer.space(piece.start)
            if opened and request and not asks(text[piece.start : piece.end]):
                writer.add(f"{request[0].upper()}{request[1:]} ", piece.start)
                piece = replace(piece, end=piece.start + len(_AFTER_PART.sub("", text[piece.start : piece.end])))
            _write_prose(piece.start, piece.end, writer, goes_on=goes_on)
            previous, broken, opened = piece, piece.sort is Sort.CAPTION, False
        else:
            broken = broken or previous is not None
            opened = piece.sort is Sort.PART
    if previous is not None:
        _end_sentence(writer)


def _verbs_before_parts(text: str, pieces: Sequence[Piece]) -> Iterator[re.Match[str] | None]:
    """For each piece the verb at its end that the parts after it need: "Find" before "a) the cost", "b) the profit"."""
    marked = False
    found: list[re.Match[str] | None] = []
    for piece in reversed(pieces):
        whole = piece.sort is Sort.PROSE and marked
        found.append(SHARED_REQUEST.search(text, piece.start, piece.end) if whole else None)
        marked = piece.sort is Sort.PART or (marked and piece.sort is Sort.GAP)
    return reversed(found)


def _has_amount(caption: str) -> bool:
    """True for "Pancakes (serves 4)", whose number matters; a title such as "Bus 14" has a name only."""
    return re.search(r"(?i)\b(?:serves|makes|for|feeds)\s+\d", caption) is not None


def _join(previous: Piece, piece: Piece, broken: bool, writer: Writer) -> bool:
    """End the sentence of the line before, or let it go on; True if it goes on."""
    text = writer.original
    before, after = text[previous.start : previous.end].rstrip(), text[piece.start : piece.end].lstrip()
    if not broken and before.endswith("-") and before[-2:-1].isalpha() and after[:1].islower():
        return True  # a word cut at the line end; the hyphen has not been copied
    ends = broken or before[-1:] in SENTENCE_ENDS or ends_at_line_end(before, after)
    if ends:
        _end_sentence(writer)
    writer.space(previous.end - 1)
    return not ends


def ends_at_line_end(before: str, after: str) -> bool:
    """True if the sentence of a line ends with it although no mark says so."""
    last, first = words_of(before[-30:])[-1:], words_of(after[:30])[:1]
    if last and last[0] in word_set("unfinished") and before[-1:].isalpha():
        return False
    if after[:1].isupper():
        starts = bool(first) and first[0] in word_set("starters")
        return starts or len(before) <= _LONGEST_ITEM  # a longer line may be wrapped before a name
    if is_sum(before) and is_sum(after):
        return True
    if after[:1].isdigit():
        # "300 g flour" above "4 eggs"
        return before[:1].isdigit() and len(before) <= _LONGEST_ITEM and len(sentences_of(before)) == 1
    if not first or first[0] not in word_set("sure_starters") or len(before) > _SHORTEST_WRAPPED:
        return False
    return not _ends_question(before, after)


def _ends_question(before: str, after: str) -> bool:
    """True for "How far did he drive" above "altogether?": the mark belongs to the question that is still open."""
    start, end = next(iter(sentences_of(after)), (0, 0))
    alone = [found.kind for found in find_questions(after[start:end])]
    return alone == [Asking.WHETHER] and asks(_last_sentence(before))


def _end_sentence(writer: Writer) -> None:
    """Add the mark that a sentence lacks."""
    writer.trim()
    last = writer.last
    if not last or last in SENTENCE_ENDS or last in "\"')]:":
        return
    writer.close("?" if asks(_last_sentence(writer.tail())) else ".")


def _last_sentence(text: str) -> str:
    """The last sentence of a text; all of what has no words."""
    found = sentences_of(text)
    return text[found[-1][0] :] if found else text


def _write_prose(start: int, end: int, writer: Writer, *, goes_on: bool) -> None:
    """Copy the sentences of a line that are no instructions, tidied; the first may go on from the line before."""
    line = writer.original[start:end]
    written = False
    for first, last in sentences_of(line):
        begin, stop = without_remarks(line[first:last])
        opens = written or first > 0 or not goes_on
        begin = begin if opens else 0
        if opens and (is_instruction(line[first:last]) or is_instruction(line[first + begin : last])):
            continue  # the second for "Hello, can anybody explain this?"
        if begin < stop:
            if written:
                _end_sentence(writer)
                writer.space(start + first - 1)
            _write_tidied(start + first + begin, start + first + stop, writer)
            written = True


def _write_tidied(start: int, end: int, writer: Writer) -> None:
    text = writer.original
    removed = [match.span() for match in MARKS.finditer(text, start, end)]
    cursor = start
    for first, last in [*removed, (end, end)]:
        _write_stretch(cursor, first, writer)
        cursor = last


def _write_stretch(start: int, end: int, writer: Writer) -> None:
    text = writer.original
    cursor = start
    for match in _tidy().finditer(text, start, end):
        writer.copy(cursor, match.start())
        _write_instead(match, writer)
        cursor = match.end()
    if cursor < end and _ends_in_a_cut_word(text, end):
        end -= 1
    writer.copy(cursor, end)


def _ends_known_word(text: str, end: int) -> bool:
    """True if a word that comes before numbers ends here: the "has" of "has24", not the "mp" of "mp3"."""
    word = re.search(r"(?<![^\W\d_])[^\W\d_]{2,12}$", text[max(0, end - 14) : end])
    return word is not None and word.group().lower() in word_set("unfinished") | word_set("verbs")


def _ends_in_a_cut_word(text: str, end: int) -> bool:
    """True for "eve-" at the end of a line if the next starts with "ning"."""
    if text[end - 1] != "-" or not text[end - 2 : end - 1].isalpha():
        return False
    return re.match(r"[ \t]*\r?\n[ \t]*[a-z]", text[end : end + 80]) is not None


def _write_instead(match: re.Match[str], writer: Writer) -> None:
    group, at = match.lastgroup, match.start()
    found = match.group()
    if group == "quote":
        writer.add(_QUOTES[found], at)
    elif group in ("fraction", "bottom"):
        writer.copy(match.start("top"), match.end("top"))
        writer.add("/", match.end("top"))
        writer.copy(match.start("bottom"), match.end("bottom"))
    elif group in ("dollar", "between"):
        if match["between"]:
            writer.copy(match.start("between"), match.end("between"))
    elif group in ("entity", "formula"):
        writer.add(_MARKUP.get(found.strip("\\&;{"), ""), at)
    elif group == "asked":
        writer.copy(at, at + 1)
        writer.add(" ?", at)
    elif group == "unknown":
        writer.space(at)
        writer.add("?", at)
    elif group == "gap":
        writer.space(at)
        writer.add("how much" if found[1] in "£$€" else "how many", match.end() - 1)
    elif group == "short":
        writer.add(table("pasting")["short_forms"][found.lower()], at)
    elif group in ("count", "number"):
        writer.copy(match.start("number"), match.end("number"))
    elif group == "points":
        writer.add("?" if "?" in found else "!", at)
    elif group in ("space", "emoji", "blank", "bar", "tag"):
        writer.space(at)
    elif group == "glued" and _ends_known_word(writer.original, at):
        writer.space(at - 1)

"""Several problems in one paste, each with its questions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, takewhile

from arithmetree.pasting.lines import word_set, words_of
from arithmetree.pasting.mapping import ReadableText
from arithmetree.pasting.markers import follows
from arithmetree.pasting.outline import Piece, Sort
from arithmetree.pasting.questions import Asking, Found, is_sum
from arithmetree.pasting.remarks import shared_range
from arithmetree.pasting.sections import Paste, Section, content_of, has_number, leaves_story, sections_of
from arithmetree.pasting.sentences import sentences_of
from arithmetree.pasting.unrelated import content_words

_CLOSING = frozenset("?!.\"')\u201d\u2019")
_GAP = Piece(Sort.GAP, 0, 0)
_LONGEST_ABOUT_SHEET = 15
_LONGEST_NOTE = 6
_NEAR = 8
"""Words at the start of a block in which a pronoun means somebody of the block before."""
_FEWEST_NUMBERS = 2
_LONGEST_REMARK = 4
"""Words of a line between two problems that belongs to none: "ok and this"; two more if it has no number."""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question at text[start:end] of the pasted text, without its question mark; `label` is that of its part."""

    start: int
    end: int
    label: str | None
    kind: Asking


@dataclass(frozen=True, slots=True)
class PastedProblem:
    """A problem at text[start:end], without its number; `shared` is the place of a story that others use as well."""

    start: int
    end: int
    label: str | None
    questions: tuple[AskedQuestion, ...]
    shared: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ProblemPieces:
    """A problem and the pieces that it is read from, those of a shared story first."""

    problem: PastedProblem
    pieces: tuple[Piece, ...]


def split(text: str) -> tuple[PastedProblem, ...]:
    """The problems of a pasted text in order; all places are places of this text."""
    return tuple(found.problem for found in problems_of(Paste(text)))


def problems_of(paste: Paste) -> list[ProblemPieces]:
    """The problems of a pasted text with the pieces that they are read from."""
    sections = sections_of(paste)
    found: list[ProblemPieces] = []
    shared: list[Piece] = []
    covers: tuple[int, int] | None = None
    used = False
    for at, section in enumerate(sections):
        content = section.content()
        if section.numbered and content:
            if covers is None and shared and leaves_story(paste, sections[at - 1], content):
                shared = []
            covered = covers is None or _is_within(section.label, covers)
            found.append(_problem(paste, section.label, section.pieces, shared if covered else []))
            used = True
        elif content and at + 1 < len(sections) and sections[at + 1].numbered and not paste.asks(content):
            covers = shared_range("\n".join(map(paste.of, content)))
            kept = [piece for piece in section.pieces if not paste.is_instruction(piece)]
            needed = paste.is_story(kept) and (covers is not None or _is_taken_up(paste, kept, sections[at + 1 :]))
            shared, used = (kept if needed else []), False
        elif content:
            shared, covers = [], None
            found.extend(_problem(paste, label, pieces, []) for label, pieces in _unnumbered(paste, section))
        elif used and not section.numbered:
            shared, covers, used = [], None, False
    return _without_remarks(paste, found)


def _is_taken_up(paste: Paste, story: Sequence[Piece], sections: Sequence[Section]) -> bool:
    """True if an exercise after a story has a word of it or needs it; "Each question is worth 2 marks." is no story."""
    words = content_words(_text_of(paste, story)) - word_set("about_sheet")
    exercises = takewhile(lambda section: section.numbered, sections)
    return any(_takes_up(paste, words, section.content()) for section in exercises)


def _takes_up(paste: Paste, words: set[str], content: Sequence[Piece]) -> bool:
    text = _text_of(paste, content)
    opening = words_of(text[:40])[:1]
    if content and (not paste.has_number(content) or not word_set("continuing").isdisjoint(opening)):
        return True
    return not words.isdisjoint(content_words(text))


def _text_of(paste: Paste, pieces: Sequence[Piece]) -> str:
    return " ".join(paste.of(piece) for piece in content_of(pieces) if not paste.is_instruction(piece))


def _without_sheet(paste: Paste, pieces: Sequence[Piece], *, numbered: bool) -> list[Piece]:
    """Leave out lines before and after a problem that are about the sheet: "Total: 12 points"."""
    kept = list(pieces)
    for last in (True, False):
        while len(lines := content_of(kept)) > 1:
            line, others = (lines[-1], lines[:-1]) if last else (lines[0], lines[1:])
            if not _is_about_sheet(paste, line, others, last=last, numbered=numbered):
                break
            kept.remove(line)
    return kept


def _is_about_sheet(paste: Paste, line: Piece, others: Sequence[Piece], *, last: bool, numbered: bool) -> bool:
    if line.sort is not Sort.PROSE or not paste.has_number([line]) or paste.asks([line]):
        return False
    words = words_of(paste.of(line))
    noted = last and numbered and len(words) <= _LONGEST_NOTE and not _has_verb(words) and paste.asks(others[-1:])
    noted = noted and re.search(r"[.?!:,£$€]", paste.of(line)) is None  # "Band 3" after the question of an exercise
    if not noted and (len(words) > _LONGEST_ABOUT_SHEET or word_set("about_sheet").isdisjoint(words)):
        return False
    if not last and _refers_back(words_of(paste.of(others[0])) or [""]):
        return False
    if sum(map(paste.count_numbers, others)) < _FEWEST_NUMBERS:
        return False  # the problem needs the numbers of the line
    said = content_words(paste.of(line))
    return said.isdisjoint(content_words(_text_of(paste, others))) and paste.asks(others)


def _has_verb(words: Sequence[str]) -> bool:
    return not word_set("verbs").isdisjoint(words)


def _is_within(label: str | None, covers: tuple[int, int]) -> bool:
    return label is None or not label.isdecimal() or covers[0] <= int(label) <= covers[1]


def _problem(paste: Paste, label: str | None, pieces: Sequence[Piece], shared: Sequence[Piece]) -> ProblemPieces:
    pieces = _without_sheet(paste, pieces, numbered=label is not None)
    own = paste.readable(pieces)
    parts = [piece for piece in pieces if piece.sort is Sort.PART]
    questions = tuple(_question(found, own, parts) for found in paste.questions(own))
    start, end = _extent(paste, pieces, own)
    story = content_of(shared)
    place = (story[0].start, story[-1].end) if story else None
    return ProblemPieces(PastedProblem(start, end, label, questions, place), (*shared, *pieces))


def _question(found: Found, own: ReadableText, parts: Sequence[Piece]) -> AskedQuestion:
    start, end = own.to_original(found.start, found.end)
    at = bisect_right(parts, start, key=lambda part: part.start) - 1
    return AskedQuestion(start, end, parts[at].label if at >= 0 else None, found.kind)


def _extent(paste: Paste, pieces: Sequence[Piece], own: ReadableText) -> tuple[int, int]:
    """From the first to the last character that is read, the captions of tables included."""
    content = content_of(pieces)
    if not own.text:
        return content[0].start, content[-1].end
    start = content[0].start if content[0].sort is not Sort.PROSE else min(own.places)
    end = max(own.places[: _needed_end(own.text, paste.questions(own))]) + 1
    while end < content[-1].end and paste.text[end] in _CLOSING:
        end += 1
    return start, end


def _needed_end(text: str, questions: Sequence[Found]) -> int:
    """Where the last sentence ends that asks or has a number; the length of a text without a question."""
    if not questions:
        return len(text)
    sentences = [(start, end) for start, end in sentences_of(text) if end > questions[-1].start]
    return max(end for start, end in sentences[:1] + [one for one in sentences if has_number(text[slice(*one)])])


Labelled = tuple[str | None, list[Piece]]


def _unnumbered(paste: Paste, section: Section) -> Iterator[Labelled]:
    """The problems of a section without exercise numbers: by rules, letters, bullets or paragraphs."""
    for pieces in _between_rules(paste, section.pieces):
        lead, lettered = _items(pieces, Sort.PART)
        if lettered and all(map(paste.has_number, lettered)) and not _is_story_of(paste, lead, lettered):
            yield from ((item[0].label, item[1:]) for item in lettered)
            continue
        lead, bulleted = _items(pieces, Sort.BULLET)
        several = len(bulleted) > 1 and not lettered and all(map(paste.asks, bulleted))
        if several and not _is_story_of(paste, lead, bulleted):
            yield from ((None, lines) for item in bulleted for lines in _complete_lines(paste, item[1:]))
            continue
        groups = list(_stories(paste, pieces))
        for group in groups:
            story = _without_idle_ends(paste, group) if len(groups) > 1 else group
            yield from ((None, lines) for lines in _complete_lines(paste, story))


def _is_story_of(paste: Paste, lead: Sequence[Piece], items: Sequence[Sequence[Piece]]) -> bool:
    """True if what stands before letters or bullets has numbers that one of them needs; "Set 3" has none."""
    if not paste.has_number(lead):
        return False
    text = _text_of(paste, lead)
    if (
        paste.is_story(lead)
        and word_set("about_sheet").isdisjoint(words_of(text))
        and any(_only_asks(paste, item) for item in items)
    ):
        return True
    return any(_takes_up(paste, content_words(text), content_of(item)) for item in items)


def _only_asks(paste: Paste, item: Sequence[Piece]) -> bool:
    """True if an item starts with its question and tells no story."""
    read = paste.readable(content_of(item))
    questions = paste.questions(read)
    return bool(questions) and questions[0].start == 0 and questions[0].kind is not Asking.BLANK


def _items(pieces: Sequence[Piece], sort: Sort) -> tuple[list[Piece], list[list[Piece]]]:
    """The pieces before the first marker of a sort, and those of each marker with the marker first."""
    lead: list[Piece] = []
    items: list[list[Piece]] = []
    for piece in pieces:
        if piece.sort is sort:
            items.append([piece])
        else:
            (items[-1] if items else lead).append(piece)
    return lead, items


def _between_rules(paste: Paste, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cut at "-----" after a question."""
    current: list[Piece] = []
    asked = False
    for piece in pieces:
        if piece.sort is Sort.RULE and asked:
            yield current
            current, asked = [], False
            continue
        current.append(piece)
        asked = asked or paste.asks([piece])
    yield current


def _stories(paste: Paste, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cut where a paragraph that starts a new story follows one that has asked its question."""
    current: list[Piece] = []
    asked = False
    for paragraph in _paragraphs(pieces):
        if asked and _starts_new_story(paste, current, paragraph):
            yield current
            current, asked = [], False
        if current:
            current.append(_GAP)
        current.extend(paragraph)
        asked = asked or paste.asks(paragraph)
    if content_of(current):
        yield current


def _without_idle_ends(paste: Paste, pieces: list[Piece]) -> list[Piece]:
    """Leave out paragraphs at both ends that neither ask nor have a number: "next one:"."""
    paragraphs = list(_paragraphs(pieces))
    needed = [at for at, one in enumerate(paragraphs) if paste.asks(one) or paste.is_story(one)]
    kept = paragraphs[needed[0] : needed[-1] + 1] if needed else paragraphs
    return [piece for paragraph in kept for piece in paragraph]


def _paragraphs(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cut at blank lines."""
    current: list[Piece] = []
    for piece in pieces:
        if piece.sort is not Sort.GAP:
            current.append(piece)
        elif current:
            yield current
            current = []
    if current:
        yield current


def _starts_new_story(paste: Paste, before: Sequence[Piece], paragraph: Sequence[Piece]) -> bool:
    """True for a paragraph with numbers and a question that does not go on with the story before it."""
    content = content_of(paragraph)
    lead, lettered = _items(paragraph, Sort.PART)
    if lettered:
        # Letters start again below another story.
        return follows(None, lettered[0][0].label or "") and paste.is_story(lead) and bool(_items(before, Sort.PART)[1])
    if not content:
        return False
    if any(piece.sort is Sort.TABLE for piece in content):
        return True
    words = words_of(paste.text[content[0].start : content[-1].end])
    if not words or not paste.asks(content) or not paste.has_number(content) or _refers_back(words):
        return False
    incomplete = words[0] in word_set("timing") and sum(map(paste.count_numbers, content)) < _FEWEST_NUMBERS
    if incomplete and _shares_words(paste, before, content):
        return False  # "On Sunday the farm sells 15 hens. How many are left?"
    if words[0] in word_set("asking"):
        # A question alone: about the story before it, unless there is none or it needs none.
        return word_set("referring").isdisjoint(words) or not paste.states_number(before)
    return True


def _shares_words(paste: Paste, before: Sequence[Piece], content: Sequence[Piece]) -> bool:
    return not content_words(_text_of(paste, before)).isdisjoint(content_words(_text_of(paste, content)))


def _refers_back(words: Sequence[str]) -> bool:
    """True for the words of a paragraph that goes on: "He then buys ...", "On Sunday she sells ..."."""
    if words[0] in word_set("continuing"):
        return True
    if words[0] == "the" and words[1:2] and words[1] in word_set("others"):
        return True
    return words[0] in word_set("timing") and not word_set("pronouns").isdisjoint(words[1:8])


def _complete_lines(paste: Paste, pieces: list[Piece]) -> list[list[Piece]]:
    """Each line as a problem where every line asks a question about numbers of its own; else all together."""
    prose = [piece for piece in pieces if piece.sort is Sort.PROSE]
    if len(prose) < 2 or any(piece.sort in (Sort.TABLE, Sort.PART, Sort.CAPTION) for piece in pieces):
        return [pieces]
    lines = [piece for piece in prose if not _is_remark(paste, piece)]
    first = next((at for at, line in enumerate(lines) if paste.asks([line])), 0)
    if not _is_story_of(paste, lines[:first], [[line] for line in lines[first:]]):
        lines = lines[first:]
    if len(lines) < 2 or not all(_is_complete(paste, line, first=line is lines[0]) for line in lines):
        return _unrelated_blocks(paste, pieces)
    return [[line] for line in lines]


def _unrelated_blocks(paste: Paste, pieces: list[Piece]) -> list[list[Piece]]:
    """Lines up to a question as a problem where no such block takes up a word of the one before; else all together."""
    blocks: list[list[Piece]] = [[]]
    asked = ended = False
    for piece in pieces:
        asks = paste.asks([piece])
        if asked and content_of([piece]) and (not asks or (ended and not _only_asks(paste, [piece]))):
            blocks.append([])
            asked = False
        blocks[-1].append(piece)
        asked = asked or asks
        ended = paste.of(piece).rstrip().endswith("?")
    apart = all(_starts_block(paste, before, block) for before, block in pairwise(blocks))
    return blocks if apart and len(blocks) > 1 and all(map(paste.asks, blocks)) else [pieces]


def _starts_block(paste: Paste, before: Sequence[Piece], block: Sequence[Piece]) -> bool:
    words = words_of(_text_of(paste, block))
    complete = min(sum(map(paste.count_numbers, content_of(one))) for one in (before, block)) >= _FEWEST_NUMBERS
    if not words or not complete or _refers_back(words) or words[0] in word_set("timing"):
        return False
    return not _shares_words(paste, before, block) and word_set("pronouns").isdisjoint(words[:_NEAR])


def _is_remark(paste: Paste, piece: Piece) -> bool:
    """True for a short line without a question: "ok and this"."""
    line = paste.of(piece)
    numbers = paste.count_numbers(piece)
    short = len(line) < 80 and len(words_of(line)) <= _LONGEST_REMARK + (2 if numbers == 0 else 0)
    return short and numbers < 2 and not paste.asks([piece])


def _is_complete(paste: Paste, piece: Piece, *, first: bool) -> bool:
    """True for a sum, and for a line with a question and two numbers that does not go on with a story."""
    opening = words_of(paste.of(piece)[:40])[:1]
    if opening and not first and opening[0] in word_set("continuing"):
        return False
    return is_sum(paste.of(piece)) or (paste.count_numbers(piece) > 1 and paste.asks([piece]))


def _without_remarks(paste: Paste, found: list[ProblemPieces]) -> list[ProblemPieces]:
    """Leave out what asks nothing, except exercises with numbers, unless there is nothing else."""
    if len(found) < 2:
        return found
    kept = [one for one in found if one.problem.questions or (one.problem.label and paste.has_number(one.pieces))]
    return kept or found[:1]

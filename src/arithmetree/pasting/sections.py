"""The sections of a pasted text: an exercise with its number, a story shared by several, or what lies between."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arithmetree.pasting.lines import one_of, words_of
from arithmetree.pasting.mapping import ReadableText, Writer
from arithmetree.pasting.outline import CONTENT, Piece, Sort, outline
from arithmetree.pasting.prose import write_pieces
from arithmetree.pasting.questions import Found, find_questions, is_step
from arithmetree.pasting.remarks import is_instruction, shared_range
from arithmetree.pasting.sentences import sentences_of

_NUMBER_WORD = re.compile(rf"(?i)\b(?:{one_of('numbers')})\b")
_FEWEST_WORDS = 8
"""A line with so many words and two numbers is a sentence, even without a mark at its end."""
_DIGITS = re.compile(r"\d+(?:[.,/:]\d+)*")


@dataclass(slots=True)
class Section:
    """Pieces that belong together; `label` is None where nothing numbers them."""

    label: str | None
    numbered: bool
    pieces: list[Piece]

    def content(self) -> list[Piece]:
        """What is read of it."""
        return content_of(self.pieces)


def content_of(pieces: Sequence[Piece]) -> list[Piece]:
    """Prose, tables and their captions."""
    return [piece for piece in pieces if piece.sort in CONTENT]


def has_number(text: str) -> bool:
    """True for digits and the most common number words."""
    return _DIGITS.search(text) is not None or _NUMBER_WORD.search(text) is not None


class Paste:
    """A pasted text and what is known about its pieces, each looked at once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.pieces = outline(text)
        self._readable: dict[tuple[Piece, ...], ReadableText] = {}
        self._questions: dict[str, list[Found]] = {}

    def of(self, piece: Piece) -> str:
        """The characters of a piece."""
        return self.text[piece.start : piece.end]

    def readable(self, pieces: Sequence[Piece]) -> ReadableText:
        """Some pieces as plain sentences."""
        key = tuple(pieces)
        if key not in self._readable:
            self._readable[key] = self._written(key)
        return self._readable[key]

    def _written(self, pieces: Sequence[Piece]) -> ReadableText:
        writer = Writer(self.text)
        write_pieces(pieces, writer)
        return writer.finish()

    def questions(self, read: ReadableText) -> list[Found]:
        """The questions of some pieces as plain sentences."""
        if read.text not in self._questions:
            self._questions[read.text] = find_questions(read.text)
        return self._questions[read.text]

    def asks(self, pieces: Sequence[Piece], *, steps: bool = True) -> bool:
        """True if a line among the pieces has a question; steps such as "Multiply by 4." count unless left out."""
        for piece in pieces:
            read = self.readable([piece]) if piece.sort is Sort.PROSE else ReadableText("", ())
            if any(steps or not is_step(read.text, found) for found in self.questions(read)):
                return True
        return any(piece.sort is Sort.PART for piece in pieces) and bool(self.questions(self._written(pieces)))

    def count_numbers(self, piece: Piece) -> int:
        """How many numbers a piece has, in digits and the most common words."""
        line = self.of(piece)
        return len(_DIGITS.findall(line)) + len(_NUMBER_WORD.findall(line))

    def has_number(self, pieces: Sequence[Piece]) -> bool:
        """True if prose or a table among the pieces has a number."""
        return any(piece.sort is Sort.TABLE or self.count_numbers(piece) > 0 for piece in content_of(pieces))

    def states_number(self, pieces: Sequence[Piece]) -> bool:
        """True if there is a number before the first question."""
        text = self._written(pieces).text  # not kept: the pieces of a story so far are asked for again and again
        questions = find_questions(text)
        return any(character.isdigit() for character in text[: questions[0].start if questions else 0])

    def is_story(self, pieces: Sequence[Piece]) -> bool:
        """True for sentences, lists and tables with numbers; a line such as "Maple Class, 14.11." is a heading."""
        content = content_of(pieces)
        sentences = len(content) > 1 or any(
            piece.sort is not Sort.PROSE
            or self.of(piece).rstrip(" \"'\u201d\u2019)")[-1:] in (*".:!?",)
            or (self.count_numbers(piece) > 1 and len(words_of(self.of(piece))) >= _FEWEST_WORDS)
            for piece in content
        )
        return sentences and self.has_number(content)

    def is_instruction(self, piece: Piece) -> bool:
        """True for a line that holds instructions only."""
        if piece.sort is not Sort.PROSE:
            return False
        line = self.of(piece)
        return all(is_instruction(line[start:end]) for start, end in sentences_of(line))


def sections_of(paste: Paste) -> list[Section]:
    """The sections of a text in order.

    A story before a heading belongs to the questions after it, and numbered facts are one section with the question
    after them.
    """
    sections: list[Section] = []
    for section in _cut_at_markers(paste):
        before = sections[-1] if sections else None
        if before is not None and not section.numbered and _waits_for_questions(paste, before):
            before.pieces.extend(section.pieces)
            continue
        if before is not None and section.numbered and section.label is None and _goes_on(paste, before, section):
            story = _story_at_end(paste, section)
            before.pieces.extend(section.pieces[: len(section.pieces) - len(story)])
            if story:
                sections.append(Section(None, False, story))
            continue
        if before is not None and section.numbered and before.numbered:
            story = _story_at_end(paste, before)
            if story:
                before.pieces = before.pieces[: -len(story)]
                sections.append(Section(None, False, story))
        sections.append(section)
    return _with_numbered_facts(paste, sections)


def _goes_on(paste: Paste, before: Section, section: Section) -> bool:
    """True for "Question: How many ...?" on the line after "Problem: Ana has ..."."""
    content = before.content()
    told = bool(content) and paste.has_number(content) and not paste.asks(content)
    questions = paste.questions(paste.readable(section.content()[:1])) if told else []
    return bool(questions) and questions[0].start == 0 and before.pieces[-1].sort is not Sort.GAP


def _cut_at_markers(paste: Paste) -> Iterator[Section]:
    current = Section(None, False, [])
    for piece in paste.pieces:
        opens_story = piece.sort is Sort.PROSE and shared_range(paste.of(piece)) is not None
        if piece.sort is Sort.EXERCISE or piece.sort is Sort.HEADING or opens_story:
            yield current
            numbered = piece.sort is Sort.EXERCISE
            current = Section(piece.label, numbered, [] if numbered else [piece])
        else:
            current.pieces.append(piece)
    yield current


def _waits_for_questions(paste: Paste, section: Section) -> bool:
    """True for a story without a number that has not asked anything yet."""
    content = section.content()
    return not section.numbered and paste.is_story(content) and not paste.asks(content)


def _story_at_end(paste: Paste, section: Section) -> list[Piece]:
    """The last paragraphs of an exercise if they state numbers after its questions: a story for the next ones."""
    first = next((at for at in range(len(section.pieces), 0, -1) if _ends_questions(paste, section.pieces[at - 1])), 0)
    gap = next((at for at in range(first, len(section.pieces)) if section.pieces[at].sort is Sort.GAP), None)
    if first == 0 or gap is None:
        return []
    story = section.pieces[gap:]
    return story if paste.is_story(story) else []


def _ends_questions(paste: Paste, piece: Piece) -> bool:
    return piece.sort is Sort.PART or paste.asks([piece])


def _with_numbered_facts(paste: Paste, sections: list[Section]) -> list[Section]:
    """Join numbered sections of which only the last asks, and that after its first line; "Add 3 eggs." is a step."""
    numbered = [section.content() for section in sections if section.numbered and section.content()]
    if len(numbered) < 2 or any(paste.asks(content, steps=False) for content in numbered[:-1]):
        return sections
    if paste.asks(numbered[-1][:1], steps=False) or not paste.asks(numbered[-1], steps=False):
        return sections
    return [Section(None, False, [piece for section in sections for piece in section.pieces])]


def leaves_story(paste: Paste, before: Section, content: Sequence[Piece]) -> bool:
    """True if an exercise after a blank line has a story itself, while no blank line separates those before it."""
    if not before.numbered or not before.pieces or before.pieces[-1].sort is not Sort.GAP:
        return False
    if any(piece.sort is Sort.GAP for piece in before.pieces[:-1]):
        return False
    opening = words_of(paste.of(content[0])[:30])[:1]
    return bool(opening) and opening[0] in ("a", "an") and paste.states_number(content)

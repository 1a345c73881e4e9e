"""Several problems in one paste, each with its questions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arithmetree.pasting.lines import word_set, words_of
from arithmetree.pasting.mapping import ReadableText, Writer
from arithmetree.pasting.outline import CONTENT, Piece, Sort, outline
from arithmetree.pasting.prose import write_pieces
from arithmetree.pasting.questions import Asking, asks, find_questions
from arithmetree.pasting.remarks import is_instruction, shared_range
from arithmetree.pasting.sentences import sentences_of


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question at text[start:end] of the pasted text, without its question mark; `label` is that of its part."""

    start: int
    end: int
    label: str | None
    kind: Asking


@dataclass(frozen=True, slots=True)
class PastedProblem:
    """A problem at text[start:end], without its number. `shared` is the place of a story it has in common with others."""

    start: int
    end: int
    label: str | None
    questions: tuple[AskedQuestion, ...]
    shared: tuple[int, int] | None = None


@dataclass(slots=True)
class _Section:
    """Pieces that belong together: an exercise with its number, or what lies between two of them."""

    label: str | None
    numbered: bool
    pieces: list[Piece]

    def content(self) -> list[Piece]:
        return [piece for piece in self.pieces if piece.sort in CONTENT]


_NUMBER_WORDS = re.compile(
    r"(?i)\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|half|twice|hundred|twenty|thirty|forty|fifty)\b"
)


def split(text: str) -> tuple[PastedProblem, ...]:
    """The problems of a pasted text in order; all places are places of this text."""
    return tuple(problem for problem, _ in problems_with_pieces(text))


def problems_with_pieces(text: str) -> list[tuple[PastedProblem, list[Piece]]]:
    """The problems with the pieces that they are read from, those of a shared story first."""
    return _Splitter(text).problems()


class _Splitter:
    def __init__(self, text: str) -> None:
        self._text = text
        self._pieces = outline(text)
        self._asking: dict[int, bool] = {}

    def problems(self) -> list[tuple[PastedProblem, list[Piece]]]:
        found: list[tuple[PastedProblem, list[Piece]]] = []
        shared: list[Piece] = []
        covers: tuple[int, int] | None = None
        used = False
        sections = self._joined_sections()
        for at, section in enumerate(sections):
            content = section.content()
            if section.numbered:
                if not content:
                    continue
                if shared and covers is None and self._leaves_story(sections[at - 1], content):
                    shared = []
                covered = covers is None or _is_within(section.label, covers)
                found.append(self._problem(section.label, section.pieces, shared if covered else []))
                used = True
                continue
            if not content:
                if used:
                    shared, covers, used = [], None, False
                continue
            before_numbers = at + 1 < len(sections) and sections[at + 1].numbered
            if before_numbers and not self._asks(content):
                covers = shared_range("\n".join(self._text[piece.start : piece.end] for piece in content))
                kept = [piece for piece in section.pieces if not self._is_instruction(piece)]
                shared, used = (kept if self._is_story(kept) else []), False
                continue
            shared, covers = [], None
            found.extend(self._unnumbered(section))
        return self._without_remarks(found)

    def _joined_sections(self) -> list[_Section]:
        """The sections, where a story before a heading belongs to the questions after it, and numbered facts to one problem."""
        sections: list[_Section] = []
        for section in self._sections():
            before = sections[-1] if sections else None
            goes_on = before is not None and not before.numbered and self._is_story(before.content())
            if before is not None and goes_on and not self._asks(before.content()):
                if not section.numbered:
                    before.pieces.extend(section.pieces)
                    continue
                if not section.content():
                    continue
            if before is not None and section.numbered and before.numbered:
                story = self._story_at_end(before)
                if story:
                    before.pieces = before.pieces[: -len(story)]
                    sections.append(_Section(None, False, story))
            sections.append(section)
        return self._with_numbered_facts(sections)

    def _story_at_end(self, section: _Section) -> list[Piece]:
        """The last paragraphs of an exercise, if they state numbers after all its questions: a story for the next ones."""
        tail: list[Piece] = []
        for at in range(len(section.pieces) - 1, -1, -1):
            piece = section.pieces[at]
            if piece.sort is Sort.PART or (piece.sort is Sort.PROSE and self._piece_asks(piece)):
                break
            tail.insert(0, piece)
        else:
            return []
        first = next((at for at, piece in enumerate(tail) if piece.sort is Sort.GAP), len(tail))
        story = tail[first:]
        return story if self._is_story([piece for piece in story if piece.sort in CONTENT]) else []

    def _with_numbered_facts(self, sections: list[_Section]) -> list[_Section]:
        """Join numbered sections of which only the last asks, and that after its first line: they are a list of facts."""
        numbered = [section for section in sections if section.numbered and section.content()]
        if len(numbered) < 2 or any(self._asks(section.content()) for section in numbered[:-1]):
            return sections
        last = numbered[-1].content()
        if self._piece_asks(last[0]) or not self._asks(last):
            return sections
        return [_Section(None, False, [piece for section in sections for piece in section.pieces])]

    def _sections(self) -> Iterator[_Section]:
        current = _Section(None, False, [])
        for piece in self._pieces:
            if piece.sort is Sort.EXERCISE:
                yield current
                current = _Section(piece.label, True, [])
            elif piece.sort is Sort.HEADING or self._opens_shared_story(piece):
                yield current
                current = _Section(None, False, [piece])
            else:
                current.pieces.append(piece)
        yield current

    def _opens_shared_story(self, piece: Piece) -> bool:
        return piece.sort is Sort.PROSE and shared_range(self._text[piece.start : piece.end]) is not None

    def _is_instruction(self, piece: Piece) -> bool:
        if piece.sort is not Sort.PROSE:
            return False
        line = self._text[piece.start : piece.end]
        return all(is_instruction(line[start:end]) for start, end in sentences_of(line))

    def _asks(self, pieces: Sequence[Piece]) -> bool:
        return any(self._piece_asks(piece) for piece in pieces if piece.sort is Sort.PROSE)

    def _piece_asks(self, piece: Piece) -> bool:
        if piece.start not in self._asking:
            self._asking[piece.start] = asks(self._readable([piece]).text)
        return self._asking[piece.start]

    def _has_number(self, pieces: Sequence[Piece]) -> bool:
        for piece in pieces:
            if piece.sort in CONTENT:
                piece_text = self._text[piece.start : piece.end]
                if piece.sort is Sort.TABLE or re.search(r"\d", piece_text) or _NUMBER_WORDS.search(piece_text):
                    return True
        return False

    def _is_story(self, pieces: Sequence[Piece]) -> bool:
        """True for sentences, lists and tables with numbers; a line such as "Maple Class, 14.11." is a heading."""
        content = [piece for piece in pieces if piece.sort in CONTENT]
        told = len(content) > 1 or any(
            piece.sort is not Sort.PROSE or self._text[piece.start : piece.end].rstrip()[-1:] in ".:!?"
            for piece in content
        )
        return told and self._has_number(content)

    def _leaves_story(self, before: _Section, content: Sequence[Piece]) -> bool:
        """True if an exercise after a blank line has a story itself, while those before it had none between them."""
        if not before.numbered or not before.pieces or before.pieces[-1].sort is not Sort.GAP:
            return False
        if any(piece.sort is Sort.GAP for piece in before.pieces[:-1]):
            return False
        opening = words_of(self._text[content[0].start : content[0].end])[:1]
        return bool(opening) and opening[0] in ("a", "an") and self._has_number_in_story(content)

    def _readable(self, pieces: Sequence[Piece]) -> ReadableText:
        writer = Writer(self._text)
        write_pieces(pieces, writer)
        return writer.finish()

    def _unnumbered(self, section: _Section) -> Iterator[tuple[PastedProblem, list[Piece]]]:
        """The problems of a section without exercise numbers: by letters, bullets, rules or paragraphs."""
        for pieces in self._between_rules(section.pieces):
            lead, items = _items(pieces, Sort.PART)
            if items and not self._has_number(lead) and self._stand_alone(items):
                for item in items:
                    yield self._problem(item[0].label, item[1:], [])
                continue
            if not items:
                lead, bulleted = _items(pieces, Sort.BULLET)
                if len(bulleted) > 1 and not self._has_number(lead) and all(self._asks(item) for item in bulleted):
                    for item in bulleted:
                        yield self._problem(None, item[1:], [])
                    continue
            for group in self._paragraph_groups(pieces):
                yield from (self._problem(None, lines, []) for lines in self._lines_of_their_own(group))

    def _lines_of_their_own(self, pieces: list[Piece]) -> list[list[Piece]]:
        """Each line as a problem where every line asks a question about numbers of its own; else all together.

        Short lines between them without a question ("ok and this") are remarks.
        """
        prose = [piece for piece in pieces if piece.sort is Sort.PROSE]
        if len(prose) < 2 or any(piece.sort in (Sort.TABLE, Sort.PART, Sort.CAPTION) for piece in pieces):
            return [pieces]
        lines = [[piece] for piece in prose if not self._is_remark(piece)]
        if len(lines) < 2 or not all(self._is_complete(line[0], first=line is lines[0]) for line in lines):
            return [pieces]
        return lines

    def _is_remark(self, piece: Piece) -> bool:
        line = self._text[piece.start : piece.end]
        return len(words_of(line)) <= 4 and len(re.findall(r"\d+", line)) < 2 and not asks(line)

    def _is_complete(self, piece: Piece, *, first: bool) -> bool:
        """True for a line with a question and two numbers that does not go on with a story."""
        line = self._text[piece.start : piece.end]
        words = words_of(line)[:1]
        if words and not first and words[0] in word_set("continuing"):
            return False
        numbers = len(re.findall(r"\d+(?:[.,/:]\d+)*", line)) + len(_NUMBER_WORDS.findall(line))
        return numbers > 1 and self._asks([piece])

    def _stand_alone(self, items: Sequence[Sequence[Piece]]) -> bool:
        """True if lettered items are problems by themselves: each has a number."""
        return all(self._has_number(item) for item in items)

    def _between_rules(self, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
        """Cut at "-----" where what follows is a new problem."""
        current: list[Piece] = []
        for piece in pieces:
            if piece.sort is Sort.RULE and self._asks(current):
                yield current
                current = []
            else:
                current.append(piece)
        yield current

    def _paragraph_groups(self, pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
        """Cut where a paragraph that starts a new story follows one that has asked its question."""
        current: list[Piece] = []
        for paragraph in _paragraphs(pieces):
            if self._asks(current) and self._starts_new_story(current, paragraph):
                yield current
                current = []
            current.extend(paragraph)
        if any(piece.sort in CONTENT for piece in current):
            yield current

    def _starts_new_story(self, before: Sequence[Piece], paragraph: Sequence[Piece]) -> bool:
        content = [piece for piece in paragraph if piece.sort in CONTENT]
        if not content or any(piece.sort is Sort.PART for piece in paragraph):
            return False
        opening = self._text[content[0].start : content[-1].end]
        words = words_of(opening)
        if not words or not self._asks(content):
            return any(piece.sort is Sort.TABLE for piece in content)
        if any(piece.sort is Sort.TABLE for piece in content):
            return True
        if not self._has_number(content) or self._refers_back(words):
            return False
        if words[0] in word_set("asking"):
            # A question alone: about the story before it, unless that has none or it needs none.
            return not self._has_number_in_story(before) or word_set("referring").isdisjoint(words)
        return True

    def _refers_back(self, words: Sequence[str]) -> bool:
        """True for a paragraph that goes on with the story: "He then buys ...", "On Sunday she sells ..."."""
        if words[0] in word_set("continuing"):
            return True
        if words[0] == "the" and words[1:2] and words[1] in ("same", "rest", "other", "next", "others", "remaining"):
            return True
        return words[0] in word_set("timing") and not word_set("pronouns").isdisjoint(words[1:8])

    def _has_number_in_story(self, pieces: Sequence[Piece]) -> bool:
        """True if some sentence before the question states a number."""
        text = self._readable(pieces).text
        questions = find_questions(text)
        return any(character.isdigit() for character in text[: questions[0].start if questions else 0])

    def _problem(
        self, label: str | None, pieces: Sequence[Piece], shared: Sequence[Piece]
    ) -> tuple[PastedProblem, list[Piece]]:
        pieces = list(pieces)
        own = self._readable(pieces)
        questions = tuple(
            self._question(found.start, found.end, found.kind, own, pieces) for found in find_questions(own.text)
        )
        start, end = self._extent(pieces, own)
        shared_content = [piece for piece in shared if piece.sort in CONTENT]
        place = (shared_content[0].start, shared_content[-1].end) if shared_content else None
        return PastedProblem(start, end, label, questions, place), [*shared, *pieces]

    def _question(
        self, start: int, end: int, kind: Asking, own: ReadableText, pieces: Sequence[Piece]
    ) -> AskedQuestion:
        first, last = own.to_original(start, end)
        labels = [piece for piece in pieces if piece.sort is Sort.PART]
        at = bisect_right([piece.start for piece in labels], first) - 1
        return AskedQuestion(first, last, labels[at].label if at >= 0 else None, kind)

    def _extent(self, pieces: Sequence[Piece], own: ReadableText) -> tuple[int, int]:
        """From the first to the last character that is read, captions included."""
        content = [piece for piece in pieces if piece.sort in CONTENT]
        if not own.text:
            return content[0].start, content[-1].end
        places = own.places
        start = content[0].start if content[0].sort is not Sort.PROSE else min(places)
        end = max(places) + 1
        while end < content[-1].end and self._text[end] in "?!.\"')\u201d\u2019":
            end += 1
        return start, end

    def _without_remarks(
        self, found: list[tuple[PastedProblem, list[Piece]]]
    ) -> list[tuple[PastedProblem, list[Piece]]]:
        """Leave out paragraphs without a question and without a number, unless there is nothing else."""
        if len(found) < 2:
            return found
        kept = [
            (problem, pieces)
            for problem, pieces in found
            if problem.questions or (self._has_number(pieces) and problem.label)
        ]
        return kept or found[:1]


def _is_within(label: str | None, covers: tuple[int, int]) -> bool:
    return label is None or not label.isdecimal() or covers[0] <= int(label) <= covers[1]


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


def _paragraphs(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Cut at blank lines, and at line ends after a question mark."""
    current: list[Piece] = []
    for piece in pieces:
        if piece.sort is Sort.GAP:
            if current:
                yield current
                current = []
            continue
        current.append(piece)
    if current:
        yield current

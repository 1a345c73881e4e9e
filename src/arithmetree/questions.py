"""The questions of a text, each with the problem it belongs to as the reader should see it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from arithmetree.pasting import AskedQuestion, PastedProblem, ReadableText, readable, readable_problems
from arithmetree.pasting.lines import word_set, words_of
from arithmetree.quantities import find_quantities

_END_OF_SENTENCE = re.compile(r"[.?!](?:\s+|$)")
_JOINT = re.compile(r"(?i)[\s,;–—-]*(?:\b(?:and|n|or|but|then|also|so)\b[\s,]*)*$")
_MOST_WORDS_LEFT_OUT = 4
"""A question of so few words and without a verb needs the one before it: "and by how much?"."""

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: the readable text of its problem as far as it matters for it, and its label ("2 b")."""

    source: ReadableText
    label: str | None


@lru_cache(maxsize=8)
def asked_of(text: str) -> tuple[Asked, ...]:
    """The questions of a text in order; a text without any is one problem all the same.

    The last few texts are remembered: a service first looks how much a text asks, and then answers it.
    """
    found: list[Asked] = []
    for problem, source in readable_problems(text):
        spans = [(question, source.from_original(question.start, question.end)) for question in problem.questions]
        placed = [(question, span) for question, span in spans if span is not None]
        if len(placed) < 2:
            found.append(Asked(source, _label(problem, placed[0][0] if placed else None)))
            continue
        sources = _one_question_each(source, [span for _, span in placed])
        found.extend(Asked(one, _label(problem, question)) for one, (question, _) in zip(sources, placed, strict=True))
    return tuple(found) or (Asked(readable(text), None),)


def _one_question_each(source: ReadableText, questions: Sequence[Span]) -> list[ReadableText]:
    """For each question the problem as far as it, which is then its last and is answered.

    Earlier questions stay where they give a number ("If she buys 3 more, how many ...?"), and the one before where the
    question means it ("How much more is that than ...?"); the others only distract.
    Numbers after the last question of a sentence or of the problem belong to all before them.
    """
    text = source.text
    found: list[ReadableText] = []
    dropped: list[Span] = []
    after = max(_sentence(text, *span)[1] for span in questions)
    facts = [(after, len(text))] if _gives_number(text[after:]) else []
    for sentence, group in groupby(questions, key=lambda span: _sentence(text, *span)):
        together = list(group)
        edges = [start for start, _ in together] + [sentence[1]]
        clauses = list(pairwise(edges))
        condition = (together[-1][1], sentence[1])
        hidden = dropped[:-1] if _refers_back(text[edges[0] : sentence[1]]) else dropped
        for at, (start, end) in enumerate(clauses):
            needed = _needs_earlier(text[start:end])
            kept = [one for one in clauses[:at] if needed or _gives_number(text[slice(*one)])]
            clause = [(start, end)]
            if at + 1 < len(clauses):
                clause = [(start, start + len(_JOINT.sub("", text[start:end])))]
                shared = _gives_number(text[slice(*condition)]) and not _gives_number(text[start:end])
                clause.append(condition if shared else _mark(text, sentence))
            story = [*_without(hidden, (0, edges[0])), *kept]
            found.append(_joined(source, story, [*clause, *facts], moved=at > 0))
        if not _gives_number(text[slice(*sentence)]):
            dropped.append(sentence)
    return found


def _mark(text: str, sentence: Span) -> Span:
    """The mark at the end of a sentence."""
    end = sentence[0] + len(text[slice(*sentence)].rstrip())
    return (end - 1, end) if text[end - 1] in ".?!" else (end, end)


def _gives_number(text: str) -> bool:
    return any(one.countable for one in find_quantities(text))


def _needs_earlier(clause: str) -> bool:
    words = words_of(_JOINT.sub("", clause))
    return len(words) <= _MOST_WORDS_LEFT_OUT and word_set("questions", "auxiliaries").isdisjoint(words)


def _refers_back(question: str) -> bool:
    return not word_set("questions", "back").isdisjoint(words_of(question))


def _without(dropped: Sequence[Span], span: Span) -> list[Span]:
    """A span without those inside it."""
    edges = [span[0], *(edge for inner in dropped for edge in inner), span[1]]
    return [(start, end) for start, end in zip(edges[::2], edges[1::2], strict=True) if start < end]


def _joined(source: ReadableText, story: Sequence[Span], question: Sequence[Span], *, moved: bool) -> ReadableText:
    """A story and a question as one text; a question moved from inside its sentence gets a capital if it starts one."""
    places = [place for span in (*story, *question) for place in range(*span)]
    characters = [source.text[place] for place in places]
    opening = sum(end - start for start, end in story)
    if moved and "".join(characters[:opening]).rstrip()[-1:] in ("", ".", "?", "!"):
        characters[opening] = source.text[question[0][0]].title()
    return ReadableText("".join(characters), tuple(source.places[place] for place in places))


def _sentence(text: str, start: int, end: int) -> Span:
    """The sentence that a question is in, with its mark and the space after it."""
    begin = max((found.end() for found in _END_OF_SENTENCE.finditer(text, 0, start)), default=0)
    after = _END_OF_SENTENCE.search(text, max(len(text[:end].rstrip()) - 1, start))
    return begin, len(text) if after is None else after.end()


def _label(problem: PastedProblem, question: AskedQuestion | None) -> str | None:
    labels = [problem.label, None if question is None else question.label]
    return " ".join(label for label in labels if label) or None

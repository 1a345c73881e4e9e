"""Several problems in one line without any label: a new story that shares no word with the one before."""

from __future__ import annotations

import re

from arithmetree.pasting.lines import word_set, words_of
from arithmetree.pasting.questions import find_questions
from arithmetree.pasting.sentences import sentences_of

_NUMBER = re.compile(r"\d+(?:[.,/:]\d+)*")
_FEWEST_NUMBERS = 2
_SHORTEST_WORD = 3
_LONGEST_LINE = 1500
_OPENS = re.compile(r"(?:An?|There|One|Two|Three|[A-Z][a-z]+|\d+)\s")
_PLURAL = re.compile(r"(?:(?<=s|x)es|(?<=ch|sh)es|(?<!s)s)$")


def unrelated_stories(text: str, start: int, end: int) -> list[int]:
    """The places in a line at which another story starts after a question: "... left? A baker makes ...".

    Each story has numbers and a question, and none takes up a word or a person of the one before it.
    """
    line = text[start:end]
    if len(line) > _LONGEST_LINE or line.count("?") < 2:
        return []
    cuts: list[int] = []
    story = 0
    begin: int | None = None
    asked = False
    for first, last in sentences_of(line):
        asks = line[:last].rstrip("\"')").endswith("?")
        if asked and begin is None:
            begin = first
        if begin is not None and asks:
            if _starts_story(line[story:begin], line[begin:last]):
                cuts.append(start + begin)
                story = begin
            begin = None
        asked = asked or asks
    return cuts


def _starts_story(before: str, after: str) -> bool:
    words = words_of(after)
    if (
        not words
        or not _OPENS.match(after)
        or words[0] in word_set("continuing") | word_set("timing") | word_set("asking")
    ):
        return False
    if min(len(_NUMBER.findall(before)), len(_NUMBER.findall(after))) < _FEWEST_NUMBERS or not find_questions(after):
        return False
    opening = words_of(after[: sentences_of(after)[0][1]])
    if not word_set("pronouns").isdisjoint(opening) or not word_set("unrelated", "pointing").isdisjoint(words):
        return False
    return content_words(before).isdisjoint(content_words(after))


def content_words(text: str) -> set[str]:
    """The words of a text that say what it is about, without their endings."""
    idle = word_set("unrelated", "idle") | word_set("unfinished") | word_set("questions", "auxiliaries")
    return {_PLURAL.sub("", word) for word in words_of(text) if len(word) >= _SHORTEST_WORD and word not in idle}

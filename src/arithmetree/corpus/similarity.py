"""Similarity of stories: word trigrams of texts whose numbers and names are masked, found by an inverted index.

Two texts are near if their sets of trigrams overlap by at least NEAR_JACCARD (shared by all), or if the smaller
set lies in the other by at least NEAR_CONTAINED (shared by those of the smaller): the same story with sentences
added. Texts with fewer than LEAST_TRIGRAMS trigrams are judged by the first measure alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

import numpy as np
from numpy.typing import NDArray

from arithmetree.quantities import find_quantities

NEAR_JACCARD = 0.4
NEAR_CONTAINED = 0.6
LEAST_TRIGRAMS = 12
_N = 3
_NUMBER = "0"
_NAME = "Name"
_PERSON = "they"

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|0|[.!?]")
_SENTENCE_END = frozenset(".!?")
# Who does something is no part of the story.
_PERSONS = frozenset({"he", "she", "they", "him", "her", "them", "his", "hers", "their", "theirs", "it", "its"})
# Capitalised at the start of a sentence, these are no names; any other word there is masked as one.
# fmt: off
_OPENERS = frozenset({
    "a", "after", "all", "although", "an", "and", "as", "at", "because", "before", "besides", "both", "but", "by",
    "can", "during", "each", "every", "find", "for", "from", "given", "half", "her", "here", "his", "how", "if",
    "in", "into", "it", "its", "my", "of", "on", "one", "only", "our", "out", "over", "some", "than", "that",
    "the", "their", "then", "there", "these", "they", "this", "those", "to", "two", "under", "until", "we", "what",
    "when", "where", "which", "while", "who", "whose", "why", "with", "work", "you", "your",
})
# fmt: on


@dataclass(frozen=True, slots=True)
class Near:
    """A text of the index that is near another: its key, and how much of the trigrams they share."""

    key: str
    jaccard: float
    contained: float


def masked_words(text: str) -> tuple[str, ...]:
    """The words of a text in lower case, with numbers, names and personal pronouns masked; punctuation is left out."""
    pieces, end = [], 0
    for quantity in find_quantities(text):
        pieces += [text[end : quantity.start], f" {_NUMBER} "]
        end = quantity.end
    words: list[str] = []
    starts_sentence = True
    for word in _WORD.findall("".join([*pieces, text[end:]])):
        if word in _SENTENCE_END:
            starts_sentence = True
            continue
        words.append(_masked(word, starts_sentence))
        starts_sentence = False
    # "Ana and Ben", "Ana Maria Lopez": one name is like several.
    return tuple(word for i, word in enumerate(words) if word != _NAME or i == 0 or words[i - 1] != _NAME)


def _masked(word: str, starts_sentence: bool) -> str:
    lower = word.lower().replace("’", "'").removesuffix("'s")
    if lower in _PERSONS:
        return _PERSON
    if word[:1].isupper() and not (starts_sentence and lower in _OPENERS) and lower != "i":
        return _NAME
    return lower


def trigrams(text: str) -> frozenset[tuple[str, ...]]:
    """The word trigrams of the masked text; a shorter text is one gram by itself."""
    words = masked_words(text)
    if len(words) <= _N:
        return frozenset({words})
    return frozenset(words[start : start + _N] for start in range(len(words) - _N + 1))


def common_wording(text: str, other: str) -> float:
    """The share of the masked words that two texts have in common in the same order, from 0 to 1."""
    return SequenceMatcher(None, masked_words(text), masked_words(other), autojunk=False).ratio()


class StoryIndex:
    """Texts by key, ready to be searched for near ones; building and searching are linear in the shared trigrams."""

    def __init__(self, texts: Iterable[tuple[str, str]]) -> None:
        self._keys: list[str] = []
        sizes: list[int] = []
        postings: dict[tuple[str, ...], list[int]] = {}
        for number, (key, text) in enumerate(texts):
            grams = trigrams(text)
            self._keys.append(key)
            sizes.append(len(grams))
            for gram in grams:
                postings.setdefault(gram, []).append(number)
        self._sizes: NDArray[np.int64] = np.array(sizes, dtype=np.int64)
        self._postings = {gram: np.array(numbers, dtype=np.int64) for gram, numbers in postings.items()}

    def __len__(self) -> int:
        return len(self._keys)

    def search(self, text: str) -> tuple[Near, ...]:
        """The texts near a text, the nearest first; see `near`."""
        grams = trigrams(text)
        postings = [self._postings[gram] for gram in grams if gram in self._postings]
        if not postings:
            return ()
        shared = np.bincount(np.concatenate(postings), minlength=len(self._keys))
        smaller = np.minimum(self._sizes, len(grams))
        jaccard = shared / (self._sizes + len(grams) - shared)
        contained = shared / smaller
        is_near = (jaccard >= NEAR_JACCARD) | ((contained >= NEAR_CONTAINED) & (smaller >= LEAST_TRIGRAMS))
        found = [Near(self._keys[i], float(jaccard[i]), float(contained[i])) for i in np.flatnonzero(is_near)]
        return tuple(sorted(found, key=lambda match: (-match.jaccard, match.key)))


def near(text: str, index: StoryIndex) -> tuple[Near, ...]:
    """The texts of an index that have nearly the same story as a text, nearest first.

    An equal text is near as well, so a text that is itself in the index finds itself.
    """
    return index.search(text)

"""Statistics: how varied texts are, in figures that can be compared between sets."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

from arithmetree.corpus.record import Record
from arithmetree.corpus.similarity import masked_words
from arithmetree.errors import DataError

SAMPLE_WORDS = 10_000
"""The size of the sample for `vocabulary_in_sample`, since a longer text always has more different words."""

_SENTENCE_END = re.compile(r"(?<![.!?])[.!?]++[\"')\]]*+(?:\s+|$)")
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|No|Prof)\.")
_MASKS = frozenset({"0", "Name", "they"})


@dataclass(frozen=True, slots=True)
class TextFigures:
    """Figures of a set of texts; words are counted without numbers and names, `verbs` in at least two texts."""

    problems: int
    different_texts: int
    words_per_problem: float
    sentences_per_problem: float
    words_per_sentence: float
    vocabulary: int
    vocabulary_in_sample: int
    verbs: int


def text_figures(texts: Sequence[str], verbs: Iterable[Iterable[str]]) -> TextFigures:
    """Count; `verbs` are the lemmas of the verbs of each text. DataError without texts."""
    if not texts:
        raise DataError("there are no texts to count; give at least one")
    masked = [masked_words(text) for text in texts]
    words = sum(map(len, masked))
    sentences = sum(map(sentence_count, texts))
    in_texts = Counter(lemma for lemmas in verbs for lemma in set(lemmas))
    return TextFigures(
        problems=len(texts),
        different_texts=len(set(masked)),
        words_per_problem=round(words / len(texts), 1),
        sentences_per_problem=round(sentences / len(texts), 2),
        words_per_sentence=round(words / sentences, 1),
        vocabulary=len({word for text in masked for word in text} - _MASKS),
        vocabulary_in_sample=_vocabulary_in_sample(masked),
        verbs=sum(1 for count in in_texts.values() if count > 1),
    )


def sentence_count(text: str) -> int:
    """The number of sentences, at least one; the point of "Mrs." ends none."""
    plain = _ABBREVIATION.sub("", text.strip())
    ends = len(_SENTENCE_END.findall(plain))
    return max(1, ends if _SENTENCE_END.search(plain[-3:]) else ends + 1)


def _vocabulary_in_sample(masked: Iterable[Sequence[str]]) -> int:
    """The different words among the first SAMPLE_WORDS, with the texts in an order drawn by a hash."""
    drawn = sorted(set(map(tuple, masked)), key=lambda words: sha256(" ".join(words).encode()).digest())
    sample = [word for words in drawn for word in words][:SAMPLE_WORDS]
    return len(set(sample) - _MASKS)


def story_count(records: Sequence[Record]) -> int:
    """The number of different stories: texts with numbers and names masked, every family counted once."""
    families = {record.family for record in records if record.family is not None}
    single = {masked_words(record.text) for record in records if record.family is None}
    return len(families) + len(single)


def save_figures(figures: dict[str, TextFigures], file: Path) -> None:
    """Write the figures of each set as JSON."""
    plain = {name: asdict(entry) for name, entry in figures.items()}
    file.write_text(json.dumps(plain, indent=2) + "\n", encoding="utf-8")


def load_figures(file: Path) -> dict[str, TextFigures]:
    """Read what save_figures wrote; DataError where it is something else."""
    try:
        return {name: TextFigures(**entry) for name, entry in json.loads(file.read_text(encoding="utf-8")).items()}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise DataError(f"{file} holds no figures ({error}); build the corpus with --data to write it again") from error

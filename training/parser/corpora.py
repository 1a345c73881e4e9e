"""The documents that the parser is trained on, chosen by and measured on."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

from grammar import Filler, read_patterns
from sentences import Sentence, as_written, augmented, groups, to_doc
from spacy.language import Language
from spacy.training import Example
from spacy.util import registry
from treebanks import read_treebank

LONGEST_DOCUMENT = 6
DEV_PER_PATTERN = 8
TEST_PER_PATTERN = 20
MEASURE_SEED = 7

Corpus = Callable[[Language], Iterator[Example]]


def example(nlp: Language, sentences: list[Sentence]) -> Example:
    """Gold sentences beside the same text as the pipeline's own tokenizer cuts it."""
    reference = to_doc(nlp.vocab, sentences)
    return Example(nlp.make_doc(reference.text), reference)


def problems(split: str, per_pattern: int, seed: int) -> Iterator[list[Sentence]]:
    """Sentences of a split's patterns, put together like word problems: statements, then a question."""
    rng = random.Random(seed)
    filler = Filler(split, rng.randrange(2**32))
    pools: dict[bool, list[Sentence]] = {True: [], False: []}
    for pattern in read_patterns(split):
        pools[pattern.question] += [filler.sentence(pattern) for _ in range(per_pattern)]
    for pool in pools.values():
        rng.shuffle(pool)
    questions, statements = pools[True], pools[False]
    while questions or statements:
        size = rng.randint(0, 4)
        document = [statements.pop() for _ in range(min(size, len(statements)))]
        if questions and (rng.random() < 0.9 or not document):
            document.insert(0 if rng.random() < 0.1 else len(document), questions.pop())
        if document:
            yield document


def measured_documents(treebanks: Path, name: str, split: str) -> list[list[Sentence]]:
    """The dev or test documents of a treebank, or of our own patterns ("patterns")."""
    if name == "patterns":
        return list(problems(split, DEV_PER_PATTERN if split == "dev" else TEST_PER_PATTERN, MEASURE_SEED))
    return list(groups(read_treebank(treebanks, name, split), LONGEST_DOCUMENT, random.Random(MEASURE_SEED)))


@registry.readers("arithmetree.parser_training.v1")  # type: ignore[untyped-decorator]
def training_reader(treebanks: str, names: list[str], per_pattern: int, seed: int) -> Corpus:
    """Training documents: treebanks cut and written differently in every epoch, patterns refilled."""
    sources = [read_treebank(Path(treebanks), name, "train") for name in names]
    sources = [
        [as_written(sentence) for sentence in sentences] if name == "atis" else sentences
        for name, sentences in zip(names, sources, strict=True)
    ]
    rng = random.Random(seed)

    def corpus(nlp: Language) -> Iterator[Example]:
        for sentences in sources:
            for group in groups(sentences, LONGEST_DOCUMENT, rng):
                yield example(nlp, augmented(group, rng))
        for document in problems("train", per_pattern, rng.randrange(2**32)):
            yield example(nlp, augmented(document, rng))

    return corpus


@registry.readers("arithmetree.parser_dev.v1")  # type: ignore[untyped-decorator]
def dev_reader(treebanks: str) -> Corpus:
    """The dev documents that decide which checkpoint is kept."""
    documents = [
        document for name in ("ewt", "patterns") for document in measured_documents(Path(treebanks), name, "dev")
    ]

    def corpus(nlp: Language) -> Iterator[Example]:
        for document in documents:
            yield example(nlp, document)

    return corpus

"""Measure a parser: `python training/parser/evaluate.py --treebanks DIR [--parser DIR] [--problems FILE ...]`.

Writes docs/results/parser.json and, from it, the card docs/parser.md. Treebank test text and our own test patterns
are parsed from raw text. `--problems` takes benchmark files (JSON lists of objects with a text in "sQuestion"); they
have no trees, so only the place of the auxiliary in their "how many / how much" questions is checked.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # words per second are those of one core

from card import card
from corpora import MEASURE_SEED, TEST_PER_PATTERN, example, measured_documents
from grammar import read_patterns
from sentences import Sentence, pretokenised, to_doc
from shipping import TRAINING_FILE
from spacy.about import __version__ as spacy_version
from spacy.tokens import Doc, Token
from spacy.training import Example

from arithmetree.errors import DataError
from arithmetree.parsing import SHIPPED, SpacyParser, load_spacy_parser

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "docs" / "results" / "parser.json"
CARD = ROOT / "docs" / "parser.md"
SCORES = {
    "token_f": "tokens",
    "tag_acc": "tags",
    "pos_acc": "parts_of_speech",
    "morph_acc": "features",
    "lemma_acc": "lemmas",
    "dep_uas": "uas",
    "dep_las": "las",
    "sents_f": "sentences",
}
SUBJECTS = frozenset({"nsubj", "nsubj:pass", "expl", "csubj"})
ALWAYS_AUXILIARY = frozenset({"do", "does", "did", "will", "would", "can", "could", "should", "must"})


def scores(parser: SpacyParser, documents: Sequence[list[Sentence]]) -> dict[str, float]:
    """Scores in per cent on raw text; punctuation is left out of UAS and LAS, as spaCy's scorer does."""
    examples = [example(parser.nlp, document) for document in documents]
    values = parser.nlp.evaluate(examples)
    return {name: round(100 * values[key], 2) for key, name in SCORES.items()}


def lemma_accuracy(parser: SpacyParser, documents: Sequence[list[Sentence]], kinds: frozenset[str]) -> float:
    """Share of right lemmas among the words of some parts of speech, in per cent."""
    right = total = 0
    for document in documents:
        reference = to_doc(parser.nlp.vocab, document)
        pair = Example(parser.parse(reference.text), reference)
        for token, lemma, pos in zip(
            pair.predicted, pair.get_aligned("LEMMA", as_string=True), pair.get_aligned("POS", as_string=True),
            strict=True,
        ):  # fmt: skip
            if pos in kinds and lemma:
                total += 1
                right += token.lemma_ == lemma
    return round(100 * right / total, 2)


def asked_auxiliary(doc: Doc) -> Token | None:
    """The first word after "how many" or "how much" that can only be an auxiliary there, if there is one."""
    for how, amount in pairwise(doc):
        if how.lower_ == "how" and amount.lower_ in ("many", "much"):
            for token in doc[amount.i + 1 :]:
                if token.lower_ in ALWAYS_AUXILIARY:
                    return token
                if token.text in (".", "?", ","):
                    return None
    return None


def looks_misattached(token: Token) -> bool:
    """Whether an auxiliary is not attached as one to a predicate that follows it and has a subject before it."""
    head = token.head
    has_subject = any(child.dep_ in SUBJECTS for child in head.lefts)
    return not (token.dep_ == "aux" and head.i > token.i and has_subject)


def checked_auxiliaries(parser: SpacyParser, texts: Sequence[str]) -> dict[str, object]:
    """How many questions have an auxiliary that looks misattached."""
    found = [token for doc in parser.pipe(texts) if (token := asked_auxiliary(doc)) is not None]
    return _share(len(found), sum(map(looks_misattached, found)))


def gold_auxiliaries(parser: SpacyParser, sentences: Sequence[Sentence]) -> dict[str, object]:
    """How many questions have an auxiliary whose head or relation is not that of the gold tree."""
    golds = [to_doc(parser.nlp.vocab, [sentence]) for sentence in sentences]
    asked = wrong = 0
    for gold, doc in zip(golds, parser.pipe([gold.text for gold in golds]), strict=True):
        token = asked_auxiliary(gold)
        if token is not None:
            asked += 1
            parsed = {(other.idx, other.dep_, other.head.idx) for other in doc}
            wrong += (token.idx, token.dep_, token.head.idx) not in parsed
    return _share(asked, wrong)


def _share(questions: int, wrong: int) -> dict[str, object]:
    return {"questions": questions, "misattached": wrong, "share": round(100 * wrong / max(1, questions), 2)}


def words_per_second(parser: SpacyParser, texts: Sequence[str]) -> int:
    """Words that one core parses in a second, the best of three runs in processor time."""
    best = 0.0
    for _ in range(3):
        start = time.process_time()
        words = sum(len(doc) for doc in parser.pipe(texts))
        best = max(best, words / (time.process_time() - start))
    return round(best)


def problem_texts(file: Path) -> list[str]:
    """The texts of a benchmark file."""
    try:
        return [problem["sQuestion"] for problem in json.loads(file.read_text(encoding="utf-8"))]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f'{file} is not a JSON list of objects with "sQuestion" ({error}); give such files') from error


def measure(treebanks: Path, folder: Path, problems: Sequence[Path]) -> dict[str, object]:
    """Everything that the result file holds."""
    parser = load_spacy_parser(folder)
    ewt = measured_documents(treebanks, "ewt", "test")
    ours = measured_documents(treebanks, "patterns", "test")
    spaced = [[pretokenised(sentence) for sentence in document] for document in ours]
    questions = {pattern.name for pattern in read_patterns("test") if pattern.question}
    asked = [[s] for document in ours for s in document if s.pattern in questions]
    ewt_texts = [to_doc(parser.nlp.vocab, document).text for document in ewt]
    our_texts = [to_doc(parser.nlp.vocab, document).text for document in ours]
    open_class = frozenset({"NOUN", "VERB", "ADJ", "ADV", "PROPN"})
    return {
        "command": "training/parser/evaluate.py",
        "training": json.loads((folder / TRAINING_FILE).read_text(encoding="utf-8")),
        "seed_of_test_patterns": MEASURE_SEED,
        "patterns": {split: len(read_patterns(split)) for split in ("train", "dev", "test")},
        "sentences_per_test_pattern": TEST_PER_PATTERN,
        "ewt_test": scores(parser, ewt) | {"open_class_lemmas": lemma_accuracy(parser, ewt, open_class)},
        "patterns_test": scores(parser, ours) | {"open_class_lemmas": lemma_accuracy(parser, ours, open_class)},
        "patterns_test_spaced": scores(parser, spaced),
        "patterns_test_questions": scores(parser, asked),
        "auxiliaries": {
            "our test patterns": gold_auxiliaries(parser, [sentence for (sentence,) in asked]),
            **{file.parent.name: checked_auxiliaries(parser, problem_texts(file)) for file in problems},
        },
        "words_per_second": {
            "ewt_test": words_per_second(parser, ewt_texts),
            "patterns_test": words_per_second(parser, our_texts),
        },
        "bytes_on_disk": sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()),
        "versions": {"python": platform.python_version(), "spacy": spacy_version},
    }  # fmt: skip


def main() -> None:
    """Read the command line, measure, write the result file and the card."""
    parser = argparse.ArgumentParser(description="Measure arithmetree's parser.")
    parser.add_argument("--treebanks", type=Path, required=True, help="folder with the UD English treebanks")
    parser.add_argument("--parser", type=Path, default=SHIPPED, help="folder of the parser (default: the shipped one)")
    parser.add_argument("--problems", type=Path, nargs="*", default=[], help="benchmark files questions.json")
    arguments = parser.parse_args()
    result = measure(arguments.treebanks, arguments.parser.resolve(), arguments.problems)
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps(result, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    CARD.write_text(card(result), encoding="utf-8")
    print(json.dumps(result, indent=2, ensure_ascii=False))


if __name__ == "__main__":
    main()

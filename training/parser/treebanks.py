"""Universal Dependencies treebanks in CoNLL-U files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sentences import Sentence

from arithmetree.errors import DataError

FILES = {
    "ewt": ("UD_English-EWT", "en_ewt-ud-{split}.conllu"),
    "atis": ("UD_English-Atis", "en_atis-ud-{split}.conllu"),
    "eslspok": ("UD_English-ESLSpok", "en_eslspok-ud-{split}.conllu"),
}


def treebank_file(folder: Path, name: str, split: str) -> Path:
    """Where a treebank keeps a split; EWT's train file may also be one rebuilt from its sources."""
    directory, pattern = FILES[name]
    file = folder / directory / pattern.format(split=split)
    rebuilt = file.with_suffix(".rebuilt.conllu")
    if not file.exists() and not rebuilt.exists():
        raise DataError(
            f"{file} is missing; the folder of treebanks must hold {directory}: clone it from "
            f"github.com/UniversalDependencies/{directory} into {folder}"
        )
    return file if file.exists() else rebuilt


def read_treebank(folder: Path, name: str, split: str) -> list[Sentence]:
    """All sentences of a treebank's split."""
    return list(read_conllu(treebank_file(folder, name, split)))


def read_conllu(file: Path) -> Iterator[Sentence]:
    """Sentences of a CoNLL-U file.

    Empty nodes are left out; the words of a multiword token ("don't") stand side by side without a space.
    A sentence where they do not spell the token as written is left out.
    """
    lines = file.read_text(encoding="utf-8").splitlines()
    # spaCy learns features and parts of speech as one label: a treebank without the first gives neither.
    has_features = any("VerbForm=" in line for line in lines)
    rows: list[list[str]] = []
    for line in lines:
        if line.startswith("#"):
            continue
        if line:
            rows.append(line.split("\t"))
        elif rows:
            sentence = _sentence(rows, has_features)
            if sentence is not None:
                yield sentence
            rows = []


def _sentence(rows: list[list[str]], parts_of_speech: bool) -> Sentence | None:
    words = [row for row in rows if row[0].isdigit()]
    space_after = {int(row[0]): "SpaceAfter=No" not in row[9] for row in words}
    for row in rows:
        if "-" not in row[0]:
            continue
        first, last = map(int, row[0].split("-"))
        if "".join(word[1] for word in words[first - 1 : last]) != row[1]:
            return None
        for index in range(first, last):
            space_after[index] = False
        space_after[last] = "SpaceAfter=No" not in row[9]
    if any(" " in row[1] for row in words):
        return None
    annotates_features = any(row[5] != "_" for row in words)
    heads = [int(row[6]) for row in words]
    return Sentence(
        words=tuple(row[1] for row in words),
        spaces=tuple(space_after[index] for index in range(1, len(words) + 1)),
        pos=tuple(row[3] if parts_of_speech else "" for row in words),
        tags=tuple("" if row[4] == "_" else row[4] for row in words),
        morphs=tuple(row[5] if annotates_features else "" for row in words),
        lemmas=tuple("" if row[2] == "_" and row[1] != "_" else row[2] for row in words),
        heads=tuple(index if head == 0 else head - 1 for index, head in enumerate(heads)),
        deps=tuple("ROOT" if head == 0 else row[7] for head, row in zip(heads, words, strict=True)),
    )

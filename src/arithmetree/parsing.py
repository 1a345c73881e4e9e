"""The parser: tokens, tags, lemmas, dependency trees and sentences of a text, after Universal Dependencies.

The shipped pipeline is our own (training/parser); any object with the two methods of `Parser` can replace it.
The root of a sentence has the relation "ROOT", as is spaCy's custom; all other labels are those of UD English.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from safetensors import SafetensorError
from safetensors.numpy import load
from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import load_model_from_config
from thinc.api import Model

from arithmetree.errors import TooLongError
from arithmetree.model_folder import SHIPPED as MODELS
from arithmetree.model_folder import ModelFolder, check_version
from arithmetree.text import read_text

FORMAT_VERSION = 1
SETTINGS_FILE = "parser.json"
WEIGHTS_FILE = "weights.safetensors"
SHIPPED = MODELS / "parser"
TOKENIZATION = 2
"""Counts the changes of how a text is cut into tokens; parses that were kept are of no use after one."""
MOST_STRINGS = 200_000
"""How many words a pipeline may hold, about 320 bytes each; texts of made-up words would fill any memory."""
MOST_TOKENS = 10_000
"""A text of 20,000 characters has 4,500 in ordinary prose; one of nothing but signs would be parsed for ten seconds."""

# spaCy's tokenizer takes quadratic time in the length of a run without spaces ("$$$$..."), so runs are cut.
_LONG_RUN = re.compile(r"\S{100}(?=\S)")
# It also takes a letter with a full stop for an abbreviation, and so joins two sentences: "640 g. Find the total."
_UNIT_AT_END = re.compile(r"(?<=\d)\s?[cdghlmpst]\.(?=\s+[\"'“‘(]?[A-Z\d£$€]|\s*$)")


class Parser(Protocol):
    """Anything that turns text into spaCy documents with UD labels, lemmas, tags and sentences."""

    def parse(self, text: str) -> Doc:
        """The parsed document; its tokens keep the character offsets of `text`."""

    def pipe(self, texts: Iterable[str], batch_size: int = 64) -> Iterator[Doc]:
        """The parsed documents of many texts, in order; faster than one by one."""


class SpacyParser:
    """A spaCy pipeline as a `Parser`; raises TextError where `read_text` does, and reads everything else."""

    def __init__(self, nlp: Language, load: Callable[[], Language] | None = None) -> None:
        self.nlp = nlp
        self._load = load

    def parse(self, text: str) -> Doc:
        """The parsed document; its tokens keep the character offsets of `text`."""
        nlp = self._pipeline()
        return nlp(_few(_tokens(nlp, text)))

    def pipe(self, texts: Iterable[str], batch_size: int = 64) -> Iterator[Doc]:
        """The parsed documents of many texts, in order; faster than one by one."""
        nlp = self._pipeline()
        return nlp.pipe((_few(_tokens(nlp, text)) for text in texts), batch_size=batch_size)

    def _pipeline(self) -> Language:
        """The pipeline; loaded again when it holds too much, because spaCy keeps every word it has ever met."""
        if self._load is not None and len(self.nlp.vocab.strings) > MOST_STRINGS:
            self.nlp = self._load()
        return self.nlp


def load_parser(path: Path | None = None) -> Parser:
    """The parser in a folder, or the shipped one; a folder is read once per process."""
    return load_spacy_parser(SHIPPED if path is None else path.resolve())


@cache
def load_spacy_parser(folder: Path) -> SpacyParser:
    """The parser that training/parser/train.py wrote into a folder; ModelError says what is wrong with it."""
    return SpacyParser(_load_pipeline(folder), partial(_load_pipeline, folder))


def _few(tokens: Doc) -> Doc:
    if len(tokens) > MOST_TOKENS:
        raise TooLongError(f"A problem has {len(tokens)} words and signs; at most {MOST_TOKENS} are read.")
    return tokens


def _tokens(nlp: Language, text: str) -> Doc:
    """The tokens of the text, in time linear in its length."""
    text = read_text(text)
    if not _LONG_RUN.search(text):
        stops = {match.end() - 1 for match in _UNIT_AT_END.finditer(text)}
        return _cut_at(stops, nlp.make_doc(text)) if stops else nlp.make_doc(text)
    cut_text = _LONG_RUN.sub(r"\g<0> ", text)
    cuts = {match.end() + count for count, match in enumerate(_LONG_RUN.finditer(text))}
    tokens = nlp.make_doc(cut_text)
    spaces = [bool(token.whitespace_) and token.idx + len(token) not in cuts for token in tokens]
    return Doc(tokens.vocab, words=[token.text for token in tokens], spaces=spaces)


def _cut_at(stops: set[int], tokens: Doc) -> Doc:
    """The tokens with the full stop after a unit, at one of these places, as a separate token."""
    words: list[str] = []
    spaces: list[bool] = []
    for token in tokens:
        joined = len(token) > 1 and token.idx + len(token) - 1 in stops
        words.extend([token.text[:-1], "."] if joined else [token.text])
        spaces.extend([False, bool(token.whitespace_)] if joined else [bool(token.whitespace_)])
    return Doc(tokens.vocab, words=words, spaces=spaces)


def _load_pipeline(folder: Path) -> Language:
    found = ModelFolder.read(folder, SETTINGS_FILE)
    check_version(found, FORMAT_VERSION)
    settings = found.settings
    try:
        weights = load(found[WEIGHTS_FILE])
        nlp = load_model_from_config(settings["config"], auto_fill=True)
        for string in settings["strings"]:
            nlp.vocab.strings.add(string)
        pipeline: list[tuple[str, Any]] = nlp.pipeline
        for name, pipe in pipeline:
            for file in (folder / name).iterdir():
                found[f"{name}/{file.name}"]  # that it was checked
            pipe.from_disk(folder / name, exclude=["model", "vocab"])
            pipe.model.from_dict(_model_state(name, settings["nodes"][name], weights))
            _check_complete(name, pipe.model)
    except (OSError, SafetensorError, LookupError, ValueError, TypeError, AttributeError) as error:
        raise found.damaged(error) from error
    return nlp


def tensor_name(component: str, node: int, param: str) -> str:
    """The name of a parameter in the weights file."""
    return f"{component}.{node}.{param}"


def _model_state(
    component: str, nodes: list[dict[str, Any]], weights: dict[str, np.ndarray[Any, Any]]
) -> dict[str, Any]:
    """What thinc's `Model.from_dict` wants: half-precision weights go back to single precision."""
    params: list[dict[str, Any]] = [{} for _ in nodes]
    for name, value in weights.items():
        owner, index, param = name.split(".")
        if owner == component:
            params[int(index)][param] = value.astype(np.float32)
    return {"nodes": nodes, "params": params, "attrs": [{} for _ in nodes], "shims": [[] for _ in nodes]}


def _check_complete(component: str, model: Model[Any, Any]) -> None:
    for index, node in enumerate(model.walk()):
        for param in node.param_names:
            if not node.has_param(param):
                raise ValueError(f"{WEIGHTS_FILE} has no {tensor_name(component, index, param)}")

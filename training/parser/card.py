"""The parser's card, docs/parser.md, written from the result file so that no figure is copied by hand."""

from __future__ import annotations

from typing import Any

_ROWS = {
    "uas": "UAS (head right)",
    "las": "LAS (head and relation right)",
    "parts_of_speech": "parts of speech (UPOS)",
    "tags": "tags (XPOS)",
    "features": "features",
    "lemmas": "lemmas",
    "open_class_lemmas": "lemmas of nouns, names, verbs, adjectives, adverbs",
    "sentences": "sentence boundaries (F1)",
    "tokens": "tokens (F1)",
}
_TREEBANKS = {"ewt": "UD English EWT", "atis": "UD English Atis", "eslspok": "UD English ESLSpok"}
_COLUMNS = {
    "ewt_test": "EWT test",
    "patterns_test": "our test patterns",
    "patterns_test_spaced": "the same, spaced",
    "patterns_test_questions": "their questions alone",
}


def card(result: dict[str, Any]) -> str:
    """The card as Markdown."""
    training = result["training"]
    treebanks = " and ".join(_TREEBANKS[name] for name in training["treebanks"])
    patterns = result["patterns"]
    scores = [
        f"| {label} | " + " | ".join(_cell(result[column].get(row)) for column in _COLUMNS) + " |"
        for row, label in _ROWS.items()
    ]
    attachments = [
        f"| {name} | {figures['questions']} | {figures['misattached']} | {figures['share']:.1f} |"
        for name, figures in result["auxiliaries"].items()
    ]
    speed = result["words_per_second"]
    return f"""<!-- Written by {result["command"]} from docs/results/parser.json; change those, not this page. -->
# The parser

Our own spaCy pipeline for the English of word problems: tokens, tags, features, lemmas, dependency trees and
sentence boundaries, with the labels of Universal Dependencies (the root is called `ROOT`). It ships inside the
package, loads offline, and is used through `arithmetree.parsing.load_parser()`; another pipeline can take its place
by offering the same two methods, `parse` and `pipe`.

- **Trained on** the train part of {treebanks} and on {patterns["train"]} sentence patterns of word
  problems that we wrote with their trees, refilled in every epoch ({training["sentences_per_pattern"]} sentences
  each); {training["steps"]} updates, seed {training["seed"]}. How to reproduce it: `training/parser`.
- **Chosen by** EWT dev and {patterns["dev"]} dev patterns.
- **Measured on** EWT test and {patterns["test"]} test patterns, {result["sentences_per_test_pattern"]} sentences each.
  No pattern and no name, noun, verb or adjective that fills a slot is shared between train, dev and test; weekdays,
  titles, number words and the ways of building noun phrases are. All patterns have the same authors.
- **Size** {result["bytes_on_disk"] / 1e6:.1f} MB on disk (half precision).
- **Speed** {speed["ewt_test"]:,} words per second on one core on EWT test, {speed["patterns_test"]:,} on the patterns.
- **Licence** CC BY-SA 4.0, as the treebanks demand; the code is MIT.

## Figures

Per cent, from raw text with the pipeline's own tokens and sentences; punctuation is not counted in UAS and LAS.
"Spaced" is text with a blank between all tokens ("cake ."), as many benchmarks are written.

| | {" | ".join(_COLUMNS.values())} |
|---|{"---|" * len(_COLUMNS)}
{chr(10).join(scores)}

Questions with "how many" or "how much" where the auxiliary (do, does, did, will, would, can, could, should, must) is
misattached: in our patterns, its head or relation differs from the gold tree; in benchmark texts, which have no trees
and were used for nothing else, it is not `aux` of a predicate that follows it and has a subject before it (so that a
missed subject counts too).

| questions of | with an auxiliary | misattached | per cent |
|---|---|---|---|
{chr(10).join(attachments)}

## Conventions worth knowing

- Hyphens are separate tokens: "4-dollar toys" is `4` (nummod of dollar), `-`, `dollar` (compound of toys), `toys`;
  "twenty-five" is `twenty` (compound), `-`, `five`; "12-pack" is `12` (nummod), `-`, `pack`.
- "$5" is `$` (the head) and `5` (nummod); "5%" is `5` (nummod) and `%` (the head).
- "how many pens": how is advmod of many, many amod of pens; "how many more pens": many is advmod of more, more amod
  of pens, and "than ..." hangs on more.
- "How many pens does she need to buy": pens is obj of buy.
- "3 dollars a slice": slice is nmod:unmarked of dollars; "per slice": nmod; "each" after an amount: nmod:unmarked of
  it; "each day" after an object: obl:unmarked of the verb.
- "has 3 left": left is xcomp of has; "3 are left": left is the root; "there are 3 pens left": left is acl of pens.
- "Tom bought 3 pens and Mia 5": Mia is conj of bought, 5 is orphan of Mia.

## What it is not good at

Long literary sentences, other languages and text without any punctuation; sentence boundaries of e-mail headers and
lists (much of EWT). Our patterns are made of few constructions each, so the figures on them are those of clean,
textbook-like wording and too good for free text.
"""


def _cell(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"

"""The card: what the corpus is, who wrote it and how it came out, written from the records and the figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from arithmetree.corpus.manifest import Manifest
from arithmetree.corpus.quotas import one_step_operations, quota_figures, two_step_forms
from arithmetree.corpus.record import SPLITS, Reason, Record
from arithmetree.corpus.second_reading import SecondReading
from arithmetree.corpus.similarity import LEAST_TRIGRAMS, NEAR_CONTAINED, NEAR_JACCARD
from arithmetree.corpus.splits import is_learned
from arithmetree.corpus.statistics import SAMPLE_WORDS, TextFigures
from arithmetree.corpus.stories import KINDS

LICENSE = """\
The corpus of arithmetree (everything in this folder) is licensed under the Creative Commons Attribution 4.0
International License (CC BY 4.0). SPDX-License-Identifier: CC-BY-4.0

You may share and adapt it for any purpose, commercial ones included, if you give appropriate credit, link to the
licence and say whether you changed anything. It comes without warranties.

The licence: https://creativecommons.org/licenses/by/4.0/legalcode

Credit: "The arithmetree corpus of word problems, by the arithmetree authors, CC BY 4.0".
"""

_PURPOSE = {
    "train": "read-once problems to learn from",
    "families": "more read-once problems to learn from, in families of one story with several questions",
    "dev": "read-once problems to choose models by",
    "calibration": "read-once problems to fit the confidence on; models are not chosen by it",
    "test": "read-once problems of other writers and scenes, for measuring only",
    "general": "general problems to learn from",
    "general_dev": "general problems of other writers and scenes, to choose models by",
    "general_calibration": "general problems in six separate styles, to fit the confidence on",
    "general_test": "general problems of other writers and scenes, for measuring a finished model only",
}

_FIELDS = """\
| field | meaning |
|---|---|
| `id` | file and line of the writer, `a03-017` |
| `text` | the problem |
| `quantities` | every number of the text in order: `text`, `start`, `end` (characters), `value` (exact, as text), `kind`, and `implicit`: null, or the word that implies a number that is not written out ("week" for 7). In general problems a time of day is one quantity, in minutes after midnight |
| `asked`, `answers`, `units` | for each question the calculation in infix, its exact value as text ("72", "7/2") and what it counts |
| `equations` | "x + y = 20", empty if there are none |
| `derivation` | the calculation by numbered values: `leaves` (a `quantity`, a `constant` with its `fact`, or an `unknown`), then `steps` as [operation, left, right], and `answers`; null if unanswerable |
| `expression`, `answer`, `unit` | those of the last question |
| `tree` | the calculation as nested nodes where + - * / over the numbers of the text, each used at most once, can say it; else null |
| `reason` | null, or why there is no answer |
| `kind`, `style` | of general problems: what the calculation is about, and the way it is written |
| `irrelevant` | indices of the countable quantities that the calculation does not use |
| `rates` | `quantity` (index) and the two units it joins, `per: ["dollar", "toy"]`, singular; read-once problems only |
| `question` | `start` and `end` of the question in general problems, null in others |
| `scenario`, `grade` | where the story takes place (a few words), and the school grade 1 to 9 that it suits |
| `phenomena` | tags; those that follow from the text and the tree are derived, the others are the writer's |
| `family` | null, or the key that variants of one story share: question families and minimal pairs |
| `steps`, `shape` | number of steps, and the form of the tree, "(a-b)*c" |
"""  # noqa: E501

_LOADING = """\
## Loading

`make corpus` writes the parts to `build/corpus/`, one JSON object a line. The repository holds only the writers' lines
and `manifest.json`, which assigns them to parts and has the checksum of every part.

<!-- not run: needs the package datasets, which nothing else here needs -->
```python
from datasets import load_dataset

general = load_dataset("json", data_files={"train": "build/corpus/general.jsonl", "dev": "build/corpus/general_dev.jsonl"})
```

<!-- not run: needs the files that make corpus writes -->
```python
import polars

general = polars.read_ndjson("build/corpus/general.jsonl", infer_schema_length=None)
general.group_by("kind").len().sort("len")
```

In Python without either: `arithmetree.corpus.load("build/corpus/general.jsonl")`.
"""  # noqa: E501


def card(
    parts: Mapping[str, Sequence[Record]],
    manifest: Manifest,
    figures: Mapping[str, TextFigures],
    readings: Mapping[str, SecondReading | None],
    reviews: Sequence[Mapping[str, Any]],
) -> str:
    """The card as Markdown, with the header that dataset hubs read."""
    general = {name: part for name, part in parts.items() if name.startswith("general")}
    read_once = [record for name in SPLITS for record in parts.get(name, ())]
    sections = [
        _header(parts),
        _opening(parts),
        _parts(parts, manifest),
        _general(general),
        "## Fields\n\n" + _FIELDS,
        _LOADING,
        _quality(parts, manifest, readings, reviews),
        _read_once(read_once),
        _reasons(parts),
        _variety(figures),
        _limits(),
    ]
    return "\n".join(section.rstrip() + "\n" for section in sections)


def _header(parts: Mapping[str, Sequence[Record]]) -> str:
    total = sum(map(len, parts.values()))
    size = "100K<n<1M" if total >= 100_000 else "10K<n<100K"
    splits = {
        "general": "train",
        "general_dev": "validation",
        "general_calibration": "calibration",
        "general_test": "test",
    }
    files = "\n".join(f"    - split: {splits[name]}\n      path: {name}.jsonl" for name in splits if name in parts)
    once = {"train": "train", "dev": "validation", "calibration": "calibration", "test": "test"}
    others = "\n".join(f"    - split: {once[name]}\n      path: {name}.jsonl" for name in once if name in parts)
    return f"""\
---
license: cc-by-4.0
language: en
pretty_name: The arithmetree corpus of word problems
size_categories: {size}
task_categories:
- question-answering
annotations_creators: machine-generated
language_creators: machine-generated
tags:
- math-word-problems
- arithmetic
- synthetic
configs:
- config_name: general
  default: true
  data_files:
{files}
- config_name: read_once
  data_files:
{others}
---
"""


def _opening(parts: Mapping[str, Sequence[Record]]) -> str:
    records = [record for part in parts.values() for record in part]
    general = sum(record.kind is not None for record in records)
    writers = len({record.writer for record in records})
    families = len({record.family for record in records if record.family})
    return f"""\
# The arithmetree corpus of word problems

**All texts and calculations were written by language models**, in {writers} separate runs ("writers"), each under a
written brief with kinds, styles and quotas; other runs reviewed them, and others again solved a sample from the texts
alone. A program recomputed every answer. No person has checked the corpus as a whole.

{len(records):,} problems in English with full annotation, {families:,} families of one story with several questions,
{len({record.scenario for record in records}):,} scenes. {general:,} of them are *general*: a number may be used several
times, constants, per cents, rounding, one or two unknowns and several questions occur. The others are *read-once*: one
expression with + − × ÷ that uses each number at most once. The purpose is to train and to measure programs that solve
school problems and know when they cannot. Licence: CC BY 4.0 (LICENSE). `python -m arithmetree.corpus card` writes this
card.
"""


def _parts(parts: Mapping[str, Sequence[Record]], manifest: Manifest) -> str:
    rows = [
        [
            name,
            f"{len(parts[name]):,}",
            f"{len({record.scenario for record in parts[name]}):,}",
            f"{len({record.writer for record in parts[name]})}",
            f"{_share(parts[name], lambda record: record.reason is not None)} %",
            purpose,
        ]
        for name, purpose in _PURPOSE.items()
        if name in parts
    ]
    learned = ", ".join(f"`{name}`" for name in parts if is_learned(name))
    return f"""\
## Parts

{_table(["part", "problems", "scenes", "writers", "without an answer", "purpose"], rows)}

`train`, `dev` and part of `calibration` were drawn by whole scenes; the other parts were written for their purpose. A
family is never in two parts. From the parts to learn from ({learned}), {len(manifest.held_back):,} problems are held
back because they come near a held-out one or share its scene.
"""


def _general(general: Mapping[str, Sequence[Record]]) -> str:
    names = list(general)
    by_kind = [
        [kind, *(f"{sum(record.kind == kind for record in general[name]):,}" for name in names)] for kind in KINDS
    ]
    styles = Counter(record.style for part in general.values() for record in part)
    by_style = [
        [str(style), *(f"{sum(record.style == style for record in general[name]):,}" for name in names)]
        for style, _ in styles.most_common()
    ]
    records = [record for part in general.values() for record in part if record.derivation is not None]
    needs: list[tuple[str, Callable[[Record], bool]]] = [
        ("a number used more than once", _reuses),
        ("a constant that the text does not mention", lambda r: bool(r.derivation) and _has(r, "constant")),
        ("an equation", lambda r: bool(r.equations)),
        ("rounding, remainder, gcd or lcm", _rounds),
        ("several questions", lambda r: len(r.answers) > 1),
        ("four or more steps", lambda r: (r.steps or 0) >= 4),
        ("a number that does not matter", lambda r: bool(r.irrelevant)),
        ("none of the first four: read-once", lambda r: r.tree is not None),
    ]
    shares = [[name, f"{_share(records, holds)} %"] for name, holds in needs]
    return f"""\
## General problems

By kind (a family has one kind; its easier questions may not need it):

{_table(["kind", *names], by_kind)}

By style:

{_table(["style", *names], by_style)}

What the answerable ones need:

{_table(["need", "share"], shares)}
"""


def _reuses(record: Record) -> bool:
    derivation = record.derivation
    if derivation is None:
        return False
    used = Counter(side for step in derivation.steps for side in (step.left, step.right))
    return any(
        count > 1 for value, count in used.items() if value >= len(derivation.leaves) or _is_mention(record, value)
    )


def _is_mention(record: Record, value: int) -> bool:
    return record.derivation is not None and hasattr(record.derivation.leaves[value], "quantity")


def _has(record: Record, kind: str) -> bool:
    assert record.derivation is not None
    return kind == "constant" and any(hasattr(leaf, "fact") for leaf in record.derivation.leaves)


def _rounds(record: Record) -> bool:
    return record.derivation is not None and any(
        str(step.operation) in ("floor", "ceil", "mod", "gcd", "lcm") for step in record.derivation.steps
    )


def _quality(
    parts: Mapping[str, Sequence[Record]],
    manifest: Manifest,
    readings: Mapping[str, SecondReading | None],
    reviews: Sequence[Mapping[str, Any]],
) -> str:
    reviewed = sum(int(review["problems"]) for review in reviews)
    wrong = sum(int(review.get("wrong_expression_before_review", 0)) for review in reviews)
    ambiguous = sum(int(review.get("ambiguous_before_review", 0)) for review in reviews)
    second_readings = "".join(_reading(name, reading) for name, reading in readings.items() if reading is not None)
    total = sum(map(len, parts.values()))
    return f"""\
## Quality

Every batch was reviewed by another run than its writer ({reviewed:,} problems read, `reviews/`): {wrong:,} calculations
were wrong before the review and {ambiguous:,} texts ambiguous; they were changed or deleted.
{second_readings}
Tests check for all {total:,} records that the derivation gives the answers exactly, that every number of it is a span
of the text or a known fact (`src/arithmetree/data/facts.toml`), and that spans and values are those of the text. Two
texts are near if their word trigrams, numbers and names masked, have a Jaccard similarity of at least {NEAR_JACCARD} or
share at least {NEAR_CONTAINED} of the smaller set (of {LEAST_TRIGRAMS} trigrams or more). No two problems outside a
family are near each other, and none is near a problem of AI2, IL, CC, allArith, aggregate or GSM8K (train), nor, in the
parts to learn from, of alg514;
{len(manifest.dropped):,} were dropped for this or other reasons.
"""


def _reading(name: str, reading: SecondReading) -> str:
    which = "general" if name.startswith("general") else "read-once"
    verdicts = "; ".join(f"{each.id} {each.verdict}" for each in reading.disagreements if each.verdict)
    return (
        f"A second reader who saw only the texts solved {reading.read:,} {which} problems drawn at random and "
        f"disagreed in {len(reading.disagreements)} "
        f"({reading.rate:.1f} %{f': {verdicts}' if verdicts else ''}; `{name}`).\n"
    )


def _read_once(records: Sequence[Record]) -> str:
    quotas = [
        [figure.quota.name, f"{figure.quota.target:g}", f"{figure.share:.1f}"] for figure in quota_figures(records)
    ]
    forms = [[f"`{form}`", count] for form, count in two_step_forms(records).items()]
    one_step = ", ".join(f"`{op}` {count}" for op, count in one_step_operations(records).items())
    return f"""\
## Read-once problems (train, dev, calibration, test)

Shares in per cent against what the writers were asked for:

{_table(["quota", "planned", "share"], quotas)}

One step: {one_step}. Two steps, by inner and outer operation:

{_table(["form", "problems"], forms)}
"""


def _reasons(parts: Mapping[str, Sequence[Record]]) -> str:
    counts = Counter(record.reason for part in parts.values() for record in part)
    return "## Problems without an answer\n\n" + _table(
        ["reason", "problems"], [[f"`{reason.value}`", f"{counts[reason]:,}"] for reason in Reason]
    )


def _variety(figures: Mapping[str, TextFigures]) -> str:
    rows = [
        [
            name,
            f"{one.problems:,}",
            f"{one.different_texts:,}",
            one.words_per_problem,
            one.sentences_per_problem,
            one.words_per_sentence,
            f"{one.vocabulary:,}",
            f"{one.vocabulary_in_sample:,}",
            one.verbs,
        ]
        for name, one in figures.items()
    ]
    header = [
        "set",
        "problems",
        "different texts",
        "words per problem",
        "sentences per problem",
        "words per sentence",
        "vocabulary",
        f"vocabulary in {SAMPLE_WORDS:,} words",
        "verbs",
    ]
    return f"""\
## Variety, beside public sets

{_table(header, rows)}

Different texts: with numbers, names and personal pronouns masked. Vocabulary: different words without numbers and
names, in all texts and in the first {SAMPLE_WORDS:,} words of the different texts in a random order. Verbs: lemmas that
our parser calls verbs in at least two problems.
"""


def _limits() -> str:
    return """\
## Known limits and biases

- Language models wrote the texts, so they have their habits: tidy numbers, friendly everyday scenes, names from many
  countries in otherwise Western settings, few errors. Texts that people type are messier than the styles here.
- Kinds and styles were given, so their shares are planned, not those of any school book.
- Which problems have no answer, and why, is the writer's and the reviewer's judgement.
- `kind` is that of the family. The tags comparison, missing-start, missing-change, rate-unusual, irrelevant-same-unit
  and those of the place of the question are the writers' own judgement.
- Constants are annotated by the word that the writer named; another word of the text may call for the same constant.
"""


def _share(records: Sequence[Record], holds: Callable[[Record], bool]) -> str:
    return f"{100 * sum(map(holds, records)) / max(len(records), 1):.1f}"


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)

"""The card: what the corpus is and how it came out, written anew from the records and the figures at every build."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import dedent

from arithmetree.corpus.quotas import QuotaFigure, one_step_operations, quota_figures, two_step_forms
from arithmetree.corpus.record import SPLITS, Reason, Record
from arithmetree.corpus.second_reading import SecondReading
from arithmetree.corpus.similarity import LEAST_TRIGRAMS, NEAR_CONTAINED, NEAR_JACCARD
from arithmetree.corpus.statistics import SAMPLE_WORDS, TextFigures, story_count

LICENSE = """\
The corpus of arithmetree (everything in this folder) is licensed under the Creative Commons Attribution 4.0
International License (CC BY 4.0). SPDX-License-Identifier: CC-BY-4.0

You may share and adapt it for any purpose, commercial ones included, if you give appropriate credit, link to the
licence and say whether you changed anything. It comes without warranties.

The licence: https://creativecommons.org/licenses/by/4.0/legalcode

Credit: "The arithmetree corpus of word problems, by the arithmetree authors, CC BY 4.0".
"""

_FIELDS = """\
| field | meaning |
|---|---|
| `id` | file and line of the writer, `a03-017` |
| `text` | the problem |
| `quantities` | every number of the text in order: `text`, `start`, `end` (characters), `value` (exact, as text), `kind`, and `implicit`: null, or the word that implies a number that is not written out ("week" for 7) |
| `expression` | infix over the values as in the text; null if unanswerable |
| `tree` | the same as nested nodes: `op` with `left` and `right`, or `quantity` (index); each quantity at most once |
| `answer`, `unit` | the exact value as text ("72", "7/2") and what it counts |
| `reason` | null, or why there is no answer |
| `irrelevant` | indices of the countable quantities that the tree does not use |
| `rates` | `quantity` (index) and the two units it joins, `per: ["dollar", "toy"]`, singular |
| `question` | `start` and `end` of the asking words as our reader finds them; not checked by hand |
| `scenario`, `grade` | where the story plays (one or two words), and the school grade 1 to 6 that it suits |
| `phenomena` | tags; those that follow from the text and the tree are derived, the others are the writer's |
| `family` | null, or the key that variants of one story share: question families and minimal pairs |
| `steps`, `shape` | number of operations, and the form of the expression, "(a-b)*c" |
"""  # noqa: E501


@dataclass(frozen=True, slots=True)
class CardData:
    """Everything that the card tells."""

    parts: Mapping[str, Sequence[Record]]
    families: Sequence[Record]
    held_back: int
    outside_quotas: frozenset[str]  # writers who had others
    dropped: Mapping[str, str]
    figures: Mapping[str, TextFigures]
    second_reading: SecondReading | None

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all parts."""
        return tuple(record for split in SPLITS for record in self.parts[split])


def card(data: CardData) -> str:
    """The card as Markdown."""
    sections = [
        _opening(data),
        "## Fields\n\n" + _FIELDS,
        _parts(data),
        _families(data),
        _quotas(data),
        _forms(data.records),
        _reasons(data.records),
        _variety(data),
        _quality(data),
        _limits(),
    ]
    return "\n".join(sections)


def _opening(data: CardData) -> str:
    records = data.records
    scenarios = len({record.scenario for record in records})
    families = len({record.family for record in records if record.family is not None})
    writers = len({record.writer for record in records})
    return dedent(
        f"""\
        # The arithmetree corpus of word problems

        {len(records):,} arithmetic word problems in English, written for this corpus, with full annotation:
        {story_count(records):,} different stories (numbers and names masked, every family counted once) in
        {scenarios} scenarios, {families:,} families of variants, by {writers} writers.
        Licence: CC BY 4.0 (LICENSE).

        This card is written by `python -m arithmetree.corpus build` from the writers' lines in `written/`,
        `calibrating/`, `everyday/`, `unseen/` and `families/`.
        `arithmetree.corpus.load(folder)` reads the records.
        """
    )


def _parts(data: CardData) -> str:
    total = len(data.records)
    rows = [
        (
            split,
            f"{len(part):,}",
            f"{100 * len(part) / max(1, total):.1f} %",
            len({record.scenario for record in part}),
            len({record.family for record in part if record.family is not None}),
        )
        for split, part in data.parts.items()
    ]
    shared = _scenarios_in_several(data.parts)
    return (
        "## Parts\n\n"
        + _table(("part", "problems", "share", "scenarios", "families"), rows)
        + "\nTrain, dev and most of calibration are made of whole scenarios, drawn by a hash; a family never straddles "
        + "them. Models are chosen on dev; calibration is for fitting the confidence of finished models and is neither "
        + "read nor chosen by. Test was written last, by others and about other scenes (`unseen/`), for measuring "
        + "alone; an earlier part of that kind (`calibrating/`) went to calibration when it had been scored. "
        + "`everyday/` is for calibration alone: everyday scenes in the flat style of worksheets, which are learned "
        + "from as well (writers ya to yf of the families), though not these stories; nearly a fifth has no answer. "
        + "Errors of a model on half of them were read before they went there. "
        + f"Scenarios that stand in more than one part because a family leads there: {shared}.\n"
    )


def _families(data: CardData) -> str:
    records = data.families
    stories = len({record.family for record in records if record.family is not None})
    counts = quota_figures(records)
    shares = ", ".join(f"{figure.quota.name} {figure.share:.0f} %" for figure in counts if figure.count)
    return (
        "## Families: more to learn from\n\n"
        f"`families.jsonl` holds {len(records):,} further problems in {stories:,} families, from the lines in "
        "`families/`, by other writers: one story, several questions that need different numbers of it, and twins that "
        "cannot be answered. They were written after the parts above, to teach a model to read the question, and are "
        f"for training alone. {data.held_back} more were held back because they play in a scenario of dev, calibration "
        f"or test or come near one of their stories. Shares: {shares}.\n"
    )


def _scenarios_in_several(parts: Mapping[str, Sequence[Record]]) -> int:
    counts = Counter(scenario for part in parts.values() for scenario in {record.scenario for record in part})
    return sum(1 for count in counts.values() if count > 1)


def _quotas(data: CardData) -> str:
    records = [record for record in data.records if record.writer not in data.outside_quotas]
    figures = quota_figures(records)
    first = {record.writer for record in data.parts["train"]}
    of_the_first = quota_figures([record for record in records if record.writer in first])
    writers = sorted({record.writer for record in records})
    by_writer = {writer: quota_figures([record for record in records if record.writer == writer]) for writer in writers}
    rows = []
    for number, figure in enumerate(figures):
        shares = [f"{by_writer[writer][number].share:.1f}" for writer in writers]
        rows.append((figure.quota.name, _planned(figure), figure.count, f"{figure.share:.1f}", _met(figure), *shares))
    header = ("quota", "planned %", "problems", "%", "met", *(f"writer {writer} %" for writer in writers))
    return (
        "## Quotas\n\n"
        + _table(header, rows)
        + "\nIrrelevant are countable numbers that the answer does not need, and dates, times, years, labels "
        '(room 12) and ordinals in digits; ordinals in words and a mere "one" do not count here. A minimal pair has '
        "at least half of its words in common, in the same order. The writers of test and of `calibrating/` had the "
        "same quotas; the problems of the writers before them alone meet "
        f"{sum(figure.met for figure in of_the_first)} of {len(of_the_first)}. `everyday/` was not written under them "
        "and is left out here.\n"
    )


def _planned(figure: QuotaFigure) -> str:
    return f"{'' if figure.quota.by_shape else 'at least '}{figure.quota.target:g}"


def _met(figure: QuotaFigure) -> str:
    return "yes" if figure.met else "no"


def _forms(records: Sequence[Record]) -> str:
    one = one_step_operations(records)
    two = two_step_forms(records)
    shapes = {record.shape for record in records if record.shape is not None}
    missing = [f"`{form}`" for form, count in two.items() if not count]
    return (
        "## Shapes\n\n"
        + f"One step: {', '.join(f'`{op}` {count}' for op, count in one.items())}. "
        + f"Different shapes of any length: {len(shapes)}. Two steps, by inner and outer operation:\n\n"
        + _table(("form", "problems"), [(f"`{form}`", count) for form, count in two.items()])
        + f"\nForms without a problem: {', '.join(missing) or 'none'}.\n"
    )


def _reasons(records: Sequence[Record]) -> str:
    counts = Counter(record.reason for record in records)
    rows = [(f"`{reason.value}`", counts[reason]) for reason in Reason]
    return "## Unanswerable problems\n\n" + _table(("reason", "problems"), rows)


def _variety(data: CardData) -> str:
    rows = [
        (
            name,
            f"{figures.problems:,}",
            f"{figures.different_texts:,}",
            figures.words_per_problem,
            figures.sentences_per_problem,
            figures.words_per_sentence,
            f"{figures.vocabulary:,}",
            f"{figures.vocabulary_in_sample:,}",
            f"{figures.verbs:,}",
        )
        for name, figures in data.figures.items()
    ]
    header = (
        "set",
        "problems",
        "different texts",
        "words per problem",
        "sentences per problem",
        "words per sentence",
        "vocabulary",
        f"vocabulary in {SAMPLE_WORDS:,} words",
        "verbs",
    )
    return (
        "## Variety, beside public sets\n\n"
        + _table(header, rows)
        + "\nDifferent texts: with numbers, names and personal pronouns masked. Vocabulary: different words without "
        f"numbers and names, in all texts and in the first {SAMPLE_WORDS:,} words of the different texts in a random "
        "order (a set with fewer words shows all of them). Verbs: lemmas that our parser calls verbs in at least two "
        "problems.\n"
    )


def _quality(data: CardData) -> str:
    reading = data.second_reading
    second = (
        "A second reading of a sample has not been done yet."
        if reading is None
        else f"A second reader who saw only the texts solved {reading.read} problems drawn at random and disagreed in "
        f"{len(reading.disagreements)}, which is {reading.rate:.1f} % (second_reading.json; the limit is 2 %)."
    )
    return (
        "## Quality\n\n"
        "Tests check on every record that the expression and the tree give the answer exactly, that every number of "
        "the expression is a span of the text used once, that spans and values are those of the text, and that the "
        "quotas hold. Two texts are near if their word trigrams, numbers and names masked, have a Jaccard similarity "
        f"of at least {NEAR_JACCARD} or share at least {NEAR_CONTAINED} of the smaller set (of {LEAST_TRIGRAMS} "
        "trigrams or more). No two problems outside a family are near each other, and at the last build with --data "
        "none was near a problem of AI2, IL, CC, allArith, aggregate or GSM8K (train) either. Dropped, for this or "
        f"other reasons: {len(data.dropped)} "
        f"(dropped.txt).\n\n{second}\n"
    )


def _limits() -> str:
    return dedent(
        """\
        ## Known limits

        - The tags comparison, missing-start, missing-change, rate-unusual, irrelevant-same-unit and those of the place
          of the question are the writers' own judgement.
        - An expression uses each number once; problems that need a number twice stand under OUT_OF_SCOPE.
        - A number that is implied by a word is annotated only where the expression needs it.
        - The question spans are found by our reader and were not checked by hand.
        """
    )


def _table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [header, ["---"] * len(header), *rows]
    return "".join("| " + " | ".join(str(cell) for cell in line) + " |\n" for line in lines)

"""The committed corpus: every record is right in itself, and all of them together are as planned."""

from __future__ import annotations

import json
import re
from collections import Counter
from fractions import Fraction
from hashlib import sha256
from itertools import combinations
from pathlib import Path

import pytest

from arithmetree.corpus import SPLITS, Record, load
from arithmetree.corpus.build import near_duplicates
from arithmetree.corpus.manifest import Manifest
from arithmetree.corpus.phenomena import shape_of, steps_of, unused
from arithmetree.corpus.quotas import quota_figures, two_step_forms
from arithmetree.corpus.splits import is_learned, too_near
from arithmetree.corpus.statistics import story_count
from arithmetree.corpus.stories import CALIBRATION_STYLES, KINDS, STYLES
from arithmetree.derivations import Constant, outcomes, parse
from arithmetree.expressions import UNDEFINED, evaluate, parse_infix, quantities
from arithmetree.quantities import find_quantities

CORPUS = Path(__file__).parents[1] / "corpus"
BUILT = Path(__file__).parents[1] / "build" / "corpus"
MANIFEST = Manifest.load(CORPUS)
PLANNED_PROBLEMS = 8_000
PLANNED_STORIES = 5_500
PLANNED_SCENARIOS = 150
MOST_IMPLICIT = 0.03


def writers_in(folder: str) -> set[str]:
    return {path.stem.partition("-")[0] for path in (CORPUS / folder).glob("*.txt")}


@pytest.fixture(scope="module")
def parts() -> dict[str, tuple[Record, ...]]:
    return {split: load(BUILT / f"{split}.jsonl") for split in SPLITS}


@pytest.fixture(scope="module")
def corpus(parts: dict[str, tuple[Record, ...]]) -> tuple[Record, ...]:
    return tuple(record for part in parts.values() for record in part)


@pytest.fixture(scope="module")
def families() -> tuple[Record, ...]:
    return load(BUILT / "families.jsonl")


def test_ids_and_texts_are_unique(corpus: tuple[Record, ...]) -> None:
    assert len({record.id for record in corpus}) == len(corpus)
    assert len({record.text for record in corpus}) == len(corpus)


def test_every_record_is_either_answerable_or_has_a_reason(corpus: tuple[Record, ...]) -> None:
    for record in corpus:
        answerable = (record.expression, record.tree, record.answer, record.unit, record.steps, record.shape)
        assert all((fact is None) == (record.reason is not None) for fact in answerable), record.id


def test_tree_and_expression_give_the_answer_exactly(corpus: tuple[Record, ...]) -> None:
    for record in corpus:
        if record.tree is None or record.expression is None:
            continue
        value = evaluate(record.tree, [quantity.value for quantity in record.quantities])
        infix = parse_infix(record.expression)
        assert value is not UNDEFINED, record.id
        assert value == record.answer == evaluate(infix.tree, infix.values), record.id
        assert value > 0, record.id


def test_every_number_of_the_tree_is_a_quantity_used_once(corpus: tuple[Record, ...]) -> None:
    for record in corpus:
        if record.tree is None:
            continue
        used = list(quantities(record.tree))
        assert len(used) == len(set(used)), record.id
        assert all(record.quantities[index].countable for index in used), record.id
        assert record.irrelevant == unused(record.tree, record.quantities), record.id
        assert (record.steps, record.shape) == (steps_of(record.tree), shape_of(record.tree)), record.id


def test_spans_and_values_are_those_of_the_text(corpus: tuple[Record, ...]) -> None:
    for record in corpus:
        read = [(found.start, found.end, found.value, found.kind) for found in find_quantities(record.text)]
        written = [
            (quantity.start, quantity.end, quantity.value, quantity.kind)
            for quantity in record.quantities
            if quantity.implicit is None
        ]
        assert written == read, record.id
        for quantity in record.quantities:
            assert record.text[quantity.start : quantity.end] == quantity.text, record.id
            if quantity.implicit is not None:
                assert quantity.text.lower() == quantity.implicit.lower(), record.id
        ends = [0, *(quantity.end for quantity in record.quantities)]
        starts = [*(quantity.start for quantity in record.quantities), len(record.text)]
        assert all(end <= start for end, start in zip(ends, starts, strict=True)), record.id


def test_digits_of_the_text_have_the_value_they_show(corpus: tuple[Record, ...]) -> None:
    """An oracle apart from the reader: plain digits are worth what they say."""
    plain = re.compile(r"\d+(?:\.\d+)?")
    checked = 0
    for record in corpus:
        for quantity in record.quantities:
            if quantity.kind.value in ("number", "money") and plain.fullmatch(quantity.text):
                assert quantity.value == Fraction(quantity.text), record.id
                checked += 1
    assert checked > len(corpus)


def test_rates_and_question_point_into_the_record(corpus: tuple[Record, ...]) -> None:
    for record in corpus:
        for rate in record.rates:
            assert record.quantities[rate.quantity].countable, record.id
            assert all(rate.per), record.id
        if record.question is not None:
            assert 0 <= record.question.start < record.question.end <= len(record.text), record.id


def test_numbers_implied_by_words_are_rare(corpus: tuple[Record, ...]) -> None:
    assert sum("implicit" in record.phenomena for record in corpus) <= MOST_IMPLICIT * len(corpus)


def test_families_have_members_and_never_straddle_the_parts(parts: dict[str, tuple[Record, ...]]) -> None:
    members: dict[str, list[str]] = {}
    for split, part in parts.items():
        for record in part:
            assert ("family" in record.phenomena) == (record.family is not None), record.id
            if record.family is not None:
                members.setdefault(record.family, []).append(split)
    for family, splits in members.items():
        assert len(splits) > 1, family
        assert len(set(splits)) == 1, family


def test_parts_have_their_shares(parts: dict[str, tuple[Record, ...]]) -> None:
    by_name = writers_in("written")
    drawn = {
        split: sum(record.writer in by_name for record in part) for split, part in parts.items() if split != "test"
    }
    shares = {split: size / sum(drawn.values()) for split, size in drawn.items()}
    assert shares == pytest.approx({"train": 0.65, "dev": 0.1, "calibration": 0.25}, abs=0.01)


def test_what_is_tested_on_was_written_apart(parts: dict[str, tuple[Record, ...]]) -> None:
    tested = {record.scenario for record in parts["test"]}
    assert {record.writer for record in parts["test"]} == writers_in("unseen")
    assert not any(record.scenario in tested for split in ("train", "dev", "calibration") for record in parts[split])


def test_no_two_problems_outside_a_family_are_near(corpus: tuple[Record, ...]) -> None:
    assert near_duplicates(sorted(corpus, key=lambda record: record.id)) == {}


def test_parts_are_those_of_the_manifest() -> None:
    """`make corpus` builds them from the written lines; here they must be as they were accepted."""
    for name, part in MANIFEST.built.items():
        content = (BUILT / f"{name}.jsonl").read_bytes()
        assert sha256(content).hexdigest() == part.sha256, f"{name}: run make corpus"
        assert content.count(b"\n") == part.problems


def test_what_is_learned_from_keeps_away_from_what_is_held_out(
    parts: dict[str, tuple[Record, ...]], families: tuple[Record, ...], general: dict[str, tuple[Record, ...]]
) -> None:
    assert too_near({**parts, "families": families, **general}) == {}
    every = [record.id for part in (*parts.values(), families, *general.values()) for record in part]
    assert len(set(every)) == len(every)
    assert [name for name in general if is_learned(name)] == ["general"]


# General problems


@pytest.fixture(scope="module")
def general() -> dict[str, tuple[Record, ...]]:
    return {name: load(BUILT / f"{name}.jsonl") for name in MANIFEST.built if name.startswith("general")}


@pytest.fixture(scope="module")
def all_general(general: dict[str, tuple[Record, ...]]) -> tuple[Record, ...]:
    return tuple(record for part in general.values() for record in part)


def test_general_derivations_give_the_answers_exactly(all_general: tuple[Record, ...]) -> None:
    for record in all_general:
        assert (record.derivation is None) == (record.reason is not None), record.id
        if record.derivation is None:
            continue
        values = [quantity.value for quantity in record.quantities]
        found = outcomes(record.derivation, values)
        assert tuple(outcome.value for outcome in found) == record.answers, record.id  # type: ignore[union-attr]
        assert len(record.answers) == len(record.units) == len(record.asked), record.id
        written = "; ".join(record.asked)
        written += f" where {'; '.join(record.equations)}" if record.equations else ""
        again = outcomes(parse(written))
        assert tuple(outcome.value for outcome in again) == record.answers, record.id  # type: ignore[union-attr]
        if record.tree is not None:
            assert evaluate(record.tree, values) == record.answers[-1], record.id


def test_general_numbers_are_spans_of_the_text_or_facts(all_general: tuple[Record, ...]) -> None:
    for record in all_general:
        for quantity in record.quantities:
            assert record.text[quantity.start : quantity.end] == quantity.text, record.id
        for leaf in record.derivation.leaves if record.derivation else ():
            # floor(a) is floor(a / 1), with a 1 that needs no fact.
            assert not isinstance(leaf, Constant) or leaf.fact or leaf.value == 1, record.id
        if record.question is not None:
            assert record.text[record.question.start : record.question.end].strip(), record.id


def test_general_problems_are_as_many_as_planned(general: dict[str, tuple[Record, ...]]) -> None:
    assert len(general["general"]) >= 30_000
    assert len(general["general_dev"]) >= 1_500
    assert len(general["general_test"]) >= 1_500
    kinds = Counter(record.kind for record in general["general"])
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= 1_000, kinds
    for name in ("general_dev", "general_test"):
        assert {record.kind for record in general[name]} == set(KINDS)
        assert {record.style for record in general[name]} < set(STYLES)
    assert {record.style for record in general["general"]} == set(STYLES)
    styles = Counter(record.style for record in general["general_calibration"])
    assert set(styles) == set(CALIBRATION_STYLES)
    assert min(styles.values()) >= 400, styles


def test_one_general_problem_in_eight_has_no_answer(general: dict[str, tuple[Record, ...]]) -> None:
    for name, part in general.items():
        share = sum(record.reason is not None for record in part) / len(part)
        assert 0.11 <= share <= 0.15, (name, share)


def test_general_families_stay_in_their_part(general: dict[str, tuple[Record, ...]]) -> None:
    homes: dict[str | None, set[str]] = {}
    for name, part in general.items():
        for record in part:
            homes.setdefault(record.family, set()).add(name)
    assert all(len(names) == 1 for names in homes.values())
    scenes = {name: {record.scenario for record in part} for name, part in general.items()}
    for name, other in combinations(scenes, 2):
        assert not scenes[name] & scenes[other], (name, other)


def test_every_batch_was_reviewed_by_another_person() -> None:
    written = {path.name for folder in MANIFEST.folders for path in (CORPUS / folder).glob("*.txt")}
    reviews = [json.loads(path.read_text(encoding="utf-8")) for path in (CORPUS / "reviews").glob("*.json")]
    assert {name for review in reviews for name in review["files"]} == written


def test_stories_and_scenarios_are_as_many_as_planned(corpus: tuple[Record, ...]) -> None:
    assert story_count(corpus) >= PLANNED_STORIES
    assert len({record.scenario for record in corpus}) >= PLANNED_SCENARIOS


def test_problems_are_as_many_as_planned(corpus: tuple[Record, ...]) -> None:
    assert len(corpus) >= PLANNED_PROBLEMS


def test_every_two_step_form_occurs(corpus: tuple[Record, ...]) -> None:
    assert [form for form, count in two_step_forms(corpus).items() if not count] == []


@pytest.mark.parametrize("number", range(len(quota_figures([]))))
def test_quota_holds_for_what_was_planned(corpus: tuple[Record, ...], number: int) -> None:
    planned = [record for record in corpus if record.writer in writers_in("written")]
    assert len(planned) >= PLANNED_PROBLEMS
    figure = quota_figures(planned)[number]
    assert figure.met, f"{figure.quota.name}: {figure.share:.1f} %, planned {figure.quota.target} %"

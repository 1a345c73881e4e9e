"""Generated general problems: exact derivations over the numbers of the text, sensible numbers, plain English."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.corpus import Record, load
from arithmetree.corpus.stories import KINDS
from arithmetree.derivations import Constant, Determined, Mention, outcomes, parse, same_calculation
from arithmetree.errors import DataError
from arithmetree.facts import fact_for
from arithmetree.generator import generate, generate_general
from arithmetree.generator.general_problems import general_problem, worded_problem
from arithmetree.generator.general_relations import Ask, GeneralRelation, general_relations
from arithmetree.generator.general_stories import calculation
from arithmetree.generator.scene import Implausible
from arithmetree.quantities import find_quantities
from arithmetree.quantities.clock_times import find_clock_times
from script_modules import script_modules

COUNT = 3000
ASKS = [(relation, ask) for relation in general_relations() for ask in relation.asks]
COUNTED = re.compile(r"people|children|pupils|passengers|tickets|boxes|eggs|stickers|coins|pages|books")


@pytest.fixture(scope="module")
def problems() -> tuple[Record, ...]:
    return tuple(generate_general(COUNT, 3))


# Reading and calculating


def test_answers_are_those_of_the_derivation(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.derivation is not None
        found = outcomes(record.derivation, [quantity.value for quantity in record.quantities])
        assert all(isinstance(outcome, Determined) for outcome in found), record
        assert record.answers == tuple(outcome.value for outcome in found if isinstance(outcome, Determined))
        assert record.answer == record.answers[-1]
        assert len(record.asked) == len(record.answers) == len(record.units)


def test_the_written_calculation_gives_the_same_answers(problems: tuple[Record, ...]) -> None:
    for record in problems:
        written = "; ".join(record.asked) + (f" where {'; '.join(record.equations)}" if record.equations else "")
        found = outcomes(parse(written))
        assert tuple(outcome.value for outcome in found if isinstance(outcome, Determined)) == record.answers, record


def test_every_number_of_a_derivation_is_a_quantity_or_a_fact(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.derivation is not None
        for leaf in record.derivation.leaves:
            if isinstance(leaf, Mention):
                quantity = record.quantities[leaf.quantity]
                assert record.text[quantity.start : quantity.end] == quantity.text
            elif isinstance(leaf, Constant):
                assert leaf.fact, record


def test_constants_are_implied_by_a_word_of_the_text(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.derivation is not None
        words = [*re.findall(r"[\w-]+|[^\w\s]", record.text), "listed"]
        for leaf in record.derivation.leaves:
            if isinstance(leaf, Constant):
                assert any(fact_for(leaf.value, word) == leaf.fact for word in words), (leaf, record.text)


def test_reading_the_text_again_finds_the_quantities(problems: tuple[Record, ...]) -> None:
    for record in problems:
        times = find_clock_times(record.text)
        numbers = [
            (one.start, one.end, one.value)
            for one in find_quantities(record.text)
            if all(one.end <= time.start or time.end <= one.start for time in times)
        ]
        numbers += [(time.start, time.end, Fraction(time.minutes)) for time in times]
        assert sorted(numbers) == [(one.start, one.end, one.value) for one in record.quantities]


def test_irrelevant_quantities_are_those_that_nothing_uses(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.derivation is not None
        assert not record.derivation.mentions & set(record.irrelevant)


def test_records_survive_json(problems: tuple[Record, ...]) -> None:
    for record in problems[:300]:
        assert Record.from_dict(json.loads(json.dumps(record.to_dict()))) == record


# What is drawn


def test_the_same_arguments_give_the_same_problems() -> None:
    assert list(generate_general(40, 5)) == list(generate_general(40, 5))
    assert [one.text for one in generate_general(40, 5)] != [one.text for one in generate_general(40, 6)]
    assert next(generate_general(1, 5)) == general_problem(0, 5)


def test_problems_do_not_depend_on_the_order_of_sets() -> None:
    script = "from arithmetree.generator import generate_general\nfor r in generate_general(60, 9): print(r.to_dict())"
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1


def test_read_once_problems_are_those_of_before() -> None:
    found = hashlib.sha256()
    for record in generate(300, 5):
        found.update(json.dumps(record.to_dict(), ensure_ascii=False).encode())
    assert found.hexdigest() == "6a69a1670d4c7acaead5e30cafafbd9ceccd6ce3027519395fe73c2fb2ee0d60"


def test_all_kinds_occur_about_equally_often(problems: tuple[Record, ...]) -> None:
    kinds = Counter(record.kind for record in problems)
    assert set(kinds) == set(KINDS)
    assert min(kinds.values()) >= COUNT * 0.03
    assert {record.style for record in problems} == {"generated"}


def test_kinds_can_be_chosen() -> None:
    assert {record.kind for record in generate_general(40, 1, kinds=["clock", "several"])} == {"clock", "several"}


@pytest.mark.parametrize(("count", "kinds"), [(0, KINDS), (1, ["percents"]), (1, [])])
def test_wrong_arguments_are_refused(count: int, kinds: list[str]) -> None:
    with pytest.raises(DataError):
        generate_general(count, 1, kinds=kinds)


def test_there_are_enough_relations() -> None:
    assert len(general_relations()) >= 150
    assert len(ASKS) >= 450
    assert {relation.kind for relation in general_relations()} == set(KINDS)
    names = Counter((relation.kind, relation.name) for relation in general_relations())
    assert max(names.values()) == 1


@pytest.mark.parametrize(
    ("relation", "ask"), ASKS, ids=[f"{relation.name}-{relation.asks.index(ask)}" for relation, ask in ASKS]
)
def test_every_question_can_be_asked_in_all_its_wordings(relation: GeneralRelation, ask: Ask) -> None:
    rng = Random(1)
    made = 0
    for _ in range(60):
        try:
            record = worded_problem("x", relation.kind, relation, [ask], rng)
        except Implausible:
            continue
        made += 1
        _check_english(record.text)
        if made == 12:
            return
    raise AssertionError(f"{made} of 60 tries gave a problem")


def test_problems_differ(problems: tuple[Record, ...]) -> None:
    assert len({record.text for record in problems}) > COUNT * 0.99
    without_names = {re.sub(r"\b[A-Z]\w+\b|\d[\d.,:]*", "", record.text) for record in problems}
    assert len(without_names) > COUNT * 0.9


# Sense


def test_answers_make_sense(problems: tuple[Record, ...]) -> None:
    for record in problems:
        for answer, unit in zip(record.answers, record.units, strict=True):
            assert 0 < answer <= 2_000_000, record
            if COUNTED.search(unit):
                assert answer.denominator == 1, record
            if unit in ("dollars", "euros", "pounds"):
                assert (answer * 100).denominator == 1, record
            if unit == "clock":
                assert answer < 24 * 60, record
            if unit == "fraction":
                assert answer < 1, record


def test_no_amount_of_a_text_is_negative_or_zero(problems: tuple[Record, ...]) -> None:
    assert all(quantity.value > 0 for record in problems for quantity in record.quantities)


# English


def _check_english(text: str) -> None:
    assert not re.search(r"[{}<>@\[\]|_⟦⟧⟪⟫*]|  |&", text), text
    assert not re.search(r" \n|\s[.,?!]|\.\.|\?\?|,,", text), text
    assert text[-1] in ".?", text
    assert text[0].isupper() or text[0].isdigit() or text[0] in "(€£$a", text
    assert not re.search(r"\b(\w+) \1\b", text.replace("had had", "")), text
    assert not re.search(r"\b[Aa] (?:[aeio]|8\b|11\b|18\b)\w*", re.sub(r"\b[Aa] one\w*", "", text)), text
    assert not re.search(r"\ban [bcdfgjklmnpqrstvwxyz]", text), text
    assert not re.search(r"\b(?:is|was) \w+s than|\bI (?:has|is|walks|does)\b|\bthey (?:has|is|was)\b", text), text
    for sentence in re.findall(r"[.?] +([^.?]+)", text):
        assert not sentence[0].islower() or re.match(r"[a-d]\) ", sentence), text


def test_texts_are_clean(problems: tuple[Record, ...]) -> None:
    for record in problems:
        _check_english(record.text)


def test_questions_are_asked(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.question is not None
        question = record.text[record.question.start : record.question.end]
        assert question.endswith(("?", ".")), record
        assert question.count("?") >= len(record.asked) if len(record.asked) > 1 else True, record
        assert re.search(
            r"(?i)\b(how|what|when|which|who)\b|^(find|work out|calculate|determine|figure out)", question
        ), record


def test_two_questions_have_different_calculations(problems: tuple[Record, ...]) -> None:
    several = [record for record in problems if record.kind == "several"]
    assert all(len(record.asked) > 1 and len(set(record.asked)) == len(record.asked) for record in several)


# Calculations of the data


def test_calculations_name_unknown_facts_and_missing_amounts() -> None:
    with pytest.raises(DataError, match="not a known fact"):
        calculation("n * 9@week", ("n",))
    with pytest.raises(DataError, match="nothing gives"):
        calculation("n * m", ("n",))
    with pytest.raises(DataError, match="without the word"):
        calculation("n * 7", ("n",))


def test_a_calculation_is_over_the_named_amounts() -> None:
    made, words = calculation("n * 7@weeks - used", ("used", "n"))
    assert words == ("weeks",)
    expected = parse(
        "n * c - used", {"n": Mention(1), "used": Mention(0), "c": Constant(Fraction(7), "days in a week")}
    )
    assert same_calculation(made, expected)


# The command line and the script


def test_the_command_line_writes_general_problems(tmp_path: Path) -> None:
    out = tmp_path / "general.jsonl"
    arguments = ["generate", "--general", "--count", "6", "--seed", "2", "--kind", "percent", "--out", str(out)]
    assert CliRunner().invoke(app, arguments).exit_code == 0
    assert load(out) == tuple(generate_general(6, 2, kinds=["percent"]))


@pytest.mark.parametrize(
    "options", [["--kind", "percent"], ["--general", "--topic", "farm"], ["--general", "--kind", "x"]]
)
def test_the_command_line_refuses_options_that_do_not_go_together(options: list[str]) -> None:
    assert CliRunner().invoke(app, ["generate", *options]).exit_code != 0


def test_the_script_drops_what_is_near_a_public_set(tmp_path: Path) -> None:
    public = {"SET": [general_problem(3, 9).text]}
    out = tmp_path / "made" / "general.jsonl"
    with script_modules("../training/generated", ("make",)) as found:
        dropped = found["make"].make(12, 9, public, out, 1)
    assert dropped["being near SET"] >= 1
    kept = load(out)
    assert len(kept) == 12 - dropped.total()
    assert "general-9-3" not in {record.id for record in kept}
    assert [file.name for file in out.parent.iterdir()] == ["general.jsonl"]

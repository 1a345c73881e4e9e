"""The generator: sound algebra, exact spans, plain English, and the same problems for the same seed."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from text_to_num import text2num
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.corpus import Record, load
from arithmetree.errors import DataError, ExpressionError
from arithmetree.expressions import Node, evaluate, parse_infix, quantities, to_infix
from arithmetree.generator import STEPS, TOPICS, generate
from arithmetree.generator.algebra import Equation, Product, Sum, solve
from arithmetree.generator.discourse import Discourse
from arithmetree.generator.english import (
    Agreement,
    Tense,
    article,
    finite,
    gerund,
    in_words,
    inverted,
    noun,
    participle,
    past,
)
from arithmetree.generator.grammar import as_gerund, choose, questions_about, same_action, without_subject
from arithmetree.generator.lexicon import names, topic
from arithmetree.generator.narration import Narrator
from arithmetree.generator.problems import record_of, simulate
from arithmetree.generator.relations import Relation, relations, story_of
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.world import Person, Role, Sort, Story
from arithmetree.quantities import find_quantities

COUNT = 2000
SHE, HE = ("she", "her", "her"), ("he", "him", "his")


@pytest.fixture(scope="module")
def problems() -> tuple[Record, ...]:
    return tuple(generate(COUNT, 20))


@pytest.fixture(scope="module")
def stories() -> tuple[tuple[Story, Record], ...]:
    found = []
    for number in range(600):
        rng = Random(number)
        story = simulate(rng, STEPS[number % len(STEPS)], topic(TOPICS[number % len(TOPICS)]))
        found.append((story, record_of(f"gen-0-{number}", story, Narrator(story, rng).narrate())))
    return tuple(found)


# The algebra


@pytest.mark.parametrize(
    ("asked", "given", "expected"),
    [
        ("end", ["start", "lost", "got"], "start - lost + got"),
        ("start", ["lost", "got", "end"], "end + lost - got"),
        ("lost", ["start", "got", "end"], "start + got - end"),
        ("boxes", ["start", "lost", "each", "end"], "(end + lost - start) / each"),
        ("each", ["start", "lost", "boxes", "end"], "(end + lost - start) / boxes"),
        ("got", ["boxes", "each"], "boxes * each"),
    ],
)
def test_solve_isolates_any_amount(asked: str, given: list[str], expected: str) -> None:
    equations = (Sum("end", ("start", "got"), ("lost",)), Product("got", ("boxes", "each")))
    assert to_infix(solve(asked, given, equations), given) == expected


def test_solve_refuses_an_amount_that_nothing_determines() -> None:
    with pytest.raises(ExpressionError, match="does not determine 'end' from start"):
        solve("end", ["start"], (Sum("end", ("start", "got")),))


def propagated(known: dict[str, Fraction], equations: Sequence[Equation]) -> dict[str, Fraction]:
    """All amounts that follow from the known ones by one missing value at a time, without any expression."""
    values = dict(known)
    for _ in equations:
        for equation in equations:
            missing = [name for name in equation.amounts if name not in values]
            if len(missing) != 1:
                continue
            (name,) = missing
            if isinstance(equation, Sum):
                values[name] = Fraction(0)
                gap = values[equation.total] - sum(values[n] for n in equation.plus)
                gap += sum(values[n] for n in equation.minus)
                values[name] = gap if name in equation.plus else -gap
            else:
                values[name] = Fraction(1)
                product = Fraction(1)
                for factor in equation.factors:
                    product *= values[factor]
                values[name] = product if name == equation.total else values[equation.total] / product
    return values


def test_answer_put_back_into_the_story_fits_every_equation(stories: tuple[tuple[Story, Record], ...]) -> None:
    for story, record in stories:
        assert record.answer is not None
        known = {name: story.amounts[name].value for name in story.given} | {story.asked: record.answer}
        for name, amount in story.amounts.items():
            if amount.role is Role.DISTRACTION:
                known[name] = amount.value
        values = propagated(known, story.equations)
        for equation in story.equations:
            if all(name in values for name in equation.amounts):
                assert equation.holds(values), record.text
        assert record.answer == story.amounts[story.asked].value, record.text
        wrong = {**values, story.asked: record.answer + 1}
        about = [equation for equation in story.equations if story.asked in equation.amounts]
        settled = [equation for equation in about if all(name in values for name in equation.amounts)]
        assert settled
        assert not all(equation.holds(wrong) for equation in settled), record.text


# The records


def test_expression_evaluates_to_the_answer(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.tree is not None
        assert record.expression is not None
        infix = parse_infix(record.expression)
        assert evaluate(infix.tree, infix.values) == record.answer, record.text
        assert evaluate(record.tree, [quantity.value for quantity in record.quantities]) == record.answer
        assert record.answer is not None
        assert record.answer > 0


def test_every_number_of_the_expression_is_a_span_used_once(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.tree is not None
        used = list(quantities(record.tree))
        assert len(used) == len(set(used)) == (record.steps or 0) + 1
        assert all(record.quantities[index].countable for index in used)
        assert not set(used) & set(record.irrelevant)
        for quantity in record.quantities:
            assert record.text[quantity.start : quantity.end] == quantity.text


def test_reader_finds_exactly_the_numbers_of_the_story(problems: tuple[Record, ...]) -> None:
    for record in problems:
        found = [(q.start, q.end, q.value, q.kind) for q in find_quantities(record.text)]
        assert found == [(q.start, q.end, q.value, q.kind) for q in record.quantities], record.text


def test_question_span_covers_the_question_alone(problems: tuple[Record, ...]) -> None:
    for record in problems:
        assert record.question is not None
        asked = record.text[record.question.start : record.question.end]
        assert re.search(r"\b(how|what|number)\b", asked, re.IGNORECASE), record.text
        assert not re.search(r"[.?!] ", asked), record.text
        assert asked[-1] in ".?" or record.text[record.question.end :].startswith(" if "), record.text


def test_counts_are_whole_and_rates_are_numbers_of_the_text(stories: tuple[tuple[Story, Record], ...]) -> None:
    for story, record in stories:
        for amount in story.amounts.values():
            if amount.sort is Sort.COUNT:
                assert amount.value.denominator == 1, (amount, record.text)
        for rate in record.rates:
            assert record.quantities[rate.quantity].countable
            assert all(rate.per)


def test_every_given_amount_is_in_the_text_once(stories: tuple[tuple[Story, Record], ...]) -> None:
    for story, _ in stories:
        narrative = Narrator(story, Random(1)).narrate()
        mentioned = Counter(mention.amount for mention in narrative.mentions)
        assert all(mentioned[name] == 1 for name in story.given), narrative.text
        assert mentioned[story.asked] == 0, narrative.text
        assert max(mentioned.values()) == 1, narrative.text


def test_irrelevant_numbers_are_those_of_the_story_that_nothing_needs(problems: tuple[Record, ...]) -> None:
    distracted = [record for record in problems if record.irrelevant]
    assert len(distracted) > COUNT / 5
    assert all("irrelevant" in r.phenomena or r.quantities[r.irrelevant[0]].text == "one" for r in distracted)
    assert sum("irrelevant-same-unit" in record.phenomena for record in problems) > COUNT / 20


def test_records_survive_a_file(problems: tuple[Record, ...], tmp_path: Path) -> None:
    file = tmp_path / "problems.jsonl"
    file.write_text("".join(json.dumps(record.to_dict()) + "\n" for record in problems[:50]), encoding="utf-8")
    assert load(file) == problems[:50]


# Variety


def test_every_topic_step_and_operation_pair_occurs(problems: tuple[Record, ...]) -> None:
    assert {record.scenario for record in problems} == set(TOPICS)
    assert {record.steps for record in problems} == set(STEPS)
    pairs = set()
    for record in problems:
        tree = record.tree
        if record.steps == 2 and isinstance(tree, Node):
            inner = tree.left if isinstance(tree.left, Node) else tree.right
            assert isinstance(inner, Node)
            pairs.add((inner.op, tree.op))
    assert len(pairs) == 16


def test_questions_take_every_form(problems: tuple[Record, ...]) -> None:
    shown = Counter(tag for record in problems for tag in record.phenomena)
    forms = ("if-clause", "question-first", "question-inside", "imperative")
    numbers = ("number-words", "decimals", "fractions", "money", "thousands", "percent", "multiplier")
    stories = ("comparison", "rate", "missing-start", "missing-change")
    assert all(shown[tag] >= 8 for tag in (*forms, *numbers, *stories)), shown


@pytest.mark.slow
def test_thousands_of_problems_do_not_look_alike() -> None:
    people = set(names("female")) | set(names("male"))
    masked = set()
    grams: set[tuple[str, ...]] = set()
    for record in generate(5000, 3):
        text = record.text
        for quantity in reversed(record.quantities):
            text = text[: quantity.start] + "#" + text[quantity.end :]
        text = re.sub(r"[A-Z][\w-]+", lambda match: "N" if match[0] in people else match[0], text)
        masked.add(text)
        words = text.split()
        grams.update(tuple(words[at : at + 4]) for at in range(len(words) - 3))
    assert len(masked) > 4900
    assert len(grams) > 60_000


# English


def test_texts_are_clean(problems: tuple[Record, ...]) -> None:
    for record in problems:
        text = record.text
        assert not re.search(r"[{}<>@\[\]|⟦⟧⟪⟫]|  | [,.?]|\.\.", text), text
        assert text[-1] in ".?", text
        for sentence in re.split(r"(?<=[.?]) ", text):
            assert sentence[0].isupper() or sentence[0].isdigit() or sentence[0] in "$€£", text
        assert not re.search(r"\b[Aa] (?:[aeio]\w|8|11\b|18\b)(?!ne\b)", text), text
        assert not re.search(r"\b[Aa]n [bcdfgjklmnpqrstvwxyz]", text), text
        assert not re.search(r"\b(?:I is|I has|they is|they has|we was|we is)\b", text), text
        assert not re.search(r"\b(\w+) \1\b", text.replace("had had", "")), text


def second_mentions(hero: Person, other: Person) -> set[str]:
    """How a story goes on about its hero once both people are known."""
    story = simulate(Random(3), 1, topic("farm"))
    slots = {"S": hero, "R": other}
    said = set()
    for seed in range(40):
        discourse = Discourse(story, Random(seed), Tense.PAST)
        discourse.fill("{S} <meet> {R.o}", slots)
        said.add(discourse.fill("{S} <go> home", slots))
    return said


def test_pronouns_are_used_only_where_they_are_clear() -> None:
    ana, mia, leo = (Person(name, words) for name, words in (("Ana", SHE), ("Mia", SHE), ("Leo", HE)))
    assert second_mentions(ana, leo) == {"Ana went home", "she went home"}
    assert second_mentions(ana, mia) == {"Ana went home"}
    assert second_mentions(ana, Person("{S.s} cousin", None)) == {"Ana went home"}
    assert second_mentions(Person("I", ("I", "me", "my"), Agreement.FIRST), mia) == {"I went home"}


def test_owner_who_was_just_named_is_taken_up_by_a_pronoun() -> None:
    story = simulate(Random(3), 1, topic("farm"))
    slots = {"S": Person("Ana", SHE), "R": Person("{S.s} cousin", None)}
    discourse = Discourse(story, Random(0), Tense.PRESENT)
    assert discourse.fill("{S} <visit> {R.o}", slots) == "Ana visits her cousin"


@pytest.mark.parametrize(
    ("text", "singular", "many"),
    [
        ("pen", "pen", "pens"),
        ("box", "box", "boxes"),
        ("berry", "berry", "berries"),
        ("tray", "tray", "trays"),
        ("loaf/loaves", "loaf", "loaves"),
        ("child", "child", "children"),
        ("cup of flour", "cup", "cups of flour"),
        ("light bulb", "light bulb", "light bulbs"),
    ],
)
def test_noun_reads_singular_and_plural(text: str, singular: str, many: str) -> None:
    assert (noun(text).singular, noun(text).many) == (singular, many)


@pytest.mark.parametrize(
    ("base", "forms"),
    [
        ("give", "gave given giving gives"),
        ("drop", "dropped dropped dropping drops"),
        ("carry", "carried carried carrying carries"),
        ("bake", "baked baked baking bakes"),
        ("fetch", "fetched fetched fetching fetches"),
        ("play", "played played playing plays"),
        ("be", "was been being is"),
        ("have", "had had having has"),
    ],
)
def test_verbs_are_conjugated(base: str, forms: str) -> None:
    third = finite(base, Tense.PRESENT, Agreement.SINGULAR)
    assert f"{past(base)} {participle(base)} {gerund(base)} {third}" == forms


def test_verbs_agree_and_turn_round_in_questions() -> None:
    assert finite("be", Tense.PAST, Agreement.PLURAL) == "were"
    assert finite("be", Tense.PRESENT, Agreement.FIRST) == "am"
    assert finite("have", Tense.PRESENT, Agreement.PLURAL) == "have"
    assert finite("sell", Tense.FUTURE, Agreement.SINGULAR) == "will sell"
    assert inverted("Ana", "buy", Tense.PAST, Agreement.SINGULAR) == "did Ana buy"
    assert inverted("they", "need", Tense.PRESENT, Agreement.PLURAL) == "do they need"
    assert inverted("the rope", "be", Tense.PRESENT, Agreement.SINGULAR) == "is the rope"
    assert inverted("it", "be", Tense.FUTURE, Agreement.SINGULAR) == "will it be"


@pytest.mark.parametrize("phrase", ["an apple", "an hour", "an 8-pack", "an 11-pack", "a 12-pack", "a unit", "a pen"])
def test_article_goes_by_sound(phrase: str) -> None:
    assert article(phrase.split(" ", 1)[1]) == phrase


@pytest.mark.parametrize("number", [0, 7, 12, 20, 45, 100, 106, 250, 999, 1000, 1204, 45_017, 250_000])
def test_numbers_in_words_are_read_back(number: int) -> None:
    assert text2num(in_words(number), "en") == number


# The grammar


def test_choose_makes_every_choice() -> None:
    seen = {choose("a [b|c [d|]|] e", Random(seed)) for seed in range(60)}
    assert seen == {"a b e", "a c d e", "a c e", "a e"}


def test_question_about_an_amount_is_made_from_the_statement() -> None:
    statements = ("{S} <give> {n-} to {R.o}", "{n-} <be:pl> given to {R.o}", "later [{S} <lose> {n-}|]")
    assert questions_about("n", statements, "how many pens") == (
        "how many pens @{S} give@ to {R.o}",
        "how many pens <be:pl> given to {R.o}",
    )


def test_same_action_sees_through_the_passive() -> None:
    assert same_action("{S} <give> {n-} to {R.o}", "{n-} <be:pl> given away")
    assert same_action("{S} <plant> {n+}", "{n+} <be:pl> planted")
    assert not same_action("{S} <be> paid {n+}", "{n-} <be:pl> sold")


def test_questions_about_an_event_can_mean_no_other(stories: tuple[tuple[Story, Record], ...]) -> None:
    for story, record in stories:
        if re.fullmatch(r"change\d", story.asked):
            (repeated,) = [s for s in story.statements if s.event and s.slots.get("n") == story.asked]
            others = [template for s in story.statements if s.event and s is not repeated for template in s.templates]
            assert not any(same_action(repeated.templates[0], other) for other in others), record.text


def test_subject_is_left_out_only_where_it_comes_first() -> None:
    assert without_subject(("{S} <sell> {n-} and <earn> {m}", "{n-} <be:pl> sold")) == ("<sell> {n-} and <earn> {m}",)
    assert as_gerund("<sell> {n-} and <earn> {m}") == "<sell:ing> {n-} and <earn:ing> {m}"


# The relations of the data files


@pytest.mark.parametrize("relation", relations(), ids=lambda relation: relation.name)
def test_every_question_of_a_relation_can_be_worded(relation: Relation) -> None:
    clashes = [amount for amount in relation.amounts for word in relation.words if amount in (word, f"{word}s")]
    assert not clashes, "the plural of a word and an amount have one name"
    for asked in relation.asks:
        worded = 0
        for seed in range(12):
            rng = Random(seed)
            try:
                story = story_of(Scene(topic(rng.choice(relation.topics)), rng), relation, asked)
            except Implausible:
                continue
            narrative = Narrator(story, rng).narrate()
            assert {mention.amount for mention in narrative.mentions} >= set(story.given), narrative.text
            values = {name: amount.value for name, amount in story.amounts.items()}
            assert all(equation.holds(values) for equation in story.equations)
            worded += 1
        assert worded >= 3, asked


def test_there_are_many_kinds_of_relations() -> None:
    kinds = sum(len(relation.asks) for relation in relations())
    assert len(relations()) >= 60
    assert kinds >= 180


# Seeds and options


def test_same_seed_gives_the_same_problems_whatever_the_count() -> None:
    assert list(generate(30, 4))[:12] == list(generate(12, 4))
    assert [record.text for record in generate(12, 4)] != [record.text for record in generate(12, 5)]
    assert [record.id for record in generate(2, 4)] == ["gen-4-0", "gen-4-1"]


def test_problems_do_not_depend_on_the_hash_seed() -> None:
    script = "from arithmetree.generator import generate\nfor r in generate(60, 9): print(r.text, r.expression)"
    texts = {
        subprocess.run(
            [sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


@pytest.mark.parametrize("name", TOPICS)
def test_topic_and_steps_are_kept_to(name: str) -> None:
    for steps in STEPS:
        for record in generate(6, 1, steps=[steps], topics=[name]):
            assert (record.scenario, record.steps) == (name, steps)


def test_wrong_options_are_refused_with_what_is_accepted() -> None:
    with pytest.raises(DataError, match="did you mean 'kitchen'"):
        generate(1, 0, topics=["kitchn"])
    with pytest.raises(DataError, match="accepted are 1, 2, 3, 4"):
        generate(1, 0, steps=[5])
    with pytest.raises(DataError, match="accepted are 1, 2, 3, 4"):
        generate(1, 0, steps=[])
    with pytest.raises(DataError, match="1 or more"):
        generate(0, 0)


def test_command_writes_json_lines(tmp_path: Path) -> None:
    arguments = ["generate", "--count", "3", "--seed", "7", "--steps", "1,2", "--topic", "farm", "--topic", "shop"]
    printed = CliRunner().invoke(app, arguments)
    assert printed.exit_code == 0
    records = [Record.from_dict(json.loads(line)) for line in printed.stdout.splitlines()]
    assert records == list(generate(3, 7, steps=(1, 2), topics=("farm", "shop")))
    file = tmp_path / "out.jsonl"
    assert CliRunner().invoke(app, [*arguments, "--out", str(file)]).exit_code == 0
    assert file.read_text(encoding="utf-8") == printed.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--topic", "libary"], "did you mean 'library'"),
        (["--steps", "two"], "numbers joined by commas"),
        (["--steps", "0"], "accepted are 1, 2, 3, 4"),
        (["--count", "-3"], "1 or more"),
    ],
)
def test_command_refuses_wrong_options(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["generate", *arguments])
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout

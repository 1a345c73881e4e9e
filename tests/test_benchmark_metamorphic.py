"""The changes of the metamorphic benchmark: what they make of a text, and when two calculations count as the same."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from types import ModuleType

import pytest

from arithmetree import Solution, solve
from arithmetree.corpus import Record, RecordQuantity
from arithmetree.corpus.record import Span
from arithmetree.derivations import Mention, parse, work_out
from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import read
from script_modules import script_modules

SHELLS = "Maria found 14 shells. Her brother found six shells. How many shells did they find together?"
ROPE = "A rope is 6 m long. Leo cuts off 2 m. How many metres are left?"


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    with script_modules("reliability", ("changes", "metamorphic")) as found:
        yield found


@pytest.fixture(scope="module")
def changes(modules: dict[str, ModuleType]) -> ModuleType:
    return modules["changes"]


def record(text: str, expression: str, id: str = "x01-001") -> Record:
    """A problem whose numbers are those of its text, in order, and whose last sentence asks."""
    quantities = tuple(RecordQuantity(q.text, q.start, q.end, q.value, q.kind, None) for q in find_quantities(text))
    derivation = parse(expression, {letter: Mention(place) for place, letter in enumerate("abcd")})
    answer = work_out(derivation, [one.value for one in quantities]).number(derivation.answers[0])
    assert answer is not None
    question = Span(text.rindex(". ") + 2, len(text))
    return Record(
        id, text, quantities, expression, None, answer, None, None, (), (), question, "", (), "f", 3, 1, None,
        answers=(answer,), derivation=derivation,
    )  # fmt: skip


def changed(changes: ModuleType, change: str, text: str, expression: str, seed: int = 0) -> str | None:
    """A text after a change of a table; None where it cannot be made."""
    case = changes.Case(record(text, expression), read(text, load_parser()))
    made = (changes.CASE_CHANGES | changes.NO_ANSWER)[change](case, Random(seed))
    if made is None:
        return None
    assert len(made.former) == len(made.text)
    return str(made.text)


@pytest.mark.parametrize(
    ("change", "text", "expression", "expected"),
    [
        ("a smaller unit", ROPE, "a - b", "A rope is 600 cm long. Leo cuts off 200 cm. How many centimetres are left?"),
        ("number words in digits", SHELLS, "a + b", SHELLS.replace("six", "6")),
        ("numbers in words", SHELLS, "a + b", SHELLS.replace("14", "fourteen")),
        ("the question left out", SHELLS, "a + b", "Maria found 14 shells. Her brother found six shells. "),
        (
            "American English",
            "The car park has 9 grey lorries. A lorry pays £4. What do all the lorries pay?",
            "a * b",
            "The parking lot has 9 gray trucks. A truck pays $4. What do all the trucks pay?",
        ),
    ],
)
def test_changes_of_wording(changes: ModuleType, change: str, text: str, expression: str, expected: str) -> None:
    assert changed(changes, change, text, expression) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Rope costs £3 per metre. Leo buys 7 m. What does he pay?",  # per centimetre would be another price
        "A garden is 7 m long and 3 m wide. What is its area in square metres?",
        "Ana has 7 books and 3 pens. How many things has she?",
    ],
)
def test_units_change_only_where_amounts_stay_the_same(changes: ModuleType, text: str) -> None:
    assert changed(changes, "a smaller unit", text, "a * b") is None


def test_other_numbers_keep_every_step_possible(changes: ModuleType) -> None:
    text = "Ana had 24 pens. She gave away 4 and shared the others among 5 friends. How many did each friend get?"
    for seed in range(8):
        made = changed(changes, "other numbers", text, "(a - b) / c", seed)
        assert made is not None
        had, gave, friends = (one.value for one in find_quantities(made))
        assert had > gave
        assert (had - gave) % friends == 0
        assert (had, gave, friends) != (24, 4, 5)


def test_other_numbers_need_all_numbers_to_be_used(changes: ModuleType) -> None:
    text = "Ana has 7 pens and 3 books. She gets 2 more pens. How many pens has she?"
    assert changed(changes, "other numbers", text, "a + c") is None


def test_a_typo_is_one_slip_in_no_name_number_or_unit(changes: ModuleType) -> None:
    text = "Maria walked fourteen metres. How many metres are left of thirty metres?"
    kept = ("Maria", "fourteen", "metres.", "thirty", "metres?")
    for seed in range(20):
        made = changed(changes, "a typo", text, "b - a", seed)
        assert made is not None
        words, slipped = text.split(), made.split()
        differences = [(one, other) for one, other in zip(words, slipped, strict=True) if one != other]
        assert len(differences) == 1
        word, slip = differences[0]
        assert word not in kept
        assert slip in changes.slips_of(word)


def test_slips_keep_the_first_letter_and_are_no_word_itself(changes: ModuleType) -> None:
    assert changes.slips_of("oar") == {"ora", "oaar", "oarr", "or", "oa"}


@pytest.mark.parametrize("seed", range(4))
def test_a_number_that_is_needed_becomes_unknown(changes: ModuleType, seed: int) -> None:
    made = changed(changes, "a needed number made unknown", SHELLS, "a + b", seed)
    assert made is not None
    assert len(find_quantities(made)) == 1


def test_a_number_without_effect_on_the_answer_is_not_left_out(changes: ModuleType) -> None:
    text = "A crate holds 8 jars. Ana sees 5 birds. Leo sees 2 crates. How many jars are in them?"
    for seed in range(6):
        made = changed(changes, "a needed sentence left out", text, "a * c", seed)
        assert made is not None
        assert "birds" in made


def test_questions_trade_places_in_a_line_and_in_parts(changes: ModuleType) -> None:
    one = record(SHELLS, "a + b")
    other = record(SHELLS.replace("How many shells did they find together?", "How many more did Maria find?"), "a - b")
    assert changes.pairs([one, one, other]) == [(one, other)]
    for name, line in changes.PAIR_CHANGES.items():
        before, after = line(one, other)
        assert sorted(before) == sorted(after.text), name
        assert before.index("together") < before.index("more")
        assert after.text.index("more") < after.text.index("together")
        assert after.order == (1, 0)


@pytest.fixture(scope="module")
def solved() -> Solution:
    return solve(SHELLS)


def test_the_same_calculation_is_one_over_the_same_numbers(modules: dict[str, ModuleType], solved: Solution) -> None:
    changes, compare = modules["changes"], modules["metamorphic"]
    longer = changes.edited(SHELLS, {(0, 0): "It rained 9 days. "})
    assert compare.outcome(solved, solve(longer.text), longer) == "same"
    moved = changes.edited(SHELLS, {(0, 0): "She " * 3})
    assert compare.outcome(solved, solved, moved) != "same"


def test_amounts_are_the_same_in_either_unit(modules: dict[str, ModuleType]) -> None:
    changes, compare = modules["changes"], modules["metamorphic"]
    case = changes.Case(record(ROPE, "a - b"), read(ROPE, load_parser()))
    made = changes.CASE_CHANGES["a smaller unit"](case, Random(0))
    before, after = solve(ROPE), solve(made.text)
    assert (before.exact, after.exact) == (4, Fraction(400))
    assert compare.outcome(before, after, made) == "same"
    assert compare.outcome(before, before, made) == "same"


def test_stories_of_another_order_keep_their_answer(modules: dict[str, ModuleType]) -> None:
    trials = modules["metamorphic"].swappable_stories()
    assert len(trials) == 160
    for trial in trials:
        assert sorted(trial.text.split()) == sorted(trial.changed.text.split())
        assert trial.text != trial.changed.text
        assert all(
            trial.text[place] == trial.changed.text[at] for at, place in enumerate(trial.changed.former) if place >= 0
        )

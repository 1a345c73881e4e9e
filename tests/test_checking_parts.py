"""The parts of a check by themselves: slips, times, units, columns of a class, and mistakes. No model is needed."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.checking.answer_units import Unit, asked_measure
from arithmetree.checking.class_columns import ColumnError, Columns, Role, decide, is_bare_number, is_problem
from arithmetree.checking.class_summary import Summary, Tally
from arithmetree.checking.matching import Expanded, calculation_of, does_the_same, readings, same_way
from arithmetree.checking.measures import factor, unit_name
from arithmetree.checking.mistakes import Mistake, diagnose, farther_miss, nearest_miss, one_edit_away
from arithmetree.checking.pupil_work import UnreadableError, read_work
from arithmetree.checking.slips import first_slip, is_near, is_rounded
from arithmetree.checking.times import AnsweredTime, is_only_a_time, read_time, says_half_of_day
from arithmetree.checking.verdicts import Kind
from arithmetree.derivations import Derivation, Mention, parse, to_infix
from arithmetree.errors import DataError
from arithmetree.expressions import Leaf, Node, Op, Tree, evaluate
from arithmetree.parsing import load_parser
from arithmetree.reading import read

A, B, C = Leaf(0), Leaf(1), Leaf(2)


def fractions(*values: str | int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


# Slips


@pytest.mark.parametrize(
    ("written", "slip"),
    [
        ("12 - 5 = 7", None),
        ("12 - 5 = 8", 0),
        ("3 + 5 = 8; 8 * 9 = 71", 1),
        ("3 + 5 = 9; 9 * 9 = 82", 0),
        ("10 / 3 = 3.33", None),
        ("10 / 3 = 3.34", 0),
        ("10 / 3 = 3", 0),
        ("2 / 3 = 0.67", None),
        ("5 / 0 = 5", 0),
        ("5 / 0", None),
        ("12 - 5", None),
    ],
)
def test_the_first_step_that_does_not_follow_is_found(written: str, slip: int | None) -> None:
    assert first_slip(read_work(written).steps) == slip


@pytest.mark.parametrize(
    ("number", "value", "decimals", "rounded"),
    [
        ("3.33", "10/3", 2, True),
        ("3.34", "10/3", 2, False),
        ("3", "10/3", 0, False),
        ("0.5", "0.45", 1, True),
        ("0.4", "0.45", 1, False),
        ("-3.33", "-10/3", 2, True),
        ("3.33", "-10/3", 2, False),
        ("0.0", "0", 1, True),
    ],
)
def test_a_number_is_rounded_to_the_decimals_it_is_written_with(
    number: str, value: str, decimals: int, rounded: bool
) -> None:
    assert is_rounded(Fraction(number), Fraction(value), decimals) is rounded


@pytest.mark.parametrize(
    ("number", "answer", "near"),
    [
        ("71", "72", True),
        ("62", "72", True),
        ("82", "72", True),
        ("172", "72", False),
        ("172", "400", False),
        ("5", "4", True),
        ("4", "3", False),
        ("720", "72", True),
        ("7.2", "72", True),
        ("72.1", "72", False),
        ("144", "72", False),
        ("74", "72", False),
        ("0", "0", False),
        ("5", "0", False),
        ("-72", "72", False),
        ("7200", "72", True),
        ("1", "-72", False),
    ],
)
def test_a_digit_off_or_a_zero_too_many_looks_like_a_slip(number: str, answer: str, near: bool) -> None:
    assert is_near(Fraction(number), Fraction(answer)) is near


# Times


@pytest.mark.parametrize(
    ("text", "minutes", "sure"),
    [
        ("17", 1020, True),
        ("12", 720, False),
        ("13", 780, True),
        ("24", 0, True),
        ("0", 0, False),
        ("at 5", 300, False),
        ("0905", 545, True),
        ("9.05", 545, False),
        ("24.00", 0, True),
        ("12h30", 750, False),
        ("13h30", 810, True),
        ("  five past five ", 305, False),
        ("half past six in the morning", 390, False),
    ],
)
def test_a_time_of_day_is_read(text: str, minutes: int, sure: bool) -> None:
    assert read_time(text) == AnsweredTime(minutes, sure)


@pytest.mark.parametrize("text", ["25", "5 apples", "1.5", "7 and 8", "soon", "8:15 and 9:40", "17:05 on 3 days", "-1"])
def test_what_is_no_single_time_is_none(text: str) -> None:
    assert read_time(text) is None


def test_a_time_that_does_not_say_which_half_of_the_day_it_means_is_both() -> None:
    assert AnsweredTime(300, sure=False).is_time(Fraction(1020))
    assert AnsweredTime(300, sure=False).is_time(Fraction(300 + 1440))
    assert not AnsweredTime(300, sure=True).is_time(Fraction(1020))
    assert AnsweredTime(300, sure=True).is_time(Fraction(300 + 1440))
    assert not AnsweredTime(300, sure=False).is_time(Fraction(301))


@pytest.mark.parametrize(
    ("text", "only", "half"),
    [
        ("17:05", True, False),
        (" half past five. ", True, False),
        ("5 pm", True, True),
        ("at 17:05 we left", False, False),
        ("the 17:05 bus", False, False),
        ("7 p. m.", True, True),
        ("17:05 and 18:05", False, False),
        ("5 apples", False, False),
    ],
)
def test_a_text_that_is_only_a_time(text: str, only: bool, half: bool) -> None:
    assert is_only_a_time(text) is only
    assert says_half_of_day(text) is half


# What a pupil wrote


@pytest.mark.parametrize(
    ("text", "number", "decimals", "words", "currency"),
    [
        ("3.50 m", "7/2", 2, ("m",), None),
        ("7", "7", 0, (), None),
        ("25%", "1/4", 0, (), "percent"),
        ("1 h 20 min", "80", 0, ("minute",), None),
        ("12.5 - 5 = 7.5 kg", "15/2", 1, ("kg",), None),
        ("12 - 5 apples", None, 0, ("apples",), None),
        ("12 apples - 5", None, 0, (), None),
        ("2 m = 200 cm", "200", 0, ("cm",), None),
        ("$2 = 200 cents", "200", 0, ("cents",), "dollar"),
        ("The answer is 3/4 of a cake", "3/4", 0, ("of", "a", "cake"), None),
    ],
)
def test_the_number_at_the_end_with_what_belongs_to_it(
    text: str, number: str | None, decimals: int, words: tuple[str, ...], currency: str | None
) -> None:
    work = read_work(text)
    assert work.number == (None if number is None else Fraction(number))
    assert (work.decimals, work.words) == (decimals, words)
    if currency != "dollar":
        assert work.currency == currency


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("3 + 5 * 9", 72),
        ("3 + 5 - 9", None),
        ("(3 + 5) * 9", None),
        ("20 - 12 / 4 = 2", 2),
        ("2 * 3 + 4 * 5", 50),
        ("5", None),
    ],
)
def test_signs_worked_through_from_left_to_right(text: str, typed: int | None) -> None:
    steps = read_work(text).steps
    found = steps[0].as_typed if steps else None
    assert (None if found is None else evaluate(found, steps[0].operands)) == typed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("2 m = 300 cm", "equals sign"),
        ("7 = 8", "equals sign"),
        ("12 - 5 = 7 = 8", "equals sign"),
        ("12 - 5 = 7 + 1 = 9 = 3 + 4", "equals sign"),
        ("9 r 2 = 47 * 5", "remainder|equals"),
        ("47 / 0 = 9 r 2", "remainder"),
        ("5 + 6 7", "missing"),
    ],
)
def test_what_does_not_go_together_is_not_read(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        read_work(text)


def test_the_longest_answer_and_the_most_steps_are_still_read() -> None:
    assert read_work("7" + " " * 999).number == 7
    assert len(read_work("1+1=2;" * 20).steps) == 20
    for text in ("7" + " " * 1000, "1+1=2;" * 21):
        with pytest.raises(UnreadableError):
            read_work(text)


def test_an_amount_in_two_units_after_a_sum_has_no_decimals() -> None:
    work = read_work("50 min + 30 min = 1 h 20 min")
    assert (work.decimals, work.steps[0].decimals, work.steps[0].result) == (0, 0, 80)


def test_a_table_of_counts_names_the_commonest_mistake() -> None:
    tallies = (Tally("one", 1, 2, 0, 0, Kind.WRONG_OPERATION), Tally("two", 1, 0, 0, 0, None))
    lines = Summary(tallies, ()).to_csv().splitlines()
    assert lines[1:] == ["pupil,one,3,1,2,0,0,wrong operation", "pupil,two,1,1,0,0,0,"]


def test_a_result_is_carried_on_to_the_next_sum() -> None:
    work = read_work("3 + 5 = 8 * 9 = 72 - 2 = 70")
    assert [step.result for step in work.steps] == [8, 72, 70]
    assert [step.operands for step in work.steps] == [fractions(3, 5), fractions(8, 9), fractions(72, 2)]


# Units


@pytest.mark.parametrize(
    ("large", "small", "count"),
    [
        ("hour", "minute", "60"),
        ("week", "hour", "168"),
        ("kilometer", "centimeter", "100000"),
        ("pound", "penny", "100"),
        ("minute", "hour", None),
        ("hour", "meter", None),
        ("hour", "hour", None),
    ],
)
def test_how_many_of_a_small_unit_make_up_a_large_one(large: str, small: str, count: str | None) -> None:
    assert factor(large, small) == (None if count is None else Fraction(count))


@pytest.mark.parametrize(
    ("word", "unit"), [("hrs", "hour"), ("apples", "apple"), ("cm", "centimeter"), ("kg", "kilogram")]
)
def test_a_unit_has_one_name(word: str, unit: str) -> None:
    assert unit_name(word) == unit


@pytest.mark.parametrize(
    ("words", "names", "power", "shown"),
    [
        ("cookies in each bag", ("cookie",), 1, "cookie"),
        ("square m", ("meter",), 2, "square meter"),
        ("cubic cm", ("centimeter",), 3, "cubic centimeter"),
        ("blue square", ("blue", "square"), 1, "blue square"),
        ("km per h", ("kilometer",), 1, "kilometer"),
        ("", (), 1, ""),
    ],
)
def test_words_say_what_is_counted(words: str, names: tuple[str, ...], power: int, shown: str) -> None:
    unit = Unit.of(words.split())
    assert (unit.names, unit.power) == (names, power)
    assert str(unit) == shown


def test_only_measures_measure() -> None:
    assert Unit.of(["red", "metres"]).measures == ("meter",)
    assert Unit.of(["apples"]).measures == ()


@pytest.mark.parametrize(
    ("question", "unit"),
    [
        ("How many metres of rope is that?", "metres"),
        ("How much is that in grams?", "grams"),
        ("How many square metres is that?", "square metres"),
        ("How much is that in week two?", None),
        ("How many ropes are there?", None),
        ("How long is that in all?", None),
        ("What is the area in square metres?", "square metres"),
    ],
)
def test_the_unit_that_a_question_names(question: str, unit: str | None) -> None:
    assert asked_measure(read(f"Tom has 3 ropes and 4 sticks. {question}", load_parser())) == unit


# The columns of a class

PROBLEM = "Sam had 12 apples and gave 5 of them to Ann. How many are left?"
LONG = "In all of these it is 7 that I found out when I had counted them once more, really 7"


def columns(named: dict[Role, str] | None = None, **cells: list[str]) -> Columns:
    return decide({name.replace("_", " "): found for name, found in cells.items()}, named or {}, "the table")


def test_columns_are_recognised_by_their_contents() -> None:
    found = columns(nr=["1", "2"], who=["Ada", "Bo"], task=[PROBLEM, PROBLEM], said=["7", "8 apples"])
    assert found == Columns("task", "said", ("who",), None)
    assert found.said == ("Read the problems from “task”, the answers from “said”, the pupils from “who”.")


def test_columns_are_recognised_by_their_names() -> None:
    cells = {"First name": ["Ada", "Bo"], "Last name": ["Low", "Kay"], "Problem": [PROBLEM, PROBLEM]}
    found = decide({**cells, "Answer": ["seven", "8"], "Key": ["7", "7"]}, {}, "the table")
    assert found == Columns("Problem", "Answer", ("First name", "Last name"), "Key")
    assert found.said.endswith("the pupils from “First name” and “Last name”, the key from “Key”.")
    assert found.to_dict() == {
        "problem": "Problem", "answer": "Answer", "pupil": ["First name", "Last name"], "key": "Key", "problems": [],
    }  # fmt: skip


def test_columns_that_are_named_by_problems_hold_answers() -> None:
    one = decide({"Pupil": ["Ada"], PROBLEM: ["7"]}, {}, "the table")
    assert one == Columns(None, None, ("Pupil",), None, (PROBLEM,))
    assert one.said == "Read the problems from the names of 1 column, the answers below them, the pupils from “Pupil”."
    two = decide({PROBLEM: ["7"], PROBLEM + " ": ["8"]}, {}, "the table")
    assert two.said == (
        "Read the problems from the names of 2 columns, the answers below them. No column of pupils was recognised."
    )


def test_what_the_user_names_is_taken() -> None:
    named = {Role.ANSWER: "b", Role.PUPIL: "c", Role.KEY: "a", Role.PROBLEM: "task"}
    assert columns(named, task=["x"], a=["7"], b=["8"], c=["9"]) == Columns("task", "b", ("c",), "a")
    with pytest.raises(ColumnError, match=r"the table has no column 'other'; its columns are 'task'\.") as error:
        columns({Role.PUPIL: "other"}, task=[PROBLEM])
    assert error.value.role is Role.PUPIL


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"a": [PROBLEM], "b": [PROBLEM], "c": ["7"]}, "several columns that can hold the problems: 'a' or 'b'"),
        ({"a": [PROBLEM], "b": ["7", "8"], "c": ["8", "9"]}, "several columns that can hold the answers: 'b' or 'c'"),
        ({"a": [PROBLEM]}, "no column that looks like answers; it has no other columns"),
        ({"a": [PROBLEM], "b": ["red"]}, "no column that looks like answers; its other columns are 'b'"),
        ({"a": ["7"]}, "no column that looks like problems; its other columns are 'a'"),
        ({"a": [PROBLEM], "b": [LONG]}, "no column that looks like answers"),
        ({"a": [PROBLEM], "b": ["2024-05-17", "2024-05-18"]}, "no column that looks like answers"),
    ],
)
def test_what_cannot_be_decided_is_said(cells: dict[str, list[str]], message: str) -> None:
    with pytest.raises(DataError, match=message):
        columns(**cells)


def test_a_column_counts_by_most_of_its_cells() -> None:
    assert columns(a=[PROBLEM, "x"], b=["7", "none"], c=["Ada", "Bo"]) == Columns("a", "b", ("c",), None)
    with pytest.raises(DataError):
        columns(a=[PROBLEM, "x", "y"], b=["7"])


def test_a_class_that_is_the_same_in_all_lines_is_no_answer() -> None:
    assert columns(a=[PROBLEM] * 2, b=["7", "8"], c=["3 b", "3 b"]).answer == "b"
    assert columns(a=[PROBLEM] * 2, b=["7", "7"]).answer == "b"
    assert columns(a=[PROBLEM] * 2, b=["7", "9"], c=["1", "2"]).answer == "b"


def test_a_problem_has_words_and_a_number_and_a_name_has_not() -> None:
    assert is_problem("Sam has 12 apples and pears")
    assert not is_problem("Sam has 12 apples here")
    assert not is_problem("Sam has some apples and pears")
    assert is_bare_number(" £7 and no more")
    assert is_bare_number("7")
    assert not is_bare_number("7 of the red apples")
    assert not is_bare_number("Class 7")


# Whose numbers these are


def ours_of(text: str) -> Derivation:
    """A calculation over the quantities q0, q1, q2."""
    return parse(text, {f"q{number}": Mention(number) for number in range(3)})


def best(written: str, values: tuple[Fraction, ...], ours: str | None = None, percents: tuple[int, ...] = ()) -> str:
    """The first reading of a pupil's steps, as a calculation over the quantities."""
    solution = None if ours is None else Expanded.of(ours_of(ours), values)
    first = next(readings(read_work(written).steps, values, solution, percents))
    return to_infix(calculation_of(first))


@pytest.mark.parametrize(
    ("written", "values", "found"),
    [
        ("12 - 5", (12, 5), "q0 - q1"),
        ("3 + 5 = 8; 8 * 9", (3, 5, 9), "(q0 + q1) * q2"),
        ("12 - 5 = 8; 8 + 9", (12, 5, 9), "q0 - q1 + q2"),
        ("1 / 2 * 30", ("1/2", 30), "q0 * q1"),
        ("1 / 2 * 30", ("1/2", 1, 2, 30), "q1 / q2 * q3"),
        ("1 / 2 * 30", ("1/2", 1, 30), "q0 * q2"),
        ("4 / 2", (4, 2, 2), "q0 / q1"),
        ("12 - 6", (12, 5), "q0 - 6"),
        ("0 / 0 + 5", (12, 5), "0 / 0 + q1"),
    ],
)
def test_the_numbers_of_a_sum_are_those_of_the_problem(written: str, values: tuple[str | int, ...], found: str) -> None:
    assert best(written, fractions(*values)) == found


def test_an_inner_result_worked_out_in_the_head_is_put_in() -> None:
    assert best("8 * 9", fractions(3, 5, 9), "(q0 + q1) * q2") == "(q0 + q1) * q2"
    assert best("72 - 2", fractions(3, 5, 9), "(q0 + q1) * q2") == "72 - 2"  # the answer itself is no step before it


def test_a_per_cent_may_be_written_without_its_sign() -> None:
    values = fractions(80, "1/4")
    found = [to_infix(calculation_of(one)) for one in readings(read_work("80 * 25 / 100").steps, values, None, (1,))]
    assert "q0 * (q1 * 100) / 100" in found
    assert "q0 * q1 / 100" in found
    assert best("80 * 25", values) == "q0 * 25"


def test_readings_know_strangers_and_repetitions() -> None:
    (first,) = readings(read_work("3 * 9 + 5 * 9 + 4").steps, fractions(3, 5, 9), None)
    assert (first.strangers, first.repeated) == (1, 1)
    assert first.count == 3
    assert does_the_same(first, ours_of("(q0 + q1) * q2 + 4"))
    assert not does_the_same(first, ours_of("(q0 + q1) * q2 - 4"))


@pytest.mark.parametrize(
    ("written", "ours", "same"),
    [
        ("12 - 5 - 3", "q0 - q1 - q2", True),
        ("12 - 3 - 5", "q0 - q1 - q2", True),
        ("12 - (5 + 3)", "q0 - q1 - q2", False),
        ("5 * 12 / 3", "q0 * q1 / q2", True),
        ("12 * (5 / 3)", "q0 * q1 / q2", False),
        ("3 + (5 + 12)", "q0 + q1 + q2", True),
        ("12 - 5 + 3", "q0 - q1 - q2", False),
        ("5 + 12 - 3", "q0 - q2 + q1", True),
    ],
)
def test_the_same_way_is_the_same_steps_in_any_order(written: str, ours: str, same: bool) -> None:
    values = fractions(12, 5, 3)
    solution = Expanded.of(ours_of(ours), values)
    assert solution is not None
    assert same_way(next(readings(read_work(written).steps, values, solution)), solution) is same


def test_a_calculation_with_unknowns_or_rounding_or_of_great_size_has_no_tree() -> None:
    values = fractions(12, 5)
    constants = Expanded.of(ours_of("q0 * 7 - q1"), values)
    assert constants is not None
    assert (constants.values, constants.count) == (fractions(12, 5, 7), 2)
    assert sorted(constants.inner) == [84]
    assert Expanded.of(ours_of("floor(q0 / q1)"), values) is None
    assert Expanded.of(ours_of("x where x + q0 = q1"), values) is None
    forty = "q0" + " + q0" * 39
    assert Expanded.of(ours_of(forty), values) is not None
    assert Expanded.of(ours_of(forty + " + q0"), values) is None


# Mistakes


def found(mistake: Mistake | None) -> tuple[Kind, tuple[int, ...], Op | None, int] | None:
    return None if mistake is None else (mistake.kind, mistake.about, mistake.op, mistake.differences)


@pytest.mark.parametrize(
    ("tree", "solution", "expected"),
    [
        (Node(Op.SUB, A, B), Node(Op.SUB, A, B), None),
        (Node(Op.ADD, A, B), Node(Op.SUB, A, B), (Kind.WRONG_OPERATION, (1, 0), None, 1)),
        (Node(Op.SUB, B, A), Node(Op.SUB, A, B), (Kind.REVERSED, (1, 0), Op.SUB, 1)),
        (Node(Op.DIV, B, A), Node(Op.DIV, A, B), (Kind.REVERSED, (1, 0), Op.DIV, 1)),
        (Node(Op.SUB, A, C), Node(Op.SUB, A, B), (Kind.IRRELEVANT_NUMBER, (2,), None, 2)),
        (Node(Op.ADD, A, B), Node(Op.MUL, Node(Op.ADD, A, B), C), (Kind.FORGOT_STEP, (2,), None, 1)),
        (A, Node(Op.MUL, Node(Op.ADD, A, B), C), (Kind.FORGOT_STEP, (1, 2), None, 2)),
        (Node(Op.ADD, A, Node(Op.MUL, A, B)), Node(Op.MUL, A, B), None),
        (Node(Op.SUB, A, B), Node(Op.MUL, Node(Op.ADD, A, B), C), (Kind.WRONG_OPERATION, (1, 0), None, 2)),
    ],
)
def test_what_sets_a_wrong_calculation_apart(
    tree: Tree, solution: Tree, expected: tuple[Kind, tuple[int, ...], Op | None, int] | None
) -> None:
    assert found(diagnose(tree, solution)) == expected


TREES = Node(Op.MUL, Node(Op.ADD, A, B), C)


@pytest.mark.parametrize(
    ("number", "kind", "made"),
    [
        (8, Kind.FORGOT_STEP, Node(Op.ADD, A, B)),
        (9, Kind.FORGOT_STEP, C),
        (17, Kind.WRONG_OPERATION, Node(Op.ADD, Node(Op.ADD, A, B), C)),
        (135, Kind.WRONG_OPERATION, Node(Op.MUL, Node(Op.MUL, A, B), C)),
        (27, Kind.FORGOT_STEP, Node(Op.MUL, A, C)),
        (1000, None, None),
    ],
)
def test_a_wrong_number_is_explained_by_a_single_edit(number: int, kind: Kind | None, made: Tree | None) -> None:
    mistake = nearest_miss(Fraction(number), TREES, fractions(3, 5, 9))
    assert (None if mistake is None else (mistake.kind, mistake.tree)) == (None if kind is None else (kind, made))


def test_a_number_of_the_text_is_copied_rather_than_calculated() -> None:
    mistake = nearest_miss(Fraction(5), Node(Op.SUB, A, B), fractions(12, 7, 5))
    assert mistake is None or mistake.tree == C  # 12 - 7 is right, and the 5 of the text is what was written
    copied = nearest_miss(Fraction(24), Node(Op.SUB, A, B), fractions(12, 2, 24))
    assert copied is not None
    assert copied.tree == C


def test_a_spare_number_may_be_put_in_anywhere() -> None:
    edits = list(one_edit_away(Node(Op.SUB, A, B), [2]))
    for expected in (Node(Op.SUB, A, C), Node(Op.SUB, C, B), Node(Op.MUL, Node(Op.SUB, A, B), C), A, B, C,
                     Node(Op.ADD, A, B), Node(Op.SUB, B, A)):  # fmt: skip
        assert expected in edits


def test_stopping_anywhere_is_a_single_edit() -> None:
    d = Leaf(3)
    edits = list(one_edit_away(Node(Op.SUB, Node(Op.MUL, Node(Op.ADD, A, B), C), d), []))
    for expected in (Node(Op.ADD, A, B), Node(Op.MUL, Node(Op.ADD, A, B), C), d):
        assert expected in edits


def test_farther_misses_are_looked_for_among_alternatives_and_then_everywhere() -> None:
    solution, values = Node(Op.SUB, A, B), fractions(12, 5, 4)
    by_alternative = farther_miss(Fraction(60), solution, values, [Node(Op.MUL, A, B)])
    assert by_alternative is not None
    assert by_alternative.tree == Node(Op.MUL, A, B)
    everywhere = farther_miss(Fraction(32), solution, values, [])
    assert everywhere is not None
    assert evaluate(everywhere.tree, values) == 32
    assert farther_miss(Fraction(32), solution, (*values, Fraction(7)), []) is None  # too many hit by chance

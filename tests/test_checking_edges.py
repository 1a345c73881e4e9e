"""Verdicts at the edges: other money, strange words, times, plain fractions, keys in other units or of many answers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arithmetree.checking import Agreement, Kind, check_solution, verify_solution
from arithmetree.checking.answer_key import agrees, read_keys, with_key
from arithmetree.derivations import from_tree
from arithmetree.errors import DataError
from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.solution import Solution
from arithmetree.solver import solve
from arithmetree.views.sureness import per_cent

APPLES = "Sam had 12 red apples. He gave 5 apples to Ann. How many apples does Sam have now?"
PENS = "Mia buys 3 pens for $1.50 each. How much does she pay?"
COAT = "A coat costs $80. The shop takes 25% off the price. How much is taken off?"
MILES = "Lena ran 3 1/2 miles on Monday and 2 miles on Tuesday. How many miles did she run in all?"
FILM = "A film starts at 19:30 and lasts 95 minutes. At what time does it end?"
TWO = "A farm has 4 brown hens and 9 white hens. How many hens are there? How many more white hens than brown hens?"
TREES: dict[str, tuple[Tree, str]] = {
    APPLES: (Node(Op.SUB, Leaf(0), Leaf(1)), "apples"),
    PENS: (Node(Op.MUL, Leaf(0), Leaf(1)), "dollars"),
    COAT: (Node(Op.MUL, Leaf(0), Leaf(1)), "dollars"),
    MILES: (Node(Op.ADD, Leaf(0), Leaf(1)), "miles"),
}


def solved(text: str, confidence: float = 0.97) -> Solution:
    """A solution that does not depend on the model."""
    tree, unit = TREES[text]
    return replace(
        solve(text), status="solved", reason=None, message=None, calculation=from_tree(tree), named=unit,
        confidence=confidence, alternatives=(),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "answer", "kind", "correct"),
    [
        (PENS, "£4.50", Kind.WRONG_UNIT, True),
        (PENS, "$4.50", Kind.RIGHT, True),
        (PENS, "4.50 euros", Kind.WRONG_UNIT, True),
        (APPLES, "7 red", Kind.RIGHT, True),
        (APPLES, "7 metres", Kind.WRONG_UNIT, True),
        (MILES, "11/2", Kind.RIGHT, True),
        (MILES, "11/3", Kind.WRONG, False),
        (COAT, "80 * 25 / 100 = 20", Kind.EQUIVALENT, True),
        (COAT, "80 - 25 = 55", Kind.WRONG_OPERATION, False),
        (COAT, "105", Kind.WRONG_OPERATION, False),
    ],
)
def test_verdicts(text: str, answer: str, kind: Kind, correct: bool) -> None:
    found = check_solution(solved(text), answer)
    assert (found.kind, found.correct) == (kind, correct)


def test_a_plain_fraction_is_a_number_and_no_calculation() -> None:
    assert check_solution(solved(MILES), "11/2").calculated is None
    assert check_solution(solved(APPLES), "12/5").calculated == "12 / 5"


def test_a_word_that_the_problem_does_not_use_is_named() -> None:
    assert "“pears”" in check_solution(solved(APPLES), "7 delicious pears").sentence
    assert "pear" not in check_solution(solved(APPLES), "7 delicious apples").sentence


def test_a_right_number_by_numbers_from_nowhere_is_right_but_not_followed() -> None:
    nowhere, right = (check_solution(solved(APPLES), answer) for answer in ("3 + 4 = 7", "12 - 5 = 7"))
    assert (nowhere.kind, nowhere.correct) == (right.kind, right.correct) == (Kind.RIGHT, True)
    assert nowhere.sentence != right.sentence


def test_another_time_of_day_is_wrong() -> None:
    solution = solve(FILM)
    assert solution.status == "solved"
    for answer, kind, correct in (("21:05", Kind.RIGHT, True), ("21:04", Kind.WRONG, False)):
        found = check_solution(replace(solution, confidence=0.97, alternatives=()), answer)
        assert (found.kind, found.correct) == (kind, correct)


@pytest.mark.parametrize(("key", "agreed"), [("80 * 25 / 100", True), ("80 * 25%", True), ("80 - 25", False)])
def test_a_key_may_write_a_per_cent_without_its_sign(key: str, agreed: bool) -> None:
    solution = solved(COAT)
    (read,) = read_keys(key, [solution])
    assert agrees(solution, read) is agreed


def test_a_key_in_another_unit_is_taken_as_it_is() -> None:
    solution = solved(PENS)
    (cents,) = read_keys("450 cents", [solution])
    assert agrees(solution, cents)
    expected = with_key(solution, cents)
    assert (expected.exact, expected.best_unit) == (450, "cent")
    (dollars,) = read_keys("4.50 dollars", [solution])
    assert with_key(solution, dollars).calculation == solution.calculation


def test_a_key_has_six_answers_at_most() -> None:
    solution = solved(APPLES)
    six = "a) 1 b) 2 c) 3 d) 4 e) 5 f) 6"
    assert [key.value for key in read_keys(six, [solution])] == [1, 2, 3, 4, 5, 6]
    with pytest.raises(DataError):
        read_keys(f"{six} g) 7", [solution])


def test_several_answers_are_verified_one_by_one() -> None:
    solution = solve(TWO)
    assert len(solution.each) == 2
    sure = replace(solution, parts=tuple(replace(part, status="solved", confidence=0.97) for part in solution.parts))
    for answer, verdict in (
        ("13 and 5", Agreement.AGREES),
        ("a) 13 b) 5", Agreement.AGREES),
        ("13 and 6", Agreement.DIFFERS),
        ("13", Agreement.CANNOT_TELL),
        ("77", Agreement.DIFFERS),
    ):
        assert verify_solution(sure, answer).verdict is verdict, answer
    assert verify_solution(sure, "13 and 5").given == "13, 5"
    assert verify_solution(sure, "13").given == "13"


def test_what_was_not_solved_cannot_be_told_and_is_not_shown() -> None:
    solution = solved(APPLES)
    told = verify_solution(solution, "7").to_dict()
    assert (told["verdict"], told["expression"], told["answer"]) == ("agrees", "12 - 5", "7")
    unsure = verify_solution(replace(solution, status="abstained", message="It is too hard."), "7").to_dict()
    assert (unsure["verdict"], unsure["reason"]) == ("cannot_tell", "It is too hard.")
    assert (unsure["expression"], unsure["answer"], unsure["answer_text"]) == (None, None, None)


def test_a_key_that_does_not_say_which_half_of_the_day_it_means_takes_both() -> None:
    solution = solve(FILM)
    for answer, correct in (("21:05", True), ("9:05", True), ("21:06", False)):
        assert check_solution(solution, answer, key="9:05").correct is correct


def test_where_the_text_leaves_the_half_of_the_day_open_nothing_is_called_wrong() -> None:
    text = "A film starts at 7:30 and lasts 95 minutes. At what time does it end?"
    solution = replace(solve(text), confidence=0.97, alternatives=())
    assert solution.status == "solved"
    found = check_solution(solution, "21:05")
    if found.kind is not Kind.RIGHT:
        assert (found.kind, found.correct) == (Kind.NOT_SURE, None)
        assert found.hint.startswith("Read the question again, and write down everything")


@pytest.mark.parametrize(
    ("text", "answer", "hint"),
    [
        (APPLES, "12 - 5 = 8", "Work it out again, and check it by going backwards."),
        (MILES, "3 1/2 + 2 = 6", "Work it out again, and check it by going backwards."),
        (APPLES, "12 - 2 = 9; 9 - 3 = 6", None),
        (APPLES, "6", "Write your calculation down and work it out again, digit by digit."),
        (APPLES, "no idea", "Write a number such as 24 or 3 1/2, or a calculation such as 6 + 18 = 24."),
        (APPLES, "12 + 5 = 17", "Read “He gave 5 apples to Ann.” again. Does it make something more, make it less,"),
        (APPLES, "5 - 12 = -7", "Which amount is there to begin with, or which is the larger?"),
        (APPLES, "7 metres", "Read the question again: “How many apples does Sam have now?”"),
        (COAT, "55", "A per cent is a part of something."),
    ],
)
def test_hints_point_at_what_went_wrong(text: str, answer: str, hint: str | None) -> None:
    found = check_solution(solved(text), answer)
    if hint is None:
        assert "step" in found.hint or found.kind is not Kind.SLIP
    else:
        assert found.hint.startswith(hint)


def test_the_step_with_the_slip_is_named_where_there_are_several() -> None:
    three = "At the school, 3 boys and 5 girls each planted 9 trees. How many trees did they plant in all?"
    tree = Node(Op.MUL, Node(Op.ADD, Leaf(0), Leaf(1)), Leaf(2))
    solution = replace(
        solve(three), status="solved", reason=None, message=None, calculation=from_tree(tree), named="trees",
        confidence=0.97, alternatives=(),
    )  # fmt: skip
    for answer, ordinal in (("3 + 5 = 9; 9 * 9 = 81", "first"), ("3 + 5 = 8; 8 * 9 = 71", "second")):
        found = check_solution(solution, answer)
        assert found.kind is Kind.SLIP
        assert found.hint == f"Work out the {ordinal} step of your calculation again."
    stopped = check_solution(solution, "8")
    assert (stopped.kind, stopped.calculated) == (Kind.FORGOT_STEP, "3 + 5")


def test_the_teacher_sees_the_guess_with_its_amount_where_there_is_no_answer() -> None:
    solution = solve("A coat costs £80. It is reduced by 25%. What is the new price?", precision=0.9999)
    assert solution.status == "abstained"
    verdict = check_solution(solution, "20")
    assert solution.confidence < 0.9999
    sure = per_cent(solution.confidence)
    assert verdict.for_teacher == f"Would have calculated {solution.expression} = £60, confidence {sure}."

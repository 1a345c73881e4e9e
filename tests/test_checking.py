"""Verdicts on pupils' answers. The solution is set by the tests, so that they do not depend on the model."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.checking import SURE_TO_DIFFER, Kind, check, check_solution
from arithmetree.checking.wording import gives_away
from arithmetree.derivations import Builder, Mention, Operation, from_tree, parse
from arithmetree.errors import TextError
from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.generator import generate
from arithmetree.solution import Alternative, Solution
from arithmetree.solver import solve

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
CRAYONS = "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
TREES = "At the school, 3 boys and 5 girls each planted 9 trees. How many trees did they plant in all?"
MARBLES = "Tom had 20 marbles. He lost 5 marbles and gave 3 marbles to Ben. How many marbles does he have left?"
COOKIES = "There are 24 cookies in 6 bags with the same number in each. How many cookies are in each bag?"
PENS = "Mia buys 3 pens for $1.50 each. How much does she pay?"
MILES = "Lena ran 3 1/2 miles on Monday and 2 miles on Tuesday. How many miles did she run in all?"
COAT = "A coat costs $80. The shop takes 25% off the price. How much is taken off?"
MILK = "Rolf shared 10 liters of milk equally among 3 cats. How many liters of milk did each cat get?"

A, B, C = Leaf(0), Leaf(1), Leaf(2)
TREE_OF: dict[str, tuple[Tree, str]] = {
    APPLES: (Node(Op.SUB, A, B), "apples"),
    CRAYONS: (Node(Op.SUB, A, C), "crayons"),
    TREES: (Node(Op.MUL, Node(Op.ADD, A, B), C), "trees"),
    MARBLES: (Node(Op.SUB, A, Node(Op.ADD, B, C)), "marbles"),
    COOKIES: (Node(Op.DIV, A, B), "cookies"),
    PENS: (Node(Op.MUL, A, B), "dollars"),
    MILES: (Node(Op.ADD, A, B), "miles"),
    COAT: (Node(Op.MUL, A, B), "dollars"),
    MILK: (Node(Op.DIV, A, B), "liters"),
}


def solved(text: str, **changes: object) -> Solution:
    tree, unit = TREE_OF[text]
    settings: dict[str, object] = {
        "status": "solved",
        "reason": None,
        "message": None,
        "calculation": from_tree(tree),
        "named": unit,
        "confidence": 0.97,
        "alternatives": (),
    }
    return replace(solve(text), **{**settings, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "answer", "kind", "correct"),
    [
        # Numbers, with and without words.
        (APPLES, "7", Kind.RIGHT, True),
        (APPLES, "7 apples", Kind.RIGHT, True),
        (APPLES, "seven", Kind.RIGHT, True),
        (APPLES, "Sam has 7 left.", Kind.RIGHT, True),
        (PENS, "$4.50", Kind.RIGHT, True),
        (PENS, "450 cents", Kind.RIGHT, True),
        (MILES, "5 1/2", Kind.RIGHT, True),
        (MILES, "11/2", Kind.RIGHT, True),
        (MILES, "5½ mi", Kind.RIGHT, True),
        (MILK, "3.33", Kind.RIGHT, True),
        # Calculations.
        (APPLES, "12 - 5", Kind.RIGHT, True),
        (APPLES, "12-5=7", Kind.RIGHT, True),
        (APPLES, "7 = 12 − 5", Kind.RIGHT, True),
        (APPLES, "12 apples - 5 apples = 7 apples", Kind.RIGHT, True),
        (TREES, "(3+5)*9 = 72", Kind.RIGHT, True),
        (TREES, "9 × (5 + 3)", Kind.RIGHT, True),
        (TREES, "3+5=8; 8*9=72", Kind.RIGHT, True),
        (TREES, "3 + 5 = 8 * 9 = 72", Kind.RIGHT, True),
        (TREES, "8 x 9 = 72", Kind.RIGHT, True),  # 3 + 5 worked out in the head
        (COOKIES, "24 ÷ 6", Kind.RIGHT, True),
        (COOKIES, "24 : 6 = 4", Kind.RIGHT, True),
        (MILES, "3 1/2 + 2 = 5 1/2", Kind.RIGHT, True),
        (MILK, "10 / 3 = 3.33", Kind.RIGHT, True),
        (PENS, "1.50 + 1.50 + 1.50 = 4.50", Kind.RIGHT, True),
        (TREES, "3+5=8 8x9=72", Kind.RIGHT, True),
        (TREES, "8 x 9 = 72, so they planted 72 trees.", Kind.RIGHT, True),
        (COOKIES, "4 r 0", Kind.RIGHT, True),
        (COOKIES, "24 ÷ 6 = 4 r 0", Kind.RIGHT, True),
        (MILK, "3 r 1", Kind.RIGHT, True),
        (MILK, "3333 ml", Kind.RIGHT, True),
        (MILK, "3334 ml", Kind.WRONG, False),
        # Another way.
        (TREES, "3*9 + 5*9", Kind.EQUIVALENT, True),
        (TREES, "3*9=27\n5*9=45\n27+45=72", Kind.EQUIVALENT, True),
        (MARBLES, "20 - 5 - 3", Kind.EQUIVALENT, True),
        (MARBLES, "20 - (3 + 5) = 12", Kind.RIGHT, True),
        (COAT, "80 * 25%", Kind.RIGHT, True),
        (COAT, "80 * 25 / 100 = 20", Kind.EQUIVALENT, True),
        (COAT, "80 * 25/100", Kind.EQUIVALENT, True),
        # Slips.
        (COAT, "80 * 25 = 2000", Kind.SLIP, False),
        (COAT, "80 * 25", Kind.SLIP, False),
        (APPLES, "12 - 5 = 8", Kind.SLIP, False),
        (TREES, "3+5=9; 9*9=81", Kind.SLIP, False),
        (TREES, "(3+5)×9=71", Kind.SLIP, False),
        (PENS, "3 * 1.50 = -4.50", Kind.SLIP, False),
        (MILK, "10 / 3 = 3.34", Kind.SLIP, False),
        (TREES, "720", Kind.SLIP, False),
        (CRAYONS, "14", Kind.SLIP, False),
        # Units.
        (APPLES, "7 kg", Kind.WRONG_UNIT, True),
        (CRAYONS, "15 pens", Kind.WRONG_UNIT, True),
        (CRAYONS, "24 - 9 = 15 pens", Kind.WRONG_UNIT, True),
        (PENS, "£4.50", Kind.WRONG_UNIT, True),
        (COOKIES, "4 bags", Kind.WRONG_UNIT, True),
        (COOKIES, "4 per bag", Kind.RIGHT, True),
        (COOKIES, "4 cookies in each bag", Kind.RIGHT, True),
        (MILES, "5.5 km", Kind.WRONG_UNIT, True),
        (MILK, "3.33 ml", Kind.WRONG_UNIT, True),
        # Irrelevant numbers.
        (CRAYONS, "24 + 5 - 9", Kind.IRRELEVANT_NUMBER, False),
        (CRAYONS, "20", Kind.IRRELEVANT_NUMBER, False),
        (CRAYONS, "10", Kind.IRRELEVANT_NUMBER, False),
        (CRAYONS, "5", Kind.IRRELEVANT_NUMBER, False),
        # Wrong operations.
        (APPLES, "17", Kind.WRONG_OPERATION, False),
        (APPLES, "12 plus 5", Kind.WRONG_OPERATION, False),
        (TREES, "17", Kind.WRONG_OPERATION, False),
        (TREES, "3+5*9=48", Kind.WRONG_OPERATION, False),
        (COAT, "80 - 25 = 55", Kind.WRONG_OPERATION, False),
        (PENS, "3 + 1.50 = 4.50", Kind.WRONG_OPERATION, True),  # the right number by chance
        # The wrong way round.
        (APPLES, "-7", Kind.REVERSED, False),
        (APPLES, "5 - 12", Kind.REVERSED, False),
        (APPLES, "5 - 12 = 7", Kind.REVERSED, True),
        (COOKIES, "6 / 24", Kind.REVERSED, False),
        (COOKIES, "0.25", Kind.REVERSED, False),
        # Forgotten steps.
        (TREES, "3+5=8", Kind.FORGOT_STEP, False),
        (TREES, "27", Kind.FORGOT_STEP, False),
        (MARBLES, "15", Kind.FORGOT_STEP, False),
        (APPLES, "12", Kind.FORGOT_STEP, False),
        # Unreadable.
        (APPLES, "", Kind.UNREADABLE, None),
        (APPLES, "hello", Kind.UNREADABLE, None),
        (APPLES, "7 or 8", Kind.UNREADABLE, None),
        (APPLES, "(12 - 5", Kind.UNREADABLE, None),
        (APPLES, "12 - 5 ^ 2", Kind.UNREADABLE, None),
        (APPLES, "1" * 1001, Kind.UNREADABLE, None),
        # Neither right nor explained.
        (APPLES, "99", Kind.WRONG, False),
        (APPLES, "30 - 4", Kind.WRONG, False),
    ],
)
def test_verdict(text: str, answer: str, kind: Kind, correct: bool | None) -> None:
    verdict = check_solution(solved(text), answer)
    assert (verdict.kind, verdict.correct) == (kind, correct)
    assert verdict.sentence
    assert bool(verdict.hint) == (kind not in (Kind.RIGHT, Kind.EQUIVALENT))


def test_a_number_of_the_text_is_matched_whichever_equal_quantity_it_is() -> None:
    text = "Eva has 4 red pens, 4 blue pens and 4 boxes. She sells all pens for $2 each. How much does she get?"
    solution = solve(text)
    values = [schema.quantity.value for schema in solution.problem.schemas]
    assert values == [4, 4, 4, 2]
    tree = Node(Op.MUL, Node(Op.ADD, A, B), Leaf(3))
    verdict = check_solution(
        replace(solution, calculation=from_tree(tree), status="solved", confidence=0.9, alternatives=()),
        "4+4=8, 8*2=16",
    )
    assert verdict.kind is Kind.RIGHT


def test_missing_brackets_are_reported_where_the_result_shows_the_intention() -> None:
    verdict = check_solution(solved(TREES), "3 + 5 * 9 = 72")
    assert verdict.kind is Kind.RIGHT
    assert "brackets" in verdict.sentence


def test_a_right_number_by_a_strange_way_is_right_and_the_way_is_not_praised() -> None:
    verdict = check_solution(solved(APPLES), "10 - 3 = 7")
    assert verdict.kind is Kind.RIGHT
    assert "could not follow" in verdict.sentence


def test_the_slip_is_found_in_its_step() -> None:
    assert "second step" in check_solution(solved(MARBLES), "20-5=15; 15-3=11").hint
    assert "first step" in check_solution(solved(MARBLES), "20-5=14; 14-3=11").hint


def test_the_hint_points_at_the_sentence_that_matters() -> None:
    assert "Mara had 24 crayons and 5 pens." in check_solution(solved(CRAYONS), "20").hint
    assert "He gave 5 apples to Ann." in check_solution(solved(APPLES), "17").hint


@pytest.mark.parametrize("answer", ["7", "17", "12 - 5"])
@pytest.mark.parametrize(
    "changes",
    [
        {"confidence": 0.3},
        {"status": "abstained", "reason": "LOW_CONFIDENCE", "message": "Too unsure to answer"},
        {"status": "abstained", "reason": "NO_QUESTION", "message": "No question", "calculation": None},
    ],
)
def test_a_doubtful_solution_gives_no_verdict_and_says_why(answer: str, changes: dict[str, object]) -> None:
    verdict = check_solution(solved(APPLES, **changes), answer)
    assert verdict.kind is Kind.NOT_SURE
    assert verdict.correct is None
    assert verdict.reason
    assert "teacher" not in verdict.to_dict()
    assert "12 - 5" not in str(verdict.to_dict())
    if "calculation" not in changes:
        assert verdict.to_dict(teacher=True)["teacher"]["expression"] == "12 - 5"


def test_contradicting_a_pupil_takes_more_confidence_than_agreeing() -> None:
    fairly_sure = solved(APPLES, confidence=0.7)
    for answer, kind in (
        ("7", Kind.RIGHT),
        ("12 - 5", Kind.RIGHT),
        ("12 - 5 = 8", Kind.SLIP),
        ("7 kg", Kind.WRONG_UNIT),
    ):
        assert check_solution(fairly_sure, answer).kind is kind
    for answer in ("17", "12 + 5", "-7", "12", "6", "99", "5 - 12 = 7"):
        verdict = check_solution(fairly_sure, answer)
        assert (verdict.kind, verdict.correct) == (Kind.NOT_SURE, None)
        assert "another answer" in str(verdict.reason)


@pytest.mark.parametrize("answer", ["17", "12 + 5 = 17"])
def test_an_answer_that_the_search_finds_likely_too_is_not_called_wrong(answer: str) -> None:
    rival = (Alternative("17", "12 + 5", 0.2, parse("12 + 5")),)
    verdict = check_solution(solved(APPLES, confidence=0.8, alternatives=rival), answer)
    assert (verdict.kind, verdict.correct) == (Kind.NOT_SURE, None)
    unlikely = (Alternative("17", "12 + 5", 0.01, parse("12 + 5")),)
    assert check_solution(solved(APPLES, alternatives=unlikely), answer).kind is Kind.WRONG_OPERATION


def test_another_answer_of_the_search_explains_a_number_that_no_single_edit_gives() -> None:
    text = "Ida has 9 pens, 2 books, 31 cards and 7 stamps. She buys 4 pens. How many pens does she have?"
    solution = solve(text)
    tree = Node(Op.ADD, A, Leaf(4))
    other = Alternative("29", "31 + 2 - 4", 0.001, from_tree(Node(Op.SUB, Node(Op.ADD, Leaf(2), Leaf(1)), Leaf(4))))
    base = replace(solution, calculation=from_tree(tree), status="solved", confidence=0.96, named="pens")
    verdict = check_solution(replace(base, alternatives=(other,)), "29")
    assert verdict.kind is Kind.IRRELEVANT_NUMBER
    assert check_solution(replace(base, alternatives=()), "29").kind is Kind.WRONG


def test_check_solves_the_problem_itself() -> None:
    assert check(APPLES, "7").solution.expression == "12 - 5"
    with pytest.raises(TextError):
        check("a" * 30_000, "7")


def test_json_for_the_pupil_and_for_the_teacher() -> None:
    verdict = check_solution(solved(APPLES), "17")
    assert list(verdict.to_dict()) == ["verdict", "correct", "sentence", "hint", "reason"]
    teacher = verdict.to_dict(teacher=True)["teacher"]
    assert (teacher["expression"], teacher["answer"], teacher["calculated"]) == ("12 - 5", "7", "12 + 5")


def _wrong_answers(solution: Solution) -> list[str]:
    """Numbers and calculations around the solution: every operation, each number of the text, slips, nonsense."""
    names = solution.names
    joined = [f"{one} {op} {other}" for one in names for other in names for op in "+-*/" if one != other]
    assert solution.exact is not None
    near = [str(solution.exact + by) for by in (-10, -1, 0, 1, 10)]
    worked = [f"{solution.expression} = 1", f"0 + {solution.expression}"]
    return [*joined, *names, *near, *worked, f"{solution.answer} giraffes", f"{solution.answer} kg", "many", "99999"]


def _shows_answer(shown: str, solution: Solution) -> bool:
    """Looks for the plain texts, without the reader of quantities that the wording itself relies on."""
    numbers = {str(solution.answer), *([str(solution.value)] if solution.value is not None else [])}
    return str(solution.expression) in shown or bool(numbers & set(re.findall(r"\d+(?:[./]\d+)?", shown)))


def test_no_hint_and_no_sentence_gives_the_answer_away() -> None:
    kinds = set()
    solutions = [solved(text) for text in TREE_OF]
    for record in generate(12, 11, steps=(1, 2)):
        found = solve(record.text)
        if found.node is not None:  # wrong answers are made of trees
            solutions.append(replace(found, status="solved", confidence=0.9))
    for solution in solutions:
        for answer in _wrong_answers(solution):
            verdict = check_solution(solution, answer)
            kinds.add(verdict.kind)
            for shown in (verdict.hint, verdict.sentence):
                assert not _shows_answer(shown, solution), (solution.problem.text, answer, shown)
                assert not gives_away(shown, solution), (solution.problem.text, answer, shown)
    assert kinds == set(Kind)


@pytest.mark.parametrize("answer", ["7", "17", "-7", "12", "99", "hello", "12 - 5 = 8", "7 pears"])
@pytest.mark.parametrize("value", range(1, 13))
def test_hints_stay_silent_whatever_the_answer_is(value: int, answer: str) -> None:
    """The number of a hint's quotation, of a step or of an example may be the answer of another problem."""
    text = APPLES.replace("12", str(value + 5))
    solution = replace(
        solve(text), calculation=from_tree(Node(Op.SUB, A, B)), status="solved", confidence=0.9, alternatives=()
    )
    verdict = check_solution(solution, answer)
    assert solution.exact == value
    assert not gives_away(verdict.hint, solution)
    assert not gives_away(verdict.sentence, solution)


def test_what_gives_an_answer_away() -> None:
    solution = solved(APPLES)
    assert gives_away("It is 7.", solution)
    assert gives_away("It is seven.", solution)
    assert gives_away("Take 12−5 then", solution)
    assert not gives_away("Think of 12 and 5.", solution)


_PIECES = st.sampled_from(
    [*"0123456789+-*/×÷=();\n,.%$½ \x00é²", "12", "5", "apples", "then", " x ", " is ", "minus", "seven", "mixed_0"]
)


@given(st.lists(_PIECES, max_size=25).map("".join) | st.text(max_size=60))
def test_every_answer_gets_a_verdict(answer: str) -> None:
    solution = _APPLES_SOLUTION
    verdict = check_solution(solution, answer)
    assert verdict.kind in Kind
    assert not gives_away(verdict.hint, solution)
    if verdict.kind in (Kind.EQUIVALENT, Kind.WRONG_UNIT):
        assert verdict.correct
    if verdict.kind in (Kind.UNREADABLE, Kind.NOT_SURE):
        assert verdict.reason


_APPLES_SOLUTION = solved(APPLES)


def test_long_answers_are_read_quickly() -> None:
    for answer in (
        "5" + "a" * 990,
        "5 " + "a " * 490,
        "1" + "+1" * 499,
        "(" * 990,
        "5 - " * 240,
        "5;" * 400,
        "=5" + "a" * 990,
        "=5 " * 330,
    ):
        assert check_solution(_APPLES_SOLUTION, answer).kind in Kind


@pytest.mark.parametrize(("confidence", "correct"), [(0.97, False), (0.8, None)])
def test_a_slip_is_one_anyway_but_the_number_is_called_wrong_only_by_who_is_sure(
    confidence: float, correct: bool | None
) -> None:
    verdict = check_solution(solved(APPLES, confidence=confidence), "12 - 5 = 8")
    assert (verdict.kind, verdict.correct) == (Kind.SLIP, correct)


@given(st.sampled_from(sorted(TREE_OF)), st.text(max_size=30), st.floats(0, SURE_TO_DIFFER, exclude_max=True))
def test_nothing_is_called_wrong_below_the_stated_confidence(text: str, answer: str, confidence: float) -> None:
    for written in (answer, f"12 - 5 = {answer}", f"{len(answer)}"):
        assert check_solution(solved(text, confidence=confidence), written).correct is not False


def test_a_number_that_is_also_worked_out_in_the_head_is_matched_with_the_step() -> None:
    text = "A snail has 72 cm to go. It does 16 cm in 4 minutes. How many minutes does it need?"
    tree = Node(Op.DIV, A, Node(Op.DIV, B, C))  # 16 / 4 is 4 as well
    solution = replace(
        solve(text), calculation=from_tree(tree), status="solved", confidence=0.97, named="minutes", alternatives=()
    )
    assert check_solution(solution, "72 ÷ 4 = 18").kind is Kind.RIGHT


def test_another_word_for_the_thing_is_no_wrong_unit_but_is_reported() -> None:
    verdict = check_solution(solved(APPLES), "7 fruits")
    assert verdict.kind is Kind.RIGHT
    assert "“fruits”" in verdict.sentence
    people = (
        "A hall had 42 diners at lunch and 65 diners at dinner. How many fewer people came to lunch than to dinner?"
    )
    solution = replace(
        solve(people),
        calculation=from_tree(Node(Op.SUB, B, A)),
        status="solved",
        confidence=0.97,
        named="people",
        alternatives=(),
    )
    verdict = check_solution(solution, "23 diners")
    assert (verdict.kind, verdict.sentence) == (Kind.RIGHT, "That is right.")


DANCE = "A dance floor is 7 m long and 6 m wide. What is its area in square metres?"
STAMP = "3 stamps cost £2.10. What does a stamp cost, in pence?"


def _numbers(text: str, calculation: str, unit: str | None) -> Solution:
    made = parse(calculation)
    return replace(
        solve(text), calculation=made, status="solved", confidence=0.97, named=unit, alternatives=(), parts=()
    )


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("42 m²", Kind.RIGHT),
        ("42 square meters", Kind.RIGHT),
        ("420000 cm²", Kind.RIGHT),
        ("4200 cm²", Kind.WRONG),
        ("42 cm²", Kind.WRONG_UNIT),
    ],
)
def test_areas_are_converted_as_areas(answer: str, kind: Kind) -> None:
    assert check_solution(_numbers(DANCE, "42", "square metres"), answer).kind is kind


def test_an_amount_that_fits_in_another_unit_of_the_text_is_left_open() -> None:
    verdict = check_solution(_numbers(STAMP, "0.7", "pence"), "70p")
    assert (verdict.kind, verdict.correct) == (Kind.NOT_SURE, None)
    assert "unit" in verdict.sentence
    assert check_solution(_numbers(STAMP, "0.7", "pence"), "£0.70").kind is Kind.NOT_SURE
    assert check_solution(_numbers(STAMP, "0.7", "pence"), "2.10 / 3 = £0.70").kind is Kind.NOT_SURE


BOAT = "A boat leaves at 8:25. It needs 40 minutes. When does it arrive?"
TRAIN = "A train leaves at 4:37 pm and needs 18 minutes. When does it arrive?"


@pytest.mark.parametrize(
    ("text", "minutes", "answer", "kind"),
    [
        (BOAT, 545, "9:05", Kind.RIGHT),
        (BOAT, 545, "9.05 am", Kind.RIGHT),
        (BOAT, 545, "five past nine", Kind.RIGHT),
        (BOAT, 545, "8:25 + 40 min = 9:05", Kind.RIGHT),
        (BOAT, 545, "9:05 pm", Kind.NOT_SURE),
        (BOAT, 545, "9:15", Kind.WRONG),
        (TRAIN, 1015, "16:55", Kind.RIGHT),
        (TRAIN, 1015, "4:55", Kind.RIGHT),
        (TRAIN, 1015, "five to five", Kind.RIGHT),
        (TRAIN, 1015, "4:55 am", Kind.WRONG),
    ],
)
def test_times_of_day(text: str, minutes: int, answer: str, kind: Kind) -> None:
    assert check_solution(_numbers(text, str(minutes), "clock"), answer).kind is kind


MOAT = (
    "On Saturday 26 people fill 7 bags each. On Sunday 19 people fill 8 bags each. "
    "a) How many bags are filled on Saturday? b) How many bags are filled on Sunday?"
)


def _moat(confidence: float = 0.97) -> Solution:
    solution = solve(MOAT)
    parts = tuple(
        replace(part, calculation=parse(value), status="solved", confidence=confidence, named="bags", alternatives=())
        for part, value in zip(solution.parts, ("182", "152"), strict=True)
    )
    return replace(parts[-1], parts=parts)


@pytest.mark.parametrize(
    "answer", ["182 and 152", "a) 182 b) 152 bags", "182, 152", "182 bags\n152 bags", "1) 182\n2) 152"]
)
def test_all_answers_of_several_questions_are_checked(answer: str) -> None:
    verdict = check_solution(_moat(), answer)
    assert (verdict.kind, verdict.correct, verdict.hint) == (Kind.RIGHT, True, "")


def test_the_wrong_one_of_several_answers_is_named() -> None:
    verdict = check_solution(_moat(), "a) 182 b) 153")
    assert verdict.correct is False
    assert verdict.sentence.startswith("Answer b: Not yet.")
    assert check_solution(_moat(), "152 and 182").correct is False
    assert check_solution(_moat(0.7), "182 and 153").kind is Kind.NOT_SURE


def test_one_answer_to_several_questions_is_neither_right_nor_wrong() -> None:
    for answer in ("182", "152"):
        verdict = check_solution(_moat(), answer)
        assert (verdict.kind, verdict.correct) == (Kind.NOT_SURE, None)
        assert "not all of them are given" in verdict.sentence
    assert check_solution(_moat(), "17").correct is False


def test_the_answer_inside_a_right_sum_is_left_open() -> None:
    assert check_solution(solved(APPLES), "5 + 7 = 12").kind is Kind.NOT_SURE
    assert check_solution(solved(APPLES), "5 + 8 = 12").correct is False


def test_a_length_of_time_may_be_written_like_one_of_the_day() -> None:
    text = "A film takes 50 minutes, and a break 40 minutes. How many minutes is that in all?"
    assert check_solution(_numbers(text, "90", "minutes"), "1:30").kind is Kind.RIGHT
    assert check_solution(_numbers(text, "90", "minutes"), "1:40").correct is False


def test_the_order_of_what_is_taken_away_makes_no_other_way() -> None:
    solution = replace(solved(MARBLES), calculation=from_tree(Node(Op.SUB, Node(Op.SUB, A, B), C)))
    assert check_solution(solution, "20 - 3 - 5 = 12").kind is Kind.RIGHT
    assert check_solution(solution, "20 - (3 + 5) = 12").kind is Kind.EQUIVALENT


def test_a_guess_about_a_number_is_called_one_to_the_teacher() -> None:
    assert "may come from 12 + 5" in check_solution(solved(APPLES), "17").for_teacher
    assert "comes from 12 + 5" in check_solution(solved(APPLES), "12 + 5 = 17").for_teacher
    assert "may come from 12 + 5" in check_solution(solved(APPLES, confidence=0.7), "17").for_teacher


def test_nothing_false_is_said_about_a_number_or_a_calculation() -> None:
    assert "no calculation" not in check_solution(solved(APPLES), "99").sentence
    reused = replace(solved(APPLES), calculation=parse("5 + 5 + 12"))  # no read-once tree
    assert check_solution(reused, "28").sentence == "Not yet. I cannot see how you got there."
    assert "again" not in check_solution(reused, "12 - 5 = 7").sentence


def test_an_inner_result_of_any_calculation_is_a_step_short() -> None:
    text = "Ida has 14 red pens. She has 3 more blue pens than red pens. How many pens does she have?"
    solution = solve(text)
    builder = Builder()
    red, more = builder.leaf(Mention(0)), builder.leaf(Mention(1))
    blue = builder.step(Operation.ADD, red, more)
    made = builder.finish([builder.step(Operation.ADD, red, blue)])
    solution = replace(solution, calculation=made, status="solved", confidence=0.97, named="pens", alternatives=())
    assert check_solution(solution, "17").kind is Kind.FORGOT_STEP
    assert check_solution(solution, "14 + 3 = 17, 17 + 14 = 31").kind is Kind.RIGHT
    assert check_solution(solution, "2 * 14 + 3 = 31").kind is Kind.EQUIVALENT


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("80 - 25 = 55", "You used a per cent as if it were an amount."),
        ("55", "It looks as if you used a per cent as if it were an amount."),
        ("105", "It looks as if you used a per cent as if it were an amount."),
    ],
)
def test_a_per_cent_that_was_taken_as_an_amount_is_named(answer: str, said: str) -> None:
    verdict = check("A coat costs £80. It is reduced by 25%. What is the new price?", answer)
    assert (verdict.kind, verdict.correct) == (Kind.WRONG_OPERATION, False)
    assert verdict.sentence == f"Not yet. {said}"
    assert verdict.hint == "A per cent is a part of something. Of what? Work out that part first."
    assert verdict.calculated == ("80 + 25" if answer == "105" else "80 - 25")


def test_a_calculation_that_nothing_explains_gets_a_hint_about_the_story() -> None:
    verdict = check("A coat costs £80. It is reduced by 25%. What is the new price?", "80 * 3 - 2 = 238")
    assert verdict.kind is Kind.WRONG
    assert "Write your calculation down" not in verdict.hint

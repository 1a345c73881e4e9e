"""A user's own problems: what is accepted, and how everything else is listed and never guessed."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.expressions import evaluate, to_infix
from arithmetree.generator import generate
from arithmetree.training.expression_alignment import align_answer, align_expression
from arithmetree.training.parse_cache import CACHE_VARIABLE
from arithmetree.training.user_files import FileProblems, read_file

TEXT = "Ida has 12 pears and 5 figs. She buys 3 more figs. How many figs does she have?"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "cache"))


def values(*given: str) -> list[Fraction]:
    return [Fraction(value) for value in given]


def aligned(expression: str, *given: str) -> str:
    return to_infix(align_expression(expression, values(*given)), [f"q{i}" for i in range(len(given))])


@pytest.mark.parametrize(
    ("expression", "given", "found"),
    [
        ("5 + 3", ("12", "5", "3"), "q1 + q2"),
        ("(3 + 5) × 12", ("12", "5", "3"), "(q2 + q1) * q0"),
        ("1,200 ÷ 4", ("4", "1200"), "q1 / q0"),
        ("20% * 50", ("1/5", "50"), "q0 * q1"),
        ("2.5 * 4", ("5/2", "4"), "q0 * q1"),
        ("(1/3) * 12", ("1/3", "12"), "q0 * q1"),
        ("6 / 2", ("6", "2"), "q0 / q1"),
        ("5 + 5", ("5", "5"), "q0 + q1"),
        ("5 * 3 * 5", ("5", "3", "5"), "q0 * q1 * q2"),
    ],
)
def test_numbers_are_aligned_by_value(expression: str, given: tuple[str, ...], found: str) -> None:
    assert aligned(expression, *given) == found


@pytest.mark.parametrize(
    ("expression", "given", "message"),
    [
        ("5 + 3", ("5", "3", "3"), "ambiguous: 3 is used 1 times, but appears 2 times"),
        ("5 - 5", ("5", "5"), "ambiguous: 5 appears 2 times"),
        ("5 + 3 - 5", ("5", "3"), "5 is used 2 times, but appears 1 times"),
        ("5 + 7", ("5", "3"), "7 is not a number of the text; the numbers read are 5, 3"),
        ("5 + 7", (), "the numbers read are none"),
        ("6 / 2 + 1", ("6", "2", "3", "1"), "ambiguous: 6/2 may be one number"),
        ("5 / 0", ("5", "0"), "divides by zero"),
        ("5", ("5", "3"), "at least two are needed"),
        ("1 / 2", ("1/2", "3"), "at least two are needed"),
        ("5 +", ("5", "3"), "ends where a number was expected"),
        ("5 plus 3", ("5", "3"), "unexpected 'plus'"),
        ("x + 3", ("5", "3"), "'x' is a name"),
        ("", ("5", "3"), "empty"),
        ("+".join("7" * 8), ("7",) * 8, "ambiguous: too many"),
    ],
)
def test_what_is_impossible_or_ambiguous_is_refused(expression: str, given: tuple[str, ...], message: str) -> None:
    with pytest.raises(ArithmetreeError) as caught:
        aligned(expression, *given)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("answer", "given", "found"),
    [
        ("17", ("12", "5"), "q0 + q1"),
        ("7", ("5", "12"), "q1 - q0"),
        ("64", ("13", "5", "1"), "q0 * q1 - q2"),
        ("5/2", ("5", "2"), "q0 / q1"),
    ],
)
def test_an_answer_with_one_expression_is_accepted(answer: str, given: tuple[str, ...], found: str) -> None:
    tree = align_answer(Fraction(answer), values(*given))
    assert to_infix(tree, [f"q{i}" for i in range(len(given))]) == found


def test_an_answer_with_several_expressions_or_none_is_refused() -> None:
    with pytest.raises(DataError, match="several expressions give 4"):
        align_answer(Fraction(4), values("2", "2"))
    with pytest.raises(DataError, match="no expression over up to 3 numbers of the text gives 1000"):
        align_answer(Fraction(1000), values("2", "3", "5", "7"))
    with pytest.raises(DataError, match="no expression"):
        align_answer(Fraction(5), values("5"))


@given(numbers=st.lists(st.integers(1, 40), min_size=1, max_size=4), answer=st.integers(0, 100))
def test_an_expression_found_for_an_answer_gives_it(numbers: list[int], answer: int) -> None:
    exact = [Fraction(number) for number in numbers]
    try:
        tree = align_answer(Fraction(answer), exact)
    except DataError:
        return
    assert evaluate(tree, exact) == answer


def read_lines(folder: Path, *lines: str, name: str = "own.jsonl") -> FileProblems:
    path = folder / name
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return read_file(path)


def test_jsonl_rows_become_problems(tmp_path: Path) -> None:
    found = read_lines(
        tmp_path,
        json.dumps({"id": 7, "text": TEXT, "expression": "5 + 3", "answer": 8}),
        "",
        json.dumps({"text": TEXT, "answer": "8"}),
    )
    assert [gold.id for gold in found.golds] == ["7", "own.jsonl:3"]
    assert [gold.answer for gold in found.golds] == [8, 8]
    assert found.golds[0].tree == found.golds[1].tree
    assert found.skipped == ()


def test_bad_jsonl_rows_are_listed_with_line_and_reason(tmp_path: Path) -> None:
    found = read_lines(
        tmp_path,
        json.dumps({"text": TEXT, "expression": "5 + 3"}),
        '{"text": "cut o',
        "[1, 2]",
        json.dumps({"expression": "5 + 3"}),
        json.dumps({"text": TEXT}),
        json.dumps({"text": TEXT, "expression": "5 + 4"}),
        json.dumps({"text": TEXT, "expression": "5 + 3", "answer": 9}),
        json.dumps({"text": TEXT, "answer": "eight"}),
        json.dumps({"text": TEXT, "answer": "1/0"}),
        json.dumps({"text": TEXT, "answer": "1000000"}),
        json.dumps({"text": 5, "expression": "5 + 3"}),
        json.dumps({"text": "1 " * 20_000, "expression": "5 + 3"}),
        json.dumps({"text": TEXT, "expression": "5 ** 3"}),
    )
    assert len(found.golds) == 1
    assert [skipped.line for skipped in found.skipped] == list(range(2, 14))
    reasons = [
        "not JSON",
        "a list, not an object",
        "no text",
        "neither an expression nor an answer",
        "4 is not a number of the text",
        "gives 8, but the answer is 9",
        "'eight' is not a number",
        "'1/0' is not a number",
        "no expression over up to 3",
        "not a string",
        "characters",
        "unexpected '*'",
    ]
    for skipped, reason in zip(found.skipped, reasons, strict=True):
        assert reason in skipped.reason
    assert str(found.skipped[4]).startswith("own.jsonl:6: ")


def test_csv_rows_become_problems_and_lines_are_counted_over_line_breaks(tmp_path: Path) -> None:
    found = read_lines(
        tmp_path,
        "\ufeffid,text,expression",
        f'a,"{TEXT}",5 + 3',
        'b,"Ida has 12 pears.',
        'She eats 5 pears. How many pears are left?",12 - 5',
        "c,no numbers here,1 + 1",
        "d,too,many,fields",
        "e,,5 + 3",
        name="own.csv",
    )
    assert [gold.id for gold in found.golds] == ["a", "b"]
    assert [skipped.line for skipped in found.skipped] == [5, 6, 7]
    assert "more fields" in found.skipped[1].reason


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("own.csv", b"question,answer\n", "columns question, answer; accepted are"),
        ("own.csv", b"text,id\n", "expression or answer"),
        ("own.csv", b"", "columns none"),
        ("own.csv", b'text,answer\n"open,5\n', "not CSV"),
        ("own.txt", b"", "neither .jsonl nor .csv"),
        ("own.jsonl", b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_file_of_another_form_is_reported(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message):
        read_file(tmp_path / name)


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cannot read .*own\.csv"):
        read_file(tmp_path / "own.csv")


def test_corpus_records_keep_their_trees_and_the_unanswerable_are_counted(tmp_path: Path) -> None:
    records = [record.to_dict() for record in generate(12, 3)]
    assert any(record["tree"] for record in records)
    records.append(records[0] | {"id": "none", "tree": None, "answer": None, "reason": "NO_QUESTION"})
    found = read_lines(tmp_path, *map(json.dumps, records))
    assert found.unanswerable == sum(record["tree"] is None for record in records) >= 1
    assert len(found.golds) + len(found.skipped) + found.unanswerable == len(records)
    assert len(found.golds) > 6
    for gold in found.golds:
        assert gold.tree is not None
        assert evaluate(gold.tree, [schema.quantity.value for schema in gold.problem.schemas]) == gold.answer


def test_a_corpus_tree_over_a_number_that_is_not_read_is_skipped(tmp_path: Path) -> None:
    record = next(record.to_dict() for record in generate(20, 3) if record.tree is not None)
    moved = [quantity | {"value": "99999"} for quantity in record["quantities"]]
    found = read_lines(tmp_path, json.dumps(record | {"quantities": moved}))
    assert found.golds == ()
    assert "was not read" in found.skipped[0].reason

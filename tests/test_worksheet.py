"""Practice sheets: what stands on them, in HTML and in PDF, and the `worksheet` command."""

import re
import sys
import zlib
from collections import Counter
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from arithmetree.checking import check_solution
from arithmetree.cli import app
from arithmetree.corpus.practice import PracticeStory
from arithmetree.corpus.record import RecordQuantity
from arithmetree.derivations import Derivation, Mention, Operation
from arithmetree.derivations import Step as Calculated
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.generator import TOPICS as GENERATED
from arithmetree.parsing import load_parser
from arithmetree.quantities import Kind
from arithmetree.solution import Explanation, Step, StepReason
from arithmetree.worksheet import KINDS, STEPS, TOPICS, Sheet, TooFewError, make_sheet, to_html, to_pdf
from arithmetree.worksheet.exercise import agreed
from arithmetree.worksheet.layout import SHORT_WORDS, pages_of, rows_of
from arithmetree.worksheet.sheet import _renewed

runner = CliRunner()


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return make_sheet(count=12, seed=5, grade=4)


def test_the_same_arguments_give_the_same_sheet_and_files(sheet: Sheet) -> None:
    again = make_sheet(count=12, seed=5, grade=4)
    assert [item.text for item in again.exercises] == [item.text for item in sheet.exercises]
    assert to_html(again) == to_html(sheet)
    assert to_pdf(again) == to_pdf(sheet)
    other = make_sheet(count=12, seed=6, grade=4)
    assert [item.text for item in other.exercises] != [item.text for item in sheet.exercises]


def test_steps_topics_kinds_and_grade_are_kept() -> None:
    made = make_sheet(count=3, seed=3, steps=(2,), topics=("farm", "shop"), grade=4)
    assert {item.grade for item in made.exercises} == {4}
    assert {item.steps for item in made.exercises} == {2}
    assert made.recipe == "farm, shop; all kinds; grade 4; steps 2; dollars; seed 3"
    assert {item.kind for item in make_sheet(count=4, kinds=("percent",)).exercises} == {"percent"}
    assert {item.steps for item in make_sheet(count=6).exercises} <= {1, 2}


def test_problems_differ_in_kind_and_go_from_easy_to_hard() -> None:
    made = make_sheet(count=10, seed=1, steps=STEPS)
    grades = [item.grade for item in made.exercises]
    assert grades == sorted(grades)
    assert len({item.kind for item in made.exercises}) >= 8
    assert len({item.text for item in made.exercises}) == 10


def test_new_numbers_that_would_be_worked_out_otherwise_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def story(text: str, one: str, two: str, operation: Operation) -> PracticeStory:
        numbers = tuple(
            RecordQuantity(shown, text.index(shown), text.index(shown) + len(shown), Fraction(shown), Kind.NUMBER)
            for shown in (one, two)
        )
        made = Derivation((Mention(0), Mention(1)), (Calculated(operation, 0, 1),), (2,))
        return PracticeStory("x", text, numbers, made, ("hens",), "basics", 2, "", "", "")

    text = "A farm has {} hens. Then {} hens come. How many hens are there?"
    own = story(text.format(15, 6), "15", "6", Operation.ADD)
    like, unlike = (story(text.format(17, 8), "17", "8", one) for one in (Operation.ADD, Operation.SUBTRACT))
    for renewed, taken in ((like, like), (unlike, own)):
        monkeypatch.setattr("arithmetree.worksheet.sheet.with_new_numbers", lambda *_, renewed=renewed: renewed)
        found, exercise = _renewed(own, 1, load_parser())
        assert found == taken
        assert exercise.text == taken.text


@pytest.mark.parametrize(("currency", "sign"), [("dollars", "$"), ("pounds", "£"), ("euros", "€")])
def test_a_sheet_has_one_currency(currency: str, sign: str) -> None:
    made = make_sheet(count=12, seed=2, kinds=("money",), currency=currency)
    signs = set("$£€") & set("".join(item.text + item.answer for item in made.exercises))
    assert signs == {sign}


def test_the_key_is_right_and_right_answers_are_accepted(sheet: Sheet) -> None:
    for item in sheet.exercises:
        assert item.lines
        assert item.expression
        assert check_solution(item.solution, item.answer).correct is not False
        assert check_solution(item.solution, "987654321").correct is not True


def _key(shown: str, value: str, step_unit: str | None, unit: str | None, answer: str) -> tuple[str, str]:
    """The last line of a key and the answer, once they agree."""
    step = Step("1 + 1", Fraction(value), step_unit, "Add.", (), shown=shown)
    check = Step("2 = 2", None, None, "Check: true.", (), StepReason.CHECK, shown="2 = 2")
    explanation, agreed_answer = agreed(Explanation((step, check)), Fraction(value), unit, answer)
    return explanation.steps[0].shown, agreed_answer


@pytest.mark.parametrize(
    ("given", "key"),
    [
        # Another unit was read from the text: the known one is right.
        (("36 × 4 = 144 seconds", "144", "seconds", "times", "144 times"), ("36 × 4 = 144 times", "144 times")),
        (("50 − 42 = 8 years", "8", "years", None, "8"), ("50 − 42 = 8", "8")),
        (("28 − 19 = 9 km", "9", "km", "km/h", "9 km/h"), ("28 − 19 = 9 km/h", "9 km/h")),
        (("11 + 1 = 12 chairs", "12", "chairs", None, "the 12th"), ("11 + 1 = 12", "the 12th")),
        # The same unit in another form: one form for both.
        (("8 × 4 = 32 m²", "32", "m²", "square metres", "32 square metres"), ("8 × 4 = 32 m²", "32 m²")),
        (("9 ÷ 3 = 3 spray bottles", "3", "spray bottles", "bottles", "3 bottles"),
         ("9 ÷ 3 = 3 spray bottles", "3 spray bottles")),
        # What is asked for a day may be said with the day or without.
        (("2 × 3 = 6 litres per day", "6", "litres per day", "litres", "6 litres"),
         ("2 × 3 = 6 litres per day", "6 litres")),
        (("7 − 2 = 5 hens", "5", "hens", "hens", "5 hens"), ("7 − 2 = 5 hens", "5 hens")),
    ],
)  # fmt: skip
def test_the_key_and_its_last_step_agree(
    given: tuple[str, str, str | None, str | None, str], key: tuple[str, str]
) -> None:
    assert _key(*given) == key


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": 0}, "1 to 100"),
        ({"count": 101}, "1 to 100"),
        ({"steps": (7,)}, "accepted are 1, 2, 3, 4"),
        ({"topics": ("farn",)}, "did you mean 'farm'"),
        ({"kinds": ("percents",)}, "did you mean 'percent'"),
        ({"currency": "yen"}, "accepted are dollars, pounds, euros"),
        ({"grade": 10}, "There is no grade"),
        ({"grade": 1, "kinds": ("percent",)}, "There are no problems of this choice"),
    ],
)
def test_what_there_is_not_is_refused(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(DataError, match=message):
        make_sheet(**arguments)  # type: ignore[arg-type]


def test_where_there_are_too_few_problems_the_grades_with_enough_are_named() -> None:
    with pytest.raises(TooFewError, match=r"another grade \(there are enough for 1, 2 and 3\)") as found:
        make_sheet(grade=4, kinds=("basics",), count=20)
    assert 0 < found.value.available < 20
    sheet = make_sheet(grade=4, kinds=("basics",), count=found.value.available)
    assert len(sheet.exercises) == found.value.available


class _Page(HTMLParser):
    """Collects what a page is made of, and whether its elements close in order."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.classes: Counter[str] = Counter()
        self.links: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        found = dict(attrs)
        self.classes.update((found.get("class") or "").split())
        self.links += [value for name in ("href", "src") if (value := found.get(name)) is not None]
        if tag != "meta":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_has_problems_room_and_a_key_with_steps_and_needs_nothing_else(sheet: Sheet) -> None:
    page = _Page(to_html(sheet))
    assert page.open == []
    assert page.links == []
    assert page.classes["working"] == len(sheet.exercises)
    assert page.classes["answer"] == len(sheet.exercises)
    before, _, key = page.text.partition("Answer key")
    assert "Name" in before
    assert "Date" in before
    for item in sheet.exercises:
        assert item.text in before
        assert item.answer in key
        assert all(line in key for line in item.lines)
    assert re.search(r"\.key \{[^}]*break-before: page", to_html(sheet))


def test_short_problems_stand_side_by_side_in_their_order(sheet: Sheet) -> None:
    rows = rows_of(sheet.exercises)
    assert [number for row in rows for number, _ in row] == list(range(1, 13))
    assert all(item.words <= SHORT_WORDS for row in rows if len(row) == 2 for _, item in row)


@given(st.lists(st.tuples(st.floats(40, 110), st.integers(1, 2)), min_size=2, max_size=30))
def test_every_row_is_on_one_page_and_pages_are_not_too_full(rows: list[tuple[float, int]]) -> None:
    heights, counts = [height for height, _ in rows], [count for _, count in rows]
    pages = pages_of(heights, counts, 220.0, 260.0)
    assert [row for page in pages for row in page] == list(range(len(rows)))
    for number, page in enumerate(pages):
        assert sum(heights[row] for row in page) <= (260.0 if number else 220.0)


def test_nothing_in_a_title_becomes_markup() -> None:
    page = _Page(to_html(make_sheet(count=1, title="<script>alert(1)</script> & more")))
    assert page.tags["script"] == 0
    assert "<script>alert(1)</script> & more" in page.text


def _pdf_pages(content: bytes) -> list[str]:
    """The text operators of each page's stream, joined; enough to see which words stand on which page."""
    pages = []
    for stream in re.findall(rb"stream\n(.*?)\nendstream", content, re.DOTALL):
        try:
            drawn = zlib.decompress(stream).decode("cp1252", "replace")
        except zlib.error:
            continue
        if " Tf" in drawn:
            pages.append(" ".join(re.findall(r"\((.*?)(?<!\\)\) Tj", drawn)))
    return pages


def test_the_pdf_has_the_key_on_pages_of_its_own(sheet: Sheet) -> None:
    content = to_pdf(sheet)
    assert content.startswith(b"%PDF-")
    pages = _pdf_pages(content)
    first_of_key = next(number for number, page in enumerate(pages) if "Answer key" in page)
    before, key = " ".join(pages[:first_of_key]), " ".join(pages[first_of_key:])
    assert "Name" in pages[0]
    assert before.count("Answer") == len(sheet.exercises)
    for item in sheet.exercises:
        assert " ".join(item.text.split()[:2]) in before
        assert item.answer.split()[-1] in key


@pytest.mark.parametrize("count", [2, 5, 7, 9, 13])
def test_no_page_of_the_pdf_has_a_single_problem(count: int) -> None:
    pages = _pdf_pages(to_pdf(make_sheet(count=count, seed=count, grade=6)))
    problems = [page.count("Answer") for page in pages if "Answer key" not in page and page.count("Answer")]
    assert sum(problems) == count
    assert min(problems) > 1


def test_the_pdf_shows_euros_and_umlauts() -> None:
    made = make_sheet(count=4, kinds=("money",), currency="euros", title="Süße Äpfel")
    pages = _pdf_pages(to_pdf(made))
    assert "€" in "".join(pages)
    assert "Süße" in pages[0]


def test_a_title_that_the_pdf_fonts_cannot_show_is_refused() -> None:
    with pytest.raises(DataError, match="have no '数'"):
        to_pdf(make_sheet(count=1, title="数学"))


def test_pdf_without_fpdf2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(ArithmetreeError, match=r"arithmetree\[worksheet\]"):
        to_pdf(make_sheet(count=1))


@pytest.mark.parametrize(("option", "names"), [("--list-topics", TOPICS), ("--list-kinds", KINDS)])
def test_command_lists_topics_and_kinds(option: str, names: tuple[str, ...]) -> None:
    result = runner.invoke(app, ["worksheet", option])
    assert result.exit_code == 0
    assert result.stdout.split() == list(names)


def test_topics_are_those_of_the_generator() -> None:
    assert TOPICS == GENERATED


@pytest.mark.parametrize("ending", ["html", "pdf"])
def test_command_writes_a_sheet(tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"sheet.{ending}"
    arguments = ["--topic", "farm", "--steps", "1,2", "--count", "4", "--seed", "9", "--out", str(out)]
    result = runner.invoke(app, ["worksheet", *arguments])
    assert result.exit_code == 0
    assert "4 problems" in result.stdout
    expected = make_sheet(count=4, seed=9, steps=(1, 2), topics=("farm",))
    assert out.read_bytes() == (to_html(expected).encode() if ending == "html" else to_pdf(expected))


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--out", "sheet.docx"],
        ["--out", "no/such/folder/sheet.html"],
        ["--out", "s.html", "--steps", "two"],
        ["--out", "s.html", "--topic", "moon"],
        ["--out", "s.html", "--kind", "magic"],
        ["--out", "s.html", "--currency", "yen"],
    ],
)
def test_wrong_use_ends_with_status_2_and_one_line(arguments: list[str]) -> None:
    result = runner.invoke(app, ["worksheet", *arguments])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1

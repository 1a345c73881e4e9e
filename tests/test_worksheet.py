"""Practice sheets: what stands on them, in HTML and in PDF, and the `worksheet` command."""

import re
import sys
import zlib
from collections import Counter
from html.parser import HTMLParser
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.derivations import from_tree, to_tree
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.expressions import parse_infix
from arithmetree.generator import TOPICS, generate
from arithmetree.worksheet import Exercise, Sheet, make_sheet, to_html, to_pdf

runner = CliRunner()


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return make_sheet(count=12, seed=5, steps=(1, 2, 3))


def test_the_same_arguments_give_the_same_sheet_and_files(sheet: Sheet) -> None:
    again = make_sheet(count=12, seed=5, steps=(1, 2, 3))
    assert again == sheet
    assert to_html(again) == to_html(sheet)
    assert to_pdf(again) == to_pdf(sheet)
    other = make_sheet(count=12, seed=6, steps=(1, 2, 3))
    assert {item.text for item in other.exercises}.isdisjoint(item.text for item in sheet.exercises)


def test_steps_topics_and_grade_are_kept() -> None:
    records = {record.text: record for record in generate(400, 3, steps=(2,), topics=("farm", "music"))}
    made = make_sheet(count=6, seed=3, steps=(2,), topics=("farm", "music"), grade=4)
    chosen = [records[item.text] for item in made.exercises]
    assert {record.grade for record in chosen} == {4}
    assert {record.scenario for record in chosen} == {"farm", "music"}
    assert all(item.steps == 2 == len(item.calculation.steps) for item in made.exercises)
    assert made.recipe == "farm, music; steps 2; grade 4; seed 3"


def test_problems_differ_in_topic_as_far_as_possible() -> None:
    records = {record.text: record for record in generate(360, 1, steps=(1, 2))}
    full = Counter(records[item.text].scenario for item in make_sheet(count=len(TOPICS), seed=1).exercises)
    assert full == Counter(TOPICS)
    more = Counter(records[item.text].scenario for item in make_sheet(count=2 * len(TOPICS), seed=1).exercises)
    assert max(more.values()) <= 3


def test_problems_of_one_topic_differ_more_than_any_problems_would() -> None:
    def shapes(texts: list[str]) -> int:
        return len({records[text].shape for text in texts})

    records = {record.text: record for record in generate(120, 2, steps=(1, 2), topics=("kitchen",))}
    chosen = [item.text for item in make_sheet(count=10, seed=2, topics=("kitchen",)).exercises]
    assert len(set(chosen)) == 10
    assert shapes(chosen) > shapes(list(islice(records, 10)))


def test_the_key_is_right(sheet: Sheet) -> None:
    records = {record.text: record for record in generate(144, 5, steps=(1, 2, 3))}
    for item in sheet.exercises:
        record = records[item.text]
        assert to_tree(item.calculation) == record.tree
        assert record.answer is not None
        shown = item.answer.split()[0]
        assert "/" in item.answer or parse_infix(shown).values[0] == record.answer
        last = item.results[item.calculation.answers[-1]]
        assert last == shown or item.answer.startswith(last) or "." in shown
        assert not set("*/") & set(re.sub(r"\(\d+/\d+\)", "", item.expression))


def test_numbers_are_written_as_in_school() -> None:
    answers = [item.answer for item in make_sheet(count=40, seed=4, steps=(1,), topics=("shop", "savings")).exercises]
    money = [answer for answer in answers if answer.endswith((" dollars", " euros")) and "." in answer]
    assert money
    assert all(re.fullmatch(r"\d+\.\d\d \w+", answer) for answer in money)
    assert not [answer for answer in answers if re.match(r"1 \w+s$", answer) and not answer.endswith("ss")]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"count": 0}, "1 to 100"),
        ({"count": 101}, "1 to 100"),
        ({"steps": (7,)}, "accepted are 1, 2, 3, 4"),
        ({"topics": ("farn",)}, "did you mean 'farm'"),
        ({"grade": 9, "steps": (1,), "topics": ("savings",)}, "they have the grades "),
    ],
)
def test_what_the_generator_does_not_have_is_refused(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(DataError, match=told):
        make_sheet(**arguments)  # type: ignore[arg-type]


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


def test_the_page_has_problems_room_and_a_key_with_trees_and_needs_nothing_else(sheet: Sheet) -> None:
    page = _Page(to_html(sheet))
    assert page.open == []
    assert page.links == []
    assert page.classes["working"] == len(sheet.exercises)
    assert page.classes["answer"] == len(sheet.exercises)
    assert page.tags["svg"] == len(sheet.exercises)
    before, _, key = page.text.partition("Answer key")
    assert "Name" in before
    assert "Date" in before
    for item in sheet.exercises:
        assert item.text in before
        assert item.expression not in before
        assert item.expression in key
        assert item.answer in key
    assert re.search(r"\.key \{[^}]*break-before: page", to_html(sheet))


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
        assert " ".join(item.text.split()[:3]) in before
        assert item.answer in key
        assert item.answer not in before


def test_the_pdf_shows_euros_and_long_sheets() -> None:
    item = Exercise("Ann has €5.", 4, from_tree(parse_infix("5 - 2").tree), ("5", "2"), {2: "3"}, "5 − 2", "3 euros")
    pages = _pdf_pages(to_pdf(Sheet("Süße Äpfel", (item,) * 40, "by hand")))
    assert len(pages) > 10
    assert "€5" in pages[0]
    assert "Süße" in pages[0]


def test_a_title_that_the_pdf_fonts_cannot_show_is_refused() -> None:
    with pytest.raises(DataError, match="have no '数'"):
        to_pdf(make_sheet(count=1, title="数学"))


def test_pdf_without_fpdf2_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(ArithmetreeError, match=r"arithmetree\[worksheet\]"):
        to_pdf(make_sheet(count=1))


def test_command_lists_the_topics_of_the_generator() -> None:
    result = runner.invoke(app, ["worksheet", "--list-topics"])
    assert result.exit_code == 0
    assert result.stdout.split() == list(TOPICS)


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
    ],
)
def test_wrong_use_ends_with_status_2_and_one_line(arguments: list[str]) -> None:
    result = runner.invoke(app, ["worksheet", *arguments])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1

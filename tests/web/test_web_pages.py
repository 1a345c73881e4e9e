"""The other pages: checking one answer or a class, practice sheets, the method."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect
from web_problems import SAM, TILES

from arithmetree.checking import Kind
from arithmetree.web.checks import TITLES

Opener = Callable[..., Page]
ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("script", [True, False])
def test_a_pupils_answer_gets_a_verdict_and_a_hint(opened: Opener, script: bool) -> None:
    page = opened("/check", java_script_enabled=script)
    page.get_by_label("The problem").fill(SAM)
    page.get_by_label("The pupil’s answer").fill("12 + 5 = 17")
    page.get_by_role("button", name="Check").click()
    verdict = page.locator(".verdict")
    expect(verdict.get_by_role("heading")).to_contain_text(TITLES[Kind.WRONG_OPERATION])
    expect(verdict).to_contain_text("Hint.")
    expect(page.get_by_label("The pupil’s answer")).to_have_value("12 + 5 = 17")


def test_a_right_answer_is_right_and_the_solution_is_for_the_teacher(opened: Opener) -> None:
    page = opened("/check", {"problem": SAM, "answer": "7 apples"})
    expect(page.locator(".verdict.good h2")).to_contain_text(TITLES[Kind.RIGHT])
    expect(page.locator("svg.tree")).to_be_hidden()
    page.get_by_text("For the teacher").click()
    expect(page.locator("svg.tree")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_the_teachers_own_answer_decides(opened: Opener, script: bool) -> None:
    page = opened("/check", java_script_enabled=script)
    page.get_by_label("The problem").fill(SAM)
    page.get_by_label("The pupil’s answer").fill("17")
    page.get_by_label("Your own answer").fill("12 + 5")
    page.get_by_role("button", name="Check", exact=True).click()
    verdict = page.locator(".verdict")
    expect(verdict.get_by_role("heading")).to_contain_text(TITLES[Kind.RIGHT])
    verdict.get_by_text("For the teacher").click()
    expect(verdict).to_contain_text("The key says 12 + 5. Calculated 12 - 5 = 7 apples, confidence over 99 %.")
    page.get_by_label("The pupil’s answer").fill("7")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(verdict.get_by_role("heading")).to_contain_text(TITLES[Kind.WRONG_OPERATION])
    expect(page.get_by_label("Your own answer")).to_have_value("12 + 5")
    page.get_by_label("Your own answer").fill("apples")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("key")


def test_what_cannot_be_checked_is_reported(opened: Opener) -> None:
    refused = [
        ({"problem": "", "answer": "7"}, "Type a problem first"),
        ({"problem": SAM, "answer": " "}, "Type the pupil's answer too"),
        ({"problem": SAM, "answer": "7" * 1_001}, "at most 1,000"),
    ]
    page = opened("/check")
    for query, message in refused:
        response = page.goto(f"/check?{urlencode(query)}")
        assert response is not None
        assert response.status == 400
        expect(page.get_by_role("alert")).to_contain_text(message)


def test_every_kind_of_verdict_has_its_own_title_and_icon() -> None:
    assert set(TITLES) == set(Kind)
    assert len({kind.icon for kind in Kind}) == len(Kind)


def test_an_answer_that_is_not_sure_gets_no_cross_and_a_right_one_no_hint(opened: Opener) -> None:
    page = opened("/check", {"problem": "Lena has 4 dogs and 3 cats.", "answer": "7"})
    expect(page.locator(".verdict .mark")).to_have_text(Kind.NOT_SURE.icon)
    page = opened("/check", {"problem": SAM, "answer": "7"})
    expect(page.locator(".verdict .mark")).to_have_text(Kind.RIGHT.icon)
    expect(page.locator(".verdict")).not_to_contain_text("Hint.")


@pytest.mark.parametrize("script", [True, False])
def test_a_class_is_uploaded_checked_summed_up_and_saved(opened: Opener, tmp_path: Path, script: bool) -> None:
    file = tmp_path / "class.csv"
    lines = (
        f'Child,Task,Wrote\nAna,{SAM},7\n<b>Ben</b>,{SAM},12 + 5\nAna,{TILES},72\n<b>Ben</b>,{TILES},17\nCleo,"{SAM}"\n'
    )
    file.write_text(lines, encoding="utf-8")
    page = opened("/check/class", java_script_enabled=script)
    page.get_by_label("A CSV file").set_input_files(file)
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.locator(".taken")).to_contain_text(
        "the problems from “Task”, the answers from “Wrote”, the pupils from “Child”"
    )
    rows = page.get_by_role("region", name="Verdicts").locator("tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.nth(0)).to_contain_text(TITLES[Kind.RIGHT])
    expect(rows.nth(1)).to_contain_text("<b>Ben</b>")
    expect(rows.nth(1)).to_contain_text(TITLES[Kind.WRONG_OPERATION])
    expect(rows.nth(4)).to_contain_text("Line 6 cannot be checked")
    problems = page.get_by_role("region", name="Problems, the hardest first").locator("tbody tr")
    expect(problems).to_have_count(2)
    assert problems.nth(1).locator("td").all_inner_texts()[:3] == ["1", "1", "0"]
    pupils = page.get_by_role("region", name="Pupils").locator("tbody tr")
    expect(pupils.nth(0).get_by_role("rowheader")).to_have_text("Ana")
    assert pupils.nth(0).locator("td").all_inner_texts()[:3] == ["2", "0", "0"]
    assert pupils.nth(1).locator("td").all_inner_texts()[:3] == ["0", "2", "0"]
    expect(page.get_by_label("Or paste the table")).to_have_value(lines)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Check and save as CSV").click()
    table = list(csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8"))))
    assert [row["verdict"] for row in table][::2] == ["right", "right", ""]
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the summary as CSV").click()
    summary = list(csv.DictReader(io.StringIO(saved.value.path().read_text(encoding="utf-8"))))
    assert [(row["of"], row["right"]) for row in summary][-3:] == [("pupil", "2"), ("pupil", "0"), ("pupil", "0")]


def test_a_column_that_cannot_be_recognised_is_named_on_the_page(opened: Opener) -> None:
    page = opened("/check/class", java_script_enabled=False)
    page.get_by_label("Or paste the table").fill(f"a,b,c\n{SAM},7,8\n{SAM},17,9\n")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("several columns that can hold the answers: 'b' or 'c'")
    page.get_by_label("Answers", exact=True).fill("b")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("region", name="Verdicts").locator("tbody tr")).to_have_count(2)
    expect(page.get_by_label("Answers", exact=True)).to_have_value("b")


def test_a_table_that_cannot_be_checked_is_reported_and_kept(opened: Opener) -> None:
    refused = [
        ("", "The table is empty"),
        ("name,answer\nAna,7\n", "no column that looks like problems"),
        ("problem,answer\n", "has no answers"),
        ("problem,answer\n" + f"{SAM},7\n" * 401, "401 answers; at most 400"),
    ]
    page = opened("/check/class", java_script_enabled=False)
    for table, message in refused:
        page.get_by_label("Or paste the table").fill(table)
        page.get_by_role("button", name="Check", exact=True).click()
        expect(page.get_by_role("alert")).to_contain_text(message)
        expect(page.get_by_label("Or paste the table")).to_have_value(table)


def test_what_is_no_form_is_refused(opened: Opener) -> None:
    page = opened("/check/class")
    for body in (b"a=1&" * 1_000, b"\xff\xfe=1"):
        answer = page.request.post("/check/class", data=body, headers={"Accept": "application/json"})
        assert (answer.status, answer.json()["status"]) == (400, "error")


def test_a_practice_sheet_is_made_without_a_script_and_saved(opened: Opener) -> None:
    page = opened("/worksheet", java_script_enabled=False)
    page.get_by_text("Topics", exact=True).click()
    for topic in ("Farm", "Garden"):
        page.get_by_label(topic).check()
    page.get_by_label("Problems").fill("3")
    page.get_by_label("Sheet number").fill("7")
    page.get_by_role("button", name="Make the sheet").click()
    exercises = page.locator(".exercises > li > p:first-child")
    expect(exercises).to_have_count(3)
    problems = exercises.all_inner_texts()
    assert len(set(problems)) == 3
    page.get_by_text("Answer key").click()
    expect(page.locator(".key li strong")).to_have_count(3)
    for form, start in (("PDF", b"%PDF"), ("HTML", b"<!DOCTYPE html>")):
        with page.expect_download() as saved:
            page.get_by_role("link", name=f"Save as {form}").click()
        assert saved.value.suggested_filename == f"worksheet-7.{form.lower()}"
        assert saved.value.path().read_bytes().startswith(start)
    page.get_by_role("link", name="Another sheet").click()
    expect(page.get_by_label("Sheet number")).to_have_value("8")
    for topic, chosen in (("Farm", True), ("Garden", True), ("Music", False)):
        expect(page.get_by_label(topic)).to_be_checked(checked=chosen)
    assert exercises.all_inner_texts() != problems


@pytest.mark.parametrize("script", [True, False])
def test_answers_are_checked_on_the_page(opened: Opener, script: bool) -> None:
    query = {"topic": "all", "grade": "3", "kind": "basics", "currency": "pounds", "count": "3", "seed": "4"}
    page = opened("/worksheet", query, java_script_enabled=script)
    page.get_by_text("Answer key").click()
    answer = page.locator(".key li strong").first.inner_text()
    page.get_by_label("Answer 1").fill(answer)
    page.get_by_label("Answer 2").fill("99999")
    if script:
        page.get_by_label("Answer 2").press("Tab")
    else:
        page.get_by_role("button", name="Check the answers").click()
    expect(page.locator(".judged").nth(0)).to_have_text("Right.")
    expect(page.locator(".judged").nth(1)).not_to_be_empty()
    expect(page.locator(".judged").nth(2)).to_be_empty()
    expect(page.locator("#practice .count")).to_have_text("1 of 3 right.")


@pytest.mark.parametrize("script", [True, False])
def test_hints_and_both_questions_of_a_problem_on_the_practice_page(opened: Opener, script: bool) -> None:
    query = {"topic": "all", "grade": "4", "kind": "several", "currency": "pounds", "count": "2", "seed": "4"}
    page = opened("/worksheet", query, java_script_enabled=script)
    first = page.locator(".exercises > li").first
    expect(first.locator(".steps li").first).to_be_hidden()
    first.get_by_text("Hints", exact=True).click()
    expect(first.locator(".steps li")).to_have_count(3)
    expect(first.locator(".steps li").first).to_be_visible()
    expect(first.get_by_text("Answer each question: a) … b) …")).to_be_visible()
    page.get_by_text("Answer key").click()
    page.get_by_label("Answer 1").fill(page.locator(".key li strong").first.inner_text())
    page.get_by_role("button", name="Check the answers").click()
    expect(page.locator(".judged").first).to_have_text("Right.")


def test_a_sheet_that_cannot_be_made_is_reported(opened: Opener) -> None:
    refused = [
        ({"topic": "dragons"}, "There is no topic 'dragons'"),
        ({"count": "21"}, "from 1 to 20"),
        ({"count": ""}, "from 1 to 20"),
        ({"seed": "x"}, "The sheet number is 'x'"),
        ({"steps": "9"}, "from 1 to 4"),
        ({"grade": "12"}, "from 1 to 9"),
        ({"kind": "magic"}, "There is no kind 'magic'"),
        ({"currency": "yen"}, "There is no currency 'yen'"),
    ]
    page = opened("/worksheet")
    for changed, message in refused:
        query = {"topic": "farm", "steps": "1", "count": "3", "seed": "1"} | changed
        response = page.goto(f"/worksheet?{urlencode(query)}")
        assert response is not None
        assert response.status == 400
        expect(page.get_by_role("alert")).to_contain_text(message)
        saved = page.request.get("/worksheet/sheet.pdf", params=query, headers={"Accept": "application/json"})
        assert saved.status == 400
        assert message in saved.json()["message"]


@pytest.mark.parametrize("script", [True, False])
def test_an_unclear_column_is_named_without_uploading_the_file_again(
    opened: Opener, tmp_path: Path, script: bool
) -> None:
    table = f"Child;Task;Deine Lösung;Punkte\nÅsa;{SAM};7;1\nBo;{SAM};17;0\n"
    (tmp_path / "class.csv").write_text(table, encoding="utf-16")
    page = opened("/check/class", java_script_enabled=script)
    page.get_by_label("A CSV file").set_input_files(tmp_path / "class.csv")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("'Deine Lösung' or 'Punkte'. Name the right one under “Answers”")
    page.get_by_label("Answers", exact=True).fill("Deine Lösung")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("region", name="Pupils")).to_contain_text("Åsa")


def test_a_choice_with_too_few_problems_is_kept_and_a_shorter_sheet_offered(opened: Opener) -> None:
    query = {"topic": "all", "grade": "4", "kind": "basics", "currency": "pounds", "count": "20", "seed": "4"}
    page = opened("/worksheet", query, expect=400)
    expect(page.get_by_label("Grade")).to_have_value("4")
    expect(page.get_by_label("Currency")).to_have_value("pounds")
    expect(page.get_by_label("One step")).to_be_checked()
    offer = page.get_by_role("link", name="Make a sheet with")
    count = int(offer.inner_text().split()[-1])
    offer.click()
    expect(page.locator(".exercises > li")).to_have_count(count)


def test_a_sheet_is_saved_in_known_forms_only(opened: Opener) -> None:
    page = opened("/worksheet")
    assert page.request.get("/worksheet/sheet.exe?topic=farm&steps=1&count=3&seed=1").status == 404


def test_the_page_on_how_it_works_is_for_teachers_first_and_shows_the_tables_of_results(opened: Opener) -> None:
    page = opened("/")
    page.get_by_role("navigation").get_by_role("link", name="How it works").click()
    expect(page.get_by_role("heading", level=2, name="Results", exact=True)).to_be_visible()
    titles = page.get_by_role("heading", level=2).all_inner_texts()
    assert (
        titles.index("How far to trust an answer")
        < titles.index("For researchers: the method")
        < titles.index("Results")
    )
    expect(page.get_by_text("“Very sure” is at least 95 %")).to_be_visible()
    expect(page.get_by_text("at least 94 % sure of its own")).to_be_visible()
    results = page.get_by_role("table").first
    for name in ("AI2", "IL", "CC"):
        expect(results.get_by_role("rowheader").filter(has_text=name).first).to_be_visible()


def test_the_tables_of_the_page_are_those_of_the_result_files() -> None:
    script = [sys.executable, str(ROOT / "docs" / "page_tables.py"), "--check"]
    ran = subprocess.run(script, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"run: python docs/page_tables.py ({ran.stdout}{ran.stderr})"

"""The first page: asking, with and without a script, links, when to answer, and texts that are no problems."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Page, Request, Route, expect
from web_problems import SAM, SHEET, TILES

from arithmetree import Model, Solver
from arithmetree.confidence import Confidence, Regression
from arithmetree.service import Settings, create_app

Opener = Callable[..., Page]


def _query(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def test_a_typed_problem_is_solved_without_loading_the_page_again(opened: Opener) -> None:
    page = opened("/")
    page.evaluate("window.stays = true")
    page.get_by_label("The problem").fill(SAM)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".amount strong")).to_have_text("7 apples")
    expect(page.locator("#status")).to_have_text("Answer: 7 apples")
    assert page.evaluate("window.stays")
    assert _query(page) == {"text": [SAM]}


def test_a_problem_is_solved_while_it_is_typed(opened: Opener) -> None:
    page = opened("/")
    page.get_by_label("The problem").press_sequentially("Tom had 8 pens. He lost 3 pens. How many pens has Tom now?")
    expect(page.locator(".amount strong")).to_have_text("5 pens")


def test_everything_works_without_a_script(opened: Opener) -> None:
    page = opened("/", java_script_enabled=False)
    page.get_by_label("The problem").fill(TILES)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".amount strong")).to_have_text("72 tiles")
    assert page.locator(".steps .step").count() == 2
    assert page.locator("svg.tree .node").count() == 5
    expect(page.locator("[data-source=latex]")).to_have_text(r"\left(3 + 5\right) \times 9 = 72")
    for hidden in page.locator(".needs-script").all():
        expect(hidden).to_be_hidden()
    page.get_by_role("link", name="Permanent link to this solution").click()
    expect(page.get_by_label("The problem")).to_have_value(TILES)
    expect(page.locator(".amount strong")).to_have_text("72 tiles")


def test_examples_are_solved_by_a_click_and_are_plain_links_without_a_script(opened: Opener) -> None:
    for script in (True, False):
        page = opened("/", java_script_enabled=script)
        page.get_by_role("link", name="Equal groups").click()
        expect(page.locator(".amount strong")).to_have_text("72 tiles")
        expect(page.get_by_label("The problem")).to_have_value(TILES)
        assert _query(page)["text"] == [TILES]


def test_every_example_gives_a_tree_or_says_why_not(opened: Opener) -> None:
    page = opened("/")
    links = page.locator(".examples a")
    assert links.count() >= 6
    for number in range(links.count()):
        links.nth(number).click()
        expect(page.locator("#result")).not_to_have_attribute("aria-busy", "true")
        text = links.nth(number).locator("span").inner_text()
        expect(page.locator(".solution")).to_have_attribute("data-text", text)
        assert page.locator("svg.tree, .refusal").count() >= 1


def test_a_permanent_link_restores_text_and_choice(opened: Opener) -> None:
    page = opened("/", {"text": SAM, "answer": "always"})
    expect(page.get_by_label("The problem")).to_have_value(SAM)
    expect(page.get_by_role("radio", name="Always")).to_be_checked()
    assert page.locator(".amount strong").inner_text() == "7 apples"
    link = page.get_by_role("link", name="Permanent link to this solution")
    assert parse_qs(urlsplit(link.get_attribute("href") or "").query) == {"text": [SAM], "answer": ["always"]}


def test_a_permanent_link_restores_the_number(opened: Opener) -> None:
    page = opened("/", {"text": SAM, "precision": "0.8"})
    expect(page.get_by_label("Share of the answers")).to_be_visible()
    expect(page.get_by_label("Share of the answers")).to_have_value("0.8")
    assert page.locator(".amount strong").inner_text() == "7 apples"


def test_another_choice_asks_again(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    expect(page.get_by_role("radio", name="Careful")).to_be_checked()
    with page.expect_response("**/fragment") as answered:
        page.get_by_role("radio", name="Only when sure").check()
    assert answered.value.request.post_data_json == {"text": TILES, "answer": "sure", "precision": ""}
    page.wait_for_url("**answer=sure")
    page.get_by_role("radio", name="Always").check()
    page.wait_for_url("**answer=always")
    expect(page.locator(".refusal")).to_have_count(0)
    expect(page.locator(".amount strong")).to_have_text("72 tiles")
    page.get_by_role("radio", name="Careful").check()
    page.wait_for_url(lambda url: "answer" not in url)


def test_a_number_counts_instead_of_the_choice(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    page.get_by_text("Use a number instead").click()
    with page.expect_response("**/fragment") as answered:
        page.get_by_label("Share of the answers").fill("0.97")
    assert answered.value.request.post_data_json == {"text": TILES, "answer": "", "precision": "0.97"}
    expect(page.locator(".refusal")).to_be_visible()
    page.wait_for_url("**precision=0.97")


@pytest.mark.parametrize("script", [True, False])
def test_a_guess_is_folded_up_below_the_reason(opened: Opener, script: bool) -> None:
    page = opened("/", {"text": TILES, "precision": "0.9999"}, java_script_enabled=script)
    expect(page.locator(".refusal")).to_contain_text("No answer.")
    expect(page.locator(".amount")).to_have_count(0)
    expect(page.locator(".guessed")).to_be_hidden()
    for shown in page.locator("svg.tree, .steps").all():
        expect(shown).to_be_hidden()
    page.get_by_text("Best guess", exact=True).first.click()
    expect(page.locator(".guessed")).to_contain_text("72 tiles")
    expect(page.locator(".guess svg.tree")).to_be_visible()
    expect(page.locator(".amount")).to_have_count(0)


@pytest.fixture
def unsure(solver: Solver) -> Iterator[TestClient]:
    """The pages with a solver that thinks 3 in 10 of its answers right."""
    assert isinstance(solver.model, Model)
    known = Confidence(Regression({}, 9.0), Regression({}, log(0.3 / 0.7)), thresholds=())
    made = Solver(replace(solver.model, confidence=known), solver.parser)
    with TestClient(create_app(Settings(rate=0), solver=made)) as client:
        yield client


@pytest.mark.parametrize(("text", "questions"), [(TILES, 1), (SHEET, 3)])
def test_what_is_more_probably_wrong_than_right_is_no_answer_even_with_always(
    unsure: TestClient, text: str, questions: int
) -> None:
    page = unsure.get("/", params={"text": text, "answer": "always"})
    assert page.status_code == 200
    assert "Only a guess." in page.text
    assert 'class="amount"' not in page.text
    assert "Answer: " not in page.text
    folded = re.findall(r'<details class="guess"><summary>Best guess</summary>(.*?)</details>', page.text, re.DOTALL)
    assert len(folded) == page.text.count('class="guessed"') >= 1
    assert "0 answered" in page.text if questions > 1 else "72 tiles" in folded[0]


def test_the_choice_goes_by_keyboard(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    page.get_by_role("radio", name="Careful").focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**answer=sure")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(lambda url: "answer" not in url)


def test_of_two_answers_under_way_the_latest_question_wins(opened: Opener) -> None:
    page = opened("/")

    def delayed(route: Route, request: Request) -> None:
        if "12 apples" in (request.post_data or ""):
            page.wait_for_timeout(400)
        route.continue_()

    page.route("**/fragment", delayed)
    page.get_by_label("The problem").fill(SAM)
    page.get_by_role("button", name="Solve").click()
    page.get_by_label("The problem").fill(TILES)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".amount strong")).to_have_text("72 tiles")
    page.wait_for_timeout(600)
    assert page.locator(".amount strong").inner_text() == "72 tiles"


def test_a_service_that_refuses_is_reported_and_the_text_is_kept(opened: Opener) -> None:
    page = opened("/")
    busy = {"status": "error", "message": "The service is busy; try again in a moment."}
    page.route("**/fragment", lambda route: route.fulfill(status=503, json=busy))
    page.get_by_label("The problem").fill(SAM)
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("alert")).to_have_text(busy["message"])
    page.unroute("**/fragment")
    page.route("**/fragment", lambda route: route.abort())
    page.get_by_role("button", name="Solve").click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.get_by_label("The problem")).to_have_value(SAM)


@pytest.mark.parametrize("script", [True, False])
def test_markup_in_a_problem_is_shown_as_text(opened: Opener, script: bool) -> None:
    text = (
        'Sam had 12 <img src=x onerror="alert(1)"> apples & gave 5 <script>alert(2)</script>, < 6. How many are left?'
    )
    page = opened("/", {"text": text}, java_script_enabled=script)
    shown = (page.locator(".problem").text_content() or "").replace(" (not used)", "").removesuffix("✎")
    assert shown == "Sam had 12 apples and gave 5 alert(2) , < 6. How many are left?"  # as it is read: without tags
    assert page.locator("main img, main script").count() == 0
    assert page.get_by_label("The problem").input_value() == text


def test_any_text_gives_a_page_that_says_something(opened: Opener) -> None:
    page = opened("/")
    for text in (
        "Sara hat 12 Äpfel und isst 5 Äpfel. Wie viele Äpfel hat sie noch?",
        "小明有12个苹果，给了小红5个。他还有多少个苹果？",
        "كان لدى سامي 12 تفاحة وأعطى 5 تفاحات. كم تفاحة بقيت؟",
        "%%% 5 5 5 ???",
        "How many?",
        "12",
    ):
        page.goto(f"/?{urlencode({'text': text})}")
        expect(page.locator(".solution")).to_have_attribute("data-text", text)
        assert page.locator(".amount strong, .refusal").count() >= 1


def test_a_text_without_a_question_says_what_is_missing(opened: Opener) -> None:
    page = opened("/", {"text": "Tom has 12 marbles. He finds 5 more marbles."})
    expect(page.locator(".refusal")).to_contain_text("question")
    expect(page.locator(".refusal")).to_be_visible()
    for shown in page.locator(".amount, svg.tree, .confidence").all():
        expect(shown).to_be_hidden()


def test_what_cannot_be_solved_is_refused_with_the_reason(opened: Opener) -> None:
    refused = [
        ({"text": ""}, "Type a problem first"),
        ({"text": " \n "}, "Type a problem first"),
        ({"text": SAM, "answer": "never"}, "give one of always, careful, sure"),
        ({"text": SAM, "precision": "lots"}, "from 0 up to 1"),
        ({"text": SAM, "precision": "1.5"}, "from 0 up to 1"),
        ({"text": SAM, "precision": "nan"}, "from 0 up to 1"),
        ({"text": SAM + " " * 6_000}, "characters; at most 6,000"),
        ({"text": "He " + "ran and " * 300 + SAM}, "“He ran and ran and ran and ran and ran a …” has 2,481"),
    ]
    page = opened("/")
    for query, message in refused:
        response = page.goto(f"/?{urlencode(query)}")
        assert response is not None
        assert response.status == 400
        expect(page.get_by_role("alert")).to_contain_text(message)
        assert page.locator(".solution").count() == 0


def test_line_ends_of_a_form_do_not_move_the_marks(opened: Opener) -> None:
    page = opened("/", java_script_enabled=False)
    page.get_by_label("The problem").fill(SAM.replace(". ", ".\n"))
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".problem .quantity")).to_have_text(["12", "5"])


def test_an_unknown_address_is_a_page_for_people_and_json_for_programs(opened: Opener) -> None:
    page = opened("/nowhere", expect=404)
    expect(page.get_by_role("heading", level=1)).to_have_text("This page does not exist")
    page.get_by_role("link", name="Solve a word problem").click()
    expect(page.get_by_label("The problem")).to_be_visible()
    answer = page.request.get("/nowhere", headers={"Accept": "application/json"})
    assert answer.status == 404
    assert answer.json()["status"] == "error"


def test_static_files_are_not_sent_again_while_unchanged(opened: Opener) -> None:
    page = opened("/")
    first = page.request.get("/static/site.css")
    assert first.headers["content-type"].startswith("text/css")
    again = page.request.get("/static/site.css", headers={"If-None-Match": first.headers["etag"]})
    assert (first.status, again.status) == (200, 304)
    assert page.request.get("/static/../pages.py").status == 404
    assert page.request.get("/static/..%2Fpages.py").status == 404

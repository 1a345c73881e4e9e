"""A pasted worksheet: a card for every question, which opens to steps, picture and hints; and reading aloud."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from web_problems import SAM, SHEET, TILES

Opener = Callable[..., Page]


def _card(page: Page, number: int) -> Locator:
    return page.locator(".question-card").nth(number)


@pytest.mark.parametrize("script", [True, False])
def test_every_question_gets_a_card_that_opens(opened: Opener, script: bool) -> None:
    page = opened("/", java_script_enabled=script)
    page.get_by_label("The problem").fill(SHEET)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".question-card")).to_have_count(3)
    expect(page.locator(".count")).to_have_text("3 questions, 2 answered.")
    second = _card(page, 1)
    expect(second.get_by_role("heading", level=2)).to_have_text("2 How many tiles does she pack?")
    expect(second.locator(".amount strong")).to_have_text("72 tiles")
    expect(second.locator(".confidence .words")).to_be_visible()
    expect(second.locator(".first")).to_contain_text("3 + 5 = 8 boxes")
    expect(second.locator(".steps")).to_be_hidden()
    second.get_by_text("Steps, picture and hints").click()
    expect(second.locator(".step")).to_have_count(2)
    expect(second.locator(".step").nth(1)).to_be_visible()
    expect(second.locator("svg.tree")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_a_long_worksheet_is_read_to_its_end_with_every_part(opened: Opener, script: bool) -> None:
    rows = [f"{at}. Sam had {at + 20} apples. He gave 5 apples to Ann. How many are left?" for at in range(1, 30)]
    rows.append("30. Each box holds 9 tiles. Lena packs 3 boxes.\n   a) How many tiles are there?")
    rows.append("   b) She gives 5 tiles away. How many tiles are left?")
    sheet = "\n".join(rows)
    assert len(sheet) > 2_000
    page = opened("/", java_script_enabled=script)
    page.get_by_label("The problem").fill(sheet)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".question-card")).to_have_count(31)
    labels = page.locator(".question-card h2 .label").all_inner_texts()
    assert labels == [*(str(at) for at in range(1, 30)), "30 a", "30 b"]
    assert _card(page, 28).locator(".amount strong").inner_text() == "44 apples"
    expect(page.get_by_label("The problem")).to_have_value(sheet)


def test_a_question_without_an_answer_says_why_on_its_card(opened: Opener) -> None:
    page = opened("/", {"text": SHEET})
    third = _card(page, 2)
    expect(third.locator(".refusal")).to_be_visible()
    expect(third.locator(".amount")).to_have_count(0)


def test_a_guess_is_folded_up_on_its_card(opened: Opener) -> None:
    page = opened("/", {"text": SHEET, "precision": "0.9999"})
    first = _card(page, 0)
    expect(first.locator(".refusal")).to_be_visible()
    expect(first.locator(".guessed")).to_be_hidden()
    first.get_by_text("Best guess").click()
    expect(first.locator(".guessed")).to_contain_text("7 apples")
    expect(page.locator(".amount")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_hints_are_shown_one_by_one_without_the_answer(opened: Opener, script: bool) -> None:
    page = opened("/", {"text": SAM}, java_script_enabled=script)
    hints = page.locator(".hints details")
    expect(hints).to_have_count(3)
    expect(hints.nth(0).locator("p")).to_be_hidden()
    page.get_by_text("Hint 3").click()
    expect(hints.nth(2).locator("p")).to_be_visible()
    expect(hints.nth(2).locator("p")).to_have_text("12 − 5 = ?")
    expect(hints.nth(0).locator("p")).to_be_hidden()


def test_a_changed_number_changes_its_own_question_only(opened: Opener) -> None:
    page = opened("/", {"text": SHEET})
    second = _card(page, 1)
    second.get_by_text("Steps, picture and hints").click()
    second.locator(".problem .quantity").filter(has_text="9").click()
    field = page.get_by_role("textbox", name="The number 9")
    field.fill("10")
    expect(second.locator(".amount strong")).to_have_text("80 tiles")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(second.locator(".problem .quantity").filter(has_text="10")).to_be_focused()
    expect(second.locator(".steps")).to_be_visible()
    expect(page.get_by_label("The problem")).to_have_value(SHEET.replace("9", "10"))
    expect(_card(page, 0).locator(".amount strong")).to_have_text("7 apples")


def test_words_light_up_within_their_question(opened: Opener) -> None:
    page = opened("/", {"text": SHEET})
    for number in (0, 1):
        _card(page, number).get_by_text("Steps, picture and hints").click()
    _card(page, 1).locator(".leaf").first.hover()
    expect(_card(page, 1).locator(".problem .lit")).to_have_count(1)
    expect(_card(page, 0).locator(".lit")).to_have_count(0)


def test_on_a_phone_the_answer_comes_into_view(opened: Opener) -> None:
    page = opened("/", viewport={"width": 360, "height": 640})
    page.get_by_label("The problem").fill(TILES)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".amount strong")).to_be_in_viewport()
    page = opened("/", viewport={"width": 360, "height": 640}, java_script_enabled=False)
    page.get_by_label("The problem").fill(TILES)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".amount strong")).to_be_in_viewport()


def test_a_solution_is_read_aloud_where_the_browser_can(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    page.evaluate(
        """() => {
          window.said = [];
          const voice = { speaking: false, cancel() {}, speak(words) { window.said.push(words.text); } };
          Object.defineProperty(window, "speechSynthesis", { value: voice, configurable: true });
        }"""
    )
    page.get_by_role("button", name="Read aloud").click()
    (said,) = page.evaluate("window.said")
    assert said.startswith("How many apples does Sam have now? Answer: 7 apples. Step 1: 12 minus 5 equals 7 apples.")


def test_reading_aloud_is_not_offered_where_the_browser_cannot(opened: Opener) -> None:
    page = opened("/")
    assert page.evaluate("delete window.speechSynthesis && !('speechSynthesis' in window)")
    page.get_by_label("The problem").fill(SAM)
    page.get_by_role("button", name="Solve").click()
    expect(page.locator(".amount strong")).to_have_text("7 apples")
    expect(page.locator("[data-take=aloud]")).to_be_hidden()


def test_the_sheet_is_copied_as_text(opened: Opener) -> None:
    page = opened("/", {"text": SHEET}, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy as text").click()
    expect(page.locator("#status")).to_have_text("Copied")
    copied = str(page.evaluate("navigator.clipboard.readText()"))
    assert copied.startswith("1: How many apples does Sam have now?\n7 apples\n")

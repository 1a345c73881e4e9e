"""Under each step the page lists, folded up, the words that it rests on; also without a script."""

from __future__ import annotations

from collections.abc import Callable

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from web_problems import FARM

Opener = Callable[..., Page]


def test_each_step_has_its_reasons_folded_up_also_without_a_script(opened: Opener) -> None:
    for script in (True, False):
        page = opened("/", {"text": FARM}, java_script_enabled=script)
        step = page.locator(".step").first
        asking = step.get_by_text("Which words")
        expect(asking).to_be_visible()
        expect(step.locator(".why li").first).to_be_hidden()
        asking.click()
        expect(step.locator(".why li").first).to_be_visible()


def test_the_reasons_open_by_keyboard_and_axe_finds_nothing_while_their_step_is_lit(opened: Opener) -> None:
    page = opened("/", {"text": FARM})
    asking = page.locator(".step summary").first
    asking.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".step .why").first).to_have_attribute("open", "")
    expect(page.locator(".step").first).to_have_class("step lit")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert Axe().run(page).response["violations"] == []


def test_the_json_of_the_page_lists_the_words(opened: Opener) -> None:
    page = opened("/", {"text": FARM})
    assert '"clues": [' in page.locator('[data-source="json"]').text_content()

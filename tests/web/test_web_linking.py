"""Nodes and words light each other up, and numbers and the question are changed where they stand."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect
from web_problems import FARM, SAM, TILES

Opener = Callable[..., Page]


def _lit_words(page: Page) -> str:
    return " ".join(page.locator(".problem .lit").all_inner_texts())


def _number(page: Page, text: str) -> Locator:
    return page.locator(".problem .quantity").filter(has_text=text).first


def test_a_number_under_the_mouse_lights_its_leaf(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    _number(page, "9").hover()
    expect(page.locator(".node.lit .number")).to_have_text("9")
    page.get_by_role("heading", level=1).hover()
    expect(page.locator(".lit")).to_have_count(0)


def test_a_leaf_under_the_mouse_lights_its_number(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    page.locator(".leaf").filter(has_text="5").hover()
    expect(page.locator(".problem .quantity.lit")).to_have_text(["5"])


def test_a_result_lights_the_words_behind_it_and_its_step(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    page.locator(".node[data-step='0']").hover()
    expect(page.locator(".step.lit")).to_have_count(1)
    expect(page.locator(".step.lit")).to_contain_text("3 + 5 = 8")
    assert {"3", "5"} <= set(page.locator(".problem .quantity.lit").all_inner_texts())


def test_a_step_lights_its_node(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    page.locator(".step").nth(1).hover()
    expect(page.locator(".node.root.lit")).to_have_count(1)


def test_a_word_of_evidence_lights_the_step_it_speaks_for(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    word = page.locator(".problem .evidence").first
    step = (word.get_attribute("data-steps") or "").split()[0]
    word.hover()
    expect(page.locator(f".node[data-step='{step}']")).to_contain_class("lit")
    expect(page.locator(f".step[data-step='{step}']")).to_contain_class("lit")


def test_nodes_are_reached_and_pinned_by_keyboard(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    root = page.get_by_role("button", name="Step 2: 8 times 9 is 72 tiles")
    root.focus()
    assert "9" in _lit_words(page)
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Step 1: 3 plus 5 is 8 boxes")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(":focus")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("radio", name="Careful").focus()
    assert {"3", "5"} <= set(_lit_words(page).split())
    page.locator(".node.root").focus()
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Careful").focus()
    expect(page.locator(".lit")).to_have_count(0)


def test_a_touch_pins_a_node_until_the_next(opened: Opener) -> None:
    page = opened("/", {"text": TILES}, has_touch=True, viewport={"width": 390, "height": 800})
    page.locator(".leaf").filter(has_text="9").tap()
    expect(page.locator(".problem .quantity.lit")).to_have_text(["9"])
    page.locator(".leaf").filter(has_text="3").tap()
    expect(page.locator(".problem .quantity.lit")).to_have_text(["3"])


def test_used_and_unused_numbers_differ_by_more_than_colour(opened: Opener) -> None:
    page = opened("/", {"text": FARM})
    unused = page.get_by_role("button", name="4, not used; change it")
    used = page.get_by_role("button", name="7, used; change it")
    style = "element => getComputedStyle(element).outlineStyle"
    assert (unused.evaluate(style), used.evaluate(style)) == ("dashed", "none")
    expect(page.locator(".ignored > li")).to_contain_text("4")


def test_a_changed_number_changes_the_tree_at_once(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    _number(page, "12").click()
    field = page.get_by_role("textbox", name="The number 12")
    expect(field).to_be_focused()
    field.fill("20")
    expect(page.locator(".node.root .number")).to_have_text("15")
    expect(field).to_be_focused()
    field.press("Enter")
    expect(page.locator(".problem .quantity").first).to_have_text("20")
    expect(page.locator(".problem .quantity").first).to_be_focused()
    expect(page.get_by_label("The problem")).to_have_value(SAM.replace("12", "20"))
    page.wait_for_url("**text=Sam+had+20**")


def test_a_click_on_the_next_number_keeps_the_first_change(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    _number(page, "12").click()
    page.get_by_role("textbox", name="The number 12").fill("2000")
    _number(page, "5").click()
    field = page.get_by_role("textbox", name="The number 5")
    expect(field).to_be_focused()
    field.fill("600")
    field.press("Enter")
    expect(page.get_by_label("The problem")).to_have_value(SAM.replace("12", "2000").replace("5", "600"))
    expect(page.locator(".amount strong")).to_have_text("1,400 apples")


def test_escape_takes_a_change_back(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    number = _number(page, "12")
    number.focus()
    page.keyboard.press("Enter")
    page.keyboard.type("99")
    expect(page.locator(".node.root .number")).to_have_text("94")
    page.keyboard.press("Escape")
    expect(page.locator(".node.root .number")).to_have_text("7")
    expect(page.get_by_label("The problem")).to_have_value(SAM)


def test_a_changed_question_changes_the_answer(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    page.get_by_role("button", name="Change the question").click()
    field = page.get_by_role("textbox", name="The question")
    expect(field).to_have_value("How many apples does Sam have now?")
    field.fill("")
    expect(page.locator(".refusal")).to_contain_text("question")
    field.fill("How many apples are left?")
    expect(page.locator(".amount strong")).to_have_text("7 apples")
    field.press("Enter")
    expect(page.locator(".problem .question")).to_have_text("How many apples are left?")


def test_places_are_right_after_letters_that_take_two_units(opened: Opener) -> None:
    page = opened("/", {"text": "🍎🍏 " + SAM})
    _number(page, "12").click()
    page.get_by_role("textbox", name="The number 12").fill("13")
    expect(page.get_by_label("The problem")).to_have_value("🍎🍏 " + SAM.replace("12", "13"))
    expect(page.locator(".node.root .number")).to_have_text("8")

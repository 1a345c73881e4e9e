"""Every page passes axe in both themes, fits a phone, and is used by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect
from web_problems import FARM, SAM, SHEET

Opener = Callable[..., Page]

PAGES: dict[str, tuple[str, dict[str, str], int]] = {
    "start": ("/", {}, 200),
    "solved": ("/", {"text": FARM}, 200),
    "several questions": ("/", {"text": SHEET}, 200),
    "not sure": ("/", {"text": FARM, "answer": "sure"}, 200),
    "no question": ("/", {"text": "Tom has 12 marbles and 5 pens."}, 200),
    "nothing typed": ("/", {"text": ""}, 400),
    "check": ("/check", {}, 200),
    "checked": ("/check", {"problem": SAM, "answer": "17"}, 200),
    "checked by a key": ("/check", {"problem": SAM, "answer": "17", "key": "17"}, 200),
    "class": ("/check/class", {}, 200),
    "worksheet": ("/worksheet", {"topic": "farm", "steps": "1", "count": "3", "seed": "1"}, 200),
    "method": ("/method", {}, 200),
    "reference": ("/docs", {}, 200),
    "not found": ("/nowhere", {}, 404),
}


def _faults(page: Page) -> list[tuple[str, list[str]]]:
    found = Axe().run(page).response["violations"]
    return [(rule["id"], [node["html"] for node in rule["nodes"]]) for rule in found]


@pytest.mark.parametrize("name", PAGES)
def test_axe_finds_nothing_in_either_theme_and_the_page_fits_a_phone(opened: Opener, name: str) -> None:
    path, query, status = PAGES[name]
    page = opened(path, query, expect=status)
    page.evaluate("() => { for (const part of document.querySelectorAll('details')) part.open = true; }")
    assert _faults(page) == []
    page.emulate_media(color_scheme="dark")
    assert _faults(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_a_phone_the_pages_are_named_in_one_line_and_the_drawings_fit(opened: Opener) -> None:
    page = opened("/", {"text": SAM}, viewport={"width": 360, "height": 740})
    tops = {link.bounding_box()["y"] for link in page.locator(".top nav a").all()}  # type: ignore[index]
    assert len(tops) == 1
    drawn = page.locator(".drawing")
    assert drawn.count() == 2  # the picture and the tree
    for figure in drawn.all():
        assert figure.evaluate("element => element.scrollWidth <= element.clientWidth")


def test_a_wide_tree_stays_readable_on_a_phone_and_scrolls_by_keyboard(opened: Opener) -> None:
    text = "2 red, 3 blue, 4 green, 5 white, 6 black and 7 pink balls are in a box. How many balls are in the box?"
    page = opened("/", {"text": text, "answer": "always"}, viewport={"width": 360, "height": 740})
    tree = page.locator("svg.tree")
    drawn = tree.evaluate("element => element.getBoundingClientRect().width / element.viewBox.baseVal.width")
    assert tree.evaluate("element => element.viewBox.baseVal.width") > 440
    assert drawn * 17 >= 11  # the size of the numbers
    figure = page.get_by_role("figure", name="Tree")
    figure.focus()
    with page.expect_event("console", lambda line: line.text == "scrolled"):
        figure.evaluate("element => element.addEventListener('scroll', () => console.log('scrolled'), { once: true })")
        page.keyboard.press("ArrowRight")
    assert _faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_axe_finds_nothing_in_a_checked_class_and_it_fits_a_phone(opened: Opener) -> None:
    page = opened("/check/class")
    page.get_by_label("Or paste the table").fill(f"Child;Task;Wrote\nAna;{SAM};7\nBen;{SAM};17\nAna;{FARM};\nBen;;1\n")
    page.get_by_role("button", name="Check", exact=True).click()
    expect(page.get_by_role("region", name="Pupils")).to_be_visible()
    page.evaluate("() => { for (const part of document.querySelectorAll('details')) part.open = true; }")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert _faults(page) == []
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    verdict = page.get_by_role("region", name="Verdicts").locator("tbody strong").first.bounding_box()
    assert verdict is not None
    assert verdict["x"] + verdict["width"] <= 360  # without scrolling sideways


def test_axe_finds_nothing_while_something_is_lit_or_edited(opened: Opener) -> None:
    page = opened("/", {"text": FARM})
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.locator(".node.root").focus()
        expect(page.locator(".problem .lit")).not_to_have_count(0)
        assert _faults(page) == []
    page.locator(".problem .quantity").first.click()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert _faults(page) == []


def test_a_problem_is_solved_by_keyboard_alone(opened: Opener) -> None:
    page = opened("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("The problem")).to_be_focused()
    page.keyboard.type(SAM)
    for _ in range(3):  # when to answer, the number, the button
        page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Solve")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".amount strong")).to_have_text("7 apples")

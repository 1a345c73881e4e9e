"""What people take away: link, picture, LaTeX, JSON, paper."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from web_problems import SAM, TILES

Opener = Callable[..., Page]
CLIPBOARD = ["clipboard-read", "clipboard-write"]


def _copied(page: Page, button: str) -> str:
    page.get_by_role("button", name=button).click()
    expect(page.locator("#status")).to_have_text("Copied")
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_link_latex_and_json_go_to_the_clipboard(opened: Opener) -> None:
    page = opened("/", {"text": TILES}, permissions=CLIPBOARD)
    assert _copied(page, "Copy link") == page.url
    assert _copied(page, "Copy LaTeX") == r"\left(3 + 5\right) \times 9 = 72"
    copied = json.loads(_copied(page, "Copy JSON"))
    assert copied == page.request.post("/api/solve", data={"text": TILES}).json()


def test_the_link_is_shared_where_the_browser_can(opened: Opener) -> None:
    page = opened("/")
    page.evaluate(
        """() => {
          window.shared = [];
          navigator.share = async (what) => { window.shared.push(what.url); };
        }"""
    )
    page.get_by_label("The problem").fill(TILES)
    page.get_by_role("button", name="Solve").click()
    page.get_by_role("button", name="Share").click()
    assert page.evaluate("window.shared") == [page.url]
    page.goto(page.url)
    expect(page.locator(".amount strong")).to_have_text("72 tiles")


def test_the_tree_goes_to_the_clipboard_as_a_picture(opened: Opener) -> None:
    page = opened("/", {"text": TILES}, permissions=CLIPBOARD)
    page.get_by_role("button", name="Copy picture").click()
    expect(page.locator("#status")).to_have_text("Copied")
    seen = page.evaluate(
        """async () => {
          const [item] = await navigator.clipboard.read();
          const picture = await createImageBitmap(await item.getType("image/png"));
          const canvas = new OffscreenCanvas(picture.width, picture.height);
          const brush = canvas.getContext("2d");
          brush.drawImage(picture, 0, 0);
          const { data } = brush.getImageData(0, 0, picture.width, picture.height);
          const colours = new Set();
          for (let i = 0; i < data.length; i += 4) colours.add(`${data[i]},${data[i + 1]},${data[i + 2]}`);
          return { width: picture.width, height: picture.height, colours: [...colours] };
        }"""
    )
    assert seen["width"] > 200
    assert seen["height"] > 200
    # The tints of the three numbers: the picture has the looks of the page, not black boxes.
    assert {"220,235,251", "253,235,200", "217,242,221"} <= set(seen["colours"])


def test_a_picture_that_cannot_be_copied_is_saved(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('refused')); }")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Copy picture").click()
    assert saved.value.suggested_filename == "tree.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


def test_print_opens_the_dialog_and_paper_shows_the_solution_only(opened: Opener) -> None:
    page = opened("/", {"text": TILES})
    page.evaluate("() => { window.print = () => { window.printed = true; }; }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.printed")
    page.emulate_media(media="print")
    for shown in (".problem", ".amount", "svg.tree", ".steps"):
        expect(page.locator(shown)).to_be_visible()
    for hidden in ("header nav", "form", ".examples", ".take", ".pencil"):
        expect(page.locator(hidden).first).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_paper_is_always_light(opened: Opener, scheme: str) -> None:
    page = opened("/", {"text": TILES}, color_scheme=scheme)
    page.emulate_media(media="print", color_scheme=scheme)
    ink = page.locator(".amount strong").evaluate("element => getComputedStyle(element).color")
    assert ink == "rgb(28, 36, 48)"

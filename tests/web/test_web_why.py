"""Under each step a link asks for the words that it rests on; they open in their place, also without a script."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from fastapi.testclient import TestClient
from playwright.sync_api import Page, expect
from web_problems import FARM, SAM

from arithmetree import Solver
from arithmetree.service import Settings, create_app
from arithmetree.solution import Evidence, StepReason
from arithmetree.views.why import is_decided, why

Opener = Callable[..., Page]


@pytest.mark.parametrize("script", [True, False])
def test_the_words_of_a_step_open_where_they_are_asked_for(opened: Opener, script: bool) -> None:
    page = opened("/", {"text": FARM}, java_script_enabled=script)
    step = page.locator(".step").first
    expect(page.locator(".why li")).to_have_count(0)
    step.get_by_role("link", name="Which words decide this?").click()
    expect(step.locator(".why li").first).to_be_visible()
    expect(page.locator(".ignored .why a")).to_have_text("Which words say that it is not needed?")


def test_the_words_open_without_loading_the_page_again_and_keep_what_is_open(opened: Opener) -> None:
    page = opened("/", {"text": FARM})
    page.evaluate("window.stays = true")
    page.get_by_text("Hint 1").click()
    page.locator(".step .why a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".step").first.locator("summary")).to_be_focused()
    expect(page.locator(".hints p").first).to_be_visible()
    assert page.evaluate("window.stays")
    expect(page.locator(".step").first).to_have_class("step lit")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert Axe().run(page).response["violations"] == []


def test_a_refused_request_for_words_shows_the_reason(opened: Opener) -> None:
    page = opened("/", {"text": SAM})
    page.route("**why=**", lambda route: route.fulfill(status=503, body="busy, try again"))
    page.locator(".why a").first.click()
    expect(page.locator("body")).to_contain_text("busy, try again")


def test_a_name_of_no_decision_shows_the_solution(opened: Opener) -> None:
    page = opened("/", {"text": SAM, "why": "step-99"})
    expect(page.locator(".amount strong")).to_have_text("7 apples")
    expect(page.locator(".why li")).to_have_count(0)


def test_pages_look_for_words_only_when_they_are_asked_for(solver: Solver, monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[str] = []
    clues = Evidence.clues.fget
    monkeypatch.setattr(Evidence, "clues", property(lambda found: looked.append("clues") or clues(found)))
    with TestClient(create_app(Settings(rate=0), solver=solver)) as client:
        assert client.get("/", params={"text": SAM}).status_code == 200
        assert client.get("/check", params={"problem": SAM, "answer": "17"}).status_code == 200
        assert client.post("/fragment", json={"text": SAM}).status_code == 200
        assert looked == []
        assert client.get("/", params={"text": SAM, "why": "step-0"}).status_code == 200
        assert looked


def test_the_json_of_the_page_is_that_of_the_api(opened: Opener) -> None:
    page = opened("/", {"text": FARM})
    shown = json.loads(page.locator('[data-source="json"]').text_content() or "")
    assert shown == page.request.post("/api/solve", data={"text": FARM}).json()


def test_only_what_the_model_decided_has_a_link() -> None:
    solution = Solver.load().solve(
        "Ann put $5000 into two accounts, one at 4% and one at 6% interest. In a year she got $260 of interest. "
        "How much did she put in the account at 4%?"
    )
    asked = [step.reason for step in solution.steps if is_decided(step)]
    assert {StepReason.SOLVING, StepReason.CHECK} < {step.reason for step in solution.steps}
    assert set(asked) == {StepReason.LETTERS, StepReason.EQUATION}
    assert why(solution.steps[-1], solution.problem.text) is None

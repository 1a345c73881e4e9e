"""How the pages show verdicts: a separate sign for each, no cross where it is not sure, no hint for what is right."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient

from arithmetree.checking import Kind

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
NO_QUESTION = "Lena has 4 dogs and 3 cats."


@pytest.mark.parametrize(
    ("problem", "answer", "kind", "hint"),
    [
        (APPLES, "7", Kind.RIGHT, False),
        (APPLES, "12 + 5 = 17", Kind.WRONG_OPERATION, True),
        (APPLES, "hello", Kind.UNREADABLE, True),
        (NO_QUESTION, "7", Kind.NOT_SURE, True),
    ],
)
def test_the_page_of_one_answer(client: TestClient, problem: str, answer: str, kind: Kind, hint: bool) -> None:
    page = client.get("/check", params={"problem": problem, "answer": answer, "key": ""}).text
    (mark,) = re.findall(r'<span class="mark" aria-hidden="true">(.)</span>', page)
    assert mark == kind.icon
    assert ("Hint." in page) is hint


def test_the_page_of_a_class(client: TestClient) -> None:
    table = f"problem,answer\n{APPLES},7\n{NO_QUESTION},7\n"
    page = client.post("/check/class", data={"table": table}, headers={"origin": "http://testserver"}).text
    assert re.findall(r'<span aria-hidden="true">(.)</span> <strong>', page) == [Kind.RIGHT.icon, Kind.NOT_SURE.icon]
    assert "✗" not in page


def test_only_what_is_wrong_has_a_cross() -> None:
    assert [kind for kind in Kind if kind.icon in "✗✘×"] == [Kind.WRONG]
    assert len({kind.icon for kind in Kind}) == len(Kind)

"""The Model Context Protocol server, used by a real client of the official SDK over standard input and output."""

from __future__ import annotations

import os
import sys
from typing import Any

import anyio
import pytest
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters
from typer.testing import CliRunner

from arithmetree.cli import app

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
PROGRAM = "from arithmetree.cli import main; main()"
SERVER = StdioServerParameters(
    command=sys.executable, args=["-c", PROGRAM, "mcp"], env={"PYTHONPATH": os.pathsep.join(sys.path)}
)
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("solve_word_problem", {"text": APPLES}),
    ("solve_word_problem", {"text": "Lena has 4 dogs and 3 cats."}),
    ("verify_answer", {"text": APPLES, "answer": "7 apples"}),
    ("check_pupil_work", {"problem": APPLES, "work": "12 + 5 = 17"}),
    ("check_pupil_work", {"problem": APPLES, "work": "12 + 5 = 17", "key": "17"}),
    ("check_pupil_work", {"problem": APPLES, "work": "7", "key": "no key"}),
    ("solve_word_problem", {"text": APPLES, "precision": 2}),
    ("solve_word_problem", {}),
]


@pytest.fixture(scope="module")
def session() -> tuple[Any, list[Any]]:
    """The list of tools and the results of all calls, from one process of the server."""

    async def talk() -> tuple[Any, list[Any]]:
        async with Client(SERVER, read_timeout_seconds=60) as client:
            return await client.list_tools(), [await client.call_tool(name, given) for name, given in CALLS]

    return anyio.run(talk)


def test_the_three_tools_are_offered_with_their_schemas(session: tuple[Any, list[Any]]) -> None:
    tools = {tool.name: tool for tool in session[0].tools}
    assert set(tools) == {"solve_word_problem", "verify_answer", "check_pupil_work"}
    for tool in tools.values():
        assert tool.description
        assert tool.annotations.read_only_hint
        assert all(facts.get("description") for facts in tool.input_schema["properties"].values())
    assert tools["solve_word_problem"].input_schema["required"] == ["text"]
    assert tools["check_pupil_work"].input_schema["required"] == ["problem", "work"]
    assert set(tools["verify_answer"].output_schema["properties"]) >= {"verdict", "answer", "confidence"}


def test_a_problem_is_solved_with_structured_content(session: tuple[Any, list[Any]]) -> None:
    found = session[1][0].structured_content
    assert (found["status"], found["answer"], found["answer_text"], found["expression"]) == (
        "solved",
        "7",
        "7 apples",
        "12 - 5",
    )
    assert [step["expression"] for step in found["steps"]] == ["12 - 5"]
    assert 0.5 < found["confidence"] <= 1


def test_an_abstention_has_no_answer_and_says_why(session: tuple[Any, list[Any]]) -> None:
    found = session[1][1].structured_content
    assert (found["status"], found["reason"], found["answer"]) == ("abstained", "NO_QUESTION", None)
    assert found["message"]


def test_answers_are_verified_and_work_is_checked(session: tuple[Any, list[Any]]) -> None:
    verified, checked, keyed = (result.structured_content for result in session[1][2:5])
    assert (verified["verdict"], verified["given"]) == ("agrees", "7")
    assert (checked["verdict"], checked["correct"]) == ("wrong_operation", False)
    assert "7" not in checked["hint"]
    assert (keyed["verdict"], keyed["correct"]) == ("right", True)
    assert keyed["note_for_teacher"].startswith("The key says 17.")


@pytest.mark.parametrize(("call", "message"), [(5, "The key cannot be read"), (6, "less than 1"), (7, "text")])
def test_what_is_wrong_comes_back_as_an_error(session: tuple[Any, list[Any]], call: int, message: str) -> None:
    assert session[1][call].is_error
    assert message in session[1][call].content[0].text


def test_a_missing_package_and_a_missing_model_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = CliRunner().invoke(app, ["mcp", "--model", "no-such-folder"])
    assert missing.exit_code == 2
    assert "no-such-folder" in missing.stderr
    monkeypatch.setattr(sys.modules["arithmetree.cli.mcp"], "find_spec", lambda _: None)
    without = CliRunner().invoke(app, ["mcp"])
    assert without.exit_code == 1
    assert "pip install 'arithmetree[mcp]'" in without.stderr

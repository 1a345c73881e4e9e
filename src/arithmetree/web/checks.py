"""What the page for pupils' answers shows: the verdict on one answer, in words for the pupil and for the teacher."""

from __future__ import annotations

from http import HTTPStatus

from arithmetree.checking import Kind, Verdict, check
from arithmetree.errors import ArithmetreeError, TextError
from arithmetree.web.running import Run, Work, cost_of_answers
from arithmetree.web.solving import Shown, readable

TITLES = {
    Kind.RIGHT: "Right",
    Kind.EQUIVALENT: "Right, in another way",
    Kind.SLIP: "A slip in the calculation",
    Kind.WRONG_UNIT: "Right number, wrong unit",
    Kind.IRRELEVANT_NUMBER: "A number too many",
    Kind.WRONG_OPERATION: "Another operation is needed",
    Kind.REVERSED: "The wrong way round",
    Kind.FORGOT_STEP: "A step is missing",
    Kind.WRONG: "Not right",
    Kind.UNREADABLE: "The answer cannot be read",
    Kind.NOT_SURE: "Not sure",
}

LONGEST_ANSWER = 1_000  # characters

EXAMPLES = ("34 - 9 = 25", "9 - 34", "43", "34 - 9 = 24", "25 cars")
"""Answers to the first example of the first page, right ones and wrong ones."""


async def checked(run: Run, problem: str | None, answer: str, key: str, *, longest: int) -> Shown:
    """The verdict on an answer, by the teacher's key where there is one; nothing where nothing was sent."""
    shown: dict[str, object] = {"verdict": None, "title": None, "tone": None, "notice": None}
    if problem is None:
        return Shown(shown)
    try:
        text = readable(problem, longest)
        if not answer.strip():
            raise TextError("Type the pupil's answer too: a number, a calculation, or several steps.")
        if len(answer) > LONGEST_ANSWER:
            raise TextError(f"The answer has {len(answer):,} characters; at most {LONGEST_ANSWER:,} are read.")
        if len(key) > LONGEST_ANSWER:
            raise TextError(f"The key has {len(key):,} characters; at most {LONGEST_ANSWER:,} are read.")
        cost = cost_of_answers(answer, key)
        (verdict,) = await run(
            [Work(lambda solver: check(text, answer, key=key.strip() or None, solver=solver), text, cost)]
        )
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    return Shown(shown | {"verdict": verdict, "title": TITLES[verdict.kind], "tone": _tone(verdict)})


def _tone(verdict: Verdict) -> str:
    if verdict.correct is None:
        return "open"
    return "good" if verdict.correct else "wrong"

"""Times of day on both sides of midnight."""

from __future__ import annotations

import pytest

from arithmetree import Solver


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load("full")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A train leaves at 22:40 and arrives at 01:15. How long is the journey?", "2 h 35 min"),
        ("The shift began at 9:15 pm and ended at 5:45 am. How long was the shift?", "8 h 30 min"),
        ("From 10:15 pm to 6:45 am, how many hours are that?", "8 1/2 hours"),
        ("A train leaves at 10:40 and arrives at 12:15. How long is the journey?", "1 h 35 min"),
        ("A shop is open from 9:30 to 18:00. Ann arrives at 16:25. How many minutes can she stay?", "95 minutes"),
        (
            "Her shift ends at 12:30 pm. Her break is from 8:10 am to 8:40 am. How many minutes are after it?",
            "230 minutes",
        ),
        ("The ferry docks at 17:50. It left at 15:20. How long was the crossing?", "2 h 30 min"),
    ],
)
def test_what_ends_the_next_morning_is_counted_over_midnight(text: str, answer: str, solver: Solver) -> None:
    assert solver.solve(text, precision=0).answer_text == answer

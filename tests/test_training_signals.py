"""What a signal is worth, and what the linear model is worth on each style."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from script_modules import script_modules

pytest.importorskip("torch")
pytest.importorskip("onnx")


@pytest.fixture(scope="module")
def learning() -> Iterator[dict[str, ModuleType]]:
    names = ("prepare", "encoder", "network", "batches", "reviewing", "fixed_shapes", "start_weights", "learning",
             "flat", "train", "export", "examples", "calibrate", "candidates", "signals", "linear_trust")  # fmt: skip
    with script_modules("../training/general", names) as found:
        yield found


def outcomes(kept: type[Any]) -> list[Any]:
    """Three styles in which one signal says what is right, one says what has an answer, and one says nothing."""
    rng = Random(1)
    rows = []
    for style in ("one", "two", "three"):
        for place in range(200):
            solvable, right = place % 5 != 0, place % 2 == 0
            signals = {
                "posterior": (2.0 if right else -2.0) + rng.gauss(0, 1), "refusal": (-3.0 if solvable else 3.0),
                "noise": rng.gauss(0, 1),
            }  # fmt: skip
            rows.append(kept(style, solvable, right and solvable, False, {}, signals))
    return rows


def test_a_signal_that_says_what_is_right_is_missed_and_noise_is_not(learning: dict[str, ModuleType]) -> None:
    signals = learning["signals"]
    rows = outcomes(signals.Kept)
    both = signals.worth(rows, ["posterior", "refusal"])
    assert signals.worth(rows, ["refusal", "noise"])["order"] < both["order"] - 0.1
    assert signals.worth(rows, ["posterior", "refusal", "noise"])["order"] == pytest.approx(both["order"], abs=0.02)
    assert both["refused at 3 %"] == 1
    assert signals.worth(rows, ["posterior", "noise"])["refused at 3 %"] < 0.3


def test_stand_ins_change_places_and_the_thing_keeps_its_name(learning: dict[str, ModuleType]) -> None:
    from arithmetree.parsing import load_parser
    from arithmetree.reading import read

    text = "Mia has 5 apples. Leo gives Mia 3 apples. How many apples does Mia have?"
    found = learning["signals"].without_things(read(text, load_parser()))
    assert [(text[one.start : one.end], one.piece) for one in found] == [
        ("Mia", "john"), ("Leo", "mary"), ("Mia", "john"), ("Mia", "john"),
    ]  # fmt: skip


def test_what_the_linear_model_refuses_is_no_answer(learning: dict[str, ModuleType]) -> None:
    linear = learning["linear_trust"]
    case = learning["calibrate"].Case

    def solution(value: int, sure: float, reason: str | None = None) -> Any:
        return SimpleNamespace(exact_values=(value,), confidence=sure, reason=reason)

    cases = [case("", (7,), "one"), case("", (7,), "one"), case("", None, "one"), case("", None, "one")]
    solutions = [solution(7, 0.9), solution(8, 0.95), solution(7, 0.9), solution(7, 0.9, "NO_QUESTION")]
    solver: Any = SimpleNamespace(model=SimpleNamespace(confidence=SimpleNamespace(needed=lambda _: 0.92)))
    found = linear.measured(cases, solutions, solver)
    assert (found["right"], found["unanswerable_refused"], found["solvable_refused"]) == (50.0, 50.0, 0.0)
    assert found["default"] == {"precision": 33.3, "coverage": 100.0}
    assert found["0.9"] == {"precision": 0.0, "coverage": 50.0}

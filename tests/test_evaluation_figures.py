"""The figures of result files, with a solver that says what the test wants: every share is stated by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.errors import DataError
from arithmetree.evaluation import closed, corpus_part, general_sets
from arithmetree.evaluation import open as open_protocol
from arithmetree.evaluation.classifiers import Counts
from arithmetree.evaluation.closed import Configuration, FoldResult, run_closed, run_fold
from arithmetree.evaluation.corpus_part import run_corpus
from arithmetree.evaluation.general_sets import GENERAL_SETS, run_general
from arithmetree.expressions import evaluate, parse_infix
from arithmetree.training.own_sets import load_own_set
from small_problems import SMALL_PROBLEMS


@dataclass(frozen=True)
class Said:
    """What the solver says of a text: a value, whether it gives it, how sure it is, and why it does not give it."""

    value: str | None
    status: str = "solved"
    confidence: float = 0.9
    reason: str | None = None
    searched: bool = True

    def solution(self, question: object) -> Any:
        exact = None if self.value is None else Fraction(self.value)
        found = SimpleNamespace(
            exact=exact, exact_values=[] if exact is None else [exact], expression=self.value, answer=self.value,
            status=self.status, confidence=self.confidence, reason=self.reason,
            search="certificate" if self.searched else None, problem=SimpleNamespace(question=question),
        )  # fmt: skip
        found.each = [found]
        return found


def scripted(monkeypatch: pytest.MonkeyPatch, module: Any, says: Mapping[str, Said]) -> list[object]:
    """Put a solver in place that says this of these texts; the models that it was loaded with."""
    loaded: list[object] = []

    def pipe(texts: Iterable[str]) -> Iterator[Any]:
        for text in texts:
            start = text.rfind("How many")
            question = None if start < 0 or text.endswith("How many?") else SimpleNamespace(start=start, end=len(text))
            yield says.get(text, Said(None, "abstained")).solution(question)

    def load(model: object) -> Any:
        loaded.append(model)
        confidence = SimpleNamespace(needed=lambda wanted: wanted - 0.1)
        return SimpleNamespace(pipe=pipe, model=SimpleNamespace(confidence=confidence, provenance={}))

    monkeypatch.setattr(module.Solver, "load", load)
    return loaded


# A part of the corpus

PIER = "On a pier sat 8 gulls and 4 terns."
ALL, MORE = f"{PIER} How many birds sat there?", f"{PIER} How many more gulls than terns sat there?"
TIMES, PAIR = "A bag holds 6 limes. How many limes hold 5 bags?", "Tom has 9 cats and 2 dogs. How many cats?"
NO_QUESTION, NO_ANSWER = "On a pier sat 8 gulls.", "A boy has 3 balls. How many girls are there?"


def record(number: str, text: str, answer: int | None, **facts: Any) -> Any:
    known = {
        "answers": () if answer is None else (Fraction(answer),), "steps": None if answer is None else 1, "shape": "S",
        "irrelevant": (), "phenomena": (), "family": None, "kind": "plain", "style": "short", "reason": None,
    }  # fmt: skip
    return SimpleNamespace(id=number, text=text, answer=None if answer is None else Fraction(answer), **known | facts)


RECORDS = [
    record("a01-1", ALL, 12, family="f", phenomena=("birds", "sum"), shape="+"),
    record("a01-2", MORE, 4, family="f", phenomena=("birds",), shape="-", style="long"),
    record("a01-3", TIMES, 30, steps=2, phenomena=("rate",), kind="binding", family="g", shape="*"),
    record("a01-4", PAIR, 9, family="h", kind="binding", irrelevant=(1,), shape="one", style="long"),
    record("a01-5", "Ann sold 3 hats. How many hats?", 3, family="h", kind="binding", shape="one"),
    record("a01-6", NO_QUESTION, None, reason="NO_QUESTION"),
    record("a01-7", NO_ANSWER, None, reason="MISSING_INFORMATION"),
]
SAYS = {
    ALL: Said("12", confidence=0.95),
    MORE: Said("12", confidence=0.85),
    TIMES: Said("30", "abstained", 0.4, "LOW_CONFIDENCE"),
    PAIR: Said("9", confidence=0.8),
    "Ann sold 3 hats. How many hats?": Said("3", confidence=0.123456),
    NO_QUESTION: Said(None, "abstained", 0.0, "NO_QUESTION", searched=False),
    NO_ANSWER: Said("3", confidence=0.75),
    f"{PIER} How many?": Said("12"),
    "A bag holds 6 limes. How many?": Said("30"),
}


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    loaded = scripted(monkeypatch, corpus_part, SAYS)
    monkeypatch.setattr(corpus_part, "load", lambda path: RECORDS if path.stem == "part" else [])
    found = run_corpus(Path("part.jsonl"), model="some")
    assert loaded == ["some"]
    return found


def test_accuracy_is_of_the_problems_that_have_an_answer_guesses_included(corpus: dict[str, Any]) -> None:
    assert (corpus["dataset"], corpus["protocol"], corpus["problems"]) == ("corpus part", "open", 7)
    assert corpus["accuracy"] == 80.0
    assert corpus["by_steps"] == {"1": {"problems": 4, "accuracy": 75.0}, "2": {"problems": 1, "accuracy": 100.0}}
    assert corpus["by_phenomenon"] == {
        "birds": {"problems": 2, "accuracy": 50.0},
        "rate": {"problems": 1, "accuracy": 100.0},
        "sum": {"problems": 1, "accuracy": 100.0},
    }
    assert corpus["by_kind"] == {
        "binding": {"problems": 3, "accuracy": 100.0}, "plain": {"problems": 2, "accuracy": 50.0},
    }  # fmt: skip
    assert corpus["by_style"] == {
        "long": {"problems": 2, "accuracy": 50.0}, "short": {"problems": 3, "accuracy": 100.0},
    }  # fmt: skip


def test_a_family_is_right_where_all_its_questions_are(corpus: dict[str, Any]) -> None:
    assert corpus["families"] == {"families": 2, "all_right": 50.0}
    assert corpus["binding_families"] == {"families": 1, "all_right": 100.0}


def test_refusals_are_counted_where_there_is_an_answer_and_where_there_is_none(corpus: dict[str, Any]) -> None:
    assert corpus["unanswerable_refused"] == 50.0
    assert corpus["solvable_refused"] == 20.0
    assert corpus["refused_with_the_right_code"] == 50.0


def test_precision_is_of_all_answers_given_and_coverage_of_what_has_one(corpus: dict[str, Any]) -> None:
    assert corpus["at_precision"] == {
        "0.8": {"precision": 50.0, "coverage": 60.0},
        "0.9": {"precision": 66.67, "coverage": 60.0},
        "0.95": {"precision": 50.0, "coverage": 40.0},
        "0.98": {"precision": 100.0, "coverage": 20.0},
    }


def test_the_calibration_is_of_what_was_searched(corpus: dict[str, Any]) -> None:
    assert sum(one["problems"] for one in corpus["calibration"]["bins"]) == 6
    gaps = [0.876544, 0.6, 0.75, 0.2, 0.85, 0.05]  # by rising confidence
    assert corpus["calibration"]["expected_calibration_error"] == pytest.approx(sum(gaps) / 6, abs=1e-4)


def test_without_its_question_a_story_is_right_by_luck_alone(corpus: dict[str, Any]) -> None:
    assert corpus["control_without_question"] == {
        "accuracy": 40.0,
        "majority": 20.0,  # of the shapes over all numbers each is there once; what leaves out a number has none
        "same_story": {
            "problems": 2, "accuracy": 50.0, "without_question": 50.0, "best_without_question": 50.0,
        },
    }  # fmt: skip


def test_every_prediction_is_in_the_file_and_no_text(corpus: dict[str, Any]) -> None:
    assert list(corpus["predictions"]) == [one.id for one in RECORDS]
    assert corpus["predictions"]["a01-5"] == {
        "expression": "3", "answer": "3", "right": True, "status": "solved", "reason": None, "confidence": 0.1235,
    }  # fmt: skip
    assert corpus["predictions"]["a01-6"]["status"] == "abstained"
    assert corpus["configuration"] == {"model": "some"}
    assert {"arithmetree", "python", "numpy", "onnxruntime", "spacy", "tokenizers"} == set(corpus["versions"])
    assert PIER not in json.dumps(corpus)


def test_an_empty_part_has_no_right_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch, corpus_part, {})
    monkeypatch.setattr(corpus_part, "load", lambda _: [])
    found = run_corpus(Path("empty.jsonl"))
    assert (found["problems"], found["accuracy"], found["unanswerable_refused"]) == (0, 0.0, 0.0)
    assert found["configuration"] == {"model": "shipped"}
    assert found["control_without_question"]["majority"] == 0.0


def test_the_commonest_shape_over_all_numbers_is_what_a_guess_could_take() -> None:
    def outcome(shape: str | None, *irrelevant: int) -> Any:
        return SimpleNamespace(record=SimpleNamespace(shape=shape, irrelevant=irrelevant))

    outcomes = [outcome("+"), outcome("*"), outcome("+"), *[outcome("-", 2)] * 4]
    assert corpus_part._majority(outcomes) == pytest.approx(28.57)
    assert corpus_part._majority([outcome("+", 0)]) == 0.0


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("A pen has 3 caps. How many caps are there?", "A pen has 3 caps. How many?"),
        ("How many caps have 3 pens? Each has 2.", "How many? Each has 2."),
        ("A pen has 3 caps.", "A pen has 3 caps."),
    ],
)
def test_the_story_is_what_is_left_around_the_question(text: str, bare: str) -> None:
    start = text.find("How many")
    question = None if start < 0 else SimpleNamespace(start=start, end=text.index("?"))
    outcome: Any = SimpleNamespace(
        record=SimpleNamespace(text=text), solution=SimpleNamespace(problem=SimpleNamespace(question=question))
    )
    assert corpus_part._without_question(outcome) == bare


# A public set of general problems


def test_the_figures_of_a_public_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    says = {
        "one": Said("1", confidence=0.987654),
        "two": Said("99"),
        "three": Said("3", "abstained", 0.3, "LOW_CONFIDENCE"),
        "four": Said(None, "abstained", 0.0, "NO_QUESTION"),
        "none": Said(None, "abstained", 0.0, "MISSING_INFORMATION"),
        "nothing": Said("5"),
        "never": Said(None, "abstained", 0.0, "OUT_OF_SCOPE"),
    }
    steps = {"one": 3, "two": 4, "three": 3, "four": 1}
    answers = {"one": 1, "two": 2, "three": 3, "four": 4}
    problems = [
        general_sets.GeneralProblem(
            text, text, (Fraction(answers[text]),) if text in answers else None, steps.get(text)
        )
        for text in says
    ]
    loaded = scripted(monkeypatch, general_sets, says)
    monkeypatch.setitem(GENERAL_SETS, "umwp", lambda _: iter(problems))
    found = run_general("umwp", tmp_path, model="some")
    assert loaded == ["some"]
    assert {name: found[name] for name in list(found)[:10]} == {
        "dataset": "umwp",
        "protocol": "open",
        "problems": 7,
        "accuracy": 50.0,
        "accuracy_up_to_3_steps": 66.67,
        "answered": 42.86,
        "right_of_the_answered": 33.33,
        "unanswerable_refused": 66.67,
        "solvable_refused": 50.0,
        "refusal_f1": 57.14,  # two of four refusals, and two of three without an answer
    }
    assert found["configuration"] == {"model": "some"}
    assert found["predictions"]["one"] == {
        "expression": "1", "answers": ["1"], "right": True, "solvable": True, "steps": 3, "status": "solved",
        "reason": None, "confidence": 0.9877,
    }  # fmt: skip
    assert found["predictions"]["none"]["solvable"] is False
    assert found["predictions"]["nothing"]["right"] is False


def test_of_several_questions_all_are_answered_and_the_least_sure_counts(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first, second = Said("1", confidence=0.9).solution(None), Said("2", "abstained", 0.25).solution(None)
    both = SimpleNamespace(**vars(second) | {"each": [first, second]})
    problem = general_sets.GeneralProblem("1", "both", (Fraction(1), Fraction(2)))
    scripted(monkeypatch, general_sets, {})
    solver = SimpleNamespace(pipe=lambda _: [both], model=None)
    monkeypatch.setattr(general_sets.Solver, "load", lambda _: solver)
    monkeypatch.setitem(GENERAL_SETS, "gsm8k", lambda _: iter([problem]))
    found = run_general("gsm8k", tmp_path)["predictions"]["1"]
    assert (found["status"], found["confidence"], found["right"]) == ("abstained", 0.25, True)
    assert found["answers"] == ["1", "2"]


def test_the_problems_of_a_public_set_are_read_as_it_has_them(tmp_path: Path) -> None:
    (tmp_path / "alg514").mkdir()
    rows = [{"iIndex": 7, "sQuestion": "Find both numbers.", "lSolutions": [3, 2.5]}]
    (tmp_path / "alg514" / "questions.json").write_text(json.dumps(rows), encoding="utf-8")
    (only,) = GENERAL_SETS["alg514"](tmp_path)
    assert (only.id, only.text, only.answers, only.steps) == (
        "7", "Find both numbers.", (Fraction(3), Fraction(5, 2)), None,
    )  # fmt: skip
    (tmp_path / "gsm8k").mkdir()
    texts = [text for n in range(99) if general_sets.held_out(text := f"A box has {n} lids. How many lids are there?")]
    rows = [{"question": text, "answer": "<<1+1=2>> and <<2*600=1200>>\n#### 1,200"} for text in texts[:2]]
    rows.insert(
        1, {"question": next(t for t in map(str, range(99)) if not general_sets.held_out(t)), "answer": "#### 1"}
    )
    (tmp_path / "gsm8k" / "train.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = list(GENERAL_SETS["gsm8k"](tmp_path))
    assert [(one.id, one.text, one.answers, one.steps) for one in found] == [
        ("gsm8k-0", texts[0], (Fraction(1200),), 2), ("gsm8k-2", texts[1], (Fraction(1200),), 2),
    ]  # fmt: skip


# Another open set


def test_the_figures_of_an_open_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_set(tmp_path / "own.jsonl", 2, rows=4)  # 27, 35, 124 and 31
    values = iter([Said("27", confidence=0.123456), Said("35"), Said("124", "abstained"), Said(None, "abstained")])
    asked: list[dict[str, object]] = []

    def solved(self: object, problem: object, **options: object) -> Any:
        assert self is not problem
        asked.append(options)
        return next(values).solution(None)

    monkeypatch.setattr(open_protocol.Solver, "solve_problem", solved)
    found = open_protocol.run_open(str(path), tmp_path, model="linear", constraints="all")
    assert asked == [{"constraints": "all", "method": None}] * 4
    assert (found["accuracy"], found["accuracy_with_errata"], found["refused"]) == (75.0, 75.0, 2)
    assert found["folds"] == [{"accuracy": 100.0, "size": 2}, {"accuracy": 50.0, "size": 2}]
    first, *_, last = found["predictions"].values()
    assert first == {
        "expression": "27", "answer": "27", "right": True, "right_with_errata": True, "status": "solved",
        "reason": None, "confidence": 0.1235,
    }  # fmt: skip
    assert (last["right"], last["status"]) == (False, "abstained")


def test_corrected_answers_are_counted_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_set(tmp_path / "own.jsonl", 2, rows=2)
    ids = list(load_own_set(path).problems)
    monkeypatch.setattr(open_protocol, "ERRATA", {str(path): {ids[0]: Fraction(99)}})
    monkeypatch.setattr(open_protocol.Solver, "solve_problem", lambda *_, **__: Said("99").solution(None))
    found = open_protocol.run_open(str(path), tmp_path, model="linear")
    assert [(one["right"], one["right_with_errata"]) for one in found["predictions"].values()] == [
        (False, True), (False, False),
    ]  # fmt: skip
    assert (found["accuracy"], found["accuracy_with_errata"]) == (0.0, 50.0)


# The closed protocol


def _value(expression: str) -> Fraction:
    infix = parse_infix(expression)
    return Fraction(evaluate(infix.tree, infix.values))  # type: ignore[arg-type]


def own_set(path: Path, folds: int, rows: int = 12) -> Path:
    """A user's file of small problems with so many folds."""
    lines = [
        {"text": row["text"], "answer": str(_value(row["expression"])), "fold": number % folds}
        for number, row in enumerate(SMALL_PROBLEMS[:rows])
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_a_file_without_folds_or_with_too_few_problems_is_not_trained_on(tmp_path: Path) -> None:
    one = own_set(tmp_path / "one.jsonl", 1)
    with pytest.raises(DataError, match="has no folds to train on the others"):
        run_closed(str(one), tmp_path, Configuration())
    few = own_set(tmp_path / "few.jsonl", 2, rows=2)
    with pytest.raises(DataError, match="without fold 2 of 2 there are too few problems"):
        run_fold(str(few), tmp_path, 1, Configuration())


@pytest.mark.parametrize("workers", [1, None])
def test_every_fold_is_run_once_in_order(workers: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = own_set(tmp_path / "own.jsonl", 3)

    def fold_of(name: str, _: Path, fold: int, configuration: Configuration) -> FoldResult:
        assert (name, configuration.without) == (str(path), ("unit",))
        predictions = {f"{fold}": {"right": fold != 1, "right_with_errata": True}}
        return FoldResult(predictions, f"recipe {fold}", {"a": 1.0}, Counts(1, 2, 3, 4), Counts(1, 1, 1, 1))

    class Pool:
        """One that starts no processes."""

        def __init__(self, workers: int) -> None:
            assert 1 < workers <= 3

        def __enter__(self) -> Any:
            return self

        def __exit__(self, *_: object) -> None: ...

        def submit(self, task: Any, *given: Any) -> Any:
            return SimpleNamespace(result=lambda: task(*given))

    monkeypatch.setattr(closed, "run_fold", fold_of)
    monkeypatch.setattr(closed, "ProcessPoolExecutor", Pool)
    monkeypatch.setattr(closed.os, "cpu_count", lambda: 8)
    found = run_closed(str(path), tmp_path, Configuration(without=("unit",)), workers=workers)
    assert [one["recipe"] for one in found["folds"]] == ["recipe 0", "recipe 1", "recipe 2"]
    assert list(found["predictions"]) == ["0", "1", "2"]
    assert (found["accuracy"], found["accuracy_with_errata"]) == (66.67, 100.0)
    assert found["classifiers"]["relevance"] == {"relaxed": 50.0, "strict": 75.0}
    assert found["configuration"]["without"] == ["unit"]
    assert found["configuration"]["recipes"] == [one.name for one in Configuration(without=("unit",)).recipes]
    assert found["protocol"] == "closed"


def test_the_paper_s_choices_are_its_penalties_and_weights() -> None:
    paper = Configuration("paper")
    assert set(paper.choices) == {"penalties", "weights"}
    assert all(paper.choices.values())
    assert {recipe.name for recipe in paper.recipes}.isdisjoint(recipe.name for recipe in Configuration().recipes)


@pytest.mark.parametrize(
    ("system", "search", "method"), [("ours", "exact", None), ("ours", "beam", "beam"), ("paper", "beam", "beam")]
)
def test_a_fold_is_searched_as_the_configuration_says_and_only_predicted(
    system: Any, search: Any, method: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = own_set(tmp_path / "own.jsonl", 3)
    seen: dict[str, Any] = {"predicted": []}
    recipe = SimpleNamespace(name="chosen")
    counts = (Counts(1, 1, 1, 1), Counts(2, 2, 2, 2))

    def choose(recipes: Any, parts: Any, _: Any, *, constraints: str, method: str | None) -> Any:
        seen.update(recipes=recipes, parts=[len(part) for part in parts], constraints=constraints, method=method)
        return recipe, {"chosen": 50.0}

    def trained(recipes: Any, problems: Any, _: Any) -> Any:
        seen.update(recipes=recipes, problems=len(problems))

        def weight(_: Any, constraints: str, method: str | None) -> Any:
            seen.update(constraints=constraints, method=method)
            return recipe, {"chosen": 50.0}

        return SimpleNamespace(choose_weight=weight, weighted=lambda chosen: ("model", chosen))

    def predict(_: Any, gold: Any, chosen: Any, __: Any, *, constraints: str, method: str | None) -> None:
        assert chosen is recipe
        seen["predicted"].append((gold.id, constraints, method))

    monkeypatch.setattr(closed, "choose", choose)
    monkeypatch.setattr(closed, "fit", lambda *_: "model")
    monkeypatch.setattr(closed, "train_paper", trained)
    monkeypatch.setattr(closed, "judge", lambda *_: counts)
    monkeypatch.setattr(closed, "evaluate_classifiers", lambda *_: counts)
    monkeypatch.setattr(closed, "predict", predict)
    configuration = Configuration(system, constraints="positive", search=search)
    found = run_fold(str(path), tmp_path, 1, configuration)
    assert (found.recipe, found.validation, (found.relevance, found.labels)) == ("chosen", {"chosen": 50.0}, counts)
    assert (seen["constraints"], seen["method"]) == ("positive", method)
    assert [one[1:] for one in seen["predicted"]] == [("positive", method)] * 4
    assert set(found.predictions) == {one[0] for one in seen["predicted"]}
    assert seen.get("parts", [4, 4]) == [4, 4]
    assert seen.get("problems", 8) == 8

"""What the full model learns from and is calibrated on: solutions read as derivations, problems as arrays, outcomes."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from spacy.vocab import Vocab

from arithmetree.confidence import Confidence, Regression, log_odds
from arithmetree.corpus.record import derivation_from_dict, save
from arithmetree.corpus.similarity import StoryIndex
from arithmetree.corpus.splits import LEARNED
from arithmetree.corpus.story_records import story_records
from arithmetree.derivations import OPERATIONS, Mention, parse, same_calculation, work_out
from script_modules import script_modules

ROOT = Path(__file__).parents[1]
STICKERS = (
    "Mara bought 3 packs of stickers with 8 stickers in each pack. She gave 5 stickers to Jonas. "
    "How many stickers does Mara have left?"
)
STICKERS_SOLUTION = (
    "In the packs there were 3*8=<<3*8=24>>24 stickers.\nMara has 24-5=<<24-5=19>>19 stickers left.\n#### 19"
)


@pytest.fixture(scope="module")
def plain() -> Iterator[dict[str, ModuleType]]:
    """The scripts that need no torch."""
    with script_modules("../training/general", ("examples", "prepare", "gsm8k")) as found:
        yield found


@pytest.fixture(scope="module")
def learning() -> Iterator[dict[str, ModuleType]]:
    """The scripts that need torch and onnx."""
    pytest.importorskip("torch")
    pytest.importorskip("onnx")
    names = ("examples", "prepare", "encoder", "network", "batches", "learning", "flat", "start_weights", "train",
             "fixed_shapes", "export", "calibrate")  # fmt: skip
    with script_modules("../training/general", names) as found:
        yield found


def records_of(folder: Path, *lines: str) -> Path:
    """Written families of general problems as a part of the corpus."""
    folder.mkdir(exist_ok=True)
    file = folder / "ga-01.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    records, faults = story_records([file])
    assert faults == []
    save(records, folder / "part.jsonl")
    return folder / "part.jsonl"


# Worked solutions as derivations


def test_steps_are_read_with_and_without_marks(plain: dict[str, ModuleType]) -> None:
    solution = plain["gsm8k"].read_solution(
        "She earns 6 hours * $5 = $30.\nOf that 20% is 30*20/100=<<30*20/100=6>>6.\n"
        "So 30 - 6 = 25 is wrong.\n#### 1,024"
    )
    assert [(str(step.result), step.line) for step in solution.steps] == [("30", 0), ("6", 1)]
    assert solution.answer == 1024
    assert solution.annotated == 1
    assert solution.lines[1] == "Of that 20% is 30*20/100=6."


@pytest.mark.parametrize(
    ("written", "value"),
    [("3*(20%-.05)", "0.45"), ("1,200(.2)", "240"), ("-17+43", "26"), ("8÷2−1", "3"), ("2x3+4", "10")],
)
def test_a_written_calculation_is_worth_what_it_says(plain: dict[str, ModuleType], written: str, value: str) -> None:
    assert plain["gsm8k"].worth(plain["gsm8k"]._Reader(written).read()) == Fraction(value)


@pytest.mark.parametrize("written", ["3*", "(3+4", "3 apples", "-17*2", "3)"])
def test_what_is_no_plain_arithmetic_is_not_read(plain: dict[str, ModuleType], written: str) -> None:
    with pytest.raises(plain["gsm8k"].UnreadableError):
        plain["gsm8k"]._Reader(written).read()


def test_a_solution_becomes_a_derivation_of_its_answer(plain: dict[str, ModuleType]) -> None:
    row = plain["gsm8k"].row_of(7, STICKERS, STICKERS_SOLUTION, StoryIndex([]))
    assert (row["id"], row["answer"], row["steps"], row["trouble"]) == ("gsm8k-7", "19", 2, None)
    values = [Fraction(one["value"]) for one in row["quantities"]]
    made = derivation_from_dict(row["derivation"])
    assert [work_out(made, values).number(answer) for answer in made.answers] == [19]
    assert [STICKERS[one["start"] : one["end"]] for one in row["quantities"]] == ["3", "8", "5"]


def test_of_equal_numbers_the_one_with_the_words_of_the_solution_is_taken(plain: dict[str, ModuleType]) -> None:
    text = "Nils has 4 red pens. He buys 4 boxes with 6 crayons in each box. How many crayons does he buy?"
    row = plain["gsm8k"].row_of(0, text, "In the 4 boxes are 4*6=<<4*6=24>>24 crayons.\n#### 24", StoryIndex([]))
    made = derivation_from_dict(row["derivation"])
    assert {leaf.quantity for leaf in made.leaves if isinstance(leaf, Mention)} == {1, 2}


@pytest.mark.parametrize(
    ("text", "solution", "written"),
    [
        # 40 written for 40 %, whole and part
        ("A coat of $80 is 25% off. What does it cost now?",
         "80*25/100=<<80*25/100=20>>20 dollars less\n80-20=<<80-20=60>>60 dollars\n#### 60", "80 - 80 * 1/4"),
        ("A coat of $80 is 25% off. What does it cost now?",
         "80*.75=<<80*.75=60>>60 dollars\n#### 60", "80 * (1 - 1/4)"),
        # a half that is divided by
        ("Ida has 18 coins and gives half of them away. How many does she give away?",
         "18/2=<<18/2=9>>9 coins\n#### 9", "18 * 1/2"),
        # packed numbers
        ("Ida buys 3 dozen eggs and breaks 5 of them. How many eggs are whole?",
         "3*12=<<3*12=36>>36 eggs\n36-5=<<36-5=31>>31 eggs\n#### 31", "36 - 5"),
        # two times of day
        ("Ida works from 9:00 am to 5:00 pm for $7 an hour. How much does she earn?",
         "17-9=<<17-9=8>>8 hours\n8*7=<<8*7=56>>56 dollars\n#### 56", "(1020 - 540) / 60 * 7"),
        # a constant that a word calls for
        ("Ida runs 4 km a day. How far does she run in 2 weeks?",
         "2*7=<<2*7=14>>14 days\n14*4=<<14*4=56>>56 km\n#### 56", "2 * 7 * 4"),
    ],
)  # fmt: skip
def test_what_a_solution_writes_in_its_own_way_is_found_in_the_text(
    plain: dict[str, ModuleType], text: str, solution: str, written: str
) -> None:
    row = plain["gsm8k"].row_of(0, text, solution, StoryIndex([]))
    assert row["trouble"] is None
    made = derivation_from_dict(row["derivation"])
    values = [Fraction(one["value"]) for one in row["quantities"]]
    names = {f"n{place}": Mention(place) for place in range(len(values))}
    shown = written
    for name, value in sorted(((f"n{place}", value) for place, value in enumerate(values)), key=lambda one: -one[1]):
        shown = re.sub(rf"(?<![\w/]){value}(?![\w/])", name, shown)
    assert same_calculation(made, parse(shown, names))
    assert [str(work_out(made, values).number(answer)) for answer in made.answers] == [row["answer"]]


@pytest.mark.parametrize(
    ("stated", "scale", "written", "found"),
    [
        ("20", 1, "20", 1), ("20", 1, "21", None),
        ("40", 100, "2/5", 1),  # 40 for 40 %, then 0.4
        ("40", 1, "2/5", None),
        ("2/5", 1, "40", 100),  # 0.4, then 40
        ("4", 1, "400", None),  # more than three wholes is no part of one
        ("3", 1, "300", 100),
        ("0", 1, "0", 1),
    ],
)  # fmt: skip
def test_a_result_may_be_written_as_a_part_or_in_per_cent(
    plain: dict[str, ModuleType], stated: str, scale: int, written: str, found: int | None
) -> None:
    gsm8k = plain["gsm8k"]
    value = Fraction(stated) / scale
    result = gsm8k.Result(0, value, Fraction(scale), Fraction(stated), 0)
    assert gsm8k._scale_of_result(result, Fraction(written)) == found


def test_a_rounded_part_is_the_result_that_it_was_rounded_from(plain: dict[str, ModuleType]) -> None:
    gsm8k = plain["gsm8k"]
    result = gsm8k.Result(0, Fraction(10, 3), Fraction(1), Fraction(10, 3), 0)
    assert gsm8k._scale_of_result(result, Fraction("3.33")) == 1
    assert gsm8k._scale_of_result(result, Fraction("3.3")) is None
    assert gsm8k._scale_of_result(result, Fraction(3)) is None  # a whole number is another one


@pytest.mark.parametrize(
    ("text", "number"), [("1,250.50", "1250.5"), ("$7", "7"), (".5", "1/2"), ("x", None), ("", None)]
)
def test_a_number_of_a_solution_may_have_commas_and_signs_of_money(
    plain: dict[str, ModuleType], text: str, number: str | None
) -> None:
    assert plain["gsm8k"].number_of(text) == (None if number is None else Fraction(number))


def test_the_script_writes_a_line_for_each_problem_and_marks_what_is_near_a_benchmark(
    plain: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    gsm8k = plain["gsm8k"]
    (tmp_path / "alg514").mkdir()
    twin = STICKERS.replace("3", "7").replace("8", "9")
    (tmp_path / "alg514" / "questions.json").write_text(json.dumps([{"sQuestion": twin}]), encoding="utf-8")
    (tmp_path / "gsm8k").mkdir()
    rows = [
        {"question": STICKERS, "answer": STICKERS_SOLUTION},
        {"question": "A smith forged 14 horseshoes and sold 5. How many are left?", "answer": "17 - 5 = 12\n#### 12"},
    ]
    data = tmp_path / "gsm8k" / "train.jsonl"
    data.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    monkeypatch.setattr(gsm8k, "public_texts", lambda _: {"GSM8K": (rows[1]["question"],)})
    monkeypatch.setattr("sys.argv", ["gsm8k.py", "--data", str(data), "--out", str(tmp_path / "new" / "out.jsonl")])
    assert gsm8k.main() == 0
    found = [json.loads(line) for line in (tmp_path / "new" / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [one["id"] for one in found] == ["gsm8k-0", "gsm8k-1"]
    assert [one["near_public"] for one in found] == [True, False]
    assert [one["derivation"] is None for one in found] == [False, True]
    said = capsys.readouterr().out
    assert said.startswith("1 of 2 have a derivation; of these")
    assert "nothing gives 17" in said


def test_a_solution_with_a_number_from_nowhere_has_no_derivation_but_a_trouble(plain: dict[str, ModuleType]) -> None:
    row = plain["gsm8k"].row_of(0, STICKERS, "She has 17+2=<<17+2=19>>19 stickers left.\n#### 19", StoryIndex([]))
    assert row["derivation"] is None
    assert row["trouble"] == "nothing gives 17"


def test_a_problem_near_a_benchmark_is_marked(plain: dict[str, ModuleType]) -> None:
    twin = STICKERS.replace("3", "7").replace("8", "9")
    rows = {index: plain["gsm8k"].row_of(0, STICKERS, STICKERS_SOLUTION, StoryIndex([("one", index)]))
            for index in (twin, "A smith forged 14 horseshoes. How many horseshoes were left?")}  # fmt: skip
    assert [row["near_public"] for row in rows.values()] == [True, False]


def test_only_problems_that_are_neither_held_out_nor_near_a_benchmark_are_learned_from(
    plain: dict[str, ModuleType], tmp_path: Path
) -> None:
    row = plain["gsm8k"].row_of(0, STICKERS, STICKERS_SOLUTION, StoryIndex([]))
    kinds = [
        ("learned", {"held_out": False, "near_public": False}),
        ("near", {"held_out": False, "near_public": True}),
        ("held", {"held_out": True, "near_public": False}),
        ("held and near", {"held_out": True, "near_public": True}),
        ("none", {"held_out": False, "near_public": False, "derivation": None}),
    ]
    path = tmp_path / "gsm8k.jsonl"
    path.write_text("\n".join(json.dumps(row | {"id": name} | facts) for name, facts in kinds), encoding="utf-8")
    found = {held: [one.id for one in plain["prepare"].gsm8k_sources(path, held_out=held)] for held in (False, True)}
    assert found == {False: ["learned"], True: ["held", "held and near"]}


# Problems as the solver reads them


def test_every_question_of_a_text_is_learned_with_its_own_answer(plain: dict[str, ModuleType], tmp_path: Path) -> None:
    path = records_of(
        tmp_path,
        "@ hen-house | several | worksheet | 3",
        ": A farm has 4 brown hens and 9 white hens.",
        "? How many hens are there? How many more white hens are there? => 4 + 9; 9 - 4 | hens; hens",
        "? How many cows are there? => !MISSING_INFORMATION",
    )
    first, second, none = plain["prepare"].corpus_sources(path)
    assert [one.id[-2:] for one in (first, second)] == ["-0", "-1"]
    found = []
    for one in (first, second):
        worked = work_out(one.derivation, [quantity.value for quantity in one.quantities])
        found.append([worked.number(answer) for answer in one.derivation.answers])
    assert found == [[13], [5]]
    assert "How many hens" not in second.text
    assert (none.derivation, none.reason) == (None, "MISSING_INFORMATION")
    for one in (first, second, none):
        assert [one.text[quantity.start : quantity.end] for quantity in one.quantities] == ["4", "9"]


def test_a_second_question_about_a_story_is_learned_after_the_first(
    plain: dict[str, ModuleType], tmp_path: Path
) -> None:
    path = records_of(
        tmp_path,
        "@ hen-house | several | worksheet | 3",
        ": A farm has 4 brown hens and 9 white hens.",
        "? How many hens would be left if 3 hens ran away? => 4 + 9 - 3 | hens",
        "? How many more white hens are there if 2 white hens hatch? => 9 + 2 - 4 | hens",
        "@ duck-pond | several | worksheet | 3",
        ": On a pond swim 5 ducks and 2 swans.",
        "? How many birds swim there? => 5 + 2 | birds",
    )
    (source,) = plain["prepare"].paired_sources(path)
    assert source.text.endswith(
        "9 white hens. How many hens would be left if 3 hens ran away? "
        "How many more white hens are there if 2 white hens hatch?"
    )
    assert [source.text[one.start : one.end] for one in source.quantities] == ["4", "9", "2"]
    worked = work_out(source.derivation, [one.value for one in source.quantities])
    assert [worked.number(answer) for answer in source.derivation.answers] == [7]


def test_arrays_hold_the_steps_over_the_leaves_of_the_reading(plain: dict[str, ModuleType], tmp_path: Path) -> None:
    path = records_of(
        tmp_path,
        "@ stickers | reuse | worksheet | 3",
        f": {STICKERS[: STICKERS.index('How')].strip()}",
        "? How many stickers does Mara have left? => 3 * 8 - 5 | stickers",
        "? How many cows does Mara have? => !MISSING_INFORMATION",
        "? How many stickers are in 2 packs? => 2 * 8 | stickers",
    )
    sources = list(plain["prepare"].corpus_sources(path))
    made = plain["prepare"]._made(sources)
    solved, refused, other = made
    leaves = len(solved.constants)
    assert [(str(OPERATIONS[op]), left, right) for op, left, right in solved.steps] == [
        (str(OPERATIONS[solved.steps[0][0]]), 0, 1),
        (str(OPERATIONS[solved.steps[1][0]]), leaves, 2),
    ]
    assert [OPERATIONS[op].name for op, *_ in solved.steps] == ["MULTIPLY", "SUBTRACT"]
    assert solved.answers == [leaves + 1]
    assert (refused.steps, refused.answers, refused.reason) == ([], [], "MISSING_INFORMATION")
    assert len(solved.features) == leaves + 2
    assert other.steps[0][1:] == (1, 3)  # of a product, the operands in the order of the text
    plain["examples"].save(tmp_path / "part.npz", made)
    stored = dict(np.load(tmp_path / "part.npz"))
    assert stored["id"].tolist() == [source.id for source in sources]
    ends = stored["steps.ends"].tolist()
    assert ends == [6, 6, 9]
    assert stored["steps"][:6].reshape(2, 3).tolist() == [list(step) for step in solved.steps]
    assert [plain["examples"].REASONS[number] for number in stored["reason"]] == ["", "MISSING_INFORMATION", ""]


def test_a_derivation_with_a_number_that_is_not_read_is_no_example(
    plain: dict[str, ModuleType], tmp_path: Path
) -> None:
    path = records_of(
        tmp_path,
        "@ stickers | reuse | worksheet | 3",
        ": Mara has 3 packs and 8 stickers.",
        "? How many are there? => 3 + 8 | things",
    )
    (source,) = plain["prepare"].corpus_sources(path)
    moved = plain["prepare"].Source(
        source.id, source.text.replace("8", "nine"), source.quantities, source.derivation, source.reason
    )
    (misfit,) = plain["prepare"]._made([moved])
    assert misfit == "8 is read differently"


# Which parts


def test_no_held_out_part_is_learned_from(
    plain: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert set(plain["prepare"].LEARN) == set(LEARNED)
    assert set(plain["prepare"].CHOOSE) == {"general_dev", "dev"}
    monkeypatch.setattr("sys.argv", ["prepare.py", "--parts", "general,general_test", "--out", str(tmp_path / "out")])
    with pytest.raises(SystemExit):
        plain["prepare"].main()
    assert "--parts has general_test; accepted are general, " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()
    with script_modules("../training/model", ("train",)) as linear:
        assert {file.stem for file in linear["train"].CORPUS} <= set(LEARNED)
        assert linear["train"].DEV.stem == "dev"


@pytest.mark.parametrize(
    ("plan", "dev", "choose_by", "fault"),
    [
        ("general,dev", "dev", "dev", "--plan has dev;"),
        ("general,gsm8k_held", "dev", "", "--plan has gsm8k_held;"),
        ("general", "dev,general_test", "", "--dev has general_test;"),
        ("general", "calibration", "", "--dev has calibration;"),
        ("general", "dev,gsm8k_held", "gsm8k_held", "--choose-by has gsm8k_held;"),
        ("general,test,general_calibration", "dev", "", "--plan has general_calibration, test;"),
    ],
)
def test_training_refuses_to_learn_from_or_choose_by_what_is_held_out(
    learning: dict[str, ModuleType], plan: str, dev: str, choose_by: str, fault: str
) -> None:
    with pytest.raises(SystemExit, match=fault):
        learning["train"].check_parts(plan.split(","), dev.split(","), filter(None, choose_by.split(",")))


def test_training_checks_its_parts_before_it_begins(
    learning: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "about.json").write_text(json.dumps({"rising": [True]}), encoding="utf-8")
    command = ["train.py", "--examples", str(tmp_path), "--out", str(tmp_path / "made"), "--plan", "general:1,dev:1"]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(SystemExit, match="--plan has dev;"):
        learning["train"].main()


def test_training_takes_the_parts_it_is_meant_for(learning: dict[str, ModuleType]) -> None:
    plan = [entry.split(":")[0] for entry in learning["train"].PLAN.split(",")]
    learning["train"].check_parts(
        [*plan, "paired", "generated"], learning["train"].DEV.split(","), ["general_dev", "dev"]
    )
    learning["train"].check_parts(["fold0", "fold1"], ["fold1"], [])


def test_what_weights_learned_from_is_written_with_that_of_their_forerunners(
    learning: dict[str, ModuleType], tmp_path: Path
) -> None:
    for name in ("first", "teacher"):
        (tmp_path / f"{name}.provenance.json").write_text(json.dumps({"run": name}), encoding="utf-8")
    arguments = Namespace(
        **dict.fromkeys(learning["train"]._RECORDED), start=Path("start/mpnet.safetensors"),
        weights=str(tmp_path / "first.safetensors"), teachers=str(tmp_path / "teacher.safetensors"),
        out=tmp_path / "second.safetensors", minutes=1.0,
    )  # fmt: skip
    learning["train"]._record(arguments, {"general": 0.5}, {"general": 40}, {"updates": 3})
    record = json.loads((tmp_path / "second.provenance.json").read_text(encoding="utf-8"))
    assert record["sources"] == [{"name": "general", "problems": 40, "share_of_an_epoch": 0.5}]
    assert [each["run"] for each in (*record["weights"], *record["teachers"])] == ["first", "teacher"]
    assert record["start"] == "mpnet.safetensors"


def test_a_mean_of_weights_is_described_by_the_runs_that_are_in_it(
    learning: dict[str, ModuleType], tmp_path: Path
) -> None:
    runs = {
        name: {"sources": [name], "settings": {"seed": name}, "start": "mpnet", "result": {"updates": 7}}
        for name in ("one", "two")
    }
    for name, run in runs.items():
        (tmp_path / f"{name}.provenance.json").write_text(json.dumps(run), encoding="utf-8")
    arguments = Namespace(
        **dict.fromkeys(learning["train"]._RECORDED), start=None, teachers="", out=tmp_path / "mean.safetensors",
        weights=f"{tmp_path / 'one.safetensors'},{tmp_path / 'two.safetensors'}", minutes=0,
    )  # fmt: skip
    learning["train"]._record(arguments, {"train": 1}, {"train": 9}, {"updates": 0, "dev": {"dev": "81.0"}})
    record = json.loads((tmp_path / "mean.provenance.json").read_text(encoding="utf-8"))
    assert (record["sources"], record["settings"]) == (["one"], {"seed": "one"})
    assert record["result"] == {"updates": 7, "mean_of": 2, "dev": {"dev": "81.0"}}
    assert [{**each, "key": None} for each in record["weights"]] == [{**run, "key": None} for run in runs.values()]


def test_a_forerunner_is_described_once_however_often_it_was_used(learning: dict[str, ModuleType]) -> None:
    first = {"settings": {"seed": 1}, "weights": [], "teachers": []}
    second = {"settings": {"seed": 2}, "weights": [first], "teachers": [first]}
    told = learning["train"].each_once({"weights": [second, first], "teachers": [second]}, set())
    again = {"same_as": told["weights"][0]["key"]}
    assert told["weights"][0]["settings"] == {"seed": 2}
    assert told["weights"][0]["teachers"] == [{"same_as": told["weights"][0]["weights"][0]["key"]}]
    assert (told["weights"][1], told["teachers"]) == (told["weights"][0]["teachers"][0], [again])
    assert learning["train"].each_once(told, set()) == told


# What is shown while learning


def test_an_epoch_draws_the_planned_share_of_each_part(learning: dict[str, ModuleType]) -> None:
    parts = {"one": np.arange(10), "two": np.arange(10, 14)}
    order = np.random.default_rng(0)
    found = learning["batches"].drawn(parts, {"one": 0.5, "two": 2.25}, order).tolist()
    assert len(found) == 5 + 9
    assert len({number for number in found if number < 10}) == 5
    assert sorted(found.count(number) for number in range(10, 14)) == [2, 2, 2, 3]


def a_batch(learning: dict[str, ModuleType], pieces: list[list[int]]) -> Any:
    import torch

    batch = dict.fromkeys(learning["batches"].Batch.__dataclass_fields__)
    shown = torch.tensor(pieces)
    return learning["batches"].Batch(**{**batch, "pieces": shown, "mask": torch.ones_like(shown)})


def test_a_disguise_hides_words_but_no_marks_and_exchanges_only_stand_ins(learning: dict[str, ModuleType]) -> None:
    import torch

    about = {"stand_ins": [[2000, 2001, 2002]], "punctuation": [1012], "number_words": [3001]}
    text = [101, 100, 2000, 3000, 3001, 1012, 102]
    torch.manual_seed(1)
    changed = learning["train"].Disguise(about, 0.3, torch.device("cpu"))
    seen: set[tuple[int, int]] = set()
    left_out = set()
    for _ in range(300):
        found = changed(a_batch(learning, [text]))
        seen.update(zip(text, found.pieces[0].tolist(), strict=True))
        left_out |= {piece for piece, kept in zip(text, found.mask[0].tolist(), strict=True) if not kept}
    hidden = learning["train"].MASK
    assert seen == {
        (101, 101), (100, 100), (102, 102), (2000, 2000), (2000, 2001), (2000, 2002), (2000, hidden), (3000, 3000),
        (3000, hidden), (3001, 3001), (3001, hidden), (1012, 1012), (1012, hidden),
    }  # fmt: skip
    assert left_out == {1012}


def test_a_disguise_leaves_out_number_words_after_a_mark_alone(learning: dict[str, ModuleType]) -> None:
    import torch

    about = {"stand_ins": [[2000]], "punctuation": [1012], "number_words": [3001]}
    changed = learning["train"].Disguise(about, 0.0, torch.device("cpu"))
    torch.manual_seed(1)
    kept = [tuple(changed(a_batch(learning, [[101, 1, 3001, 3000, 3001, 102]])).mask[0].tolist()) for _ in range(100)]
    assert set(kept) == {(1, 1, 1, 1, 1, 1), (1, 1, 0, 1, 1, 1)}


# Calibration


def outcome(learning: dict[str, ModuleType], style: str, sure: float, **facts: Any) -> Any:
    """What a model made of a problem, with a confidence that is its signal."""
    known = {"solvable": True, "right": True, "doubted": False, "refusals": {}, "signals": {}} | facts
    signals = {"probability": sure} | known.pop("signals")
    return learning["calibrate"].Outcome(style=style, signals=signals, **known)


class _AsSure:
    """A confidence that is the signal itself."""

    thresholds = ((0.9, 0.8),)

    def of(self, signals: dict[str, float]) -> float:
        return signals["probability"]

    def refused(self, refusals: dict[str, float], _: dict[str, float], **known: bool) -> str | None:
        return (
            "NO_QUESTION" if known["doubted"] else next((name for name, value in refusals.items() if value > 0.5), None)
        )

    def needed(self, _: float) -> float:
        return 0.8


def test_calibration_takes_only_what_nothing_learned_from(learning: dict[str, ModuleType], tmp_path: Path) -> None:
    umwp = [{"id": str(n), "question": f"q{n}", "answer": [1.5], "answerable": n % 4 == 0} for n in range(6)]
    (tmp_path / "umwp.jsonl").write_text("\n".join(map(json.dumps, umwp)), encoding="utf-8")
    found = list(learning["calibrate"].umwp_cases(tmp_path / "umwp.jsonl"))
    assert [(one.text, one.answers) for one in found] == [
        ("q0", (Fraction(3, 2),)), ("q2", None), ("q4", (Fraction(3, 2),)),
    ]  # fmt: skip
    gsm8k = [
        {"text": "held", "held_out": True, "answer": "5"},
        {"text": "learned", "held_out": False, "answer": "5"},
        {"text": "no answer", "held_out": True, "answer": None},
    ]
    (tmp_path / "gsm8k.jsonl").write_text("\n".join(map(json.dumps, gsm8k)), encoding="utf-8")
    assert [one.text for one in learning["calibrate"].gsm8k_cases(tmp_path / "gsm8k.jsonl")] == ["held"]


def test_calibration_reads_the_parts_for_it_and_no_other(
    learning: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrate = learning["calibrate"]
    read: list[str] = []
    measured_on: list[str] = []

    def cases(part: str) -> list[Any]:
        read.append(part)
        return [calibrate.Case(part, (Fraction(1),), part)]

    def outcomes(_: object, found: list[Any], workers: int) -> Iterator[Any]:
        assert workers
        measured_on.extend(one.text for one in found)
        yield from (outcome(learning, one.style, 0.9) for one in found)

    fitted = Confidence(Regression({}, 1.0), Regression({}, 1.0), ())
    for name, stand_in in (("corpus_cases", cases), ("outcomes_of", outcomes), ("fitted", lambda _: fitted)):
        monkeypatch.setattr(calibrate, name, stand_in)
    model = ROOT / "src" / "arithmetree" / "models" / "full"
    monkeypatch.setattr("sys.argv", ["calibrate.py", "--model", str(model), "--out", str(tmp_path / "made")])
    assert calibrate.main() == 0
    assert read == measured_on == ["general_calibration", "calibration"]
    settings = json.loads((tmp_path / "made" / "model.json").read_text(encoding="utf-8"))
    assert settings["confidence"] == json.loads(json.dumps(fitted.to_record()))
    assert settings["provenance"]["confidence"] == {"problems": 2, "styles": ["calibration", "general_calibration"]}


def test_few_of_the_solvable_problems_are_refused_on_the_average_of_the_styles(
    learning: dict[str, ModuleType],
) -> None:
    calibrate = learning["calibrate"]
    answerable = Regression({"refusal": -1.0}, 0.0)
    sure = [log_odds(n / 1000) for n in range(1000)]
    rows = [outcome(learning, "one", 0.9, signals={"refusal": -each}) for each in sure]
    rows += [outcome(learning, "other", 0.9, signals={"refusal": -20.0})] * 10
    least = calibrate.refuse_below(rows, answerable)
    refused = [row for row in rows if answerable.of(row.signals) < least]
    assert len(refused) == 2 * 1000 * calibrate.MOST_REFUSED  # of one of two styles
    assert {row.style for row in refused} == {"one"}
    hopeless = [outcome(learning, "one", 0.9, signals={"refusal": 0.0})] * 9
    assert calibrate.refuse_below(hopeless, Regression({"refusal": -1.0}, 9.0)) == calibrate.LIKELY


def test_a_precision_is_reached_in_every_style_and_answers_to_what_has_none_are_wrong(
    learning: dict[str, ModuleType],
) -> None:
    sure = np.linspace(0.01, 0.99, 200)
    rows = [outcome(learning, "easy", each) for each in sure]
    rows += [outcome(learning, "hard", each, right=bool(each > 0.5), solvable=bool(each > 0.3)) for each in sure]
    found = dict(learning["calibrate"].thresholds(rows, _AsSure()))
    hard = [row for row in rows if row.style == "hard"]
    assert found
    for precision, least in found.items():
        kept = [row for row in hard if row.signals["probability"] >= least]
        assert sum(row.right for row in kept) >= precision * len(kept)
    assert found[0.9] > 0.4
    assert found[0.5] < found[0.9] <= found[0.99]


def test_measured_precision_counts_answers_to_what_has_none(learning: dict[str, ModuleType]) -> None:
    rows = [
        *(outcome(learning, "one", 0.9) for _ in range(3)),
        outcome(learning, "one", 0.9, solvable=False, right=False),
        outcome(learning, "one", 0.6, right=False),
        outcome(learning, "one", 0.4),
        outcome(learning, "one", 0.9, doubted=True),
        outcome(learning, "one", 0.9, solvable=False, right=False, refusals={"CONTRADICTORY": 0.9}),
    ]
    found = learning["calibrate"].measured(rows, _AsSure())
    assert (found["problems"], found["right"]) == (8, 83.3)
    assert (found["solvable_refused"], found["unanswerable_refused"]) == (16.7, 50.0)
    assert found["default"] == {"precision": 60.0, "coverage": 66.7}
    assert found["0.9"] == {"precision": 75.0, "coverage": 50.0}


def test_a_style_is_measured_by_what_was_fitted_on_the_others(
    learning: dict[str, ModuleType], monkeypatch: pytest.MonkeyPatch
) -> None:
    calibrate = learning["calibrate"]
    fitted_on: list[set[str]] = []

    def fitted(rows: list[Any]) -> _AsSure:
        fitted_on.append({row.style for row in rows})
        return _AsSure()

    monkeypatch.setattr(calibrate, "fitted", fitted)
    rows = [outcome(learning, style, 0.9) for style, count in (("a", 60), ("b", 60), ("c", 59)) for _ in range(count)]
    assert list(calibrate.left_out(rows)) == ["a", "b"]
    assert fitted_on == [{"b", "c"}, {"a", "c"}]


# What data and features are worth


def test_a_run_is_reported_over_the_general_problems_and_by_kind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with script_modules("../training/general", ("examples", "prepare", "curve")) as found:
        curve = found["curve"]
        parts = {"general_dev": [("a-1", "ratio"), ("b-1", "ratio"), ("c-1", "age")], "dev": [("d-1", None)]}
        monkeypatch.setattr(
            curve, "load", lambda path: [SimpleNamespace(id=id, kind=kind) for id, kind in parts[path.stem]]
        )
        right = {"a-1": [True], "b-1-0": [False], "b-1-1": [True], "c-1": [False], "d-1": [True], "gsm8k-3": [False]}
        (tmp_path / "half.dev.json").write_text(json.dumps(right), encoding="utf-8")
        about = {"sources": ["general"], "settings": {"only": 0.5}, "result": {"updates": 40}}
        (tmp_path / "half.provenance.json").write_text(json.dumps(about), encoding="utf-8")
        out = tmp_path / "curve.json"
        monkeypatch.setattr("sys.argv", ["curve.py", "--runs", str(tmp_path), "--out", str(out)])
        assert curve.main() == 0
    assert json.loads(out.read_text(encoding="utf-8")) == {
        "runs": {
            "half": {
                "what": "half of the general problems",
                "general_dev": 50.0,
                "by_kind": {"GSM8K, held out": 0.0, "age": 0.0, "ratio": 66.7, "read-once": 100.0},
                "sources": ["general"],
                "settings": {"only": 0.5},
                "updates": 40,
                "note": None,
            }
        }
    }


# alg514 in the closed protocol


@pytest.fixture(scope="module")
def closed_set(learning: dict[str, ModuleType]) -> Iterator[ModuleType]:
    assert learning
    with script_modules("../training/general", ("alg514",)) as found:
        yield found["alg514"]


def test_the_equations_of_a_set_are_read_over_the_numbers_of_its_text(closed_set: ModuleType) -> None:
    text = "Tickets cost $9 for adults and $5 for children. 40 people paid $272. How many adults and children came?"
    row = {"iIndex": 3, "sQuestion": text, "lEquations": ["9*adults+5*children=272", "adults+children=40"],
           "lSolutions": [18.0, 22.0]}  # fmt: skip
    (only,) = closed_set.sources_of(row)
    assert (only.id, only.text, only.reason) == ("3", text, "")
    values = [Fraction(9), Fraction(5), Fraction(40), Fraction(272)]
    assert [one.value for one in only.quantities] == values
    assert [work_out(only.derivation, values).number(answer) for answer in only.derivation.answers] == [18, 22]
    one = {**row, "sQuestion": text.replace("adults and children came", "adults came")}
    (only,) = closed_set.sources_of(one)
    assert [work_out(only.derivation, values).number(answer) for answer in only.derivation.answers] == [18]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"lEquations": ["9*adults+5*children=272", "adults+children=41"]}, "41 is not in the text"),
        ({"lSolutions": [17.0, 23.0]}, "the equations give another answer"),
        ({"lEquations": ["9*adults+5*children=272"]}, "the equations do not determine the answer"),
    ],
)
def test_what_does_not_fit_its_text_is_not_learned(
    closed_set: ModuleType, changed: dict[str, Any], message: str
) -> None:
    text = "Tickets cost $9 for adults and $5 for children. 40 people paid $272. How many adults and children came?"
    row = {"iIndex": 3, "sQuestion": text, "lEquations": ["9*adults+5*children=272", "adults+children=40"],
           "lSolutions": [18.0, 22.0]}  # fmt: skip
    with pytest.raises(closed_set.UnalignedError, match=message):
        list(closed_set.sources_of(row | changed))


def test_a_fold_is_learned_from_the_other_folds_and_kept(
    closed_set: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands: list[list[str]] = []

    def run(command: list[str], *, check: bool) -> None:
        assert check
        commands.append(command)
        (tmp_path / "without2.safetensors").touch()

    monkeypatch.setattr(closed_set.subprocess, "run", run)
    for _ in range(2):
        file = closed_set.learned(tmp_path / "start", tmp_path / "examples", 2, tmp_path)
    assert file == tmp_path / "without2.safetensors"
    (command,) = commands
    given = dict(zip(command[2::2], command[3::2], strict=False))
    assert given["--plan"] == "fold0:1,fold1:1,fold3:1,fold4:1"
    assert given["--dev"] == "fold3"  # never the one that is measured


# Texts that the parser learns from, written in other ways


def test_a_sentence_is_learned_in_other_writings_with_the_same_tree() -> None:
    with script_modules("../training/parser", ("sentences",)) as found:
        written = found["sentences"]
        sentence = written.Sentence(
            words=("Ana", "has", "4", "hens", "."), spaces=(True, True, True, False, True),
            pos=("PROPN", "VERB", "NUM", "NOUN", "PUNCT"), tags=("",) * 5, morphs=("",) * 5, lemmas=("",) * 5,
            heads=(1, 1, 3, 1, 1), deps=("nsubj", "ROOT", "nummod", "obj", "punct"),
        )  # fmt: skip
        random = Random(3)
        ways = [written.augmented([sentence, sentence], random) for _ in range(2000)]
        shown = Counter(" | ".join(str(written.to_doc(Vocab(), [one])) for one in way) for way in ways)
    assert set(shown) == {
        "Ana has 4 hens. | Ana has 4 hens.",
        "Ana has 4 hens . | Ana has 4 hens .",
        "ana has 4 hens. | ana has 4 hens.",
        "Ana has 4 hens. | Ana has 4 hens",
    }
    assert [round(count / 20) for _, count in shown.most_common()] == pytest.approx([78, 15, 5, 2], abs=2)
    for way in ways:
        for one in way:
            assert one.heads == sentence.heads[: len(one.words)]
            assert len({len(column) for column in (one.words, one.spaces, one.pos, one.heads, one.deps)}) == 1

"""The protocol: no test problem, and no near twin of one, is learned from, chosen by or calibrated on.

Most tests here change what must not be looked at, and compare: nothing else may change.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import fsum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arithmetree.any_model import load_model
from arithmetree.corpus import Record
from arithmetree.corpus.build import collect, near_duplicates, near_public
from arithmetree.corpus.manifest import Manifest
from arithmetree.corpus.record import save
from arithmetree.corpus.similarity import StoryIndex, masked_words, near
from arithmetree.corpus.splits import LEARNED, split, too_near
from arithmetree.errors import DataError
from arithmetree.evaluation import classifiers, closed, paper_training
from arithmetree.evaluation.closed import Configuration, run_fold
from arithmetree.evaluation.corpus_part import run_corpus
from arithmetree.evaluation.general_sets import GENERAL_SETS, run_general
from arithmetree.evaluation.open import check_unseen
from arithmetree.scores import Scores
from arithmetree.search import posterior
from arithmetree.training import tuning
from arithmetree.training.gold import GoldProblem
from arithmetree.training.parse_cache import CACHE_VARIABLE
from small_problems import SMALL_PROBLEMS

ROOT = Path(__file__).parents[1]
HELD = 2
"""The fold that is tested."""
EASY = "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
SMITHY = "A smith forged 14 horseshoes on Monday and sold 5 of them at the fair. How many horseshoes were left over?"
SMITHY_TWIN = (
    "A smith forged 31 horseshoes on Friday and sold 8 of them at the fair. How many horseshoes were left over?"
)
POND = "Seven grey geese and 3 white swans rested on the frozen pond near the mill. How many birds rested there?"
POND_TWIN = "Nine grey geese and 6 white swans rested on the frozen pond near the mill. How many birds rested there?"
KILN = "Each shelf of the kiln holds 6 clay pots in one firing. How many clay pots do 8 such shelves hold together?"


# The closed protocol


@pytest.fixture(scope="module", autouse=True)
def _cached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


def a_set(folder: Path, name: str, sign: str) -> Path:
    """Three folds; the words of the last are in no other, and its gold expressions all have this sign."""
    rows = []
    for number, row in enumerate(SMALL_PROBLEMS[:24]):
        expression = row["expression"].replace("/", "*")
        rows.append({"text": row["text"], "expression": expression, "fold": number % 2})
    for m, n in ((52, 4), (36, 3), (45, 9), (64, 8), (72, 6), (20, 5)):
        text = f"The zeppelin hauled {m} crates beyond {n} glaciers. How many zurbs emerged?"
        rows.append({"text": text, "expression": f"{m} {sign} {n}", "fold": HELD})
    for number, row in enumerate(rows):
        row["id"] = f"p{number}"
        left, made, right = str(row["expression"]).split()
        calculated = {
            "+": Fraction(left) + int(right),
            "-": Fraction(left) - int(right),
            "*": Fraction(left) * int(right),
        }
        row["answer"] = str(calculated[made])
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.mark.parametrize("system", ["ours", "paper"])
def test_gold_answers_of_the_test_fold_change_nothing_but_what_counts_as_right(tmp_path: Path, system: Any) -> None:
    one, other = (
        run_fold(str(a_set(tmp_path, name, sign)), tmp_path, HELD, Configuration(system))
        for name, sign in (("one", "+"), ("other", "*"))
    )
    assert one.recipe == other.recipe
    assert one.validation == other.validation
    found, again = ([each["expression"] for each in result.predictions.values()] for result in (one, other))
    assert len(found) == 6
    assert found == again
    right = [sum(each["right"] for each in result.predictions.values()) for result in (one, other)]
    assert min(right) == 0  # the same answers cannot be right for both


@pytest.mark.parametrize("system", ["ours", "paper"])
def test_no_classifier_learns_from_or_is_chosen_on_the_test_fold(
    tmp_path: Path, system: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: set[str] = set()

    def noted(fit: Callable[..., Any]) -> Callable[..., Any]:
        def fitted(recipe: Any, golds: Sequence[GoldProblem], *rest: Any) -> Any:
            learned.update(gold.id for gold in golds)
            return fit(recipe, golds, *rest)

        return fitted

    for module in (closed, tuning, classifiers, paper_training):
        monkeypatch.setattr(module, "fit", noted(module.fit))
    result = run_fold(str(a_set(tmp_path, "set", "+")), tmp_path, HELD, Configuration(system))
    assert learned == {f"p{number}" for number in range(24)}
    assert set(result.predictions) == {f"p{number}" for number in range(24, 30)}


# The open protocol: where models come from


class _Model:
    def __init__(self, provenance: dict[str, Any]) -> None:
        self.provenance = provenance


@pytest.mark.parametrize("name", ["ai2", "aggregate", "commoncore/questions.json", "alg514"])
@pytest.mark.parametrize("place", ["itself", "weights", "teachers", "teachers of its weights"])
def test_a_model_that_learned_from_a_public_set_in_any_way_is_not_measured_on_one(name: str, place: str) -> None:
    seen = {"sources": [{"name": "general"}, {"name": name}]}
    clean: dict[str, Any] = {"sources": [{"name": "general"}], "weights": None, "teachers": []}
    provenance = {
        "itself": seen,
        "weights": {**clean, "weights": [clean, seen]},
        "teachers": {**clean, "teachers": [seen]},
        "teachers of its weights": {**clean, "weights": [{**clean, "teachers": [seen]}]},
    }[place]
    with pytest.raises(DataError, match="it has seen problems of the set"):
        check_unseen(_Model(provenance))  # type: ignore[arg-type]
    check_unseen(_Model({**clean, "weights": [clean]}))  # type: ignore[arg-type]


def test_the_shipped_full_model_learned_from_nothing_that_is_held_out() -> None:
    check_unseen(load_model("full"))
    runs = [load_model("full").provenance]
    for run in runs:  # also the runs that its weights come from, and those that taught it
        if "same_as" in run:  # described elsewhere in this record
            continue
        names = {source["name"] for source in run["sources"]}
        assert names <= {*LEARNED, "paired", "gsm8k", "generated"}
        # Weights learn from no style that the confidence is fitted on, but for the even half of UMWP's own.
        assert set(run["result"]["dev"]) <= {"general_dev", "dev", "gsm8k_held"}
        assert set(filter(None, run["settings"].get("choose_by", "").split(","))) <= {"general_dev", "dev"}
        runs += [*(run["weights"] or ()), *run["teachers"]]
    assert len(runs) > 1


def test_the_shipped_linear_model_is_not_measured_on_public_sets() -> None:
    sources = {source["name"] for source in load_model("linear").provenance["sources"]}
    assert not {name for name in sources if name.endswith(".jsonl")} - {f"{part}.jsonl" for part in LEARNED}
    with pytest.raises(DataError, match="it has seen problems of the set"):
        check_unseen(load_model("linear"))


def test_alg514_is_not_measured_with_a_model_that_learned_from_a_public_set(tmp_path: Path) -> None:
    (tmp_path / "alg514").mkdir()
    row = {"iIndex": 1, "sQuestion": EASY, "lSolutions": [15.0]}
    (tmp_path / "alg514" / "questions.json").write_text(json.dumps([row]), encoding="utf-8")
    with pytest.raises(DataError, match="it has seen problems of the set"):
        run_general("alg514", tmp_path, model="linear")


def test_no_id_of_umwp_is_both_calibrated_on_and_measured(tmp_path: Path) -> None:
    (tmp_path / "umwp").mkdir()
    rows = [{"id": number, "question": EASY, "answer": [15], "answerable": True} for number in range(10)]
    (tmp_path / "umwp" / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [one.id for one in GENERAL_SETS["umwp"](tmp_path)] == ["1", "3", "5", "7", "9"]


# Near twins


def records_of(folder: Path, *texts: str) -> list[Record]:
    folder.mkdir(exist_ok=True)
    lines = [
        f"!OUT_OF_SCOPE | - | scene-{'abcdefgh'[number]} | - | - | 1 | - | {text}" for number, text in enumerate(texts)
    ]
    (folder / "a-01.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    found = collect([folder], {})
    assert found.faults == ()
    return list(found.records)


@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("number", [0, 1])
def test_every_problem_of_every_public_set_is_compared(tmp_path: Path, place: int, number: int) -> None:
    smithy, pond = records_of(tmp_path, SMITHY, POND)
    public = {name: [KILN, KILN] for name in ("FIRST", "SECOND", "THIRD")}
    name = list(public)[place]
    public[name][number] = SMITHY_TWIN
    found = near_public([pond, smithy], public)
    assert list(found) == [smithy.id]
    assert found[smithy.id].startswith(f"near {name} {number} (")


def test_the_nearest_public_problem_is_named_with_how_near_it_is(tmp_path: Path) -> None:
    (smithy,) = records_of(tmp_path, SMITHY)
    farther = SMITHY_TWIN + " He also mended an old plough, two gates and the iron ring of the village well."
    assert near_public([smithy], {"SET": [farther, SMITHY]})[smithy.id] == "near SET 1 (1.00, 1.00 contained)"


def test_of_near_problems_the_first_stays(tmp_path: Path) -> None:
    texts = (SMITHY, POND, SMITHY_TWIN, POND_TWIN, KILN)
    found = records_of(tmp_path, *texts)
    assert list(near_duplicates(found)) == [found[2].id, found[3].id]
    assert near_duplicates(found)[found[2].id].startswith(f"near {found[0].id} (")
    assert list(near_duplicates([found[2], found[0]])) == [found[0].id]
    together = [replace(found[0], family="a-k1"), replace(found[2], family="a-k1"), replace(found[3], family="a-k2")]
    assert near_duplicates(together) == {}
    assert list(near_duplicates([replace(found[1], family="a-k1"), replace(found[3], family="a-k2")])) == [found[3].id]


def test_of_several_near_problems_the_nearest_is_named(tmp_path: Path) -> None:
    farther = SMITHY_TWIN + " He also mended an old plough, two gates and the iron ring of the village well."
    found = [
        replace(record, family=family)
        for record, family in zip(records_of(tmp_path, farther, SMITHY, SMITHY_TWIN), "aab", strict=True)
    ]
    assert near_duplicates(found) == {found[2].id: f"near {found[1].id} (1.00, 1.00 contained)"}


def test_numbers_names_and_persons_are_masked_and_openers_are_not() -> None:
    text = "The smith Jon Tar paid Ana's 12 coins. In June he saw her; I saw Ben and Ben’s dog. Tom left. Ana"
    masked = "the smith Name paid Name 0 coins in Name they saw they i saw Name and Name dog Name left Name"
    assert " ".join(masked_words(text)) == masked
    assert masked_words("a In June") == ("a", "Name")


def test_nearness_begins_at_the_stated_shares() -> None:
    words = [f"{letter}{other}" for letter in "abcdefgh" for other in "klmnopqrst"]

    def of(count: int, start: int = 0) -> str:
        return " ".join(words[start : start + count])

    # 16 words are 14 trigrams; of two such texts 8 are shared by all 20.
    (match,) = near(of(16, 6), StoryIndex([("other", of(16))]))
    assert match.jaccard == pytest.approx(0.4)
    assert near(of(16, 7), StoryIndex([("other", of(16))])) == ()
    # A text of 12 trigrams that lies in a longer one is near; one of 11 is too short to be judged so.
    assert near(of(14), StoryIndex([("longer", of(60))]))
    assert near(of(13), StoryIndex([("longer", of(60))])) == ()
    assert near(of(60), StoryIndex([("shorter", of(14))]))


def test_the_nearest_comes_first_and_equal_ones_by_key() -> None:
    index = StoryIndex([("b", SMITHY), ("c", SMITHY_TWIN + " It was a cold day."), ("a", SMITHY), ("d", POND)])
    assert len(index) == 4
    assert [match.key for match in near(SMITHY, index)] == ["a", "b", "c"]


@pytest.mark.parametrize("part", ["families", "general"])
@pytest.mark.parametrize("held", ["test", "dev", "calibration", "general_test", "general_dev", "general_calibration"])
def test_a_near_twin_of_a_held_out_problem_is_not_learned_from(tmp_path: Path, part: str, held: str) -> None:
    smithy, pond, twin = records_of(tmp_path, SMITHY, POND, SMITHY_TWIN)
    assert too_near({part: [pond, twin], held: [smithy]}) == {twin.id: f"near {smithy.id}"}
    assert too_near({part: [pond, twin], "train": [smithy]}) == {}


def test_a_scenario_or_a_family_is_in_one_part_only(tmp_path: Path) -> None:
    (made,) = records_of(tmp_path, SMITHY)
    drawn = [
        replace(
            made, id=f"r{number}", scenario=f"scene {number // 4}", family=f"f{number // 8}" if number % 4 else None
        )
        for number in range(400)
    ]
    parts = split(drawn)
    assert sorted(record.id for part in parts.values() for record in part) == sorted(record.id for record in drawn)
    for name in ("train", "dev", "calibration"):
        assert [record.id for record in parts[name]] == [record.id for record in drawn if record in parts[name]]
    homes: dict[str, set[str]] = {}
    for name, part in parts.items():
        for record in part:
            homes.setdefault(record.family or record.scenario, set()).add(name)
    assert all(len(found) == 1 for found in homes.values())
    sizes = {name: len(part) / len(drawn) for name, part in parts.items()}
    assert sizes["dev"] == pytest.approx(0.1, abs=0.02)
    assert sizes["calibration"] == pytest.approx(0.25, abs=0.02)
    assert split(drawn) == parts


def test_a_share_takes_scenarios_as_long_as_that_brings_it_nearer_to_its_size(tmp_path: Path) -> None:
    (made,) = records_of(tmp_path, SMITHY)
    drawn = [replace(made, id=f"r{number}", scenario=f"scene {number // 10}", family=None) for number in range(100)]
    assert {name: len(part) for name, part in split(drawn).items()} == {"train": 60, "calibration": 30, "dev": 10}


def test_problems_written_for_the_test_go_to_no_learned_part() -> None:
    folders = Manifest.load(ROOT / "corpus").folders
    assert {folders["unseen"], folders["general_test"]}.isdisjoint(LEARNED)
    assert [folder for folder, part in folders.items() if part in LEARNED] == ["families", "general"]


# What counts as precise


def test_precision_on_the_corpus_counts_answers_to_what_has_none(tmp_path: Path) -> None:
    lines = (
        f"24 - 9 | crayons | crayons | - | - | 1 | - | {EASY}",
        f"!MISSING_INFORMATION | - | crayons | - | - | 1 | - | {EASY.replace('Mara', 'Nele')}",
    )
    (tmp_path / "z-01.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    save(collect([tmp_path], {}).records, tmp_path / "part.jsonl")
    found = run_corpus(tmp_path / "part.jsonl", model="full")
    assert found["at_precision"]["0.8"] == {"precision": 50.0, "coverage": 100.0}
    assert found["unanswerable_refused"] == 0.0
    assert found["accuracy"] == 100.0
    assert found["by_steps"] == {"1": {"problems": 1, "accuracy": 100.0}}
    assert found["calibration"]["bins"][-1]["problems"] == 1
    assert sum(each["right"] for each in found["calibration"]["bins"]) == 1.0


def test_precision_on_public_sets_counts_answers_to_what_has_none(tmp_path: Path) -> None:
    (tmp_path / "umwp").mkdir()
    rows = [
        {"id": 1, "question": EASY, "answer": [15.0], "answerable": True},
        {"id": 3, "question": EASY.replace("Mara", "Nele"), "answer": None, "answerable": False},
        {"id": 5, "question": "Nele had crayons. How many crayons did she have?", "answer": [3], "answerable": True},
    ]
    (tmp_path / "umwp" / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = run_general("umwp", tmp_path)
    assert found["right_of_the_answered"] == 50.0
    assert found["accuracy"] == 50.0
    assert (found["unanswerable_refused"], found["solvable_refused"], found["refusal_f1"]) == (0.0, 50.0, 0.0)
    assert found["answered"] == pytest.approx(66.67)


# The posterior


class _Only:
    """Allows answers from a number on."""

    highest = 0.0

    def __init__(self, least: int) -> None:
        self.least = least

    def score(self, candidate: Any) -> float:
        return 0.0 if candidate.value >= self.least else -np.inf


@pytest.mark.parametrize("least", [0, 3, 8])
def test_what_the_constraints_leave_is_shared_out_again(least: int) -> None:
    """Two quantities have few enough expressions to write down: all weights are in the answers that are left."""
    pair = np.full((2, 2, 6), -np.inf)
    pair[0, 1] = [0.5, 0.1, 0.2, 0.9, 0.3, 0.4]
    pair[1, 0] = pair[0, 1]
    scores = Scores.summed(np.array([-1.0, -2.0]), pair)
    values = [Fraction(6), Fraction(2)]
    free = dict(posterior(scores, values).probabilities)
    assert fsum(free.values()) == pytest.approx(1)
    allowed = {value: share for value, share in free.items() if value >= least}
    found = posterior(scores, values, [_Only(least)])  # type: ignore[list-item]
    assert dict(found.probabilities) == pytest.approx(
        {value: share / fsum(allowed.values()) for value, share in allowed.items()}
    )
    assert fsum(share for _, share in found.probabilities) == pytest.approx(1)

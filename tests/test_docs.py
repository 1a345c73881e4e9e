"""The pages for readers: figures filled in from the result files, and links that lead somewhere."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "corpus" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_FENCED = re.compile(r"```.*?```", re.DOTALL)


def _load_tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables = _load_tables()


def _anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", _FENCED.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", tables.PAGES, ids=lambda path: path.name)
def test_figures_are_those_of_the_result_files(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert "<!-- table: " in page
    assert tables.fill(page) == page, "run: python docs/tables.py"


def test_no_other_page_has_regions_that_nobody_fills() -> None:
    rest = set(PAGES) - set(tables.PAGES)
    assert [path.name for path in rest if "<!-- table: " in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_relative_links_lead_somewhere(path: Path) -> None:
    page = _FENCED.sub("", path.read_text(encoding="utf-8"))
    broken = []
    for link in _LINK.findall(page):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or (anchor and anchor not in _anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    docs = ROOT / "docs"
    linked = set(_LINK.findall((docs / "index.md").read_text(encoding="utf-8")))
    assert {path.relative_to(docs).as_posix() for path in docs.rglob("*.md")} - {"index.md"} <= linked


@pytest.mark.parametrize("path", sorted((ROOT / "docs").rglob("*.md")), ids=lambda path: path.name)
def test_links_of_the_documentation_stay_inside_it(path: Path) -> None:
    page = _FENCED.sub("", path.read_text(encoding="utf-8"))
    inside = [link for link in _LINK.findall(page) if not re.match(r"[a-z]+:|#", link)]
    outside = [link for link in inside if not (path.parent / link).resolve().is_relative_to(ROOT / "docs")]
    assert outside == []


def test_results_are_shown_by_data_set_and_only_for_full_runs(tmp_path: Path) -> None:
    def write(name: str, dataset: str, accuracy: float, **changed: object) -> None:
        configuration = {"system": "ours", "without": [], "constraints": "learned", "search": "exact"} | changed
        folds = [{"accuracy": accuracy, "size": 10}, {"accuracy": accuracy, "size": 11}]
        result = {"dataset": dataset, "accuracy": accuracy, "folds": folds, "configuration": configuration}
        result |= {"accuracy_read_folds": accuracy + 1, "accuracy_unread_folds": accuracy - 1}
        result["classifiers"] = {name: {"relaxed": accuracy, "strict": 50} for name in ("relevance", "lca")}
        (tmp_path / f"closed-{name}.json").write_text(json.dumps(result), encoding="utf-8")

    assert tables.closed_results(tmp_path) == "*Not measured yet.*"
    assert tables.closed_folds(tmp_path).count("\n") == tables.closed_classifiers(tmp_path).count("\n") == 1
    write("a", "illinois", 81.25)
    write("b", "illinois", 70.5, system="paper", constraints="all", search="beam")
    write("c", "illinois", 12.0, without=["unit"])
    write("d", "illinois", 71.5, system="paper", constraints="all", search="exact")
    write("e", "ai2", 66.0, system="paper", constraints="all", search="beam")
    _, _, ai2, illinois = tables.closed_results(tmp_path).splitlines()
    assert illinois == "| IL | 21 | 2 | 73.9 | 73.9 | 70.5 | 81.2 |"
    assert ai2 == "| AI2 | 21 | 2 | 72.0 | 78.0 | 66.0 |  |"
    _, _, ai2, illinois = tables.closed_folds(tmp_path).splitlines()
    assert illinois == "| IL | 71.5 | 69.5 | 82.2 | 80.2 |"
    assert ai2 == "| AI2 | 67.0 | 65.0 |  |  |"
    _, _, ai2, illinois, _, operation = tables.closed_classifiers(tmp_path).splitlines()
    assert illinois == "| relevance | IL | 95.4 / 93.2 | 70.5 / 50.0 | 81.2 / 50.0 |"
    assert ai2 == "| relevance | AI2 | 94.7 / 89.1 | 66.0 / 50.0 |  |"
    assert operation == "| operation | IL | 75.7 / 75.7 | 70.5 / 50.0 | 81.2 / 50.0 |"


def test_open_results_are_shown_where_they_were_measured(tmp_path: Path) -> None:
    made = (tables.open_results, tables.open_corpus, tables.open_general, tables.open_general_sets)
    assert {make(tmp_path) for make in made} == {tables.NOT_MEASURED}
    said = [("solved", True), ("solved", False), ("abstained", True), ("abstained", False), ("solved", True)]
    found = {
        str(number): {"status": status, "right": right, "confidence": 0.5}
        for number, (status, right) in enumerate(said)
    }
    result = {"predictions": found, "accuracy": 60.0, "configuration": {"model": "shipped"}}
    (tmp_path / "open-ai2.json").write_text(json.dumps(result), encoding="utf-8")
    other = result | {"configuration": {"model": "build/mine"}}
    (tmp_path / "open-illinois.json").write_text(json.dumps(other), encoding="utf-8")
    # A refusal may carry a right guess, which a user who asked for an answer has not been given.
    assert tables.open_results(tmp_path).splitlines()[2:] == ["| AI2 | 5 | 60.0 | 60.0 | 66.7 | 40.0 | 50.0 |"]
    corpus = {
        "accuracy": 81.25,
        "families": {"all_right": 60.0},
        "calibration": {"expected_calibration_error": 0.0213},
        "at_precision": {"0.9": {"precision": 91.0, "coverage": 70.5}, "0.98": {"precision": 0.0, "coverage": 0.0}},
        "unanswerable_refused": 75.0,
        "solvable_refused": 2.5,
        "control_without_question": {
            "accuracy": 30.0,
            "majority": 6.0,
            "same_story": {"accuracy": 70.0, "without_question": 20.0, "best_without_question": 40.0},
        },
        "by_phenomenon": {
            "rate": {"problems": 40, "accuracy": 90.0},
            "if-clause": {"problems": 25, "accuracy": 60.0},
            "fractions": {"problems": 8, "accuracy": 10.0},
        },
    }
    (tmp_path / "open-corpus-linear.json").write_text(json.dumps(corpus), encoding="utf-8")
    shown = tables.open_corpus(tmp_path).splitlines()
    assert shown[0] == "|  | linear model |"
    assert "| at requested precision 0.9: precision / coverage | 91.0 % / 70.5 % |" in shown
    assert "| at requested precision 0.98: precision / coverage | none given |" in shown
    assert "| expected calibration error | 0.021 |" in shown
    assert tables.open_phenomena(tmp_path).splitlines()[2:] == ["| if clause | 25 | 60.0 |", "| rate | 40 | 90.0 |"]


def test_corpus_figures_of_an_earlier_full_model_are_not_shown_as_those_of_today(tmp_path: Path) -> None:
    by_phenomenon = {"rate": {"problems": 40, "accuracy": 90.0}}
    earlier = {"configuration": {"model": "shipped"}, "by_phenomenon": by_phenomenon}
    (tmp_path / "open-corpus-full.json").write_text(json.dumps(earlier), encoding="utf-8")
    assert tables.open_phenomena(tmp_path) == tables.NOT_MEASURED
    (tmp_path / "open-corpus-full.json").write_text(json.dumps(earlier | {"by_kind": {}}), encoding="utf-8")
    assert tables.open_phenomena(tmp_path).splitlines()[2:] == ["| rate | 40 | 90.0 |"]


def test_general_results_by_kind_hardest_first(tmp_path: Path) -> None:
    general = {
        "configuration": {"model": "full"},
        "problems": 30,
        "accuracy": 50.0,
        "families": {"families": 8, "all_right": 25.0},
        "binding_families": {"families": 2, "all_right": 50.0},
        "calibration": {"expected_calibration_error": 0.0512},
        "at_precision": {"0.9": {"precision": 92.0, "coverage": 40.0}, "0.98": {"precision": 0.0, "coverage": 0.0}},
        "unanswerable_refused": 60.0,
        "solvable_refused": 5.0,
        "by_kind": {"reuse": {"problems": 20, "accuracy": 60.0}, "clock": {"problems": 10, "accuracy": 30.0}},
        "by_style": {"exam": {"problems": 30, "accuracy": 50.0}},
    }
    (tmp_path / "open-general-full.json").write_text(json.dumps(general), encoding="utf-8")
    shown = tables.open_general(tmp_path).splitlines()
    assert "| binding families with all answers right | 50.0 % of 2 |" in shown
    assert "| at requested precision 0.98: precision / coverage | none given |" in shown
    kinds = tables.TABLES["open-general-kinds"](tmp_path).splitlines()
    assert kinds == [
        "| kind | number | right |",
        "| --- | --- | --- |",
        "| clock | 10 | 30.0 |",
        "| reuse | 20 | 60.0 |",
    ]
    gsm8k = {
        "configuration": {"model": "shipped"},
        "problems": 7,
        "accuracy": 40.0,
        "accuracy_up_to_3_steps": 50.0,
        "answered": 30.0,
        "right_of_the_answered": 80.0,
        "unanswerable_refused": None,
        "solvable_refused": 70.0,
        "refusal_f1": 0.0,
    }
    (tmp_path / "open-gsm8k.json").write_text(json.dumps(gsm8k), encoding="utf-8")
    row = tables.open_general_sets(tmp_path).splitlines()[2]
    assert row == "| GSM8K, held-out tenth | 7 | 40.0 | 50.0 | 30.0 | 80.0 |  | 70.0 | 0.0 |"


def test_trust_is_shown_for_every_style_left_out(tmp_path: Path) -> None:
    given, none = {"precision": 90.0, "coverage": 50.0}, {"precision": None, "coverage": 0.0}
    part = {"problems": 80, "right": 60.0, "solvable_refused": 1.0, "unanswerable_refused": None}
    part |= {"default": given, "0.9": given, "0.95": given, "0.98": none}
    report = {"all": part | {"problems": 200}, "left_out": {"forum": part}}
    report |= {"thresholds": [[0.9, 0.63204], [0.98, 0.98]], "refuse_below": 0.2478}
    (tmp_path / "trust.json").write_text(json.dumps(report), encoding="utf-8")
    _, _, forum, every = tables.trust_styles(tmp_path).splitlines()
    assert forum == "| forum | 80 | 60.0 | 90.0 / 50.0 | 90.0 / 50.0 | 90.0 / 50.0 | none given |  | 1.0 |"
    assert every.startswith("| all, fitted on all | 200 |")
    assert tables.trust_thresholds(tmp_path).splitlines()[2] == "| 0.9 | 0.632 |"
    assert tables.trust_refusals(tmp_path) == "25"


def test_region_of_an_unknown_table_is_refused() -> None:
    with pytest.raises(ValueError, match=r"unknown table 'sums'; known are .*closed-results"):
        tables.fill("<!-- table: sums --><!-- end -->")


def test_every_result_file_has_its_command(tmp_path: Path) -> None:
    listed = tables.result_commands(tables.RESULTS)
    for path in tables.RESULTS.glob("*.json"):
        assert f"| `{path.name}` |" in listed
    assert tables.command_of(tables.RESULTS / "closed-ai2-paper.json").startswith(
        "arithmetree bench ai2 --data DIR --system"
    )
    unknown = tmp_path / "guesses.json"
    unknown.write_text("{}", encoding="utf-8")
    with pytest.raises(KeyError, match=r"commands\.toml"):
        tables.command_of(unknown)
    named = {word for line in listed.splitlines() for word in re.findall(r"(?:benchmarks|training)/[\w/]+\.py", line)}
    assert all((ROOT / script).is_file() for script in named)


def test_published_systems_stand_beside_ours() -> None:
    shown = tables.TABLES["published-arithmetic"](tables.RESULTS)
    assert "| Roy and Roth 2015, all constraints | 72.0 | 73.9 | 45.2 |  |  |" in shown
    ours = json.loads((tables.RESULTS / "closed-ai2.json").read_text(encoding="utf-8"))["accuracy"]
    assert f"| **arithmetree, linear model** (closed) | {ours:.1f} |" in shown
    assert "alg514" in tables.TABLES["published-general"](tables.RESULTS).splitlines()[0]

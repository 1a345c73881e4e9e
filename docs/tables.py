"""Fill the figures of the README and of these pages from the result files, so that none is typed by hand.

    python docs/tables.py [--check]

A region `<!-- table: NAME -->...<!-- end -->` is replaced by the table or fact NAME, made from docs/results/*.json.
With --check nothing is written, and the exit status is 1 if a page is out of date.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import fsum
from pathlib import Path
from typing import Any

from arithmetree.corpus.practice import practice_stories
from arithmetree.evaluation.published import ANSWERS, CLASSIFIERS, SYSTEMS

DOCS = Path(__file__).resolve().parent
RESULTS = DOCS / "results"
MODELS = DOCS.parent / "src" / "arithmetree" / "models"
NOT_MEASURED = "*Not measured yet.*"
PAGES = (
    DOCS.parent / "README.md",
    *(
        DOCS / f"{name}.md"
        for name in (
            "method",
            "paper",
            "results",
            "model",
            "error_analysis",
            "limits",
            "trust",
            "explanations",
            "search",
            "reading",
            "pasting",
            "corpus",
            "published",
            "guides/worksheet",
            "reliability",
        )
    ),
)

_REGION = re.compile(r"(<!-- table: ([\w-]+) -->)(.*?)(<!-- end -->)", re.DOTALL)

SETS = {
    "ai2": "AI2",
    "illinois": "IL",
    "commoncore": "CC (unseen kinds)",
    "allArith": "allArith",
    "allArithLex": "allArithLex",
    "allArithTmpl": "allArithTmpl",
    "aggregate": "aggregate",
    "aggregateLex": "aggregateLex",
    "aggregateTmpl": "aggregateTmpl",
}

GENERAL_SETS = {"alg514": "alg514", "gsm8k": "GSM8K, held-out tenth", "umwp": "UMWP, odd ids"}

FEWEST_SHOWN = 20
"""Groups with fewer problems say too little."""

GOLD_ROWS = {
    "quantities": "quantities: span and value (F1)",
    "verb": "verb",
    "subject": "subject, as written",
    "subject_resolved": "subject, pronouns resolved",
    "recipient": "recipient",
    "unit": "unit, all words",
    "unit_head": "unit, head noun",
    "rate F1": "rate with both units (F1)",
    "is a rate F1": "is a rate at all (F1)",
    "related F1": "related noun phrases (F1)",
    "question token F1": "question (token F1)",
    "question exact": "question, exact span",
}


def read(folder: Path, name: str) -> Any:
    """One result file."""
    return json.loads((folder / name).read_text(encoding="utf-8"))


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def closed_runs(folder: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """The full runs of our system and of the paper's method, by data set; those that leave something out are not."""
    ours: dict[str, Any] = {}
    rerun: dict[str, Any] = {}
    for path in sorted(folder.glob("closed-*.json")):
        result = read(folder, path.name)
        setting = result["configuration"]
        if "system" not in setting or setting["without"]:
            continue  # the full model on alg514, or a run that leaves something out
        if (setting["system"], setting["constraints"], setting["search"]) == ("ours", "learned", "exact"):
            ours[result["dataset"]] = result
        elif (setting["system"], setting["constraints"], setting["search"]) == ("paper", "all", "beam"):
            rerun[result["dataset"]] = result
    return ours, rerun


def closed_results(folder: Path) -> str:
    """Accuracy in the closed protocol, one row for each data set."""
    ours, rerun = closed_runs(folder)
    if not ours and not rerun:
        return NOT_MEASURED
    rows = []
    for name, title in SETS.items():
        result = ours.get(name) or rerun.get(name)
        if result is not None:
            size = sum(fold["size"] for fold in result["folds"])
            figures_of = [rows[name] for rows in ANSWERS.values() if name in rows]
            published = (f"{ANSWERS['all'][name]:.1f}", f"{max(figures_of):.1f}") if figures_of else ("", "")
            figures = [f"{found[name]['accuracy']:.1f}" if name in found else "" for found in (rerun, ours)]
            rows.append([title, size, len(result["folds"]), *published, *figures])
    head = ["data set", "problems", "folds", "paper", "paper, its best constraints", "its method here", "arithmetree"]
    return table(head, rows)


def closed_folds(folder: Path) -> str:
    """Accuracy on the folds whose errors were read while developing, and on the others."""
    runs = closed_runs(folder)
    rows = []
    for name, title in SETS.items():
        figures = [
            f"{found[name][f'accuracy_{part}_folds']:.1f}" if name in found else ""
            for found in reversed(runs)
            for part in ("read", "unread")
        ]
        if any(figures):
            rows.append([title, *figures])
    systems = ("its method here", "arithmetree")
    return table(["data set", *(f"{system}, {part}" for system in systems for part in ("read", "not read"))], rows)


def closed_classifiers(folder: Path) -> str:
    """Relevance and operation by themselves: relaxed over decisions, strict over problems."""
    ours, rerun = closed_runs(folder)
    rows = []
    for decision, decision_title in {"relevance": "relevance", "lca": "operation"}.items():
        for name, title in SETS.items():
            pair = CLASSIFIERS[decision]["everything"].get(name)
            published = "" if pair is None else _pair(*pair)
            figures = [
                "{relaxed:.1f} / {strict:.1f}".format(**found[name]["classifiers"][decision]) if name in found else ""
                for found in (rerun, ours)
            ]
            if any(figures):
                rows.append([decision_title, title, published, *figures])
    return table(["relaxed / strict", "data set", "paper", "its method here", "arithmetree"], rows)


def of_the_shipped(folder: Path, name: str) -> dict[str, Any] | None:
    """A result of the open protocol, if it was measured with the model that ships; None otherwise."""
    if not (folder / name).exists():
        return None
    result: dict[str, Any] = read(folder, name)
    return result if result["configuration"]["model"] in ("shipped", "full") else None


def open_results(folder: Path) -> str:
    """The full model on sets that it has not learned from: its best guess on all problems, and what a user gets."""
    rows = []
    for name, title in SETS.items():
        result = of_the_shipped(folder, f"open-{name}.json")
        if result is None:
            continue
        every = list(result["predictions"].values())
        answered = [found for found in every if found["status"] == "solved"]
        right = sum(found["right"] for found in answered)
        sure = fsum(found["confidence"] or 0.0 for found in every)
        figures = (len(answered) / len(every), right / max(len(answered), 1), right / len(every), sure / len(every))
        rows.append([title, len(every), f"{result['accuracy']:.1f}", *(f"{100 * share:.1f}" for share in figures)])
    head = [
        "data set", "problems", "best guess right", "answered", "right of the answered", "answered and right",
        "confidence, mean",
    ]  # fmt: skip
    return table(head, rows) if rows else NOT_MEASURED


def result_commands(folder: Path) -> str:
    """Every result file with the command that makes it: its own, or that of commands.toml."""
    return table(
        ["file", "command"], [[f"`{path.name}`", f"`{command_of(path)}`"] for path in sorted(folder.glob("*.json"))]
    )


def command_of(path: Path) -> str:
    """The command that makes a result file; KeyError if nothing says it."""
    own = json.loads(path.read_text(encoding="utf-8")).get("command")
    if own is not None:
        return str(own)
    patterns: dict[str, str] = tomllib.loads((RESULTS / "commands.toml").read_text(encoding="utf-8"))["patterns"]
    for pattern, command in patterns.items():
        before, star, after = pattern.partition("*")
        if path.name == pattern:
            return command
        if star and path.name.startswith(before) and path.name.endswith(after):
            name = path.name.removeprefix(before).removesuffix(after)
            return command.replace("NAME", name).replace("FILE", f"docs/results/{path.name}")
    raise KeyError(f"no command for {path.name}; write it into docs/results/commands.toml")


def practice_stories_of(grade: int | None = None) -> Callable[[Path], str]:
    """How many stories there are for practice sheets, of all grades or of one."""
    return lambda _: f"{sum(grade in (None, story.grade) for story in practice_stories()):,}"


def published_systems(sets: Sequence[str]) -> Callable[[Path], str]:
    """Other systems as published, by data set, and ours in both protocols as measured."""

    def made(folder: Path) -> str:
        closed, rerun = closed_runs(folder)
        opened = {name: found for name in sets if (found := of_the_shipped(folder, f"open-{name}.json")) is not None}
        own = {name: read(folder, f"closed-{name}.json") for name in sets if name == "alg514"}
        ours = {
            "**the paper's method, run here** (closed)": rerun,
            "**arithmetree, linear model** (closed)": closed,
            "**arithmetree, full model** (closed)": own,
            "**arithmetree, full model** (open, best guess)": opened,
        }
        figures: dict[str, Mapping[str, float]] = dict(SYSTEMS)
        figures |= {title: {name: one["accuracy"] for name, one in found.items()} for title, found in ours.items()}
        rows = [
            [title, *(_shown(found.get(name)) for name in sets)]
            for title, found in figures.items()
            if any(name in found for name in sets)
        ]
        return table(["system", *((SETS | GENERAL_SETS)[name].partition(",")[0] for name in sets)], rows)

    return made


def _shown(per_cent: float | None, unit: str = "") -> str:
    """A share in per cent; nothing where there is none."""
    return "" if per_cent is None else f"{per_cent:.1f}{unit}"


def open_general_sets(folder: Path) -> str:
    """Algebra, GSM8K and problems without an answer."""
    rows = []
    for name, title in GENERAL_SETS.items():
        found = of_the_shipped(folder, f"open-{name}.json")
        if found is not None:
            keys = (
                "accuracy", "accuracy_up_to_3_steps", "answered", "right_of_the_answered", "unanswerable_refused",
                "solvable_refused", "refusal_f1",
            )  # fmt: skip
            rows.append([title, found["problems"], *(_shown(found[key]) for key in keys)])
    head = [
        "data set", "problems", "best guess right", "of those with up to 3 steps", "answered", "right of the answered",
        "unanswerable refused", "solvable refused", "F1 of refusing",
    ]  # fmt: skip
    return table(head, rows) if rows else NOT_MEASURED


def general_part(folder: Path) -> dict[str, Any] | None:
    """The full model on the general test part."""
    return of_the_shipped(folder, "open-general-full.json")


def open_general(folder: Path) -> str:
    """The full model on the general test part, in a few rows."""
    found = general_part(folder)
    if found is None:
        return NOT_MEASURED
    rows = [
        ["problems", found["problems"]],
        ["right answers, of the solvable", _shown(found["accuracy"], " %")],
        ["families with all answers right", _of_families(found["families"])],
        ["binding families with all answers right", _of_families(found["binding_families"])],
        ["expected calibration error", f"{found['calibration']['expected_calibration_error']:.3f}"],
    ]
    rows += [
        [f"at requested precision {wanted}: precision / coverage", _at_precision(cell)]
        for wanted, cell in found["at_precision"].items()
    ]
    rows += [
        ["unanswerable problems refused", _shown(found["unanswerable_refused"], " %")],
        ["solvable problems refused", _shown(found["solvable_refused"], " %")],
    ]
    return table(["", "full model"], rows)


def _of_families(found: Mapping[str, Any]) -> str:
    return f"{found['all_right']:.1f} % of {found['families']}"


def _at_precision(cell: Mapping[str, float]) -> str:
    # Where nothing is answered there is no precision to report.
    return f"{cell['precision']:.1f} % / {cell['coverage']:.1f} %" if cell["coverage"] else "none given"


def open_general_by(field: str, title: str) -> Callable[[Path], str]:
    """Right answers of the full model on the general test part by kind or by style, hardest first."""

    def made(folder: Path) -> str:
        found = general_part(folder)
        if found is None:
            return NOT_MEASURED
        parts = sorted(found[f"by_{field}"].items(), key=lambda item: item[1]["accuracy"])
        return table([title, "number", "right"], [[n, p["problems"], f"{p['accuracy']:.1f}"] for n, p in parts])

    return made


def _precision_and_coverage(part: Mapping[str, float | None]) -> str:
    # Where nothing is answered there is no precision to report.
    return "none given" if part["precision"] is None else f"{part['precision']:.1f} / {part['coverage']:.1f}"


def trust_styles(folder: Path) -> str:
    """What the confidence is worth on a style that was left out of its fit, each in turn."""
    found = read(folder, "trust.json")
    rows = [
        [name, part["problems"], _shown(part["right"]),
         *(_precision_and_coverage(part[key]) for key in ("default", "0.9", "0.95", "0.98")),
         _shown(part["unanswerable_refused"]), _shown(part["solvable_refused"])]
        for name, part in (*found["left_out"].items(), ("all, fitted on all", found["all"]))
    ]  # fmt: skip
    head = [
        "style left out", "problems", "best guess right", "as it comes", "0.9 requested", "0.95 requested",
        "0.98 requested", "unanswerable refused", "solvable refused",
    ]  # fmt: skip
    return table(head, rows)


def trust_thresholds(folder: Path) -> str:
    """The confidence that each requested precision needs."""
    pairs = read(folder, "trust.json")["thresholds"]
    return table(["requested precision", "confidence needed"], [[f"{p:g}", f"{needed:.3f}"] for p, needed in pairs])


def trust_refusals(folder: Path) -> str:
    """Below which probability of an answer a problem is refused."""
    return f"{100 * read(folder, 'trust.json')['refuse_below']:.0f}"


def trust_linear(folder: Path) -> str:
    """The linear model on the same styles, as it ships."""
    rows = [
        [name, part["problems"], _shown(part["right"]),
         *(_precision_and_coverage(part[key]) for key in ("default", "0.9", "0.95")),
         _shown(part["unanswerable_refused"]), _shown(part["solvable_refused"])]
        for name, part in read(folder, "trust_linear.json")["styles"].items()
    ]  # fmt: skip
    head = [
        "style", "problems", "best guess right", "as it comes", "0.9 requested", "0.95 requested",
        "unanswerable refused", "solvable refused",
    ]  # fmt: skip
    return table(head, rows)


def trust_signals(folder: Path) -> str:
    """What each signal is worth: without those in use, with those that were tried."""
    found = read(folder, "signals.json")
    named = [("all in use", found["in use"])]
    named += [(f"without: {name}", part) for name, part in found["without"].items()]
    named += [(f"with: {name}", part) for name, part in found["with"].items()]
    named.append(("with all that were tried", found["with all"]))
    rows = [
        [name, f"{part['brier']:.4f}", f"{part['order']:.4f}",
         *(f"{100 * part[key]:.1f}" for key in ("worst precision at 0.95", "coverage at 0.95", "refused at 3 %"))]
        for name, part in named
    ]  # fmt: skip
    head = [
        "signals", "squared error", "order", "0.95: precision of the worst style", "0.95: coverage, mean",
        "unanswerable refused, at 3 % of the solvable",
    ]  # fmt: skip
    return table(head, rows)


def fold_overlap(folder: Path) -> str:
    """Problems of unread folds of which a copy is in a read fold of any set."""
    rows = [
        [SETS[name], found["unread"], found["same_letters"],
         *(found["unread"] - len(found[key]) for key in ("no_copy", "none_near"))]
        for name, found in read(folder, "fold_overlap.json")["sets"].items()
    ]  # fmt: skip
    return table(["data set", "problems in unread folds", "the same letters", "a copy", "a near problem"], rows)


def fold_overlap_accuracy(folder: Path) -> str:
    """The closed protocol on the problems of unread folds of which no copy is in a read fold of any set."""
    ours, rerun = closed_runs(folder)
    rows = []
    for name, found in read(folder, "fold_overlap.json")["sets"].items():
        row = [SETS[name]]
        for ids in (found["no_copy"], found["none_near"]):
            right = [[run[name]["predictions"][one]["right"] for one in ids] for run in (rerun, ours)]
            row += [str(len(ids)), *(f"{100 * sum(each) / len(each):.1f}" for each in right)]
        rows.append(row)
    systems = ("its method here", "arithmetree")
    return table(["data set", "problems without a copy", *systems, "problems with none near", *systems], rows)


def pasting_agreement(folder: Path) -> str:
    """How far readers agree with the gold set of pasted texts, beside the program."""
    readers, ours = read(folder, "pasting_agreement.json"), read(folder, "pasting.json")["held_out"]["per_cent"]
    rows = [[name, *(f"{part[name]:.1f}" for part in (readers["a"], readers["b"], ours))] for name in readers["a"]]
    return table(["held-out, per cent as in the gold set", "reader 1", "reader 2", "program"], rows)


def pasting_rows(folder: Path) -> str:
    """How pasted texts are separated and read, by part of the gold set."""
    parts = {name: found for name, found in read(folder, "pasting.json").items() if isinstance(found, dict)}
    measures = dict.fromkeys(name for found in parts.values() for name in found["per_cent"])
    shown = [f"{name.replace('held_out', 'held-out')} ({found['problems']} problems)" for name, found in parts.items()]
    rows = [[name, *(_shown(found["per_cent"].get(name)) for found in parts.values())] for name in measures]
    return table(["per cent", *shown], rows)


def _record(model: str) -> dict[str, Any]:
    """What a shipped model says of itself."""
    file = MODELS / model / "model.json"
    record: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return record


def training_sources(_folder: Path) -> str:
    """What the step model has learned from, as the shipped model says."""
    sources = _record("full")["provenance"]["sources"]
    rows = [[f"`{one['name']}`", f"{one['problems']:,}", f"{one['share_of_an_epoch']:g}"] for one in sources]
    return table(["part", "examples", "share of the part in an epoch"], rows)


def simulated_classes(folder: Path) -> str:
    """How the checker marks the work of simulated pupils."""
    rows = []
    for name, parts in (("classes", "dev parts"), ("classes-test", "test parts")):
        found = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        for key, title in (("with_key", "with a key"), ("without_key", "without one"), ("verify", "`verify`")):
            right, wrong = found[key]["right_work"], found[key]["wrong_work"]
            rows.append(
                [
                    f"{parts}, {title}",
                    f"{right['marked_wrong_per_cent']:.2f} %",
                    f"{wrong['marked_right_per_cent']:.2f} %",
                    f"{100 * right.get('not_sure', 0) / right['work']:.0f} % / "
                    f"{100 * wrong.get('not_sure', 0) / wrong['work']:.0f} %",
                ]
            )
    head = ["", "right work marked wrong", "wrong work marked right", "not sure, of right / wrong work"]
    return table(head, rows)


def training_settings(_folder: Path) -> str:
    """How the step model was trained, as the shipped model says."""
    provenance = _record("full")["provenance"]
    settings, result = provenance["settings"], provenance["result"]
    rows = [
        ["encoder", settings["encoder"]],
        ["layers of the decoder", settings["layers"]],
        ["updates", f"{result['updates']:,}"],
        ["examples in an update", settings["batch"]],
        ["examples seen", f"{result['problems_seen']:,}"],
        ["highest rate, encoder", f"{settings['encoder_rate']:g}"],
        ["highest rate, the rest", f"{settings['rate']:g}"],
        ["words hidden while learning", f"{100 * settings['hidden_words']:g} %"],
        ["seed", settings["seed"]],
    ]
    return table(["setting", "value"], rows)


def _corpus_runs(folder: Path) -> dict[str, Any]:
    """The shipped models on the test part of the corpus."""
    full = of_the_shipped(folder, "open-corpus-full.json")
    # A result without kinds was measured before the step model was the full model.
    found = {"full": full} if full is not None and "by_kind" in full else {}
    if (folder / "open-corpus-linear.json").exists():
        found["linear"] = read(folder, "open-corpus-linear.json")
    return found


def open_phenomena(folder: Path) -> str:
    """What is hard: right answers on the test part of the corpus by what a problem has, hardest first."""
    found = _corpus_runs(folder)
    if not found:
        return NOT_MEASURED
    parts = [result["by_phenomenon"] for result in found.values()]
    common = [name for name, part in parts[0].items() if part["problems"] >= FEWEST_SHOWN]
    rows = [
        [name.replace("-", " "), parts[0][name]["problems"], *(f"{part[name]['accuracy']:.1f}" for part in parts)]
        for name in sorted(common, key=lambda name: parts[0][name]["accuracy"])
    ]
    return table(["problems with", "number", *(f"{name} model, right" for name in found)], rows)


def open_corpus(folder: Path) -> str:
    """What the shipped models do on the test part of the corpus."""
    found = _corpus_runs(folder)
    if not found:
        return NOT_MEASURED
    rows: list[list[str]] = []

    def add(title: str, cell: Callable[[Any], str]) -> None:
        rows.append([title, *(cell(result) for result in found.values())])

    add("right answers, of the solvable", lambda r: f"{r['accuracy']:.1f} %")
    add("question families with all answers right", lambda r: f"{r['families']['all_right']:.1f} %")
    add("expected calibration error", lambda r: f"{r['calibration']['expected_calibration_error']:.3f}")
    for wanted in next(iter(found.values()))["at_precision"]:
        shown = [_at_precision(part["at_precision"][wanted]) for part in found.values()]
        rows.append([f"at requested precision {wanted}: precision / coverage", *shown])
    add("unanswerable problems refused", lambda r: f"{r['unanswerable_refused']:.1f} %")
    add("solvable problems refused", lambda r: f"{r['solvable_refused']:.1f} %")
    add("control: right without the question", lambda r: f"{r['control_without_question']['accuracy']:.1f} %")
    add("the commonest calculation for every problem", lambda r: f"{r['control_without_question']['majority']:.1f} %")
    for title, key in (
        ("same story, several questions: right", "accuracy"),
        ("the same without the question", "without_question"),
        ("the most that can be right without it", "best_without_question"),
    ):
        rows.append([title, *(f"{r['control_without_question']['same_story'][key]:.1f} %" for r in found.values())])
    return table(["", *(f"{name} model" for name in found)], rows)


def growth_rows(folder: Path) -> str:
    """How time grows with the length of a text."""
    parts = {k: v for k, v in read(folder, "growth.json").items() if isinstance(v, dict) and "greatest_factor" in v}
    rows = [
        [
            name,
            len(part["seconds"]),
            f"{part['sizes'][-2] // 1000} to {part['sizes'][-1] // 1000} KB",
            f"{part['greatest_factor']:.1f}",
            f"{part['slowest_seconds']:.2f} s",
        ]
        for name, part in parts.items()
    ]
    return table(["what", "patterns", "from, to", "greatest factor", "slowest"], rows)


def growth_by_count(folder: Path) -> str:
    """How time grows with the number of numbers, unknowns, questions and answers."""
    parts = {k: v for k, v in read(folder, "growth.json").items() if isinstance(v, dict) and "counts" in v}
    if not parts:
        return NOT_MEASURED
    rows = [
        [
            name,
            ", ".join(map(str, part["counts"])),
            ", ".join(f"{1000 * seconds:.0f}" for seconds in part["seconds"]),
            f"{max(part['factors']):.1f}",
        ]
        for name, part in parts.items()
    ]
    return table(["what", "counts", "milliseconds", "greatest factor"], rows)


def structured_rows(folder: Path) -> str:
    """What was fuzzed with input of the right shape."""
    found = read(folder, "fuzz_structured.json")
    parts = {k: v for k, v in found.items() if isinstance(v, dict) and "executions" in v}
    rows = [
        [k, v["executions"], f"{100 * v['read'] / v['executions']:.0f} %", v["crashes"], v["time_outs"]]
        for k, v in parts.items()
    ]
    return table(["what", "executions", "of them read", "crashes", "time-outs"], rows)


def kill_corpus_rows(folder: Path) -> str:
    """Builds of the corpus that were killed."""
    run = read(folder, "kill_corpus.json")
    names = ("kills", "killed while writing", "parts broken", "runs that came to their end", "outputs the same")
    return table(list(names), [[run.get(name, 0) for name in names]])


def fuzz_rows(folder: Path) -> str:
    """What was fuzzed and how often it crashed."""
    parts = {k: v for k, v in read(folder, "fuzz.json").items() if isinstance(v, dict) and "executions" in v}
    return table(["what", "executions", "crashes"], [[k, v["executions"], v["crashes"]] for k, v in parts.items()])


def atheris_rows(folder: Path) -> str:
    """What was fuzzed under the guidance of coverage."""
    parts = {k: v for k, v in read(folder, "atheris.json").items() if isinstance(v, dict) and "executions" in v}
    return table(
        ["what", "executions", "branches reached", "crashes", "time-outs"],
        [[k, v["executions"], v["branches"], v["crashes"], v["time_outs"]] for k, v in parts.items()],
    )


def mutation_rows(folder: Path) -> str:
    """How many changes of the code the tests notice, by group of modules."""
    groups = read(folder, "mutation.json")["groups"]
    counts = {
        name: (found["mutants"], found["killed"], sum(bool(one["reason"]) for one in found["survivors"]))
        for name, found in groups.items()
    }
    counts["all"] = tuple(map(sum, zip(*counts.values(), strict=True)))  # type: ignore[assignment]
    rows = [
        [name, mutants, killed, mutants - killed, harmless, f"{100 * killed / (mutants - harmless):.0f} %"]
        for name, (mutants, killed, harmless) in counts.items()
    ]
    columns = ["modules", "mutants", "killed", "survivors", "of them without effect", "killed of those with effect"]
    return table(columns, rows)


def mutation_samples(name: str) -> Callable[[Path], str]:
    """What was killed of an earlier sample, by whose survivors tests were written."""

    def killed(folder: Path) -> str:
        found = read(folder, "mutation.json")[name].values()
        mutants, killed = (sum(each[key] for each in found) for key in ("mutants", "killed"))
        return f"{killed} of {mutants} ({100 * killed / mutants:.0f} %)"

    return killed


def regex_rows(folder: Path) -> str:
    """The regular expressions whose time grows most."""
    found = read(folder, "regexes.json")["expressions"]
    worst = sorted(found.items(), key=lambda item: -item[1]["greatest_factor"])[:5]
    rows = [
        [f"`{place}`", f"{figures['greatest_factor']:.1f}", f"{figures['slowest_seconds'][-1]:.2f} s"]
        for place, figures in worst
    ]
    return table([f"of {len(found)} expressions, the five that grow most", "greatest factor", "slowest, 100 KB"], rows)


def kill_rows(folder: Path) -> str:
    """Batches that were killed again and again."""
    rows = []
    for engine in ("local", "dask"):
        run = read(folder, f"kill_batch_{engine}.json")
        kills = run["programs killed"] + run["workers killed"]
        rows.append([engine, kills, run["workers killed"], run["runs ended"], run["outputs the same"]])
    return table(["engine", "kills", "of them workers", "runs that came to their end", "outputs the same"], rows)


def kill_model_rows(folder: Path) -> str:
    """Programs that were killed while they trained or saved a model, and the model that was there afterwards."""
    train = read(folder, "kill_train.json")
    whole = train["older model"] + train["new model"] - train.get("ended before the kill", 0)
    rows = [["`train`", train["kills"], train["killed while writing"], whole, 0, 0]]
    for kind in ("linear", "full"):
        run = read(folder, f"kill_save_{kind}.json")
        whole = run["first model"] + run["second model"]
        none = [run.get(key, 0) for key in ("no folder yet", "folder lost")]
        rows.append([f"saving, {kind} model", run["kills"], run["left beside it"], whole, *none])
    head = ["what", "kills", "of them while it wrote", "a whole model after it", "none yet", "model lost"]
    return table(head, rows)


def damage_rows(folder: Path) -> str:
    """Model folders with a file missing, cut short or changed in one bit."""
    rows = [
        [
            kind,
            found["files"],
            found["missing"] + found["cut short"] + found["bit flipped"],
            found["refused by name"],
            found.get("loaded all the same", 0),
        ]
        for kind, found in read(folder, "faults.json")["damaged_models"].items()
    ]
    return table(["model folder", "files", "damages", "refused, the file named", "loaded"], rows)


def room_rows(folder: Path) -> str:
    """What commands that write do on a full disk and in a read-only folder."""
    faults = read(folder, "faults.json")

    def cell(found: dict[str, Any] | None) -> str:
        if found is None:
            return ""
        kept = ", old file kept" if found.get("old file unchanged") else ""
        again = ", then done" if found.get("with room again") == 0 else ""
        return f"status {found['status']}, {'one line' if found['clear'] else 'unclear'}{kept}{again}"

    full = {name: found for name, found in faults["full_disk"].items() if name != "left behind"}
    rows = [[name, cell(found), cell(faults["read_only"].get(name))] for name, found in full.items()]
    return table(["command", "full disk", "read-only folder"], rows)


def memory_rows(folder: Path) -> str:
    """`solve` under limits of its address space."""
    head = ["model", "limits", "right answer", "our line, status 1", "ended by a library", "wrong answer"]
    keys = ("right answer", "told by us", "ended by a library", "wrong answer")
    rows = []
    for model, found in read(folder, "faults.json")["little_memory"].items():
        counts = [found.get(key, 0) for key in keys]
        rows.append([model, sum(counts), *counts])
    return table(head, rows)


def soak_rows(folder: Path) -> str:
    """The service for minutes on end."""
    soak = read(folder, "soak.json")
    steady, crowd, restart = soak["sustained"], soak["ten_times"], soak["restart"]
    memory = steady["memory_mb"]
    refusals = ", ".join(f"{count} times {status}" for status, count in crowd["statuses"].items())
    facts = {
        "load of the machine before, cores": f"{soak['machine']['load_before']:.1f}, {soak['machine']['cores']}",
        "requests": f"{steady['requests']} in {steady['seconds']} s, all {', '.join(steady['statuses'])}",
        "memory of all processes, MB": ", ".join(f"{memory[at]} at the {at}" for at in ("start", "middle", "end")),
        "processor time of a request by fifths of the time, ms": ", ".join(
            f"{ms:.0f}" for ms in steady["processor_ms_by_fifth"]
        ),
        "median latency by fifths of the time, ms": ", ".join(f"{ms:.0f}" for ms in steady["median_ms_by_fifth"]),
        "ten times as many requests": f"{refusals}; {sum(crowd['errors'].values())} broken off",
        "restart while requests came in": f"{restart['status 200']} answered, {len(restart['failed'])} failed, "
        f"{restart.get('sent once more', 0)} sent once more over a new connection",
    }
    return table(["what", "found"], facts.items())


def determinism_rows(folder: Path) -> str:
    """The checksums of all answers."""
    rows = []
    for model, found in read(folder, "determinism.json")["models"].items():
        greatest = max(found["pipe_differs_by"].values())
        rows.append(
            [
                model,
                found["lines"],
                len(found["ways"]),
                len(found["ways"]) - len(found["other_bytes"]),
                ", ".join(f"{name} (by {by:.0e})" for name, by in found["other_bytes"].items()) or "none",
                f"{greatest:.0e}" if greatest else "0",
                f"`{found['sha256'][:12]}`",
            ]
        )
    head = ["model", "lines", "ways", "same bytes", "other bytes", "`pipe` differs by at most", "SHA-256"]
    return table(head, rows)


def determinism_ways(folder: Path) -> str:
    """Which ways were compared, in one line."""
    return "; ".join(read(folder, "determinism.json")["models"]["full"]["ways"]) + "."


METAMORPHIC_AIMS = dict.fromkeys(("other names", "another thing", "other numbers", "a smaller unit"), 98)
METAMORPHIC_AIM = 95


def metamorphic_rows(folder: Path) -> str:
    """How often a calculation stays the same when the story does, by part: of all and of the answers given before."""
    parts = read(folder, "metamorphic.json")["parts"]
    changes = dict.fromkeys(name for part in parts.values() for name, one in part.items() if "given_before" in one)
    rows = [
        [
            change,
            METAMORPHIC_AIMS.get(change, METAMORPHIC_AIM),
            *(
                "" if not (one := part.get(change, {})).get("changed")
                else f"{one['same_per_cent']:.1f} / {one['same_per_cent_where_given_before']:.1f} (of {one['changed']})"
                for part in parts.values()
            ),
        ]
        for change in changes
    ]  # fmt: skip
    return table(["change", "aim", *(f"`{part}`" for part in parts)], rows)


def metamorphic_refusals(folder: Path) -> str:
    """How often a problem that was made unanswerable is refused with a reason, or not answered at all."""
    parts = read(folder, "metamorphic.json")["parts"]
    asked = {name: part for name, part in parts.items() if any("refused_per_cent" in one for one in part.values())}
    changes = dict.fromkeys(name for part in asked.values() for name, one in part.items() if "refused_per_cent" in one)
    rows = [
        [
            change,
            *(
                f"{one['refused_per_cent']:.1f} / {one['no_answer_per_cent']:.1f} (of {one['changed']})"
                for one in (part[change] for part in asked.values())
            ),
        ]
        for change in changes
    ]
    return table(["change", *(f"`{part}`" for part in asked)], rows)


def search_rows(kind: str) -> Callable[[Path], str]:
    """The figures of exact and beam search for one kind of score tables."""

    def rows(folder: Path) -> str:
        return table(
            ["quantities", "exact, ms", "beam 200, ms", "exact / beam", "beam misses the optimum"],
            [
                [
                    row["n"],
                    f"{row['exact_ms']:.2f}",
                    f"{row['beam_ms']:.2f}",
                    f"{row['exact_over_beam']:.2f}",
                    f"{row['beam_misses_per_cent']:.0f} %",
                ]
                for row in read(folder, "search.json")["rows"][kind]
            ],
        )

    return rows


def derivation_search_rows(kind: str) -> Callable[[Path], str]:
    """Best-first search over derivations and beams, for one kind of scorers."""

    def rows(folder: Path) -> str:
        result = read(folder, "derivation_search.json")[kind]
        cases = result["cases"]
        return table(
            ["search", "median, ms", "99 %, ms", "prefixes, median", "prefixes, most", "misses the best answer"],
            [
                [
                    name,
                    f"{one['median_ms']:.2f}",
                    f"{one['p99_ms']:.2f}",
                    f"{one['prefixes_median']:g}",
                    one["prefixes_most"],
                    "0 (proven)" if one.get("proven") == cases else f"{one['misses_the_best_answer']} of {cases}",
                ]
                for name, one in result.items()
                if name != "cases"
            ],
        )

    return rows


def derivation_search_memory(folder: Path) -> str:
    """The median peak memory of a search on the drawn tables, in KB."""
    return f"{read(folder, 'derivation_search.json')['drawn']['exact']['peak_memory_kb']:.0f}"


def search_conditions(folder: Path) -> str:
    """How the search was measured, in one line."""
    result = read(folder, "search.json")
    versions = result["versions"]
    return (
        f"`{result['command']}`, Python {versions['python']}, numpy {versions['numpy']}; "
        f"constraints {' and '.join(result['constraints'])}; peak memory {result['peak_memory_mb']} MB."
    )


def gold_rows(folder: Path) -> str:
    """Reading against our gold set."""
    gold = read(folder, "reading.json")["gold"]
    head = ["per cent", *(f"{split} ({part['problems']} problems)" for split, part in gold.items())]
    rows = [[title, *(f"{part['per_cent'][key]:.1f}" for part in gold.values())] for key, title in GOLD_ROWS.items()]
    return table(head, rows)


def quantity_rows(folder: Path) -> str:
    """Quantities of the benchmark files that are found."""
    rows = [
        [
            SETS[name],
            part["problems"],
            f"{part['complete']} ({part['complete_per_cent']:.2f} %)",
            part["set_aside"],
            part["with_more"],
            "place and value" if part["places_compared"] else "value",
        ]
        for name, part in read(folder, "reading.json")["benchmark_quantities"].items()
    ]
    head = ["data set", "problems", "every quantity found", "one marked as no count", "more found than listed"]
    return table([*head, "compared by"], rows)


def rate_rows(folder: Path) -> str:
    """Rates against the labels of the benchmark files."""
    keys = ("problems", "rates", "precision", "recall", "f1", "questions_for_a_rate", "questions_f1")
    rows = [[SETS[name], *(part[key] for key in keys)] for name, part in _rates(folder).items()]
    return table(
        ["data set", "problems", "rates", "precision", "recall", "F1", "questions for a rate", "F1 of those"], rows
    )


def _rates(folder: Path) -> dict[str, Any]:
    rates: dict[str, Any] = read(folder, "reading.json")["benchmark_rates"]
    return rates


def agreement_rows(folder: Path) -> str:
    """How far two annotations of the same problems agree."""
    rows = read(folder, "reading.json")["agreement"]["rows"]
    return table(
        ["field, measure", "places", "agreement"],
        [[name, row["places"], f"{row['per_cent']:.1f} %"] for name, row in rows.items()],
    )


def learning_curve_rows(folder: Path) -> str:
    """Accuracy for more and more of the corpus in training, with the number of training problems."""
    result = read(folder, "learning_curve.json")
    tests = result["tests"]
    rows = []
    for recipe in result["recipes"]:
        curves = [test["curves"][recipe] for test in tests.values()]
        for points in zip(*curves, strict=True):
            cells = [f"{row['accuracy']:.1f} ({row['training_problems']:,})" for row in points]
            rows.append([recipe, points[0]["point"], *cells])
    titles = {"ai2": "AI2", "illinois": "IL", "commoncore": "CC"}
    return table(
        ["recipe", "corpus problems", *(f"{titles[name]} ({t['problems']})" for name, t in tests.items())], rows
    )


def general_curve(folder: Path) -> str:
    """Derivations found by small networks that learned from more or less data, by kind of problem."""
    runs = read(folder, "general_curve.json")["runs"]
    names = ("quarter", "half", "three-quarters", "all", "with-generated", "no-pairs", "no-values")
    order = [name for name in names if name in runs]
    kinds = sorted(runs["all"]["by_kind"], key=lambda kind: runs["all"]["by_kind"][kind])
    sizes = [next(one["problems"] for one in runs[name]["sources"] if one["name"] == "general") for name in order]
    return table(
        ["kind", *(runs[name]["what"] for name in order)],
        [
            ["general problems", *(f"{size:,}" for size in sizes)],
            ["general_dev, all kinds", *(runs[name]["general_dev"] for name in order)],
            *([kind, *(runs[name]["by_kind"][kind] for name in order)] for kind in kinds),
        ],
    )


def faithfulness(folder: Path) -> str:
    """How often the words given as evidence matter more than as many random ones."""
    kinds = {**read(folder, "faithfulness.json")["by_kind"], "all": read(folder, "faithfulness.json")["all"]}
    return table(
        ["decision", "number", "evidence matters more", "fall without it", "fall without random words"],
        [
            [
                name,
                row["decisions"],
                f"{100 * row['faithful_share']:.1f} %",
                row["mean_fall"],
                row["mean_fall_of_random_words"],
            ]
            for name, row in kinds.items()
        ],
    )


def explanation_ratings(folder: Path) -> str:
    """The shares of explanations that each reader called true, worded as a teacher would, and in a natural order."""
    found = read(folder, "explanations.json")
    named = [(f"reader {number}", row) for number, row in enumerate(found["readers"], 1)]
    named += [("mean", found["mean"]), ("readers agree", found["readers_agree"])]
    return table(
        ["", "true", "as a teacher would say it", "natural order"],
        [[name, *(f"{100 * row[asked]:.1f} %" for asked in ("true", "teacher", "order"))] for name, row in named],
    )


def explanation_worst(folder: Path) -> str:
    """The explanations that most was said against, by id, with the sentence that the readers quoted."""
    rows = read(folder, "explanations.json")["worst"]
    return table(
        ["problem", "sentence", "what the readers said"],
        [[row["id"], _cell(row["sentence"]), _cell("; ".join(filter(None, row["said"])))] for row in rows],
    )


def _cell(text: str) -> str:
    return text.replace("|", "/").replace("\n", " ")


def learning_curve_near(folder: Path) -> str:
    """Training problems removed because they are near a test problem."""
    tests = read(folder, "learning_curve.json")["tests"]
    titles = {"ai2": "AI2", "illinois": "IL", "commoncore": "CC"}
    rows = [
        [
            titles[name],
            *(
                f"{test['near_removed'][source]} of {test['near_removed'][source] + count:,}"
                for source, count in test["training"].items()
            ),
        ]
        for name, test in tests.items()
    ]
    return table(["test set", "from the other two sets", "from the corpus", "from the generated"], rows)


def error_causes(folder: Path) -> str:
    """Wrong answers of the closed protocol by cause, on the folds whose errors may be read."""
    result = read(folder, "errors.json")
    sets = result["sets"]
    rows = [
        [cause, *(found["causes"][cause] or "" for found in sets.values()), result["total"][cause]]
        for cause in result["causes"]
        if result["total"][cause]
    ]
    sums = [sum(found["causes"].values()) for found in sets.values()]
    rows.append(["all", *sums, sum(sums)])
    return table(["cause", *(found["title"] for found in sets.values()), "all"], rows)


def error_folds(folder: Path) -> str:
    """Accuracy on the folds whose errors may be read, and on the others."""
    rows = [
        [
            found["title"],
            *(
                cell
                for part in ("read", "unread")
                for cell in (
                    ", ".join(map(str, found[part]["folds"])),
                    found[part]["problems"],
                    f"{found[part]['accuracy']:.1f}",
                )
            ),
        ]
        for found in read(folder, "errors.json")["sets"].values()
    ]
    head = ["data set", "folds read", "problems", "accuracy", "folds not read", "problems", "accuracy"]
    return table(head, rows)


def exact_beam_rows(folder: Path) -> str:
    """Exact search and the beam with the same models on the same problems."""
    systems = {"ours": "arithmetree", "paper": "the paper's method"}
    rows = [
        [
            SETS[row["dataset"]],
            systems[row["system"]],
            row["searched"],
            row["exact_above"],
            row["exact_below"],
            row["answers_differ"],
            f"{row['exact_accuracy']:.1f}",
            f"{row['beam_accuracy']:.1f}",
        ]
        for row in sorted(
            read(folder, "exact_beam.json")["rows"].values(),
            key=lambda row: (list(SETS).index(row["dataset"]), row["system"]),
        )
    ]
    head = [
        "data set",
        "scores of",
        "problems",
        "exact better",
        "beam better",
        "other answer",
        "exact, right",
        "beam, right",
    ]
    return table(head, rows)


UNLIKELY = 0.01
"""A difference that chance gives more rarely than this is marked."""


def _ablation(folder: Path, name: str) -> dict[str, Any]:
    """One table of the ablation by data set, in their usual order; a run that was broken off is left out."""
    found = read(folder, "ablation.json")["tables"][name]
    whole = max((len(entry["rows"]) for entry in found.values()), default=0)
    return {
        dataset: found[dataset]["rows"] for dataset in SETS if dataset in found and len(found[dataset]["rows"]) == whole
    }


def _difference(row: dict[str, Any]) -> str:
    """The difference from the first row in points, with its p-value."""
    if not row.get("used", True):
        return ""
    if "difference" not in row:
        return f"{row['accuracy']:.1f}"
    p = "< 0.001" if row["p"] < 0.001 else f"{row['p']:.3f}" if row["p"] < UNLIKELY else f"{row['p']:.2f}"
    return f"{row['difference']:+.1f} ({p})"


def ablation_differences(name: str, change: str) -> Callable[[Path], str]:
    """Accuracy of the first row, and of each other row the difference from it, by data set."""

    def made(folder: Path) -> str:
        found = _ablation(folder, name)
        first, *others = list(dict.fromkeys(row for rows in found.values() for row in rows))
        titles = {first: first} | {row: f"{change} {row}" for row in others}
        rows = [
            [title, *cells]
            for row, title in titles.items()
            if any(cells := [_difference(rows[row]) for rows in found.values()])
        ]
        return table(["features", *(SETS[dataset] for dataset in found)], rows)

    return made


def ablation_constraints(folder: Path) -> str:
    """Our right answers under each setting of the constraints."""
    found = _ablation(folder, "constraints_ours")
    rows = [
        [setting, *(_marked(measured.get(setting)) for measured in found.values())] for setting in (*ANSWERS, "learned")
    ]
    return table(["constraints", *(SETS[dataset] for dataset in found)], rows)


ALLOWED = 2.0
"""A figure that is more points below the published one than this is marked."""


def _pair(relaxed: float, strict: float) -> str:
    return f"{relaxed:.1f} / {strict:.1f}"


def _beside(figure: str, ours: Sequence[float], published: Sequence[float]) -> str:
    """A figure of ours, in bold where it is further below the published one than is allowed."""
    is_below = any(round(theirs - mine, 2) > ALLOWED for mine, theirs in zip(ours, published, strict=True))
    return f"**{figure}**" if is_below else figure


def paper_classifiers(decision: str) -> Callable[[Path], str]:
    """The paper's first or second table: its classifier with all features and without each group."""

    def made(folder: Path) -> str:
        found = read(folder, "paper.json")["sets"]
        published = CLASSIFIERS[decision]
        sets = [name for name in SETS if name in found and name in published["everything"]]
        rows = []
        for group, figures in published.items():
            cells = []
            for name in sets:
                row = found[name][group][decision]
                ours = (row["relaxed"], row["strict"])
                cells += [_pair(*figures[name]), _beside(_pair(*ours), ours, figures[name])]
            rows.append(["all features" if group == "everything" else f"without {group}", *cells])
        head = [f"{SETS[name]}, {who}" for name in sets for who in ("paper", "here")]
        return table(["relaxed / strict", *head], rows)

    return made


def paper_answers(folder: Path) -> str:
    """The paper's third table: right answers under each setting of the constraints."""
    found = read(folder, "paper.json")["sets"]
    sets = [name for name in SETS if name in found]
    rows = []
    for setting, figures in ANSWERS.items():
        cells = []
        for name in sets:
            ours = found[name]["everything"]["answers"][setting]["accuracy"]
            cells += [f"{figures[name]:.1f}", _beside(f"{ours:.1f}", [ours], [figures[name]])]
        rows.append([setting, *cells])
    return table(["constraints", *(f"{SETS[name]}, {who}" for name in sets for who in ("paper", "here"))], rows)


def paper_text(folder: Path) -> str:
    """All features against those that the text of the paper lists, by McNemar's exact test."""
    rows = []
    for name, found in read(folder, "paper.json")["sets"].items():
        for setting, earlier in found["text"]["answers"].items():
            answers = found["everything"]["answers"][setting]
            against = answers["against_text"]
            cells = [f"{earlier['accuracy']:.1f}", f"{answers['accuracy']:.1f}", against["gained"], against["lost"]]
            rows.append([SETS[name], setting, *cells, f"{against['p']:.2g}"])
    return table(["data set", "constraints", "text alone", "with the code's", "gained", "lost", "p"], rows)


def paper_time(folder: Path) -> str:
    """How long the whole reproduction took."""
    found = read(folder, "paper.json")
    return f"{found['seconds'] / 60:.1f} minutes with {found['workers']} processes"


def paper_experiments(folder: Path) -> str:
    """Relevance on AI2 without related noun phrases, with one thing changed at a time."""
    found = read(folder, "paper_experiments.json")["rows"]
    head = ["changed", "all features", "without related-np"]
    return table(head, [[name, *(_pair(row[key]["relaxed"], row[key]["strict"]) for key in ("all", "without"))]
                        for name, row in found.items()])  # fmt: skip


def closed_change(folder: Path) -> str:
    """Our closed figures with the earlier recipes and with those of today, by McNemar's exact test."""
    rows = [
        [SETS[row["dataset"]], row["system"], *(f"{row[key]:.1f}" for key in ("before", "after")), row["gained"],
         row["lost"], f"{row['p']:.2g}"]
        for row in read(folder, "closed_change.json")["rows"]
    ]  # fmt: skip
    return table(["data set", "system", "before", "now", "gained", "lost", "p"], rows)


_OPEN_SETS = {
    **SETS, "alg514": "alg514", "gsm8k": "GSM8K, held-out tenth", "umwp": "UMWP, odd ids, unanswerable ones included",
    "corpus-full": "read-once test part, unanswerable ones included",
    "general-full": "general test part, unanswerable ones included",
}  # fmt: skip


def open_change(folder: Path) -> str:
    """The full model of the release before and that of today, by McNemar's exact test."""
    rows = [
        [_OPEN_SETS[row["dataset"]], *(f"{row[key]:.1f}" for key in ("before", "after")), row["gained"], row["lost"],
         f"{row['p']:.2g}"]
        for row in read(folder, "open_change.json")["rows"]
    ]  # fmt: skip
    return table(["data set", "before", "now", "gained", "lost", "p"], rows)


def _marked(row: dict[str, Any] | None) -> str:
    """An accuracy, with a star where it differs from the usual setting by more than chance."""
    if row is None:
        return ""
    return f"{row['accuracy']:.1f}{'*' if row.get('p', 1.0) < UNLIKELY else ''}"


SPEED_ROWS = {
    "read": "reading after the parse",
    "decide": "features, scores, search, posterior, explanation",
    "after_parse": "everything after the parse",
    "solve": "`solve`, one text at a time",
    "pipe": "`pipe`",
    "pipe_over_parse_in_batches": "`pipe`, over the parse in batches",
}


def speed_rows(folder: Path, name: str = "speed.json") -> str:
    """What solving costs in times of the bare parse of the same texts, with the limits that we set ourselves."""
    models = read(folder, name)["models"]

    def cell(model: Any, key: str, value: str) -> str:
        limit = model["targets"].get(key)
        return value if limit is None else f"{value} (limit {limit:g})"

    rows = [
        [title, *(cell(model, key, f"{model['times_the_parse'][key]:.2f}") for model in models.values())]
        for key, title in SPEED_ROWS.items()
    ]
    rows += [
        [title, *(cell(model, key, f"{model[key]:{form}}") for model in models.values())]
        for key, title, form in (
            ("cold_start_times_bare", "cold start of `arithmetree solve`, over a Python that loads the parser", ".2f"),
            ("peak_memory_mb", "peak memory, MB", "d"),
            ("solve_ms", "`solve`, ms a text", ".1f"),
            ("pipe_ms", "`pipe`, ms a text", ".1f"),
        )
    ]
    return table(["times the bare parse", *(f"{name} model" for name in models)], rows)


def speed_python(folder: Path, name: str) -> str:
    """The Python that a speed was measured with."""
    return str(read(folder, name)["versions"]["python"])


def once_measured(name: str, make: Callable[[Path], str]) -> Callable[[Path], str]:
    """A table that says so as long as its result file is missing."""
    return lambda folder: make(folder) if (folder / name).exists() else NOT_MEASURED


TABLES: dict[str, Callable[[Path], str]] = {
    "error-causes": once_measured("errors.json", error_causes),
    "error-folds": once_measured("errors.json", error_folds),
    "exact-beam": once_measured("exact_beam.json", exact_beam_rows),
    "speed": once_measured("speed.json", speed_rows),
    "speed-plain-python": once_measured(
        "speed-plain-python.json", lambda folder: speed_rows(folder, "speed-plain-python.json")
    ),
    "speed-python": once_measured("speed.json", lambda folder: speed_python(folder, "speed.json")),
    "speed-plain-python-python": once_measured(
        "speed-plain-python.json", lambda folder: speed_python(folder, "speed-plain-python.json")
    ),
    "ablation-without": once_measured("ablation.json", ablation_differences("without", "without")),
    "ablation-added": once_measured("ablation.json", ablation_differences("added", "and")),
    "paper-relevance": once_measured("paper.json", paper_classifiers("relevance")),
    "paper-operation": once_measured("paper.json", paper_classifiers("lca")),
    "paper-answers": once_measured("paper.json", paper_answers),
    "paper-text": once_measured("paper.json", paper_text),
    "paper-time": once_measured("paper.json", paper_time),
    "paper-experiments": once_measured("paper_experiments.json", paper_experiments),
    "open-change": open_change,
    "closed-change": once_measured("closed_change.json", closed_change),
    "ablation-constraints": once_measured("ablation.json", ablation_constraints),
    "closed-results": closed_results,
    "closed-folds": closed_folds,
    "closed-classifiers": closed_classifiers,
    "open-results": open_results,
    "result-commands": result_commands,
    "practice-stories": practice_stories_of(),
    "practice-grade-1": practice_stories_of(1),
    "practice-grade-9": practice_stories_of(9),
    "published-arithmetic": published_systems(("ai2", "illinois", "commoncore", "allArith", "aggregate")),
    "published-general": published_systems(("alg514", "gsm8k")),
    "growth": growth_rows,
    "growth-by-count": growth_by_count,
    "fuzz": fuzz_rows,
    "atheris": once_measured("atheris.json", atheris_rows),
    "mutation": once_measured("mutation.json", mutation_rows),
    "mutation-first": once_measured("mutation.json", mutation_samples("first_sample")),
    "mutation-second": once_measured("mutation.json", mutation_samples("second_sample")),
    "regexes": once_measured("regexes.json", regex_rows),
    "fuzz-structured": once_measured("fuzz_structured.json", structured_rows),
    "kills": kill_rows,
    "kills-of-corpus": once_measured("kill_corpus.json", kill_corpus_rows),
    "kills-of-models": once_measured("kill_train.json", kill_model_rows),
    "damage": once_measured("faults.json", damage_rows),
    "room": once_measured("faults.json", room_rows),
    "memory": once_measured("faults.json", memory_rows),
    "soak": once_measured("soak.json", soak_rows),
    "determinism": once_measured("determinism.json", determinism_rows),
    "determinism-ways": once_measured("determinism.json", determinism_ways),
    "metamorphic": once_measured("metamorphic.json", metamorphic_rows),
    "metamorphic-refusals": once_measured("metamorphic.json", metamorphic_refusals),
    "open-corpus": open_corpus,
    "open-phenomena": open_phenomena,
    "search-summed": search_rows("summed"),
    "search-averaged": search_rows("averaged"),
    "search-conditions": search_conditions,
    "derivation-search-recorded": derivation_search_rows("recorded"),
    "derivation-search-drawn": derivation_search_rows("drawn"),
    "derivation-search-memory": derivation_search_memory,
    "exact-up-to": lambda folder: str(read(folder, "search.json")["exact_up_to"]),
    "simulated-classes": simulated_classes,
    "training-sources": training_sources,
    "training-settings": training_settings,
    "open-general": open_general,
    "open-general-kinds": open_general_by("kind", "kind"),
    "open-general-styles": open_general_by("style", "style"),
    "open-general-sets": open_general_sets,
    "trust-styles": once_measured("trust.json", trust_styles),
    "trust-thresholds": once_measured("trust.json", trust_thresholds),
    "trust-refusals": once_measured("trust.json", trust_refusals),
    "trust-linear": once_measured("trust_linear.json", trust_linear),
    "trust-signals": once_measured("signals.json", trust_signals),
    "pasting-agreement": once_measured("pasting_agreement.json", pasting_agreement),
    "pasting": once_measured("pasting.json", pasting_rows),
    "fold-overlap": once_measured("fold_overlap.json", fold_overlap),
    "fold-overlap-accuracy": once_measured("fold_overlap.json", fold_overlap_accuracy),
    "learning-curve": learning_curve_rows,
    "general-curve": general_curve,
    "faithfulness": faithfulness,
    "explanation-ratings": explanation_ratings,
    "explanation-worst": explanation_worst,
    "learning-curve-near": learning_curve_near,
    "reading-gold": gold_rows,
    "reading-quantities": quantity_rows,
    "reading-rates": rate_rows,
    "reading-agreement": agreement_rows,
    "reading-agreement-problems": lambda folder: str(read(folder, "reading.json")["agreement"]["problems"]),
}


def fill(page: str, folder: Path = RESULTS) -> str:
    """A page with all its regions made again; ValueError for a region that no table is known for."""

    def filled(region: re.Match[str]) -> str:
        begin, name, _, end = region.groups()
        if name not in TABLES:
            raise ValueError(f"unknown table {name!r}; known are {', '.join(TABLES)}")
        made = TABLES[name](folder)
        return f"{begin}\n\n{made}\n\n{end}" if "\n" in made else f"{begin}{made}{end}"

    return _REGION.sub(filled, page)


def main() -> int:
    """Fill the pages, or check that they are filled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a page is out of date")
    options = parser.parse_args()
    stale = []
    for path in PAGES:
        page = path.read_text(encoding="utf-8")
        if fill(page) != page:
            stale.append(path.name)
            if not options.check:
                path.write_text(fill(page), encoding="utf-8")
    if stale:
        print(f"{'out of date' if options.check else 'filled'}: {', '.join(stale)}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())

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
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

DOCS = Path(__file__).resolve().parent
RESULTS = DOCS / "results"
PAGES = (DOCS.parent / "README.md", DOCS / "method.md", DOCS / "search.md", DOCS / "reading.md", DOCS / "corpus.md")

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

PUBLISHED = {"ai2": ("72.0", "78.0"), "illinois": ("73.9", "73.9"), "commoncore": ("45.2", "45.2")}
"""Roy and Roth 2015, table 4: with both constraints, and the best of their four settings of the constraints."""

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


def closed_results(folder: Path) -> str:
    """Accuracy in the closed protocol, one row for each data set that was run without leaving anything out."""
    ours: dict[str, Any] = {}
    rerun: dict[str, Any] = {}
    for path in sorted(folder.glob("closed-*.json")):
        result = read(folder, path.name)
        setting = result["configuration"]
        if setting["without"]:
            continue
        if (setting["system"], setting["constraints"], setting["search"]) == ("ours", "learned", "exact"):
            ours[result["dataset"]] = result
        elif (setting["system"], setting["constraints"], setting["search"]) == ("paper", "all", "beam"):
            rerun[result["dataset"]] = result
    if not ours and not rerun:
        return "*Not measured yet.*"
    rows = []
    for name, title in SETS.items():
        result = ours.get(name) or rerun.get(name)
        if result is not None:
            size = sum(fold["size"] for fold in result["folds"])
            published = PUBLISHED.get(name, ("", ""))
            figures = [f"{found[name]['accuracy']:.1f}" if name in found else "" for found in (rerun, ours)]
            rows.append([title, size, len(result["folds"]), *published, *figures])
    head = ["data set", "problems", "folds", "paper", "paper, its best constraints", "its method here", "arithmetree"]
    return table(head, rows)


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
            part["with_more"],
            "place and value" if part["places_compared"] else "value",
        ]
        for name, part in read(folder, "reading.json")["benchmark_quantities"].items()
    ]
    return table(["data set", "problems", "every quantity found", "more found than listed", "compared by"], rows)


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


TABLES: dict[str, Callable[[Path], str]] = {
    "closed-results": closed_results,
    "search-summed": search_rows("summed"),
    "search-averaged": search_rows("averaged"),
    "search-conditions": search_conditions,
    "exact-up-to": lambda folder: str(read(folder, "search.json")["exact_up_to"]),
    "learning-curve": learning_curve_rows,
    "learning-curve-near": learning_curve_near,
    "reading-gold": gold_rows,
    "reading-quantities": quantity_rows,
    "reading-rates": rate_rows,
    "reading-agreement": agreement_rows,
    "reading-agreement-problems": lambda folder: str(read(folder, "reading.json")["agreement"]["problems"]),
}


def fill(page: str, folder: Path = RESULTS) -> str:
    """A page with all its regions made anew; ValueError for a region that no table is known for."""

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

"""Mutation testing: do the tests notice when the code is changed?

    python benchmarks/mutation/run.py [--group NAME]... [--mutants 30] [--survivors] [--out docs/results/mutation.json]

Each group of modules (groups.py) gets a seeded sample of mutants (mutants.py), spread over its modules. For each mutant
the tests of the group that execute its line run in a copy of the tree (trials.py), until one fails (killed), the
processor time is used up (killed) or all pass (survived). With --group the figures of the other groups stay as they
are, and with --survivors only the mutants that survived before are run again. `reviewed.json` has the reason for each
survivor that needs no test. Some tests read the corpus in build/corpus (`make corpus`).
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import platform
import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from groups import BY_HAND, GROUPS
from mutants import Mutant, mutants_of, spread
from trials import (
    CLOCK_SECONDS,
    CLOCK_TIMES_LONGER,
    TIMES_LONGER,
    Fastest,
    Trials,
    changed,
    ended,
    killed_by,
    limit,
    wait,
)

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "src/arithmetree"
HAND_WRITTEN = Path(__file__).with_name("by_hand.json")
REVIEWED = Path(__file__).with_name("reviewed.json")
SEED = 4
COPIED = ("src", "tests", "training", "benchmarks", "docs", "pyproject.toml", "README.md")
IMPORT_SECONDS = 30
"""Processor time for the imports, where a mutant needs them anew."""


@dataclass(frozen=True, slots=True)
class Place:
    """A mutant of a module, its file in the repository, the line as it was, and for a script the file of its tests."""

    module: str
    mutant: Mutant
    file: str
    code: str
    tests: str = ""

    def record(self) -> dict[str, Any]:
        """How the result file names it."""
        line, kind = self.mutant.start[0], self.mutant.kind
        before, after = (" ".join(text.split()) for text in (self.mutant.before, self.mutant.after))
        return {"module": self.module, "line": line, "code": self.code, "kind": kind, "before": before, "after": after}


def every_mutant(group: str) -> list[Place]:
    """All mutants of the modules of a group, or those that were written by hand."""
    if group == BY_HAND:
        return [_by_hand(row) for row in json.loads(HAND_WRITTEN.read_text(encoding="utf-8"))]
    found = []
    for name, module in zip(GROUPS[group].names, GROUPS[group].modules, strict=True):
        source = (ROOT / PACKAGE / module).read_text(encoding="utf-8")
        only = GROUPS[group].only.get(name)
        first, last = _lines_of(source, *only) if only else (1, source.count("\n") + 1)
        lines = source.splitlines()
        found += [
            Place(module, one, f"{PACKAGE}/{module}", lines[one.start[0] - 1].strip())
            for one in mutants_of(source)
            if first <= one.start[0] <= last
        ]
    return found


def _by_hand(row: Mapping[str, str]) -> Place:
    data, before = (ROOT / row["module"]).read_bytes(), row["before"].encode()
    if data.count(before) != 1:
        raise SystemExit(f"{row['module']} has {data.count(before)} places with {row['before']!r}; one is wanted")
    first = data.index(before)

    def place(at: int) -> tuple[int, int]:
        return data.count(b"\n", 0, at) + 1, at - (data.rfind(b"\n", 0, at) + 1)

    mutant = Mutant(row["what"], place(first), place(first + len(before)), row["before"], row["after"])
    return Place(row["module"], mutant, row["module"], row["what"], row.get("tests", ""))


def _lines_of(source: str, first: str, last: str) -> tuple[int, int]:
    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    end = functions[last].end_lineno
    assert end is not None
    return functions[first].lineno, end


def sample(group: str, count: int, seed: int) -> list[Place]:
    """A seeded sample, spread over the lines of the modules; all that were written by hand."""
    places = every_mutant(group)
    count = len(places) if group == BY_HAND else count
    drawn = spread(range(len(places)), count, Random(f"{seed} {group}"))
    return [places[number] for number in drawn]


class Tree:
    """A copy of the tree, in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source, ignored = ROOT / name, shutil.ignore_patterns("results", "screenshots")
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy(source, folder / name)
        for name in ("build", "corpus"):  # large, and only read
            (folder / name).symlink_to(ROOT / name)

    def tested(self, group: str, places: Sequence[Place]) -> list[str | None]:
        """What killed each mutant of a group, None where all tests passed."""
        results = self.folder / "results.jsonl"
        notes = self.folder / "notes.json"
        results.write_text("", encoding="utf-8")

        screen = os.dup(1)

        def report(number: int, killer: str | None, seconds: float) -> None:
            _tell(places[number], killer, seconds, screen)
            with results.open("a", encoding="utf-8") as stream:
                stream.write(json.dumps([number, killer]) + "\n")

        child = os.fork()
        if child == 0:
            with ended():
                self._enter()
                files = {place.module: self.folder / place.file for place in places}
                plugin = Trials([(place.module, place.mutant) for place in places], files, report, notes)
                if code := _pytest(GROUPS[group].tests, plugin):
                    raise SystemExit(
                        f"pytest ended with {code}: {Path('output.txt').read_text(encoding='utf-8')[-1000:]}"
                    )
        if status := wait(child, clock_seconds=7200):
            raise SystemExit(f"{group}: the tests could not be run ({status})")
        found = dict(json.loads(line) for line in results.read_text(encoding="utf-8").splitlines())
        baseline = json.loads(notes.read_bytes())
        for number, place in enumerate(places):
            if number not in found:
                begin = time.monotonic()
                found[number] = self._imported(place, baseline)
                _tell(place, found[number], time.monotonic() - begin, screen)
        return [found[number] for number in range(len(places))]

    def _imported(self, place: Place, baseline: Mapping[str, Any]) -> str | None:
        """Try a mutant of what runs on import: in a process that has the libraries, but not the package."""
        executing = [test for test in baseline["seconds"] if place.module in baseline["modules"][test]]
        # A script is imported by another path than that of its file.
        tests = executing or [test for test in baseline["seconds"] if test.startswith(place.tests)]
        seconds = {test: baseline["seconds"][test] for test in tests}
        killer = self.folder / "killer.txt"
        killer.write_text("import", encoding="utf-8")
        path = self.folder / place.file
        with changed(path, place.mutant.applied(path.read_text(encoding="utf-8"))):
            child = os.fork()
            if child == 0:
                with ended():
                    limit(IMPORT_SECONDS + TIMES_LONGER * sum(seconds.values()))
                    self._enter()
                    if _pytest(sorted({test.split("::")[0] for test in tests}), Fastest(seconds, killer)):
                        os._exit(1)
            return killed_by(wait(child, CLOCK_SECONDS + CLOCK_TIMES_LONGER * sum(seconds.values())), killer)

    def _enter(self) -> None:
        os.chdir(self.folder)
        os.dup2(os.open("output.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 1)
        os.environ |= {"PYTHONPATH": str(self.folder / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
        sys.path[:] = [str(self.folder / "src"), *(entry for entry in sys.path if not _is_ours(entry))]
        sys.dont_write_bytecode = True


def _tell(place: Place, killer: str | None, seconds: float, screen: int) -> None:
    told = json.dumps(place.record() | {"killed_by": killer}, ensure_ascii=False)
    os.write(screen, f"{told} {seconds:.0f} s\n".encode())


def _pytest(tests: Sequence[str], plugin: object) -> int:
    import pytest
    from hypothesis import HealthCheck, Phase, settings

    # A failing example ends the run, so it need not be made small first.
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    settings.register_profile(
        "mutation", deadline=None, derandomize=True, phases=phases, suppress_health_check=[HealthCheck.too_slow]
    )
    plain = ["-p", "no:cacheprovider", "--hypothesis-profile=mutation",
             "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
    return int(pytest.main([*plain, *tests], plugins=[plugin]))


def _is_ours(entry: str) -> bool:
    return (Path(entry or ".") / "arithmetree").is_dir() or Path(entry or ".").resolve() == Path(__file__).parent


def _load_libraries() -> None:
    """What every run of the tests imports, once for all of them."""
    import fastapi  # noqa: F401
    import hypothesis  # noqa: F401
    import numpy  # noqa: F401
    import onnxruntime  # noqa: F401
    import pytest  # noqa: F401
    import scipy.optimize  # noqa: F401
    import sklearn.linear_model
    import sklearn.svm  # noqa: F401
    import spacy  # noqa: F401
    import starlette.testclient  # noqa: F401
    import tokenizers  # noqa: F401
    import typer.testing  # noqa: F401

    assert "arithmetree" not in sys.modules


def tested(tree: Tree, group: str, places: Sequence[Place]) -> list[dict[str, Any]]:
    """Each mutant of a group with what killed it, if anything."""
    killers = tree.tested(group, places) if places else []
    return [place.record() | {"killed_by": killer} for place, killer in zip(places, killers, strict=True)]


def again(places: Sequence[Place], rows: Sequence[Mapping[str, Any]]) -> list[Place]:
    """The mutants of an earlier run, by module and change, at their lines of now."""
    found = []
    for row in rows:
        alike = [one for one in places if _change(one.record()) == _change(row)]
        found += sorted(alike, key=lambda one: abs(one.mutant.start[0] - row["line"]))[:1]
    return found


def _change(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (row["module"], row.get("code", ""), row["kind"], row["before"], row["after"])


def figures(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of a group, and its survivors with the reason why each needs no test, where there is one."""
    reasons = {_change(row): row["reason"] for row in json.loads(REVIEWED.read_text(encoding="utf-8"))}
    survivors = [row for row in rows if row["killed_by"] is None]
    return {
        "mutants": len(rows),
        "killed": len(rows) - len(survivors),
        "survivors": [
            {key: row[key] for key in ("module", "line", "code", "kind", "before", "after")}
            | {"reason": reasons.get(_change(row))}
            for row in survivors
        ],
        "all": list(rows),
    }


def main() -> None:
    """Run the groups and write their figures, after each group."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--group", action="append", choices=GROUPS, help="only this one; may be repeated")
    options.add_argument("--mutants", type=int, default=30, help="how many of each group")
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--survivors", action="store_true", help="only those that survived before")
    options.add_argument("--review", action="store_true", help="run nothing; take the reasons from reviewed.json again")
    options.add_argument("--out", type=Path, default=ROOT / "docs" / "results" / "mutation.json")
    given = options.parse_args()
    found: dict[str, Any] = {"groups": {}}
    if given.out.exists():
        found = json.loads(given.out.read_bytes())
    found |= {"versions": {"python": platform.python_version()}}
    _load_libraries()
    with tempfile.TemporaryDirectory() as scratch:
        tree = None if given.review else Tree(Path(scratch))
        for group in given.group or GROUPS:
            before = found["groups"].get(group, {}).get("all", [])
            if not before and (tree is None or given.survivors):
                continue  # not measured yet
            if tree is None:
                rows = before
            elif given.survivors:
                places = again(every_mutant(group), [row for row in before if row["killed_by"] is None])
                new = {_change(row): row for row in tested(tree, group, places)}
                rows = [new.get(_change(row), row) if row["killed_by"] is None else row for row in before]
            else:
                rows = tested(tree, group, sample(group, given.mutants, given.seed))
            seed = found["groups"].get(group, {}).get("seed") if tree is None or given.survivors else given.seed
            found["groups"][group] = {"seed": seed} | figures(rows)
            given.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(group, {key: found["groups"][group][key] for key in ("mutants", "killed")}, flush=True)


if __name__ == "__main__":
    main()

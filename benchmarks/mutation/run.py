"""Mutation testing: do the tests notice when the code is changed?

    python benchmarks/mutation/run.py [--group NAME]... [--mutants 16] [--survivors] [--out docs/results/mutation.json]

Each group of modules gets a seeded sample of mutants (mutants.py), spread over its modules. For each mutant the tests
of its module run with `-x -q` in a copy of the tree, until one fails (killed), the processor time is used up (killed)
or all pass (survived). With --group the figures of the other groups stay as they are, and with --survivors only the
mutants that survived before are run again. `reviewed.json` has the reason for each survivor that needs no test. Some
tests read the corpus in build/corpus (`make corpus`).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from mutants import Mutant, mutants_of, spread

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "src/arithmetree"
REVIEWED = Path(__file__).with_name("reviewed.json")
SEED = 1
COPIED = ("src", "tests", "training", "benchmarks", "docs", "pyproject.toml", "README.md")
PROCESSOR_SECONDS = 240
CLOCK_SECONDS = 400
"""For a mutant that waits for something that never comes."""
_FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)

_DERIVATIONS = [f"tests/test_derivations{part}.py" for part in ("", "_sameness", "_notation", "_meaning", "_search")]
_EXPRESSIONS = [f"tests/test_expressions_{part}.py" for part in ("infix", "labels", "monotonic", "tree", "equivalence")]
_CHECKING = ["tests/test_checking_work.py", "tests/test_checking.py"]
_SERVICE = ["tests/service/test_service_gate.py", "tests/service/test_service_limits.py"]
_BENCH = ["tests/test_protocol.py", "tests/test_cli_bench.py"]

GROUPS: dict[str, dict[str, list[str]]] = {
    "derivations": {
        "derivations/affine.py": _DERIVATIONS,
        "derivations/derivation.py": _DERIVATIONS,
        "derivations/meaning.py": [*_DERIVATIONS[:2], *_DERIVATIONS[3:]],
        "derivations/notation.py": _DERIVATIONS,
        "derivations/operations.py": _DERIVATIONS,
        "derivations/result.py": _DERIVATIONS,
        "derivations/sameness.py": _DERIVATIONS,
        "derivations/scorer.py": _DERIVATIONS[4:],
        "derivations/search.py": _DERIVATIONS[4:],
        "derivations/system.py": _DERIVATIONS,
        "derivations/trees.py": _DERIVATIONS,
    },
    "search": {
        f"search/{name}.py": ["tests/test_search.py"]
        for name in ("beam", "constraints", "engine", "inside", "kbest", "posterior", "result", "scored", "table")
    },
    "expressions": {
        f"expressions/{name}.py": _EXPRESSIONS
        for name in ("enumeration", "equivalence", "infix", "labels", "monotonic", "tree")
    },
    "confidence": {"confidence.py": ["tests/test_confidence.py", "tests/test_model.py"]},
    "refusals": {
        f"refusals/{name}.py": ["tests/test_refusals.py"]
        for name in ("conflicts", "geometry", "languages", "missing", "scope", "solved", "verdict")
    },
    "batch": {
        "batch/answering.py": ["tests/test_batch_answering.py", "tests/test_batch.py"],
        "batch/job.py": ["tests/test_batch_lines.py", "tests/test_batch.py"],
        "batch/journal.py": ["tests/test_batch_journal.py", "tests/test_batch.py"],
        "batch/lines.py": ["tests/test_batch_lines.py", "tests/test_batch.py"],
        "batch/local.py": ["tests/test_batch_local.py", "tests/test_batch.py"],
        "batch/run.py": ["tests/test_batch.py"],
        "batch/wire.py": ["tests/test_batch_local.py", "tests/test_batch.py"],
        "batch/worker.py": ["tests/test_batch_local.py", "tests/test_batch.py"],
    },
    "checking": {
        "checking/answer_key.py": ["tests/test_checking_key.py"],
        "checking/answer_units.py": _CHECKING,
        "checking/checker.py": _CHECKING,
        "checking/classroom.py": ["tests/test_checking_classroom.py"],
        "checking/matching.py": _CHECKING,
        "checking/measures.py": _CHECKING,
        "checking/mistakes.py": _CHECKING,
        "checking/pupil_work.py": _CHECKING,
        "checking/slips.py": _CHECKING,
        "checking/spelling.py": _CHECKING,
        "checking/spreadsheet_cells.py": ["tests/test_spreadsheet_cells.py"],
        "checking/times.py": _CHECKING,
        "checking/verification.py": ["tests/test_checking_verify.py"],
    },
    "service limits": {
        f"service/{name}.py": _SERVICE for name in ("clients", "cost", "desk", "failures", "gate", "limits", "rate")
    },
    "leak filters": {
        "corpus/similarity.py": ["tests/test_protocol.py", "tests/test_corpus.py"],
        "corpus/splits.py": ["tests/test_protocol.py", "tests/test_corpus.py"],
        "corpus/build.py": ["tests/test_protocol.py", "tests/test_corpus.py", "tests/test_corpus_stories.py"],
    },
    "evaluation": {
        "evaluation/classifiers.py": ["tests/test_evaluation_classifiers.py", *_BENCH, "tests/test_paper_training.py"],
        "evaluation/closed.py": ["tests/test_evaluation_closed.py", *_BENCH],
        "evaluation/compare.py": ["tests/test_compare.py"],
        "evaluation/corpus_part.py": ["tests/test_evaluation_corpus.py", "tests/test_protocol.py"],
        "evaluation/general_sets.py": ["tests/test_evaluation_general.py", "tests/test_protocol.py"],
        "evaluation/open.py": _BENCH,
        "evaluation/paper_training.py": ["tests/test_paper_training.py", "tests/test_protocol.py"],
    },
}
"""The modules of each group, and the tests that should notice a change of each, the fastest first."""
ONLY: dict[str, tuple[str, str]] = {"corpus/build.py": ("near_duplicates", "near_public")}
"""Of these modules only some functions belong to the group: from the first up to the end of the last."""


@dataclass(frozen=True, slots=True)
class Place:
    """A mutant of a module."""

    module: str
    mutant: Mutant

    def record(self) -> dict[str, Any]:
        """How the result file names it."""
        line, kind = self.mutant.start[0], self.mutant.kind
        before, after = (" ".join(text.split()) for text in (self.mutant.before, self.mutant.after))
        return {"module": self.module, "line": line, "kind": kind, "before": before, "after": after}


def every_mutant(group: str) -> list[Place]:
    """All mutants of the modules of a group."""
    found = []
    for module in GROUPS[group]:
        source = (ROOT / PACKAGE / module).read_text(encoding="utf-8")
        first, last = _lines_of(source, *ONLY[module]) if module in ONLY else (1, source.count("\n") + 1)
        found += [Place(module, one) for one in mutants_of(source) if first <= one.start[0] <= last]
    return found


def _lines_of(source: str, first: str, last: str) -> tuple[int, int]:
    import ast

    functions = {node.name: node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)}
    end = functions[last].end_lineno
    assert end is not None
    return functions[first].lineno, end


def sample(group: str, count: int, seed: int) -> list[Place]:
    """A seeded sample, spread over the lines of the modules."""
    places = every_mutant(group)
    drawn = spread(range(len(places)), count, Random(f"{seed} {group}"))
    return [places[number] for number in drawn]


class Tree:
    """A copy of the tree, in which one module at a time is changed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in COPIED:
            source, ignored = ROOT / name, shutil.ignore_patterns("__pycache__", "results", "screenshots")
            if source.is_dir():
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy(source, folder / name)
        for name in ("build", "corpus"):  # large, and only read
            (folder / name).symlink_to(ROOT / name)

    def passes(self, tests: Sequence[str]) -> bool:
        """Whether tests pass in the tree as it is; they leave compiled files for the runs to come."""
        return self._run(tests, write_bytecode=True) == (True, "")

    def killer(self, place: Place, tests: Sequence[str]) -> str | None:
        """The test that fails with a mutant, or "time"; None where all pass."""
        path = self.folder / PACKAGE / place.module
        source = path.read_text(encoding="utf-8")
        # A compiled file is taken for current by time and size, which a mutant may share with the original.
        for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
            compiled.unlink()
        path.write_text(place.mutant.applied(source), encoding="utf-8")
        try:
            passed, by = self._run(tests, write_bytecode=False)
        finally:
            path.write_text(source, encoding="utf-8")
        return None if passed else by

    def _run(self, tests: Sequence[str], *, write_bytecode: bool) -> tuple[bool, str]:
        """Run tests in a process that has the libraries already; whether they passed, and which one failed."""
        output = self.folder / "output.txt"
        child = os.fork()
        if child == 0:
            self._run_inside(tests, output, write_bytecode)
        status = _wait(child)
        text = output.read_text(encoding="utf-8", errors="replace")
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 0:
            return True, ""
        if os.WIFSIGNALED(status):
            return False, "time" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "crash"
        failed = _FAILED.findall(text)
        return False, failed[0] if failed else text[-300:]

    def _run_inside(self, tests: Sequence[str], output: Path, write_bytecode: bool) -> None:
        code = 70
        try:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR_SECONDS, PROCESSOR_SECONDS + 10))
            os.chdir(self.folder)
            os.environ["PYTHONPATH"] = str(self.folder / "src")
            sys.path[:] = [str(self.folder / "src"), *(entry for entry in sys.path if not _is_ours(entry))]
            sys.dont_write_bytecode = not write_bytecode
            opened = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(opened, 1)
            os.dup2(opened, 2)
            code = _pytest(tests)
            sys.stdout.flush()
        except BaseException:
            traceback.print_exc(file=sys.__stderr__)
        finally:
            os._exit(code)


def _pytest(tests: Sequence[str]) -> int:
    import pytest
    from hypothesis import Phase, settings

    # A failing example ends the run, so it need not be made small first.
    settings.register_profile(
        "mutation", deadline=None, derandomize=True, phases=(Phase.explicit, Phase.reuse, Phase.generate)
    )
    plain = ["-x", "-q", "-rfE", "--tb=line", "-p", "no:cacheprovider", "--hypothesis-profile=mutation",
             "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
    return int(pytest.main([*plain, *tests]))


def _is_ours(entry: str) -> bool:
    return (Path(entry or ".") / "arithmetree").is_dir() or Path(entry or ".").resolve() == Path(__file__).parent


def _wait(child: int) -> int:
    begin = time.monotonic()
    while time.monotonic() - begin < CLOCK_SECONDS:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status
        time.sleep(0.05)
    os.killpg(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1]


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


def tested(tree: Tree, group: str, places: Sequence[Place]) -> Iterator[dict[str, Any]]:
    """Each mutant of a group with what killed it, if anything."""
    sound: set[tuple[str, ...]] = set()
    for place in places:
        tests = GROUPS[group][place.module]
        if tuple(tests) not in sound and not tree.passes(tests):
            raise SystemExit(f"{' '.join(tests)}: these fail without a mutant:\n{_tail(tree)}")
        sound.add(tuple(tests))
        begin = time.monotonic()
        killer = tree.killer(place, tests)
        record = place.record() | {"killed_by": killer}
        print(json.dumps(record, ensure_ascii=False), f"{time.monotonic() - begin:.0f} s", flush=True)
        yield record


def _tail(tree: Tree) -> str:
    return (tree.folder / "output.txt").read_text(encoding="utf-8", errors="replace")[-2000:]


def again(places: Sequence[Place], rows: Sequence[Mapping[str, Any]]) -> list[Place]:
    """The mutants of an earlier run, by module and change, at their lines of now."""
    found = []
    for row in rows:
        alike = [one for one in places if _change(one.record()) == _change(row)]
        found += sorted(alike, key=lambda one: abs(one.mutant.start[0] - row["line"]))[:1]
    return found


def _change(row: Mapping[str, Any]) -> tuple[str, ...]:
    return (row["module"], row["kind"], row["before"], row["after"])


def figures(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The figures of a group, and its survivors with the reason why each needs no test, where there is one."""
    reasons = {_change(row): row["reason"] for row in json.loads(REVIEWED.read_text(encoding="utf-8"))}
    survivors = [row for row in rows if row["killed_by"] is None]
    return {
        "mutants": len(rows),
        "killed": len(rows) - len(survivors),
        "survivors": [
            {key: row[key] for key in ("module", "line", "kind", "before", "after")}
            | {"reason": reasons.get(_change(row))}
            for row in survivors
        ],
        "all": list(rows),
    }


def main() -> None:
    """Run the groups and write their figures, after each group."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--group", action="append", choices=GROUPS, help="only this one; may be repeated")
    options.add_argument("--mutants", type=int, default=16, help="how many of each group")
    options.add_argument("--seed", type=int, default=SEED)
    options.add_argument("--survivors", action="store_true", help="only those that survived before")
    options.add_argument("--review", action="store_true", help="run nothing; take the reasons from reviewed.json again")
    options.add_argument("--out", type=Path, default=ROOT / "docs" / "results" / "mutation.json")
    given = options.parse_args()
    found: dict[str, Any] = {"groups": {}}
    if given.out.exists():
        found = json.loads(given.out.read_bytes())
    found |= {"seed": given.seed, "versions": {"python": platform.python_version()}}
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
                rows = list(tested(tree, group, sample(group, given.mutants, given.seed)))
            found["groups"][group] = figures(rows)
            given.out.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            print(group, {key: found["groups"][group][key] for key in ("mutants", "killed")}, flush=True)


if __name__ == "__main__":
    main()

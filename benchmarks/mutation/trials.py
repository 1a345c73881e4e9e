"""Mutants tried inside one run of pytest, each by the tests that execute its line, the fastest first.

The tests are collected once. A process of its own runs them all, and notes which lines each one executes and how long
it takes. Then every mutant gets a process of its own: the function that holds it is given the changed code in place,
and the file is changed too, for what the tests start. A mutant of what runs on import cannot be tried so and is left
to the caller.
"""

from __future__ import annotations

import ast
import gc
import json
import os
import resource
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from mutants import Mutant

CLOCK_SECONDS = 30
CLOCK_TIMES_LONGER = 4
"""For a mutant that waits for something that never comes, by the clock: as below, on a machine that others use too."""
SPARE_SECONDS = 15
TIMES_LONGER = 4
"""A mutant has this many times the processor time that its tests need without it, and the seconds to spare."""
TRACED_CALLS = 60
"""So many calls of a function are followed line by line in one test; after more, all its lines count as executed."""

NOT_TRIED = 70
"""How a process ends that could not do its work."""

Line = tuple[str, int]


class Trace:
    """Which lines of some files are executed."""

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = files
        self._calls: Counter[CodeType] = Counter()
        self.lines: set[Line] = set()

    def begin(self) -> None:
        """Start with nothing seen."""
        self._calls.clear()
        self.lines = set()

    def follow(self) -> None:
        """Watch this thread and all that it starts."""
        threading.settrace(self._called)
        sys.settrace(self._called)

    @staticmethod
    def leave() -> None:
        """Watch no more."""
        threading.settrace(None)  # type: ignore[arg-type]
        sys.settrace(None)

    def _called(self, frame: FrameType, *_: Any) -> Any:
        name = self._files.get(frame.f_code.co_filename)
        if name is None:
            return None
        self.lines.add((name, frame.f_lineno))
        self._calls[frame.f_code] += 1
        if self._calls[frame.f_code] > TRACED_CALLS:
            self.lines.update((name, line) for _, _, line in frame.f_code.co_lines() if line is not None)
            return None

        def stepped(frame: FrameType, *_: Any) -> Any:
            self.lines.add((name, frame.f_lineno))
            return stepped

        return stepped


class Baseline:
    """What the tests execute without a mutant, and how long each takes."""

    def __init__(self, at_import: set[Line]) -> None:
        self.at_import = at_import
        self.lines: dict[str, set[Line]] = {}
        self.seconds: dict[str, float] = {}
        self.failed: list[str] = []

    def to_record(self) -> dict[str, Any]:
        """As JSON."""
        return {
            "lines": {name: sorted(lines) for name, lines in self.lines.items()},
            "seconds": self.seconds,
            "failed": self.failed,
        }

    def take(self, record: Mapping[str, Any]) -> None:
        """From JSON."""
        self.lines = {name: {(file, line) for file, line in lines} for name, lines in record["lines"].items()}
        self.seconds, self.failed = dict(record["seconds"]), list(record["failed"])

    def tests_of(self, module: str, lines: range | None) -> list[str]:
        """The tests that execute one of the lines, or any of the module."""
        found = [
            test
            for test, executed in self.lines.items()
            if any(file == module and (lines is None or line in lines) for file, line in executed)
        ]
        return sorted(found, key=lambda test: self.seconds[test])


class Trials:
    """A plugin of pytest: runs the tests once as they are, and then for each mutant those that may notice it."""

    def __init__(
        self,
        mutants: Sequence[tuple[str, Mutant]],
        files: Mapping[str, Path],
        report: Callable[[int, str | None, float], None],
        notes: Path,
    ) -> None:
        self._mutants = mutants
        self._files = files
        self._report = report
        self._notes = notes
        self._trace = Trace({str(path): module for module, path in files.items()})
        self._shared: dict[tuple[str, str], set[Line]] = {}
        self._baseline: Baseline | None = None
        self._measuring = False
        self._trying = False
        self._trace.follow()  # what runs on import

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of the loop of pytest."""
        self._trace.leave()
        self._baseline = Baseline(self._trace.lines)
        if session.testsfailed:
            raise SystemExit("the tests cannot be collected")
        self._measure(session)
        modules = {test: sorted({file for file, _ in lines}) for test, lines in self._baseline.lines.items()}
        self._notes.write_text(json.dumps({"seconds": self._baseline.seconds, "modules": modules}), encoding="utf-8")
        if self._baseline.failed:
            raise SystemExit(f"these fail without a mutant: {self._baseline.failed}")
        for number, (module, mutant) in enumerate(self._mutants):
            self._try(session, number, module, mutant)
        return True

    # The run without a mutant

    def _measure(self, session: pytest.Session) -> None:
        assert self._baseline is not None
        written = self._notes.with_suffix(".baseline")
        child = os.fork()
        if child == 0:
            with ended():
                self._measuring = True
                self._trace.follow()
                _run(session.items)
                self._trace.leave()
                for item in session.items:
                    for (base, name), lines in self._shared.items():
                        if item.nodeid.startswith(base) and name in getattr(item, "fixturenames", ()):
                            self._baseline.lines[item.nodeid] |= lines
                written.write_text(json.dumps(self._baseline.to_record()), encoding="utf-8")
        wait(child, clock_seconds=3600)
        self._baseline.take(json.loads(written.read_bytes()))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:  # type: ignore[misc]
        """Note what a test executes."""
        if not self._measuring:
            return (yield)
        assert self._baseline is not None
        self._trace.begin()
        begin = time.process_time()
        result = yield
        self._baseline.seconds[item.nodeid] = time.process_time() - begin
        self._baseline.lines[item.nodeid] = self._trace.lines
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: Any) -> Iterator[None]:  # type: ignore[misc]
        """What makes a fixture that several tests share is executed by all of them."""
        if not self._measuring or fixturedef.scope == "function":
            return (yield)
        before, self._trace.lines = self._trace.lines, set()
        try:
            return (yield)
        finally:
            self._shared.setdefault((fixturedef.baseid, fixturedef.argname), set()).update(self._trace.lines)
            self._trace.lines = before

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails is enough."""
        if not report.failed:
            return
        if self._measuring:
            assert self._baseline is not None
            self._baseline.failed.append(f"{report.nodeid}\n{report.longreprtext}")
        elif self._trying:
            self._notes.with_suffix(".killer").write_text(report.nodeid, encoding="utf-8")
            os._exit(1)

    # The mutants

    def _try(self, session: pytest.Session, number: int, module: str, mutant: Mutant) -> None:
        assert self._baseline is not None
        path = self._files[module]
        source = path.read_text(encoding="utf-8")
        holder = function_of(source, mutant)
        lines = statement_of(source, mutant)
        at_import = any((module, line) in self._baseline.at_import for line in lines)
        if holder is None or at_import or not self._baseline.tests_of(module, None):
            return
        tests = self._baseline.tests_of(module, None if _cached(holder) else lines)
        chosen = {item.nodeid: item for item in session.items}
        seconds = sum(self._baseline.seconds[test] for test in tests)
        begin = time.monotonic()
        with changed(path, mutant.applied(source)):
            child = os.fork()
            if child == 0:
                with ended():
                    self._trying = True
                    limit(SPARE_SECONDS + TIMES_LONGER * seconds)
                    put_in_place(path, mutant.applied(source), holder)
                    _run([chosen[test] for test in tests])
            status = wait(child, CLOCK_SECONDS + CLOCK_TIMES_LONGER * seconds)
        if not (os.WIFEXITED(status) and os.WEXITSTATUS(status) == NOT_TRIED):
            killer = self._notes.with_suffix(".killer")
            self._report(number, killed_by(status, killer), time.monotonic() - begin)


class Fastest:
    """A plugin of pytest: runs some tests, the fastest first, until one fails."""

    def __init__(self, seconds: Mapping[str, float], killer: Path) -> None:
        self._seconds = seconds
        self._killer = killer

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave those that are asked for, in their order."""
        items[:] = sorted(
            (one for one in items if one.nodeid in self._seconds), key=lambda one: self._seconds[one.nodeid]
        )

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails is enough."""
        if report.failed:
            self._killer.write_text(report.nodeid, encoding="utf-8")
            os._exit(1)


def _run(items: Sequence[pytest.Item]) -> None:
    for place, item in enumerate(items):
        after = items[place + 1] if place + 1 < len(items) else None
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)


# Processes


@contextmanager
def ended() -> Iterator[None]:
    """A process that does this and ends, whatever happens."""
    code = NOT_TRIED
    try:
        os.setsid()
        yield
        code = 0
    except BaseException as fault:
        print(repr(fault), file=sys.__stderr__, flush=True)
    finally:
        os._exit(code)


def killed_by(status: int, killer: Path) -> str | None:
    """What ended a process that tried a mutant: None if all tests passed."""
    if os.WIFSIGNALED(status):
        return "time" if os.WTERMSIG(status) in (signal.SIGXCPU, signal.SIGKILL) else "crash"
    return killer.read_text(encoding="utf-8") if os.WEXITSTATUS(status) else None


def limit(seconds: float) -> None:
    """Let this process use no more processor time."""
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 10))


def wait(child: int, clock_seconds: float) -> int:
    """Wait for a process that leads its session, and end what it left behind."""
    begin = time.monotonic()
    status = None
    while status is None and time.monotonic() - begin < clock_seconds:
        done, ended_with = os.waitpid(child, os.WNOHANG)
        status = ended_with if done else None
        time.sleep(0.0 if done else 0.02)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    return os.waitpid(child, 0)[1] if status is None else status


@contextmanager
def changed(path: Path, text: str) -> Iterator[None]:
    """A file with another text for a while."""
    source = path.read_text(encoding="utf-8")
    # A compiled file is taken for current by time and size, which a mutant may share with the original.
    for compiled in (path.parent / "__pycache__").glob(f"{path.stem}.*"):
        compiled.unlink()
    path.write_text(text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_text(source, encoding="utf-8")


# Places in the source


def function_of(source: str, mutant: Mutant) -> ast.FunctionDef | ast.AsyncFunctionDef | None:
    """The outermost function or method in whose body a mutant is."""
    bodies: list[Sequence[ast.stmt]] = [ast.parse(source).body]
    for body in bodies:
        for node in body:
            if isinstance(node, ast.ClassDef):
                bodies.append(node.body)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                first, last = node.body[0], node.body[-1]
                if (first.lineno, first.col_offset) <= mutant.start and mutant.start[0] <= (last.end_lineno or 0):
                    return node
    return None


def statement_of(source: str, mutant: Mutant) -> range:
    """The lines of the innermost statement that holds a mutant, without the statements inside it."""
    found = range(mutant.start[0], mutant.end[0] + 1)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno
            assert last is not None
            if node.lineno <= mutant.start[0] <= max(node.lineno, last):  # later ones are further inside
                found = range(node.lineno, max(node.lineno, last) + 1)
    return found


def _cached(holder: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("cache" in ast.unparse(decorator) for decorator in holder.decorator_list)


def put_in_place(path: Path, source: str, holder: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
    """Give the living function, and what it has made inside, the code of the changed source.

    One that is not imported yet will have it. Of several lambdas in one line none is changed.
    """
    line = min([holder.lineno, *(decorator.lineno for decorator in holder.decorator_list)])
    codes = _codes(compile(source, str(path), "exec"))
    (code,) = (one for one in codes if (one.co_name, one.co_firstlineno) == (holder.name, line))
    named = Counter(_place(one) for one in _codes(code))
    changed_codes = {_place(one): one for one in _codes(code) if named[_place(one)] == 1}
    for thing in gc.get_objects():
        if type(thing) is FunctionType:  # some objects of other libraries only answer isinstance with a warning
            old = thing.__code__
            new = changed_codes.get(_place(old)) if old.co_filename == str(path) else None
            if new is not None and len(new.co_freevars) == len(old.co_freevars):
                thing.__code__ = new


def _place(code: CodeType) -> tuple[str, int, tuple[str, ...]]:
    """What tells the functions of a module apart."""
    return code.co_qualname, code.co_firstlineno, code.co_freevars


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for one in code.co_consts:
        if isinstance(one, CodeType):
            yield from _codes(one)

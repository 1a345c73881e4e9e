"""Every regular expression of the package on 1, 10 and 100 KB of text that is made to slow it down.

    python benchmarks/fuzz/regexes.py [--list] [--out docs/results/regexes.json]

The expressions are recorded while all modules are imported, those inside functions are read from the source; --list
shows them. Each is searched for from every place of the text, or, where the package only ever matches it at a given
place, matched there again and again; in repetitions of pieces taken from the expression itself, with and without an
end that does not match. Times are processor times; a factor far above ten for ten times the text is quadratic growth.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import pkgutil
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import arithmetree

PACKAGE = Path(arithmetree.__file__).parent
SIZES = (1_000, 10_000, 100_000)
PIECES = (
    " ",
    "1",
    "a",
    "1,",
    "1.",
    "a ",
    "1 ",
    "-",
    "a-",
    "/",
    "1/",
    "%",
    "(",
    ".",
    "'",
    "\n",
    "é",
    "٣",
    "_",
    "A",
    "{a",
    "<a",
)
TOO_SLOW = 0.1
"""Seconds; a pattern that takes as long on a size is not tried on the next one."""
SHORT = 0.02
"""Seconds below which a time says nothing about growth."""


def recorded() -> dict[str, re.Pattern[str]]:
    """The expressions of the package by the place where each is made."""
    found: dict[str, re.Pattern[str]] = {}
    plain = re.compile

    def recording(pattern: str, flags: int = 0) -> re.Pattern[str]:
        made = plain(pattern, flags)
        frame = sys._getframe(1)
        file = Path(frame.f_code.co_filename)
        if PACKAGE in file.parents:
            found[f"{file.relative_to(PACKAGE)}:{frame.f_lineno}"] = made
        return made

    re.compile = recording  # type: ignore[assignment]
    try:
        for module in pkgutil.walk_packages([str(PACKAGE)], "arithmetree."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    finally:
        re.compile = plain
    for file in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in _FUNCTIONS:
                pattern = node.args[0]
                if isinstance(pattern, ast.Constant):
                    found[f"{file.relative_to(PACKAGE)}:{node.lineno}"] = plain(pattern.value)
    return found


_FUNCTIONS = {f"re.{name}" for name in ("search", "match", "fullmatch", "split", "findall", "finditer", "sub")}


def hostile(pattern: re.Pattern[str], size: int) -> Iterator[tuple[str, str]]:
    """Texts that an expression may spend long on, by name."""
    own = [word for word in re.findall(r"[A-Za-z]{2,}|[^\w\s]", pattern.pattern) if word not in PIECES]
    for piece in (*PIECES, *dict.fromkeys(own[:20])):
        run = (piece * (size // len(piece) + 1))[:size]
        yield repr(piece), run
        yield f"{piece!r} and an end", run + "\x01"


def anchored() -> set[str]:
    """The places of expressions with a name that are only matched, never searched for."""
    found = set()
    for file in sorted(PACKAGE.rglob("*.py")):
        nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
        for made in nodes:
            if not isinstance(made, ast.Assign) or not isinstance(made.value, ast.Call):
                continue
            if ast.unparse(made.value.func) == "re.compile":
                name = ast.unparse(made.targets[0])
                used = {
                    node.attr for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == name
                }
                if used and used <= {"match", "fullmatch", "pattern"}:
                    found.add(f"{file.relative_to(PACKAGE)}:{made.value.lineno}")
    return found


def seconds(pattern: re.Pattern[str], text: str, *, in_place: bool) -> float:
    """The processor time of finding all matches, or of matching piece after piece from the beginning."""
    begin = time.process_time()
    if in_place:
        position = 0
        while (match := pattern.match(text, position)) is not None and match.end() > position:
            position = match.end()
        pattern.fullmatch(text)
    else:
        for _ in pattern.finditer(text):
            pass
    return time.process_time() - begin


def measured(pattern: re.Pattern[str], *, in_place: bool) -> dict[str, object]:
    """The greatest time of each size and the greatest growth of one text; texts that stay quick are let go."""
    slowest, worst, of = [0.0] * len(SIZES), 0.0, ""
    before: dict[str, float] = {}
    for place, size in enumerate(SIZES):
        for name, text in hostile(pattern, size):
            if before.get(name, 0.0) > TOO_SLOW:
                continue
            taken = seconds(pattern, text, in_place=in_place)
            slowest[place] = max(slowest[place], taken)
            if taken > SHORT and before.get(name) is not None:
                factor = taken / max(before[name], SHORT / 10)
                if factor > worst:
                    worst, of = factor, f"{name}, {size:,} characters"
            before[name] = taken
    return {"slowest_seconds": [round(value, 4) for value in slowest], "greatest_factor": round(worst, 1), "of": of}


def main() -> None:
    """Measure and print what is slow; with --out, write all figures."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--list", action="store_true", help="show the expressions and measure nothing")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    found = recorded()
    if given.list:
        for place, pattern in sorted(found.items()):
            print(f"{place}: {pattern.pattern[:150]!r}")
        return
    results, in_place = {}, anchored()
    for place, pattern in sorted(found.items()):
        results[place] = measured(pattern, in_place=place in in_place)
        print(place, results[place], flush=True)
    if given.out is not None:
        given.out.write_text(
            json.dumps({"sizes": SIZES, "expressions": results}, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()

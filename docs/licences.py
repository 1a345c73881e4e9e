"""Write docs/licences.md: what an installation of arithmetree brings along, with versions and licences.

    python docs/licences.py [--check]

Names and licences come from the metadata of the installed packages, beginning with what pyproject.toml asks for and
following what each package asks for in turn. With --check nothing is written, and the exit status is 1 if a package is
missing from the page.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

PAGE = Path(__file__).resolve().parent / "licences.md"
EXTRAS = ("", "train", "bench", "serve", "worksheet", "cluster", "sympy", "mcp")
"""The installation itself and its extras; `encoder` is for training new networks and is left out."""

_HEAD = """# Licences of what comes along

arithmetree itself has the MIT licence. These packages are installed with it, or with one of its extras `train`,
`bench`, `serve`, `worksheet`, `cluster`, `sympy` and `mcp`; the licence is what the package says of itself.
`docs/licences.py` writes this page from the installed packages, on Linux with Python 3.11. Tools for
development are not listed.

The weights that ship have their own licences: those of the full model derive from all-mpnet-base-v2
(sentence-transformers) and are under Apache-2.0, those of the parser are under CC BY-SA 4.0.

| package | version | licence | for |
| --- | --- | --- | --- |
"""


def closure(extra: str) -> set[str]:
    """The names of all packages that an installation with one extra needs here, arithmetree left out."""
    found: set[str] = set()
    waiting = [("arithmetree", frozenset({extra}))]
    seen: set[tuple[str, frozenset[str]]] = set()
    while waiting:
        name, extras = waiting.pop()
        if (name, extras) in seen:
            continue
        seen.add((name, extras))
        found.add(name)
        for line in distribution(name).requires or []:
            requirement = Requirement(line)
            if requirement.marker is None or any(requirement.marker.evaluate({"extra": e}) for e in extras | {""}):
                waiting.append((canonicalize_name(requirement.name), frozenset(requirement.extras)))
    return found - {"arithmetree"}


def licence(package: Distribution) -> str:
    """The licence as the package declares it: by expression, by classifier, or in a line of text."""
    declared = package.metadata.get("License-Expression")
    if declared:
        return str(declared)
    classified = [
        line.rpartition(" :: ")[2]
        for line in package.metadata.get_all("Classifier") or []
        if line.startswith("License :: OSI Approved :: ")
    ]
    if classified:
        return ", ".join(classified)
    text = (package.metadata.get("License") or "").strip().partition("\n")[0]
    return re.sub(r"\s+", " ", text)[:60] or "not declared"


def page() -> str:
    """The whole page."""
    plain = closure("")
    wanted: dict[str, list[str]] = {name: ["solving"] for name in plain}
    for extra in EXTRAS[1:]:
        for name in closure(extra) - plain:
            wanted.setdefault(name, []).append(f"`{extra}`")
    rows = []
    for name, uses in sorted(wanted.items()):
        package = distribution(name)
        rows.append(f"| {name} | {package.version} | {licence(package)} | {', '.join(uses)} |")
    return _HEAD + "\n".join(rows) + "\n"


def listed(text: str) -> set[str]:
    """The names of the packages on a page."""
    return set(re.findall(r"^\| ([a-z0-9-]+) \| \S+ \|", text, re.MULTILINE)) - {"package"}


def main() -> int:
    """Write the page, or check that no package is missing."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a package is missing")
    given = options.parse_args()
    try:
        made = page()
    except PackageNotFoundError as error:
        print(f"{error.name} is not installed; run make install first", file=sys.stderr)
        return 2
    if not given.check:
        PAGE.write_text(made, encoding="utf-8")
        return 0
    missing = listed(made) - listed(PAGE.read_text(encoding="utf-8"))
    if missing:
        print(f"not on the page: {', '.join(sorted(missing))}; run python docs/licences.py")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())

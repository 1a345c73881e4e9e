"""Write the tables of the web page about the method, which the package carries because it has no docs.

    python docs/page_tables.py [--check]

The tables are those of tables.py, made from docs/results/*.json. With --check nothing is written, and the exit status
is 1 if the file is out of date.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from tables import RESULTS, TABLES

FILE = Path(__file__).resolve().parents[1] / "src" / "arithmetree" / "web" / "tables.json"

SHOWN = {
    "closed-results": "Right answers of the linear model in per cent, trained on the other folds of each set only",
    "reading-gold": "How well texts are read, against annotated problems, in per cent",
    "search-averaged": "Exact search against a beam of 200, on random score tables",
}
"""The tables of the page by name, each with its caption, in the order shown."""


def page_tables() -> list[dict[str, object]]:
    """Every table as its caption, the titles of its columns and its rows."""
    made: list[dict[str, object]] = []
    for name, caption in SHOWN.items():
        head, _, *rows = [_cells(line) for line in TABLES[name](RESULTS).splitlines()]
        made.append({"name": name, "caption": caption, "head": head, "rows": rows})
    return made


def _cells(line: str) -> list[str]:
    """The cells of one line of a Markdown table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if the file is out of date")
    options = parser.parse_args()
    made = json.dumps(page_tables(), ensure_ascii=False, indent=1) + "\n"
    if FILE.is_file() and FILE.read_text(encoding="utf-8") == made:
        return 0
    if not options.check:
        FILE.write_text(made, encoding="utf-8")
    print(f"{'out of date' if options.check else 'written'}: {FILE.name}")
    return 1 if options.check else 0


if __name__ == "__main__":
    sys.exit(main())

"""Ask PyPI which known weaknesses the pinned dependencies have, where pip-audit does not get through.

    python benchmarks/reliability/audit.py [--out docs/results/audit.json]

pip-audit asks for one release (`/pypi/NAME/VERSION/json`), which some mirrors do not pass on. They do pass on the page
of a project (`/pypi/NAME/json`), which lists the weaknesses of its latest release; so a pin that is not the latest
release is counted as unknown. A project whose latest release is known to be weak is asked for first: where nothing
is said of it, the answers are worth nothing. The exit status is 1 if a pin is weak.
"""

from __future__ import annotations

import argparse
import json
import re
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PINS = Path(".ci/requirements.txt")
KNOWN_WEAK = "pycrypto"  # given up in 2013
_PIN = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s\\;]+)", re.MULTILINE)


@dataclass(frozen=True)
class Latest:
    """The latest release of a project and the names of its known weaknesses."""

    version: str
    weaknesses: tuple[str, ...]


def latest_release(name: str) -> Latest:
    """What PyPI says of a project; ends the program where it cannot be asked."""
    try:
        with urllib.request.urlopen(f"https://pypi.org/pypi/{name}/json", timeout=30) as page:
            project = json.load(page)
    except (urllib.error.URLError, TimeoutError) as error:
        raise SystemExit(f"PyPI cannot be asked about {name}: {error}") from None
    return Latest(project["info"]["version"], tuple(weakness["id"] for weakness in project["vulnerabilities"]))


def audit(pins: list[tuple[str, str]]) -> dict[str, object]:
    """How many pins are free of known weaknesses, which are weak, and which are unknown."""
    if not latest_release(KNOWN_WEAK).weaknesses:
        raise SystemExit(f"no weakness of {KNOWN_WEAK} is reported here, so the reports on other projects do not count")
    with ThreadPoolExecutor(8) as pool:
        latest = dict(zip(pins, pool.map(latest_release, (name for name, _ in pins)), strict=True))
    known = {pin: found for pin, found in latest.items() if found.version == pin[1]}
    weak = {"==".join(pin): list(found.weaknesses) for pin, found in known.items() if found.weaknesses}
    return {
        "pins": len(pins),
        "without_known_weakness": len(known) - len(weak),
        "weak": weak,
        "not_told": ["==".join(pin) for pin in pins if pin not in known],
    }


def main() -> None:
    """Ask, print, and with --out write the answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    found = audit(_PIN.findall(PINS.read_text(encoding="utf-8")))
    text = json.dumps({"date": datetime.now(UTC).date().isoformat(), **found}, indent=1) + "\n"
    print(text, end="")
    if options.out is not None:
        options.out.write_text(text, encoding="utf-8")
    raise SystemExit(1 if found["weak"] else 0)


if __name__ == "__main__":
    main()

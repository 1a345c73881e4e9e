"""What data and features are worth: `python training/general/curve.py --runs DIR --out FILE.json`.

DIR holds what several runs of train.py wrote on the dev parts, NAME.dev.json and NAME.provenance.json: small networks
that learned for the same number of updates from a share of the data (--only), without a part (--plan), or without
features (--without). NAME is one of RUNS; runs that are not there are left out. Counted are derivations that are found
greedily, step for step, so the figures are lower than those of right answers.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from prepare import CORPUS

from arithmetree.corpus import load

RUNS = {
    "all": "all general problems",
    "three-quarters": "three quarters of the general problems",
    "half": "half of the general problems",
    "quarter": "a quarter of the general problems",
    "with-generated": "all, and generated problems",
    "no-values": "no features of values",
    "no-pairs": "no features of pairs of values",
}


def found_by_kind(found: dict[str, list[bool]], kinds: dict[str, str]) -> dict[str, float]:
    """The share of derivations found, in per cent, by kind of general problem; the read-once dev part and GSM8K too."""
    groups: dict[str, list[bool]] = {}
    for key, right in found.items():
        base = key if key in kinds else key.rsplit("-", 1)[0]
        groups.setdefault(kinds.get(base, "GSM8K, held out"), []).append(right[0])
    return {name: round(100 * sum(each) / len(each), 1) for name, each in sorted(groups.items())}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    kinds = {record.id: str(record.kind) for record in load(CORPUS / "general_dev.jsonl")}
    general = sorted(set(kinds.values()))
    kinds |= {record.id: "read-once" for record in load(CORPUS / "dev.jsonl")}
    result: dict[str, Any] = {"runs": {}}
    for name, what in RUNS.items():
        if not (arguments.runs / f"{name}.dev.json").exists():
            continue
        found = json.loads((arguments.runs / f"{name}.dev.json").read_text(encoding="utf-8"))
        provenance = json.loads((arguments.runs / f"{name}.provenance.json").read_text(encoding="utf-8"))
        whole = [
            right[0] for key, right in found.items() if kinds.get(key, kinds.get(key.rsplit("-", 1)[0])) in general
        ]
        result["runs"][name] = {
            "what": what,
            "general_dev": round(100 * sum(whole) / len(whole), 1),
            "by_kind": found_by_kind(found, kinds),
            "sources": provenance["sources"],
            "settings": provenance["settings"],
            "updates": provenance["result"]["updates"],
            "note": provenance.get("note"),
        }
    arguments.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

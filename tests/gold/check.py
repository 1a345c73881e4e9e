"""Check that the gold files keep the rules of docs/annotation.md that a program can check.

Run `python tests/gold/check.py`: it prints every breach and a count of what the files hold; the exit status is 1
if there is a breach.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
SIZES = {"dev.jsonl": 200, "held_out.jsonl": 100, "held_out_2.jsonl": 100}
COUNTABLE = {"number", "money", "percent", "multiplier"}
KINDS = COUNTABLE | {"ordinal", "pronoun", "date", "time", "year", "label", "name"}
SCHEMA_FIELDS = ("verb", "subject", "subject_resolved", "recipient", "unit", "unit_head", "related", "rate")
PROBLEM_FIELDS = {"id", "text", "quantities", "question", "question_start", "question_end"}
QUANTITY_FIELDS = {"text", "start", "end", "value", "kind", *SCHEMA_FIELDS}
PLAIN_NUMBER = re.compile(r"[\d,]*\.?\d+")
DIGIT = re.compile(r"\d")


def quantity_breaches(quantity: dict[str, Any], text: str) -> list[str]:
    """Breaches within one quantity, each a phrase that names the field."""
    if set(quantity) != QUANTITY_FIELDS:
        return [f"fields differ: {sorted(set(quantity) ^ QUANTITY_FIELDS)}"]
    found = []
    surface, kind, value = quantity["text"], quantity["kind"], quantity["value"]
    if text[quantity["start"] : quantity["end"]] != surface or surface != surface.strip():
        found.append("offsets do not give the surface")
    if kind not in KINDS:
        found.append(f"unknown kind {kind}")
    if value is not None and str(Fraction(value)) != value:
        found.append(f"value {value} is not in lowest terms")
    if kind in COUNTABLE and PLAIN_NUMBER.fullmatch(surface):
        written = Fraction(surface.replace(",", "")) / (100 if kind == "percent" else 1)
        if value is None or Fraction(value) != written:
            found.append(f"value {value} is not what is written")
    if kind not in COUNTABLE:
        return found + [f"{field} must be null" for field in SCHEMA_FIELDS if quantity[field] is not None]
    if value is None:
        found.append("a countable number needs a value")
    if (quantity["unit"] is None) != (quantity["unit_head"] is None):
        found.append("unit and unit_head go together")
    if (quantity["subject"] is None) != (quantity["subject_resolved"] is None):
        found.append("subject and subject_resolved go together")
    for field in ("subject", "subject_resolved", "recipient"):
        word = quantity[field]
        if word is not None and not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text):
            found.append(f"{field} {word!r} is not a word of the text")
    if not isinstance(quantity["related"], list):
        found.append("related must be a list")
    rate = quantity["rate"]
    if rate is not None and (set(rate) != {"per"} or len(rate["per"]) != 2):
        found.append("rate needs a numerator and a denominator")
    elif rate is not None and rate["per"][0] != quantity["unit_head"]:
        found.append(f"numerator {rate['per'][0]} is not the unit head {quantity['unit_head']}")
    return found


def problem_breaches(problem: dict[str, Any]) -> list[str]:
    """Breaches within one problem."""
    if set(problem) != PROBLEM_FIELDS:
        return [f"fields differ: {sorted(set(problem) ^ PROBLEM_FIELDS)}"]
    text, found, reached = problem["text"], [], 0
    uncovered = list(text)
    for quantity in problem["quantities"]:
        found += [f"{quantity['text']}: {breach}" for breach in quantity_breaches(quantity, text)]
        if quantity["start"] < reached:
            found.append(f"{quantity['text']}: quantities overlap or are out of order")
        reached = quantity["end"]
        uncovered[quantity["start"] : reached] = " " * (reached - quantity["start"])
    if DIGIT.search("".join(uncovered)):
        found.append("a digit belongs to no quantity")
    start, end = problem["question_start"], problem["question_end"]
    asked = None if start is None else text[start:end]
    if asked != problem["question"]:
        found.append("offsets do not give the question")
    if asked is not None and (asked != asked.strip() or asked[-1] in "?,;:"):
        found.append("the question has white space or a mark at its edge")
    return found


def main() -> int:
    """Check all files and print the outcome."""
    breaches, seen_ids, seen_texts = [], set(), set()
    for name, size in SIZES.items():
        kinds: Counter[str] = Counter()
        rates = 0
        problems = [json.loads(line) for line in (FOLDER / name).read_text(encoding="utf-8").splitlines()]
        if len(problems) != size:
            breaches.append(f"{name}: {len(problems)} problems instead of {size}")
        for problem in problems:
            breaches += [f"{name} {problem.get('id')}: {breach}" for breach in problem_breaches(problem)]
            if problem["id"] in seen_ids or problem["text"] in seen_texts:
                breaches.append(f"{name} {problem['id']}: id or text occurs more than once")
            seen_ids.add(problem["id"])
            seen_texts.add(problem["text"])
            kinds.update(quantity["kind"] for quantity in problem["quantities"])
            rates += sum(quantity["rate"] is not None for quantity in problem["quantities"])
        shares = ", ".join(f"{kind} {count}" for kind, count in kinds.most_common())
        print(f"{name}: {len(problems)} problems, {kinds.total()} quantities ({shares}), {rates} rates")
    for breach in breaches:
        print(breach)
    return 1 if breaches else 0


if __name__ == "__main__":
    sys.exit(main())

"""Score the reading of problems against our gold set.

    python benchmarks/reading/schemas.py [--split dev|held-out|held-out-2] [--errors FIELD] [--json]

Prints, over all countable gold quantities, the share whose verb, subject, ... agree exactly, F1 for rates and
related noun phrases, and the mean token F1 of the question. A quantity that was not found is wrong in every field.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from arithmetree.parsing import load_parser
from arithmetree.reading import read_all
from arithmetree.schemas import Problem, Schema

GOLD = Path(__file__).resolve().parents[2] / "tests" / "gold"
FILES = {
    "dev": GOLD / "dev.jsonl",
    "held-out": GOLD / "held_out.jsonl",
    "held-out-2": GOLD / "held_out_2.jsonl",
}
COUNTABLE = frozenset({"number", "money", "percent", "multiplier"})
FIELDS = ("verb", "subject", "subject_resolved", "recipient", "unit", "unit_head")


def read_fields(problem: Problem, schema: Schema | None) -> dict[str, Any]:
    """The fields of a schema in the form of the gold annotation."""
    if schema is None:
        return dict.fromkeys((*FIELDS, "rate"), "(not found)") | {"related": []}
    return {
        "verb": schema.verb,
        "subject": None if schema.subject is None else problem.tokens[schema.subject.index].text,
        "subject_resolved": schema.subject_resolved,
        "recipient": schema.recipient,
        "unit": " ".join(schema.unit),
        "unit_head": schema.unit_head,
        "related": [phrase.head for phrase in schema.related],
        "rate": None if schema.rate is None else (schema.rate.numerator, schema.rate.denominator),
    }


def gold_fields(entry: dict[str, Any], problem: Problem) -> dict[str, Any]:
    """The annotated fields; units as lemmas, so that they compare with what is read."""
    lemmas = {token.text: token.lemma.lower() for token in problem.tokens}
    unit = [lemmas.get(word, word.lower()) for word in (entry["unit"] or "").split()]
    skipped = {"of", "the", "a", "an", "'s", "his", "her", "their", "its", "more", "my", "these", "those", "this"}
    return {
        **{field: entry[field] for field in FIELDS},
        "unit": " ".join(word for word in unit if word not in skipped and not word[0].isdigit()),
        "related": entry["related"] or [],
        "rate": None if entry["rate"] is None else tuple(entry["rate"]["per"]),
    }


def f1(right: int, found: int, gold: int) -> float:
    """The harmonic mean of precision and recall, 1 if there was nothing to find and nothing was found."""
    return 1.0 if found + gold == 0 else 2 * right / (found + gold)


def token_f1(ours: str | None, gold: str | None) -> float:
    """Token F1 of two question spans; both None is right."""
    left, right = Counter((ours or "").split()), Counter((gold or "").split())
    return f1((left & right).total(), left.total(), right.total())


def same(field: str, ours: Any, gold: Any) -> bool:
    """Whether two values of a field agree; capitals at sentence starts do not matter."""
    if isinstance(ours, str) and isinstance(gold, str):
        return ours.lower() == gold.lower()
    return bool(ours == gold) or (field == "unit" and not ours and not gold)


def score(records: Sequence[dict[str, Any]], shown: str | None) -> dict[str, float]:
    """All figures in per cent over the gold records; disagreements in the field `shown` are printed."""
    right: Counter[str] = Counter()
    counts: Counter[str] = Counter()
    question_f1 = question_exact = 0.0
    problems = read_all((record["text"] for record in records), load_parser())
    for record, problem in zip(records, problems, strict=True):
        # The gold files list the numbers that are written; what a word implies ("a week") is measured on the corpus.
        schemas = {
            (schema.quantity.start, schema.quantity.end): schema
            for schema in problem.schemas
            if schema.quantity.implicit is None
        }
        gold = [entry for entry in record["quantities"] if entry["kind"] in COUNTABLE]
        counts["gold"] += len(gold)
        counts["found"] += len(schemas)
        for entry in gold:
            schema = schemas.get((entry["start"], entry["end"]))
            if schema is not None and str(schema.quantity.value) == entry["value"]:
                right["quantities"] += 1
            elif shown == "quantities":
                print(f"{record['id']} {entry['text']!r} {entry['value']} not read: {record['text']}")
            ours, theirs = read_fields(problem, schema), gold_fields(entry, problem)
            for field in FIELDS:
                agrees = same(field, ours[field], theirs[field])
                right[field] += agrees
                if not agrees and shown == field:
                    print(
                        f"{record['id']} {entry['text']!r} {field}: {ours[field]} / gold {theirs[field]}: "
                        f"{record['text']}"
                    )
            right["rate"] += theirs["rate"] is not None and ours["rate"] == theirs["rate"]
            right["is_rate"] += theirs["rate"] is not None and ours["rate"] is not None
            counts["rate_found"] += ours["rate"] is not None
            counts["rate_gold"] += theirs["rate"] is not None
            if shown == "rate" and ours["rate"] != theirs["rate"]:
                print(
                    f"{record['id']} {entry['text']!r} rate: {ours['rate']} / gold {theirs['rate']}: {record['text']}"
                )
            common = Counter(ours["related"]) & Counter(theirs["related"])
            right["related"] += common.total()
            counts["related_found"] += len(ours["related"])
            counts["related_gold"] += len(theirs["related"])
            if shown == "related" and sorted(ours["related"]) != sorted(theirs["related"]):
                print(
                    f"{record['id']} {entry['text']!r}: {ours['related']} / gold {theirs['related']}: {record['text']}"
                )
        spans = {(entry["start"], entry["end"]) for entry in gold}
        if shown == "quantities":
            for span in schemas.keys() - spans:
                print(f"{record['id']} {record['text'][slice(*span)]!r} too many: {record['text']}")
        asked = problem.question.text if problem.question else None
        question_f1 += token_f1(asked, record["question"])
        question_exact += asked == record["question"]
        if shown == "question" and asked != record["question"]:
            print(f"{record['id']} question: {asked!r} / gold {record['question']!r}: {record['text']}")
    figures = {"quantities": f1(right["quantities"], counts["found"], counts["gold"])}
    figures |= {field: right[field] / counts["gold"] for field in FIELDS}
    figures["rate F1"] = f1(right["rate"], counts["rate_found"], counts["rate_gold"])
    figures["is a rate F1"] = f1(right["is_rate"], counts["rate_found"], counts["rate_gold"])
    figures["related F1"] = f1(right["related"], counts["related_found"], counts["related_gold"])
    figures["question token F1"] = question_f1 / len(records)
    figures["question exact"] = question_exact / len(records)
    return {name: round(100 * figure, 1) for name, figure in figures.items()}


def main() -> None:
    """Read the options, score, print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--split", choices=sorted(FILES), default="dev")
    options.add_argument("--errors", metavar="FIELD", help="list the disagreements in one field")
    options.add_argument("--json", action="store_true", help="print one JSON object")
    chosen = options.parse_args()
    lines = FILES[chosen.split].read_text(encoding="utf-8").splitlines()
    figures = score([json.loads(line) for line in lines], chosen.errors)
    if chosen.json:
        print(json.dumps({"split": chosen.split, "problems": len(lines), **figures}, indent=2))
        return
    print(f"{chosen.split}: {len(lines)} problems")
    for name, figure in figures.items():
        print(f"  {name:18} {figure:5.1f} %")


if __name__ == "__main__":
    main()

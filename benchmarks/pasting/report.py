"""Measure how pasted texts are separated and read.

    python benchmarks/pasting/report.py [--parts dev dev_2 ... held_out] [--show dev] [--out docs/results]

The gold set is tests/gold/pasted: texts as people paste them, with their problems, questions and numbers. --show prints
the single errors of a development part; of the held-out part and dev_7_aside only totals are printed and kept. Writes
pasting.json if all parts are measured.

- problem separated: one at its place holds all its questions and numbers and none of another problem's. A shared story
  is there if there is one. "and labelled": with the same label as well; "Monday" or "one" may count as a label or not.
- exact span: the same first and last character as well, marks at the end aside.
- question: the same start, end and label in the right problem. Marks at the end do not count, and a clause with "if"
  after the question may be in or out.
- mention: the number reader finds a number with this value at this place in the readable text of the problem, with this
  unit beside it. Clock times are compared by the minute, without regard to the half of the day.
- conversion: the table of units (arithmetree.facts) leads from the one amount to the other, exactly.
- no quantity: exercise numbers, marks, room numbers and the like that are no countable number of any problem.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

from arithmetree.facts import conversions, unit_names
from arithmetree.morphology import noun_lemma
from arithmetree.pasting import PastedProblem, ReadableText, readable_problem, split
from arithmetree.quantities import Quantity, find_quantities
from arithmetree.quantities.clock_times import find_clock_times

ROOT = Path(__file__).resolve().parents[2]
GOLD = ROOT / "tests" / "gold" / "pasted"
OUT = ROOT / "docs" / "results"
PARTS = ("dev", "dev_2", "dev_3", "dev_4", "dev_5", "dev_6", "dev_7", "dev_7_aside", "held_out")
ASIDE = ("dev_7_aside", "held_out")
"""Parts whose errors are not looked at, and on which no weights are fitted."""
HALF_DAY = 720
NO_NUMBERS = frozenset({"noon", "midday", "midnight"})
"""Times without a number, which the gold set does not list."""
_IF = re.compile(r"(?i),?\s+(?:if|assuming|given\s+that|provided|supposing|suppose|unless)\s")
_WORDS_AFTER = 4

Record = dict[str, Any]
Span = tuple[int, int]


class Number:
    """A number of a readable text, with its place in the pasted text."""

    def __init__(self, read: ReadableText, start: int, end: int, value: Fraction, *, clock: bool) -> None:
        self.start, self.end = read.to_original(start, end)
        self.value = value
        self.clock = clock
        self.before = read.text[max(0, start - 2) : start].strip()
        self.after = read.text[end:].lstrip("- \u2011")[:60]

    def has_value(self, mention: Record) -> bool:
        """The same value, or the same place on the face of a clock."""
        wanted = Fraction(mention["value"])
        if mention["kind"] == "time":
            return self.clock and (self.value - wanted) % HALF_DAY == 0
        return not self.clock and self.value == wanted

    def has_unit(self, unit: str) -> bool:
        """The unit is the sign before the number or among the first words after it."""
        if not unit:
            return self.before not in {"£", "$", "€"}
        if self.before.endswith(unit) or self.after.startswith(unit):
            return True
        words = re.findall(r"[^\W\d_]+", self.after.lower())[:_WORDS_AFTER]
        return set(re.findall(r"[^\W\d_]+", unit.lower())) <= set(words)


def numbers_of(read: ReadableText) -> list[Number]:
    """The clock times and countable numbers of a readable text."""
    clocks = [
        clock for clock in find_clock_times(read.text) if read.text[clock.start : clock.end].lower() not in NO_NUMBERS
    ]
    found = [Number(read, clock.start, clock.end, Fraction(clock.minutes), clock=True) for clock in clocks]
    for quantity in find_quantities(read.text):
        told_by_clock = any(clock.start < quantity.end and quantity.start < clock.end for clock in clocks)
        if quantity.countable and not told_by_clock:
            found.append(Number(read, quantity.start, quantity.end, _written(quantity), clock=False))
    return found


def _written(quantity: Quantity) -> Fraction:
    return quantity.value * 100 if quantity.unit_hint == "percent" else quantity.value


def overlaps(start: int, end: int, other: Record) -> bool:
    """True if a span and one of the gold set have a character in common."""
    return start < other["end"] and other["start"] < end


def stripped(text: str, start: int, end: int) -> Span:
    """A span without the marks and white space at its end."""
    while end > start and text[end - 1] in " \n\t\u00a0.,;:?!=_":
        end -= 1
    return start, end


def same_question(text: str, found: Span, gold: Span) -> bool:
    """The same words; a clause with "if" at the end may be left out."""
    if found[0] != gold[0]:
        return False
    cut = _IF.search(text, gold[0] + 4, gold[1])
    ends = {stripped(text, *gold)[1]} | ({stripped(text, gold[0], cut.start())[1]} if cut else set())
    return stripped(text, *found)[1] in ends


def as_exercises(record: Record) -> list[Record]:
    """The gold problems; a story with numbered questions as exercises that share it.

    Both forms say the same, and the gold set has both, so they are compared in one of them.
    """
    found: list[Record] = []
    for problem in record["problems"]:
        labels = [question["label"] for question in problem["questions"]]
        if not labels or not all(label and label.isdecimal() for label in labels):
            found.append(problem)
            continue
        begins = [
            max(
                place["end"]
                for place in record["not_quantities"]
                if place["end"] <= question["start"]
                and record["text"][place["start"] : place["end"]] == question["label"]
            )
            for question in problem["questions"]
        ]
        ends = [*begins[1:], problem["end"]]
        story = {"start": problem["start"], "end": begins[0]}
        for question, begin, end in zip(problem["questions"], begins, ends, strict=True):
            mentions = [
                mention
                for mention in problem["mentions"]
                if overlaps(mention["start"], mention["end"], story) or begin <= mention["start"] < end
            ]
            span = {"start": begin, "end": question["end"], "shared": story, "label": question["label"]}
            found.append({**span, "questions": [{**question, "label": None}], "mentions": mentions, "joined": True})
    return found


def matched(found: tuple[PastedProblem, ...], gold: list[Record]) -> list[PastedProblem | None]:
    """For each problem of the gold set the problem found at the same place."""
    return [next((ours for ours in found if overlaps(ours.start, ours.end, problem)), None) for problem in gold]


def separated(ours: PastedProblem | None, gold: Record, others: list[Record]) -> bool:
    """Questions and numbers are those of the gold problem, and none is another problem's."""
    if ours is None:
        return False
    inside = all(ours.start <= question["start"] < ours.end for question in gold["questions"])
    reach = [(ours.start, ours.end), *([ours.shared] if ours.shared else [])]
    inside = inside and all(
        any(start <= mention["start"] and mention["end"] <= end for start, end in reach) for mention in gold["mentions"]
    )
    alien = any(ours.start <= question["start"] < ours.end for other in others for question in other["questions"])
    return inside and not alien and (ours.shared is not None) == ("shared" in gold)


def exact(text: str, ours: PastedProblem | None, gold: Record) -> bool:
    """The same first and last character."""
    if "joined" in gold:
        return ours is not None and stripped(text, ours.start, ours.end)[1] == stripped(text, 0, gold["end"])[1]
    return ours is not None and stripped(text, ours.start, ours.end) == stripped(text, gold["start"], gold["end"])


def score(record: Record, tally: Counter[str]) -> Iterator[str]:
    """Count what is right in one text, and yield what is wrong."""
    text, gold = record["text"], as_exercises(record)
    found = split(text)
    yield from score_cuts(text, found, gold, tally)
    for ours, problem in zip(matched(found, gold), gold, strict=True):
        yield from _score_mentions(text, ours, problem, tally)
    for conversion in record.get("conversions", ()):
        right = converts(conversion)
        tally["conversions"] += 1
        tally["conversions right"] += right
        if not right:
            yield f"conversion {conversion}"
    counted = [number for ours in found for number in numbers_of(readable_problem(text, ours)) if not number.clock]
    for place in record["not_quantities"]:
        tally["no quantities"] += 1
        wrong = any(overlaps(number.start, number.end, place) for number in counted)
        tally["no quantities left out"] += not wrong
        if wrong:
            start, end = place["start"], place["end"]
            yield f"counted: {text[max(0, start - 15) : start]!r} {text[start : end + 10]!r}"


def score_cuts(text: str, found: tuple[PastedProblem, ...], gold: list[Record], tally: Counter[str]) -> Iterator[str]:
    """Count which problems and questions are as in the gold set, and yield what is not."""
    tally["texts"] += 1
    tally["texts with the right number of problems"] += len(found) == len(gold)
    if len(found) != len(gold):
        yield f"{len(found)} problems, not {len(gold)}: {[(ours.label, text[ours.start : ours.end]) for ours in found]}"
    tally["problems found"] += len(found)
    for ours, problem in zip(matched(found, gold), gold, strict=True):
        tally["problems"] += 1
        right = separated(ours, problem, [other for other in gold if other is not problem])
        tally["problems right"] += right
        labelled = right and ours is not None and ours.label == problem["label"]
        tally["problems labelled"] += labelled
        tally["exact spans"] += exact(text, ours, problem)
        if not labelled:
            yield f"problem {problem['label']} not {'labelled' if right else 'separated'}: {ours}"
        elif not exact(text, ours, problem) and ours is not None:
            yield f"span {text[ours.start : ours.end]!r}, not {text[problem['start'] : problem['end']]!r}"
        yield from _score_questions(text, ours, problem, tally)


def _score_questions(text: str, ours: PastedProblem | None, gold: Record, tally: Counter[str]) -> Iterator[str]:
    found = list(ours.questions) if ours is not None else []
    tally["questions"] += len(gold["questions"])
    tally["questions found"] += len(found)
    for question in gold["questions"]:
        span = (question["start"], question["end"])
        right = any(same_question(text, (one.start, one.end), span) and one.label == question["label"] for one in found)
        tally["questions right"] += right
        if not right:
            shown = [(one.label, text[one.start : one.end]) for one in found]
            yield f"question {question['label']} {text[slice(*span)]!r} among {shown}"
    for one in found:
        if not any(overlaps(one.start, one.end, question) for question in gold["questions"]):
            yield f"no question: {text[one.start : one.end]!r}"


def _score_mentions(text: str, ours: PastedProblem | None, gold: Record, tally: Counter[str]) -> Iterator[str]:
    read = readable_problem(text, ours) if ours is not None else ReadableText("", ())
    numbers = numbers_of(read)
    tally["mentions"] += len(gold["mentions"])
    tally["mentions found"] += len(numbers)
    for mention in gold["mentions"]:
        here = [number for number in numbers if overlaps(number.start, number.end, mention)]
        valued = [number for number in here if number.has_value(mention)]
        tally["mentions with value"] += bool(valued)
        right = any(number.has_unit(mention["unit"]) for number in valued)
        tally["mentions right"] += right
        if not right:
            shown = [(str(number.value), number.before, number.after[:20]) for number in here]
            yield f"mention {mention['text']!r} {mention['value']} {mention['unit']!r}: {shown} in {read.text!r}"
    for number in numbers:
        if not any(overlaps(number.start, number.end, mention) for mention in gold["mentions"]):
            yield f"extra number {text[number.start : number.end]!r} in {read.text!r}"


_SIGNS = {"£": "pound", "$": "dollar", "€": "euro", "p": "penny", "¢": "cent", "c": "cent"}


def _unit(written: str) -> str:
    """The name of a unit in the table of units."""
    word = _SIGNS.get(written, written)
    return unit_names().get(word) or unit_names().get(noun_lemma(word)) or noun_lemma(word)


def converts(conversion: Record) -> bool:
    """True if the table of units turns the first amount of a conversion into the second."""
    (amount, unit), (wanted, target) = (conversion[key].split(maxsplit=1) for key in ("from", "to"))
    reached = {_unit(unit): Fraction(amount)}
    waiting = list(reached)
    while waiting:
        name = waiting.pop()
        for fact in conversions():
            for one, other, factor in (
                (fact.part, fact.whole, Fraction(1, fact.count)),
                (fact.whole, fact.part, Fraction(fact.count)),
            ):
                if one == name and other not in reached:
                    reached[other] = reached[name] * factor
                    waiting.append(other)
    return reached.get(_unit(target)) == Fraction(wanted)


def f1(right: int, found: int, wanted: int) -> float:
    """F1 in per cent."""
    return round(200 * right / max(found + wanted, 1), 1)


def figures(tally: Counter[str]) -> dict[str, Any]:
    """The table of one part of the gold set."""

    def share(part: str, whole: str) -> float:
        return round(100 * tally[part] / max(tally[whole], 1), 1)

    return {
        "texts": tally["texts"],
        "problems": tally["problems"],
        "questions": tally["questions"],
        "mentions": tally["mentions"],
        "per_cent": {
            "texts with the right number of problems": share("texts with the right number of problems", "texts"),
            "problems separated": share("problems right", "problems"),
            "problems separated and labelled": share("problems labelled", "problems"),
            "problems, exact span": share("exact spans", "problems"),
            "questions": share("questions right", "questions"),
            "questions, F1": f1(tally["questions right"], tally["questions found"], tally["questions"]),
            "mentions with value": share("mentions with value", "mentions"),
            "mentions with value and unit": share("mentions right", "mentions"),
            "mentions with value and unit, F1": f1(tally["mentions right"], tally["mentions found"], tally["mentions"]),
            "numbers that are no quantities, left out": share("no quantities left out", "no quantities"),
            **({"conversions": share("conversions right", "conversions")} if tally["conversions"] else {}),
        },
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument("--show", choices=[part for part in PARTS if part not in ASIDE], help="print single errors")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    results: dict[str, Any] = {"command": "python benchmarks/pasting/report.py"}
    for part in options.parts:
        records = [json.loads(line) for line in (GOLD / f"{part}.jsonl").read_text(encoding="utf-8").splitlines()]
        tally: Counter[str] = Counter()
        for record in records:
            for error in score(record, tally):
                if part == options.show:
                    print(record["id"], error)
        begun = time.perf_counter()
        for record in records:
            split(record["text"])
        results[part] = figures(tally)
        results[part]["milliseconds_a_text"] = round(1000 * (time.perf_counter() - begun) / max(len(records), 1), 2)
        print(part, json.dumps(results[part], indent=1))
    if set(options.parts) == set(PARTS):
        options.out.mkdir(parents=True, exist_ok=True)
        (options.out / "pasting.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Which stories of the corpus practice sheets are made of: short, everyday, right for their grade, and read.

Rules find the candidates; a story is used only if a reader found it fit (`practice_reading`). Only parts to learn from
are used, so nothing comes near the parts that models are measured on: the general problems, and for the first grades
the read-once families, which have more easy ones. The grade is the writer's, or a higher one where the calculation
needs it; a single sum within 20 is for grade 1.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from hashlib import sha256
from pathlib import Path

from arithmetree.corpus.build import parts_of
from arithmetree.corpus.manifest import Manifest
from arithmetree.corpus.practice import BASICS, PracticeStory
from arithmetree.corpus.practice_grade import grade_floor
from arithmetree.corpus.practice_reading import Reading
from arithmetree.corpus.record import Record
from arithmetree.derivations import Constant, Derivation, Mention, Operation, Unknown, work_out
from arithmetree.quantities import Kind
from arithmetree.word_lists import table, words

PARTS = ("general", "families")
_FAMILY_GRADES = (1, 2, 3, 4)
_PLAIN_GRADES = (1, 2, 3)
"""The grades whose problems begin with a plain sentence."""
_STYLES = frozenset({"worksheet", "textbook", "exam"})
_KIND_GRADES = {"average": 5, "ratio": 4}
"""Kinds that no lower grade knows, however small the numbers are."""
_RATIO = re.compile(r"\bratio\b|\d : \d")
_RATIO_GRADE = 5
"""The lowest grade for a ratio that is called so, or written as one."""
_MISLEADING = {
    Operation.ADD: re.compile(r"\b(?:fewer|less|shorter|younger|lighter|cheaper)\b"),
    Operation.SUBTRACT: re.compile(r"\b(?:[Tt]hat|which) is \S+ (?:\w+ )?(?:more|longer|older|heavier|taller)\b"),
}
"""Words of a comparison that point to the other operation, which is not for grade 1."""
_LONGEST = {1: 24, 2: 32, 3: 40, 4: 44, 5: 48, 6: 50, 7: 54, 8: 56, 9: 56}
"""The most words of a problem by its grade."""
_LARGEST = {1: 20, 2: 100, 3: 1_000, 4: 10_000}
"""The largest number on the way to an answer in the first grades."""
_MOST_SPARE = 2
_MOST_SPARE_EASY = 1
_MOST_NUMBERS_EASY = 4
"""Of a problem for the first two grades."""
_HARD_GRADE = 8
"""From this grade on, a number that is not needed does not make a problem one about that."""
_KNOWN_IN, _EASY_IN = 8, 15
"""A word is an everyday one if it occurs in so many stories of the corpus, an easy one if in so many."""
_EASY_GRADES = (1, 2)
_DENOMINATORS = frozenset({1, 2, 3, 4, 5, 8, 10, 20, 25, 50, 100})
_EASY_DENOMINATORS = frozenset({1, 2, 4, 10})
"""Of answers that are simple enough."""
_WORD = re.compile(r"[a-z]+(?:['’-][a-z]+)*", re.IGNORECASE)
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_FRACTION = re.compile(r"\d+/\d+|\d+ \d+/\d+")
_SMALL_WORDS = frozenset(
    [
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
        "eleven",
        "twelve",
        "twice",
        "half",
        "double",
        "triple",
        "third",
        "quarter",
    ]
)
_CURRENCIES = {
    "dollars": re.compile(r"\$|\bdollars?\b|\b(?:dimes?|nickels?)\b"),
    "pounds": re.compile(r"£|\bpence\b|\b\d+p\b|\bpenny\b"),
    "euros": re.compile(r"€|\beuros?\b"),
}
_OTHER_MONEY = re.compile(
    r"\b(?:yen|rupees?|francs?|rand|kron[ae]r?|pesos?|shillings?|zlotys?|lira|R\d+|fiver|tenner)\b"
)
_CENTS = re.compile(r"\bcents?\b|¢")
_STRANGE = re.compile(
    r"[\n{}\[\]|;_*=<>\"“”•]|\b(?:Fig|Table|above|below|see)\b|[A-Z]{3,}|^Question \d|[a-z]: |until then"
    r"|^(?:He|She|They|It|His|Her|Their|We|Our)\b|average over the|(?:NZ|US|[AC])\$"
    r"|\b(?:What|How much|How many) (?:is|are) (?:that|those|this|these)\b"
    r"|, or \d[\d.,/]* [a-z]+,"  # the same amount a second time: "1 hour 30 minutes, or 1.5 hours, longer"
)
_TOTALS = re.compile(r"\b(?:in all|altogether|in total|total)\b", re.IGNORECASE)
_NAMED_MONEY = re.compile(r" (?:dollars|euros|pounds)\b")
_MONEY_EACH = re.compile(r" (?:(?:dollars?|euros?|pounds?|cents?|pence) )?the\b")
"""After a price, as in "costs 12 dollars the shirt"."""
_SENTENCE_END = re.compile(r"(?<=[.?!])\s+")
_PART = re.compile(r"^\(?(?:[a-d]|i+)\)\s*")
_ROUNDED = (Operation.QUOTIENT, Operation.REMAINDER, Operation.ROUND_UP)
_LINEAR = (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE)


def learnable(corpus: Path) -> list[Record]:
    """The records of the parts in PARTS, without what the manifest leaves out; no other part is read."""
    manifest = Manifest.load(corpus)
    folders = {folder: part for folder, part in manifest.folders.items() if part in PARTS}
    parts = parts_of(corpus, replace(manifest, folders=folders, dropped={}, held_back={}))
    return [record for part in PARTS for record in parts.records[part] if record.id not in manifest.left_out]


def choose(records: Sequence[Record], reading: Reading) -> list[PracticeStory]:
    """The stories for practice sheets, in the order of their ids: the candidates that a reader found fit."""
    found = (story for stories in _candidates(records).values() for story in stories if story.id in reading.fit)
    return sorted(found, key=lambda story: story.id)


def unread(records: Sequence[Record], reading: Reading) -> list[PracticeStory]:
    """The candidates that nobody has read: of each family without a read question, the one that suits it best."""
    families = [
        stories for stories in _candidates(records).values() if reading.seen.isdisjoint(story.id for story in stories)
    ]
    best = [
        min(stories, key=lambda story: (story.kind in (BASICS, "distractor"), _draw(story))) for stories in families
    ]
    return sorted(best, key=lambda story: story.id)


def _candidates(records: Sequence[Record]) -> Mapping[str, list[PracticeStory]]:
    """The stories that the rules allow, by their families."""
    known = _known_words(records, _KNOWN_IN)
    easy = _known_words(records, _EASY_IN)
    families: dict[str, list[PracticeStory]] = defaultdict(list)
    for each in records:
        record = _graded(each)
        story = _story(record, easy if record.grade in _EASY_GRADES else known)
        if story is not None:
            families[record.family or record.id].append(story)
    return families


def _draw(story: PracticeStory) -> str:
    """A fixed random order."""
    return sha256(story.id.encode()).hexdigest()


def _known_words(records: Iterable[Record], least: int) -> frozenset[str]:
    """The words that occur in many stories."""
    stories: dict[str, set[str]] = defaultdict(set)
    for record in records:
        for word in _WORD.findall(record.text):
            stories[word].add(record.family or record.id)
    return frozenset(word for word, found in stories.items() if len(found) >= least)


def _graded(record: Record) -> Record:
    """The record with a higher grade where its calculation needs one, and with grade 1 where that is enough."""
    if record.derivation is None:
        return record
    floor = grade_floor(record.derivation, record.quantities, record.units)
    floor = max(floor, _KIND_GRADES.get(record.kind or "", 1), 2 if _is_misleading(record) else 1)
    floor = max(floor, _RATIO_GRADE if _RATIO.search(record.text) else 1)
    is_first = floor == 1 and record.grade <= max(_EASY_GRADES) and _is_single_sum(record)
    return replace(record, grade=1 if is_first else max(record.grade, floor))


def _is_misleading(record: Record) -> bool:
    """Whether a problem of one step has words of a comparison that point to the other operation."""
    steps = _made(record).steps
    found = _MISLEADING.get(steps[0].operation) if len(steps) == 1 else None
    return found is not None and found.search(record.text) is not None


def _is_single_sum(record: Record) -> bool:
    """Whether a short problem takes one sum or difference within 20, and has no other number."""
    steps = _made(record).steps
    values = [one.value for one in record.quantities] + list(record.answers)
    return (
        len(steps) == 1
        and steps[0].operation in (Operation.ADD, Operation.SUBTRACT)
        and not _made(record).unknowns
        and not record.irrelevant
        and all(value.denominator == 1 and value <= _LARGEST[1] for value in values)
        and len(_WORD.findall(record.text)) <= _LONGEST[1]
    )


def _story(record: Record, known: frozenset[str]) -> PracticeStory | None:
    made = record.derivation
    wanted = record.style in _STYLES if record.kind is not None else record.grade in _FAMILY_GRADES
    if made is None or not wanted or not _is_readable(record, known):
        return None
    currency = _currency(record.text)
    kind = _kind(record)
    if currency is None or kind is None or not _numbers_fit(record) or not _fits_grade(record, kind):
        return None
    if record.kind is None and record.irrelevant:  # families have no style, and those with spare numbers are clumsy
        return None
    lowered = [word.lower() for word in _WORD.findall(record.text)]
    return PracticeStory(
        id=record.id,
        text=record.text,
        quantities=record.quantities,
        derivation=made,
        units=record.units,
        kind=kind,
        grade=record.grade,
        currency=currency,
        spelling=_spelling(lowered),
        topic=_topic(lowered),
    )


def _is_readable(record: Record, known: frozenset[str]) -> bool:
    text = record.text
    found = _WORD.findall(text)
    if len(found) > _LONGEST[record.grade] or len(found) < 8 or _STRANGE.search(text):
        return False
    if not (text[0].isupper() or text[0].isdecimal()) or text[-1] not in "?.":
        return False
    question = text.rfind("?") + 1 if record.question is None else record.question.end
    if question != len(text) or not words("practice", "unsuitable", "words").isdisjoint(map(str.lower, found)):
        return False
    if record.kind != "several" and (text.count("?") > 1 or re.search(r"\b[a-d]\)", text)):
        return False
    if not _asks_in_full(text) or _mixes_money(record) or _asks_for_a_total_of_less(record):
        return False
    if record.grade in _PLAIN_GRADES and _pattern("hard", "phrases").search(text):
        return False
    if record.grade in _EASY_GRADES and ((record.kind != "clock" and _names_times(record)) or _opens_inverted(text)):
        return False
    if record.grade in _PLAIN_GRADES and found[0].lower() in words("practice", "inverted", "openings"):
        return False
    return all(word in known or word.lower() in known or word[0].isupper() for word in found)


def _asks_in_full(text: str) -> bool:
    """Whether all questions are whole sentences, and none refers to an event that only another question named."""
    sentences = _SENTENCE_END.split(text)
    return all(_is_question(one) for one in sentences if one.endswith("?") or one is sentences[-1])


def _is_question(sentence: str) -> bool:
    found = [word.lower() for word in _WORD.findall(_PART.sub("", sentence))]
    if not found or _pattern("questions", "references").search(sentence):
        return False
    if found[0] in words("practice", "questions", "requests"):
        return True
    finite = words("practice", "questions", "auxiliaries") | words("practice", "questions", "verbs")
    return found[0] in words("practice", "questions", "openings") and not finite.isdisjoint(found[1:])


@cache
def _pattern(part: str, entry: str) -> re.Pattern[str]:
    """Any of the phrases of an entry of the data file."""
    return re.compile(rf"\b(?:{'|'.join(table('practice')[part][entry])})\b", re.IGNORECASE)


def _asks_for_a_total_of_less(record: Record) -> bool:
    """Whether the question asks for a total where things were only taken away: "How many has she in all then?"."""
    operations = {step.operation for step in _made(record).steps} if record.derivation is not None else set()
    question = _SENTENCE_END.split(record.text)[-1]
    return operations == {Operation.SUBTRACT} and bool(_TOTALS.search(question))


def _opens_inverted(text: str) -> bool:
    """Whether the text opens as in "On the pond were 22 ducks": a place, then the verb, then the number."""
    opening = re.match(r"(?:At|In|On|Under|Near|Beside|Over|Up)\b[^,.]*?\b([a-z]+) \d", text)
    return opening is not None and opening[1] in words("practice", "inverted", "verbs")


def _names_times(record: Record) -> bool:
    named = any(one.kind in (Kind.TIME, Kind.DATE, Kind.YEAR) for one in record.quantities)
    return named or bool(_pattern("hard", "times").search(record.text))


def _mixes_money(record: Record) -> bool:
    """Whether prices have signs and words at once, as in "$100" and "12 dollars", or stand as in "$12 the shirt"."""
    after = [record.text[one.end :] for one in record.quantities if one.kind is Kind.MONEY]
    mixed = bool(re.search("[$£€]", record.text)) and any(map(_NAMED_MONEY.match, after))
    return mixed or any(map(_MONEY_EACH.match, after))


def _currency(text: str) -> str | None:
    """The currency of a text, empty where there is none; None for a mixture or another one."""
    found = [name for name, pattern in _CURRENCIES.items() if pattern.search(text)]
    if len(found) > 1 or _OTHER_MONEY.search(text):
        return None
    if _CENTS.search(text) and not found:
        return "dollars"
    if _CENTS.search(text) and found == ["pounds"]:
        return None
    return found[0] if found else ""


def _spelling(lowered: Sequence[str]) -> str:
    found = {name for name in ("british", "american") if not words("practice", "spelling", name).isdisjoint(lowered)}
    return found.pop() if len(found) == 1 else ""


def _topic(lowered: Sequence[str]) -> str:
    counts = Counter({name: sum(word in words("practice", "topics", name) for word in lowered) for name in _topics()})
    name, most = max(counts.items(), key=lambda item: item[1])
    return name if most else ""


def _topics() -> tuple[str, ...]:
    return tuple(sorted(table("practice")["topics"]))


_Test = Callable[[Record], bool]


def _has(*operations: Operation) -> _Test:
    return lambda record: any(step.operation in operations for step in _made(record).steps)


def _says(pattern: str) -> _Test:
    found = re.compile(pattern, re.IGNORECASE)
    return lambda record: bool(found.search(record.text))


def _uses(test: Callable[[Kind, str, Fraction], bool]) -> _Test:
    return lambda record: any(
        test(record.quantities[leaf.quantity].kind, record.quantities[leaf.quantity].text, _value(record, leaf))
        for leaf in _made(record).leaves
        if isinstance(leaf, Mention)
    )


def _made(record: Record) -> Derivation:
    assert record.derivation is not None
    return record.derivation


def _value(record: Record, leaf: Mention) -> Fraction:
    return record.quantities[leaf.quantity].value


def _unknowns(record: Record) -> int:
    return sum(isinstance(leaf, Unknown) for leaf in _made(record).leaves)


def _constants(record: Record) -> int:
    return sum(isinstance(leaf, Constant) for leaf in _made(record).leaves)


def _is_reused(record: Record) -> bool:
    made = _made(record)
    uses = Counter(side for step in made.steps for side in (step.left, step.right))
    return any(uses[place] > 1 for place, leaf in enumerate(made.leaves) if isinstance(leaf, Mention))


def _spare(record: Record) -> int:
    """How many numbers in digits the calculation does not use; a "three" in words is only part of the story."""
    return sum(record.quantities[place].text[:1].isdecimal() for place in record.irrelevant)


def _steps(record: Record) -> int:
    made = _made(record)
    return len(made.steps) - len(made.equations)


def _steps_at_least(least: int) -> _Test:
    return lambda record: _steps(record) >= least


_TESTS: Mapping[str, _Test] = {
    "reuse": _is_reused,
    "percent": lambda record: _uses(lambda kind, _, __: kind is Kind.PERCENT)(record) or "per" in record.units[0],
    "fraction": _uses(lambda kind, _, value: kind is not Kind.PERCENT and kind is not Kind.MONEY and value < 1),
    "constant": lambda record: _constants(record) > 0,
    "rounding": _has(*_ROUNDED),
    "average": _says(r"\b(?:average|mean)\b"),
    "ratio": _steps_at_least(2),
    "money": lambda record: bool(_currency(record.text)),
    "measure": _says(
        r"\b(?:m|cm|km|mm|g|kg|ml|l)\b|met(?:re|er)|lit(?:re|er)|gram|inch|feet|foot|yard|mile|pound|ounce|ton"
    ),
    "clock": _uses(lambda kind, _, __: kind is Kind.TIME),
    "geometry": _says(r"area|perimeter|volume|rectang|square|triang|cube|angle|long and|wide|around|side"),
    "number": _steps_at_least(1),
    "unknown": lambda record: _unknowns(record) == 1,
    "two-unknowns": lambda record: _unknowns(record) == 2,
    "gcd-lcm": _has(Operation.GCD, Operation.LCM),
    "sets": _steps_at_least(2),
    "multistep": _steps_at_least(3),
    "binding": _steps_at_least(2),
    "distractor": lambda record: _spare(record) in (1, 2),
    "several": lambda record: len(record.answers) == 2,
}


def _kind(record: Record) -> str | None:
    """The kind of the family where this question needs what it is about, or BASICS; None for what is neither."""
    if len(record.answers) > 1 and record.kind != "several":
        return None
    if not _steps(record) or _spare(record) > _MOST_SPARE:
        return None
    step = _made(record).steps
    is_plain = len(step) == 1 and step[0].operation in _LINEAR and not _constants(record)
    whole = all(one.value.denominator == 1 for one in record.quantities)
    spare_allowed = 1 if record.grade >= _HARD_GRADE else 0
    if _spare(record) > spare_allowed:
        return "distractor"
    if record.kind is None:
        if is_plain and whole:
            return BASICS
        return "money" if _currency(record.text) else "multistep"
    if _TESTS[record.kind](record):
        return record.kind
    return BASICS if is_plain and whole and record.grade <= 4 else None


def _numbers_fit(record: Record) -> bool:
    """Whether the numbers are written as on a sheet, and all values on the way are simple."""
    for one in record.quantities:
        if one.kind in (Kind.LABEL, Kind.NAME):
            return False
        plain = _DIGITS.fullmatch(one.text) or _FRACTION.fullmatch(one.text)
        spelled = set(re.findall(r"[a-z]+", one.text.lower())) - {"a", "an", "times", "and", "of"}
        is_small = bool(spelled) and spelled <= _SMALL_WORDS | {"thirds", "quarters", "fifths", "fifth", "halves"}
        if one.countable and not plain and not is_small:
            return False
    worked = work_out(_made(record), [one.value for one in record.quantities])
    values = [value for place in range(_made(record).size) if (value := worked.number(place)) is not None]
    answers = [value for value in record.answers if value > 0]
    denominators = _DENOMINATORS if record.grade > 4 or _currency(record.text) else _EASY_DENOMINATORS
    simple = all(value.denominator in denominators for value in answers)
    return simple and len(answers) == len(record.answers) and all(value >= 0 for value in values)


def _fits_grade(record: Record, kind: str) -> bool:
    """Whether the calculation is neither too hard nor too easy for the grade of the family."""
    grade, made = record.grade, _made(record)
    worked = work_out(made, [one.value for one in record.quantities])
    values = [value for place in range(made.size) if (value := worked.number(place)) is not None]
    operations = {step.operation for step in made.steps}
    decimals = any(value.denominator > 1 for value in values)
    percents = any(one.kind is Kind.PERCENT for one in record.quantities)
    shown = [one.value for one in record.quantities if one.kind is not Kind.YEAR]
    if grade in _LARGEST and any(value > _LARGEST[grade] for value in [*values, *shown]):
        return False
    if grade <= 3 and any(one.kind is Kind.NUMBER and "." in one.text for one in record.quantities):
        return False
    if grade <= 2 and (_spare(record) > _MOST_SPARE_EASY or len(shown) > _MOST_NUMBERS_EASY):
        return False
    if grade <= 2 and not operations <= set(_LINEAR):
        return False
    if grade <= 2 and (decimals or made.equations or _steps(record) > grade or len(record.answers) > 1):
        return False
    if grade == 1:
        return operations <= {Operation.ADD, Operation.SUBTRACT}
    if grade == 3 and (_steps(record) > 3 or made.equations or percents):
        return False
    if grade == 4 and (_steps(record) > 4 or percents or len(made.unknowns) > 1):
        return False
    if grade == 5 and (_steps(record) > 5 or len(made.unknowns) > 1):
        return False
    if grade >= 5 and _steps(record) < 2 and not (decimals or made.equations or kind in ("gcd-lcm", "rounding")):
        return False
    if grade >= 8:
        return bool(made.equations) or percents or decimals or _steps(record) >= 4
    if grade == 7:
        return (
            _steps(record) >= (4 if kind == "several" else 3)
            or bool(made.equations)
            or (percents and _steps(record) >= 2)
        )
    return not (grade == 6 and kind == BASICS)

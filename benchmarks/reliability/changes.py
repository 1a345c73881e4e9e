"""Changes of a problem that must not matter, and some that leave it without an answer.

A change gives the new text with the place that each of its characters had before, or None where it cannot be made
without changing the story.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

from arithmetree.checking.measures import factor, unit_name
from arithmetree.corpus import Record, RecordQuantity
from arithmetree.derivations import Derivation, Mention, Operation, work_out
from arithmetree.generator.english import in_words
from arithmetree.marking.people import people
from arithmetree.measures import measures
from arithmetree.pasting.lines import word_set, words_of
from arithmetree.pasting.sentences import sentences_of
from arithmetree.quantities import Kind, find_quantities
from arithmetree.schemas import Problem
from arithmetree.training.rewording import things
from arithmetree.word_lists import words

UNRELATED = (
    "The museum across the river is closed on Mondays.",
    "It rained a little that morning.",
    "The old bridge was painted green last summer.",
)
UNRELATED_WITH_NUMBER = (
    "The clock tower across the river has 4 bells.",
    "The bus to the harbor leaves every 15 minutes.",
    "The oldest house of the town has 23 windows.",
)
DRAWS = 60
"""How often other numbers are drawn until the story is possible with them."""
LARGEST_IN_WORDS = 999
LARGEST_CONVERTED = 1_000_000
SHORTEST_TYPO = 4
INSERTED = -1
"""The former place of a character that was not there before."""
_AMERICAN = tomllib.loads(Path(__file__).with_name("american.toml").read_text(encoding="utf-8"))
_SMALLER = {
    "km": "m", "kilometre": "metre", "kilometer": "meter", "m": "cm", "metre": "centimetre", "meter": "centimeter",
    "cm": "mm", "centimetre": "millimetre", "centimeter": "millimeter", "kg": "g", "kilogram": "gram", "l": "ml",
    "litre": "millilitre", "liter": "milliliter", "hour": "minute",
}  # fmt: skip
_A_WORD = re.compile(r"[.,?]?(?: [a-z]{3}|\s*$)")  # no "four m"
_NO_LENGTH = re.compile(r"\b(?:square|cubic|area|volume|capacity)\b|[²³]", re.IGNORECASE)
_NOT_BEFORE_SOME = frozenset({"all", "another", "every", "other", "than", "of", "by", "to", "first", "next", "last"})
_AFTER_ARTICLE = frozenset({"the", "these", "those", "his", "her", "their", "its", "my", "our", "your", "in", "for"})


@dataclass(frozen=True)
class Changed:
    """A changed text and the former place of each of its characters.

    `order` says which question of the changed text is the first of before, the second, and so on. `unit` are the
    units that took the place of each other, the larger first.
    """

    text: str
    former: tuple[int, ...]
    order: tuple[int, ...] = ()
    unit: tuple[str, str] | None = None


@dataclass(frozen=True)
class Case:
    """A problem of the corpus as the reader sees it."""

    record: Record
    problem: Problem

    @property
    def numbers(self) -> tuple[RecordQuantity, ...]:
        """The numbers that may take part in the arithmetic."""
        return tuple(one for one in self.record.quantities if one.countable and one.implicit is None)

    @property
    def needed(self) -> frozenset[int]:
        """Where the numbers are that the right calculation uses."""
        mentions = frozenset() if self.record.derivation is None else self.record.derivation.mentions
        return frozenset(self.record.quantities[number].start for number in mentions)


Change = Callable[[Case, Random], Changed | None]
Edits = Mapping[tuple[int, int], str]


def edited(text: str, edits: Edits) -> Changed | None:
    """The text with some stretches replaced, the first character of each keeping its place; None if there are none."""
    if not edits:
        return None
    pieces: list[str] = []
    former: list[int] = []
    end = 0
    for (start, stop), word in sorted(edits.items()):
        pieces += [text[end:start], word]
        former += [*range(end, start), *([start] if stop > start and word else []), *[INSERTED] * (len(word) - 1)]
        former += [INSERTED] * (bool(word) and stop == start)
        end = stop
    return Changed("".join((*pieces, text[end:])), (*former, *range(end, len(text))))


def other_names(case: Case, rng: Random) -> Changed | None:
    """Other names for the people; the gender stays that of the list, or of the pronouns for a name in no list."""
    problem = case.problem
    female, male = (words("people", "names", gender) for gender in ("female", "male"))
    pronouns = {token.text.lower() for token in problem.tokens}
    said = (bool(pronouns & {"she", "her", "hers"}), bool(pronouns & {"he", "him", "his"}))
    met = {name for name in people(problem) if name.lower() not in words("clauses", "time", "words")}  # no Tuesday
    fresh: dict[str, str] = {}
    for name in sorted(met):
        genders = (name in female, name in male) if name in female | male else said
        if all(genders):
            return None
        pool = {(True, False): female - male, (False, True): male - female, (False, False): female | male}[genders]
        fresh[name] = rng.choice(sorted(pool - met - set(fresh.values())))
    return edited(problem.text, {(t.start, t.end): fresh[t.text] for t in problem.tokens if t.text in fresh})


def other_thing(case: Case, rng: Random) -> Changed | None:
    """Another noun for what the question counts, if the story names it the same way.

    Measures stay, because they are not just any noun; and "vehicles" after cars and lorries cannot become spoons.
    """
    problem = case.problem
    question = problem.question
    asked = None if question is None else question.unit_head
    places = [token for token in problem.tokens if token.lemma == asked and token.tag in ("NN", "NNS")]
    if question is None or asked is None or _is_measure(asked) or not any(token.tag == "NNS" for token in places):
        return None
    if all(question.start <= token.start < question.end for token in places):
        return None
    if any(_is_measure(problem.tokens[token.head].lemma) for token in places):
        return None
    present = {token.lemma for token in problem.tokens}
    thing = rng.choice([noun for noun in things() if noun.singular not in present])
    edits = {(t.start, t.end): thing.plural if t.tag == "NNS" else thing.singular for t in places}
    for before, token in zip(problem.tokens, problem.tokens[1:], strict=False):
        if (token.start, token.end) in edits and before.text.lower() in ("a", "an"):
            article = "an" if edits[token.start, token.end][0] in "aeiou" else "a"
            edits[before.start, before.end] = article.capitalize() if before.text[0] == "A" else article
    return edited(problem.text, edits)


def other_numbers(case: Case, rng: Random) -> Changed | None:
    """Other whole numbers between half and twice as large, with which each step keeps its sign and stays whole.

    Only where the calculation uses all numbers: nothing says what those that it does not use may become.
    """
    record = case.record
    plain = [one for one in case.numbers if _is_plain(one) and one.value > 1]
    if record.derivation is None or not plain or {one.start for one in case.numbers} != case.needed:
        return None
    before = _sense(record, [one.value for one in record.quantities])
    for _ in range(DRAWS):
        drawn = {one.start: rng.randint(-(-one.value // 2), int(one.value * 2)) for one in plain}
        values = [Fraction(drawn.get(one.start, one.value)) for one in record.quantities]
        new = all(drawn[one.start] != one.value for one in plain)
        if new and _sense(record, values) == before:
            return edited(record.text, {(one.start, one.end): str(drawn[one.start]) for one in plain})
    return None


def smaller_unit(case: Case, rng: Random) -> Changed | None:  # noqa: ARG001
    """Metres become centimetres with a hundred times the numbers, and so on with other units.

    Only where the unit follows numbers and "how many" alone: per metre, or square metres, would be other amounts.
    Nobody writes more than a million millilitres.
    """
    text = case.record.text
    if _NO_LENGTH.search(text) or not all(_is_followed_by_its_noun(case.problem, one) for one in case.numbers):
        return None
    digits = {one.end: one for one in case.numbers if any(letter.isdigit() for letter in one.text)}
    for unit in dict.fromkeys(map(unit_name, _SMALLER)):
        forms = [form for form in _SMALLER if unit_name(form) == unit]
        pair = unit, unit_name(_SMALLER[forms[0]])
        times = factor(*pair)
        edits: dict[tuple[int, int], str] = {}
        for place in re.finditer(rf"(?<![A-Za-z])({'|'.join(forms)})(s?)(?![A-Za-z])", text):
            number = next((digits[end] for end in (place.start(), place.start() - 1) if end in digits), None)
            short = len(place[1]) < SHORTEST_TYPO
            value = None if number is None or times is None else number.value * times
            if value is not None and value > LARGEST_CONVERTED:
                return None
            if number is not None and value is not None and value.denominator == 1:
                edits[number.start, number.end] = str(value)
            elif short or not re.search(r"(?i)\bhow many $", text[: place.start()]):
                return None
            edits[place.span()] = _SMALLER[place[1]] + ("" if short or text[place.start() - 1] == "-" else "s")
        if any((one.start, one.end) in edits for one in digits.values()):
            made = edited(text, edits)
            return None if made is None else replace(made, unit=pair)
    return None


def american(case: Case, rng: Random) -> Changed | None:  # noqa: ARG001
    """American spelling, words and currency for British ones."""
    text = case.record.text
    edits: dict[tuple[int, int], str] = {}
    found = [*_AMERICAN["words"].items(), *(_AMERICAN["money"].items() if "£" in text else ())]
    for british, other in sorted(found, key=lambda pair: -len(pair[0])):
        for place in re.finditer(rf"(?i)(?<![A-Za-z]){british}(?=s?(?![A-Za-z]))", text):
            if not any(start < place.end() and place.start() < end for start, end in edits):
                edits[place.span()] = other.capitalize() if place[0][0].isupper() else other
    return edited(text, edits)


def in_number_words(case: Case, rng: Random) -> Changed | None:  # noqa: ARG001
    """Whole numbers in words instead of digits."""
    text = case.record.text
    edits = {}
    for one in case.numbers:
        small = _is_plain(one) and one.kind is Kind.NUMBER and 1 < one.value <= LARGEST_IN_WORDS
        if small and text[: one.start][-1:] in ("", " ") and _A_WORD.match(text[one.end :]):
            word = in_words(int(one.value))
            edits[one.start, one.end] = word.capitalize() if _begins_sentence(text, one.start) else word
    return edited(text, edits)


def in_digits(case: Case, rng: Random) -> Changed | None:  # noqa: ARG001
    """Digits instead of number words; "a dozen", "half" and "twice" stay."""
    edits = {}
    for one in case.numbers:
        whole = one.value.denominator == 1 and one.value > 1
        if whole and one.text.lower().replace("-", " ") == in_words(int(one.value)).replace("-", " "):
            edits[one.start, one.end] = str(one.value)
    return edited(case.record.text, edits)


def typo(case: Case, rng: Random) -> Changed | None:
    """One slip of the fingers in one word: letters swapped, a letter doubled or left out; never in names or units."""
    text = case.record.text
    numbers = [(one.start, one.end) for one in case.record.quantities]
    places = [
        token
        for token in case.problem.tokens
        if len(token.text) >= SHORTEST_TYPO
        and token.text.isascii()
        and token.text.isalpha()
        and token.text.islower()
        and not _is_measure(token.lemma)
        and all(token.end <= start or end <= token.start for start, end in numbers)
    ]
    if not places:
        return None
    token = rng.choice(places)
    slips = sorted(slip for slip in slips_of(token.text) if not find_quantities(slip))
    return edited(text, {(token.start, token.end): rng.choice(slips)}) if slips else None


def slips_of(word: str) -> set[str]:
    """The word with two letters swapped, one doubled or one left out, the first letter as it was."""
    swapped = {word[:i] + word[i + 1] + word[i] + word[i + 2 :] for i in range(1, len(word) - 1)}
    doubled = {word[:i] + word[i] + word[i:] for i in range(1, len(word))}
    dropped = {word[:i] + word[i + 1 :] for i in range(1, len(word))}
    return (swapped | doubled | dropped) - {word}


def unrelated(case: Case, rng: Random) -> Changed | None:
    """A sentence of another story in front, without a number."""
    return edited(case.record.text, {(0, 0): rng.choice(UNRELATED) + " "})


def unrelated_with_number(case: Case, rng: Random) -> Changed | None:
    """A sentence of another story in front, with a number."""
    return edited(case.record.text, {(0, 0): rng.choice(UNRELATED_WITH_NUMBER) + " "})


def without_a_number(case: Case, rng: Random) -> Changed | None:
    """A needed number replaced by "some" or "several"."""
    text = case.record.text
    tokens = case.problem.tokens
    edits = []
    for place, token in enumerate(tokens[:-1]):
        one = next((one for one in _missed(case) if one.start == token.start and one.end == token.end), None)
        before = tokens[place - 1].text.lower() if place else ""
        if one is not None and tokens[place + 1].tag == "NNS" and before not in _NOT_BEFORE_SOME:
            word = "several" if before in _AFTER_ARTICLE else rng.choice(("some", "several"))
            edits.append({(one.start, one.end): word.capitalize() if _begins_sentence(text, one.start) else word})
    return edited(text, rng.choice(edits)) if edits else None


def without_a_sentence(case: Case, rng: Random) -> Changed | None:
    """A sentence with a needed number left out, if it does not ask.

    Without a number that is added or taken away, the story is often just another one, so it has to be another.
    """
    missed = [one.start for one in _missed(case) if not _is_summand(case.record, one)]
    sentences = list(_sentences(case.problem))
    told = [
        (start, end)
        for start, end in sentences
        if any(start <= place < end for place in missed) and not _asks(case, start, end)
    ]
    return edited(case.record.text, {rng.choice(told): ""}) if told and len(sentences) > 2 else None


def without_the_question(case: Case, rng: Random) -> Changed | None:  # noqa: ARG001
    """The sentences that ask left out."""
    asking = [(start, end) for start, end in _sentences(case.problem) if _asks(case, start, end)]
    left = edited(case.record.text, dict.fromkeys(asking, ""))
    return left if left is not None and re.search(r"\w", left.text) and "?" not in left.text else None


def pairs(records: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Two problems about one story that differ in the question alone, one pair for each story.

    A question that gives a number of its own, or means something said before, is left out.
    """
    by_story: dict[tuple[str | None, str], list[Record]] = {}
    for record in records:
        question = "" if record.question is None else record.text[record.question.start :]
        plain = len(record.answers) == 1 and question.endswith(("?", ".")) and len(sentences_of(question)) == 1
        if plain and not find_quantities(question) and word_set("questions", "back").isdisjoint(words_of(question)):
            by_story.setdefault((record.family, record.text[: -len(question)].rstrip()), []).append(record)
    found = []
    for records in by_story.values():
        different = {record.answers: record for record in records}
        if len(different) > 1:
            one, other, *_ = different.values()
            found.append((one, other))
    return found


def questions_swapped(one: Record, other: Record, form: str = "{story} {one} {other}") -> tuple[str, Changed]:
    """A story with both questions, and the same with the second first."""
    story, first = _story_and_question(one)
    second = _story_and_question(other)[1]
    text = form.format(story=story, one=first, other=second)
    at, then = text.index(first, len(story)), text.rindex(second)
    made = edited(text, {(at, at + len(first)): second, (then, then + len(second)): first})
    assert made is not None
    return text, replace(made, order=(1, 0))


def parts_swapped(one: Record, other: Record) -> tuple[str, Changed]:
    """A pasted text with the parts a) and b), and the same with their questions swapped."""
    return questions_swapped(one, other, "{story}\na) {one}\nb) {other}")


CASE_CHANGES: dict[str, Change] = {
    "other names": other_names,
    "another thing": other_thing,
    "other numbers": other_numbers,
    "a smaller unit": smaller_unit,
    "an unrelated sentence": unrelated,
    "an unrelated sentence with a number": unrelated_with_number,
    "American English": american,
    "numbers in words": in_number_words,
    "number words in digits": in_digits,
    "a typo": typo,
}
PAIR_CHANGES: dict[str, Callable[[Record, Record], tuple[str, Changed]]] = {
    "two questions swapped": questions_swapped,
    "parts a) and b) swapped": parts_swapped,
}
NO_ANSWER: dict[str, Change] = {
    "a needed number made unknown": without_a_number,
    "a needed sentence left out": without_a_sentence,
    "the question left out": without_the_question,
}


def _story_and_question(record: Record) -> tuple[str, str]:
    assert record.question is not None
    return record.text[: record.question.start].rstrip(), record.text[record.question.start :]


def _missed(case: Case) -> list[RecordQuantity]:
    """The numbers without which there is no answer: used, said once, and the answer changes with them."""
    record = case.record
    if record.derivation is None:
        return []
    values = [one.value for one in record.quantities]
    found = []
    for number, one in enumerate(record.quantities):
        other = [value + 1 if place == number else value for place, value in enumerate(values)]
        changes = _answers(record.derivation, other) != _answers(record.derivation, values)
        if one.start in case.needed and values.count(one.value) == 1 and one in case.numbers and changes:
            found.append(one)
    return found


def _is_summand(record: Record, one: RecordQuantity) -> bool:
    """Whether the right calculation adds a number or takes it away."""
    assert record.derivation is not None
    leaves = record.derivation.leaves
    used = {place for place, leaf in enumerate(leaves) if leaf == Mention(record.quantities.index(one))}
    sums = (step for step in record.derivation.steps if step.operation in (Operation.ADD, Operation.SUBTRACT))
    return any(not used.isdisjoint((step.left, step.right)) for step in sums)


def _answers(derivation: Derivation, values: list[Fraction]) -> list[Fraction | None]:
    worked = work_out(derivation, values)
    return [worked.number(answer) for answer in derivation.answers]


def _sense(record: Record, values: list[Fraction]) -> list[tuple[bool, bool, bool] | None]:
    """Of each value of the right calculation whether it is whole, positive and zero."""
    assert record.derivation is not None
    worked = work_out(record.derivation, values)
    numbers = [worked.number(place) for place in range(record.derivation.size)]
    return [None if one is None else (one.denominator == 1, one > 0, one == 0) for one in numbers]


def _is_followed_by_its_noun(problem: Problem, one: RecordQuantity) -> bool:
    """Whether a number has its unit right after it, so that it is not "7 km on Monday and 9 on Tuesday"."""
    after = next((token for token in problem.tokens if token.start >= one.end), None)
    joined = problem.text[one.end : one.end + 1].isalpha() or problem.text[one.end : one.end + 1] == "-"
    return one.kind is not Kind.NUMBER or joined or (after is not None and after.upos in ("NOUN", "ADJ", "SYM"))


def _is_plain(one: RecordQuantity) -> bool:
    return one.kind in (Kind.NUMBER, Kind.MONEY) and one.text.isdecimal()


def _sentences(problem: Problem) -> Iterator[tuple[int, int]]:
    """The sentences of the parse, each with the space after it."""
    starts = [problem.tokens[0].start]
    starts += [t.start for before, t in pairwise(problem.tokens) if t.sent != before.sent]
    return pairwise((*starts, len(problem.text)))


def _asks(case: Case, start: int, end: int) -> bool:
    asked = case.record.question
    question = case.problem.question
    spans = [(asked.start, asked.end)] if asked else []
    spans += [(question.start, question.end)] if question else []
    return "?" in case.record.text[start:end] or any(first < end and start < last for first, last in spans)


def _begins_sentence(text: str, start: int) -> bool:
    return text[:start].rstrip()[-1:] in ("", ".", "?", "!")


@cache
def _is_measure(lemma: str) -> bool:
    return measures(lemma) or lemma in words("refusals", "geometry", "area_units")

"""A practice sheet: which stories are on it, with new numbers, in one currency, the easier ones first."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from random import Random

from arithmetree.checkpoints import checkpoint
from arithmetree.corpus.practice import BASICS, PracticeStory, practice_stories
from arithmetree.corpus.similarity import masked_words
from arithmetree.corpus.stories import GRADES
from arithmetree.corpus.stories import KINDS as CORPUS_KINDS
from arithmetree.errors import DataError
from arithmetree.parsing import Parser, load_parser
from arithmetree.word_lists import table
from arithmetree.worksheet.exercise import Exercise, exercise_of
from arithmetree.worksheet.money import CURRENCIES, in_currency
from arithmetree.worksheet.new_numbers import with_new_numbers

MOST_PROBLEMS = 100
TOPICS = tuple(sorted(table("practice")["topics"]))
STEPS = (1, 2, 3, 4)
KINDS = (BASICS, *CORPUS_KINDS)
_DRAWN_FOR_EACH = 6  # stories to choose from, for each place on the sheet


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished sheet; `recipe` says how to make the same one again."""

    title: str
    exercises: tuple[Exercise, ...]
    recipe: str


def make_sheet(
    *,
    count: int = 10,
    seed: int = 0,
    steps: Sequence[int] | None = None,
    topics: Sequence[str] = (),
    grade: int | None = None,
    kinds: Sequence[str] = (),
    currency: str = CURRENCIES[0],
    title: str = "Word problems",
    parser: Parser | None = None,
) -> Sheet:
    """A sheet of problems that differ as far as possible; the same arguments give the same sheet.

    Without `topics`, `kinds` or `steps` all are used; only where neither a grade nor kinds are given, problems have one
    or two steps. DataError for a count outside 1 to MOST_PROBLEMS, for names that do not exist, and where there are
    fewer problems than asked for.
    """
    if not 1 <= count <= MOST_PROBLEMS:
        raise DataError(f"The count is {count}; a sheet has 1 to {MOST_PROBLEMS} problems.")
    if steps is None:
        steps = () if grade is not None or kinds else STEPS[:2]
    _check("topic", topics, TOPICS)
    _check("kind", kinds, KINDS)
    _check("currency", [currency], CURRENCIES)
    _check("number of steps", [str(step) for step in steps], [str(step) for step in STEPS])
    _check("grade", [] if grade is None else [str(grade)], [str(one) for one in GRADES])
    wanted: dict[str, set[object]] = {
        "topic": set(topics),
        "kind": set(kinds),
        "steps": set(steps),
        "grade": {grade} if grade else set(),
    }
    pool = _pool(wanted, currency)
    if len(pool) < count:
        raise TooFewError(len(pool), count, _grades_with(count, wanted, currency) if grade is not None else ())
    Random(f"{seed}").shuffle(pool)
    chosen = _varied(pool[: count * _DRAWN_FOR_EACH], count)
    parser = parser or load_parser()
    renewed = [_renewed(story, seed, parser) for story in chosen]
    renewed.sort(key=lambda pair: _difficulty(pair[0]))
    return Sheet(title, tuple(exercise for _, exercise in renewed), _recipe(wanted, currency, seed))


class TooFewError(DataError):
    """There are fewer problems of a choice than were asked for; `available` says how many."""

    def __init__(self, available: int, wanted: int, grades: Sequence[int]) -> None:
        there = "is 1 problem" if available == 1 else f"are {available or 'no'} problems"
        other = f"another grade (there are enough for {_listed(grades)})" if grades else "another grade"
        super().__init__(
            f"There {there} of this choice, and you asked for {wanted}. Choose fewer problems, more kinds, topics or "
            f"steps, or {other}."
        )
        self.available = available


def _listed(numbers: Sequence[int]) -> str:
    """ "3", "3 and 4", "3, 4 and 5"."""
    *first, last = map(str, numbers)
    return f"{', '.join(first)} and {last}" if first else last


def _grades_with(count: int, wanted: dict[str, set[object]], currency: str) -> list[int]:
    """The grades that have so many problems of a choice."""
    found = Counter(story.grade for story in _pool(wanted | {"grade": set()}, currency))
    return [grade for grade in GRADES if found[grade] >= count]


def _renewed(story: PracticeStory, seed: int, parser: Parser) -> tuple[PracticeStory, Exercise]:
    """The story with new numbers and its exercise, or with its own where the new ones would be worked out otherwise.

    Somebody has read the key with the numbers of the story; others may lead to an order of steps that nobody has seen.
    """
    checkpoint()
    own = exercise_of(story, parser)
    renewed = with_new_numbers(story, Random(f"{seed} {story.id}"))
    made = own if renewed == story else exercise_of(renewed, parser)
    return (renewed, made) if _signs(made) == _signs(own) else (story, own)


def _signs(exercise: Exercise) -> list[str]:
    """The operations of the key in their order; equations may need other steps for other numbers."""
    return [] if exercise.calculation.equations else re.findall("[+−×÷]| of ", " ".join(exercise.lines))


def _check(name: str, given: Sequence[str], accepted: Sequence[str]) -> None:
    for one in given:
        if one not in accepted:
            near = get_close_matches(one, accepted, n=1)
            hint = f"; did you mean {near[0]!r}?" if near else ""
            raise DataError(f"There is no {name} {one!r}{hint}; accepted are {', '.join(accepted)}.")


def _pool(wanted: dict[str, set[object]], currency: str) -> list[PracticeStory]:
    """The stories that fit, in the order of the file, in this currency."""
    fitting = (
        story
        for story in practice_stories()
        if all(not names or getattr(story, name) in names for name, names in wanted.items())
    )
    return [made for story in fitting if (made := in_currency(story, currency)) is not None]


def _difficulty(story: PracticeStory) -> tuple[int, int, int, int, str]:
    largest = max((abs(value) for value in story.values), default=0)
    return story.grade, len(story.derivation.steps), len(str(int(largest))), len(story.text), story.id


def _recipe(wanted: dict[str, set[object]], currency: str, seed: int) -> str:
    named = {name: ", ".join(sorted(map(str, names))) for name, names in wanted.items()}
    parts = [named["topic"] or "all topics", named["kind"] or "all kinds"]
    parts += [f"{name} {named[name]}" for name in ("grade", "steps") if named[name]]
    parts += [currency, f"seed {seed}"]
    return "; ".join(parts)


def _varied(pool: Sequence[PracticeStory], count: int) -> list[PracticeStory]:
    """Stories taken one by one, each the one that is most unlike those taken before."""
    tokens = {story.id: frozenset(masked_words(story.text)) for story in pool}
    seen: Counter[tuple[str, str | int]] = Counter()
    nearest = dict.fromkeys(tokens, 0.0)  # how near a story is to one that is taken
    left = list(pool)
    taken: list[PracticeStory] = []
    while len(taken) < count:
        best = min(left, key=lambda story: sum(seen[trait] for trait in _traits(story)) + nearest[story.id])
        left.remove(best)
        taken.append(best)
        seen.update(_traits(best))
        for story in left:
            one, other = tokens[story.id], tokens[best.id]
            nearest[story.id] = max(nearest[story.id], len(one & other) / len(one | other))
    return taken


def _traits(story: PracticeStory) -> tuple[tuple[str, str | int], ...]:
    """What the problems of a sheet should share as little as possible."""
    return (
        ("kind", story.kind),
        ("topic", story.topic or story.id),
        ("grade", story.grade),
        ("unit", story.units[-1]),
        ("opening", " ".join(story.text.split()[:2])),
    )

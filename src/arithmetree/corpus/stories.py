"""Writers' files of general problems: families of one story with several questions.

    @ scene | kind | style | grade
    : the story, on one line; a later one in the same family replaces it
    ? a question => expression; expression | unit; unit | equations
    ? a question => !REASON

A number of an expression is a number of the text by its value (`5#2` is the second 5), a constant with the word of the
text that calls for it (`7@week`), a time of day (`17:50`) or an unknown by a name. `{?}` in the story is the place of
the question, its end otherwise; `\\n` is a line break.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arithmetree.corpus.record import Reason, Span
from arithmetree.corpus.written import Place
from arithmetree.errors import DataError

KINDS = (
    "reuse",
    "percent",
    "fraction",
    "constant",
    "rounding",
    "average",
    "ratio",
    "money",
    "measure",
    "clock",
    "geometry",
    "number",
    "unknown",
    "two-unknowns",
    "gcd-lcm",
    "sets",
    "multistep",
    "binding",
    "distractor",
    "several",
)
STYLES = ("worksheet", "textbook", "exam", "chatty", "phone", "nonnative", "literary", "list", "letter", "report")
CALIBRATION_STYLES = ("forum", "vocational", "old-textbook", "competition", "early-reader", "dialogue")
"""Styles that models do not learn from, to fit their confidence on."""
GRADES = range(1, 10)
_SCENE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HERE = "{?}"
_BREAK = re.compile(r" *\\n *")


@dataclass(frozen=True, slots=True)
class Heading:
    """What a family has in common."""

    scene: str
    kind: str
    style: str
    grade: int


@dataclass(frozen=True, slots=True)
class StoryProblem:
    """One question about one story, as written: what is asked in `asked`, or the reason why there is no answer."""

    place: Place
    family: str
    heading: Heading
    text: str
    question: Span | None
    asked: tuple[str, ...]
    units: tuple[str, ...]
    equations: tuple[str, ...]
    reason: Reason | None


def read_stories(file: Path) -> Iterator[StoryProblem | tuple[Place, str]]:
    """The problems of a file in order; where a line cannot be read, its place and what is wrong with it."""
    heading: Heading | None = None
    story: str | None = None
    family = 0
    for number, line in enumerate(file.read_text(encoding="utf-8").split("\n"), start=1):
        place = Place(file.stem, number)
        if not line.strip() or line.startswith("#"):
            continue
        try:
            if line.startswith("@"):
                heading, story, family = _heading(line[1:]), None, family + 1
            elif line.startswith(":"):
                story = line[1:].strip()
            elif line.startswith("?"):
                if heading is None or story is None:
                    raise DataError("a question needs a heading (@) and a story (:) before it")
                yield _problem(place, f"{file.stem}-{family}", heading, story, line[1:])
            else:
                raise DataError(f"the line starts with {line[0]!r}; accepted are @ : ? and #")
        except DataError as error:
            yield place, str(error)


def _heading(line: str) -> Heading:
    fields = [field.strip() for field in line.split("|")]
    if len(fields) != 4:
        raise DataError(f"{len(fields)} fields in the heading; accepted is @ scene | kind | style | grade")
    scene, kind, style, grade = fields
    if not _SCENE.fullmatch(scene):
        raise DataError(f"the scene is {scene!r}; accepted are lower-case words joined by hyphens")
    if kind not in KINDS:
        raise DataError(f"the kind is {kind!r}; accepted are {', '.join(KINDS)}")
    if style not in (*STYLES, *CALIBRATION_STYLES):
        raise DataError(f"the style is {style!r}; accepted are {', '.join((*STYLES, *CALIBRATION_STYLES))}")
    if not (grade.isdecimal() and int(grade) in GRADES):
        raise DataError(f"the grade is {grade!r}; accepted are {GRADES[0]} to {GRADES[-1]}")
    return Heading(scene, kind, style, int(grade))


def _problem(place: Place, family: str, heading: Heading, story: str, line: str) -> StoryProblem:
    question, arrow, right = (part.strip() for part in line.partition("=>"))
    if not arrow:
        raise DataError("no => between the question and the calculation")
    text, span = _text(story, question)
    if right.startswith("!"):
        code = right[1:].partition("|")[0].strip()
        if code not in list(Reason):
            raise DataError(f"{right!r} is not a reason; accepted are {', '.join('!' + reason for reason in Reason)}")
        return StoryProblem(place, family, heading, text, span, (), (), (), Reason(code))
    parts = [part.strip() for part in right.split("|")]
    if len(parts) not in (2, 3):
        raise DataError(f"{len(parts)} fields after =>; accepted are expressions | units | equations")
    asked = tuple(part.strip() for part in parts[0].split(";"))
    units = tuple(part.strip() for part in parts[1].split(";"))
    if len(units) == 1:
        units *= len(asked)
    if len(units) != len(asked) or not all(units) or not all(asked):
        raise DataError(f"{len(asked)} expressions and {len(units)} units; accepted is one unit, or one for each")
    equations = tuple(part.strip() for part in parts[2].split(";") if part.strip()) if len(parts) == 3 else ()
    return StoryProblem(place, family, heading, text, span, asked, units, equations, None)


def _text(story: str, question: str) -> tuple[str, Span | None]:
    """Story and question as one text, and where the question is."""
    before, here, after = story.partition(_HERE)
    if _HERE in after:
        raise DataError(f"the story has {_HERE} more than once")
    before, question, after = (_BREAK.sub("\n", part) for part in (before, question, after))
    if not here and before and not before.endswith("\n"):
        before = before.rstrip() + " "
    if not question.strip():
        return f"{before}{after}".strip(), None
    text = f"{before}{question}{after}"
    lead = len(text) - len(text.lstrip())
    start = len(before) - lead
    return text.strip(), Span(start, start + len(question.rstrip()))

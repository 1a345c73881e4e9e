"""General problems: reading families of stories, finding their numbers, and the records they give."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from arithmetree.corpus import Record, load, save
from arithmetree.corpus.alignment import Cause
from arithmetree.corpus.stories import StoryProblem, read_stories
from arithmetree.corpus.story_records import story_records
from arithmetree.derivations import Constant, Mention
from arithmetree.quantities import Kind

HEADING = "@ hen-house | reuse | worksheet | 3"


def file_of(tmp_path: Path, *lines: str) -> Path:
    file = tmp_path / "ga-01.txt"
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return file


def record_of(tmp_path: Path, story: str, question: str) -> Record:
    records, faults = story_records([file_of(tmp_path, HEADING, f": {story}", f"? {question}")])
    assert faults == []
    return records[0]


def fault_of(tmp_path: Path, story: str, question: str) -> tuple[Cause, str]:
    records, faults = story_records([file_of(tmp_path, HEADING, f": {story}", f"? {question}")])
    assert records == []
    (fault,) = faults
    return fault.cause, fault.message


def test_a_family_is_one_story_with_several_questions(tmp_path: Path) -> None:
    file = file_of(
        tmp_path,
        "# a remark",
        HEADING,
        ": Ana has 4 hens.",
        "? How many legs do they have? => 4 * 2@hens | legs",
        "? How many wings? => 4 * 2@hens | wings",
        ": Ana has some hens.",
        "? How many legs do they have? => !MISSING_INFORMATION",
        "@ duck-pond | several | chatty | 4",
        ": 7 ducks.",
        "? How many? => 7 | ducks",
    )
    found = [problem for problem in read_stories(file) if isinstance(problem, StoryProblem)]
    assert [problem.text for problem in found] == [
        "Ana has 4 hens. How many legs do they have?",
        "Ana has 4 hens. How many wings?",
        "Ana has some hens. How many legs do they have?",
        "7 ducks. How many?",
    ]
    assert [problem.family for problem in found] == ["ga-01-1"] * 3 + ["ga-01-2"]
    assert [problem.place.id for problem in found] == ["ga01-004", "ga01-005", "ga01-007", "ga01-010"]


@pytest.mark.parametrize(
    ("story", "question", "text", "asking"),
    [
        ("Ana has 4 hens.", "How many?", "Ana has 4 hens. How many?", "How many?"),
        ("{?} Ana has 4 hens.", "How many?", "How many? Ana has 4 hens.", "How many?"),
        (r"Prices:\n- pens 20p\n- ink £3\n", "How much?", "Prices:\n- pens 20p\n- ink £3\nHow much?", "How much?"),
        ("", "What is 4 + 4?", "What is 4 + 4?", "What is 4 + 4?"),
    ],
)
def test_the_question_has_its_place(tmp_path: Path, story: str, question: str, text: str, asking: str) -> None:
    (problem,) = read_stories(file_of(tmp_path, HEADING, f": {story}", f"? {question} => !OUT_OF_SCOPE"))
    assert isinstance(problem, StoryProblem)
    assert problem.text == text
    assert problem.question is not None
    assert text[problem.question.start : problem.question.end] == asking


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["? How many? => 4 | hens"], "needs a heading"),
        ([HEADING, "? How many? => 4 | hens"], "needs a heading"),
        (["@ hens | reuse | worksheet"], "3 fields in the heading"),
        (["@ Hens! | reuse | worksheet | 3"], "the scene is 'Hens!'"),
        (["@ hens | sums | worksheet | 3"], "the kind is 'sums'"),
        (["@ hens | reuse | rap | 3"], "the style is 'rap'"),
        (["@ hens | reuse | worksheet | 11"], "the grade is '11'"),
        ([HEADING, ": 4 hens.", "? How many? 4 | hens"], "no =>"),
        ([HEADING, ": 4 hens.", "? How many? => !TOO_HARD"], "is not a reason"),
        ([HEADING, ": 4 hens.", "? How many? => 4"], "1 fields after =>"),
        ([HEADING, ": 4 hens.", "? How many? => 4; 4; 4 | hens; ducks"], "3 expressions and 2 units"),
        ([HEADING, ": {?} 4 hens {?}.", "? How many? => 4 | hens"], "more than once"),
        (["hello"], "the line starts with 'h'"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(tmp_path: Path, lines: list[str], message: str) -> None:
    records, faults = story_records([file_of(tmp_path, *lines)])
    assert records == []
    assert message in faults[-1].message


def test_a_number_may_be_used_twice_and_constants_have_facts(tmp_path: Path) -> None:
    record = record_of(
        tmp_path, "Ana runs 4 km a day and Ben 3 km more.", "How far in a week? => (4 + (4 + 3)) * 7@week | km"
    )
    assert record.derivation is not None
    assert record.derivation.leaves == (Mention(0), Mention(1), Constant(Fraction(7), "days in a week"))
    assert record.answers == (77,)
    assert record.asked == ("(4 + (4 + 3)) * 7",)
    assert (record.tree, record.shape, record.steps, record.kind, record.style) == (None, None, 3, "reuse", "worksheet")
    assert record.unit == "km"


def test_a_read_once_calculation_has_its_tree(tmp_path: Path) -> None:
    record = record_of(
        tmp_path, "Ana has 4 hens and 3 geese; 9 ducks fly by.", "How many does she have? => 4 + 3 | birds"
    )
    assert record.tree is not None
    assert record.shape == "a+b"
    assert record.irrelevant == (2,)


def test_equations_and_several_questions(tmp_path: Path) -> None:
    record = record_of(
        tmp_path,
        "Hens and rabbits have 35 heads and 94 legs.",
        "a) How many hens? b) How many rabbits? => hens; rabbits | hens; rabbits "
        "| hens + rabbits = 35; 2@hens * hens + 4@rabbits * rabbits = 94",
    )
    assert record.answers == (23, 12)
    assert record.units == ("hens", "rabbits")
    assert record.equations == ("hens + rabbits = 35", "2 * hens + 4 * rabbits = 94")
    assert record.expression == "rabbits where hens + rabbits = 35; 2 * hens + 4 * rabbits = 94"


def test_times_of_day_are_minutes(tmp_path: Path) -> None:
    record = record_of(
        tmp_path,
        "The train leaves at 17:50 and arrives at 20:05 on platform 3.",
        "How long? => 20:05 - 17:50 | minutes",
    )
    assert [(one.text, one.value, one.kind) for one in record.quantities][:2] == [
        ("17:50", 1070, Kind.TIME),
        ("20:05", 1205, Kind.TIME),
    ]
    assert record.answers == (135,)
    later = record_of(
        tmp_path, "A film begins at half past six in the evening.", "When is 40 minutes later? => 18:30 + 40 | clock"
    )
    assert later.answers == (1150,)
    hours = record_of(
        tmp_path,
        "The shop is open from 9 to 5.",
        "How long? => (17:00 - 9:00) / 60@open | hours".replace("@open", "@hours").replace(
            "How long?", "How many hours?"
        ),
    )
    assert hours.answers == (8,)


def test_occurrences_are_counted_from_the_start_of_the_text(tmp_path: Path) -> None:
    record = record_of(
        tmp_path, "Ana has 5 hens and 5 geese.", "She sells 5 geese. How many? => 5#1 + 5#2 - 5#3 | birds"
    )
    assert record.derivation is not None
    assert record.derivation.mentions == {0, 1, 2}


@pytest.mark.parametrize(
    ("story", "question", "cause", "message"),
    [
        ("4 hens.", "How many? => 5 + 4 | hens", Cause.UNALIGNED, "5 is not a number of the text"),
        ("4 hens, 4 geese.", "How many? => 4 + 4#2 | birds", Cause.AMBIGUOUS, "4 appears 2 times"),
        ("4 hens.", "How many? => 4 + 4#2 | birds", Cause.UNALIGNED, "the text has this value 1 times"),
        ("4 hens.", "How many? => 4 * 7@week | eggs", Cause.UNALIGNED, "'week' is not in the text"),
        ("4 hens.", "How many? => 4 * 17@hens | eggs", Cause.UNKNOWN_FACT, "17@hens is not a known fact"),
        ("4 hens and 5 geese.", "How many? => 4 - 5 | birds", Cause.ANSWER, "negative"),
        ("4 hens.", "How many? => x | birds", Cause.ANSWER, "not determined"),
        ("4 hens.", "How many? => x | birds | x = 4; x = 4 + 4", Cause.ANSWER, "not determined"),
        ("4 hens.", "How many? => 4 + | birds", Cause.FORMAT, "ends where a number was expected"),
        ("At 17:50.", "When? => 18:50 | clock", Cause.UNALIGNED, "the time 18:50 is not in the text"),
        ("4 hens.", "How many? => 1/0 | birds", Cause.FORMAT, "divides by zero"),
    ],
)
def test_doubts_are_faults_and_never_guesses(
    tmp_path: Path, story: str, question: str, cause: Cause, message: str
) -> None:
    found, said = fault_of(tmp_path, story, question)
    assert found is cause
    assert message in said


def test_records_survive_the_way_to_json_and_back(tmp_path: Path) -> None:
    records, _ = story_records(
        [
            file_of(
                tmp_path,
                HEADING,
                ": Hens and rabbits have 35 heads and 94 legs.",
                "? How many hens? => h | hens | h + r = 35; 2@hens * h + 4@rabbits * r = 94",
                "?  => !NO_QUESTION",
            )
        ]
    )
    save(records, tmp_path / "general.jsonl")
    assert load(tmp_path / "general.jsonl") == tuple(records)
    assert records[1].question is None


def test_dropped_problems_are_left_out(tmp_path: Path) -> None:
    file = file_of(tmp_path, HEADING, ": 4 hens.", "? How many? => 4 | hens", "? How many legs? => 4 * 2@hens | legs")
    records, _ = story_records([file], frozenset({"ga01-003"}))
    assert [record.id for record in records] == ["ga01-004"]

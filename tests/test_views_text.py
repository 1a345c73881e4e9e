"""A solution as coloured text and as Markdown, and what it says about its own sureness."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from io import StringIO

import pytest
from rich.console import Console

from arithmetree.derivations import from_tree, parse
from arithmetree.explanation import answer_unit, explain
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.solution import Alternative, Explanation, Solution
from arithmetree.training.expression_alignment import align_expression
from arithmetree.views.html import card
from arithmetree.views.markdown import escaped, markdown_view
from arithmetree.views.sureness import per_cent
from arithmetree.views.text import hints_view, text_view

TEXT = "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
SAID = "She gave 9 crayons to Jonas, so subtract 9 from 24 crayons."
NOT_NEEDED = "The 5 pens are not needed to answer the question."


def solution_of(text: str, expression: str) -> Solution:
    """A solution whose tree is given, so that no model decides."""
    problem = read(text, load_parser())
    mentions = tuple(schema.quantity for schema in problem.schemas)
    made = from_tree(align_expression(expression, [mention.value for mention in mentions]))
    return Solution(
        problem=problem,
        status="solved",
        reason=None,
        message=None,
        calculation=made,
        confidence=0.875,
        search=None,
        alternatives=(Alternative("10/3", "(24 - 9) / 5", 0.004, parse("(24 - 9) / 5")),),
        named=answer_unit(problem, mentions, made),
        explained=explain(problem, mentions, made),
    )


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solution_of(TEXT, "24 - 9")


def test_text_shows_answer_tree_steps_ignored_and_confidence(solution: Solution) -> None:
    assert text_view(solution).plain.splitlines() == [
        "15 crayons",
        "24 - 9 = 15",
        "",
        "− = 15",
        "├── 24",
        "└── 9",
        "",
        "1. 24 − 9 = 15 crayons",
        f"   {SAID}",
        "",
        "Not needed",
        f"   {NOT_NEEDED}",
        "",
        "Confidence: 88 %",
        "Other answers: 3 1/3 (about 3.33) = (24 - 9) / 5 (under 1 %)",
    ]


def test_text_is_coloured_in_a_terminal_and_plain_elsewhere(solution: Solution) -> None:
    colour, plain = StringIO(), StringIO()
    Console(file=colour, force_terminal=True, color_system="standard", width=100).print(text_view(solution))
    Console(file=plain, width=100).print(text_view(solution))
    assert "\x1b[1;32m15 crayons" in colour.getvalue()
    assert "\x1b" not in plain.getvalue()


def test_sentences_are_set_in_at_any_width(solution: Solution) -> None:
    lines = text_view(solution, width=40).plain.splitlines()
    first = lines.index("1. 24 − 9 = 15 crayons") + 1
    sentence = lines[first : lines.index("", first)]
    assert len(sentence) > 1
    assert all(line.startswith("   ") and len(line) <= 40 for line in sentence)
    assert " ".join(line.strip() for line in sentence) == SAID


def test_an_abstention_comes_before_its_guess(solution: Solution) -> None:
    doubtful = replace(solution, status="abstained", reason="LOW_CONFIDENCE", message="Too unsure")
    assert text_view(doubtful).plain.startswith("No answer (LOW_CONFIDENCE): Too unsure\n\nBest guess: 15 crayons\n")
    page = markdown_view(doubtful)
    assert "**No answer** (LOW\\_CONFIDENCE): Too unsure\n\nBest guess: 15 crayons\n" in page
    assert "**24**" not in page
    shown = card(doubtful)
    assert '<strong>No answer.</strong> Too unsure</p><details class="guess"><summary>Best guess</summary>' in shown
    assert 'class="amount"' not in shown
    assert shown.index("15 crayons") > shown.index("<details")


def test_an_abstention_has_no_hints(solution: Solution) -> None:
    doubtful = replace(solution, status="abstained", reason="LOW_CONFIDENCE", message="Too unsure")
    assert hints_view(doubtful).plain == "No answer (LOW_CONFIDENCE): Too unsure"


@pytest.fixture(scope="module")
def several(solution: Solution) -> Solution:
    """Two questions about one problem, the second without a label and not answered, and one about another."""
    at = TEXT.index("How many")
    first = replace(solution, label="1 a", asked=(at, len(TEXT) - 1))
    second = replace(first, label=None, status="abstained", reason="LOW_CONFIDENCE", message="Too unsure")
    other = replace(solution_of("Ada had 7 pens and lost 2. How many pens has she left?", "7 - 2"), label="2")
    return replace(other, parts=(first, second, other))


def test_several_questions_are_shown_under_their_labels_as_text(several: Solution) -> None:
    asked = "How many crayons does Mara have left?"
    lines = text_view(several).plain.splitlines()
    assert lines[:2] == [f"1 a: {asked}", "15 crayons"]
    second = lines.index(f"Question 2: {asked}")
    assert lines[second - 1] == ""
    assert lines[second + 1 : second + 4] == ["No answer (LOW_CONFIDENCE): Too unsure", "", "Best guess: 15 crayons"]
    third = lines.index("2: How many pens has she left?")
    assert lines[third + 1] == "5 pens"


def test_several_questions_are_shown_under_their_labels_as_markdown(several: Solution) -> None:
    page = markdown_view(several)
    assert page.startswith(f"> {TEXT}\n\n### 1 a: How many crayons does Mara have left?\n\n**Answer: 15 crayons**\n")
    assert page.count("\n> ") == 1  # each problem once, the second after the questions about the first
    assert "\n### Question 2: How many crayons does Mara have left?\n\n**No answer**" in page
    assert "> Ada had **7** pens" in page


def test_several_questions_are_shown_under_their_labels_as_html(several: Solution) -> None:
    shown = card(several)
    assert shown.count('<section class="question-card">') == 3
    assert shown.count('<p class="problem"') == 2
    assert '<span class="label">1 a</span> How many crayons does Mara have left?' in shown
    assert shown.count('class="amount"') == 2


def test_an_abstention_without_a_guess_has_only_its_reason(solution: Solution) -> None:
    empty = replace(
        solution,
        status="abstained",
        reason="NO_QUESTION",
        message="No question",
        calculation=None,
        explained=Explanation(),
    )
    assert text_view(empty).plain == "No answer (NO_QUESTION): No question"
    assert "Answer" not in markdown_view(empty)


def test_markdown_marks_the_numbers_and_lists_the_steps(solution: Solution) -> None:
    page = markdown_view(solution)
    assert page.startswith("> Mara had **24** crayons and ~~5~~ pens. She gave **9** crayons to Jonas.")
    assert "\n**Answer: 15 crayons**\n" in page
    assert f"\n1. 24 − 9 = 15 crayons  \n   {SAID}\n" in page
    assert f"\n- {NOT_NEEDED}\n" in page
    assert "\n| 3 1/3 (about 3.33) | `(24 - 9) / 5` | under 1 % |\n" in page
    assert solution.to_markdown() == page


def test_markdown_shows_signs_of_the_text_as_they_are() -> None:
    page = markdown_view(
        solution_of("<b>*Mara*</b> had $24.\n# She spent $9 _there_. How much has she left?", "24 - 9")
    )
    assert page.startswith("> \\<b\\>\\*Mara\\*\\</b\\> had \\$**24**.\n> \\# She spent \\$**9** \\_there\\_.")
    assert "**Answer: \\$15**" in page
    assert escaped("1. one\n- two\n+ three") == "\\1. one\n\\- two\n\\+ three"


def test_the_json_object_has_the_answer_in_words_and_the_ignored_numbers(solution: Solution) -> None:
    found = solution.to_dict()
    assert found["answer_text"] == solution.answer_text == "15 crayons"
    assert found["ignored"] == [
        {
            "quantity": 1,
            "because": NOT_NEEDED,
            "firm": False,
            "evidence": None,
        }
    ]
    (step,) = found["steps"]
    assert (step["reason"], step["unit"], step["because"]) == ("took-away", "crayons", SAID)
    assert [TEXT[start:end] for start, end in step["spans"]] == ["24 crayons", "She gave 9 crayons to Jonas"]


def test_a_probability_is_never_shown_as_certain() -> None:
    assert [per_cent(p) for p in (0.0004, 0.01, 0.5, 0.99, 0.999)] == ["under 1 %", "1 %", "50 %", "99 %", "over 99 %"]
    assert per_cent(float(Fraction(2, 3))) == "67 %"


@pytest.mark.parametrize("view", [lambda s: text_view(s).plain, markdown_view, card], ids=["text", "markdown", "html"])
def test_that_there_may_be_no_answer_is_reported_where_it_is_probable(view: Callable[[Solution], str]) -> None:
    solution = solution_of(TEXT, "24 - 9")
    assert "Perhaps" not in view(solution)
    assert "It may not have an answer as written: 80 %" in view(replace(solution, answerable=0.2))

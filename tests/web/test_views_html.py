"""Fragments of HTML and the drawing of the tree, without a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from web_problems import FARM, SAM, TILES

from arithmetree import Solution, Solver
from arithmetree.derivations import from_tree, parse
from arithmetree.expressions import Leaf, parse_infix
from arithmetree.solution import Explanation, Ignored
from arithmetree.views import html
from arithmetree.views.labels import Label, leaf_label, quantity_label, step_label, typeset_expression
from arithmetree.views.marked_text import marked_text, pieces
from arithmetree.views.tree_svg import draw_calculation, tree_svg

TEXTS = [
    SAM,
    TILES,
    FARM,
    "Tom has 12 marbles and 5 pens.",
    "",
    'A <b>bold</b> shop sold 12 "pens" & 5 books. How many things did it sell?',
    "A pen costs $2.50. Ann buys 6 pens. How much does she pay?",
    "A coat costs $40. A hat costs 25% of that price. How much does the hat cost?",
]


@pytest.fixture(scope="module")
def solutions(solver: Solver) -> list[Solution]:
    return [solver.solve(text) for text in TEXTS]


class _Balance(HTMLParser):
    """Fails on an end tag that does not close the element that is open."""

    _VOID = frozenset({"br", "img", "input", "meta", "link", "hr"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in self._VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def _plain(fragment: str) -> str:
    fragment = re.sub(r'<span class="spoken">[^<]*</span>', "", fragment)
    return unescape(re.sub(r"<[^>]+>", "", fragment))


def test_a_card_is_balanced_and_needs_nothing_from_elsewhere(solutions: list[Solution]) -> None:
    for solution in solutions:
        card = html.card(solution)
        balance = _Balance()
        balance.feed(card)
        assert balance.open == []
        assert not re.search(r"<script|<link|<img|url\(|src=|href=|@import", card)


def test_a_notebook_shows_the_card(solutions: list[Solution]) -> None:
    assert solutions[1]._repr_html_() == html.card(solutions[1])


def test_a_card_shows_answer_steps_and_confidence(solutions: list[Solution]) -> None:
    shown = _plain(html.card(solutions[1]).partition("</style>")[2])
    for part in ("72 tiles", "3 + 5 =", "8 × 9 =", "%"):
        assert part in shown


def test_marks_change_nothing_in_the_text(solutions: list[Solution]) -> None:
    for solution in solutions:
        assert _plain(marked_text(solution)) == solution.problem.text


def test_pieces_cover_the_text_and_never_cross(solutions: list[Solution]) -> None:
    for solution in solutions:
        cut = list(pieces(solution))
        assert all(one.end == other.start for one, other in pairwise(cut))
        assert "".join(solution.problem.text[piece.start : piece.end] for piece in cut) == solution.problem.text
        numbers = {piece.quantity for piece in cut} - {None}
        assert numbers == set(range(len(solution.problem.schemas)))


def test_an_unused_number_says_so(solutions: list[Solution]) -> None:
    fragment = marked_text(solutions[2])
    assert '<mark class="quantity unused" data-quantity="1"' in fragment
    assert fragment.count("(not used)") == 1


def test_without_an_expression_no_number_is_called_unused(solutions: list[Solution]) -> None:
    assert "unused" not in marked_text(solutions[3])


def test_money_keeps_its_sign_and_rates_say_for_what(solutions: list[Solution]) -> None:
    assert quantity_label(solutions[6], 0) == Label("$2.50", "per pen", "$2.50 per pen, from the text")
    assert step_label(solutions[6], 2).number == "$15"


def test_a_per_cent_is_shown_as_one(solutions: list[Solution]) -> None:
    assert quantity_label(solutions[7], 1) == Label("25%", None, "25%, from the text")


def test_a_word_that_implies_a_number_is_marked_only_where_the_number_is_used(solver: Solver) -> None:
    solution = solver.solve("A hen lays 3 eggs a day. How many eggs does it lay in a week?")
    assert [quantity["text"] for quantity in solution.quantities] == ["3", "week"]
    used = replace(solution, calculation=from_tree(parse_infix("3 * 7").tree))
    assert '"7 days in a week">week</mark>' in marked_text(used)
    unused = replace(
        solution, calculation=from_tree(Leaf(0)), explained=Explanation(ignored=(Ignored(1, "Nobody asks for it."),))
    )
    assert "week</mark>" not in marked_text(unused)
    assert html.ignored(unused) == ""


def test_steps_are_spoken_with_their_calculation(solutions: list[Solution]) -> None:
    assert step_label(solutions[1], 4).spoken == "Step 2: 8 times 9 is 72 tiles"


def test_signs_are_those_of_a_schoolbook() -> None:
    assert typeset_expression("(3 - 1) * (1/2) / 4") == "(3 − 1) × (1/2) ÷ 4"


@pytest.mark.parametrize("share", [0.0, 0.004, 0.5, 0.994, 1.0])
def test_a_probability_never_claims_certainty(share: float) -> None:
    assert html.per_cent(share) not in ("0 %", "100 %")


def _boxes(drawn: str) -> list[tuple[float, float, float, float]]:
    number = r'"(-?[\d.]+)"'
    found = re.findall(rf"<rect x={number} y={number} width={number} height={number}", drawn)
    return [(float(x), float(y), float(width), float(height)) for x, y, width, height in found]


@pytest.mark.parametrize(
    "infix", ["1 + 2", "1 - (2 - (3 - (4 - 5)))", "((1 + 2) * (3 + 4)) / ((5 - 6) * (7 + 8))", "1 / 2 / 3 / 4 / 5 / 6"]
)
def test_boxes_of_a_drawing_never_overlap_and_stay_inside(infix: str) -> None:
    long = Label("1,234,567 1/3", "kilometers per hour", "a long one")
    drawn = draw_calculation(
        parse(infix), lambda _: Label("7", None, "seven"), lambda step: long if step % 2 else Label("8", "m", "8")
    )
    boxes = _boxes(drawn)
    assert len(boxes) == 2 * len(parse_infix(infix).operands) - 1
    frame = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn)
    assert frame is not None
    for number, (x, y, width, height) in enumerate(boxes):
        assert x >= 0
        assert x + width <= float(frame[1]) + 1
        assert y + height <= float(frame[2]) + 1
        for other_x, other_y, other_width, _ in boxes[:number]:
            same_row = abs(y - other_y) < height
            assert not same_row or x >= other_x + other_width or other_x >= x + width


def test_steps_in_a_drawing_are_numbered_as_they_are_calculated() -> None:
    made = parse("(1 + 2) * (3 - 4)")
    drawn = draw_calculation(made, lambda _: Label("q", None, "q"), lambda step: Label(f"r{step}", None, f"r{step}"))
    assert re.findall(r'data-step="(\d)".*?class="sign"[^>]*>(.)<', drawn) == [("2", "×"), ("0", "+"), ("1", "−")]


def test_a_solution_without_a_tree_is_not_drawn(solutions: list[Solution]) -> None:
    with pytest.raises(ValueError, match="no steps to draw"):
        tree_svg(solutions[4])


def test_labels_are_escaped() -> None:
    drawn = draw_calculation(parse("1 + 2"), lambda _: Label("<q>", '"u"', '"<q>"'), lambda _: Label("&", None, "&"))
    assert "<q>" not in drawn
    assert "&lt;q&gt;" in drawn
    assert 'aria-label="&quot;&lt;q&gt;&quot;"' in drawn


def test_the_first_step_of_equations_says_what_the_letters_stand_for() -> None:
    text = (
        "Ann put $5000 into two accounts, one at 4% and one at 6% interest. In a year she got $260 of interest. "
        "How much did she put in the account at 4%?"
    )
    shown = html.first_step(Solver.load().solve(text, precision=0))
    assert "Write x for" in shown
    assert "= ?" not in shown


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        (SAM, "12−5=7"),
        ("A pen costs $2.50. Ann buys 6 pens. How much does she pay?", "$2.50×6=$15"),
        ("A film starts at 9:40 and ends at 11:05. How long does it last?", "11:05−9:40=1 h 25 min"),
        ("A tank holds 300 litres. 25% of it is used. How many litres are used?", "300×25%=75"),
        ("Ann runs 3 1/2 miles a day. How many miles does she run in 4 days?", "(3 1/2)×4=14"),
    ],
)
def test_the_formula_writes_numbers_as_the_text_does(full_solver: Solver, text: str, formula: str) -> None:
    solution = full_solver.solve(text)
    assert re.sub(r"<[^>]+>", "", html.expression(solution)) == formula


@pytest.fixture(scope="module")
def full_solver() -> Solver:
    return Solver.load()


def test_a_constant_is_named_by_its_fact_and_not_by_the_words_that_call_for_it(full_solver: Solver) -> None:
    sides = full_solver.solve("A rectangle is 8 metres long and 5 metres wide. What is its perimeter?")
    week = full_solver.solve("Mia reads 15 pages a day. How many pages does she read in a week?")
    assert leaf_labels(sides) == {("2", None), ("8", "metres"), ("5", "metres")}
    assert ("7", "days in a week") in leaf_labels(week)


def leaf_labels(solution: Solution) -> set[tuple[str, str | None]]:
    assert solution.calculation is not None
    labels = [leaf_label(solution, leaf) for leaf in solution.calculation.leaves]
    return {(label.number, label.unit) for label in labels}

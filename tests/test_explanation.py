"""Steps: why each operation is done, the words that speak for it and the unit it gives, on trees given by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import pytest

from arithmetree.explanation import steps_of
from arithmetree.expressions import UNDEFINED, Leaf, Node, Op, evaluate, monotonic_trees
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.parsing import load_parser
from arithmetree.reading import read_all
from arithmetree.solution import Step, StepReason
from arithmetree.training.expression_alignment import align_expression


@dataclass(frozen=True)
class Case:
    """The last step of an expression over a text: its reason, some of the words behind it, and its unit."""

    expression: str
    text: str
    reason: str
    said: tuple[str, ...]
    unit: str | None


CASES = [
    Case(
        "24 - 9",
        "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?",
        "took-away",
        ("24 crayons", "gave", "9 crayons"),
        "crayons",
    ),
    Case(
        "31 - 8",
        "There were 31 muffins on the tray. The children ate 8 muffins. How many muffins were on the tray then?",
        "took-away",
        ("ate",),
        "muffins",
    ),
    Case(
        "50 - 18",
        "Nadia had $50 in her purse. She spent $18 on a scarf. How much money does Nadia have now?",
        "took-away",
        ("$50", "spent", "$18"),
        "dollars",
    ),
    Case(
        "40 - 6",
        "Forty hikers were in the hut when 6 hikers slipped away. How many hikers were in the hut then?",
        "took-away",
        ("Forty hikers", "slipped away"),
        "hikers",
    ),
    Case(
        "64 - 20 - 9",
        "A ferry carried 64 cars. At the island 20 cars drove off and 9 cars were towed away. "
        "How many cars were on the ferry then?",
        "took-away",
        ("9 cars", "towed away"),
        "cars",
    ),
    Case(
        "50 - 4 * 6",
        "Clara had $50. She bought 4 books for $6 each. How much money does she have left?",
        "took-away",
        ("bought", "left"),
        "dollars",
    ),
    Case(
        "24 + 9",
        "Mara had 24 crayons. Jonas gave her 9 crayons. How many crayons does Mara have now?",
        "came-in",
        ("gave", "9 crayons"),
        "crayons",
    ),
    Case(
        "17 + 5",
        "Ravi had 17 stamps. He bought 5 more stamps. How many stamps does Ravi have now?",
        "came-in",
        ("5 more stamps",),
        "stamps",
    ),
    Case(
        "30 + 12",
        "Thirty geese were on the pond when 12 geese arrived. How many geese were on the pond then?",
        "came-in",
        ("arrived",),
        "geese",
    ),
    Case(
        "14 + 5",
        "There are 14 hens and 5 ducks in the yard. How many birds are there in all?",
        "put-together",
        ("14 hens", "5 ducks", "all"),
        "birds",
    ),
    Case(
        "22 + 18",
        "Petra read 22 pages on Monday and 18 pages on Tuesday. How many pages did she read?",
        "put-together",
        ("22 pages", "18 pages"),
        "pages",
    ),
    Case(
        "8 + 1",
        "A long canoe carries 8 paddlers and 1 guide. How many people sit in it?",
        "put-together",
        ("8 paddlers and 1 guide",),
        "people",
    ),
    Case(
        "7 * 3 + 12",
        "Sten bought 7 pens at $3 each and a bag for $12. How much did he spend altogether?",
        "put-together",
        ("altogether",),
        "dollars",
    ),
    Case(
        "16 + 11",
        "Lea sold 16 candles, and 11 candles are left. How many candles were there before the sale?",
        "how-many-at-first",
        ("sold", "left", "before"),
        "candles",
    ),
    Case(
        "12 + 7",
        "Selma lent 12 DVDs to Boris, and Selma still has 7 DVDs. How many DVDs did Selma have before?",
        "how-many-at-first",
        ("lent", "still", "before"),
        "DVDs",
    ),
    Case(
        "45 - 20",
        "After Theo bought 20 marbles, he had 45 marbles. How many marbles did Theo have before?",
        "how-many-at-first",
        ("bought", "before"),
        "marbles",
    ),
    Case(
        "63 - 40",
        "A hall was set with 63 chairs, and 40 chairs are to go to the school. How many chairs are left over?",
        "what-is-left",
        ("left",),
        "chairs",
    ),
    Case(
        "20 - 13.5",
        "A scarf and a cap come to $13.50, and Ivo hands over a note of $20. How much change does he get?",
        "what-is-left",
        ("change",),
        "dollars",
    ),
    Case(
        "90 - 36",
        "Of the 90 seats in the hall, 36 are broken. How many seats are not broken?",
        "missing-part",
        ("90 seats", "not"),
        "seats",
    ),
    Case(
        "28 - 11",
        "In a class of 28 pupils, 11 of the pupils walk to school and the rest come by bus. "
        "How many pupils come by bus?",
        "missing-part",
        ("11 of the pupils",),
        "pupils",
    ),
    Case(
        "54 - 17",
        "A baker baked 54 rolls. Some rolls were sold, and 17 rolls were left. How many rolls were sold?",
        "how-much-changed",
        ("17 rolls", "left"),
        "rolls",
    ),
    Case(
        "70 - 45",
        "A shelf had 70 jars at dawn and has 45 jars now. How many jars were taken?",
        "how-much-changed",
        ("taken",),
        "jars",
    ),
    Case(
        "100 - 64",
        "Ines wants to collect 100 shells and has found 64 shells. How many more shells does she need?",
        "still-needed",
        ("more", "need"),
        "shells",
    ),
    Case(
        "31 - 19",
        "Otto is 31 years old and Emil is 19 years old. How much older is Otto than Emil?",
        "how-many-more",
        ("older", "than"),
        "years",
    ),
    Case(
        "52 - 38",
        "The red team scored 52 points and the blue team scored 38 points. "
        "How many more points did the red team score than the blue team?",
        "how-many-more",
        ("more", "than"),
        "points",
    ),
    Case(
        "27 + 6",
        "Ida picked 27 plums. Bruno picked 6 more plums than Ida. How many plums did Bruno pick?",
        "more-than",
        ("6 more plums than Ida",),
        "plums",
    ),
    Case(
        "40 - 15",
        "Vera has 40 beads, 15 more than Lucas. How many beads does Lucas have?",
        "more-than",
        ("15 more than Lucas",),
        "beads",
    ),
    Case(
        "33 - 9",
        "Omar caught 33 fish. Nils caught 9 fewer fish than Omar. How many fish did Nils catch?",
        "fewer-than",
        ("9 fewer fish than Omar",),
        "fish",
    ),
    Case(
        "18 + 7",
        "Ben scored 18 points, 7 fewer than Tara. How many points did Tara score?",
        "fewer-than",
        ("7 fewer than Tara",),
        "points",
    ),
    Case(
        "18 - 6",
        "The tea is at 18 degrees and Ole likes it 6 degrees cooler. At what temperature does he drink it?",
        "fewer-than",
        ("6 degrees cooler",),
        "degrees",
    ),
    Case(
        "6 * 7",
        "Each carton holds 6 jars. Pia bought 7 cartons. How many jars did she buy?",
        "equal-groups",
        ("Each", "6 jars", "7 cartons"),
        "jars",
    ),
    Case(
        "5 * 24",
        "There are 5 rows of 24 chairs in the hall. How many chairs are there?",
        "equal-groups",
        ("5 rows", "24 chairs"),
        "chairs",
    ),
    Case(
        "3 * 45",
        "Rami walks his dog 3 times a day. Each walk takes 45 minutes. How many minutes does he walk the dog in a day?",
        "equal-groups",
        ("3 times", "45 minutes"),
        "minutes",
    ),
    Case(
        "(3 + 5) * 9",
        "Lena packs 3 boxes of green tiles and 5 boxes of blue tiles. Each box holds 9 tiles. "
        "How many tiles does she pack?",
        "equal-groups",
        ("3 boxes of green tiles", "5 boxes of blue tiles", "Each", "9 tiles"),
        "tiles",
    ),
    Case(
        "4 * 3.5", "Tim bought 4 tickets at $3.50 each. How much did he pay?", "per-item", ("$3.50", "each"), "dollars"
    ),
    Case("75 * 3", "A pencil costs 75 cents. How many cents do 3 pencils cost?", "per-item", ("75 cents",), "cents"),
    Case(
        "36 / 4",
        "Four notebooks cost $36 in all. How much does one notebook cost?",
        "per-item",
        ("Four notebooks", "one notebook"),
        "dollars",
    ),
    Case(
        "60 * 3",
        "A car goes 60 miles an hour for 3 hours. How many miles does it go?",
        "unit-rate",
        ("60 miles", "3 hours"),
        "miles",
    ),
    Case(
        "150 / 3",
        "Jo typed 150 words in 3 minutes. How many words did she type per minute?",
        "unit-rate",
        ("per minute",),
        "words per minute",
    ),
    Case(
        "12 * 56 / 7",
        "In 7 washes the hotel uses 56 scoops of soap. How many scoops does it use in 12 washes?",
        "unit-rate",
        ("7 washes", "56 scoops of soap", "12 washes"),
        "scoops",
    ),
    Case(
        "42 / 7",
        "Pia shared 42 jars equally among 7 shops. How many jars did each shop get?",
        "shared-equally",
        ("shared", "equally", "7 shops"),
        "jars",
    ),
    Case(
        "7 / 2",
        "A ribbon of 7 meters is cut into 2 equal pieces. How many meters long is each piece?",
        "shared-equally",
        ("cut", "2 equal pieces"),
        "meters",
    ),
    Case(
        "72 / 6",
        "Eggs are packed in boxes of 6 eggs. How many boxes are needed for 72 eggs?",
        "how-many-groups",
        ("6 eggs", "72 eggs"),
        "boxes",
    ),
    Case(
        "45 / 5", "Ana has $45. A ticket costs $5. How many tickets can she buy?", "how-many-groups", ("$5",), "tickets"
    ),
    Case(
        "60 / 12",
        "How many 12-inch shelves can be cut from a board of 60 inches?",
        "how-many-groups",
        ("12-inch", "60 inches"),
        "shelves",
    ),
    Case(
        "(80 + 90 + 70) / 3",
        "Kofi scored 80, 90 and 70 points in 3 games. What was his average score?",
        "average",
        ("average",),
        "points",
    ),
    Case(
        "2 * 14",
        "Mia has 14 stickers. Jan has twice as many stickers as Mia. How many stickers does Jan have?",
        "times-as-many",
        ("twice as many stickers as Mia",),
        "stickers",
    ),
    Case(
        "45 / 3",
        "Hugo has 45 coins, 3 times as many as Wanda. How many coins does Wanda have?",
        "times-as-many",
        ("3 times as many as Wanda",),
        "coins",
    ),
    Case(
        "0.2 * 60",
        "Sara has saved 20% of the 60 dollars for her trip. How much has she saved?",
        "per-cent",
        ("20%", "60 dollars"),
        "dollars",
    ),
    Case(
        "0.25 * 120",
        "A quarter of the 120 seeds came up. How many seeds came up?",
        "part-of-whole",
        ("A quarter of", "120 seeds"),
        "seeds",
    ),
    Case(
        "28 * 7",
        "A cow gives 28 liters of milk a day. How many liters does it give in a week?",
        "unit-rate",
        ("28 liters of milk", "week"),
        "liters",
    ),
    Case(
        "4 + 1",
        "Ana and her 4 friends share 20 sweets equally. How many children share the sweets?",
        "put-together",
        ("Ana", "4 friends"),
        "children",
    ),
    Case(
        "48 * 4",
        "A farmer has 48 eggs and 4 nests. How many eggs does she find?",
        "most-likely",
        ("48 eggs", "4 nests"),
        "eggs",
    ),
]
# Steps that the text speaks against, or says nothing of: no fair-sounding reason may be made up for them.
WRONG = [
    ("24 + 9", "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?"),
    ("24 - 9", "Mara had 24 crayons. Jonas gave her 9 crayons. How many crayons does Mara have now?"),
    ("11 - 16", "Lea sold 16 candles, and 11 candles are left. How many candles were there before the sale?"),
    ("18 - 7", "Ben scored 18 points, 7 fewer than Tara. How many points did Tara score?"),
    ("40 + 15", "Vera has 40 beads, 15 more than Lucas. How many beads does Lucas have?"),
    ("14 / 5", "There are 14 hens and 5 ducks in the yard. How many birds are there in all?"),
    ("31 + 19", "Otto is 31 years old and Emil is 19 years old. How much older is Otto than Emil?"),
    ("85 + 30", "Yuki's class made 85 masks, and 30 of them were blue. How many masks were not blue?"),
    ("96 - 5", "The hall has 96 seats. At the play 5 seats were not taken. How many seats were free?"),
    ("50 / 18", "Nadia had $50 in her purse. She spent $18 on a scarf. How much money does Nadia have now?"),
]


@pytest.fixture(scope="module")
def facts() -> Mapping[str, ProblemFacts]:
    texts = list(dict.fromkeys([case.text for case in CASES] + [text for _, text in WRONG]))
    return {problem.text: facts_of(problem) for problem in read_all(texts, load_parser())}


def explained(expression: str, facts: ProblemFacts) -> tuple[Step, ...]:
    return steps_of(align_expression(expression, [quantity.value for quantity in facts.quantities]), facts)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reason}: {case.expression}")
def test_reason_evidence_and_unit_of_a_step(case: Case, facts: Mapping[str, ProblemFacts]) -> None:
    step = explained(case.expression, facts[case.text])[-1]
    said = [case.text[start:end] for start, end in step.spans]
    assert (step.reason.value, step.unit) == (case.reason, case.unit), step.because
    assert [words for words in case.said if words not in said] == [], said
    assert list(step.spans) == sorted(step.spans)
    assert step.because.startswith("Most likely") == (case.reason == "most-likely")


def test_every_kind_of_reason_has_a_case() -> None:
    assert {case.reason for case in CASES} == {reason.value for reason in StepReason}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.reason}: {case.expression}")
def test_quoted_words_stand_in_the_text(case: Case, facts: Mapping[str, ProblemFacts]) -> None:
    for step in explained(case.expression, facts[case.text]):
        quotes = step.because.split('"')[1::2]
        assert [piece for quote in quotes for piece in quote.split(" ... ") if piece not in case.text] == []
        assert step.because.endswith(".")


@pytest.mark.parametrize(("expression", "text"), WRONG)
def test_a_step_against_the_text_gets_no_reason(expression: str, text: str, facts: Mapping[str, ProblemFacts]) -> None:
    (step,) = explained(expression, facts[text])
    assert step.reason is StepReason.MOST_LIKELY, step.because


def test_steps_come_in_the_order_of_calculation(facts: Mapping[str, ProblemFacts]) -> None:
    text = next(case.text for case in CASES if case.expression == "7 * 3 + 12")
    steps = explained("7 * 3 + 12", facts[text])
    assert [(step.expression, step.value, step.unit) for step in steps] == [
        ("7 * 3", Fraction(21), "dollars"),
        ("21 + 12", Fraction(33), "dollars"),
    ]
    assert [step.reason.value for step in steps] == ["per-item", "put-together"]


def test_intermediate_results_have_units_of_their_own(facts: Mapping[str, ProblemFacts]) -> None:
    text = next(case.text for case in CASES if case.expression == "(3 + 5) * 9")
    first, last = explained("(3 + 5) * 9", facts[text])
    assert (first.unit, last.unit) == ("boxes", "tiles")
    assert "8 boxes" in last.because


def test_who_gives_to_whom_decides(facts: Mapping[str, ProblemFacts]) -> None:
    gives, gets = CASES[0], next(case for case in CASES if "Jonas gave her" in case.text)
    (given,), (got,) = explained("24 - 9", facts[gives.text]), explained("24 + 9", facts[gets.text])
    assert given.because == '"gave" means that 9 crayons are gone, so take them away from 24 crayons.'
    assert got.because == '"gave" means that 9 crayons come on top, so add them to 24 crayons.'


def test_whatever_the_tree_steps_are_well_formed_and_quote_the_text(facts: Mapping[str, ProblemFacts]) -> None:
    for case in CASES:
        found = facts[case.text]
        if len(found.quantities) != 3:
            continue
        values = [quantity.value for quantity in found.quantities]
        for tree in monotonic_trees(range(3)):
            steps = steps_of(tree, found)
            assert len(steps) == (0 if evaluate(tree, values) is UNDEFINED else 2)
            for step in steps:
                assert all(0 <= start < end <= len(case.text) for start, end in step.spans)
                quotes = step.because.split('"')[1::2]
                assert all(piece in case.text for quote in quotes for piece in quote.split(" ... "))


def test_a_division_by_zero_has_no_steps(facts: Mapping[str, ProblemFacts]) -> None:
    found = facts[CASES[0].text]
    tree = Node(Op.DIV, Leaf(0), Node(Op.SUB, Leaf(1), Leaf(1)))
    assert steps_of(tree, found) == ()

"""Numbers that are not used: for each a sentence that says why, and none that is not true."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from arithmetree.explanation import ignored_of
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.parsing import load_parser
from arithmetree.reading import read_all
from arithmetree.training.expression_alignment import align_expression

CASES = [
    (
        "9 * (3 + 5)",
        "Each shelf holds 9 books. Ola has 2 kinds of books, on 3 shelves and on 5 shelves. "
        "How many books does she have?",
        {"2": "The 2 counts kinds of books, but the question asks for books."},
    ),
    (
        "24 - 9",
        "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?",
        {"5": "The 5 counts pens, but the question asks for crayons."},
    ),
    (
        "15 - 6",
        "Tilda has 15 green apples and 8 red apples. She eats 6 green apples. How many green apples are left?",
        {"8": "The 8 counts red apples, but the question asks for green apples."},
    ),
    (
        "25 + 17",
        "Hana carved 25 spoons in May and 17 spoons in June; her cousin carved 30 spoons. "
        "How many spoons did Hana carve?",
        {"30": "The 30 is about her cousin, but the question asks about Hana."},
    ),
    (
        "12 * 9",
        "Rufus, 61, planted 12 rows of 9 trees in terrace 4. The trees are 2 meters tall. How many trees did he plant?",
        {
            "61": "The 61 tells an age, and the question does not ask about that.",
            "4": 'The 4 only names something ("terrace 4") and counts nothing.',
            "2": "The 2 counts meters, but the question asks for trees.",
        },
    ),
    (
        "7 * 6",
        "Seven boxes with 6 mugs each stand on a shelf. A box costs $8. How many mugs stand on the shelf?",
        {"$8": "The $8 is an amount of money for each box, but the question asks for mugs."},
    ),
    (
        "36 / 4",
        "Four notebooks cost $36 in all. How much does one notebook cost?",
        {"one": "The one only points to a single thing, and counting it changes nothing."},
    ),
    (
        "41 + 6",
        "Sadie scored 41 points. This was 6 fewer than Jiho scored and 20 more than Ravi scored. "
        "How many points did Jiho score?",
        {"20": 'The 20 compares ("20 more than Ravi"), and the question does not ask about that.'},
    ),
    (
        "18 + 11",
        "On Sunday 18 boats and 11 rafts passed the lock, and 40 boats waited. How many boats and rafts passed it?",
        {"40": 'The 40 goes with "waited", and the question does not ask about that.'},
    ),
    (
        "14 + 9",
        "This week 14 kittens and 9 puppies were adopted. Last month 52 kittens were adopted. "
        "How many animals were adopted this week?",
        {"52": 'The 52 is told of another time ("Last month") than the question asks about.'},
    ),
    (
        "65 - 28",
        "Sixty-five trees were promised for the yard, and 28 trees are in the ground. The nursery has 300 trees. "
        "How many promised trees are missing?",
        {"300": "The 300 is about the nursery, and the question does not ask about that."},
    ),
    (
        "75 / 3",
        "Mr. Lund takes 3 tablets a day for 20 days. The pack has 75 tablets. For how many days would the pack last?",
        {"20": "Most likely the 20 is not needed to answer the question."},
    ),
    (
        "28 - 3",
        "A cow gives 28 liters of milk a day and drops 3 liters. How many liters does it give in a week?",
        {"week": '"week" may stand for a number (7: days in a week), which is not needed here.'},
    ),
    ("24 - 9", "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?", {}),
]


@pytest.fixture(scope="module")
def facts() -> Mapping[str, ProblemFacts]:
    return {problem.text: facts_of(problem) for problem in read_all([text for _, text, _ in CASES], load_parser())}


@pytest.mark.parametrize(("expression", "text", "because"), CASES)
def test_why_a_number_is_left_out(
    expression: str, text: str, because: dict[str, str], facts: Mapping[str, ProblemFacts]
) -> None:
    found = facts[text]
    tree = align_expression(expression, [quantity.value for quantity in found.quantities])
    shown = {found.quantities[each.quantity].schema.quantity.text: each.because for each in ignored_of(tree, found)}
    assert shown == {number.lstrip("$"): sentence for number, sentence in because.items()}

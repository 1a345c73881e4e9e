"""Equations in words: letters, equations with the words they come from, the solution and a check."""

from __future__ import annotations

import pytest

from arithmetree.solution import StepReason
from explained import explained, letters

HENS = "A farmer has hens and goats. He counts 35 heads and 94 legs. How many goats are there?"
STAMPS = (
    "6 large stamps and 4 small stamps cost £9.40. 3 large stamps and 5 small stamps cost £6.80. "
    "What does a small stamp cost?"
)
CABIN = "Cleaning a cabin costs £45 once. A stay of 5 nights costs £430. What does one night cost without cleaning?"


def test_what_follows_from_the_unknown_is_calculated_after_it() -> None:
    text = "A rope of 65 m is cut in two. One piece is 4 times as long as the other. How long is the longer piece?"
    steps = explained(text, "4 * x where x + 4 * x = a").steps
    assert steps[-1].shown == "4 × 13 = 52 m"
    assert steps[-1].reason is not StepReason.CHECK


@pytest.mark.parametrize("calculation", ["x where x + y = a", "x where x = a; x = b", "x where x * y = a; y * x = b"])
def test_what_has_no_solution_has_no_steps(calculation: str) -> None:
    assert explained(HENS, calculation).steps == ()


VANS = (
    "A choir travels in vans and cars. Each van carries 14 people and each car carries 5 people. There are 9 vehicles "
    "with 81 people. How many more people travel by van than by car?"
)
LETTERS = {
    "what a rate is counted for": (
        VANS,
        "a * x - b * y where c = x + y; d = a * x + b * y",
        "Write x for the number of vans and y for the number of cars.",
    ),
    "kinds of the same thing": (
        "A short lei needs 40 flowers and a long lei needs 65 flowers. She makes 18 leis from 895 flowers. "
        "How many flowers are in the short leis?",
        "a * x where c = x + y; d = a * x + b * y",
        "Write x for the number of short leis and y for the number of long leis.",
    ),
    "smaller and larger": (
        "The sum of two numbers is 91. One number is 6 times the other. What is the difference of the two?",
        "y - x where b = x + y; y = d * x",
        "Write x for the smaller number and y for the larger number.",
    ),
    "what is asked, in its words": (
        "The difference of two numbers is 91. One number is 8 times the other. What is the larger number?",
        "x where b = x - y; x = d * y",
        "Write x for the larger number and y for the smaller number.",
    ),
    "the rest of a whole": (
        "A weaver borrowed 12,000 euros, part of it at 4% and the rest at 7%. She paid 630 euros interest. "
        "How much was borrowed at 4%?",
        "x where a = x + y; d = b * x + c * y",
        "Write x for the amount at 4% and y for the amount at 7%.",
    ),
    "sizes": (
        "On Monday 35 trucks passed. Some had 2 axles and the others had 5 axles. The counter saw 115 axles. "
        "How much more is 3 times the first number?",
        "x where a = x + y; d = b * x + c * y",
        "Write x for the number of trucks with 2 axles and y for the number of trucks with 5 axles.",
    ),
    "prices": (
        f"{STAMPS.partition(' What')[0]} What do 2 large stamps cost?",
        "g * x where c = a * x + b * y; f = d * x + e * y",
        "Write x for the price of one large stamp and y for the price of one small stamp.",
    ),
    "compared with": (
        "A rope of 78 m is cut into three pieces. The second piece is 9 m longer than the first. "
        "The third piece is 3 times as long as the first. How long is the third piece?",
        "d * x where a = x + (c + x) + d * x",
        "Write x for the length of the first piece.",
    ),
    "an age": (
        "Juno is 37 years older than Bela. Together they are 163 years old. How old is Juno?",
        "a + x where b = x + (a + x)",
        "Write x for Bela's age.",
    ),
    "what a thing does": (
        "Two vats hold 340 litres together. The large vat holds 3 times as much as the small vat. "
        "How much does the large vat hold?",
        "x where b = x + y; x = c * y",
        "Write x for what the large vat holds and y for the rest of the 340 litres.",
    ),
    "so many in an hour": (
        "A press and a new machine print 84 posters in an hour together. On Friday the press ran for 6 hours and the "
        "new machine for 4 hours, and 396 posters were printed. How many posters does the machine print in an hour?",
        "y where a = x + y; d = b * x + c * y",
        "Write x for the number of posters per hour for the press and y for the number of posters per hour for "
        "the new machine.",
    ),
    "the same things at two prices": (
        "A ticket for adults costs $12 and a ticket for children costs $7. 20 people paid $190. "
        "How many children were there?",
        "y where c = x + y; d = a * x + b * y",
        "Write x for the number of adults and y for the number of children.",
    ),
    "the opposite of what is asked": (
        "The sum of two numbers is 30. Their difference is 8. Find the larger number.",
        "x where b = x + y; c = x - y",
        "Write x for the larger number and y for the smaller number.",
    ),
    "an age that is multiplied": (
        "Ben is 3 times as old as Ann. Together they are 48 years old. How old is Ben?",
        "a * x where b = x + a * x",
        "Write x for Ann's age.",
    ),
    "a size": (
        "A rectangle is twice as long as it is wide. Its perimeter is 36 cm. How wide is it?",
        "y where x = a * y; b = 2 * (x + y)",
        "Write x for the other unknown number and y for its width.",
    ),
    "nothing": (
        "Two numbers make 12 together. Twice the first and the second make 17. How big are they?",
        "x + 0 * y where b = x + y; 2 * x + y = 17",
        "Write x and y for the unknown numbers.",
    ),
}


@pytest.mark.parametrize(("text", "calculation", "sentence"), LETTERS.values(), ids=LETTERS)
def test_what_each_letter_stands_for(text: str, calculation: str, sentence: str) -> None:
    assert letters(text, calculation) == sentence


def test_what_follows_from_letters_has_their_units() -> None:
    steps = explained(VANS, "a * x - b * y where c = x + y; d = a * x + b * y").steps
    assert [(step.shown, step.because) for step in steps[-3:-1]] == [
        ("14 × 4 = 56 people", "Each van carries 14 people, so for 4 vans multiply 14 by 4."),
        ("5 × 5 = 25 people", "There are 5 people per car, so for 5 cars multiply 5 by 5."),
    ]


ARITHMETIC = {
    "working backwards": (
        CABIN,
        "x where 5 * x + a = c",
        [
            "£430 − £45 = £385 | Work backwards from the end: subtract £45 from £430.",
            "£385 ÷ 5 = £77 | To find what one night costs without cleaning, divide £385 by 5.",
            "5 × 77 + 45 = 430 | Check with the numbers of the text.",
        ],
    ),
    "imagining all of one kind": (
        HENS,
        "goats where hens + goats = a; 2 * hens + 4 * goats = b",
        [
            "2 × 35 = 70 legs | Imagine that all 35 were hens: multiply 2 legs by 35.",
            ("94 − 70 = 24 legs | Find how far that is from the real total of 94 legs: subtract 70 legs from 94 legs."),
            ("4 − 2 = 2 legs | Each goat in place of a hen raises the total by 2 legs: subtract 2 legs from 4 legs."),
            "24 ÷ 2 = 12 goats | To find how many goats there are, divide 24 legs by 2 legs.",
            "23 + 12 = 35; 2 × 23 + 4 × 12 = 94 | Check with the numbers of the text.",
        ],
    ),
    "making one kind equal": (
        STAMPS,
        "small where a * large + b * small = c; d * large + e * small = f",
        [
            (
                "£6.80 × 2 = £13.60 | Take 5 small stamps and 3 large stamps twice, so that it is 10 small "
                "stamps and 6 large stamps."
            ),
            (
                "£13.60 − £9.40 = £4.20 | Both have 6 large stamps now, so 6 small stamps make the difference: "
                "subtract £9.40 from £13.60."
            ),
            "£4.20 ÷ 6 = £0.70 | To find what a small stamp costs, divide £4.20 by 6.",
            "6 × 1.1 + 4 × 0.7 = 9.4; 3 × 1.1 + 5 × 0.7 = 6.8 | Check with the numbers of the text.",
        ],
    ),
    "a difference and a multiple": (
        "The difference of two numbers is 91. One number is 8 times the other. What is the larger number?",
        "x where b = x - y; x = d * y",
        [
            (
                "91 ÷ 7 = 13 | The larger number is 8 times the smaller number, so the difference is 7 times the "
                "smaller number: divide 91 by 7."
            ),
            "13 × 8 = 104 | To find the larger number, multiply 13 by 8.",
            "104 − 13 = 91; 104 = 8 × 13 | Check with the numbers of the text.",
        ],
    ),
    "undoing every change": (
        "Take my age, add 14 and divide by 3, and you get 19. How old am I?",
        "x where c = (a + x) / b",
        [
            "19 × 3 = 57 | Work backwards from the end: multiply 19 by 3.",
            "57 − 14 = 43 years | Subtract 14 from 57.",
            "(14 + 43) ÷ 3 = 19 | Check with the numbers of the text.",
        ],
    ),
    "what was taken": (
        "Nils had 50 nuts. He ate some, and 18 are left. How many did he eat?",
        "x where a - x = b",
        [
            "50 − 18 = 32 nuts | To find how many he ate, subtract 18 from 50.",
            "50 − 32 = 18 | Check with the numbers of the text.",
        ],
    ),
    "consecutive numbers": (
        "The sum of three consecutive odd numbers is 87. What is the smallest of the three numbers?",
        "x where b = 4 + (x + (2 + (x + x)))",
        [
            "87 − 6 = 81 | First take the extra 6 away from 87.",
            "81 ÷ 3 = 27 | That is 3 times the smallest of the three numbers (1 + 1 + 1 = 3), so divide 81 by 3.",
            "27 + 27 + 27 + 4 + 2 = 87 | Check with the numbers of the text.",
        ],
    ),
    "a fraction of a number": (
        "3/4 of a number is 27. What is the number?",
        "x where a * x = b",
        [
            "27 ÷ 3/4 = 36 | To find the number, divide 27 by 3/4.",
            "3/4 × 36 = 27 | Check with the numbers of the text.",
        ],
    ),
    "a difference that shrinks": (
        (
            "Tank P holds 900 litres and loses 14 litres a minute. Tank Q holds 260 litres and gains 18 "
            "litres a minute. After how many minutes do they hold the same?"
        ),
        "x where a - b * x = c + d * x",
        [
            "900 − 260 = 640 litres | Find the difference at the start: subtract 260 litres from 900 litres.",
            "14 + 18 = 32 litres | Find by how much the difference shrinks for each minute: add 14 and 18 litres.",
            (
                "640 ÷ 32 = 20 minutes | To find after how many minutes they hold the same, divide 640 litres by "
                "32 litres."
            ),
            "900 − 14 × 20 = 260 + 18 × 20 = 620 | Check with the numbers of the text.",
        ],
    ),
    "ages": (
        ("Mrs. Reyes is 44 years old. Her son is 16 years old. In how many years will she be twice as old as her son?"),
        "x where a + x = c * (b + x)",
        [
            (
                "44 − 16 = 28 years | The difference between the two ages stays the same: subtract 16 years from "
                "44 years."
            ),
            (
                "28 − 16 = 12 years | When one is twice as old as the other, the younger one is as old as this "
                "difference, 28 years. To find in how many years she will be twice as old as her son, subtract "
                "16 years from 28 years."
            ),
            "44 + 12 = 2 × (16 + 12) = 56 | Check with the numbers of the text.",
        ],
    ),
    "a sum and a difference": (
        "Bodo is 37 years older than Lulu. Together they are 163 years old. How old is Lulu?",
        "y where x = y + a; x + y = b",
        [
            "163 − 37 = 126 years | Subtract 37 years from 163 years: that leaves twice Lulu's age.",
            "126 ÷ 2 = 63 years | To find how old Lulu is, divide 126 years by 2.",
            "100 = 63 + 37; 100 + 63 = 163 | Check with the numbers of the text.",
        ],
    ),
    "how many times it is there": (
        (
            "A library has twice as many large jigsaws as small ones. It also has 16 wooden jigsaws. There "
            "are 196 jigsaws in all. How many small jigsaws are there?"
        ),
        "x where x + a * x + b = c",
        [
            "196 − 16 = 180 jigsaws | First take the 16 wooden jigsaws away from 196 jigsaws.",
            (
                "180 ÷ 3 = 60 jigsaws | That is 3 times the number of small jigsaws (1 + 2 = 3), so divide 180 "
                "jigsaws by 3."
            ),
            "60 + 2 × 60 + 16 = 196 | Check with the numbers of the text.",
        ],
    ),
}


@pytest.mark.parametrize(("text", "calculation", "lines"), ARITHMETIC.values(), ids=ARITHMETIC)
def test_plain_arithmetic_finds_an_unknown(text: str, calculation: str, lines: list[str]) -> None:
    assert [f"{step.shown} | {step.because}" for step in explained(text, calculation).steps] == lines


def test_other_equations_are_solved_with_letters() -> None:
    text = "Ida is 4 times as old as Bo. In 20 years she will be 2 times as old as Bo. How old is Bo?"
    steps = explained(text, "y where x = a * y; x + b = c * (y + b)").steps
    assert [f"{step.shown} | {step.because}" for step in steps] == [
        "x = ?, y = ? | Write x for the other unknown number and y for Bo's age.",
        '(1) x = 4y | Write "Ida is 4 times as old as Bo" as an equation.',
        '(2) x + 20 = 2(y + 20) | Write "In 20 years she will be 2 times as old as Bo" as an equation.',
        "2y = 20 | Put x = 4y into equation (2), and tidy it.",
        "y = 10 years | Divide both sides by 2.",
        "x = 40 | Put y = 10 into x = 4y.",
        "40 = 4 × 10; 40 + 20 = 2 × (10 + 20) = 60 | Check: with x = 40 and y = 10 both equations are true.",
    ]
    assert steps[0].reason is StepReason.LETTERS

"""Equations in words: letters, equations with the words they come from, the solution and a check."""

from __future__ import annotations

import pytest

from arithmetree.solution import StepReason
from explained import explained

HENS = "A farmer has hens and goats. He counts 35 heads and 94 legs. How many goats are there?"
STAMPS = (
    "6 large stamps and 4 small stamps cost £9.40. 3 large stamps and 5 small stamps cost £6.80. "
    "What does a small stamp cost?"
)
CABIN = "Cleaning a cabin costs £45 once. A stay of 5 nights costs £430. What does one night cost without cleaning?"


def test_one_unknown() -> None:
    steps = explained(CABIN, "x where 5 * x + a = c").steps
    assert [(step.reason, step.shown) for step in steps] == [
        (StepReason.LETTERS, "x = ?"),
        (StepReason.EQUATION, "5x + 45 = 430"),
        (StepReason.SOLVING, "5x = 385"),
        (StepReason.SOLVING, "x = £77"),
        (StepReason.CHECK, "5 × 77 + 45 = 430"),
    ]
    assert steps[0].because == "Write x for what the question asks for."
    assert steps[1].because == ('The text says "Cleaning a cabin costs £45 once" and "A stay of 5 nights costs £430".')
    assert steps[-1].because == "Check: with x = 77 the equation is true."


def test_two_unknowns_by_substitution() -> None:
    steps = explained(HENS, "goats where hens + goats = a; 2 * hens + 4 * goats = b").steps
    assert [step.shown for step in steps] == [
        "x = ?, y = ?",
        "(1) x + y = 35",
        "(2) 2x + 4y = 94",
        "y = 35 − x",
        "2x + 4(35 − x) = 94",
        "2x = 46",
        "x = 23",
        "y = 12 goats",
        "23 + 12 = 35; 2 × 23 + 4 × 12 = 94",
    ]
    assert steps[0].because == "Write x for the number of hens and y for the number of goats."
    assert steps[4].because == "Put y = 35 − x into equation (2)."
    assert steps[7].because == "Put x = 23 into y = 35 − x."


def test_two_unknowns_by_elimination() -> None:
    steps = explained(STAMPS, "small where a * large + b * small = c; d * large + e * small = f").steps
    assert [step.shown for step in steps[3:]] == [
        "6y = 4.2",
        "y = £0.70",
        "x = 1.1",
        "6 × 1.1 + 4 × 0.7 = 9.4; 3 × 1.1 + 5 × 0.7 = 6.8",
    ]
    assert steps[3].because == "Multiply equation (2) by 2, then subtract one from the other: x disappears."


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
    "a difference of two": (
        "A farm has goats and geese. They have 44 heads and 126 legs. How many more geese than goats are there?",
        "y - x where a = x + y; b = 4 * x + 2 * y",
        "Write x for the number of goats and y for the number of geese.",
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
    assert explained(text, calculation).steps[0].because == sentence


def test_what_follows_from_letters_has_their_units() -> None:
    steps = explained(VANS, "a * x - b * y where c = x + y; d = a * x + b * y").steps
    assert [(step.shown, step.because) for step in steps[-3:-1]] == [
        ("14 × 4 = 56 people", "Each van carries 14 people, so for 4 vans multiply 14 by 4."),
        ("5 × 5 = 25 people", "There are 5 people per car, so for 5 cars multiply 5 by 5."),
    ]


def test_the_unknowns_come_first_and_what_is_solved_already_is_put_in() -> None:
    text = "The difference of two numbers is 91. One number is 8 times the other. What is the larger number?"
    steps = explained(text, "x where b = x - y; x = d * y").steps
    assert [step.shown for step in steps[1:]] == [
        "(1) x − y = 91",
        "(2) x = 8y",
        "8y − y = 91",
        "7y = 91",
        "y = 13",
        "x = 104",
        "104 − 13 = 91; 104 = 8 × 13",
    ]
    assert [step.because for step in steps[3:5]] == [
        "Put x = 8y into equation (1).",
        "Put the terms with y together.",
    ]


def test_one_unknown_in_one_place_is_found_by_going_back() -> None:
    steps = explained(
        "Take my age, add 14 and divide by 3, and you get 19. How old am I?", "x where c = (a + x) / b"
    ).steps
    assert [(step.shown, step.because) for step in steps[2:4]] == [
        ("x + 14 = 57", "Multiply both sides by 3."),
        ("x = 43 years", "Subtract 14 from both sides."),
    ]


def test_a_number_taken_from_another_is_found_by_going_back() -> None:
    steps = explained("Nils had 50 nuts. He ate some, and 18 are left. How many did he eat?", "x where a - x = b").steps
    assert (steps[2].shown, steps[2].because) == ("x = 32 nuts", "32 has to be taken from 50 to leave 18.")


def test_consecutive_numbers_are_written_one_by_one() -> None:
    text = "The sum of three consecutive odd numbers is 87. What is the smallest of the three numbers?"
    steps = explained(text, "x where b = 4 + (x + (2 + (x + x)))").steps
    assert steps[1].shown == "x + (x + 2) + (x + 4) = 87"


def test_the_sentences_of_an_equation_are_in_the_order_of_the_text() -> None:
    steps = explained(VANS, "a * x - b * y where c = x + y; d = a * x + b * y").steps
    assert steps[2].because == (
        'The text says "Each van carries 14 people and each car carries 5 people" and '
        '"There are 9 vehicles with 81 people".'
    )


def test_a_fraction_of_the_text_stays_a_fraction() -> None:
    steps = explained("3/4 of a number is 27. What is the number?", "x where a * x = b").steps
    assert [step.shown for step in steps[1:3]] == ["3/4 × x = 27", "x = 36"]
    assert steps[2].because == "Divide both sides by 3/4."

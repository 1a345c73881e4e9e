"""What a teacher says in place of a bare step: who gets the shares, how often it happens, and what letters mean."""
# ruff: noqa: E501

from __future__ import annotations

import pytest

from arithmetree.derivations import Mention, parse
from arithmetree.explanation import explain
from arithmetree.explanation.passage import Passage
from explained import explained, letters, problem_of

CASES = {
    "a careless message is not repeated": (
        "got 48 tokens at the fair, used 39 how many tokens i got left?",
        "a - b",
        ["48 − 39 = 9 tokens | To find the number of tokens, subtract 39 from 48 tokens."],
    ),
    "broken grammar is not repeated": (
        "A stall had 60 cheeses and 35 of them are left. How many cheeses he sell?",
        "a - b",
        ["60 − 35 = 25 cheeses | 35 of them are left, so subtract 35 from 60 cheeses."],
    ),
    "a share of the visitors gives visitors": (
        "A hall has 210 seats, all taken. 4/7 of the visitors were children. How many adults were there?",
        "a - a * b",
        [
            "4/7 of 210 seats = 210 ÷ 7 × 4 = 120 visitors | 4/7 of the visitors were children, so find 4/7 of 210 seats: divide by 7 to get 1/7, then multiply by 4.",
            "210 − 120 = 90 adults | To find how many adults there were, subtract 120 visitors from 210 seats.",
        ],
    ),
    "so many for each of the things, whatever comes first": (
        "Each of the nurses was to carry 4. There were 13 nurses. How many trays did they need?",
        "a * b",
        ["4 × 13 = 52 trays | To find how many trays they needed, multiply 4 by 13."],
    ),
    "how often": (
        "Mina's swing costs 3 coins. Mina rode on it 8 times. How many coins did she use?",
        "a * b",
        ["3 × 8 = 24 coins | To find how many coins she used, multiply 3 coins by 8."],
    ),
    "in each of": (
        "Two frogs sat on the path, and there were 5 in each of 3 ponds. How many frogs were there?",
        "a + b * c",
        [
            "5 × 3 = 15 frogs | There are 5 for each of the 3 ponds, so multiply 5 by 3.",
            "2 + 15 = 17 frogs | To find how many frogs there were, add 2 frogs and 15 frogs.",
        ],
    ),
    "rows": (
        "A floor is 9 tiles long and 7 tiles wide. How many tiles are there?",
        "a * b",
        ["9 × 7 = 63 tiles | To find how many tiles there are, multiply 7 tiles by 9."],
    ),
    "things of which the text speaks one by one": (
        "The coach had five mules, and at every inn they were changed. There were three inns. "
        "How many hooves were there, at four hooves each?",
        "a * b * c",
        [
            "5 × 3 = 15 | There are 5 mules for each of the 3 inns, so multiply 5 mules by 3.",
            "15 × 4 = 60 hooves | To find how many hooves there were, multiply 4 hooves by 15.",
        ],
    ),
    "pairs of what is asked for": (
        "There are 12 children, and every child has one pair of gloves. How many gloves are there?",
        "a * PAIR",
        [
            "12 × 2 = 24 gloves | A pair is 2, so multiply 12 by 2.",
        ],
    ),
    "twice": (
        'Ana found 16 nuts. "I found twice as many," said Leo. How many nuts did Leo find?',
        "a * b",
        [
            "16 × 2 = 32 nuts | It is twice 16 nuts, so multiply by 2.",
        ],
    ),
    "days of a week that the text names alone": (
        "My cat gets 2 pills a day. How many pills is that in a week?",
        "a * WEEK",
        [
            "2 × 7 = 14 pills | There are 7 days in a week, so multiply 2 pills per day by 7.",
        ],
    ),
    "so many measures are measures": (
        "Jo tied three 40-centimetre ropes together and cut off 15 centimetres. How long is the rope?",
        "a * b - c",
        [
            "3 × 40 = 120 centimetres | It is 40 centimetres for each rope, so multiply 40 by 3.",
            (
                "120 − 15 = 105 centimetres | To find how long the rope is, subtract 15 centimetres from 120 "
                "centimetres."
            ),
        ],
    ),
    "a number with a hyphen": (
        "A hall has six eight-seat tables. How many seats are there?",
        "a * b",
        ["6 × 8 = 48 seats | To find how many seats there are, multiply 8 seats by 6."],
    ),
    "stools with legs": (
        "In the hut stand twelve three-legged stools. How many legs do they have?",
        "a * b",
        ["12 × 3 = 36 legs | To find how many legs they have, multiply 3 by 12."],
    ),
    "a measure before a noun": (
        "A bike costs 12 cents per min. How much is a 25 min ride?",
        "a * b",
        [
            "12 cents × 25 = 300 cents | A bike costs 12 cents per min, so for 25 min multiply 12 cents by 25.",
        ],
    ),
    "among the others": (
        "All kites from six cartons went to 9 clubs, 10 for each. How many kites had been in a carton?",
        "b * c / a",
        [
            "9 × 10 = 90 | There are 10 for each of the 9 clubs, so multiply 10 by 9.",
            "90 ÷ 6 = 15 kites | To find how many kites had been in a carton, divide 90 by 6.",
        ],
    ),
    "equal bags": (
        "A carton of 600 nails is filled into 5 equal boxes, and each box into 4 equal bags. How many nails are in a bag?",
        "a / b / c",
        [
            (
                "600 ÷ 5 = 120 nails per box | Share 600 nails equally among 5 boxes: divide to find how many "
                "nails that is for one box."
            ),
            "120 ÷ 4 = 30 nails | To find how many nails are in a bag, divide 120 nails by 4.",
        ],
    ),
    "groups of equal size": (
        "The 18 ducks split into 3 groups of equal size. How many ducks were in a group?",
        "a / b",
        ["18 ÷ 3 = 6 ducks | To find how many ducks were in a group, divide 18 ducks by 3."],
    ),
    "so many groups as divide both": (
        "Ivy has 36 roses and 48 tulips and makes as many equal bunches as she can. How many tulips are in each bunch?",
        "b / gcd(a, b)",
        [
            (
                "greatest common divisor of 36 and 48 = 12 | Nothing may be left over, so find the largest "
                "number that divides both 36 and 48."
            ),
            "48 ÷ 12 = 4 tulips | To find how many tulips are in each bunch, divide 48 tulips by 12.",
        ],
    ),
    "how often until they meet": (
        "The red lamp flashes every 8 seconds, the green one every 6. They flash together now. "
        "How many times does the green lamp flash until they flash together again?",
        "lcm(a, b) / b",
        [
            (
                "least common multiple of 8 and 6 = 24 | They come together at a multiple of 8 and of 6, so find "
                "the smallest one."
            ),
            (
                "24 ÷ 6 = 4 times | To find how many times the green lamp flashes until they flash together "
                "again, divide 24 by 6."
            ),
        ],
    ),
    "by a bare number": (
        "Jars are 3 for $2. What do 15 jars cost?",
        "c / a * b",
        [
            "15 ÷ 3 = 5 | Find how many times 3 goes into 15: divide.",
            "5 × $2 = $10 | To find what 15 jars cost, multiply $2 by 5.",
        ],
    ),
    "both as a word of a place": (
        "In the first bus there are 30 boys and in the second bus 20 boys. Then 4 boys get off. "
        "How many boys are in the both buses?",
        "a + b - c",
        [
            "30 + 20 = 50 boys | Find how many boys that is together: add 30 boys and 20 boys.",
            "50 − 4 = 46 boys | To find how many boys are in the both buses, subtract 4 boys from 50 boys.",
        ],
    ),
    "the start in a condition": (
        "A plant grows 3 cm a day. How tall is it after 6 days, if it was 20 cm tall at the start?",
        "a * b + c",
        [
            "3 × 6 = 18 cm | A plant grows 3 cm a day, so for 6 days multiply 3 by 6.",
            "18 + 20 = 38 cm | To find how tall it is after 6 days, add 18 cm and 20 cm.",
        ],
    ),
    "who left": (
        "The ward had 30 patients on Monday. By Tuesday 7 patients had left. How many patients does the ward have now?",
        "a - b",
        [
            "30 − 7 = 23 patients | By Tuesday 7 patients had left, so subtract 7 from 30 patients.",
        ],
    ),
    "years ago": (
        "Four years ago Ida was half as old as the oak by her house. The oak is now 64 years old. How old is Ida now?",
        "(c - a) * b + a",
        [
            "64 − 4 = 60 years | Go back 4 years from 64 years.",
            (
                "half of 60 years = 60 ÷ 2 = 30 years | Ida was half as old as the oak by her house, so find "
                "half of 60 years: divide by 2."
            ),
            "4 + 30 = 34 years | To find how old Ida is now, add 4 years and 30 years.",
        ],
    ),
    "from year to year": (
        "A clock was made in 1894. It was cleaned 60 years later. How old was the clock in 2010?",
        "c - a",
        ["2010 − 1894 = 116 years | To find how old the clock was in 2010, subtract 1894 from 2010."],
    ),
    "a number for each of others": (
        "A short scarf needs 40 beads and a long scarf needs 65 beads. An inn orders 5 short and 3 long scarves. "
        "How many beads are needed?",
        "a * c + b * d",
        [
            "40 × 5 = 200 beads | There are 40 beads each, so multiply 40 by 5.",
            "65 × 3 = 195 beads | A long scarf needs 65 beads, so for 3 long scarves multiply 65 by 3.",
            "200 + 195 = 395 beads | To find how many beads are needed, add 200 beads and 195 beads.",
        ],
    ),
    "both what happens so often": (
        "Vera rode the wheel 3 times and the swing 5 times, at $2 each time. What did she pay?",
        "(a + b) * c",
        [
            "3 + 5 = 8 times | Find how many times that is together: add 3 times and 5 times.",
            "8 × $2 = $16 | To find what she paid, multiply $2 by 8.",
        ],
    ),
    "what is counted in the question alone": (
        "Apples are handed out three to a rider each day. How many do six riders get in four days?",
        "a * b * c",
        [
            "3 × 6 = 18 apples | Apples are handed out three to a rider each day, so for 6 riders multiply 3 by 6.",
            "18 × 4 = 72 | To find how many six riders get in four days, multiply 18 apples by 4.",
        ],
    ),
    "things of two kinds are not what is left": (
        "A bus has 60 seats. 52 pupils and 4 teachers get on. How many seats are left?",
        "a - (b + c)",
        [
            "52 + 4 = 56 pupils and teachers | Find how many that is together: add 52 pupils and 4 teachers.",
            "60 − 56 = 4 seats | To find how many seats are left, subtract 56 from 60 seats.",
        ],
    ),
    "three kinds in the question": (
        "On Monday 136 books, 41 films and 8 games were lent. How many books, films and games were lent?",
        "a + b + c",
        [
            (
                "136 + 41 + 8 = 185 books, films and games | Find how many books, films and games that is "
                "together: add 136 books, 41 films and 8 games."
            )
        ],
    ),
    "twice the other": (
        "Our street had 48 lamps, twice as many as the next street. How many lamps had the next street?",
        "a / b",
        ["48 ÷ 2 = 24 lamps | 48 lamps are twice the other number, so divide by 2."],
    ),
    "grams for each cubic centimetre": (
        "A block of wax is 30 cm long, 20 cm wide and 10 cm high. 1 cubic centimetre of wax weighs 0.9 g. "
        "What does the block weigh, in kilograms?",
        "a * b * c * e / KILO",
        [
            "30 × 20 = 600 cm² | The area is one side times the other, so multiply 30 cm by 20 cm.",
            "600 × 10 = 6,000 cm³ | The volume is the base times the height, so multiply 600 cm² by 10 cm.",
            "6,000 × 0.9 = 5,400 g | To find how much that is in all, multiply 0.9 g by 6,000.",
            "5,400 g = 5.4 kilograms | There are 1,000 grams in a kilogram, so divide 5,400 g by 1,000.",
        ],
    ),
    "from floor to floor": (
        "A tower has 18 steps from each floor to the next. How many steps is it from floor 3 to floor 11?",
        "a * (c - b)",
        [
            "11 − 3 = 8 | Find how far it is from 3 to 11: subtract.",
            "18 × 8 = 144 steps | To find how many steps it is from floor 3 to floor 11, multiply 18 steps by 8.",
        ],
    ),
    "one in every": (
        "A mill makes 420 plates a day. 1 plate in every 21 is chipped. How many good plates does it make a day?",
        "a - b * (a / c)",
        [
            "420 ÷ 21 = 20 plates per day | It is 1 in every 21, so divide 420 plates per day by 21.",
            (
                "420 − 20 = 400 plates | To find how many good plates it makes a day, subtract 20 plates from "
                "420 plates."
            ),
        ],
    ),
    "one stuff for one of another": (
        "A snow gun makes 45 cubic metres of snow from 18 cubic metres of water. "
        "How much water does it need for 1 cubic metre of snow?",
        "b / a",
        [
            (
                "18 ÷ 45 = 0.4 cubic metres | To find how much water it needs for 1 cubic metre of snow, divide "
                "18 cubic metres of water by 45 cubic metres of snow."
            )
        ],
    ),
    "after another": (
        "Mia's snail finished 6 minutes after Ida's, which took 29 minutes. How many minutes did Mia's snail take?",
        "a + b",
        [
            "6 + 29 = 35 minutes | Mia's snail finished 6 minutes after Ida's, so add 6 to 29 minutes.",
        ],
    ),
    "something other": (
        "Of the 90 boxes in row K, 40 hold lamps. How many boxes hold something other than lamps?",
        "a - b",
        [("90 − 40 = 50 boxes | To find how many boxes hold something other than lamps, subtract 40 from 90 boxes.")],
    ),
    "seats that are not taken": (
        "A room has 64 seats. Seven booths take 4 guests each, and the other seats stand two to a table. "
        "How many tables are there?",
        "(a - b * c) / d",
        [
            "7 × 4 = 28 guests | There are 4 guests per booth, so for 7 booths multiply 4 by 7.",
            "64 − 28 = 36 | To find the rest, subtract 28 from 64.",
            "36 ÷ 2 = 18 tables | It is two to a table, so divide 36 by 2.",
        ],
    ),
    "what something else did then": (
        "The tank contained 38 litres. The pump added 54 litres, and a shower then used 27. How much is in the tank?",
        "a + b - c",
        [
            "38 + 54 = 92 litres | The pump added 54 litres, so add 54 to 38 litres.",
            "92 − 27 = 65 litres | To find how much is in the tank, subtract 27 litres from 92 litres.",
        ],
    ),
    "to whom": (
        "A talk of 80 minutes was cut in 2 equal parts. To the second one 15 minutes of music were added. "
        "How long is the second one now?",
        "a / b + c",
        [
            "80 ÷ 2 = 40 minutes per part | Divide 80 minutes by 2 to find how many minutes that is for one part.",
            "40 + 15 = 55 minutes | To find how long the second one is now, add 40 minutes and 15 minutes of music.",
        ],
    ),
}
NOTES = {
    "a year": (
        "In 2022 a foundry cast 64 bells, and in 2023 it cast 22 more bells. How many were cast in 2023?",
        "b + d",
    ),
    "today": (
        "I water the fern every 6 days and the palm every 4. Did all 2 today. In how many days are both due?",
        "lcm(a, b)",
    ),
    "two who are asked about": (
        "I found 17 nuts, Mum found 31 nuts, and my brother found 26 figs. How many nuts did Mum and I find?",
        "a + b",
    ),
}
LETTERS = {
    "axles are no trucks": (
        "On a bridge 35 trucks passed. Some had 2 axles and the others had 5. There were 115 axles. "
        "A truck with 2 axles pays $6 and one with 5 axles pays $15. How much was paid?",
        "f * x + h * y where x + y = a; b * x + c * y = d",
        "Write x for the number of trucks with 2 axles and y for the number of trucks with 5 axles.",
    ),
    "the wind of a speed in still air": (
        "A balloon drifts 60 km with the wind in 2 hours, and 60 km against it in 3 hours. "
        "Find the speed of the balloon in still air.",
        "x where b * (x + y) = a; d * (x - y) = c",
        "Write x for the speed of the balloon in still air and y for the speed of the wind.",
    ),
    "two people who share": (
        "Two smiths made 50 horseshoes together. If Bo had made 5 more, he would have made twice as many as Kit. "
        "How many horseshoes did Bo make?",
        "x where x + y = b; x + c = d * y",
        "Write x for the number of Bo's horseshoes and y for the number of Kit's horseshoes.",
    ),
    "the age of the one who tells": (
        "My sister is 4 years younger than me. Together we are 20. How old is my sister?",
        "x where y - a = x; x + y = b",
        "Write y for my age and x for my sister's age.",
    ),
    "the other of two kinds": (
        "In a pen there are rabbits and hens. They have 20 heads and 56 legs. How many hens are there?",
        "x where x + y = a; PAIR * x + SQUARE * y = b",
        "Write x for the number of hens and y for the number of rabbits.",
    ),
    "the whole of a share": (
        "Two fifths of the chairs were painted by Jo, and the other 24 chairs by Al. How many chairs did Jo paint?",
        "a * x where x - a * x = b",
        "Write x for the number of chairs.",
    ),
    "an amount with a share": (
        "Milk with 2% fat is mixed with milk with 6% fat. That makes 40 litres with 3% fat. "
        "How many litres of the 6% milk are used?",
        "y where x + y = c; a * x + b * y = c * d",
        "Write x for the amount with 2% and y for the number of litres of the 6% milk.",
    ),
}


@pytest.mark.parametrize(("text", "calculation", "sentence"), LETTERS.values(), ids=LETTERS)
def test_what_a_letter_is_for(text: str, calculation: str, sentence: str) -> None:
    assert letters(text, calculation) == sentence


@pytest.mark.parametrize(("text", "calculation"), NOTES.values(), ids=NOTES)
def test_what_is_not_said_of_other_numbers(text: str, calculation: str) -> None:
    said = [one.because for one in explained(text, calculation).ignored]
    assert not [one for one in said if "2023" in one or "today" in one or "asks about Mum" in one]


def lines(text: str, calculation: str) -> list[str]:
    return [f"{step.shown} | {step.because}" for step in explained(text, calculation).steps]


@pytest.mark.parametrize(("text", "calculation", "expected"), CASES.values(), ids=CASES)
def test_what_a_teacher_says(text: str, calculation: str, expected: list[str]) -> None:
    assert lines(text, calculation) == expected


def test_the_last_one_says_how_many_there_are() -> None:
    text = "Pia threw 41 m, 38 m and 47 m. Her fourth throw was 46 m. What was her mean for all her throws?"
    problem, _ = problem_of(text)
    mentions = problem.quantities
    names = {letter: Mention(number) for number, letter in enumerate("abcde")}
    made = parse("(a + b + c + e) / d", names)
    assert explain(problem, mentions, made).steps[-1].shown == "172 ÷ 4 = 43 m"


def test_so_far_keeps_its_so() -> None:
    problem, mentions = problem_of("Mona must paint 38 houses. So far she has painted 23 of them. How many are left?")
    said = Passage(problem, mentions).clause(1)
    assert said is not None
    assert said[0].lower() == "so far she has painted 23 of them"

"""Steps as a teacher writes them: the line and the sentence of every kind of step, on calculations given by hand."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.derivations import parse, work_out
from arithmetree.solution import StepReason
from explained import derivation_of, explained, problem_of

CASES = {
    # Sums
    "came-in": (
        "Ravi had 17 stamps. He bought 5 more stamps. How many stamps does Ravi have now?",
        "a + b",
        ["17 + 5 = 22 stamps | He bought 5 more stamps, so add 5 to 17 stamps."],
    ),
    "received": (
        "Mara had 24 crayons. Jonas gave her 9 crayons. How many crayons does Mara have now?",
        "a + b",
        ["24 + 9 = 33 crayons | Jonas gave her 9 crayons, so add 9 to 24 crayons."],
    ),
    "took-away": (
        "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?",
        "a - b",
        ["24 − 9 = 15 crayons | She gave 9 crayons to Jonas, so subtract 9 from 24 crayons."],
    ),
    "total": (
        "There are 14 hens, 6 swans and 5 ducks in the yard. How many birds are there in all?",
        "a + b + c",
        ["14 + 6 + 5 = 25 birds | The question asks for everything together, so add 14 hens, 6 swans and 5 ducks."],
    ),
    "left": (
        "A hall was set with 63 chairs, and 40 chairs are to go to the school. How many chairs are left over?",
        "a - b",
        ["63 − 40 = 23 chairs | The question asks what is left, so subtract 40 chairs from 63 chairs."],
    ),
    "change": (
        "A scarf and a cap come to $13.50, and Ivo hands over a note of $20. How much change does he get?",
        "b - a",
        ["$20 − $13.50 = $6.50 | The change is what is left of $20, so subtract $13.50."],
    ),
    "others": (
        "In a class of 28 pupils, 11 of the pupils walk and the rest come by bus. How many pupils come by bus?",
        "a - b",
        ["28 − 11 = 17 pupils | The others are what is left of 28 pupils, so subtract 11."],
    ),
    "difference": (
        "The red team scored 52 points and the blue team scored 38 points. How many more points does red have?",
        "a - b",
        ["52 − 38 = 14 points | To find the difference, subtract 38 points from 52 points."],
    ),
    "more than": (
        "Ida picked 27 plums. Bruno picked 6 more plums than Ida. How many plums did they pick altogether?",
        "a + a + b",
        [
            "27 + 6 = 33 plums | Bruno picked 6 more plums than Ida, so add 6 to 27 plums.",
            "27 + 33 = 60 plums | The question asks for everything together, so add 27 plums and 33 plums.",
        ],
    ),
    "fewer than, told of the other": (
        "Ben scored 18 points, 7 fewer than Tara. How many points did Tara score?",
        "a + b",
        ['18 + 7 = 25 points | "7 fewer than Tara" means 7 more for Tara, so add 7 to 18 points.'],
    ),
    "both ends": (
        "The lots of an auction are numbered from 215 to 390, both included. How many lots are there?",
        "b - a + ONE",
        [
            "390 − 215 = 175 | Subtract 215 from 390.",
            "175 + 1 = 176 lots | The first and the last both count, so add 1.",
        ],
    ),
    "clock, later": (
        "A film starts at 5:20 pm and lasts 105 minutes. When does it end?",
        "a + b",
        ["5:20 pm + 105 minutes = 7:05 pm | Start at 5:20 pm and go on 105 minutes."],
    ),
    "clock, between": (
        "A train leaves at 13:48 and arrives at 15:03. How many minutes does it take?",
        "b - a",
        ["from 13:48 to 15:03 = 75 minutes | Count the time from 13:48 to 15:03."],
    ),
    "clock, hours and minutes": (
        "A train leaves at 13:48 and arrives at 15:03. How long does it take?",
        "b - a",
        ["from 13:48 to 15:03 = 1 h 15 min | Count the time from 13:48 to 15:03."],
    ),
    "year": (
        "A bridge was built in 1894. It was painted 57 years later. In which year was it painted?",
        "a + b",
        ["1894 + 57 = 1951 | Add 1894 and 57 years."],
    ),
    # Products
    "groups": (
        "Each carton holds 6 jars. Pia bought 7 cartons. How many jars did she buy?",
        "a * b",
        ["6 × 7 = 42 jars | Each carton holds 6 jars, so for 7 cartons multiply 6 by 7."],
    ),
    "price": (
        "Tim bought 4 tickets at $3.50 each. How much did he pay?",
        "a * b",
        ["4 × $3.50 = $14 | It is $3.50 per ticket, so for 4 tickets multiply $3.50 by 4."],
    ),
    "rate": (
        "A tap fills 12 litres a minute. How many litres come out in 5 minutes?",
        "a * b",
        ["12 × 5 = 60 litres | A tap fills 12 litres a minute, so for 5 minutes multiply 12 by 5."],
    ),
    "owned": (
        "A long rope is 14 feet long. They cut 4 ropes. How many feet do they use?",
        "a * b",
        ["14 × 4 = 56 feet | A long rope is 14 feet long, so for 4 ropes multiply 14 by 4."],
    ),
    "twice": (
        "Mia has 14 stickers. Jan has twice as many stickers as Mia. How many stickers does Jan have?",
        "b * a",
        ["2 × 14 = 28 stickers | Jan has twice as many stickers as Mia, so multiply 14 stickers by 2."],
    ),
    "fact": (
        "A keeper has 9 spiders. How many legs do they have?",
        "a * SPIDER",
        ["9 × 8 = 72 legs | A spider has 8 legs, so multiply 9 spiders by 8."],
    ),
    "conversion down": (
        "A lock keeper opens the gate for 26 boats a day. How many boats pass in 3 weeks?",
        "a * b * WEEK",
        [
            "3 weeks = 21 days | There are 7 days in a week, so multiply 3 weeks by 7.",
            "26 × 21 = 546 boats | A lock keeper opens the gate for 26 boats a day, so for 21 days multiply 26 by 21.",
        ],
    ),
    "conversion up": (
        "A shelf is 450 cm long. How many metres is that?",
        "a / METRE",
        ["450 cm = 4.5 metres | There are 100 centimetres in a metre, so divide 450 cm by 100."],
    ),
    "pence": (
        "A card costs £1.15 and a stamp costs 85p. How much is that together?",
        "a + b / POUND",
        [
            "85p = £0.85 | There are 100 pence in a pound, so divide 85p by 100.",
            "£1.15 + £0.85 = £2 | The question asks for everything together, so add £1.15 and £0.85.",
        ],
    ),
    "hours and minutes": (
        "A kiln heats for 5 hours 25 minutes and cools for 40 minutes. How many minutes is that in all?",
        "a * HOUR + b + c",
        [
            "5 hours = 300 minutes | There are 60 minutes in an hour, so multiply 5 hours by 60.",
            "300 + 25 = 325 minutes | The 25 minutes of 5 hours 25 minutes belong to it, so add them.",
            "325 + 40 = 365 minutes | The question asks for everything together, so add 325 minutes and 40 minutes.",
        ],
    ),
    "per cent off": (
        "A coat costs £80. In the sale its price is reduced by 25%. What does it cost now?",
        "a - a * b",
        [
            "25% of £80 = £20 | In the sale its price is reduced by 25%, so find 25% of £80.",
            "£80 − £20 = £60 | Take the £20 off the £80.",
        ],
    ),
    "per cent on": (
        "A shop buys lamps for $25. It sells them for 80% more. For how much does it sell a lamp?",
        "a + a * b",
        [
            "80% of $25 = $20 | It sells them for 80% more, so find 80% of $25.",
            "$25 + $20 = $45 | Add the $20 to the $25.",
        ],
    ),
    "what per cent": (
        "Nora planted 80 seeds. 52 seeds came up. What percent of the seeds came up?",
        "b / a * PERCENT",
        [
            "52 ÷ 80 = 0.65 | To find what part 52 seeds are of 80 seeds, divide.",
            "0.65 × 100 = 65% | To write it as a per cent, multiply by 100.",
        ],
    ),
    "whole less a per cent": (
        "A tank of 60 litres is 15% empty. How many litres are in it?",
        "a * (ONE - b)",
        [
            "100% − 15% = 85% | The whole is 100%, so the rest is 100% less 15%.",
            "85% of 60 litres = 51 litres | Find 85% of 60 litres.",
        ],
    ),
    "fraction and rest": (
        "A rope is 360 m long. A sailor cuts off 2/5 of it. How many metres are left?",
        "a - a * b",
        [
            "2/5 of 360 m = 144 metres | A sailor cuts off 2/5 of it, so find 2/5 of 360 m.",
            "360 − 144 = 216 metres | The rest is the 360 m less the 144 metres, so subtract.",
        ],
    ),
    "area": (
        "A yard is 30 m long and 22 m wide. What is its area?",
        "a * b",
        ["30 × 22 = 660 m² | The area is one side times the other, so multiply 30 m by 22 m."],
    ),
    "volume": (
        "A box is 5 m long, 4 m wide and 2 m high. What is its volume?",
        "a * b * c",
        [
            "5 × 4 = 20 m² | The area is one side times the other, so multiply 5 m by 4 m.",
            "20 × 2 = 40 m³ | The volume is the base times the height, so multiply 20 m² by 2 m.",
        ],
    ),
    "sides": (
        "A square garden has a side of 6 m. How many metres of fence go around it?",
        "a * SQUARE",
        ["6 × 4 = 24 metres | A square has 4 sides, so multiply 6 m by 4."],
    ),
    "perimeter": (
        "A triangle has sides of 3 m, 4 m and 5 m. What is its perimeter?",
        "a + b + c",
        [
            "3 + 4 = 7 m | Go around the sides: add 3 m and 4 m.",
            "7 + 5 = 12 m | Go around the sides: add 7 m and 5 m.",
        ],
    ),
    # Quotients
    "how many groups": (
        "Eggs are packed in boxes of 6 eggs. How many boxes are needed for 72 eggs?",
        "b / a",
        ["72 ÷ 6 = 12 boxes | There are 6 eggs per box, so divide 72 eggs by 6 to find how many boxes that makes."],
    ),
    "fits into": (
        "A rope of 60 m is marked every 4 m. How many gaps are there?",
        "a / b",
        ["60 ÷ 4 = 15 gaps | Find how many times 4 m fits into 60 m: divide."],
    ),
    "shared": (
        "Pia shared 42 jars equally among 7 shops. How many jars did each shop get?",
        "a / b",
        ["42 ÷ 7 = 6 jars | Share 42 jars equally among 7 shops: divide to find the amount for one shop."],
    ),
    "for one": (
        "Four notebooks cost $36 in all. How much does a notebook cost?",
        "b / a",
        ["$36 ÷ 4 = $9 | Divide $36 by 4 to find the amount for one notebook."],
    ),
    "speed": (
        "A boat covers 120 km in 5 hours. What is its speed?",
        "a / b",
        ["120 ÷ 5 = 24 km per hour | Speed is distance divided by time, so divide 120 km by 5."],
    ),
    "average": (
        "Kofi scored 80, 90 and 70 points in 3 games. What was his average score?",
        "(a + b + c) / d",
        [
            "80 + 90 + 70 = 240 points | Add 80 points, 90 points and 70 points.",
            "240 ÷ 3 = 80 points | The mean is the total shared out equally, so divide by 3.",
        ],
    ),
    "total of a mean": (
        "8 hedgehogs weigh 540 g on average. How many grams do they weigh together?",
        "b * a",
        [
            "540 × 8 = 4,320 grams | A mean of 540 g for 8 hedgehogs is the same as 8 times 540 g, "
            "so multiply to get the total."
        ],
    ),
    "ratio": (
        "A prize of 360 crowns is shared in the ratio 7 : 2. How many crowns is the smaller share?",
        "a * c / (b + c)",
        [
            "7 + 2 = 9 | Add 7 and 2.",
            "360 crowns ÷ 9 = 40 crowns | There are 9 equal parts, so divide 360 crowns by 9 to get one part.",
            "40 crowns × 2 = 80 crowns | One part is 40 crowns, so multiply by 2 to get 2 parts.",
        ],
    ),
    "whole of a share": (
        "There are 84 pipers. They are 3/4 of the pupils. How many pupils are there?",
        "a / b",
        ["84 ÷ 3/4 = 112 pupils | 84 pipers are 3/4 of the whole, so divide by 3/4 to get the whole."],
    ),
    # Whole numbers
    "round up": (
        "130 children go to the zoo. A bus takes 45 children. How many buses are needed?",
        "ceil(a / b)",
        [
            "130 ÷ 45 = 2 r 40, so 3 buses | A bus takes 45 children. The 40 left over need one more bus, so round up.",
        ],
    ),
    "round down": (
        "Hugo has 100 beads. A bracelet takes 24 beads. How many bracelets can he make?",
        "floor(a / b)",
        [
            "100 ÷ 24 = 4 r 4, so 4 bracelets | A bracelet takes 24 beads. "
            "The 4 left over are not enough for another bracelet, so round down.",
        ],
    ),
    "remainder": (
        "Hugo has 100 beads. A bracelet takes 24 beads. How many beads are left over?",
        "mod(a, b)",
        [
            "100 ÷ 24 = 4 r 4, so 4 beads | A bracelet takes 24 beads. "
            "Make as many full groups of 24 as you can; the remainder is what is left over.",
        ],
    ),
    "exact": (
        "96 children go to the zoo. A bus takes 48 children. How many buses are needed?",
        "ceil(a / b)",
        ["96 ÷ 48 = 2 buses | A bus takes 48 children. Divide 96 children by 48."],
    ),
    "gcd": (
        "Strips of 252 cm and 180 cm are cut into equal pieces. How long can the pieces be at most?",
        "gcd(a, b)",
        [
            "greatest common divisor of 252 and 180 = 36 cm | "
            "Find the largest number that divides both 252 and 180 without a remainder."
        ],
    ),
    "lcm": (
        "One bell rings every 12 minutes, another every 18 minutes. After how many minutes do they ring together?",
        "lcm(b, c)",
        [
            "least common multiple of 12 and 18 = 36 minutes | "
            "Find the smallest number that is a multiple of 12 and of 18."
        ],
    ),
    # Where the text is not clear, the sentence only says what is done
    "plain": (
        "A farmer has 48 eggs and 4 nests. How many eggs does she find?",
        "a * b",
        ["48 × 4 = 192 eggs | Multiply 48 eggs by 4."],
    ),
}


@pytest.mark.parametrize(("text", "calculation", "lines"), CASES.values(), ids=CASES)
def test_lines_and_sentences(text: str, calculation: str, lines: list[str]) -> None:
    assert [f"{step.shown} | {step.because}" for step in explained(text, calculation).steps] == lines


@pytest.mark.parametrize(("text", "calculation", "lines"), CASES.values(), ids=CASES)
def test_every_step_recomputes_exactly(text: str, calculation: str, lines: list[str]) -> None:  # noqa: ARG001
    for step in explained(text, calculation).steps:
        made = parse(step.expression)
        assert work_out(made).number(made.answers[0]) == step.value


@pytest.mark.parametrize(("text", "calculation", "lines"), CASES.values(), ids=CASES)
def test_every_number_of_a_sentence_is_in_the_text_or_the_calculation(
    text: str,
    calculation: str,
    lines: list[str],  # noqa: ARG001
) -> None:
    found = explained(text, calculation)
    written = " ".join((text, *(f"{step.expression} {step.shown}" for step in found.steps)))
    known = set(re.findall(r"\d+", written.replace(",", "")))
    for step in found.steps:
        assert set(re.findall(r"\d+", step.because.replace(",", ""))) <= known | {"1", "100"}


@pytest.mark.parametrize(("text", "calculation", "lines"), CASES.values(), ids=CASES)
def test_every_span_is_inside_the_text_and_none_overlaps(
    text: str,
    calculation: str,
    lines: list[str],  # noqa: ARG001
) -> None:
    for step in explained(text, calculation).steps:
        assert all(0 <= start < end <= len(text) for start, end in step.spans)
        assert all(one[1] <= other[0] for one, other in zip(step.spans, step.spans[1:], strict=False))


def test_most_likely_is_said_only_where_the_model_is_unsure() -> None:
    text, calculation, _ = CASES["per cent off"]
    made = derivation_of(calculation)
    sure = explained(text, calculation).steps
    assert all(step.firm for step in sure)
    first, second = explained(text, calculation, unsure=(len(made.leaves),)).steps
    assert (first.firm, second.firm) == (False, True)
    assert first.because == "Most likely: in the sale its price is reduced by 25%, so find 25% of £80."


def test_a_calculation_without_a_value_has_no_steps() -> None:
    assert explained("Ada has 4 pens and 0 boxes. How many pens are in a box?", "a / b").steps == ()


def test_a_negative_result_is_shown_as_it_is() -> None:
    (step,) = explained("It is 3 degrees. It falls by 8 degrees. How many degrees is it then?", "a - b").steps
    assert step.shown == "3 − 8 = −5 degrees"
    assert step.value == Fraction(-5)


def test_each_answer_of_several_has_its_own_unit() -> None:
    text = (
        "Ana packs 12 pens into each of 5 boxes and sells a box for $9. How many pens is that? How much does she take?"
    )
    steps = explained(text, "a * b; b * c").steps
    assert [step.shown for step in steps] == ["12 × 5 = 60 pens", "5 × $9 = $45"]


@given(
    st.lists(st.sampled_from("abcd"), min_size=2, max_size=5), st.lists(st.sampled_from("+-*"), min_size=4, max_size=4)
)
def test_any_calculation_is_explained_and_keeps_its_value(names: list[str], signs: list[str]) -> None:
    text = "Lena has 3 boxes of 8 pens, 5 cups and 40 cents. How many pens does she have?"
    calculation = names[0] + "".join(sign + name for sign, name in zip(signs, names[1:], strict=False))
    problem, mentions = problem_of(text)
    value = work_out(derivation_of(calculation), [one.value for one in mentions]).number(
        derivation_of(calculation).answers[0]
    )
    steps = explained(text, calculation).steps
    assert steps[-1].value == value
    assert all(step.because and step.shown for step in steps)
    assert problem.question is not None


def test_every_kind_of_reason_has_an_example() -> None:
    kinds = {step.reason for text, calculation, _ in CASES.values() for step in explained(text, calculation).steps}
    of_equations = {StepReason.LETTERS, StepReason.EQUATION, StepReason.SOLVING, StepReason.CHECK}
    assert set(StepReason) - of_equations - kinds == set()

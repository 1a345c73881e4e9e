"""Reasons that no clause of the text gives in so many words: what a step is for, and what is undone."""

from __future__ import annotations

import pytest

from explained import explained, letters

CASES = {
    "a number is the subject": (
        "Of a choir of 52 singers, 9 were ill. How many singers came?",
        "a - b",
        ["To find how many singers came, subtract 9 from 52 singers."],
    ),
    "one of two numbers of a clause": (
        "Hana had 40 stamps and 25 coins. She sold 18 stamps and 7 coins. How many coins has she now?",
        "b - d",
        [
            "She sold 7 coins, so subtract 7 from 25 coins.",
        ],
    ),
    "the other number of a clause is a price": (
        "Ugo took 30 hens to market. He sold 12 hens for $9 each. How many hens did he take home?",
        "a - b",
        [
            "He sold 12 hens, so subtract 12 from 30 hens.",
        ],
    ),
    "a whole before the subject": (
        "Out of 90 buns the first class ate 35. How many buns did the second class get?",
        "a - b",
        ["To find how many buns the second class got, subtract 35 from 90 buns."],
    ),
    "chatter": (
        "Lio had 14 shells. Somehow he lost 6 shells on the beach. How many shells does he have now?",
        "a - b",
        [
            "He lost 6 shells on the beach, so subtract 6 from 14 shells.",
        ],
    ),
    "thinking aloud": (
        "I had 60 figs, my dog ate... ok exactly 8 figs, and I kept the others. How many did I keep?",
        "a - b",
        ["To find how many you kept, subtract 8 figs from 60 figs."],
    ),
    "so many per box": (
        "A farm packs 216 eggs, 6 per box, and each shop gets 4 boxes. How many shops can be served?",
        "a / b / c",
        [
            "There are 6 eggs per box, so divide 216 eggs by 6 to find the number of boxes.",
            "Each shop gets 4 boxes, so divide 36 boxes by 4 to find the number of shops.",
        ],
    ),
    "who asks": (
        "I had 45 stickers and bought 3 packs of 12. How many stickers do I have now?",
        "a + b * c",
        [
            "There are 12 stickers per pack, so for 3 packs multiply 12 by 3.",
            "To find how many stickers you have now, add 45 stickers and 36 stickers.",
        ],
    ),
    "a pronoun in a comparison": (
        "Ada picked 25 pears. Tom picked 8 pears fewer than she did. How many did Tom pick?",
        "a - b",
        [
            "It is 8 fewer than 25 pears, so subtract 8.",
        ],
    ),
    "fewer, said of the other": (
        "The old mill sold 24 sacks, 13 fewer than the new mill. How many sacks did the new mill sell?",
        "a + b",
        ["24 sacks are 13 fewer than the number asked for, so add 13 to 24 sacks."],
    ),
    "more, said of the other": (
        "The tank holds 240 litres, 60 litres more than the old one. How much did the old one hold?",
        "a - b",
        [
            "240 litres is 60 litres more than the old one, so subtract 60.",
        ],
    ),
    "no comparison of an amount": (
        "Rex beat 9 cats, and there were 14 dogs slower than him. How many animals ran?",
        "a + b",
        ["To find how many animals ran, add 9 cats and 14 dogs."],
    ),
    "only more": (
        "On Monday we sold 64 pies and 27 tarts. On Tuesday we sold 10 pies fewer and 8 tarts more. "
        "How many tarts did we sell on Tuesday?",
        "b + d",
        [
            "On Tuesday we sold 8 tarts more, so add 8 to 27 tarts.",
        ],
    ),
    "longer": (
        "Film A lasts 90 minutes. Film B is 15 minutes longer. How long is Film B?",
        "a + b",
        [
            "Film B is 15 minutes longer, so add 15 to 90 minutes.",
        ],
    ),
    "times, said of the other": (
        "Our street has 48 lamps, twice as many as the next street. How many lamps has the next street?",
        "a / b",
        ["48 lamps are twice the other number, so divide by 2."],
    ),
    "what went is put back": (
        "Ella sold 46 kites today and still has 58. How many kites did she start with?",
        "a + b",
        ["To find how many kites she started with, add 46 and 58."],
    ),
    "what came is taken away": (
        "Then 12 more frogs jumped in, and that made 40. How many frogs were in the pond before?",
        "b - a",
        ["To find how many frogs were in the pond, subtract 12 frogs from 40."],
    ),
    "from the start is a place": (
        "The well is 4 km before the inn, which is 27 km from the start. How many km from the start is the well?",
        "b - a",
        [
            "The well is 4 km before the inn, so subtract 4 from 27 km.",
        ],
    ),
    "counted twice": (
        "In a club 28 people sing and 23 people dance. 11 people do both. How many people are in the club?",
        "a + b - c",
        [
            "Find how many people that is together: add 28 people and 23 people.",
            "Those in both groups were counted twice, so subtract 11 once.",
        ],
    ),
    "both asked": (
        "All 36 members sing or dance. 25 sing and 19 dance. How many do both?",
        "b + c - a",
        [
            "Find how many that is together: add 25 and 19.",
            "Those in both groups were counted twice, so subtract 36 members from 44.",
        ],
    ),
    "years pass": (
        "Mia is 9 years old. Her uncle is 31 years old. How old will her uncle be when Mia is 20?",
        "b + (c - a)",
        [
            "Find what has to be added to 9 years to get 20 years: subtract.",
            "Her uncle is 31 years old, so add 31 to 11 years.",
        ],
    ),
    "the difference stays": (
        "Bo is 14 years old and Dan is 40 years old. How old will Dan be when Bo is 30?",
        "c + (b - a)",
        [
            "Find what has to be added to 14 years to get 40 years: subtract.",
            "To find how old Dan will be, add 26 years and 30 years.",
        ],
    ),
    "years ago": (
        "Kim is 33 years old. How old was Kim 5 years ago?",
        "a - b",
        ["To find how old Kim was 5 years ago, subtract 5 years from 33 years."],
    ),
    "people who share": (
        "For 7 adults and 5 children there are 48 rolls, equally many for each. How many rolls does each person get?",
        "c / (a + b)",
        [
            "Find how many that is together: add 7 adults and 5 children.",
            "To find how many rolls each person gets, divide 48 rolls by 12.",
        ],
    ),
    "a range": (
        "The rooms on this floor have the numbers 201 to 248. How many rooms are there?",
        "b - a + ONE",
        [
            "Find how far it is from 201 to 248: subtract.",
            "The first and the last both count, so add 1.",
        ],
    ),
    "so many to a box": (
        "A robot packs 1,440 jars, 24 to a box. How many boxes does it fill?",
        "a / b",
        ["There are 24 jars per box, so divide 1,440 jars by 24 to find the number of boxes."],
    ),
    "stacks of boards": (
        "A shop has 6 stacks of 40 boards. How many boards are there?",
        "a * b",
        [
            "There are 40 boards per stack, so for 6 stacks multiply 40 by 6.",
        ],
    ),
    "before a hyphen": (
        "Max fits six 15-dollar taps. What do the taps cost?",
        "a * b",
        ["To find what the taps cost, multiply $15 by 6."],
    ),
    "each time": (
        "The boat took 20 people each time and went 9 times. How many people did it take?",
        "a * b",
        ["The boat took 20 people each time, so for 9 times multiply 20 by 9."],
    ),
    "there and back": (
        "The zoo is 18 km from school. How many km is it to the zoo and back?",
        "a * PAIR",
        ["To find how many km it is to the zoo and back, multiply 18 km by 2."],
    ),
    "a share of a share": (
        "A plot is 12 m by 4 m. Each pot covers 2 m by 2 m. How many pots are needed?",
        "(a / c) * (b / d)",
        [
            "Find how many times 2 m fits into 12 m: divide.",
            "Find how many times 2 m fits into 4 m: divide.",
            "To find how many pots are needed, multiply 6 by 2.",
        ],
    ),
    "not for each of one kind": (
        "At a camp 18 boys and 14 girls had 2 towels each. How many towels were there?",
        "c * (a + b)",
        [
            "Find how many that is together: add 18 boys and 14 girls.",
            "To find how many towels there were, multiply 2 towels by 32.",
        ],
    ),
    "groups of a size": (
        "How many trips does a van make with 84 chairs, if it takes six at a time?",
        "a / b",
        ["To find how many trips a van makes with 84 chairs, divide 84 chairs by 6."],
    ),
    "shared out over days": (
        "Ida reads 90 pages in 6 days. How many pages does she read a day?",
        "a / b",
        ["To find how many pages she reads a day, divide 90 pages by 6."],
    ),
    "four dozen": (
        "The smith made 144 nails and packs four dozen in a bag. How many bags does he fill?",
        "a / b",
        [
            "Four dozen is 48. The smith packs four dozen in a bag, so divide 144 nails by 48 "
            "to find the number of bags.",
        ],
    ),
    "a part of a measure": (
        "Each kite takes 3/4 of a metre of silk. How many kites can Lin make from 12 metres?",
        "b / a",
        ["To find how many kites can Lin make from 12 metres, divide 12 metres by 3/4 metre."],
    ),
    "the other side": (
        "A rectangle has an area of 54 m² and is 9 m long. How wide is it?",
        "a / b",
        ["The area is one side times the other, so divide 54 m² by 9 m to find the other side."],
    ),
    "a letter after of": (
        "A blood bank held 73 bags of type O. How many bags did it hand out if 46 were left?",
        "a - b",
        ["To find how many bags it handed out, subtract 46 from 73 bags."],
    ),
    "a kind that is also a time": (
        "Yesterday it sold 22 lunch menus and 15 evening menus. How many menus did it sell?",
        "a + b",
        ["To find how many menus it sold, add 22 lunch menus and 15 evening menus."],
    ),
    "hours that are no total of a mean": (
        "A boat covers 84 km in 2 hours 20 minutes. Find its average speed in km per hour.",
        "a / (b + c / HOUR)",
        [
            "There are 60 minutes in an hour, so divide 20 minutes by 60.",
            "Find how many hours that is together: add 2 hours and 1/3 hour.",
            "Speed is distance divided by time, so divide 84 km by 2 1/3.",
        ],
    ),
    "so many an hour": (
        "They check 102 bags at 6 an hour. How many hours do they work?",
        "a / b",
        ["It is 6 an hour, so divide 102 bags by 6."],
    ),
}


@pytest.mark.parametrize(("text", "calculation", "sentences"), CASES.values(), ids=CASES)
def test_what_each_step_is_for(text: str, calculation: str, sentences: list[str]) -> None:
    assert [step.because for step in explained(text, calculation).steps] == sentences


def test_going_back_undoes_the_last_change_first() -> None:
    text = "Ali sold 58 pies, then he baked 20 pies, and now he has 101. How many pies did he have at first?"
    assert [step.shown for step in explained(text, "a + c - b").steps] == ["101 − 20 = 81 pies", "81 + 58 = 139 pies"]


def test_a_number_that_the_text_gives_is_a_step() -> None:
    (step,) = explained("A farmer had 17 sheep. All but 9 ran away. How many sheep are left?", "b").steps
    assert (step.shown, step.because) == ("9 sheep", "The text gives the answer, so no calculation is needed.")


def test_a_music_box_stays_a_music_box() -> None:
    text = "A shop had 67 music boxes. It sold 14 music boxes, and 20 new music boxes arrived. How many has it now?"
    assert explained(text, "a - b + c").steps[0].shown == "67 − 14 = 53 music boxes"


def test_minutes_stay_minutes_in_a_reason() -> None:
    text = "A film lasts 95 minutes. The break lasts 15 minutes. How many minutes is that together?"
    assert explained(text, "a + b").steps[0].because.endswith("add 95 minutes and 15 minutes.")


LETTERS = {
    "things right before their price": (
        "A shop sells cups for $7 and large plates for $3. It sold 52 pieces for $232. How much did the plates bring?",
        "b * y where x + y = c; a * x + b * y = d",
        "Write x for the number of cups and y for the number of large plates.",
    ),
    "points that are lost": (
        "A quiz gives 5 points for a right answer and takes 2 points off for a wrong answer. Ben answered 30 questions "
        "and got 94 points. How many points did he lose?",
        "b * y where x + y = c; a * x - b * y = d",
        "Write x for the number of right answers and y for the number of wrong answers.",
    ),
    "with and against the wind": (
        "A drone flies 60 km with the wind in 2 hours. Against it the drone flies 60 km in 3 hours. "
        "Find the speed of the wind.",
        "y where b * (x + y) = a; d * (x - y) = c",
        "Write x for the speed without the wind and y for the speed of the wind.",
    ),
    "the age of somebody without a name": (
        "My aunt is 4 times as old as the boy. Together they are 50 years old. How old is the boy?",
        "x where a * x + x = b",
        "Write x for the boy's age.",
    ),
}


@pytest.mark.parametrize(("text", "calculation", "sentence"), LETTERS.values(), ids=LETTERS)
def test_what_letters_stand_for(text: str, calculation: str, sentence: str) -> None:
    assert letters(text, calculation) == sentence


NOTES = {
    "one amount of two measures": (
        "A ribbon is 4 m long. The pole is 5 m 20 cm tall. How many metres are 3 ribbons?",
        "a * d",
        ["The 5 m 20 cm is not needed to answer the question."],
    ),
    "a number of the question": (
        "Tea costs $30 a kilo. Ina pays $60. How many kilos is that, if 1 kilo costs $30?",
        "b / a",
        [],
    ),
    "a year": ("In 2022 Ida had 29 coins, and today she has 64 coins. How many more is that?", "c - b", []),
    "a numbered name": ("Bed 1 holds 40 tulips. Bed 2 holds 35 tulips. How many tulips are there?", "b + d", []),
}


@pytest.mark.parametrize(("text", "calculation", "notes"), NOTES.values(), ids=NOTES)
def test_what_is_said_of_other_numbers(text: str, calculation: str, notes: list[str]) -> None:
    assert [note.because for note in explained(text, calculation).ignored] == notes

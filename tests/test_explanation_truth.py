"""What readers found false or clumsy in explanations: names cut short, wrong units, clauses cut badly, odd methods."""

from __future__ import annotations

import pytest

from explained import explained, letters

CASES = {
    # Names of things
    "a name with a hyphen": (
        "Ana does 6 minutes of warm-up and 9 minutes of wrestling. How many minutes is that?",
        "a + b",
        [
            (
                "6 + 9 = 15 minutes | Find how many minutes that is together: add 6 minutes of warm-up and 9 "
                "minutes of wrestling."
            )
        ],
    ),
    "a unit that begins a name": (
        "Each stone carver made 5 counting frames. How many counting frames did 6 stone carvers make?",
        "a * b",
        [
            (
                "5 × 6 = 30 counting frames | Each stone carver made 5 counting frames, so for 6 stone carvers "
                "multiply 5 by 6."
            )
        ],
    ),
    "no person as a unit": (
        "Nia made 48 ropes. That is half as many as Tom made. How many did Tom make?",
        "a / b",
        ["48 × 2 = 96 | 48 ropes are half of the number to find, so multiply by 2."],
    ),
    "groups of a size": (
        "There are 1,440 jars of jam in boxes of 24, with 5 boxes on a shelf. How many shelves are needed?",
        "a / b / c",
        [
            (
                "1,440 ÷ 24 = 60 boxes | There are 24 jars per box, so divide 1,440 jars of jam by 24 to find "
                "the number of boxes."
            ),
            (
                "60 ÷ 5 = 12 shelves | There are 5 boxes per shelf, so divide 60 boxes by 5 to find the number "
                "of shelves."
            ),
        ],
    ),
    # Units
    "two kinds of things": (
        "A pond has 33 common frogs and 8 newts. How many more frogs than newts are there?",
        "a - b",
        ["33 − 8 = 25 frogs | To find how many more frogs than newts there are, subtract 8 from 33."],
    ),
    "a bare number beside a measure": (
        "A jug held 150 millilitres of syrup, and Mia poured out 80. How many millilitres stayed in it?",
        "a - b",
        [
            (
                "150 − 80 = 70 millilitres | To find how many millilitres stayed in it, subtract 80 millilitres "
                "from 150 millilitres of syrup."
            )
        ],
    ),
    "a bare number beside a price": (
        "A coat cost 99 and a hat cost $20. What did both cost?",
        "a + b",
        ["$99 + $20 = $119 | Find how much that is together: add $99 and $20."],
    ),
    "the whole rate": (
        "A car drives 75 miles per hour. A bike is 3 times slower. How fast is the bike?",
        "a / b",
        ["75 ÷ 3 = 25 miles per hour | A bike is 3 times slower, so divide 75 miles per hour by 3."],
    ),
    "no rate for each of a thing": (
        "A rack holds 25 discs per shelf. There are 4 shelves in a rack and 6 racks. How many discs are there?",
        "a * b * c",
        [
            "25 × 4 = 100 discs | A rack holds 25 discs per shelf, so for 4 shelves multiply 25 by 4.",
            "100 × 6 = 600 discs | There are 100 discs per rack, so for 6 racks multiply 100 by 6.",
        ],
    ),
    "two rates for the same things": (
        "A truck with 2 axles pays $6 and a truck with 5 axles pays $15. What do 20 trucks with 2 axles pay?",
        "b * e",
        ["$6 × 20 = $120 | It is $6 for each of these 20 trucks, so multiply $6 by 20."],
    ),
    "adjectives of one amount": (
        "Eva has 60 candles in a box and 8 loose candles. How many candles does she put on each of 4 tables?",
        "(a + b) / c",
        [
            "60 + 8 = 68 candles | Find how many candles that is together: add 60 candles and 8 loose candles.",
            "68 ÷ 4 = 17 candles | To find how many candles she puts on each of 4 tables, divide 68 candles by 4.",
        ],
    ),
    "two kinds of pans": (
        "A band has 7 tenor pans and 5 more cello pans than tenor pans. How many cello pans has it?",
        "a + b",
        [
            "7 + 5 = 12 cello pans | A band has 5 more cello pans than tenor pans, so add 5 to 7 tenor pans.",
        ],
    ),
    "a fraction of a cup": (
        "A loaf needs 3/4 cup of buttermilk. How much buttermilk goes into 8 loaves?",
        "a * b",
        ["3/4 × 8 = 6 cups | A loaf needs 3/4 cup of buttermilk, so for 8 loaves multiply 3/4 by 8."],
    ),
    "a fraction of a mixture": (
        "A lawn mixture is 1/2 ryegrass and 3/10 fescue, the rest is clover. What fraction is clover?",
        "1 - a - b",
        [
            "1 − 1/2 = 1/2 | The whole is 1, so the rest is 1 less 1/2.",
            "1/2 − 3/10 = 1/5 | To find what fraction is clover, subtract 3/10 from 1/2.",
        ],
    ),
    "no measure for a number of things": (
        "Along a 600 m road stand trees every 15 m. How many fewer would there be every 20 m?",
        "a / b - a / c",
        [
            "600 ÷ 15 = 40 | Find how many times 15 m fits into 600 m: divide.",
            "600 ÷ 20 = 30 | Find how many times 20 m fits into 600 m: divide.",
            "40 − 30 = 10 | To find how many fewer there would be every 20 m, subtract 30 from 40.",
        ],
    ),
    "kilograms and grams": (
        "A dairyman carried 14 cheeses of 6 kg 500 g each to market. What do the cheeses weigh in kilograms?",
        "a * (b + c / KILO)",
        [
            "500 g = 0.5 kilograms | There are 1,000 grams in a kilogram, so divide 500 g by 1,000.",
            "6 + 0.5 = 6.5 kilograms | Find how many kilograms that is together: add 6 kg and 0.5 kilograms.",
            "14 × 6.5 = 91 kilograms | To find what the cheeses weigh in kilograms, multiply 6.5 kilograms by 14.",
        ],
    ),
    "a square table": (
        "On the terrace are 3 square tables with 4 chairs each. How many chairs is that?",
        "a * b",
        ["3 × 4 = 12 chairs | There are 4 chairs per table, so for 3 square tables multiply 4 by 3."],
    ),
    "two sides with by": (
        "For a wall of 12 m by 2 m a bricklayer needs 60 bricks per square metre. How many bricks does he need?",
        "a * b * c",
        [
            "12 × 2 = 24 m² | The area is one side times the other, so multiply 12 m by 2 m.",
            "24 × 60 = 1,440 bricks | There are 60 bricks per m², so for 24 m² multiply 60 by 24.",
        ],
    ),
    "another verb is no noun": (
        "A firm has 65 drivers. 21 hold a truck licence and 15 hold none. How many hold only a car licence?",
        "a - b - c",
        [
            "65 − 21 = 44 drivers | 21 hold a truck licence, so subtract 21 from 65 drivers.",
            "44 − 15 = 29 drivers | 15 hold none, so subtract 15 from 44 drivers.",
        ],
    ),
    "a place is no unit": (
        "Both sides of a 600 m road get a tree every 15 m. How many stand on one side?",
        "a / b + ONE",
        [
            "600 ÷ 15 = 40 | Find how many times 15 m fits into 600 m: divide.",
            "40 + 1 = 41 | There is one at the start too, so add 1.",
        ],
    ),
    "one thing with two words": (
        "A table fan is 25 euros. A man buys 1 table fan with a 50 euro note. How much change does he get?",
        "c - a",
        ["50 euros − 25 euros = 25 euros | To find how much change he gets, subtract 25 euros from 50 euros."],
    ),
    "a digit is no unit": (
        "The first digit of a code is 7. The second is 2 less than the first. What is the second digit?",
        "a - b",
        ["7 − 2 = 5 | The second is 2 less than the first, so subtract 2 from 7."],
    ),
    "a verb is no noun": (
        "The 56 snails were set down in 8 lanes. Work out how many crept in a lane.",
        "a / b",
        ["56 ÷ 8 = 7 snails | Divide 56 snails by 8 to find how many snails that is for one lane."],
    ),
    "an amount for each of others": (
        "A laboratory split 640 ml of serum evenly into 8 flasks and each flask into 4 tubes. How much is in a tube?",
        "a / b / c",
        [
            "640 ÷ 8 = 80 ml per flask | Divide 640 ml of serum by 8 to find how many ml that is for one flask.",
            "80 ÷ 4 = 20 ml | To find how much is in a tube, divide 80 ml by 4.",
        ],
    ),
    "a decimal beside fractions": (
        "Tomatoes lose 3/8 of their weight. Ida fills 20 kg of sauce into jars of 0.4 kg. How many jars does she fill?",
        "b / c",
        [("20 ÷ 0.4 = 50 jars | It is 0.4 kg per jar, so divide 20 kg of sauce by 0.4 to find the number of jars.")],
    ),
    # Clauses of the text
    "a clause that ends too soon": (
        "Grinder A sharpens 96 blades. Grinder B sharpens 4 times that. How many does B sharpen?",
        "a * b",
        [
            "96 × 4 = 384 blades | It is 4 times 96 blades, so multiply by 4.",
        ],
    ),
    "a full stop that is missing": (
        "All stamps are sent to post offices Each office receives 500 stamps. There are 15,500 stamps. "
        "How many offices get some?",
        "b / a",
        [
            (
                "15,500 ÷ 500 = 31 offices | Each office receives 500 stamps, so divide 15,500 stamps by 500 to "
                "find the number of offices."
            )
        ],
    ),
    "a clause that begins with for": (
        "They sailed on, for the captain asked $4 a chest and not a cent less. There were 40 chests. What did he get?",
        "a * b",
        ["$4 × 40 = $160 | It is $4 per chest, so for 40 chests multiply $4 by 40."],
    ),
    "a name after another noun": (
        "Jakub had 52 whistles. After the fair Jakub rested and carved 12 new ones. How many whistles has he now?",
        "a + b",
        ["52 + 12 = 64 whistles | Jakub carved 12 new ones, so add 12 to 52 whistles."],
    ),
    "what somebody says": (
        "'I dug up 16 fossils,' said Ana. 'I found twice as many,' said Leif. How many did Leif find?",
        "a * b",
        [
            "16 × 2 = 32 fossils | It is twice 16 fossils, so multiply by 2.",
        ],
    ),
    "one thing as the subject": (
        "An electrician mounts 16 panels. One panel delivers 410 watts and weighs 21 kg. What do the panels weigh?",
        "a * d",
        ["16 × 21 = 336 kg | One panel weighs 21 kg, so for 16 panels multiply 21 by 16."],
    ),
    "a month before a pronoun": (
        "In June he earned $140 and paid his father back $50. How much has he left?",
        "a - b",
        ["$140 − $50 = $90 | He paid his father back $50, so subtract $50 from $140."],
    ),
    # Reasons
    "one side with a frame": (
        "A picture is 20 cm long. The frame is 2 cm wide on each side. How long is the picture with the frame?",
        "a + b * 2",
        [
            "2 × 2 = 4 cm | To find how much that is in all, multiply 2 cm by 2.",
            "20 + 4 = 24 cm | To find how long the picture is with the frame, add 20 cm and 4 cm.",
        ],
    ),
    "the more machines, the less time": (
        "Eight machines complete an order in 27 hours. How many hours would it take if 12 machines were used?",
        "a * b / c",
        [
            "8 × 27 = 216 hours | One machine alone would need 8 times as long, so multiply 27 hours by 8.",
            "216 ÷ 12 = 18 hours | To find how many hours it would take, divide 216 hours by 12.",
        ],
    ),
    "one cut fewer": (
        "A trunk is sawn into 9 logs. How many cuts are needed?",
        "a - ONE",
        ["9 − 1 = 8 cuts | To find how many cuts are needed, subtract 1 from 9 logs."],
    ),
    "what is still lacking": (
        "A tower is planned with 65 m and is 51 m high. How many metres does it still lack?",
        "a - b",
        ["65 − 51 = 14 metres | To find how many metres it still lacks, subtract 51 m from 65 m."],
    ),
    "no rest because of a condition": (
        "A blood bank held 73 bags of type O. How many bags did it hand out if 46 were left and no new ones came?",
        "a - b",
        ["73 − 46 = 27 bags | To find how many bags it handed out, subtract 46 from 73 bags."],
    ),
    "left only in a condition": (
        "They baked 60 rolls. How many rolls did they sell if 12 rolls were left?",
        "a - b",
        ["60 − 12 = 48 rolls | To find how many rolls they sold, subtract 12 rolls from 60 rolls."],
    ),
    "one of several identical things": (
        "Ida shared 63 beads equally among 7 identical clay jars. How many beads are in each jar?",
        "a / b",
        ["63 ÷ 7 = 9 beads | To find how many beads are in each jar, divide 63 beads by 7."],
    ),
}


@pytest.mark.parametrize(("text", "calculation", "lines"), CASES.values(), ids=CASES)
def test_what_is_said_instead(text: str, calculation: str, lines: list[str]) -> None:
    assert [f"{step.shown} | {step.because}" for step in explained(text, calculation).steps] == lines


LETTERS = {
    "per boy and per man": (
        "4 men and 6 boys carry 112 baskets. 2 men and 8 boys carry 96 baskets. How many baskets does one boy carry?",
        "boy where a * man + b * boy = c; d * man + e * boy = f",
        "Write x for the number of baskets per man and y for the number of baskets per boy.",
    ),
    "no internal names": (
        "Two piles have 90 stones. The low pile has half as many as the other. How many stones has the low pile?",
        "low where low + high = b; low = c * high",
        "Write x for what the question asks for and y for the rest of the 90 stones.",
    ),
    "those with so many legs": (
        "Goats and hens graze together. They have 44 heads and 126 legs. How many legs do the hens have?",
        "2 * y where x + y = a; 4 * x + 2 * y = b",
        "Write x and y for the unknown numbers.",
    ),
    "items a day": (
        "A late book costs 20 cents a day and a late DVD 50 cents a day. Omar has 7 late items and pays 230 cents. "
        "How many late DVDs does Omar have?",
        "y where x + y = c; a * x + b * y = d",
        "Write x for the number of late books and y for the number of late DVDs.",
    ),
    "a number of weeks": (
        "Ben has $350 and saves $40 a week. Eva has $110 and saves $70 a week. How much has each when both are equal?",
        "a + b * x where a + b * x = c + d * x",
        "Write x for the number of weeks.",
    ),
    "the weight of a cup": (
        "4 gold cups and 3 tin cups weigh 2,530 g. 3 gold cups and 4 tin cups weigh 2,440 g. "
        "What does a gold cup weigh?",
        "x where a * x + b * y = c; d * x + e * y = f",
        "Write x for what a gold cup weighs and y for the weight of one tin cup.",
    ),
    "money for a week": (
        "Lou saved the same amount for 8 weeks. Then she got $25 more and had $121. How much did she save a week?",
        "x where a * x + b = c",
        "Write x for the amount for one week.",
    ),
}


@pytest.mark.parametrize(("text", "calculation", "sentence"), LETTERS.values(), ids=LETTERS)
def test_what_the_letters_are(text: str, calculation: str, sentence: str) -> None:
    assert letters(text, calculation) == sentence


def test_a_quote_ends_before_the_question() -> None:
    text = "ida is 4 times as old as bo and in 20 years she will be 2 times as old as bo how old is bo"
    quotes = {step.because for step in explained(text, "y where x = a * y; x + b = c * (y + b)").steps[1:3]}
    assert len(quotes) == 1
    assert quotes.pop().endswith('she will be 2 times as old as bo" as an equation.')

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
        ["14 + 6 + 5 = 25 birds | To find how many birds there are in all, add 14 hens, 6 swans and 5 ducks."],
    ),
    "left": (
        "A hall was set with 63 chairs, and 40 chairs are to go to the school. How many chairs are left over?",
        "a - b",
        ["63 − 40 = 23 chairs | To find how many chairs are left over, subtract 40 chairs from 63 chairs."],
    ),
    "change": (
        "A scarf and a cap come to $13.50, and Ivo hands over a note of $20. How much change does he get?",
        "b - a",
        ["$20 − $13.50 = $6.50 | To find how much change he gets, subtract $13.50 from $20."],
    ),
    "others": (
        "In a class of 28 pupils, 11 of the pupils walk and the rest come by bus. How many pupils come by bus?",
        "a - b",
        ["28 − 11 = 17 pupils | To find how many pupils come by bus, subtract 11 from 28 pupils."],
    ),
    "difference": (
        "The red team scored 52 points and the blue team scored 38 points. How many more points does red have?",
        "a - b",
        ["52 − 38 = 14 points | To find how many more points red has, subtract 38 points from 52 points."],
    ),
    "more than": (
        "Ida picked 27 plums. Bruno picked 6 more plums than Ida. How many plums did they pick altogether?",
        "a + a + b",
        [
            "27 + 6 = 33 plums | Bruno picked 6 more plums than Ida, so add 6 to 27 plums.",
            "27 + 33 = 60 plums | To find how many plums they picked altogether, add 27 plums and 33 plums.",
        ],
    ),
    "fewer than, said of the other": (
        "Ben scored 18 points, 7 fewer than Tara. How many points did Tara score?",
        "a + b",
        ["18 + 7 = 25 points | 18 points are 7 fewer than the number asked for, so add 7 to 18 points."],
    ),
    "both ends": (
        "The lots of an auction are numbered from 215 to 390, both included. How many lots are there?",
        "b - a + ONE",
        [
            "390 − 215 = 175 | Find how far it is from 215 to 390: subtract.",
            "175 + 1 = 176 lots | The first and the last both count, so add 1.",
        ],
    ),
    "clock, later": (
        "A film starts at 5:20 pm and lasts 105 minutes. When does it end?",
        "a + b",
        ["5:20 pm + 105 minutes = 7:05 pm | Count on 105 minutes from 5:20 pm."],
    ),
    "clock, between": (
        "A train leaves at 13:48 and arrives at 15:03. How many minutes does it take?",
        "b - a",
        ["from 13:48 to 15:03 = 1 h 15 min = 75 minutes | Count the time from 13:48 to 15:03."],
    ),
    "clock, hours and minutes": (
        "A train leaves at 13:48 and arrives at 15:03. How long does it take?",
        "b - a",
        ["from 13:48 to 15:03 = 1 h 15 min | Count the time from 13:48 to 15:03."],
    ),
    "year": (
        "A bridge was built in 1894. It was painted 57 years later. In which year was it painted?",
        "a + b",
        ["1894 + 57 = 1951 | Count on 57 years from 1894."],
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
            (
                "26 × 21 = 546 boats | A lock keeper opens the gate for 26 boats a day, so for 21 days multiply "
                "26 by 21."
            ),
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
            "£1.15 + £0.85 = £2 | Find how much that is together: add £1.15 and £0.85.",
        ],
    ),
    "hours and minutes": (
        "A kiln heats for 5 hours 25 minutes and cools for 40 minutes. How many minutes is that in all?",
        "a * HOUR + b + c",
        [
            "5 hours = 300 minutes | There are 60 minutes in an hour, so multiply 5 hours by 60.",
            "300 + 25 = 325 minutes | The whole amount is 5 hours 25 minutes, so add the 25 minutes.",
            "325 + 40 = 365 minutes | Find how many minutes that is together: add 325 minutes and 40 minutes.",
        ],
    ),
    "per cent off": (
        "A coat costs £80. In the sale its price is reduced by 25%. What does it cost now?",
        "a - a * b",
        [
            (
                "25% of £80 = £80 ÷ 4 = £20 | In the sale its price is reduced by 25%, so find 25% of £80: 25% "
                "is 1/4, so divide by 4."
            ),
            "£80 − £20 = £60 | To find what it costs now, subtract £20 from £80.",
        ],
    ),
    "per cent on": (
        "A shop buys lamps for $25. It sells them for 80% more. For how much does it sell a lamp?",
        "a + a * b",
        [
            (
                "80% of $25 = $25 ÷ 100 × 80 = $20 | It sells them for 80% more, so find 80% of $25: divide by "
                "100 to get 1%, then multiply by 80."
            ),
            "$25 + $20 = $45 | To find for how much it sells a lamp, add $20 to $25.",
        ],
    ),
    "what per cent": (
        "Nora planted 80 seeds. 52 seeds came up. What percent of the seeds came up?",
        "b / a * PERCENT",
        [
            "52 ÷ 80 = 0.65 | Find what part 52 seeds are of 80 seeds: divide 52 seeds by 80 seeds.",
            "0.65 × 100 = 65% | To write it as a per cent, multiply by 100.",
        ],
    ),
    "whole less a per cent": (
        "A tank of 60 litres is 15% empty. How many litres are in it?",
        "a * (ONE - b)",
        [
            "100% − 15% = 85% | The whole is 100%, so the rest is 100% less 15%.",
            (
                "85% of 60 litres = 60 ÷ 100 × 85 = 51 litres | To find how many litres are in it, find 85% of "
                "60 litres: divide by 100 to get 1%, then multiply by 85."
            ),
        ],
    ),
    "fraction and rest": (
        "A rope is 360 m long. A sailor cuts off 2/5 of it. How many metres are left?",
        "a - a * b",
        [
            (
                "2/5 of 360 m = 360 ÷ 5 × 2 = 144 metres | A sailor cuts off 2/5 of it, so find 2/5 of 360 m: "
                "divide by 5 to get 1/5, then multiply by 2."
            ),
            "360 − 144 = 216 metres | To find how many metres are left, subtract 144 metres from 360 m.",
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
        ["3 + 4 + 5 = 12 m | To find its perimeter, add 3, 4 and 5 m."],
    ),
    # Quotients
    "how many groups": (
        "Eggs are packed in boxes of 6 eggs. How many boxes are needed for 72 eggs?",
        "b / a",
        ["72 ÷ 6 = 12 boxes | There are 6 eggs per box, so divide 72 eggs by 6 to find the number of boxes."],
    ),
    "fits into": (
        "A rope of 60 m is marked every 4 m. How many gaps are there?",
        "a / b",
        ["60 ÷ 4 = 15 gaps | To find how many gaps there are, divide 60 m by 4 m."],
    ),
    "shared": (
        "Pia shared 42 jars equally among 7 shops. How many jars did each shop get?",
        "a / b",
        ["42 ÷ 7 = 6 jars | To find how many jars each shop got, divide 42 jars by 7."],
    ),
    "for one": (
        "Four notebooks cost $36 in all. How much does a notebook cost?",
        "b / a",
        ["$36 ÷ 4 = $9 | To find how much a notebook costs, divide $36 by 4."],
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
            "80 + 90 + 70 = 240 points | To find the mean, first find the total: add 80, 90 and 70 points.",
            "240 ÷ 3 = 80 points | The mean is the total shared out equally, so divide 240 points by 3.",
        ],
    ),
    "total of a mean": (
        "8 hedgehogs weigh 540 g on average. How many grams do they weigh together?",
        "b * a",
        ["540 × 8 = 4,320 grams | The total is 8 times the mean, so multiply 540 g by 8."],
    ),
    "ratio": (
        "A prize of 360 crowns is shared in the ratio 7 : 2. How many crowns is the smaller share?",
        "a * c / (b + c)",
        [
            "7 + 2 = 9 parts | Add the parts of the ratio: 7 and 2.",
            "360 crowns ÷ 9 = 40 crowns | There are 9 equal parts, so divide 360 crowns by 9 to get one part.",
            "40 crowns × 2 = 80 crowns | Multiply one part, 40 crowns, by 2 to get 2 parts.",
        ],
    ),
    "whole of a share": (
        "There are 84 pipers. They are 3/4 of the pupils. How many pupils are there?",
        "a / b",
        [("84 ÷ 3 × 4 = 112 pupils | 84 pipers are 3/4 of the whole: divide by 3 to get 1/4, then multiply by 4.")],
    ),
    # Whole numbers
    "round up": (
        "130 children go to the zoo. A bus takes 45 children. How many buses are needed?",
        "ceil(a / b)",
        [
            (
                "130 ÷ 45 = 2 r 40, so 3 buses | A bus takes 45 children, so divide 130 children by 45. The 40 "
                "children left over need one more bus, so round up."
            )
        ],
    ),
    "round down": (
        "Hugo has 100 beads. A bracelet takes 24 beads. How many bracelets can he make?",
        "floor(a / b)",
        [
            (
                "100 ÷ 24 = 4 r 4, so 4 bracelets | A bracelet takes 24 beads, so divide 100 beads by 24. The 4 "
                "beads left over are not enough for another bracelet, so round down."
            )
        ],
    ),
    "remainder": (
        "Hugo has 100 beads. A bracelet takes 24 beads. How many beads are left over?",
        "mod(a, b)",
        [
            (
                "100 ÷ 24 = 4 r 4, so 4 beads | A bracelet takes 24 beads, so divide 100 beads by 24. The "
                "remainder is what is left over."
            )
        ],
    ),
    "exact": (
        "96 children go to the zoo. A bus takes 48 children. How many buses are needed?",
        "ceil(a / b)",
        ["96 ÷ 48 = 2 buses | A bus takes 48 children, so divide 96 children by 48."],
    ),
    "gcd": (
        "Strips of 252 cm and 180 cm are cut into equal pieces. How long can the pieces be at most?",
        "gcd(a, b)",
        [
            (
                "greatest common divisor of 252 and 180 = 36 cm | To find how long the pieces can be at most, "
                "find the largest number that divides both 252 and 180 without a remainder."
            )
        ],
    ),
    "lcm": (
        "One bell rings every 12 minutes, another every 18 minutes. After how many minutes do they ring together?",
        "lcm(b, c)",
        [
            (
                "least common multiple of 12 and 18 = 36 minutes | They come together at a multiple of 12 and of "
                "18, so find the smallest one."
            )
        ],
    ),
    "lcm of things": (
        "Cards come in packs of 8 and envelopes in packs of 6. What is the smallest number of cards and of envelopes "
        "that gives as many of both?",
        "lcm(a, b)",
        [
            (
                "least common multiple of 8 and 6 = 24 cards | The number has to be a multiple of 8 and of 6, so "
                "find the smallest one."
            )
        ],
    ),
    "the mean of several": (
        "Four pickers gathered on average 65 grams of tea each. How many grams did the pickers gather together?",
        "a * b",
        ["4 × 65 = 260 grams | It is 65 grams of tea per picker, so for 4 pickers multiply 65 by 4."],
    ),
    "hours at a rate said before": (
        "Going up, a boat burns 14 gallons an hour; coming down it burns 9. It was 2 hours coming down. "
        "How many gallons did it burn coming down?",
        "b * c",
        ["9 × 2 = 18 gallons | To find how many gallons it burnt coming down, multiply 2 hours by 9."],
    ),
    # Where the text is not clear, the sentence only says what is done
    "plain": (
        "A farmer has 48 eggs and 4 nests. How many eggs does she find?",
        "a * b",
        ["48 × 4 = 192 eggs | To find how many eggs she finds, multiply 48 eggs by 4."],
    ),
    # The order of the text, units and names
    "long sum": (
        "The jumps of Vera measured 118 cm, 124 cm and 121 cm. What is their mean length?",
        "(c + (a + b)) / LISTED",
        [
            "118 + 124 + 121 = 363 cm | To find the mean, first find the total: add 118, 124 and 121 cm.",
            "363 ÷ 3 = 121 cm | The mean is the total shared out equally, so divide 363 cm by 3.",
        ],
    ),
    "fact that fits": (
        "A mill wheel makes 15 turns a minute. How many turns does it make in an hour?",
        "a * MINUTE",
        [
            "15 × 60 = 900 turns | There are 60 minutes in an hour, so multiply 15 turns per minute by 60.",
        ],
    ),
    "litres": (
        "A trough is 80 cm long, 35 cm wide and 30 cm high. How many litres does it hold?",
        "a * b * c / LITRE",
        [
            "80 × 35 = 2,800 cm² | The area is one side times the other, so multiply 80 cm by 35 cm.",
            "2,800 × 30 = 84,000 cm³ | The volume is the base times the height, so multiply 2,800 cm² by 30 cm.",
            ("84,000 cm³ = 84 litres | There are 1,000 cubic centimetres in a litre, so divide 84,000 cm³ by 1,000."),
        ],
    ),
    "whole beside a share": (
        "A cabin costs £36 for one night. Scouts get 12.5% off. What does a scout pay?",
        "a * (b - c)",
        [
            "100% − 12.5% = 87.5% | The whole is 100%, so the rest is 100% less 12.5%.",
            (
                "87.5% of £36 = £36 ÷ 100 × 87.5 = £31.50 | To find what a scout pays, find 87.5% of £36: divide "
                "by 100 to get 1%, then multiply by 87.5."
            ),
        ],
    ),
    "whole first": (
        "A cabin costs £36. A tax of 4% is added. What does it cost with the tax?",
        "a * (b + ONE)",
        [
            "100% + 4% = 104% | The old amount is 100%, and 4% is added to it.",
            (
                "104% of £36 = £36 ÷ 100 × 104 = £37.44 | To find what it costs with the tax, find 104% of £36: "
                "divide by 100 to get 1%, then multiply by 104."
            ),
        ],
    ),
    "shares in order": (
        "Ola reads 1/4 of a book on Friday and 3/10 of it on Saturday. What fraction of the book is left?",
        "ONE - b - a",
        [
            "1 − 1/4 = 3/4 | The whole is 1, so the rest is 1 less 1/4.",
            "3/4 − 3/10 = 9/20 | To find what fraction of the book is left, subtract 3/10 from 3/4.",
        ],
    ),
    "ratio, named": (
        (
            "For a glaze, ash and clay are mixed in the ratio 2 : 3. Ines mixes 600 g. How many grams of "
            "ash does she use?"
        ),
        "a * (c / (a + b))",
        [
            "2 + 3 = 5 parts | Add the parts of the ratio: 2 and 3.",
            "600 ÷ 5 = 120 grams | There are 5 equal parts, so divide 600 g by 5 to get one part.",
            "2 × 120 = 240 grams | To find how many grams of ash she uses, multiply one part, 120 grams, by 2.",
        ],
    ),
    "ratio, one part": (
        (
            "Brass is made of copper and zinc in the ratio 3 : 1. A smith uses 90 kg of copper. How many "
            "kilograms of zinc does he add?"
        ),
        "b * (c / a)",
        [
            "90 ÷ 3 = 30 kilograms | That is 3 equal parts, so divide 90 kg of copper by 3 to get one part.",
        ],
    ),
    "ratio, difference": (
        (
            "A paint mixes red, blue and white in the ratio 5 : 3 : 2. Ida mixes 80 ml. How many more "
            "millilitres of red than blue is that?"
        ),
        "(a - b) * (d / (c + (a + b)))",
        [
            "5 − 3 = 2 parts | Find how many parts more: subtract 3 from 5.",
            "5 + 3 + 2 = 10 parts | Add the parts of the ratio: 5, 3 and 2.",
            "80 ÷ 10 = 8 millilitres | There are 10 equal parts, so divide 80 ml by 10 to get one part.",
            "2 × 8 = 16 millilitres | Multiply one part, 8 millilitres, by 2 to get 2 parts.",
        ],
    ),
    "pairs": (
        "Olle knits 22 pairs of mittens. How many single mittens is that?",
        "PAIR * a",
        [
            "2 × 22 = 44 mittens | A pair is 2, so multiply 22 pairs of mittens by 2.",
        ],
    ),
    "gaps": (
        "Lamps are set along a path of 65 m, one lamp every 5 m, from the gate to the door. How many lamps are there?",
        "ONE + a / c",
        [
            "65 ÷ 5 = 13 | Find how many times 5 m fits into 65 m: divide.",
            "13 + 1 = 14 lamps | There is one at the start too, so add 1.",
        ],
    ),
    "each said": (
        "Three rides at four dollars each leave Tessa with how much of her fifteen dollars?",
        "c - a * b",
        [
            "3 × $4 = $12 | It is $4 for each leaf, so multiply $4 by 3.",
            "$15 − $12 = $3 | Find what has to be added to $12 to get $15: subtract.",
        ],
    ),
    "price of one": (
        "Hay costs $54 for a 20 kg bale. A pony eats 8 kg of it a day. What does the hay for one day cost?",
        "a * c / b",
        [
            "$54 ÷ 20 = $2.70 per kg | Divide $54 by 20 to find how much that is for 1 kg.",
            "$2.70 × 8 = $21.60 | It is $2.70 per kg, so for 8 kg multiply $2.70 by 8.",
        ],
    ),
    "part of a pack": (
        "A 500 g jar of honey costs £11. What does 100 g cost?",
        "b * c / a",
        [
            "100 ÷ 500 = 0.2 | Find what part 100 g is of 500 g: divide.",
            "£11 × 0.2 = £2.20 | To find what 100 g costs, multiply £11 by 0.2.",
        ],
    ),
    "two walls": (
        "A shed is 3 m long and 2 m high. Find the area of its two long walls.",
        "PAIR * a * b",
        [
            "3 × 2 = 6 m² | The area is one side times the other, so multiply 3 m by 2 m.",
            "2 × 6 = 12 m² | To find the area of its two long walls, multiply 6 m² by 2.",
        ],
    ),
    "square": (
        "A square pond has sides of 6 m. What is the area of the pond?",
        "a * a",
        [
            "6 × 6 = 36 m² | The area of a square is its side times itself, so multiply 6 m by 6 m.",
        ],
    ),
    "distance in a day": (
        "A hiker walked 120 kilometres in 5 days, every day the same. How many kilometres did she walk in a day?",
        "a / b",
        [
            "120 ÷ 5 = 24 kilometres | Divide 120 kilometres by 5 to find the distance in one day.",
        ],
    ),
    "speed, asked": (
        "A hiker walked 12 kilometres in 3 hours. How fast did she walk?",
        "a / b",
        [
            "12 ÷ 3 = 4 kilometres per hour | Speed is distance divided by time, so divide 12 kilometres by 3.",
        ],
    ),
    "known days": (
        (
            "A mill makes 26 sacks every day and is closed for 2 days in the first week. How many sacks "
            "does it make in that week?"
        ),
        "a * (WEEK - b)",
        [
            "7 − 2 = 5 days | There are 7 days in a week, so subtract 2 from 7.",
            "26 × 5 = 130 sacks | A mill makes 26 sacks every day, so for 5 days multiply 26 by 5.",
        ],
    ),
    "left side": (
        "The left shelf holds 24 jars and the right shelf holds 18 jars. How many more jars are on the left shelf?",
        "a - b",
        ["24 − 18 = 6 jars | To find how many more jars are on the left shelf, subtract 18 jars from 24 jars."],
    ),
    "short": (
        "Mina has saved $410 and wants a drum for $600. How much is she still short?",
        "b - a",
        ["$600 − $410 = $190 | To find how much she is still short, subtract $410 from $600."],
    ),
    "shorter": (
        "The first ski is 121 cm long and the second is 115 cm long. How much shorter is the second?",
        "a - b",
        [
            "121 − 115 = 6 cm | To find the difference, subtract 115 cm from 121 cm.",
        ],
    ),
    "profit": (
        "Nora bought a clock for £65 and sold it for £92. What was her profit?",
        "b - a",
        ["£92 − £65 = £27 | To find her profit, subtract £65 from £92."],
    ),
    "fell by": (
        "A quarry sold 4,200 tonnes last year. This year its sales fell by 8%. How many tonnes did it sell this year?",
        "a - a * b",
        [
            (
                "8% of 4,200 tonnes = 4,200 ÷ 100 × 8 = 336 tonnes | This year its sales fell by 8%, so find 8% "
                "of 4,200 tonnes: divide by 100 to get 1%, then multiply by 8."
            ),
            (
                "4,200 − 336 = 3,864 tonnes | To find how many tonnes it sold this year, subtract 336 tonnes "
                "from 4,200 tonnes."
            ),
        ],
    ),
    "rest": (
        "A baker has 600 rolls. He sells 3/10 of them and gives away the rest. How many rolls does he give away?",
        "a - a * b",
        [
            (
                "3/10 of 600 rolls = 600 ÷ 10 × 3 = 180 rolls | He sells 3/10 of them, so find 3/10 of 600 "
                "rolls: divide by 10 to get 1/10, then multiply by 3."
            ),
            "600 − 180 = 420 rolls | To find how many rolls he gives away, subtract 180 rolls from 600 rolls.",
        ],
    ),
    "joint question": (
        (
            "In a band there are 2 drummers for every 7 pipers. It has 28 pipers. How many drummers and "
            "pipers are there together?"
        ),
        "(a + b) * (c / b)",
        [
            "2 + 7 = 9 drummers and pipers | Find how many that is together: add 2 drummers and 7 pipers.",
            "28 ÷ 7 = 4 | Find how many times 7 pipers fit into 28 pipers: divide.",
            (
                "9 × 4 = 36 drummers and pipers | To find how many drummers and pipers there are together, "
                "multiply 9 by 4."
            ),
        ],
    ),
    "elided": (
        "Fourteen leather sofas and 22 cloth ones were sold, four to a lorry. How many lorries were needed?",
        "(a + b) / c",
        [
            "14 + 22 = 36 sofas | Find how many sofas that is together: add 14 and 22.",
            "36 ÷ 4 = 9 lorries | There are 4 sofas per lorry, so divide 36 sofas by 4 to find the number of lorries.",
        ],
    ),
    "theirs": (
        (
            "The museum lent 83 masks, 37 of them wooden and the rest of paper. How many of the museum's "
            "masks were of paper?"
        ),
        "a - b",
        [("83 − 37 = 46 masks | To find how many of the museum's masks were of paper, subtract 37 from 83 masks.")],
    ),
    "weight asked": (
        "Five shelves bear 6 wheels of 4 kilograms each. What weight of cheese is that?",
        "c * (a * b)",
        [
            "5 × 6 = 30 | There are 6 wheels for each of the 5 shelves, so multiply 6 wheels by 5.",
            "4 × 30 = 120 kilograms | It is 4 kilograms for each wheel, so multiply 4 by 30.",
        ],
    ),
    "score": (
        "A quiz gives 8 points for a right answer. Ola had 30 right. What was her score?",
        "a * b",
        ["8 × 30 = 240 points | To find her score, multiply 8 points by 30."],
    ),
    "ages": (
        "Tom is 12 years old. His aunt is 6 times as old. How old will the aunt be when Tom is 20?",
        "c + a * b - a",
        [
            "12 × 6 = 72 years | His aunt is 6 times as old, so multiply 12 years by 6.",
            "20 − 12 = 8 years | Find what has to be added to 12 years to get 20 years: subtract.",
            "72 + 8 = 80 years | To find how old the aunt will be, add 72 years and 8 years.",
        ],
    ),
    "two ages": (
        "Tom is 12 years old and Ida is 30 years old. How old will the two be together in 9 years?",
        "(a + d) + (b + d)",
        ["12 + 30 + 9 + 9 = 60 years | Find how many years that is together: add 12, 30, 9 and 9 years."],
    ),
    "three numbers": (
        (
            "Ribbons of 84 cm, 126 cm and 210 cm are cut into equal strips that are as long as possible. "
            "How long is a strip?"
        ),
        "gcd(c, gcd(a, b))",
        [
            (
                "greatest common divisor of 84, 126 and 210 = 42 cm | To find how long a strip is, find the "
                "largest number that divides 84, 126 and 210 without a remainder."
            )
        ],
    ),
    "least common multiple": (
        (
            "A red lamp flashes every 8 seconds and a blue lamp every 14 seconds. Find the time in seconds "
            "until they flash together."
        ),
        "lcm(a, b)",
        [
            (
                "least common multiple of 8 and 14 = 56 seconds | They come together at a multiple of 8 and of "
                "14, so find the smallest one."
            )
        ],
    ),
    "hours counted on": (
        "A cat is fed every 3 hours. The first feed is at 6:00 am. At what time is the third feed?",
        "b + a * 2 * HOUR",
        [
            "3 × 2 = 6 hours | To find how much that is in all, multiply 3 hours by 2.",
            "6 hours = 360 minutes | There are 60 minutes in an hour, so multiply 6 hours by 60.",
            "6:00 am + 6 h = 12:00 pm | Count on 6 h from 6:00 am.",
        ],
    ),
    "backwards": (
        (
            "Eight divers climbed out of a lake and 12 others went in; after that 37 were in it. How many "
            "were in it at the start?"
        ),
        "a + c - b",
        [
            "37 − 12 = 25 | Find what has to be added to 12 to get 37: subtract.",
            "25 + 8 = 33 divers | To find how many were in it at the start, add 25 and 8.",
        ],
    ),
    "mean of days": (
        (
            "A raft drifted 23 km on Monday, 19 km on Tuesday and 27 km on Wednesday. What was the average "
            "for the three days?"
        ),
        "(c + (a + b)) / d",
        [
            "23 + 19 + 27 = 69 km | To find the mean, first find the total: add 23, 19 and 27 km.",
            "69 ÷ 3 = 23 km | The mean is the total shared out equally, so divide 69 km by 3.",
        ],
    ),
    "number asked": (
        "Eight snails eat 20 grams of salad in a night. Find the number of snails that eat 60 grams in a night.",
        "a * (c / b)",
        [
            "60 ÷ 20 = 3 | Find how many times 20 grams of salad fit into 60 grams: divide.",
            "8 × 3 = 24 snails | 60 grams is 3 times 20 grams of salad, so multiply 8 snails by 3 too.",
        ],
    ),
    "next day": (
        "A club let 320 pigeons fly. 55% came home the same day and 30% the next day. How many next day?",
        "a * c",
        [
            (
                "30% of 320 pigeons = 320 ÷ 100 × 30 = 96 pigeons | Find 30% of 320 pigeons: divide by 100 to "
                "get 1%, then multiply by 30."
            )
        ],
    ),
    "snow": (
        (
            "A machine makes 45 cubic metres of snow from 18 cubic metres of water. How much snow does it "
            "make from 1 cubic metre of water?"
        ),
        "a / b",
        [
            (
                "45 ÷ 18 = 2.5 cubic metres | To find how much snow it makes from 1 cubic metre of water, divide "
                "45 cubic metres of snow by 18 cubic metres of water."
            )
        ],
    ),
    "rate per hour": (
        "A snail creeps 18 centimetres in 4 minutes. How many minutes does it need for 54 centimetres?",
        "c / (a / b)",
        [
            "18 ÷ 4 = 4.5 centimetres per minute | Divide 18 centimetres by 4 to find the distance in one minute.",
            (
                "54 ÷ 4.5 = 12 minutes | It is 4.5 centimetres per minute, so divide 54 centimetres by 4.5 to "
                "find the number of minutes."
            ),
        ],
    ),
    "rate for one": (
        "For five days the pilgrims rode sixty kilometres a day. How many kilometres did they ride?",
        "a * b",
        [
            "5 × 60 = 300 kilometres | The pilgrims rode sixty kilometres a day, so for 5 days multiply 60 by 5.",
        ],
    ),
    "two measures": (
        "A floor is 12 by 7 m. What is its area?",
        "a * b",
        [
            "12 × 7 = 84 m² | The area is one side times the other, so multiply 12 m by 7 m.",
        ],
    ),
    "unit at the end": (
        "A terrace is 3 m by 2.5 m. Tiles cost £42 per square metre. What do the tiles cost?",
        "c * (a * b)",
        [
            "3 × 2.5 = 7.5 m² | The area is one side times the other, so multiply 3 m by 2.5 m.",
            "£42 × 7.5 = £315 | It is £42 per m², so for 7.5 m² multiply £42 by 7.5.",
        ],
    ),
    "coins": (
        "A helmet cost $25, and gloves were 17.50. What did both cost together?",
        "a + b",
        ["$25 + $17.50 = $42.50 | Find how much that is together: add $25 and $17.50."],
    ),
    "of a plural": (
        "On the way 6 slabs break. The cart carried 28 slabs. How many slabs arrive whole?",
        "b - a",
        ["28 − 6 = 22 slabs | To find how many slabs arrive whole, subtract 6 slabs from 28 slabs."],
    ),
    # Temperatures, money and time as people write them
    "temperature, down": (
        "In the morning it was 5 degrees. By night the temperature fell by 9 degrees. What was it at night?",
        "a - b",
        [("5 − 9 = −4 degrees | By night the temperature fell by 9 degrees, so subtract 9 from 5 degrees.")],
    ),
    "temperature, up": (
        "It was 4 °C at dawn. Later the temperature rose by 11 °C. What was it then?",
        "a + b",
        ["4 + 11 = 15 °C | Count on 11 °C from 4 °C."],
    ),
    "temperatures compared": (
        "It is 12 degrees in the shade and 19 degrees in the sun. How many degrees warmer is it in the sun?",
        "b - a",
        [
            (
                "19 − 12 = 7 degrees | To find how many degrees warmer it is in the sun, subtract 12 degrees "
                "from 19 degrees."
            )
        ],
    ),
    "hours and minutes, at the end": (
        "A lesson lasts 50 minutes. How long do 4 lessons last?",
        "a * b",
        [
            "50 × 4 = 200 minutes = 3 h 20 min | A lesson lasts 50 minutes, so for 4 lessons multiply 50 by 4.",
        ],
    ),
    "pence and pounds": (
        "Pens cost 65p each. How much do 7 pens cost?",
        "a * b",
        [
            "65p × 7 = 455p = £4.55 | It is 65p per pen, so for 7 pens multiply 65p by 7.",
        ],
    ),
    "shared, rounded": (
        "17 sweets are shared among 5 children. How many sweets does each child get?",
        "floor(a / b)",
        [
            (
                "17 ÷ 5 = 3 r 2, so 3 sweets | To find how many sweets each child gets, divide 17 sweets by 5. "
                "The 2 sweets left over cannot be shared out equally, so round down."
            )
        ],
    ),
    "shared, remainder": (
        "17 sweets are shared equally among 5 children. How many sweets are left over?",
        "mod(a, b)",
        [
            (
                "17 ÷ 5 = 3 r 2, so 2 sweets | To find how many sweets are left over, divide 17 sweets by 5. The "
                "remainder is what is left over."
            )
        ],
    ),
    "groups, remainder": (
        "53 people want to fly, and a basket carries 8 people. How many people are on the last flight?",
        "mod(a, b)",
        [
            (
                "53 ÷ 8 = 6 r 5, so 5 people | A basket carries 8 people, so divide 53 people by 8. The "
                "remainder is what is left over."
            )
        ],
    ),
    "better": (
        "Sam scored 76 on Monday and 88 on Friday. How much better was the second score?",
        "b - a",
        ["88 − 76 = 12 | To find how much better the second score was, subtract 76 from 88."],
    ),
    "reduced by": (
        "A dress costs $80. It is reduced by 15%. What does it cost now?",
        "a - a * b",
        [
            (
                "15% of $80 = $80 ÷ 100 × 15 = $12 | It is reduced by 15%, so find 15% of $80: divide by 100 to "
                "get 1%, then multiply by 15."
            ),
            "$80 − $12 = $68 | To find what it costs now, subtract $12 from $80.",
        ],
    ),
    # What the text does not say is not said
    "other parts of a thing": (
        "There are 3 spiders in a jar. How many eyes do they have, 8 each?",
        "SPIDER * a",
        ["8 × 3 = 24 eyes | There are 8 per spider, so for 3 spiders multiply 8 by 3."],
    ),
    "ratio of many": (
        "The ratio of tenors to basses in a choir is 5 : 7. There are 84 singers. How many tenors are there?",
        "a * (c / (a + b))",
        [
            "5 + 7 = 12 parts | Add the parts of the ratio: 5 and 7.",
            "84 ÷ 12 = 7 singers | There are 12 equal parts, so divide 84 singers by 12 to get one part.",
            "5 × 7 = 35 tenors | To find how many tenors there are, multiply one part, 7 singers, by 5.",
        ],
    ),
    "one part given": (
        (
            "Fuel is mixed from 1 part oil to 50 parts petrol. Ute takes 20 ml of oil. How many millilitres "
            "of petrol does she take?"
        ),
        "b * (c / a)",
        [
            "20 ÷ 1 = 20 millilitres | One part is 20 ml of oil.",
            "50 × 20 = 1,000 millilitres | To find how many millilitres of petrol she takes, multiply one part, "
            "20 millilitres, by 50.",
        ],
    ),
    "known over": (
        "A lamp blinks every 15 seconds. How many times does it blink in one minute?",
        "MINUTE / a",
        [
            "60 ÷ 15 = 4 times | There are 60 seconds in a minute, so divide 60 by 15.",
        ],
    ),
    "number asked for": (
        "Three lockers have consecutive numbers. The first is 117. Find the largest number.",
        "b + 2",
        ["117 + 2 = 119 | To find the largest number, add 117 and 2."],
    ),
    "bottles that stand": (
        "In the cellar 720 bottles of vinegar stand in 12 equal rows. How many bottles stand in a row?",
        "a / b",
        [("720 ÷ 12 = 60 bottles | To find how many bottles stand in a row, divide 720 bottles of vinegar by 12.")],
    ),
    "by how many": (
        "In May 1,180 bats slept in a cave, and in June 740. By how many did the number of bats fall?",
        "a - b",
        ["1,180 − 740 = 440 bats | To find by how many the number of bats fell, subtract 740 from 1,180 bats."],
    ),
    "which floor": (
        "Sana starts on floor 4 and climbs 6 floors. On which floor does she arrive?",
        "a + b",
        [
            "4 + 6 = 10 | Sana climbs 6 floors, so add 6 to 4.",
        ],
    ),
    "posts and gaps": (
        "Along a ditch stand 21 posts, 1.5 m apart. How far is it from the first to the last post?",
        "b * (a - ONE)",
        [
            "21 − 1 = 20 | Between the first and the last of 21 posts there are 20 gaps, so subtract 1.",
            "1.5 × 20 = 30 m | To find how far it is from the first to the last post, multiply 1.5 m by 20.",
        ],
    ),
    "scale": (
        "A map has the scale 1 : 160. A wall is 15 cm long on it. How long is the real wall in centimetres?",
        "b * c",
        [
            "160 × 15 = 2,400 centimetres | The scale is 1 : 160, so multiply 15 cm by 160.",
        ],
    ),
    "guess of the reader": (
        "Till thinks of a number, adds 8 to it and doubles the result. He starts with 13. What is his result?",
        "2 * (a + b)",
        [
            "8 + 13 = 21 | Find how many that is together: add 8 and 13.",
            "2 × 21 = 42 | To find his result, multiply 2 by 21.",
        ],
    ),
    "riders each": (
        "Eight riders each empty 3 bottles. How many bottles is that?",
        "a * b",
        [
            "8 × 3 = 24 bottles | There are 3 bottles per rider, so for 8 riders multiply 3 by 8.",
        ],
    ),
    "shortest": (
        (
            "The jumps of three girls are 2.9 m, 3.4 m and 3.3 m long. What is the difference between the "
            "longest and the shortest jump?"
        ),
        "c - b",
        [
            (
                "3.4 − 2.9 = 0.5 m | To find the difference between the longest and the shortest jump, subtract "
                "2.9 m from 3.4 m."
            )
        ],
    ),
    "mean that rises": (
        (
            "The mean weight of 6 pumpkins is 148 kg. A pumpkin of 169 kg is added. By how many kilograms "
            "does the mean rise?"
        ),
        "(c + a * b) / (a + ONE) - b",
        [
            "6 × 148 = 888 kilograms | The total is 6 times the mean, so multiply 148 kg by 6.",
            "888 + 169 = 1,057 kilograms | A pumpkin of 169 kg is added, so add 169 to 888 kilograms.",
            "6 + 1 = 7 pumpkins | Besides 6 pumpkins there is one more, so add 1.",
            ("1,057 ÷ 7 = 151 kilograms | The mean is the total shared out equally, so divide 1,057 kilograms by 7."),
            "151 − 148 = 3 kilograms | Take 148 kg away from 151 kilograms.",
        ],
    ),
    "minutes asked": (
        "A bus runs from 7:30 to 18:30. How long is that in min?",
        "b - a",
        [
            "from 7:30 to 18:30 = 11 h = 660 min | Count the time from 7:30 to 18:30.",
        ],
    ),
    "weight of salt": (
        (
            "A block is 40 cm long, 25 cm wide and 20 cm high. One cubic centimetre weighs 2.2 g. What does "
            "the block weigh, in kilograms?"
        ),
        "e * (c * (a * b)) / LITRE",
        [
            "40 × 25 = 1,000 cm² | The area is one side times the other, so multiply 40 cm by 25 cm.",
            "20 × 1,000 = 20,000 cm³ | The volume is the base times the height, so multiply 20 cm by 1,000 cm².",
            "2.2 × 20,000 = 44,000 | To find how much that is in all, multiply 2.2 g by 20,000.",
            "44,000 ÷ 1,000 = 44 kilograms | There are 1,000 grams in a kilogram, so divide 44,000 by 1,000.",
        ],
    ),
    # Wholes, groups and round numbers
    "twice a day": (
        "A crossing costs $3. Mara crosses twice a day on 5 days. How much does she pay?",
        "a * (b * c)",
        [
            "2 × 5 = 10 | It is twice a day, so for 5 days multiply 2 by 5.",
            "$3 × 10 = $30 | To find how much she pays, multiply $3 by 10.",
        ],
    ),
    "years in steps": (
        (
            "A bell was cast in 1894. It cracked 57 years later and was recast 38 years after that. In "
            "which year was it recast?"
        ),
        "c + (a + b)",
        [
            "1894 + 57 = 1951 | Count on 57 years from 1894.",
            "1951 + 38 = 1989 | Count on 38 years from 1951.",
        ],
    ),
    "weight, not length": (
        "A windmill has 3 blades, each 45 m long and 7 tonnes in weight. What do the blades weigh?",
        "a * c",
        ["3 × 7 = 21 tonnes | To find what the blades weigh, multiply 7 tonnes by 3."],
    ),
    "thirds in a line": (
        "Two fifths of the poles were carved by Batu and a third by his daughter. What fraction did they not carve?",
        "ONE - a - b",
        [
            "1 − 2/5 = 3/5 | The whole is 1, so the rest is 1 less 2/5.",
            "3/5 − 1/3 = 4/15 | To find the rest, subtract 1/3 from 3/5.",
        ],
    ),
    "a whole of another name": (
        "3/4 of the pupils play the pipes. There are 84 pipers. How many pupils play no pipes?",
        "b / a - b",
        [
            "84 ÷ 3 × 4 = 112 | 84 pipers are 3/4 of the whole: divide by 3 to get 1/4, then multiply by 4.",
            "112 − 84 = 28 pupils | To find how many pupils play no pipes, subtract 84 pipers from 112.",
        ],
    ),
    "two groups": (
        (
            "Of a club, 41 people come on Tuesday, 35 come on Thursday and 18 come on both days. The others "
            "stay away. How many people come?"
        ),
        "a + b - c",
        [
            "41 + 35 = 76 people | Find how many people that is together: add 41 and 35.",
            "76 − 18 = 58 people | Those in both groups were counted twice, so subtract 18 once.",
        ],
    ),
    "wide, with a frame": (
        "A picture is 12 cm wide. Around it goes a frame of 2 cm on each side. How wide is it with its frame?",
        "a + b * PAIR",
        [
            "2 × 2 = 4 cm | There are two of these, so multiply 2 cm by 2.",
            "12 + 4 = 16 cm | To find how wide it is with its frame, add 12 cm and 4 cm.",
        ],
    ),
    "not counted on": (
        "For every 12 hens there are 6 ducks. The counter showed 240 hens. How many birds are there in all?",
        "c / a * b + c",
        [
            "240 ÷ 12 = 20 | Find how many times 12 hens fit into 240 hens: divide.",
            "20 × 6 = 120 | 240 hens are 20 times 12 hens, so multiply 6 ducks by 20 too.",
            "120 + 240 = 360 birds | To find how many birds there are in all, add 120 and 240.",
        ],
    ),
    "round numbers first": (
        "A porter works 395 minutes a day and gets €16 an hour. What is he paid for 6 days?",
        "b * (c * a / HOUR)",
        [
            "6 × 395 = 2,370 minutes | A porter works 395 minutes a day, so for 6 days multiply 395 by 6.",
            "2,370 minutes = 39.5 hours | There are 60 minutes in an hour, so divide 2,370 minutes by 60.",
            "€16 × 39.5 = €632 | A porter gets €16 an hour, so for 39.5 hours multiply €16 by 39.5.",
        ],
    ),
    "part of a price": (
        "A 350 g pot of jam costs £8.40. What does 100 g cost?",
        "c * (b / a)",
        [
            "100 ÷ 350 = 2/7 | Find what part 100 g is of 350 g: divide.",
            "2/7 × £8.40 = £2.40 | To find what 100 g costs, multiply £8.40 by 2/7.",
        ],
    ),
    # Labels, halves and ages
    "labels with a colon": (
        "Race 1: 14 runners. Race 2: 22 runners. How many runners are there in all?",
        "b + d",
        ["14 + 22 = 36 runners | To find how many runners there are in all, add 14 runners and 22 runners."],
    ),
    "short ones": (
        (
            "There are 45 wheels on the long shelves and 18 wheels on the short shelves. How many more "
            "wheels are on the long shelves than on the short ones?"
        ),
        "a - b",
        [
            (
                "45 − 18 = 27 wheels | To find how many more wheels are on the long shelves than on the short "
                "ones, subtract 18 wheels from 45 wheels."
            )
        ],
    ),
    "one in every": (
        "A machine makes 378 plates a day. 1 plate in every 21 is cracked. How many plates are whole?",
        "a - a / c",
        [
            "378 ÷ 21 = 18 plates per day | It is 1 in every 21, so divide 378 plates per day by 21.",
            "378 − 18 = 360 plates | To find how many plates are whole, subtract 18 plates from 378 plates.",
        ],
    ),
    "half of the whole": (
        "Lea has read 36 pages. That is half of her book. How many pages has the book?",
        "a / b",
        [
            "36 × 2 = 72 pages | 36 pages are half of the whole, so multiply by 2.",
        ],
    ),
    "ages in nine years": (
        "Tom is 12 years old and Ida is 30 years old. What will the two ages add up to in 9 years?",
        "d + (b + (a + d))",
        ["12 + 30 + 9 + 9 = 60 years | Find how many years that is together: add 12, 30, 9 and 9 years."],
    ),
    # Coins, walls and ropes
    "coins counted": (
        "A purse holds six £1 coins and nine 50p coins. How much money is in it, in pounds?",
        "a * b + c * d / POUND",
        [
            "6 × £1 = £6 | To find how much that is in all, multiply £1 by 6.",
            "9 × 50p = 450p | To find how much that is in all, multiply 50p by 9.",
            "450p = £4.50 | There are 100 pence in a pound, so divide 450p by 100.",
            "£6 + £4.50 = £10.50 | To find how much money is in it, add £6 and £4.50.",
        ],
    ),
    "area of two sides": (
        "A roof has two sides, each 9 m long and 5 m wide. What is the area of the whole roof?",
        "c * (a * b)",
        [
            "5 × 9 = 45 m² | The area is one side times the other, so multiply 5 m by 9 m.",
            "45 × 2 = 90 m² | To find the area of the whole roof, multiply 45 m² by 2.",
        ],
    ),
    "ropes around a ring": (
        "A ring is a square with sides of 6 m. Three ropes run around it. How many metres of rope is that?",
        "a * (b * SQUARE)",
        [
            "6 × 3 = 18 metres | To find how much that is in all, multiply 6 m by 3.",
            "18 × 4 = 72 metres | A square has 4 sides, so multiply 18 metres by 4.",
        ],
    ),
    "bags of shells": (
        "A bag holds 16 shells. We sold 325 tacos with one shell each. How many shells are left in the last bag?",
        "a * ceil(b / a) - b",
        [
            (
                "325 ÷ 16 = 20 r 5, so 21 | A bag holds 16 shells, so divide 325 tacos by 16. The 5 tacos left "
                "over need one more, so round up."
            ),
            "16 × 21 = 336 | To find how many that is in all, multiply 21 by 16.",
            "336 − 325 = 11 shells | We sold 325 tacos with one shell each, so subtract 325 from 336.",
        ],
    ),
    "mean age": (
        "Four of the trees are 28, 41, 19 and 50 years old. What is their mean age?",
        "(e + (d + (b + c))) / a",
        [
            "28 + 41 + 19 + 50 = 138 years | To find the mean, first find the total: add 28, 41, 19 and 50 years.",
            "138 ÷ 4 = 34 1/2 years | The mean is the total shared out equally, so divide 138 years by 4.",
        ],
    ),
    "glued units": (
        "A sandpit is 2.5m x 2m. How many m of edging go all the way round it?",
        "2 * (a + b)",
        [
            "2.5 + 2 = 4.5 m | Find how much that is together: add 2.5 m and 2 m.",
            "2 × 4.5 = 9 m | Each side comes twice, so multiply 4.5 m by 2.",
        ],
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
    assert (
        first.because
        == "Most likely: in the sale its price is reduced by 25%, so find 25% of £80: 25% is 1/4, so divide by 4."
    )


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


def test_scores_in_tests_are_not_counted_in_tests_and_ages_are_years() -> None:
    scores = "Mia scored 78, 85 and 92 in three tests. What must she score in the fourth test to have a mean of 87?"
    assert explained(scores, "4 * e - (a + b + c)").steps[-1].unit is None
    ages = "Jack and Jill are 40 years old together. Jack is 4 years older than Jill. How old is Jill?"
    assert explained(ages, "(a - b) / 2").steps[-1].unit == "years"

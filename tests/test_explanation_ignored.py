"""Numbers that are not used: for each a sentence that says why, and none that is not true."""

from __future__ import annotations

import pytest

from explained import explained

CASES = [
    (
        "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?",
        "a - c",
        ["The 5 pens are not needed to answer the question."],
    ),
    (
        "Tilda has 15 green apples and 8 red apples. She eats 6 green apples. How many green apples are left?",
        "a - c",
        ["The 8 red apples are not needed to answer the question."],
    ),
    (
        "Hana carved 25 spoons in May and 17 spoons in June; her cousin carved 30 spoons. "
        "How many spoons did Hana carve?",
        "a + b",
        ["The 30 spoons are not needed to answer the question."],
    ),
    (
        "Rufus, 61, planted 12 rows of 9 trees. The trees are 2 meters tall. How many trees did he plant?",
        "b * c",
        ["The 61 is an age, which is not needed.", "The 2 meters are not needed to answer the question."],
    ),
    (
        "Seven boxes with 6 mugs each stand on a shelf. A box costs $8. How many mugs stand on the shelf?",
        "a * b",
        ["The $8 is not needed to answer the question."],
    ),
    (
        "Four notebooks cost $36 in all. How much does one notebook cost?",
        "b / a",
        [],
    ),
    (
        "A burner sells 5/8 of his 2,100 kg of coal, no, 3/5 of it. How many kilograms does he sell?",
        "b * c",
        ["The 5/8 is corrected in the text, so it does not count."],
    ),
    (
        "On Monday 40 boats passed. On Tuesday 25 boats and 3 rafts passed. How many boats passed on Tuesday?",
        "b + b",
        ["The 40 boats are not needed to answer the question.", "The 3 rafts are not needed to answer the question."],
    ),
    (
        "A train leaves at 9:15 with 40 people. At the next stop 12 people get off. How many people are on the train?",
        "b - c",
        ["The 9:15 is a time of day, which is not needed."],
    ),
    (
        "Mr. Lund takes 3 tablets a day for 20 days. The pack has 75 tablets. For how many days would the pack last?",
        "c / a",
        ["The 20 days are not needed to answer the question."],
    ),
    ("Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?", "a - b", []),
    (
        "A model is built to a scale of 1 : 160. The real bridge is 384 m long. How long is the model in metres?",
        "c / b",
        [],
    ),
    (
        "A machine makes 378 plates a day. 1 plate in every 21 is cracked. How many plates are cracked in a day?",
        "a / c",
        [],
    ),
    (
        "Three melons weigh 3 kg, 4 kg and 5 kg. What is their mean weight?",
        "(b + c + d) / LISTED",
        [],
    ),
    (
        "An alloy with 60% silver is melted. It weighs 50 g. How many grams of silver are in the 60% alloy?",
        "a * b",
        [],
    ),
    (
        "A board is 4 m long. A shelf of 80 cm is cut off, and a nail is 30 mm long. How many centimetres are left?",
        "a * METRE - b",
        ["The 30 mm is not needed to answer the question."],
    ),
    (
        "Rolls are $2 a bag at the Corner, 8 Harbour Street. Ida buys 5 bags. What does she pay?",
        "a * c",
        ["The 8 is not needed to answer the question."],
    ),
    (
        "Three trips cleared the 4-hectare meadow, 18 bales a trip. How many bales were there?",
        "a * c",
        ["The 4 is not needed to answer the question."],
    ),
    (
        "A ferry takes 32 cars or 480 foot passengers. It carried 18 cars. How many more cars would fit?",
        "a - c",
        ["The 480 foot passengers are not needed to answer the question."],
    ),
    (
        "Each camel carries 4 slabs. On the way 6 slabs break. How many slabs do 5 camels carry at the start?",
        "a * c",
        ["The 6 slabs are not needed to answer the question."],
    ),
    (
        "Ines mixes ash and clay in the ratio 2 : 3. A pot holds 40 g. She mixes 600 g. How many pots does she fill?",
        "d / c",
        ["The 2 is not needed to answer the question.", "The 3 is not needed to answer the question."],
    ),
    # What a reader does not miss gets no sentence: small numbers in words, ordinals, "2" for "to", counts of a list.
    ("Two friends sold 14 pies and 9 pies. How many pies did the two sell together?", "b + c", []),
    ("The 8th tray has 14 rolls and the 9th tray has 20 rolls. How many rolls are on them?", "a + b", []),
    ("i want 2 practise 15 scales and 9 songs. how many pieces do i play", "b + c", []),
    ("In 3 heats a runner needed 52 s, 55 s and 50 s. How many seconds did she run in all?", "b + c + d", []),
    (
        "Crew, age, catch: Aurora 7 men, 22 years, 540 kg; Boreas 9 men, 31 years. By how much is Boreas older?",
        "e - b",
        [
            "The 7 men are not needed to answer the question.",
            "The 540 kg is not needed to answer the question.",
            "The 9 men are not needed to answer the question.",
        ],
    ),
    (
        "In office 302 Dr. Shah takes 15 minutes for each patient. How many minutes does she take for 6 patients?",
        "b * c",
        ["The 302 is not needed to answer the question."],
    ),
    (
        "20 parcels of 4 kg, 7 kg and 12 kg are sent. How much heavier is the biggest than the smallest?",
        "d - b",
        ["The 20 parcels are not needed to answer the question.", "The 7 kg is not needed to answer the question."],
    ),
    (
        "150 tonnes of gravel went in 14 truckloads. A truck takes 12 tonnes. How many loads would it need alone?",
        "a / c",
        ["The 14 truckloads are not needed to answer the question."],
    ),
    # Pages are no names, and "they" may mean the things that are not counted.
    (
        "A scribe copies a book from page 12 to page 84. How many pages come before the copied part?",
        "a - ONE",
        ["The 84 is not needed to answer the question."],
    ),
    (
        "At the pool 15 guards work 40 hours a week at $18 an hour. What does an hour cost if they get $2 more?",
        "c + d",
        ["The 15 guards are not needed to answer the question.", "The 40 hours are not needed to answer the question."],
    ),
    (
        "The shuttle runs 6 times a day. It carried 95 adults and 38 children. How many people did it carry?",
        "b + c",
        ["The 6 is not needed to answer the question."],
    ),
    (
        "Class 5C sold 18 cakes in the morning and 26 later. How many cakes were sold?",
        "b + c",
        ["The 5 is only part of a name."],
    ),
]


@pytest.mark.parametrize(("text", "calculation", "reasons"), CASES)
def test_why_a_number_is_not_needed(text: str, calculation: str, reasons: list[str]) -> None:
    assert [one.because for one in explained(text, calculation).ignored] == reasons


def test_only_a_reason_that_follows_from_the_text_is_firm() -> None:
    firm = {one.because: one.firm for text, calculation, _ in CASES for one in explained(text, calculation).ignored}
    unsure = [because for because, is_firm in firm.items() if not is_firm]
    assert "The 20 days are not needed to answer the question." in unsure
    assert all(because.endswith("not needed to answer the question.") for because in unsure)

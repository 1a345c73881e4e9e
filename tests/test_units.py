"""Units in the wordings where the noun is far from its number, hidden or easily misread."""

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import read


def unit_heads(text: str) -> dict[str, str | None]:
    """What each number of a text counts, by its surface."""
    return {schema.quantity.text: schema.unit_head for schema in read(text, load_parser()).schemas}


@pytest.mark.parametrize(
    ("text", "number", "head"),
    [
        ("Tom slept half an hour.", "half", "hour"),
        ("Tom teaches 6 evening classes.", "6", "class"),
        ("Tom stayed for 7 autumn days.", "7", "day"),
        ("Tom crossed 9 stone bridges.", "9", "bridge"),
        ("Tom used 40 kilowatt-hours.", "40", "kilowatt-hour"),
        ("Tom bought five 14-dollar remote-control cars.", "five", "car"),
        ("Tom drank 14 bottles of juice and 16 of syrup.", "16", "bottle"),
        ("Tom bought 3 taxi rides at $18 and 2 at $25.", "2", "ride"),
        ("Tom played 3 slow games of 40 minutes and 5 quick ones of 12 minutes.", "5", "game"),
        ("Tom took 12 calls an hour for 5 hours and 9 an hour after lunch.", "9", "call"),
        ("Tom filled 5 crates with plates, 12 to a crate.", "12", "plate"),
        ("Tom had 98 balls. Each of 14 children took 6 of them.", "6", "ball"),
        ("Tom walked 25 dogs on each of 6 days and 30 on each of 4 others.", "30", "dog"),
        ("Tom, 12, has 5 pens.", "12", "year"),
        ("Tom drank 8 cups of black tea and 5 of green tea.", "5", "cup"),
        ("Tom ordered 40 lamps and sent 9 back.", "9", "lamp"),
        ("Tom gave half of his $52 to Ana.", "half", "dollar"),
        ("Tom sold 9 doll's houses.", "9", "house"),
        ("Tom packed 4 days' food.", "4", "day"),
        ("Tom laid 60 bricks, as against 45 last year.", "45", "brick"),
        ("18 lamps were gilded and 29 painted black.", "29", "lamp"),
        ("Lamps are $4 apiece. Tom takes 6 of them.", "6", "lamp"),
        ("Of 24 riders 15 had tickets.", "15", "rider"),
        ("Points were shared by 4 teams. The best team got 7.", "7", "point"),
        ("The class had 28 questions. Nina has answered 2 of hers.", "2", "question"),
        ("Tom took 45 minutes for the first 6 miles and 50 for the next six.", "50", "minute"),
        ("Pens are sold for 80 cents or in packs of 5.", "5", "pen"),
        ("Lamps cost $30 apiece, or 3 for $80.", "3", "lamp"),
        ("Plums are $3 a bag. What do 36 cost?", "36", "plum"),
        ("Nina fetched the eggs, 24 white and 31 brown.", "24", "egg"),
        ("A farmer with 80 sheep sold 20 of them.", "20", "sheep"),
        ("Tom's mother is 41.", "41", "year"),
    ],
)
def test_unit_is_found_where_the_noun_is_not_next_to_the_number(text: str, number: str, head: str) -> None:
    assert unit_heads(text)[number] == head

"""What the number reader sees of a pasted text, and where each of its characters comes from."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from arithmetree.pasting import outline, paste, readable, readable_problem, readable_problems, split
from arithmetree.pasting.pieces import Piece
from arithmetree.quantities import find_quantities

STORY = "Tom has 14 cards. How many cards are left?"


@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("Q3. Tom has 14 cards. How many cards are left? (2 marks)\n\nAnswer: ________", STORY),
        ("Name: ______  Class 4b\n5) Tom has 14 cards. How many cards are left? [2]\nPage 3", STORY),
        ("Tom has 14 cards. How many cards are left? Show your working.", STORY),
        ("hi pls help 😭 Tom has 14 cards. How many cards are left?? thx", STORY),
        ("Tom has 14\u00a0cards.\nHow many cards\nare left?", STORY),
        (
            "• Tom has 14 cards\n• Ann has 9 cards\nHow many cards are left",
            "Tom has 14 cards. Ann has 9 cards. How many cards are left?",
        ),
        (
            "I bought 2x coffee @ £2.50 ea. & paid w/ a £10 note.",
            "I bought 2 coffee at £2.50 each and paid with a £10 note.",
        ),
        ("“It’s 3 °C,” he said.", '"It\'s 3 °C," he said.'),
        ("389 tickets are sold for the eve-\nning show.", "389 tickets are sold for the evening show."),
        ("Sam has24 toy cars.He gives7 to Ali.", "Sam has 24 toy cars. He gives 7 to Ali."),
        ("59 ÷ 8 =? (give your answer with R.)", "59 ÷ 8 = ?"),
        ("<p>Sara has <b>£7.50</b>&nbsp;now.</p>", "Sara has £7.50 now."),
        (r"It holds $60$ litres and is $\frac{3}{4}$ full.", "It holds 60 litres and is 3/4 full."),
        ("It is 46$ a day and 28$ a night.", "It is 46$ a day and 28$ a night."),
        ("Week 1: £12\nWeek 2: £18\nHow much is that?", "Week 1: £12. Week 2: £18. How much is that?"),
        (
            "In the first month the shop sold\n24. In the second month it sold\n31. How many is that?",
            "In the first month the shop sold 24. In the second month it sold 31. How many is that?",
        ),
        ("R. has 12 marbles. How many has R. lost?", "R. has 12 marbles. How many has R. lost?"),
        ("tom has 5 apples\nhe eats 2\nhow many are left", "tom has 5 apples. he eats 2. how many are left?"),
        (
            "2. A tank holds 45 litres. It leaks 5 litres\nan hour. When is it empty?",
            "A tank holds 45 litres. It leaks 5 litres an hour. When is it empty?",
        ),
        ("300 g flour\n4 eggs\nHow many eggs are there?", "300 g flour. 4 eggs. How many eggs are there?"),
    ],
)
def test_what_is_no_part_of_the_problem_is_left_out(pasted: str, expected: str) -> None:
    assert readable(pasted).text == expected


@pytest.mark.parametrize(
    ("pasted", "expected"),
    [
        ("Tea ........ £1.60\nToast ...... 95p", "Tea costs £1.60. Toast costs 95p."),
        ("Tea £1.20\nCakes £2", "Tea costs £1.20. Cakes cost £2."),
        ("Apples: 45p each\nUp to 2 hours - £2.80", "Apples cost 45p each. Up to 2 hours cost £2.80."),
        ("Potatoes £1.10/kg\nTea £2", "Potatoes cost £1.10 per kg. Tea costs £2."),
        (
            "| Day | Visitors |\n|---|---|\n| Monday | 34 |\n| Tuesday | 28 |",
            "On Monday there were 34 visitors. On Tuesday there were 28 visitors.",
        ),
        ("Day Visitors\nMonday 34\nTuesday 28", "On Monday there were 34 visitors. On Tuesday there were 28 visitors."),
        ("Name\tHeight (cm)\nAva\t132\nLeo\t141", "Ava, Height: 132 cm. Leo, Height: 141 cm."),
        ("Item\tPrice (£)\nPen\t1.20\nPad\t2", "Pen costs £1.20. Pad costs £2."),
        (
            "Fruit  Mon  Tue\nApples  12  15\nPears  7  4",
            "On Mon there were 12 apples. On Tue there were 15 apples. "
            "On Mon there were 7 pears. On Tue there were 4 pears.",
        ),
        (
            "        Week 1   Week 2\nCakes   45       52\nPies    18       27",
            "In Week 1 there were 45 cakes. In Week 2 there were 52 cakes. "
            "In Week 1 there were 18 pies. In Week 2 there were 27 pies.",
        ),
        ("Ice creams\tSold\nLemon\t25\nVanilla\t37", "Lemon: 25 ice creams. Vanilla: 37 ice creams."),
        ("Item,Price\nApple,30p\nPear,45p", "Apple costs 30p. Pear costs 45p."),
        ("Walk     12\nBus       6", "Walk: 12. Bus: 6."),
        ("2 x Milk     £1.45 each\n1 x Bread    £1.20", "2 Milk costs £1.45 each. 1 Bread costs £1.20."),
        ("Tea £1 | Cake £2\nJuice 80p | Bun 90p", "Tea costs £1. Cake costs £2. Juice costs 80p. Bun costs 90p."),
    ],
)
def test_tables_become_sentences(pasted: str, expected: str) -> None:
    assert readable(pasted).text == expected


@pytest.mark.parametrize(
    "pasted",
    [
        "Café\nTea ........ £1.60\nToast ...... 95p\n\nHow much do 2 teas and a toast cost?",
        "| Day | Visitors |\n|---|---|\n| Monday | 34 |\n\n1) How many came, if 12 more came later?",
        "5. I ordered 2x tacos @ $3.25 and paid\nw/ a $20 bill 😀 What is my change? (2 marks)",
    ],
)
def test_every_number_is_found_at_its_own_place(pasted: str) -> None:
    read = readable(pasted)
    found = [quantity for quantity in find_quantities(read.text) if quantity.countable]
    assert len(found) >= 2
    for quantity in found:
        start, end = read.to_original(quantity.start, quantity.end)
        assert pasted[start:end] == quantity.text


def test_places_lead_there_and_back() -> None:
    pasted = "1. Tom  has 14 cards 😀. How many?"
    read = readable(pasted)
    at = pasted.index("14")
    there = read.from_original(at, at + 2)
    assert there is not None
    assert read.text[slice(*there)] == "14"
    assert read.to_original(*there) == (at, at + 2)


def test_nothing_is_found_where_nothing_was_kept() -> None:
    assert readable("Page 3\nTom has 14 cards.").from_original(0, 6) is None


def test_a_span_outside_the_text_is_refused() -> None:
    with pytest.raises(ValueError, match="not a span"):
        readable("Tom has 14 cards.").to_original(5, 5)


def test_a_problem_is_read_with_the_story_it_shares() -> None:
    pasted = "Zoo tickets cost £9 for adults.\n1) How much do 2 adults pay?\n2) How much do 7 adults pay?"
    read = [readable_problem(pasted, problem).text for problem in split(pasted)]
    story = "Zoo tickets cost £9 for adults."
    assert read == [f"{story} How much do 2 adults pay?", f"{story} How much do 7 adults pay?"]


def test_all_problems_are_read_at_once_as_they_are_one_by_one() -> None:
    pasted = "Zoo tickets cost £9 for adults.\n1) How much do 2 adults pay?\n2) How much do 7 adults pay?\nPage 3"
    expected = [(problem, readable_problem(pasted, problem)) for problem in split(pasted)]
    assert list(readable_problems(pasted)) == expected


def test_a_plain_text_is_outlined_once(monkeypatch: pytest.MonkeyPatch) -> None:
    outlined: list[str] = []

    def counted(text: str, weights: Mapping[str, int] | None) -> list[Piece]:
        outlined.append(text)
        return outline.outline(text, weights)

    monkeypatch.setattr(paste, "outline", counted)
    ((_, read),) = readable_problems(STORY)
    assert (read.text, outlined) == (STORY, [STORY])


def test_a_problem_of_another_text_is_refused() -> None:
    (problem,) = split(STORY)
    with pytest.raises(ValueError, match="not one of this text"):
        readable_problem("How many are 3 and 4?", problem)


def test_an_ordinary_text_stays_as_it_is() -> None:
    read = readable(STORY)
    assert (read.text, read.places) == (STORY, tuple(range(len(STORY))))

"""The rules of the plot: what is asked, which label follows, and which numbers a question does not need."""

import pytest

from arithmetree.features import ProblemFacts, facts_of
from arithmetree.features.needs import doubts
from arithmetree.features.plot import suggested
from arithmetree.features.story import asked, role_of
from arithmetree.parsing import load_parser
from arithmetree.reading import read


def facts(text: str) -> ProblemFacts:
    return facts_of(read(text, load_parser()))


@pytest.mark.parametrize(
    ("text", "needed", "reason"),
    [
        ("Ines had 40 plums and 7 pears. She ate 12 plums. How many plums does Ines have now?", [0, 2], "unit"),
        (
            "Noa has 9 red kites and 4 green kites. Emil has 8 red kites. How many red kites do they have?",
            [0, 2],
            "kind",
        ),
        ("Emil has 30 stamps. Noa has 12 stamps. Emil lost 5 stamps. How many stamps does Emil have?", [0, 2], "owner"),
        ("Noa wrote 20 cards and 15 cards in one week. How many cards did she write in all?", [0, 1], "one"),
    ],
)
def test_a_number_that_the_question_does_not_need_has_a_reason(text: str, needed: list[int], reason: str) -> None:
    found = facts(text)
    why = {i: doubts(found, i) for i in range(len(found.quantities))}
    assert [i for i in why if not why[i]] == needed
    assert all(reason in why[i] for i in why if i not in needed)


def test_two_numbers_are_always_needed() -> None:
    found = facts("Ines has 3 plums and 4 pears. How many plums does she have?")
    assert [doubts(found, i) for i in range(2)] == [[], []]


@pytest.mark.parametrize(
    ("text", "wanted", "label"),
    [
        ("Emil had 12 pens. He gave 5 pens to Noa. How many pens does Emil have left?", "end", "-"),
        ("Emil picked 12 pears and Noa picked 5 pears. How many pears did they pick in total?", "total", "+"),
        ("Emil found 12 shells but 5 were broken. How many good shells did Emil find?", "total", "-"),
        ("Emil gave 5 pens to Noa. Now he has 12 pens. How many pens did he have at the start?", "start", "+"),
        ("Emil has 5 pens and Noa has 12 pens. How many more pens does Noa have than Emil?", "difference", "-r"),
        ("Emil has 5 pens, 3 fewer pens than Noa. How many pens does Noa have?", "end", "+"),
        ("Emil has 4 friends and 20 cookies. How many cookies will each friend get?", "each", "/r"),
    ],
)
def test_the_plot_suggests_a_label(text: str, wanted: str, label: str) -> None:
    found = facts(text)
    assert asked(found) == wanted
    assert suggested(found, 0, 1) == label


def test_a_gift_is_a_gain_to_the_one_asked_about_and_a_loss_to_the_giver() -> None:
    story = "Noa had 10 pens and Emil had 20 pens. Noa gave Emil 4 pens."
    for name, role in (("Emil", "gain"), ("Noa", "loss")):
        found = facts(f"{story} How many pens does {name} have now?")
        assert role_of(found.quantities[2], found) == role

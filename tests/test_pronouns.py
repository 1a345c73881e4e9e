"""What pronouns stand for: gender, number and recency."""

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import read


@pytest.mark.parametrize(
    ("text", "number", "meant"),
    [
        ("Nina has 3 lamps. She buys 14 more.", "14", "Nina"),
        ("Tom met Nina. She had 14 lamps.", "14", "Nina"),
        ("Nina met Tom. He had 14 lamps.", "14", "Tom"),
        ("Nina's father has 3 lamps. He buys 14 more.", "14", "father"),
        ("The shop has 3 lamps. It buys 14 more.", "14", "shop"),
        ("Nina and Tom found a box. They took 14 lamps.", "14", "Nina"),
        ("Nina has 3 lamps and Tom has 5. They buy 14 more.", "14", "Nina"),
        ("Xilo has 3 lamps. She buys 14 more.", "14", "Xilo"),
        ("Mr Vane has 3 lamps. He buys 14 more.", "14", "Vane"),
        ("Nina has 3 lamps. I have 14.", "14", "I"),
        ("Twelve lamps arrived. 14 were sold.", "14", "lamps"),
        ("Nina has 14 lamps.", "14", "Nina"),
    ],
)
def test_subject_is_resolved(text: str, number: str, meant: str) -> None:
    schema = next(schema for schema in read(text, load_parser()).schemas if schema.quantity.text == number)
    assert schema.subject_resolved == meant


def test_object_pronoun_is_not_the_subject_of_its_own_clause() -> None:
    problem = read("Ravi met Tom. Tom gave him 14 lamps.", load_parser())
    assert problem.schemas[0].recipient == "Ravi"


def test_unknown_name_keeps_the_gender_that_a_pronoun_gave_it() -> None:
    problem = read("Xilo has 3 lamps. She met Tom. He has 5 lamps.", load_parser())
    assert [schema.subject_resolved for schema in problem.schemas] == ["Xilo", "Tom"]


@pytest.mark.parametrize(
    "text", ["of half of which pens twice which dollars", "all , cents half of that are how in 3/4 from"]
)
def test_circles_of_pronouns_end(text: str) -> None:
    assert read(text, load_parser()).text == text

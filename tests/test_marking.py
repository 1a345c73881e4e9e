"""Texts as the step model reads them: marks at numbers and the question, stand-ins for people and what is counted."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from arithmetree.marking.marked_text import mark
from arithmetree.marking.people import STAND_INS, people, replaced
from arithmetree.marking.stand_ins import stand_ins
from arithmetree.marking.things import MANY, ONE, thing_stand_ins
from arithmetree.model import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.quantities import Kind, find_quantities
from arithmetree.reading import read

TOKENIZER = SHIPPED / "full" / "tokenizer.json"
MARKS = {1, 2, 3, 4}
TEXT = "Nora had $12.50 and twice 7 coins, 5% of them gold. How many coins did Nora have?"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(TOKENIZER))


def test_every_quantity_is_after_the_mark_of_its_kind(tokenizer: Tokenizer) -> None:
    quantities = [quantity for quantity in find_quantities(TEXT) if quantity.countable]
    marked = mark(TEXT, quantities, None, [], tokenizer)
    kinds = [quantity.kind for quantity in quantities]
    assert kinds == [Kind.MONEY, Kind.MULTIPLIER, Kind.NUMBER, Kind.PERCENT]
    assert [marked.pieces[place] for place in marked.marks] == [2, 4, 1, 3]


def test_digits_are_hidden_and_number_words_are_kept(tokenizer: Tokenizer) -> None:
    quantities = [quantity for quantity in find_quantities(TEXT) if quantity.countable]
    words = [tokenizer.id_to_token(piece) for piece in mark(TEXT, quantities, None, [], tokenizer).pieces]
    assert "twice" in words
    assert not any(any(letter.isdigit() for letter in word) for word in words if not word.startswith("[unused"))


def test_the_question_is_marked(tokenizer: Tokenizer) -> None:
    start = TEXT.index("How many")
    marked = mark(TEXT, [], (start, len(TEXT)), [], tokenizer)
    asked = [tokenizer.id_to_token(p) for p, q in zip(marked.pieces, marked.in_question, strict=True) if q]
    assert asked == ["how", "many", "coins", "did", "nora", "have", "?"]


@given(
    st.lists(
        st.sampled_from(["Nora", "had", "7", "half", "$3", "twenty", "eggs.", "½", "٣", "😀", "1,000"]), max_size=30
    )
)
def test_marks_are_in_order_and_nothing_else_is_marked(words: list[str]) -> None:
    text = " ".join(words)
    quantities = [quantity for quantity in find_quantities(text) if quantity.countable]
    marked = mark(text, quantities, None, [], Tokenizer.from_file(str(TOKENIZER)))
    assert list(marked.marks) == sorted(set(marked.marks))
    assert len(marked.pieces) == len(marked.in_question)
    assert {place for place, piece in enumerate(marked.pieces) if piece in MARKS} == set(marked.marks)


def stood_in_for(text: str, tokenizer: Tokenizer) -> list[str]:
    """The word pieces of a text, people and what is counted by their stand-ins."""
    problem = read(text, load_parser())
    quantities = [schema.quantity for schema in problem.schemas]
    marked = mark(text, quantities, None, stand_ins(problem), tokenizer)
    return [tokenizer.id_to_token(piece) for piece in marked.pieces]


def test_people_are_renamed_but_no_places_and_no_numbered_things() -> None:
    text = "Ana saw episode 7. Tobias sat in the Taverna. Episode 8 made 12 people laugh. How many laughed?"
    assert people(read(text, load_parser())) == {"Ana", "Tobias"}


def test_names_do_not_matter_but_who_is_who_does(tokenizer: Tokenizer) -> None:
    story = "{0} has 5 stamps and {1} has 7. {0} buys 3 more. How many stamps does {0} have?"
    usual, rare = (stood_in_for(story.format(*names), tokenizer) for names in (("Anna", "Tom"), ("Ines", "Victor")))
    assert usual == rare
    assert usual != stood_in_for(story.format("Tom", "Anna"), tokenizer)  # another gender
    assert usual.count("mary") == 3
    assert usual.count("john") == 1


@pytest.mark.parametrize(("pronoun", "piece"), [("She", "mary"), ("He", "john"), ("Nobody", "alex")])
def test_a_name_in_no_list_takes_its_gender_from_the_pronouns(pronoun: str, piece: str, tokenizer: Tokenizer) -> None:
    assert piece in stood_in_for(f"Quorlin has 5 stamps. {pronoun} buys 3 stamps. How many are there?", tokenizer)


def test_more_people_than_stand_ins_keep_their_names() -> None:
    crowd = [f"P{letter}" for letter in "abcdefghij"]
    places = [(3 * place, 3 * place + 2, name) for place, name in enumerate(crowd)]
    pieces = [each.piece for each in replaced(places, set(crowd))]
    assert pieces == list(STAND_INS["either"])


def test_what_is_counted_does_not_matter_but_where_it_is_spoken_of_does(tokenizer: Tokenizer) -> None:
    story = "Ana has 5 {0} and 9 books. She buys one {1}. How many {0} does she have?"
    pieces = stood_in_for(story.format("stamps", "stamp"), tokenizer)
    assert pieces == stood_in_for(story.format("kites", "kite"), tokenizer)
    assert (pieces.count("items"), pieces.count("item"), pieces.count("books")) == (2, 1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "Ana has 5 cars and 3 lorries. How many vehicles does she have?",  # a word for both
        "Ana walked 5 miles and then 3 miles. How many miles did she walk?",  # a measure
        "Ana has 5 litres of juices and 3 litres of milk. How many juices are there?",  # measured
        "Ana has 5 stamps and 3 kites.",  # nothing is asked for
    ],
)
def test_measures_and_words_for_several_things_have_no_stand_in(text: str) -> None:
    assert thing_stand_ins(read(text, load_parser())) == []


def test_stand_ins_are_single_word_pieces(tokenizer: Tokenizer) -> None:
    pieces = [ONE, MANY, *(piece for pieces in STAND_INS.values() for piece in pieces)]
    assert all(tokenizer.token_to_id(piece) is not None for piece in pieces)

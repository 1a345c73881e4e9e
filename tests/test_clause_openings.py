"""Subjects by word order: long ones, counted ones, those after their verb and those whose verb is left out."""

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import read


def clause(text: str, number: str) -> tuple[str | None, str | None]:
    """Verb and subject of the first quantity that is written like this."""
    problem = read(text, load_parser())
    schema = next(schema for schema in problem.schemas if schema.quantity.text == number)
    return schema.verb, None if schema.subject is None else problem.tokens[schema.subject.index].text


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("Two lamps at $30 each and a rug were delivered by van 6 in 4 crates.", "30", "deliver", "lamps"),
        ("Two lamps at $30 each and a rug were delivered in 4 crates.", "4", "deliver", "lamps"),
        ("A first load of 30 tons and a second one of 25 tons were sold to 5 farmers.", "25", "sell", "load"),
        ("Last week at noon the head of the town band ordered 12 drums.", "12", "order", "head"),
        ("Of 40 plums, 9 were sour.", "40", "be", "9"),
        ("For 5 shelves with 4 screws each, 12 screws are ready.", "5", "be", "screws"),
        ("Lane B has 14 swimmers.", "14", "have", "Lane"),
        ("Engineer Okoro checked 14 pumps.", "14", "check", "Okoro"),
        ("A lad who owns a boat sold 14 crabs.", "14", "sell", "lad"),
        ("Half of the 14 stools that Nina painted were sold.", "14", "sell", "Half"),
        ("Two cooks, Nina among them, peeled 14 onions.", "14", "peel", "cooks"),
        ("Repairing the roof cost $900.", "900", "cost", "Repairing"),
        ("A jug filled with 14 plums costs 3 dollars.", "14", "fill", "jug"),
        ("A jug filled with 14 plums costs 3 dollars.", "3", "cost", "jug"),
        ("The bazaar, with 3 stalls, raised $640 for the school.", "640", "raise", "bazaar"),
        ("How much do 4 hammers and 7 saws cost?", "7", "cost", "hammers"),
        ("The Harbour Gazette printed 800 copies.", "800", "print", "Gazette"),
        ("On shelf 5 of the cellar stood 72 jars.", "72", "stand", "jars"),
        ("Pavel drove the first 90 miles and Uma the next 60.", "60", "drive", "Uma"),
        ("She gave eight lessons a day, each lasting 40 minutes.", "40", "last", "each"),
    ],
)
def test_first_noun_phrase_before_the_verb_is_the_subject(text: str, number: str, verb: str, subject: str) -> None:
    assert clause(text, number) == (verb, subject)


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("On the roof are 14 pigeons.", "14", "be", "pigeons"),
        ("Out of the barn came 14 goats with 3 kids.", "3", "come", "goats"),
        ("There were 50 guests. Before the concert 14 went home.", "14", "go", "14"),
    ],
)
def test_place_or_time_in_front_is_not_the_subject(text: str, number: str, verb: str, subject: str) -> None:
    assert clause(text, number) == (verb, subject)


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("Four cooks peeled 30 onions each and 2 waiters 14 onions each.", "14", "peel", "waiters"),
        ("Four cooks peeled 30 onions each and 2 waiters 14 onions each.", "2", "peel", "waiters"),
        ("The lamp was $40, the rug $25 and the picture in the frame $60.", "60", "be", "picture"),
        ("Nina got through 12 books and her brother through 14.", "14", "get", "brother"),
        ("There were 50 seats. 30 were taken before lunch and 14 after it.", "14", "take", "14"),
        ("The cook divides the dough into 4 loaves and hangs up 14 towels.", "14", "hang", "cook"),
    ],
)
def test_clause_without_its_own_verb_or_subject_shares_them(text: str, number: str, verb: str, subject: str) -> None:
    assert clause(text, number) == (verb, subject)


def test_receiver_of_a_gift_is_not_taken_for_a_subject() -> None:
    text = "Nina gives the 3 goats 12 apples and the 2 ponies 9 apples."
    assert clause(text, "2") == ("give", "Nina")
    assert clause(text, "9") == ("give", "Nina")


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("The inn has 40 beds, 14 of which stand in the attic.", "14", "stand", "14"),
        ("The inn has 40 beds, of which 14 are broken.", "14", "break", "14"),
    ],
)
def test_part_of_what_was_named_has_the_verb_of_its_own_clause(text: str, number: str, verb: str, subject: str) -> None:
    assert clause(text, number) == (verb, subject)


def test_what_is_left_does_not_govern_the_words_after_it() -> None:
    assert clause("Nina split what was left among 6 boys.", "6") == ("split", "Nina")


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("In the box lie 24 plums in 4 equal rows.", "24", "lie", "plums"),
        ("On a farm with 14 cows there are three times as many goats.", "14", "be", "goats"),
        ("After how many nights was it 27 metres tall?", "27", "be", "it"),
        ("There were twice as many girls as boys.", "twice", "be", "girls"),
        ("Over the weekend crews picked up 60 crates.", "60", "pick", "crews"),
    ],
)
def test_order_of_the_words_tells_the_subject_from_what_surrounds_it(
    text: str, number: str, verb: str, subject: str
) -> None:
    assert clause(text, number) == (verb, subject)


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("Jude bought 4 tickets costing $15 each.", "15", "cost", "tickets"),
        ("A baker bought 5 sacks of flour weighing 75 kilograms in all.", "75", "weigh", "sacks"),
        ("The stall had 50 cakes, each cut into 6 slices.", "6", "cut", "each"),
    ],
)
def test_participle_or_price_has_the_subject_that_is_understood(
    text: str, number: str, verb: str, subject: str
) -> None:
    assert clause(text, number) == (verb, subject)


@pytest.mark.parametrize(
    ("text", "number", "verb", "subject"),
    [
        ("Matteo's mum pays him 25 cents for every plate he dries.", "25", "pay", "mum"),
        ("A shelf 120 cm long has room for books 4 cm thick.", "4", "have", "shelf"),
        ("How long does a 500-gram bag last?", "500", "last", "bag"),
        ("The storm tore away 48 tiles.", "48", "tear", "storm"),
        ("Nina planted 15 saplings; a storm uprooted 4.", "4", "uproot", "storm"),
    ],
)
def test_clause_is_found_where_the_parser_misread_a_word(text: str, number: str, verb: str, subject: str) -> None:
    assert clause(text, number) == (verb, subject)


def test_list_before_its_question_has_no_verb() -> None:
    assert clause("Six crates with 20 figs in each: how many figs is that?", "20") == (None, None)

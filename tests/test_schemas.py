"""What the text says about each quantity: verb, subject, receiver, unit, tense, comparison, related phrases."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arithmetree.errors import DataError
from arithmetree.parsing import load_parser
from arithmetree.reading import read, read_all
from arithmetree.schemas import Problem, Schema


def schemas(text: str) -> dict[str, Schema]:
    """The schemas of a text by the surface of their numbers."""
    return {schema.quantity.text: schema for schema in read(text, load_parser()).schemas}


def subject_word(text: str, number: str) -> str | None:
    problem = read(text, load_parser())
    schema = next(schema for schema in problem.schemas if schema.quantity.text == number)
    return None if schema.subject is None else problem.tokens[schema.subject.index].text


@pytest.mark.parametrize(
    ("text", "number", "verb"),
    [
        ("Nina bought 14 lamps.", "14", "buy"),
        ("Nina needs to buy 14 lamps.", "14", "buy"),
        ("There are 14 lamps in the hall.", "14", "be"),
        ("The lamp is 14 dollars.", "14", "be"),
        ("A crate containing 14 lamps fell.", "14", "contain"),
        ("Tom bought 3 lamps and Nina 14.", "14", "buy"),
        ("Tom has 3 lamps, 5 chairs and 14 rugs.", "14", "have"),
        ("Tom sold 3 lamps and painted 14 chairs.", "14", "paint"),
        ("Tom gave away 14 lamps.", "14", "give"),
        ("After eating 14 plums Tom felt sick.", "14", "eat"),
        ("14 lamps were sold.", "14", "sell"),
        ("Nina had 14 lamps left.", "14", "have"),
        ("How many rugs can 14 weavers make?", "14", "make"),
        ("How much do 14 lamps cost?", "14", "cost"),
        ("The shop sells 14 lamps a day.", "14", "sell"),
    ],
)
def test_verb_is_the_one_that_governs_the_number(text: str, number: str, verb: str) -> None:
    assert schemas(text)[number].verb == verb


def test_quantities_of_one_clause_share_the_mention_of_their_verb() -> None:
    found = schemas("Tom bought 3 lamps and 4 rugs. He bought 6 chairs.")
    assert found["3"].verb_index == found["4"].verb_index
    assert found["3"].verb_index != found["6"].verb_index
    assert found["3"].verb == found["6"].verb == "buy"


def test_fragment_without_a_verb_has_no_verb() -> None:
    found = schemas("14 lamps.")["14"]
    assert found.verb is None
    assert found.verb_index is None
    assert found.tense is None


@pytest.mark.parametrize(
    ("text", "number", "subject"),
    [
        ("Nina bought 14 lamps.", "14", "Nina"),
        ("Nina and Tom bought 14 lamps.", "14", "Nina"),
        ("Nina's brother bought 14 lamps.", "14", "brother"),
        ("She wants to buy 14 lamps.", "14", "She"),
        ("There are 14 lamps in the hall.", "14", "lamps"),
        ("Tom bought 3 lamps and Nina 14.", "14", "Nina"),
        ("Tom bought 3 lamps and sold 14 chairs.", "14", "Tom"),
        ("14 lamps were sold.", "14", "lamps"),
        ("A crate containing 14 lamps fell.", "14", "crate"),
        ("How many days does Nina need for 14 lamps?", "14", "Nina"),
        ("Tickets for the show cost 14 dollars.", "14", "Tickets"),
    ],
)
def test_subject_is_the_head_word_as_written(text: str, number: str, subject: str) -> None:
    assert subject_word(text, number) == subject


@pytest.mark.parametrize(
    ("text", "number", "recipient"),
    [
        ("Tom gave Nina 14 lamps.", "14", "Nina"),
        ("Tom handed 14 lamps to Nina.", "14", "Nina"),
        ("Tom gave his sister 3 plums and his brother 14.", "14", "brother"),
        ("Tom gave 3 plums to Nina and 14 to Ravi.", "14", "Ravi"),
        ("Tom walked 14 miles to the school.", "14", None),
        ("Tom ate 14 plums.", "14", None),
    ],
)
def test_recipient_is_the_one_who_gets_the_quantity(text: str, number: str, recipient: str | None) -> None:
    assert schemas(text)[number].recipient == recipient


@pytest.mark.parametrize(
    ("text", "number", "unit", "head"),
    [
        ("Nina bought 14 red lamps.", "14", ("red", "lamp"), "lamp"),
        ("Nina ate 14 slices of cake.", "14", ("slice", "cake"), "slice"),
        ("Nina paid $14.", "14", ("dollar",), "dollar"),
        ("Nina paid 14 cents.", "14", ("cent",), "cent"),
        ("Nina bought 9 lamps. She sold 14.", "14", ("lamp",), "lamp"),
        ("Nina bought 9 lamps and Tom has 14 more.", "14", ("lamp",), "lamp"),
        ("Nina had 20 lamps and sold 14 of them.", "14", ("lamp",), "lamp"),
        ("Nina sold 14 of the old lamps.", "14", ("old", "lamp"), "lamp"),
        ("Nina had 20 lamps and bought 14 new ones.", "14", ("new", "lamp"), "lamp"),
        ("Nina went on a 14-day trip.", "14", ("day",), "day"),
        ("Nina bought a 14-pack of pens.", "14", ("pen",), "pen"),
        ("The runners needed 14.5, 15.2 and 16.1 seconds.", "14.5", ("second",), "second"),
        ("Nina got 20 euros from Tom and 14 from Ravi.", "14", ("euro",), "euro"),
        ("Nina spent 20% of the money.", "20", ("money",), "money"),
        ("Nina has 9 lamps. Tom has 14 times as many lamps as Nina.", "14", ("lamp",), "lamp"),
        ("Nina is 14 times as old as Tom.", "14", (), None),
        ("How many plums are left if Nina eats 14?", "14", ("plum",), "plum"),
        ("The tank is 14 m deep.", "14", ("m",), "m"),
        ("The glasses and 14 knives are clean.", "14", ("knife",), "knife"),
    ],
)
def test_unit_names_what_the_number_counts(text: str, number: str, unit: tuple[str, ...], head: str | None) -> None:
    found = schemas(text)[number]
    assert (found.unit, found.unit_head) == (unit, head)


@pytest.mark.parametrize(
    ("text", "tense"),
    [
        ("Nina bought 14 lamps.", "past"),
        ("Nina has bought 14 lamps.", "past"),
        ("Nina buys 14 lamps.", "present"),
        ("Nina is buying 14 lamps.", "present"),
        ("Nina will buy 14 lamps.", "future"),
        ("Nina is going to buy 14 lamps.", "future"),
        ("There were 14 lamps in the hall.", "past"),
    ],
)
def test_tense_follows_the_finite_verb(text: str, tense: str) -> None:
    assert schemas(text)["14"].tense == tense


def test_time_words_go_with_their_own_quantity() -> None:
    found = schemas("Nina sold 3 lamps on Monday and 14 on Tuesday.")
    assert found["3"].time_words == ("monday",)
    assert found["14"].time_words == ("tuesday",)


def test_counted_spans_of_time_are_no_time_words() -> None:
    assert schemas("Nina worked 14 hours.")["14"].time_words == ()


@pytest.mark.parametrize(
    ("text", "number", "words", "target"),
    [
        ("Nina has 14 more lamps than Tom.", "14", "more than", "Tom"),
        ("Nina has 14 fewer lamps than Tom.", "14", "fewer than", "Tom"),
        ("Nina bought 14 more lamps.", "14", "more", None),
        ("Nina has 3 times as many lamps as Tom.", "3", "as many as", "Tom"),
    ],
)
def test_comparison_gives_direction_and_target(text: str, number: str, words: str, target: str | None) -> None:
    comparison = schemas(text)[number].comparison
    assert comparison is not None
    assert (comparison.words, comparison.target) == (words, target)


def test_plain_number_has_no_comparison() -> None:
    assert schemas("Nina bought 14 lamps.")["14"].comparison is None


@pytest.mark.parametrize(
    ("text", "number", "heads"),
    [
        ("Nina has 14 pens in the drawer.", "14", ["drawer"]),
        ("Nina put 14 pens into a box.", "14", ["box"]),
        ("Nina has a bag of 14 pens.", "14", ["bag"]),
        ("Nina packed 6 boxes with 14 pens.", "6", ["pen"]),
        ("Nina packed 6 boxes with 14 pens.", "14", ["box"]),
        ("Nina sold 14 pens on Monday.", "14", []),
        ("Nina sold 14 pens.", "14", []),
    ],
)
def test_related_phrases_are_joined_by_prepositions(text: str, number: str, heads: list[str]) -> None:
    assert [phrase.head for phrase in schemas(text)[number].related] == heads


def test_schemas_cover_the_countable_quantities_in_text_order() -> None:
    problem = read("In room 12 Nina put 3 lamps and 4 rugs on May 5.", load_parser())
    assert [schema.quantity.text for schema in problem.schemas] == ["3", "4"]
    assert [quantity.text for quantity in problem.quantities] == ["12", "3", "4", "5"]


def test_spaced_punctuation_reads_like_plain_text() -> None:
    plain = "Nina bought 14 lamps. She doesn't need 5 of them. How many lamps does she need?"
    spaced = "Nina bought 14 lamps . She does n't need 5 of them . How many lamps does she need ?"
    for left, right in zip(read(plain, load_parser()).schemas, read(spaced, load_parser()).schemas, strict=True):
        assert (left.verb, left.subject_resolved, left.unit) == (right.verb, right.subject_resolved, right.unit)


@pytest.mark.parametrize("text", ["", " \n\t", "?", "Hallo, wie geht es dir?", "二つのりんご", "💶 5", "5" * 400])
def test_odd_texts_give_a_problem_and_no_error(text: str) -> None:
    assert read(text, load_parser()).text == text


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=80))
def test_any_text_can_be_read_and_survives_json(text: str) -> None:
    problem = read(text, load_parser())
    assert Problem.from_dict(json.loads(json.dumps(problem.to_dict()))) == problem
    for schema in problem.schemas:
        assert text[schema.quantity.start : schema.quantity.end] == schema.quantity.text


WORDS = (
    *("each", "every", "per", "one", "2", "$3", "half", "twice", "dozen", "pens", "of", "the", "he", "they"),
    *("gave", "has", "is", "how", "many", "if", ",", ".", "?", "and", "who", "4-day", "left"),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=25))
def test_any_jumble_of_telling_words_can_be_read(jumble: list[str]) -> None:
    problem = read(" ".join(jumble), load_parser())
    assert len(problem.schemas) == sum(quantity.countable for quantity in problem.quantities)


def test_problem_survives_json_and_hashes() -> None:
    text = "Nina has 14 more pens than Tom. Each pen costs $2. How much does each of them pay?"
    problem = read(text, load_parser())
    copy = Problem.from_dict(json.loads(json.dumps(problem.to_dict())))
    assert copy == problem
    assert hash(copy) == hash(problem)


@pytest.mark.parametrize("record", [{}, {"text": "x"}, {"text": "x", "quantities": 3}])
def test_record_of_another_shape_is_refused_with_a_reason(record: dict[str, object]) -> None:
    with pytest.raises(DataError, match=r"to_dict"):
        Problem.from_dict(record)


def test_reading_many_equals_reading_one_by_one() -> None:
    texts = ["Nina bought 14 lamps.", "", "How many plums are left if Tom eats 3?"]
    assert list(read_all(texts, load_parser())) == [read(text, load_parser()) for text in texts]

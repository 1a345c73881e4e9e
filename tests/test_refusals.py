"""Refusals: what must not be answered is refused with its reason; what can be answered is not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pytest

from arithmetree.corpus.record import Record, load
from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.parsing import load_parser
from arithmetree.reading import read, read_all
from arithmetree.refusals import Code, contradiction, refusal
from arithmetree.schemas import Problem


def problem(text: str) -> Problem:
    return read(text, load_parser())


def code(text: str) -> Code | None:
    found = refusal(problem(text))
    return None if found is None else found.code


@pytest.mark.parametrize(
    "text",
    [
        "",
        "%%% 5 5 5 ???",
        "7 3 + ?",
        "The baker sold 12 rolls and 8 buns. It was a sunny day.",
        "Ben has 4 red pens and 7 blue pens.",
        "asdf 3 qwer 5 zxcv?",
        "Lorem ipsum 3 dolor 5 sit amet?",
    ],
)
def test_refusal_without_a_question(text: str) -> None:
    assert code(text) is Code.NO_QUESTION


@pytest.mark.parametrize(
    "text",
    [
        "Lena has 5 apples. How many apples does Tom have?",
        "Some boys played in the park. How many boys were there?",
        "A hen lives in room 12. How many eggs did it lay?",
    ],
)
def test_refusal_with_too_few_quantities(text: str) -> None:
    assert code(text) is Code.TOO_FEW_QUANTITIES


@pytest.mark.parametrize(
    "text",
    [
        "Lena has 5 apples and Tom has 7 apples. Who has more apples?",
        "Lena has 5 apples and Tom has 7 apples. Where do they eat them?",
        "Lena has 5 apples and Tom has 7 apples. Why does she give 2 away?",
        "A red pen costs $3 and a blue pen costs $4. Which pen is cheaper?",
        "Lena has 5 apples and Tom has 7 apples. Does Tom have more apples?",
        "The bus leaves at 8:15 and the ride takes 40 minutes. When does it arrive?",
        "The film starts at 19:30 and lasts 95 minutes. At what time does it end?",
        "Ida borrowed a book on 3 May for 14 days. On which date must she return it?",
        "The shop opened at 9:15 and closed at 17:40. How long was it open?",
        "A carpet is 4 metres long and 3 metres wide. What is its area?",
        "A field is 40 metres long and 25 metres wide. What is its perimeter?",
        "A carpet is 4 metres long and 3 metres wide. How many square metres does it cover?",
        "A round pond has a radius of 3 metres, and a bench stands 2 metres from it. How long is its shore?",
        "A box is 2 metres long and 3 metres wide. How many litres does it hold?",
        "A class has 12 boys and 15 girls. What is the ratio of boys to girls?",
        "A bag has 3 red and 5 blue balls. What is the probability of drawing a red one?",
        "A shirt was $40 and is now $30. By what percentage was it reduced?",
        "A trip of 190 miles took 4 hours. Roughly how many miles is that an hour?",
        "Ann has 8 pens. Ben has 3 more pens than Ann. How many pens do they have altogether?",
        "Fifty eggs are packed in boxes of 6. How many boxes are needed?",
        "A tank holds 30 gallons and 10 gallons are in it. How many litres is that?",
        "If x + 5 = 12, what is x?",
    ],
)
def test_refusal_of_questions_out_of_scope(text: str) -> None:
    assert code(text) is Code.OUT_OF_SCOPE


@pytest.mark.parametrize(
    "text",
    [
        "Anna hat 5 Äpfel und Tom hat 7 Äpfel. Wie viele Äpfel haben sie zusammen?",
        "Marie a 5 pommes et Luc a 7 pommes. Combien de pommes ont-ils dans le panier?",
        "Ana tiene 5 manzanas y Luis tiene 7. ¿Cuántas manzanas tienen los dos?",
        "У Анны 5 яблок, а у Тома 7 яблок. Сколько яблок у них вместе?",
    ],
)
def test_refusal_of_other_languages(text: str) -> None:
    assert code(text) is Code.OUT_OF_SCOPE


@pytest.mark.parametrize(
    "text",
    [
        "A tray had 12 buns. The guests ate 15 of them. How many buns are left?",
        "A boy bought 14 of the 10 kites in the shop. How many kites are left?",
        "Of the 24 pupils in the hall 15 swim and the other 12 run. How many pupils run?",
        "The farm has 18 animals: 7 cows, 8 goats and 6 hens. How many of them are no hens?",
        "A club has 30 members. There are 20 women and 15 men, and nobody else. How many members are men?",
        "Ida had 20 coins. She spent 12 coins and lost 11 coins. How many coins does she have left?",
        "Half of the 31 dancers are girls, and 4 of the dancers are ill. How many dancers are girls?",
        "A tray had 12 buns. The guests ate 13 of them. How many buns are left?",
        "Of the 24 pupils in the hall 15 swim and the other 6 run. How many pupils run?",
        "A third of the 31 dancers are girls, and 4 of the dancers are ill. How many dancers are girls?",
        "Ida had 20 coins. She gave 12 coins and 11 coins to Per. How many coins does she have left?",
    ],
)
def test_refusal_of_contradictory_numbers(text: str) -> None:
    assert code(text) is Code.CONTRADICTORY


@pytest.mark.parametrize(
    "text",
    [
        "The cook made 40 lunches and 25 suppers. How much did the guests pay?",
        "Ola filled 6 bags and Per filled 9 bags. How many kilograms do the bags weigh?",
        "5 apples and 7 oranges, how many bananas?",
        "Ida had 12 plums. She gave 5 plums to Per. How many pears does she have now?",
    ],
)
def test_refusal_of_missing_information(text: str) -> None:
    assert code(text) is Code.MISSING_INFORMATION


@pytest.mark.parametrize(
    "text",
    [
        "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?",
        "Ann has 8 pens. Ben has 3 more pens than Ann. How many pens does Ben have?",
        "Six boxes hold 9 pens each. How many pens are there in all?",
        "A tractor ploughs 2.5 hectares an hour. What area does it plough in 6 hours?",
        "Forty-eight eggs are packed in boxes of 6. How many boxes are needed?",
        "There were 12 buns on the tray after the guests had eaten 15 of them. How many had there been?",
        "How many tickets did Ida, who is 9 years old, sell if she had 40 and 13 are left?",
        "Tom walks 3 km to school at 8:00 and 4 km home at 15:00. How many kilometres does he walk?",
        "Ida had 12 apples and 7 oranges. She gave 5 apples away. How many pieces of fruit does she have now?",
        "Ida had 12 apples. She swapped 5 of them for pears, one for one. How many pears does she have now?",
        "Ida has 12 pieces of fruit. 5 are apples and the others are not. How many pears are there?",
        "A basket holds 12 pears and 5 plums. Ida took 3 of them. How many does it hold now?",
        "A tray had 15 buns. The guests ate 15 of them. How many buns are left?",
        "A club has 30 members. 20 members play chess. 15 members play cards. How many more members play chess?",
        "Half of the 30 dancers are girls, and 4 of the dancers are ill. How many dancers are girls?",
        "Ida had 20 coins. She found 12 coins and 11 coins in a drawer. How many coins does she have now?",
        "Of the 24 pupils in the hall 15 swim and the other 9 run. How many more pupils swim than run?",
        "Die Katze is a cafe with 14 tables and 5 chairs to a table. How many chairs are there?",
    ],
)
def test_refusal_of_nothing_that_can_be_answered(text: str) -> None:
    assert refusal(problem(text)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Lena has 5 apples and Tom has 7 apples. Who has more apples?", Code.OUT_OF_SCOPE),
        ("Lena has 5 apples and Tom has 7 apples. Where do they eat them?", Code.OUT_OF_SCOPE),
        ("The bus leaves at 8:15 and the ride takes 40 minutes. When does it arrive?", None),
        ("Fifty eggs are packed in boxes of 6. How many boxes are needed?", None),
    ],
)
def test_refusal_for_general_problems_is_of_questions_for_no_number(text: str, expected: Code | None) -> None:
    found = refusal(problem(text), general=True)
    assert (None if found is None else found.code) is expected


def test_refusal_says_where_and_why() -> None:
    text = "Lena has 5 apples and Tom has 7 apples. Who has more apples?"
    found = refusal(problem(text))
    assert found is not None
    (span,) = found.spans
    assert text[slice(*span)] == "Who has more apples"
    assert "Who has more apples" in found.message
    assert found.message.endswith(".")


def test_refusal_of_another_kind_names_what_the_text_mentions() -> None:
    found = refusal(problem("Ida picked 5 apples and 7 oranges. How many bananas did she pick?"))
    assert found is not None
    assert found.message == "The question asks for bananas, but the text mentions only apples and oranges."


def test_refusal_of_nonsense_does_not_speak_of_yes_or_no() -> None:
    nonsense, yes_or_no = refusal(problem("asdf 3 qwer 5 zxcv?")), refusal(problem("Are 3 pens and 5 pens enough?"))
    assert nonsense is not None
    assert yes_or_no is not None
    assert "yes or no" not in nonsense.message
    assert "yes or no" in yes_or_no.message


def test_refusal_of_a_conflict_shows_the_numbers() -> None:
    text = "A tray had 12 buns. The guests ate 15 of them. How many buns are left?"
    found = refusal(problem(text))
    assert found is not None
    assert [text[start:end] for start, end in found.spans] == ["12", "15"]


def _tree(op: Op) -> Tree:
    return Node(op, Leaf(0), Leaf(1))


@pytest.mark.parametrize(
    ("text", "op", "expected"),
    [
        ("Sam had 5 apples. He gave 12 apples to Ann. How many apples has Sam?", Op.SUB, Code.CONTRADICTORY),
        ("For 29 guests there are tables with 4 seats. How many tables are laid?", Op.DIV, Code.OUT_OF_SCOPE),
        ("Half of the 31 dancers are girls. How many girls are there?", Op.MUL, Code.CONTRADICTORY),
        ("Sam had 12 apples. He gave 5 apples to Ann. How many apples has Sam?", Op.SUB, None),
        ("A ribbon of 7 metres is cut in 2. How many metres is a part?", Op.DIV, None),
        ("Nela ate 0.2 of a pie and Ivo ate 0.4 of a pie. How many pies did they eat?", Op.ADD, None),
        ("It was 3 degrees at noon and 8 degrees colder at night. How many degrees was it?", Op.SUB, None),
    ],
)
def test_contradiction_in_a_calculation(text: str, op: Op, expected: Code | None) -> None:
    found = contradiction(problem(text), _tree(op))
    assert (None if found is None else found.code) is expected


def test_contradiction_where_a_division_by_zero_is_found() -> None:
    found = contradiction(problem("Sam had 5 apples and 0 boxes. How many apples go in a box?"), _tree(Op.DIV))
    assert found is not None
    assert found.code is Code.CONTRADICTORY


@pytest.fixture(scope="module")
def sample() -> list[tuple[Record, Problem]]:
    """All unanswerable problems of the development part and every third of the others."""
    records = [
        record
        for number, record in enumerate(load("build/corpus/dev.jsonl"))
        if record.reason is not None or number % 3 == 0
    ]
    return list(zip(records, read_all([record.text for record in records], load_parser()), strict=True))


def _refused(sample: list[tuple[Record, Problem]]) -> Iterator[tuple[str | None, str | None]]:
    for record, read_problem in sample:
        found = refusal(read_problem)
        yield record.reason and record.reason.value, found and found.code.value


def test_refusal_on_the_corpus(sample: list[tuple[Record, Problem]]) -> None:
    counts = Counter(_refused(sample))
    asked = Counter(record.reason and record.reason.value for record, _ in sample)
    wrongly = sum(count for (reason, found), count in counts.items() if reason is None and found is not None)
    assert wrongly <= 0.007 * asked[None]
    for certain in ("NO_QUESTION", "TOO_FEW_QUANTITIES"):
        assert counts[certain, certain] >= 0.95 * asked[certain]
    assert counts["OUT_OF_SCOPE", "OUT_OF_SCOPE"] >= Fraction(7, 10) * asked["OUT_OF_SCOPE"]


def test_litres_can_be_worked_out_from_three_sides_but_not_from_two() -> None:
    tank = "A tank is 50 cm long, 30 cm wide and 40 cm high. How many litres of water does it hold?"
    assert refusal(read(tank, load_parser()), general=True) is None
    two = "A tank is 50 cm long and 30 cm wide. How many litres of water does it hold?"
    refused = refusal(read(two, load_parser()), general=True)
    assert refused is not None
    assert refused.code is Code.MISSING_INFORMATION

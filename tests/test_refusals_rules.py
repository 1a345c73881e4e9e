"""Each rule of refusal by itself: next to a text that it refuses stand texts that differ in one thing and are not."""

from __future__ import annotations

from functools import cache

import pytest

from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.refusals import Code, Refusal, contradiction, refusal
from arithmetree.schemas import Problem


@cache
def problem(text: str) -> Problem:
    return read(text, load_parser())


def shown(text: str, found: Refusal | None) -> tuple[Code, list[str]] | None:
    """The code of a refusal and the places that it shows."""
    return None if found is None else (found.code, [text[start:end] for start, end in found.spans])


CONTRADICTIONS = [
    # More than all of them.
    ("A basket holds 12 pears and 5 plums. Ida took 18 of them. How many does it hold now?", ["5", "18"]),
    ("A basket holds 12 pears and 5 plums. Ida took 17 of them. How many does it hold now?", None),
    ("A boy bought 11 of the 10 kites in the shop. How many kites are left?", ["11", "10"]),
    ("A boy bought 10 of the 10 kites in the shop. How many kites are left?", None),
    ("A tray had 12 buns. The guests ate 1/2 of them and 4 rolls. How many buns are left?", None),
    ("Each of 4 trays had 12 buns. The guests ate 15 of them. How many buns are left?", None),
    ("A tray had 12 buns. There were 3 more rolls than buns. The guests ate 15 of them. How many are left?", None),
    ("A tray had 12 buns. How many buns are left if the guests ate 15 of them?", None),
    ("A tray had 12 buns. The guests brought 3 buns and ate 16 of them. How many buns are left?", None),
    # The other ones.
    ("Of the 24 pupils in the hall 15 swim, 4 dance and the other 6 run. How many run?", ["24", "15", "4", "6"]),
    ("Of the 24 pupils in the hall 15 swim, 4 dance and the other 5 run. How many run?", None),
    ("Of the 24 pupils in the hall 15 swim, 4 dance and the other 4 run. How many run?", ["24", "15", "4", "4"]),
    ("Of the 12 pupils in the hall 15 swim and the other 5 run. How many pupils run?", None),
    ("Of the 24 litres of milk 1/2 is sold and the other 12 litres are drunk. How many litres are sold?", None),
    # A list of parts.
    ("The farm has 18 animals: 7 cows, 8 goats and 4 hens. How many are no hens?", ["18", "7", "8", "4"]),
    ("The farm has 18 animals: 7 cows, 8 goats and 3 hens. How many of them are no hens?", None),
    ("The farm has 18 animals: 9 cows and 10 hens. How many of them are no hens?", ["18", "9", "10"]),
    ("The farm has 18 animals: 19 cows, 8 goats and 4 hens. How many of them are no hens?", None),
    ("The farm has 18 animals: 18 cows and 4 hens. How many of them are no hens?", None),
    ("The farm has 18 animals. There is a sign: 9 cows and 10 hens. How many of them are no hens?", None),
    ("The farm has 18 animals: 9 cows at $10 each and 10 hens. How many of them are no hens?", None),
    ("The farm has 18 animals: 9 cows and 10 more hens than goats. How many of them are no hens?", None),
    ("The farm has 18 animals in its old red barns: 9 cows and 10 hens. How many are hens?", ["18", "9", "10"]),
    ("The farm has 18 animals in its very old red barns: 9 cows and 10 hens. How many are hens?", None),
    # Parts without overlap.
    ("A club has 30 members. There are 20 women and 15 more men than boys, and nobody else. How many are men?", None),
    ("A club has 30 members. There are 20 women and 11 men, and nobody else. How many are men?", ["30", "20", "11"]),
    ("A club has 30 members. There are 20 women and 10 men, and nobody else. How many are men?", None),
    ("A club has 30 members. There are 20 women and 15 men. How many members are men?", None),
    ("A club has 30 members. Only 20 play chess and 15 play cards. How many play cards?", ["30", "20", "15"]),
    ("A club has 30 members. Only 20 play chess, but 15 play cards. How many members play both?", None),
    ("A club has 30 members. Only 20 play chess and 15 played cards last year. How many members play both?", None),
    ("A club has 30 members. Only 20 play chess. 15 play cards. How many members play both?", None),
    ("A laundry had 76 towels. Only 60 were washed at 60 degrees and 10 dried. How many are left?", None),
    # An uneven part.
    ("One half of the 31 dancers are girls, and 4 of the dancers are ill. How many are girls?", ["One half", "31"]),
    ("A third of the 30 dancers are girls, and 4 of the dancers are ill. How many dancers are girls?", None),
    ("Half of the 31 metres of rope are red, and 4 metres are blue. How many metres are red?", None),
    ("Half of the 7 1/2 pies are sold and 2 are eaten. How many pies are sold?", None),
    ("One and a half of the 31 pies are sold, and 4 of the pies are old. How many pies are sold?", None),
    # Parts and the rest.
    ("There are 24 chairs. 15 chairs are new, 11 chairs are old and the rest are broken. How many chairs are broken?",
     ["24", "15", "11"]),
    ("There are 24 chairs. 15 chairs are new, 9 chairs are old and the rest are broken. How many are broken?", None),
    ("There are 24 chairs. 15 chairs are new, 11 chairs are old and red. How many chairs are broken?", None),
    ("There are 24 chairs. 15 chairs are new, while 11 chairs are old and the rest are broken. How many are broken?",
     None),
    ("There are 24 chairs. Of these chairs 15 are new and 11 are old. How many are broken?", ["24", "15", "11"]),
    ("There are 24 chairs. Of these chairs 15 are new. 11 are old and the rest are broken. How many are broken?", None),
    ("There are 24 chairs. Of these chairs 15 are new and 11 tables are old. How many chairs are broken?", None),
    ("Of the 24 chairs 15 are new, 11 are old and the rest are broken. How many are broken?", ["24", "15", "11"]),
    ("There are 24 chairs. Of these 10 are new, 9 are old and 8 are red. How many are broken?", ["24", "10", "9", "8"]),
    ("There are 24 chairs. 15 chairs are new, one chair is red, 9 chairs are old and the rest are broken. "
     "How many chairs are broken?", None),
    # More is taken than there is.
    ("Ida had 20 coins. She spent 12 coins and lost 9 coins. How many coins does she have left?", ["20", "12", "9"]),
    ("Ida had 20 coins. She spent 12 coins and lost 8 coins. How many coins does she have left?", None),
    ("Ida had 20 coins. She spent 21 coins. How many coins does she have left?", ["20", "21"]),
    ("Ida had 20 coins. She spent 21 coins. How many coins does she owe?", None),
    ("Ida had 20 coins. She spent 21 coins. How many more coins did she need?", None),
    ("Ida had 20 coins. She spent 21 notes. How many coins does she have left?", None),
    ("Ida had 20 coins. She spent 12 coins and Per spent 11 coins. How many coins does she have left?", None),
    ("Ida had 20 coins. Yesterday she spent 12 coins and lost 11 coins. How many coins does she have left?", None),
    ("Ida had 20 coins. She spent 12 coins and found 11 coins. How many coins does she have left?", None),
    ("Ida found 20 coins. She spent 12 coins and lost 11 coins. How many coins does she have left?", None),
    ("Ida had 20 coins in 3 boxes. She spent 12 coins and lost 11 coins. How many coins does she have left?", None),
    ("Ida had 20 coins. How many coins does she have left if she spent 12 coins and lost 11 coins?", None),
    ("There were 20 people on the bus. 12 people got off and 11 people got off. How many people are left?",
     ["20", "12", "11"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "places"), CONTRADICTIONS)
def test_numbers_that_cannot_all_be_true(text: str, places: list[str] | None) -> None:
    found = shown(text, refusal(problem(text)))
    assert found == (None if places is None else (Code.CONTRADICTORY, places))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A boy bought 11 of the 10 kites in the shop. How many kites are left?",
         "11 are taken from 10, which are fewer."),
        ("Ida had 20 coins. She spent 21 coins. How many coins does she have left?",
         "21 is more than the 20 that there are."),
        ("The farm has 18 animals: 9 cows and 10 hens. How many of them are no hens?",
         "9 and 10 make 19, which is more than the 18 that there are."),
        ("Of the 24 pupils in the hall 15 swim, 4 dance and the other 6 run. How many run?",
         "15 and 4 and 6 make 25, which is more than the 24 that there are."),
        ("Of the 24 pupils in the hall 15 swim, 4 dance and the other 4 run. How many run?",
         "15 and 4 and 4 make 23, which is less than the 24 that there should be."),
    ],
)  # fmt: skip
def test_the_message_says_which_numbers_conflict_and_how(text: str, message: str) -> None:
    found = refusal(problem(text))
    assert found is not None
    assert found.message == f"The numbers contradict each other: {message}"


def test_a_list_of_more_numbers_than_a_story_has_is_not_searched_for_conflicts() -> None:
    parts = ", ".join(f"{number} hens" for number in range(2, 22))
    text = f"The farm has 30 animals: {parts}. How many are there?"
    assert len(problem(text).schemas) == 21
    assert refusal(problem(text)) is None
    one_fewer = text.replace(", 21 hens", "")
    assert shown(one_fewer, refusal(problem(one_fewer))) is not None


SCOPE = [
    # Clocks and calendars.
    ("Lena has 5 apples and Tom has 7 apples. What time is it?", ["What time is it"]),
    ("Lena has 5 apples and Tom has 7 apples. What does the clock show?", ["What does the clock show"]),
    ("The bus leaves at 8:15 and arrives at 9:40. How many minutes does it take?", ["8:15", "9:40"]),
    ("The bus leaves at 8:15 and arrives at 9:40. It carries 12 people. How long are they on it?", ["8:15", "9:40"]),
    ("The bus leaves at 8:15 and arrives at 9:40. It carries 12 people and 5 dogs. How long are they on it?", None),
    # A number that is needed twice.
    ("Ben has 3 more pens than Ann. Ann has 8 pens. How many pens do they have altogether?", ["8", "3"]),
    ("Ann has 8 pens. Ben has 3 times as many pens as Ann. How many pens do they have altogether?", ["8", "3"]),
    ("Ann has 8 pens. Ben has 3 more pens than Carl. How many pens do they have altogether?", None),
    ("Ben has 3 more pens than Ann. Ann has 8 pens. How many pens does Ben have?", None),
    ("Ann has 8 pens. Ben has 3 more pens than Ann and Eva has 2 pens. How many pens do they have altogether?", None),
    ("Ann has 8 pens. Ben has 3 more pens. How many pens do they have altogether?", None),
    # Whole groups.
    ("50 dice are packed in tubes of 6 dice. How many dice are left over?", ["50", "6"]),
    ("48 dice are packed in tubes of 6 dice. How many dice are left over?", None),
    ("5 dice are packed in tubes of 6 dice. How many dice are left over?", None),
    ("50 dice are packed in tubes of 0 dice. How many dice are left over?", None),
    ("6 dice go in each tube. How many tubes are needed for 50 dice?", ["50", "6"]),
    ("A car drives 50 miles at 6 miles per hour. How many hours does it take?", None),
    # Another system of units.
    ("A rope of 30 feet and a rope of 10 feet are joined. How many metres is that?", ["30", "How many metres is that"]),
    ("A rope of 30 feet and a rope of 10 metres are joined. How many metres is that?", None),
    ("A tank holds 30 litres and 10 litres are in it. How many litres is that?", None),
    # Equations and arrangements.
    ("What is 5x + 3 if x is 4?", ["5x + 3"]),
    ("A T-shirt costs 5 dollars and a pair of socks costs 3 dollars. How much do both cost?", None),
    ("How many Different Ways are there to seat 3 boys and 4 girls?", ["How many Different Ways"]),
    # Geometry.
    ("A carpet is 4 metres long and 3 metres wide. How many cubic metres is it?", ["cubic"]),
    ("A tile covers 2 square metres and 12 tiles are laid. How many square metres do they cover?", None),
    ("A farm has 4 hectares of wheat and 3 hectares of rye. What area is that?", None),
    ("A jug holds 4 litres and a can holds 3 litres. What volume do they hold?", None),
    ("A box is 4 cm wide and 3 cm high. What volume does it hold?", ["volume"]),
    ("Tom has 4 square tiles and 3 round tiles. How many square tiles are there?", None),
    ("A circular pond is 4 metres wide and 3 metres deep. How much water is in it?", ["circular"]),
    ("A circular table seats 4 people and another one seats 6. How many people sit there?", None),
    ("A cloth is 2 metres wide and 3 metres long. How much lace goes around its edge?", ["around"]),
    ("A cloth is 2 metres wide and 3 metres long. How much lace goes around it?", ["around"]),
    ("Tom ran 2 metres and 3 metres around the lake on each side. How far did he run around the lake?", None),
    ("A box is 2 metres long and 3 metres wide. How many cups does it hold?", ["How"]),
    # No number is asked for.
    ("Lena has 5 apples and Tom has 7 apples. Is that many?", ["Is that many"]),
    ("Lena has 5 apples and Tom has 7 apples. Find who has more and by how many.", None),
    ("Lena has 5 apples and Tom has 7 apples. When all are eaten, how many are left?", None),
    ("Lena has 5 apples and Tom has 7 apples. When are they eaten?", ["When are they eaten"]),
    ("About 190 people came in 4 buses. How many people were in a bus?", None),
    ("Roughly 190 people came in 4 buses. How many people were in a bus?", None),
    # Other languages.
    ("Le chat a 5 amis et 7 amies.", ["Le chat a 5 amis et 7 amies."]),
    ("The restaurant Le Chat in the town has 5 tables and 7 chairs. How many tables and chairs are there?", None),
    ("El Nino y La Nina are the 2 names of 5 boats. How many boats are there?", None),
    ("У Анны 5 apples, а у Тома 7 яблок. Сколько?", ["У Анны 5 apples, а у Тома 7 яблок. Сколько?"]),
    ("Zoë has 5 cafés and 7 naïve friends. How many does she have?", None),
]  # fmt: skip


@pytest.mark.parametrize(("text", "places"), SCOPE)
def test_what_no_expression_over_the_numbers_answers(text: str, places: list[str] | None) -> None:
    found = shown(text, refusal(problem(text)))
    assert found == (None if places is None else (Code.OUT_OF_SCOPE, places))


MISSING = [
    ("A box is 2 metres long, 3 metres wide and weighs 5 kilograms. How many litres does it hold?",
     ["How many litres does it hold"]),
    ("Ola filled 6 bags and Per filled 9 bags. How many metres are they?", ["How many metres are they"]),
    ("Ola filled 6 bags with 2 litres each. How many litres do the bags hold?", None),
    ("Per runs a mile in 12 minutes. He ran 36 minutes. How many miles did he run?", None),
    ("The cook made 40 lunches and 25 suppers. What did the guests pay?", ["What did the guests pay"]),
    ("The cook made 40 lunches for a dollar and 25 suppers. How much did the guests pay?", None),
    ("The cook made 40 lunches at $3 each. How much did the guests pay?", None),
    ("The cook made 40 lunches and 20% more suppers. How much did the guests pay?", None),
    ("The cook made 40 lunches and 25 suppers. How many guests paid the price?", None),
    ("The cook made 40 lunches and 25 suppers. How much soup is that?", None),
    ("Ida picked 5 apples and 7 oranges. How many bananas did she pick?", ["5", "7", "bananas"]),
    ("Ida picked 5 apples and 7 oranges. How many bananas per day did she pick?", None),
    ("Ida picked 5 apples a day for 7 days. How many bananas did she pick?", None),
    ("Ida picked 5 apples and 7 oranges. She has no bananas. How many bananas did she pick?", None),
    ("Ida picked 5 apples and 7 baskets. How many bananas did she pick?", None),
    ("Ida picked 5 apples and 7 bananas. How many bananas did she pick?", None),
]  # fmt: skip


@pytest.mark.parametrize("general", [False, True])
@pytest.mark.parametrize(("text", "places"), MISSING)
def test_a_measure_a_price_or_a_kind_that_the_text_does_not_give(
    text: str, places: list[str] | None, general: bool
) -> None:
    found = shown(text, refusal(problem(text), general=general))
    assert found == (None if places is None else (Code.MISSING_INFORMATION, places))


@pytest.mark.parametrize(
    ("text", "missing"),
    [
        ("A cube of 40 cm is filled with water. How many litres does it hold?", False),
        ("A tank is 50 cm long, 30 cm wide and 40 cm high. How many litres of water does it hold?", False),
        ("A tank is 50 cm long and 30 cm wide. How many litres of water does it hold?", True),
        ("A tank is 50 cm long, 30 cm wide and 40 cm high. How many kilograms does it weigh?", True),
        ("A cube costs 4 dollars and 3 cubes are sold. How many litres does it hold?", True),
    ],
)
def test_a_volume_needs_three_lengths_or_one_of_a_cube(text: str, missing: bool) -> None:
    found = refusal(problem(text), general=True)
    assert (found is not None and found.code is Code.MISSING_INFORMATION) is missing


def test_one_number_is_enough_for_general_problems_and_is_named_where_it_is_not() -> None:
    text = "Lena has 5 apples and some pears. How many apples does her brother have?"
    assert refusal(problem(text), general=True) is None
    found = refusal(problem(text))
    assert found is not None
    assert shown(text, found) == (Code.TOO_FEW_QUANTITIES, ["5"])
    assert found.message == 'The text has one number to calculate with ("5"); two are needed.'
    none = "Lena has some apples and pears. How many apples does she have?"
    for general in (False, True):
        bare = refusal(problem(none), general=general)
        assert shown(none, bare) == (Code.TOO_FEW_QUANTITIES, [])
        assert bare is not None
        assert bare.message.startswith("The text has no number")


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("Tom hat 3 Katzen und kauft 5 dazu. Wie viele hat er?", True),
        ("Lena has some apples and pears. How many apples does she have?", True),
        ("Lena has apples.", True),
        ("Lena has 5 apples and 7 pears.", False),
        ("Lena has 5 apples and 7 pears. Who is she?", False),
        ("Lena has 5 apples and 7 pears. How much did she pay?", False),
    ],
)
def test_what_only_seems_to_have_no_answer_is_left_to_the_judge(text: str, sure: bool) -> None:
    found = refusal(problem(text), general=True)
    assert found is not None
    assert found.sure is sure
    only_rules = refusal(problem(text))
    assert only_rules is not None
    assert only_rules.sure


def test_single_letters_are_no_words() -> None:
    found = refusal(problem("x 5 y 7?"))
    assert found is not None
    assert (found.code, found.message.split(";")[0]) == (Code.NO_QUESTION, "The text has no words")


def test_a_long_question_is_shown_short() -> None:
    text = f"Lena has 5 apples and Tom has 7 apples. Who of them {'really ' * 30}has more apples?"
    found = refusal(problem(text))
    assert found is not None
    assert " ..." in found.message
    assert len(found.message) < 160


# Of a calculation that was found


def tree(op: Op, left: Tree | int = 0, right: Tree | int = 1) -> Tree:
    return Node(op, *(Leaf(side) if isinstance(side, int) else side for side in (left, right)))


CALCULATIONS = [
    ("Sam had 5 apples. He gave 12 apples to Ann. How many apples has Sam?", tree(Op.SUB), "CONTRADICTORY",
     "The numbers contradict each other: 12 cannot be taken from 5.", ["5", "12"]),
    ("Sam had 5 apples. He gave 5 apples to Ann. How many apples has Sam?", tree(Op.SUB), None, "", []),
    ("Sam had 0 apples. He gave 12 apples to Ann. How many apples has Sam?", tree(Op.SUB), "CONTRADICTORY",
     "The numbers contradict each other: 12 cannot be taken from 0.", ["0", "12"]),
    ("Sam had 2 apples, 9 pears and 8 figs. How many more?", tree(Op.ADD, tree(Op.SUB, 0, 1), 2), "CONTRADICTORY",
     "The numbers contradict each other: 9 cannot be taken from 2.", ["2", "9"]),
    ("It was -3 degrees and then 8 degrees less. How many degrees was it?", tree(Op.SUB), None, "", []),
    ("Sam had 5 apples and 0 boxes. How many apples go in a box?", tree(Op.DIV), "CONTRADICTORY",
     "The calculation divides by zero.", ["5", "0"]),
    ("For 29 guests there are tables with 4 seats. How many tables are laid?", tree(Op.DIV), "OUT_OF_SCOPE",
     "The division gives 7.25, no whole number of table; remainders and rounding are not handled.", ["29", "4"]),
    ("For 28 guests there are tables with 4 seats. How many tables are laid?", tree(Op.DIV), None, "", []),
    ("Half of the 31 dancers are girls. How many girls are there?", tree(Op.MUL), "CONTRADICTORY",
     "The numbers contradict each other: 15.5 is not a whole number of girl.", ["Half", "31"]),
    ("50% of the 31 dancers are girls. How many girls are there?", tree(Op.MUL), "CONTRADICTORY",
     "The numbers contradict each other: 15.5 is not a whole number of girl.", ["50", "31"]),
    ("Each of 3 pens costs 2.5 dollars. How many dollars is that?", tree(Op.MUL), None, "", []),
    ("Each of 3 recipes needs 2.5 eggs. How many eggs is that?", tree(Op.MUL), None, "", []),
    ("Ida shares 7 pies with 2 friends. How much is that?", tree(Op.DIV), None, "", []),
    ("Ida bakes 7 pies in 2 days. How many pies per day does she bake?", tree(Op.DIV), None, "", []),
    ("Nela ate 0.2 of a pie and Ivo ate 0.4 of a pie. How many pies did they eat?", tree(Op.ADD), None, "", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "made", "code", "message", "places"), CALCULATIONS)
def test_what_no_answer_can_be(text: str, made: Tree, code: str | None, message: str, places: list[str]) -> None:
    found = contradiction(problem(text), made)
    assert shown(text, found) == (None if code is None else (Code(code), places))
    assert (found.message if found is not None else "") == message

"""The quantity reader: spans, exact values and kinds."""

from __future__ import annotations

import re
import sys
import timeit
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from text_to_num import text2num

from arithmetree.quantities import Kind, find_quantities
from arithmetree.quantities import tokens as number_tokens

SMALL = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
seventeen eighteen nineteen"""
UNITS = re.findall(r"\w+", SMALL)
TENS = re.findall(r"\S+", "- - twenty thirty forty fifty sixty seventy eighty ninety")


def spell(number: int, *, british: bool, hyphen: str = "-") -> str:
    """A number below a billion in words, with "and" in British spelling."""
    if number < 20:
        return UNITS[number]
    if number < 100:
        return TENS[number // 10] + (hyphen + UNITS[number % 10] if number % 10 else "")
    for size, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= size:
            head, rest = divmod(number, size)
            joint = " and " if british and 0 < rest < 100 else " "
            tail = joint + spell(rest, british=british, hyphen=hyphen) if rest else ""
            return f"{spell(head, british=british, hyphen=hyphen)} {name}{tail}"
    raise AssertionError(number)


def read(text: str) -> list[tuple[str, str]]:
    """Countable quantities as (surface, value)."""
    return [(q.text, str(q.value)) for q in find_quantities(text) if q.countable]


def kinds(text: str) -> list[tuple[str, str]]:
    """All quantities as (surface, kind)."""
    return [(q.text, q.kind.value) for q in find_quantities(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ana has 7.", [("7", "7")]),
        ("It took 2. Then 3.", [("2", "2"), ("3", "3")]),
        ("a jug of .5 litres and 1.25 more", [(".5", "1/2"), ("1.25", "5/4")]),
        ("1,250 bricks and 1,234,567.5 more", [("1,250", "1250"), ("1,234,567.5", "2469135/2")]),
        ("12,34,567 rupees", [("12,34,567", "1234567")]),
        ("10\u202f000 ants", [("10\u202f000", "10000")]),
        ("the values 1,2,3", [("1", "1"), ("2", "2"), ("3", "3")]),
        ("He picked 12,then 7", [("12", "12"), ("7", "7")]),
        ("The end.5 hens came", [("5", "5")]),
        ("٣ hens", [("٣", "3")]),
        ("5² tiles, m² and ① and 5️⃣", [("5", "5"), ("5", "5")]),
    ],
)
def test_find_quantities_reads_digits_and_decimals(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3/4 of the tank", [("3/4", "3/4")]),
        ("2 1/2 cups", [("2 1/2", "5/2")]),
        ("2-1/2 cups", [("2-1/2", "5/2")]),
        ("½ a pie and 2½ more and 2 ¾", [("½", "1/2"), ("2½", "5/2"), ("2 ¾", "11/4")]),
        ("1⁄3 and ⅞", [("1⁄3", "1/3"), ("⅞", "7/8")]),
        ("2 and 1/2 hours", [("2 and 1/2", "5/2")]),
        ("3/0 is nothing", [("3", "3"), ("0", "0")]),
        ("three quarters of an hour", [("three quarters", "3/4")]),
        ("two-thirds of it", [("two-thirds", "2/3")]),
        ("3 fifths of it", [("3 fifths", "3/5")]),
        ("one third of the class", [("one third", "1/3")]),
        ("a quarter of the pie, an eighth of it", [("a quarter", "1/4"), ("an eighth", "1/8")]),
        ("two and a half miles", [("two and a half", "5/2")]),
        ("a two-and-a-half-hour film", [("two-and-a-half", "5/2")]),
        ("three and two thirds", [("three and two thirds", "11/3")]),
        ("half of the pens, half an hour, one half", [("half", "1/2"), ("half", "1/2"), ("one half", "1/2")]),
        ("He found three quarters and two dimes", [("three", "3"), ("two", "2")]),
        ("He has 4 quarters", [("4", "4")]),
        ("one fifth grader and a third box", [("one", "1")]),
        ("the first half was dull, half past nine", []),
    ],
)
def test_find_quantities_reads_fractions(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("twenty-five goats", [("twenty-five", "25")]),
        ("Twenty Five goats", [("Twenty Five", "25")]),
        ("one hundred and five", [("one hundred and five", "105")]),
        ("a hundred ants and a thousand bees", [("a hundred", "100"), ("a thousand", "1000")]),
        ("a hundred and twenty", [("a hundred and twenty", "120")]),
        ("twelve hundred", [("twelve hundred", "1200")]),
        (
            "2 million, 3 hundred, 1.5 million",
            [("2 million", "2000000"), ("3 hundred", "300"), ("1.5 million", "1500000")],
        ),
        ("two and a half million", [("two and a half million", "2500000")]),
        ("a million and a half", [("a million and a half", "1500000")]),
        ("half a million", [("half a million", "500000")]),
        ("one thousand, five hundred", [("one thousand, five hundred", "1500")]),
        ("one thousand, five", [("one thousand", "1000"), ("five", "5")]),
        ("two hundred and three hundred", [("two hundred", "200"), ("three hundred", "300")]),
        ("between two hundred and three thousand", [("two hundred", "200"), ("three thousand", "3000")]),
        ("two and three", [("two", "2"), ("three", "3")]),
        ("twenty five-pound bags", [("twenty", "20"), ("five", "5")]),
        ("five hundred one-litre jars", [("five hundred", "500"), ("one", "1")]),
        ("three point one four", [("three point one four", "157/50")]),
        ("several hundred fans, dozens of dogs, hundreds of cats", []),
        ("an all-in-one tool, someone, tension, often", []),
    ],
)
def test_find_quantities_reads_number_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("two dozen eggs", [("two dozen", "24")]),
        ("half a dozen, a half dozen", [("half a dozen", "6"), ("a half dozen", "6")]),
        ("a dozen eggs at 3 dollars per dozen", [("a dozen", "12"), ("3", "3"), ("dozen", "12")]),
        ("3 dozen and 1/2 dozen", [("3 dozen", "36"), ("1/2 dozen", "6")]),
        ("two and a half dozen", [("two and a half dozen", "30")]),
        ("a couple of days, a couple more", [("a couple", "2"), ("a couple", "2")]),
        ("a couple of hundred fans", [("a couple of hundred", "200")]),
        ("The couple next door and a couple danced", []),
        ("a pair of swans", [("a pair", "2")]),
        ("a pair of old boots", []),
    ],
)
def test_find_quantities_reads_dozens_couples_and_pairs(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "surface", "value", "unit"),
    [
        ("$4.50", "4.50", "9/2", "dollar"),
        ("$ 4.50", "4.50", "9/2", "dollar"),
        ("US$20", "20", "20", "dollar"),
        ("$.75", ".75", "3/4", "dollar"),
        ("$1.5 million", "1.5 million", "1500000", "dollar"),
        ("$5k", "5k", "5000", "dollar"),
        ("-$5", "-$5", "-5", "dollar"),
        ("£3", "3", "3", "pound"),
        ("€2", "2", "2", "euro"),
        ("€2,50", "2,50", "5/2", "euro"),
        ("3€", "3", "3", "euro"),
        ("Rs. 50", "50", "50", "rupee"),
        ("75 cents", "75", "75", "cent"),
        ("75¢", "75", "75", "cent"),
        ("five dollars", "five", "5", "dollar"),
        ("50p", "50", "50", "p"),
        ("a 4-dollar toy", "4", "4", "dollar"),
        ("a hundred-dollar note", "hundred", "100", "dollar"),
        ("He paid 5 pounds", "5", "5", "pound"),
        ("5 pounds, no pence", "5", "5", "pound"),
    ],
)
def test_find_quantities_marks_money(text: str, surface: str, value: str, unit: str) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.text, str(quantity.value), quantity.unit_hint) == (surface, value, unit)
    assert quantity.kind is Kind.MONEY


@pytest.mark.parametrize("text", ["It weighs 5 pounds", "5 pounds of rice cost a lot", "a 5-pound bag costs $2"])
def test_find_quantities_takes_pounds_as_weight_without_sterling(text: str) -> None:
    assert find_quantities(text)[0].kind is Kind.NUMBER


@pytest.mark.parametrize("text", ["20%", "20 %", "20 percent", "20 per cent", "twenty per cent", "a 20-percent raise"])
def test_find_quantities_gives_per_cent_as_a_fraction(text: str) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.kind, quantity.value) == (Kind.PERCENT, Fraction(1, 5))
    assert quantity.text in ("20", "twenty")


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("twice as many", "twice", "2"),
        ("She thrice rang", "thrice", "3"),
        ("double the price", "double", "2"),
        ("The price will double.", "double", "2"),
        ("His pay tripled", "tripled", "3"),
        ("half as many", "half", "1/2"),
        ("half the number of pens", "half", "1/2"),
        ("3 times as many", "3", "3"),
        ("five times older than Bo", "five", "5"),
        ("4 times the price", "4", "4"),
        ("one third as much", "one third", "1/3"),
        ("1/4 as long", "1/4", "1/4"),
        ("two and a half times as far", "two and a half", "5/2"),
        ("3x as many", "3", "3"),
        ("a 10-fold rise", "10", "10"),
    ],
)
def test_find_quantities_marks_multipliers(text: str, surface: str, value: str) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.text, str(quantity.value), quantity.kind) == (surface, value, Kind.MULTIPLIER)


def test_find_quantities_tells_occasions_and_adjectives_from_multipliers() -> None:
    assert kinds("He rang 3 times a week and 2 times the next day") == [("3", "number"), ("2", "number")]
    assert kinds("a double room and a double-decker bus") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the 3rd row, her 21st cake", [("3rd", "ordinal"), ("21st", "ordinal")]),
        ("on the second day, a second box, every second day", [("second", "ordinal")] * 3),
        ("Wait a second, 9 metres per second, a second later", [("9", "number")]),
        ("one second, five seconds", [("one", "number"), ("five", "number")]),
        ("the twenty-first guest, a third-grade class", [("twenty-first", "ordinal"), ("third", "ordinal")]),
        ("the red one. Which one? the old grey one only", [("one", "pronoun")] * 3),
        ("one of them; each one; one another; one by one", [("one", "pronoun")] * 5),
        ("One day, Ida left. One rainy morning she came back.", [("One", "pronoun"), ("One", "pronoun")]),
        ("He reads it in one day", [("one", "number")]),
        ("One was 4 cm long and the other 7 cm", [("One", "pronoun"), ("4", "number"), ("7", "number")]),
        (
            "The first one runs, the second one for 9 dollars",
            [("first", "ordinal"), ("one", "pronoun"), ("second", "ordinal"), ("one", "pronoun"), ("9", "money")],
        ),
        ("It opens at 5p.m. and weighs 9 pounds", [("5", "time"), ("9", "number")]),
        ("She ate one of the pears and gave Bo one more", [("one", "number"), ("one", "number")]),
        ("He bought one of them for 9 dollars, the other for 5", [("one", "pronoun"), ("9", "money"), ("5", "number")]),
        ("They gave everyone in class two cards each and exercise 1 hour", [("two", "number"), ("1", "number")]),
        ("He had 9 cups and broke one.", [("9", "number"), ("one", "number")]),
        ("one apple", [("one", "number")]),
        ("on May 4 and 4 May 2020", [("4", "date"), ("4", "date"), ("2020", "year")]),
        ("on Jan. 4, 2020, on the 4th of July", [("4", "date"), ("2020", "year"), ("4th", "date")]),
        ("4/12/2020 or 2020-04-12", [("4/12/2020", "date"), ("2020-04-12", "date")]),
        ("She may 4 times march 5 miles", [("4", "number"), ("5", "number")]),
        ("at 3:30, at 10:15:20", [("3:30", "time"), ("10:15:20", "time")]),
        ("5 pm, 5pm, 5 p.m., five o'clock", [("5", "time")] * 3 + [("five", "time")]),
        (
            "from 5 to 7 pm, half past 6, at 8 in the evening",
            [("5", "time"), ("7", "time"), ("6", "time"), ("8", "time")],
        ),
        ("a ratio of 3:25", [("3", "number"), ("25", "number")]),
        ("in 1999, since 2015, in the 1990s", [("1999", "year"), ("2015", "year"), ("1990s", "year")]),
        ("from 1990 to 2000. By 2030, the 1960 census", [(y, "year") for y in ("1990", "2000", "2030", "1960")]),
        ("1999 stamps in 1500 boxes, the 1500 metre race", [(n, "number") for n in ("1999", "1500", "1500")]),
        ("in nineteen ninety-nine", [("nineteen ninety-nine", "year")]),
        ("in room 12 on page 40 of grade 3", [("12", "label"), ("40", "label"), ("3", "label")]),
        ("Route 66, Bus 12, #4, No. 7, number five", [(n, "label") for n in ("66", "12", "4", "7", "five")]),
        ("pages 3 to 9, rooms 4 and 5", [(n, "label") for n in "3945"]),
        ("in row 3 and row 4", [("3", "label"), ("4", "label")]),
        ("Room 12 holds 30 desks", [("12", "label"), ("30", "number")]),
        ("group 2 58 and group 3 49", [("2", "label"), ("58", "number"), ("3", "label"), ("49", "number")]),
        ("on day 3 he ran", [("3", "label")]),
        ("on barn 5, behind court 9, in cupboard 6", [(n, "label") for n in "596"]),
        ("Tower 2 has 30 flats", [("2", "label"), ("30", "number")]),
        ("The club can court 9 sponsors", [("9", "number")]),
        ("the flood of 1953, a coin marked 1961", [("1953", "year"), ("1961", "year")]),
        ("a bell marked 1961 weighs 80 kg", [("1961", "year"), ("80", "number")]),
        ("a total of 1953, marked 1200 exams", [("1953", "number"), ("1200", "number")]),
        ("By 10 in the evening, at 11 at night", [("10", "time"), ("11", "time")]),
        ("The next day 5 came; each day 3 left", [("5", "number"), ("3", "number")]),
        ("The van can seat 12. On the bus 3 more sat.", [("12", "number"), ("3", "number")]),
        ("the sum of the numbers 3 and 5", [("3", "number"), ("5", "number")]),
        ("Pool 3 is full, ambulance 7 left, sites 5 and 6 are shut, crates 2 to 9", [(n, "label") for n in "375629"]),
        ("On the coldest day of 2012, 18 boys came", [("2012", "year"), ("18", "number")]),
        (
            "Pool 3 had 14 crabs in it, and pool 4 six",
            [("3", "label"), ("14", "number"), ("4", "label"), ("six", "number")],
        ),
        ("The big tent seats 130", [("130", "number")]),
        ("On the 5th floor 12 are empty", [("5th", "ordinal"), ("12", "number")]),
        ("By March 6 had given up, and 3 May queens danced", [("6", "number"), ("3", "number")]),
        ("In pool 1 she saw 14 crabs", [("1", "label"), ("14", "number")]),
        ("They order 12 pens and lay them in boxes 6 to a box", [("12", "number"), ("6", "number")]),
        ("an mp3 file, an F16, COVID-19, a can of 7-Up", [(n, "name") for n in ("mp3", "F16", "COVID-19", "7-Up")]),
        ("3D films, 7up, open 24/7", [("3D", "name"), ("7up", "name"), ("24/7", "name")]),
        ("version 2.1, 3.14.15, Apollo 11", [("2.1", "name"), ("3.14.15", "name"), ("11", "name")]),
        ("call 555-1234 or 555-123-4567", [("555-1234", "name"), ("555-123-4567", "name")]),
    ],
)
def test_find_quantities_tells_counts_from_other_kinds(text: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(text) == expected


@pytest.mark.parametrize(
    ("text", "surface", "unit"),
    [
        ("a 5-day trip", "5", "day"),
        ("a 12-pack", "12", "pack"),
        ("a ten-foot pole", "ten", "foot"),
        ("a 3-year-old", "3", "year"),
        ("a twenty-five-litre drum", "twenty-five", "litre"),
        ("a half-hour walk", "half", "hour"),
        ("5kg", "5", "kg"),
        ("7pencils", "7", "pencils"),
        ("2 pairs of socks", "2", "pair"),
        ("9 pens", "9", None),
    ],
)
def test_find_quantities_takes_the_unit_from_the_writing(text: str, surface: str, unit: str | None) -> None:
    (quantity,) = find_quantities(text)
    assert (quantity.text, quantity.unit_hint, quantity.kind) == (surface, unit, Kind.NUMBER)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("-5 degrees", [("-5", "-5")]),
        ("from −5 to (-2.5)", [("−5", "-5"), ("-2.5", "-5/2")]),
        ("minus five degrees", [("minus five", "-5")]),
        ("negative 3", [("negative 3", "-3")]),
        (
            "3-5 cups, 10 - 5, 10 -5, ten minus five",
            [(n, n) for n in ("3", "5", "10", "5", "10", "5")] + [("ten", "10"), ("five", "5")],
        ),
        ("a 4x6 photo", [("4", "4"), ("6", "6")]),
    ],
)
def test_find_quantities_reads_signs_and_ranges(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("text", ["", " \n", "Tom has some pens.", "Сколько яблок?", "りんごはいくつ"])
def test_find_quantities_finds_nothing_where_there_is_no_number(text: str) -> None:
    assert find_quantities(text) == ()


def test_find_quantities_drops_numerals_of_more_than_thirty_digits() -> None:
    longest = "9" * 30
    assert read(f"{longest} ants") == [(longest, longest)]
    assert read(f"{longest}9 ants and 2 bees") == [("2", "2")]
    assert read("7" * 10_000 + "/3 or x" + "7" * 10_000 + " or 1." + "5" * 9_000) == [("3", "3")]


@given(st.integers(0, 2_000_000), st.booleans(), st.sampled_from("- "))
def test_number_words_read_back_as_their_value(number: int, british: bool, hyphen: str) -> None:
    words = spell(number, british=british, hyphen=hyphen)
    (quantity,) = find_quantities(f"They saw {words} birds.")
    assert (quantity.text, quantity.value) == (words, number)
    assert text2num(words, "en") == number


@given(st.integers(0, 10**12), st.integers(0, 9999), st.booleans())
def test_digits_read_back_as_their_value(whole: int, decimals: int, grouped: bool) -> None:
    numeral = f"{whole:,}.{decimals}" if grouped else f"{whole}.{decimals}"
    (quantity,) = find_quantities(f"a rod of {numeral} mm.")
    assert (quantity.text, quantity.value) == (numeral, Fraction(f"{whole}.{decimals}"))


PIECES = """a one half dozen and hundred million twenty third thirds quarter room May in point minus negative couple
times as pm mp 2020 th of pair double second another its nil score x2 tenfold at to past k hour ratio @b.org"""


@given(st.text() | st.lists(st.sampled_from([*"0123456789 .,-/$£%:½'()", *PIECES.split()])).map("".join))
def test_spans_are_ordered_disjoint_and_show_the_surface(text: str) -> None:
    end = 0
    for quantity in find_quantities(text):
        assert end <= quantity.start < quantity.end
        assert text[quantity.start : quantity.end] == quantity.text
        end = quantity.end


def steps(text: str) -> int:
    """How many lines of the reader's code run on a text: the work done, whatever the machine."""
    count = 0

    def trace(_frame: object, event: str, _argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type]
    try:
        find_quantities(text)
    finally:
        sys.settrace(before)
    return count


REPEATED = [
    "Ana has 5 pens and one pair. ",
    "one hundred and ",
    "1,",
    "12,",
    "1.",
    "a1",
    "1-",
    "-",
    "2 1/",
    "½",
    "x-1-",
]
REPEATED += ["million ", "point one ", "one point ", "half a ", "minus ", "3:30", "one, the ", "a couple of ", "one "]
REPEATED += ["a third is ", "another third ", "an hour and a half ", "1 000 ", "0123 ", "a2@b.org ", "at 3:30 ", "nil "]


@pytest.mark.parametrize("piece", REPEATED)
def test_find_quantities_takes_steps_in_proportion_to_the_text(piece: str) -> None:
    short, long = steps(piece * 100), steps(piece * 400)
    assert long <= 4.2 * short + 200


def fastest_split(text: str) -> float:
    """The shortest of five timings of cutting a text into tokens."""
    return min(timeit.repeat(lambda: number_tokens.split(text), number=1, repeat=5))


@pytest.mark.parametrize("piece", ["1,", "12,", "123,", "1.", ".", "1", "a", "a'", "12,34,", "123,456,", "1\u00a0"])
def test_tokens_are_cut_without_going_back_over_the_text(piece: str) -> None:
    # The steps inside a regular expression cannot be counted: ten times the text may take ten times as long, and
    # would take a hundred times as long if the pattern went back over it.
    short, long = piece * (10_000 // len(piece)), piece * (100_000 // len(piece))
    assert fastest_split(long) < 40 * fastest_split(short) + 0.001


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("In May 12 were let go; by the 3rd of June 5 hens hatched.", ["12", "5"]),
        ("By April 14 mm of snow lay there, and in March 9.", ["14", "9"]),
        ("By March 11 of the hives were empty; on March 12 of that year all were.", ["11"]),
        ("On New Year 5 cousins came, on Sports Day 21 more; they sat in Year 6 on Day 2.", ["5", "21"]),
        ("The north team won 40 games, the south team 32.", ["40", "32"]),
        ("Elm Street planted 19 limes and Oak Street 23.", ["19", "23"]),
        ("After class 15 of them stayed in room 8.", ["15"]),
        ("The basses number 32, and we now number 19 singers.", ["32", "19"]),
        ("It cost $480 and a quarter of that went to Lea.", ["480", "a quarter"]),
        ("On May 12 we met at gate 4; the boxes in aisle 5 were full.", []),
    ],
)
def test_counts_after_months_and_nouns_that_can_carry_a_label(text: str, expected: list[str]) -> None:
    assert [surface for surface, _ in read(text)] == expected


@pytest.mark.parametrize(
    "text",
    [
        "Every one of them sang.",
        "The trucks left one after another.",
        "An early crop and a late one of the same size came in.",
        "How much higher does the tall one start?",
    ],
)
def test_one_that_stands_for_a_thing_already_named_does_not_count(text: str) -> None:
    assert read(text) == []


def test_one_before_what_it_counts_counts() -> None:
    assert read("It rained for the past one hour, and they left the hall one child at a time.") == [
        ("one", "1"),
        ("one", "1"),
    ]

"""Which picture fits a calculation, and that every picture is sound, named and described."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from arithmetree.explanation import picture
from arithmetree.views.svg_text import text_width
from explained import derivation_of, problem_of

SVG = "{http://www.w3.org/2000/svg}"

CASES = {
    "parts of a whole": (
        "There are 14 hens and 5 ducks in the yard. How many birds are there in all?",
        "a + b",
        "A bar of the parts 14 hens, 5 ducks; the whole is asked for.",
        ["14 hens", "5 ducks", "?"],
    ),
    "missing part": (
        "In a class of 28 pupils, 11 of the pupils walk and the rest come by bus. How many pupils come by bus?",
        "a - b",
        "A bar of 28 pupils. One part is 11; the other part is asked for.",
        ["11", "?", "28 pupils"],
    ),
    "difference": (
        "The red team has 52 points and the blue team has 38 points. How many more points does red have?",
        "a - b",
        "Two bars, 52 points above 38 points; the difference is asked for.",
        ["52 points", "38 points", "?"],
    ),
    "more than": (
        "Ida picked 27 plums. Bruno picked 6 more plums than Ida. How many plums did Bruno pick?",
        "a + b",
        "A bar of 27 plums, and below it one that is 6 more.",
        ["27 plums", "+ 6", "?"],
    ),
    "before and after": (
        "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?",
        "a - b",
        "Before: 24 crayons. Then 9 less. What is left is asked for.",
        ["before", "24 crayons", "after", "?", "− 9"],
    ),
    "equal groups": (
        "Each carton holds 6 jars. Pia bought 4 cartons. How many jars did she buy?",
        "a * b",
        "A bar of 4 equal parts of 6; the whole is asked for.",
        ["6", "6", "6", "6", "?"],
    ),
    "times as many": (
        "Mia has 14 stickers. Jan has 3 times as many stickers as Mia. How many stickers does Jan have?",
        "b * a",
        "A bar of 14 stickers, and below it one that is 3 times as long.",
        ["14 stickers", "14", "14", "14", "?"],
    ),
    "fraction": (
        "A rope is 360 m long. A sailor cuts off 2/5 of it. How many metres does he cut off?",
        "a * b",
        "360 m in 5 equal parts, of which 2 are meant.",
        ["360 m", "2/5: ?"],
    ),
    "per cent": (
        "A coat costs £80. In the sale its price is reduced by 25%. How much is it reduced?",
        "a * b",
        "A bar of £80; 25% of it is asked for.",
        ["£80", "25%", "?"],
    ),
    "shared": (
        "Pia shared 42 jars equally among 7 shops. How many jars did each shop get?",
        "a / b",
        "A bar of 42 jars in 7 equal parts. One part is asked for.",
        ["?", "42 jars"],
    ),
    "groups": (
        "A ticket costs $5. Ana has $45. How many tickets can she buy?",
        "b / a",
        "A bar of $45 in equal parts. Each part is $5; how many there are is asked for.",
        ["$5"] * 9 + ["$45"],
    ),
    "time line": (
        "A film starts at 5:20 pm and lasts 105 minutes. When does it end?",
        "a + b",
        "A line from 5:20 pm, with a jump of + 105 minutes; where it ends is asked for.",
        ["+ 105 minutes", "5:20 pm", "?"],
    ),
    "time between": (
        "A train leaves at 13:48 and arrives at 15:03. How many minutes does it take?",
        "b - a",
        "A line from 13:48 to 15:03; the time between them is asked for.",
        ["?", "13:48", "15:03"],
    ),
}


@pytest.mark.parametrize(("text", "calculation", "description", "words"), CASES.values(), ids=CASES)
def test_a_picture_shows_what_is_given_and_what_is_asked(
    text: str, calculation: str, description: str, words: list[str]
) -> None:
    drawn = picture(*problem_of(text), derivation_of(calculation))
    assert drawn is not None
    root = ET.fromstring(drawn)
    assert root.findtext(f"{SVG}desc") == description
    assert [one.text for one in root.iter(f"{SVG}text")] == words


@pytest.mark.parametrize(("text", "calculation", "description", "words"), CASES.values(), ids=CASES)
def test_a_picture_is_named_fits_its_frame_and_has_no_style(
    text: str,
    calculation: str,
    description: str,  # noqa: ARG001
    words: list[str],  # noqa: ARG001
) -> None:
    drawn = picture(*problem_of(text), derivation_of(calculation))
    assert drawn is not None
    root = ET.fromstring(drawn)
    width, height = (float(value) for value in root.attrib["viewBox"].split()[2:])
    assert root.attrib["role"] == "img"
    assert root.findtext(f"{SVG}title")
    assert "style" not in drawn
    for words_ in root.iter(f"{SVG}text"):
        if words_.attrib["text-anchor"] == "middle":
            half = text_width(words_.text or "", 15) / 2
            assert 0 <= float(words_.attrib["x"]) - half < float(words_.attrib["x"]) + half <= width
    for box in root.iter(f"{SVG}rect"):
        assert 0 <= float(box.attrib["x"]) < float(box.attrib["x"]) + float(box.attrib["width"]) <= width
        assert 0 <= float(box.attrib["y"]) < float(box.attrib["y"]) + float(box.attrib["height"]) <= height


@pytest.mark.parametrize(
    ("text", "calculation"),
    [
        ("A farmer has hens and goats. He counts 35 heads and 94 legs. How many goats are there?", "x where x + a = b"),
        ("A yard is 30 m long and 22 m wide. What is its area?", "a * b"),
        ("Each carton holds 6 jars. Pia bought 70 cartons. How many jars did she buy?", "a * b"),
        ("Mara has 24 crayons. Jonas has as many crayons as Mara. How many has Jonas?", "a"),
        ("A shop had 12 pens. It sold 12 pens. How many are left?", "a - b"),
    ],
)
def test_where_no_picture_fits_there_is_none(text: str, calculation: str) -> None:
    assert picture(*problem_of(text), derivation_of(calculation)) is None


def test_words_of_the_text_cannot_become_markup() -> None:
    drawn = picture(*problem_of("Ann has 3 <b>pens</b> and 4 pens. How many pens is that?"), derivation_of("a + b"))
    assert drawn is not None
    assert ET.fromstring(drawn).find(f".//{SVG}b") is None

"""What may be read as the text of a problem."""

from __future__ import annotations

import pytest

from arithmetree.errors import TextError
from arithmetree.text import LONGEST_TEXT, read_text


@pytest.mark.parametrize(
    "text", ["", " Tom has 5 pens.\r\n", "e\u0301 \ufb01 ½ 😀", "\ufeffTwo\u00a0hens", "x" * LONGEST_TEXT]
)
def test_read_text_gives_the_text_back_unchanged(text: str) -> None:
    assert read_text(text) == text


@pytest.mark.parametrize(("raw", "named"), [(None, "NoneType"), (5, "int"), (b"5 pens", "bytes"), (["5 pens"], "list")])
def test_read_text_refuses_what_is_no_string(raw: object, named: str) -> None:
    with pytest.raises(TextError, match=named):
        read_text(raw)


def test_read_text_refuses_a_text_over_the_limit_and_names_both_lengths() -> None:
    with pytest.raises(TextError, match=rf"{LONGEST_TEXT + 1} .*{LONGEST_TEXT}"):
        read_text("x" * (LONGEST_TEXT + 1))


def test_read_text_refuses_a_lone_surrogate_and_says_where() -> None:
    for half in (chr(0xD800), chr(0xDFFF)):
        with pytest.raises(TextError, match="character 4"):
            read_text("5 in" + half)

"""The ablation of the reader: rules are switched off by name, counted, and switched on again."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import parse_all, read
from script_modules import script_modules

FEWER = "Ben has 7 kites. Ana has 3 fewer kites than Ben. How many kites does Ana have?"
PLAIN = "Ann has 5 figs and Bo has 9 figs. How many figs do they have altogether?"


@pytest.fixture(scope="module")
def ablation() -> Iterator[ModuleType]:
    """The script, from a folder that is no package."""
    with script_modules("reading", ("schemas", "ablation")) as found:
        yield found["ablation"]


def rule_named(ablation: ModuleType, name: str) -> Any:
    return next(rule for rule in ablation.rules() if rule.name == name)


def test_a_rule_is_switched_off_wherever_it_is_called_from_and_on_again(ablation: ModuleType) -> None:
    rule = rule_named(ablation, "comparisons.comparison_at")
    with ablation.calling({rule.function: rule.nothing}):
        assert read(FEWER, load_parser()).schemas[1].comparison is None
    assert read(FEWER, load_parser()).schemas[1].comparison is not None


def test_only_texts_in_which_a_rule_finds_something_count_as_changed(ablation: ModuleType) -> None:
    rule = rule_named(ablation, "comparisons.comparison_at")
    parses = parse_all([FEWER, PLAIN], load_parser())
    texts = [
        ablation.Text(text, tokens, {"question": None, "quantities": []}, None)
        for text, tokens in zip((FEWER, PLAIN), parses, strict=True)
    ]
    measuring = ablation.Measuring(texts, list(ablation.rules()), {})
    assert 1 not in measuring.found_in[rule.name]
    assert measuring.without([rule])["read differently"] == 1


def test_every_rule_has_its_own_name_and_the_reader_itself_is_none(ablation: ModuleType) -> None:
    names = [rule.name for rule in ablation.rules()]
    assert len(names) == len(set(names)) > 140
    assert not any(name.startswith(("reader.", "tokens.", "spacing.")) for name in names)

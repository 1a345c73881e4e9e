"""Lemmas by rule and word list."""

import pytest

from arithmetree.morphology import known_verbs, noun_lemma, spelled_verb_lemma, verb_lemma


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("scored", "score"),
        ("swapped", "swap"),
        ("knitting", "knit"),
        ("drank", "drink"),
        ("tried", "try"),
        ("carries", "carry"),
        ("washes", "wash"),
        ("using", "use"),
        ("Weighs", "weigh"),
        ("are", "be"),
        ("table", None),
    ],
)
def test_verb_forms_lead_to_their_base(form: str, base: str | None) -> None:
    assert verb_lemma(form) == base


@pytest.mark.parametrize(
    ("form", "base"),
    [
        ("hoped", "hope"),
        ("hopped", "hop"),
        ("wheeled", "wheel"),
        ("zonked", "zonk"),
        ("flummoxes", "flummox"),
        ("grubbed", "grub"),
        ("fumigated", "fumigate"),
        ("bamboozling", "bamboozle"),
        ("levied", "levy"),
        ("sees", "see"),
    ],
)
def test_any_verb_form_has_a_base_by_its_spelling(form: str, base: str) -> None:
    assert spelled_verb_lemma(form) == base


@pytest.mark.parametrize(
    ("plural", "singular"),
    [
        ("lamps", "lamp"),
        ("boxes", "box"),
        ("buses", "bus"),
        ("houses", "house"),
        ("berries", "berry"),
        ("cookies", "cookie"),
        ("mangoes", "mango"),
        ("shoes", "shoe"),
        ("knives", "knife"),
        ("children", "child"),
        ("oarsmen", "oarsman"),
        ("specimen", "specimen"),
        ("taxis", "taxi"),
        ("basis", "basis"),
        ("niches", "niche"),
        ("glass", "glass"),
        ("fish", "fish"),
        ("series", "series"),
    ],
)
def test_plurals_lead_to_their_singular(plural: str, singular: str) -> None:
    assert noun_lemma(plural) == singular
    assert noun_lemma(singular) == singular


def test_every_base_form_is_its_own_base() -> None:
    # "found" and "ground" are also the past of other verbs, which are meant far more often.
    exceptions = {"found", "ground", "wound", "left", "saw", "felt"}
    assert {verb for verb in known_verbs() if verb_lemma(verb) != verb} <= exceptions

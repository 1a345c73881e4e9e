"""The corpus tool: reading writers' lines, alignment, derived tags, similarity, splits, figures and the card."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from arithmetree.corpus import Record, StoryIndex, load, near, save
from arithmetree.corpus.__main__ import main
from arithmetree.corpus.alignment import Cause, align
from arithmetree.corpus.build import collect, near_duplicates, near_public, parts_of
from arithmetree.corpus.card import card
from arithmetree.corpus.manifest import Built, Manifest
from arithmetree.corpus.public_sets import public_texts
from arithmetree.corpus.quotas import quota_figures, two_step_forms
from arithmetree.corpus.record import Reason
from arithmetree.corpus.second_reading import compare, load_second_reading, sample, save_second_reading
from arithmetree.corpus.similarity import common_wording, masked_words
from arithmetree.corpus.splits import split, too_near
from arithmetree.corpus.statistics import load_figures, save_figures, sentence_count, story_count, text_figures
from arithmetree.corpus.written import Place, WrittenProblem, read_line
from arithmetree.errors import DataError

PLACE = Place("a-03", 17)


def written(
    expression: str, text: str, *, tags: str = "-", family: str = "-", rates: str = "-", scenario: str = "quarry"
) -> str:
    unit = "-" if expression.startswith("!") else "stones"
    return f"{expression} | {unit} | {scenario} | {tags} | {family} | 3 | {rates} | {text}"


def problem(expression: str, text: str, rates: str = "-") -> WrittenProblem:
    return read_line(PLACE, written(expression, text, rates=rates))


def corpus_folder(tmp_path: Path, *lines: str) -> Path:
    folder = tmp_path / "corpus"
    (folder / "written").mkdir(parents=True)
    (folder / "written" / "a-01.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    Manifest({"written": "drawn"}).save(folder)
    return folder


def record_of(tmp_path: Path, line: str) -> Record:
    collected = collect([corpus_folder(tmp_path, line) / "written"], {})
    assert collected.faults == ()
    return collected.records[0]


def records(tmp_path: Path, *lines: str) -> tuple[Record, ...]:
    collected = collect([corpus_folder(tmp_path, *lines) / "written"], {})
    assert collected.faults == ()
    return collected.records


# Writers' lines


def test_line_gives_operands_with_occurrence_word_and_exact_value() -> None:
    read = problem("(5#2 + 5/2) * 7@week - 20%", "irrelevant here")
    assert [str(operand) for operand in read.operands] == ["5#2", "5/2", "7@week", "20%"]
    assert [operand.value for operand in read.operands] == [5, Fraction(5, 2), 7, Fraction(1, 5)]


def test_fraction_without_spaces_is_one_number_and_with_spaces_a_division() -> None:
    assert len(problem("1/2 * 8", "x").operands) == 2
    assert len(problem("1 / 2 * 8", "x").operands) == 3


def test_place_names_the_problem_and_the_line() -> None:
    assert PLACE.id == "a03-017"
    assert str(PLACE) == "a-03.txt:17"
    assert PLACE.writer == "a"


def test_reason_replaces_an_expression() -> None:
    read = problem("!NO_QUESTION", "Nobody asks.")
    assert read.reason is Reason.NO_QUESTION
    assert read.tree is None
    assert read.unit is None


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("5 + 3 | stones", "2 fields"),
        (written("!WHATEVER", "t"), "not a reason"),
        (written("5", "t"), "fewer than two"),
        (written("5 + x", "t"), "holds names"),
        (written("5 + ", "t"), "cannot be read"),
        (written("5/0 + 3", "t"), "divides by zero"),
        (written("5 + 3", "t", tags="irelevant"), "unknown tags irelevant"),
        (written("5 + 3", "t", rates="5=stone"), "the rate '5=stone'"),
        (written("5 + 3", "t", scenario="The Quarry"), "the scenario"),
        (written("5 + 3", "t").replace("| 3 | -", "| 9 | -"), "the grade is '9'"),
        (written("5 + 3", "t").replace("| stones |", "| - |"), "the unit of the answer is missing"),
        (written("5 + 3", ""), "the text is empty"),
    ],
)
def test_bad_line_is_refused_with_what_is_wrong(line: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        read_line(PLACE, line)


# Alignment


def spans(expression: str, text: str, rates: str = "-") -> list[str]:
    aligned = align(problem(expression, text, rates))
    assert aligned.faults == ()
    return [aligned.quantities[index].text for index in aligned.operands]


def causes(expression: str, text: str, rates: str = "-") -> list[Cause]:
    return [fault.cause for fault in align(problem(expression, text, rates)).faults]


def test_numbers_are_found_by_value_however_they_are_written() -> None:
    text = "Of two dozen carts half carry 1,250 stones, and 20% carry $4.50."
    assert spans("24 * 1/2 * 1250 + 4.50 * 20%", text) == ["two dozen", "half", "1,250", "4.50", "20"]


def test_occurrence_picks_among_equal_values() -> None:
    aligned = align(problem("5#2 + 7", "She cut 5 stones, then 5 slabs and 7 tiles."))
    assert aligned.quantities[next(iter(aligned.operands))].start == len("She cut 5 stones, then ")


def test_equal_values_without_a_choice_are_ambiguous_not_guessed() -> None:
    assert causes("5 + 7", "She cut 5 stones, then 5 slabs and 7 tiles.") == [Cause.AMBIGUOUS]


def test_label_of_the_same_value_makes_nothing_ambiguous() -> None:
    assert spans("5 + 7", "In room 5 lay 5 stones and 7 tiles.") == ["5", "7"]


def test_occurrence_that_is_a_label_is_refused() -> None:
    assert causes("5#1 + 7", "In room 5 lay 5 stones and 7 tiles.") == [Cause.OTHER_KIND]


def test_number_that_the_text_does_not_have_is_unaligned() -> None:
    assert causes("6 + 7", "She cut 5 stones and 7 tiles.") == [Cause.UNALIGNED]
    assert causes("7#3 + 5", "She cut 5 stones and 7 tiles.") == [Cause.UNALIGNED]


def test_one_number_of_the_text_cannot_be_used_twice() -> None:
    assert causes("5#1 + 5#1", "She cut 5 stones.") == [Cause.USED_TWICE]


def test_implied_number_is_at_its_word() -> None:
    aligned = align(problem("4 * 7@week", "Each day of the week 4 stones fall."))
    implied = aligned.quantities[0]
    assert (implied.text, implied.implicit, str(implied.value)) == ("week", "week", "7")
    assert aligned.tree is not None


def test_implied_number_needs_a_word_that_is_there_and_is_no_number() -> None:
    assert causes("4 * 7@week", "Each day 4 stones fall.") == [Cause.UNALIGNED]
    assert causes("4 * 2@twice", "It struck twice, and 4 stones fell.") == [Cause.UNALIGNED]


def test_rate_names_a_quantity_by_value_too() -> None:
    aligned = align(problem("4 * 6", "Each of 6 carts holds 4 stones.", "4=stone/cart"))
    assert [(aligned.quantities[rate.quantity].text, rate.per) for rate in aligned.rates] == [("4", ("stone", "cart"))]
    assert causes("4 * 6", "Each of 6 carts holds 4 stones.", "5=stone/cart") == [Cause.RATE]


# Records


def test_record_carries_tree_answer_and_derived_facts(tmp_path: Path) -> None:
    text = "On 4 carts lay 2 1/2 tons each, and a fifth of 30 sacks stayed. How many tons?"
    record = record_of(tmp_path, written("4 * 5/2", text, tags="number-words,irrelevant-same-unit,wordy"))
    assert record.answer == 10
    assert record.expression == "4 * (5/2)"
    assert record.shape == "a*b"
    assert [record.quantities[index].text for index in record.irrelevant] == ["a fifth", "30"]
    assert record.phenomena == ("fractions", "irrelevant", "irrelevant-same-unit", "number-words", "wordy")


def test_derived_tags_win_over_the_writers(tmp_path: Path) -> None:
    line = written("4 + 6", "She cut 4 stones and 6 slabs.", tags="irrelevant,irrelevant-same-unit,money,comparison")
    assert record_of(tmp_path, line).phenomena == ("comparison",)


def test_dates_and_labels_are_irrelevant_but_a_mere_one_is_not(tmp_path: Path) -> None:
    labelled, merely = records(
        tmp_path,
        written("4 + 6", "In hall 9 she cut 4 stones and 6 slabs."),
        written("40 / 8", "Eight barrels hold 40 litres. How much does one barrel hold?"),
    )
    assert "irrelevant" in labelled.phenomena
    assert labelled.irrelevant == ()
    assert "irrelevant" not in merely.phenomena
    assert len(merely.irrelevant) == 1


@pytest.mark.parametrize(
    ("expression", "shape"),
    [("(9 - 4) * 6", "(a-b)*c"), ("6 * (9 - 4)", "a*(b-c)"), ("9 - (4 - 6)", "a-(b-c)"), ("9 + (6 - 4)", "a+b-c")],
)
def test_shape_letters_follow_the_expression(tmp_path: Path, expression: str, shape: str) -> None:
    assert record_of(tmp_path, written(expression, "Here are 4, 6 and 9 stones.")).shape == shape


def test_record_survives_the_way_to_json_and_back(tmp_path: Path) -> None:
    lines = (
        written("1/3 * 6 + 4#2", "A third of 6 slabs, 4 stones and 4 tiles lay.", rates="4#1=stone/slab"),
        written("!TOO_FEW_QUANTITIES", "Bo has 3. How many?"),
    )
    given = records(tmp_path, *lines)
    save(given, tmp_path / "part.jsonl")
    assert load(tmp_path / "part.jsonl") == given


def test_load_names_the_bad_line(tmp_path: Path) -> None:
    file = tmp_path / "part.jsonl"
    file.write_text('{"id": "a01-001"}\n', encoding="utf-8")
    with pytest.raises(DataError, match=r"part.jsonl:1: .*not a record"):
        load(file)
    with pytest.raises(DataError, match="cannot be read"):
        load(tmp_path / "nothing.jsonl")


# Collecting


def test_lines_with_faults_are_left_out_and_listed_with_their_place(tmp_path: Path) -> None:
    folder = corpus_folder(
        tmp_path,
        written("4 + 6", "She cut 4 stones and 6 slabs."),
        written("4 + 7", "She sold 4 stones and 6 slabs."),
        written("4 - 6", "She lost 4 stones and 6 slabs."),
    )
    collected = collect([folder / "written"], {})
    assert [record.id for record in collected.records] == ["a01-001"]
    assert [(str(fault.place), fault.cause) for fault in collected.faults] == [
        ("a-01.txt:2", Cause.UNALIGNED),
        ("a-01.txt:3", Cause.ANSWER),
    ]


def test_family_of_one_is_listed_and_no_family(tmp_path: Path) -> None:
    line = written("4 + 6", "She cut 4 stones and 6 slabs.", tags="family,minimal-pair", family="k1")
    collected = collect([corpus_folder(tmp_path, line) / "written"], {})
    assert [fault.cause for fault in collected.faults] == [Cause.FAMILY]
    assert (collected.records[0].family, collected.records[0].phenomena) == (None, ())


def test_minimal_pair_needs_common_wording(tmp_path: Path) -> None:
    tags = "family,minimal-pair"
    pair = records(
        tmp_path,
        written("9 + 6", "Nine gulls sat there and 6 joined them. How many sat there?", tags=tags, family="k1"),
        written("9 - 6", "Nine gulls sat there and 6 left them. How many sat there?", tags=tags, family="k1"),
        written("9 * 6", "Every ferry to Skye takes nine vans on each of 6 trips.", tags=tags, family="k1"),
    )
    assert ["minimal-pair" in record.phenomena for record in pair] == [True, True, False]


def test_dropped_problem_is_left_out_and_must_exist(tmp_path: Path) -> None:
    folder = corpus_folder(tmp_path, written("4 + 6", "She cut 4 stones and 6 slabs."))
    assert collect([folder / "written"], {"a01-001": "dull"}).records == ()
    with pytest.raises(DataError, match="a01-009"):
        parts_of(folder, Manifest({"written": "drawn"}, dropped={"a01-009": "dull"}), workers=1)


def test_manifest_is_read_as_written(tmp_path: Path) -> None:
    manifest = Manifest(
        {"written": "drawn", "more": "general"},
        ("more",),
        {"a01-002": "near a01-001"},
        {"b01-001": "scene"},
        {"train": Built(3, "ab")},
    )
    manifest.save(tmp_path)
    assert Manifest.load(tmp_path) == manifest
    assert manifest.left_out == {"a01-002", "b01-001"}
    (tmp_path / "manifest.json").write_text("[]", encoding="utf-8")
    with pytest.raises(DataError, match="is not a manifest of a corpus"):
        Manifest.load(tmp_path)


# Similarity

MASON = "Ottokar hewed 14 blocks of granite in the old quarry and sold 5 of them to a mason. How many blocks remained?"
SAME = (
    "Wilhelmina hewed nine blocks of granite in the old quarry and sold 2 of them to a mason. How many blocks remained?"
)
OTHER = (
    "The ferry from Oban carried 14 vans to the island and brought back 5 of them at night. How many vans stayed there?"
)


def test_numbers_names_and_pronouns_are_masked() -> None:
    assert masked_words("Ana sold 5 eggs; she kept two.") == masked_words("Bo Li sold twenty eggs; he kept 3.")
    assert masked_words("The hen laid it.") != masked_words("The hen ate it.")


def test_same_story_with_other_numbers_and_names_is_near() -> None:
    index = StoryIndex([("mason", MASON), ("ferry", OTHER)])
    assert [match.key for match in near(SAME, index)] == ["mason"]
    assert near(SAME, index)[0].jaccard == 1


def test_story_inside_a_longer_one_is_near() -> None:
    longer = SAME + " The weather had been fine all week, the cart stood ready by the gate, and nobody complained."
    longer += " Later on a second buyer drove up the hill, looked round, shook his head and went away again."
    (match,) = near(longer, StoryIndex([("mason", MASON)]))
    assert match.jaccard < 0.4
    assert match.contained >= 0.6


def test_unlike_stories_are_not_near() -> None:
    assert near(OTHER, StoryIndex([("mason", MASON)])) == ()
    assert near("", StoryIndex([("mason", MASON)])) == ()
    assert near(MASON, StoryIndex([])) == ()


def test_common_wording_is_in_order() -> None:
    assert common_wording("the cat saw a dog", "the cat saw a dog") == 1
    assert common_wording("red hens run", "cold soup stands") == 0


def test_later_one_of_near_problems_is_named_unless_they_are_a_family(tmp_path: Path) -> None:
    single = records(tmp_path, written("14 - 5", MASON), written("9 - 2", SAME), written("14 - 5", OTHER))
    assert list(near_duplicates(single)) == ["a01-002"]
    family = [replace(record, family="a-k1") for record in single]
    assert near_duplicates(family) == {}


def test_problem_near_a_public_one_is_named(tmp_path: Path) -> None:
    (record,) = records(tmp_path, written("9 - 2", SAME))
    assert list(near_public([record], {"SET": [OTHER, MASON]})) == ["a01-001"]
    assert "near SET 1" in near_public([record], {"SET": [OTHER, MASON]})["a01-001"]


# Splits


def many(tmp_path: Path) -> list[Record]:
    (record,) = records(tmp_path, written("14 - 5", MASON))
    return [
        replace(record, id=f"a01-{number:03}", scenario=f"scene-{number // 5}", family=f"a-{number // 2}")
        for number in range(1000)
    ]


def test_parts_have_their_shares_whole_families_and_a_fixed_order(tmp_path: Path) -> None:
    given = many(tmp_path)
    parts = split(given)
    assert {name: len(part) for name, part in parts.items()} == pytest.approx(
        {"train": 650, "dev": 100, "calibration": 250}, abs=10
    )
    homes: dict[str | None, set[str]] = {}
    for name, part in parts.items():
        for record in part:
            homes.setdefault(record.family, set()).add(name)
    assert all(len(names) == 1 for names in homes.values())
    assert sum(len(part) for part in parts.values()) == len(given)
    assert split(list(reversed(given)))["dev"] != ()


def test_split_does_not_depend_on_where_a_scenario_is(tmp_path: Path) -> None:
    given = [replace(record, family=None) for record in many(tmp_path)]
    dev = {record.id for record in split(given)["dev"]}
    assert {record.id for record in split(given[::-1])["dev"]} == dev


# Figures and card


def test_quotas_count_shares_and_compare_with_the_plan(tmp_path: Path) -> None:
    given = records(tmp_path, written("14 - 5", MASON), written("!OUT_OF_SCOPE", OTHER))
    figures = {figure.quota.name: figure for figure in quota_figures(given)}
    assert (figures["one step"].count, figures["one step"].share, figures["one step"].met) == (1, 50, False)
    assert figures["irrelevant quantities"].count == 0


def test_two_step_forms_tell_sides_apart_where_they_matter(tmp_path: Path) -> None:
    text = "Here are 4, 6 and 30 stones."
    given = records(tmp_path, *(written(each, text) for each in ("30 - (4 + 6)", "(30 - 4) + 6", "6 + (30 - 4)")))
    counted = {form: count for form, count in two_step_forms(given).items() if count}
    assert counted == {"a - (b + c)": 1, "(a - b) + c": 2}
    assert len(two_step_forms([])) == 24


def test_stories_count_families_once_and_masked_texts_once(tmp_path: Path) -> None:
    single = records(tmp_path, written("14 - 5", MASON), written("9 - 2", SAME), written("14 - 5", OTHER))
    assert story_count(single) == 2
    assert story_count([replace(record, family="a-k1") for record in single]) == 1


def test_text_figures_count_words_sentences_and_verbs(tmp_path: Path) -> None:
    figures = text_figures(["Mrs. Li cut 4 stones. How many?", "He cut 5 stones. How many?"], [["cut"], ["cut", "see"]])
    assert (figures.problems, figures.sentences_per_problem, figures.verbs) == (2, 2.0, 1)
    assert figures.vocabulary == len({"cut", "stones", "how", "many"})
    save_figures({"ours": figures}, tmp_path / "statistics.json")
    assert load_figures(tmp_path / "statistics.json") == {"ours": figures}
    with pytest.raises(DataError, match="no texts"):
        text_figures([], [])


@pytest.mark.parametrize(
    ("text", "count"), [("One. Two? Three!", 3), ("Dr. Wu has 3.5 tons", 1), ('"Stop." He ran .', 2), ("", 1)]
)
def test_sentences_are_counted(text: str, count: int) -> None:
    assert sentence_count(text) == count


def test_second_reading_lists_disagreements_and_their_rate(tmp_path: Path) -> None:
    given = records(tmp_path, written("14 - 5", MASON), written("!OUT_OF_SCOPE", OTHER))
    reading = compare(given, {"a01-001": "9", "a01-002": "19"})
    assert [(each.id, each.corpus, each.reader) for each in reading.disagreements] == [
        ("a01-002", "OUT_OF_SCOPE", "19")
    ]
    assert reading.rate == 50
    save_second_reading(reading, tmp_path / "second_reading.json")
    assert load_second_reading(tmp_path / "second_reading.json") == reading
    assert load_second_reading(tmp_path / "none.json") is None
    with pytest.raises(DataError, match="b09-001"):
        compare(given, {"b09-001": "9"})


def test_sample_is_a_share_drawn_by_the_seed(tmp_path: Path) -> None:
    given = many(tmp_path)
    assert len(sample(given, 0.05, 1)) == 50
    assert sample(given, 0.05, 1) == sample(given[::-1], 0.05, 1)
    assert sample(given, 0.05, 1) != sample(given, 0.05, 2)


def test_card_says_who_wrote_it_and_how_the_second_reading_went(tmp_path: Path) -> None:
    given = records(tmp_path, written("14 - 5", MASON), written("!OUT_OF_SCOPE", OTHER))
    reading = {"second_reading.json": compare(given, {"a01-001": "9"})}
    review = {"problems": 2, "wrong_expression_before_review": 1, "ambiguous_before_review": 0}
    text = card({"train": given}, Manifest({"written": "drawn"}), {}, reading, [review])
    assert text.startswith("---\nlicense: cc-by-4.0\n")
    assert "**All texts and calculations were written by language models**" in text
    assert "| train | 2 | 1 | 1 | 50.0 % |" in text
    assert "| one step | 35 | 50.0 |" in text
    assert "solved 1 read-once problems drawn at random and disagreed in 0 (0.0 %" in text
    assert "(2 problems read, `reviews/`): 1 calculations" in text


def test_public_sets_are_read_or_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"gsm8k/train\.jsonl"):
        public_texts(tmp_path)
    for name in ("ai2", "illinois", "commoncore", "allArith", "aggregate", "alg514"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "questions.json").write_text(json.dumps([{"sQuestion": MASON}]), encoding="utf-8")
    (tmp_path / "gsm8k").mkdir()
    (tmp_path / "gsm8k" / "train.jsonl").write_text(json.dumps({"question": OTHER}) + "\n", encoding="utf-8")
    assert public_texts(tmp_path)["CC"] == (MASON,)
    assert public_texts(tmp_path)["GSM8K"] == (OTHER,)


# The commands


def test_build_writes_the_parts_and_compares_them_with_the_manifest(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, out = corpus_folder(tmp_path, written("14 - 5", MASON), written("14 - 5", OTHER)), tmp_path / "out"
    build = ["build", "--corpus", str(folder), "--out", str(out)]
    assert main(build) == 2
    assert "not what the manifest says: calibration, dev, train" in capsys.readouterr().err
    assert main([*build, "--accept"]) == 0
    assert main(build) == 0
    found = [record for file in sorted(out.glob("*.jsonl")) for record in load(file)]
    assert {record.id for record in found} == {"a01-001", "a01-002"}
    (folder / "written" / "a-01.txt").write_text(written("14 + 5", MASON) + "\n", encoding="utf-8")
    assert main(build) == 2


def test_lines_that_cannot_be_used_stop_the_build(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = corpus_folder(tmp_path, written("14 - 5", MASON), written("14 - 6", OTHER))
    assert main(["build", "--corpus", str(folder), "--out", str(tmp_path / "out")]) == 2
    printed = capsys.readouterr()
    assert "a-01.txt:2: unaligned: 6 is not a number of the text" in printed.out
    assert "to settle: {'unaligned': 1}" in printed.err
    assert not (tmp_path / "out").exists()


def test_check_finds_what_is_near_and_leaves_it_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = corpus_folder(tmp_path, written("14 - 5", MASON), written("9 - 2", SAME), written("14 - 5", OTHER))
    assert main(["check", "--corpus", str(folder)]) == 1
    assert "a01-002: near duplicate: near a01-001" in capsys.readouterr().out
    assert main(["check", "--corpus", str(folder), "--leave-out"]) == 0
    assert list(Manifest.load(folder).dropped) == ["a01-002"]
    assert main(["check", "--corpus", str(folder)]) == 0


def test_sample_shows_texts_only_and_compare_writes_the_reading(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = corpus_folder(tmp_path, written("14 - 5", MASON))
    monkeypatch.chdir(tmp_path)
    main(["build", "--corpus", str(folder), "--accept"])
    capsys.readouterr()
    parts = ["--parts", "train,dev,calibration"]
    assert main(["sample", "--count", "1", "--corpus", str(folder), *parts]) == 0
    assert json.loads(capsys.readouterr().out) == {"id": "a01-001", "text": MASON}
    answers = tmp_path / "answers.jsonl"
    answers.write_text('{"id": "a01-001", "answer": "8"}\n', encoding="utf-8")
    assert main(["compare", str(answers), "--corpus", str(folder)]) == 0
    assert "1 read, 1 disagreements, 100.0 %" in capsys.readouterr().out
    assert load_second_reading(folder / "second_reading.json") is not None
    assert main(["sample", "--corpus", str(folder), "--parts", "nowhere"]) == 2


def test_bad_input_ends_with_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["build", "--corpus", str(tmp_path)]) == 2
    assert "is not a manifest" in capsys.readouterr().err


def test_what_is_learned_from_keeps_away_from_what_is_held_out(tmp_path: Path) -> None:
    line = written("9 + 4", "Nine grey stones and 4 red stones lay by the quarry gate. How many stones lay there?")
    held = record_of(tmp_path, line)
    same_scenario = replace(held, id="z01-001", text="A duck pond had 3 ducks and 4 geese. How many birds swam there?")
    same_story = replace(held, id="z01-002", scenario="elsewhere")
    new = replace(same_scenario, id="z01-003", scenario="elsewhere")
    general = replace(same_scenario, id="z01-004", kind="reuse")  # scenes of general problems are named apart
    parts = {"families": (same_scenario, same_story, new), "general": (general,), "test": (held,)}
    assert too_near(parts) == {"z01-001": "scenario of a01-001", "z01-002": "near a01-001"}


def test_folders_go_to_the_parts_of_the_manifest(tmp_path: Path) -> None:
    lines = [
        written("9 + 4", f"The {word} cart held 9 stones and then 4 more. How many stones did it hold?", scenario=word)
        for word in ("first", "second", "third", "fourth", "fifth")
    ]
    folder = corpus_folder(tmp_path, *lines)
    for name, text in (
        ("families/z-01.txt", written("7 - 2", "Of 7 geese 2 flew off. How many stayed?", scenario="pond")),
        (
            "general/ga-01.txt",
            "@ hens | reuse | worksheet | 3\n: Ana has 4 hens.\n? How many legs? => 4 * 2@hens | legs",
        ),
    ):
        (folder / name).parent.mkdir()
        (folder / name).write_text(text + "\n", encoding="utf-8")
    manifest = Manifest(
        {"written": "drawn", "families": "families", "general": "general"}, ("general",), held_back={"a01-003": "scene"}
    )
    for workers in (1, 2):
        parts = parts_of(folder, manifest, workers=workers)
        assert parts.faults == ()
        assert [record.id for record in parts.records["families"]] == ["z01-001"]
        assert [record.kind for record in parts.records["general"]] == ["reuse"]
        assert "a01-003" not in {record.id for part in parts.records.values() for record in part}

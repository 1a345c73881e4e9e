"""Several problems in one paste: exercises, parts, shared stories, paragraphs, and what belongs to none of them."""

from __future__ import annotations

import pytest

from arithmetree.pasting import PastedProblem, readable_problems, split

PROBLEMS = (
    "Tom has 14 cards. He gives 5 to Ann. How many cards has he left?",
    "A box holds 8 pens. How many pens are in 6 boxes?",
    "3 friends share 24 sweets equally. How many sweets does each get?",
)
STORY = "Hana has 150 beads. Each bracelet uses 18 beads."
PARTS = ("How many bracelets can she make?", "How many beads will be left over?")
ZOO = "Zoo tickets cost £9 for adults and £5 for children."


def texts(text: str) -> list[str]:
    return [text[problem.start : problem.end] for problem in split(text)]


def labels(text: str) -> list[str | None]:
    return [problem.label for problem in split(text)]


def questions(text: str) -> list[tuple[str | None, str]]:
    return [(asked.label, text[asked.start : asked.end]) for problem in split(text) for asked in problem.questions]


def only(text: str) -> PastedProblem:
    (problem,) = split(text)
    return problem


@pytest.mark.parametrize(
    "label",
    [
        "{}.",
        "{})",
        "({})",
        "[{}]",
        "{}:",
        "{} -",
        "{}",
        "#{}",
        "No. {}",
        "Q{}",
        "Q{}:",
        "Q.{}",
        "Question {}",
        "QUESTION {}:",
        "Question #{}",
        "Exercise {}:",
        "Ex. {}",
        "Problem {}",
        "Task {} –",
        "Word problem {}:",
        "Card #{}:",
        "N°{}",
        "Question ({})",
        "Question: {}",
        "Question {} of 3",
        "{}/3",
        "Station {}",
        "**{}.**",
        "**Question {}**",
        "### Question {}",
        "• {})",
        "Day {}:",
        "1.{}",
        "{}️⃣",
    ],
)
@pytest.mark.parametrize("after_label", [" ", "\n"])
@pytest.mark.parametrize("between", ["\n", "\n\n"])
def test_numbered_exercises_are_separated(label: str, after_label: str, between: str) -> None:
    text = between.join(label.format(at) + after_label + problem for at, problem in enumerate(PROBLEMS, start=1))
    assert texts(text) == list(PROBLEMS)
    assert [name and name.removeprefix("1.") for name in labels(text)] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("Problem one:", "Problem two:", "Problem three:"), ["1", "2", "3"]),
        (("1st one:", "2nd:", "3rd:"), None),
        (("①", "②", "③"), ["1", "2", "3"]),
        (("B4.", "B5.", "B6."), ["B4", "B5", "B6"]),
        (("Problem A:", "Problem B:", "Problem C:"), ["A", "B", "C"]),
        (("Monday:", "Tuesday:", "Wednesday:"), ["Monday", "Tuesday", "Wednesday"]),
        (("a)", "b)", "c)"), ["a", "b", "c"]),
        (("i.", "ii.", "iii."), ["i", "ii", "iii"]),
    ],
)
def test_other_labels_are_kept_as_they_count(names: tuple[str, ...], expected: list[str] | None) -> None:
    text = "\n".join(f"{name} {problem}" for name, problem in zip(names, PROBLEMS, strict=True))
    assert texts(text) == list(PROBLEMS)
    assert labels(text) == (expected or ["1", "2", "3"])


@pytest.mark.parametrize("mark", ["• ", "- ", "* ", "→ ", "✅ ", "🍎 ", "☐ ", "o "])
def test_bullets_with_a_question_each_are_problems(mark: str) -> None:
    text = "Quick questions for tomorrow:\n" + "\n".join(mark + problem for problem in PROBLEMS)
    assert texts(text) == list(PROBLEMS)


@pytest.mark.parametrize(
    "between", ["\n\n", "\n---\n", "\n\n***\n\n", "\n", "\n\nMoney\n\n", "\n\nnext one:\n\n", "\r\n\r\n"]
)
def test_paragraphs_and_lines_with_a_question_each_are_problems(between: str) -> None:
    assert texts(between.join(PROBLEMS)) == list(PROBLEMS)


def test_several_problems_in_one_line_are_separated_at_their_numbers() -> None:
    text = " ".join(f"{at}. {problem}" for at, problem in enumerate(PROBLEMS, start=1))
    assert texts(text) == list(PROBLEMS)
    assert labels(text) == ["1", "2", "3"]


@pytest.mark.parametrize(
    "text",
    [
        "1) 345 + 278 2) 27 x 4 3) 84 ÷ 7",
        "1. tom has 5 and eats 2 how many left 2. a box has 8 pens how many in 3 boxes 3. what is 4 + 5",
        "1\t48 + 36\n2\t91 − 45\n3\t13 × 6",
        "1   48 + 36\n2   91 − 45\n3   13 × 6",
        "1.  12 x 4 =            2.  81 ÷ 9 =\n3.  Find 10% of 450.",
    ],
)
def test_numbers_count_up_without_marks_and_lines_between_them(text: str) -> None:
    assert labels(text) == ["1", "2", "3"]
    assert [len(problem.questions) for problem in split(text)] == [1, 1, 1]


@pytest.mark.parametrize(
    "sheet",
    [
        "Name: ________   Class: 4B   Date: 12/03/2025",
        "Year 5 Maths Homework – due Friday",
        "Ms. Carter – Grade 3 – Week 12",
        "Monday 6th October\nLO: to solve two-step problems",
        "Answer ALL questions. Calculators are NOT allowed.",
        "Time: 30 minutes   Total: ___ / 20",
        "Friday problem solving - Maple Class - 14.11.25",
    ],
)
def test_the_head_of_a_sheet_is_no_problem_and_no_story(sheet: str) -> None:
    text = sheet + "\n\n" + "\n".join(f"{at}) {problem}" for at, problem in enumerate(PROBLEMS, start=1))
    assert texts(text) == list(PROBLEMS)
    assert all(problem.shared is None for problem in split(text))


@pytest.mark.parametrize(
    "end",
    [
        " (2 marks)",
        " [2]",
        "  (3)",
        " ____",
        " ______ cards",
        "\nAnswer: £______",
        "\nShow your working.",
        "\n[1 mark]",
        " Explain how you know.",
        "\nWorking:\n\nAnswer:",
        "\nAnswer: 72",
        "\nPage 1 of 2",
        " thanks!!",
        " (use a bar model)",
    ],
)
def test_marks_blanks_and_instructions_end_no_problem(end: str) -> None:
    text = "\n\n".join(f"{at}. {problem}{end}" for at, problem in enumerate(PROBLEMS, start=1))
    assert texts(text) == list(PROBLEMS)


def test_answers_to_choose_from_are_left_out() -> None:
    assert texts(f"{PROBLEMS[1]}\nA) 14   B) 42   C) 48") == [PROBLEMS[1]]
    assert texts(f"{PROBLEMS[1]}\nA) 14\nB) 42\nC) 48") == [PROBLEMS[1]]
    assert texts(f"{PROBLEMS[1]}\n☐ 14 ☐ 42 ☐ 48") == [PROBLEMS[1]]


@pytest.mark.parametrize(
    "choices",
    [
        "\nA. 9\nB. 19\nC. 8 cards\n",
        "  (a) 9  (b) 19  (c) 8\n",
        "\na) 1 h 10 min\nb) 1 h 20 min\nc) 2 h 5 min\n",
        "\n○ 9\n○ 19\n○ 8\n",
        "\n[ ] 9\n[ ] 19\n[ ] 8\n",
        "\n9 / 19 / 8\n",
    ],
)
def test_each_exercise_may_have_answers_to_choose_from(choices: str) -> None:
    text = "".join(f"{number}. {problem}{choices}" for number, problem in enumerate(PROBLEMS, start=1))
    assert texts(text) == list(PROBLEMS)


def test_letters_below_a_line_with_a_colon_are_no_choices() -> None:
    text = "1. Ed buys one of each:\na) 3 kg\nb) 5 kg\nc) 8 kg\nHow much do they weigh?"
    assert text[only(text).start : only(text).end].count("kg") == 3


SUMS = ["14 + 29", "63 - 18", "8 × 12", "96 ÷ 4"]


@pytest.mark.parametrize(
    "sheet",
    [
        "{}\n{}\n{}\n{}",
        "{}, {}, {}, {}",
        "Work these out: {}; {}; {}; {}",
        "{}      {}\n{}      {}",
        "{} = ____      {} = ____\n{} = ____      {} = ____",
        "| {} | {} |\n| {} | {} |",
        "| Sum | Answer |\n|---|---|\n| {} | |\n| {} | |\n| {} | |\n| {} | |",
        "What is {}? What is {}? What is {}? What is {}?",
    ],
)
def test_sums_are_problems_whatever_lies_between_them(sheet: str) -> None:
    found = split(sheet.format(*SUMS))
    assert [problem.label for problem in found] == [None] * 4
    assert [len(problem.questions) for problem in found] == [1] * 4


@pytest.mark.parametrize(
    "sheet",
    [
        "1. {} = ___   2. {} = ___\n3. {} = ___   4. {} = ___",
        "1\t{} =\t2\t{} =\n3\t{} =\t4\t{} =",
        "1   {}        ________   [1]\n2   {}        ________   [1]\n3   {}    ________   [2]\n4   {}   ________   [1]",
        "(1) {}; (2) {}; (3) {}; (4) {}",
        "Q1 {}   Q2 {}   Q3 {}   Q4 {}",
        "**1)** {}  **2)** {}\n**3)** {}  **4)** {}",
        "1.) {}\n2.) {}\n3.) {}\n4.) {}",
    ],
)
def test_labelled_sums_are_problems_in_any_columns(sheet: str) -> None:
    text = sheet.format(*SUMS)
    assert labels(text) == ["1", "2", "3", "4"]
    assert [asked.rstrip(" =") for _, asked in questions(text)] == SUMS


def test_a_label_with_a_slash_is_no_division() -> None:
    text = "1.) 72 / 8\n2.) 90 / 15"
    assert questions(text) == [(None, "72 / 8"), (None, "90 / 15")]


def test_a_box_stands_for_the_number_asked_for() -> None:
    assert questions("1. □ + 17 = 40\n2. 6 × □ = 48") == [(None, "□ + 17 = 40"), (None, "6 × □ = 48")]


def test_numbers_of_two_levels_count_up_below_each_other() -> None:
    text = f"1.1 {PROBLEMS[0]}\n1.2 {PROBLEMS[1]}\n2.1 {PROBLEMS[2]}\n2.2 {PROBLEMS[0]}"
    assert labels(text) == ["1.1", "1.2", "2.1", "2.2"]


@pytest.mark.parametrize("mark", ["** ", "*** ", "\\item "])
def test_stars_and_items_of_a_list_are_bullets(mark: str) -> None:
    assert texts("\n".join(mark + problem for problem in PROBLEMS)) == list(PROBLEMS)


def test_capital_letters_before_a_gap_are_labels() -> None:
    text = "\n".join(f"{letter}  {problem}" for letter, problem in zip("ABC", PROBLEMS, strict=True))
    assert (labels(text), texts(text)) == (["A", "B", "C"], list(PROBLEMS))


def test_a_number_and_the_word_question_are_one_label() -> None:
    assert labels(f"1. Question: {PROBLEMS[0]}\n2. Question: {PROBLEMS[1]}") == ["1", "2"]
    assert labels(f"Question: {PROBLEMS[1]}\nQuestion: {PROBLEMS[1]}") == [None, None]


def test_a_title_after_a_number_is_no_part_of_the_problem() -> None:
    text = f"Exercise 1: Trading Cards\n{PROBLEMS[0]}\n\nExercise 2: Pens\n{PROBLEMS[1]}"
    assert (labels(text), texts(text)) == (["1", "2"], list(PROBLEMS[:2]))


def test_space_for_an_answer_may_be_written_with_stars() -> None:
    assert texts(f"{PROBLEMS[0]}\n*Your answer:* ________") == [PROBLEMS[0]]


@pytest.mark.parametrize(
    "asking",
    [
        "Find\na) the area,\nb) the cost of a fence at £6 a metre.",
        "Calculate: (a) the area; and (b) the cost of a fence at £6 a metre",
        "Work out\n\n(a) the area\n\n(b) the cost of a fence at £6 a metre",
    ],
)
def test_parts_may_say_what_the_verb_before_them_asks_for(asking: str) -> None:
    text = f"4. A garden is 9 m long and 5 m wide. {asking}"
    assert questions(text) == [("a", "the area"), ("b", "the cost of a fence at £6 a metre")]
    (read,) = (read.text for _, read in readable_problems(text))
    verb = asking.split()[0].rstrip(":")
    assert read.count(verb) == 2


def test_a_verb_before_lettered_sums_is_no_question() -> None:
    assert questions("5 Work out\n(a) 3.7 + 4.8\n(b) 12 - 5.6") == [("a", "3.7 + 4.8"), ("b", "12 - 5.6")]


def test_letters_start_again_below_another_story() -> None:
    farm = "A farm has 30 hens and 12 ducks.\na) How many birds are there?\nb) How many more hens are there?"
    text = f"{STORY}\na) {PARTS[0]}\nb) {PARTS[1]}\n\n{farm}"
    assert [[asked.label for asked in problem.questions] for problem in split(text)] == [["a", "b"], ["a", "b"]]


@pytest.mark.parametrize(
    "message",
    [
        "Hi Mrs Wood,\n\nthe sheet is hard. It says:\n\n{}\n\nI think 9.",
        "On Tue, 4 Mar 2025 at 09:15, Ms Wood wrote:\n> {}",
        "[17:40] Zoe: what did you get for q2\n[17:41] Zoe: {}",
        "{} Any ideas? Thanks",
        "Subject: maths\n\nok so the question is: {}",
        "{}\n\nI got 11 but my friend says it's wrong??",
        "{}  [3]\n[Total: 5]",
        "Time: 20 minutes. You may not use a calculator.\n\n{}\nHand in by Monday 3rd March!",
    ],
)
def test_what_a_message_or_paper_says_around_a_problem_is_left_out(message: str) -> None:
    assert texts(message.format(PROBLEMS[0])) == [PROBLEMS[0]]


@pytest.mark.parametrize("label", ["{})", "({})", "{}.", "{}:", "{} -", "{}", "[{}]", "Part {}", "3{})", "**{})**"])
@pytest.mark.parametrize("opening", ["", "3. "])
def test_lettered_parts_belong_to_one_problem(label: str, opening: str) -> None:
    story = STORY if label.startswith("3") and not opening else opening + STORY
    text = story + "\n" + "\n".join(f"{label.format(name)} {part}" for name, part in zip("ab", PARTS, strict=True))
    assert questions(text) == [("a", PARTS[0].rstrip("?")), ("b", PARTS[1].rstrip("?"))]
    assert len(split(text)) == 1


def test_parts_can_follow_each_other_in_one_line() -> None:
    text = f"{STORY} a) {PARTS[0]} b) {PARTS[1]}"
    assert questions(text) == [("a", PARTS[0].rstrip("?")), ("b", PARTS[1].rstrip("?"))]
    assert only(text).label is None


def test_a_part_may_state_facts_before_it_asks() -> None:
    text = f"{STORY}\n(i) {PARTS[0]}\n(ii) She buys 30 more. How many beads has she then?"
    assert questions(text)[1] == ("ii", "How many beads has she then")


@pytest.mark.parametrize("lead", ["", "Use this for questions 1 to 2.\n", "Questions 1–2 are about the zoo.\n\n"])
@pytest.mark.parametrize(
    "story", [ZOO, "Zoo\nAdult £9\nChild £5", "Adult ...... £9\nChild ...... £5", "- Adult: £9\n- Child: £5"]
)
def test_a_story_before_numbered_questions_is_shared_by_them(lead: str, story: str) -> None:
    text = f"{lead}{story}\n\n1. How much do 2 adults pay?\n2. How much do 3 children pay?"
    found = split(text)
    assert [problem.label for problem in found] == ["1", "2"]
    for problem in found:
        assert problem.shared is not None
        assert text[slice(*problem.shared)] == story


def test_a_shared_story_covers_the_exercises_it_names() -> None:
    text = (
        f"Use this for questions 1 and 2. {ZOO}\n1. What do 2 adults pay?\n2. What do 3 children pay?\n3. {PROBLEMS[1]}"
    )
    assert [problem.shared is not None for problem in split(text)] == [True, True, False]


def test_a_story_after_a_question_is_for_the_exercises_after_it() -> None:
    text = f"3. {PROBLEMS[1]}\n\n{ZOO}\n4. What do 2 adults pay?\n5. What do 3 children pay?"
    shared = [problem.shared and text[slice(*problem.shared)] for problem in split(text)]
    assert shared == [None, ZOO, ZOO]


def test_a_paragraph_that_goes_on_with_the_story_is_no_new_problem() -> None:
    text = "Mia sells 24 cups. How many are left of 30?\n\nOn Sunday she sells 12 more. How many did she sell?"
    assert len(only(text).questions) == 2


def test_numbered_facts_are_one_problem_with_the_question_after_them() -> None:
    text = "1. Tom has 5 apples.\n2. Sam has 7 apples.\nHow many apples do they have altogether?"
    assert questions(text) == [(None, "How many apples do they have altogether")]
    assert only(text).label is None


def test_lines_that_count_up_without_asking_are_facts() -> None:
    text = "Week 1: 30 visitors\nWeek 2: 45 visitors\n\nHow many visitors came in the two weeks?"
    assert only(text).start == 0


def test_a_wrapped_line_that_starts_with_a_number_is_no_exercise() -> None:
    text = "In the hall of the school there were only\n24. How many of the 30 chairs were in use?"
    assert only(text).label is None


def test_an_ordinary_problem_is_one_problem() -> None:
    problem = only(PROBLEMS[0])
    assert (problem.start, problem.end, problem.label, problem.shared) == (0, len(PROBLEMS[0]), None, None)


def test_a_text_without_a_question_has_none() -> None:
    assert only("Tom has 14 cards.").questions == ()


@pytest.mark.parametrize("text", ["", "   ", "\n\n\n", "😀"])
def test_nothing_has_no_problems(text: str) -> None:
    assert split(text) == ()


@pytest.mark.parametrize(
    "label", ["{}.", "{})", "({})", "[{}]", "{}:", "#{}:", "Q{}.", "Question {}:", "Task {}:", "Card {}:", "No. {}:"]
)
@pytest.mark.parametrize("gap", [" ", "   "])
def test_labels_count_up_inside_a_line(label: str, gap: str) -> None:
    sheet = gap.join(f"{label.format(number)} {problem}" for number, problem in enumerate(PROBLEMS, 1))
    assert texts(sheet) == list(PROBLEMS)
    assert labels(sheet) == ["1", "2", "3"]


@pytest.mark.parametrize("label", ["{})", "({})", "Q{}:"])
def test_labels_inside_a_line_need_no_full_stop_before_them(label: str) -> None:
    asked = ["how many pens are there", "how many are red", "how many are blue"]
    story = "a box has 12 red pens and 8 blue pens "
    line = story + " ".join(f"{label.format(number)} {question}" for number, question in enumerate(asked, 1))
    assert [question for _, question in questions(line)] == asked


def test_numbers_inside_a_line_are_no_labels() -> None:
    only("Park prices: adult £6, child £4.\na) What do 2 adults pay?\nb) What do 3 adults and 2 children pay?")


@pytest.mark.parametrize("label", ["{} -", "{}:", "{}/", "**{})**", "Part {}:", "5{})", "5({})"])
def test_letters_of_parts_count_up_in_any_form(label: str) -> None:
    sheet = f"5. {STORY}\n" + "\n".join(
        f"{label.format(part)} {asked}" for part, asked in zip("ab", PARTS, strict=True)
    )
    assert questions(sheet) == [("a", PARTS[0].rstrip("?")), ("b", PARTS[1].rstrip("?"))]
    assert labels(sheet) == ["5"]


@pytest.mark.parametrize(
    "line",
    [
        "Each question is worth 2 marks.",
        "There are 3 questions.",
        "Time limit: 30 minutes.",
        "Round your answers to 2 decimal places.",
        "Here are 3 questions for tonight.",
        "Work in groups of 4.",
        "Can you solve all 3?",
        "2023/24",
    ],
)
def test_a_line_about_the_sheet_belongs_to_no_problem(line: str) -> None:
    numbered = "\n".join(f"{number}. {problem}" for number, problem in enumerate(PROBLEMS, 1))
    bulleted = "\n".join(f"- {problem}" for problem in PROBLEMS)
    lettered = "\n".join(f"{letter}) {problem}" for letter, problem in zip("abc", PROBLEMS, strict=True))
    for sheet in (numbered, bulleted, lettered, "\n".join(PROBLEMS)):
        assert [read.text for _, read in readable_problems(f"{line}\n\n{sheet}")] == list(PROBLEMS)
    assert all(problem.shared is None for problem in split(f"{line}\n\n{numbered}"))
    assert [read.text for _, read in readable_problems(f"{numbered}\n{line}")] == list(PROBLEMS)


def test_a_number_before_letters_joins_them_only_where_one_needs_it() -> None:
    assert len(split("Set 3\n" + "\n".join(f"{a}) {one}" for a, one in zip("abc", PROBLEMS, strict=True)))) == 3
    only("Pens cost 40p each.\na) What do 5 cost?\nb) What do 9 cost?")
    only(
        "A goods train runs at 40 km an hour.\na) How far are they apart after 2 hours?\nb) When are they 460 km apart?"
    )


def test_unrelated_problems_on_one_line_are_separated() -> None:
    assert texts(" ".join(PROBLEMS[:2])) == list(PROBLEMS[:2])
    only(f"{STORY} {PARTS[0]} She buys 40 beads and 2 clasps. How many beads has she now?")


def test_unrelated_problems_on_lines_of_their_own_are_separated() -> None:
    lines = "\n".join(problem.replace(". How", ".\nHow") for problem in PROBLEMS)
    assert [read.text for _, read in readable_problems(lines)] == list(PROBLEMS)


def test_a_paragraph_with_one_number_goes_on_with_its_story() -> None:
    farm = "A farm has 35 cows and 120 hens.\n\nHow many animals are there?\n\n"
    only(f"{farm}On Sunday the farm sells 15 hens. How many are left?")


def test_steps_of_a_recipe_are_one_problem_with_the_question_after_them() -> None:
    recipe = "1. Mix 240 g of flour with salt.\n2. Add 450 ml of milk and 3 eggs.\n3. Fry it.\n"
    only(f"{recipe}How much flour do you need for 10 people?")


def test_a_question_on_its_own_line_belongs_to_the_problem_above_it() -> None:
    first = "Problem: Ana has 12 pens and buys 5.\nQuestion: How many has she?"
    second = "Problem: A box holds 6 eggs.\nQuestion: How many do 4 boxes hold?"
    pasted = f"{first}\n\n{second}"
    assert [read.text for _, read in readable_problems(pasted)] == [
        "Ana has 12 pens and buys 5. How many has she?",
        "A box holds 6 eggs. How many do 4 boxes hold?",
    ]


@pytest.mark.parametrize("mark", ["{}.", "{})"])
@pytest.mark.parametrize("counters", ["142536", "adbecf"])
def test_labelled_sums_may_count_down_the_columns(mark: str, counters: str) -> None:
    left, right = counters[::2], counters[1::2]
    rows = [
        f"{mark.format(a)} 4{n} + 2{n} = ____     {mark.format(b)} 6 × {n} = ____"
        for n, (a, b) in enumerate(zip(left, right, strict=True), 1)
    ]
    assert labels("\n".join(rows)) == list(counters)


def test_a_line_that_asks_is_no_field_of_the_sheet() -> None:
    assert len(split(f"Teacher: {PROBLEMS[0]}\nTeacher: {PROBLEMS[1]}")) == 2


def test_a_late_question_without_marks_is_found() -> None:
    assert questions("Q3 A box of 12 eggs costs £2.40 what does one egg cost") == [(None, "what does one egg cost")]

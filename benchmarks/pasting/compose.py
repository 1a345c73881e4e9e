"""Sheets made of stories of the corpus, in many layouts, with the problems that they consist of.

The gold set has too few texts to fit weights on. The stories are those of the training part of the general corpus
(corpus/general); layouts and remarks are chosen by a random generator with a fixed seed.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CORPUS = Path(__file__).resolve().parents[2] / "corpus" / "general"
BEFORE = (
    "Hi, can anyone help with these?",
    "hey does anyone get these",
    "hi everyone, stuck on my homework",
    "Hello! My daughter needs help with the questions below.",
    "Please see the attached questions from my son's class.",
    "Can someone check these before tomorrow?",
    "Maths homework",
    "Homework due Friday 12 May",
    "Year 4 word problems",
    "Word problems - set 3",
    "Unit 7 review",
    "Name: ____________",
    "Answer all the questions.",
    "Solve these problems. Show your working.",
    "You have 30 minutes. Each question is worth 2 marks.",
    "Read each problem carefully and write your answer on the line.",
    "Here are the problems for this week:",
    "These are due on Thursday, please don't be late.",
    "Today we practised two-step problems in class.",
    "From the worksheet she brought home today:",
    "Do questions 1 to 5 tonight and the rest tomorrow.",
    "The class did 12 of these on Monday.",
    "As promised, here are the three problems that we did not finish.",
    "Quick quiz!! 3 minutes on the clock",
    "did you do your maths yet?",
    "We were 4 people and none of us could do these.",
)
AFTER = (
    "Thanks!",
    "thank u so much",
    "Well done, you have finished!",
    "Total: ___ / 20 marks",
    "Total 12 points",
    "Check your answers with a partner.",
    "Page 2 of 4",
    "Any help is welcome, I need it by 8 pm.",
    "I got 24 for the last one but I'm not sure.",
    "Good luck!",
    "Please return this sheet by Monday.",
    "See you tomorrow, Mr Lane",
    "End of test",
)
BETWEEN = (
    "next one",
    "and this one:",
    "ok another one",
    "Show your working.",
    "Explain how you know.",
    "Answer: ________",
    "Remember the units!",
    "(2 marks)",
    "Draw a picture if it helps.",
    "i don't get the next one at all",
    "Use the space below.",
    "I got 36 but my friend says that's not it?",
    "we tried for 20 minutes and gave up",
    "does that make sense?",
)
TITLES = ("At the zoo", "Baking", "The school fair", "Travel", "Sports day", "Money", "In the garden", "The library")
BULLETS = ("- ", "* ", "• ", "> ", "– ")
LABELS = (
    *(
        "{}. ",
        "{}. ",
        "{}) ",
        "({}) ",
        "[{}] ",
        "{}.) ",
        "{}: ",
        "{} - ",
        "{}- ",
        "{}/ ",
        "{}.\t",
        "{}\t",
        "{}  ",
        "{} ",
    ),
    *(
        "Q{}: ",
        "Q{} ",
        "Q.{} ",
        "Question {}\n",
        "Question {}: ",
        "Problem {}: ",
        "Problem {}\n",
        "Exercise {}\n",
        "Ex. {} ",
    ),
    *(
        "No. {} ",
        "#{} ",
        "Task {}: ",
        "Station {}\n",
        "Card {}: ",
        "Corner {} (5 min)\n",
        "**{}.** ",
        "**Question {}**\n",
        "## Task {}\n",
        "{}.\n",
    ),
)
LETTERED = ("{}) ", "({}) ", "{}. ", "{}: ", "{} - ", "{}.\t", "**{})** ", "{}/ ", "[{}] ")
COUNTERS = ("abcdef", "abcdef", "ABCDEF", ("i", "ii", "iii", "iv", "v", "vi"), ("I", "II", "III", "IV", "V", "VI"))
MARKED = (
    " (2 marks)",
    " [2]",
    "   (3)",
    "\n[1]",
    " ______",
    "\n(Total 3 marks)",
    " ____ [1]",
    "\nAnswer: ________ cm",
    "\t2",
)
PAGES = ("Page 3 of 8", "- 4 -", "12", "© Maths Sheets 2023", "Turn over")
FOR_QUESTIONS = (
    "Use this for questions {} to {}.\n",
    "For questions {}-{} use this information:\n\n",
    "Questions {} and {} are about the story below.\n",
    "Read the text and answer questions {}–{}. ",
)
FACTS = (
    ("Week {}: {} visitors", "How many visitors came in all?"),
    ("Day {}: £{}", "How much was taken in these days?"),
    ("Shelf {} – {} books", "How many books are there?"),
    ("Team {} {} points", "How many points more did the best team score than the last?"),
    ("{}. Box with {} nails", "How many nails are there altogether?"),
    ("Room {}: {} chairs", "How many chairs are in these rooms?"),
    ("Lap {}: {} s", "What was the mean time?"),
)
SECTIONS = ("Section {}", "Part {}", "Set {}", "Week {}", "Unit {}", "Level {}")
GAPS = ("\n\n", "\n\n", "\n\n", "\n\n\n", "\n---\n", "\n\n* * *\n\n", "\n", "\n")
INLINE = (" ", "   ")
MOST_QUESTIONS = 3
LISTED = re.compile(r"(?:^|\s)\(?[a-e1-5][).]\s")
"""A story with labels of its own."""

Story = tuple[str, tuple[str, ...]]
Body = tuple[str, list[tuple[int, str]]]
"""A text, and the places and labels of its questions."""
Record = dict[str, Any]


def stories(corpus: Path = CORPUS) -> list[Story]:
    """The first story of each family with its questions, in the order of the files."""
    found: list[Story] = []
    for path in sorted(corpus.glob("*.txt")):
        for family in path.read_text(encoding="utf-8").split("\n@ "):
            lines = family.splitlines()
            told = [line[2:] for line in lines if line.startswith(": ")]
            second = next((at for at, line in enumerate(lines) if line.startswith(": ") and line[2:] != told[0]), None)
            asked = [line[2:].split(" => ") for line in lines[:second] if line.startswith("? ")]
            solved = tuple(parts[0] for parts in asked if len(parts) > 1 and not parts[1].startswith("!"))
            listed = any(LISTED.search(said) for said in (*told[:1], *solved))
            if told and solved and any(character.isdigit() for character in told[0]) and not listed:
                found.append((told[0].replace("\\n", "\n"), solved[:MOST_QUESTIONS]))
    return found


class _Sheet:
    """A text that grows, with the places of its problems."""

    def __init__(self) -> None:
        self.text = ""
        self.problems: list[Record] = []
        self.numbers: list[Record] = []
        """The places of numbers before facts."""

    def problem(self, body: Body, label: str | None = None, shared: Record | None = None) -> None:
        start = len(self.text)
        self.text += body[0]
        questions = [{"start": start + at, "end": len(self.text), "label": part} for at, part in body[1]]
        found: Record = {"start": start, "end": len(self.text), "label": label, "questions": questions, "mentions": []}
        self.problems.append({**found, "shared": shared} if shared else found)

    def record(self, name: str) -> Record:
        return {"id": name, "text": self.text, "problems": self.problems, "not_quantities": self.numbers}


def _is_one_line(story: Story) -> bool:
    return "\n" not in story[0] and all(said.endswith((".", "?", "!")) for said in (story[0], *story[1]))


def _body(chooser: random.Random, story: Story, *, lines: bool, number: str = "") -> Body:
    """A problem on one line, or with its questions below the story; and the places of its labelled questions."""
    told, asked = story
    lettered = chooser.random() < 0.2
    if not lines and not lettered:
        return " ".join((told, *asked[: chooser.choice((1, 1, 1, 2))])), []
    questions = asked[: chooser.choice((1, 2, MOST_QUESTIONS))]
    form = chooser.choice(("plain", "letters", "letters", "blank", "bullets")) if lines else "letters"
    text, places = told, []
    between = " " if not lines else "\n\n" if form == "blank" else chooser.choice(("\n", "\n", "\n   "))
    mark = chooser.choice(LETTERED if lines else LETTERED[:2])
    counters = chooser.choice([one for one in COUNTERS if (lines and not number) or one[0] in "ai"])
    if number.isdecimal() and lines and chooser.random() < 0.2:
        mark = number + chooser.choice(LETTERED[:3])  # "3a)"
    for at, question in enumerate(questions):
        text += between
        if form == "letters" and len(questions) > 1:
            text += mark.format(counters[at])
            places.append((len(text), counters[at]))
        text += ("- " if form == "bullets" else "") + question
    return text, places


def _wrapped(text: str, width: int) -> str:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip(" ")
    return "\n".join(lines)


def _composed(chooser: random.Random, pool: list[Story], name: str) -> Record:
    sheet = _Sheet()
    layout = chooser.choice(
        (
            "blocks",
            "blocks",
            "blocks",
            "bullets",
            "inline",
            "single",
            "numbered",
            "numbered",
            "numbered",
            "shared",
            "sums",
            "facts",
        )
    )
    alone = layout == "single" or (layout == "numbered" and chooser.random() < 0.2)
    count = 1 if alone else chooser.choice((2, 2, 3, 3, 4, 5))
    gap = " " if layout == "inline" else chooser.choice(GAPS)
    chosen = [chooser.choice(pool) for _ in range(count)]
    while (layout == "inline" or gap == "\n") and not all(map(_is_one_line, chosen)):
        chosen = [story if _is_one_line(story) else chooser.choice(pool) for story in chosen]
    for remark in chooser.sample(BEFORE, chooser.choice((0, 0, 1, 1, 2))):
        sheet.text += remark + chooser.choice(("\n", "\n\n"))
    if layout == "sums":
        _add_sums(chooser, sheet)
    elif layout == "facts":
        _add_facts(chooser, sheet, chosen[0])
    elif layout in ("numbered", "shared"):
        _add_numbered(chooser, sheet, chosen, shared=layout == "shared")
        if chooser.random() < 0.1:
            _add_bonus(chooser, sheet, chooser.choice(pool))
    else:
        _add_unnumbered(chooser, sheet, chosen, layout, gap)
    for remark in chooser.sample(AFTER, chooser.choice((0, 0, 1))):
        sheet.text += "\n\n" + remark
    return sheet.record(name)


def _add_unnumbered(chooser: random.Random, sheet: _Sheet, chosen: list[Story], layout: str, gap: str) -> None:
    bullet = chooser.choice(BULLETS) if layout == "bullets" else ""
    titled = layout == "blocks" and gap.startswith("\n\n") and chooser.random() < 0.2
    remarks = layout == "blocks" and chooser.random() < 0.2
    # Where only line ends separate problems, a problem has one line.
    long = layout in ("blocks", "single") and gap != "\n" and chooser.random() < 0.4
    width = chooser.choice((45, 60, 75)) if gap != "\n" and layout != "inline" and chooser.random() < 0.2 else 0
    for at, story in enumerate(chosen):
        if at:
            sheet.text += gap
            if remarks:
                sheet.text += chooser.choice(BETWEEN) + gap
        if titled:
            sheet.text += TITLES[at] + "\n"
        sheet.text += bullet
        text, places = _body(chooser, story, lines=long)
        sheet.problem((text if places or long or not width else _wrapped(text, width), places))


def _add_numbered(chooser: random.Random, sheet: _Sheet, chosen: list[Story], *, shared: bool) -> None:
    lettered = not shared and chooser.random() < 0.2
    mark, gap = chooser.choice(LETTERED if lettered else LABELS), chooser.choice(("\n", "\n\n"))
    counters = chooser.choice(COUNTERS) if lettered else [str(number) for number in range(1, 99)]
    remarks, marked, choices, pages = (chooser.random() < share for share in (0.2, 0.3, 0.1, 0.1))
    section = chooser.choice(SECTIONS) if not shared and chooser.random() < 0.15 else None
    if not lettered and not remarks and chooser.random() < 0.2 and mark.endswith(". ") | mark.endswith(") "):
        gap = chooser.choice(INLINE)  # all on one line
        chosen = [story for story in chosen if _is_one_line(story)]
    number = 0 if lettered or chooser.random() < 0.7 else chooser.randrange(1, 30)
    at_story = chooser.choice((0, len(chosen) - 1)) if shared else -1
    for at, story in enumerate(chosen):
        told: Record | None = None
        bodies = [_body(chooser, story, lines=gap not in INLINE and chooser.random() < 0.3, number=counters[number])]
        if lettered and bodies[0][1]:
            bodies = [(" ".join((story[0], story[1][0])), [])]
        if section and gap not in INLINE and at in (0, 2):
            sheet.text += ("\n" if at else "") + section.format("AB"[at // 2] if at % 3 else at // 2 + 1) + "\n"
            number = 0
        if at == at_story:
            sheet.text += "\n" if sheet.text else ""
            if chooser.random() < 0.3:
                sheet.text += chooser.choice(FOR_QUESTIONS).format(number + 1, number + len(story[1]))
            told = {"start": len(sheet.text), "end": len(sheet.text) + len(story[0])}
            sheet.text += story[0] + gap
            bodies = [(question, []) for question in story[1]]
        for body in bodies:
            sheet.text += mark.format(counters[number])
            sheet.problem(body, counters[number], told)
            sheet.text += chooser.choice(MARKED) if marked and gap not in INLINE else ""
            if choices and gap not in INLINE and not body[1]:
                sheet.text += _choices(chooser)
            sheet.text += gap
            number += 1
            if remarks or (pages and chooser.random() < 0.4 and gap not in INLINE):
                sheet.text += chooser.choice(BETWEEN if remarks else PAGES) + gap


def _add_bonus(chooser: random.Random, sheet: _Sheet, story: Story) -> None:
    """A last problem with a title for a label."""
    sheet.text += ("" if sheet.text.endswith("\n") else "\n") + chooser.choice(
        ("Bonus: ", "Extension: ", "Challenge: ")
    )
    sheet.problem((f"{story[0]} {story[1][0]}", []))


def _add_sums(chooser: random.Random, sheet: _Sheet) -> None:
    """Plain sums in columns, which may count across or down."""
    columns, rows = chooser.choice((1, 1, 2, 3)), chooser.choice((2, 3, 4))
    mark = chooser.choice(("", "", *LABELS[:8], "{}   ", "{}\t", "Q{} ", *LETTERED[:3]))
    letters = mark in LETTERED and chooser.random() < 0.5
    down, end = chooser.random() < 0.5, chooser.choice(("", "", " =", " = ____", " = ?"))
    gap = chooser.choice(("     ", "\t", "        "))
    for place in range(columns * rows):
        row, column = divmod(place, columns)
        at = column * rows + row if down else place
        label = "abcdefghijkl"[at] if letters else str(at + 1)
        sheet.text += mark.format(label)
        first, second = chooser.randrange(2, 900), chooser.randrange(2, 60)
        amount = chooser.choice((str(first), f"{first / 10:.1f}", f"£{first}"))
        sheet.problem((f"{amount} {chooser.choice('+-×÷x')} {second}{end}", []), label if mark else None)
        sheet.text += "\n" if column == columns - 1 else gap


def _add_facts(chooser: random.Random, sheet: _Sheet, story: Story) -> None:
    """Lines that count up and state facts, with a question below them: one problem."""
    told = [sentence for sentence in re.split(r"(?<=[.!])\s+", story[0]) if sentence]
    if len(told) > 2 and chooser.random() < 0.5:
        mark = chooser.choice(("{}. ", "{}) ", "({}) "))
        lines, asked = [mark.format(at) + fact for at, fact in enumerate(told, 1)], story[1][0]
        starts = [len(sheet.text) + sum(len(line) + 1 for line in lines[:at]) for at in range(len(lines))]
        sheet.numbers = [{"start": start, "end": start + 2} for start in starts]
    else:
        fact, asked = chooser.choice(FACTS)
        lines = [fact.format(at, chooser.randrange(5, 90)) for at in range(1, chooser.choice((3, 4, 5)))]
    sheet.problem(("\n".join(lines) + chooser.choice(("\n", "\n\n")) + asked, []))


def _choices(chooser: random.Random) -> str:
    """Answers to choose from, below a question or after it."""
    mark, between = chooser.choice(("{}) ", "({}) ", "{}. ")), chooser.choice(("\n", "\n", "   "))
    sign = chooser.choice(("", "£", "$"))
    letters = chooser.choice(("ABCD", "abcd", "ABC"))
    return between + between.join(f"{mark.format(letter)}{sign}{chooser.randrange(2, 200)}" for letter in letters)


def sheets(count: int, seed: int, corpus: Path = CORPUS) -> Iterator[Record]:
    """Some sheets, always the same for a seed."""
    chooser = random.Random(seed)
    pool = stories(corpus)
    for number in range(count):
        yield _composed(chooser, pool, f"sheet-{number}")

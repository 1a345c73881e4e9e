"""Sheets made of stories of the corpus, in many layouts, with the problems that they consist of.

The gold set has too few texts to fit weights on. The stories are those of the training part of the general corpus
(corpus/general); layouts and remarks are chosen by a random generator with a fixed seed.
"""

from __future__ import annotations

import random
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
LABELS = ("{}. ", "{}) ", "({}) ", "Q{}: ", "Question {}\n", "Problem {}: ", "{} - ")
GAPS = ("\n\n", "\n\n", "\n\n", "\n\n\n", "\n---\n", "\n\n* * *\n\n", "\n", "\n")
MOST_QUESTIONS = 3

Story = tuple[str, tuple[str, ...]]
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
            if told and solved and any(character.isdigit() for character in told[0]):
                found.append((told[0].replace("\\n", "\n"), solved[:MOST_QUESTIONS]))
    return found


class _Sheet:
    """A text that grows, with the places of its problems."""

    def __init__(self) -> None:
        self.text = ""
        self.problems: list[Record] = []

    def problem(self, body: str, label: str | None = None, shared: Record | None = None) -> None:
        start = len(self.text)
        self.text += body
        found: Record = {"start": start, "end": len(self.text), "label": label, "questions": [], "mentions": []}
        self.problems.append({**found, "shared": shared} if shared else found)

    def record(self, name: str) -> Record:
        return {"id": name, "text": self.text, "problems": self.problems, "not_quantities": []}


def _is_one_line(story: Story) -> bool:
    return "\n" not in story[0] and all(said.endswith((".", "?", "!")) for said in (story[0], *story[1]))


def _body(chooser: random.Random, story: Story, *, lines: bool) -> str:
    """A problem on one line, or with its questions below the story."""
    told, asked = story
    if not lines:
        return " ".join((told, *asked[: chooser.choice((1, 1, 1, 2))]))
    questions = asked[: chooser.choice((1, 2, MOST_QUESTIONS))]
    form = chooser.choice(("plain", "letters", "blank", "bullets"))
    if form == "letters":
        mark = chooser.choice(("{}) ", "({}) ", "{}. "))
        questions = tuple(mark.format("abc"[at]) + question for at, question in enumerate(questions))
    if form == "bullets":
        questions = tuple(f"- {question}" for question in questions)
    return ("\n\n" if form == "blank" else "\n").join((told, *questions))


def _wrapped(text: str, width: int) -> str:
    lines = [""]
    for word in text.split(" "):
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".lstrip(" ")
    return "\n".join(lines)


def _composed(chooser: random.Random, pool: list[Story], name: str) -> Record:
    sheet = _Sheet()
    layout = chooser.choice(("blocks", "blocks", "blocks", "bullets", "inline", "single", "numbered", "shared"))
    count = 1 if layout == "single" else chooser.choice((2, 2, 3, 3, 4, 5))
    gap = " " if layout == "inline" else chooser.choice(GAPS)
    chosen = [chooser.choice(pool) for _ in range(count)]
    while (layout == "inline" or gap == "\n") and not all(map(_is_one_line, chosen)):
        chosen = [story if _is_one_line(story) else chooser.choice(pool) for story in chosen]
    for remark in chooser.sample(BEFORE, chooser.choice((0, 0, 1, 1, 2))):
        sheet.text += remark + chooser.choice(("\n", "\n\n"))
    if layout in ("numbered", "shared"):
        _add_numbered(chooser, sheet, chosen, shared=layout == "shared")
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
        body = _body(chooser, story, lines=long)
        sheet.problem(_wrapped(body, width) if width and not long else body)


def _add_numbered(chooser: random.Random, sheet: _Sheet, chosen: list[Story], *, shared: bool) -> None:
    mark, gap = chooser.choice(LABELS), chooser.choice(("\n", "\n\n"))
    remarks = chooser.random() < 0.3
    number = 1
    at_story = chooser.choice((0, len(chosen) - 1)) if shared else -1
    for at, story in enumerate(chosen):
        told: Record | None = None
        bodies = [_body(chooser, story, lines=chooser.random() < 0.2)]
        if at == at_story:
            sheet.text += "\n" if sheet.text else ""
            told = {"start": len(sheet.text), "end": len(sheet.text) + len(story[0])}
            sheet.text += story[0] + gap
            bodies = list(story[1])
        for body in bodies:
            sheet.text += mark.format(number)
            sheet.problem(body, str(number), told)
            sheet.text += gap
            number += 1
            if remarks:
                sheet.text += chooser.choice(BETWEEN) + gap


def sheets(count: int, seed: int, corpus: Path = CORPUS) -> Iterator[Record]:
    """Some sheets, always the same for a seed."""
    chooser = random.Random(seed)
    pool = stories(corpus)
    for number in range(count):
        yield _composed(chooser, pool, f"sheet-{number}")

"""The narrator: words a story, sentence by sentence, and knows where every number ends up."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from arithmetree.generator.american import american
from arithmetree.generator.discourse import Discourse
from arithmetree.generator.english import Tense
from arithmetree.generator.grammar import as_gerund, choose, tidy, without_subject
from arithmetree.generator.numerals import Habit
from arithmetree.generator.spans import Mention, written
from arithmetree.generator.world import Question, Statement, Story

_AND_THEN = (" and ", " and then ", ", then ", " and later ")
_OPENINGS = (
    "Then ",
    "Later, ",
    "After that, ",
    "Later on, ",
    "Soon after, ",
    "Afterwards, ",
    "A little later, ",
    "Next, ",
)
_IMPERATIVES = ("Find", "Work out", "Calculate", "Figure out", "Determine")
_ASKING = ("Find out", "Work out", "Calculate", "Figure out", "Determine")
_TELL_ME = "Tell me"
_POLITE = (_TELL_ME, "Can you tell", "Can you work out", "Do you know", "Can you say")
_ON_LINES = 0.3  # how often the questions a) and b) have their own lines
_SEVERAL = ("{}) ", "{}) ", "({}) ", "and", "")
# "Work out if ..." and "Work out how old will she be" would be wrong.
_DIRECT_ONLY = re.compile(
    r"^(?:if|with|without|when|by the|suppose|at|for) "
    r"|\b(?:will|would|was|were|does|did|do|can|could|has|have|is|are) (?:\{[SRT]|the |an? |it\b|they|there|you|that)"
)
_MOST_CONDITIONS = 3
_OPENED, _JOINED = 0.35, 0.35  # how often an event is opened by an adverb, or joined to the one before it
_SHORT = 70  # characters of a clause that another may be joined to


class _Form(StrEnum):
    """Where the question is and how it is put."""

    PLAIN = "at the end"
    FIRST = "before the story"
    IF = "after an if clause"
    ALL_IF = "before if clauses that give the whole story"
    AFTER = "after what happened last, in one sentence"
    IMPERATIVE = "as a request"
    POLITE = "as a polite question"


@dataclass(frozen=True, slots=True)
class Narrative:
    """The finished text, its numbers in order, the span of the question and what is special about the wording."""

    text: str
    mentions: tuple[Mention, ...]
    question: tuple[int, int]
    phenomena: tuple[str, ...]


def _fits_present(story: Story) -> bool:
    """A story may be told in the present if nothing in it is over: no date before it, no question about its start."""
    open_ended = story.question.open_ended or story.timeless
    return open_ended and not any(statement.opening for statement in story.statements)


class Narrator:
    """Words one story: its sentences, how they are joined, and the form of the question."""

    def __init__(self, story: Story, rng: Random) -> None:
        self._story = story
        self._rng = rng
        self._habit = rng.choices(list(Habit), weights=(62, 14, 12, 12))[0]
        self._tense = Tense.PRESENT if _fits_present(story) and rng.random() < 0.3 else Tense.PAST
        self._discourse = Discourse(story, rng, self._tense)

    def narrate(self) -> Narrative:
        """The whole text; the form of the question is chosen among those that the story allows."""
        statements = self._story.statements
        last = statements[-1]
        form = self._rng.choices(*zip(*self._forms().items(), strict=True))[0]
        phenomena: list[str] = []
        if form is _Form.IF:
            sentences = [*self._sentences(statements[:-1]), self._if_last(last)]
            phenomena.append("if-clause")
        elif form is _Form.AFTER:
            sentences = [*self._sentences(statements[:-1]), self._after_last(last)]
            phenomena.append("question-inside")
        elif form is _Form.ALL_IF:
            sentences = [self._asked_if_all(statements)]
            phenomena += ["if-clause", "question-first"]
        elif form is _Form.FIRST:
            sentences = [self._direct(), *self._sentences(statements)]
            phenomena.append("question-first")
        elif form is _Form.IMPERATIVE:
            sentences = [*self._sentences(statements), self._imperative()]
            phenomena.append("imperative")
        elif form is _Form.POLITE:
            sentences = [*self._sentences(statements), self._polite()]
        elif self._story.further:
            sentences = [*self._sentences(statements), self._several()]
        else:
            sentences = [*self._sentences(statements), self._direct()]
        if self._story.setting and self._tense is Tense.PAST and form not in (_Form.ALL_IF, _Form.FIRST):
            sentences.insert(0, self._story.setting)
        marked = " ".join(sentences).replace(" \n", "\n")
        if self._story.american:
            marked = american(marked)
        text, mentions, question = written(marked, self._story, self._habit, self._rng)
        return Narrative(text, mentions, question, tuple(phenomena))

    def _forms(self) -> dict[_Form, int]:
        """The forms of the question that suit the story, and how often each is used."""
        statements, question = self._story.statements, self._story.question
        last = statements[-1]
        if self._story.further:
            return {_Form.PLAIN: 1}
        if self._story.plain:
            forms = {_Form.PLAIN: 75}
            if not any(_DIRECT_ONLY.search(template) for template in question.templates):
                forms |= {_Form.IMPERATIVE: 14, _Form.POLITE: 3}
            if any("@{S}" in template for template in question.templates):
                forms[_Form.FIRST] = 2
            if last.event and question.open_ended:
                forms[_Form.IF] = 20
            return forms
        forms = {_Form.PLAIN: 50, _Form.IMPERATIVE: 10, _Form.POLITE: 5, _Form.FIRST: 7}
        if last.event and question.open_ended:
            forms[_Form.IF] = 22
            if without_subject(last.templates) and last.slots.get("S") == question.slots.get("S"):
                forms[_Form.AFTER] = 9
        if len(statements) <= _MOST_CONDITIONS and not any(statement.tense for statement in statements):
            forms[_Form.ALL_IF] = 8
        return forms

    # Sentences

    def _sentences(self, statements: tuple[Statement, ...]) -> list[str]:
        sentences: list[str] = []
        index = 0
        while index < len(statements):
            statement = statements[index]
            following = statements[index + 1] if index + 1 < len(statements) else None
            template = self._template(statement)
            opening = self._discourse.fill(statement.opening, statement.slots) + " " if statement.opening else ""
            # "Then in the end", "later from now on": a wording that has its own adverb takes no other.
            may_open = statement.event and (not self._story.plain or statements[index - 1].event)
            if may_open and sentences and template.startswith("{") and self._rng.random() < _OPENED:
                opening = self._rng.choice(_OPENINGS)
            clause = self._clause(template, statement)
            joinable = statement.tense is None and len(clause) < _SHORT and self._rng.random() < _JOINED
            if following is not None and following.event and joinable:
                clause += self._joined(template, statement, following)
                index += 1
            sentences.append(self._sentence(opening + clause, "."))
            index += 1
        return sentences

    def _joined(self, template: str, first: Statement, second: Statement) -> str:
        """The second clause after the first, without its subject where that is the same."""
        shorter = without_subject(second.templates)
        # "Ana has 5, Leo has 7 and then gives" would say that Leo gives.
        clear = not (self._story.plain and re.search(r"\{[RT]\}|,", template))
        if shorter and clear and template.startswith("{S} <") and first.slots.get("S") == second.slots.get("S"):
            return self._rng.choice(_AND_THEN) + self._discourse.fill(
                choose(self._rng.choice(shorter), self._rng), second.slots
            )
        following = self._template(second)
        sequence = first.event and following.startswith("{")
        joints = (", and ", ", and then ", ", and after that ") if sequence else (", and ",)
        return self._rng.choice(joints) + self._clause(following, second)

    def _template(self, statement: Statement) -> str:
        return choose(self._rng.choice(statement.templates), self._rng)

    def _clause(self, template: str, statement: Statement, tense: Tense | None = None) -> str:
        return self._discourse.fill(template, statement.slots, statement.tense or tense or self._tense)

    def _sentence(self, text: str, mark: str) -> str:
        text = tidy(text)
        return text[:1].upper() + text[1:] + mark

    # Questions

    def _question_tense(self) -> Tense:
        question = self._story.question
        return self._rng.choice(question.tenses) if self._tense is Tense.PAST else Tense.PRESENT

    def _asked(self, tense: Tense, *, direct: bool, by_name: bool = False, question: Question | None = None) -> str:
        """The question without its mark; `by_name` allows "the number of pens she has"."""
        question = question or self._story.question
        template = choose(self._rng.choice(question.templates), self._rng)
        if by_name and self._rng.random() < 0.5 and re.match(r"how many \{\w+\.items\} @", template):
            template = template.replace("how many", "the number of", 1)
        elif by_name and self._story.plain:
            template = re.sub(r"^what @(the [^@]+) be@", r"\1", template)  # "Find the total cost"
        return self._discourse.fill(template, question.slots, tense, direct=direct)

    def _direct(self) -> str:
        return "⟪" + self._sentence(self._asked(self._question_tense(), direct=True), "?⟫")

    def _several(self) -> str:
        """All questions of the text: "a) How many ...? b) How much ...?", or one after the other."""
        asked = [
            self._sentence(self._asked(self._question_tense(), direct=True, question=question), "?")
            for question in (self._story.question, *self._story.further)
        ]
        form = self._rng.choice(_SEVERAL)
        if form == "and":
            asked = [asked[0], *(f"And {text[:1].lower()}{text[1:]}" for text in asked[1:])]
        elif form:
            asked = [form.format(sign) + text for sign, text in zip("abcd", asked, strict=False)]
        lines = form not in ("and", "") and self._rng.random() < _ON_LINES
        return ("\n⟪" if lines else "⟪") + ("\n" if lines else " ").join(asked) + "⟫"

    def _imperative(self) -> str:
        asked = self._asked(self._question_tense(), direct=False, by_name=True)
        verb = self._rng.choice(_IMPERATIVES if asked.startswith("the ") else _ASKING)
        return f"⟪{verb} {asked}.⟫"

    def _polite(self) -> str:
        question = self._asked(self._question_tense(), direct=False)
        opening = self._rng.choice(_POLITE)
        return f"{opening} ⟪{question}{'.' if opening == _TELL_ME else '?'}⟫"

    def _if_last(self, last: Statement) -> str:
        """ "If she gives 5 to Leo, how many will she have left?" """
        condition = self._clause(self._template(last), last, Tense.PRESENT)
        asked = self._asked(Tense.FUTURE, direct=True)
        if self._rng.random() < 0.25:
            return self._sentence(f"suppose {condition}", ".") + " ⟪" + self._sentence(asked, "?⟫")
        return self._sentence(f"if {condition}, ⟪{asked}", "?⟫")

    def _after_last(self, last: Statement) -> str:
        """ "After giving 5 to Leo, how many did she have left?" """
        template = as_gerund(self._rng.choice(without_subject(last.templates)))
        clause = self._discourse.fill(choose(template, self._rng), last.slots)
        return self._sentence(f"after {clause}, ⟪{self._asked(self._question_tense(), direct=True)}", "?⟫")

    def _asked_if_all(self, statements: tuple[Statement, ...]) -> str:
        """ "How many will Ana have left if she has 12 and gives 5 to Leo?" """
        asked = self._asked(Tense.PAST if self._tense is Tense.PAST else Tense.FUTURE, direct=True)
        clauses = [self._clause(self._template(statement), statement) for statement in statements]
        conditions = clauses[0] if len(clauses) == 1 else ", ".join(clauses[:-1]) + " and " + clauses[-1]
        return "⟪" + self._sentence(asked, "") + f"⟫ if {conditions}?"

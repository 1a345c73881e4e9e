"""The story of a problem: each fact with its value and the characters it rests on."""

from fractions import Fraction

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.story import AmountKind, Effect, Goal, StoryAmount, TextSpan


def problem_of(text: str) -> Problem:
    return read(text, load_parser())


def amount_of(problem: Problem, value: int | Fraction) -> StoryAmount:
    return next(amount for amount in problem.story.amounts if amount.value == value)


def said(problem: Problem, span: TextSpan | None) -> str | None:
    """The characters that a fact rests on."""
    return None if span is None else problem.text[span.start : span.end]


def test_amounts_are_aligned_with_the_schemas_and_know_their_things() -> None:
    problem = problem_of("Mia has 3 red pens and $4. She buys 2 notebooks. How many pens does she have?")
    assert [amount.value for amount in problem.story.amounts] == [s.quantity.value for s in problem.schemas]
    pens = amount_of(problem, 3)
    assert (pens.thing.words, pens.thing.head, pens.thing.dimensions) == ({"red", "pen"}, "pen", frozenset())
    assert (said(problem, pens.span), said(problem, pens.thing.span)) == ("3", "pens")
    assert (amount_of(problem, 4).thing.concept, amount_of(problem, 4).thing.dimensions) == ("<money>", {"money"})


@pytest.mark.parametrize(
    ("text", "value", "effects", "verb"),
    [
        ("Tom had 9 shells. He lost 4. How many are left?", 4, {Effect.LOSS}, "lost"),
        ("Tom had 9 shells. He found 4. How many has he now?", 4, {Effect.GAIN}, "found"),
        ("Tom had 9 shells. He gave 4 to Ana. How many are left?", 4, {Effect.TRANSFER}, "gave"),
        ("Tom had 9 shells. He lost 4. How many are left?", 9, {Effect.STATE}, "had"),
    ],
)
def test_events_say_what_happens_to_an_amount(text: str, value: int, effects: set[Effect], verb: str) -> None:
    problem = problem_of(text)
    event = amount_of(problem, value).event
    assert effects <= set(event.effects)
    assert said(problem, event.span) == verb


def test_who_gives_and_who_gets_are_known_with_their_places() -> None:
    problem = problem_of("Lena had 12 stamps. She gave 5 stamps to Ravi. How many stamps does she have left?")
    event = amount_of(problem, 5).event
    assert event.doer is not None
    assert event.receiver is not None
    assert (event.doer.name, event.doer.is_person, said(problem, event.doer.span)) == ("Lena", True, "She")
    assert (event.receiver.name, said(problem, event.receiver.span)) == ("Ravi", "Ravi")
    assert {said(problem, person.span) for person in problem.story.people} == {"Lena", "Ravi"}


def test_an_amount_on_top_and_one_in_the_end_are_told_apart() -> None:
    problem = problem_of("Mia had 5 pens. She bought 3 more. Now she has 8 pens. How many did she buy?")
    assert [amount.event.adds for amount in problem.story.amounts] == [False, True, False]
    assert [amount.event.is_final for amount in problem.story.amounts] == [False, False, True]


def test_a_particle_takes_an_amount_away() -> None:
    problem = problem_of("There were 30 people on a bus. 8 got off. How many people were left on the bus?")
    assert [amount.event.takes_out for amount in problem.story.amounts] == [False, True]


def test_a_comparison_points_up_or_down_at_its_target() -> None:
    problem = problem_of("Ben has 7 kites. Ana has 3 fewer kites than Ben. How many kites does Ana have?")
    contrast = amount_of(problem, 3).contrast
    assert contrast is not None
    assert (contrast.is_less, contrast.target, said(problem, contrast.span)) == (True, "Ben", "fewer")
    assert amount_of(problem, 7).contrast is None


def test_a_rate_rests_on_the_word_for_what_it_is_per() -> None:
    problem = problem_of("Each crate holds 15 jars. There are 4 crates. How many jars are there?")
    rate = amount_of(problem, 15).rate
    assert rate is not None
    assert (rate.over, rate.per, said(problem, rate.span)) == ("jar", "crate", "crate")


@pytest.mark.parametrize(
    ("text", "value", "of", "whole", "words"),
    [
        ("A shop had 20 lamps. It sold 6 of them. How many lamps are left?", 6, "them", None, "of them"),
        ("Rita painted 6 of the 20 chairs. How many chairs are not painted?", 6, "the", 1, "of the"),
        ("A box held 20 eggs, but 3 were broken. How many eggs were whole?", 3, None, None, "were"),
    ],
)
def test_parts_know_their_whole_and_the_words_that_say_so(
    text: str, value: int, of: str | None, whole: int | None, words: str
) -> None:
    problem = problem_of(text)
    part = amount_of(problem, value).part
    assert part is not None
    assert (part.of, part.whole, said(problem, part.span)) == (of, whole, words)


def test_half_a_cup_is_no_part_of_an_amount() -> None:
    problem = problem_of("A cake needs 1/2 cup of milk. How many cups of milk do 4 cakes need?")
    assert amount_of(problem, Fraction(1, 2)).part is None


def test_implied_and_unknown_amounts_are_in_the_story() -> None:
    problem = problem_of("A hen lays 3 eggs a day. The farmer sells some eggs. How many eggs does it lay in a week?")
    assert [(amount.kind, amount.value) for amount in problem.story.amounts] == [
        (AmountKind.NUMBER, 3),
        (AmountKind.IMPLIED, 7),
    ]
    (unknown,) = problem.story.unknowns
    assert (unknown.kind, unknown.value, unknown.thing.head) == (AmountKind.UNKNOWN, None, "egg")
    assert said(problem, unknown.span) == "some"


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("Ann has 5 figs and Bo has 9 figs. How many figs do they have altogether?", Goal.TOTAL),
        ("Ann has 5 figs and Bo has 9 figs. How many more figs does Bo have than Ann?", Goal.DIFFERENCE),
        ("Ann had 9 figs and ate 5 figs. How many figs are left?", Goal.END),
        ("Ann ate 5 figs. Now she has 4 figs. How many figs did she have at first?", Goal.START),
        ("Ann shares 20 figs among 4 friends. How many figs does each friend get?", Goal.EACH),
        ("Ann has 5 figs. A cake needs 9 figs. How many more figs does she need?", Goal.NEED),
        ("Ann had 9 figs. Now she has 4 figs. How many figs did she eat?", Goal.CHANGE),
    ],
)
def test_what_a_question_asks_for(text: str, goal: Goal) -> None:
    question = problem_of(text).story.question
    assert question is not None
    assert question.goal == goal


def test_the_question_knows_its_words_its_thing_and_its_owner() -> None:
    problem = problem_of("Ann has 5 figs. Bo has 9 figs. If Bo eats 2 figs, how many figs does Bo have?")
    question = problem.story.question
    assert question is not None
    assert [token.text for token in problem.tokens[question.first : question.last]][:3] == ["how", "many", "figs"]
    assert (question.owner, question.owner_is_person, question.thing.head) == ("bo", True, "fig")
    assert said(problem, question.thing.span) == "figs"
    assert question.covers(problem.text.index("how many"))
    assert not question.covers(problem.text.index("If Bo"))


def test_questions_on_the_way_are_in_the_story_and_the_last_is_the_question() -> None:
    problem = problem_of("A van has 9 boxes and gets 6 more. How many boxes has it? How many pairs of boxes are there?")
    assert [said(problem, question.span) for question in problem.story.questions] == [
        "How many boxes has it",
        "How many pairs of boxes are there",
    ]
    assert problem.question is not None
    assert problem.story.question is not None
    assert problem.story.question.span.start == problem.question.start


def test_a_text_without_question_or_numbers_has_a_story_without_them() -> None:
    story = problem_of("Some birds sing.").story
    assert (story.amounts, story.questions, story.question) == ((), (), None)

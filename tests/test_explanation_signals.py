"""Signals: what the model decided by adds up to its scores and is told in the words of the table, when asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import numpy as np
import pytest

from arithmetree import Model, Solver
from arithmetree.encoder.model import FullModel
from arithmetree.explanation import Weighing, ignored_of, steps_of
from arithmetree.explanation.signal_fillers import FILLERS
from arithmetree.expressions import LABELS, Label, Leaf, Node, Op, nodes, quantities
from arithmetree.features import facts_of
from arithmetree.linear import LinearScorer
from arithmetree.model import CONSTRAINT_SETTINGS, Judgement
from arithmetree.scores import Scores
from arithmetree.solution import Evidence, Signal, Solution, StepReason
from arithmetree.spacy_component.codec import from_plain, to_plain
from arithmetree.word_lists import table

SAM = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
TEXTS = (
    SAM,
    "Each of 6 boxes holds 8 pencils. How many pencils are there in all?",
    "Lena bought 4 notebooks at $3 each and a pen for $2. She has 3 brothers. How much did she spend altogether?",
    "Mia has 14 stickers. That is 5 more than Ben has. How many stickers does Ben have?",
    "A tank held 90 liters. Twice as much as the 20 liters of the morning had leaked out by 3 pipes. How much is left?",
    "There are 40 red and 32 blue marbles in 6 jars, the same number in each jar. How many marbles are in each jar?",
)
TEMPLATES = [words for part in ("pair", "relevance", "text-model") for words in table("signals")[part].values()]


@pytest.fixture(scope="module", params=["linear", "full"])
def solver(request: pytest.FixtureRequest) -> Solver:
    return Solver.load(request.param)


@pytest.fixture(scope="module")
def linear() -> Solver:
    return Solver.load("linear")


def decisions(solution: Solution) -> Iterator[Evidence]:
    for decision in (*solution.steps, *solution.ignored):
        assert decision.evidence is not None
        yield decision.evidence


def weight_of(evidence: Evidence, name: str) -> float:
    return sum(signal.weight for signal in evidence.signals if signal.features == (name,))


def test_signals_add_up_to_the_margin_and_the_strongest_come_first(solver: Solver) -> None:
    for text in TEXTS:
        for evidence in decisions(solver.solve(text)):
            weights = [signal.weight for signal in evidence.signals]
            assert sum(weights) == pytest.approx(evidence.margin, abs=1e-9)
            assert [abs(weight) for weight in weights] == sorted(map(abs, weights), reverse=True)
            rest = evidence.margin - weight_of(evidence, "encoder")
            assert rest == pytest.approx(evidence.from_features, abs=1e-9)


def test_the_margin_of_a_step_is_that_of_its_label_over_the_second_best(solver: Solver) -> None:
    for text in TEXTS:
        solution = solver.solve(text)
        facts = facts_of(solution.problem)
        scores = solver.model.judge(facts).scores
        alone = solver.model.linear.settings.features.of(facts)
        assert solution.node is not None
        used = list(quantities(solution.node))
        for node, step in zip(nodes(solution.node), solution.steps, strict=True):
            if any(isinstance(side, Node) for side in (node.left, node.right)):
                continue
            assert isinstance(node.left, Leaf)
            assert isinstance(node.right, Leaf)
            i, j = sorted((node.left.quantity, node.right.quantity))
            chosen = Label.of(node.op, is_reversed=node.left.quantity > node.right.quantity)
            one, other = (facts.quantities[k].value for k in (i, j))
            backwards = Label.SUB if one < other else Label.SUB_REVERSED
            allowed = [label for label in LABELS if label not in (chosen, backwards)]
            rival = max(allowed, key=lambda label: scores.pair[i, j, LABELS.index(label)])
            lead = LABELS.index(chosen), LABELS.index(rival)
            evidence = step.evidence
            assert evidence is not None
            weight = scores.pair_weight[len(used)]
            assert evidence.margin == pytest.approx(weight * (scores.pair[i, j, lead[0]] - scores.pair[i, j, lead[1]]))
            place = [(a, b) for b in range(len(facts.quantities)) for a in range(b)]
            at = sorted(place).index((i, j))
            row = solver.model.linear.pair.scores(alone.pairs[at])
            expected = weight * solver.model.linear_weight * (row[lead[0]] - row[lead[1]])
            assert evidence.from_features == pytest.approx(expected, abs=1e-9)
            assert evidence.over.split()[1] == str(rival.op)


def test_the_share_of_the_encoder_is_what_it_says_itself() -> None:
    solver = Solver.load("full")
    assert isinstance(solver.model, FullModel)
    solution = solver.solve(SAM)
    said = solver.model.encoder.scores(solution.problem).pair[0]
    (evidence,) = decisions(solution)
    rival = {"12 + 5": Label.ADD, "12 * 5": Label.MUL, "12 / 5": Label.DIV, "5 / 12": Label.DIV_REVERSED}[evidence.over]
    expected = said[LABELS.index(Label.SUB)] - said[LABELS.index(rival)]
    assert weight_of(evidence, "encoder") == pytest.approx(expected, abs=1e-6)
    told = next(signal for signal in evidence.signals if signal.features == ("encoder",))
    assert told.span is None
    assert f"margin {abs(expected):.1f}" in str(told.words)


@pytest.mark.parametrize(
    ("link", "mirrored", "averaged"), list(product(("tree", "log-probability", "margin"), (False, True), (False, True)))
)
def test_signals_add_up_whatever_the_settings(linear: Solver, link: str, mirrored: bool, averaged: bool) -> None:
    assert isinstance(linear.model, Model)
    settings = replace(linear.model.settings, link=link, mirrored=mirrored, averaged=averaged, irrelevance_weight=0.5)  # type: ignore[arg-type]
    solver = Solver(replace(linear.model, settings=settings), linear.parser)
    for text in TEXTS[2:4]:
        solution = solver.solve(text)
        for step in solution.steps:
            assert step.evidence is not None
            assert sum(signal.weight for signal in step.evidence.signals) == pytest.approx(step.evidence.margin)
            assert not any(signal.features == ("rest",) for signal in step.evidence.signals)
        for evidence in decisions(solution):
            assert sum(signal.weight for signal in evidence.signals) == pytest.approx(evidence.margin)


def test_words_come_from_the_table_and_quote_the_text(solver: Solver) -> None:
    patterns = [re.compile(re.sub(r"\\{\w+\\}", "(.+)", re.escape(words))) for words in TEMPLATES]
    told = 0
    for text in TEXTS:
        for evidence in decisions(solver.solve(text)):
            for signal in evidence.signals:
                if signal.words is None:
                    continue
                told += 1
                assert any(pattern.fullmatch(signal.words) for pattern in patterns), signal.words
                for quotation in re.findall(r'"([^"]+)"', signal.words):
                    assert all(part in " ".join(text.split()) for part in quotation.split(" ... ")), signal.words
    assert told > len(TEXTS)


def test_places_lie_in_the_text_and_say_what_is_quoted(solver: Solver) -> None:
    for text in TEXTS:
        for evidence in decisions(solver.solve(text)):
            for signal in evidence.signals:
                if signal.span is None:
                    continue
                start, end = signal.span
                assert 0 <= start < end <= len(text)
                said = re.search(r'"([^"]+)"', str(signal.words))
                assert said is None or said[1].startswith(text[start:end]), signal


def test_a_verb_is_told_once_with_what_it_does(linear: Solver) -> None:
    (evidence,) = decisions(linear.solve(SAM))
    told = [signal for signal in evidence.signals if signal.words == 'the verb of 5 is "gave" (giving away)']
    assert len(told) == 1
    assert {"2:verb=give @ 0,1", "2:class=give @ 0,1"} <= set(told[0].features)
    assert told[0].span == (22, 26)


def values_of(kind: str, names: tuple[str, ...]) -> set[str]:
    return {name.partition("=")[2] for name in names if name.startswith(f"{kind}=")}


def test_every_entry_of_the_table_is_a_feature_and_every_brace_can_be_filled(linear: Solver) -> None:
    model = linear.model.linear
    for part, scorer in (("pair", model.pair), ("relevance", model.relevance)):
        names = {re.sub(r"^\*?(?:[12]:)?", "", name) for name in scorer.vocabulary.names}
        known = names | {name.partition("=")[0] for name in names}
        entries = table("signals")[part]
        assert set(entries) <= known
        assert {brace for words in entries.values() for brace in re.findall(r"{(\w+)}", words)} <= set(FILLERS)
    assert set(table("signals")["classes"]) == set(table("verb_classes"))
    names = model.pair.vocabulary.names + model.relevance.vocabulary.names
    assert set(table("signals")["asked"]) == values_of("asked", names) - {"nothing"}
    assert set(table("signals")["roles"]) == values_of("role", names) - {"other"}


def test_solving_looks_for_no_signals_and_asking_twice_finds_them_once(
    linear: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    shares = LinearScorer.shares

    def counted(self: LinearScorer, features: list[str], contrast: object) -> object:
        asked.append(len(features))
        return shares(self, features, contrast)  # type: ignore[arg-type]

    monkeypatch.setattr(LinearScorer, "shares", counted)
    solution = linear.solve(SAM)
    assert "signals" not in solution.to_dict()["steps"][0]["evidence"]
    assert asked == []
    first = solution.to_dict(why=True)
    assert len(asked) == 1
    assert solution.to_dict(why=True) == first
    assert len(asked) == 1


def weighed(linear: Solver, *, lead: float, features: float, confidence: float) -> tuple[str, bool, StepReason]:
    """The step 12 - 5 under scores that give it so much above all others, and the features alone so much."""
    facts = facts_of(linear.solve(SAM).problem)

    def scores(lead: float) -> Scores:
        pair = np.zeros((2, 2, len(LABELS)))
        pair[0, 1, LABELS.index(Label.SUB)] = lead
        return Scores.averaged(np.zeros(2), np.zeros(2), pair)

    tree = Node(Op.SUB, Leaf(0), Leaf(1))
    weighing = Weighing(facts, linear.model, Judgement(scores(lead), scores(features)), tree, confidence)
    (step,) = steps_of(tree, facts, weighing)
    assert step.evidence is not None
    assert step.evidence.margin == pytest.approx(lead)
    return step.because, step.firm, step.reason


def test_a_step_is_told_as_a_fact_only_where_scores_features_and_confidence_stand_behind_it(linear: Solver) -> None:
    because = '"gave" means that 5 apples are gone, so take them away from 12 apples.'
    sure = {"lead": 3.0, "features": 1.0, "confidence": 0.9}
    assert weighed(linear, **sure) == (because, True, StepReason.TOOK_AWAY)
    for doubt in ({"lead": -1.0}, {"features": -1.0}, {"confidence": 0.3}):
        assert weighed(linear, **{**sure, **doubt}) == (f"Most likely {because}", False, StepReason.TOOK_AWAY)


def test_a_number_is_left_out_as_a_fact_only_where_the_scores_say_so(linear: Solver) -> None:
    facts = facts_of(
        linear.solve("Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons has she?").problem
    )
    tree = Node(Op.SUB, Leaf(0), Leaf(2))
    told = {}
    for unused in (2.0, -2.0):
        scores = Scores.averaged(np.array([0.0, unused, 0.0]), np.zeros(3), np.zeros((3, 3, len(LABELS))))
        (pens,) = ignored_of(tree, facts, Weighing(facts, linear.model, Judgement(scores, scores), tree, 0.9))
        assert pens.evidence is not None
        assert pens.evidence.margin == unused
        told[unused] = (pens.because, pens.firm)
    assert told == {
        2.0: ("The 5 counts pens, but the question asks for crayons.", True),
        -2.0: ("Most likely it is not needed: the 5 counts pens, but the question asks for crayons.", False),
    }


def test_a_step_that_other_answers_share_is_surer_than_the_answer(linear: Solver) -> None:
    facts = facts_of(linear.solve(TEXTS[2]).problem)
    product = Node(Op.MUL, Leaf(0), Leaf(1))
    tree = Node(Op.ADD, product, Leaf(2))
    scores = Scores.averaged(np.zeros(4), np.zeros(4), np.zeros((4, 4, len(LABELS))))
    others = ((Node(Op.SUB, product, Leaf(2)), 0.25), (Node(Op.ADD, Leaf(0), Leaf(1)), 0.125))
    weighing = Weighing(facts, linear.model, Judgement(scores, scores), tree, 0.5, others)
    assert weighing.of_step(product).confidence == 0.75
    assert weighing.of_step(tree).confidence == 0.5
    assert weighing.of_unused(3).confidence == 0.875


def test_no_evidence_without_a_model(linear: Solver) -> None:
    solution = linear.solve(TEXTS[2])
    assert solution.node is not None
    facts = facts_of(solution.problem)
    bare = [*steps_of(solution.node, facts), *ignored_of(solution.node, facts)]
    assert bare
    assert all(decision.evidence is None for decision in bare)


def test_a_saved_solution_keeps_its_signals(linear: Solver) -> None:
    solution = linear.solve(TEXTS[2])
    again = from_plain(to_plain(solution))
    assert again == solution
    assert (again.steps, again.ignored) == (solution.steps, solution.ignored)
    for evidence, found in zip(decisions(again), decisions(solution), strict=True):
        assert evidence.signals == found.signals
        assert all(isinstance(signal, Signal) for signal in evidence.signals)


def test_every_way_to_solve_has_evidence(linear: Solver) -> None:
    problem = linear.solve(SAM).problem
    for setting in CONSTRAINT_SETTINGS:
        assert all(evidence.signals for evidence in decisions(linear.solve_problem(problem, constraints=setting)))


def test_a_step_whose_left_side_stands_later_in_the_text_is_weighed_the_right_way_round(linear: Solver) -> None:
    text = "Ann gave away 5 of the 12 apples that she had. How many apples does she have now?"
    facts = facts_of(linear.solve(text).problem)
    judgement = linear.model.judge(facts)
    assert judgement.scores.pair[0, 1, LABELS.index(Label.SUB)] != judgement.scores.pair[0, 1, LABELS.index(Label.MUL)]
    node = Node(Op.SUB, Leaf(1), Leaf(0))
    evidence = Weighing(facts, linear.model, judgement, node, 0.9).of_step(node)
    pair = judgement.scores.pair[0, 1]
    others = [label for label in LABELS if label not in (Label.SUB, Label.SUB_REVERSED)]
    expected = pair[LABELS.index(Label.SUB_REVERSED)] - max(pair[LABELS.index(label)] for label in others)
    assert evidence.margin == pytest.approx(expected)
    assert sum(signal.weight for signal in evidence.signals) == pytest.approx(expected)

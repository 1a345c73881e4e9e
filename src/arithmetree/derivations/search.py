"""Exact best-first search over derivations (docs/derivations.md).

A derivation's probability is the product of the probabilities of its moves, so a longer prefix is never more probable.
Open prefixes wait in a heap; the first finished derivation that comes off it is the best one, and going on gives the
next ones. All probability is accounted for: found, rejected, lost by the scorer, or still unexplored.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, fsum, inf, isnan
from time import monotonic
from typing import Protocol

import numpy as np

from arithmetree.checkpoints import checkpoint
from arithmetree.derivations.affine import Flaw
from arithmetree.derivations.derivation import Derivation, Leaf, Step, tidy
from arithmetree.derivations.meaning import Worked, leaf_forms
from arithmetree.derivations.operations import Operation
from arithmetree.derivations.result import Cut, DerivationCertificate, DerivationResult, FoundAnswer
from arithmetree.derivations.scorer import OPERATIONS, TOO_MUCH, Array, Prefix, StepScorer
from arithmetree.errors import ScoreError


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go. `seconds` makes results depend on the machine, so it is off unless wanted."""

    steps: int = 12
    answers: int = 8
    opened: int = 2_000
    seconds: float | None = None
    batch: int = 1  # how many prefixes a scorer gets at once, unless it is free of order: more than needed are opened

    def __post_init__(self) -> None:
        if min(self.steps + 1, self.answers, self.opened, self.batch) < 1:
            raise ScoreError(f"limits must be positive, not {self}")


@dataclass(frozen=True, slots=True)
class DerivationCandidate:
    """A finished derivation that is determined, for constraints to judge."""

    derivation: Derivation
    answers: tuple[Fraction, ...]
    worked: Worked


class AnswerConstraint(Protocol):
    """A name, the most it can add to a log-probability, and what it adds for a candidate; minus infinity rejects."""

    @property
    def name(self) -> str: ...

    @property
    def highest(self) -> float: ...

    def score(self, candidate: DerivationCandidate) -> float: ...


def search_derivations(
    scorer: StepScorer,
    leaves: Sequence[Leaf],
    values: Sequence[Fraction] = (),
    constraints: Sequence[AnswerConstraint] = (),
    *,
    k: int = 1,
    explore_to: float = 1.0,
    enough: float | None = None,
    limits: Limits | None = None,
) -> DerivationResult:
    """The k best distinct answers by the probability of their best derivation, with bounds on their posteriors.

    `leaves` are all that derivations may use and `values` the numbers of the text. The search stops when it has the k
    best answers and no more than `explore_to` of the probability is unexplored, or at a limit. It also stops, with
    fewer than k answers, when the best one is found and no more than `enough` of the probability is unexplored.
    """
    if k < 1:
        raise ScoreError(f"k is {k}; it must be at least 1")
    return _Search(scorer, tuple(leaves), values, constraints, limits or Limits()).run(k, explore_to, enough)


@dataclass(slots=True, eq=False)
class _Node:
    """A prefix that was reached. `mass` is the probability of all ways to it together."""

    prefix: Prefix
    shape: tuple[int, ...]  # what each value is made of, whatever the order of steps
    score: float  # of the best way to it
    mass: float = 0.0
    moves: Array | None = None  # those not taken yet; None until it is opened
    lost: float = 0.0  # share that the scorer gives to no move
    taken: list[tuple[_Node | _End, float]] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class _End:
    """A finished derivation, or a prefix that was rejected; `cause` is empty for what passed everything."""

    cause: str
    score: float = -inf
    bonus: float = 0.0
    derivation: Derivation | None = None
    values: tuple[Fraction, ...] = ()
    mass: float = 0.0


class _Search:
    def __init__(
        self,
        scorer: StepScorer,
        leaves: tuple[Leaf, ...],
        values: Sequence[Fraction],
        constraints: Sequence[AnswerConstraint],
        limits: Limits,
    ) -> None:
        self._scorer = scorer
        self._leaves = leaves
        self._constraints = constraints
        self._limits = limits
        # With a batch, a set of steps could be reached on a less probable way first.
        self._batch = 1 if scorer.order_free else limits.batch
        self._highest = fsum(constraint.highest for constraint in constraints)
        self._shapes: dict[tuple[Operation, int, int], int] = {}
        self._nodes: dict[object, _Node] = {}  # for a scorer that is free of order, by what they are made of
        self._ends: list[_End] = []
        self._heap: list[tuple[float, int, _Node | _End]] = []  # nodes wait with their best move not taken
        self._count = 0  # breaks ties in the order of arrival
        self._opened = 0
        self._found_mass = self._closed_mass = 0.0
        self._rejected: dict[str, float] = {}
        self._deadline = None if limits.seconds is None else monotonic() + limits.seconds
        root = Prefix((), (), leaf_forms(leaves, values))
        self._root = _Node(root, tuple(range(len(leaves))), 0.0)

    def run(self, k: int, explore_to: float, enough: float | None) -> DerivationResult:
        self._add_mass(self._root, 1.0)
        self._open([self._root])
        best: dict[tuple[Fraction, ...], _End] = {}
        cut: Cut | None = None
        proven = 0  # how many of the best came off the heap in order
        wanted = max(k, 2)  # the runner-up belongs to the certificate
        while self._heap:
            checkpoint()
            unexplored = self._unexplored
            if (len(best) >= wanted and unexplored <= explore_to) or (
                enough is not None and best and unexplored <= enough
            ):
                break
            cut = self._limit_reached()
            if cut is not None:
                break
            end = self._next_end()
            if end is not None and end.values not in best:
                best[end.values] = end
                proven += 1
        ranked = list(best.values())
        if cut is not None:
            ranked += self._not_in_order(best)
        return self._result(ranked, k, proven, cut)

    @property
    def _unexplored(self) -> float:
        return max(0.0, 1.0 - self._found_mass - self._closed_mass)

    def _limit_reached(self) -> Cut | None:
        if self._opened >= self._limits.opened:
            return "prefixes"
        if self._deadline is not None and monotonic() > self._deadline:
            return "time"
        return None

    def _next_end(self) -> _End | None:
        """Take the best moves of the heap until the best thing on it is finished, or a batch is there to open."""
        batch: list[_Node] = []
        while self._heap and len(batch) < self._batch:
            waiting = self._heap[0][2]
            if isinstance(waiting, _End):
                if batch:
                    break
                heapq.heappop(self._heap)
                return waiting
            made = self._take(waiting)
            if isinstance(made, _Node) and made.moves is None and made not in batch:
                batch.append(made)
        if batch:
            self._open(batch)
        return None

    def _open(self, batch: list[_Node]) -> None:
        """Ask the scorer for the moves of these prefixes."""
        self._opened += len(batch)
        scored = self._scorer.moves([node.prefix for node in batch])
        if len(scored) != len(batch):
            raise ScoreError(f"the scorer gave moves for {len(scored)} of {len(batch)} prefixes")
        for node, moves in zip(batch, scored, strict=True):
            size = node.prefix.size
            flat = moves.flat(size)
            total = float(np.exp(flat).sum())
            if total > TOO_MUCH:
                raise ScoreError(f"the probabilities of the next moves add up to {total:.6g}; they may be at most 1")
            steps = len(OPERATIONS) * size * size
            if len(node.prefix.steps) >= self._limits.steps:
                flat[:steps] = -inf  # stays unexplored
            if len(node.prefix.answers) >= self._limits.answers:
                flat[steps:-1] = -inf
            if not node.prefix.answers:
                # A derivation without an answer is none: what stops at once is lost.
                total -= exp(flat[-1])
                flat[-1] = -inf
            node.moves = flat
            node.lost = max(0.0, 1.0 - total)
            self._closed_mass += node.mass * node.lost
            self._wait(node)

    def _wait(self, node: _Node) -> None:
        """Put a node on the heap by the best of its moves that is not taken yet."""
        assert node.moves is not None
        best = float(node.moves[int(node.moves.argmax())])
        if best > -inf:
            self._push(node.score + best + self._highest, node)

    def _push(self, priority: float, entry: _Node | _End) -> None:
        self._count += 1
        heapq.heappush(self._heap, (-priority, self._count, entry))

    def _take(self, node: _Node) -> _Node | _End:
        """Take the best move of the node on top of the heap, and let the node wait for its next one."""
        heapq.heappop(self._heap)
        assert node.moves is not None
        move = int(node.moves.argmax())
        log_probability = float(node.moves[move])
        node.moves[move] = -inf
        self._wait(node)
        made = self._after(node, move, node.score + log_probability)
        probability = exp(log_probability)
        node.taken.append((made, probability))
        self._add_mass(made, node.mass * probability)
        return made

    def _after(self, node: _Node, move: int, score: float) -> _Node | _End:
        """The prefix or the finished derivation that a move leads to."""
        prefix, size = node.prefix, node.prefix.size
        steps = len(OPERATIONS) * size * size
        if move == steps + size:
            return self._finished(prefix, score)
        if move >= steps:
            following = Prefix(prefix.steps, (*prefix.answers, move - steps), prefix.worked)
            return self._reached(following, node.shape, score)
        operation, left, right = OPERATIONS[move // (size * size)], move // size % size, move % size
        step = Step(operation, left, right)
        worked = prefix.worked.with_step(step)
        cause = _cause(worked, step)
        if cause:
            return _End(cause)
        following = Prefix((*prefix.steps, step), prefix.answers, worked)
        made_of = (operation, node.shape[left], node.shape[right])
        shape = self._shapes.setdefault(made_of, len(self._leaves) + len(self._shapes))
        return self._reached(following, (*node.shape, shape), score)

    def _reached(self, prefix: Prefix, shape: tuple[int, ...], score: float) -> _Node:
        if not self._scorer.order_free:
            return _Node(prefix, shape, score)
        # The first way to a set of steps is the most probable one; the others add to its mass.
        key = (tuple(sorted(shape)), tuple(shape[answer] for answer in prefix.answers))
        return self._nodes.setdefault(key, _Node(prefix, shape, score))

    def _finished(self, prefix: Prefix, score: float) -> _End:
        numbers = [prefix.worked.number(answer) for answer in prefix.answers]
        values = tuple(number for number in numbers if number is not None)
        if len(values) < len(numbers):
            flawed = any(isinstance(prefix.worked.forms[answer], Flaw) for answer in prefix.answers)
            return _End(str(Flaw.NO_VALUE) if flawed else "open")
        derivation = Derivation(self._leaves, prefix.steps, prefix.answers)
        candidate = DerivationCandidate(derivation, values, prefix.worked)
        end = _End("", score, 0.0, derivation, values)
        for constraint in self._constraints:
            bonus = constraint.score(candidate)
            if isnan(bonus) or bonus > constraint.highest:
                raise ScoreError(
                    f"the constraint {constraint.name!r} gave {bonus}, its highest is {constraint.highest}"
                )
            if bonus == -inf:
                end.cause = constraint.name
                break
            end.bonus += bonus
        self._ends.append(end)
        if not end.cause:
            end.score += end.bonus
            self._push(end.score, end)
        return end

    def _add_mass(self, reached: _Node | _End, mass: float) -> None:
        """More probability arrives at a prefix, and at everything that was reached from it."""
        reached.mass += mass
        if isinstance(reached, _Node):
            self._closed_mass += mass * reached.lost
            for following, probability in reached.taken:
                self._add_mass(following, mass * probability)
        elif reached.cause:
            self._closed_mass += mass
            self._rejected[reached.cause] = self._rejected.get(reached.cause, 0.0) + mass
        else:
            self._found_mass += mass

    def _not_in_order(self, best: Mapping[tuple[Fraction, ...], _End]) -> list[_End]:
        """Answers that were finished but did not come off the heap before the limit; good, but not proven best."""
        found: dict[tuple[Fraction, ...], _End] = {}
        for end in sorted((end for end in self._ends if not end.cause), key=lambda end: -end.score):
            if end.values not in best:
                found.setdefault(end.values, end)
        return list(found.values())

    def _result(self, ranked: list[_End], k: int, proven: int, cut: Cut | None) -> DerivationResult:
        satisfied = bool(ranked)
        if not satisfied:
            passed_over: dict[tuple[Fraction, ...], _End] = {}
            for end in sorted(self._ends, key=lambda end: -end.score):
                passed_over.setdefault(end.values, end)
            ranked = list(passed_over.values())
        found = tuple(self._bounded(end, satisfied) for end in ranked[:k])
        return DerivationResult(
            found,
            DerivationCertificate(
                exact=cut is None or proven >= k,
                cut=cut,
                best_score=ranked[0].score if ranked else None,
                runner_up=ranked[1].score if len(ranked) > 1 else None,
                opened=self._opened,
                unexplored=self._unexplored,
                rejected=dict(sorted(self._rejected.items())),
                satisfied=satisfied,
            ),
        )

    def _bounded(self, end: _End, satisfied: bool) -> FoundAnswer:
        """An answer with its share of everything that passes, at least and at most."""
        assert end.derivation is not None
        passing = [other for other in self._ends if not (satisfied and other.cause)]
        weights = [(other, other.mass * exp(other.bonus)) for other in passing]
        same = fsum(weight for other, weight in weights if other.values == end.values)
        unexplored = self._unexplored * exp(self._highest)
        everything = fsum(weight for _, weight in weights) + unexplored
        low, high = (same / everything, min(1.0, (same + unexplored) / everything)) if everything else (0.0, 1.0)
        return FoundAnswer(tidy(end.derivation), end.values, end.score, low, high)


def _cause(worked: Worked, step: Step) -> str:
    """Why a prefix leads nowhere: its last step is flawed, or its equations clash; empty if it may go on."""
    if worked.flaw is not None:
        return str(worked.flaw)
    if not worked.system.consistent:
        return "contradictory"
    last = worked.forms[-1]
    return str(last) if isinstance(last, Flaw) and step.operation is not Operation.EQUATE else ""

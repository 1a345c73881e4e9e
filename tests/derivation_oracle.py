"""Random step scorers, and brute force over every derivation: what best-first search must agree with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf, log
from random import Random

import numpy as np

from arithmetree.derivations import OPERATIONS, Leaf, Moves, Operation, Prefix, Step, leaf_forms

Move = tuple[str, object]


@dataclass
class RandomScorer:
    """A few random moves for every prefix, with ties and zeros among them; at most `steps` steps and `asked` answers.

    What it says is drawn from a seed and the prefix: from the sequence of moves, or, `order_free`, from the set of
    steps alone.
    """

    seed: int
    leaves: int
    order_free: bool
    steps: int = 3
    asked: int = 1
    choices: int = 3
    lossy: bool = False
    operations: tuple[Operation, ...] = OPERATIONS
    calls: int = field(default=0, init=False)

    def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
        self.calls += len(prefixes)
        return [self._moves(prefix) for prefix in prefixes]

    def _moves(self, prefix: Prefix) -> Moves:
        size = prefix.size
        shapes = [f"l{place}" for place in range(self.leaves)]
        for step in prefix.steps:
            shapes.append(f"({shapes[step.left]}{step.operation}{shapes[step.right]})")
        made = shapes[self.leaves :]
        state = sorted(made) if self.order_free else made
        rng = Random(f"{self.seed}/{state}/{[shapes[answer] for answer in prefix.answers]}")
        moves: dict[tuple[int, int, int] | int | str, float] = {}
        in_order = sorted(range(size), key=lambda value: (shapes[value], value))
        if len(prefix.answers) == self.asked:
            moves["stop"] = 1.0
        else:
            for _ in range(rng.randint(1, self.choices)):
                moves[in_order[rng.randrange(size)]] = rng.choice((1.0, 2.0, rng.random()))
            if len(prefix.steps) < self.steps:
                for _ in range(rng.randint(1, self.choices)):
                    operation = OPERATIONS.index(rng.choice(self.operations))
                    left, right = in_order[rng.randrange(size)], in_order[rng.randrange(size)]
                    moves[operation, left, right] = rng.choice((1.0, 2.0, 0.0, 3 * rng.random()))
                # The same steps over leaves are offered in every state, so that different orders meet.
                steady = Random(self.seed)
                for _ in range(2):
                    operation = OPERATIONS.index(steady.choice(self.operations))
                    left, right = steady.randrange(self.leaves), steady.randrange(self.leaves)
                    if Step(OPERATIONS[operation], left, right) not in prefix.steps:
                        moves[operation, left, right] = rng.choice((1.0, 2.0, rng.random()))
            if rng.random() < 0.1:
                moves["stop"] = 0.5
        total = sum(moves.values()) * (rng.choice((1.0, 1.25)) if self.lossy else 1.0)
        table = np.full((len(OPERATIONS), size, size), -inf)
        answer = np.full(size, -inf)
        stop = -inf
        for move, weight in moves.items():
            value = log(weight / total) if weight else -inf
            if move == "stop":
                stop = value
            elif isinstance(move, int):
                answer[move] = value
            else:
                table[move] = value
        return Moves(table, answer, stop)


@dataclass(frozen=True)
class Finished:
    values: tuple[Fraction, ...] | None  # None: rejected
    score: float


def everything(
    scorer: RandomScorer,
    leaves: Sequence[Leaf],
    values: Sequence[Fraction],
    constraint: Callable[[tuple[Fraction, ...]], float] = lambda values: 0.0,  # noqa: ARG005
) -> list[Finished]:
    """Every finished sequence of moves with its score, straight from the definition."""
    found: list[Finished] = []

    def follow(prefix: Prefix, score: float) -> None:
        (moves,) = scorer.moves([prefix])
        if moves.stop > -inf and prefix.answers:
            numbers = [prefix.worked.number(answer) for answer in prefix.answers]
            known = None if None in numbers else tuple(n for n in numbers if n is not None)
            bonus = -inf if known is None else constraint(known)
            found.append(Finished(known if bonus > -inf else None, score + moves.stop + bonus))
        for answer in np.flatnonzero(moves.answer > -inf):
            follow(
                Prefix(prefix.steps, (*prefix.answers, int(answer)), prefix.worked),
                score + float(moves.answer[answer]),
            )
        for operation, left, right in zip(*np.nonzero(moves.steps > -inf), strict=True):
            step = Step(OPERATIONS[operation], int(left), int(right))
            worked = prefix.worked.with_step(step)
            last = worked.forms[-1]
            flawed = not hasattr(last, "constant") and step.operation is not Operation.EQUATE
            if worked.flaw is None and worked.system.consistent and not flawed:
                follow(
                    Prefix((*prefix.steps, step), prefix.answers, worked),
                    score + float(moves.steps[operation, left, right]),
                )

    follow(Prefix((), (), leaf_forms(leaves, values)), 0.0)
    return found

"""Elimination: outcomes against sympy, combinations that can be checked, contradictions that are as small as can be."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from random import Random

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy.polys.matrices import DomainMatrix

from arithmetree.derivations import Affine, Contradictory, Determined, Open, outcomes, parse, work_out
from arithmetree.derivations.affine import number, unknown
from arithmetree.derivations.system import NO_EQUATIONS, combined, system_of


def random_system(rng: Random) -> tuple[list[list[int]], list[int], int]:
    """Coefficients with the constant last, a value asked for, and the number of unknowns; many are degenerate."""
    unknowns, count = rng.randint(1, 4), rng.randint(0, 5)
    rows = [[rng.choice((-2, -1, 0, 0, 1, 1, 2, 3)) for _ in range(unknowns + 1)] for _ in range(count)]
    for _ in range(rng.choice((0, 0, 1, 2))):
        if len(rows) >= 2:  # an equation that follows from two others, or clashes with them
            one, other = rng.sample(rows, 2)
            rows.append([a + 2 * b for a, b in zip(one, other, strict=True)])
            rows[-1][-1] += rng.choice((0, 0, 1))
    return rows, [rng.choice((-1, 0, 1, 2)) for _ in range(unknowns + 1)], unknowns


def affine(row: list[int]) -> Affine:
    form = number(row[-1])
    for place, factor in enumerate(row[:-1]):
        form = form.plus(unknown(place), Fraction(factor))
    return form


def by_sympy(rows: list[list[int]], asked: list[int], unknowns: int) -> str | sympy.Rational:
    """The value, "open" or "contradictory", by sympy's reduced row echelon form."""
    if not rows:
        return "open" if any(asked[:-1]) else sympy.Integer(asked[-1])

    def rank(matrix: list[list[int]]) -> int:
        return DomainMatrix.from_list(matrix, sympy.ZZ).to_field().rank()

    coefficients = [row[:-1] for row in rows]
    if rank(rows) > rank(coefficients):
        return "contradictory"
    if rank([*coefficients, asked[:-1]]) > rank(coefficients):
        return "open"
    symbols = sympy.symbols(f"u:{unknowns}")
    solution = sympy.linsolve(
        [sum(a * s for a, s in zip(row, symbols, strict=False)) + row[-1] for row in rows], symbols
    )
    (point,) = solution
    return sympy.nsimplify(sympy.expand(sum(a * s for a, s in zip(asked, point, strict=False)) + asked[-1]))


@pytest.mark.parametrize("part", range(10))
def test_ten_thousand_random_systems_have_the_outcome_that_sympy_finds(part: int) -> None:
    rng = Random(part)
    kinds = {"open": 0, "contradictory": 0, "determined": 0}
    for _ in range(1000):
        rows, asked, unknowns = random_system(rng)
        system = system_of([affine(row) for row in rows])
        expected = by_sympy(rows, asked, unknowns) if rng.random() < 0.1 else _by_rank(rows, asked)
        left = system.reduced(affine(asked))
        if not system.consistent:
            assert expected == "contradictory"
            kinds["contradictory"] += 1
        elif not left.is_number:
            assert expected == "open"
            kinds["open"] += 1
        else:
            assert expected == sympy.Rational(left.constant.numerator, left.constant.denominator)
            kinds["determined"] += 1
    assert min(kinds.values()) > 50, kinds


def _by_rank(rows: list[list[int]], asked: list[int]) -> str | sympy.Rational:
    """As `by_sympy`, but the value by a particular solution of sympy's echelon form, which is much faster."""
    if not rows:
        return "open" if any(asked[:-1]) else sympy.Integer(asked[-1])
    # Row-reduce the equations with the asked form as an extra unknown: asked - value = 0.
    matrix = [[*row[:-1], 0, row[-1]] for row in rows] + [[*asked[:-1], -1, asked[-1]]]
    echelon, pivots = DomainMatrix.from_list(matrix, sympy.ZZ).to_field().rref()
    width = len(asked) - 1
    if width + 1 in pivots:
        return "contradictory"
    dense = echelon.to_Matrix()
    if width not in pivots:
        return "open"
    row = pivots.index(width)
    return -dense[row, width + 1]


def test_the_fast_oracle_agrees_with_the_slow_one() -> None:
    rng = Random(99)
    for _ in range(200):
        rows, asked, unknowns = random_system(rng)
        assert _by_rank(rows, asked) == by_sympy(rows, asked, unknowns)


forms = st.lists(st.integers(-3, 3), min_size=4, max_size=4).map(affine)


@given(st.lists(forms, max_size=6), forms)
def test_the_combination_of_equations_gives_the_value(equations: list[Affine], asked: Affine) -> None:
    system = system_of(equations)
    left, combination = system.reduce(asked)
    assert left.plus(combined(system.equations, combination)) == asked
    for row in system.rows:
        assert combined(system.equations, row.combination) == row.form


@given(st.lists(forms, max_size=6))
def test_adding_one_equation_at_a_time_is_the_same_in_any_order(equations: list[Affine]) -> None:
    there, back = system_of(equations), system_of(equations[::-1])
    assert there.consistent == back.consistent
    if there.consistent:
        assert {row.form for row in there.rows} == {row.form for row in back.rows}


@given(st.lists(st.lists(st.integers(-1, 1), min_size=3, max_size=3).map(affine), max_size=6))
def test_a_contradiction_names_the_fewest_equations_that_clash(equations: list[Affine]) -> None:
    system = system_of(equations)
    if system.consistent:
        assert system.smallest_clash == ()
        return
    fewest = min(
        size
        for size in range(1, len(equations) + 1)
        if any(not system_of(chosen).consistent for chosen in combinations(equations, size))
    )
    assert len(system.smallest_clash) == fewest
    assert not system_of([equations[number] for number in system.smallest_clash]).consistent
    for left_out in system.clash:
        assert system_of([equations[number] for number in system.clash if number != left_out]).consistent


def test_an_equation_that_cannot_hold_alone_is_the_smallest_clash() -> None:
    assert outcomes(parse("x where x = 5; x = 6; 1 = 2")) == (Contradictory((2,)),)


def test_many_equations_still_name_a_clash() -> None:
    system = NO_EQUATIONS
    for place in range(40):
        system = system.with_equation(unknown(place).plus(unknown((place + 1) % 40), Fraction(-1)))
    system = system.with_equation(unknown(0).plus(unknown(20), Fraction(-1)).plus(number(1)))
    assert len(system.smallest_clash) == 21


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("y where x + y = 35; 2*x + 4*y = 94", Determined),
        ("y where x + y = 35", Open),
        ("x where x = 5; x = 6", Contradictory),
        ("x + y where x + y = 35", Determined),
    ],
)
def test_outcomes_of_written_systems(text: str, expected: type) -> None:
    (outcome,) = outcomes(parse(text))
    assert isinstance(outcome, expected)


def test_a_determined_answer_can_be_checked_by_hand() -> None:
    derivation = parse("y where x + y = 35; 2*x + 4*y = 94")
    (outcome,) = outcomes(derivation)
    assert isinstance(outcome, Determined)
    assert outcome.value == 12
    # y - 12 = 1/2 * (2x + 4y - 94) - 1 * (x + y - 35)
    assert outcome.combination == ((0, Fraction(-1)), (1, Fraction(1, 2)))
    equations = work_out(derivation).system.equations
    assert outcome.form.plus(combined(equations, outcome.combination), Fraction(-1)) == number(12)


def test_open_names_only_what_nothing_fixes() -> None:
    (outcome,) = outcomes(parse("x + y + z where x = 3; y - z = 1"))
    assert outcome == Open(("y", "z"))


def test_a_contradiction_is_reported_for_every_answer() -> None:
    assert outcomes(parse("1; x where x = 5; y = 1; x = 6")) == (Contradictory((0, 2)),) * 2

"""How the review of derivations is learned: who sees what, what a wrong choice costs, and that it ships the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arithmetree.steps import written
from arithmetree.steps.network import NETWORK_FILES, Networks
from script_modules import script_modules

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
WIDE = 5
PIECES = [101, 2000, 1, 3000, 1, 1029, 102]


@pytest.fixture(scope="module")
def learning() -> Iterator[dict[str, ModuleType]]:
    names = ("prepare", "encoder", "network", "batches", "reviewing", "fixed_shapes", "start_weights",
             "learning", "flat", "train", "export", "examples", "calibrate", "candidates")  # fmt: skip
    with script_modules("../training/general", names) as found:
        yield found


@pytest.fixture(scope="module")
def network(learning: dict[str, ModuleType]) -> Any:
    torch.manual_seed(0)
    small = learning["encoder"].EncoderShape(2, 24, 2, 48, relative=True)
    learning["encoder"].SHAPES["tiny"] = small
    shape = learning["network"].Shape(
        encoder="tiny", operations=4, constants=6, value_features=WIDE, pair_features=3, reasons=2, width=16, inner=16,
        heads=2, pair=8, reviews=True, compares=True,
    )  # fmt: skip
    made = learning["network"].StepNetwork(shape, plain=True).eval()
    torch.nn.init.normal_(made.judge.out.weight)  # it begins with nothing to say
    return made


def test_the_rows_are_those_of_the_program(learning: dict[str, ModuleType]) -> None:
    ours, theirs = learning["network"], learning["reviewing"]
    assert (ours.ROLES, ours.MOST_STEPS, ours.MOST_ROWS) == (written.ROLES, written.MOST_STEPS, written.MOST_ROWS)
    assert (theirs._LEFT, theirs._MADE, theirs._RIGHT, theirs._ANSWER) == (
        written.LEFT, written.MADE, written.RIGHT, written.ANSWER,
    )  # fmt: skip


def a_text(network: Any, count: int) -> tuple[Any, list[Any]]:
    """A batch of one text and all its states."""
    pieces = torch.tensor([PIECES])
    batch = SimpleNamespace(
        places=torch.tensor([[2, 4, 0]]), constants=torch.tensor([[0, 0, 3]]), mask=torch.ones_like(pieces),
        features=torch.rand(1, 3, WIDE, generator=torch.Generator().manual_seed(count)),
    )  # fmt: skip
    return batch, network.encoder.all_states(pieces, torch.zeros_like(pieces), batch.mask)


SUM = [(0, 0, -1), (1, 0, 0), (2, 1, 3), (3, 0, 1), (4, 0, 3)]
ONE = [(0, 0, -1), (4, 0, 1)]
LONG = [*SUM[:-1], (1, 0, 3), (2, 3, 4), (3, 0, 2), (4, 0, 4)]


def a_choice(learning: dict[str, ModuleType], *derivations: list[tuple[int, int, int]]) -> Any:
    rows = torch.zeros(1, len(derivations), 12, 3, dtype=torch.long)
    real = torch.zeros(1, len(derivations), 12, dtype=torch.bool)
    for place, one in enumerate(derivations):
        rows[0, place, : len(one)] = torch.tensor(one)
        real[0, place, : len(one)] = True
    there = torch.ones(1, len(derivations), dtype=torch.bool)
    features = torch.linspace(0, 1, WIDE).expand(1, len(derivations), written.MOST_STEPS, WIDE)
    return learning["reviewing"].Choice(rows, real, features, there, ~there, torch.zeros(1, len(derivations)))


def test_a_derivation_is_scored_by_itself_and_by_its_text(learning: dict[str, ModuleType], network: Any) -> None:
    scored = learning["reviewing"].review_scores
    with torch.no_grad():
        batch, text = a_text(network, 1)
        together = scored(network, text, batch, a_choice(learning, SUM, ONE, LONG))
        alone = [float(scored(network, text, batch, a_choice(learning, one))) for one in (SUM, ONE, LONG)]
        other = float(scored(network, [each + 1 for each in text], batch, a_choice(learning, SUM)))
    assert together[0].tolist() == pytest.approx(alone, abs=1e-5)
    assert len({round(score, 6) for score in alone}) == 3
    assert abs(other - alone[0]) > 1e-6


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning")
def test_the_networks_that_ship_give_the_same_scores(
    learning: dict[str, ModuleType], network: Any, tmp_path: Path
) -> None:
    learning["export"].export_plain(network, tmp_path)
    shipped = Networks({name: (tmp_path / name).read_bytes() for name in NETWORK_FILES}, {})
    with torch.no_grad():
        batch, text = a_text(network, 2)
        wanted = learning["reviewing"].review_scores(network, text, batch, a_choice(learning, SUM, LONG))
    asks, bits = [0] * len(PIECES), np.ones((3, 3, 3), dtype=np.float32)
    read = shipped.read(PIECES, asks, batch.places[0], batch.constants[0], batch.features[0].numpy(), bits)
    features = np.linspace(0, 1, WIDE, dtype=np.float32)
    found = shipped.review(
        read, [written.Written(SUM, features[None]), written.Written(LONG, np.tile(features, (2, 1)))]
    )
    assert found.tolist() == pytest.approx(wanted[0].tolist(), abs=1e-4)


def reasons(network: Any, batch: Any, text: list[Any], bits: Any, present: tuple[int, ...] = (1, 1, 1)) -> Any:
    """The scores of the reasons to refuse a text of three leaves."""
    with torch.no_grad():
        return network.read(
            text[-1], batch.mask, torch.zeros_like(batch.mask), batch.places, batch.constants, batch.features,
            torch.tensor([present]), bits,
        )[3]  # fmt: skip


def test_the_judge_sees_how_the_numbers_are_related(network: Any) -> None:
    batch, text = a_text(network, 3)
    unlike, like = torch.zeros(1, 3, 3, 3), torch.zeros(1, 3, 3, 3)
    like[0, 0, 1, 2] = 1
    assert (reasons(network, batch, text, unlike) - reasons(network, batch, text, like)).abs().max() > 1e-6
    padding = unlike.clone()
    padding[0, :, 2] = padding[0, 2, :] = 1
    alone = reasons(network, batch, text, unlike, (1, 1, 0))
    assert torch.allclose(reasons(network, batch, text, padding, (1, 1, 0)), alone, atol=1e-5)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.filterwarnings("ignore::torch.jit.TracerWarning")
def test_the_judge_that_ships_gives_the_same_scores(
    learning: dict[str, ModuleType], network: Any, tmp_path: Path
) -> None:
    learning["export"].export_plain(network, tmp_path)
    shipped = Networks({name: (tmp_path / name).read_bytes() for name in NETWORK_FILES}, {})
    batch, text = a_text(network, 4)
    bits = torch.randint(0, 2, (1, 3, 3, 3), generator=torch.Generator().manual_seed(1)).float()
    read = shipped.read(
        PIECES, [0] * len(PIECES), batch.places[0], batch.constants[0], batch.features[0].numpy(), bits[0].numpy()
    )
    assert read.reasons.tolist() == pytest.approx(reasons(network, batch, text, bits)[0].tolist(), abs=1e-4)


def test_to_choose_rightly_costs_nothing_and_none_is_right_where_none_is(learning: dict[str, ModuleType]) -> None:
    choice = a_choice(learning, SUM, ONE)
    loss = learning["reviewing"].review_loss
    assert float(loss(torch.tensor([[-20.0, -20.0]]), choice, 0.0)) == pytest.approx(0, abs=1e-3)
    assert float(loss(torch.tensor([[9.0, -20.0]]), choice, 0.0)) == pytest.approx(9, abs=1e-2)
    choice.right[0, 0] = True
    assert float(loss(torch.tensor([[20.0, -20.0]]), choice, 0.0)) == pytest.approx(0, abs=1e-3)
    assert float(loss(torch.tensor([[20.0, -20.0]]), choice, 1.0)) == pytest.approx(0, abs=1e-3)  # left out: none is
    assert float(loss(torch.tensor([[-9.0, 9.0]]), choice, 0.0)) == pytest.approx(18, abs=1e-2)


def test_the_choice_is_among_what_was_found(learning: dict[str, ModuleType]) -> None:
    reviewing = learning["reviewing"]
    choice = a_choice(learning, SUM, ONE, LONG)
    choice.log_probability[0] = torch.tensor([-0.1, -2.0, reviewing.NEVER])
    choice.right[0, 1:] = True
    scores = torch.tensor([[-3.0, 1.0, 30.0]])
    assert reviewing.chosen_rightly(scores, choice, 0.0).tolist() == [False]
    assert reviewing.chosen_rightly(scores, choice, 1.0).tolist() == [True]
    choice.right[0, 1] = False  # the last was not found, so it cannot be chosen
    assert reviewing.chosen_rightly(scores, choice, 1.0).tolist() == [False]


def test_candidates_are_kept_with_the_own_derivation_of_each_example(
    learning: dict[str, ModuleType], tmp_path: Path
) -> None:
    candidates, reviewing = learning["candidates"], learning["reviewing"]
    rows = written.Written(ONE, np.zeros((0, WIDE), dtype=np.float32))
    steps = written.Written([(0, 0, -1), (1, 0, 0), (2, 2, 2), (3, 0, 1), (4, 0, 2)], np.ones((1, WIDE), np.float32))
    found = [candidates.Found(rows, -0.5, False), candidates.Found(steps, -1.5, True)]
    path = tmp_path / "part.candidates.npz"
    candidates.save(path, [("gone", found), ("here", found)])
    own = (2, np.array([[1, 0, 1]]), np.array([2]), np.full((1, WIDE), 0.5, dtype=np.float16))
    examples = SimpleNamespace(ids=np.array(["other", "here"]), width=WIDE, own_derivation=lambda _: own)
    kept = reviewing.Candidates({"part": path}, examples, torch.device("cpu"), with_own=True)
    assert kept.numbers.tolist() == [1]
    choice = kept.choice(np.array([1]), 5, torch.tensor([2]))
    last = reviewing.SLOTS - 1
    assert choice.there[0].tolist() == [True, True, *[False] * (last - 2), True]
    assert choice.right[0].tolist() == [False, True, *[False] * (last - 2), True]
    assert choice.log_probability[0, :2].tolist() == [-0.5, -1.5]
    assert choice.rows[0, 1, :5].tolist() == [[0, 0, -1], [1, 0, 0], [2, 2, 5], [3, 0, 1], [4, 0, 5]]
    assert choice.rows[0, last, :5].tolist() == [[0, 0, -1], [1, 0, 0], [2, 2, 5], [3, 0, 1], [4, 0, 5]]
    assert float(choice.features[0, last, 0, 0]) == 0.5


def test_hidden_words_are_no_marks_and_the_same_each_time(learning: dict[str, ModuleType]) -> None:
    candidates = learning["candidates"]
    seen: list[list[int]] = []

    text = [101, 1, 2, *range(2000, 2040), 102]
    for seed in (1, 1, 2):
        forgetful = candidates.Forgetful.__new__(candidates.Forgetful)
        forgetful._share, forgetful._order = 0.5, np.random.default_rng(seed)
        seen.append(forgetful.hidden(text))
    assert seen[0] == seen[1] != seen[2]
    assert [piece for piece in seen[0] if piece < candidates._FIRST_WORD and piece != candidates._MASK] == [
        101, 1, 2, 102,
    ]  # fmt: skip
    assert 8 < seen[0].count(candidates._MASK) < 32

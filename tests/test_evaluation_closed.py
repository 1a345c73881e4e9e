"""The closed protocol: accuracies over the folds whose errors were read, and over the others."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.evaluation import closed
from arithmetree.evaluation.classifiers import Counts
from arithmetree.evaluation.closed import Configuration, FoldResult


def _fold(*right: bool) -> FoldResult:
    predictions = {f"{id(right)}-{n}": {"right": one, "right_with_errata": True} for n, one in enumerate(right)}
    return FoldResult(predictions, "a", {}, Counts(1, 2, 0, 1), Counts(1, 1, 1, 1))


def test_read_and_unread_folds_are_reported_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closed, "READ_FOLDS", {"some set": (0,)})
    dataset: Any = SimpleNamespace(facts=SimpleNamespace(name="some set"))
    folds = [_fold(True, True, False, False), _fold(True), _fold(False, True, True)]
    found = closed._report(dataset, Configuration("ours"), folds)
    assert (found["accuracy_read_folds"], found["accuracy_unread_folds"]) == (50.0, 75.0)
    assert (found["accuracy"], found["accuracy_with_errata"]) == (62.5, 100.0)
    assert [(fold["accuracy"], fold["size"]) for fold in found["folds"]] == [(50.0, 4), (100.0, 1), (66.67, 3)]
    assert found["classifiers"]["relevance"] == {"relaxed": 50.0, "strict": 0.0}
    assert found["classifiers"]["lca"] == {"relaxed": 100.0, "strict": 100.0}

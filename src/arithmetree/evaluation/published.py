"""What was published: the tables of Roy and Roth (EMNLP 2015), and the answers of other systems, by data set."""

from __future__ import annotations

ANSWERS: dict[str, dict[str, float]] = {
    "all": {"ai2": 72.0, "illinois": 73.9, "commoncore": 45.2},
    "positive": {"ai2": 78.0, "illinois": 72.5, "commoncore": 36.5},
    "integral": {"ai2": 71.8, "illinois": 73.4, "commoncore": 39.0},
    "none": {"ai2": 77.7, "illinois": 71.9, "commoncore": 29.6},
}
"""Right answers under each setting of the constraints."""

Pair = tuple[float, float]

RELEVANCE: dict[str, dict[str, Pair]] = {
    "everything": {"ai2": (94.7, 89.1), "illinois": (95.4, 93.2)},
    "unit": {"ai2": (88.9, 71.5), "illinois": (92.8, 91.0)},
    "related-np": {"ai2": (94.9, 89.6), "illinois": (95.0, 91.2)},
    "miscellaneous": {"ai2": (92.0, 85.9), "illinois": (93.7, 89.8)},
}
"""The relevance classifier, relaxed and strict, with all features and without each group."""

OPERATION: dict[str, dict[str, Pair]] = {
    "everything": {"ai2": (88.7, 85.1), "illinois": (75.7, 75.7), "commoncore": (60.0, 25.8)},
    "individual": {"ai2": (73.6, 67.6), "illinois": (52.0, 52.0), "commoncore": (29.2, 0.0)},
    "pair": {"ai2": (83.2, 79.8), "illinois": (63.6, 63.6), "commoncore": (49.3, 16.5)},
    "question": {"ai2": (86.8, 83.9), "illinois": (73.3, 73.3), "commoncore": (60.5, 28.3)},
}
"""The classifier of operations, relaxed and strict, with all features and without each group."""

CLASSIFIERS = {"relevance": RELEVANCE, "lca": OPERATION}
"""Both classifiers, by the names that result files give them."""


def answers(dataset: str, constraints: str) -> float | None:
    """The published accuracy on a data set under a setting of the constraints; None where there is none."""
    return ANSWERS.get(constraints, {}).get(dataset)


SYSTEMS: dict[str, dict[str, float]] = {
    "Kushman et al. 2014, templates": {
        "ai2": 64.0, "illinois": 73.7, "commoncore": 2.3, "allArith": 72.7, "aggregate": 54.4, "alg514": 68.7,
    },
    "Hosseini et al. 2014, verb categories": {"ai2": 77.7},
    "Roy, Vieira and Roth 2015, pipeline": {"illinois": 52.7},
    "Roy and Roth 2015, all constraints": {"ai2": 72.0, "illinois": 73.9, "commoncore": 45.2},
    "Roy and Roth 2015, positive answers": {"ai2": 78.0, "illinois": 72.5, "commoncore": 36.5},
    "Zhou, Dai and Chen 2015": {"alg514": 79.7},
    "Mitra and Baral 2016": {"ai2": 86.1},
    "Upadhyay et al. 2016, MixedSP": {"alg514": 83.0},
    "Roy and Roth 2017, unit dependency graphs": {"allArith": 81.7},
    "Wang et al. 2018, MathDQN": {"ai2": 78.5, "illinois": 73.3, "commoncore": 75.5},
    "Zou and Lu 2019, Quantity Tagger": {"ai2": 90.8},
    "Kim et al. 2020, EPT": {"alg514": 81.3},
    "Liu et al. 2023, TinyGSM, 125 million weights": {"gsm8k": 63.1},
    "Qwen2-0.5B, 2024": {"gsm8k": 40.1},
    "SmolLM2-360M, 2025": {"gsm8k": 7.4},
}  # fmt: skip
"""Right answers of other systems as they were published, in per cent, by data set."""

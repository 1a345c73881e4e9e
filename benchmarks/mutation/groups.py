"""The modules that are tested by mutants, in groups, each with the tests that should notice a change of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Group:
    """Modules of one folder of the package, and the tests of them."""

    folder: str
    names: Sequence[str]
    tests: Sequence[str]
    only: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of these modules only some functions belong to the group: from the first up to the end of the last."""

    @property
    def modules(self) -> list[str]:
        """The paths of the modules in the package."""
        return [f"{self.folder}{name}.py" for name in self.names]


def _tests(*names: str) -> list[str]:
    return [f"tests/{name}.py" for name in names]


BY_HAND = "the protocol, by hand"
"""Errors that nobody may make (by_hand.json), in modules and in training scripts."""

GROUPS: dict[str, Group] = {
    BY_HAND: Group("", (), _tests("test_training_general", "test_protocol", "test_evaluation_general", "test_corpus",
                                  "test_cli_bench", "test_generator_general")),
    "derivations": Group(
        "derivations/",
        ("affine", "derivation", "mathematics", "meaning", "notation", "operations", "outline", "result",
         "sameness", "scorer", "search", "system", "trees"),
        _tests("test_derivations", "test_derivations_sameness", "test_derivations_notation", "test_derivations_meaning",
               "test_derivations_search"),
    ),
    "search": Group(
        "search/",
        ("beam", "constraints", "engine", "inside", "kbest", "posterior", "result", "scored", "table"),
        _tests("test_search_parts", "test_search"),
    ),
    "expressions": Group(
        "expressions/",
        ("enumeration", "equivalence", "infix", "labels", "monotonic", "tree"),
        _tests("test_expressions_infix", "test_expressions_labels", "test_expressions_monotonic",
               "test_expressions_tree", "test_expressions_equivalence"),
    ),
    "confidence": Group("", ("confidence",), _tests("test_confidence", "test_model")),
    "refusals": Group(
        "refusals/",
        ("__init__", "conflicts", "geometry", "kinds", "languages", "missing", "scope", "solved", "verdict"),
        _tests("test_refusals_rules", "test_refusals"),
    ),
    "batch": Group(
        "batch/",
        ("answering", "cluster", "job", "journal", "lines", "local", "run", "wire", "worker"),
        _tests("test_batch_parts", "test_batch_answering", "test_batch_journal", "test_batch_lines",
               "test_batch_local", "test_batch"),
    ),
    "checking": Group(
        "checking/",
        ("answer_key", "answer_units", "checker", "class_columns", "class_summary", "class_table", "classroom",
         "findings", "matching", "measures", "mistakes", "pupil_work", "several", "slips", "spelling",
         "spreadsheet_cells", "times", "trust", "verdicts", "verification", "wording"),
        _tests("test_checking_parts", "test_checking_amounts", "test_checking_edges", "test_checking_work",
               "test_checking", "test_checking_classroom", "test_checking_key", "test_checking_verify",
               "test_spreadsheet_cells"),
    ),
    "service limits": Group(
        "service/",
        ("asked", "clients", "cost", "desk", "failures", "gate", "limits", "rate"),
        _tests("service/test_service_gate", "service/test_service_limits", "service/test_service_fairness",
               "service/test_service_api"),
    ),
    "leak filters": Group(
        "corpus/",
        ("similarity", "splits", "public_sets", "build"),
        _tests("test_protocol", "test_corpus"),
        {"build": ("near_duplicates", "near_public")},
    ),
    "evaluation": Group(
        "evaluation/",
        ("classifiers", "closed", "compare", "corpus_part", "general_sets", "open", "paper_training"),
        _tests("test_evaluation_parts", "test_evaluation_figures", "test_evaluation_classifiers",
               "test_evaluation_closed", "test_compare", "test_evaluation_corpus", "test_evaluation_general",
               "test_paper_training", "test_protocol", "test_cli_bench"),
    ),
    "step search": Group(
        "steps/",
        ("all_but", "amounts", "asked_unknowns", "constants", "features", "leaves", "model", "named_unknown", "network",
         "over_midnight", "packed", "review", "scorer", "sense", "values", "written"),
        _tests("test_steps_features", "test_steps", "test_steps_all_but", "test_steps_asked_unknowns",
               "test_steps_named_unknown", "test_steps_packed", "test_steps_one_unit", "test_steps_over_midnight",
               "test_steps_review", "test_steps_amounts"),
    ),
    "answering": Group(
        "answering/",
        ("by_steps", "by_trees", "outcome", "sums", "weighing"),
        _tests("test_answering_parts", "test_answering_models", "test_answering_weighing", "test_solver"),
    ),
}  # fmt: skip

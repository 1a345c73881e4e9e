"""Derivations: one exact form for every answer (docs/derivations.md).

Read in this order: affine (values), operations (the table of steps), derivation, system and meaning (what it comes
to), sameness, notation, mathematics, outline and drawing (how it is written), trees (from and to read-once trees),
scorer and search (the most probable ones).
"""

from arithmetree.derivations.affine import Affine, Flaw
from arithmetree.derivations.derivation import (
    Builder,
    Constant,
    Derivation,
    Leaf,
    Mention,
    Step,
    Unknown,
    canonical,
    tidy,
)
from arithmetree.derivations.drawing import Picture, picture, to_svg, to_text_tree
from arithmetree.derivations.mathematics import to_latex, to_mathml, to_speech
from arithmetree.derivations.meaning import (
    Contradictory,
    Determined,
    Flawed,
    Open,
    Outcome,
    Worked,
    leaf_forms,
    outcomes,
    work_out,
)
from arithmetree.derivations.notation import LeafNames, leaf_names, parse, to_infix, value_to_infix
from arithmetree.derivations.operations import Operation
from arithmetree.derivations.outline import Outlined, outline
from arithmetree.derivations.result import DerivationCertificate, DerivationResult, FoundAnswer
from arithmetree.derivations.sameness import CalculationKey, calculation_key, same_calculation
from arithmetree.derivations.scorer import OPERATIONS, Moves, Prefix, StepScorer
from arithmetree.derivations.search import AnswerConstraint, DerivationCandidate, Limits, search_derivations
from arithmetree.derivations.system import System
from arithmetree.derivations.trees import from_tree, to_tree

__all__ = [
    "OPERATIONS",
    "Affine",
    "AnswerConstraint",
    "Builder",
    "CalculationKey",
    "Constant",
    "Contradictory",
    "Derivation",
    "DerivationCandidate",
    "DerivationCertificate",
    "DerivationResult",
    "Determined",
    "Flaw",
    "Flawed",
    "FoundAnswer",
    "Leaf",
    "LeafNames",
    "Limits",
    "Mention",
    "Moves",
    "Open",
    "Operation",
    "Outcome",
    "Outlined",
    "Picture",
    "Prefix",
    "Step",
    "StepScorer",
    "System",
    "Unknown",
    "Worked",
    "calculation_key",
    "canonical",
    "from_tree",
    "leaf_forms",
    "leaf_names",
    "outcomes",
    "outline",
    "parse",
    "picture",
    "same_calculation",
    "search_derivations",
    "tidy",
    "to_infix",
    "to_latex",
    "to_mathml",
    "to_speech",
    "to_svg",
    "to_text_tree",
    "to_tree",
    "value_to_infix",
    "work_out",
]

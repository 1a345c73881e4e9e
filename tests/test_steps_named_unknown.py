"""Which of two unknowns a question names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arithmetree.derivations import Derivation, FoundAnswer, Mention, leaf_names, parse
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read
from arithmetree.steps.leaves import mentioned, reading_of
from arithmetree.steps.named_unknown import named_unknown, with_named_unknown
from arithmetree.schemas import Problem

"""Generated word problems: a small simulated world, described in English, with a question and full annotation."""

from arithmetree.generator.general_problems import generate_general
from arithmetree.generator.lexicon import TOPICS
from arithmetree.generator.problems import STEPS, generate

__all__ = ["STEPS", "TOPICS", "generate", "generate_general"]

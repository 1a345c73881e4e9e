"""From a problem that was read to a solution: by trees with the linear model, by steps with the full one."""

from arithmetree.answering.by_steps import solve_by_steps, step_signals
from arithmetree.answering.by_trees import solve_by_trees

__all__ = ["solve_by_steps", "solve_by_trees", "step_signals"]

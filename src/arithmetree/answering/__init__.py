"""From a problem that was read to a solution: by trees with the linear model, by steps with the full one."""

from arithmetree.answering.by_steps import solve_by_steps, step_signals
from arithmetree.answering.by_trees import solve_by_trees
from arithmetree.answering.sums import solve_sum

__all__ = ["solve_by_steps", "solve_by_trees", "solve_sum", "step_signals"]

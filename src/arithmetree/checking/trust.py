"""How sure the solver must be before its answer counts against somebody else's."""

from __future__ import annotations

SURE = 0.5
"""The least confidence of a solution that pupils' answers are checked against."""
SURE_TO_DIFFER = 0.94
"""The least confidence with which an answer is called wrong; it takes less to agree with it.

Chosen on simulated classes of the dev parts (benchmarks/trust/classes.py), where a fifth of a per cent of right work
is called wrong.
"""
RIVAL = 0.25
"""An answer at least this likely, compared with the best one, may well be right after all."""

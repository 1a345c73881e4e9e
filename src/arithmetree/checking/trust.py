"""How sure the solver must be before its answer counts against somebody else's."""

from __future__ import annotations

SURE = 0.5
"""The least confidence of a solution that pupils' answers are checked against."""
SURE_TO_DIFFER = 0.95
"""The least confidence with which an answer is called wrong; it takes less to agree with it."""
RIVAL = 0.25
"""An answer at least this likely, compared with the best one, may well be right after all."""

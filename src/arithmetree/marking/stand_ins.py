"""Everything that the encoder reads by a stand-in: people, and what the question counts."""

from __future__ import annotations

from arithmetree.marking.people import StandIn, people_stand_ins
from arithmetree.marking.things import thing_stand_ins
from arithmetree.schemas import Problem


def stand_ins(problem: Problem) -> list[StandIn]:
    """The stand-ins of a problem in the order of its text."""
    return sorted((*people_stand_ins(problem), *thing_stand_ins(problem)), key=lambda each: each.start)

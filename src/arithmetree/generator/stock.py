"""Stories about what somebody has: where it comes from, what happens to it, and where it goes in the end.

One equation for the source, one for all events together, one for the disposal; each amount of these may be asked.
"""

from __future__ import annotations

from arithmetree.generator.changes import happen
from arithmetree.generator.disposals import DISPOSALS
from arithmetree.generator.holdings import Holdings
from arithmetree.generator.scene import Scene
from arithmetree.generator.sources import SOURCES
from arithmetree.generator.world import Story


def stock(scene: Scene, steps: int) -> Story:
    """A story about the things of one person that takes this many operations."""
    held = Holdings(scene, steps)
    SOURCES[held.plan.source](held)
    there = "start"
    if held.plan.events:
        happen(held)
        there = "end"
    if held.plan.disposal:
        if there == "end" or held.plan.source != "direct":
            scene.hide(there)
        DISPOSALS[held.plan.disposal](held, there)
    return held.finish()

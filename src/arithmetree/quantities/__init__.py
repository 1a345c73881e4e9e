"""Quantities: the numbers that a text mentions, with exact values and exact places."""

from arithmetree.quantities.finder import Quantity, find_quantities
from arithmetree.quantities.kinds import Kind

__all__ = ["Kind", "Quantity", "find_quantities"]

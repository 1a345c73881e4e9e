"""Reads an arithmetic word problem in plain English and answers with an exact expression tree."""

from arithmetree._version import __version__

__all__ = ["__version__"]

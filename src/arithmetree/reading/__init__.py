"""Reading: from a parse to the schema of every quantity and to the question; `reader` puts the parts together."""

from arithmetree.reading.reader import assemble, parse_all, read, read_all

__all__ = ["assemble", "parse_all", "read", "read_all"]

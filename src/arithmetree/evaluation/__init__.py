"""Evaluation: the closed and the open protocol, classifier tables, and comparisons of results (`arithmetree bench`)."""

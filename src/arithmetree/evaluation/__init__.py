"""Evaluation: the closed protocol on the authors' folds, classifier tables, and comparisons of results."""

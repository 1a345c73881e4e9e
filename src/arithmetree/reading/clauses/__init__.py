"""Clauses: the verb of each quantity and the subject of that verb; `of_quantities` decides between the ways to tell."""

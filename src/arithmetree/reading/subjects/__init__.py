"""Subjects: who does what a verb says; `of_verbs` puts the ways to find out together."""

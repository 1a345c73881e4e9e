"""Rates: which quantities are so much of one thing for each of another, and of which things."""

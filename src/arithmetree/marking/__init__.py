"""A problem as the step model reads it: word pieces with marks at numbers, and stand-ins for people and things."""

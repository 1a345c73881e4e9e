"""Units: what each number counts, as `written` with it or, where it is not written there, as `elided` finds it."""

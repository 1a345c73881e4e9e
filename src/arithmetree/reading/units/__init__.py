"""Units: what each number counts, as `noun_groups` reads it or, if it is not written there, as `left_out` finds it."""

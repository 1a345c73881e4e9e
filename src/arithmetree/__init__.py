"""arithmetree."""

"""Settings for all tests: examples are reproducible, and speed is no test (it belongs into benchmarks)."""

from hypothesis import settings

settings.register_profile("arithmetree", deadline=None, derandomize=True)
settings.load_profile("arithmetree")

"""Everything that can go wrong, in one place.

ArithmetreeError
├── ExpressionError      an expression, labeling or tree that cannot be read or built
├── ScoreError           a score table that no search can use
├── TextError            a text that cannot be read as a problem
│   └── TooLongError     a text with more words than a model can read
├── DataError            a data file that cannot be read
└── ModelError           a model folder that cannot be loaded or saved
    └── ModelPathError   a path that cannot be that of a model: nothing is there, or something else
"""


class ArithmetreeError(Exception):
    """Base class; the message says what was wrong, what is accepted and what to do next."""


class ExpressionError(ArithmetreeError):
    """An expression, labeling or tree that cannot be read or built."""


class ScoreError(ArithmetreeError):
    """A score table that no search can use."""


class TextError(ArithmetreeError):
    """A text that cannot be read as a problem."""


class TooLongError(TextError):
    """A text with more words than a model can read."""


class DataError(ArithmetreeError):
    """A data file (problems, corpus, lexicon, treebank) that cannot be read."""


class ModelError(ArithmetreeError):
    """A model folder that cannot be loaded or saved."""


class ModelPathError(ModelError):
    """A path that cannot be that of a model: nothing is there, or something else."""

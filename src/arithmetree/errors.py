"""Everything that can go wrong, in one place.

ArithmetreeError
├── ExpressionError      an expression, labeling or tree that cannot be read or built
├── ScoreError           a score table that no search can use
├── TextError            a text that cannot be read as a problem
│   └── TooLongError     a text with more words than a model can read
├── DataError            a data file that cannot be read
├── MissingExtraError    packages that only some commands need are not installed
└── ModelError           a model folder that cannot be loaded or saved
    └── ModelPathError   a path that cannot be that of a model: nothing is there, or something else
"""

from __future__ import annotations

import sys
from importlib.util import find_spec
from shlex import quote


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


class MissingExtraError(ArithmetreeError):
    """Packages that only some commands need are not installed; the message has the command that installs them.

    The command is for the Python that runs here, so that it also works in a checkout and where another `pip` comes
    first on the path.
    """

    def __init__(self, purpose: str, extra: str, *, otherwise: str = "") -> None:
        python = quote(sys.executable)
        pip = f"{python} -m pip install" if find_spec("pip") is not None else f"pip --python {python} install"
        super().__init__(
            f"{purpose} needs packages that are not installed; run: {pip} 'arithmetree[{extra}]'"
            + (f", or {otherwise}" if otherwise else "")
        )
        self.extra = extra

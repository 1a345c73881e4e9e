"""Templates: every value is escaped unless a view made it, and a name that is missing is an error."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from arithmetree._version import __version__
from arithmetree.views import html
from arithmetree.views.labels import typeset_expression
from arithmetree.views.sureness import is_answer


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("arithmetree.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(view=html, version=__version__)
    environment.filters["typeset"] = typeset_expression
    environment.tests["answered"] = is_answer
    return environment


def render(name: str, /, **values: object) -> str:
    """One template with its values as HTML."""
    return _environment().get_template(name).render(**values)

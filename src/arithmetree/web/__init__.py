"""The web pages: solving, checking, practice sheets and the method, rendered on the server.

`router(run, ...)` holds all pages and their static files; the service includes it and gives it a way to run work with
the solver under the same limits as the API. `error_page(status, message)` renders a failure of the service for people.
Pages need a Content-Security-Policy that allows scripts, styles, pictures and requests from 'self', and pictures from
`blob:` (the tree on its way to the clipboard); nothing is inline and nothing comes from elsewhere.
"""

from arithmetree.web.classes import Sizes, checked_class
from arithmetree.web.deciding_words import find_words
from arithmetree.web.pages import error_page, router
from arithmetree.web.running import Run, Work, cost_of_answers

__all__ = ["Run", "Sizes", "Work", "checked_class", "cost_of_answers", "error_page", "find_words", "router"]

"""The web pages: solving, checking, practice sheets and the method, rendered on the server.

`router(run, ...)` holds all pages and their static files; the service includes it and gives it a way to run work with
the solver under the same limits as the API. `error_page(status, message)` renders a failure of the service for people.
Pages need a Content-Security-Policy that allows scripts, styles, pictures and requests from 'self', and pictures from
`blob:` (the tree on its way to the clipboard); nothing is inline and nothing comes from elsewhere.
"""

from arithmetree.web.classes import checked_class
from arithmetree.web.deciding_words import WORDS_COST
from arithmetree.web.pages import error_page, router
from arithmetree.web.running import ANSWER_COST, Run, Work

__all__ = ["ANSWER_COST", "WORDS_COST", "Run", "Work", "checked_class", "error_page", "router"]

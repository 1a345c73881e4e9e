"""The service: solving, batches and checking over HTTP, with limits, metrics and the web pages.

`create_app(settings)` gives the application; `arithmetree serve` runs it.
"""

from arithmetree.service.app import create_app
from arithmetree.service.settings import Settings, SettingsError

__all__ = ["Settings", "SettingsError", "create_app"]

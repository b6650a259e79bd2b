"""browserenv: a Gymnasium environment and benchmark harness for agents that work a web browser.

``import browserenv`` registers the tasks with Gymnasium and stays light: the browser's driver loads when an environment
is made.
"""

from __future__ import annotations

from .errors import BrowserenvError, InfrastructureFault
from .registration import register_tasks
from .tasks.catalog import Catalog

__version__ = "0.1.0"
__all__ = ["BrowserenvError", "InfrastructureFault", "__version__"]

register_tasks(Catalog())

"""What all checks share."""

from __future__ import annotations

from .model import Model


class Check(Model):
    """``original`` marks a check of the benchmark that a task was taken from."""

    original: bool = False

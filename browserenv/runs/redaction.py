"""Redaction: no secret of this process enters a file that is handed on."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from typing import Any

MASK = "***"
_SECRET_NAME = re.compile(r"KEY|TOKEN|SECRET|PASSW|CREDENTIAL", re.IGNORECASE)
# Shorter values (such as "none") are words that stand in any text.
_MIN_CHARS = 8
# How providers' keys begin; a key that is in no variable is found by it.
_KEY_FORM = re.compile(r"\b(?:sk|rk|pk)-[A-Za-z0-9_-]{16,}|\bBearer [A-Za-z0-9._~+/-]{16,}=*")
_USER_INFO = re.compile(r"(?<=://)[^/\s@\"']+:[^/\s@\"']+(?=@)")


class Redaction:
    """Masks secrets in texts and in JSON of any depth, keys included.

    Secrets are the values of environment variables whose names say so, whatever has the form of a provider's key, and
    the user and password of a URL.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ, more: Iterable[str] = ()) -> None:
        named = {value for name, value in environ.items() if _SECRET_NAME.search(name)}
        # The longest first, so that a secret that begins with another is masked whole.
        self._secrets = sorted({text for text in {*named, *more} if len(text) >= _MIN_CHARS}, key=len, reverse=True)

    def text(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, MASK)
        return _USER_INFO.sub(MASK, _KEY_FORM.sub(MASK, text))

    def json(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Mapping):
            return {self.text(str(key)): self.json(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self.json(inner) for inner in value]
        return value

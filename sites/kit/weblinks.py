"""Web addresses that users type."""

from __future__ import annotations

from urllib.parse import urlsplit

from wtforms import ValidationError


def check_url(url: str) -> None:
    """Refuses what is no absolute http or https address; raises WTForms' ``ValidationError``."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError as error:
        raise ValidationError("This is not a valid URL.") from error
    if parts.scheme not in ("http", "https") or not parts.hostname or " " in url:
        raise ValidationError("This is not a valid URL. It must begin with http:// or https://.")

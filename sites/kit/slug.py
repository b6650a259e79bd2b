"""The readable end of an address."""

from __future__ import annotations

import re
import unicodedata

MAX_LENGTH = 60


def slugify(text: str) -> str:
    """Lower-case words joined by hyphens, cut at a word's end to at most 60 characters; ``-`` when nothing is left."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    slug = ""
    for word in words:
        longer = f"{slug}-{word}" if slug else word[:MAX_LENGTH]
        if len(longer) > MAX_LENGTH:
            break
        slug = longer
    return slug or "-"

"""Row reads: the rows of a collection that a check or an expected change needs beside the diff."""

from __future__ import annotations

import json

from pydantic import Field

from .model import Json, Model


class RowRead(Model):
    """Rows of ``collection`` whose columns equal ``where``, as they are now."""

    collection: str
    where: dict[str, Json] = Field(default_factory=dict)

    def key(self, site: str) -> str:
        """How evidence names the answer, such as ``forum:users {"name": "Ann"}``."""
        where = json.dumps(self.where, sort_keys=True, ensure_ascii=False)
        return f"{site}:{self.collection} {where}"

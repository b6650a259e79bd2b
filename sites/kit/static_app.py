"""The server of a site that keeps its state in the browser: its files, its page, and the seed state as JSON.

The server never writes. A site of this kind has, beside the collections that the page works on, a table ``options`` of
(id, value) for how it is served: look, simulated latency, whether the special pages of other benchmarks are open, and
``data``, the name of another set of data to start from. Setup rows may name options like any other collection.
"""

from __future__ import annotations

import json
import mimetypes
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, cast

from .mount import ENVIRON_KEY, Mount
from .state import Row

CLIENT_FOLDER = Path(__file__).parent / "client"
OPTIONS = "options"
SECURITY = (
    ("Content-Security-Policy", "default-src 'self'; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'"),
    ("X-Content-Type-Options", "nosniff"),
    ("Referrer-Policy", "same-origin"),
)

StartResponse = Callable[..., Any]
Page = Callable[[Mapping[str, str]], str]
Build = Callable[[sqlite3.Connection], None]
"""Creates schema and rows in an empty database; the same at every call."""


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: HTTPStatus
    content_type: str
    body: bytes

    @classmethod
    def html(cls, text: str, status: HTTPStatus = HTTPStatus.OK) -> Answer:
        return cls(status, "text/html; charset=utf-8", text.encode())


class StaticApp:
    """A WSGI application for a client-side site.

    ``files`` maps URL prefixes to folders. ``routes`` are regular expressions of the paths that the page answers;
    ``special`` those that ``special_page`` answers, only when the option ``special_pages`` is ``on``. ``page`` renders
    the page from the options; any other path gets ``missing``. ``collections`` are what ``/seed.json`` holds, by table:
    of the state folder, or of the one of ``data`` that the option of this name asks for.
    """

    def __init__(
        self,
        *,
        files: Mapping[str, Path],
        routes: Iterable[str],
        special: Iterable[str],
        page: Page,
        special_page: Page,
        missing: Page,
        collections: Iterable[str],
        data: Mapping[str, Build] | None = None,
    ) -> None:
        self.files = dict(files)
        self.routes = [re.compile(route) for route in routes]
        self.special = [re.compile(route) for route in special]
        self.page = page
        self.special_page = special_page
        self.missing = missing
        self.collections = tuple(collections)
        self.data = dict(data or {})

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        mount: Mount = environ[ENVIRON_KEY]
        with mount.request():
            answer = self._answer(mount, environ["REQUEST_METHOD"], environ["PATH_INFO"])
        headers = [("Content-Type", answer.content_type), ("Content-Length", str(len(answer.body)))]
        start_response(
            f"{answer.status.value} {answer.status.phrase}", [*headers, ("Cache-Control", "no-cache"), *SECURITY]
        )
        return [] if environ["REQUEST_METHOD"] == "HEAD" else [answer.body]

    def _answer(self, mount: Mount, method: str, path: str) -> Answer:
        if method not in ("GET", "HEAD"):
            return Answer(HTTPStatus.METHOD_NOT_ALLOWED, "text/plain; charset=utf-8", b"Only GET is answered here.\n")
        for prefix, folder in self.files.items():
            if path.startswith(prefix):
                return self._file(mount, folder, path.removeprefix(prefix))
        with mount.state.reading() as db:
            options = read_options(db)
            if path == "/seed.json":
                return Answer(HTTPStatus.OK, "application/json", self._seed(db, options.get("data")).encode())
        return self._page(path, options)

    def _seed(self, db: sqlite3.Connection, data: str | None) -> str:
        if data is None:
            return seed_json(db, self.collections)
        with closing(sqlite3.connect(":memory:", isolation_level=None)) as other:
            other.row_factory = sqlite3.Row
            self.data[data](other)
            return seed_json(other, self.collections)

    def _page(self, path: str, options: Mapping[str, str]) -> Answer:
        if any(route.fullmatch(path) for route in self.routes):
            return Answer.html(self.page(options))
        if options.get("special_pages") == "on" and any(route.fullmatch(path) for route in self.special):
            return Answer.html(self.special_page(options))
        return Answer.html(self.missing(options), HTTPStatus.NOT_FOUND)

    def _file(self, mount: Mount, folder: Path, name: str) -> Answer:
        path = next((file for file in folder.iterdir() if file.name == name and file.is_file()), None)
        if path is None:
            with mount.state.reading() as db:
                return Answer.html(self.missing(read_options(db)), HTTPStatus.NOT_FOUND)
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return Answer(HTTPStatus.OK, "text/javascript" if path.suffix == ".js" else kind, path.read_bytes())


def read_options(db: sqlite3.Connection) -> dict[str, str]:
    """How the site is to be served, by option."""
    return {str(row["id"]): str(row["value"]) for row in db.execute(f"SELECT id, value FROM {OPTIONS}")}


def seed_json(db: sqlite3.Connection, collections: Iterable[str]) -> str:
    """``{"collections": {name: {id: row}}, "next": {name: n}}``; ``next`` is one more than the number of rows."""
    found = {name: {str(row["id"]): row for row in seed_rows(db, name)} for name in collections}
    seed = {"collections": found, "next": {name: len(rows) + 1 for name, rows in found.items()}}
    return json.dumps(seed, ensure_ascii=False, separators=(",", ":"))


def seed_rows(db: sqlite3.Connection, collection: str) -> Iterator[Row]:
    """The rows of a table in order of rowid; columns declared BOOLEAN and JSON become what they stand for.

    Raises ``ValueError`` for a JSON column that holds none.
    """
    kinds = {column["name"]: column["type"] for column in db.execute(f"PRAGMA table_info({collection})")}
    for row in db.execute(f"SELECT * FROM {collection} ORDER BY rowid"):
        yield {name: _decode(kinds[name], row[name]) for name in kinds}


def _decode(kind: str, value: Any) -> Any:
    if kind == "BOOLEAN":
        return bool(value)
    if kind == "JSON":
        return json.loads(value)
    return cast(Any, value)

"""A small web site on loopback, and the browser room in front of it with a synchronous face for tests."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, TypeVar

import pytest

from browserenv.browser.episode import Performed
from browserenv.browser.limits import SessionLimits
from browserenv.browser.observe import Observation
from browserenv.browser.parse import parse
from browserenv.browser.probe import ProbeAnswer
from browserenv.browser.session import Session
from browserenv.browser.sight import Sight

HOST = "http://forum.localhost"
START = datetime(2023, 10, 15, 15, 34, tzinfo=UTC)
SEEN = frozenset({"axtree", "focused_element", "open_pages_titles"})
T = TypeVar("T")


class Handler(BaseHTTPRequestHandler):
    """Serves what the test put into ``site.pages``: a text of HTML, or a function that answers by itself."""

    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self.server.site.asked.append((self.command, self.path, self.headers.get("Cookie", "")))
        page = self.server.site.pages.get(self.path.partition("?")[0])
        if callable(page):
            page(self)
        else:
            self.send(page or "<title>none</title>nothing here", 200 if page else 404)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.do_GET()

    def send(
        self, body: str, status: int = 200, content_type: str = "text/html; charset=utf-8", **headers: str
    ) -> None:
        data = body.encode()
        self.send_response(status)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(data)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(data)

    def redirect(self, to: str) -> None:
        self.send("", 302, Location=to)

    def wait(self, seconds: float) -> None:
        """Take that long to answer, or until the test ends."""
        self.server.site.over.wait(seconds)

    def log_message(self, format: str, *args: Any) -> None:
        """Tests are quiet."""


class Server(ThreadingHTTPServer):
    daemon_threads = True
    site: Site

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that goes away in the middle of an answer is no error."""


@dataclass
class Site:
    """``pages``: by path; ``asked``: (method, path, cookies) of each request; ``over``: set when the test is over."""

    port: int
    pages: dict[str, str | Callable[[Handler], None]] = field(default_factory=dict)
    asked: list[tuple[str, str, str]] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def count(self, path: str) -> int:
        return sum(1 for _, asked, _ in self.asked if asked.partition("?")[0] == path)


@dataclass
class Room:
    """The session, driven from plain functions."""

    run: Callable[[Coroutine[Any, Any, Any]], Any]
    session: Session
    site: Site
    uploads: Path | None = None

    def open(self, *pages: str, cookies: list[dict[str, Any]] | None = None, **options: Any) -> Observation:
        """Serve ``pages`` at /, /1, /2 ...; begin an episode at /; return what is seen."""
        self.site.pages |= {"/" if n == 0 else f"/{n}": page for n, page in enumerate(pages)}
        self.begin([f"{HOST}/"], cookies, **options)
        return self.see()

    def begin(self, urls: list[str], cookies: list[dict[str, Any]] | None = None, **options: Any) -> None:
        options.setdefault("start_time", START)
        self.run(self.session.open_episode(cookies or [], urls, **options))

    def see(self, *parts: str, **sight: Any) -> Observation:
        seen: Observation = self.run(self.session.observe(frozenset(parts) or SEEN, Sight(**sight)))
        return seen

    def do(self, text: str) -> Performed:
        done: Performed = self.run(self.session.perform(parse(text)))
        return done

    def error(self, text: str) -> str:
        """The error of an action that must fail."""
        done = self.do(text)
        assert done.error is not None, f"{text} went through"
        assert "Call log" not in done.error
        assert len(done.error.splitlines()) <= 2
        return done.error

    def well(self, text: str) -> Performed:
        """Take an action that must go through."""
        done = self.do(text)
        assert done.error is None, done.error
        return done

    def find(self, words: str) -> str:
        """The id of the one element whose line in the tree has these words; the tree is observed anew."""
        lines = [line.strip() for line in (self.see().axtree or "").splitlines() if words in line]
        assert len(lines) == 1, (words, lines, self.see().axtree)
        return lines[0][1 : lines[0].index("]")]

    def act(self, name: str, words: str, *args: Any) -> Performed:
        """Take an action on the one element whose line in the tree has these words."""
        return self.do(f"{name}({', '.join(map(repr, (self.find(words), *args)))})")

    def js(self, locator: str) -> Any:
        """The value of a locator on the agent's page."""
        answer: ProbeAnswer = self.run(self.session.probe_current(locator))
        assert answer.failure is None, answer.error
        return answer.value

    def probe(self, url: str, locator: str | None = None, cookies: list[dict[str, Any]] | None = None) -> ProbeAnswer:
        answer: ProbeAnswer = self.run(self.session.probe(url, locator, cookies or []))
        return answer


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One event loop for a module; the browser belongs to it."""
    with asyncio.Runner() as owner:
        yield owner


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """The web site's server, on a port of its own."""
    with Server(("127.0.0.1", 0), Handler) as serving:
        serving.site = Site(serving.server_port)
        thread = threading.Thread(target=serving.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield serving
        serving.shutdown()
        thread.join()


@pytest.fixture
def site(server: Server) -> Iterator[Site]:
    """The web site, empty at the beginning of each test."""
    server.site = Site(server.server_port)
    yield server.site
    server.site.over.set()


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """Modules with other limits override this."""
    return SessionLimits()


@pytest.fixture(scope="module")
def session(runner: asyncio.Runner, server: Server, limits: SessionLimits) -> Iterator[Session]:
    address = ("127.0.0.1", server.server_port)
    started = runner.run(
        Session.start({"forum.localhost": address, "shop.localhost": address}, viewport=(800, 600), limits=limits)
    )
    yield started
    runner.run(started.close())


@pytest.fixture
def room(runner: asyncio.Runner, session: Session, site: Site) -> Room:
    return Room(runner.run, session, site)

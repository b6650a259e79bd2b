"""Sites that are not ours answer as they like; whatever it is, it is a page or a fault of the site."""

from __future__ import annotations

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from browserenv.errors import InfrastructureFault
from browserenv.worlds.base import Address
from browserenv.worlds.external import ExternalWorld
from browserenv.worlds.seed import fetch_seed

FORM = '<form method="post" action="/in"><input name="user"><input type="hidden" name="word" value="caf\xe9"></form>'


class OddSite(BaseHTTPRequestHandler):
    def log_message(self, *said: object) -> None:
        pass

    def do_GET(self) -> None:
        if self.path == "/no-http":
            self.wfile.write(b"SSH-2.0-OpenSSH_9.2\r\n")
            return
        self.send_response(301 if self.path == "/moved" else 200)
        if self.path == "/moved":
            self.send_header("Location", "/elsewhere")
        if self.path in ("/cut", "/seed.json"):
            self.send_header("Content-Length", "1000")  # more than there comes
        self.end_headers()
        self.wfile.write(FORM.encode("latin-1"))

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(307)
        self.send_header("Location", "/")
        self.send_header("Set-Cookie", "sid=1; Path=/")
        self.end_headers()


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), OddSite)
    thread = Thread(target=server.serve_forever, args=[0.01])
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


def visited(port: int, page: str) -> ExternalWorld:
    login = {"page": page, "fields": {"user": "me"}}
    world = ExternalWorld(["forum"], addresses={"forum": {"url": f"http://127.0.0.1:{port}", "login": login}})
    world.open()
    return world


def test_a_login_page_in_another_encoding_and_an_unusual_redirect_are_taken(port: int) -> None:
    cookies = visited(port, "/login").login("forum", "anyone")
    assert [(cookie["name"], cookie["value"]) for cookie in cookies] == [("sid", "1")]


@pytest.mark.parametrize(
    ("page", "said"),
    [
        ("/cut", "did not answer /cut: IncompleteRead"),
        ("/no-http", "did not answer /no-http: SSH-2.0-OpenSSH_9.2$"),
        ("/moved", "shows no form with 'user' on /moved, which leads to /elsewhere"),
    ],
)
def test_what_is_no_page_is_a_fault_of_the_site(port: int, page: str, said: str) -> None:
    with pytest.raises(InfrastructureFault, match=said) as caught:
        visited(port, page).login("forum", "anyone")
    assert caught.value.part == "site"


def test_a_start_state_that_breaks_off_is_a_fault_of_the_site(port: int) -> None:
    with pytest.raises(InfrastructureFault, match="did not give its start state") as caught:
        fetch_seed(Address("calendar.localhost", "127.0.0.1", port))
    assert caught.value.part == "site"

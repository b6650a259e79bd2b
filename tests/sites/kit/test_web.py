"""The request's frame: connection, transaction, clock, user, form token, error pages. Tried on a site of one table."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from flask import Blueprint, Flask, abort, flash, get_flashed_messages, request
from jinja2 import DictLoader

from browserenv.sites.kit import web
from browserenv.sites.kit.client import SiteClient
from browserenv.sites.kit.files import DATABASE
from browserenv.sites.kit.manifest import Manifest, Trial
from browserenv.sites.kit.mount import Mount
from browserenv.sites.kit.session import mint_cookies, sign_in, sign_out
from browserenv.sites.kit.state import State, install_tracking

SITE = Manifest(
    name="tiny",
    host="tiny.localhost",
    title="Tiny",
    generator_version="1",
    generator_files=(),
    collections=("users", "notes"),
    accounts=(),
    headline="notes",
    trial=Trial("/", {}),
)
SCHEMA = """
CREATE TABLE users (id INTEGER PRIMARY KEY, name TEXT, password_hash TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT, made_at TEXT);
INSERT INTO users VALUES (1, 'ada', 'hash of ada'), (2, 'bob', 'hash of bob');
"""


def insert() -> None:
    web.db().execute("INSERT INTO notes (text, made_at) VALUES ('x', ?)", [web.stamp()])


def pages() -> Blueprint:
    """Views that do well and badly."""
    tiny = Blueprint("tiny", __name__)

    @tiny.get("/who")
    def who() -> str:
        user = web.user()
        return user["name"] if user else "nobody"

    @tiny.get("/clock")
    def clock() -> str:
        return web.stamp()

    @tiny.get("/row/<id:row_id>")
    def row(row_id: int) -> str:
        return str(row_id)

    @tiny.get("/writes")
    def writes() -> str:
        insert()
        return "written"

    @tiny.get("/breaks")
    def breaks() -> str:
        raise RuntimeError("secret detail")

    @tiny.post("/note")
    def note() -> str:
        insert()
        return web.stamp()

    @tiny.post("/nothing")
    def nothing() -> str:
        return "nothing"

    @tiny.post("/refuses")
    def refuses() -> tuple[str, int]:
        insert()
        return "no", int(request.form["code"])

    @tiny.post("/aborts")
    def aborts() -> str:
        insert()
        abort(403, "Because.")

    @tiny.post("/breaks")
    def breaks_while_writing() -> str:
        insert()
        raise RuntimeError("secret detail")

    @tiny.post("/enter")
    def enter() -> str:
        sign_in({"id": 1, "password_hash": "hash of ada"})
        flash("Hello.")
        return "in"

    @tiny.post("/leave")
    def leave() -> str:
        sign_out()
        return "out"

    @tiny.get("/messages")
    def messages() -> str:
        return " ".join(str(message) for message in get_flashed_messages())

    return tiny


def find_user(db: sqlite3.Connection, user_id: int) -> sqlite3.Row | None:
    row: sqlite3.Row | None = db.execute("SELECT * FROM users WHERE id = ?", [user_id]).fetchone()
    return row


@pytest.fixture(scope="module")
def app() -> Flask:
    app = web.make_app(__name__, SITE, find_user, [pages()])
    app.jinja_loader = DictLoader({"error.html": "{{ code }} {{ title }}: {{ message }}"})
    return app


@pytest.fixture
def new_mount(tmp_path: Path) -> Callable[[str], Mount]:
    start = tmp_path / "start"
    start.mkdir()
    db = sqlite3.connect(start / DATABASE)
    db.executescript(SCHEMA)
    install_tracking(db, SITE.collections)
    db.close()

    def make(name: str) -> Mount:
        state = State(tmp_path / name, start, SITE.collections)
        state.reset()
        return Mount(SITE, state)

    return make


@pytest.fixture
def mount(new_mount: Callable[[str], Mount]) -> Mount:
    return new_mount("state")


@pytest.fixture
def client(app: Flask, mount: Mount) -> SiteClient:
    return SiteClient(app, mount)


def log_in(client: SiteClient, user_id: int = 1) -> SiteClient:
    with client.mount.state.reading() as db:
        row = find_user(db, user_id)
    assert row is not None
    return client.be(user_id, mint_cookies(client.mount, row))


def test_a_read_sees_the_time_and_a_write_the_next_second(client: SiteClient) -> None:
    assert client.text("/clock") == "2023-10-15T15:34:00+00:00"
    assert client.post("/note").text == "2023-10-15T15:34:01+00:00"
    assert client.text("/clock") == "2023-10-15T15:34:01+00:00"


def test_a_post_that_writes_no_row_leaves_the_clock(client: SiteClient) -> None:
    client.post("/nothing")
    assert client.text("/clock") == "2023-10-15T15:34:00+00:00"


def test_a_get_cannot_write(client: SiteClient, mount: Mount) -> None:
    response = client.get("/writes")
    assert response.status_code == 500 and mount.state.version() == 0


@pytest.mark.parametrize(("code", "n_notes"), [(200, 1), (302, 1), (399, 1), (400, 0), (422, 0), (500, 0)])
def test_a_response_of_400_or_more_is_rolled_back(client: SiteClient, mount: Mount, code: int, n_notes: int) -> None:
    assert client.post("/refuses", {"code": str(code)}).status_code == code
    assert len(mount.state.rows("notes", {})) == n_notes


@pytest.mark.parametrize(("path", "code"), [("/aborts", 403), ("/breaks", 500)])
def test_an_exception_is_rolled_back_and_the_mount_left(client: SiteClient, mount: Mount, path: str, code: int) -> None:
    assert client.post(path).status_code == code
    assert mount.state.diff() == {}
    with mount.exclusive(timeout_s=1):
        mount.state.reset()
    assert client.post("/note").status_code == 200


def test_an_error_page_tells_no_secret(client: SiteClient) -> None:
    for response in (client.get("/breaks"), client.post("/breaks")):
        assert response.text.startswith("500 Something broke") and "secret" not in response.text


def test_own_words_of_an_error_are_shown(client: SiteClient) -> None:
    assert client.post("/aborts").text == "403 Not allowed: Because."


@pytest.mark.parametrize("path", ["/row/0", "/row/9223372036854775808", "/row/-1", "/row/x"])
def test_numbers_that_no_row_has(client: SiteClient, path: str) -> None:
    assert client.get(path).status_code == 404
    assert client.get("/row/9223372036854775807").text == "9223372036854775807"


@pytest.mark.parametrize("path", ["/who", "/who/"])
def test_a_slash_at_the_end_makes_no_difference(client: SiteClient, path: str) -> None:
    assert client.get(path).status_code == 200


def test_methods_that_a_page_does_not_take(client: SiteClient) -> None:
    response = client.post("/who")
    assert response.status_code == 405 and "GET" in response.headers["Allow"]


def test_minted_cookies_log_in_until_the_password_changes(client: SiteClient, mount: Mount) -> None:
    log_in(client)
    assert client.text("/who") == "ada"
    with mount.state.writing() as db:
        db.execute("UPDATE users SET password_hash = 'other' WHERE id = 1")
    assert client.text("/who") == "nobody"
    with mount.state.writing() as db:
        db.execute("DELETE FROM users WHERE id = 1")
    assert client.text("/who") == "nobody"


def test_logging_in_and_out_by_the_site(client: SiteClient) -> None:
    client.post("/enter")
    client.user_id = 1
    assert client.text("/who") == "ada" and client.text("/messages") == "Hello." and client.text("/messages") == ""
    client.post("/leave")
    assert client.text("/who") == "nobody"


def test_a_forged_cookie_is_nobody(app: Flask, client: SiteClient, new_mount: Callable[[str], Mount]) -> None:
    log_in(client)
    stranger = SiteClient(app, new_mount("other"))
    (cookie,) = mint_cookies(client.mount, {"id": 1, "password_hash": "hash of ada"})
    assert client.text("/who") == "ada"
    assert stranger.be(1, [cookie]).text("/who") == "nobody"
    for value in (cookie["value"] + "x", cookie["value"][:-2], "", ".", "%00", "a.b.c"):
        assert client.be(1, [{**cookie, "value": value}]).text("/who") == "nobody"


def test_a_form_needs_the_token_of_its_user(app: Flask, client: SiteClient, mount: Mount) -> None:
    log_in(client)
    client.user_id = 2
    refused = client.post("/note")
    assert refused.status_code == 400 and "reload the page" in refused.text and mount.state.diff() == {}
    client.user_id = 1
    assert client.post("/note").status_code == 200


def test_one_application_serves_many_worlds_at_once(app: Flask, new_mount: Callable[[str], Mount]) -> None:
    clients = [SiteClient(app, new_mount(f"world{i}")) for i in range(4)]

    def work(client: SiteClient, n: int) -> None:
        for _ in range(n):
            client.post("/note")

    threads = [threading.Thread(target=work, args=(client, 3 + i)) for i, client in enumerate(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [len(client.mount.state.rows("notes", {})) for client in clients] == [3, 4, 5, 6]


def test_writers_of_one_world_take_turns(app: Flask, mount: Mount) -> None:
    def work() -> None:
        client = SiteClient(app, mount)
        for _ in range(5):
            assert client.post("/note").status_code == 200

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    times = [row["made_at"] for row in mount.state.rows("notes", {})]
    assert len(times) == len(set(times)) == 20


def test_what_is_too_large_is_a_page(client: SiteClient, mount: Mount) -> None:
    response = client.post("/note", {"text": "x" * (web.MAX_UPLOAD_BYTES + 1)})
    assert response.status_code == 413 and response.text.startswith("413 Too large")
    assert mount.state.diff() == {}


def test_headers(client: SiteClient) -> None:
    headers = client.get("/who").headers
    assert headers["Cache-Control"] == "private, max-age=0, must-revalidate"
    assert headers["X-Content-Type-Options"] == "nosniff" and "Cookie" in headers["Vary"]
    assert "img-src 'self' data:" in headers["Content-Security-Policy"]

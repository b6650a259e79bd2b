"""The host's clock is no input of a site: moved by a year, it changes no byte of a page and no row."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from browserenv import sites
from browserenv.sites.kit.golden import Golden
from browserenv.sites.kit.state import State

SHIFT = """
import datetime, time
YEAR_S = 366 * 86_400
_time, _time_ns, _now = time.time, time.time_ns, datetime.datetime.now
time.time = lambda: _time() + YEAR_S
time.time_ns = lambda: _time_ns() + YEAR_S * 10**9
class Shifted(datetime.datetime):
    @classmethod
    def now(cls, tz=None):
        return _now(tz) + datetime.timedelta(seconds=YEAR_S)
    @classmethod
    def utcnow(cls):
        return cls.now()
class ShiftedDate(datetime.date):
    @classmethod
    def today(cls):
        return Shifted.now().date()
datetime.datetime, datetime.date = Shifted, ShiftedDate
print("shifted to", Shifted.now().year, flush=True)
"""
PAGES = ("/", "/f/books/new", "/user/MarvelsGrantMan136", "/f/clock_1", "/forums", "/registration")
HOST = "forum.localhost"


def serve(folder: Path, golden: Golden, shifted: bool) -> Iterator[int]:
    package = Path(next(iter(sites.__path__))).parent
    path = [str(package)]
    if shifted:
        (folder / "sitecustomize.py").write_text(SHIFT)
        path.insert(0, str(folder))
    command = [sys.executable, "-m", "sites.kit.serve", "--leave-with-stdin", "--mount", "forum"]
    with subprocess.Popen(
        [*command, str(folder / "state"), str(golden.folder), "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(path)},
    ) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(1 + shifted)]
        assert not shifted or lines[0].startswith(b"shifted to ")
        yield int(json.loads(lines[-1])["ports"]["forum"])
        process.kill()


def visit(port: int) -> dict[str, bytes]:
    """A registration and a new forum, then all pages."""
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), _Stay)
    cookie = ""

    def ask(path: str, fields: dict[str, str] | None = None) -> bytes:
        nonlocal cookie
        data = None
        if fields is not None:
            token = re.search(rb'name="[^"]*_token\]?" value="(\w+)"', ask(path))
            assert token is not None
            data = urllib.parse.urlencode(fields).encode()
            headers = {"X-CSRF-Token": token[1].decode()}
        else:
            headers = {}
        request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", data, {"Host": HOST, "Cookie": cookie})
        for name, value in headers.items():
            request.add_header(name, value)
        try:
            with opener.open(request, timeout=20) as response:
                return bytes(response.read())
        except urllib.error.HTTPError as error:
            assert error.code == 302, error
            cookie = (error.headers.get("Set-Cookie") or cookie).partition(";")[0]
            return b""

    password = {"user[password][first]": "long enough", "user[password][second]": "long enough"}
    ask("/registration", {"user[username]": "newcomer", **password})
    ask("/create_forum", {f"forum[{part}]": "clock_1" for part in ("name", "title", "description", "sidebar")})
    return {path: ask(path) for path in PAGES}


class _Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: object, **kwargs: object) -> None:
        return None


def test_a_clock_moved_by_a_year_changes_nothing(forum_golden: Golden, tmp_path: Path) -> None:
    pages, diffs = [], []
    for shifted in (False, True):
        folder = tmp_path / str(shifted)
        folder.mkdir()
        for port in serve(folder, forum_golden, shifted):
            pages.append(visit(port))
        state = State(folder / "state", forum_golden.folder, ("users", "forums"))
        diffs.append(state.diff())
    assert pages[0] == pages[1]
    assert diffs[0] == diffs[1]
    assert diffs[0]["forums"]["added"]
    assert b"clock_1" in pages[0]["/f/clock_1"]


@pytest.mark.parametrize("name", ["CURRENT_TIMESTAMP", "datetime('now'", "date('now'", "time.time(", "datetime.now("])
def test_no_site_asks_for_the_time_of_the_host(name: str) -> None:
    """What SQLite itself or a C library would read is seen in the source alone."""
    root = Path(next(iter(sites.__path__))).resolve()
    files = [path for pattern in ("**/*.py", "**/*.sql", "**/*.html") for path in root.glob(pattern)]
    assert len(files) > 50
    assert [str(path) for path in files if name in path.read_text()] == []

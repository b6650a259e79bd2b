"""Frames: very many, very deep, busy ones, ones that go away; and a page whose body is another at any moment."""

from __future__ import annotations

import os
import re
from html import escape
from typing import Any, cast

import pytest
from playwright.async_api import Frame

from browserenv.browser.limits import SessionLimits
from browserenv.browser.peek import Answers
from browserenv.browser.reader import _unread
from browserenv.browser.sight import AXTREE_FORMATS
from browserenv.browser.tree import Node
from tests.browser.conftest import Room

N_MANY, N_DEEP = (200 if os.environ.get("BROWSERENV_ALL_FAMILIES") == "1" else 60), 10
BUSY = """<!doctype html><title>busy</title><p>words inside</p><script>
addEventListener("message", () => { for (;;); })</script>"""
AROUND = """<!doctype html><title>x</title><p>words around</p><iframe title=other src="http://shop.localhost/busy"></iframe>
<iframe srcdoc="<button onclick='top.document.title = 1'>fine</button>"></iframe>"""
RESTLESS = """<!doctype html><title>x</title><body><script>let n = 0; setInterval(() => {
  const body = document.createElement("body"); n += 1;
  body.innerHTML = `<p>turn ${n}</p><button onclick="document.title = 'pressed'">Press</button>`;
  document.body.replaceWith(body); }, 50)</script>"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """Time enough for very many frames on a machine that does other things too."""
    return SessionLimits(observe_s=40.0)


def _ids(tree: str) -> list[str]:
    return re.findall(r"^\s*\[(e?\d+)\]", tree, re.MULTILINE)


@pytest.mark.slow
def test_all_of_many_frames_are_told(room: Room) -> None:
    frames = "".join(f"<iframe width=60 height=40 srcdoc='<button>b{n}</button>'></iframe>" for n in range(N_MANY))
    room.open(f"<!doctype html><title>x</title>{frames}")
    for axtree_format in AXTREE_FORMATS:
        seen = room.see("axtree", axtree_format=axtree_format, axtree_viewport_only=False)
        assert seen.missing == ()
        tree = seen.axtree or ""
        assert [int(n) for n in re.findall(r"button [\"']b(\d+)", tree)] == list(range(N_MANY))
        assert len(set(_ids(tree))) == len(_ids(tree)) >= 2 * N_MANY


def test_the_innermost_of_nested_frames_is_told_and_can_be_used(room: Room) -> None:
    page = "<button onclick='top.document.title = `pressed`'>deep</button>"
    for level in range(N_DEEP):
        page = f'<p>level {level}</p><iframe width=500 height=400 srcdoc="{escape(page)}"></iframe>'
    tree = room.open(f"<!doctype html><title>x</title>{page}").axtree or ""
    assert len(set(_ids(tree))) == len(_ids(tree)) == 2 * N_DEEP + 1
    for axtree_format in ("webarena", "browsergym"):
        other = room.see("axtree", axtree_format=axtree_format, axtree_viewport_only=False).axtree or ""
        assert "button 'deep'" in other
        assert all(f"level {level}" in other for level in range(N_DEEP))
    assert room.act("click", '"deep"').error is None
    assert room.see().open_pages_titles == ("pressed",)


@pytest.mark.slow
def test_a_frame_that_does_not_answer_is_named_and_the_rest_is_told(room: Room) -> None:
    room.site.pages["/busy"] = BUSY
    seen = room.open(AROUND)
    assert "words inside" in (seen.axtree or "")
    assert seen.missing == ()
    room.run(room.session.script("() => frames[0].postMessage('spin', '*')"))
    for axtree_format in AXTREE_FORMATS:
        seen = room.see("axtree", axtree_format=axtree_format)
        ((part, reason),) = seen.missing
        assert part == "frames"
        assert reason.startswith("http://shop.localhost/busy: the frame did not answer within ")
        *told, notice = (seen.axtree or "").splitlines()
        assert notice == f"... a frame is not in this text: {reason}"
        assert any("words around" in line for line in told)
        assert any("fine" in line for line in told)
        assert "words inside" not in (seen.axtree or "")
    assert room.act("click", 'button "fine"').error is None
    assert room.see().open_pages_titles == ("1",)
    short = room.see("axtree", axtree_max_chars=200).axtree or ""
    assert len(short) <= 200
    assert short.splitlines()[-1].startswith("... a frame is not in this text: ")


def _frame(url: str) -> Frame:
    class Known:
        pass

    known = Known()
    known.url = url  # type: ignore[attr-defined]
    return cast(Frame, known)


def test_a_frame_that_went_away_or_was_left_out_is_named_where_its_place_is_empty() -> None:
    gone = {_frame("http://forum.localhost/gone"): "went away while it was read"}
    main: dict[str, Any] = {"states": {}}
    late = {"url": "http://forum.localhost/late", "shows": True, "prefix": "f7"}
    told = {"url": "http://forum.localhost/told", "shows": True, "prefix": "f2"}
    blank = {"url": "about:blank", "shows": False, "prefix": "-"}
    answers = Answers([main, told, late, blank], gone)
    full = Node("iframe", ref="e2", children=[Node("button", ref="f2e1")])
    nodes = [full, full.children[0], Node("iframe", ref="e3"), Node("iframe", ref="e4")]
    assert _unread(nodes, answers) == [
        "http://forum.localhost/gone: the frame went away while it was read",
        "http://forum.localhost/late: the frame was not read in time",
    ]
    assert _unread(nodes[:2], answers) == []


def test_a_page_whose_body_is_replaced_all_the_time_is_told_and_can_be_used(room: Room) -> None:
    room.open(RESTLESS)
    for axtree_format in AXTREE_FORMATS:
        seen = room.see("axtree", "screenshot", axtree_format=axtree_format)
        assert seen.missing == ()
        assert "turn " in (seen.axtree or "")
    error = room.act("click", '"Press"').error
    assert error is None or "is gone since" in error
    assert room.see().open_pages_titles == (("pressed",) if error is None else ("x",))

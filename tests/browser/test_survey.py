"""Where elements are: boxes over nested and scrolled frames, what is in sight of each, and which ones get a mark."""

from __future__ import annotations

from typing import Any

from tests.browser.conftest import Room

FRAMES = """<!doctype html><style>body { margin: 0 } iframe { border: 5px solid; padding: 3px; display: block }</style>
<div style="height: 100px"></div><iframe id=f style="margin-left: 50px; width: 300px; height: 200px" srcdoc="
  <!doctype html><body style='margin: 0'><div style='height: 40px'></div>
  <button style='position: absolute; left: 10px; top: 150px; width: 60px; height: 100px'>half</button>
  <iframe style='border: 0; width: 100px; height: 80px' srcdoc='<!doctype html><body style=margin:0>
    <button style=&quot;width:50px;height:20px;display:block&quot;>deep</button>'></iframe>
  <div style='height: 3000px'></div>"></iframe>"""
CLIPPED = """<!doctype html><style>body { margin: 0 } button { width: 100px; height: 40px; display: block }</style>
<div style="overflow: auto; height: 60px"><button>first</button><button>second</button><button>third</button></div>
<button style="visibility: hidden">unseen</button>
<div style="position: relative"><button>covered</button>
  <div style="position: absolute; inset: 0; background: gold">over it</div></div>
<div style="height: 2000px"></div><button>far</button>"""
MARKS = """<!doctype html><a href=/x><b>bold</b></a><div onclick="1" style="width: 90px">handled</div><p>plain</p>
<button><a href=/y>inner</a></button>
<p style="width: 150px; line-height: 3">of <a href=/w>a link over two lines or three</a></p>
<ul><li><a href=/z>item</a></li><li>alone</li></ul>
<div style="cursor: pointer; width: 90px">pointed</div><input style="width: 3px; height: 3px; border: 0; padding: 0">"""


def _told(room: Room) -> dict[str, dict[str, Any]]:
    """By the name of the element, what is told of it."""
    seen = room.see("extra_element_properties", "axtree")
    assert seen.extra_element_properties is not None
    names = {}
    for line in (seen.axtree or "").splitlines():
        element_id, _, rest = line.strip().partition("] ")
        names[element_id[1:]] = rest.split('"')[1] if '"' in rest else rest.rpartition(": ")[2]
    return {names.get(bid, bid): told for bid, told in seen.extra_element_properties.items()}


def test_a_box_in_a_frame_is_told_on_the_page(room: Room) -> None:
    room.open(FRAMES)
    told = _told(room)
    assert told["half"]["bbox"] == [50 + 8 + 10, 100 + 8 + 150, 60, 100]
    assert told["half"]["visibility"] == 0.5
    assert told["deep"]["bbox"] == [50 + 8, 100 + 8 + 40, 50, 20]
    assert told["deep"]["visibility"] == 1
    room.run(room.session.script("() => document.querySelector('iframe').contentWindow.scrollTo(0, 30)"))
    told = _told(room)
    assert told["deep"]["bbox"] == [50 + 8, 100 + 8 + 10, 50, 20]
    assert told["half"]["bbox"] == [50 + 8 + 10, 100 + 8 + 120, 60, 100]


def test_what_scrolls_clips_and_what_covers_does_not(room: Room) -> None:
    room.open(CLIPPED)
    told = _told(room)
    share = {name: told[name]["visibility"] for name in ("first", "second", "far") if name in told}
    assert share == {"first": 1, "second": 0.5, "far": 0}
    assert "unseen" not in told
    assert told.get("covered", {"set_of_marks": False})["set_of_marks"] is False


def test_marks_are_for_what_can_be_clicked_and_for_the_innermost_of_it(room: Room) -> None:
    room.open(MARKS)
    told = _told(room)
    marked = {name for name, each in told.items() if each["set_of_marks"]}
    assert {"bold", "handled", "item", "alone", "pointed"} <= marked
    assert "plain" not in marked
    assert any("over two lines" in name for name in marked)
    assert "button" in marked
    assert "inner" not in marked, "a click on it is one on the button around it"
    assert all(told[name]["clickable"] for name in ("bold", "handled", "item")), told

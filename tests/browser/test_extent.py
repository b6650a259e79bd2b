"""A page of any size is seen in bounded time: what is in sight and around it, and a line that says so."""

from __future__ import annotations

import re

import pytest

from browserenv.browser.extent import Extent
from browserenv.browser.limits import SessionLimits
from browserenv.browser.sight import AXTREE_FORMATS
from tests.browser.conftest import HOST, Room

ROWS = """<!doctype html><title>Rows</title><h1>Rows</h1><button id=b>Before</button><table id=t></table><script>
t.innerHTML = Array.from({length: N}, (_, n) => `<tr><td><input type=checkbox aria-label="pick ${n}"><td>
  <a href="/row/${n}">row ${n}</a><td><select><option>low<option selected>high</select>`).join("")</script>"""
AROUND = """<!doctype html><title>Around</title><label id=far></label><input aria-labelledby=far>
<div style="position: absolute; top: 20px; left: 300px; height: 0"><div id=t style="position: absolute; top: 900px">
</div></div><div id=host></div><button style="position: fixed; bottom: 0">Fixed</button><p id=hidden hidden></p>
<iframe style="position: fixed; right: 0; top: 0" srcdoc="<button>framed</button>"></iframe><script>
far.style.cssText = "position: absolute; top: 9000px"; far.innerHTML = "<b>Named <i>from afar</i></b>";
host.attachShadow({mode: "open"}).innerHTML = "<button>shadowed</button>" + "<p>deep</p>".repeat(3000);
t.innerHTML = "<p>row <b>x</b></p>".repeat(6000); hidden.innerHTML = "<p>unseen</p>".repeat(3000)</script>"""


@pytest.fixture(scope="module")
def limits() -> SessionLimits:
    """Patience for machines that are busy: how long it takes is not what is tested here."""
    return SessionLimits(observe_s=50.0)


def _rows(n: int) -> str:
    rows = ROWS.replace("N}", f"{n}}}")
    return rows if n < 10_000 else rows.replace("<td><select><option>low<option selected>high</select>", "")


def _numbers(tree: str) -> list[int]:
    return [int(number) for number in re.findall(r"link ['\"]row (\d+)['\"]", tree)]


def test_a_page_that_is_not_large_is_read_whole(room: Room) -> None:
    seen = room.open(_rows(100))
    assert _numbers(seen.axtree or "") == list(range(100))
    assert "shown in part" not in (seen.axtree or "")


@pytest.mark.slow
def test_twenty_thousand_rows(room: Room) -> None:
    _check_formats(room, 20_000)


def test_a_large_page_is_read_around_the_viewport(room: Room) -> None:
    _check_formats(room, 2_000)
    _check_marks_and_actions(room)


def _check_formats(room: Room, n: int) -> None:
    room.site.pages["/"] = _rows(n)
    room.begin([f"{HOST}/"])
    for form in AXTREE_FORMATS:
        seen = room.see("axtree", "screenshot", axtree_format=form)
        tree = seen.axtree or ""
        assert seen.missing == ()
        assert _numbers(tree)[:3] == [0, 1, 2] and len(_numbers(tree)) < 150
        assert re.search(r"heading ['\"]Rows['\"]", tree) and re.search(r"checkbox ['\"]pick 1['\"]", tree)
        assert n >= 10_000 or "option 'high'" in tree or 'option "high" selected' in tree
        assert re.fullmatch(r"\.\.\. this page is shown in part: .*", tree.splitlines()[-1])


def _check_marks_and_actions(room: Room) -> None:
    marked = room.see("screenshot_som", "extra_element_properties", "dom_object")
    assert sum(each["set_of_marks"] for each in (marked.extra_element_properties or {}).values()) > 30
    assert dict(marked.missing).keys() == {"dom_object"} and "too large" in dict(marked.missing)["dom_object"]
    before = room.find('link "row 3"')
    room.well("scroll(0, 12000)")
    assert "row 3" not in {label for _, label in re.findall(r"(link) \"(row \d+)\"", room.see().axtree or "")}
    there = _numbers(room.see().axtree or "")
    assert there == list(range(there[0], there[-1] + 1)) and there[0] > 100
    middle = there[len(there) // 2]
    assert room.act("check", f'checkbox "pick {middle}"').error is None
    assert room.js("document.querySelectorAll(':checked:is(input)').length") == 1
    assert "is gone since" in room.error(f'click("{before}")')
    assert room.act("click", f'link "row {middle}"').error is None
    assert room.session.url == f"{HOST}/row/{middle}"


def test_what_is_near_is_found_wherever_it_stands_in_the_document(room: Room) -> None:
    tree = room.open(AROUND).axtree or ""
    for words in ('button "Fixed"', 'button "shadowed"', 'button "framed"', 'textbox "Named from afar"', "row x"):
        assert words in tree, (words, tree)
    assert "unseen" not in tree
    assert "deep" in tree and tree.count("deep") < 100
    assert tree.count("row x") < 100


def test_the_cut_leaves_the_line_that_tells_of_the_rest(room: Room) -> None:
    room.open(_rows(2_000))
    tree = room.see("axtree", axtree_max_chars=600).axtree or ""
    assert len(tree) <= 600
    assert "are cut" in tree.splitlines()[-2] and "shown in part" in tree.splitlines()[-1]


def test_the_page_has_its_own_view_of_itself(room: Room) -> None:
    room.open(_rows(2_000))
    room.see()
    assert room.js("document.querySelectorAll('tr').length") == 2_000
    assert room.js("document.getElementById('t').firstChild.firstChild.nextSibling.localName") == "tr"


def test_counts_of_all_frames_are_added() -> None:
    small = {"elements": 0, "above": 0, "below": 0, "title": "T", "type": "text/html", "url": "u"}
    assert not Extent.of([small, small]).is_large
    large = Extent.of([small, small | {"elements": 20_000, "above": 5, "below": 7, "title": "inner"}])
    assert (large.n_elements, large.n_above, large.n_below, large.title, large.url) == (20_000, 5, 7, "T", "u")
